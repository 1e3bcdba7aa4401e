"""Due pages out of the database, for the spider: leased, looked ahead to, and given up when all else failed.

The database calls run in worker threads, so a busy disk never stops the browser's event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from crawler.clock import Clock
from crawler.politeness import HostPauses
from crawler.revisit import RevisitPolicy
from crawler.settings import CrawlSettings
from storage.records import Lease
from storage.repository import Repository


class Frontier:
    """The pages of a collection as the spider sees them: what may be visited now, and when next."""

    def __init__(
        self,
        repository: Repository,
        clock: Clock,
        settings: CrawlSettings,
        pauses: HostPauses | None = None,
        check_room: Callable[[], None] | None = None,
    ) -> None:
        self._repository = repository
        self._clock = clock
        self._lease_for = timedelta(seconds=settings.lease_s)
        self._policy = RevisitPolicy(settings)
        self._pauses = pauses or HostPauses(settings)
        self._check_room = check_room or (lambda: None)

    async def lease(self, limit: int) -> list[Lease]:
        """Up to ``limit`` due pages, the longest due first, at most one per host that is free.

        Raises
        ------
        NoRoom
            The collection has reached the limit of its room.
        """
        return await asyncio.to_thread(self._lease, limit)

    def _lease(self, limit: int) -> list[Lease]:
        self._check_room()
        return self._repository.lease_due(self._clock.now(), limit=limit, lease_for=self._lease_for)

    async def next_due_at(self) -> datetime | None:
        """The earliest moment at which ``lease`` could return something; None: never, as things stand."""
        return await asyncio.to_thread(self._repository.next_due_at, self._clock.now())

    async def has_due(self, by: datetime, besides: Collection[int] = ()) -> bool:
        """Whether a page is still due ``by`` that moment, besides those of the given numbers."""
        pages = await asyncio.to_thread(self._repository.pages, active=True)
        return any(page.due_at is not None and page.due_at <= by and page.id not in besides for page in pages)

    def give_up(self, lease: Lease, at: datetime) -> None:
        """End a visit of which nothing could be kept: it counts as failed, and the page backs off."""
        decision = self._policy.after_failure(lease.page, failures=lease.page.failures + 1, at=at)
        self._repository.finish_visit(
            lease,
            visited_at=at,
            failed=True,
            rate=lease.page.rate,
            due_at=decision.due_at,
            due_reason=decision.reason,
            quarantined=decision.quarantined,
            host_next_ok_at=self._pauses.next_ok_at(lease.page.host, self._clock.now()),
        )
