"""Who did what when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, not_, or_, select, update

from storage.database.engine import Database
from storage.database.schema import audit


@dataclass(frozen=True, kw_only=True)
class AuditEntry:
    """One action of a person."""

    id: int
    at: datetime
    by: str
    action: str
    page_id: int | None  # None: of several pages or none
    before: Mapping[str, Any]  # what undoing it brings back
    undoes: int | None  # the action that it undoes
    undone_at: datetime | None


class AuditQueries:
    """What the repository knows of actions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def actions(self, *, limit: int, page_id: int | None = None, offset: int = 0) -> list[AuditEntry]:
        """What was done to the collection or to one page, the last first, without the first ``offset``."""
        query = select(audit).order_by(audit.c.id.desc()).offset(offset).limit(limit)
        if page_id is not None:
            query = query.where(audit.c.page_id == page_id)
        with self._database.reading() as connection:
            return [AuditEntry(**row._mapping) for row in connection.execute(query)]


def insert_action(connection: Connection, values: Mapping[str, Any]) -> int:
    """Add the row of an action; its number."""
    key = connection.execute(insert(audit).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def find_action(connection: Connection, number: int) -> AuditEntry | None:
    """The action of that number."""
    row = connection.execute(select(audit).where(audit.c.id == number)).one_or_none()
    return None if row is None else AuditEntry(**row._mapping)


def last_action(
    connection: Connection, by: str, *, but: str, but_beginning: Iterable[str]
) -> AuditEntry | None:
    """The last action of somebody that was not undone and of which it is kept what was there before.

    Without those of one name, or whose names begin in one of these ways.
    """
    left_out = or_(audit.c.action == but, *map(audit.c.action.startswith, but_beginning))
    left = select(audit).where(audit.c.by == by, audit.c.undone_at.is_(None), not_(left_out))
    with connection.execute(left.order_by(audit.c.id.desc())) as rows:
        return next(
            (AuditEntry(**row._mapping) for row in rows if row.before), None
        )  # else its page was removed


def note_undone(connection: Connection, number: int, at: datetime) -> None:
    """Keep that an action was undone."""
    connection.execute(update(audit).where(audit.c.id == number).values(undone_at=at))
