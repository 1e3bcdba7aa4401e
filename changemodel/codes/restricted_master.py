"""The weights of the bits that there are: min over w >= 0 of mean L(margins of w) + penalty(w), with a proved gap.

L1, L2 and box are solved by L-BFGS-B. With the penalty on the largest weight the problem is a search for the best
bound of a box: the derivative along the bound is nu less the sum of g above 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize

from changemodel.codes.losses import Loss
from changemodel.codes.penalties import Box, Maximum, Penalty

FloatArray = NDArray[np.float64]

RESTARTS = 5


class Margins(Protocol):
    """Margins that are linear in the weights."""

    n_margins: int

    def margins(self, weights: FloatArray) -> FloatArray:
        """A w, shape (n_margins,)."""

    def back(self, u: FloatArray) -> FloatArray:
        """A^T u, shape of the weights."""


@dataclass(frozen=True)
class DenseMargins:
    """A matrix of shape (n_margins, n_weights)."""

    rows: FloatArray

    @property
    def n_margins(self) -> int:
        """Rows."""
        return len(self.rows)

    def margins(self, weights: FloatArray) -> FloatArray:
        """One for each row."""
        return self.rows @ weights

    def back(self, u: FloatArray) -> FloatArray:
        """One for each column."""
        return u @ self.rows


@dataclass(frozen=True)
class Solved:
    """Weights, and what proves them."""

    weights: FloatArray
    objective: float
    dual: float
    u: FloatArray
    """Dual variables, -slope of each margin; their mean product with a bit's margins is its g."""

    @property
    def gap(self) -> float:
        """Objective less dual bound, at least 0 but for rounding."""
        return self.objective - self.dual


def solve(
    margins: Margins, loss: Loss, penalty: Penalty, start: FloatArray, *, tolerance: float = 1e-4
) -> Solved:
    """The least objective, from ``start``, with a gap of at most ``tolerance`` of it if ``RESTARTS`` are enough.

    A restart forgets the curvature that L-BFGS-B remembers, with which it can stop early at bounds, and stops later.
    """
    descended = _bounded if isinstance(penalty, Maximum) else _descended
    weights = start
    for attempt in range(RESTARTS):
        weights = descended(margins, loss, penalty, weights, tolerance / 10.0**attempt)
        found = _proved(margins, loss, penalty, weights)
        if found.gap <= tolerance * abs(found.objective):
            break
    return found


def _proved(margins: Margins, loss: Loss, penalty: Penalty, weights: FloatArray) -> Solved:
    rho = margins.margins(weights)
    u = -loss.slope(rho)
    objective = float(loss.value(rho).mean()) + penalty.value(weights)
    return Solved(weights, objective, dual_value(margins, loss, penalty, u), u)


def dual_value(margins: Margins, loss: Loss, penalty: Penalty, u: FloatArray) -> float:
    """A lower bound on every objective, of the dual variables made feasible."""
    g = margins.back(u) / margins.n_margins
    share = penalty.feasible_share(g)
    return -float(loss.conjugate(share * u).mean()) - penalty.of_dual(share * g)


def _descended(
    margins: Margins, loss: Loss, penalty: Penalty, start: FloatArray, tolerance: float
) -> FloatArray:
    n = margins.n_margins

    def both(weights: FloatArray) -> tuple[float, FloatArray]:
        rho = margins.margins(weights)
        value = float(loss.value(rho).mean()) + penalty.value(weights)
        return value, margins.back(loss.slope(rho)) / n + penalty.slope(weights)

    first = np.clip(start, 0.0, penalty.upper)
    found = minimize(
        both,
        first,
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, penalty.upper)] * first.size,
        options={"maxiter": 500, "maxfun": 1000, "ftol": 1e-5 * tolerance, "gtol": 1e-9, "maxcor": 20},
    )
    return np.asarray(found.x, dtype=np.float64)


def _bounded(
    margins: Margins, loss: Loss, penalty: Penalty, start: FloatArray, tolerance: float
) -> FloatArray:
    """Weights of the box whose bound is worth its price."""
    kept = {"weights": start}
    price = penalty.slope(start[:1])[0]

    def surplus(log_bound: float) -> float:
        box = Box(float(np.exp(log_bound)))
        kept["weights"] = _descended(margins, loss, box, kept["weights"], tolerance)
        u = -loss.slope(margins.margins(kept["weights"]))
        worth = np.maximum(margins.back(u) / margins.n_margins, 0.0).sum()
        return float(worth - price)

    low, high = np.log(1e-6), np.log(1e3)
    if surplus(low) <= 0.0:  # not even the smallest bound is worth it
        return np.zeros_like(start)
    if surplus(high) >= 0.0:
        return kept["weights"]
    brentq(surplus, low, high, xtol=1e-2 * tolerance)
    return kept["weights"]
