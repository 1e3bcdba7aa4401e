"""Runs waiting jobs beside the dashboard, one at a time, each in its own process.

A web request only writes that a job is wanted. Archives are taken in here only while no other process works on the
collection: where the daemon lives it takes them (``pagetide.jobs.in_daemon``).
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
import time

from pagetide.jobs.liveness import delete_old_files, fail_dead_jobs, is_running, now
from storage.collection import Collection
from storage.errors import StorageError
from storage.job_files import KEPT
from storage.jobs import Job, JobKind, JobState

logger = logging.getLogger(__name__)

BUSY = 75
"""Exit code of a process that left its job because another one works on the collection (EX_TEMPFAIL)."""
_LOOK_EVERY_S = 2.0
_BUSY_FOR_S = 20.0
_TIDY_EVERY_S = 600.0
_TIME_TO_END_S = 5.0


class JobsBesideDashboard:
    """The thread that starts those processes. ``collection`` is open for reading, and stays the caller's."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._stopping, self._called = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._child: subprocess.Popen[bytes] | None = None
        self._busy_until = self._tidy_at = 0.0

    def start(self) -> None:
        """Begin to look for jobs that wait."""
        self._thread.start()

    def call(self) -> None:
        """Look now: somebody has asked for a job, or cancelled one."""
        self._called.set()

    def stop(self) -> None:
        """End the process that works, and look no more."""
        self._stopping.set()
        self._called.set()
        self._thread.join(timeout=2 * _TIME_TO_END_S)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._turn()
            except StorageError as error:  # a database that is away comes back
                logger.warning("jobs cannot be looked for: %s", error)
            self._called.wait(_LOOK_EVERY_S)
            self._called.clear()

    def _turn(self) -> None:
        """End what is dead, delete what is old, and do the next job that waits."""
        repository, folder = self._collection.repository, self._collection.path
        if any(not is_running(folder, job) for job in repository.unfinished_jobs(JobState.RUNNING)):
            with Collection.open(folder) as opened:
                fail_dead_jobs(opened)
        if time.monotonic() >= self._tidy_at:
            self._tidy_at = time.monotonic() + _TIDY_EVERY_S
            if repository.jobs_with_old_files(now() - KEPT):
                with Collection.open(folder) as opened:
                    delete_old_files(opened, now())
        waiting = [job for job in repository.unfinished_jobs(JobState.WAITING) if self._can_begin(job)]
        if waiting and not self._stopping.is_set():
            self._do(waiting[0])

    def _can_begin(self, job: Job) -> bool:
        return job.kind is not JobKind.INGEST or time.monotonic() >= self._busy_until

    def _do(self, job: Job) -> None:
        folder = str(self._collection.path.resolve())
        command = [sys.executable, "-P", "-m", "pagetide.jobs.process", folder, str(job.id)]
        self._child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
        code = self._ended(job)
        if code == BUSY:
            self._busy_until = time.monotonic() + _BUSY_FOR_S
        elif self._collection.repository.job(job.id).state is JobState.WAITING:
            with Collection.open(self._collection.path) as opened:  # else it would be tried again for ever
                told = f"The process that should do it ended with exit code {code}. The log says more."
                opened.repository.end_job(job.id, JobState.FAILED, now(), told)

    def _ended(self, job: Job) -> int:
        """Wait for the process, and end it where the job is cancelled or the dashboard stops."""
        assert self._child is not None
        told = False
        while True:
            try:
                return self._child.wait(timeout=_LOOK_EVERY_S / 4)
            except subprocess.TimeoutExpired:
                if not told and (self._stopping.is_set() or self._is_cancelled(job)):
                    self._child.send_signal(signal.SIGINT)
                    told, until = True, time.monotonic() + _TIME_TO_END_S
                elif told and time.monotonic() > until:
                    self._child.kill()

    def _is_cancelled(self, job: Job) -> bool:
        try:
            return self._collection.repository.job(job.id).cancelled_at is not None
        except StorageError:
            return False
