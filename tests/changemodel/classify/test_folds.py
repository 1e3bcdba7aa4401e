"""Who is held out with whom, and how labels are exchanged."""

import numpy as np
import pytest

from changemodel.classify.folds import LeaveOneOfEachOut, folds_of, permuted_labels
from changemodel.errors import InvalidInput


def test_leaving_one_of_each_class_out_gives_twenty_balanced_folds_of_forty_trials() -> None:
    y = np.random.default_rng(0).permutation(np.repeat(["face", "scene"], 20))
    folds = list(LeaveOneOfEachOut().split(y, y))
    assert len(folds) == LeaveOneOfEachOut().get_n_splits(y, y) == 20
    assert all((y[train] == "face").sum() == (y[train] == "scene").sum() == 19 for train, _ in folds)
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(40))


def test_leaving_one_of_each_out_needs_as_many_of_each() -> None:
    with pytest.raises(InvalidInput, match="as many of each"):
        list(LeaveOneOfEachOut().split([0, 0, 1], [0, 0, 1]))


def test_whole_groups_are_held_out_one_by_one() -> None:
    codes, groups = np.tile([0, 1], 6), np.repeat([0, 1, 2], 4)
    folds = folds_of(None, codes, ["a", "b"], groups)
    assert [set(groups[test].tolist()) for _, test in folds] == [{0}, {1}, {2}]


def test_a_number_of_folds_keeps_groups_together() -> None:
    codes, groups = np.tile([0, 1], 12), np.repeat(np.arange(8), 3)
    for train, test in folds_of(3, codes, ["a", "b"], groups):
        assert not set(groups[train]) & set(groups[test])


@pytest.mark.parametrize(
    ("codes", "groups", "cv", "message"),
    [
        ([0, 0, 1], None, None, "of class 'b' there is 1 row"),
        ([0, 1, 0, 1], [0, 0, 0, 0], None, "1 run"),
        ([0, 0, 1, 1], [0, 0, 1, 1], None, "held out as a whole"),
        ([0, 0, 1, 1], None, 3, "rarest class has 2"),
        ([0, 1, 0, 1], [0, 0, 1, 1], 3, "there are 2 groups"),
        ([0, 0, 1, 1], None, "runs", "pass an integer"),
    ],
)
def test_folds_that_cannot_be_are_refused(codes: list, groups: list | None, cv: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        folds_of(cv, np.array(codes), ["a", "b"], None if groups is None else np.array(groups))


def test_labels_are_exchanged_within_groups_only() -> None:
    codes, groups = np.tile([0, 0, 1, 1, 1], 3), np.repeat([0, 1, 2], 5)
    found = permuted_labels(codes, 50, np.random.default_rng(0), groups=groups)
    assert all((found[:, groups == group].sum(axis=1) == 3).all() for group in range(3))
    assert len(np.unique(found, axis=0)) > 40


def test_rows_of_a_block_keep_one_label() -> None:
    blocks = np.repeat(np.arange(12), 4)
    found = permuted_labels(np.repeat(np.tile([0, 1], 6), 4), 30, np.random.default_rng(0), blocks=blocks)
    assert (found.reshape(30, 12, 4) == found.reshape(30, 12, 4)[:, :, :1]).all()
    with pytest.raises(InvalidInput, match="two classes"):
        permuted_labels(np.tile([0, 1], 24), 30, np.random.default_rng(0), blocks=blocks)


def test_labels_that_hardly_can_be_exchanged_are_refused() -> None:
    with pytest.raises(InvalidInput, match="6 ways only"):
        permuted_labels(np.array([0, 0, 1, 1]), 10, np.random.default_rng(0))
