"""Linear decoders of patterns: a support vector machine with its cost chosen inside, or a shrunken discriminant.

Third step of ``RegionDecoder`` and ``SearchLight``: what is learned from the training rows of one fold, for the true
labels and for exchanged ones. Source: X. Han's thesis (2016), section 3.4:

    min over w of 1/2 |w|^2 + C sum of max(0, 1 - y w . [x; 1])^2

the constant feature regularised as the others are (LIBLINEAR); of more than two classes, each pair. Scaling,
screening by analysis of variance and the choice of C see training rows only. The discriminant ("lda") is ours: class
means in the space in which the training rows' covariance, shrunken as Ledoit and Wolf (2004) say, is round. Scaling and
covariance do not know the labels, so that a thousand exchanged ones cost little more than one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import NDArray
from sklearn.covariance import ledoit_wolf_shrinkage
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import f_classif
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from changemodel.classify.folds import inner_folds
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray, IntArray

MOST_COEFFICIENTS = 4_000_000
"""Held at once: labels are taken in turns beyond that."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A linear rule for each vector of labels: the class of a row is that with the largest value.

    Attributes
    ----------
    coef : float array, shape (labels, rules, width)
    intercept : float array, shape (labels, rules)
        One rule for each class; or one for each pair of them, above 0 for the second, whose votes are counted.
    seen : bool array, shape (labels, classes)
        Classes that were among the training rows; others are never answered.
    cost : float array, shape (labels,)
        C of each; nan of the discriminant.
    pairs : int array, shape (rules, 2), or None
    """

    coef: FloatArray
    intercept: FloatArray
    seen: NDArray[np.bool_]
    cost: FloatArray
    pairs: IntArray | None = None

    def values(self, x: FloatArray) -> FloatArray:
        """Of each class, shape (labels, rows, classes); of pairs their votes, and what is near decides ties."""
        found = np.einsum("nd,pkd->pnk", x, self.coef, optimize=True) + self.intercept[:, None, :]
        if self.pairs is not None:
            found = _votes(found, self.pairs, self.seen.shape[1])
        valued: FloatArray = np.where(self.seen[:, None, :], found, -np.inf)
        return valued

    def codes(self, x: FloatArray) -> IntArray:
        """The class of each row, shape (labels, rows)."""
        return np.asarray(self.values(x).argmax(axis=2))

    @classmethod
    def joined(cls, parts: list[Self]) -> Self:
        """The rules of several vectors of labels, one after another."""
        names = ("coef", "intercept", "seen", "cost")
        together = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        return cls(**together, pairs=parts[0].pairs)


Learn = Callable[[FloatArray], Rules]


@dataclass(frozen=True, kw_only=True)
class LinearLearner:
    """What a decoder is told to do with the training rows of a fold; all parameters are checked."""

    estimator: str  # "svc" or "lda"
    costs: tuple[float, ...]
    classes: int
    inner_cv: int = 4
    screening_percentile: float = 100.0
    standardize: bool = True
    balanced: bool = False

    def rules(self, x: FloatArray, labels: IntArray, groups: IntArray | None) -> Rules:
        """Learn from rows (n, width) under each vector of labels (labels, n)."""
        if self.estimator == "lda" and self.screening_percentile == 100.0:
            return self._scaled(x, lambda z: _discriminants(z, labels, self.classes))
        return Rules.joined([self._chosen(x, codes, groups) for codes in labels])

    def turns(self, width: int, n_labels: int) -> list[slice]:
        """Which vectors of labels are learned from at once."""
        step = max(1, MOST_COEFFICIENTS // (self.classes * width))
        return [slice(start, start + step) for start in range(0, n_labels, step)]

    def _chosen(self, x: FloatArray, codes: IntArray, groups: IntArray | None) -> Rules:
        if self.estimator == "lda":
            return self._screened(x, codes, lambda z: _discriminants(z, codes[None], self.classes))
        cost = self._best_cost(x, codes, groups)
        return self._screened(x, codes, lambda z: self._machine(z, codes, cost))

    def _best_cost(self, x: FloatArray, codes: IntArray, groups: IntArray | None) -> float:
        """The cost that decodes most training rows in inner folds, of equal ones the smallest.

        The middle of the grid where a class has a single row, since there is nothing to choose by.
        """
        if len(self.costs) == 1:
            return self.costs[0]
        folds = inner_folds(codes, groups, self.inner_cv)
        if not folds:
            return sorted(self.costs)[len(self.costs) // 2]
        costs = sorted(self.costs)
        right = np.array([[self._right(x, codes, fold, cost) for cost in costs] for fold in folds])
        return costs[int(right.sum(axis=0).argmax())]

    def _right(self, x: FloatArray, codes: IntArray, fold: tuple[IntArray, IntArray], cost: float) -> float:
        """How many held-out rows are decoded, or, where classes are balanced, the sum of their shares by class."""
        train, test = fold
        rule = self._screened(x[train], codes[train], lambda z: self._machine(z, codes[train], cost))
        is_right = rule.codes(x[test])[0] == codes[test]
        weights = 1.0 / np.bincount(codes[test])[codes[test]] if self.balanced else np.ones(len(test))
        return float(is_right @ weights)

    def _screened(self, x: FloatArray, codes: IntArray, learn: Learn) -> Rules:
        """A rule on the columns that tell the classes apart best; of the others it takes no account."""
        count = max(1, round(self.screening_percentile / 100.0 * x.shape[1]))
        if count == x.shape[1]:
            return self._scaled(x, learn)
        kept = np.sort(np.argsort(-variance_ratios(x, codes), kind="stable")[:count])
        found = self._scaled(x[:, kept], learn)
        coef = np.zeros((*found.coef.shape[:2], x.shape[1]))
        coef[:, :, kept] = found.coef
        return replace(found, coef=coef)

    def _scaled(self, x: FloatArray, learn: Learn) -> Rules:
        """A rule for rows as they are, learned from rows of mean 0 and variance 1."""
        if not self.standardize:
            return learn(x)
        scaler = StandardScaler().fit(x)
        z = scaler.transform(x)
        if not np.isfinite(z).all():
            raise InvalidInput("X holds values too large to compute with: divide them by a common number")
        found = learn(z)
        coef = found.coef / scaler.scale_
        return replace(found, coef=coef, intercept=found.intercept - coef @ scaler.mean_)

    def _machine(self, x: FloatArray, codes: IntArray, cost: float) -> Rules:
        """A machine for each pair of classes; of two classes written as a rule for each."""
        pairs = np.array(list(combinations(range(self.classes), 2)), dtype=np.intp)
        coef, intercept = np.zeros((len(pairs), x.shape[1])), np.zeros(len(pairs))
        for row, (first, second) in enumerate(pairs.tolist()):
            members = (codes == first) | (codes == second)
            coef[row], intercept[row] = self._one_machine(x[members], codes[members], cost)
        if self.classes == 2:
            coef, intercept = np.vstack([-coef, coef]) / 2, np.concatenate([-intercept, intercept]) / 2
        return Rules(
            coef=coef[None],
            intercept=intercept[None],
            seen=(np.bincount(codes, minlength=self.classes) > 0)[None],
            cost=np.array([cost]),
            pairs=pairs if self.classes > 2 else None,
        )

    def _one_machine(self, x: FloatArray, codes: IntArray, cost: float) -> tuple[FloatArray, float]:
        """Weights and intercept, above 0 for the second of two classes; 0 where one of them is not there."""
        if len(np.unique(codes)) < 2:
            return np.zeros(x.shape[1]), 0.0
        weight = "balanced" if self.balanced else None
        machine = LinearSVC(C=cost, dual="auto", class_weight=weight, max_iter=2000, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine.fit(x, codes)
        return machine.coef_[0], float(machine.intercept_[0])


def _votes(found: FloatArray, pairs: IntArray, classes: int) -> FloatArray:
    """Votes of pairs for each class, and less than one vote for how clearly they were won: as libsvm's users count."""
    votes, clear = (np.zeros((*found.shape[:2], classes)) for _ in range(2))
    for row, (first, second) in enumerate(pairs.tolist()):
        votes[..., second] += found[..., row] > 0
        votes[..., first] += found[..., row] <= 0
        clear[..., second] += found[..., row]
        clear[..., first] -= found[..., row]
    voted: FloatArray = votes + clear / (3.0 * (np.abs(clear) + 1.0))
    return voted


def variance_ratios(x: FloatArray, codes: IntArray) -> FloatArray:
    """F of a one-way analysis of variance of each column, 0 of constant ones."""
    if len(np.unique(codes)) < 2:
        return np.zeros(x.shape[1])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", UserWarning)  # of constant columns
        warnings.simplefilter("ignore", RuntimeWarning)
        ratios, _ = f_classif(x, codes)
    return np.asarray(np.nan_to_num(ratios, nan=0.0, posinf=np.finfo(float).max))


def _discriminants(x: FloatArray, labels: IntArray, classes: int) -> Rules:
    """Nearest class means after whitening by the shrunken covariance of all rows."""
    mean = x.mean(axis=0)
    white = _whitening(x - mean)  # (width, rank)
    z = (x - mean) @ white
    members = labels[:, None, :] == np.arange(classes)[None, :, None]  # (labels, classes, n)
    counts = members.sum(axis=2)
    means = members.astype(np.float64) @ z / np.maximum(counts, 1)[:, :, None]
    coef = means @ white.T
    intercept = -0.5 * (means**2).sum(axis=2) - coef @ mean
    return Rules(coef=coef, intercept=intercept, seen=counts > 0, cost=np.full(len(labels), np.nan))


def _whitening(centred: FloatArray) -> FloatArray:
    """Columns that make the shrunken covariance of rows round, in the space that the rows span."""
    n, width = centred.shape
    _, singular, directions = np.linalg.svd(centred, full_matrices=False)
    variances = singular**2 / n
    usual = float(variances.sum()) / width
    if usual <= 0.0:
        return np.zeros((width, 1))
    shrinkage = float(ledoit_wolf_shrinkage(centred, assume_centered=True)) if width > 1 else 0.0
    shrunken = (1.0 - shrinkage) * variances + shrinkage * usual
    kept = shrunken > 1e-10 * shrunken.max()
    white: FloatArray = directions[kept].T / np.sqrt(shrunken[kept])
    return white
