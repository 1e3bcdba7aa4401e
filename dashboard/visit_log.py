"""The visits to one page by hour and day, with missed and saved ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from dashboard.charts import kind_of
from dashboard.presenters import count
from dashboard.source import Source
from storage.queries.missed_visits import MissedVisit
from storage.queries.timelines import Point

DAYS_SHOWN = 28
KINDS: Mapping[str, str] = {
    "important": "important change",
    "missed": "missed visit",
    "failed": "failed visit",
    "wall": "bot or login wall",
    "error": "error page",
    "partial": "partial capture",
    "undecided": "change not decided",
    "unimportant": "no important change",
    "captured": "captured, not compared",
    "spared": "spared: a hint said that nothing changed",
}
"""What a visit can have come to, in words; of the visits of one hour, the first of these leads."""

_ORDER = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, kw_only=True)
class LoggedVisit:
    """A visit that was made, missed or spared."""

    at: datetime  # when it began, or was due
    kind: str  # a key of KINDS
    point: Point | None = None  # its capture; None: nothing was captured
    visits: int = 1  # more, of missed ones that one visit made up for
    reason: str = ""  # why it was missed, or who said that nothing had changed

    @property
    def hour(self) -> int:
        """The hour of the day, in UTC."""
        return self.at.astimezone(UTC).hour


@dataclass(frozen=True, kw_only=True)
class Cell:
    """The visits of one hour."""

    visits: tuple[LoggedVisit, ...]

    @property
    def leading(self) -> LoggedVisit:
        """The visit that tells most."""
        return min(self.visits, key=lambda visit: _ORDER[visit.kind])

    @property
    def summary(self) -> str:
        """What the hour brought: ``important change, 2 × unimportant or no change``."""
        numbers: dict[str, int] = {}
        for visit in sorted(self.visits, key=lambda each: _ORDER[each.kind]):
            numbers[visit.kind] = numbers.get(visit.kind, 0) + visit.visits
        times = {kind: "" if number == 1 else f"{number} × " for kind, number in numbers.items()}
        return ", ".join(before + KINDS[kind] for kind, before in times.items())


@dataclass(frozen=True, kw_only=True)
class Day:
    """A day of the calendar."""

    at: date
    hours: tuple[Cell | None, ...]  # 24; None: no visit


@dataclass(frozen=True, kw_only=True)
class VisitLog:
    """Four weeks of a page's visits, and one of their days in full."""

    days: tuple[Day, ...]  # newest first
    kinds: tuple[str, ...]  # that stand in the calendar
    day: date
    visits: tuple[LoggedVisit, ...]  # of that day, newest first
    older: date | None  # the last day of the four weeks before; None: nothing was captured there
    newer: date | None

    @property
    def summary(self) -> str:
        """How many visits of the four weeks came to what."""
        cells = [cell for day in self.days for cell in day.hours if cell is not None]
        visits = [visit for cell in cells for visit in cell.visits]
        made = sum(visit.point is not None for visit in visits)
        missed = sum(visit.visits for visit in visits if visit.kind == "missed")
        spared = sum(visit.kind == "spared" for visit in visits)
        parts = [count(made, "visit"), f"{missed:,} missed", f"{spared:,} spared"]
        return ", ".join(parts[:1] + parts[1:2] * bool(missed) + parts[2:] * bool(spared)) + "."


def visit_log(
    source: Source, page_id: int, *, day: date | None = None, until: date | None = None
) -> VisitLog | None:
    """The four weeks up to ``until``, ``day`` or the newest visit, and that day's visits; None: there are none yet."""
    captured = source.queries.captured_between(page_id)
    missed = source.repository.missed_visits(page_id)
    ends = [*(captured or ()), *(visit.due_at for visit in missed)]
    if not ends:
        return None
    first, newest = _date(min(ends)), _date(max(ends))
    last = min(max(until or day or newest, first), newest)
    begin = last - timedelta(days=DAYS_SHOWN - 1)
    visits = _visits(source, page_id, missed, begin, last)
    days = [_day(last - timedelta(days=back), visits) for back in range(DAYS_SHOWN)]
    shown = day if day is not None and begin <= day <= last else _date(visits[-1].at) if visits else last
    return VisitLog(
        days=tuple(each for each in days if each.at >= first),
        kinds=tuple(kind for kind in KINDS if any(visit.kind == kind for visit in visits)),
        day=shown,
        visits=tuple(visit for visit in reversed(visits) if _date(visit.at) == shown),
        older=begin - timedelta(days=1) if first < begin else None,
        newer=min(last + timedelta(days=DAYS_SHOWN), newest) if last < newest else None,
    )


def _visits(
    source: Source, page_id: int, missed: Sequence[MissedVisit], first: date, last: date
) -> list[LoggedVisit]:
    """Of these days, oldest first."""
    since, until = _midnight(first), _midnight(last + timedelta(days=1)) - timedelta(microseconds=1)
    made = [
        LoggedVisit(at=point.at, kind=kind_of(point), point=point)
        for point in source.queries.points([page_id], since=since, until=until)
    ]
    not_made = [
        LoggedVisit(at=visit.due_at, kind="missed", visits=visit.visits, reason=visit.reason)
        for visit in missed
        if since <= visit.due_at <= until
    ]
    spared = [
        LoggedVisit(at=hint.at, kind="spared", reason=hint.kind.value)
        for hint in source.repository.hints(page_id, after=since, until=until)
        if hint.spared
    ]
    return sorted([*made, *not_made, *spared], key=lambda visit: visit.at)


def _day(at: date, visits: Sequence[LoggedVisit]) -> Day:
    hours: list[list[LoggedVisit]] = [[] for _ in range(24)]
    for visit in visits:
        if _date(visit.at) == at:
            hours[visit.hour].append(visit)
    return Day(at=at, hours=tuple(Cell(visits=tuple(hour)) if hour else None for hour in hours))


def _date(at: datetime) -> date:
    return at.astimezone(UTC).date()


def _midnight(at: date) -> datetime:
    return datetime.combine(at, time(), UTC)
