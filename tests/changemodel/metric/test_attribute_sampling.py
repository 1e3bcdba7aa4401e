from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score

from changemodel.errors import InvalidInput
from changemodel.metric import attribute_sampling
from changemodel.metric.attribute_orders import osr_order, pubfig_order
from changemodel.metric.attribute_sampling import (
    AttributeSampler,
    PerClassSplit,
    class_pairs,
    relaxable_counts,
)

# of the classes a to g, k < i < e < f ~ g < h < j < l is the source's own example
EXAMPLE = np.array([0, 1, 2, 3, 3, 4, 5, 6])
FULLY_ORDERED = (
    "Masculine-Looking",
    "White",
    "Young",
    "Chubby",
    "Bushy-Eyebrows",
    "Narrow-Eyes",
    "Big-Lips",
    "Round-Face",
)
COUNTS = {  # attribute: (levels, ordered, equal, ordered relaxable for p = 1, 2, 3, equal ones)
    "Natural": (4, 21, 7, (2, 0, 0), (1, 0, 0)),
    "Open": (4, 23, 5, (2, 0, 0), (1, 0, 0)),
    "Perspective": (7, 27, 1, (14, 5, 0), (1, 1, 0)),
    "Large-Objects": (5, 25, 3, (12, 0, 0), (3, 1, 0)),
    "Diagonal-Plane": (6, 26, 2, (13, 2, 0), (2, 1, 0)),
    "Close-Depth": (4, 18, 10, (1, 0, 0), (0, 0, 0)),
    "Smiling": (6, 26, 2, (13, 2, 0), (2, 1, 0)),
    "Visible-Forehead": (5, 22, 6, (3, 0, 0), (0, 0, 0)),
    "Pointy-Nose": (6, 25, 3, (12, 3, 0), (3, 3, 0)),
} | dict.fromkeys(FULLY_ORDERED, (8, 28, 0, (15, 6, 1), (0, 0, 0)))
THESIS_COUNTS = {
    "Open": (5, 24, 4, (5, 0, 0), (1, 1, 0)),
    "Large-Objects": (6, 26, 2, (13, 2, 0), (2, 1, 0)),
    "Diagonal-Plane": (7, 27, 1, (14, 5, 0), (1, 1, 0)),
}


def levels_of(attribute: str, variant: str = "published") -> np.ndarray:
    table = osr_order(variant) if attribute in osr_order() else pubfig_order()
    return np.unique(table[attribute], return_inverse=True)[1]


def drawn(levels: np.ndarray, per_class: int = 4, seed: int = 0, **settings: Any) -> tuple[Any, np.ndarray]:
    """The constraints of one attribute, and the level of each image."""
    codes = np.repeat(np.arange(len(levels)), per_class)
    found = AttributeSampler(**settings).draw(levels, codes, np.random.default_rng(seed))
    return found, levels[codes]


@pytest.mark.parametrize(
    ("attribute", "variant", "expected"),
    [(name, "published", counts) for name, counts in COUNTS.items()]
    + [(name, "thesis", counts) for name, counts in THESIS_COUNTS.items()],
)
def test_as_many_pairs_of_classes_can_be_relaxed_as_the_source_s_tables_allow(
    attribute: str, variant: str, expected: tuple[Any, ...]
) -> None:
    levels = levels_of(attribute, variant)
    ordered = sum(pair.ordered for pair in class_pairs(levels))
    strict = [relaxable_counts(levels, p=p, beyond="strict") for p in (1, 2, 3)]
    by_kind = tuple(zip(*strict, strict=True))
    assert (levels.max() + 1, ordered, 28 - ordered, *by_kind) == expected
    assert {relaxable_counts(levels, p=p) for p in (1, 2, 3)} == {strict[0]}


@pytest.mark.parametrize(("p", "around"), [(1, (2, 5)), (2, (1, 6)), (3, (0, 7))])
def test_the_p_th_level_around_two_alike_classes_is_the_source_s(p: int, around: tuple[int, int]) -> None:
    alike = next(pair for pair in class_pairs(EXAMPLE, p=p, beyond="strict") if not pair.ordered)
    assert (alike.f, alike.g) == (3, 4)
    assert (alike.below.tolist(), alike.above.tolist()) == ([around[0]], [around[1]])


@pytest.mark.parametrize("p", [1, 2, 3])
@pytest.mark.parametrize("beyond", ["clamp", "strict"])
@pytest.mark.parametrize("strategy", ["ra", "qwsl", "oqwsl"])
@pytest.mark.parametrize("attribute", ["Smiling", "Perspective", "Young", "Close-Depth"])
def test_a_latent_world_without_noise_keeps_every_constraint(
    attribute: str, strategy: str, beyond: str, p: int
) -> None:
    constraints, latent = drawn(levels_of(attribute), strategy=strategy, beyond=beyond, p=p)
    i, j, k, l = constraints.ordered.indices.T  # noqa: E741 - the letters of the source
    assert (latent[k] - latent[l] >= latent[i] - latent[j] + 1).all()
    _, _, one, other = constraints.equal.indices.T
    assert (latent[one] == latent[other]).all()


def test_alike_classes_give_each_pair_of_images_both_ways_round() -> None:
    constraints, _ = drawn(np.array([0, 1, 1, 2]), strategy="qwsl")
    i, j, k, l = constraints.ordered.indices.T  # noqa: E741 - the letters of the source
    two = i != j
    asked = {(a, b): (c, d) for a, b, c, d in zip(i[two], j[two], k[two], l[two], strict=True)}
    assert len(asked) == two.sum() == 2 * 16
    assert all(asked[b, a] == around for (a, b), around in asked.items())


def test_strict_leaves_out_what_clamp_compares_with_the_last_level() -> None:
    levels = levels_of("Natural")
    counts = {
        beyond: len(drawn(levels, strategy="oqwsl", p=3, beyond=beyond)[0].ordered)
        for beyond in ("clamp", "strict")
    }
    assert counts == {"clamp": (2 + 2 * 1) * 16, "strict": 0}


def test_border_pairs_are_compared_as_ordered_pairs_of_images() -> None:
    levels = levels_of("Young")
    without, with_them = (
        drawn(levels, strategy="oqwsl", border_pairs=border)[0].ordered for border in (False, True)
    )
    assert (len(without), len(with_them)) == (15 * 16, 28 * 16)
    added = with_them.indices[15 * 16 :]
    assert (added[:, 0] == added[:, 1]).all()


@pytest.mark.parametrize(("strategy", "most"), [("ra", 28), ("qwsl", 28), ("oqwsl", 15)])
@pytest.mark.parametrize("asked", [1, 10, 28, 500])
def test_the_number_of_class_pairs_is_kept_up_to_what_there_is(strategy: str, most: int, asked: int) -> None:
    constraints, _ = drawn(levels_of("Young"), strategy=strategy, n_class_pairs=asked)
    assert len(constraints.ordered) == min(asked, most) * 16


@pytest.mark.parametrize("seed", range(10))
def test_one_pair_of_classes_is_an_ordered_one(seed: int) -> None:
    constraints, _ = drawn(levels_of("Close-Depth"), strategy="ra", n_class_pairs=1, seed=seed)
    assert (len(constraints.ordered), len(constraints.equal)) == (16, 0)


def test_large_classes_give_the_asked_number_of_different_image_pairs() -> None:
    constraints, _ = drawn(np.array([0, 1]), per_class=300, strategy="ra", n_image_pairs=900)
    assert len(np.unique(constraints.ordered.indices, axis=0)) == 900


def test_hundreds_of_classes_give_no_more_constraints_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attribute_sampling, "MOST_CONSTRAINTS", 2000)
    few, many = (drawn(np.arange(count), strategy="ra", n_image_pairs=900)[0].ordered for count in (30, 100))
    assert len(few) == 4 * 435  # pairs of classes, 4 of 16 image pairs each
    assert len(many) == 2000


def test_every_image_of_the_classes_around_is_drawn() -> None:
    constraints, _ = drawn(np.array([0, 0, 1, 1, 2]), per_class=6, strategy="oqwsl")
    assert set(constraints.ordered.indices[:, 3]) == set(range(12))
    assert set(constraints.ordered.indices[:, 2]) == set(range(24, 30))


def test_a_split_takes_so_many_of_each_class_and_no_point_twice() -> None:
    labels = np.repeat(list("abc"), [9, 5, 12])
    for train, test in PerClassSplit(4, n_splits=3, random_state=0).split(None, labels):
        assert np.unique(labels[train], return_counts=True)[1].tolist() == [4, 4, 4]
        assert sorted([*train, *test]) == list(range(26))


def test_splits_are_the_same_for_the_same_seed_and_differ_among_each_other() -> None:
    labels = np.repeat([0, 1], 50)
    first, again = (
        [train.tolist() for train, _ in PerClassSplit(random_state=1).split(None, labels)] for _ in "ab"
    )
    assert first == again
    assert len({tuple(train) for train in first}) == 10


def test_scikit_learn_takes_it_as_cv() -> None:
    X, y = np.arange(40.0)[:, None], np.repeat([0, 1], 20)
    assert len(cross_val_score(LogisticRegression(), X, y, cv=PerClassSplit(5, n_splits=4))) == 4


def test_a_class_without_points_to_judge_on_is_refused() -> None:
    with pytest.raises(InvalidInput, match="class 'b' has 3 points"):
        next(PerClassSplit(3).split(None, ["a"] * 9 + ["b"] * 3))
