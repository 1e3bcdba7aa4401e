import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from crawler.scheduling.budget_forecast import intervals
from crawler.scheduling.decision import RevisitPolicy
from crawler.scheduling.planning import solve_price_table, spare_pages
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.rules import VisitRule
from crawler.scheduling.value import AIMS
from crawler.settings import CrawlSettings
from storage.records import Page, RateBelief
from tests.crawler.scheduling.columns import columns

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
BUDGET = CrawlSettings(budget_per_h=2.0)


def page(number: int = 1, *, host: str = "example.org", changes_a_day: float = 2.0, **values: object) -> Page:
    url = f"https://{host}/{number}"
    rate = RateBelief(shape=20.0, scale_h=480.0 / changes_a_day)
    base = Page(id=number, url=url, url_key=url, host=host, added_at=NOW, rate=rate)
    return replace(base, **values)  # type: ignore[arg-type]


def visited(number: int, *, hours_ago: float, changes_a_day: float = 2.0, **values: object) -> Page:
    last = NOW - hours_ago * HOUR
    host = f"h{number}.example"
    return page(
        number, host=host, changes_a_day=changes_a_day, last_visit_at=last, due_at=NOW + HOUR, **values
    )


def price_table_of(
    pages: list[Page],
    settings: CrawlSettings = BUDGET,
    *,
    rules: dict[int, VisitRule] | None = None,
    host_per_h: dict[str, float] | None = None,
    **values: Any,
) -> PriceTable:
    """The price_table of pages with these rules, on hosts that take so much."""
    watched = columns(pages, settings, NOW, rules=rules, host_per_h=host_per_h)
    return solve_price_table(watched, settings, **values)


def waits_h(
    pages: list[Page], price_table: PriceTable, rules: dict[int, VisitRule] | None = None
) -> list[float]:
    """Hours between the visits of each page."""
    return list(intervals(columns(pages, BUDGET, NOW, rules=rules), price_table))


def spare(
    pages: list[Page], visits: int, resting: str = "", rules: dict[int, VisitRule] | None = None
) -> list[tuple[int, float]]:
    watched = columns(pages, BUDGET, NOW, rules=rules)
    return spare_pages(watched, PriceTable(common=5.0), visits=visits, rests=lambda host: host == resting)


def asked_per_h(pages: list[Page], settings: CrawlSettings, price_table: PriceTable) -> float:
    return float(np.sum(1 / intervals(columns(pages, settings, NOW), price_table)))


def test_the_price_shares_the_budget_among_equal_pages() -> None:
    pages = [page(number, host=f"h{number}.example") for number in range(12)]
    price_table = price_table_of(pages)
    due = {
        RevisitPolicy(BUDGET).after_visit(p, p.rate, at=NOW, price_table=price_table).due_at for p in pages
    }
    assert {round((when - NOW) / HOUR, 6) for when in due} == {6.0}


def test_no_budget_and_no_pages_cost_nothing() -> None:
    assert price_table_of([page()], CrawlSettings()).common == 0.0
    assert price_table_of([]).common == 0.0


def test_a_host_that_takes_few_visits_gets_a_price_of_its_own_and_others_what_it_leaves() -> None:
    slow = [page(n, host="slow.example", changes_a_day=1 + n) for n in range(10)]
    fast = [page(100 + n, host=f"fast{n}.example", changes_a_day=1 + n) for n in range(10)]
    price_table = price_table_of([*slow, *fast], host_per_h={"slow.example": 0.5})
    assert set(price_table.hosts) == {"slow.example"}
    assert price_table.price("slow.example") > price_table.price("fast1.example") == price_table.common
    assert asked_per_h(slow, BUDGET, price_table) == pytest.approx(0.5, rel=0.01)
    assert asked_per_h(fast, BUDGET, price_table) == pytest.approx(1.5, rel=0.01)
    waits = waits_h(slow, price_table)
    assert waits == sorted(waits, reverse=True), "its pages compete with each other: faster ones come sooner"


def test_a_full_host_has_a_price_even_without_a_budget() -> None:
    pages = [page(number) for number in range(100)]
    price_table = price_table_of(pages, CrawlSettings(), host_per_h={"example.org": 10.0})
    assert price_table.common == 0.0
    assert asked_per_h(pages, CrawlSettings(), price_table) == pytest.approx(10.0, rel=0.01)


def test_what_rules_ask_for_is_taken_off_the_budget_first() -> None:
    pages = [page(number, host=f"h{number}.example") for number in range(13)]
    rules = {0: VisitRule(every=HOUR)}
    price_table = price_table_of(pages, rules=rules)
    waits = waits_h(pages, price_table, rules)
    assert waits[0] == 1.0
    assert sum(1 / wait for wait in waits) == pytest.approx(2.0)


def test_rules_that_cost_more_than_the_budget_send_all_others_to_their_ceilings() -> None:
    pages = [page(1), page(2, host="other.example")]
    rules = {1: VisitRule(every=timedelta(minutes=20))}
    price_table = price_table_of(pages, rules=rules)
    assert waits_h(pages, price_table, rules)[1] == 14 * 24
    assert price_table.least_per_h > 2.0


def test_kappa_follows_how_scarce_visits_are_unless_it_is_set() -> None:
    pages = [page(number, host=f"h{number}.example") for number in range(12)]
    assert price_table_of(pages).kappa_h == pytest.approx(AIMS["balanced"].kappa_h(6.0))
    versions = price_table_of(pages, aim=AIMS["versions"])
    assert versions.kappa_h == pytest.approx(AIMS["versions"].kappa_h(6.0))
    assert versions.linear == AIMS["versions"].linear
    assert price_table_of(pages, replace(BUDGET, kappa_h=3.0)).kappa_h == 3.0


def test_a_heavier_page_is_visited_more_often() -> None:
    pages = [page(1, host="a.example", weight=4.0), page(2, host="b.example")]
    waits = waits_h(pages, price_table_of(pages, replace(BUDGET, budget_per_h=0.2)))
    assert waits[0] < waits[1]


def test_a_corrected_price_is_a_multiple_of_the_solved_one() -> None:
    pages = [page(number, host=f"h{number}.example") for number in range(12)]
    plain, dearer = (price_table_of(pages, correction=times).common for times in (1.0, 2.0))
    assert dearer == pytest.approx(2 * plain)


def test_a_price_table_survives_json() -> None:
    price_table = price_table_of([page(n) for n in range(9)], host_per_h={"example.org": 0.5})
    assert PriceTable.from_json(price_table.as_json()) == price_table
    assert PriceTable.from_json(None) == PriceTable()
    kept = json.loads(json.dumps(price_table.as_json()))
    assert PriceTable.from_json({**kept, "by_hour": [1.0] * 168}) == price_table, (
        "an earlier version kept more"
    )


def test_spare_visits_go_to_what_is_worth_most_never_inside_a_floor() -> None:
    fresh = visited(1, hours_ago=0.5, changes_a_day=40.0)
    worth = visited(2, hours_ago=5.0, changes_a_day=10.0)
    less = visited(3, hours_ago=5.0, changes_a_day=0.1)
    ((number, share),) = spare([fresh, worth, less], 1)
    assert number == 2
    assert share > 0
    assert [number for number, _ in spare([fresh, worth, less], 9)] == [2, 3]


def test_spare_visits_spare_hosts_that_rest_pages_that_failed_and_pages_with_rules() -> None:
    pages = [visited(1, hours_ago=5.0), visited(2, hours_ago=5.0, failures=1), visited(3, hours_ago=5.0)]
    assert spare(pages, 9, resting="h1.example", rules={3: VisitRule(every=HOUR)}) == []
