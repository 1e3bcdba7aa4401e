"""Classifiers as codes, classemes: one bit for each training class (L. Torresani et al., 2010)."""

from __future__ import annotations

import warnings
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from changemodel.codes.linear_bits import LinearBits
from changemodel.codes.packed_bits import FloatArray


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
