"""The job that imports an archive: the only one that needs the collection's lock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pagetide.app import App
from pagetide.ingest import ingest_files
from pagetide.jobs.liveness import now, working_on
from pagetide.jobs.running import Progress, do
from pagetide.jobs.work import Result, Tell, faults_as_json, source_of
from pagetide.rerendering import rendering_from_archive
from storage.jobs import Job
from storage.plurals import counted


def run_ingest_job(app: App, number: int, is_stopping: Callable[[], bool] = lambda: False) -> bool:
    """Do a job that writes; False where somebody else does it. The caller holds the collection's lock."""
    collection = app.collection
    with working_on(collection.path, number) as is_ours:
        if not is_ours or not collection.repository.claim_job(number, now()):
            return False
        job = collection.repository.job(number)
        tell = Progress(collection=collection, number=number, is_stopping=is_stopping)
        do(collection, job, lambda: ingest(app, job, tell))
    return True


def ingest(app: App, job: Job, tell: Tell) -> Result:
    """Take an archive in, as ``pagetide ingest`` does. The caller holds the collection's lock."""
    path = source_of(app.collection, job)
    tell(0, None, "reading")
    with rendering_from_archive(app.collection, app.settings) as renderer:
        done = ingest_files(
            app,
            [path],
            datetime.now(UTC),
            render=renderer,
            progress=lambda at, count, total: tell(count, total, at),
        )
    report = done.reports[0]
    told = [
        f"{counted(len(report.added), 'new capture')}, {report.known:,} known before",
        f"{counted(done.scored, 'capture')} scored, {counted(done.learned, 'model')} learned",
        f"{counted(len(done.waiting), 'capture')} without a screenshot" if done.waiting else "",
        counted(len(report.faults), "fault") if report.faults else "",
    ]
    outcome = {
        "added": len(report.added),
        "known": report.known,
        "scored": done.scored,
        "learned": done.learned,
        "without_screenshot": len(done.waiting),
    }
    return Result(
        message=f"{'; '.join(filter(None, told))}.", outcome=outcome | faults_as_json(report.faults)
    )
