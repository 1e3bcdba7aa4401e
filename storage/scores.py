"""Change scores in the database: never overwritten; of a capture scored again the newest score is shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select

from storage.database import Database
from storage.records import StoredScore
from storage.schema import capture, change_score


class ScoreQueries:
    """What the repository knows of change scores."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def scores(
        self, page_id: int, *, limit: int | None = None, newest_first: bool = False
    ) -> list[StoredScore]:
        """The newest score of each scored capture of a page, in the order of the captures' times."""
        order = (capture.c.started_at, capture.c.id)
        query = (
            select(change_score)
            .join(capture, change_score.c.after_id == capture.c.id)
            .where(change_score.c.page_id == page_id, is_current(page_id))
            .order_by(*(column.desc() if newest_first else column for column in order))
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [score_of_row(row) for row in connection.execute(query)]

    def score_of(self, after_id: int) -> StoredScore | None:
        """The newest score of a capture against one before it."""
        query = (
            select(change_score)
            .where(change_score.c.after_id == after_id)
            .order_by(change_score.c.id.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else score_of_row(row)

    def decided_pairs(self, page_id: int, *, limit: int) -> list[tuple[datetime, datetime, bool]]:
        """Of a page's newest captures that were decided on, in order: when the one before it and it were made, and
        whether the change between them was important."""
        before = capture.alias()
        query = (
            select(before.c.started_at, capture.c.started_at, change_score.c.important)
            .join(capture, change_score.c.after_id == capture.c.id)
            .join(before, change_score.c.before_id == before.c.id)
            .where(change_score.c.page_id == page_id, is_current(page_id))
            .where(change_score.c.important.is_not(None))
            .order_by(capture.c.started_at.desc(), capture.c.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [(start, end, bool(important)) for start, end, important in reversed(rows)]

    def count_important(self, page_id: int, *, since: datetime) -> int:
        """How many captures of a page since a moment were important changes."""
        query = (
            select(func.count())
            .select_from(change_score.join(capture, change_score.c.after_id == capture.c.id))
            .where(change_score.c.page_id == page_id, is_current(page_id))
            .where(change_score.c.important.is_(True), capture.c.started_at >= since)
        )
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def decided_changes(self) -> tuple[int, int]:
        """How many changes were found important, of how many that were decided on and are changes at all."""
        decided = is_current() & change_score.c.important.is_not(None) & (change_score.c.distance > 0)
        query = select(func.count(), func.count().filter(change_score.c.important)).where(decided)
        with self._database.reading() as connection:
            total, important = connection.execute(query).one()
        return int(important), int(total)


def is_current(page_id: int | None = None) -> ColumnElement[bool]:
    """Whether a row of ``change_score`` is the newest of its capture."""
    newest = select(func.max(change_score.c.id)).group_by(change_score.c.after_id)
    if page_id is not None:
        newest = newest.where(change_score.c.page_id == page_id)
    return change_score.c.id.in_(newest)


def insert_score(connection: Connection, score: StoredScore, warc_record_id: int) -> StoredScore:
    """Add a score whose metadata record is already in the archive."""
    values = {
        "page_id": score.page_id,
        "before_id": score.before_id,
        "after_id": score.after_id,
        "scored_at": score.scored_at,
        "model_id": score.model_id,
        "distance": score.distance,
        "probability": score.probability,
        "important": score.important,
        "regions": score.regions,
        "displacement_px": score.displacement_px,
        "links_added": score.links_added,
        "links_removed": score.links_removed,
        "images_added": score.images_added,
        "images_removed": score.images_removed,
        "explanation": dict(score.explanation),
        "warc_record_id": warc_record_id,
    }
    number = connection.execute(insert(change_score).values(**values)).inserted_primary_key
    return replace(score, id=None if number is None else number[0])


def score_of_row(row: Row[Any]) -> StoredScore:
    """The score in a row of the ``change_score`` table."""
    return StoredScore(
        id=row.id,
        page_id=row.page_id,
        before_id=row.before_id,
        after_id=row.after_id,
        scored_at=row.scored_at,
        model_id=row.model_id,
        distance=row.distance,
        probability=row.probability,
        important=row.important,
        regions=tuple(tuple(line) for line in row.regions),
        displacement_px=row.displacement_px,
        links_added=tuple(row.links_added),
        links_removed=tuple(row.links_removed),
        images_added=tuple(row.images_added),
        images_removed=tuple(row.images_removed),
        explanation=row.explanation,
    )
