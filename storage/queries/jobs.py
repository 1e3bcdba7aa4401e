"""Jobs: those that wait, those that run, and what came of the others."""

from __future__ import annotations

from collections.abc import Collection as Several
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, update

from storage.database.engine import Database
from storage.database.schema import job
from storage.errors import NotStored
from storage.jobs import Job, JobKind, JobState
from storage.queries.capture_rows import storable


class JobQueries:
    """What the repository knows of jobs. Somebody starts and cancels them through ``storage.actions.jobs``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def jobs(self, *, limit: int, offset: int = 0) -> list[Job]:
        """Jobs, the last first, without the first ``offset``."""
        return self._jobs(limit=limit, offset=offset, newest_first=True)

    def job(self, number: int) -> Job:
        """The job of that number.

        Raises
        ------
        NotStored
            There is none.
        """
        with self._database.reading() as connection:
            return find_job(connection, number)

    def last_job(self, kind: JobKind, state: JobState) -> Job | None:
        """The newest job of a kind that is in that state."""
        found = self._jobs(job.c.kind == kind, job.c.state == state, limit=1, newest_first=True)
        return found[0] if found else None

    def unfinished_jobs(self, state: JobState, kinds: Several[JobKind] = ()) -> list[Job]:
        """The jobs that wait, or those that run, the oldest first; of some kinds only, if any are named."""
        of_kinds = [job.c.kind.in_(kinds)] if kinds else []
        return self._jobs(job.c.state == state, *of_kinds, limit=None)

    def jobs_with_old_files(self, before: datetime) -> list[Job]:
        """The jobs that ended before then, and whose files are not deleted yet."""
        return self._jobs(job.c.result_file.is_not(None), job.c.ended_at < before, limit=None)

    def claim_job(self, number: int, at: datetime) -> bool:
        """Begin a job; False where somebody else began it, or cancelled it."""
        waits = (job.c.id == number, job.c.state == JobState.WAITING)
        values = {"state": JobState.RUNNING, "started_at": at, "message": ""}
        return self._changed(waits, values)

    def note_progress(self, number: int, done: int, total: int | None, message: str) -> None:
        """Keep how far a job is."""
        runs = (job.c.id == number, job.c.state == JobState.RUNNING)
        self._changed(runs, {"done": done, "total": total, "message": storable(message)})

    def end_job(
        self,
        number: int,
        state: JobState,
        at: datetime,
        message: str,
        *,
        outcome: Mapping[str, Any] | None = None,
        result_file: str | None = None,
    ) -> bool:
        """Keep what came of a job; False where it was over already."""
        lasts = (job.c.id == number, job.c.state.in_((JobState.WAITING, JobState.RUNNING)))
        values = {"state": state, "ended_at": at, "message": storable(message)}
        return self._changed(lasts, values | {"outcome": dict(outcome or {}), "result_file": result_file})

    def forget_result(self, number: int) -> None:
        """Keep that the file of a job is deleted."""
        self._changed((job.c.id == number,), {"result_file": None})

    def _changed(self, wanted: tuple[ColumnElement[bool], ...], values: Mapping[str, Any]) -> bool:
        with self._database.writing() as connection:
            return connection.execute(update(job).where(*wanted).values(**values)).rowcount > 0

    def _jobs(
        self, *wanted: ColumnElement[bool], limit: int | None, offset: int = 0, newest_first: bool = False
    ) -> list[Job]:
        order = job.c.id.desc() if newest_first else job.c.id
        query = select(job).where(*wanted).order_by(order).offset(offset)
        with self._database.reading() as connection:
            rows = connection.execute(query if limit is None else query.limit(limit))
            return [Job(**row._mapping) for row in rows]


def find_job(connection: Connection, number: int, *, to_change: bool = False) -> Job:
    """The job of that number; ``NotStored`` where there is none. One to change stays as it is until the end."""
    query = select(job).where(job.c.id == number)
    row = connection.execute(query.with_for_update() if to_change else query).one_or_none()
    if row is None:
        raise NotStored(f"There is no job {number} in this collection. `pagetide jobs` lists them.")
    return Job(**row._mapping)


def insert_job(
    connection: Connection, kind: JobKind, arguments: Mapping[str, Any], *, by: str, at: datetime
) -> int:
    """Add a job that waits; its number."""
    values = {"kind": kind, "arguments": dict(arguments), "asked_by": storable(by), "asked_at": at}
    key = connection.execute(insert(job).values(state=JobState.WAITING, **values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def note_cancelled(connection: Connection, found: Job, at: datetime) -> None:
    """Keep that somebody asked a job to end; one that waits has ended."""
    values: dict[str, Any] = {"cancelled_at": at}
    if found.state is JobState.WAITING:
        values |= {"state": JobState.CANCELLED, "ended_at": at, "message": "It had not begun."}
    connection.execute(update(job).where(job.c.id == found.id).values(**values))
