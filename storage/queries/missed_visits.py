"""Visits that were due and did not happen, so that a gap can be explained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import func, insert, select

from storage.database.engine import Database
from storage.database.schema import missed_visit
from storage.queries.finding_rows import note_missed


@dataclass(frozen=True, kw_only=True)
class MissedVisit:
    """Visits that were due and did not happen: the daemon stood still, or several came due and became one."""

    page_id: int
    due_at: datetime  # of the first of them
    noticed_at: datetime
    visits: int  # how many became none, or one
    reason: str  # a sentence
    id: int | None = None


@dataclass(frozen=True, kw_only=True)
class MissedFor:
    """Visits that were missed for one reason."""

    reason: str
    visits: int
    pages: int
    first_page_id: int  # one of the pages, by which to look further


class MissedVisitQueries:
    """What the repository knows of visits that did not happen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_missed_visit(self, missed: MissedVisit) -> MissedVisit:
        """Keep that visits of a page did not happen, and why."""
        values = {
            "page_id": missed.page_id,
            "due_at": missed.due_at,
            "noticed_at": missed.noticed_at,
            "visits": missed.visits,
            "reason": missed.reason,
        }
        with self._database.writing() as connection:
            number = connection.execute(insert(missed_visit).values(**values)).inserted_primary_key
            note_missed(connection, values)
        return replace(missed, id=None if number is None else number[0])

    def count_missed_visits(self, *, since: datetime) -> int:
        """How many visits of all pages were noticed to be missed since a moment."""
        query = select(func.coalesce(func.sum(missed_visit.c.visits), 0)).where(
            missed_visit.c.noticed_at >= since
        )
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def missed_by_reason(self, *, since: datetime, limit: int) -> list[MissedFor]:
        """For what visits were missed that were noticed since a moment, most visits first."""
        visits = func.sum(missed_visit.c.visits)
        pages = func.count(missed_visit.c.page_id.distinct())
        query = (
            select(missed_visit.c.reason, visits, pages, func.min(missed_visit.c.page_id))
            .where(missed_visit.c.noticed_at >= since)
            .group_by(missed_visit.c.reason)
            .order_by(visits.desc(), missed_visit.c.reason)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [
                MissedFor(reason=reason, visits=int(total), pages=count, first_page_id=first)
                for reason, total, count, first in connection.execute(query)
            ]

    def missed_visits(
        self, page_id: int | None = None, *, since: datetime | None = None
    ) -> list[MissedVisit]:
        """Of one page or of all, noticed since a moment or ever, in the order in which they were due."""
        query = select(missed_visit).order_by(missed_visit.c.due_at, missed_visit.c.id)
        if since is not None:
            query = query.where(missed_visit.c.noticed_at >= since)
        if page_id is not None:
            query = query.where(missed_visit.c.page_id == page_id)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            MissedVisit(
                id=row.id,
                page_id=row.page_id,
                due_at=row.due_at,
                noticed_at=row.noticed_at,
                visits=row.visits,
                reason=row.reason,
            )
            for row in rows
        ]
