"""Hints that a page may have changed, or has not: what its server, its sitemap or a feed said, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, insert, select

from storage.database import Database
from storage.schema import hint


class HintKind(StrEnum):
    """Who said it."""

    CONDITIONAL = "conditional request"
    SITEMAP = "sitemap"
    FEED = "feed"


@dataclass(frozen=True, kw_only=True)
class PageHint:
    """What was said of a page at a moment; ``spared``: because of it no browser visited the page then."""

    page_id: int
    at: datetime
    kind: HintKind
    changed: bool
    spared: bool = False
    id: int | None = None


class HintQueries:
    """What the repository knows of hints."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_hint(self, said: PageHint) -> PageHint:
        """Keep what was said of a page."""
        values = {
            "page_id": said.page_id,
            "at": said.at,
            "kind": said.kind,
            "changed": said.changed,
            "spared": said.spared,
        }
        with self._database.writing() as connection:
            number = connection.execute(insert(hint).values(**values)).inserted_primary_key
        return replace(said, id=None if number is None else number[0])

    def hints(
        self, page_id: int, *, after: datetime | None = None, until: datetime | None = None
    ) -> list[PageHint]:
        """What was said of a page later than ``after``, not later than ``until``, in order of time."""
        query = select(hint).where(hint.c.page_id == page_id).order_by(hint.c.at, hint.c.id)
        if after is not None:
            query = query.where(hint.c.at > after)
        if until is not None:
            query = query.where(hint.c.at <= until)
        with self._database.reading() as connection:
            return [
                PageHint(
                    id=row.id,
                    page_id=row.page_id,
                    at=row.at,
                    kind=HintKind(row.kind),
                    changed=row.changed,
                    spared=row.spared,
                )
                for row in connection.execute(query)
            ]

    def spared_visits(self, since: datetime) -> dict[int, int]:
        """How many visits hints spared each page since a moment."""
        query = select(hint.c.page_id, func.count()).where(hint.c.spared, hint.c.at >= since)
        with self._database.reading() as connection:
            return {number: count for number, count in connection.execute(query.group_by(hint.c.page_id))}
