"""Captures in the database, with their artifacts: inserted once, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from storage.database.engine import Database
from storage.database.schema import artifact, capture, profile
from storage.errors import NotStored
from storage.queries.batches import batches
from storage.records import (
    Artifact,
    Problem,
    ProblemCode,
    RenderingProfile,
    Role,
    StoredCapture,
)


@dataclass(frozen=True)
class CaptureKey:
    """Which capture it is, in few words: for lists of all captures of a collection."""

    id: int
    page_id: int
    url: str
    started_at: datetime
    urn: str
    """Stays, whatever the number of the row becomes when a database is made again."""


@dataclass(frozen=True)
class PictureKey:
    """The picture of a capture: of the whole page where there is one, else of the view."""

    capture: CaptureKey
    role: Role
    digest: str


class CaptureQueries:
    """What the repository knows of captures."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def capture(self, capture_id: int) -> StoredCapture:
        """The capture of that number."""
        with self._database.reading() as connection:
            return read_capture(connection, capture_id)

    def captures(
        self,
        page_id: int,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        good_only: bool = False,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[StoredCapture]:
        """A page's captures with ``since <= started_at <= until``, in the order of their times."""
        query = selected_captures().where(capture.c.page_id == page_id).limit(limit)
        if since is not None:
            query = query.where(capture.c.started_at >= since)
        if until is not None:
            query = query.where(capture.c.started_at <= until)
        if good_only:
            query = query.where(capture.c.good)
        order = (capture.c.started_at, capture.c.id)
        with self._database.reading() as connection:
            return fetch_captures(
                connection, query.order_by(*(column.desc() if newest_first else column for column in order))
            )

    def good_capture_keys(self) -> list[CaptureKey]:
        """All captures that the model may learn from, in the order in which they were stored."""
        columns = (capture.c.id, capture.c.page_id, capture.c.url, capture.c.started_at, capture.c.urn)
        query = select(*columns).where(capture.c.good).order_by(capture.c.id)
        with self._database.reading() as connection:
            return [CaptureKey(*row) for row in connection.execute(query)]

    def good_pictures(self) -> list[PictureKey]:
        """The picture of every capture that the model may learn from, in the order in which they were stored."""
        columns = (capture.c.id, capture.c.page_id, capture.c.url, capture.c.started_at, capture.c.urn)
        shown = artifact.c.role.in_([Role.FULL_PAGE, Role.VIEW])
        query = (
            select(*columns, artifact.c.role, artifact.c.digest)
            .join(artifact, artifact.c.capture_id == capture.c.id)
            .where(capture.c.good, shown)
            .order_by(capture.c.id)
        )
        found: dict[int, PictureKey] = {}
        with self._database.reading() as connection:
            for *key, role, digest in connection.execute(query):
                if role == Role.FULL_PAGE or key[0] not in found:
                    found[key[0]] = PictureKey(CaptureKey(*key), Role(role), digest)
        return list(found.values())

    def count_captures(self, page_id: int | None = None) -> int:
        """How many captures a page has, or all pages have."""
        query = select(func.count()).select_from(capture)
        if page_id is not None:
            query = query.where(capture.c.page_id == page_id)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def around_profile_change(self, page_id: int) -> list[StoredCapture]:
        """The newest two good captures in a row of a page whose rendering profiles differ; none where all are alike."""
        good = selected_captures().where(capture.c.page_id == page_id, capture.c.good)
        newest_first = good.order_by(capture.c.started_at.desc(), capture.c.id.desc()).limit(1)
        oldest_first = good.order_by(capture.c.started_at, capture.c.id).limit(1)
        with self._database.reading() as connection:
            for newest in fetch_captures(connection, newest_first):
                other = newest_first.where(capture.c.profile_digest != newest.profile_digest)
                for before in fetch_captures(connection, other):
                    later = oldest_first.where(capture.c.started_at > before.started_at)
                    return [before, *fetch_captures(connection, later)]
        return []

    def previous_good(self, after: StoredCapture) -> StoredCapture | None:
        """The last good capture of the same page and rendering profile that started earlier."""
        query = (
            selected_captures()
            .where(capture.c.page_id == after.page_id, capture.c.started_at < after.started_at)
            .where(capture.c.good, capture.c.profile_digest == after.profile_digest)
            .order_by(capture.c.started_at.desc(), capture.c.id.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            found = fetch_captures(connection, query)
        return found[0] if found else None

    def nearest_captures(self, to: StoredCapture, limit: int) -> list[int]:
        """Other captures of the same page, the nearest in time first: up to ``limit`` before it and as many after."""
        others = select(capture.c.id, capture.c.started_at)
        others = others.where(capture.c.page_id == to.page_id, capture.c.id != to.id)
        before = others.where(capture.c.started_at <= to.started_at).order_by(capture.c.started_at.desc())
        after = others.where(capture.c.started_at > to.started_at).order_by(capture.c.started_at)
        with self._database.reading() as connection:
            rows = [row for query in (before, after) for row in connection.execute(query.limit(limit)).all()]
        return [row.id for row in sorted(rows, key=lambda row: abs(row.started_at - to.started_at))]


def read_capture(connection: Connection, capture_id: int) -> StoredCapture:
    """The capture of that number, inside a transaction."""
    found = fetch_captures(connection, selected_captures().where(capture.c.id == capture_id))
    if not found:
        raise NotStored(f"There is no capture {capture_id} in this collection. It may belong to another one.")
    return found[0]


def capture_numbers(database: Database, urns: Iterable[str]) -> dict[str, int]:
    """The numbers of the captures with these names in the archive, by name; names that no capture has are left out."""
    found: dict[str, int] = {}
    with database.reading() as connection:
        for some in batches(sorted(urns)):
            query = select(capture.c.urn, capture.c.id).where(capture.c.urn.in_(some))
            found |= {row.urn: row.id for row in connection.execute(query)}
    return found


def problems_as_json(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The problems of a capture for the JSON column."""
    return [asdict(problem) for problem in problems]


def selected_captures() -> Select[Any]:
    """The rows of which ``fetch_captures`` makes captures."""
    return select(capture, profile.c.body).join(profile, capture.c.profile_digest == profile.c.digest)


def fetch_captures(connection: Connection, query: Select[Any]) -> list[StoredCapture]:
    """The captures that a query of ``selected_captures`` finds, with their artifacts."""
    rows = connection.execute(query).all()
    artifacts = _artifacts(connection, [row.id for row in rows])
    return [_capture_of(row, artifacts.get(row.id, {})) for row in rows]


def _artifacts(connection: Connection, numbers: Sequence[int]) -> dict[int, dict[Role, Artifact]]:
    found: dict[int, dict[Role, Artifact]] = {}
    for some in batches(numbers):
        query = select(artifact).where(artifact.c.capture_id.in_(some))
        for row in connection.execute(query):
            part = Artifact(role=row.role, digest=row.digest, size_bytes=row.size_bytes, mime=row.mime)
            found.setdefault(row.capture_id, {})[row.role] = part
    return found


def _capture_of(row: Row[Any], artifacts: Mapping[Role, Artifact]) -> StoredCapture:
    return StoredCapture(
        id=row.id,
        page_id=row.page_id,
        url=row.url,
        started_at=row.started_at,
        finished_at=row.finished_at,
        outcome=row.outcome,
        response_kind=row.response_kind,
        final_url=row.final_url,
        status=row.status,
        mime=row.mime,
        title=row.title,
        profile_digest=row.profile_digest,
        profile=RenderingProfile(**row.body),
        problems=tuple(Problem(**{**item, "code": ProblemCode(item["code"])}) for item in row.problems),
        observed=row.observed,
        origin=row.origin,
        artifacts=artifacts,
        exchanges_recorded=row.exchanges_recorded,
        exchanges_failed=row.exchanges_failed,
        warc_file=row.warc_file,
        warc_bytes=row.warc_bytes,
    )
