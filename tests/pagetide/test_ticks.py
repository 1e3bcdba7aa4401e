import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from pagetide.ticks import LiveTicks, SimulatedTicks, Tick

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_jump_runs_each_tick_it_passes_once_at_its_latest_time() -> None:
    seen: list[tuple[str, datetime]] = []
    ticks = [
        Tick(name="hourly", every=timedelta(hours=1), action=lambda now: seen.append(("hourly", now))),
        Tick(name="often", every=timedelta(minutes=40), action=lambda now: seen.append(("often", now))),
    ]
    SimulatedTicks(ticks, START)(START + timedelta(minutes=130))
    assert seen == [("hourly", START + timedelta(hours=2)), ("often", START + timedelta(hours=2))]


def test_a_tick_runs_once_however_many_jumps_reach_it() -> None:
    seen: list[datetime] = []
    ticks = SimulatedTicks([Tick(name="t", every=timedelta(hours=1), action=seen.append)], START)
    for minutes in (30, 60, 60, 90, 120):
        ticks(START + timedelta(minutes=minutes))
    assert seen == [START + timedelta(hours=1), START + timedelta(hours=2)]


async def test_on_real_time_a_tick_that_fails_runs_again() -> None:
    loop, again = asyncio.get_running_loop(), asyncio.Event()
    runs: list[datetime] = []

    def action(now: datetime) -> None:
        runs.append(now)
        if len(runs) == 1:
            raise ValueError("the first run fails")
        loop.call_soon_threadsafe(again.set)

    tick = Tick(name="t", every=timedelta(seconds=1), action=action)
    async with started(tick):
        await asyncio.wait_for(again.wait(), 60)
    assert len(runs) >= 2


async def test_on_real_time_a_tick_may_come_sooner_the_first_time() -> None:
    loop, ran = asyncio.get_running_loop(), asyncio.Event()

    def action(now: datetime) -> None:
        loop.call_soon_threadsafe(ran.set)

    tick = Tick(name="t", every=timedelta(days=1), action=action, soon=timedelta(0))
    async with started(tick) as ticks:
        await asyncio.wait_for(ran.wait(), 60)
        assert ticks.next_run_at("t") - datetime.now(UTC) > timedelta(hours=23)


async def test_a_tick_that_comes_late_runs_all_the_same() -> None:
    loop, ran = asyncio.get_running_loop(), asyncio.Event()
    late = Tick(
        name="t",
        every=timedelta(days=1),
        action=lambda _: loop.call_soon_threadsafe(ran.set),
        soon=timedelta(minutes=-1),
    )
    async with started(late):
        await asyncio.wait_for(ran.wait(), 60)


class Long:
    """A tick that runs until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.tick = Tick(name="long", every=timedelta(days=1), action=self._run, soon=timedelta(0))

    def _run(self, now: datetime) -> None:
        self.begun.set()
        assert self.go.wait(60)
        self.ended.set()


async def test_stopping_waits_for_a_tick_that_runs_and_tells_it() -> None:
    long, ticks = Long(), LiveTicks(lambda: datetime.now(UTC))
    ticks.start([long.tick])
    assert await asyncio.to_thread(long.begun.wait, 60)
    stopping = asyncio.ensure_future(ticks.stop())
    await asyncio.wait([stopping], timeout=0)
    assert ticks.is_stopping()
    assert not stopping.done()
    long.go.set()
    await stopping
    assert long.ended.is_set()


async def test_whoever_is_cancelled_while_stopping_leaves_no_tick_behind() -> None:
    long, ticks = Long(), LiveTicks(lambda: datetime.now(UTC))
    ticks.start([long.tick])
    assert await asyncio.to_thread(long.begun.wait, 60)
    stopping = asyncio.ensure_future(ticks.stop())
    for _ in range(3):
        await asyncio.wait([stopping], timeout=0)
        stopping.cancel()
    long.go.set()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert long.ended.is_set()


async def test_after_stopping_no_tick_begins() -> None:
    runs: list[datetime] = []
    ticks = LiveTicks(lambda: datetime.now(UTC))
    ticks.start([Tick(name="t", every=timedelta(seconds=1), action=runs.append, soon=timedelta(0))])
    await ticks.stop()
    assert runs == []


@asynccontextmanager
async def started(*ticks: Tick) -> AsyncIterator[LiveTicks]:
    live = LiveTicks(lambda: datetime.now(UTC))
    live.start(ticks)
    try:
        yield live
    finally:
        await live.stop()
