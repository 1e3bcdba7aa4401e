"""Recurring work beside the crawl (learning, the price of the budget), on real or on simulated time.

APScheduler is the clock of the ticks: its triggers say when, its asyncio scheduler waits for them when time is real.
When days are lived in minutes, the simulated clock runs what its jump passes, in order of time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Tick:
    """Work that recurs: ``action`` gets the time at which it runs.

    On real time it also runs ``soon`` after the start, where that is given: else a daemon that is always stopped before
    the first turn would never come to it.
    """

    name: str
    every: timedelta
    action: Callable[[datetime], None]
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


def live_ticks(ticks: Sequence[Tick], now: Callable[[], datetime]) -> AsyncIOScheduler:
    """A started APScheduler that runs the ticks in worker threads, late runs coalesced into one."""
    scheduler = AsyncIOScheduler(timezone=UTC)
    for tick in ticks:
        first = {} if tick.soon is None else {"next_run_time": now() + tick.soon}
        scheduler.add_job(
            _run_in_thread,
            tick.trigger(now()),
            args=(tick, now),
            id=tick.name,
            coalesce=True,
            max_instances=1,
            **first,
        )
    scheduler.start()
    return scheduler


def set_anew(scheduler: AsyncIOScheduler, ticks: Sequence[Tick], now: datetime) -> None:
    """Count every tick from now on: after the clock went back, the next run would be that much later."""
    for tick in ticks:
        scheduler.reschedule_job(tick.name, trigger=tick.trigger(now))


async def _run_in_thread(tick: Tick, now: Callable[[], datetime]) -> None:
    try:
        await asyncio.to_thread(tick.action, now())
    except Exception:  # the daemon's loop: a failing tick must not end the crawl
        logger.exception("tick %s failed; it runs again in %s", tick.name, tick.every)
