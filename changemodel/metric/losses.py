"""Smoothed hinge losses of the vector learner, their slopes and curvatures.

The bottom of ``changemodel.metric``: ``vector_solver`` sums these over constraints. Source: M. T. Law's
thesis (2015), appendix B, equations (B.3) and (B.4). Both losses depend on the label y and the value t only
through the margin m = y t, so the functions take margins; a derivative in t is y times the slope. All are one
curve,

    phi(u) = 0 (u > 0),   u**2 / (4 h) (-2 h <= u <= 0),   -u - h (u < -2 h),

moved along the axis: L_0^h(m) = phi(m) and L_1^h(m) = phi(m - 1 - h).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

SMOOTHING = 0.05
"""The half width h of the quadratic zone in all experiments of the source; its range is [0.01, 0.5]."""


def relaxed_loss(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """L_0^h of (B.4): nothing for margins >= 0, linear below -2h, a parabola between."""
    shortfall = np.maximum(-np.asarray(margins, dtype=np.float64), 0.0)
    capped = np.minimum(shortfall, 2.0 * h)
    return capped * (2.0 * shortfall - capped) / (4.0 * h)


def relaxed_slope(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """Derivative of ``relaxed_loss`` in the margin, in [-1, 0]."""
    shortfall = np.maximum(-np.asarray(margins, dtype=np.float64), 0.0)
    return np.minimum(shortfall, 2.0 * h) / (-2.0 * h)


def relaxed_curvature(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """Second derivative of ``relaxed_loss``: 1/(2h) in the quadratic zone, both ends included, 0
    elsewhere."""
    margins = np.asarray(margins, dtype=np.float64)
    return np.where((margins <= 0.0) & (margins >= -2.0 * h), 1.0 / (2.0 * h), 0.0)


def strict_loss(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """L_1^h of (B.3): the hinge max(0, 1 - m) with its corner rounded between 1 - h and 1 + h."""
    return relaxed_loss(np.asarray(margins, dtype=np.float64) - zone_start(1.0, h), h)


def strict_slope(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """Derivative of ``strict_loss`` in the margin, in [-1, 0]."""
    return relaxed_slope(np.asarray(margins, dtype=np.float64) - zone_start(1.0, h), h)


def strict_curvature(margins: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """Second derivative of ``strict_loss``: 1/(2h) where |1 - m| <= h, 0 elsewhere."""
    return relaxed_curvature(np.asarray(margins, dtype=np.float64) - zone_start(1.0, h), h)


def margin_loss(margins: ArrayLike, delta: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """L_delta^h: the loss of "margin >= delta" for any delta, element by element.

    For delta != 0 this is L_1^h(m - delta + 1). For delta = 0 it is L_0^h, which is not that shift: it starts
    at 0 instead of h, so that a relaxed constraint that holds costs nothing.
    """
    starts = zone_start(delta, h)
    return relaxed_loss(np.asarray(margins, dtype=np.float64) - starts, h)


def zone_start(delta: ArrayLike, h: float = SMOOTHING) -> FloatArray:
    """Margin from which L_delta^h is zero: delta + h, or 0 for delta = 0."""
    delta = np.asarray(delta, dtype=np.float64)
    return np.where(delta == 0.0, 0.0, delta + h)
