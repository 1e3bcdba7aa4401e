"""All pages at once as columns of numbers for the schedule.

A million rows are read so in two seconds, where a million pages would take half a minute and more than a gigabyte.
Batches are small, because turning rows into numbers holds Python's lock and leases go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Integer, Select, bindparam, case, func, select, type_coerce, update

from storage.database.engine import EPOCH, MICROSECOND, Database
from storage.database.schema import capture, hint, host, model, page
from storage.queries.batches import batches
from storage.queries.page_types import newest_words
from storage.queries.pages import page_of, selected_pages
from storage.records import ModelState, Page, RateBelief
from storage.visit_plan import VisitPlan

PAGE_NUMBERS = (
    "id",
    "host_id",
    "rate_shape",
    "rate_scale_h",
    "weight",
    "floor",
    "ceiling",
    "due_at",
    "last_visit_at",
    "failures",
    "quarantined_at",
    "observations",
)
"""Columns of ``page_numbers``. Times are microseconds since 1970, spans microseconds."""

T = TypeVar("T")

_ACTIVE = page.c.active.is_(True)

SILENCE = timedelta(days=1)
"""Without one good visit, after which an archive stands still."""
"""Written so that no index of due times serves it: reading a million rows in their order takes a tenth of the time."""

_HOUR_US = 3_600_000_000
_BATCH = 2_000
_CHANGED = 1_000  # rows changed in one transaction: others can write in between

Numbers = Sequence[tuple[Any, ...]]
"""Rows of numbers as the database holds them; None where there is none."""


@dataclass(frozen=True, kw_only=True)
class HostTimes:
    """How long a visit to a host takes, and how long it rests after one; None where no visit was timed."""

    name: str
    visit_s: float | None
    pause_s: float | None


@dataclass(frozen=True, kw_only=True)
class PlannedVisit:
    """The next visit of a page, planned from outside a visit."""

    page_id: int
    due_at: datetime
    reason: str
    exempt: bool = False
    """Whether the budget does not hold it back."""
    plan: VisitPlan = field(default_factory=VisitPlan)
    """What decided, for those who show it."""
    attempt: int | None = None
    """The page's attempt when this was decided: a page that was leased since keeps what its visit plans. None: any."""


class PageColumnQueries:
    """What the repository knows of all pages at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page_numbers(self) -> Iterator[Numbers]:
        """The columns ``PAGE_NUMBERS`` of the active pages, in the order in which they were added."""
        yield from self._batches(f"SELECT {', '.join(PAGE_NUMBERS)} FROM page WHERE active AND id > %d")

    def page_urls(self, after_id: int) -> Iterator[Numbers]:
        """Number and URL of the pages that were added after one of that number, active or not."""
        yield from self._batches("SELECT id, url FROM page WHERE id > %d", after_id)

    def type_rows(self) -> Iterator[Numbers]:
        """Number and type of all pages that have a type; those of which a person said another come again at the end."""
        yield from self._batches("SELECT page_id AS id, type FROM page_type WHERE page_id > %d")
        with self._database.reading() as connection:
            yield [(row.page_id, row.type) for row in connection.execute(newest_words())]

    def _batches(self, statement: str, after_id: int = 0) -> Iterator[Numbers]:
        """The rows as the driver gives them: what SQLAlchemy makes of rows takes as long as reading them.

        Asked for a batch at a time, by the number in their first column: PostgreSQL's driver would fetch them all.
        """
        with self._database.reading() as connection:
            while True:
                text = f"{statement % int(after_id)} ORDER BY id LIMIT {_BATCH}"
                cursor = connection.exec_driver_sql(text).cursor
                assert cursor is not None
                rows = cursor.fetchall()
                if rows:
                    yield rows
                if len(rows) < _BATCH:
                    return
                after_id = rows[-1][0]

    def planned_rules(self) -> dict[int, str]:
        """The rule by which the next visit of a page was planned, for the active pages that have one."""
        rule = page.c.plan["rule"].as_string()
        query = select(page.c.id, rule.label("rule")).where(_ACTIVE, rule.is_not(None))
        known: dict[str, str] = {}  # a few rules, however many pages
        with self._database.reading() as connection:
            return {row.id: known.setdefault(row.rule, row.rule) for row in connection.execute(query)}

    def host_times(self) -> dict[int, HostTimes]:
        """By the number of the host."""
        visit_s, pause_s = (host.c.rhythm[name].as_float() for name in ("visit_s", "pause_s"))
        query = select(host.c.id, host.c.name, visit_s.label("visit_s"), pause_s.label("pause_s"))
        with self._database.reading() as connection:
            return {
                row.id: HostTimes(name=row.name, visit_s=row.visit_s, pause_s=row.pause_s)
                for row in connection.execute(query)
            }

    def pages_of(self, ids: Collection[int]) -> Iterator[Page]:
        """The pages of those numbers that there are, a batch at a time, in the order of their numbers."""
        for some in batches(sorted(ids)):
            with self._database.reading() as connection:
                found = connection.execute(
                    selected_pages().where(page.c.id.in_(some)).order_by(page.c.id)
                ).all()
            yield from map(page_of, found)

    def active_of(self, ids: Collection[int]) -> list[int]:
        """Of pages of those numbers those that are active."""
        found: list[int] = []
        for some in batches(sorted(ids)):
            with self._database.reading() as connection:
                found += connection.execute(select(page.c.id).where(page.c.id.in_(some), _ACTIVE)).scalars()
        return found

    def pages_in_order(self, ids: Sequence[int]) -> list[Page]:
        """The pages of those numbers that there are, in the order in which the numbers stand."""
        found = {item.id: item for item in self.pages_of(ids)}
        return [found[number] for number in ids if number in found]

    def count_pages(self, *, active: bool | None = None) -> int:
        """How many pages there are, or how many that are (not) active."""
        query = select(func.count()).select_from(page)
        return self._number(query if active is None else query.where(page.c.active.is_(active)))

    def count_visited(self, after: datetime, until: datetime) -> int:
        """How many active pages had their last visit later than ``after``, and not later than ``until``."""
        at = page.c.last_visit_at
        return self._number(select(func.count()).where(_ACTIVE, at > after, at <= until))

    def _number(self, query: Select[Any]) -> int:
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def is_silent(self, now: datetime) -> bool:
        """Whether nothing was captured for a day (``SILENCE``), though a page has been due for as long."""
        since = now - SILENCE
        if not self.has_due(since, besides=()):
            return False
        query = select(page.c.id).where(_ACTIVE, page.c.failures == 0, page.c.last_visit_at > since)
        with self._database.reading() as connection:
            return connection.execute(query.limit(1)).first() is None

    def first_due_at(self, besides: int) -> datetime | None:
        """The earliest due time of an active page other than one."""
        query = select(func.min(page.c.due_at)).where(page.c.active, page.c.id != besides)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def has_due(self, by: datetime, besides: Collection[int]) -> bool:
        """Whether an active page is due by that moment, besides those of the given numbers."""
        query = select(page.c.id).where(page.c.active, page.c.due_at <= by)
        with self._database.reading() as connection:
            return any(number not in besides for number in connection.execute(query).scalars())

    def plan_visits(self, visits: Iterable[PlannedVisit]) -> None:
        """Plan the next visits of many pages, some in one transaction, but for those that were leased meanwhile."""
        seen = func.coalesce(bindparam("seen_attempt", type_=Integer), page.c.attempt)
        changed = update(page).where(page.c.id == bindparam("row_id"), page.c.attempt == seen)
        values: dict[str, Any] = {
            name: bindparam(f"new_{name}") for name in ("due_at", "due_reason", "exempt", "plan")
        }
        rows = (
            {
                "row_id": item.page_id,
                "seen_attempt": item.attempt,
                "new_due_at": item.due_at,
                "new_due_reason": item.reason,
                "new_exempt": item.exempt,
                "new_plan": dict(item.plan),
            }
            for item in visits
        )
        self._change_many(changed.values(**values), rows)

    def plan_visited(self, captures: Iterable[int], at: datetime, reason: str) -> int:
        """Make the pages due of which these captures of ours are and no visit was planned; how many there are."""
        visited = select(capture.c.page_id).where(capture.c.id.in_(list(captures)), capture.c.origin == "")
        unplanned = (page.c.due_at.is_(None), page.c.due_reason == "", page.c.active)
        planned = update(page).where(page.c.id.in_(visited), *unplanned)
        with self._database.writing() as connection:
            return int(connection.execute(planned.values(due_at=at, due_reason=reason)).rowcount)

    def set_rates(self, rates: Iterable[tuple[int, RateBelief]]) -> None:
        """Replace the beliefs about many pages that have not learned yet; one that has meanwhile keeps its own."""
        changed = update(page).where(page.c.id == bindparam("row_id"), page.c.observations == 0)
        values: dict[str, Any] = {
            "rate_shape": bindparam("new_shape"),
            "rate_scale_h": bindparam("new_scale_h"),
        }
        rows = (
            {"row_id": number, "new_shape": rate.shape, "new_scale_h": rate.scale_h} for number, rate in rates
        )
        self._change_many(changed.values(**values), rows)

    def _change_many(self, statement: Any, rows: Iterator[dict[str, Any]]) -> None:
        for some in batches(rows, _CHANGED):
            with self._database.writing() as connection:
                connection.execute(statement, some)

    def pages_to_compare(self) -> list[int]:
        """Active pages that have not learned, but have good captures that could be compared."""
        good = select(func.count()).where(capture.c.page_id == page.c.id, capture.c.good).scalar_subquery()
        query = select(page.c.id).where(_ACTIVE, page.c.observations == 0, good > 1)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def newest_capture_id(self) -> int:
        """The number of the newest capture; 0 while there is none."""
        return self._number(select(func.coalesce(func.max(capture.c.id), 0)))

    def pages_to_learn(self, *, first: int, again: int, after_capture: int = 0) -> list[int]:
        """Active pages with so many good captures which no model of theirs has seen that one may be due.

        ``first`` of them where there is no model, ``again`` where the newest is a learned one, else any; only pages of
        which one is newer than ``after_capture``.
        """
        newest = select(model.c.id).where(model.c.page_id == page.c.id).order_by(model.c.id.desc()).limit(1)
        current = model.c.id == newest.correlate(page).scalar_subquery()
        seen, state = (
            select(column).where(current).scalar_subquery()
            for column in (model.c.last_capture_id, model.c.state)
        )
        unseen = select(capture.c.id).where(
            capture.c.page_id == page.c.id, capture.c.good, capture.c.id > func.coalesce(seen, 0)
        )
        least, least_again, any_new = (
            unseen.order_by(capture.c.id).limit(1).offset(count - 1).correlate(page).scalar_subquery()
            for count in (first, again, 1)
        )
        enough = case((state.is_(None), least), (state == ModelState.LEARNED, least_again), else_=any_new)
        query = select(page.c.id).where(_ACTIVE, enough.is_not(None)).order_by(page.c.id)
        if after_capture:
            new = select(capture.c.page_id).where(capture.c.id > after_capture, capture.c.good)
            query = query.where(page.c.id.in_(new))
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def told_before_added(self) -> list[tuple[int, float]]:
        """Active pages that have not learned, and how many hours before it was added each is said to have changed."""
        newest = type_coerce(func.max(hint.c.at), BigInteger)
        query = (
            select(page.c.id, type_coerce(page.c.added_at, BigInteger) - newest)
            .join(hint, hint.c.page_id == page.c.id)
            .where(_ACTIVE, page.c.observations == 0, hint.c.at <= page.c.added_at)
            .group_by(page.c.id)
        )
        with self._database.reading() as connection:
            return [(number, passed / _HOUR_US) for number, passed in connection.execute(query)]


def microseconds(at: datetime) -> int:
    """A time as ``page_numbers`` gives it."""
    return (at - EPOCH) // MICROSECOND
