from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from crawler.scheduling.day_pace import EVEN, LEAST, MOST, DayPace, pace_of
from crawler.scheduling.demand import asked_by_hour
from crawler.scheduling.hours import WEEK_H
from crawler.scheduling.value import PageColumns, interval_h

BY_DAY = np.tile(np.repeat([0.5, 1.5], 12), 7)
ASKED = arrays.arrays(np.float64, WEEK_H, elements=st.floats(0, 1e6, allow_subnormal=False))
MOMENT = st.floats(-1e5, 1e6)


def watch(pages: int, changes_per_h: float, **bounds: float) -> PageColumns:
    each = np.ones(pages)
    return PageColumns(
        shape=50 * each,
        scale_h=50 / changes_per_h * each,
        weight=each,
        floor_h=bounds.get("floor_h", 0.1) * each,
        ceiling_h=bounds.get("ceiling_h", 500.0) * each,
    )


def test_all_hours_alike_are_time_as_it_passes() -> None:
    assert EVEN.is_even
    assert EVEN.between(-3.3, 200.1) == pytest.approx(203.4)
    assert EVEN.kept_h(17.0) == 0.0
    assert EVEN.end_h(5.0, 8.0) == 13.0


def test_a_quiet_half_day_keeps_for_the_busy_one() -> None:
    pace = DayPace(BY_DAY)
    assert pace.between(0, 12) == pytest.approx(6)
    assert pace.between(0, 24) == pytest.approx(24)
    assert pace.between(-6, WEEK_H + 18) == pytest.approx(WEEK_H + 24)
    assert [pace.kept_h(at) for at in (0, 12, 18, 24, WEEK_H + 12)] == pytest.approx([0, 6, 3, 0, 6])
    assert pace.end_h(0, 6) == pytest.approx(12)
    assert pace.end_h(WEEK_H + 12, 3) == pytest.approx(WEEK_H + 14)


@given(ASKED, MOMENT, st.floats(0, 2000))
def test_whatever_is_asked_for_each_day_spends_its_own_budget_within_bounds(
    asked: np.ndarray, start_h: float, hours: float
) -> None:
    pace = pace_of(asked)
    assert pace.by_hour.reshape(7, 24).mean(axis=1) == pytest.approx(1)
    assert pace.by_hour.max() <= MOST + 1e-9
    assert pace.by_hour.min() >= LEAST - 1e-9
    spent = pace.between(start_h, start_h + hours)
    assert spent == pytest.approx(hours, abs=24)
    assert pace.end_h(start_h, spent) == pytest.approx(start_h + hours, abs=1e-6)
    assert 0 <= pace.kept_h(start_h) <= 24


def test_nothing_asked_for_is_spent_evenly() -> None:
    assert pace_of(np.zeros(WEEK_H)).is_even


def test_fast_pages_ask_for_visits_with_the_root_of_their_hours() -> None:
    """Little changes between two visits: ``U ~ w D t^2 / 2``, so that visits grow with the root of the rate."""
    pages = replace(watch(3, 0.05), kappa_h=0.0)
    prices = np.full(3, 0.05 / 2)  # worth a visit after about an hour
    asked = asked_by_hour(pages, prices, np.zeros(3, dtype=np.intp), BY_DAY[None, :])
    assert asked[18] / asked[6] == pytest.approx(np.sqrt(3), rel=0.03)


def test_slow_pages_and_clamped_ones_ask_at_any_hour_alike() -> None:
    slow, clamped = watch(1, 0.01), watch(1, 5.0, floor_h=2.0)
    for pages, price in ((slow, 30.0), (clamped, 1e-9)):
        asked = asked_by_hour(pages, np.array([price]), np.zeros(1, dtype=np.intp), BY_DAY[None, :])
        assert asked.max() / asked.min() < 1.1


def test_hours_alike_ask_for_what_the_intervals_say() -> None:
    pages = watch(5, 0.2)
    asked = asked_by_hour(pages, np.full(5, 0.7), np.arange(5) % 2, np.ones((2, WEEK_H)))
    assert asked == pytest.approx(np.full(WEEK_H, np.sum(1 / interval_h(pages, 0.7))))


def test_a_full_host_asks_for_no_more_by_day_than_it_takes() -> None:
    pages, host = watch(4, 0.2), np.array([0, 0, 0, 1])
    bins = np.vstack([BY_DAY, BY_DAY])
    prices = np.full(4, 0.1)
    free = asked_by_hour(pages, prices, host, bins)
    held = asked_by_hour(pages, prices, host, bins, np.array([0.5, np.inf]))
    alone = asked_by_hour(watch(1, 0.2), prices[:1], np.zeros(1, dtype=np.intp), bins[:1])
    assert held == pytest.approx(np.minimum(free - alone, 0.5) + alone)
