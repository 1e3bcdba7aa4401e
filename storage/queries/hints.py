"""Hints that a page may have changed, or has not: what its server, its sitemap or a feed said, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, func, insert, select

from storage.database.engine import Database
from storage.database.schema import hint, page


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
        with self._database.writing() as connection:
            number = connection.execute(insert(hint).values(**_values(said))).inserted_primary_key
        return replace(said, id=None if number is None else number[0])

    def add_hints(self, said: Sequence[PageHint]) -> None:
        """Keep what was said of many pages at once."""
        if said:
            with self._database.writing() as connection:
                connection.execute(insert(hint), [_values(item) for item in said])

    def forget_hints(self, before: datetime) -> int:
        """Forget what was said before a moment of pages that were watched then; how many hints that were.

        What a page was said to have done before it was added stays: it is what its first rate was guessed from.
        """
        watched = select(page.c.id).where(page.c.id == hint.c.page_id, page.c.added_at < hint.c.at)
        with self._database.writing() as connection:
            return connection.execute(delete(hint).where(hint.c.at < before, watched.exists())).rowcount

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


def _values(said: PageHint) -> dict[str, Any]:
    return {name: value for name, value in asdict(said).items() if name != "id"}
