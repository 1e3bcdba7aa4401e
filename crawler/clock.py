"""The crawl's clock: the machine's, or a simulated one.

The spider asks ``now`` when it leases a page and sleeps with ``sleep_until`` when nothing is due. Captures,
due times and leases all carry this time, so a collection cannot tell which clock it lived on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from crawler.waiting import at_most


class Clock(Protocol):
    """Tells the time and waits for a moment."""

    def now(self) -> datetime:
        """The time, aware and in UTC."""

    async def sleep_until(
        self, when: datetime | None, wake: asyncio.Event | None = None, *, busy: bool = False
    ) -> bool:
        """Wait until ``when``, or until ``wake`` is set; ``None`` is a moment that is not known yet.

        ``busy`` says that work is in flight which began at the present time and will set ``wake``. May return
        early: callers look again at what they waited for. False says that waiting is of no use, because
        nothing will ever come.
        """


class SystemClock:
    """The machine's clock."""

    def __init__(self, longest_sleep: timedelta = timedelta(seconds=15)) -> None:
        # Another process may add pages or make them due while this one sleeps, so no sleep is long.
        self._longest_sleep_s = longest_sleep.total_seconds()

    def now(self) -> datetime:
        """The time, aware and in UTC."""
        return datetime.now(UTC)

    async def sleep_until(
        self, when: datetime | None, wake: asyncio.Event | None = None, *, busy: bool = False
    ) -> bool:
        """Wait until ``when``, ``wake`` or the longest sleep, whichever comes first."""
        seconds = self._longest_sleep_s
        if when is not None:
            seconds = min(seconds, (when - self.now()).total_seconds())
        if seconds <= 0:
            await asyncio.sleep(0)
        elif wake is None:
            await asyncio.sleep(seconds)
        else:
            await at_most(wake, seconds)
        return True


class SimulatedClock:
    """A clock that stands still while work is done and jumps over the time in between.

    Each of ``listeners`` is called, in a worker thread, with the time to which the clock jumped.
    """

    def __init__(self, start: datetime) -> None:
        if start.tzinfo is None:
            raise ValueError(f"a simulated clock starts at an aware time, not at {start!r}: add tzinfo=UTC")
        self._now = start.astimezone(UTC)
        self.listeners: list[Callable[[datetime], object]] = []

    def now(self) -> datetime:
        """The time, aware and in UTC."""
        return self._now

    async def sleep_until(
        self, when: datetime | None, wake: asyncio.Event | None = None, *, busy: bool = False
    ) -> bool:
        """Jump to ``when`` at once, never back; stand still while ``busy``; False with nowhere to jump to."""
        if busy and wake is not None:
            await wake.wait()
        if wake is not None and wake.is_set():
            return True
        if when is None:
            return False
        if when > self._now:
            self._now = when.astimezone(UTC)
            for listener in tuple(self.listeners):
                await asyncio.to_thread(listener, self._now)
        else:
            await asyncio.sleep(0)
        return True
