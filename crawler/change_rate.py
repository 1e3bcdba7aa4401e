"""How often a page changes in a way that matters: a gamma belief, updated by yes-or-no observations.

A visit says only whether *something* important changed since the last good capture, not how often: the bit is
censored, its likelihood ``exp(-D t)`` for no and ``1 - exp(-D t)`` for yes, with ``D`` the rate and ``t`` the
time between the captures. The exact posterior after a yes is a difference of two gammas; the belief keeps the
gamma with the same mean and variance, so two numbers per page are enough. Rates in changes per hour.
"""

from __future__ import annotations

import math
from datetime import timedelta

from scipy.special import gammaincinv

from storage.records import RateBelief

HALF_LIFE = timedelta(days=7)
"""Age at which what was observed counts half."""

SMALLEST_SHAPE = 0.3
"""Forgetting stops here: a belief worth less than a third of an observed change would be none at all."""


def observe(belief: RateBelief, important: bool, elapsed: timedelta) -> RateBelief:
    """The belief after one more visit, ``elapsed`` after the previous good capture.

    With ``r = b / (b + t)`` and ``Z = 1 - r^a`` the moments after a yes are ``(a / b)(1 - r^(a+1)) / Z`` and
    ``a (a + 1) / b^2 (1 - r^(a+2)) / Z``.
    """
    elapsed_h = _hours(elapsed)
    a, b = belief.shape, belief.scale_h
    if not important:
        return RateBelief(shape=a, scale_h=b + elapsed_h)
    if elapsed_h == 0:
        return RateBelief(shape=a + 1, scale_h=b)  # the limit: an event seen happening
    log_r = -math.log1p(elapsed_h / b)
    share = -math.expm1(a * log_r)
    mean = a / b * -math.expm1((a + 1) * log_r) / share
    square = a * (a + 1) / b**2 * -math.expm1((a + 2) * log_r) / share
    variance = square - mean**2
    return RateBelief(shape=mean**2 / variance, scale_h=mean / variance)


def forget(belief: RateBelief, elapsed: timedelta, half_life: timedelta = HALF_LIFE) -> RateBelief:
    """The belief ``elapsed`` later: the same mean, held less firmly, because rates drift."""
    kept = 2.0 ** (-_hours(elapsed) / _hours(half_life))
    kept = min(1.0, max(kept, SMALLEST_SHAPE / belief.shape))
    return RateBelief(shape=belief.shape * kept, scale_h=belief.scale_h * kept)


def updated(belief: RateBelief, important: bool, elapsed: timedelta, half_life: timedelta) -> RateBelief:
    """The belief after one more pair of captures: what was known fades, then the new bit counts in full."""
    return observe(forget(belief, elapsed, half_life), important, elapsed)


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
