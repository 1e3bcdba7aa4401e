"""The quadruplet metric as an estimator: learn which features make pairs far apart from comparisons of pairs.

The library's face of ``vector_solver`` and ``matrix_solver``. Source: M. T. Law's thesis (2015), (2.7),
(2.9), (2.10) and chapter 2.2. The diagonal metric is D_w(i, j) = w . Psi(i, j) with w >= 0, Psi the
element-wise squared difference of two points; the full one Phi^T M Phi with M positive semidefinite, Phi the
difference itself. Either takes other features of a pair in their place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from changemodel.arguments import choice, positive_number, whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.constraint_input import (
    Batches,
    QuadrupletsLike,
    points_and_quadruplets,
    quadruplet_stream,
)
from changemodel.metric.losses import SMOOTHING
from changemodel.metric.matrix_metric import MatrixMetric
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution, solve_factored, zero_if_as_good
from changemodel.metric.parameter_checks import SHARPEST, STRONGEST, WEAKEST, number_within
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures
from changemodel.metric.subgradient import descend
from changemodel.metric.vector_solver import Mode, VectorProblem, VectorSolution, solve
from changemodel.metric.working_set import Stream, solve_streamed

DEFAULT_ITERATIONS = {"diagonal": 300, "full": 1000}
DEFAULT_SCANS = 30
LARGEST_SMOOTHING = 0.5
DEFAULT_TOLERANCE = {"diagonal": 1e-10, "full": 1e-3}


def metric_problem(
    quadruplets: QuadrupletFeatures,
    pairs: LabelledPairs,
    *,
    quadruplet_cost: float,
    pair_cost: float,
    h: float = SMOOTHING,
) -> VectorProblem:
    """The smooth problem (B.1) of these constraints; omega = [w; b] when there are pairs, else w alone."""
    deltas = quadruplets.deltas
    costs = np.full(len(quadruplets), quadruplet_cost)
    if not len(pairs):
        return VectorProblem(rows=quadruplets.rows, deltas=deltas, costs=costs, h=h)
    padded = np.hstack([quadruplets.rows, np.zeros((len(quadruplets), 1))])
    return VectorProblem(
        rows=np.vstack([padded, pairs.rows]),
        deltas=np.concatenate([deltas, np.ones(len(pairs))]),
        costs=np.concatenate([costs, np.full(len(pairs), pair_cost)]),
        h=h,
    )


class QuadrupletMetric(MatrixMetric):
    """A metric learned from quadruplets (i, j, k, l), each meaning d(i, j) < d(k, l).

    Quadruplets that contradict each other are allowed: each costs what it is violated by.

    Parameters
    ----------
    metric : {"diagonal", "full"}
        Which family of metrics: one non-negative weight per feature, or a positive semidefinite matrix.
    C : float
        Cost of one unit of violation of one quadruplet (C_Q), from 1e-100 to 1e12.
    pair_C : float, optional
        The same for a labelled pair (C_P); None: ``C``.
    h : float
        Half width of the rounded corner of the loss, from 1e-12 to 0.5; the source used 0.01 to 0.5.
    mode : {"safeguarded", "thesis"}
        "thesis" runs the source's own method: algorithm 4 for the diagonal metric, which need not converge;
        projected subgradients on the hinge (algorithm 1) for the full one.
    max_iterations : int, optional
        At least 1. None: 300 for the diagonal metric, 1000 for the full one; few problems need more than
        100. Of a lazy stream: the most scans; None: 30.
    tolerance : float, optional
        Diagonal: of the KKT residual, relative to the size of the solution; None: 1e-10. Full: of the gap
        bound, relative to the objective; None: 1e-3.

    Attributes
    ----------
    weights_ : float array, shape (n_features,), >= 0
        Of the diagonal metric only.
    matrix_ : float array, shape (n_features, n_features)
        M, positive semidefinite; diagonal for the diagonal metric.
    components_ : float array, shape ``(rank_, n_features)``
        L of the full metric, with L^T L = M; for the diagonal metric the roots of the weights on a diagonal.
    rank_ : int
        0 where constraints contradict each other so that no metric keeps them better than the zero one.
    threshold_ : float or None
        b: pairs farther than this are dissimilar. None when no labelled pairs were given.
    converged_ : bool
        Of a lazy stream: also that no quadruplet left out of the working set is violated.
    n_iter_ : int
        Of a lazy stream: scans.
    objective_ : float
    kkt_residual_ : float or None
        Of the diagonal metric; None for the full one.
    gap_bound_ : float
        ``objective_`` is above the optimum by at most this; nan for a lazy stream that was not worked off,
        whose ``objective_`` knows only the quadruplets that were kept.
    """

    def __init__(
        self,
        *,
        metric: str = "diagonal",
        C: float = 1.0,
        pair_C: float | None = None,
        h: float = SMOOTHING,
        mode: Mode = "safeguarded",
        max_iterations: int | None = None,
        tolerance: float | None = None,
    ) -> None:
        self.metric = metric
        self.C = C
        self.pair_C = pair_C
        self.h = h
        self.mode = mode
        self.max_iterations = max_iterations
        self.tolerance = tolerance

    def fit(
        self,
        X: ArrayLike | None = None,
        quadruplets: QuadrupletsLike | Batches | None = None,
        *,
        deltas: ArrayLike = 1.0,
        pairs: ArrayLike | None = None,
        pair_labels: ArrayLike | None = None,
    ) -> Self:
        """Learn the metric.

        Parameters
        ----------
        X : float array, shape (n_points, n_features) or (n, 4, n_features), optional
            The points that index tuples speak of; None when pair features are given. Or, without anything beside
            it, the four points of each quadruplet: metric-learn's form, which ``cross_val_score`` and
            ``GridSearchCV`` can cut into folds.
        quadruplets : int array, shape (n, 4), ``Quadruplets``, ``QuadrupletFeatures``, or (closer, farther)
            Each row (i, j, k, l) means d(i, j) < d(k, l). Without X, the points of each, shape (n, 4,
            n_features), or the features of both pairs: a tuple of two float arrays (n, n_features), or
            ``QuadrupletFeatures``. The diagonal metric weighs pair
            features as they are; the full one takes them as Phi in Phi^T M Phi. For the full metric also a
            lazy stream: a callable that gives, anew at every call, the same batches of any of these forms;
            only quadruplets that were violated at some scan are kept, at most 200,000.
        deltas : float or float array, shape (n,)
            Margin of each quadruplet, 0 for a relaxed one, at most 1e12; unused where ``quadruplets`` brings its own.
        pairs : int array, shape (n_pairs, 2), or float array, shape (n_pairs, n_features), optional
            Labelled pairs: row numbers into X, or pair features when there is no X.
        pair_labels : array, shape (n_pairs,)
            +1 dissimilar, -1 similar.

        Raises
        ------
        InvalidConstraints
            Constraints that do not fit the points, hold NaN or complex numbers, contradict each other in a label, or
            none at all; row numbers without X; differences above 1e12, of the diagonal metric above 1e30.
        InvalidInput
            A parameter out of its range.
        """
        settings = self._settings()
        with self._new_fit():
            X, quadruplets = points_and_quadruplets(X, quadruplets)
            if callable(quadruplets):
                if pairs is not None or pair_labels is not None:
                    raise InvalidConstraints("a stream of quadruplets takes no labelled pairs beside it")
                self._store_matrix(self._solve_stream(settings, X, quadruplets, deltas), has_threshold=False)
            else:
                self._learn(settings, *self._constraints(X, quadruplets, deltas, pairs, pair_labels))
        return self

    def _settings(self) -> _Settings:
        metric, steps, tolerance = choice(self.metric, "metric", DEFAULT_ITERATIONS), None, None
        if self.max_iterations is not None:
            steps = whole_number(self.max_iterations, "max_iterations", 1)
        if self.tolerance is not None:
            tolerance = float(positive_number(self.tolerance, "tolerance"))
        C = number_within(self.C, "C", WEAKEST, STRONGEST)
        return _Settings(
            C=C,
            pair_C=C if self.pair_C is None else number_within(self.pair_C, "pair_C", WEAKEST, STRONGEST),
            h=number_within(self.h, "h", SHARPEST, LARGEST_SMOOTHING),
            mode=cast(Mode, choice(self.mode, "mode", get_args(Mode))),
            iterations=steps or DEFAULT_ITERATIONS[metric],
            scans=steps or DEFAULT_SCANS,
            tolerance=tolerance or DEFAULT_TOLERANCE[metric],
        )

    @property
    def _is_diagonal(self) -> bool:
        return self.metric == "diagonal"

    def _distances(self, differences: FloatArray) -> FloatArray:
        if not self._weighs_squares:
            return super()._distances(differences)
        distances: FloatArray = differences @ self.weights_
        return distances

    def _learn(self, settings: _Settings, features: QuadrupletFeatures, labelled: LabelledPairs) -> None:
        has_threshold = len(labelled) > 0
        if self._is_diagonal:
            self._store_weights(settings.solve_diagonal(features, labelled), has_threshold=has_threshold)
        else:
            self._store_matrix(settings.solve_full(features, labelled), has_threshold=has_threshold)

    def _solve_stream(
        self, settings: _Settings, X: ArrayLike | None, batches: Batches, deltas: ArrayLike
    ) -> MatrixSolution:
        if self._is_diagonal or settings.mode != "safeguarded":
            raise InvalidInput('a stream of quadruplets is for metric="full" with mode="safeguarded"')
        points = self._checked_points(X)
        found = settings.solve_stream(quadruplet_stream(points, batches, deltas))
        self.n_features_in_ = len(found.matrix)
        self._points = None if points is None else np.array(points)
        return found

    def _store_weights(self, solution: VectorSolution, *, has_threshold: bool) -> None:
        self.weights_ = solution.omega[:-1] if has_threshold else solution.omega
        self.matrix_ = np.diag(self.weights_)
        self.components_ = np.diag(np.sqrt(self.weights_))
        self.rank_ = int(np.count_nonzero(self.weights_))
        self.threshold_ = float(solution.omega[-1]) if has_threshold else None
        self._store_course(solution)
        self.kkt_residual_: float | None = solution.kkt_residual

    def _store_matrix(self, solution: MatrixSolution, *, has_threshold: bool) -> None:
        self._keep(solution.matrix)
        self.threshold_ = solution.threshold if has_threshold else None
        self._store_course(solution)
        self.kkt_residual_ = None

    def _store_course(self, solution: VectorSolution | MatrixSolution) -> None:
        self.converged_ = solution.converged
        self.n_iter_ = solution.iterations
        self.objective_ = solution.objective
        self.gap_bound_ = solution.gap_bound


@dataclass(frozen=True, kw_only=True)
class _Settings:
    """The parameters of one fit as plain checked values, and what they make of constraints."""

    C: float
    pair_C: float
    h: float
    mode: Mode
    iterations: int
    scans: int
    tolerance: float

    def solve_diagonal(self, features: QuadrupletFeatures, labelled: LabelledPairs) -> VectorSolution:
        problem = metric_problem(features, labelled, quadruplet_cost=self.C, pair_cost=self.pair_C, h=self.h)
        return solve(problem, mode=self.mode, max_iterations=self.iterations, tolerance=self.tolerance)

    def solve_full(self, features: QuadrupletFeatures, labelled: LabelledPairs) -> MatrixSolution:
        smooth = self.mode == "safeguarded"
        problem = self._matrix_problem(features, labelled, h=self.h if smooth else 0.0)
        if smooth:
            found = solve_factored(problem, max_iterations=self.iterations, tolerance=self.tolerance)
        else:
            found = descend(problem, max_iterations=self.iterations)
        return zero_if_as_good(problem, found)

    def solve_stream(self, stream: Stream) -> MatrixSolution:
        """With scans for iterations."""
        found = solve_streamed(
            stream,
            make_problem=lambda features: self._matrix_problem(features, None, h=self.h),
            max_scans=self.scans,
            tolerance=self.tolerance,
        )
        return replace(
            found.solution,
            iterations=found.scans,
            converged=found.complete,
            gap_bound=found.solution.gap_bound if found.complete else float("nan"),
        )

    def _matrix_problem(
        self, features: QuadrupletFeatures, labelled: LabelledPairs | None, *, h: float
    ) -> MatrixProblem:
        return MatrixProblem.of(features, labelled, quadruplet_cost=self.C, pair_cost=self.pair_C, h=h)
