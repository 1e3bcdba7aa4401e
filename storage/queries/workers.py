"""Messages between the daemon and its workers: who they are, what they ask for and deliver.

None of it is needed for the archive to be whole. What is leased to whom stands with the pages
(``storage.queries.leases``): a worker that finds its delivery gone delivers again, and one that finds its lease gone
throws it away. A worker writes its own rows only, and so waits for no other transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select, text, update

from storage.database.engine import Database
from storage.database.schema import delivery, delivery_part, page, state, worker
from storage.database.upgrade import NEWEST, current_revision
from storage.errors import SchemaOutdated

PART_BYTES = 8 * 1024 * 1024
"""Longest part of a delivery in one row: a capture may have more bytes than one statement can carry."""
SILENT_S = 30.0
"""A worker of which nothing was heard for so long gets no work, and its leases run out."""
DISPATCHER = "dispatcher"
"""Name of the fact by which the daemon says what its workers must be like: ``version`` and ``settings``."""

Attempt = tuple[int, int]
"""A lease by number of page and attempt."""


@dataclass(frozen=True, kw_only=True)
class WorkerRow:
    """A worker as it last said of itself."""

    id: str
    name: str
    host: str
    version: str
    browser: str
    started_at: datetime
    wanted: int = 0
    """Pages that it could begin to visit now, besides those in hand."""
    in_hand: tuple[Attempt, ...] = ()
    left: bool = False
    """Whether it has ended: it visits nothing any more."""
    heard_at: datetime | None = None
    silent_s: float = 0.0
    """Seconds since it was last heard of, by the database's clock."""

    @property
    def is_silent(self) -> bool:
        """Whether it gets no work, and its leases run out."""
        return self.silent_s > SILENT_S

    @property
    def release(self) -> str:
        """Its version as people write it."""
        return self.version.rpartition("/")[2]


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """What came of a leased page."""

    page_id: int
    attempt: int
    worker_id: str
    version: str
    at: datetime
    """When the visit began."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """What kind it is, and what the worker learned of the host; for JSON."""
    body: bytes = b""


class WorkerQueries:
    """What the daemon and its workers read and write of each other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def report(self, told: WorkerRow) -> None:
        """Say what a worker is like now; its row is made where it is not there."""
        values = {
            "name": told.name,
            "host": told.host,
            "version": told.version,
            "browser": told.browser,
            "started_at": told.started_at,
            "wanted": told.wanted,
            "in_hand": [list(each) for each in told.in_hand],
            "left": told.left,
        }
        with self._database.posting() as connection:
            values["heard_at"] = _database_time(connection)
            mine = update(worker).where(worker.c.id == told.id)
            if not connection.execute(mine.values(**values)).rowcount:
                connection.execute(insert(worker).values(id=told.id, **values))

    def workers(self) -> list[WorkerRow]:
        """All workers that the daemon has not forgotten yet, in the order in which they began."""
        query = select(worker).order_by(worker.c.started_at, worker.c.id)
        with self._database.reading() as connection:
            now = _database_time(connection)
            rows = connection.execute(query).mappings().all()
        return [
            WorkerRow(
                **{
                    **row,
                    "in_hand": tuple((number, attempt) for number, attempt in row["in_hand"]),
                    "silent_s": (now - row["heard_at"]).total_seconds(),
                }
            )
            for row in rows
        ]

    def forget_worker(self, worker_id: str) -> None:
        """Forget a worker that has ended, and what it delivered that nobody took."""
        with self._database.posting() as connection:
            numbers = select(delivery.c.page_id, delivery.c.attempt).where(
                delivery.c.worker_id == worker_id, delivery.c.answer.is_not(None)
            )
            for found in connection.execute(numbers).all():
                _remove(connection, (found.page_id, found.attempt))
            connection.execute(delete(worker).where(worker.c.id == worker_id))

    def deliver(self, made: Delivery) -> bool:
        """Hand over what came of a visit, in one transaction; False, and nothing written, where its lease is gone."""
        attempt = (made.page_id, made.attempt)
        with self._database.posting() as connection:
            if not connection.execute(select(_holds(attempt))).scalar():
                return False
            _remove(connection, attempt)
            for part, start in enumerate(range(0, len(made.body), PART_BYTES)):
                body = made.body[start : start + PART_BYTES]
                number = {"page_id": made.page_id, "attempt": made.attempt, "part": part}
                connection.execute(insert(delivery_part).values(**number, body=body))
            connection.execute(
                insert(delivery).values(
                    page_id=made.page_id,
                    attempt=made.attempt,
                    worker_id=made.worker_id,
                    version=made.version,
                    at=made.at,
                    told=dict(made.told),
                )
            )
        return True

    def waiting_deliveries(self) -> list[Attempt]:
        """The leases of which something was delivered that the daemon has not answered, the oldest first."""
        query = select(delivery.c.page_id, delivery.c.attempt).where(delivery.c.answer.is_(None))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(delivery.c.at, delivery.c.page_id)).all()
        return [(row.page_id, row.attempt) for row in rows]

    def delivery(self, attempt: Attempt) -> Delivery | None:
        """What was delivered; None where it is gone."""
        parts = (
            select(delivery_part.c.body).where(*_of(delivery_part, attempt)).order_by(delivery_part.c.part)
        )
        with self._database.reading() as connection:
            row = connection.execute(select(delivery).where(*_of(delivery, attempt))).one_or_none()
            if row is None:
                return None
            body = b"".join(connection.execute(parts).scalars())
        return Delivery(
            page_id=row.page_id,
            attempt=row.attempt,
            worker_id=row.worker_id,
            version=row.version,
            at=row.at,
            told=row.told,
            body=body,
        )

    def answer(self, attempt: Attempt, answer: str) -> None:
        """Say what became of a delivery, whose bytes are not needed any more."""
        with self._database.posting() as connection:
            connection.execute(update(delivery).where(*_of(delivery, attempt)).values(answer=answer))
            connection.execute(delete(delivery_part).where(*_of(delivery_part, attempt)))

    def take_answer(self, attempt: Attempt) -> tuple[bool, str | None]:
        """Whether the delivery is there, and its answer, if there is one; an answered delivery is removed."""
        query = select(delivery.c.answer).where(*_of(delivery, attempt))
        with self._database.posting() as connection:
            row = connection.execute(query).one_or_none()
            if row is not None and row.answer is not None:
                _remove(connection, attempt)
        return row is not None, None if row is None else row.answer

    def holds(self, attempt: Attempt) -> bool:
        """Whether a lease still holds."""
        with self._database.reading() as connection:
            return bool(connection.execute(select(_holds(attempt))).scalar())

    def dispatcher(self) -> Mapping[str, Any] | None:
        """What the daemon says its workers must be like; None: none has run yet.

        Raises
        ------
        SchemaOutdated
            The tables are not those of this version of Pagetide.
        """
        if current_revision(self._database) != NEWEST:
            raise SchemaOutdated("the tables are of another version")
        with self._database.reading() as connection:
            return connection.execute(select(state.c.value).where(state.c.key == DISPATCHER)).scalar()

    def now(self) -> datetime:
        """The time by the database's clock."""
        with self._database.reading() as connection:
            return _database_time(connection)


def _database_time(connection: Connection) -> datetime:
    if connection.dialect.name == "sqlite":  # it runs on the clock of this machine
        return datetime.now(UTC)
    found: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    return found.astimezone(UTC)


def _holds(attempt: Attempt) -> Any:
    page_id, number = attempt
    return exists().where(page.c.id == page_id, page.c.attempt == number, page.c.leased_until.is_not(None))


def _of(table: Any, attempt: Attempt) -> Sequence[Any]:
    return table.c.page_id == attempt[0], table.c.attempt == attempt[1]


def _remove(connection: Connection, attempt: Attempt) -> None:
    for table in (delivery_part, delivery):
        connection.execute(delete(table).where(*_of(table, attempt)))
