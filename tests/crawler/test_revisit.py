from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from crawler.refusals import Hold
from crawler.revisit import RevisitPolicy, held_back, solve_price
from crawler.settings import CrawlSettings
from storage.records import Page, RateBelief

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
POLICY = RevisitPolicy(CrawlSettings())
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
    decision = POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price=3.1)
    assert NOW + HOUR < decision.due_at < NOW + 24 * HOUR
    hours = (decision.due_at - NOW) / HOUR
    assert decision.reason == (
        f"about 2.0 important changes a day (90 %: 1.3-2.8), price 3.1 -> every {hours:.3g} h"
    )


@pytest.mark.parametrize(
    ("price", "limit"), [(1e-9, "every 1 h, its floor"), (1e9, "every 14 d, its ceiling")]
)
def test_the_reason_says_when_a_limit_decided(price: float, limit: str) -> None:
    assert POLICY.after_visit(page(), TWICE_A_DAY, at=NOW, price=price).reason.endswith(limit)


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (RateBelief(shape=10.0, scale_h=10.0), "about 24 important changes a day"),
        (RateBelief(shape=1.0, scale_h=100.0), "about 1.7 important changes a week"),
        (RateBelief(shape=1.0, scale_h=2000.0), "about 0.4 important changes a month"),
    ],
)
def test_rates_are_told_in_units_a_person_counts_in(rate: RateBelief, words: str) -> None:
    assert POLICY.after_visit(page(), rate, at=NOW).reason.startswith(words)


def test_a_page_keeps_its_own_floor_and_ceiling() -> None:
    own = page(floor=timedelta(minutes=15), ceiling=timedelta(hours=6))
    assert POLICY.after_visit(own, TWICE_A_DAY, at=NOW).due_at == NOW + timedelta(minutes=15)
    assert POLICY.after_visit(own, TWICE_A_DAY, at=NOW, price=1e9).due_at == NOW + timedelta(hours=6)


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


def test_the_price_shares_the_budget_among_equal_pages() -> None:
    settings = CrawlSettings(budget_per_h=2.0)
    pages = [page(number) for number in range(12)]
    price = solve_price(pages, settings)
    due = {RevisitPolicy(settings).after_visit(p, p.rate, at=NOW, price=price).due_at for p in pages}
    assert {round((when - NOW) / HOUR, 6) for when in due} == {6.0}


def test_no_budget_and_no_pages_have_no_price() -> None:
    assert solve_price([page()], CrawlSettings()) == 0.0
    assert solve_price([], CrawlSettings(budget_per_h=1.0)) == 0.0
