"""How often a page changes importantly: a gamma distribution, updated by yes-or-no observations.

A visit says only whether *something* important changed since the last good capture, not how often: the bit is
censored, its likelihood ``exp(-D t)`` for no and ``1 - exp(-D t)`` for yes, with ``D`` the rate and ``t`` the
time between the captures. The exact posterior after a yes is a difference of two gammas; the belief keeps the
gamma with the same mean and variance, so two numbers per page are enough. Rates in changes per hour.
"""

from __future__ import annotations

from datetime import timedelta

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincinv

from storage.records import RateBelief

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]

HALF_LIFE = timedelta(days=30)
"""Age at which what was observed counts half while a page behaves as believed (``rate_memory``)."""

SMALLEST_SHAPE = 1.0
"""Forgetting stops here, at what one observed change is worth.

A page that changes once a month would otherwise be forgotten between two changes. Chosen among 0.3, 1 and 2 on
training worlds (seeds 100 to 103 of ``benchmarks.revisit``): as good after a shift of all rates, better without.
"""

FASTEST_PER_H = 60.0
"""No belief expects more changes an hour: a page that differs at every visit says nothing of how often it changes."""


def observe(belief: RateBelief, important: bool, elapsed: timedelta) -> RateBelief:
    """The belief after one more visit, ``elapsed`` after the previous good capture.

    With ``r = b / (b + t)`` and ``Z = 1 - r^a`` the moments after a yes are ``(a / b)(1 - r^(a+1)) / Z`` and
    ``a (a + 1) / b^2 (1 - r^(a+2)) / Z``.
    """
    a, b = observe_many(
        np.array([belief.shape]),
        np.array([belief.scale_h]),
        np.array([important]),
        np.array([_hours(elapsed)]),
    )
    return RateBelief(shape=float(a[0]), scale_h=float(b[0]))


def observe_many(
    shape: FloatArray, scale_h: FloatArray, important: NDArray[np.bool_], elapsed_h: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """``observe`` for many pages at once: their new shapes and scales.

    Where hours count differently (``hours``) the elapsed time is the operational one.
    """
    a, b, t = shape, scale_h, elapsed_h
    log_r = -np.log1p(t / b)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = -np.expm1(a * log_r)
        mean = a / b * -np.expm1((a + 1) * log_r) / share
        square = a * (a + 1) / b**2 * -np.expm1((a + 2) * log_r) / share
        variance = square - mean**2
        after_yes = mean**2 / variance, mean / variance
    at_once = t <= 1e-12 * b  # the limit: an event seen happening
    new_shape = np.where(important, np.where(at_once, a + 1, after_yes[0]), a)
    new_scale_h = np.where(important, np.where(at_once, b, after_yes[1]), b + t)
    return new_shape, np.maximum(new_scale_h, new_shape / FASTEST_PER_H)


def kept_share(shape: FloatArray, elapsed_h: FloatArray, half_life_h: float) -> FloatArray:
    """By what shape and scale are multiplied when time passes: both alike, so that the mean stays, held less firmly."""
    kept = 2.0 ** (-elapsed_h / half_life_h)
    return np.minimum(1.0, np.maximum(kept, SMALLEST_SHAPE / shape))


def observe_maybe(belief: RateBelief, probability: float, elapsed: timedelta) -> RateBelief:
    """The belief after a visit of which it is only known how likely something important had changed.

    The gamma with the mean and the variance of the mixture of what a yes and a no would lead to.
    """
    if probability <= 0.0:
        return observe(belief, False, elapsed)
    yes, no = observe(belief, True, elapsed), observe(belief, False, elapsed)
    shape, scale_h = mixture(
        np.array([probability]),
        (np.array([no.shape]), np.array([no.scale_h])),
        (np.array([yes.shape]), np.array([yes.scale_h])),
    )
    return RateBelief(shape=float(shape[0]), scale_h=float(scale_h[0]))


def mixture(
    share: FloatArray, one: tuple[FloatArray, FloatArray], other: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """Shapes and scales of the gammas with the mean and the variance of two beliefs, ``share`` of the other one."""
    means = [shape / scale_h for shape, scale_h in (one, other)]
    mean = means[0] + share * (means[1] - means[0])
    within = (1 - share) * means[0] / one[1] + share * means[1] / other[1]
    variance = within + share * (1 - share) * (means[1] - means[0]) ** 2
    return mean**2 / variance, mean / variance


def told_changed(belief: RateBelief, ago: timedelta, trust: float) -> RateBelief:
    """The belief when it is told that the page last changed so long ago.

    A Poisson process looked at anywhere has had its last event after an exponential time: one event in that time. What
    is told counts as much as it is trusted, between 0 and 1.
    """
    shape, scale_h = told_changed_many(
        np.array([belief.shape]), np.array([belief.scale_h]), np.array([_hours(ago)]), trust
    )
    return RateBelief(shape=float(shape[0]), scale_h=float(scale_h[0]))


def told_changed_many(
    shape: FloatArray, scale_h: FloatArray, ago_h: FloatArray, trust: float
) -> tuple[FloatArray, FloatArray]:
    """``told_changed`` for many pages at once: their new shapes and scales."""
    return shape + trust, scale_h + trust * np.maximum(ago_h, 1.0)


def mean_per_h(belief: RateBelief) -> float:
    """Expected important changes per hour."""
    return belief.shape / belief.scale_h


def credible_interval(belief: RateBelief, level: float = 0.9) -> tuple[float, float]:
    """Changes per hour between which the rate lies with probability ``level``: quantiles of the gamma."""
    if not 0 < level < 1:
        raise ValueError(f"level is a probability between 0 and 1, not {level}")
    tail = (1 - level) / 2
    low, high = gammaincinv(belief.shape, [tail, 1 - tail]) / belief.scale_h
    return float(low), float(high)


def _hours(duration: timedelta) -> float:
    hours = duration.total_seconds() / 3600
    if hours < 0:
        raise ValueError(f"{duration} is negative: captures must be given in order of time")
    return hours
