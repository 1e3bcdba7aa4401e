"""A worker's leases and deliveries through tables of the collection's PostgreSQL database.

The daemon's side is ``crawler.visiting.dispatching``. Whatever is lost between the two is said again: what the worker
has in hand every few seconds, a result until it is answered. What decides is the lease, and that is the daemon's.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from crawler.clock import Clock
from crawler.errors import NotAWorker
from crawler.visiting.dispatching import KEPT, REFUSED, delivery_of
from crawler.visiting.work import Asked, Visited
from storage.errors import StorageError
from storage.queries.repository import Repository
from storage.queries.workers import Attempt, Delivery, WorkerRow
from storage.records import Lease

logger = logging.getLogger(f"pagetide.{__name__}")

_REPORT_S = 3.0
_LEAVE_AFTER_S = 60.0
"""How long a worker that is to end waits for an answer: what it delivered waits in the database, too."""


class PostedWork:
    """Work for one worker of a collection, ``me``.

    Parameters
    ----------
    lease_for
        How long a lease holds without being renewed: one of which half has passed before it was seen is not begun.
    check
        Called every few seconds; the ``NotAWorker`` that it raises ends the work, and is kept as ``trouble``.
    """

    def __init__(
        self,
        repository: Repository,
        me: WorkerRow,
        clock: Clock,
        lease_for: timedelta,
        check: Callable[[], None] = lambda: None,
        look_s: float = 0.1,
    ) -> None:
        self._repository = repository
        self._me = me
        self._clock = clock
        self._lease_for = lease_for
        self._check = check
        self._look_s = look_s
        self._in_hand: set[Attempt] = set()
        self._seen: dict[int, int] = {}  # newest attempt of each page that was picked up
        self._lock = threading.Lock()
        self._draining = threading.Event()
        self._gone = threading.Event()
        self._is_away = False
        self.trouble: NotAWorker | None = None
        """What ended the work early."""

    def lease(self, limit: int) -> list[Lease]:
        """Pages that were leased to this worker since the last look; asks for as many more as it could begin."""
        with self._lock:
            if self._draining.is_set():
                return []
            fresh = self._fresh()[:limit]
            self._in_hand.update(_number(lease) for lease in fresh)
            self._say(limit - len(fresh))
        return fresh

    def complete(self, lease: Lease, result: Visited | Asked) -> bool:
        """Hand over what came of a lease and wait until the daemon has taken it, as ``Work.complete``."""
        at = result.at if isinstance(result, Asked) else result.capture.started_at
        answer = self._delivered(delivery_of(lease, result, at, self._me.id))
        if answer == REFUSED:
            logger.warning("%s: the lease had run out, the result is not kept", lease.page.url)
        if answer in (KEPT, REFUSED):
            self._put_down(_number(lease))
        return answer == KEPT

    def fail(self, lease: Lease, at: datetime) -> bool:
        """Say that nothing came of a lease, as ``Work.fail``."""
        answer = self._delivered(delivery_of(lease, None, at, self._me.id))
        self._put_down(_number(lease))
        return answer == KEPT

    def drain(self) -> None:
        """Ask for no more; what is in hand is brought to its end."""
        self._draining.set()
        with self._lock:
            self._say(0)

    @contextmanager
    def attended(self, stop: Callable[[], object]) -> Iterator[None]:
        """Within the block the daemon hears of this worker every few seconds; afterwards, that it has left.

        ``stop`` is called where the work must end early.
        """
        self._checked(stop)
        reporting = threading.Thread(target=self._report_on, args=(stop,), name="reporting", daemon=True)
        reporting.start()
        try:
            yield
        finally:
            self._gone.set()
            reporting.join()
            self._leave()

    def _checked(self, stop: Callable[[], object]) -> None:
        """Look whether this worker may work on."""
        try:
            self._check()
        except NotAWorker as error:  # raised again by whoever started the work
            self.trouble = error
            self.drain()
            stop()

    def _fresh(self) -> list[Lease]:
        """Leases that were not picked up before; those that waited for too long are left to run out."""
        latest = self._clock.now() + self._lease_for / 2
        fresh = []
        for lease in self._repository.leases_of(self._me.id):
            if self._seen.get(lease.page.id, -1) < lease.attempt:
                self._seen[lease.page.id] = lease.attempt
                if lease.expires_at > latest:
                    fresh.append(lease)
                else:
                    logger.warning("%s: its lease waited for too long, it is not visited", lease.page.url)
        return fresh

    def _say(self, wanted: int) -> None:
        """Report, where something is new since the last time; the lock is held."""
        told = replace(self._me, wanted=wanted, in_hand=tuple(sorted(self._in_hand)))
        if told != self._me:
            self._repository.report(told)
            self._me = told

    def _put_down(self, attempt: Attempt) -> None:
        with self._lock:
            self._in_hand.discard(attempt)

    def _delivered(self, made: Delivery) -> str:
        """Deliver until there is an answer: what the transport lost is delivered again."""
        attempt = (made.page_id, made.attempt)
        since: float | None = None
        while self._repository.deliver(made):
            is_there, answer = True, None
            while is_there and answer is None:
                time.sleep(self._look_s)
                is_there, answer = self._repository.take_answer(attempt)
                if self._draining.is_set():
                    since = time.monotonic() if since is None else since
                    if answer is None and time.monotonic() - since > _LEAVE_AFTER_S:
                        logger.warning("no daemon takes what was captured; it waits in the database")
                        return KEPT
            if answer is not None:
                return answer
        return REFUSED

    def _report_on(self, stop: Callable[[], object]) -> None:
        while not self._gone.wait(_REPORT_S):
            try:
                self._checked(stop)
                with self._lock:
                    self._me = replace(self._me, in_hand=tuple(sorted(self._in_hand)))
                    self._repository.report(self._me)
                self._is_away = False
            except StorageError as error:
                if not self._is_away:
                    logger.warning("the daemon cannot hear of this worker: %s", error)
                self._is_away = True

    def _leave(self) -> None:
        try:
            self._repository.report(replace(self._me, wanted=0, in_hand=(), left=True))
        except StorageError as error:
            logger.warning(
                "the message that this worker ends could not be sent to the daemon; its leases run out: %s",
                error,
            )


def _number(lease: Lease) -> Attempt:
    return lease.page.id, lease.attempt
