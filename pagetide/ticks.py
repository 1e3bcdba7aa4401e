"""Recurring work beside the crawl (learning, the price of the budget), on real or on simulated time.

APScheduler is the clock of the ticks: its triggers say when, its asyncio scheduler waits for them when time is real.
When days are lived in minutes, the simulated clock runs what its jump passes, in order of time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from crawler.waiting import to_its_end

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Tick:
    """Work that recurs: ``action`` gets the time at which it runs.

    On real time it also runs ``soon`` after the start, where that is given: else a daemon that is always stopped before
    the first turn would never come to it.
    """

    name: str
    every: timedelta
    action: Callable[[datetime], object]
    soon: timedelta | None = None

    def trigger(self, start: datetime) -> IntervalTrigger:
        """When it runs, counted from ``start``."""
        return IntervalTrigger(
            seconds=int(self.every.total_seconds()), start_date=start + self.every, timezone=UTC
        )


class SimulatedTicks:
    """Runs the ticks that a jump of the simulated clock passes; registered as one of its listeners."""

    def __init__(self, ticks: Sequence[Tick], start: datetime) -> None:
        self._triggers = [(tick, tick.trigger(start)) for tick in ticks]
        self._start = self._last = start

    def __call__(self, now: datetime) -> None:
        """Run every tick that fell due up to ``now``: once each, at its latest time, earliest first.

        Runs that a jump passed are coalesced into one, as APScheduler does with runs that it missed.
        """
        due: list[tuple[datetime, int]] = []
        for index, (tick, trigger) in enumerate(self._triggers):
            passed = int((now - self._start) / tick.every)
            latest = trigger.get_next_fire_time(None, self._start + passed * tick.every)
            if passed > 0 and latest is not None and self._last < latest <= now:
                due.append((latest, index))
        self._last = now
        for when, index in sorted(due):
            self._triggers[index][0].action(when.astimezone(UTC))


class LiveTicks:
    """Runs the ticks on real time, each in a worker thread, late runs coalesced into one; made on a running event loop.

    A thread cannot be ended from outside: ``stop`` waits for the ticks that run, so that nothing of theirs is written
    afterwards. Ticks that take long look at ``is_stopping``.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._ticks: Sequence[Tick] = ()
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(thread_name_prefix="tick")
        self._running: dict[str, Future[None]] = {}
        self._scheduler = AsyncIOScheduler(timezone=UTC)

    def start(self, ticks: Sequence[Tick]) -> None:
        """Begin to count the time of these ticks."""
        self._ticks = ticks
        for tick in ticks:
            first = {} if tick.soon is None else {"next_run_time": self._now() + tick.soon}
            self._scheduler.add_job(
                self._run,
                tick.trigger(self._now()),
                args=(tick,),
                id=tick.name,
                coalesce=True,
                misfire_grace_time=None,  # a busy loop makes ticks late: they run all the same
                max_instances=1,
                **first,
            )
        self._scheduler.start()

    def is_stopping(self) -> bool:
        """Whether a tick that runs should come to an end."""
        return self._stopping.is_set()

    def next_run_at(self, name: str) -> datetime:
        """When the tick of that name runs again."""
        when: datetime = self._scheduler.get_job(name).next_run_time
        return when

    def set_anew(self) -> None:
        """Count every tick from now on: after the clock went back, the next run would be that much later."""
        for tick in self._ticks:
            self._scheduler.reschedule_job(tick.name, trigger=tick.trigger(self._now()))

    async def stop(self) -> None:
        """No tick begins any more; returns when those that run have ended, even if it is cancelled meanwhile."""
        self._stopping.set()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        running = [name for name, work in self._running.items() if not work.done()]
        if running:
            logger.info("waiting until this work has ended: %s", ", ".join(running))
        await to_its_end(asyncio.to_thread(self._threads.shutdown, cancel_futures=True))

    async def _run(self, tick: Tick) -> None:
        if not self.is_stopping():
            self._running[tick.name] = work = self._threads.submit(_ran, tick, self._now())
            await asyncio.wrap_future(work)


def _ran(tick: Tick, now: datetime) -> None:
    try:
        tick.action(now)
    except Exception:  # the daemon's loop: a failing tick must not end the crawl
        logger.exception("tick %s failed; it runs again in %s", tick.name, tick.every)
