"""The direct multi-class support vector machine of one set of rows, its dual and the gap between both.

Source: K. Crammer and Y. Singer (2001), and X. Han's thesis (2016), (4.1), (4.9) to (4.11). Over weights W (one row a
class), with a centre W0 and a strength m,

    P(W) = m/2 ||W - W0||^2 + sum_i s_i max_c [ cost(y_i, c) + (w_c - w_{y_i}) . x_i ],

which is (4.1) where W0 = 0, and the sub-problem (4.9) of one split where m = lambda/S + rho and
W0 = (rho * mean - alpha_s) / m. Its multipliers are shares q_i of each row, non-negative and 1 together (mu of the
source); beta_ic = s_i/m (delta - q_ic). Any shares bound the optimum from below, so that every answer has its proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
Points = Any
"""Float array or CSR matrix, shape (n_rows, n_features); scipy's sparse matrices have no usable types."""

ROUNDING = 1e-12
"""No gap is asked to be a smaller share of the objective."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Points with their classes, weights, and what a wrong class costs."""

    points: Points
    codes: IntArray  # (n,), 0 to n_classes - 1
    weights: FloatArray  # (n,), > 0
    costs: FloatArray  # (n_classes, n_classes): of class a told as b; 0 on the diagonal

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def shape(self) -> tuple[int, int]:
        """Classes and features: the shape of weights."""
        return len(self.costs), int(self.points.shape[1])

    @cached_property
    def squares(self) -> FloatArray:
        """Squared length of each point, shape (n,)."""
        if issparse(self.points):
            return np.asarray(self.points.multiply(self.points).sum(axis=1), dtype=np.float64).ravel()
        return np.asarray(np.einsum("ij,ij->i", self.points, self.points))

    @cached_property
    def own(self) -> tuple[IntArray, IntArray]:
        """Where each row's own class stands in a table (n, n_classes)."""
        return np.arange(len(self)), self.codes

    def take(self, rows: IntArray | NDArray[np.bool_], share: float = 1.0) -> Rows:
        """Some of the rows, with a share of their weights."""
        return Rows(
            points=self.points[rows],
            codes=self.codes[rows],
            weights=self.weights[rows] * share,
            costs=self.costs,
        )

    def scores(self, weights: FloatArray) -> FloatArray:
        """w_c . x_i, shape (n, n_classes)."""
        return np.asarray(self.points @ weights.T)

    def margins(self, scores: FloatArray) -> FloatArray:
        """How far each class comes too near to the row's own, which has 0, shape (n, n_classes)."""
        return scores - scores[self.own][:, None] + self.costs[self.codes]

    def losses(self, scores: FloatArray) -> float:
        """Weighted sum of the slacks."""
        return float(self.weights @ self.margins(scores).max(axis=1))

    def no_shares(self) -> FloatArray:
        """The multipliers of beta = 0: all of each row with its own class."""
        shares = np.zeros((len(self), len(self.costs)))
        shares[self.own] = 1.0
        return shares

    def pull(self, shares: FloatArray) -> FloatArray:
        """sum_i s_i (delta_i - q_i) x_i, shape (n_classes, n_features): what these rows ask of the weights."""
        lacking = -self.weights[:, None] * shares
        lacking[self.own] += self.weights
        return self.combined(lacking)

    def combined(self, factors: FloatArray) -> FloatArray:
        """sum_i factors_i x_i, shape (n_classes, n_features)."""
        if issparse(self.points):
            return np.ascontiguousarray((self.points.T @ factors).T)
        return np.asarray(factors.T @ self.points)

    def cost_of(self, shares: FloatArray) -> float:
        """sum_i s_i q_i . cost(y_i): the constant part of the dual."""
        return float(np.einsum("i,ij,ij->", self.weights, shares, self.costs[self.codes]))


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Rows, a centre and a strength: what a solver of one split gets."""

    rows: Rows
    centre: FloatArray  # (n_classes, n_features)
    strength: float

    def weights_of(self, pull: FloatArray) -> FloatArray:
        """The weights that belong to multipliers with this pull: w(beta) of (4.10)."""
        return self.centre + pull / self.strength

    def primal(self, weights: FloatArray, scores: FloatArray) -> float:
        """P of weights whose scores are known."""
        away = weights - self.centre
        return 0.5 * self.strength * float(np.vdot(away, away)) + self.rows.losses(scores)

    def dual(self, pull: FloatArray, cost: float) -> float:
        """-h(beta)/C with its constants: a lower bound of P."""
        return cost - float(np.vdot(pull, self.centre)) - 0.5 * float(np.vdot(pull, pull)) / self.strength

    def certified(self, shares: FloatArray, steps: int) -> Solution:
        """The weights of these multipliers, with their objective and the gap to the dual."""
        pull = self.rows.pull(shares)
        weights = self.weights_of(pull)
        primal = self.primal(weights, self.rows.scores(weights))
        gap = primal - self.dual(pull, self.rows.cost_of(shares))
        return Solution(weights=weights, shares=shares, objective=primal, gap=max(gap, 0.0), steps=steps)


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What a solver found: weights, their multipliers, and how far they are from the optimum at most."""

    weights: FloatArray
    shares: FloatArray
    objective: float
    gap: float
    steps: int  # passes over the rows, or Newton steps


@dataclass(frozen=True, kw_only=True)
class Effort:
    """When a solver stops."""

    gap: float = 0.0  # absolute; infinite: none is asked for
    share: float = 0.0  # of the objective
    passes: int = 200
    until: float = np.inf  # time.perf_counter()

    def is_enough(self, gap: float, objective: float) -> bool:
        """Whether a gap is small enough."""
        return gap <= max(self.gap, max(self.share, ROUNDING) * objective)
