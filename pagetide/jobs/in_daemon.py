"""Imports archives in the daemon, which holds the collection's lock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pagetide.app import App
from pagetide.jobs.ingesting import run_ingest_job
from pagetide.jobs.liveness import fail_dead_jobs
from pagetide.ticks import Tick
from storage.jobs import JobKind, JobState

EVERY = timedelta(seconds=5)


def jobs_tick(app: App, is_stopping: Callable[[], bool]) -> Tick:
    """The recurring look for archives that wait to be taken in; other jobs are done beside the dashboard."""

    def take_in(_: datetime) -> None:
        fail_dead_jobs(app.collection)
        for job in app.collection.repository.unfinished_jobs(JobState.WAITING, (JobKind.INGEST,)):
            if is_stopping():
                return
            run_ingest_job(app, job.id, is_stopping)

    return Tick(name="jobs", every=EVERY, action=take_in, soon=EVERY)
