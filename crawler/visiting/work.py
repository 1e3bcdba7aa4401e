"""The port between leasing and visiting: what a worker gets, and what it gives back.

``Work`` is all that a worker knows of the daemon: ``lease``, ``complete``, ``fail``. ``WorkFrontier`` shows it to the
spider as the frontier of a collection. The budget, the schedule, the beliefs and the archive stay with the daemon.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from crawler.clock import Clock
from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import Hold
from crawler.scheduling.announcements import question_of
from crawler.settings import CrawlSettings
from storage.records import Capture, Lease, ProblemCode

_LOOK_AGAIN = timedelta(milliseconds=100)


@dataclass(frozen=True, kw_only=True)
class Visited:
    """A page was visited."""

    capture: Capture
    pause: timedelta
    """How long its host rests, as robots.txt and the settings of the worker say."""
    hold: Hold | None = None
    """That its host is left alone because of what it answered for robots.txt."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A server was asked whether a page has changed."""

    changed: bool
    at: datetime
    pause: timedelta


class Work(Protocol):
    """What a dispatcher gives a worker to do. Safe to use from several threads."""

    def lease(self, limit: int) -> list[Lease]:
        """Up to so many pages to visit now; none: look again a moment later."""

    def complete(self, lease: Lease, result: Visited | Asked) -> bool:
        """Give back what came of a lease; whether it has ended by that.

        False of a visit: the lease had run out, and nothing was kept. False of a question: the page is to be visited.
        """

    def fail(self, lease: Lease, at: datetime) -> bool:
        """End a lease of whose visit nothing could be kept; the page is tried again later. False: it had run out."""


class WorkFrontier:
    """Work as the spider sees it: a frontier that is asked every moment, and never knows when a page will be due."""

    def __init__(
        self, work: Work, clock: Clock, settings: CrawlSettings, *, conditional: bool = True
    ) -> None:
        self._work = work
        self._clock = clock
        self._settings = settings
        self._conditional = conditional
        self.pauses = HostPauses(settings)
        """What robots.txt files ask for, as this worker reads them."""

    async def lease(self, limit: int, in_hand: Sequence[Lease] = ()) -> list[Lease]:
        """Up to ``limit`` pages to visit now; the dispatcher holds on to what is in hand."""
        return await asyncio.to_thread(self._work.lease, limit)

    async def next_due_at(self) -> datetime | None:
        """When to look again."""
        return self._clock.now() + _LOOK_AGAIN

    def question(self, lease: Lease) -> Mapping[str, str] | None:
        """Headers of a request that asks whether a leased page has changed; None: it is not asked."""
        return question_of(lease.page, self._settings) if self._conditional else None

    def note_answer(self, lease: Lease, changed: bool, at: datetime) -> bool:
        """Pass on what the server said; True when no visit is needed and the lease has ended."""
        pause = self.pauses.pause(lease.page.host)
        return self._work.complete(lease, Asked(changed=changed, at=at, pause=pause))

    async def sources(self) -> Sequence[str]:
        """Feeds and sitemaps are read by the daemon."""
        return ()

    def note_announcements(self, source: str, body: bytes) -> None:
        """Nothing is read here."""

    async def has_due(self, by: datetime, besides: Collection[int] = ()) -> bool:
        """Nobody here knows."""
        return False

    def give_up(self, lease: Lease, at: datetime) -> None:
        """End a visit of which nothing could be kept."""
        self._work.fail(lease, at)

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        """Give a capture back, with what was learned of its host."""
        host = lease.page.host
        hold = self.pauses.hold(host, capture.finished_at) if _is_forbidden(capture) else None
        if capture.status is not None:  # what the page itself asks for is seen by the daemon
            self.pauses.heed(host, None, capture.finished_at)
        self._work.complete(lease, Visited(capture=capture, pause=self.pauses.pause(host), hold=hold))


def _is_forbidden(capture: Capture) -> bool:
    return any(problem.code is ProblemCode.ROBOTS for problem in capture.problems)
