from datetime import UTC, datetime, timedelta

from pagetide.ticks import SimulatedTicks, Tick

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
