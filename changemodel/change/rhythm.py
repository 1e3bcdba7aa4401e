"""A page's own rhythm: after how many hours it must have moved on, and how long one waits for a change.

``training`` tries some gammas on one half of the days and asks here for the smallest at which time can be told
about as well in the other half as at any: a page that changes daily tells nothing within four hours. Source:
M. T. Law's thesis (2015), section 4.4.1: gamma is 4 hours, and 24 hours for a page that people visit daily; a
gamma above the page's period does no harm. The choice is ours.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from changemodel.metric.quadruplets import FloatArray

USUAL_GAMMA_H = 4.0
"""The source's gamma, for pages whose rhythm is not known or faster."""

GAMMAS_H = (USUAL_GAMMA_H, 8.0, 16.0, 24.0, 48.0)
"""Gammas that are tried; with more, most of a week's constraints would speak of the same few changes."""

SPAN_SHARE = 0.25
"""A gamma covers at most this share of the history, so that there are enough pairs on both sides of it."""

ABOUT_AS_WELL = 0.02
"""Order kept that a larger gamma must gain: pairs further apart are easier to tell anyway. Not a sharp choice: on
eleven training sites the gamma found so ranks changes as any fixed one from 4 to 24
hours does in the mean (86.5 beside 86.9 to 87.0); the wrong extreme for a page costs up to 6."""


def effective_changes(distances: ArrayLike) -> float:
    """How many of the successive pairs changed, each counted by how much.

    With x the distances above their median (the usual unrest of the page), (sum x)^2 / sum x^2: n changes of
    one size count n, unrest of no particular size about as many as there are pairs. 0 where nothing stands out.
    """
    values = np.asarray(distances, dtype=np.float64)
    if not values.size:
        return 0.0
    above: FloatArray = np.maximum(values - np.median(values), 0.0)
    squares = float(above @ above)
    return float(above.sum()) ** 2 / squares if squares > 0.0 else 0.0


def waiting_h(distances: ArrayLike, step_h: float) -> float | None:
    """Mean time between changes, in hours; None where nothing stands out.

    Parameters
    ----------
    distances : float array, shape (n,), >= 0
        Of successive pairs, learned.
    step_h : float
        Usual time between captures.
    """
    changes = effective_changes(distances)
    return float(np.size(distances)) * step_h / changes if changes > 0.0 else None


def gammas_to_try(span_h: float, step_h: float) -> tuple[float, ...]:
    """The gammas that a history of this length can tell apart, in hours, the smallest first; at least one."""
    stretch = max(1.0, step_h)
    longest = max(USUAL_GAMMA_H * stretch, SPAN_SHARE * span_h)
    return tuple(gamma * stretch for gamma in GAMMAS_H if gamma * stretch <= longest)


def longest_gamma(times_h: ArrayLike) -> float:
    """The largest gamma that a history can tell apart, in hours, or in usual steps where these are longer: as
    ``temporal.Rhythm.of`` takes it, whose ``gamma_h`` is in hours whatever the step.

    For distances that say little but when something changed: a text is the same to the letter or it is not, so
    that pairs far apart tell best which changes stay. A gamma above the page's period does no harm (the source).
    """
    times = np.asarray(times_h, dtype=np.float64)
    step = float(np.median(np.diff(times))) if times.size > 1 else 1.0
    span = float(times[-1] - times[0]) if times.size else 0.0
    return gammas_to_try(span, step)[-1] / max(1.0, step)


def chosen_gamma_h(orders: Mapping[float, float]) -> float:
    """The smallest gamma at which about as much of the order of time is kept as at the best one.

    Parameters
    ----------
    orders : mapping of gamma in hours to share of the order kept on days not learned from; not empty.
    """
    enough = max(orders.values()) - ABOUT_AS_WELL
    return min(gamma for gamma, order in orders.items() if order >= enough)
