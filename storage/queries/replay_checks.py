"""Replay checks in the database: never overwritten; of a capture checked again the newest check counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from storage.database.engine import Database
from storage.database.schema import capture, replay_check
from storage.records import ReplayCheck


class ReplayCheckQueries:
    """What the repository knows of captures compared with their replay."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def replay_check(self, capture_id: int) -> ReplayCheck | None:
        """The newest check of a capture; None: it was never checked."""
        query = (
            select(replay_check)
            .where(replay_check.c.capture_id == capture_id)
            .order_by(replay_check.c.id.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _check_of(row)

    def replay_checks(self, page_id: int | None = None) -> list[ReplayCheck]:
        """The newest check of each checked capture, of one page or of all, in the order of the captures' times."""
        newest = select(func.max(replay_check.c.id)).group_by(replay_check.c.capture_id)
        query = (
            select(replay_check)
            .join(capture, replay_check.c.capture_id == capture.c.id)
            .where(replay_check.c.id.in_(newest))
            .order_by(capture.c.started_at, capture.c.id)
        )
        if page_id is not None:
            query = query.where(capture.c.page_id == page_id)
        with self._database.reading() as connection:
            return [_check_of(row) for row in connection.execute(query)]


def insert_replay_check(connection: Connection, check: ReplayCheck, warc_record_id: int) -> ReplayCheck:
    """Add a check whose record is already in the archive."""
    values = {
        "capture_id": check.capture_id,
        "checked_at": check.checked_at,
        "screenshot_match": check.screenshot_match,
        "text_match": check.text_match,
        "crawl_good": check.crawl_good,
        "crawl_bad": check.crawl_bad,
        "replay_good": check.replay_good,
        "replay_bad": check.replay_bad,
        "missing": list(check.missing),
        "details": dict(check.details),
        "warc_record_id": warc_record_id,
    }
    number = connection.execute(insert(replay_check).values(**values)).inserted_primary_key
    return replace(check, id=None if number is None else number[0])


def capture_urn(connection: Connection, capture_id: int) -> str:
    """The WARC-Page-ID of a capture's records."""
    return str(connection.execute(select(capture.c.urn).where(capture.c.id == capture_id)).scalar_one())


def _check_of(row: Row[Any]) -> ReplayCheck:
    return ReplayCheck(
        id=row.id,
        capture_id=row.capture_id,
        checked_at=row.checked_at,
        screenshot_match=row.screenshot_match,
        text_match=row.text_match,
        crawl_good=row.crawl_good,
        crawl_bad=row.crawl_bad,
        replay_good=row.replay_good,
        replay_bad=row.replay_bad,
        missing=tuple(row.missing),
        details=row.details,
    )
