"""At which hours of the week a host's pages change: bins around 1, learned from yes-or-no observations.

A newsroom writes by day and rests at weekends. With ``g`` the profile, mean 1, the time that counts between two
captures is the operational ``G = integral g``: nights pass faster than their hours. One profile serves all pages
of a host, because a single page seldom shows enough changes for one of its own.

The bins are learned by expectation-maximisation: a visit that found an important change after operational time
``G`` stands for ``x / (1 - exp(-x))`` changes, ``x = D G``, spread over the hours between the captures in
proportion to the present ``g``; every visit adds ``D`` times those hours to what was to be expected. A bin is
changes over expectation, shrunk step by step: the hour of the week towards (hour of the day) x (day of the week), the
hour of the day towards what it and the hours around it show together, the day and that towards 1. So 168 bins cost
nothing where a host has no weekly rhythm or too few changes to show one, and a newsroom's morning is known before each
of its hours is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.rate import FloatArray

WEEK_H = 168
_FLAT = 0.5  # between the quietest hour and the busiest, whose mean is 1: chance makes as much
_DAY_H = 24

MARGIN_PRIOR = 10.0
"""Expected changes that hold an hour of the day to the hours around it, and these, or a day of the week, to 1."""
CELL_PRIOR = 40.0
"""Expected changes that hold an hour of the week to its hour of the day times its day of the week.

Both were chosen on the benchmark's training seeds (Poisson, 100 to 111, six visits a day). With the hours around, 20
instead of 10, or 5, or 20 or 80 instead of 40, made no difference that could be seen."""

AROUND = (1, 2, 3, 2, 1)
"""How much the hours from two before to two after an hour of the day count in what they show together."""

HALF_LIFE_H = 8 * WEEK_H
"""Age at which what was seen counts half: habits of a newsroom change slower than the rate of a page."""


class HourProfiles:
    """The profiles of many hosts; times are hours since some Monday 00:00 UTC, hosts are row numbers."""

    def __init__(self, hosts: int) -> None:
        self._changes = np.zeros((hosts, WEEK_H))
        self._expected = np.zeros((hosts, WEEK_H))
        self.bins = np.ones((hosts, WEEK_H))  # g, mean 1 in each row
        self._passed = _passed(self.bins)

    @classmethod
    def from_json(cls, kept: Sequence[Mapping[str, Any]]) -> HourProfiles:
        """Profiles of which ``as_json`` was kept, one host each."""
        profiles = cls(len(kept))
        for row, item in enumerate(kept):
            profiles._changes[row] = item["changes"]
            profiles._expected[row] = item["expected"]
        profiles._learn(np.arange(len(kept)))
        return profiles

    def as_json(self, host: int) -> dict[str, list[float]]:
        """What has to be kept of a host: changes seen and changes to be expected, by hour of the week."""
        return {
            "changes": [round(float(value), 4) for value in self._changes[host]],
            "expected": [round(float(value), 4) for value in self._expected[host]],
        }

    @property
    def is_flat(self) -> bool:
        """Whether no hour differs much from another, on any of the hosts."""
        return bool(np.ptp(self.bins) < _FLAT)

    def at(self, hosts: NDArray[np.intp], time_h: FloatArray | float) -> FloatArray:
        """``g`` at a moment for each of the hosts."""
        if np.ndim(time_h) == 0:
            return np.asarray(self.bins[:, int(time_h // 1 % WEEK_H)][hosts])
        hour = np.mod(np.floor(time_h), WEEK_H).astype(np.intp)
        return np.asarray(self.bins[hosts, hour], dtype=np.float64)

    def operational_h(
        self, hosts: NDArray[np.intp], start_h: FloatArray | float, end_h: FloatArray | float
    ) -> FloatArray:
        """``G`` between two moments, in hours that count, for each of the hosts."""
        return self._until(hosts, end_h) - self._until(hosts, start_h)

    def learn(
        self,
        hosts: NDArray[np.intp],
        start_h: FloatArray,
        end_h: FloatArray,
        important: NDArray[np.bool_],
        rate_per_h: FloatArray,
    ) -> None:
        """One EM step with visits: intervals between captures, what they found, and their pages' believed rates."""
        if not len(hosts):
            return
        hours = _coverage(start_h, end_h)  # (visits, 168)
        expected = rate_per_h[:, None] * hours * self.bins[hosts]
        total = expected.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            events = np.where(important & (total > 0), total / -np.expm1(-total), 0.0)
            share = np.where(total[:, None] > 0, expected / total[:, None], 0.0)
        np.add.at(self._changes, hosts, events[:, None] * share)
        np.add.at(self._expected, hosts, rate_per_h[:, None] * hours)
        self._learn(np.unique(hosts))

    def forget(self, elapsed_h: float) -> None:
        """What was seen fades."""
        kept = 2.0 ** (-elapsed_h / HALF_LIFE_H)
        self._changes *= kept
        self._expected *= kept

    def _learn(self, hosts: NDArray[np.intp]) -> None:
        shape = (len(hosts), WEEK_H // _DAY_H, _DAY_H)
        changes, expected = self._changes[hosts].reshape(shape), self._expected[hosts].reshape(shape)
        of_hour = changes.sum(axis=1), expected.sum(axis=1)
        around = _shrunk(_around(of_hour[0]), _around(of_hour[1]), 1.0, MARGIN_PRIOR)
        hour = _shrunk(*of_hour, around, MARGIN_PRIOR)
        # An hour of the day is common to all days, so that a day is judged by what its hours lead to expect.
        day = _shrunk(changes.sum(axis=2), (expected * hour[:, None, :]).sum(axis=2), 1.0, MARGIN_PRIOR)
        product = day[:, :, None] * hour[:, None, :]
        cells = _shrunk(changes, expected, product, CELL_PRIOR).reshape(len(hosts), WEEK_H)
        self._set(hosts, cells)

    def _set(self, hosts: NDArray[np.intp], cells: FloatArray) -> None:
        """New profiles of some hosts, brought to mean 1."""
        self.bins[hosts] = cells / cells.mean(axis=1, keepdims=True)
        self._passed[hosts] = _passed(self.bins[hosts])

    def _until(self, hosts: NDArray[np.intp], time_h: FloatArray | float) -> FloatArray:
        """``integral_0^t g``: whole weeks, whole hours of the last week, and the share of the last hour."""
        if np.ndim(time_h) == 0:  # one moment: once per host, however many pages it has
            whole, rest = divmod(float(time_h), WEEK_H)
            at = min(int(rest), WEEK_H - 1)
            return np.asarray((whole * WEEK_H + self._passed[:, at] + (rest - at) * self.bins[:, at])[hosts])
        time_h = np.asarray(time_h, dtype=np.float64)
        weeks = np.floor(time_h / WEEK_H)
        within = time_h - weeks * WEEK_H
        hour = np.minimum(within.astype(np.intp), WEEK_H - 1)
        part = within - hour
        return np.asarray(weeks * WEEK_H + self._passed[hosts, hour] + part * self.bins[hosts, hour])


def _shrunk(
    changes: FloatArray, expected: FloatArray, towards: FloatArray | float, prior: float
) -> FloatArray:
    return np.asarray((changes + prior * towards) / (expected + prior))


def _around(of_hour: FloatArray) -> FloatArray:
    """The mean of each hour of the day and of those around it."""
    middle = len(AROUND) // 2
    sums = sum(weight * np.roll(of_hour, place - middle, axis=1) for place, weight in enumerate(AROUND))
    return np.asarray(sums / sum(AROUND))


def _passed(bins: FloatArray) -> FloatArray:
    """``G`` at the beginning of each hour of the week."""
    sums = np.cumsum(bins, axis=1)
    return np.hstack([np.zeros((len(bins), 1)), sums[:, :-1]])


def _coverage(start_h: FloatArray, end_h: FloatArray) -> FloatArray:
    """Hours of each bin between two moments, shape (intervals, 168)."""
    edges = np.arange(WEEK_H)

    def until(time_h: FloatArray) -> FloatArray:
        weeks = np.floor(time_h / WEEK_H)[:, None]
        within = time_h[:, None] - weeks * WEEK_H
        return np.asarray(weeks + np.clip(within - edges, 0.0, 1.0))

    return until(end_h) - until(start_h)
