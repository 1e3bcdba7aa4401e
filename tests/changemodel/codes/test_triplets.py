import numpy as np
import pytest

from changemodel.codes.triplets import checked_triplets, mine_triplets, patch_triplets
from changemodel.errors import InvalidConstraints, InvalidInput

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(60, 5))
CODES = np.repeat(np.arange(4), 15)


def test_each_anchor_has_its_near_points_with_each_far_point_of_each_class() -> None:
    found = mine_triplets(POINTS, CODES, 3, 2)
    assert len(found) == 60 * 3 * 2 * 3
    assert (CODES[found.near] == CODES[found.anchor]).all()
    assert (CODES[found.far] != CODES[found.anchor]).all()
    assert (found.near != found.anchor).all()
    assert all((CODES[found.far[found.anchor == 0]] == r).sum() == 6 for r in (1, 2, 3))


def test_near_and_far_points_are_the_nearest() -> None:
    found = mine_triplets(POINTS, CODES, 1, 1)
    distances = np.linalg.norm(POINTS[7] - POINTS, axis=1)
    distances[7] = np.inf
    own, other = np.flatnonzero(CODES[7] == CODES), np.flatnonzero(CODES == 2)
    assert found.near[found.anchor == 7][0] == own[distances[own].argmin()]
    assert other[distances[other].argmin()] in found.far[found.anchor == 7]


def test_triplets_of_an_anchor_can_be_capped() -> None:
    assert np.bincount(mine_triplets(POINTS, CODES, 5, 5, cap_per_anchor=25).anchor).tolist() == [25] * 60


def test_classes_of_a_single_point_alone_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="single point"):
        mine_triplets(POINTS[:4], np.arange(4), 1, 1)


@pytest.mark.parametrize(("miss", "misses"), [("any", 1), ("each", 3)])
def test_patches_have_near_ones_in_other_images_and_so_many_misses(miss: str, misses: int) -> None:
    images = np.repeat(np.arange(12), 5)
    found, owner = patch_triplets(POINTS, images // 3, images, miss)
    assert len(found) == 60 * misses
    assert (images[found.near] != images[found.anchor]).all()
    assert (images[found.near] // 3 == images[found.anchor] // 3).all()
    assert (images[found.far] // 3 != images[found.anchor] // 3).all()
    assert (owner == images[found.anchor]).all()


def test_the_miss_of_all_classes_is_the_nearest_of_them() -> None:
    images = np.repeat(np.arange(12), 5)
    any_of, _ = patch_triplets(POINTS, images // 3, images, "any")
    others = np.flatnonzero(images // 3 != 0)
    assert any_of.far[0] == others[np.linalg.norm(POINTS[others] - POINTS[0], axis=1).argmin()]


@pytest.mark.parametrize(
    "given", [[[0, 1]], np.empty((0, 3), dtype=int), [[0.5, 1, 2]], [[0, 1, 60]], [[-1, 0, 1]]]
)
def test_what_is_no_triplet_is_refused(given) -> None:
    with pytest.raises(InvalidInput, match="triplets"):
        checked_triplets(given, 60)
