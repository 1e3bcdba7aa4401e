from datetime import UTC, datetime, timedelta

import pytest

from crawler.errors import ContradictoryRule
from crawler.rules import VisitRule

HALF_PAST_TWO = VisitRule(cron="30 2 * * *", zone="Europe/Berlin")


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


def fires(rule: VisitRule, start: datetime, count: int) -> list[datetime]:
    found = []
    for _ in range(count):
        planned = rule.next_after(start)
        assert planned is not None
        found.append(planned)
        start = planned
    return found


def test_every_counts_from_the_last_visit() -> None:
    assert VisitRule(every=timedelta(hours=6)).next_after(utc(2026, 3, 29, 0)) == utc(2026, 3, 29, 6)


def test_a_cron_line_keeps_the_wall_clock_of_its_zone() -> None:
    rule = VisitRule(cron="0 9 * * mon-fri", zone="Europe/Berlin")
    assert fires(rule, utc(2026, 3, 27, 12), 1) == [utc(2026, 3, 30, 7)]  # Monday, summer time
    assert fires(rule, utc(2026, 3, 26, 12), 1) == [utc(2026, 3, 27, 8)]  # Friday, winter time


def test_a_time_that_the_clocks_skip_is_made_up_for_once() -> None:
    """On 29 March 2026 Berlin's clocks go from 02:00 to 03:00 (01:00 UTC)."""
    around = fires(HALF_PAST_TWO, utc(2026, 3, 28, 0), 3)
    assert around[0] == utc(2026, 3, 28, 1, 30)
    assert around[2] == utc(2026, 3, 30, 0, 30)
    assert utc(2026, 3, 29, 0, 30) <= around[1] <= utc(2026, 3, 29, 2)


def test_a_time_that_comes_twice_is_visited_once() -> None:
    """On 25 October 2026 Berlin's clocks go from 03:00 back to 02:00 (01:00 UTC)."""
    around = fires(HALF_PAST_TWO, utc(2026, 10, 24, 12), 2)
    assert around == [utc(2026, 10, 25, 0, 30), utc(2026, 10, 26, 1, 30)]


@pytest.mark.parametrize(("start", "hours"), [(utc(2026, 3, 28, 23), 24), (utc(2026, 10, 24, 22), 24)])
def test_hourly_lines_lose_and_gain_no_hour_that_passes(start: datetime, hours: int) -> None:
    found = fires(VisitRule(cron="0 * * * *", zone="Europe/Berlin"), start, hours)
    assert found == [start + timedelta(hours=number) for number in range(1, hours + 1)]


def test_missed_visits_are_counted() -> None:
    daily = VisitRule(cron="0 9 * * *")
    assert daily.missed(utc(2026, 1, 1, 9), utc(2026, 1, 4, 12)) == 3
    assert daily.missed(utc(2026, 1, 1, 9), utc(2026, 1, 1, 9, 5)) == 0
    assert VisitRule(every=timedelta(hours=6)).missed(utc(2026, 1, 1), utc(2026, 1, 2)) == 4


def test_a_clock_that_jumps_back_has_missed_nothing() -> None:
    for rule in (VisitRule(cron="0 9 * * *"), VisitRule(every=timedelta(hours=6))):
        assert rule.missed(utc(2026, 1, 4), utc(2025, 1, 1)) == 0


def test_a_clock_that_jumps_far_ahead_is_not_counted_without_end() -> None:
    for rule in (VisitRule(cron="* * * * *"), VisitRule(every=timedelta(minutes=1))):
        assert rule.missed(utc(2026, 1, 1), utc(2090, 1, 1)) == 1000


def test_a_day_that_never_comes_is_never_due() -> None:
    assert VisitRule(cron="0 0 31 2 *").next_after(utc(2026, 1, 1)) is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "neither"),
        ({"every": timedelta(hours=1), "cron": "0 9 * * *"}, "both"),
        ({"every": timedelta(seconds=5)}, "at least a minute"),
        ({"every": timedelta(hours=1), "zone": "Europe/Berlin"}, "zone belongs to cron"),
        ({"cron": "0 9 * *"}, "five fields"),
        ({"cron": "0 9 * * 1-5"}, "as names"),
        ({"cron": "0 99 * * *"}, "no cron line"),
        ({"cron": "0 9 * * *", "zone": "Europe/Nowhere"}, "no time zone"),
    ],
)
def test_contradictory_rules_are_refused_in_words(given: dict[str, object], words: str) -> None:
    with pytest.raises(ContradictoryRule, match=words):
        VisitRule(**given)  # type: ignore[arg-type]
