"""Classes by the vote of the nearest points in a learned space.

``lmnn`` and ``taxonomy_metric`` inherit it: they learn the space, and the points of ``fit`` vote in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.metric.cone import FloatArray
from changemodel.metric.constraint_input import LARGEST, check_size
from changemodel.metric.matrix_metric import MatrixMetric
from changemodel.metric.quadruplets import IntArray

SHARE_OF_THE_NEAREST = 2.0**-30
"""What the nearest point counts beyond its vote, the second half of it, and so on: together less than any vote."""


class NeighbourVotes(ClassifierMixin, MatrixMetric):  # type: ignore[misc]
    """A fitted matrix with classes; learners call ``_let_vote`` at the end of ``fit``."""

    classes_: NDArray[Any]
    _voters: KNeighborsClassifier

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class most frequent among the nearest points of ``fit`` in the learned space.

        Of classes with as many votes, the one with the nearest point.
        """
        winners = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[winners])

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Share of each class among the nearest points, shape (n, classes), as in ``classes_``.

        Where classes have as many votes, the one with the nearest point has more by 1e-9.
        """
        moved = self._moved_to_vote(X)
        return np.asarray(self._voters.predict_proba(moved), dtype=np.float64)

    def kneighbors(
        self, X: ArrayLike | None = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> Any:
        """The points of ``fit`` that are nearest in the learned space, as ``KNeighborsClassifier.kneighbors``.

        Parameters
        ----------
        X : float array, shape (n, n_features), optional
            None: the points of ``fit``, each without itself.
        n_neighbors : int, optional
            None: that of the last fit, or all other points where there are fewer.

        Returns
        -------
        distances, rows : arrays, shape (n, n_neighbors), nearest first
            Distances in the learned space, the roots of ``pair_distance``; with ``return_distance=False`` the rows
            alone.
        """
        check_is_fitted(self)
        if X is not None:
            moved = self._moved_to_vote(X)
            return self._voters.kneighbors(moved, n_neighbors, return_distance)
        if n_neighbors is None:
            n_neighbors = min(self._voters.n_neighbors, len(self._points) - 1)
        return self._voters.kneighbors(None, n_neighbors, return_distance)

    @property
    def _largest(self) -> float:
        return LARGEST

    def _let_vote(self, codes: IntArray, count: int) -> None:
        """From now on so many of the points of ``fit`` vote, each for its row of ``classes_``."""
        voters = KNeighborsClassifier(min(count, len(self._points)), weights=_nearest_first)
        self._voters = voters.fit(_with_a_column(self._points @ self.components_.T), codes)

    def _moved_to_vote(self, X: ArrayLike) -> FloatArray:
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        self._check_distances(points)
        return _with_a_column(points @ self.components_.T)

    def _check_distances(self, points: FloatArray) -> None:
        with np.errstate(over="ignore"):
            check_size(points - self._points[0], most=LARGEST)


def _nearest_first(distances: FloatArray) -> FloatArray:
    """One vote for each neighbour of (n, k), nearest first, and a little more that decides ties."""
    order = np.arange(distances.shape[1], dtype=np.float64)
    votes: FloatArray = np.ones(distances.shape) + SHARE_OF_THE_NEAREST * 0.5**order
    return votes


def _with_a_column(moved: FloatArray) -> FloatArray:
    """Points in the learned space; in that of the zero matrix, which has no columns, all at 0."""
    return moved if moved.shape[1] else np.zeros((len(moved), 1))
