"""Periods and phases found in yes-or-no observations."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.scheduling.period import (
    FEWEST,
    Rhythm,
    Rhythms,
    counted_with,
    fitted_rhythm,
    no_faster,
)
from storage.records import RateBelief

ROW = np.zeros(1, dtype=np.intp)
FIVE_HOURS = Rhythm(period_h=5.0, tick_h=1.0, weight=1.0)


def observed(event_h: np.ndarray, edge_h: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What visits at these times see of events."""
    important = np.diff(np.searchsorted(np.sort(event_h), edge_h, side="right")) > 0
    return edge_h, important, np.diff(edge_h)


def visits(seed: int, count: int = 65, between: tuple[float, float] = (2.0, 7.0)) -> np.ndarray:
    return np.cumsum(np.random.default_rng(seed).uniform(*between, count))


@pytest.mark.parametrize("period_h", [6.3, 9.0, 17.5])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_page_that_changes_by_the_clock_is_found_out(period_h: float, seed: int) -> None:
    rng, edge_h = np.random.default_rng(seed), visits(seed)
    ticks = np.arange(3.0, edge_h[-1], period_h)
    found = fitted_rhythm(*observed(ticks + rng.normal(0, 0.02 * period_h, len(ticks)), edge_h))
    assert found is not None
    assert found.weight > 0.5
    assert found.period_h == pytest.approx(period_h, rel=0.01)
    off = (found.tick_h - 3.0) / period_h
    assert abs(off - round(off)) < 0.1


@pytest.mark.parametrize("seed", range(20))
def test_a_page_without_a_rhythm_has_none(seed: int) -> None:
    rng, edge_h = np.random.default_rng(100 + seed), visits(seed)
    events = rng.uniform(0, edge_h[-1], rng.poisson(edge_h[-1] / rng.uniform(3, 30)))
    assert fitted_rhythm(*observed(events, edge_h)) is None


@pytest.mark.parametrize("seed", range(10))
def test_a_page_that_changes_in_bursts_has_none(seed: int) -> None:
    rng, edge_h = np.random.default_rng(200 + seed), visits(seed)
    starts = rng.uniform(0, edge_h[-1], rng.poisson(edge_h[-1] / 20))
    events = np.concatenate([start + rng.exponential(1.0, 6) for start in starts])
    assert fitted_rhythm(*observed(events, edge_h)) is None


def test_a_rhythm_of_its_hosts_hours_is_not_its_own() -> None:
    edge_h = np.arange(0.0, 65 * 6, 6.0)  # changes from 6 to 12 only, and the host is known for it
    important = edge_h[1:] % 24 == 12
    counted_h = np.where(important, 23.97, 0.01)
    assert fitted_rhythm(edge_h, important, counted_h) is None
    assert fitted_rhythm(edge_h, important, np.diff(edge_h)) is not None


@settings(max_examples=40, deadline=None)
@given(
    gaps=st.lists(st.floats(0.01, 400.0), min_size=0, max_size=80),
    bits=st.lists(st.booleans(), min_size=80, max_size=80),
    speed=st.floats(0.01, 3.0),
)
def test_whatever_is_observed_a_rhythm_is_none_or_within_bounds(
    gaps: list[float], bits: list[bool], speed: float
) -> None:
    edge_h = np.cumsum([0.0, *gaps])
    found = fitted_rhythm(edge_h, np.array(bits[: len(gaps)], dtype=bool), speed * np.array(gaps))
    if found is not None:
        assert len(gaps) >= FEWEST
        assert 0.5 < found.weight <= 1
        assert 1.0 < found.period_h < edge_h[-1] - edge_h[0]
        assert np.isfinite(found.tick_h)


@given(
    start_h=st.floats(0, 500),
    spans_h=st.tuples(st.floats(0, 100), st.floats(0, 100)),
    period_h=st.floats(2, 200),
    weight=st.floats(0.51, 1),
)
def test_time_never_runs_back_and_adds_up(
    start_h: float, spans_h: tuple[float, float], period_h: float, weight: float
) -> None:
    rhythms = Rhythms(1)
    rhythms.set(0, Rhythm(period_h=period_h, tick_h=7.0, weight=weight))
    middle_h, end_h = start_h + spans_h[0], start_h + sum(spans_h)
    first, second, whole = (
        rhythms.operational_h(ROW, np.array([a]), b, np.array([b - a]))[0]
        for a, b in ((start_h, middle_h), (middle_h, end_h), (start_h, end_h))
    )
    assert first >= 0
    assert second >= 0
    assert first + second == pytest.approx(whole, abs=1e-6)
    assert abs(whole - (end_h - start_h)) <= period_h + 1e-6


def test_a_page_without_a_rhythm_counts_as_its_host_does() -> None:
    rhythms, counted_h = Rhythms(2), np.array([3.0, 4.0])
    rows = np.arange(2)
    assert rhythms.operational_h(rows, np.zeros(2), 5.0, counted_h) is counted_h
    assert rhythms.stretched_h(rows, counted_h, np.ones(2)) is counted_h
    assert rhythms.at(rows, 5.0, counted_h) is counted_h
    rhythms.set(0, FIVE_HOURS)
    assert rhythms.operational_h(rows, np.zeros(2), 5.0, counted_h)[1] == 4.0
    assert rhythms.least_scale_h(rows, np.ones(2)).tolist() == [5.0, 0.0]


def test_a_tick_counts_more_than_the_hours_between() -> None:
    over = counted_with(FIVE_HOURS, 5.0, 7.0, timedelta(hours=2), RateBelief(shape=1.0, scale_h=50.0))
    between = counted_with(FIVE_HOURS, 7.5, 9.5, timedelta(hours=2), RateBelief(shape=1.0, scale_h=50.0))
    assert over > timedelta(hours=4.5)
    assert between < timedelta(hours=0.3)


def test_no_belief_expects_more_than_one_change_at_a_tick() -> None:
    eager = RateBelief(shape=2.0, scale_h=1.0)
    assert no_faster(FIVE_HOURS, eager) == RateBelief(shape=2.0, scale_h=10.0)
    assert no_faster(None, eager) is eager
