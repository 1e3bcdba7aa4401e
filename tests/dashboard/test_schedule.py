"""The schedule room's parts."""

from datetime import datetime, timedelta

import pytest

from crawler.scheduling.hints import HintTrust
from crawler.scheduling.rate import credible_interval, mean_per_h
from dashboard.schedule import VISITS_A_SHEET, rate_figures, schedule
from dashboard.source import Source
from storage.queries.hints import HintKind, PageHint
from storage.queries.missed_visits import MissedVisit
from storage.records import RateBelief
from tests.dashboard.sample import START


@pytest.mark.parametrize(
    "belief", [RateBelief(), RateBelief(shape=40, scale_h=10), RateBelief(shape=0.3, scale_h=900)]
)
def test_the_rate_is_what_the_scheduler_believes(belief: RateBelief) -> None:
    figures = rate_figures(belief, hourly=True)
    assert figures.mean == pytest.approx(mean_per_h(belief))
    assert (figures.low, figures.high) == pytest.approx(credible_interval(belief, 0.9))


@pytest.mark.parametrize(
    ("per_h", "period"), [(2.0, "day"), (1 / 24, "day"), (1 / 100, "week"), (1 / 2000, "month")]
)
def test_the_rate_is_said_in_the_period_in_which_it_reads_best(per_h: float, period: str) -> None:
    assert rate_figures(RateBelief(shape=5, scale_h=5 / per_h)).period == period


def add(source: Source, number: int, due_at: datetime | None, *, active: bool = True) -> None:
    page = source.repository.add_page(f"https://{number}.example/", at=START, due_at=due_at)
    source.repository.set_active(page.id, active=active)


def test_visits_stand_in_due_order_and_overdue_ones_are_marked(source: Source) -> None:
    for number, hours in ((1, 5), (2, -1), (3, None), (4, 0)):
        due_at = None if hours is None else START + timedelta(hours=hours)
        add(source, number, due_at, active=number != 4)
    planned = schedule(source)
    assert [(visit.page.id, visit.overdue, visit.rhythm) for visit in planned.visits] == [
        (2, True, "first visit"),
        (1, False, "first visit"),
    ]
    assert [page.id for page in planned.unscheduled] == [3]
    assert planned.unscheduled_in_all == planned.paused == 1
    assert planned.summary == "1 page due now, 1 within an hour, 2 within a day."


def test_many_visits_are_read_in_sheets(source: Source) -> None:
    for number in range(VISITS_A_SHEET + 5):
        add(source, number, START + timedelta(hours=number))
    assert [len(schedule(source, sheet=sheet).visits) for sheet in (1, 2, 9)] == [VISITS_A_SHEET, 5, 5]


def test_nothing_planned_is_said(source: Source) -> None:
    assert schedule(source).summary == "No visit is planned."


def test_what_was_missed_spared_and_hinted_is_told(source: Source) -> None:
    for number in (1, 2):
        add(source, number, START + timedelta(hours=1))
    repository = source.repository
    reasons = ("nothing was running", "nothing was running", "the host asked for it")
    for page_id, visits, reason in zip((1, 2, 2), (3, 4, 1), reasons, strict=True):
        missed = MissedVisit(page_id=page_id, due_at=START, noticed_at=START, visits=visits, reason=reason)
        repository.add_missed_visit(missed)
    old = START - timedelta(days=15)
    repository.add_missed_visit(
        MissedVisit(page_id=1, due_at=old, noticed_at=old, visits=9, reason="long ago")
    )
    repository.add_hint(PageHint(page_id=1, at=START, kind=HintKind.CONDITIONAL, changed=False, spared=True))
    trust = HintTrust(announced=9.0, false=1.0)
    repository.set_host_rhythm("1.example", {"hints": {"announced": trust.as_json()}})
    told = schedule(source)
    assert [(item.visits, item.page.id, item.other_pages, item.reason) for item in told.missed] == [
        (7, 1, 1, "nothing was running"),
        (1, 2, 0, "the host asked for it"),
    ]
    assert told.spared == 1
    (hints,) = told.hints
    assert (hints.host, hints.who) == ("1.example", "feeds and sitemaps")
    assert (hints.recall, hints.precision) == pytest.approx((trust.recall, trust.precision), abs=1e-4)
