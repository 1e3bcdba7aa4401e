"""Regions are classed by what they do over the visits, with evidence; the classes are kept with the model."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from changemodel import PageVersion
from changemodel.change.noise import PageNoise
from changemodel.change.noise_regions import RegionHistory
from changemodel.features.alignment import row_signatures
from changemodel.features.version_rows import VersionRows

START = datetime(2026, 3, 2, tzinfo=UTC)
VISITS = 60
CAROUSEL, BANK, NEWS, TICKER, ONCE, STILL = 0, 12, 34, 56, 78, 99


def _moment(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def _paint(page: np.ndarray, region: int, seed: int) -> None:
    top, left = region // 10 * 100, region % 10 * 100
    page[top : top + 100, left : left + 100] = np.random.default_rng(seed).integers(0, 255, (100, 100, 3))


def _page(hour: int, advert: int) -> np.ndarray:
    page = np.full((1000, 1000, 3), 255, dtype=np.uint8)
    _paint(page, CAROUSEL, 100 + hour % 5)
    _paint(page, BANK, 200 + advert)
    _paint(page, NEWS, 300 + hour // 6)
    _paint(page, TICKER, 1000 + hour)
    _paint(page, ONCE, 400 + (hour >= 30))
    _paint(page, STILL, 500)
    return page


def _placed(page: np.ndarray) -> VersionRows:
    return VersionRows.of(row_signatures(page))


@pytest.fixture(scope="module")
def adverts() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 4, VISITS)


@pytest.fixture(scope="module")
def history(adverts: np.ndarray) -> RegionHistory:
    placed = [_placed(_page(hour, int(adverts[hour]))) for hour in range(VISITS)]
    return RegionHistory.fit(placed, [_moment(hour) for hour in range(VISITS)], 10)


@pytest.mark.parametrize(
    ("region", "noise_class"),
    [
        (CAROUSEL, "periodic"),
        (BANK, "recurring"),
        (NEWS, "content"),
        (TICKER, "restless"),
        (ONCE, "seldom"),
        (STILL, "still"),
        (5, "still"),
    ],
)
def test_each_kind_of_region_is_told(history: RegionHistory, region: int, noise_class: str) -> None:
    assert history.noise(region).noise_class == noise_class


def test_the_evidence_is_counted(history: RegionHistory, adverts: np.ndarray) -> None:
    carousel, bank = history.noise(CAROUSEL), history.noise(BANK)
    assert (carousel.visits, carousel.changes, carousel.looks) == (60, 59, 5)
    assert carousel.period_h == pytest.approx(5.0)
    assert str(carousel) == "periodic: changed at 59 of 60 visits, 55 times back to one of 5 looks, every 5 h"
    assert bank.changes == np.count_nonzero(np.diff(adverts))
    assert bank.looks == 4
    assert history.noise(NEWS).returns == 0


def test_a_region_that_goes_back_to_a_known_look_is_told(history: RegionHistory) -> None:
    before, after = _placed(_page(60, 0)), _placed(_page(66, 1))
    back = history.went_back(before, after, _moment(60))
    assert np.flatnonzero(back).tolist() == [CAROUSEL, BANK]


def test_what_was_not_seen_yet_does_not_come_back(history: RegionHistory) -> None:
    before, after = _placed(_page(0, 0)), _placed(_page(1, 0))
    assert not history.went_back(before, after, _moment(0)).any()


@pytest.mark.parametrize("grid", [1, 4, 8, 10])
def test_any_grid_is_counted(grid: int) -> None:
    placed = [_placed(_page(hour, hour % 2)) for hour in range(6)]
    found = RegionHistory.fit(placed, [_moment(hour) for hour in range(6)], grid)
    assert found.changes.shape == (grid * grid,)
    assert found.changes.max() == 5


def test_versions_without_rows_are_not_counted() -> None:
    found = RegionHistory.fit([None, None], [_moment(0), _moment(1)], 4)
    assert len(found) == 0
    assert found.noise(3).noise_class == "still"
    assert not found.went_back(None, None, _moment(2)).any()


def test_what_comes_and_goes_survives_being_saved(adverts: np.ndarray) -> None:
    pages = [_page(hour, int(adverts[hour])) for hour in range(12)]
    versions = [
        PageVersion(captured_at=_moment(hour), screenshot=page, text=f"Visitors: {1000 + 7 * hour}")
        for hour, page in enumerate(pages)
    ]
    noise = PageNoise.fit(versions, [_placed(page) for page in pages], 10)
    again = PageNoise.from_saved(noise.to_arrays(), noise.details())
    assert again.details() == noise.details()
    assert noise.details()["blocks"][0]["class"] == "counter"
    pair = _placed(_page(60, 0)), _placed(_page(66, 1))
    np.testing.assert_array_equal(
        again.regions.went_back(*pair, _moment(60)), noise.regions.went_back(*pair, _moment(60))
    )
