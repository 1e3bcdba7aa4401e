"""The quadruplet metric as an estimator: learn which features make pairs far apart from comparisons of pairs.

The library's face of ``vector_solver``. Source: M. T. Law's thesis (2015), (2.9), (2.10) and chapter 2.2:
D_w(i, j) = w . Psi(i, j) with w >= 0, Psi the element-wise squared difference of two points, or any features
of a pair.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.errors import InvalidConstraints
from changemodel.metric.losses import SMOOTHING
from changemodel.metric.quadruplets import (
    FloatArray,
    LabelledPairs,
    QuadrupletFeatures,
    Quadruplets,
    check_index_range,
)
from changemodel.metric.vector_solver import Mode, VectorProblem, VectorSolution, solve

QuadrupletsLike = ArrayLike | Quadruplets | QuadrupletFeatures | tuple[ArrayLike, ArrayLike]


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


class QuadrupletMetric(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A metric learned from quadruplets (i, j, k, l), each meaning d(i, j) < d(k, l).

    Parameters
    ----------
    metric : {"diagonal"}
        Which family of metrics: one non-negative weight per feature.
    C : float
        Cost of one unit of violation of one quadruplet (C_Q).
    pair_C : float, optional
        The same for a labelled pair (C_P); None: ``C``.
    h : float
        Half width of the rounded corner of the loss, in [0.01, 0.5].
    mode : {"safeguarded", "thesis"}
        "thesis" runs the source's algorithm 4, which need not converge.
    max_iterations : int
    tolerance : float
        Of the KKT residual, relative to the size of the solution.

    Attributes
    ----------
    weights_ : float array, shape (n_features,), >= 0
    threshold_ : float or None
        b: pairs farther than this are dissimilar. None when no labelled pairs were given.
    converged_ : bool
    n_iter_ : int
    objective_ : float
    kkt_residual_ : float
    gap_bound_ : float
        ``objective_`` is above the optimum by at most this.
    """

    def __init__(
        self,
        *,
        metric: str = "diagonal",
        C: float = 1.0,
        pair_C: float | None = None,
        h: float = SMOOTHING,
        mode: Mode = "safeguarded",
        max_iterations: int = 300,
        tolerance: float = 1e-10,
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
        quadruplets: QuadrupletsLike | None = None,
        *,
        deltas: ArrayLike = 1.0,
        pairs: ArrayLike | None = None,
        pair_labels: ArrayLike | None = None,
    ) -> Self:
        """Learn the weights.

        Parameters
        ----------
        X : float array, shape (n_points, n_features), optional
            The points that index tuples speak of; None when pair features are given.
        quadruplets : int array, shape (n, 4), ``Quadruplets``, ``QuadrupletFeatures``, or (closer, farther)
            Each row (i, j, k, l) means d(i, j) < d(k, l). Without X, the features of both pairs:
            two float arrays (n, n_features), or ``QuadrupletFeatures``.
        deltas : float or float array, shape (n,)
            Margin of each quadruplet, 0 for a relaxed one; unused where ``quadruplets`` brings its own.
        pairs : int array, shape (n_pairs, 2), or float array, shape (n_pairs, n_features), optional
            Labelled pairs: row numbers into X, or pair features when there is no X.
        pair_labels : array, shape (n_pairs,)
            +1 dissimilar, -1 similar.

        Raises
        ------
        InvalidConstraints
            Constraints that do not fit the points, hold NaN, or none at all.
        """
        self._check_parameters()
        points: FloatArray | None = None if X is None else validate_data(self, X, dtype=np.float64)
        labelled = self._labelled(points, pairs, pair_labels)
        features = self._features(points, quadruplets, deltas, labelled)
        if not len(features) and (labelled is None or not len(labelled)):
            raise InvalidConstraints("no quadruplets and no labelled pairs: there is nothing to learn from")
        labelled = LabelledPairs.none(features.closer.shape[1]) if labelled is None else labelled
        if len(features) and len(labelled) and features.closer.shape[1] != labelled.features.shape[1]:
            raise InvalidConstraints("quadruplets and labelled pairs have different numbers of features")
        self.n_features_in_ = labelled.features.shape[1]
        self._points = None if points is None else np.array(points)
        self._store(self._solve(features, labelled), has_threshold=len(labelled) > 0)
        return self

    def pair_distance(self, pairs: ArrayLike) -> FloatArray:
        """Learned distance of each pair; larger means farther apart.

        Parameters
        ----------
        pairs : int array, shape (n, 2), or float array, shape (n, 2, n_features) or (n, n_features)
            Row numbers into the X given to ``fit``; or the points of each pair; or precomputed pair features.
        """
        check_is_fitted(self)
        distances: FloatArray = self._pair_features(pairs) @ self.weights_
        return distances

    def transform(self, X: ArrayLike) -> FloatArray:
        """The points in the learned space, where the squared Euclidean distance is the learned distance."""
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        moved: FloatArray = points * np.sqrt(self.weights_)
        return moved

    def score(
        self, quadruplets: QuadrupletsLike, X: ArrayLike | None = None, *, deltas: ArrayLike = 1.0
    ) -> float:
        """Share of quadruplets whose order the metric keeps; index tuples speak of X, or of the X of
        ``fit``."""
        check_is_fitted(self)
        points = self._points if X is None else np.asarray(X, dtype=np.float64)
        features = self._features(points, quadruplets, deltas, None)
        return features.satisfied(self.weights_)

    def __sklearn_tags__(self) -> Any:
        """Only fits with constraints beside X."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def _check_parameters(self) -> None:
        if self.metric != "diagonal":
            raise ValueError(f'metric={self.metric!r} is not known; "diagonal" is.')
        if self.mode not in ("safeguarded", "thesis"):
            raise ValueError(f'mode={self.mode!r} is not known; "safeguarded" and "thesis" are.')
        for name in ("C", "pair_C", "h", "tolerance"):
            value = getattr(self, name)
            if not (value is None and name == "pair_C") and not (np.isfinite(value) and value > 0.0):
                raise ValueError(f"{name}={value!r} must be a positive number.")

    def _features(
        self,
        X: FloatArray | None,
        quadruplets: QuadrupletsLike | None,
        deltas: ArrayLike,
        labelled: LabelledPairs | None,
    ) -> QuadrupletFeatures:
        """Whatever form the quadruplets came in, as pair features."""
        if quadruplets is None:
            width = 0 if labelled is None else labelled.features.shape[1]
            return QuadrupletFeatures.of(np.empty((0, width)), np.empty((0, width)))
        if isinstance(quadruplets, QuadrupletFeatures):
            return quadruplets
        if isinstance(quadruplets, tuple):
            closer, farther = quadruplets
            return QuadrupletFeatures.of(closer, farther, deltas)
        if X is None:
            raise InvalidConstraints(
                "index quadruplets need the points X they speak of; without X pass the pair features "
                "(closer, farther)"
            )
        if not isinstance(quadruplets, Quadruplets):
            quadruplets = Quadruplets.of(quadruplets, deltas)
        return quadruplets.squared_differences(X)

    def _labelled(
        self, X: FloatArray | None, pairs: ArrayLike | None, labels: ArrayLike | None
    ) -> LabelledPairs | None:
        if (pairs is None) != (labels is None):
            raise InvalidConstraints("pairs and pair_labels belong together: pass both or neither")
        if pairs is None or labels is None:
            return None
        array = np.asarray(pairs)
        if X is not None and np.issubdtype(array.dtype, np.integer):
            array = _squared_differences(X, array)
        return LabelledPairs.of(array, labels)

    def _pair_features(self, pairs: ArrayLike) -> FloatArray:
        array = np.asarray(pairs)
        if np.issubdtype(array.dtype, np.integer) and array.ndim == 2 and array.shape[1] == 2:
            if self._points is not None:
                return _squared_differences(self._points, array)
            raise InvalidConstraints("fit saw no X that row numbers could speak of: pass pair features")
        if array.ndim == 3 and array.shape[1] == 2:
            array = (array[:, 0] - array[:, 1]) ** 2
        if array.ndim != 2 or array.shape[1] != self.n_features_in_:
            raise InvalidConstraints(
                f"pairs have shape {array.shape}: the metric has {self.n_features_in_} features"
            )
        return array.astype(np.float64)

    def _solve(self, features: QuadrupletFeatures, labelled: LabelledPairs) -> VectorSolution:
        problem = metric_problem(
            features,
            labelled,
            quadruplet_cost=self.C,
            pair_cost=self.C if self.pair_C is None else self.pair_C,
            h=self.h,
        )
        return solve(problem, mode=self.mode, max_iterations=self.max_iterations, tolerance=self.tolerance)

    def _store(self, solution: VectorSolution, *, has_threshold: bool) -> None:
        self.weights_ = solution.omega[:-1] if has_threshold else solution.omega
        self.threshold_ = float(solution.omega[-1]) if has_threshold else None
        self.converged_ = solution.converged
        self.n_iter_ = solution.iterations
        self.objective_ = solution.objective
        self.kkt_residual_ = solution.kkt_residual
        self.gap_bound_ = solution.gap_bound


def _squared_differences(points: FloatArray, pairs: ArrayLike) -> FloatArray:
    rows = np.asarray(pairs)
    check_index_range(rows, len(points), "pairs")
    difference: FloatArray = points[rows[:, 0]] - points[rows[:, 1]]
    return difference**2
