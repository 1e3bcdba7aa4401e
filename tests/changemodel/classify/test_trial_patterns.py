"""Patterns by hand: segments less their baseline, spheres, regions chosen on a localiser."""

import numpy as np
import pytest

from changemodel.classify.trial_patterns import (
    PatternReader,
    Segment,
    localised_region,
    neighbourhoods,
    phase_segments,
    region_columns,
    segment_patterns,
    sphere,
)
from changemodel.errors import InvalidInput


@pytest.fixture
def trials() -> np.ndarray:
    """Two trials of 20 scans of 3 voxels: 100 * trial + 10 * voxel + scan ** 2, which no average of scans hides."""
    trial, scan, voxel = np.meshgrid([1, 2], np.arange(1, 21), [0, 1, 2], indexing="ij")
    return 100.0 * trial + 10.0 * voxel + scan**2


@pytest.mark.parametrize(
    ("first", "name", "scans"),
    [
        (7, "early", (7, 8)),
        (7, "middle", (9, 10)),
        (7, "late", (11, 12)),
        (14, "early", (14, 15)),
        (14, "middle", (16, 17)),
        (14, "late", (18, 19)),
    ],
)
def test_a_segment_is_the_mean_of_its_two_scans_less_the_baseline(
    trials: np.ndarray, first: int, name: str, scans: tuple[int, int]
) -> None:
    segment = phase_segments(first)[name]
    assert segment.scans == scans
    by_hand = (scans[0] ** 2 + scans[1] ** 2) / 2 - (1 + 4) / 2
    assert np.allclose(segment_patterns(trials, segment, (1, 2)), np.full((2, 3), by_hand))


def test_all_scans_of_a_phase_are_six_columns_of_each_voxel(trials: np.ndarray) -> None:
    found = segment_patterns(trials, phase_segments(7)["all"], (1, 2))
    assert found.shape == (2, 18)
    assert np.allclose(found[0], np.repeat(np.arange(7, 13) ** 2 - 2.5, 3))


def test_a_localiser_s_block_is_its_scans_five_and_six() -> None:
    blocks = np.arange(1, 9, dtype=float)[None, :, None] ** 2
    assert segment_patterns(blocks, (5, 6), (1, 2))[0, 0] == (25 + 36) / 2 - 2.5


def test_without_a_baseline_scans_are_taken_as_they_are(trials: np.ndarray) -> None:
    assert np.array_equal(segment_patterns(trials, Segment((3,))), trials[:, 2])


def test_a_sphere_of_radius_three_has_123_voxels_and_both_hemispheres_246() -> None:
    left = np.add(sphere(3), [10, 10, 10])
    right = np.add(sphere(3), [30, 10, 10])
    assert len(left) == 123
    assert len(np.unique(np.vstack([left, right]), axis=0)) == 246


def test_neighbourhoods_end_at_the_border_and_at_the_mask() -> None:
    mask = np.ones((3, 4), dtype=bool)
    mask[0, 1] = False
    found = neighbourhoods(mask, 1.0)
    assert len(found) == 11
    assert found[0].tolist() == [0, 4]  # the corner has lost the neighbour that the mask takes away
    assert sorted(found[4].tolist()) == [4 + 1 - 4 + 4, *[4, 6, 9]] or sorted(found[4].tolist()) == [
        4,
        5,
        6,
        9,
    ]


def test_a_region_is_a_sphere_around_the_peak_of_a_localiser_alone() -> None:
    places = np.argwhere(np.ones((9, 9, 9), dtype=bool))
    from_centre = ((places - [4, 4, 4]) ** 2).sum(axis=1)
    localiser = np.random.default_rng(0).normal(size=(16, len(places)))
    faces = np.arange(16) % 2 == 0
    localiser[np.ix_(faces, from_centre == 0)] += 20.0
    region = localised_region(localiser, faces, places, radius=3, threshold=3)
    assert np.array_equal(region, np.flatnonzero(from_centre <= 9))
    assert len(region) == 123


def test_a_localiser_without_a_peak_is_told_so() -> None:
    places = np.argwhere(np.ones((3, 3), dtype=bool))
    with pytest.raises(InvalidInput, match="lower the threshold"):
        localised_region(np.zeros((8, 9)), np.arange(8) < 4, places)


@pytest.mark.parametrize(
    "regions", [{}, {"a": []}, {"a": [0, 0]}, {"a": [9]}, {"a": [0.5]}, {"a": [True, False]}, ["a"]]
)
def test_regions_that_are_none_are_refused(regions: object) -> None:
    with pytest.raises(InvalidInput):
        region_columns(regions, 3)


def test_segments_need_trials_with_scans() -> None:
    with pytest.raises(InvalidInput, match="scans"):
        PatternReader.of((5,), None, {"early": (1, 2)}, None)


def test_a_scan_that_trials_do_not_have_is_refused(trials: np.ndarray) -> None:
    with pytest.raises(InvalidInput, match="scans 1 to 20"):
        segment_patterns(trials, (20, 21))
