"""Who did what when, and the tags of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from storage.database.engine import Database
from storage.database.schema import audit, page_tag
from storage.queries.batches import batches


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
    """What the repository knows of actions and tags."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def actions(self, *, limit: int, page_id: int | None = None, offset: int = 0) -> list[AuditEntry]:
        """What was done to the collection or to one page, the last first, without the first ``offset``."""
        query = select(audit).order_by(audit.c.id.desc()).offset(offset).limit(limit)
        if page_id is not None:
            query = query.where(audit.c.page_id == page_id)
        with self._database.reading() as connection:
            return [AuditEntry(**row._mapping) for row in connection.execute(query)]

    def tags(self, page_ids: Sequence[int]) -> dict[int, list[str]]:
        """The tags of those of the pages that have any, in order."""
        found: dict[int, list[str]] = {}
        with self._database.reading() as connection:
            for some in batches(page_ids):
                query = select(page_tag).where(page_tag.c.page_id.in_(some))
                for row in connection.execute(query.order_by(page_tag.c.page_id, page_tag.c.tag)):
                    found.setdefault(row.page_id, []).append(row.tag)
        return found

    def count_tags(self) -> dict[str, int]:
        """How many pages bear each tag, by name."""
        query = select(page_tag.c.tag, func.count()).group_by(page_tag.c.tag).order_by(page_tag.c.tag)
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}
