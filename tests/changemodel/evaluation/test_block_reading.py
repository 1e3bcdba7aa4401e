"""Versions read by blocks: what moved is the same, what changed is not."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from changemodel.errors import InvalidInput, InvalidVersion
from changemodel.evaluation.block_reading import BlockReader, shares_on_grid
from changemodel.version import PageVersion
from tests.changemodel.evaluation.test_segmentation import below_a_banner, front_page
from tests.changemodel.features.front_pages import front_page as picture

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAGE = picture()
VERSION = PageVersion(captured_at=NOON, screenshot=PAGE, blocks=front_page())


def with_banner(image: np.ndarray) -> np.ndarray:
    return np.concatenate([np.full((90, 1000, 3), 200, dtype=np.uint8), image])


def test_a_region_vector_follows_its_moved_block() -> None:
    lower = PageVersion(captured_at=NOON, screenshot=with_banner(PAGE), blocks=below_a_banner(front_page()))
    reader = BlockReader.of([VERSION])
    np.testing.assert_array_equal(reader.read(lower), reader.read(VERSION))
    assert not reader.distances([VERSION, lower], [[0, 1]]).any()


def test_a_change_is_felt_in_its_own_region_alone() -> None:
    other = PageVersion(captured_at=NOON, screenshot=picture(lead=1), blocks=front_page())
    reader = BlockReader.of([VERSION])
    distances = reader.distances([VERSION, other], [[0, 1]])[0]
    changed = [reader.segmentation.regions[row].paths[0] for row in np.flatnonzero(distances)]
    assert changed
    assert all("section:nth-of-type(1)" in path for path in changed)
    assert (distances <= np.sqrt(2)).all()


def test_distances_equal_a_plain_loop() -> None:
    versions = [replace(VERSION, screenshot=picture(lead=lead, advertisement=lead)) for lead in range(3)]
    reader, pairs = BlockReader.of(versions), [[0, 1], [0, 2], [2, 1]]
    expected = [
        [
            np.linalg.norm(a - b)
            for a, b in zip(reader.read(versions[i]), reader.read(versions[j]), strict=True)
        ]
        for i, j in pairs
    ]
    np.testing.assert_allclose(reader.distances(versions, pairs), expected, atol=1e-6)


def test_a_region_that_went_counts_and_one_that_the_screenshot_does_not_reach_does_not() -> None:
    reader = BlockReader.of([VERSION])
    gone = replace(VERSION, blocks=[block for block in front_page() if "aside" not in block.path])
    cut_off = replace(VERSION, screenshot=PAGE[:600])
    row = next(i for i, region in enumerate(reader.segmentation.regions) if "aside" in region.paths[0])
    assert reader.distances([VERSION, gone], [[0, 1]])[0, row] > 0
    assert np.isnan(reader.read(cut_off)[row]).all()
    assert reader.distances([VERSION, cut_off], [[0, 1]])[0, row] == 0


def test_a_version_without_blocks_or_picture_is_refused() -> None:
    reader = BlockReader.of([VERSION])
    with pytest.raises(InvalidVersion, match="no blocks"):
        reader.read(replace(VERSION, blocks=None))
    with pytest.raises(InvalidVersion, match="no screenshot"):
        reader.read(replace(VERSION, screenshot=None, features=np.ones((1, 1), dtype=np.float32)))


def test_shares_of_regions_become_a_map_of_cells() -> None:
    importance = shares_on_grid([0.75, 0.25], [[0, 0, 300, 100], [950, 900, 1000, 1000]], 10)
    np.testing.assert_allclose(importance[0, :3], 0.25)
    assert importance[9, 9] == pytest.approx(0.25)
    assert importance.sum() == pytest.approx(1)
    with pytest.raises(InvalidInput, match="do not fit"):
        shares_on_grid([1.0], [[0, 0, 1, 1], [0, 0, 1, 1]], 10)
