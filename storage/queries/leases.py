"""Leases: who may visit which page now, and the end of a visit.

A lease is a row's ``leased_until`` and ``attempt``; the attempt only ever grows and fences off a visitor
whose lease expired and was given to another. A host is busy while one of its pages is leased or until its
``next_ok_at``. ``leased_to`` names the worker on another machine that visits a page. The due pages are limited through
the index of ``due_at`` first, then ordered by how late they are for their interval and reduced to one per host: ranking
all due rows by a window function gave 2 leases a second on a million pages, this order thousands (specs:
revisit-scheduling 4).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    type_coerce,
    update,
)

from storage.database.engine import Database, Instant
from storage.database.schema import host, page
from storage.queries.pages import page_of, selected_pages
from storage.records import Lease
from storage.visit_plan import VisitPlan

_SCAN = 200  # due pages looked at in one step
_FREE: Mapping[str, Any] = {"leased_until": None, "leased_to": None}


class LeaseQueries:
    """What the repository knows of leases."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lease_due(
        self,
        now: datetime,
        *,
        limit: int,
        lease_for: timedelta,
        exempt: bool = False,
        worker: str | None = None,
    ) -> list[Lease]:
        """Lease up to ``limit`` due pages, at most one per free host, those first that are latest for their interval.

        With ``exempt`` only those whose visit the budget does not hold back. ``worker`` is the number of the worker
        that is to visit them; None: this process.
        """
        expires_at = now + lease_for
        with self._database.writing() as connection:
            rows = _due_rows(connection, now, limit, exempt)
            _take(connection, rows, expires_at, worker)
        return [Lease(page=page_of(row), attempt=row.attempt + 1, expires_at=expires_at) for row in rows]

    def finish_visit(  # noqa: PLR0913 - one row's new values, all by name
        self,
        lease: Lease,
        *,
        visited_at: datetime,
        failed: bool,
        due_at: datetime | None,
        due_reason: str,
        host_next_ok_at: datetime,
        quarantined: bool = False,
        exempt: bool = False,
        plan: VisitPlan | None = None,
    ) -> bool:
        """End the visit, plan the next. False, and nothing written, if the page has another lease or none.

        ``quarantined`` marks a page that failed too often, since the first visit that says so; a visit that did not
        fail ends it. The belief about the page's rate is not touched: what was learned during the visit stays.
        """
        since = func.coalesce(page.c.quarantined_at, literal(visited_at, Instant()))
        values = {
            **_FREE,
            "last_visit_at": visited_at,
            "failures": page.c.failures + 1 if failed else 0,
            "due_at": due_at,
            "due_reason": due_reason,
            "quarantined_at": (since if quarantined else page.c.quarantined_at) if failed else None,
            "exempt": exempt,
            "plan": dict(plan or {}),
        }
        with self._database.writing() as connection:
            if not connection.execute(update(page).where(_held(lease)).values(**values)).rowcount:
                return False
            _free_host(connection, lease.page.id, host_next_ok_at)
        return True

    def release_all_leases(self) -> int:
        """Take back every lease, whose visitors must be gone; the number of leases taken back."""
        return self._release(page.c.leased_until.is_not(None))

    def release_own_leases(self) -> int:
        """Take back the leases of a dead process that worked here; those of workers hold until they expire."""
        return self._release(page.c.leased_until.is_not(None), page.c.leased_to.is_(None))

    def release_leases_of(self, worker: str) -> int:
        """Take back the leases of a worker that has ended: its pages are due as before."""
        return self._release(page.c.leased_until.is_not(None), page.c.leased_to == worker)

    def _release(self, *which: ColumnElement[bool]) -> int:
        holders = select(page.c.id).where(*which).scalar_subquery()
        with self._database.writing() as connection:
            connection.execute(
                update(host).where(host.c.leased_by.in_(holders)).values(leased_until=None, leased_by=None)
            )
            return connection.execute(update(page).where(*which).values(**_FREE)).rowcount

    def extend_lease(self, lease: Lease, until: datetime) -> bool:
        """Let a lease hold until then at least, its host too; False where it does not hold any more."""
        later = case((page.c.leased_until > until, page.c.leased_until), else_=literal(until, Instant()))
        with self._database.writing() as connection:
            if not connection.execute(update(page).where(_held(lease)).values(leased_until=later)).rowcount:
                return False
            mine = update(host).where(host.c.leased_by == lease.page.id, host.c.leased_until < until)
            connection.execute(mine.values(leased_until=until))
        return True

    def hold_leases(self, held_at: datetime, until: datetime) -> None:
        """Let all leases that held at a moment, and those of hosts, hold until another: the clock went on by itself.

        Who had them has not had the time yet that they were to hold.
        """
        with self._database.writing() as connection:
            for table in (page, host):
                held = (table.c.leased_until > held_at, table.c.leased_until < until)
                connection.execute(update(table).where(*held).values(leased_until=until))

    def leases_of(self, worker: str) -> list[Lease]:
        """What is leased to a worker."""
        query = selected_pages().where(page.c.leased_to == worker, page.c.leased_until.is_not(None))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(page.c.id)).all()
        return [Lease(page=page_of(row), attempt=row.attempt, expires_at=row.leased_until) for row in rows]

    def postpone_visit(
        self,
        lease: Lease,
        *,
        due_at: datetime,
        due_reason: str,
        host_next_ok_at: datetime,
        plan: VisitPlan,
    ) -> bool:
        """End a lease without a visit: the page was not opened. False, and nothing written, as ``finish_visit``."""
        values = {
            **_FREE,
            "due_at": due_at,
            "due_reason": due_reason,
            "exempt": False,
            "plan": dict(plan),
        }
        with self._database.writing() as connection:
            if not connection.execute(update(page).where(_held(lease)).values(**values)).rowcount:
                return False
            _free_host(connection, lease.page.id, host_next_ok_at)
        return True

    def shift_times(self, by: timedelta) -> None:
        """Move every planned moment: due times, rests of hosts, leases. For a clock that was set to another time."""
        microseconds = by // timedelta(microseconds=1)
        with self._database.writing() as connection:
            for table, names in ((page, ("due_at", "leased_until")), (host, ("next_ok_at", "leased_until"))):
                moved = {name: type_coerce(table.c[name], BigInteger) + microseconds for name in names}
                connection.execute(update(table).values(**moved))

    def next_due_at(self, now: datetime, *, exempt: bool = False) -> datetime | None:
        """The earliest moment from ``now`` on at which ``lease_due`` could return something."""
        moments = []
        with self._database.reading() as connection:
            for query in (
                _first_free(now, exempt),
                _first_leased(now, exempt),
                _first_of_busy_hosts(now, exempt),
            ):
                moments.append(connection.execute(query).scalar())
        found = [moment for moment in moments if moment is not None]
        return max(now, min(found)) if found else None


def _busy_hosts(now: datetime) -> Select[Any]:
    return select(host.c.id).where(or_(host.c.next_ok_at > now, host.c.leased_until > now))


def _held(lease: Lease) -> ColumnElement[bool]:
    return and_(page.c.id == lease.page.id, page.c.attempt == lease.attempt, page.c.leased_until.is_not(None))


def _watched(exempt: bool) -> list[ColumnElement[bool]]:
    return [page.c.active, page.c.exempt] if exempt else [page.c.active]


def _unleased(now: datetime) -> ColumnElement[bool]:
    return or_(page.c.leased_until.is_(None), page.c.leased_until <= now)


def _due_rows(connection: Connection, now: datetime, limit: int, exempt: bool = False) -> list[Row[Any]]:
    """One due row per free host: scanned in steps, each without the hosts already found."""
    chosen: dict[int, Row[Any]] = {}
    while len(chosen) < limit:
        query = (
            select(page, host.c.name.label("host_name"))
            .join(host, page.c.host_id == host.c.id)
            .where(*_watched(exempt), page.c.due_at <= now, _unleased(now))
            .where(page.c.host_id.not_in(_busy_hosts(now)))
            .where(page.c.host_id.not_in(list(chosen)))
            .order_by(page.c.due_at, page.c.id)
            .limit(_SCAN)
        )
        rows = connection.execute(query).all()
        for row in sorted(rows, key=lambda row: _late(row, now), reverse=True):
            chosen.setdefault(row.host_id, row)
        if len(rows) < _SCAN:
            break
    return sorted(chosen.values(), key=lambda row: _late(row, now), reverse=True)[:limit]


def _late(row: Row[Any], now: datetime) -> float:
    """How long a page has waited since its last visit, as a multiple of how long it was to wait.

    At its due time a page is worth its price, and its worth grows with a power of its wait between one and two
    (``crawler.scheduling.value``): so this orders pages by worth over price, whatever their rates, weights and hosts.
    """
    if row.last_visit_at is None or row.exempt:
        return math.inf
    planned = row.due_at - row.last_visit_at
    return (now - row.last_visit_at) / planned if planned > timedelta(0) else math.inf


def _take(connection: Connection, rows: Sequence[Row[Any]], expires_at: datetime, worker: str | None) -> None:
    """Mark pages and their hosts as leased: two statements however many they are."""
    if not rows:
        return
    of_page = update(page).where(page.c.id == bindparam("row_id"))
    connection.execute(
        of_page.values(attempt=page.c.attempt + 1, leased_until=bindparam("until"), leased_to=worker),
        [{"row_id": row.id, "until": expires_at} for row in rows],
    )
    of_host = update(host).where(host.c.id == bindparam("row_id"))
    connection.execute(
        of_host.values(leased_until=bindparam("until"), leased_by=bindparam("page_id")),
        [{"row_id": row.host_id, "until": expires_at, "page_id": row.id} for row in rows],
    )


def _free_host(connection: Connection, page_id: int, next_ok_at: datetime) -> None:
    """Free the host of a page, unless a later lease of another of its pages holds it."""
    host_id = select(page.c.host_id).where(page.c.id == page_id).scalar_subquery()
    mine = host.c.leased_by == page_id
    connection.execute(
        update(host)
        .where(host.c.id == host_id)
        .values(
            next_ok_at=next_ok_at,
            leased_until=case((mine, None), else_=host.c.leased_until),
            leased_by=case((mine, None), else_=host.c.leased_by),
        )
    )


def _first_free(now: datetime, exempt: bool) -> Select[Any]:
    return (
        select(page.c.due_at)
        .where(*_watched(exempt), page.c.due_at.is_not(None), _unleased(now))
        .where(page.c.host_id.not_in(_busy_hosts(now)))
        .order_by(page.c.due_at)
        .limit(1)
    )


def _first_leased(now: datetime, exempt: bool) -> Select[Any]:
    """A leased page is ready when its due time, its lease and its host's two times are past."""
    page_free = _later(page.c.leased_until, page.c.due_at)
    return (
        select(func.min(_later(_host_free(now), page_free)))
        .join_from(page, host, page.c.host_id == host.c.id)
        .where(*_watched(exempt), page.c.due_at.is_not(None), page.c.leased_until > now)
    )


def _first_of_busy_hosts(now: datetime, exempt: bool) -> Select[Any]:
    """The first page of a busy host is ready when its due time and its host's two times are past.

    Of each host only the first page is looked at, through the index of hosts and due times.
    """
    first = (
        select(page.c.due_at)
        .where(page.c.host_id == host.c.id, *_watched(exempt), page.c.due_at.is_not(None), _unleased(now))
        .order_by(page.c.due_at)
        .limit(1)
        .scalar_subquery()
    )
    return select(func.min(_later(_host_free(now), first))).where(host.c.id.in_(_busy_hosts(now)))


def _host_free(now: datetime) -> Any:
    """When a host has rested and no visit holds it."""
    moment = literal(now, Instant())
    return _later(func.coalesce(host.c.next_ok_at, moment), func.coalesce(host.c.leased_until, moment))


def _later(first: Any, second: Any) -> Any:
    return case((first > second, first), else_=second)
