"""The hybrid distance: picture, text, links and images in one number.

Source: M. T. Law's thesis (2015), (4.7): D_hybrid = alpha_1 D_w + alpha_2 d_links + alpha_3 d_images with
alpha >= 0, learned by a linear SVM on pairs while the learned metrics stand. Here over any parts, by name.
``calibration`` turns it into a decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.svm import SVC

from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class Hybrid:
    """D_hybrid = weights . distances, and the threshold above which a pair counts as dissimilar."""

    weights: FloatArray  # alpha, (n_parts,), >= 0
    threshold: float
    parts: tuple[str, ...] = ()  # names of the distances; empty: they have none

    def row(self, distances: Mapping[str, float]) -> FloatArray:
        """The part distances of one pair in this order: a part that is not given is 0, one unknown here is
        ignored."""
        return np.array([distances.get(name, 0.0) for name in self.parts], dtype=np.float64)

    def by_part(self) -> dict[str, float]:
        """Each part's weight."""
        return dict(zip(self.parts, self.weights.tolist(), strict=True))

    def decision(self, distances: ArrayLike) -> FloatArray:
        """D_hybrid - threshold of each row of part distances: positive means dissimilar."""
        values: FloatArray = np.asarray(distances, dtype=np.float64) @ self.weights - self.threshold
        return values


def fit_hybrid(
    distances: ArrayLike,
    labels: ArrayLike,
    *,
    C: float = 1.0,
    parts: Sequence[str] = (),
    counts: ArrayLike | None = None,
) -> Hybrid:
    """The linear SVM with non-negative weights on the part distances of labelled pairs.

    Minimises 1/2 |alpha|^2 + C sum hinge(y (alpha . x - b)) over alpha >= 0 and b. Where the plain SVM has no
    negative weight it is the answer. Otherwise some weights are 0 at the optimum and the others are those of
    the plain SVM without those parts, by the optimality conditions; there are few parts, so that all subsets
    are tried and the best admissible one is exact.

    Each part is divided by its mean over the pairs first, as its unit is arbitrary, and the weights
    multiplied back; a part that is 0 in all pairs gets weight 0.

    Parameters
    ----------
    distances : float array, shape (n_pairs, n_parts), >= 0
    labels : array, shape (n_pairs,)
        +1 dissimilar, -1 similar; both must occur.
    C : float
    parts : sequence of str
        Names of the columns; none: they have no names.
    counts : float array, shape (n_pairs,), optional
        For how many pairs each one counts; None: one.
    """
    columns, signs = _checked(distances, labels)
    means = columns.mean(axis=0)
    present = np.flatnonzero(means > 0.0)
    units = np.where(means > 0.0, means, 1.0)
    costs = C * (np.ones(len(signs)) if counts is None else np.asarray(counts, dtype=np.float64))
    best = nonnegative_svm(columns / units, signs, present, costs)
    return replace(best, weights=best.weights / units, parts=tuple(parts))


def nonnegative_svm(
    parts: FloatArray, labels: FloatArray, present: IntArray, C: float | FloatArray
) -> Hybrid:
    """The optimum over alpha >= 0 with the columns outside ``present`` left out; C for all pairs or each."""
    whole = _svm(parts, labels, present, C) if present.size else None
    if whole is not None and (whole.weights >= 0.0).all():
        return whole
    candidates = [constant_hybrid(parts.shape[1], labels)]
    for size in range(1, present.size):
        candidates += [_svm(parts, labels, np.array(subset), C) for subset in combinations(present, size)]
    admissible = [candidate for candidate in candidates if (candidate.weights >= 0.0).all()]
    return min(admissible, key=lambda candidate: svm_objective(candidate, parts, labels, C))


def constant_hybrid(n_parts: int, labels: FloatArray, parts: Sequence[str] = ()) -> Hybrid:
    """No weight at all: every change is decided as the larger class is."""
    threshold = -1.0 if labels.sum() > 0.0 else 1.0
    return Hybrid(weights=np.zeros(n_parts), threshold=threshold, parts=tuple(parts))


def svm_objective(hybrid: Hybrid, parts: FloatArray, labels: FloatArray, C: float | FloatArray) -> float:
    """1/2 |alpha|^2 + sum of C times hinge loss."""
    hinge = np.maximum(1.0 - labels * hybrid.decision(parts), 0.0)
    return 0.5 * float(hybrid.weights @ hybrid.weights) + float((C * hinge).sum())


def _svm(parts: FloatArray, labels: FloatArray, columns: IntArray, C: float | FloatArray) -> Hybrid:
    costs = np.array(np.broadcast_to(C, len(labels)), dtype=np.float64)
    machine = SVC(kernel="linear", C=1.0, tol=1e-8).fit(parts[:, columns], labels, sample_weight=costs)
    weights = np.zeros(parts.shape[1])
    weights[columns] = machine.coef_[0]
    return Hybrid(weights=weights, threshold=-float(machine.intercept_[0]))


def _checked(distances: ArrayLike, labels: ArrayLike) -> tuple[FloatArray, FloatArray]:
    parts, signs = np.asarray(distances, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    if parts.ndim != 2 or signs.shape != (len(parts),):
        raise InvalidConstraints(
            f"distances have shape {parts.shape}, labels {signs.shape}: pass a row and a label for each pair"
        )
    if not np.isfinite(parts).all() or (parts < 0.0).any():
        raise InvalidConstraints("distances must be finite and not negative")
    if set(np.unique(signs)) != {-1.0, 1.0}:
        raise InvalidConstraints("labels must be -1 (similar) and +1 (dissimilar), and both must occur")
    return parts, signs
