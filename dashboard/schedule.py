"""The schedule page: the next visit of each page, its interval and its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scipy.special import gammaincinv

from dashboard.budget_forecast import Forecast
from dashboard.presenters import count, duration, rough
from dashboard.source import Source
from storage.queries.repository import Repository
from storage.records import Page, RateBelief

VISITS_A_SHEET = 100
_UNSCHEDULED_SHOWN = 100
_REASONS_SHOWN = 20
_RETIRED_SHOWN = 50
TOLD_FOR = timedelta(days=14)
"""How far back it is told what was missed and what was spared."""
LEVEL = 0.9

_HINTS = {"announced": "feeds and sitemaps", "conditional": "its answers to \u201chas it changed?\u201d"}
"""Kinds of hints as ``storage.queries.hosts`` keeps them, and who speaks."""

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
class Hints:
    """How far one kind of hints of a host was right, held against what visits showed."""

    host: str
    who: str
    recall: float  # share of the important changes that they told
    precision: float  # share of what they told that was an important change


@dataclass(frozen=True, kw_only=True)
class Missed:
    """Visits that one visit made up for, and why they were late."""

    visits: int
    page: Page  # one of the pages
    other_pages: int
    reason: str


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
    retired: tuple[Page, ...]  # the last that were retired
    retired_in_all: int
    factor: float | None  # of the budget, that was asked for
    forecast: Forecast | str  # what it would bring home; a sentence: why nothing is said
    budget_per_h: float | None
    hints: tuple[Hints, ...]  # of the hosts of this sheet
    missed: tuple[Missed, ...]
    spared: int  # visits that a server's "not modified" spared


def schedule(source: Source, *, sheet: int = 1, factor: float | None = None) -> Schedule:
    """One sheet of the next visits of the collection's pages; ``factor`` asks what another budget would bring home."""
    now, repository, sheets_of = source.now(), source.repository, source.page_sheets
    planned, *up_to = sheets_of.count_planned([now, now + timedelta(hours=1), now + timedelta(days=1)])
    sheets = max(1, -(-planned // VISITS_A_SHEET))
    sheet = min(max(sheet, 1), sheets)
    shown = sheets_of.planned(offset=(sheet - 1) * VISITS_A_SHEET, limit=VISITS_A_SHEET)
    unplanned, unscheduled_in_all = sheets_of.unplanned(limit=_UNSCHEDULED_SHOWN)
    pages = repository.pages_in_order(shown)
    retired, retired_in_all = sheets_of.retired(limit=_RETIRED_SHOWN)
    forecasts = source.asked.forecast
    return Schedule(
        visits=tuple(_visit(page, page.due_at, now) for page in pages if page.due_at is not None),
        sheet=sheet,
        sheets=sheets,
        summary=_summary(planned, up_to),
        unscheduled=tuple(repository.pages_in_order(unplanned)),
        unscheduled_in_all=unscheduled_in_all,
        paused=repository.count_pages(active=False) - retired_in_all,
        retired=tuple(repository.pages_in_order(retired)),
        retired_in_all=retired_in_all,
        factor=factor,
        forecast="" if forecasts is None or factor is None else forecasts.at(factor),
        budget_per_h=None if forecasts is None else forecasts.budget_per_h,
        hints=_hints(repository, pages),
        missed=_missed(repository, now - TOLD_FOR),
        spared=sum(repository.spared_visits(now - TOLD_FOR).values()),
    )


def _hints(repository: Repository, pages: Sequence[Page]) -> tuple[Hints, ...]:
    """What is known of the hints of these pages' hosts."""
    kept = repository.host_hints([page.host for page in pages])
    return tuple(
        Hints(host=host, who=_HINTS[kind], recall=trust["recall"], precision=trust["precision"])
        for host, kinds in sorted(kept.items())
        for kind, trust in sorted(kinds.items())
        if kind in _HINTS and "recall" in trust
    )


def _missed(repository: Repository, since: datetime) -> tuple[Missed, ...]:
    """What was missed since a moment, by reason."""
    found = repository.missed_by_reason(since=since, limit=_REASONS_SHOWN)
    pages = {page.id: page for page in repository.pages_of([item.first_page_id for item in found])}
    return tuple(
        Missed(
            visits=item.visits,
            page=pages[item.first_page_id],
            other_pages=item.pages - 1,
            reason=item.reason,
        )
        for item in found
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
