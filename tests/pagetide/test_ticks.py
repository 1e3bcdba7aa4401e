import asyncio
from datetime import UTC, datetime, timedelta

from pagetide.ticks import SimulatedTicks, Tick, live_ticks

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
    scheduler = live_ticks([tick], lambda: datetime.now(UTC))
    try:
        await asyncio.wait_for(again.wait(), 60)
    finally:
        scheduler.shutdown(wait=False)
    assert len(runs) >= 2


async def test_on_real_time_a_tick_may_come_sooner_the_first_time() -> None:
    loop, ran = asyncio.get_running_loop(), asyncio.Event()

    def action(now: datetime) -> None:
        loop.call_soon_threadsafe(ran.set)

    tick = Tick(name="t", every=timedelta(days=1), action=action, soon=timedelta(0))
    scheduler = live_ticks([tick], lambda: datetime.now(UTC))
    try:
        await asyncio.wait_for(ran.wait(), 60)
        assert scheduler.get_job("t").next_run_time - datetime.now(UTC) > timedelta(hours=23)
    finally:
        scheduler.shutdown(wait=False)
