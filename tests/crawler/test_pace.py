from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.pace import Allowance

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_without_a_budget_any_number_of_visits_may_begin() -> None:
    allowance = Allowance(None, NOW)
    allowance.spend(1000, NOW)
    assert allowance.left(NOW) is None
    assert allowance.again_at(NOW) == NOW
    assert allowance.spare(NOW) == 0


def test_it_fills_with_time_up_to_an_hours_visits() -> None:
    allowance = Allowance(4.0, NOW, spent=4)
    assert [allowance.left(NOW + minutes * HOUR / 60) for minutes in (0, 14, 16, 31, 600)] == [0, 0, 1, 2, 4]


def test_an_empty_one_says_when_the_next_visit_may_begin() -> None:
    allowance = Allowance(0.5, NOW, spent=1)
    again = allowance.again_at(NOW)
    assert again == pytest.approx(NOW + 2 * HOUR, abs=timedelta(seconds=1))
    assert allowance.left(again) == 1
    assert allowance.left(NOW) == 1, "a clock that went back takes nothing away"


def test_half_of_it_is_kept_for_what_falls_due() -> None:
    allowance = Allowance(10.0, NOW)
    assert allowance.spare(NOW) == 5
    allowance.spend(6, NOW)
    assert allowance.spare(NOW) == 0
    assert Allowance(0.5, NOW).spare(NOW) == 1


@given(st.lists(st.tuples(st.floats(-50, 500), st.integers(0, 9)), max_size=40), st.floats(0.1, 50))
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
