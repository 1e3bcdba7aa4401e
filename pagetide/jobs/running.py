"""Runs one job from beginning to end."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from changemodel.errors import ChangeModelError
from pagetide.errors import PagetideError
from pagetide.jobs.liveness import clear, now, working_on
from pagetide.jobs.work import READING, Result
from storage.collection import Collection
from storage.errors import StorageError
from storage.job_files import delete_upload
from storage.jobs import Job, JobState

logger = logging.getLogger(__name__)

TOLD_EVERY_S = 0.5
STOPPED = "Whoever worked on it was stopped before it was done. Start it again."


class JobCancelled(Exception):
    """Somebody asked the job to end."""


class JobStopped(Exception):
    """Whoever works on the job is asked to end."""


@dataclass(kw_only=True)
class Progress:
    """Keeps how far a job is, not too often, and ends it where that is wanted."""

    collection: Collection
    number: int
    is_stopping: Callable[[], bool] = lambda: False
    _told_at: float = 0.0

    def __call__(self, done: int, total: int | None, message: str) -> None:
        """See ``Tell``; raises ``JobCancelled`` or ``JobStopped``."""
        if time.monotonic() - self._told_at < TOLD_EVERY_S:
            return
        self._told_at = time.monotonic()
        if self.is_stopping():
            raise JobStopped
        try:
            self.collection.repository.note_progress(self.number, done, total, message)
            wanted = self.collection.repository.job(self.number).cancelled_at is None
        except StorageError as error:  # a busy database is no reason to give up
            logger.warning("how far job %d is could not be kept: %s", self.number, error)
            return
        if not wanted:
            raise JobCancelled


def run_reading_job(collection: Collection, number: int) -> bool:
    """Do a job that works beside other processes; False where somebody else does it.

    ``KeyboardInterrupt`` ends it early, and is not passed on.
    """
    with working_on(collection.path, number) as is_ours:
        if not is_ours or not collection.repository.claim_job(number, now()):
            return False
        job, tell = collection.repository.job(number), Progress(collection=collection, number=number)
        do(collection, job, lambda: READING[job.kind](collection, job, tell))
    return True


def do(collection: Collection, job: Job, work: Callable[[], Result]) -> None:
    """Do the work, and keep what came of it."""
    state, result = _ended(collection, job, work)
    name = None if result.file is None else result.file.name
    if state is not JobState.DONE:
        clear(collection, job)
    elif "upload" in job.arguments:
        delete_upload(collection.path, job.arguments["upload"])
    collection.repository.end_job(
        job.id, state, now(), result.message, outcome=result.outcome, result_file=name
    )


def _ended(collection: Collection, job: Job, work: Callable[[], Result]) -> tuple[JobState, Result]:
    try:
        return JobState.DONE, work()
    except JobCancelled:
        return JobState.CANCELLED, Result(message="It was cancelled.")
    except JobStopped:
        return JobState.FAILED, Result(message=STOPPED)
    except KeyboardInterrupt:
        wanted = collection.repository.job(job.id).cancelled_at is None
        told = (JobState.FAILED, STOPPED) if wanted else (JobState.CANCELLED, "It was cancelled.")
        return told[0], Result(message=told[1])
    except (PagetideError, StorageError, ChangeModelError) as error:
        return JobState.FAILED, Result(message=_sentence(str(error)))
    except Exception as error:  # it must not stay "running", whatever happens
        logger.exception("job %d failed", job.id)
        return JobState.FAILED, Result(message=f"{type(error).__name__}: {error}. The log says more.")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
