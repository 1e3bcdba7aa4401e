"""Change scores in the database: never overwritten; of a capture scored again the newest score is shown.

A good capture is stored as *unscored*, whether it was visited or ingested, and stays so until it has a score or turns
out to be the first of its look. What a crash or an error left between storing and comparing is found there.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, union, update

from storage.database.engine import Database
from storage.database.schema import capture, change_score, finding, unscored
from storage.findings import FindingKind
from storage.queries.captures import fetch_captures, selected_captures
from storage.queries.finding_rows import note_change
from storage.queries.labels import is_important
from storage.queries.score_rows import score_of_row
from storage.records import StoredCapture, StoredScore

_CHUNK = 500  # numbers in one IN list
_MOST_TRIES = 3  # after which only the page's next model is asked


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

    def unscored(self, page_id: int) -> list[StoredCapture]:
        """The good captures of a page that wait for their score, oldest first, but for those that failed too often."""
        query = (
            selected_captures()
            .join(unscored, unscored.c.capture_id == capture.c.id)
            .where(capture.c.page_id == page_id, unscored.c.tries < _MOST_TRIES)
            .order_by(capture.c.started_at, capture.c.id)
        )
        with self._database.reading() as connection:
            return fetch_captures(connection, query)

    def is_unscored(self, capture_id: int) -> bool:
        """Whether a capture waits for its score."""
        with self._database.reading() as connection:
            query = select(unscored.c.capture_id).where(unscored.c.capture_id == capture_id)
            return connection.execute(query).first() is not None

    def pages_with_unscored(self) -> list[int]:
        """The pages of whose captures one waits for its score and may be tried."""
        query = (
            select(capture.c.page_id)
            .join(unscored, unscored.c.capture_id == capture.c.id)
            .where(unscored.c.tries < _MOST_TRIES)
            .distinct()
        )
        with self._database.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def count_unscored(self, page_id: int) -> tuple[int, str]:
        """How many captures of a page could not be scored yet though it was tried, and the last error."""
        query = (
            select(unscored.c.error)
            .join(capture, unscored.c.capture_id == capture.c.id)
            .where(capture.c.page_id == page_id, unscored.c.tries > 0)
            .order_by(capture.c.started_at.desc(), capture.c.id.desc())
        )
        with self._database.reading() as connection:
            errors = list(connection.execute(query).scalars())
        return len(errors), errors[0] if errors else ""

    def scoring_failed(self, capture_id: int, error: str) -> None:
        """Keep why a capture that waits for its score did not get it."""
        waiting = update(unscored).where(unscored.c.capture_id == capture_id)
        with self._database.writing() as connection:
            connection.execute(waiting.values(tries=unscored.c.tries + 1, error=error))

    def needs_no_score(self, capture_id: int) -> None:
        """A capture does not wait for a score any more: there is none before it to compare it with."""
        with self._database.writing() as connection:
            delete_unscored(connection, capture_id)

    def decided_pairs(
        self, page_id: int, *, limit: int | None = None, since: datetime | None = None
    ) -> list[tuple[datetime, datetime, bool]]:
        """Of a page's newest captures that were decided on, in order: when the one before it and it were made, and
        whether the change between them was important.

        With ``since`` those of which the earlier one is not older than that.
        """
        before = capture.alias()
        query = (
            select(before.c.started_at, capture.c.started_at, is_important())
            .join(capture, change_score.c.after_id == capture.c.id)
            .join(before, change_score.c.before_id == before.c.id)
            .where(change_score.c.page_id == page_id, is_current(page_id))
            .where(is_important().is_not(None))
            .order_by(capture.c.started_at.desc(), capture.c.id.desc())
            .limit(limit)
        )
        if since is not None:
            query = query.where(before.c.started_at >= since)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [(start, end, bool(important)) for start, end, important in reversed(rows)]

    def count_important(self, page_id: int, *, since: datetime) -> int:
        """How many captures of a page since a moment were important changes."""
        query = select(func.count()).where(
            finding.c.page_id == page_id,
            finding.c.kind == FindingKind.CHANGE,
            finding.c.counts,
            finding.c.at >= since,
        )
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def decided_changes(self) -> tuple[int, int]:
        """How many changes were found important, of how many that were decided on and are changes at all."""
        decided = is_current() & is_important().is_not(None) & (change_score.c.distance > 0)
        query = select(func.count(), func.count().filter(is_important())).where(decided)
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
    """Add a score whose metadata record is already in the archive, with the finding that it is, if it is one.

    Its capture waits for none any more.
    """
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
    delete_unscored(connection, score.after_id)
    note_change(connection, score.after_id, found_at=score.scored_at)
    return replace(score, id=None if number is None else number[0])


def insert_unscored(connection: Connection, *capture_ids: int) -> None:
    """These captures, which can be compared, wait for their score: those that do not yet, and have none."""
    for start in range(0, len(capture_ids), _CHUNK):
        some = capture_ids[start : start + _CHUNK]
        waiting = select(unscored.c.capture_id).where(unscored.c.capture_id.in_(some))
        scored = select(change_score.c.after_id).where(change_score.c.after_id.in_(some))
        left_out = set(connection.execute(union(waiting, scored)).scalars())
        rows = [{"capture_id": number} for number in some if number not in left_out]
        if rows:
            connection.execute(insert(unscored), rows)


def delete_unscored(connection: Connection, capture_id: int) -> None:
    """A capture waits for no score, if it did."""
    connection.execute(delete(unscored).where(unscored.c.capture_id == capture_id))
