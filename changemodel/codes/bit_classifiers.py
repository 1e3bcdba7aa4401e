"""One-vs-all linear classifiers on bits: step 1 of the alternation of PiCoDes, and the objective E of both steps.

E = sum over classes of (|w|^2 / 2 + C sum of hinge(y (b + w . h))), with an intercept that is not penalised; C is the
lambda / N of the source (A. Bergamo et al., 2011, (3) and (4)).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass
class Rules:
    """Weights of shape (n_classes, n_bits), intercepts of shape (n_classes,)."""

    weights: FloatArray
    intercepts: FloatArray

    def margins(self, bits: FloatArray) -> FloatArray:
        """Scores of each point under each class, shape (n, n_classes)."""
        return np.asarray(bits @ self.weights.T + self.intercepts, dtype=np.float64)


def hinge(values: FloatArray) -> FloatArray:
    """max(0, 1 - t)."""
    return np.maximum(1.0 - values, 0.0)


def objectives(rules: Rules, bits: FloatArray, signs: FloatArray, cost: float) -> FloatArray:
    """E of each class, for signs of shape (n, n_classes) in {-1, 1}."""
    losses = hinge(signs * rules.margins(bits)).sum(axis=0)
    return np.asarray(0.5 * (rules.weights**2).sum(axis=1) + cost * losses, dtype=np.float64)


def best_intercept(scores: FloatArray, signs: FloatArray) -> float:
    """The intercept of least hinge loss for these scores, exactly: the slope there changes its sign."""
    n_positive = int((signs > 0).sum())
    if n_positive in (0, len(signs)):
        return float(signs[0])
    return float(np.partition(signs - scores, n_positive - 1)[n_positive - 1])


def refit(rules: Rules, bits: FloatArray, signs: FloatArray, cost: float, seed: int) -> Rules:
    """The classifiers for new bits; of a class the old one where the solver found none that is better."""
    found = Rules(rules.weights.copy(), rules.intercepts.copy())
    for k in range(signs.shape[1]):
        found.weights[k] = linear_rule(bits, signs[:, k], cost, seed)
        found.intercepts[k] = best_intercept(bits @ found.weights[k], signs[:, k])
    before, after = objectives(rules, bits, signs, cost), objectives(found, bits, signs, cost)
    worse = after > before
    found.weights[worse], found.intercepts[worse] = rules.weights[worse], rules.intercepts[worse]
    return found


def linear_rule(bits: FloatArray, signs: FloatArray, cost: float, seed: int) -> FloatArray:
    """Weights of a hinge-loss SVM; liblinear penalises its intercept, so that this has little weight."""
    machine = LinearSVC(
        C=cost, loss="hinge", intercept_scaling=10.0, tol=1e-3, max_iter=2000, random_state=seed
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # whoever refits keeps the better rule
        machine.fit(bits, signs)
    return np.asarray(machine.coef_[0], dtype=np.float64)
