from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.scheduling.budget import Allowance, TokenBucket
from crawler.scheduling.day_pace import EVEN, DayPace

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BY_DAY = DayPace(np.tile(np.repeat([0.5, 1.5], 12), 7))
PACES = st.sampled_from([EVEN, BY_DAY, DayPace(np.tile(np.roll([2.5] * 12 + [0.25] * 12, 5), 7))])
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


def test_what_the_night_leaves_over_is_spent_by_day() -> None:
    allowance = Allowance(4.0, NOW, spent=4)
    allowance.follow(BY_DAY)
    spent = []
    for quarters in range(1, 48 * 4 + 1):
        at = NOW + quarters * HOUR / 4
        visits = allowance.left(at) or 0
        allowance.spend(visits, at)
        spent.append(visits)
    by_half = [sum(spent[start : start + 48]) for start in (0, 48, 96, 144)]
    assert by_half == [pytest.approx(wanted, abs=1) for wanted in (24, 72, 24, 72)]
    hours = [sum(spent[start : start + 4]) for start in range(0, 192, 4)]
    assert max(hours) <= 4.0 * 1.5 + 1


def test_nothing_is_lent_where_a_day_begins_with_its_busy_hours() -> None:
    bucket = TokenBucket(most_h=24.0)
    bucket.pace = BY_DAY
    for hour in range(12, 24):
        bucket.fill(hour, hour + 1, 4.0)
        assert bucket.whole == 4
        bucket.spend(4)
    bucket.fill(24, 25, 4.0)
    assert bucket.whole == 2, "the first night saves"


def test_after_a_long_quiet_time_an_hours_visits_begin_at_once_and_the_rest_by_the_hours() -> None:
    allowance = Allowance(4.0, NOW)
    allowance.follow(BY_DAY)
    noon = NOW + 60 * HOUR
    assert allowance.left(noon) == 4
    allowance.spend(4, noon)
    assert allowance.left(noon + HOUR / 2) == 3
    assert allowance.left(noon + 3 * HOUR) == 4, "an hour's visits are saved up at most"


def test_an_empty_one_says_when_its_hours_pay_for_the_next_visit() -> None:
    allowance = Allowance(1.0, NOW, spent=1)
    allowance.follow(BY_DAY)
    assert allowance.again_at(NOW) == pytest.approx(NOW + 2 * HOUR, abs=timedelta(seconds=1))
    assert allowance.left(allowance.again_at(NOW)) == 1


@given(st.floats(0.01, 100), PACES, st.floats(0, 400), st.integers(-2, 40))
def test_when_it_says_again_a_visit_may_begin_or_it_says_a_later_time(
    per_h: float, pace: DayPace, after_h: float, visits: int
) -> None:
    allowance = Allowance(per_h, NOW)
    allowance.follow(pace)
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
    st.lists(st.tuples(st.floats(-50, 500), st.integers(0, 9), PACES), max_size=40),
    st.floats(0.1, 50),
)
def test_whatever_the_clock_does_no_stretch_costs_more_than_its_budget_and_an_hours_visits(
    steps: list[tuple[float, int, DayPace]], per_h: float
) -> None:
    allowance, now, forward, spent = Allowance(per_h, NOW), NOW, 0.0, 0
    for hours, wanted, pace in steps:
        allowance.follow(pace)
        now += hours * HOUR
        forward += max(hours, 0.0)
        visits = min(wanted, allowance.left(now) or 0)
        allowance.spend(visits, now)
        spent += visits
    assert spent <= per_h * forward + max(1.0, per_h) + 1e-6
