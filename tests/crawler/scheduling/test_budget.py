from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.scheduling.budget import SAVED_H, Allowance

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def idle(allowance: Allowance, since: datetime, hours: int) -> datetime:
    """The time after so many hours in which it was looked at but nothing was due."""
    for hour in range(1, hours + 1):
        allowance.left(since + hour * HOUR)
    return since + hours * HOUR


def test_without_a_budget_any_number_of_visits_may_begin() -> None:
    allowance = Allowance(None, NOW)
    allowance.spend(1000, NOW)
    assert allowance.left(NOW) is None
    assert allowance.again_at(NOW) == NOW
    assert allowance.spare(NOW) == 0


def test_what_is_left_over_is_saved_for_half_a_day_and_spent_no_faster_than_its_gate_opens() -> None:
    allowance = Allowance(4.0, NOW, spent=4)
    assert [allowance.left(NOW + minutes * HOUR / 60) for minutes in (0, 14, 16, 31)] == [0, 0, 1, 2]
    now = idle(allowance, NOW + HOUR, 20)
    assert allowance.left(now) == 4, "an hour's visits at most begin at once"
    spent = 0
    for _ in range(6 * 24):
        visits = allowance.left(now) or 0
        allowance.spend(visits, now)
        spent += visits
        now += HOUR / 6
    assert spent == pytest.approx(4.0 * (24 + SAVED_H), abs=1)


def test_an_empty_one_says_when_the_next_visit_may_begin() -> None:
    allowance = Allowance(0.5, NOW, spent=1)
    again = allowance.again_at(NOW)
    assert again == pytest.approx(NOW + 2 * HOUR, abs=timedelta(seconds=1))
    assert allowance.left(again) == 1
    assert allowance.left(NOW) == 1, "a clock that went back takes nothing away"


def test_time_in_which_nobody_looked_pays_for_an_hours_visits() -> None:
    allowance = Allowance(4.0, NOW, spent=4)
    assert allowance.left(NOW + 1000 * HOUR) == 4
    allowance.spend(4, NOW + 1000 * HOUR)
    assert allowance.left(NOW + 1000 * HOUR) == 0


def test_half_of_what_can_be_saved_is_kept_for_what_falls_due() -> None:
    allowance = Allowance(10.0, NOW)
    assert allowance.spare(NOW) == 5, "at first half of an hour's, which is built up in three days"
    later = idle(allowance, NOW, 80)
    assert allowance.spare(later) == 10
    allowance.spend(100, later)
    later = idle(allowance, later, 4)
    assert allowance.spare(later) == 0
    assert allowance.left(later) == 10, "what falls due may have it"
    assert Allowance(0.05, NOW).spare(NOW) == 1


@given(st.floats(0.01, 100), st.floats(0, 400), st.integers(-2, 40))
def test_when_it_says_again_a_visit_may_begin_or_it_says_a_later_time(
    per_h: float, after_h: float, visits: int
) -> None:
    allowance = Allowance(per_h, NOW)
    now = NOW + after_h * HOUR
    allowance.spend(visits, now)
    for _ in range(200):
        again = allowance.again_at(now)
        if (allowance.left(again) or 0) >= 1:
            return
        assert again > now
        now = again
    raise AssertionError("no visit may ever begin")


@given(
    st.lists(st.tuples(st.floats(-50, 500), st.integers(0, 9)), max_size=40),
    st.floats(0.1, 50),
)
def test_whatever_the_clock_does_no_stretch_costs_more_than_its_budget_and_an_hours_visits(
    steps: list[tuple[float, int]], per_h: float
) -> None:
    allowance, now, forward, spent = Allowance(per_h, NOW), NOW, 0.0, 0
    for hours, wanted in steps:
        now += hours * HOUR
        forward += max(hours, 0.0)
        visits = min(wanted, allowance.left(now) or 0)
        allowance.spend(visits, now)
        spent += visits
    assert spent <= per_h * forward + max(1.0, per_h) + 1e-6
