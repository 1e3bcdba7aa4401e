from datetime import UTC, datetime

import numpy as np
import pytest

from crawler.scheduling.decision import week_hours
from crawler.scheduling.hours import WEEK_H, HourProfiles

ONE = np.zeros(1, dtype=np.intp)


def taught(speed: np.ndarray, weeks: int = 60, rate: float = 0.3, seed: int = 0) -> HourProfiles:
    """A profile learned from visits every three hours to pages whose changes come at ``speed`` by hour of the week."""
    rng = np.random.default_rng(seed)
    profiles = HourProfiles(1)
    hours = np.arange(0, WEEK_H, 3.0)
    expected = rate * speed.reshape(-1, 3).sum(axis=1)
    for week in range(weeks):
        start = week * WEEK_H + hours
        important = rng.random(len(hours)) < -np.expm1(-expected)
        profiles.learn(
            np.zeros(len(hours), dtype=np.intp), start, start + 3, important, np.full(len(hours), rate)
        )
    return profiles


def test_hours_of_the_week_begin_on_monday_in_utc() -> None:
    assert week_hours(datetime(2026, 1, 5, tzinfo=UTC)) % WEEK_H == 0  # a Monday
    assert week_hours(datetime(2026, 1, 11, 23, 30, tzinfo=UTC)) % WEEK_H == 167.5


def test_nothing_learned_is_time_as_it_passes() -> None:
    profiles = HourProfiles(2)
    hosts = np.array([0, 1])
    assert profiles.operational_h(hosts, np.array([5.5, 160.0]), np.array([30.25, 400.0])) == pytest.approx(
        [24.75, 240.0]
    )


def test_operational_time_is_the_integral_of_the_profile() -> None:
    profiles = taught(np.tile(np.repeat([0.5, 1.5], 12), 7))
    fine = np.arange(3.3, 200.0, 0.01)
    whole = float(profiles.at(np.zeros(len(fine), dtype=np.intp), fine + 0.005).sum() * 0.01)
    assert profiles.operational_h(ONE, 3.3, 200.0)[0] == pytest.approx(whole, rel=1e-3)


def test_a_newsrooms_day_is_learned() -> None:
    profiles = taught(np.tile(np.repeat([0.4, 1.6], 12), 7))
    day = profiles.bins[0].reshape(7, 24).mean(axis=0)
    assert day[:12].mean() == pytest.approx(0.4, abs=0.15)
    assert day[12:].mean() == pytest.approx(1.6, abs=0.15)


def test_an_hour_is_known_by_those_around_it_before_it_is_seen() -> None:
    profiles = HourProfiles(1)
    for day in range(20):  # visits from nine to noon and from noon to three, changes between nine and noon
        start = np.array([24.0 * day + 9, 24.0 * day + 12])
        hosts, rate = np.zeros(2, dtype=np.intp), np.full(2, 0.3)
        profiles.learn(hosts, start, start + 3, np.array([True, False]), rate)
    hour = profiles.bins[0].reshape(7, 24).mean(axis=0)
    assert hour[10] > hour[8] > hour[3], "eight o'clock was never looked at"
    assert hour[16] < hour[3]


def test_an_hour_that_stands_alone_is_learned_where_it_shows_often_enough() -> None:
    speed = np.ones(24)
    speed[6:9] = 6.0
    profiles = taught(np.tile(speed / speed.mean(), 7))
    hour = profiles.bins[0].reshape(7, 24).mean(axis=0)
    assert hour[6:9].min() > 2.5 * max(hour[3:6].max(), hour[9:12].max())


def test_a_quiet_weekend_is_learned_beside_the_day() -> None:
    speed = np.ones((7, 24))
    speed[5:] = 0.2
    profiles = taught((speed / speed.mean()).ravel())
    days = profiles.bins[0].reshape(7, 24).mean(axis=1)
    assert days[5:].max() < 0.6
    assert days[:5].min() > 1.0


def test_bins_stay_near_one_where_there_is_no_rhythm() -> None:
    profiles = taught(np.ones(WEEK_H), weeks=4)
    assert profiles.bins[0].mean() == pytest.approx(1.0)
    assert np.abs(profiles.bins[0] - 1).max() < 0.5


def test_a_host_learns_only_from_its_own_pages() -> None:
    profiles = HourProfiles(2)
    profiles.learn(ONE, np.array([0.0]), np.array([6.0]), np.array([True]), np.array([0.5]))
    assert profiles.bins[0, 0] > 1
    assert (profiles.bins[1] == 1).all()


def test_what_was_kept_comes_back() -> None:
    profiles = taught(np.tile(np.repeat([0.4, 1.6], 12), 7), weeks=5)
    again = HourProfiles.from_json([profiles.as_json(0)])
    assert again.bins == pytest.approx(profiles.bins, abs=1e-3)


def test_what_was_seen_fades() -> None:
    profiles = taught(np.tile(np.repeat([0.4, 1.6], 12), 7), weeks=5)
    before = np.abs(profiles.bins - 1).max()
    profiles.forget(100 * WEEK_H)
    profiles.learn(ONE, np.array([0.0]), np.array([1.0]), np.array([False]), np.array([1e-6]))
    assert np.abs(profiles.bins - 1).max() < before / 2


def test_no_visits_teach_nothing() -> None:
    profiles = HourProfiles(1)
    empty = np.zeros(0)
    profiles.learn(empty.astype(np.intp), empty, empty, empty.astype(bool), empty)
    assert (profiles.bins == 1).all()
