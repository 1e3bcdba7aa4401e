"""What every learner of a matrix takes and offers: constraints; distances, the learned space, orders kept.

``QuadrupletMetric``, ``FantopeMetric`` and ``LMNN`` inherit it. D_M(i, j) = (x_i - x_j)^T M (x_i - x_j), the
squared Euclidean distance of L x_i and L x_j for M = L^T L.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.metric.cone import factor, numerical_rank
from changemodel.metric.constraint_input import (
    QuadrupletsLike,
    asked_pairs,
    checked_together,
    labelled_pairs,
    quadruplet_features,
)
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures, share_in_order


class MatrixMetric(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A fitted positive semidefinite matrix as an estimator; learners fill it with ``_keep``."""

    matrix_: FloatArray
    components_: FloatArray
    rank_: int
    n_features_in_: int
    _points: Any = None

    def pair_distance(self, pairs: ArrayLike) -> FloatArray:
        """Learned distance of each pair; larger means farther apart.

        Parameters
        ----------
        pairs : int array, shape (n, 2), or float array, shape (n, 2, n_features) or (n, n_features)
            Row numbers into the X given to ``fit``; or the points of each pair; or precomputed pair features
            (for a matrix, the difference of each).

        Raises
        ------
        InvalidConstraints
            Row numbers out of range, another number of features, NaN; of a diagonal metric, pair features below 0.
        """
        check_is_fitted(self)
        width, squared = self.n_features_in_, self._is_diagonal
        return self._distances(asked_pairs(self._points, pairs, width=width, squared=squared))

    def transform(self, X: ArrayLike) -> FloatArray:
        """The points in the learned space, where the squared Euclidean distance is the learned distance."""
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        moved: FloatArray = points @ self.components_.T
        return moved

    def score(
        self, quadruplets: QuadrupletsLike, X: ArrayLike | None = None, *, deltas: ArrayLike = 1.0
    ) -> float:
        """Share of quadruplets whose order the metric keeps; index tuples speak of X, or of the X of ``fit``.

        Raises ``ValueError`` for an X, and ``InvalidConstraints`` for pair features, of another width than the
        metric's.
        """
        check_is_fitted(self)
        points = self._points if X is None else validate_data(self, X, dtype=np.float64, reset=False)
        width, squared = self.n_features_in_, self._is_diagonal
        features = quadruplet_features(points, quadruplets, deltas, width=width, squared=squared)
        near, far = self._distances(features.closer), self._distances(features.farther)
        return share_in_order(near, far, features.deltas)

    def __sklearn_tags__(self) -> Any:
        """Only fits with constraints or classes beside X."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    @property
    def _is_diagonal(self) -> bool:
        """Whether a pair's features are the squares of its differences, one weight each."""
        return False

    def _constraints(
        self,
        X: ArrayLike | None,
        quadruplets: QuadrupletsLike | None,
        deltas: ArrayLike,
        pairs: ArrayLike | None = None,
        pair_labels: ArrayLike | None = None,
    ) -> tuple[QuadrupletFeatures, LabelledPairs]:
        """What ``fit`` was given, checked, as pair features; the points and the number of features are kept."""
        points, squared = self._checked_points(X), self._is_diagonal
        labelled = labelled_pairs(points, pairs, pair_labels, squared=squared)
        width = points.shape[1] if points is not None else 0
        if labelled is not None and quadruplets is None:
            width = labelled.features.shape[1]
        features = quadruplet_features(points, quadruplets, deltas, width=width, squared=squared)
        features, labelled = checked_together(features, labelled, squared=squared)
        self.n_features_in_ = labelled.features.shape[1]
        self._points = None if points is None else np.array(points)
        return features, labelled

    def _checked_points(self, X: ArrayLike | None) -> FloatArray | None:
        points: FloatArray | None = None if X is None else validate_data(self, X, dtype=np.float64)
        return points

    def _distances(self, differences: FloatArray) -> FloatArray:
        moved = differences @ self.components_.T
        distances: FloatArray = np.einsum("ij,ij->i", moved, moved)
        return distances

    def _keep(self, matrix: FloatArray) -> None:
        self.matrix_ = matrix
        self.components_ = factor(matrix)
        self.rank_ = numerical_rank(matrix)
