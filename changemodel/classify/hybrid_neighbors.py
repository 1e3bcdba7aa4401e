"""Nearest neighbours by the source's hybrid score: Jaccard distances of sets beside a visual distance.

Law 2015, (4.7): D = a_1 D_visual + a_2 d_links + a_3 d_images, d the Jaccard distance; here a mean over any number of
blocks of columns, each a set or a vector, of the blocks that both pages have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import number_from_0, whole_number
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]

PAGE_SETS = ("paths", "classes", "links", "images")
"""The blocks of pages that the source's hybrid score compares as sets, in ``PageTypeFeatures``."""

_FARTHEST = 2.0
_NEAR = 0.05
"""Added to distances: an equal point counts no more than 20 points at a usual distance."""


class HybridNeighbors(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """k nearest neighbours by the mean of one distance for each block of columns.

    Parameters
    ----------
    n_neighbors : int
        At least 1; of fewer training points all vote.
    blocks : mapping of str to (start, stop), optional
        Columns of each block. None: all columns are one vector, in which 0 is a value like any other.
    sets : collection of str, optional
        Blocks that are sets: a column is in a point's set where it is not 0. Their distance is Jaccard's; two empty
        sets say nothing. None: all that are no vectors.
    vectors : collection of str
        Blocks that are vectors, where there are such. Their distance is Euclid's, in units of the median distance of
        the training points and at most 2; a vector that is all 0, a picture that is not there, says nothing.
    weights : mapping of str to float, optional
        What each block counts, at least 0; of those that are not named 1.

    Attributes
    ----------
    classes_ : array, shape (n_classes,)
    scales_ : dict of str to float
        The unit of each vector block.
    """

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        blocks: Mapping[str, tuple[int, int]] | None = None,
        sets: Collection[str] | None = None,
        vectors: Collection[str] = ("picture",),
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.blocks = blocks
        self.sets = sets
        self.vectors = vectors
        self.weights = weights

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Keep the points and the units of their distances.

        Parameters
        ----------
        X : float array or sparse matrix, shape (n_points, n_features)
        y : array, shape (n_points,)

        Raises
        ------
        InvalidInput
            Blocks that are not there or not within the columns, negative weights, or fewer neighbours than 1.
        """
        whole_number(self.n_neighbors, "n_neighbors", 1)
        points, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        self._check_blocks(points.shape[1])
        self.classes_, self._codes = np.unique(y, return_inverse=True)
        self._points = sparse.csr_matrix(points)
        self.scales_: dict[str, float] = {}
        self._binary = {name: _binary(self._points, span) for name, span in self._sets().items()}
        self._dense = {name: _dense(self._points, span) for name, span in self._vectors().items()}
        for name, rows in self._dense.items():
            some = rows[np.random.default_rng(0).permutation(len(rows))[:200]]
            apart = _euclid(some, some)[np.triu_indices(len(some), 1)]
            apart = apart[apart > 0]
            self.scales_[name] = float(np.median(apart)) if len(apart) else 1.0
        return self

    def distances(self, X: ArrayLike) -> FloatArray:
        """Mean distance to each training point, (n_points, n_training_points); 1 where two points share no block."""
        check_is_fitted(self)
        points = sparse.csr_matrix(validate_data(self, X, reset=False, accept_sparse="csr", dtype=np.float64))
        total = np.zeros((points.shape[0], self._points.shape[0]))
        counted = np.zeros_like(total)
        for name, binary in self._binary.items():
            mine = _binary(points, self._sets()[name])
            distance, known = _jaccard(mine, binary)
            self._add(name, distance, known, total, counted)
        for name, rows in self._dense.items():
            mine = _dense(points, self._vectors()[name])
            distance = _euclid(mine, rows) / self.scales_[name]
            there = np.ones_like(distance, dtype=bool)
            if self.blocks is not None:
                distance = np.minimum(distance, _FARTHEST)
                there = np.logical_and.outer(mine.any(axis=1), rows.any(axis=1))
            self._add(name, distance, there, total, counted)
        found: FloatArray = np.divide(total, counted, out=np.ones_like(total), where=counted > 0)
        return found

    def kneighbors(self, X: ArrayLike) -> tuple[FloatArray, NDArray[np.intp]]:
        """Distances to the nearest training points, nearest first, and their row numbers, (n_points, neighbours)."""
        distances = self.distances(X)
        nearest = np.argsort(distances, axis=1, kind="stable")[:, : self.n_neighbors]
        return np.take_along_axis(distances, nearest, axis=1), nearest

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Share of the votes of each class, (n_points, n_classes); nearer points count more."""
        distances, nearest = self.kneighbors(X)
        votes = 1.0 / (distances + _NEAR)
        found = np.zeros((len(nearest), len(self.classes_)))
        for place in range(nearest.shape[1]):
            found[np.arange(len(nearest)), self._codes[nearest[:, place]]] += votes[:, place]
        shares: FloatArray = found / found.sum(axis=1, keepdims=True)
        return shares

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class with most votes, (n_points,)."""
        likeliest = self.predict_proba(X).argmax(axis=1)
        found: NDArray[Any] = self.classes_[likeliest]
        return found

    def _vectors(self) -> dict[str, tuple[int, int]]:
        if self.blocks is None:
            return {"all": (0, self.n_features_in_)}
        return {name: self.blocks[name] for name in self.vectors if name in self.blocks}

    def _sets(self) -> dict[str, tuple[int, int]]:
        if self.blocks is None:
            return {}
        named = [name for name in self.blocks if name not in self.vectors] if self.sets is None else self.sets
        return {name: self.blocks[name] for name in named}

    def _check_blocks(self, columns: int) -> None:
        blocks = self.blocks or {}
        for name, (start, stop) in blocks.items():
            if not 0 <= start < stop <= columns:
                raise InvalidInput(
                    f"block {name!r} is columns {start} to {stop} of {columns}: pass (start, stop) within them"
                )
        if missing := [name for name in self.sets or () if name not in blocks]:
            raise InvalidInput(
                f"there is no block {missing[0]!r}: name some of {', '.join(blocks) or 'blocks'}"
            )
        for name, weight in (self.weights or {}).items():
            number_from_0(weight, f"the weight of block {name!r}")

    def _add(
        self,
        name: str,
        distance: FloatArray,
        known: NDArray[np.bool_],
        total: FloatArray,
        counted: FloatArray,
    ) -> None:
        weight = float((self.weights or {}).get(name, 1.0))
        total += weight * np.where(known, distance, 0.0)
        counted += weight * known

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _binary(X: sparse.csr_matrix, span: tuple[int, int]) -> sparse.csr_matrix:
    block = X[:, span[0] : span[1]].copy()
    block.eliminate_zeros()
    block.data = np.ones_like(block.data)
    return block


def _dense(X: sparse.csr_matrix, span: tuple[int, int]) -> FloatArray:
    return np.asarray(X[:, span[0] : span[1]].toarray(), dtype=np.float64)


def _jaccard(a: sparse.csr_matrix, b: sparse.csr_matrix) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Distances (a rows, b rows), and where at least one of the two sets has a member."""
    common = np.asarray((a @ b.T).toarray())
    union = np.diff(a.indptr)[:, None] + np.diff(b.indptr)[None, :] - common
    known = union > 0
    return 1.0 - np.divide(common, union, out=np.zeros_like(common), where=known), known


def _euclid(a: FloatArray, b: FloatArray) -> FloatArray:
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2.0 * a @ b.T
    found: FloatArray = np.sqrt(np.maximum(squares, 0.0))
    return found
