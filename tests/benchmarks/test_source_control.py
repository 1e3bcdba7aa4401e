"""The control learns where news stands, and cancels one displacement."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.source_control import DISPLACED, PLAIN, control_distances, displacement, moved, rows_once
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from tests.pictures import described_once

START = datetime(2026, 1, 5, tzinfo=UTC)
HOURS = 17


def _block(draw: np.random.Generator) -> NDArray[np.uint8]:
    return draw.integers(0, 255, (30, 30, 3), dtype=np.uint8).repeat(10, axis=0).repeat(10, axis=1)


def _page(hour: int, down: int = 0) -> NDArray[np.uint8]:
    """News on the left that stays four hours, an advertisement on the right that is another each hour."""
    page = np.full((1000, 1000, 3), 255, dtype=np.uint8)
    page[:900] = np.random.default_rng(1).integers(200, 255, (900, 1, 3), dtype=np.uint8)
    page[100:400, 100:400] = _block(np.random.default_rng(hour // 4))
    page[500:800, 600:900] = _block(np.random.default_rng(1000 + hour))
    return np.roll(page, down, axis=0)


@pytest.fixture(scope="module", autouse=True)
def _described_once() -> Iterator[None]:
    with described_once():
        yield


def _versions(shifted: frozenset[int] = frozenset()) -> list[PageVersion]:
    return [
        PageVersion(START + timedelta(hours=hour), screenshot=_page(hour, 120 if hour in shifted else 0))
        for hour in range(HOURS)
    ]


def test_time_alone_teaches_that_the_news_is_farther_than_the_advertisement() -> None:
    places = list(range(10, HOURS - 1))
    far = control_distances(_versions(), slice(0, 10), places)[PLAIN]
    news = np.array([(place + 1) % 4 == 0 for place in places])
    assert far[news].min() > far[~news].max()


def test_a_page_that_moved_is_no_change_once_its_displacement_is_cancelled() -> None:
    found = control_distances(_versions(frozenset({14, 15})), slice(0, 10), [13])
    assert found[DISPLACED][0] < 0.5 * found[PLAIN][0]


@pytest.mark.parametrize("down", [0, 120, -60])
def test_the_displacement_is_that_of_most_rows(down: int) -> None:
    before, after = _page(3), _page(4, down)
    assert displacement(rows_once(before), rows_once(after)) == down


def test_cells_of_a_moved_capture_are_about_those_of_it_drawn_anew() -> None:
    page = _page(3)
    found = moved(GistGrid().by_rows(page), 120)
    drawn = GistGrid().transform([np.roll(page, -120, axis=0)])[0]
    assert np.abs(found - drawn)[:80].max() < 0.1 * drawn.max()


def test_captures_without_a_row_in_common_are_not_moved() -> None:
    black, white = np.zeros((50, 10, 3), dtype=np.uint8), np.full((50, 10, 3), 255, dtype=np.uint8)
    assert displacement(rows_once(black), rows_once(white)) == 0
