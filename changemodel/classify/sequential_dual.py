"""The published solver of the sub-problem: one row's multipliers after the other, exactly, with the weights kept up.

Source: X. Han's thesis (2016), section 4.5, with its errata: C = 1/(lambda/S + rho), weights that begin at
(rho * mean - alpha_s) C, and a row is solved where its violation is *above* epsilon. Shrinking is LIBLINEAR's: a row
whose classes all sit at their bounds but one is left out until the others are done.

Rows are taken in blocks: one product gives the gradients of a block, and the products of its points among each other
keep them right while its rows are solved in turn, so that the result is the sequential one. Only a row that violated
nothing when its block began is not looked at again before the next pass.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from changemodel.classify.crammer_singer import Effort, FloatArray, IntArray, Problem, Solution
from changemodel.classify.row_solver import THRESHOLDS, solve_row

BLOCK = 64
NARROWEST = 1e-12
"""Where a gap is asked for, epsilon is halved down to this."""


@dataclass(frozen=True, kw_only=True)
class PassSettings:
    """How the passes are made."""

    epsilon: float = 0.1
    row_solver: str = "exact"
    shrinking: bool = True
    seed: int = 0


def solve_by_passes(
    problem: Problem, start: FloatArray | None, effort: Effort, settings: PassSettings
) -> Solution:
    """The optimum of a sub-problem within ``effort.gap``, or what so many passes reach.

    Parameters
    ----------
    problem : Problem
    start : float array, shape (n_rows, n_classes), optional
        Shares to begin with; None: beta = 0, as published.
    effort : Effort
        ``gap`` infinite: the first pass over all rows in which none violates ``epsilon`` is the last.
    settings : PassSettings
    """
    descent = _Descent(problem, problem.rows.no_shares() if start is None else start, settings)
    epsilon, passes = settings.epsilon, 0
    loose = max(1.0, 10.0 * epsilon)
    while passes < effort.passes and time.perf_counter() < effort.until:
        worst = descent.run(epsilon, effort.until)
        passes += 1
        if not descent.is_whole:
            if worst <= max(loose, epsilon):
                descent.restore()
                loose *= 0.5
            continue
        if worst <= epsilon:
            if np.isinf(effort.gap) or epsilon <= NARROWEST:
                break
            found = problem.certified(descent.shares(), passes)
            if effort.is_enough(found.gap, found.objective):
                return found
            epsilon *= 0.5
        if settings.shrinking:
            descent.shrink()
    return problem.certified(descent.shares(), passes)


class _Descent:
    """Multipliers and weights of one sub-problem while they are solved."""

    def __init__(self, problem: Problem, shares: FloatArray, settings: PassSettings) -> None:
        self._rows = problem.rows
        self._bounds = problem.rows.weights / problem.strength  # C s_i
        self._threshold = THRESHOLDS[settings.row_solver]
        self._rng = np.random.default_rng(settings.seed)
        self._beta = -self._bounds[:, None] * shares
        self._beta[self._rows.own] += self._bounds
        self._weights = problem.weights_of(problem.rows.pull(shares))
        self._solvable = np.flatnonzero(self._rows.squares > 0.0)
        self._active = self._solvable

    @property
    def is_whole(self) -> bool:
        return len(self._active) == len(self._solvable)

    def shares(self) -> FloatArray:
        """q = delta - beta / (C s): non-negative and 1 together but for rounding, which is taken off."""
        shares = -self._beta / self._bounds[:, None]
        shares[self._rows.own] += 1.0
        np.maximum(shares, 0.0, out=shares)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def restore(self) -> None:
        self._active = self._solvable

    def shrink(self) -> None:
        """Leave out the rows of which at most one class can still move."""
        held = self._active
        gradients = self._gradients(held)
        free = self._free(held)
        lowest = np.where(free, gradients, np.inf).min(axis=1)
        can_move = free | (gradients >= lowest[:, None])
        self._active = held[np.count_nonzero(can_move, axis=1) > 1]

    def run(self, epsilon: float, until: float) -> float:
        """One pass in random order; the greatest violation that was met."""
        order, worst = self._rng.permutation(self._active), 0.0
        for begin in range(0, len(order), BLOCK):
            worst = max(worst, self._solve_block(order[begin : begin + BLOCK], epsilon))
            if time.perf_counter() >= until:
                return np.inf
        return worst

    def _solve_block(self, held: IntArray, epsilon: float) -> float:
        gradients = self._gradients(held)
        violations = _violations(gradients, self._free(held))
        open_rows = np.flatnonzero(violations > epsilon)
        if len(open_rows):
            self._solve_rows(held[open_rows], gradients[open_rows], epsilon)
        return float(violations.max(initial=0.0))

    def _solve_rows(self, held: IntArray, gradients: FloatArray, epsilon: float) -> None:
        rows = self._rows.take(held)
        products = rows.points @ rows.points.T
        products = products.toarray() if issparse(products) else products
        beta = self._beta[held]
        bounds = np.zeros_like(beta)
        bounds[rows.own] = self._bounds[held]
        for row in range(len(held)):
            gradient = gradients[row]
            free = beta[row] < bounds[row]
            if gradient.max() - gradient[free].min(initial=np.inf) <= epsilon:
                continue
            new = solve_row(beta[row], gradient, products[row, row], bounds[row], self._threshold)
            gradients += products[:, row, None] * (new - beta[row])
            beta[row] = new
        self._weights += rows.combined(beta - self._beta[held])
        self._beta[held] = beta

    def _gradients(self, held: IntArray) -> FloatArray:
        """(4.11): w_c . x_i + cost(y_i, c)."""
        scores = np.asarray(self._rows.points[held] @ self._weights.T)
        return scores + self._rows.costs[self._rows.codes[held]]

    def _free(self, held: IntArray) -> NDArray[np.bool_]:
        """Which multipliers are below their bound; of a row that has all at it, rounding's, its own class."""
        free = self._beta[held] < 0.0
        own = (np.arange(len(held)), self._rows.codes[held])
        free[own] = self._beta[held, self._rows.codes[held]] < self._bounds[held]
        free[own] |= ~free.any(axis=1)
        return free


def _violations(gradients: FloatArray, free: NDArray[np.bool_]) -> FloatArray:
    lowest: FloatArray = np.where(free, gradients, np.inf).min(axis=1)
    violations: FloatArray = gradients.max(axis=1) - lowest
    return violations
