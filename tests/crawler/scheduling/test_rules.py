from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from crawler.errors import ContradictoryRule
from crawler.scheduling.rules import VisitRule, rule_of
from crawler.settings import CrawlSettings, PageCrawlSettings

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
    assert daily.missed(utc(2026, 1, 1, 9), utc(2026, 1, 4, 12)) == 4
    assert daily.missed(utc(2026, 1, 1, 9), utc(2026, 1, 1, 9, 5)) == 0
    assert daily.missed(utc(2026, 1, 1, 9), utc(2026, 1, 1, 10)) == 1
    assert VisitRule(every=timedelta(hours=6)).missed(utc(2026, 1, 1), utc(2026, 1, 2, 1)) == 5


def test_a_clock_that_jumps_back_has_missed_nothing() -> None:
    for rule in (VisitRule(cron="0 9 * * *"), VisitRule(every=timedelta(hours=6))):
        assert rule.missed(utc(2026, 1, 4), utc(2025, 1, 1)) == 0


def test_a_clock_that_jumps_far_ahead_is_not_counted_without_end() -> None:
    for rule in (VisitRule(cron="* * * * *"), VisitRule(every=timedelta(minutes=1))):
        assert rule.missed(utc(2026, 1, 1), utc(2090, 1, 1)) == 1000


def test_days_of_the_week_count_from_sunday_as_in_cron() -> None:
    by_number, by_name = (
        VisitRule(cron=f"0 7 * * {days}", zone="Europe/Berlin") for days in ("1-5", "mon-fri")
    )
    friday = utc(2026, 3, 27, 12)
    assert fires(by_number, friday, 6) == fires(by_name, friday, 6)
    assert fires(by_number, friday, 1) == [utc(2026, 3, 30, 5)]  # Monday
    assert fires(VisitRule(cron="0 7 * * 0"), friday, 1) == [utc(2026, 3, 29, 7)]


def test_a_day_of_the_month_beside_a_day_of_the_week_means_either() -> None:
    rule = VisitRule(cron="0 0 1 * fri")
    assert fires(rule, utc(2026, 3, 26), 3) == [utc(2026, 3, 27), utc(2026, 4, 1), utc(2026, 4, 3)]


def test_a_visit_in_the_repeated_hour_is_followed_by_tomorrows() -> None:
    assert fires(HALF_PAST_TWO, utc(2026, 10, 25, 1, 10), 1) == [utc(2026, 10, 26, 1, 30)]


def test_clocks_that_change_by_half_an_hour_lose_no_visit() -> None:
    """On 4 October 2026 Lord Howe's clocks go from 02:00 to 02:30."""
    planned = fires(VisitRule(cron="15 2 * * *", zone="Australia/Lord_Howe"), utc(2026, 10, 2), 4)
    days = [moment.astimezone(ZoneInfo("Australia/Lord_Howe")).day for moment in planned]
    assert days == [3, 4, 5, 6]


def test_a_line_knows_its_shortest_interval_and_how_often_it_comes() -> None:
    rule = VisitRule(cron="0 9,11 * * *", zone="Europe/Berlin")
    assert rule.shortest() == timedelta(hours=2)
    assert rule.per_h() == pytest.approx(2 / 24, rel=0.02)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"every": timedelta(minutes=30)}, r"its \[crawl\] floor allows 1:00:00"),
        ({"every": timedelta(hours=6), "floor": timedelta(hours=12)}, "its floor allows 12:00:00"),
        ({"cron": "0,30 9 * * *"}, "visits 0:30:00 apart"),
        ({"every": timedelta(hours=6), "cron": "0 9 * * *"}, "not both"),
        ({"ceiling": timedelta(hours=1), "floor": timedelta(hours=2)}, "ceiling .* is below its floor"),
        ({"ceiling": timedelta(minutes=10)}, r"below its \[crawl\] floor"),
        ({"every": timedelta(days=3), "ceiling": timedelta(days=1)}, "would never count"),
        ({"time_zone": "Europe/Berlin"}, "zone belongs to cron"),
    ],
)
def test_settings_of_a_page_that_contradict_each_other_are_refused(
    own: dict[str, object], words: str
) -> None:
    with pytest.raises(ContradictoryRule, match=words):
        rule_of(PageCrawlSettings(**own), CrawlSettings())  # type: ignore[arg-type]


def test_a_lower_floor_of_its_own_allows_a_faster_rule() -> None:
    own = PageCrawlSettings(every=timedelta(minutes=30), floor=timedelta(minutes=15))
    assert rule_of(own, CrawlSettings()) == VisitRule(every=timedelta(minutes=30))
    assert rule_of(PageCrawlSettings(), CrawlSettings()) is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "neither"),
        ({"every": timedelta(hours=1), "cron": "0 9 * * *"}, "both"),
        ({"every": timedelta(seconds=5)}, "at least a minute"),
        ({"every": timedelta(hours=1), "zone": "Europe/Berlin"}, "zone belongs to cron"),
        ({"cron": "0 9 * *"}, "five fields"),
        ({"cron": "0 0 31 2 *"}, "no cron line .*day 1-31 that one of its months has"),
        ({"cron": "0 7 * * *", "zone": "Europe/Berln"}, "did you mean 'Europe/Berlin'"),
        ({"cron": "0 0 29 2 MON#9"}, "no cron line"),
        ({"cron": "0 99 * * *"}, "no cron line"),
        ({"cron": "0 9 * * *", "zone": "Europe/Nowhere"}, "no time zone"),
    ],
)
def test_contradictory_rules_are_refused_in_words(given: dict[str, object], words: str) -> None:
    with pytest.raises(ContradictoryRule, match=words):
        VisitRule(**given)  # type: ignore[arg-type]
