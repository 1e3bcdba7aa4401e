"""The schedule room's parts."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from crawler.change_rate import credible_interval, mean_per_h
from dashboard.queries import Queries
from dashboard.source import Source
from dashboard.visits import VISITS_A_SHEET, rate_figures, schedule
from storage.collection import Collection
from storage.mementos import MementoIndex
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


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    with Collection.create(tmp_path / "news") as collection:
        yield Source(
            collection=collection,
            queries=Queries(collection.database),
            now=lambda: START,
            versions_to_learn=120,
            mementos=MementoIndex(collection, tmp_path),
        )


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
