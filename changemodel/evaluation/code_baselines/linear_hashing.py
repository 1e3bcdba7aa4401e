"""Linear hash functions without labels: LSH and ITQ; and classifiers as codes, classemes.

LSH: signs of random projections (M. Charikar, 2002). ITQ: a rotation of main directions towards their signs (Y. Gong
and S. Lazebnik, 2011). Classemes: one bit for each training class (L. Torresani et al., 2010).
"""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from changemodel.codes.linear_bits import LinearBits
from changemodel.codes.packed_bits import FloatArray


class LSH(LinearBits):
    """Random hyperplanes through the mean."""

    def __init__(self, *, n_bits: int = 32, random_state: int = 0) -> None:
        self.n_bits, self.random_state = n_bits, random_state

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Draw them; labels are not looked at."""
        points = np.asarray(X, dtype=np.float64)
        self.coef_ = np.random.default_rng(self.random_state).normal(size=(self.n_bits, points.shape[1]))
        self.intercept_ = -self.coef_ @ points.mean(axis=0)
        self.n_features_in_ = points.shape[1]
        return self


class ITQ(LinearBits):
    """Main directions, rotated so that they are near their signs; bits beyond the features are random hyperplanes.

    ``trace_`` is the quantisation loss of each step.
    """

    def __init__(self, *, n_bits: int = 32, steps: int = 50, random_state: int = 0) -> None:
        self.n_bits, self.steps, self.random_state = n_bits, steps, random_state

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Learn the rotation; labels are not looked at."""
        points = np.asarray(X, dtype=np.float64)
        mean = points.mean(axis=0)
        count = min(self.n_bits, *points.shape)
        basis = PCA(count, random_state=0).fit(points).components_
        rng = np.random.default_rng(self.random_state)
        rotation = np.linalg.qr(rng.normal(size=(count, count)))[0]
        reduced = (points - mean) @ basis.T
        self.trace_: list[float] = []
        for _ in range(self.steps):
            signs = np.where(reduced @ rotation > 0.0, 1.0, -1.0)
            self.trace_.append(float(((signs - reduced @ rotation) ** 2).sum()))
            left, _, right = np.linalg.svd(reduced.T @ signs)
            rotation = left @ right
        more = rng.normal(size=(self.n_bits - count, points.shape[1]))
        self.coef_ = np.concatenate([rotation.T @ basis, more])
        self.intercept_ = -self.coef_ @ mean
        self.n_features_in_ = points.shape[1]
        return self


class Classemes(LinearBits):
    """A linear SVM for each class; its bit is set above 0, or above the median of the training points.

    ``cut="argmax"`` is the classifier itself as a code: the bit of the likeliest class alone. A supervised code that
    beats others only on classes that were trained must be compared with it (A. Sablayrolles et al., 2017).
    """

    def __init__(self, *, cut: str = "median", C: float = 0.1, random_state: int = 0) -> None:
        self.cut, self.C, self.random_state = cut, C, random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the classifiers."""
        points = np.asarray(X, dtype=np.float64)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine = LinearSVC(C=self.C, random_state=self.random_state).fit(points, y)
        self.coef_, self.intercept_ = machine.coef_, machine.intercept_
        self.n_features_in_ = points.shape[1]
        if self.cut == "median":
            self.intercept_ = self.intercept_ - np.median(self.decision_function(points), axis=0)
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Scores less their cut."""
        scores = np.asarray(super().decision_function(X))
        if self.cut != "argmax":
            return scores
        return np.where(scores == scores.max(axis=1, keepdims=True), 1.0, -1.0)
