"""The interface of all full-matrix learners: constraints, distances, transform, order of pairs.

``QuadrupletMetric``, ``FantopeMetric`` and ``LMNN`` inherit it. D_M(i, j) = (x_i - x_j)^T M (x_i - x_j), the
squared Euclidean distance of L x_i and L x_j for M = L^T L.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.errors import InvalidConstraints
from changemodel.metric.cone import factor, numerical_rank
from changemodel.metric.constraint_input import (
    QuadrupletsLike,
    asked_pairs,
    checked_together,
    labelled_pairs,
    largest_of,
    points_and_quadruplets,
    quadruplet_features,
)
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures, share_in_order
from changemodel.metric.refitting import Refittable


class MatrixMetric(Refittable, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A fitted positive semidefinite matrix as an estimator; learners fill it with ``_keep`` in a ``_new_fit``."""

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
            Row numbers out of range, another number of features, NaN, complex numbers, differences that ``fit`` would
            refuse as too large; of a diagonal metric, pair features below 0.
        """
        check_is_fitted(self)
        width, squared = self.n_features_in_, self._weighs_squares
        asked = asked_pairs(self._points, pairs, width=width, squared=squared, most=self._largest)
        return self._distances(asked)

    def transform(self, X: ArrayLike) -> FloatArray:
        """The points in the learned space, where the squared Euclidean distance is the learned distance.

        A DataFrame after ``set_output(transform="pandas")``.
        """
        return self._moved(X)

    def score(
        self,
        X: ArrayLike | QuadrupletsLike | None = None,
        quadruplets: QuadrupletsLike | None = None,
        *,
        deltas: ArrayLike = 1.0,
    ) -> float:
        """Share of quadruplets whose order the metric keeps.

        Parameters
        ----------
        X, quadruplets
            As ``fit`` takes them: points and index tuples; or one argument alone, quadruplets in any form: their
            points, shape (n, 4, n_features), pair features, or index tuples, which then speak of the X of ``fit``.
        deltas : float or float array, shape (n,)
            Of a quadruplet whose delta is 0 the order is kept where both distances are the same.

        Raises
        ------
        InvalidConstraints
            Nothing to score; points of quadruplets or pair features of another width than the metric's; the two
            arguments in the other order.
        ValueError
            An X of another width.
        """
        check_is_fitted(self)
        if quadruplets is None:
            X, quadruplets = None, X
        X, quadruplets = points_and_quadruplets(X, quadruplets)
        if quadruplets is None:
            raise InvalidConstraints("no quadruplets to score: pass them alone, or (X, quadruplets)")
        points = self._points if X is None else validate_data(self, X, dtype=np.float64, reset=False)
        width, squared = self.n_features_in_, self._weighs_squares
        features = quadruplet_features(points, quadruplets, deltas, width=width, squared=squared)
        near, far = self._distances(features.closer), self._distances(features.farther)
        return share_in_order(near, far, features.deltas)

    def __sklearn_tags__(self) -> Any:
        """Only fits with constraints or classes beside X."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    @property
    def _n_features_out(self) -> int:
        """Columns of ``transform``, for ``get_feature_names_out``."""
        return len(self.components_)

    @property
    def _is_diagonal(self) -> bool:
        """Whether ``fit`` learns of the squares of a pair's differences, one weight each."""
        return False

    @property
    def _weighs_squares(self) -> bool:
        """The same of the last fit, whatever was set since."""
        return hasattr(self, "weights_")

    @property
    def _largest(self) -> float:
        """What the last fit took at most: differences, or their squares."""
        return largest_of(squared=self._weighs_squares)

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
        features, labelled = checked_together(features, labelled)
        self.n_features_in_ = labelled.features.shape[1]
        self._points = None if points is None else np.array(points)
        return features, labelled

    def _checked_points(self, X: ArrayLike | None) -> FloatArray | None:
        points: FloatArray | None = None if X is None else validate_data(self, X, dtype=np.float64)
        return points

    def _moved(self, X: ArrayLike) -> FloatArray:
        """What ``transform`` gives, always as an array."""
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        moved: FloatArray = points @ self.components_.T
        return moved

    def _distances(self, differences: FloatArray) -> FloatArray:
        moved = differences @ self.components_.T
        distances: FloatArray = np.einsum("ij,ij->i", moved, moved)
        return distances

    def _keep(self, matrix: FloatArray) -> None:
        self.matrix_ = matrix
        self.components_ = factor(matrix)
        self.rank_ = numerical_rank(matrix)
