"""The daemon's loop over its workers: alive, delivered, next leases.

The transport is three tables of the collection's PostgreSQL database (``storage.queries.workers``), looked at ten times
a second while a worker is there. Whatever is lost of them is said again: a worker reports every few seconds and
delivers until it is answered.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from crawler.errors import CrawlError
from crawler.manners.refusals import Hold
from crawler.visiting.dispatcher import Dispatcher
from crawler.visiting.work import Asked, Visited
from storage.database_retries import Patience
from storage.errors import DatabaseGone, DatabaseUnavailable, DiskFull, NoRoom, NotStored, StorageError
from storage.packed_capture import packed, unpacked
from storage.queries.repository import Repository
from storage.queries.workers import SILENT_S, Attempt, Delivery, WorkerRow
from storage.records import Lease
from storage.warc.writer import software

logger = logging.getLogger(f"pagetide.{__name__}")

KEPT, REFUSED, VISIT = "kept", "refused", "visit"
"""Answers to a delivery; ``VISIT``: what the server said is not enough, the browser goes."""
_LOOKS_FOR_WORKERS = 20  # so many times less often while there is none
_LOOKS_FOR_PAGES = 5  # so many times less often while none is due
_AFTER_MISTAKE_S = 2.0
_LOOKS_FOR_ROOM_S = 60.0
_FORGOTTEN_S = 3600.0
_LOOK_AT_CLOCK_S = 15.0


class Dispatching:
    """The loop, in a thread of its own, every ``look_s`` seconds while a worker is there."""

    def __init__(self, dispatcher: Dispatcher, repository: Repository, look_s: float = 0.1) -> None:
        self._look_s = look_s
        self._dispatcher = dispatcher
        self._repository = repository
        self._ending = threading.Event()
        self._patience = Patience()
        self._known: dict[str, WorkerRow] = {}
        self._look_for_pages_at = 0.0
        self._look_at_clock_at = 0.0
        self.trouble: StorageError | CrawlError | None = None
        """What ended the loop early."""

    def run(self) -> None:
        """Work until ``end`` is called, or nothing can be stored any more."""
        while not self._ending.is_set():
            pause_s = self._surviving()
            if pause_s is None:
                return
            self._ending.wait(pause_s)

    def end(self) -> None:
        """Give out no more work; a delivery that is being taken is taken to its end."""
        self._ending.set()

    def step(self) -> bool:
        """Look at everything once; whether a worker is there."""
        workers = self._repository.workers()
        alive = [worker for worker in workers if not worker.left and worker.silent_s < SILENT_S]
        unseen = {worker.id: self._renewed(worker) for worker in alive}
        for attempt in self._repository.waiting_deliveries():
            if self._ending.is_set():
                return True
            self._take(attempt)
        for worker in workers:
            self._follow(worker, is_alive=worker in alive)
        self._give_work(alive, unseen)
        return bool(alive)

    def _surviving(self) -> float | None:
        """One step; seconds until the next one, None: there is none."""
        try:
            if time.monotonic() >= self._look_at_clock_at:
                self._look_at_clock_at = time.monotonic() + _LOOK_AT_CLOCK_S
                self._dispatcher.frontier.look()
            is_busy = self.step()
        except DatabaseUnavailable as error:
            pause_s = self._patience.pause_s()
            if pause_s is None:
                self.trouble = error
            else:
                logger.warning("workers wait, trying again in %.0f s: %s", pause_s, error)
            return pause_s
        except NoRoom as error:
            logger.warning("workers are given no page until there is room: %s", error)
            return _LOOKS_FOR_ROOM_S
        except (DiskFull, DatabaseGone, CrawlError) as error:
            self.trouble = error
            return None
        except Exception:  # the loop's boundary: the crawl and the other workers go on
            logger.exception("the workers could not be looked after; trying again")
            return _AFTER_MISTAKE_S
        self._patience = Patience()
        return self._look_s if is_busy else _LOOKS_FOR_WORKERS * self._look_s

    def _renewed(self, worker: WorkerRow) -> int:
        """Keep the leases of which a living worker knows; how many it has not picked up yet, which may run out."""
        leases = self._repository.leases_of(worker.id)
        known = [lease for lease in leases if _number(lease) in worker.in_hand]
        self._dispatcher.renew(known)
        return len(leases) - len(known)

    def _take(self, attempt: Attempt) -> None:
        delivered = self._repository.delivery(attempt)
        if delivered is None:
            return
        try:
            lease = Lease(
                page=self._repository.page(delivered.page_id),
                attempt=delivered.attempt,
                expires_at=delivered.at,
            )
            answer = self._answered(lease, delivered)
        except (NotStored, ValueError) as error:  # a page that was removed, or bytes that are none
            logger.warning("what a worker delivered of page %d is not kept: %s", delivered.page_id, error)
            answer = REFUSED
        self._repository.answer(attempt, answer)

    def _answered(self, lease: Lease, delivered: Delivery) -> str:
        if delivered.version != software():
            raise ValueError(f"{delivered.version} made it, and this is {software()}")
        result = result_in(delivered)
        if result is None:
            return KEPT if self._dispatcher.fail(lease, delivered.at) else REFUSED
        if self._dispatcher.complete(lease, result):
            return KEPT
        return REFUSED if isinstance(result, Visited) or not self._repository.holds(_number(lease)) else VISIT

    def _follow(self, worker: WorkerRow, *, is_alive: bool) -> None:
        """Say who came, fell silent and left; free what those have that ended."""
        known = self._known.get(worker.id)
        if worker.left:
            released = self._repository.release_leases_of(worker.id)
            self._repository.forget_worker(worker.id)
            self._known.pop(worker.id, None)
            logger.info("worker %s has left; %d leases came back", worker.name, released)
        elif is_alive and known is None:
            self._known[worker.id] = worker
            logger.info("worker %s is here, on %s with %s", worker.name, worker.host, worker.browser)
            self._tell_other_browsers(worker)
        elif not is_alive and known is not None:
            del self._known[worker.id]
            logger.warning("nothing is heard of worker %s; its leases run out", worker.name)
        elif not is_alive and worker.silent_s > _FORGOTTEN_S:
            self._repository.forget_worker(worker.id)

    def _tell_other_browsers(self, worker: WorkerRow) -> None:
        others = {other.browser for other in self._known.values()} - {worker.browser}
        if others:
            logger.warning(
                "worker %s has %s, others have %s: captures of different browsers are never compared with each other. "
                "Install the same one on all machines",
                worker.name,
                worker.browser,
                ", ".join(sorted(others)),
            )

    def _give_work(self, alive: Sequence[WorkerRow], unseen: Mapping[str, int]) -> None:
        """Lease pages to the workers that could begin a visit, as many as each asked for, the emptiest first."""
        if self._ending.is_set() or time.monotonic() < self._look_for_pages_at:
            return
        for worker in sorted(alive, key=lambda each: len(each.in_hand)):
            wanted = worker.wanted - unseen[worker.id]
            if wanted > 0 and not self._dispatcher.lease(worker.id, wanted):
                self._look_for_pages_at = time.monotonic() + _LOOKS_FOR_PAGES * self._look_s
                return


def _number(lease: Lease) -> Attempt:
    return lease.page.id, lease.attempt


def delivery_of(lease: Lease, result: Visited | Asked | None, at: datetime, worker: str) -> Delivery:
    """What a worker hands over; no result: nothing could be kept."""
    told: dict[str, object] = {"kind": "failed"}
    if result is not None:
        told = {"kind": "asked", "pause_s": result.pause.total_seconds()}
    if isinstance(result, Asked):
        told["changed"] = result.changed
    if isinstance(result, Visited):
        hold = result.hold
        told["kind"] = "visited"
        told["hold"] = None if hold is None else {"until": hold.until.isoformat(), "why": hold.why}
    return Delivery(
        page_id=lease.page.id,
        attempt=lease.attempt,
        worker_id=worker,
        version=software(),
        at=at,
        told=told,
        body=packed(result.capture) if isinstance(result, Visited) else b"",
    )


def result_in(delivered: Delivery) -> Visited | Asked | None:
    """What ``delivery_of`` was given."""
    told = delivered.told
    if told["kind"] == "failed":
        return None
    pause = timedelta(seconds=told["pause_s"])
    if told["kind"] == "asked":
        return Asked(changed=told["changed"], at=delivered.at, pause=pause)
    return Visited(capture=unpacked(delivered.body), pause=pause, hold=_hold(told["hold"]))


def _hold(told: Mapping[str, str] | None) -> Hold | None:
    return None if told is None else Hold(until=datetime.fromisoformat(told["until"]), why=told["why"])
