"""What published policies know of a page's rate: estimators from visits that say changed or not changed."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.rate import FloatArray, IntArray

_PSEUDO_H = 12.0  # LambdaCrawl's own code: half a day with a change and half a day without
_NEWTON_STEPS = 3


class Rates(Protocol):
    """Believed changes per hour."""

    def start(self, fleet: Fleet) -> None:
        """Know nothing."""

    def see(self, visits: Visits) -> None:
        """Learn from visits."""

    def per_h(self) -> FloatArray:
        """The rate of each page."""


class LikelyRates:
    """Maximum likelihood under irregular visits (Cho & Garcia-Molina, TOIT 2003), one pseudo-interval each way.

    The root of ``sum_changed t / (exp(D t) - 1) = sum_unchanged t``. The sum over the intervals that changed is kept
    as counts in bins of interval length a few per cent wide, so that a page's history is a short row and its rate
    three Newton steps from the last one.
    """

    def __init__(self, *, any_change: bool = False) -> None:
        self._any_change = any_change
        self._length_h = np.geomspace(0.25, 400.0, 60)

    def start(self, fleet: Fleet) -> None:
        """One pseudo-interval with a change and one without."""
        self._changed = np.zeros((fleet.pages, len(self._length_h)))
        self._changed[:, np.searchsorted(self._length_h, _PSEUDO_H)] = 1.0
        self._quiet_h = np.full(fleet.pages, _PSEUDO_H)
        self._rate = self._solved(np.arange(fleet.pages), np.full(fleet.pages, 1 / _PSEUDO_H), 20)

    def see(self, visits: Visits) -> None:
        """Sort the intervals into changed and unchanged."""
        positive = visits.changed if self._any_change else visits.important
        place = np.searchsorted(self._length_h, visits.elapsed_h).clip(max=len(self._length_h) - 1)
        self._changed[visits.page[positive], place[positive]] += 1
        self._quiet_h[visits.page] += np.where(positive, 0.0, visits.elapsed_h)
        self._rate[visits.page] = self._solved(visits.page, self._rate[visits.page], _NEWTON_STEPS)

    def per_h(self) -> FloatArray:
        """The rate of each page."""
        return self._rate

    def _solved(self, page: IntArray, rate: FloatArray, steps: int) -> FloatArray:
        counts, quiet_h, length_h = self._changed[page], self._quiet_h[page], self._length_h
        for _ in range(steps):
            grown = np.expm1(np.minimum(rate[:, None] * length_h, 500.0))
            value = np.sum(counts * length_h / grown, axis=1) - quiet_h
            slope = np.sum(counts * length_h**2 * (1 + 1 / grown) / grown, axis=1)
            # Newton on the convex, falling score; from the right it may fall below 0, hence the bound.
            rate = np.maximum(rate + value / slope, rate / 4)
        return np.asarray(np.clip(rate, 1e-5, 20.0))


class KnownRates:
    """The true rates, for bounds that no policy can reach; a row per phase of equal length."""

    def __init__(self, per_h: FloatArray, horizon_h: float) -> None:
        self._per_h = np.maximum(per_h, 1e-6)
        self._phase_h = horizon_h / len(per_h)

    def start(self, fleet: Fleet) -> None:
        """Know everything."""
        self._row = 0

    def see(self, visits: Visits) -> None:
        """Learn what time it is."""
        now_h = float(np.max(visits.at_h, initial=0.0))
        self._row = min(int(now_h / self._phase_h), len(self._per_h) - 1)

    def per_h(self) -> FloatArray:
        """The rate of each page."""
        return np.asarray(self._per_h[self._row])


class Elapsed:
    """Hours since each page's last capture."""

    def __init__(self, fleet: Fleet) -> None:
        self._last_h = np.zeros(fleet.pages)

    def see(self, visits: Visits) -> None:
        self._last_h[visits.page] = visits.at_h

    def until(self, now_h: float) -> FloatArray:
        return now_h - self._last_h


BoolArray = NDArray[np.bool_]
