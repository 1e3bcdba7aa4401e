"""The problem of one row: the multipliers of its classes, given everything else.

Source: X. Han's thesis (2016), section 4.4, after Crammer and Singer. For a row with A = ||x||^2, gradient g and bounds
b (C times the row's weight for its own class, 0 for the others),

    min over beta'   A/2 ||beta'||^2 + (g - A beta) . beta'    with  beta' <= b, sum of beta' = 0

has beta'_c = min(b_c, (theta - B_c)/A). ``theta_by_sorting`` finds theta exactly, ``theta_by_fixed_point`` by the
iteration of Crammer and Singer (2001), which converges at the rate of the share of classes that do not count.
``nearest_shares`` is the same projection for many rows at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from changemodel.classify.crammer_singer import FloatArray

FIXED_POINT_TOLERANCE = 1e-10
FIXED_POINT_STEPS = 100_000

Threshold = Callable[[FloatArray, float], float]
"""theta from the levels D of the classes and the total A * C that lies above it."""


def theta_by_sorting(levels: FloatArray, total: float) -> float:
    """theta with sum_c max(0, D_c - theta) = total, exactly."""
    falling = np.sort(levels)[::-1]
    thetas = (np.cumsum(falling) - total) / np.arange(1, len(falling) + 1)
    return float(thetas[np.count_nonzero(falling > thetas) - 1])


def theta_by_fixed_point(levels: FloatArray, total: float) -> float:
    """The same by theta <- mean of max(theta, D) - total / K, from the highest level down."""
    theta = float(levels.max())
    for _ in range(FIXED_POINT_STEPS):
        new = (float(np.maximum(theta, levels).sum()) - total) / len(levels)
        if abs(new - theta) <= FIXED_POINT_TOLERANCE * max(1.0, abs(new)) / len(levels):
            return new
        theta = new
    return theta


THRESHOLDS: dict[str, Threshold] = {"exact": theta_by_sorting, "fixed_point": theta_by_fixed_point}


def solve_row(
    beta: FloatArray,
    gradient: FloatArray,
    square: float,
    bounds: FloatArray,
    threshold: Threshold = theta_by_sorting,
) -> FloatArray:
    """The best multipliers of one row; ``bounds`` is C s_i for the own class and 0 elsewhere."""
    levels = gradient - square * beta
    above = threshold(levels + square * bounds, square * float(bounds.sum()))
    new: FloatArray = np.minimum(bounds, (above - levels) / square)
    return new


def nearest_shares(values: FloatArray) -> FloatArray:
    """The nearest point of the simplex to each row: non-negative, 1 together.

    A row whose highest value leads by 1 or more has all of its shares there; only the others are sorted.
    """
    top = values.argmax(axis=1)
    rows = np.arange(len(values))
    lead = values[rows, top][:, None] - values
    lead[rows, top] = np.inf
    shares = np.zeros_like(values)
    shares[rows, top] = 1.0
    open_rows = np.flatnonzero(lead.min(axis=1) < 1.0)
    if len(open_rows):
        shares[open_rows] = _projected(values[open_rows])
    return shares


def _projected(values: FloatArray) -> FloatArray:
    falling = -np.sort(-values, axis=1)
    thetas = (np.cumsum(falling, axis=1) - 1.0) / np.arange(1, values.shape[1] + 1)
    last = np.count_nonzero(falling > thetas, axis=1) - 1
    theta = thetas[np.arange(len(values)), last]
    shares: FloatArray = np.maximum(values - theta[:, None], 0.0)
    return shares
