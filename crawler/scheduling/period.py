"""Periodic pages: period and phase, found in the yes-or-no observations of their visits.

A board updated every five hours, a bulletin issued every morning: their changes come at *ticks*, ``P`` hours apart,
each important or not. The hours of the week of a host (``hours``) cannot hold such a period, the
Poisson belief knows none. With a rhythm the time that counts, ``G``, stands still between ticks and jumps at each:

    G(t) = P (0.9 (n + clip((x - n) / 2w, -1/2, 1/2)) + 0.1 x),   x = (t - tick) / P,  n the tick nearest,

whose mean speed is 1 like that of all hours. A share of 0.1 stays spread over the whole period, so that no change is
impossible; ``w = 0.08`` is how early or late a tick may be, as a share of the period.

How it is found. Of the newest visits with their bits, the derivative of the censored log-likelihood by the depth of a
wave ``D (1 + h cos(2 pi f t - phase))`` at ``h = 0`` is a sum over visits (Rao's score test): its square over its
information is a periodogram that takes censored bits and uneven visits. At its peaks, and at their halves and thirds
because a sharp tick is as strong in its harmonics, the ticks themselves are tried: all phases, some chances that a
tick matters. Their mean likelihood over *all* places where ticks might lie, against the best that a Poisson process in
the host's hours can do, times the prior ``PRIOR``, is the odds for a rhythm. Below even odds there is none, and nothing
differs from a page without. Nothing is kept of this: a page's rhythm follows from the decisions on its newest captures.

The numbers were chosen on training worlds (seeds 100 to 102 of ``benchmarks.revisit``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.rate import BoolArray, FloatArray
from crawler.scheduling.rate_memory import at_most_one_in
from storage.records import RateBelief
from storage.visit_plan import RhythmValues

NEWEST = 64
"""So many of a page's newest observations are looked at: what is older is forgotten."""
FEWEST = 10
"""Observations below which no rhythm is looked for."""
PRIOR = 0.3
"""Odds of a rhythm before anything is known.

With 1 a sixth more are found among periodic pages, and one in ten of all has a wrong period; with 0.3 one in twenty.
Neither had given one to a page of the Poisson or of the bursty world after four weeks (seed 100)."""

_FEWEST_EITHER = 3  # visits that found a change, and visits that found none
_SHORTEST_H = 2.0
_MOST_FREQUENCIES = 4096  # a page that slept for years between busy days would ask for millions
_CYCLES = 3  # that the observations must span
_SPREAD = 0.1  # share of the changes that comes at any time
_WIDTH = 0.08
_PER_TICK = (0.25, 0.8, 2.5)  # changes expected at a tick: it matters in 22 to 92 % of the cases
_PHASES = np.arange(16) / 16
_PEAKS = 6
_OVER = 4  # frequencies for each that the span of the observations tells apart
_AHEAD_H = 0.5
_BLOCK = 16
_NEWTON_STEPS = 12


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """One page's rhythm."""

    period_h: float
    tick_h: float
    """When one of the ticks was, in hours since some Monday 00:00 UTC."""
    weight: float
    """How probable the rhythm is, above 1/2."""

    def as_json(self) -> RhythmValues:
        """What JSON can hold of it."""
        return {
            "period_h": round(self.period_h, 5),
            "tick_h": round(self.tick_h, 4),
            "weight": round(self.weight, 4),
        }

    @classmethod
    def from_json(cls, kept: RhythmValues | None) -> Rhythm | None:
        """The rhythm of which ``as_json`` was kept; None: the page has none."""
        return None if not kept else cls(**kept)


class Rhythms:
    """The rhythms of many pages, by row; a page without one has weight 0."""

    def __init__(self, pages: int) -> None:
        self.period_h, self.tick_h = np.ones(pages), np.zeros(pages)
        self.weight = np.zeros(pages)

    def set(self, page: int, rhythm: Rhythm | None) -> None:
        """What a page's rhythm is now."""
        self.weight[page] = 0.0 if rhythm is None else rhythm.weight
        if rhythm is not None:
            self.period_h[page], self.tick_h[page] = rhythm.period_h, rhythm.tick_h

    def operational_h(
        self, page: NDArray[np.intp], start_h: FloatArray, end_h: FloatArray | float, counted_h: FloatArray
    ) -> FloatArray:
        """``G`` between two moments; ``counted_h``, the hours of the host, for pages without a rhythm."""
        weight = self.weight[page]
        if not weight.any():
            return counted_h
        ticking_h = np.maximum(self._until(page, end_h) - self._until(page, start_h), 0.0)
        return np.asarray(counted_h + weight * (ticking_h - counted_h))

    def at(self, page: NDArray[np.intp], time_h: FloatArray | float, speed: FloatArray) -> FloatArray:
        """How fast time counts in the half hour to come; ``speed``, that of the host, without a rhythm."""
        weight = self.weight[page]
        if not weight.any():
            return speed
        ahead_h = self._until(page, time_h + _AHEAD_H) - self._until(page, time_h)
        return np.asarray(speed + weight * (ahead_h / _AHEAD_H - speed))

    def stretched_h(self, page: NDArray[np.intp], passed_h: FloatArray, rate_per_h: FloatArray) -> FloatArray:
        """``passed_h`` as a belief is to be updated with it: a tick brings one change or none, not a Poisson number.

        With ``q = rate x period`` changes expected at a tick, none comes with ``1 - q``, as if ``-log(1 - q)`` were
        expected of a Poisson process.
        """
        weight = self.weight[page]
        if not weight.any():
            return passed_h
        q = np.clip(rate_per_h * self.period_h[page], 1e-9, 0.95)
        return np.asarray(passed_h * (1 + weight * (-np.log1p(-q) / q - 1)))

    def least_scale_h(self, page: NDArray[np.intp], shape: FloatArray) -> FloatArray:
        """The scale at which a belief expects one change at every tick: no belief is to expect more."""
        return np.asarray(self.weight[page] * shape * self.period_h[page])

    def _until(self, page: NDArray[np.intp], time_h: FloatArray | float) -> FloatArray:
        period_h = self.period_h[page]
        return period_h * _ticks((time_h - self.tick_h[page]) / period_h)


def ticked(rhythm: Rhythm, start_h: float, end_h: float, counted: timedelta) -> timedelta:
    """The time between two moments as it counts on a page with a rhythm, ``counted`` without it; a tick is a period."""
    rhythms, row = Rhythms(1), np.zeros(1, dtype=np.intp)
    rhythms.set(0, rhythm)
    counted_h = np.array([counted / timedelta(hours=1)])
    passed_h = rhythms.operational_h(row, np.array([start_h]), np.array([end_h]), counted_h)
    return timedelta(hours=float(passed_h[0]))


def counted_with(
    rhythm: Rhythm, start_h: float, end_h: float, counted: timedelta, belief: RateBelief
) -> timedelta:
    """The time between two captures of a page as its belief is to be updated with it, ``counted`` without a rhythm."""
    rhythms, row = Rhythms(1), np.zeros(1, dtype=np.intp)
    rhythms.set(0, rhythm)
    counted_h = np.array([counted / timedelta(hours=1)])
    passed_h = rhythms.operational_h(row, np.array([start_h]), end_h, counted_h)
    rate_per_h = np.array([belief.shape / belief.scale_h])
    return timedelta(hours=float(rhythms.stretched_h(row, passed_h, rate_per_h)[0]))


def no_faster(rhythm: Rhythm | None, belief: RateBelief) -> RateBelief:
    """The belief, which expects no more than one change at every tick."""
    if rhythm is None:
        return belief
    return at_most_one_in(belief, rhythm.weight * rhythm.period_h)


def fitted_rhythm(edge_h: FloatArray, important: BoolArray, counted_h: FloatArray) -> Rhythm | None:
    """The rhythm of a page, if its observations speak for one.

    Parameters
    ----------
    edge_h
        Times of n + 1 consecutive captures, rising, in hours since some Monday 00:00 UTC.
    important
        Whether something important changed between each two of them, shape (n,).
    counted_h
        Hours between them as they count on the page's host, shape (n,).
    """
    edge_h, important, counted_h = edge_h[-NEWEST - 1 :], important[-NEWEST:], counted_h[-NEWEST:]
    found = int(important.sum())
    if len(important) < FEWEST or min(found, len(important) - found) < _FEWEST_EITHER:
        return None
    frequency = _frequencies(edge_h)
    if not len(frequency):
        return None
    rate = _likely_rate(counted_h, important)
    step = 1 / (_OVER * float(edge_h[-1] - edge_h[0]))
    tried = _candidates(frequency, _periodogram(frequency, edge_h, important, counted_h, rate), step)
    logs = _tick_likelihoods(tried, _PHASES, edge_h, important)
    places = 2 * len(frequency) * logs[:, 0].size  # candidates lie half a step apart
    best = float(logs.max())
    mean = best + float(np.log(np.sum(np.exp(logs - best)) / places))
    odds = mean - float(_log_likelihood(counted_h, important, [rate])[0]) + float(np.log(PRIOR))
    if odds <= 0:
        return None
    chance, row, phase = np.unravel_index(int(np.argmax(logs)), logs.shape)
    period_h, late_h = _refined(tried[row], step, _PHASES[phase], _PER_TICK[chance], edge_h, important)
    return Rhythm(
        period_h=period_h,
        tick_h=float(edge_h[-1]) + late_h,
        weight=float(1 / (1 + np.exp(-min(odds, 50.0)))),
    )


def _refined(
    frequency: float, step: float, phase: float, chance: float, edge_h: FloatArray, important: BoolArray
) -> tuple[float, float]:
    """Period and tick, hours after the last capture, as the mean of the likelihood around a place of the grid."""
    near = frequency + step * np.linspace(-0.5, 0.5, 7)
    phases = phase + np.linspace(-0.5, 0.5, 9) / len(_PHASES)
    logs = _tick_likelihoods(near, phases, edge_h, important, [chance])[0]
    share = np.exp(logs - logs.max())
    share /= share.sum()
    period_h = 1 / float(share.sum(axis=1) @ near)
    return period_h, float(share.sum(axis=0) @ phases) * period_h


def _ticks(x: FloatArray) -> FloatArray:
    """Ticks up to ``x`` periods after one of them, the spread share included; in the precision of ``x``."""
    nearest = np.rint(x)
    passed = x - nearest
    passed *= 0.5 / _WIDTH
    np.clip(passed, -0.5, 0.5, out=passed)
    passed += nearest
    passed *= 1 - _SPREAD
    passed += _SPREAD * x
    return passed


def _frequencies(edge_h: FloatArray) -> FloatArray:
    """Ticks an hour that the observations can tell: not much faster than the closer visits, some cycles in all."""
    span_h = float(edge_h[-1] - edge_h[0])
    shortest_h = max(_SHORTEST_H, 0.7 * float(np.quantile(np.diff(edge_h), 0.25)))
    if shortest_h * _CYCLES >= span_h:
        return np.zeros(0)
    step = 1 / (_OVER * span_h)
    return np.arange(_CYCLES / span_h, min(1 / shortest_h, _MOST_FREQUENCIES * step), step)


def _likely_rate(counted_h: FloatArray, important: BoolArray) -> float:
    """Maximum likelihood of a Poisson process: Newton on the convex, falling score."""
    long_h, quiet_h = counted_h[important], float(counted_h[~important].sum())
    rate = len(long_h) / max(float(counted_h.sum()), 1e-9)
    for _ in range(_NEWTON_STEPS):
        grown = np.expm1(np.clip(rate * long_h, 1e-9, 50.0))
        score = float(np.sum(long_h / grown)) - quiet_h
        slope = float(np.sum(long_h**2 * (1 + 1 / grown) / grown))
        before, rate = rate, max(rate + score / max(slope, 1e-12), rate / 4)
        if abs(rate - before) < 1e-6 * rate:
            break
    return rate


def _log_likelihood(passed: FloatArray, important: BoolArray, rates: Sequence[float]) -> FloatArray:
    """Of the bits at some rates, where so much time passed that counts: over the first axis; rates come first.

    The factors of the visits that found a change are multiplied, not their logarithms added: 64 of at least 1e-4 are
    no underflow, and this is where the time goes.
    """
    quiet, found = passed[~important].sum(axis=0, dtype=np.float64), passed[important]
    seen = (np.maximum(1 - np.exp(-rate * found), 1e-4) for rate in rates)
    likely = (np.log(factors.prod(axis=0, dtype=np.float64)) for factors in seen)
    return np.asarray([one - rate * quiet for one, rate in zip(likely, rates, strict=True)])


def _periodogram(
    frequency: FloatArray, edge_h: FloatArray, important: BoolArray, counted_h: FloatArray, rate: float
) -> FloatArray:
    """The score test of a wave of each frequency."""
    grown = np.expm1(np.clip(rate * counted_h, 1e-9, 50.0))
    residual = np.where(important, 1 / grown, -1.0)
    turns = 2j * np.pi * (edge_h - edge_h[0])
    few = frequency[:_BLOCK]  # e^(i(u + v)) = e^(iu) e^(iv): most of the powers are products
    blocks = np.exp((frequency[::_BLOCK] - frequency[0])[:, None] * turns).astype(np.complex64)
    steps = np.exp(few[:, None] * turns).astype(np.complex64)
    wave = (blocks[:, None, :] * steps).reshape(-1, len(edge_h))[: len(frequency)]
    covered = wave[:, 1:] - wave[:, :-1]  # of the wave by a visit, times 2 pi f, which divides out
    power = covered.real**2 + covered.imag**2
    found = covered @ residual.astype(np.float32)
    return np.asarray(np.abs(found) ** 2 / (power @ (1 / grown).astype(np.float32) + 1e-12), dtype=float)


def _candidates(frequency: FloatArray, power: FloatArray, step: float) -> FloatArray:
    """The highest peaks and what they may be harmonics of, each with its neighbourhood of half a step."""
    peaks: list[float] = []
    for place in np.argsort(-power):
        if all(abs(frequency[place] - peak) > _OVER * step for peak in peaks):
            peaks.append(float(frequency[place]))
        if len(peaks) == _PEAKS:
            break
    fundamental = np.concatenate([np.array(peaks) / order for order in (1, 2, 3)])
    fundamental = fundamental[fundamental >= frequency[0]]
    near = fundamental[:, None] + step * np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    return np.unique(np.round(2 * near.ravel() / step)) * step / 2


def _tick_likelihoods(
    frequency: FloatArray,
    phase: FloatArray,
    edge_h: FloatArray,
    important: BoolArray,
    chances: Sequence[float] = _PER_TICK,
) -> FloatArray:
    """Log-likelihoods of ticks, shape (chances, frequencies, phases); phase 0 ticks at the last capture."""
    turns = ((edge_h - edge_h[-1])[:, None] * frequency).astype(np.float32)
    ticks = _ticks(turns[:, :, None] - phase.astype(np.float32))
    return _log_likelihood(np.diff(ticks, axis=0), important, chances)
