from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from crawler.manners.refusals import Hold
from crawler.scheduling.decision import RevisitPolicy, held_back
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.period import Rhythm
from crawler.scheduling.price_table import HostPrice, PriceTable
from crawler.scheduling.rules import VisitRule
from crawler.settings import CrawlSettings
from storage.records import Page, RateBelief

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
POLICY = RevisitPolicy(CrawlSettings())
COSTS_3 = PriceTable(common=3.1)
TWICE_A_DAY = RateBelief(shape=20.0, scale_h=240.0)


def page(number: int = 1, **values: object) -> Page:
    url = f"https://example.org/{number}"
    base = Page(id=number, url=url, url_key=f"org,example)/{number}", host="example.org", added_at=NOW)
    return replace(base, **values)  # type: ignore[arg-type]


def test_without_a_budget_a_page_is_due_at_the_floor() -> None:
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW)
    assert decision.due_at == NOW + HOUR
    assert decision.reason == (
        "about 2.0 important changes a day (90 %: 1.3-2.8), no budget -> every 1 h, its floor"
    )


def test_with_a_price_the_reason_names_rate_price_and_interval() -> None:
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=COSTS_3)
    assert NOW + HOUR < decision.due_at < NOW + 24 * HOUR
    hours = (decision.due_at - NOW) / HOUR
    assert decision.reason == (
        f"about 2.0 important changes a day (90 %: 1.3-2.8), a visit costs 3.1 weighted hours -> every {hours:.3g} h"
    )


@pytest.mark.parametrize(
    ("price", "limit"), [(1e-9, "every 1 h, its floor"), (1e9, "every 14 d, its ceiling")]
)
def test_the_reason_says_when_a_limit_decided(price: float, limit: str) -> None:
    assert POLICY.after_visit(
        page(), TWICE_A_DAY, at=NOW, price_table=PriceTable(common=price)
    ).reason.endswith(limit)


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (RateBelief(shape=10.0, scale_h=10.0), "about 24 important changes a day"),
        (RateBelief(shape=1.0, scale_h=100.0), "about 1.7 important changes a week"),
        (RateBelief(shape=1.0, scale_h=2000.0), "about 0.4 important changes a month"),
    ],
)
def test_rates_are_told_in_units_a_person_counts_in(rate: RateBelief, words: str) -> None:
    often = page(floor=timedelta(minutes=15))
    assert POLICY.after_visit(often, rate, at=NOW).reason.startswith(words)


def test_a_page_keeps_its_own_floor_and_ceiling() -> None:
    own = page(floor=timedelta(minutes=15), ceiling=timedelta(hours=6))
    assert POLICY.after_visit(own, TWICE_A_DAY, at=NOW).due_at == NOW + timedelta(minutes=15)
    assert POLICY.after_visit(
        own, TWICE_A_DAY, at=NOW, price_table=PriceTable(common=1e9)
    ).due_at == NOW + timedelta(hours=6)


def test_a_curators_short_ceiling_wins_over_the_collections_floor() -> None:
    own = page(ceiling=timedelta(minutes=30))
    assert POLICY.after_visit(own, TWICE_A_DAY, at=NOW).due_at == NOW + timedelta(minutes=30)


def test_failures_wait_twice_as_long_each_time_up_to_the_ceiling() -> None:
    waits = [POLICY.after_failure(page(), failures=n, at=NOW).due_at - NOW for n in (1, 2, 3, 4, 100, 10**6)]
    assert waits == [HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, timedelta(days=14), timedelta(days=14)]


def test_too_many_failures_in_a_row_quarantine_a_page_until_its_ceiling() -> None:
    policy = RevisitPolicy(CrawlSettings(quarantine_after=3))
    before, after = (policy.after_failure(page(), failures=n, at=NOW) for n in (2, 3))
    assert not before.quarantined
    assert after.quarantined
    assert after.due_at == NOW + timedelta(days=14)
    assert after.reason == "quarantined after 3 failed visits in a row -> one try in 14 d"


def test_a_quarantined_page_stays_so_while_its_host_is_left_alone() -> None:
    policy = RevisitPolicy(CrawlSettings(quarantine_after=1))
    hold = Hold(until=NOW + timedelta(days=99), why="the server asks to wait")
    assert held_back(policy.after_failure(page(), failures=1, at=NOW), hold, at=NOW).quarantined


def test_the_reason_counts_failures() -> None:
    assert POLICY.after_failure(page(), failures=1, at=NOW).reason == "the visit failed -> again in 1 h"
    assert (
        POLICY.after_failure(page(), failures=3, at=NOW).reason == "3 visits in a row failed -> again in 4 h"
    )


def test_a_page_of_a_full_host_says_what_its_host_takes() -> None:
    price_table = PriceTable(common=1.0, hosts={"example.org": HostPrice(price=4.0, per_h=6.0)})
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=price_table)
    assert decision.decided_by == "host"
    assert "a visit costs 4 weighted hours on a host that takes 6.0 visits an hour" in decision.reason
    assert (
        decision.due_at
        > POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=PriceTable(common=1.0)).due_at
    )


def test_a_rule_decides_whatever_was_learned() -> None:
    rule = VisitRule(cron="0 7 * * 1-5", zone="Europe/Berlin")
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=COSTS_3, rule=rule)
    assert decision.due_at == datetime(2026, 1, 1, 6, tzinfo=UTC)
    assert (decision.decided_by, decision.exempt) == ("rule", True)
    assert decision.reason == "its rule: 0 7 * * 1-5 Europe/Berlin"
    assert decision.plan == {"decided_by": "rule", "interval_h": 6.0, "rule": "0 7 * * 1-5 Europe/Berlin"}


def test_a_page_with_a_rule_that_fails_is_tried_again_before_but_never_later_than_its_rule_says() -> None:
    rule = VisitRule(every=timedelta(hours=6))
    waits = [POLICY.after_failure(page(), failures=n, at=NOW, rule=rule).due_at - NOW for n in (1, 2, 4, 99)]
    assert waits == [HOUR, 2 * HOUR, 6 * HOUR, 6 * HOUR]


def test_the_hours_of_its_host_move_a_visit() -> None:
    """Changes come from 8 to 18 only: a page seen at 18:00 is left in peace at night."""
    memory, day = HostStats(), timedelta(days=1)
    for hour in range(24 * 7 * 12):
        start = NOW - 90 * day + hour * HOUR
        memory.learn(start, start + HOUR, 8 <= start.hour < 18 and hour % 2 == 0, TWICE_A_DAY)
    evening = NOW + 18 * HOUR
    alike = POLICY.after_visit(page(), TWICE_A_DAY, at=evening, price_table=COSTS_3)
    known = POLICY.after_visit(page(), TWICE_A_DAY, at=evening, price_table=COSTS_3, profile=memory.profile)
    assert known.due_at > alike.due_at
    assert known.reason.endswith("by its host's hours")


def test_hours_that_hardly_differ_are_not_told() -> None:
    memory = HostStats()
    memory.learn(NOW - HOUR, NOW, True, TWICE_A_DAY)
    known = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=COSTS_3, profile=memory.profile)
    assert "hours" not in known.reason.split("->")[1]


def test_a_page_that_differs_at_every_visit_takes_no_more_than_one_that_changes_every_other_floor() -> None:
    differs, fast = RateBelief(shape=20.0, scale_h=20 / 60.0), RateBelief(shape=20.0, scale_h=40.0)
    plans = [POLICY.after_visit(page(), rate, at=NOW, price_table=COSTS_3) for rate in (differs, fast)]
    assert plans[0].due_at == plans[1].due_at
    assert plans[0].reason.startswith("changes at most visits, planned as one change in 2 h, a visit costs")


def test_the_reason_tells_a_weight_that_somebody_gave() -> None:
    heavy = POLICY.after_visit(page(weight=3.0), TWICE_A_DAY, at=NOW, price_table=COSTS_3)
    assert ", weight 3, a visit costs 3.1 weighted hours" in heavy.reason


def test_every_decision_names_what_decided() -> None:
    decided = [
        POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=price_table).decided_by
        for price_table in (None, PriceTable(common=1e-9), COSTS_3, PriceTable(common=1e9))
    ]
    assert decided == ["floor", "floor", "budget", "ceiling"]
    failed = POLICY.after_failure(page(), failures=1, at=NOW)
    assert failed.decided_by == "failures"
    assert held_back(failed, Hold(until=NOW + 2 * HOUR, why="429"), at=NOW).decided_by == "hold"


def test_the_reason_tells_a_rhythm_and_programs_find_it_in_the_plan() -> None:
    ticks = Rhythm(period_h=12.0, tick_h=1.0, weight=0.934)
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=COSTS_3, rhythm=ticks)
    assert (
        ", regular: every 12 h or a multiple of it (93 % sure), a visit costs 3.1 weighted" in decision.reason
    )
    assert decision.plan["rhythm"] == {"period_h": 12.0, "tick_h": 1.0, "weight": 0.934}
    assert "rhythm" not in POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price_table=COSTS_3).plan
