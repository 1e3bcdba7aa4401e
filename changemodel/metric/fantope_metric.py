"""A full metric of a chosen rank: Fantope regularisation, and the ways to low rank it is compared with.

Source: M. T. Law's thesis (2015), chapter 3. Over positive semidefinite M,

    mu R(M) + gamma tr M + sum or mean over quadruplets of [delta_q + D_M(i, j) - D_M(k, l)]_+

with R(M) the sum of the k = d - e smallest eigenvalues: 0 exactly when the rank is at most e. R is concave,
so that the problem is not convex; algorithm 2 linearises R anew at every step, algorithm 3 in rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from changemodel.arguments import choice, switch, whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.constraint_input import (
    LARGEST_UNSCALED,
    QuadrupletsLike,
    points_and_quadruplets,
    quadruplet_features,
)
from changemodel.metric.matrix_metric import MatrixMetric
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution
from changemodel.metric.parameter_checks import STRONGEST, STRONGEST_PENALTY, WEAKEST, number_within
from changemodel.metric.quadruplets import FloatArray, QuadrupletFeatures, as_floats
from changemodel.metric.subgradient import SpectralPenalty, descend, descend_factor, majorise

Regulariser = Literal["fantope", "trace", "none", "factor"]
Solver = Literal["subgradient", "majorisation"]
Reduction = Literal["mean", "sum"]
ROUNDS_SHARE = 10  # a round of algorithm 3 has 1500 / 10 = 150 steps, as in the runs that were measured


class FantopeMetric(MatrixMetric):
    """A metric of rank ``n_components`` learned from quadruplets (i, j, k, l): d(i, j) < d(k, l).

    Parameters
    ----------
    n_components : int
        e, the rank wanted.
    regulariser : {"fantope", "trace", "none", "factor"}
        "fantope": mu times the d - e smallest eigenvalues, plus ``gamma`` times the trace. "trace": mu times
        the trace. "none". "factor": subgradient steps on L with e rows (L-descent), from a random L.
    mu : float
        Strength of the regulariser, at most 1e72. The rank is e for any large enough value.
    gamma : float
        Of the trace beside the Fantope, at most 1e72; to be much smaller than ``mu``.
    reduction : {"mean", "sum"}
        Of the loss over quadruplets; ``mu`` for the sum is that for the mean times their number.
    solver : {"subgradient", "majorisation"}
        Algorithm 2, or algorithm 3: 15 rounds of a tenth of ``max_iterations`` each, which creep where ``mu``
        is above 0.1: W held fixed lets the matrix turn only a little in each round.
    warm_start : bool
        Learn without regulariser first, and begin there: as the author's release, dearer, hardly different.
        "majorisation" always does.
    max_iterations : int
        Of a descent, at least 1.
    step : float
        First step length, from 1e-100 to 1e12.
    random_state : int, RandomState or None
        Of the first L of "factor".

    Attributes
    ----------
    matrix_ : float array, shape (n_features, n_features)
    components_ : float array, shape ``(rank_, n_features)``
    rank_ : int
        The rank reached.
    objective_ : float
    converged_ : bool
        Whether the objective stood still.
    n_iter_ : int
        Steps; of "majorisation", rounds.
    """

    def __init__(  # noqa: PLR0913 - an estimator names its parameters one by one
        self,
        n_components: int = 2,
        *,
        regulariser: Regulariser = "fantope",
        mu: float = 1.0,
        gamma: float = 0.0,
        reduction: Reduction = "mean",
        solver: Solver = "subgradient",
        warm_start: bool = False,
        max_iterations: int = 1500,
        step: float = 1.0,
        random_state: Any = None,
    ) -> None:
        self.n_components = n_components
        self.regulariser = regulariser
        self.mu = mu
        self.gamma = gamma
        self.reduction = reduction
        self.solver = solver
        self.warm_start = warm_start
        self.max_iterations = max_iterations
        self.step = step
        self.random_state = random_state

    def fit(
        self,
        X: ArrayLike | None = None,
        quadruplets: QuadrupletsLike | None = None,
        *,
        deltas: ArrayLike = 1.0,
        start: ArrayLike | None = None,
        validation: QuadrupletsLike | None = None,
    ) -> Self:
        """Learn the matrix.

        Parameters
        ----------
        X, quadruplets, deltas
            As ``QuadrupletMetric(metric="full")`` takes them; pair features are the difference of each pair.
        start : float array, shape (n_features, n_features), optional
            First matrix (of "factor": first L, shape (n_components, n_features)), its entries at most 1e12.
        validation : quadruplets, optional
            Early stopping: the iterate that orders most of these is kept, not the one of least objective; of
            "majorisation", the matrix at the end of a round. Their margins do not count.

        Raises
        ------
        InvalidConstraints
            Constraints that do not fit the points, hold NaN or complex numbers, or none at all; differences above
            1e12; a ``validation`` without quadruplets.
        InvalidInput
            A parameter out of its range; a ``start`` of another shape, or that holds NaN or larger entries.
        """
        settings = self._settings()
        with self._new_fit():
            X, quadruplets = points_and_quadruplets(X, quadruplets)
            features, _ = self._constraints(X, quadruplets, deltas)
            score = self._validated(validation)
            problem = settings.problem(features)
            first = None if start is None else settings.checked_start(start, problem.width)
            solution = settings.solve(problem, first, score)
            self._keep(solution.matrix)
            self.objective_ = solution.objective
            self.converged_ = solution.converged
            self.n_iter_ = solution.iterations
        return self

    def _settings(self) -> _Settings:
        return _Settings(
            n_components=whole_number(self.n_components, "n_components", 1),
            regulariser=choice(self.regulariser, "regulariser", get_args(Regulariser)),
            mu=number_within(self.mu, "mu", 0.0, STRONGEST_PENALTY),
            gamma=number_within(self.gamma, "gamma", 0.0, STRONGEST_PENALTY),
            reduction=choice(self.reduction, "reduction", get_args(Reduction)),
            solver=choice(self.solver, "solver", get_args(Solver)),
            warm_start=switch(self.warm_start, "warm_start"),
            max_iterations=whole_number(self.max_iterations, "max_iterations", 1),
            step=number_within(self.step, "step", WEAKEST, STRONGEST),
            random_state=self.random_state,
        )

    def _validated(self, validation: QuadrupletsLike | None) -> Callable[[FloatArray], float] | None:
        """The share of held-out quadruplets that a matrix orders."""
        if validation is None:
            return None
        width = self.n_features_in_
        features = quadruplet_features(self._points, validation, 1.0, width=width, squared=False)
        if not len(features):
            raise InvalidConstraints(
                "validation holds no quadruplets: pass some, or None to keep the iterate of least objective"
            )
        left, right = features.farther - features.closer, features.farther + features.closer
        return lambda matrix: float((np.einsum("ij,ij->i", left @ matrix, right) > 0.0).mean())


@dataclass(frozen=True, kw_only=True)
class _Settings:
    """The parameters of one fit as plain checked values, and what they make of constraints."""

    n_components: int
    regulariser: str
    mu: float
    gamma: float
    reduction: str
    solver: str
    warm_start: bool
    max_iterations: int
    step: float
    random_state: Any

    def problem(self, features: QuadrupletFeatures) -> MatrixProblem:
        width = features.closer.shape[1]
        if self.n_components > width:
            raise InvalidInput(
                f"n_components is {self.n_components}: pass at most the {width} features there are"
            )
        cost = 1.0 / len(features) if self.reduction == "mean" else 1.0
        return MatrixProblem.of(features, quadruplet_cost=cost, h=0.0, ridge=0.0)

    def checked_start(self, start: ArrayLike, width: int) -> FloatArray:
        first = as_floats(start, "entries of start")
        shape = (self.n_components if self.regulariser == "factor" else width, width)
        if first.shape != shape:
            raise InvalidInput(
                f"start has shape {first.shape}: pass {shape}, as regulariser={self.regulariser!r} begins with"
            )
        largest = float(np.abs(first).max())
        if not largest <= LARGEST_UNSCALED:
            raise InvalidInput(
                f"entries of start reach {largest:.2g}: pass numbers of at most {LARGEST_UNSCALED:g}"
            )
        return first

    def solve(
        self,
        problem: MatrixProblem,
        start: FloatArray | None,
        score: Callable[[FloatArray], float] | None,
    ) -> MatrixSolution:
        limits: dict[str, Any] = {"step": self.step, "max_iterations": self.max_iterations}
        if self.regulariser == "factor":
            rows = self._random_rows(problem.width) if start is None else start
            return descend_factor(problem, rows, score=score, **limits)
        # with W of the zero matrix fixed, a round of algorithm 3 would keep an arbitrary subspace for good
        if start is None and (self.warm_start or self.solver == "majorisation"):
            start = descend(problem, **limits).matrix
        penalty = self._penalty(problem.width)
        if self.solver == "subgradient":
            return descend(problem, penalty, start=start, score=score, **limits)
        steps = max(self.max_iterations // ROUNDS_SHARE, 1)
        return majorise(problem, penalty, start=start, step=self.step, inner_steps=steps, score=score)[0]

    def _penalty(self, width: int) -> SpectralPenalty:
        if self.regulariser == "none":
            return SpectralPenalty()
        if self.regulariser == "trace":
            return SpectralPenalty(gamma=self.mu)
        return SpectralPenalty(k=width - self.n_components, mu=self.mu, gamma=self.gamma)

    def _random_rows(self, width: int) -> FloatArray:
        random = check_random_state(self.random_state)
        rows: FloatArray = random.normal(size=(self.n_components, width)) / np.sqrt(width)
        return rows
