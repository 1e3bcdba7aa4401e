"""Cells that matter alike become parts of the page."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from skimage.measure import label

from changemodel.change.map_regions import map_regions
from changemodel.errors import InvalidInput


def test_two_stories_and_the_rest_are_three_regions() -> None:
    importance = np.full((10, 10), 0.001)
    importance[1:5, 0:6] = 0.03
    importance[7:9, 2:4] = 0.05
    importance += np.random.default_rng(0).uniform(0, 1e-4, importance.shape)
    regions = map_regions(importance)
    assert regions.max() == 2
    assert (regions[1:5, 0:6] == 0).all()  # the larger part weighs more
    assert len(np.unique(regions[7:9, 2:4])) == 1


def test_equal_parts_that_do_not_touch_stay_apart() -> None:
    importance = np.zeros((5, 5))
    importance[0, 0] = importance[4, 4] = 0.5
    regions = map_regions(importance)
    assert regions[0, 0] != regions[4, 4]
    assert regions.max() == 2


@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (10, 10)])
def test_a_map_that_knows_nothing_is_one_region(shape: tuple[int, int]) -> None:
    assert not map_regions(np.full(shape, 0.01)).any()


_MAPS = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8),
    elements=st.floats(0, 1, allow_subnormal=False),
)


@settings(deadline=None, max_examples=40)
@given(importance=_MAPS, kept=st.floats(0.05, 1))
def test_regions_are_connected_and_keep_what_they_should(importance: np.ndarray, kept: float) -> None:
    regions = map_regions(importance, kept)
    assert set(regions.ravel()) == set(range(regions.max() + 1))
    for number in range(regions.max() + 1):
        assert label(regions == number, connectivity=1).max() == 1
    means = np.array([importance[regions == number].mean() for number in range(regions.max() + 1)])
    lost = ((importance - means[regions]) ** 2).sum()
    assert lost <= (1 - kept) * importance.var() * importance.size + 1e-6
    sums = [importance[regions == number].sum() for number in range(regions.max() + 1)]
    assert sums == sorted(sums, reverse=True)


@pytest.mark.parametrize("bad", [np.ones(4), np.array([[np.nan]]), np.empty((0, 3))])
def test_what_is_no_map_is_refused(bad: np.ndarray) -> None:
    with pytest.raises(InvalidInput, match="pass finite numbers"):
        map_regions(bad)


@pytest.mark.parametrize("kept", [0, 1.1, -1])
def test_an_impossible_share_is_refused(kept: float) -> None:
    with pytest.raises(InvalidInput, match=r"pass a (share|number of at least 0)"):
        map_regions(np.eye(3), kept)
