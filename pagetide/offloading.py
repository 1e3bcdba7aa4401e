"""The daemon's part of the object store: closed WARC files are sent, and what fails is tried again later.

The crawl never waits for it. Why files wait stands in the log, once for each reason, and in ``pagetide status``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from pagetide.ticks import Tick
from storage.collection import Collection
from storage.errors import StorageError
from storage.objects.store import objects_of
from storage.offload.offloading import TROUBLE, OffloadReport, offload, problem_of
from storage.plurals import counted

logger = logging.getLogger(__name__)

_EVERY = timedelta(minutes=1)
_LONGEST = timedelta(minutes=30)


class Offloading:
    """Sends what is closed whenever it is asked to, but not before it makes sense to try again."""

    def __init__(self, collection: Collection, keep_sent: timedelta | None) -> None:
        self._collection = collection
        self._keep_sent = keep_sent
        self._pause = _EVERY
        self._not_before: datetime | None = None
        self._blobs = True

    def ticks(self, is_stopping: Callable[[], bool]) -> list[Tick]:
        """A round every minute; and a fresh WARC file every day, so that none stays unsent for weeks."""

        def send(now: datetime) -> None:
            self.send(now, is_stopping)

        return [
            Tick(name="objects", every=_EVERY, action=send, soon=timedelta(seconds=20)),
            Tick(name="close", every=timedelta(days=1), action=self.close),
        ]

    def close(self, _: datetime) -> None:
        """Close the WARC file that is written to, where there is a store to send it to; derived files go, too."""
        self._blobs = True
        if objects_of(self._collection.path) is not None:
            self._collection.close_archive()

    def send(self, now: datetime, is_stopping: Callable[[], bool] = lambda: False) -> None:
        """One round, unless the last one failed a short while ago."""
        if self._not_before is not None and now < self._not_before:
            return
        try:
            if objects_of(self._collection.path) is None:
                return
            report = offload(self._collection, self._keep_sent, blobs=self._blobs, is_stopping=is_stopping)
        except StorageError as error:
            self._failed(now, str(error))
            return
        if report.did_something:
            logger.info("%s", told(report))
        problem = problem_of(report)
        if problem is not None:
            self._failed(now, problem)
            return
        self._pause, self._not_before, self._blobs = _EVERY, None, False
        note_trouble(self._collection, None, now)

    def _failed(self, now: datetime, problem: str) -> None:
        self._not_before = now + self._pause
        self._pause = min(2 * self._pause, _LONGEST)
        if note_trouble(self._collection, problem, now):
            logger.warning("WARC files wait on this disk to be sent later, and nothing is lost: %s", problem)


def note_trouble(collection: Collection, problem: str | None, now: datetime) -> bool:
    """Keep for ``pagetide status`` why files wait, None: they do not; whether that is news."""
    known = collection.repository.state(TROUBLE)
    if (known or {}).get("problem") == problem:
        return False
    value = None if problem is None else {"problem": problem, "since": now.isoformat(timespec="seconds")}
    collection.repository.set_state(TROUBLE, value)
    return True


def told(report: OffloadReport) -> str:
    """What a round did, in a sentence."""
    parts = [
        f"{counted(count, what)}{size} {done}"
        for count, what, size, done in (
            (report.sent_files, "WARC file", _megabytes(report.sent_bytes), "sent to the object store"),
            (report.freed_files, "WARC file", _megabytes(report.freed_bytes), "freed on this disk"),
            (report.blobs, "derived file", "", "moved to the object store"),
        )
        if count
    ]
    return ", ".join(parts) or "nothing was to be sent or freed"


def _megabytes(size_bytes: int) -> str:
    return f" ({size_bytes / 1e6:.1f} MB)"
