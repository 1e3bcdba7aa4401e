"""The tags of pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, func, insert, select

from storage.database.engine import Database
from storage.database.schema import page_tag
from storage.queries.batches import batches


class PageTagQueries:
    """What the repository knows of tags."""

    def __init__(self, database: Database) -> None:
        self._database = database

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


def tags_of_page(connection: Connection, page_id: int) -> set[str]:
    """The tags of a page."""
    return set(connection.execute(select(page_tag.c.tag).where(page_tag.c.page_id == page_id)).scalars())


def set_tags(connection: Connection, page_id: int, tags: Iterable[str]) -> None:
    """Give a page these tags and no other."""
    connection.execute(delete(page_tag).where(page_tag.c.page_id == page_id))
    rows = [{"page_id": page_id, "tag": text} for text in sorted(set(tags))]
    if rows:
        connection.execute(insert(page_tag), rows)
