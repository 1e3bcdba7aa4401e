"""Codes without labels: random hyperplanes (LSH), and main directions rotated towards their signs (ITQ).

For collections that nobody labelled, and for near-duplicates: learned codes ignore what varies within a class. LSH is
M. Charikar's (2002), ITQ is Y. Gong and S. Lazebnik's (2011).
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.decomposition import PCA
from sklearn.utils.validation import validate_data

from changemodel.arguments import whole_number
from changemodel.codes.linear_bits import LinearBits, centred
from changemodel.codes.packed_bits import IntArray
from changemodel.metric.threads import one_blas_thread


class LSH(LinearBits):
    """Random hyperplanes: the share of bits in which two points differ is the angle between them by 180 degrees.

    Parameters
    ----------
    n_bits : int
    centred : bool
        Whether the hyperplanes pass through the mean of what was learned from, or through the origin (SimHash): then
        nothing is learned, and a code means the same in every collection.
    random_state : int
    """

    def __init__(self, *, n_bits: int = 32, centred: bool = True, random_state: int = 0) -> None:
        self.n_bits, self.centred, self.random_state = n_bits, centred, random_state

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Draw them; labels are not looked at."""
        whole_number(self.n_bits, "n_bits", 1)
        with self._new_fit():
            points = validate_data(self, X, dtype=np.float64)
            self.coef_ = np.random.default_rng(self.random_state).normal(size=(self.n_bits, points.shape[1]))
            self.intercept_ = -self.coef_ @ points.mean(axis=0) if self.centred else np.zeros(self.n_bits)
        return self

    def __sklearn_tags__(self) -> Any:
        """Needs no labels."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags


class ITQ(LinearBits):
    """Main directions, rotated so that they are near their signs; bits beyond the features are random hyperplanes.

    ``trace_`` is the quantisation loss of each step, ``n_samples_seen_`` the number of points it was learned from.
    """

    n_samples_seen_: IntArray
    _saved_arrays: ClassVar[tuple[str, ...]] = ("coef_", "intercept_", "n_samples_seen_")

    def __init__(self, *, n_bits: int = 32, steps: int = 50, random_state: int = 0) -> None:
        self.n_bits, self.steps, self.random_state = n_bits, steps, random_state

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Learn the rotation; labels are not looked at.

        Raises
        ------
        InvalidInput
            Points that are all the same, features above 1e50, ``n_bits`` or ``steps`` below 1.
        """
        whole_number(self.n_bits, "n_bits", 1)
        whole_number(self.steps, "steps", 1)
        with self._new_fit(), one_blas_thread():
            points, mean, _ = centred(validate_data(self, X, dtype=np.float64, ensure_min_samples=2))
            count = min(self.n_bits, points.shape[1], max(len(points) - 1, 1))
            basis = PCA(count, random_state=0).fit(points).components_
            rng = np.random.default_rng(self.random_state)
            rotation = np.linalg.qr(rng.normal(size=(count, count)))[0]
            reduced = points @ basis.T
            self.trace_: list[float] = []
            for _ in range(self.steps):
                signs = np.where(reduced @ rotation > 0.0, 1.0, -1.0)
                self.trace_.append(float(((signs - reduced @ rotation) ** 2).sum()))
                left, _, right = np.linalg.svd(reduced.T @ signs)
                rotation = left @ right
            more = rng.normal(size=(self.n_bits - count, points.shape[1]))
            self.coef_ = np.concatenate([rotation.T @ basis, more])
            self.intercept_ = -self.coef_ @ mean
            self.n_samples_seen_ = np.array(len(points), dtype=np.intp)
        return self

    def __sklearn_tags__(self) -> Any:
        """Needs no labels."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
