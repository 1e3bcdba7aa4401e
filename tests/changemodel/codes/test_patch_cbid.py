from functools import lru_cache

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.decomposition import PCA
from sklearn.neighbors import KDTree
from sklearn.utils.estimator_checks import parametrize_with_checks

from benchmarks.code_sets import PatchSet, digit_patches
from changemodel.codes.cbid import CBID
from changemodel.codes.patch_cbid import PatchCBID, coded_distances, exact_distances, nearest_patch_totals
from changemodel.errors import InvalidConstraints, InvalidInput, UnreadableModel
from changemodel.evaluation.code_baselines.patch_neighbours import StableHashing


@parametrize_with_checks([PatchCBID(n_bits=4, n_candidates=20)])
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


@lru_cache
def patches() -> tuple[PatchSet, PatchSet]:
    return digit_patches(0)


@lru_cache
def learned(**parameters) -> PatchCBID:
    old, _ = patches()
    return PatchCBID(random_state=0, **parameters).fit(
        old.patches, old.classes[old.images], groups=old.images
    )


def accuracy(distances: np.ndarray) -> float:
    old, new = patches()
    totals = nearest_patch_totals(distances, old.classes[old.images], new.images, 10)
    return float((totals.argmin(axis=1) == new.classes).mean())


def accuracy_of(code: PatchCBID, *, weighted: bool) -> float:
    old, new = patches()
    weights = code.mean_weights_ if weighted else None
    return accuracy(coded_distances(code.bits(new.patches), code.bits(old.patches), weights))


@lru_cache
def exact() -> float:
    old, new = patches()
    return accuracy(exact_distances(new.patches, old.patches))


def test_the_example_of_the_source_has_its_totals() -> None:
    weights = np.array([3.0, 1.0, 2.0])
    queries = np.array([[0, 0, 0], [1, 1, 1]], dtype=bool)
    stored = np.array([[0, 1, 0], [1, 1, 1], [0, 0, 1], [1, 1, 0]], dtype=bool)
    totals = nearest_patch_totals(
        coded_distances(queries, stored, weights), np.array([0, 0, 1, 1]), np.zeros(2, dtype=int), 2
    )
    assert totals.tolist() == [[1.0, 4.0]]


def test_codes_of_patches_read_digits_nearly_as_patches_do() -> None:
    assert exact() >= 0.90
    assert accuracy_of(learned(), weighted=False) >= exact() - 0.08


@pytest.mark.parametrize("parameters", [{}, {"granularity": "image"}, {"penalty": "l1", "miss": "any"}])
def test_weights_do_not_collapse(parameters: dict) -> None:
    code = learned(**parameters)
    assert (code.mean_weights_ > 0.0).all()
    assert accuracy_of(code, weighted=True) >= accuracy_of(code, weighted=False) - 0.03


def test_the_source_s_form_leaves_about_half_of_the_weights_at_0() -> None:
    weights = learned(granularity="image", penalty="l1").mean_weights_
    assert (weights < 1e-3 * weights.max()).mean() > 0.4


def test_a_tree_finds_what_all_distances_find() -> None:
    old, new = patches()
    tree = [KDTree(old.patches[old.classes[old.images] == c]) for c in range(10)]
    least = np.stack([one.query(new.patches)[0][:, 0] ** 2 for one in tree], axis=1)
    totals = np.zeros((250, 10))
    np.add.at(totals, new.images, least)
    assert (totals.argmin(axis=1) == new.classes).mean() == pytest.approx(exact())


def test_more_tables_find_the_nearest_more_often() -> None:
    old, new = patches()
    scale = 1.0 / np.linalg.norm(old.patches, axis=1).mean()
    stored, asked = old.patches * scale, new.patches[::25] * scale
    nearest = exact_distances(asked, stored).argmin(axis=1)
    shares = []
    for tables in (1, 5, 25):
        found = StableHashing(tables, functions=8, width=1.0).fit(stored).candidates(asked)
        shares.append(np.mean([row in rows for row, rows in zip(nearest, found, strict=True)]))
    assert shares[0] < shares[1] < shares[2]


def test_bits_say_more_than_as_many_bits_of_floats() -> None:
    old, new = patches()
    basis = PCA(1).fit(old.patches)  # one float of 32 bits
    assert accuracy_of(learned(), weighted=False) > accuracy(
        exact_distances(basis.transform(new.patches), basis.transform(old.patches))
    )


def test_an_image_of_two_classes_and_a_class_of_one_image_are_refused() -> None:
    x = np.random.default_rng(0).normal(size=(8, 3))
    with pytest.raises(InvalidInput, match="several classes"):
        PatchCBID().fit(x, [0, 1, 0, 1, 0, 1, 0, 1], groups=[0, 0, 1, 1, 2, 2, 3, 3])
    with pytest.raises(InvalidConstraints, match="single image"):
        PatchCBID().fit(x, [0, 0, 0, 0, 1, 1, 1, 1], groups=[0, 0, 0, 0, 1, 1, 2, 2])
    with pytest.raises(InvalidInput, match="miss"):
        PatchCBID(miss="all").fit(x, [0, 0, 0, 0, 1, 1, 1, 1])


def test_a_saved_code_is_not_loaded_as_another_kind(tmp_path) -> None:
    learned().save(tmp_path / "code")
    assert PatchCBID.load(tmp_path / "code").identity_ == learned().identity_
    with pytest.raises(UnreadableModel):
        CBID.load(tmp_path / "code")
