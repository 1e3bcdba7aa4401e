"""The schedule room's parts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from crawler.change_rate import credible_interval, mean_per_h
from dashboard.visits import rate_figures, schedule
from storage.records import RateBelief
from tests.dashboard.sample import START
from tests.dashboard.test_presenters import PAGE


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


def test_visits_stand_in_due_order_and_overdue_ones_are_marked() -> None:
    pages = [
        replace(PAGE, id=1, due_at=START + timedelta(hours=5), last_visit_at=START - timedelta(hours=1)),
        replace(PAGE, id=2, due_at=START - timedelta(hours=1)),
        replace(PAGE, id=3, due_at=None),
        replace(PAGE, id=4, due_at=START, active=False),
    ]
    planned = schedule(pages, now=START)
    assert [(visit.page.id, visit.overdue, visit.rhythm) for visit in planned.visits] == [
        (2, True, "first visit"),
        (1, False, "6 h"),
    ]
    assert [page.id for page in planned.unscheduled] == [3]
    assert planned.paused == 1
    assert planned.summary == "1 page due now, 1 within an hour, 2 within a day."


def test_many_visits_are_read_in_sheets() -> None:
    pages = [replace(PAGE, id=number, due_at=START + timedelta(hours=number)) for number in range(1, 251)]
    assert [len(schedule(pages, now=START, sheet=sheet).visits) for sheet in (1, 3, 9)] == [100, 50, 50]


def test_nothing_planned_is_said() -> None:
    assert schedule([], now=START).summary == "No visit is planned."
