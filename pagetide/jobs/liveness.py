"""Which process works on a job; ends jobs whose process died.

Whoever works on a job holds a lock in its folder, which ends with the process, however that ends. So a job that is said
to run while nobody holds its lock has failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from storage.collection import Collection
from storage.errors import StorageError
from storage.job_files import KEPT, delete_job_folder, delete_upload, job_folder, made_job_folder
from storage.jobs import Job, JobState

DIED = "The process that worked on it ended before it was done. Start it again."
_LOCK = "lock"


def now() -> datetime:
    """The machine's time: jobs are a matter of people, also where pages live in simulated days."""
    return datetime.now(UTC)


@contextmanager
def working_on(folder: Path, number: int) -> Iterator[bool]:
    """Hold the lock of a job; False where another process holds it."""
    lock = FileLock(made_job_folder(folder, number) / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
        with suppress(OSError):  # the folder stays while a result is in it
            (made_job_folder(folder, number) / _LOCK).unlink(missing_ok=True)
            job_folder(folder, number).rmdir()


def fail_dead_jobs(collection: Collection) -> list[int]:
    """End the jobs that are said to run though their process is gone; their numbers. ``collection`` can be written."""
    dead = []
    for job in collection.repository.unfinished_jobs(JobState.RUNNING):
        with working_on(collection.path, job.id) as is_free:
            if is_free and collection.repository.end_job(job.id, JobState.FAILED, now(), DIED):
                dead.append(job.id)
                clear(collection, job)
    return dead


def is_running(folder: Path, job: Job) -> bool:
    """Whether some process works on a job that is said to run."""
    if not (job_folder(folder, job.id) / _LOCK).exists():
        return False
    with working_on(folder, job.id) as is_free:
        return not is_free


def delete_old_files(collection: Collection, at: datetime) -> None:
    """Delete the files of jobs that ended long ago."""
    for job in collection.repository.jobs_with_old_files(at - KEPT):
        delete_job_folder(collection.path, job.id)
        collection.repository.forget_result(job.id)


def clear(collection: Collection, job: Job) -> None:
    """Delete what a job that came to nothing left."""
    with suppress(StorageError):
        for path in job_folder(collection.path, job.id).glob("*"):
            if path.name != _LOCK and path.is_file():
                path.unlink(missing_ok=True)
    if "upload" in job.arguments:
        delete_upload(collection.path, job.arguments["upload"])
