"""The fourth room: when each page is visited next, how often that is, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scipy.special import gammaincinv

from dashboard.presenters import count, duration, rough
from dashboard.source import Source
from storage.records import Page, RateBelief

VISITS_A_SHEET = 100
_UNSCHEDULED_SHOWN = 100
LEVEL = 0.9

_PERIODS = (
    ("day", 24.0, 0.5),
    ("week", 168.0, 0.5),
    ("month", 730.0, 0.0),
)  # name, hours, least mean to use it


@dataclass(frozen=True, kw_only=True)
class RateFigures:
    """A page's rate of important change, in the period in which it reads best."""

    mean: float
    low: float
    high: float
    period: str

    @property
    def spoken(self) -> str:
        """``2.1 a day``."""
        return f"{rough(self.mean)} a {self.period}"

    @property
    def interval(self) -> str:
        """``1.4-3.0``: between these it lies with 90 % probability."""
        return f"{rough(self.low)}\N{EN DASH}{rough(self.high)}"


@dataclass(frozen=True, kw_only=True)
class Visit:
    """The next visit of one page."""

    page: Page
    due_at: datetime
    overdue: bool
    interval: timedelta | None  # since the last visit
    rate: RateFigures

    @property
    def rhythm(self) -> str:
        """How far apart the last visit and the next are."""
        return "first visit" if self.interval is None else duration(self.interval)


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """One sheet of the next visits, soonest first."""

    visits: tuple[Visit, ...]
    sheet: int
    sheets: int
    summary: str
    unscheduled: tuple[Page, ...]  # the first of the active pages without a due time
    unscheduled_in_all: int
    paused: int


def schedule(source: Source, *, sheet: int = 1) -> Schedule:
    """One sheet of the next visits of the collection's pages."""
    now, repository, sheets_of = source.now(), source.repository, source.page_sheets
    planned, *up_to = sheets_of.count_planned([now, now + timedelta(hours=1), now + timedelta(days=1)])
    sheets = max(1, -(-planned // VISITS_A_SHEET))
    sheet = min(max(sheet, 1), sheets)
    shown = sheets_of.planned(offset=(sheet - 1) * VISITS_A_SHEET, limit=VISITS_A_SHEET)
    unplanned, unscheduled_in_all = sheets_of.unplanned(limit=_UNSCHEDULED_SHOWN)
    return Schedule(
        visits=tuple(
            _visit(page, page.due_at, now)
            for page in repository.pages_in_order(shown)
            if page.due_at is not None
        ),
        sheet=sheet,
        sheets=sheets,
        summary=_summary(planned, up_to),
        unscheduled=tuple(repository.pages_in_order(unplanned)),
        unscheduled_in_all=unscheduled_in_all,
        paused=repository.count_pages(active=False),
    )


def rate_figures(belief: RateBelief, *, hourly: bool = False) -> RateFigures:
    """Mean and 90 % credible interval of a page's rate: quantiles of its gamma belief.

    In the period in which the mean reads best, or an hour.
    """
    mean_per_h = belief.shape / belief.scale_h
    fitting = next(item for item in _PERIODS if mean_per_h * item[1] >= item[2])
    period, hours, _ = ("hour", 1.0, 0.0) if hourly else fitting
    tail = (1 - LEVEL) / 2
    low, high = (float(gammaincinv(belief.shape, part)) / belief.scale_h * hours for part in (tail, 1 - tail))
    return RateFigures(mean=mean_per_h * hours, low=low, high=high, period=period)


def _visit(page: Page, due_at: datetime, now: datetime) -> Visit:
    last = page.last_visit_at
    return Visit(
        page=page,
        due_at=due_at,
        overdue=due_at <= now,
        interval=None if last is None or last >= due_at else due_at - last,
        rate=rate_figures(page.rate),
    )


def _summary(planned: int, up_to: Sequence[int]) -> str:
    """How many visits are due now, within an hour and within a day."""
    if not planned:
        return "No visit is planned."
    due, hour, day_ = up_to
    waiting = f"{count(due, 'page')} due now" if due else "nothing due now"
    return f"{waiting}, {hour:,} within an hour, {day_:,} within a day."
