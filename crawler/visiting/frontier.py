"""Leases due pages out of the database for the spider.

The database calls run in worker threads, so a busy disk never stops the browser's event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from crawler.clock import Clock
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.decision import RevisitPolicy
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from storage.errors import StorageError
from storage.queries.repository import Repository
from storage.records import Lease

logger = logging.getLogger(f"pagetide.{__name__}")


class Frontier:
    """The pages of a collection as the spider sees them: what may be visited now, and when next."""

    def __init__(
        self,
        repository: Repository,
        clock: Clock,
        settings: CrawlSettings,
        pauses: HostPauses | None = None,
        check_room: Callable[[], None] | None = None,
        hooks: SchedulerHooks | None = None,
    ) -> None:
        self._hooks = hooks or SchedulerHooks()
        self._repository = repository
        self._clock = clock
        self._lease_for = timedelta(seconds=settings.lease_s)
        self._policy = RevisitPolicy(settings)
        self._pauses = pauses or HostPauses(settings)
        self._check_room = check_room or (lambda: None)

    async def lease(self, limit: int, in_hand: Sequence[Lease] = ()) -> list[Lease]:
        """``leased`` to this process, in a thread; those ``in_hand`` are held on to meanwhile."""
        await asyncio.to_thread(self._hold, in_hand)
        return await asyncio.to_thread(self.leased, limit)

    def _hold(self, leases: Sequence[Lease]) -> None:
        """Extend what would run out soon: nobody else is to visit these pages."""
        now = self._clock.now()
        for lease in leases:
            if lease.expires_at - now < self._lease_for / 2:
                self._repository.extend_lease(lease, now + self._lease_for)

    def leased(self, limit: int, worker: str | None = None) -> list[Lease]:
        """Up to ``limit`` due pages, the longest due first, at most one per host that is free.

        No more than the budget pays for at present, but for pages that do not wait for it. ``worker`` is the number of
        the worker that visits them, None: this process does.

        Raises
        ------
        NoRoom
            The collection has reached the limit of its room.
        """
        now, allowance = self.look(), self._hooks.allowance  # before: a daemon without room is seen to run
        self._check_room()
        lease_due = partial(self._repository.lease_due, now, lease_for=self._lease_for, worker=worker)
        left = None if allowance is None else allowance.left(now)
        if allowance is None or left is None:
            return lease_due(limit=limit)
        leases = lease_due(limit=limit, exempt=True)
        paid = min(limit - len(leases), left)
        if paid > 0:
            leases += self._paid(partial(lease_due, limit=paid), others=len(leases))
        allowance.spend(len(leases), now)
        return leases

    def look(self) -> datetime:
        """The time; the schedule notices what the clock did since the last look."""
        now = self._clock.now()
        if self._hooks.look is not None:
            self._hooks.look(now)
        return now

    def _paid(self, lease_due: Callable[[], list[Lease]], *, others: int) -> list[Lease]:
        """Leases that the budget pays for; an error must not lose the others that were just taken."""
        try:
            return lease_due()
        except StorageError as error:
            if not others:
                raise
            logger.warning("no page that waits for the budget can be leased now: %s", error)
            return []

    async def next_due_at(self) -> datetime | None:
        """The earliest moment at which ``lease`` could return something; None: never, as things stand."""
        return await asyncio.to_thread(self._next_due_at)

    def _next_due_at(self) -> datetime | None:
        now, allowance = self._clock.now(), self._hooks.allowance
        due_at = self._repository.next_due_at(now)
        if allowance is None or due_at is None or due_at > (paid_at := allowance.again_at(now)):
            return due_at
        exempt_at = self._repository.next_due_at(now, exempt=True)
        return paid_at if exempt_at is None else min(paid_at, exempt_at)

    def question(self, lease: Lease) -> Mapping[str, str] | None:
        """Headers of a request that asks whether a leased page has changed; None: it is not asked."""
        return None if self._hooks.question is None else self._hooks.question(lease)

    def note_answer(self, lease: Lease, changed: bool, at: datetime) -> bool:
        """Take in what the server said; True when no visit is needed and the lease has ended: it costs nothing."""
        ended = self._hooks.note_answer is not None and self._hooks.note_answer(lease, changed, at)
        if ended and self._hooks.allowance is not None:
            self._hooks.allowance.spend(-1, at)
        return ended

    async def sources(self) -> Sequence[str]:
        """Feeds and sitemaps that are to be read now."""
        if self._hooks.sources is None:
            return ()
        return await asyncio.to_thread(self._hooks.sources, self._clock.now())

    def note_announcements(self, source: str, body: bytes) -> None:
        """Take in what a feed or a sitemap says."""
        if self._hooks.note_announcements is not None:
            self._hooks.note_announcements(source, body, self._clock.now())

    async def has_due(self, by: datetime, besides: Collection[int] = ()) -> bool:
        """Whether a page is still due ``by`` that moment, besides those of the given numbers."""
        return await asyncio.to_thread(self._repository.has_due, by, besides)

    def give_up(self, lease: Lease, at: datetime) -> None:
        """End a visit of which nothing could be kept: it counts as failed, and the page backs off."""
        if self._hooks.after_nothing is not None:
            decision = self._hooks.after_nothing(lease, at)
        else:
            decision = self._policy.after_failure(lease.page, failures=lease.page.failures + 1, at=at)
        self._repository.finish_visit(
            lease,
            visited_at=at,
            failed=True,
            due_at=decision.due_at,
            due_reason=decision.reason,
            quarantined=decision.quarantined,
            plan=decision.plan,
            host_next_ok_at=self._pauses.next_ok_at(lease.page.host, self._clock.now()),
        )
