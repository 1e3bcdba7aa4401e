import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from crawler.clock import SimulatedClock, SystemClock

START = datetime(2026, 1, 1, tzinfo=UTC)


async def test_a_simulated_day_passes_at_once() -> None:
    clock = SimulatedClock(START)
    assert await clock.sleep_until(START + timedelta(days=1))
    assert clock.now() == START + timedelta(days=1)


async def test_simulated_time_never_goes_back() -> None:
    clock = SimulatedClock(START)
    await clock.sleep_until(START - timedelta(hours=1))
    assert clock.now() == START


async def test_simulated_time_stands_still_when_woken() -> None:
    clock, wake = SimulatedClock(START), asyncio.Event()
    wake.set()
    assert await clock.sleep_until(START + timedelta(hours=1), wake)
    assert clock.now() == START


async def test_listeners_hear_where_simulated_time_jumped_to() -> None:
    clock = SimulatedClock(START)
    heard: list[datetime] = []
    clock.listeners.append(heard.append)
    await clock.sleep_until(START + timedelta(hours=1))
    assert heard == [START + timedelta(hours=1)]


async def test_simulated_time_cannot_wait_for_a_moment_nobody_knows() -> None:
    assert not await SimulatedClock(START).sleep_until(None)


def test_a_simulated_clock_refuses_a_naive_start() -> None:
    with pytest.raises(ValueError, match="aware"):
        SimulatedClock(datetime(2026, 1, 1))


async def test_the_system_clock_wakes_early_when_asked() -> None:
    clock, wake = SystemClock(longest_sleep=timedelta(days=1)), asyncio.Event()
    asyncio.get_running_loop().call_soon(wake.set)
    assert await clock.sleep_until(clock.now() + timedelta(hours=1), wake)


async def test_the_system_clock_does_not_wait_for_the_past() -> None:
    clock = SystemClock(longest_sleep=timedelta(days=1))
    assert await clock.sleep_until(clock.now() - timedelta(hours=1))


async def test_the_system_clock_looks_up_before_a_far_moment() -> None:
    clock = SystemClock(longest_sleep=timedelta(milliseconds=1))
    assert await clock.sleep_until(clock.now() + timedelta(days=1), asyncio.Event())


def test_the_system_clock_tells_aware_utc() -> None:
    assert SystemClock().now().tzinfo is UTC
