"""Row C4: quadruplets out of a tree of classes."""

from typing import Any

import numpy as np
import pytest

from changemodel import ClassTree
from changemodel.errors import InvalidConstraints
from changemodel.metric.neighbours import target_neighbours
from changemodel.metric.taxonomy_quadruplets import Draws, TaxonomyQuadruplets, taxonomy_quadruplets

TREE = ClassTree.from_paths([("a", 0), ("a", 1), ("a", 2), ("b", 3), ("b", 4)])
PARENTS = np.array([0, 0, 0, 1, 1])


def made(
    tree: ClassTree, codes: np.ndarray, *, seed: int = 0, **options: Any
) -> tuple[np.ndarray, TaxonomyQuadruplets]:
    points = np.random.default_rng(seed).normal(size=(len(codes), 3))
    relations = tree.kinship(range(codes.max() + 1))
    random = np.random.RandomState(seed)
    return points, taxonomy_quadruplets(points, codes, relations, Draws(**options), random=random)


@pytest.mark.parametrize("farther", ["both", "drawn", "nearest"])
def test_both_types_relate_classes_as_the_tree_does(farther: str) -> None:
    codes = np.repeat(np.arange(5), 8)
    _, found = made(TREE, codes, farther=farther)
    i, j, k, far = codes[found.within.indices].T
    assert (i == j).all()
    assert (i == k).all()
    assert ((i != far) & (PARENTS[i] == PARENTS[far])).all()
    i, j, k, far = codes[found.across.indices].T
    assert ((i != j) & (PARENTS[i] == PARENTS[j])).all()
    assert (i == k).all()
    assert (PARENTS[i] != PARENTS[far]).all()
    assert (found.both.deltas == 1.0).all()


def test_every_class_has_its_share_of_both_types() -> None:
    codes = np.repeat(np.arange(5), 8)
    _, found = made(TREE, codes, n_neighbors=3, n_draws=6, farther="drawn")
    for quadruplets in (found.within, found.across):
        assert len(quadruplets) == 40 * 3 * 6
        np.testing.assert_array_equal(np.bincount(codes[quadruplets.indices[:, 0]]), [144] * 5)


def test_the_first_pair_is_a_point_and_one_of_its_nearest() -> None:
    codes = np.repeat(np.arange(5), 8)
    points, found = made(TREE, codes, n_neighbors=2, n_draws=1, farther="drawn")
    np.testing.assert_array_equal(found.neighbours, target_neighbours(points, codes, 2))
    np.testing.assert_array_equal(found.within.indices[:, :2], found.neighbours)
    for i in range(len(codes)):
        siblings = np.flatnonzero((PARENTS[codes] == PARENTS[codes[i]]) & (codes != codes[i]))
        nearest = siblings[np.argsort(((points[siblings] - points[i]) ** 2).sum(axis=1))[:2]]
        mine = found.across.indices[found.across.indices[:, 0] == i, 1]
        np.testing.assert_array_equal(mine, nearest)


def test_the_second_pair_reaches_every_relative() -> None:
    codes = np.repeat(np.arange(5), 8)
    _, found = made(TREE, codes, n_draws=30, farther="drawn")
    of_first = found.across.indices[codes[found.across.indices[:, 0]] == 0]
    assert set(of_first[:, 3]) == set(np.flatnonzero(PARENTS[codes] == 1))


def test_the_second_pair_may_be_the_point_with_the_nearest_of_the_farther_classes() -> None:
    codes = np.repeat(np.arange(5), 8)
    points, found = made(TREE, codes, n_draws=2, farther="nearest")
    i, _, k, far = found.across.indices.T
    np.testing.assert_array_equal(i, k)
    for point in range(len(codes)):
        cousins = np.flatnonzero(PARENTS[codes] != PARENTS[codes[point]])
        nearest = cousins[np.argsort(((points[cousins] - points[point]) ** 2).sum(axis=1))[:2]]
        np.testing.assert_array_equal(far[i == point], np.tile(nearest, 3))


def test_both_kinds_of_second_pairs_stand_side_by_side() -> None:
    codes = np.repeat(np.arange(5), 8)
    _, drawn = made(TREE, codes, farther="drawn")
    _, nearest = made(TREE, codes, farther="nearest")
    _, both = made(TREE, codes, farther="both")
    assert len(both.both) == len(drawn.both) + len(nearest.both)


def test_without_cousins_there_is_no_second_type() -> None:
    codes = np.repeat(np.arange(3), 8)
    _, found = made(ClassTree.flat(range(3)), codes)
    assert not len(found.across)
    assert len(found.within) == 24 * 3 * 12


def test_a_class_without_siblings_takes_its_nearest_relatives_for_them() -> None:
    """Erratum E21: one climbs; class 2 is alone below "b", beside "a" with 0 and 1; 3 stands far from all."""
    tree = ClassTree.from_paths([("x", "a", 0), ("x", "a", 1), ("x", "b", 2), ("y", "c", 3)])
    codes = np.repeat(np.arange(4), 8)
    _, found = made(tree, codes)
    of_two = codes[found.within.indices[codes[found.within.indices[:, 0]] == 2]]
    assert set(of_two[:, 3]) == {0, 1}
    of_two = codes[found.across.indices[codes[found.across.indices[:, 0]] == 2]]
    assert set(of_two[:, 1]) == {0, 1}
    assert set(of_two[:, 3]) == {3}
    of_three = codes[found.within.indices[codes[found.within.indices[:, 0]] == 3]]
    assert set(of_three[:, 3]) == {0, 1, 2}
    assert 3 not in codes[found.across.indices[:, 0]]


def test_a_class_of_one_point_is_only_kept_away_from() -> None:
    codes = np.array([0] * 8 + [1] * 8 + [2] + [3] * 8 + [4] * 8)
    _, found = made(TREE, codes)
    assert 2 not in codes[found.within.indices[:, 0]]
    assert 2 in codes[found.within.indices[:, 3]]


def test_classes_of_one_point_each_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="every class has a single point"):
        made(TREE, np.arange(5))


def test_of_too_many_an_even_share_is_made() -> None:
    codes = np.repeat(np.arange(5), 40)
    _, found = made(TREE, codes, most=1200)
    assert len(found.both) == pytest.approx(1200, rel=0.05)
    assert (np.bincount(codes[found.both.indices[:, 0]]) > 200).all()


def test_the_same_seed_makes_the_same_quadruplets() -> None:
    codes = np.repeat(np.arange(5), 8)
    first, again = made(TREE, codes)[1], made(TREE, codes)[1]
    assert first.both.indices.tobytes() == again.both.indices.tobytes()
