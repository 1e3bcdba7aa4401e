"""Named values of the collection (price, heartbeat), models, and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, delete, func, insert, select

from storage.database.engine import Database
from storage.database.schema import artifact, blob, capture, change_score, finding, host, model, page, state
from storage.findings import FindingKind
from storage.queries.batches import batches
from storage.queries.scores import is_current
from storage.records import ModelState, Outcome, StoredModel

DAEMON_SEEN = "clock"
"""Name of the fact by which the daemon says that it runs: the moment, about every minute."""


@dataclass(frozen=True, kw_only=True)
class CollectionCounts:
    """How much a collection holds. Only the newest score of each capture counts."""

    pages: int
    active_pages: int
    captures: Mapping[Outcome, int]
    scores: int
    important: int
    bytes: int  # WARC records and blobs, as stored


@dataclass(frozen=True, kw_only=True)
class ModelPlace:
    """Where the files of a model are."""

    id: int
    path: str  # in the collection's folder; empty: it has none
    url: str  # of its page
    is_newest: bool  # the page's newest model, which is in use


class StateQueries:
    """What the repository knows by name, of models, and in sum."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def state(self, key: str) -> Any | None:
        """The value kept under ``key``; None if there is none."""
        with self._database.reading() as connection:
            return connection.execute(select(state.c.value).where(state.c.key == key)).scalar()

    def set_state(self, key: str, value: Any) -> None:
        """Keep ``value``, which JSON must be able to hold, under ``key``."""
        with self._database.writing() as connection:
            connection.execute(delete(state).where(state.c.key == key))
            connection.execute(insert(state).values(key=key, value=value))

    def save_model(self, fitted: StoredModel) -> StoredModel:
        """Keep what is known of a fitted model, whose files are already under ``models/``."""
        values = {
            "page_id": fitted.page_id,
            "fitted_at": fitted.fitted_at,
            "state": fitted.state,
            "path": fitted.path,
            "digest": fitted.digest,
            "first_capture_id": fitted.first_capture_id,
            "last_capture_id": fitted.last_capture_id,
            "versions": fitted.versions,
            "importance": fitted.importance,
            "weights": fitted.weights,
            "details": dict(fitted.details),
        }
        with self._database.writing() as connection:
            number = connection.execute(insert(model).values(**values)).inserted_primary_key
        return replace(fitted, id=None if number is None else number[0])

    def current_model(self, page_id: int) -> StoredModel | None:
        """The newest model of a page."""
        query = select(model).where(model.c.page_id == page_id).order_by(model.c.id.desc()).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _model_of(row)

    def model_places(self) -> list[ModelPlace]:
        """Where the files of every model are, in the order in which they were fitted."""
        newest = select(func.max(model.c.id)).group_by(model.c.page_id)
        query = select(model.c.id, model.c.path, page.c.url, model.c.id.in_(newest).label("is_newest"))
        query = query.join(page, model.c.page_id == page.c.id).order_by(model.c.id)
        with self._database.reading() as connection:
            return [ModelPlace(**row._mapping) for row in connection.execute(query)]

    def newest_models(self, kind: ModelState, *, limit: int, of_host: str | None = None) -> list[StoredModel]:
        """The models that are their pages' newest and in that state, the newest first; of the pages of one host, if
        it is named."""
        newest = select(func.max(model.c.id)).group_by(model.c.page_id)
        query = (
            select(model)
            .where(model.c.id.in_(newest), model.c.state == kind)
            .order_by(model.c.id.desc())
            .limit(limit)
        )
        if of_host is not None:
            of_its_pages = (
                select(page.c.id).join(host, page.c.host_id == host.c.id).where(host.c.name == of_host)
            )
            query = query.where(model.c.page_id.in_(of_its_pages))
        with self._database.reading() as connection:
            return [_model_of(row) for row in connection.execute(query)]

    def counts(self) -> CollectionCounts:
        """How much the collection holds."""
        outcomes = select(capture.c.outcome, func.count()).group_by(capture.c.outcome)
        current = select(func.count()).select_from(change_score).where(is_current())
        changes = select(func.count()).where(finding.c.kind == FindingKind.CHANGE, finding.c.counts)
        with self._database.reading() as connection:

            def number(query: Any) -> int:
                return int(connection.execute(query).scalar() or 0)

            return CollectionCounts(
                pages=number(select(func.count()).select_from(page)),
                active_pages=number(select(func.count()).select_from(page).where(page.c.active)),
                captures={outcome: count for outcome, count in connection.execute(outcomes)},
                scores=number(current),
                important=number(changes),
                bytes=self.stored_bytes(),
            )

    def stored_bytes(self) -> int:
        """WARC records and blobs, as stored."""
        sums = select(func.sum(capture.c.warc_bytes)), select(func.sum(blob.c.stored_bytes))
        with self._database.reading() as connection:
            return sum(int(connection.execute(query).scalar() or 0) for query in sums)

    def bytes_by_page(self, page_ids: Sequence[int]) -> dict[int, int]:
        """What the captures of some pages take on the disk: WARC records and what is derived from them."""
        records = select(capture.c.page_id, func.sum(capture.c.warc_bytes)).group_by(capture.c.page_id)
        derived = (
            select(capture.c.page_id, func.sum(blob.c.stored_bytes))
            .join(artifact, artifact.c.capture_id == capture.c.id)
            .join(blob, artifact.c.blob_digest == blob.c.digest)
            .group_by(capture.c.page_id)
        )
        sizes: dict[int, int] = {}
        with self._database.reading() as connection:
            for some in batches(page_ids):
                of_some = capture.c.page_id.in_(some)
                for query in (records.where(of_some), derived.where(of_some)):
                    for page_id, size in connection.execute(query):
                        sizes[page_id] = sizes.get(page_id, 0) + int(size)
        return sizes


def _model_of(row: Row[Any]) -> StoredModel:
    return StoredModel(
        id=row.id,
        page_id=row.page_id,
        fitted_at=row.fitted_at,
        state=row.state,
        path=row.path,
        digest=row.digest,
        first_capture_id=row.first_capture_id,
        last_capture_id=row.last_capture_id,
        versions=row.versions,
        importance=tuple(tuple(line) for line in row.importance),
        weights=tuple(tuple(line) for line in row.weights),
        details=row.details,
    )
