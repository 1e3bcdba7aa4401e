"""Starts and cancels jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storage.actions.audit import OF_JOBS, Actor, Done, written
from storage.collection import Collection
from storage.errors import StorageError
from storage.jobs import Job, JobKind, JobState
from storage.queries.jobs import find_job, insert_job, note_cancelled

MOST_WAITING = 50
"""Jobs that may wait: more were asked for by mistake."""


def start_job(collection: Collection, actor: Actor, kind: JobKind, arguments: Mapping[str, Any]) -> Job:
    """Ask for a job; whoever works for the collection takes it when it is its turn.

    Raises
    ------
    StorageError
        Too many wait already.
    """
    if len(collection.repository.unfinished_jobs(JobState.WAITING)) >= MOST_WAITING:
        raise StorageError(f"{MOST_WAITING} jobs wait already; let some end, or cancel them")
    with collection.database.writing() as connection:
        number = insert_job(connection, kind, arguments, by=actor.by, at=actor.at)
        written(connection, actor, f"{OF_JOBS}start {kind}", before={"job": number}, changed=1)
    return collection.repository.job(number)


def cancel_job(collection: Collection, actor: Actor, number: int) -> Done:
    """End a job: one that waits at once, one that runs as soon as it looks.

    Raises
    ------
    NotStored
        There is no such job.
    StorageError
        It is over.
    """
    with collection.database.writing() as connection:
        found = find_job(connection, number, to_change=True)
        if found.state.is_over:
            raise StorageError(f"job {number} is over already")
        note_cancelled(connection, found, actor.at)
        return written(connection, actor, f"{OF_JOBS}cancel {found.kind}", before={"job": number}, changed=1)
