"""What people said of pairs of captures: never overwritten, of several verdicts on one pair the newest counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, insert, select

from storage.database import Database
from storage.errors import StorageError
from storage.schema import capture, label


@dataclass(frozen=True, kw_only=True)
class Label:
    """A person's verdict on two captures of one page; of several on one pair the newest counts."""

    page_id: int
    before_id: int
    after_id: int
    important: bool | None  # None: an earlier verdict is taken back
    said_at: datetime
    said_by: str = ""
    note: str = ""
    id: int | None = None


class LabelQueries:
    """What the repository knows of verdicts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_label(self, said: Label) -> Label:
        """Keep a verdict on two captures of the page it names, the earlier one first.

        Raises
        ------
        StorageError
            The captures are not two of that page, or not in the order of their times.
        """
        values = {
            "page_id": said.page_id,
            "before_id": said.before_id,
            "after_id": said.after_id,
            "important": said.important,
            "said_at": said.said_at,
            "said_by": said.said_by,
            "note": said.note,
        }
        ids = (said.before_id, said.after_id)
        query = select(capture.c.id).where(capture.c.id.in_(ids), capture.c.page_id == said.page_id)
        with self._database.writing() as connection:
            found = connection.execute(query.order_by(capture.c.started_at, capture.c.id)).scalars().all()
            if tuple(found) != ids:
                raise StorageError(
                    f"captures {said.before_id} and {said.after_id} are not two captures of page {said.page_id} in "
                    "the order of their times: label a pair of one page, the earlier capture first"
                )
            number = connection.execute(insert(label).values(**values)).inserted_primary_key
        return replace(said, id=None if number is None else number[0])

    def labels(self, page_id: int) -> list[Label]:
        """The verdicts that count on pairs of a page, in the order in which they were given."""
        newest = select(func.max(label.c.id)).where(label.c.page_id == page_id)
        query = (
            select(label)
            .where(label.c.id.in_(newest.group_by(label.c.before_id, label.c.after_id)))
            .where(label.c.important.is_not(None))
            .order_by(label.c.id)
        )
        with self._database.reading() as connection:
            return [_label_of(row) for row in connection.execute(query)]


def _label_of(row: Row[Any]) -> Label:
    return Label(
        id=row.id,
        page_id=row.page_id,
        before_id=row.before_id,
        after_id=row.after_id,
        important=row.important,
        said_at=row.said_at,
        said_by=row.said_by,
        note=row.note,
    )
