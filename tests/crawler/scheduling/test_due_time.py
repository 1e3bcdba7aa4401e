import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.scheduling.due_time import wait_h
from crawler.scheduling.hints import Announcements, AnnouncementTimes, HintTrust
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.period import Rhythm
from crawler.scheduling.value import PageColumns, interval_h
from storage.records import RateBelief

FIRST = np.zeros(1, dtype=np.intp)


def watch(rate_per_h: float = 0.1, **changes: float) -> PageColumns:
    values = {"weight": 1.0, "floor_h": 0.25, "ceiling_h": 336.0} | changes
    arrays = {name: np.array([value]) for name, value in values.items()}
    return PageColumns(shape=np.array([5.0]), scale_h=np.array([5.0 / rate_per_h]), kappa_h=12.0, **arrays)


def busy_days() -> HourProfiles:
    """Changes from 8 to 18 o'clock only."""
    profile = HourProfiles(1)
    starts = np.arange(0, 168 * 20, dtype=float)
    hours = np.mod(starts, 24)
    for start, hour in zip(starts, hours, strict=True):
        important = np.array([8 <= hour < 18 and start % 2 == 0])
        profile.learn(FIRST, np.array([start]), np.array([start + 1]), important, np.array([0.2]))
    return profile


@pytest.mark.parametrize("price", [0.3, 2.0, 10.0, 60.0])
def test_where_all_hours_count_alike_it_is_the_closed_form(price: float) -> None:
    flat = HourProfiles(1)
    assert wait_h(watch(), price, flat, start_h=3.2) == pytest.approx(interval_h(watch(), price)[0], rel=0.02)
    assert wait_h(watch(), price, None) == interval_h(watch(), price)[0]


@pytest.mark.parametrize("profile", [None, HourProfiles(1), busy_days()])
def test_floor_and_ceiling_are_kept(profile: HourProfiles | None) -> None:
    assert wait_h(watch(), 0.0, profile) == 0.25
    assert wait_h(watch(), 1e-9, profile, 1.1) == 0.25
    assert wait_h(watch(), 1e9, profile, 1.1) == 336.0
    assert wait_h(watch(floor_h=2.0, ceiling_h=2.0), 3.0, profile, 1.1) == 2.0


def test_a_night_is_waited_through() -> None:
    profile = busy_days()
    evening, morning = wait_h(watch(0.3), 1.5, profile, 18.0), wait_h(watch(0.3), 1.5, profile, 8.0)
    assert evening > 1.5 * morning


def test_a_dearer_visit_comes_later() -> None:
    profile = busy_days()
    waits = [wait_h(watch(), price, profile, 30.0) for price in (0.5, 1.0, 3.0, 9.0, 27.0)]
    assert waits == sorted(waits)


@pytest.mark.parametrize("start_h", [0.0, 3.7, 100.2])
@pytest.mark.parametrize("profile", [None, busy_days()])
def test_a_page_with_a_rhythm_is_visited_soon_after_a_tick(
    start_h: float, profile: HourProfiles | None
) -> None:
    ticks = Rhythm(period_h=30.0, tick_h=11.0, weight=1.0)
    for price in (3.0, 8.0):
        since = (start_h + wait_h(watch(0.03), price, profile, start_h, ticks) - 11.0) % 30.0
        assert since < 4.0  # a tick is late or early by 2.4 h at most


def test_where_nothing_is_sure_of_a_rhythm_the_wait_lies_between() -> None:
    waits = [
        wait_h(watch(0.03), 5.0, None, 12.0, Rhythm(period_h=30.0, tick_h=11.0, weight=weight))
        for weight in (1e-9, 0.6, 1.0)
    ]
    assert waits[0] == pytest.approx(wait_h(watch(0.03), 5.0), rel=0.02)
    assert waits == sorted(waits)


BUSY = busy_days()


@settings(deadline=None)
@given(
    rate_per_h=st.floats(1e-7, 60.0),
    weight=st.floats(0.0, 1e6),
    price=st.floats(0.0, 1e12),
    start_h=st.floats(0.0, 1e7),
    period_h=st.floats(2.0, 300.0),
    sure=st.floats(0.5, 1.0),
)
def test_whatever_is_believed_no_visit_comes_before_the_floor_or_after_the_ceiling(
    rate_per_h: float, weight: float, price: float, start_h: float, period_h: float, sure: float
) -> None:
    """The bound on starvation: a price, a night or a rhythm may put a visit off, never beyond the ceiling."""
    rhythm = Rhythm(period_h=period_h, tick_h=start_h - 1.0, weight=sure)
    page = watch(rate_per_h, weight=weight, floor_h=0.5, ceiling_h=48.0)
    assert 0.5 <= wait_h(page, price, BUSY, start_h, rhythm) <= 48.0


def calls(*after_h: float, worth_h: float) -> AnnouncementTimes:
    return AnnouncementTimes(after_h=np.array(after_h, dtype=float), worth_h=worth_h)


@pytest.mark.parametrize("profile", [None, busy_days()])
def test_an_announcement_brings_a_visit_forward_as_far_as_it_is_worth(profile: HourProfiles | None) -> None:
    plain = wait_h(watch(), 3.0, profile, 9.0)
    waits = [
        wait_h(watch(), 3.0, profile, 9.0, None, calls(1.0, worth_h=worth))
        for worth in (0.0, 2.0, 9.0, 400.0)
    ]
    assert waits[0] == pytest.approx(plain, rel=0.02)
    assert waits == sorted(waits, reverse=True)
    assert waits[-1] == pytest.approx(1.0, abs=0.25), "as soon as it was announced"


def test_who_announces_every_hour_gains_nothing_by_it() -> None:
    """Its hints stand for as many hours as pass: the page is visited as often as without them, not more often."""
    trust, belief = HintTrust(), RateBelief(shape=20.0, scale_h=480.0)
    for number in range(200):
        trust = trust.after(important=number % 3 == 0, hints=8, hours=8.0)
    assert trust.recall > 0.85
    assert not trust.is_heeded
    told = Announcements(trust=trust, after_h=tuple(np.arange(1.0, 300.0)))
    arrays = {"weight": np.ones(1), "floor_h": np.full(1, 0.5), "ceiling_h": np.full(1, 336.0)}
    rest = trust.unannounced(belief)
    known, unknown = (
        PageColumns(shape=np.full(1, item.shape), scale_h=np.full(1, item.scale_h), kappa_h=12.0, **arrays)
        for item in (belief, rest)
    )
    announced = wait_h(unknown, 3.0, None, 0.0, None, told.calls(belief))
    assert announced == pytest.approx(wait_h(known, 3.0), rel=0.3)
