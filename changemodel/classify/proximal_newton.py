"""The sub-problem's optimum by Newton steps on all rows at once, with the same multipliers as the sequential dual.

A row's slack max_c z_c is the greatest q . z over shares q. With a penalty ||q - q_k||^2 / (2 sigma) on leaving the
shares q_k of the round before, it is differentiable, and its q is a projection on the simplex (``nearest_shares``): the
proximal point method on the dual, that is, the augmented Lagrangian method on the primal. Each round's smooth problem
is solved by semi-smooth Newton steps with conjugate gradients (as SSNAL of Li, Sun and Toh, 2018, does for other
losses); only rows with more than one share enter them. The duality gap has two parts, how far the step is from its
smooth optimum and what the smoothing costs: the larger one says what to do next.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse import issparse

from changemodel.classify.crammer_singer import Effort, FloatArray, Problem, Rows, Solution
from changemodel.classify.row_solver import nearest_shares

Condition = Callable[[FloatArray], FloatArray]

FIRST_SIGMA, LARGEST_SIGMA = 1.0, 1e8
GROWTH = 2.0
FLATTER = 0.1
MOST = 300
"""Steps of conjugate gradients."""
NARROWING = 1e-4
LARGEST_BLOCK = 400
"""Up to so many features a block of the curvature for each class is inverted; beyond, its diagonal."""


def solve_by_newton(problem: Problem, start: FloatArray | None, effort: Effort) -> Solution:
    """The optimum of a sub-problem within ``effort.gap``.

    Parameters
    ----------
    problem : Problem
    start : float array, shape (n_rows, n_classes), optional
        Shares to begin with; None: all with the own class.
    effort : Effort
        ``passes`` counts Newton steps.
    """
    rows = problem.rows
    anchor = rows.no_shares() if start is None else start
    sigma = FIRST_SIGMA
    point = _Point.of(problem, anchor, sigma, problem.weights_of(rows.pull(anchor)))
    steps = 0
    while steps < effort.passes and time.perf_counter() < effort.until:
        smoothing, distance = point.gap_parts()
        if effort.is_enough(smoothing + distance, point.value):
            found = problem.certified(point.shares, steps)
            if effort.is_enough(found.gap, found.objective):
                return found
        elif distance <= 0.3 * smoothing:
            anchor, sigma = point.shares, min(sigma * GROWTH, LARGEST_SIGMA)
            point = _Point.of(problem, anchor, sigma, point.weights, point.scores)
        moved = point.step()
        steps += 1
        if moved is None:
            break
        point = moved
    return problem.certified(point.shares, steps)


@dataclass(frozen=True, kw_only=True)
class _Point:
    """Weights, and what the smooth problem of this round is there."""

    problem: Problem
    anchor: FloatArray
    sigma: float
    weights: FloatArray
    scores: FloatArray
    margins: FloatArray
    shares: FloatArray
    value: float
    gradient: FloatArray

    @classmethod
    def of(
        cls,
        problem: Problem,
        anchor: FloatArray,
        sigma: float,
        weights: FloatArray,
        scores: FloatArray | None = None,
    ) -> _Point:
        rows = problem.rows
        scores = rows.scores(weights) if scores is None else scores
        margins = rows.margins(scores)
        shares = nearest_shares(anchor + sigma * margins)
        moved = shares - anchor
        slack = np.einsum("ij,ij->i", shares, margins) - np.einsum("ij,ij->i", moved, moved) / (2.0 * sigma)
        away = weights - problem.centre
        return cls(
            problem=problem,
            anchor=anchor,
            sigma=sigma,
            weights=weights,
            scores=scores,
            margins=margins,
            shares=shares,
            value=0.5 * problem.strength * float(np.vdot(away, away)) + float(rows.weights @ slack),
            gradient=problem.strength * away - rows.pull(shares),
        )

    def gap_parts(self) -> tuple[float, float]:
        """Of P(weights) minus the dual of the shares: what smoothing costs, and the distance to its optimum."""
        told = np.einsum("ij,ij->i", self.shares, self.margins)
        smoothing = float(self.problem.rows.weights @ (self.margins.max(axis=1) - told))
        return smoothing, float(np.vdot(self.gradient, self.gradient)) / (2.0 * self.problem.strength)

    def step(self) -> _Point | None:
        """A Newton step, shortened until it gains; None where rounding leaves nothing to gain."""
        curvature = _Curvature.of(self.problem.rows, self.shares, self.sigma, self.problem.strength)
        direction = curvature.solved(-self.gradient)
        change = self.problem.rows.scores(direction)
        length = self._length(direction, change)
        if length == 0.0:
            return None
        return _Point.of(
            self.problem,
            self.anchor,
            self.sigma,
            self.weights + length * direction,
            self.scores + length * change,
        )

    def _length(self, direction: FloatArray, change: FloatArray) -> float:
        """Where the slope along a direction is nearly 0: the whole step, or found by secants between two bounds."""
        rows, away = self.problem.rows, self.weights - self.problem.centre
        margins = change - change[rows.own][:, None]
        constant = self.problem.strength * float(np.vdot(away, direction))
        rising = self.problem.strength * float(np.vdot(direction, direction))

        def slope(length: float) -> float:
            shares = nearest_shares(self.anchor + self.sigma * (self.margins + length * margins))
            told = float(rows.weights @ np.einsum("ij,ij->i", shares, margins))
            return constant + length * rising + told

        low, high, at_low, at_high = 0.0, 1.0, slope(0.0), slope(1.0)
        if at_low >= 0.0:
            return 0.0
        goal = FLATTER * abs(at_low)
        if at_high <= goal:
            return 1.0
        for _ in range(30):
            length = low + (high - low) * at_low / (at_low - at_high)
            length = min(max(length, low + 0.1 * (high - low)), high - 0.1 * (high - low))
            found = slope(length)
            if abs(found) <= goal:
                break
            if found < 0.0:
                low, at_low = length, found
            else:
                high, at_high = length, found
        return length


@dataclass(frozen=True, kw_only=True)
class _Curvature:
    """strength I + sigma sum_i s_i J_i (x) x_i x_i^T over the rows with more than one share."""

    rows: Rows  # only those
    support: FloatArray  # (n, n_classes), 1.0 where there is a share
    factors: FloatArray  # (n,), sigma s_i
    counts: FloatArray  # (n,)
    strength: float

    @classmethod
    def of(cls, rows: Rows, shares: FloatArray, sigma: float, strength: float) -> _Curvature:
        support = shares > 0.0
        counts = np.count_nonzero(support, axis=1)
        open_rows = np.flatnonzero(counts > 1)
        return cls(
            rows=rows.take(open_rows),
            support=support[open_rows].astype(np.float64),
            factors=sigma * rows.weights[open_rows],
            counts=counts[open_rows].astype(np.float64),
            strength=strength,
        )

    def times(self, direction: FloatArray) -> FloatArray:
        spread = self._projected(self.rows.scores(direction)) * self.factors[:, None]
        return self.strength * direction + self.rows.combined(spread)

    def solved(self, right: FloatArray) -> FloatArray:
        """The direction that has this curvature, in whichever way takes fewer operations."""
        n_classes, n_features = self.rows.shape
        entries = float(self.counts.sum())
        by_rows = entries**3 / 3.0 + entries**2 * n_classes + len(self.rows) ** 2 * n_features
        by_features = 50.0 * len(self.rows) * n_classes * n_features
        if n_features <= LARGEST_BLOCK:
            by_features += 3.0 * n_classes * n_features**3 + entries * n_features**2
        if by_rows < by_features:
            with suppress(LinAlgError):  # where the strength is lost in rounding
                return self._by_rows(right)
        return self._by_gradients(right)

    def _by_rows(self, right: FloatArray) -> FloatArray:
        """Exactly, by a system with one unknown for each share (Woodbury); symmetric, since each J is a projection."""
        row, code = np.nonzero(self.support)
        projections = self.support[row] * (-1.0 / self.counts[row])[:, None]
        projections[np.arange(len(row)), code] += 1.0
        roots = np.sqrt(self.factors[row])
        products = self.rows.points @ self.rows.points.T
        products = products.toarray() if issparse(products) else products
        system = (projections @ projections.T) * products[np.ix_(row, row)]
        system *= roots[:, None] * roots
        system[np.diag_indices_from(system)] += self.strength
        seen = self._projected(self.rows.scores(right))[row, code]
        shares = np.zeros_like(self.support)
        shares[row, code] = roots * cho_solve(cho_factor(system, check_finite=False), roots * seen)
        return (right - self.rows.combined(self._projected(shares))) / self.strength

    def _projected(self, table: FloatArray) -> FloatArray:
        """J_i of each row: within its support, less the mean."""
        held: FloatArray = table * self.support
        held -= self.support * (held.sum(axis=1) / self.counts)[:, None]
        return held

    def _by_gradients(self, right: FloatArray) -> FloatArray:
        """Preconditioned conjugate gradients, within the directions whose classes sum to 0."""
        condition = self._preconditioner()
        found, rest = np.zeros_like(right), right.copy()
        ready = condition(rest)
        direction, size = ready.copy(), float(np.vdot(rest, ready))
        goal = NARROWING * float(np.linalg.norm(right))
        for _ in range(MOST):
            if size <= 0.0:
                break
            turned = self.times(direction)
            length = size / max(float(np.vdot(direction, turned)), 1e-300)
            found += length * direction
            rest -= length * turned
            if float(np.linalg.norm(rest)) <= goal:
                break
            ready = condition(rest)
            new = float(np.vdot(rest, ready))
            direction = ready + (new / size) * direction
            size = new
        return found

    def _preconditioner(self) -> Condition:
        """An inverse of each class's own curvature, or of its diagonal."""
        diagonal = (self.factors * (1.0 - 1.0 / self.counts))[:, None] * self.support
        if self.rows.shape[1] <= LARGEST_BLOCK:
            inverses = np.linalg.inv(self._blocks(diagonal))
            return lambda rest: _balanced(np.matmul(inverses, rest[:, :, None])[:, :, 0])
        points = self.rows.points
        squares = points.multiply(points) if issparse(points) else points * points
        inverse = 1.0 / (self.strength + np.asarray((squares.T @ diagonal).T))
        return lambda rest: _balanced(inverse * rest)

    def _blocks(self, diagonal: FloatArray) -> FloatArray:
        """strength I + X^T diag X of each class, shape (n_classes, n_features, n_features)."""
        n_classes, n_features = self.rows.shape
        blocks = np.empty((n_classes, n_features, n_features))
        for code in range(n_classes):
            held = np.flatnonzero(diagonal[:, code])
            points = self.rows.points[held]
            points = points.toarray() if issparse(points) else points
            scaled = points * np.sqrt(diagonal[held, code])[:, None]
            blocks[code] = scaled.T @ scaled
        blocks[:, np.arange(n_features), np.arange(n_features)] += self.strength
        return blocks


def _balanced(direction: FloatArray) -> FloatArray:
    """Without what all classes share, which no margin sees: there the curvature is the strength alone."""
    balanced: FloatArray = direction - direction.mean(axis=0)
    return balanced
