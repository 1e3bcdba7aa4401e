"""What codes answer: a class learned at query time, what a bit looks for, rankings by weights of bits.

Sources: A. Bergamo et al. (2011), section 4 (linear SVM on bits, class retrieval, bit inspector); S. Paisitkriangkrai
et al. (2014), section 3.8 and Algorithm 3 (weights of a query, two stages).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.svm import LinearSVC
from sklearn.utils.validation import check_is_fitted

from changemodel.codes.byte_tables import byte_planes, distance_table, linear_table, scan
from changemodel.codes.linear_bits import LinearBits
from changemodel.codes.packed_bits import (
    ByteArray,
    FloatArray,
    IntArray,
    checked_codes,
    hamming,
    lowest,
    n_bytes,
    unpack,
)
from changemodel.errors import InvalidInput

COSTS = (1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0)


class BitSVM(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """One-vs-all linear SVMs on packed codes, scored by byte tables.

    Parameters
    ----------
    n_bits : int, optional
        Of a code; None: all bits of its bytes.
    costs : sequence of float
        C is the one of them that does best in cross-validation, the smallest of equals.
    folds : int
        Fewer where a class has fewer examples; classes of one example: the middle cost, without cross-validation.
    """

    def __init__(
        self, *, n_bits: int | None = None, costs: tuple[float, ...] = COSTS, folds: int = 5
    ) -> None:
        self.n_bits = n_bits
        self.costs = costs
        self.folds = folds

    def fit(self, codes: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from packed codes, uint8 of shape (n, n_bytes), their classes, and what each counts.

        Raises
        ------
        InvalidInput
            No packed codes; another number of classes than codes, a single class.
        """
        packed = checked_codes(codes)
        labels = np.asarray(y)
        if labels.shape != (len(packed),):
            raise InvalidInput(f"{labels.size} classes for {len(packed)} codes: give each code one")
        self.classes_, counts = np.unique(labels, return_counts=True)
        if len(self.classes_) < 2:
            raise InvalidInput("all examples are of 1 class: give examples of another, too")
        self.n_bits_ = 8 * packed.shape[1] if self.n_bits is None else self.n_bits
        bits = unpack(packed, self.n_bits_).astype(np.float64)
        self.C_ = self._best_cost(bits, labels, int(counts.min()))
        machine = _machine(self.C_).fit(bits, labels, sample_weight=sample_weight)
        self.coef_, self.intercept_ = machine.coef_, machine.intercept_
        return self

    def decision_function(self, codes: ArrayLike) -> FloatArray:
        """Scores, shape (n, n_classes); of two classes that of the second, shape (n,)."""
        check_is_fitted(self)
        packed = checked_codes(codes, n_bytes(self.n_bits_))
        scores = self.scores_of(byte_planes(packed))
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def scores_of(self, planes: ByteArray) -> FloatArray:
        """Scores of codes that are laid byte by byte, shape (n, n_rules): what an index keeps is not laid anew."""
        rules = zip(self.coef_, self.intercept_, strict=True)
        scores = [scan(planes, linear_table(rule)).astype(np.float64) + bias for rule, bias in rules]
        return np.stack(scores, axis=1)

    def predict(self, codes: ArrayLike) -> NDArray[Any]:
        """The class with the highest score."""
        scores = self.decision_function(codes)
        place = (scores > 0.0).astype(np.intp) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[place])

    def _best_cost(self, bits: FloatArray, labels: NDArray[Any], smallest: int) -> float:
        folds = min(self.folds, smallest)
        if folds < 2 or len(self.costs) == 1:
            return self.costs[len(self.costs) // 2]
        split = StratifiedKFold(folds, shuffle=True, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            shares = [cross_val_score(_machine(c), bits, labels, cv=split).mean() for c in self.costs]
        return self.costs[int(np.argmax(shares))]


def _machine(cost: float) -> LinearSVC:
    return LinearSVC(C=cost, class_weight="balanced", dual=False, random_state=0)


def precision_at(scores: ArrayLike, relevant: ArrayLike, k: int) -> float:
    """Share of relevant items among the k with the highest scores; ties go to the first."""
    order = lowest(-np.asarray(scores, dtype=np.float64), k)
    return float(np.asarray(relevant, dtype=bool)[order].mean())


def inspect_bit(code: LinearBits, X: ArrayLike, bit: int, count: int = 10) -> tuple[IntArray, IntArray]:
    """Rows of X with the lowest and with the highest projection on a bit, each from the end inwards.

    Raises
    ------
    InvalidInput
        There is no such bit.
    """
    if not 0 <= bit < code.n_bits_:
        raise InvalidInput(f"bit is {bit}: pass one from 0 to {code.n_bits_ - 1}")
    projected = code.decision_function(X)[:, bit]
    return lowest(projected, count), lowest(-projected, count)


@dataclass(frozen=True)
class WeightedCodes:
    """Codes with their classes, and weights of bits by class: the orders in which a query sees them.

    ``weights`` has shape (n_bits, n_classes) or (n_bits, 1), ``classes`` the number of each code's class.
    """

    codes: ByteArray
    weights: FloatArray
    classes: IntArray

    def distances(self, query: ByteArray, order: str = "mean") -> FloatArray:
        """Of each code to one packed query.

        ``order`` is "none" (every bit 1), "mean" (the mean of the classes' weights) or "item" (the weights of the class
        of the code, whose scales differ).
        """
        if order == "none":
            return np.asarray(hamming(query[None], self.codes)[0], dtype=np.float64)
        planes = byte_planes(self.codes)
        if order == "mean":
            return scan(planes, distance_table(self.weights.mean(axis=1), query)).astype(np.float64)
        by_class = np.stack([scan(planes, distance_table(w, query)) for w in self.weights.T], axis=1)
        place = np.minimum(self.classes, by_class.shape[1] - 1)
        return np.asarray(by_class[np.arange(len(place)), place], dtype=np.float64)

    def votes(self, query: ByteArray, k: int = 3) -> IntArray:
        """Order "pair": how many classes each class beats, by the k nearest of both under the sum of both's weights."""
        names = np.arange(int(self.classes.max()) + 1)
        columns = np.minimum(names, self.weights.shape[1] - 1)
        planes = byte_planes(self.codes)
        by_class = np.stack([scan(planes, distance_table(self.weights[:, c], query)) for c in columns])
        won = np.zeros(len(names), dtype=np.intp)
        for a in names:
            for b in names[a + 1 :]:
                both = by_class[a] + by_class[b]
                mean_a, mean_b = (np.sort(both[self.classes == c])[:k].mean() for c in (a, b))
                won[a if mean_a <= mean_b else b] += 1
        return np.asarray(won)

    def two_stages(self, query: ByteArray, shortlist: int, k: int) -> IntArray:
        """The k nearest by mean weights among the shortlist of the nearest by plain Hamming distance."""
        short = np.sort(lowest(hamming(query[None], self.codes)[0], shortlist))
        part = WeightedCodes(self.codes[short], self.weights, self.classes[short])
        return np.asarray(short[lowest(part.distances(query), k)], dtype=np.intp)
