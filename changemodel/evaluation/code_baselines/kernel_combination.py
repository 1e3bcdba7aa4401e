"""LP-beta: classifiers of several features, combined by weights that a linear programme finds.

P. Gehler and S. Nowozin (2009). For each feature one-vs-all SVMs, with a kernel or linear on lifted features; the
weights lie on the simplex and maximise the margin of the cross-validated scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC, LinearSVC

from changemodel.codes.feature_blocks import lifted, normalised_blocks

FloatArray = NDArray[np.float64]


class LPBeta:
    """``beta_`` are the weights, ``objective_`` the programme's value, ``single_`` that of each feature alone."""

    def __init__(
        self, blocks: Sequence[int], *, exact: bool = True, C: float = 10.0, nu: float = 0.1
    ) -> None:
        self.blocks, self.exact, self.C, self.nu = blocks, exact, C, nu

    def fit(self, X: FloatArray, y: NDArray[Any]) -> Self:
        """Learn each feature's classifiers, then their weights."""
        self.classes_ = np.unique(y)
        features = self._features(X)
        folds = StratifiedKFold(3, shuffle=True, random_state=0)
        scores = [
            cross_val_predict(self._machine(), part, y, cv=folds, method="decision_function")
            for part in features
        ]
        codes = np.searchsorted(self.classes_, y)
        differences = np.stack([_margins(score, codes) for score in scores], axis=1)
        self.beta_, self.objective_ = combine(differences, self.nu, len(y))
        self.single_ = [combine(differences[:, [m]], self.nu, len(y))[1] for m in range(len(features))]
        self._machines = [self._machine().fit(part, y) for part in features]
        return self

    def predict(self, X: FloatArray) -> NDArray[Any]:
        """The class with the highest combined score."""
        parts = zip(self._machines, self._features(X), strict=True)
        scores = [machine.decision_function(part) for machine, part in parts]
        return np.asarray(self.classes_[np.tensordot(self.beta_, scores, axes=1).argmax(axis=1)])

    def _features(self, X: FloatArray) -> list[FloatArray]:
        ends = np.cumsum(self.blocks)
        values = normalised_blocks(X, self.blocks)
        parts = np.split(values, ends[:-1], axis=1)
        return parts if self.exact else [lifted(part, "intersection", 1, 0.7) for part in parts]

    def _machine(self) -> OneVsRestClassifier:
        kernel = SVC(kernel=_intersection, C=self.C) if self.exact else LinearSVC(C=self.C, random_state=0)
        return OneVsRestClassifier(kernel)


def combine(differences: FloatArray, nu: float, n_points: int) -> tuple[FloatArray, float]:
    """Weights of least -rho + sum of slacks / (nu N), and that value; one slack for each point.

    ``differences`` has shape (n_points * (n_classes - 1), n_features): own class's score less another's.
    """
    count, width = differences.shape
    owner = np.repeat(np.arange(n_points), count // n_points)
    slack = np.zeros((count, n_points))
    slack[np.arange(count), owner] = -1.0
    cost = np.concatenate([np.zeros(width), np.full(n_points, 1.0 / (nu * n_points)), [-1.0]])
    found = linprog(
        cost,
        A_ub=np.hstack([-differences, slack, np.ones((count, 1))]),
        b_ub=np.zeros(count),
        A_eq=np.concatenate([np.ones(width), np.zeros(n_points + 1)])[None],
        b_eq=[1.0],
        bounds=[(0.0, None)] * (width + n_points) + [(None, None)],
    )
    return np.asarray(found.x[:width]), float(found.fun)


def _margins(scores: FloatArray, codes: NDArray[np.intp]) -> FloatArray:
    own = scores[np.arange(len(codes)), codes][:, None]
    others = np.arange(scores.shape[1]) != codes[:, None]
    return np.asarray((own - scores)[others])


def _intersection(first: FloatArray, second: FloatArray) -> FloatArray:
    return np.stack([np.minimum(row, second).sum(axis=1) for row in first])
