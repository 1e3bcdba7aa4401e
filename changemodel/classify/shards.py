"""One split of the rows, and what its worker computes in each round.

Source: X. Han's thesis (2016), (4.7) to (4.10). A shard keeps its rows, its alpha and its multipliers; in a round it
gets the mean weights of all shards and gives its own: 2 K d numbers, never data. Its penalty for leaving the mean
may differ between features (``Penalty``); with one number, rho, for all it is the published one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.sparse import issparse

from changemodel.classify.crammer_singer import Effort, FloatArray, IntArray, Points, Problem, Rows
from changemodel.classify.proximal_newton import solve_by_newton
from changemodel.classify.sequential_dual import PassSettings, solve_by_passes
from changemodel.metric.threads import one_blas_thread


def split_rows(n_rows: int, n_splits: int, overlap: int, generator: np.random.RandomState) -> list[IntArray]:
    """Even random splits, each of ``overlap`` parts of ``n_splits``: every row is in so many of them."""
    parts = np.array_split(generator.permutation(n_rows), n_splits)
    return [
        np.sort(np.concatenate([parts[(split + beyond) % n_splits] for beyond in range(overlap)]))
        for split in range(n_splits)
    ]


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """What weights pay for leaving the mean: sum_j r_j/2 (w_j - mean_j)^2, in turned features or as they are."""

    per_feature: FloatArray  # (n_features,), r; all rho as published
    turn: FloatArray | None = None  # (n_features, n_features), orthogonal

    def turned(self, points: Points) -> Points:
        """Points or weights in the penalty's axes."""
        return points if self.turn is None else points @ self.turn

    def times(self, factor: float) -> Penalty:
        """So many times this one."""
        return Penalty(per_feature=self.per_feature * factor, turn=self.turn)

    def turned_back(self, weights: FloatArray) -> FloatArray:
        """Weights in those of the features."""
        return weights if self.turn is None else weights @ self.turn.T


@dataclass(frozen=True, kw_only=True)
class ShardPlan:
    """What all shards are told once, before the first round."""

    ridge: float  # lambda / S
    penalty: Penalty
    relaxation: float = 1.0
    adapts: bool = False  # the penalty, to what the rounds show
    solver: str = "newton"
    passes: PassSettings = field(default_factory=PassSettings)
    warm: bool = True


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a shard gives back in a round."""

    weights: FloatArray  # (n_classes, n_features)
    cost: float  # sum_i s_i q_i . cost(y_i)
    gap: float  # of its sub-problem
    steps: int
    seconds: float


class Shard:
    """Rows of one split with their multipliers; in this process, in another, or on a machine far away."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._own: FloatArray | None = None  # weights of the last round

    def moment(self, whole: bool) -> FloatArray:
        """sum_i s_i x_i x_i^T, or its diagonal."""
        points, weights = self._rows.points, self._rows.weights
        if whole:
            return np.asarray((points.T * weights) @ points)
        squares = points.multiply(points) if issparse(points) else points * points
        return np.asarray(squares.T @ weights).ravel()

    def begin(self, plan: ShardPlan, anchor: FloatArray) -> None:
        """Take in what the rounds are to be like, and mean + alpha / r to begin with."""
        self._anchor = anchor.copy()
        self._own = None
        self._shares: FloatArray | None = None
        self._turned = replace(self._rows, points=plan.penalty.turned(self._rows.points))
        self._take_in(plan)

    def rescale(self, factor: float) -> None:
        """Another penalty from here on, with the same alpha: asked after ``losses``."""
        self._anchor = self._mean + (self._anchor - self._mean) / factor
        self._take_in(replace(self._plan, penalty=self._plan.penalty.times(factor)))

    def _take_in(self, plan: ShardPlan) -> None:
        self._plan = plan
        strengths = plan.ridge + plan.penalty.per_feature
        self._strength = float(strengths.max())
        self._stretch = np.sqrt(strengths / self._strength)
        self._scaled = self._turned
        if not np.all(self._stretch == 1.0):
            self._scaled = replace(
                self._rows, points=_columns_times(self._turned.points, 1.0 / self._stretch)
            )

    def losses(self, mean: FloatArray) -> float:
        """The slacks of these rows at the mean weights, which become those of the next round."""
        self._settle()
        self._mean = mean
        return self._turned.losses(self._turned.scores(mean))

    def solve(self, effort: Effort, seconds: float | None, goes_on: bool) -> Answer:
        """The sub-problem (4.9) of this round.

        Parameters
        ----------
        effort : Effort
        seconds : float, optional
            Its time; ``effort.until`` would be the clock of another machine.
        goes_on : bool
            From the multipliers of this same round.
        """
        began = time.perf_counter()
        if seconds is not None:
            effort = replace(effort, until=began + seconds)
        start = self._shares if self._plan.warm or goes_on else None
        with one_blas_thread():
            problem = self._problem()
            if self._plan.solver == "newton":
                found = solve_by_newton(problem, start, effort)
            else:
                found = solve_by_passes(problem, start, effort, self._plan.passes)
        self._shares = found.shares
        self._own = found.weights / self._stretch
        return Answer(
            weights=self._own,
            cost=self._rows.cost_of(found.shares),
            gap=found.gap,
            steps=found.steps,
            seconds=time.perf_counter() - began,
        )

    def _settle(self) -> None:
        """alpha moves by what the last round's weights were away from the mean (4.8)."""
        if self._own is not None:
            self._anchor += self._plan.relaxation * (self._own - self._mean)
            self._own = None

    def _problem(self) -> Problem:
        penalty = self._plan.penalty.per_feature
        alpha = penalty * (self._anchor - self._mean)
        centre = (penalty * self._mean - alpha) / (self._plan.ridge + penalty)
        return Problem(rows=self._scaled, centre=centre * self._stretch, strength=self._strength)


def _columns_times(points: Points, factors: FloatArray) -> Points:
    return points.multiply(factors).tocsr() if issparse(points) else points * factors
