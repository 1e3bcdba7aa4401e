"""Schedules of deployed crawlers: an interval per page, larger or smaller after each visit.

Pages are served in the order of their due times, the longest due first; when the budget is larger than what is due,
the next due are taken early, so that every policy spends the same. Intervals in hours.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.rate import FloatArray, IntArray


class IntervalPolicy:
    """Due times from intervals; kinds differ in how an interval follows a visit."""

    def __init__(self, name: str, *, any_change: bool = False) -> None:
        self.name = name
        self._any_change = any_change

    def start(self, fleet: Fleet) -> None:
        self.interval_h = np.full(fleet.pages, min(24.0, fleet.mean_interval_h))
        self.due_h = self.interval_h.copy()

    def see(self, visits: Visits) -> None:
        changed = visits.changed if self._any_change else visits.important
        self.follow(visits.page, visits.at_h, changed)

    def index(self, now_h: float) -> FloatArray:
        return now_h - self.due_h

    def follow(self, page: IntArray, at_h: FloatArray, changed: np.ndarray) -> None:
        """The new intervals and due times of pages visited."""
        raise NotImplementedError


class Halving(IntervalPolicy):
    """Half the interval after a change, twice after none; between an hour and a fortnight."""

    def follow(self, page: IntArray, at_h: FloatArray, changed: np.ndarray) -> None:
        interval_h = self.interval_h[page] * np.where(changed, 0.5, 2.0)
        self.interval_h[page] = np.clip(interval_h, 1.0, 336.0)
        self.due_h[page] = at_h + self.interval_h[page]


class Nutch(IntervalPolicy):
    """Apache Nutch's ``AdaptiveFetchSchedule`` as its code is, defaults included; Java's rounding of ms left out.

    Changed: interval x 0.8 and the modification is dated to this fetch. Unchanged: x 1.2. Then ``sync_delta``: with
    ``delta`` the time since the last known modification, an interval shorter than ``delta`` becomes ``delta`` (the
    javadoc says the contrary), and the next fetch is counted from 0.2 ``delta`` before this one.
    """

    _FASTER, _SLOWER, _SYNC = 0.2, 0.2, 0.2
    _LEAST_H, _MOST_H = 60 / 3600, 365 * 24.0

    def start(self, fleet: Fleet) -> None:
        super().start(fleet)
        self.modified_h = np.zeros(fleet.pages)

    def follow(self, page: IntArray, at_h: FloatArray, changed: np.ndarray) -> None:
        interval_h = self.interval_h[page] * np.where(changed, 1 - self._FASTER, 1 + self._SLOWER)
        self.modified_h[page] = np.where(changed, at_h, self.modified_h[page])
        delta_h = at_h - self.modified_h[page]
        interval_h = np.maximum(interval_h, delta_h)
        interval_h = np.clip(interval_h, self._LEAST_H, self._MOST_H)
        self.interval_h[page] = interval_h
        self.due_h[page] = at_h - self._SYNC * delta_h + interval_h


class StormCrawler(IntervalPolicy):
    """StormCrawler's ``AdaptiveScheduler``: whole minutes, between an hour and a fortnight.

    Unchanged: x 1.5, at most the fortnight. Changed: halfway to the least interval.
    """

    _LEAST_MIN, _MOST_MIN = 60, 14 * 24 * 60

    def follow(self, page: IntArray, at_h: FloatArray, changed: np.ndarray) -> None:
        minutes = np.round(self.interval_h[page] * 60)
        shorter = np.floor(0.5 * minutes + 0.5 * self._LEAST_MIN)
        longer = np.minimum(np.floor(minutes * 1.5), self._MOST_MIN)
        self.interval_h[page] = np.where(changed, shorter, longer) / 60
        self.due_h[page] = at_h + self.interval_h[page]


DEPLOYED: tuple[Callable[[], IntervalPolicy], ...] = (
    lambda: Halving("halve/double"),
    lambda: Nutch("Nutch"),
    lambda: Nutch("Nutch, any change", any_change=True),
    lambda: StormCrawler("StormCrawler"),
)
"""Each as fed by the same scorer as ours; "any change": as deployed, by the page's bytes."""
