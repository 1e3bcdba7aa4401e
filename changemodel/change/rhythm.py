"""A page's own rhythm: how long one waits on it for a change that time explains.

``training`` looks once with lengths that suit most pages, then asks here how far apart the changes lie that it
saw, and learns with lengths to match. Source: M. T. Law's thesis (2015), section 4.4.1: gamma is 4 hours, and
24 hours for a page that people visit daily; a gamma above the page's period does no harm. The estimate is ours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from changemodel.metric.quadruplets import FloatArray

USUAL_GAMMA_H = 4.0
"""The source's gamma, for pages whose rhythm is not known or faster."""

FIRST_LOOK_H = 24.0
"""Gamma of the first look: a day."""

LONGEST_H = 48.0
"""Largest gamma: with more, most of a week's constraints speak of the same few changes."""

SPAN_SHARE = 0.25
"""A gamma covers at most this share of the history, so that there are enough pairs on both sides of it."""


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


def first_look_h(span_h: float, step_h: float) -> float:
    """Gamma of the look from which the rhythm is taken: a day, less where the history is short."""
    return _within(FIRST_LOOK_H, span_h, step_h)


def own_gamma_h(waiting: float | None, span_h: float, step_h: float) -> float:
    """Gamma for a page with this waiting time; the usual one where there is none."""
    return _within(0.0 if waiting is None else waiting, span_h, step_h)


def _within(wanted_h: float, span_h: float, step_h: float) -> float:
    stretch = max(1.0, step_h)
    longest = max(USUAL_GAMMA_H * stretch, min(LONGEST_H * stretch, SPAN_SHARE * span_h))
    return float(np.clip(wanted_h, USUAL_GAMMA_H * stretch, longest))
