"""The daemon's side of workers' visits: pages are leased to them, and each delivery is stored once.

Everything that decides is here, in one process: the budget, the hosts' pauses, the fencing tokens, the archive. A
result is taken only while its lease holds, and the lease is extended before anything of it is stored, so that no other
visit can begin meanwhile. Times are the daemon's own: a worker whose clock is wrong cannot make a host be asked too
soon.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from crawler.clock import Clock
from crawler.errors import CrawlError
from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import Refusal
from crawler.visiting.frontier import Frontier
from crawler.visiting.work import Asked, Visited
from storage.errors import DatabaseGone, DatabaseUnavailable, DiskFull
from storage.queries.repository import Repository
from storage.records import Capture, Lease

logger = logging.getLogger(f"pagetide.{__name__}")

_ENDS_THE_CRAWL = (DiskFull, DatabaseGone, DatabaseUnavailable, CrawlError)


class Dispatcher:
    """Gives pages to workers and takes back what came of them; called from one thread."""

    def __init__(
        self,
        frontier: Frontier,
        repository: Repository,
        on_capture: Callable[[Lease, Capture], None],
        pauses: HostPauses,
        clock: Clock,
        lease_for: timedelta,
    ) -> None:
        self.frontier = frontier
        self._repository = repository
        self._on_capture = on_capture
        self._pauses = pauses
        self._clock = clock
        self._lease_for = lease_for

    def lease(self, worker: str, limit: int) -> list[Lease]:
        """Up to ``limit`` due pages for a worker; errors as of ``Frontier.leased``."""
        return self.frontier.leased(limit, worker)

    def renew(self, leases: Collection[Lease]) -> None:
        """Let leases hold on whose worker is alive; each is written again once half of its time has passed."""
        now = self._clock.now()
        for lease in leases:
            if lease.expires_at - now < self._lease_for / 2:
                self._repository.extend_lease(lease, now + self._lease_for)

    def complete(self, lease: Lease, result: Visited | Asked) -> bool:
        """Keep what came of a lease; whether it has ended by that, as ``Work.complete`` says.

        Raises
        ------
        StorageError
            The disk is full or the database does not answer; the result may be given again.
        """
        now = self._clock.now()
        if not self._repository.extend_lease(lease, now + self._lease_for):
            logger.warning("%s: a worker was too late, its result is not kept", lease.page.url)
            return False
        host = lease.page.host
        self._pauses.ask(host, result.pause.total_seconds())
        self._pauses.ended(host, now)
        if isinstance(result, Asked):
            return self.frontier.note_answer(lease, result.changed, result.at)
        if result.hold is not None:
            ended = result.capture.finished_at
            self._pauses.heed(host, Refusal(why=result.hold.why, wait=result.hold.until - ended), ended)
        return self._kept(lease, result.capture)

    def fail(self, lease: Lease, at: datetime) -> bool:
        """End a lease of whose visit nothing could be kept; False where it does not hold any more."""
        now = self._clock.now()
        if not self._repository.extend_lease(lease, now + self._lease_for):
            return False
        self._pauses.ended(lease.page.host, now)
        self.frontier.give_up(lease, at)
        return True

    def _kept(self, lease: Lease, capture: Capture) -> bool:
        """Hand the capture over; of one that an error keeps out, at least the lease ends."""
        try:
            self._on_capture(lease, capture)
        except _ENDS_THE_CRAWL:
            raise
        except Exception:  # the boundary of one visit, as the spider's
            logger.exception("%s: what a worker captured could not be kept", lease.page.url)
            self.frontier.give_up(lease, capture.started_at)
        return True
