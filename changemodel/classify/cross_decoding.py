"""Decodes held-out rows, for the true labels and for permuted ones.

``RegionDecoder`` hands it the pattern of each region and segment, ``SearchLight`` that of each neighbourhood. Scaling,
screening and the choice of C are done anew in every fold and for every exchange of labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.multiclass import check_classification_targets

from changemodel.arguments import choice, positive_number, switch, whole_number
from changemodel.classify.folds import Fold, folds_of, permuted_labels
from changemodel.classify.linear_rules import LinearLearner
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray, IntArray

SCORINGS = ("accuracy", "balanced_accuracy")
ESTIMATORS = ("svc", "lda")
AT_ONCE = 50  # exchanges of labels in one job of several


@dataclass(frozen=True, kw_only=True)
class Decoded:
    """Held-out answers for one pattern, by vector of labels (the true ones first), fold and class.

    Attributes
    ----------
    hits, totals, answers : int array, shape (labels, folds, classes)
        Rows of each class that were answered right; rows of each class; rows that were answered so.
    costs : float array, shape (labels, folds)
    """

    hits: IntArray
    totals: IntArray
    answers: IntArray
    costs: FloatArray

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Of further vectors of labels."""
        names = ("hits", "totals", "answers", "costs")
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})

    @property
    def by_fold(self) -> FloatArray:
        """Share of right answers, (labels, folds)."""
        found: FloatArray = self.hits.sum(axis=2) / self.totals.sum(axis=2)
        return found

    @property
    def by_class(self) -> FloatArray:
        """Share of each class's rows that were answered right, all folds together, (labels, classes)."""
        found: FloatArray = self.hits.sum(axis=1) / np.maximum(self.totals.sum(axis=1), 1)
        return found

    def scores(self, scoring: str) -> FloatArray:
        """One number for each vector of labels: the mean over folds, or, where balanced, over classes."""
        means: FloatArray = (self.by_fold if scoring == "accuracy" else self.by_class).mean(axis=1)
        return means

    @property
    def answers_one_class(self) -> bool:
        """Whether the true labels were answered with one and the same class in every fold."""
        return bool(np.count_nonzero(self.answers[0].sum(axis=0)) == 1)


@dataclass(frozen=True, kw_only=True)
class Trials:
    """What is decoded: labels as codes, true ones first, and who is held out when."""

    labels: IntArray  # (labels, n)
    folds: Sequence[Fold]
    groups: IntArray | None

    def decoded(self, x: FloatArray, held: FloatArray, learner: LinearLearner) -> Decoded:
        """Learn from rows of ``x`` and decode held-out rows of ``held``, which is ``x`` unless phases are crossed."""
        shape = (len(self.labels), len(self.folds), learner.classes)
        hits, totals, answers = (np.zeros(shape, dtype=np.intp) for _ in range(3))
        costs = np.empty(shape[:2])
        for number, (train, test) in enumerate(self.folds):
            groups = None if self.groups is None else self.groups[train]
            for turn in learner.turns(x.shape[1], len(self.labels)):
                rules = learner.rules(x[train], self.labels[turn][:, train], groups)
                said, true = rules.codes(held[test]), self.labels[turn][:, test]
                costs[turn, number] = rules.cost
                for code in range(learner.classes):
                    hits[turn, number, code] = ((said == code) & (true == code)).sum(axis=1)
                    totals[turn, number, code] = (true == code).sum(axis=1)
                    answers[turn, number, code] = (said == code).sum(axis=1)
        return Decoded(hits=hits, totals=totals, answers=answers, costs=costs)

    def parts(self, learner: LinearLearner, n_jobs: int | None) -> list[Trials]:
        """The same for some of the labels at a time, where several processes share the work."""
        if learner.estimator == "lda" or n_jobs in (None, 1):
            return [self]
        turns = range(0, len(self.labels), AT_ONCE)
        return [
            Trials(labels=self.labels[start : start + AT_ONCE], folds=self.folds, groups=self.groups)
            for start in turns
        ]


def decode_all(
    patterns: Sequence[tuple[FloatArray, FloatArray]],
    trials: Trials,
    learner: LinearLearner,
    n_jobs: int | None = None,
) -> list[Decoded]:
    """Every pattern, given as what is learned from and what is decoded, under every vector of labels."""
    parts = trials.parts(learner, n_jobs)
    jobs = (delayed(part.decoded)(x, held, learner) for x, held in patterns for part in parts)
    found = Parallel(n_jobs=n_jobs)(jobs)
    size = len(parts)
    return [Decoded.joined(found[start : start + size]) for start in range(0, len(found), size)]


@dataclass(frozen=True, kw_only=True)
class DecodingSettings:
    """The parameters that both decoders share, as checked values."""

    estimator: str
    costs: tuple[float, ...]
    inner_cv: int
    screening_percentile: float
    standardize: bool
    scoring: str
    cv: Any
    n_permutations: int
    permute_within_groups: bool
    random_state: Any

    @classmethod
    def of(cls, estimator: Any) -> Self:
        """Those of ``RegionDecoder`` or ``SearchLight``.

        Raises
        ------
        InvalidInput
            One is out of its range.
        """
        percentile = float(positive_number(estimator.screening_percentile, "screening_percentile"))
        if percentile > 100.0:
            raise InvalidInput(f"screening_percentile is {percentile:g}: pass a number above 0, at most 100")
        return cls(
            estimator=choice(estimator.estimator, "estimator", ESTIMATORS),
            costs=_costs(estimator.C),
            inner_cv=whole_number(estimator.inner_cv, "inner_cv", 2),
            screening_percentile=percentile,
            standardize=switch(estimator.standardize, "standardize"),
            scoring=choice(estimator.scoring, "scoring", SCORINGS),
            cv=estimator.cv,
            n_permutations=whole_number(estimator.n_permutations, "n_permutations", 0),
            permute_within_groups=switch(estimator.permute_within_groups, "permute_within_groups"),
            random_state=estimator.random_state,
        )

    def learner(self, classes: int) -> LinearLearner:
        """What learns from the training rows of a fold."""
        return LinearLearner(
            estimator=self.estimator,
            costs=self.costs,
            classes=classes,
            inner_cv=self.inner_cv,
            screening_percentile=self.screening_percentile,
            standardize=self.standardize,
            balanced=self.scoring == "balanced_accuracy",
        )

    def trials(
        self, labels: NDArray[Any], groups: ArrayLike | None, blocks: ArrayLike | None
    ) -> tuple[NDArray[Any], Trials]:
        """The classes, and who is held out when, under the true labels and under each exchange of them.

        Raises
        ------
        InvalidInput
            One class, and what ``folds.folds_of`` and ``folds.permuted_labels`` refuse.
        """
        check_classification_targets(labels)
        classes, found = np.unique(labels, return_inverse=True)
        if len(classes) < 2:
            raise InvalidInput("y holds 1 class: give trials of two classes at least")
        codes = np.asarray(found, dtype=np.intp)
        together = _codes(groups, len(codes), "groups")
        folds = folds_of(self.cv, codes, classes.tolist(), together)
        every = codes[None]
        if self.n_permutations:
            exchanged = permuted_labels(
                codes,
                self.n_permutations,
                np.random.default_rng(self.random_state),
                groups=together if self.permute_within_groups else None,
                blocks=_codes(blocks, len(codes), "blocks"),
            )
            every = np.concatenate([every, exchanged])
        return classes, Trials(labels=every, folds=folds, groups=together)


def _codes(given: ArrayLike | None, n_rows: int, name: str) -> IntArray | None:
    """Which rows belong together, as codes."""
    if given is None:
        return None
    values = np.asarray(given)
    if values.shape != (n_rows,):
        raise InvalidInput(f"{name} has shape {values.shape}: give one for each of the {n_rows} rows")
    return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.intp)


def _costs(given: Any) -> tuple[float, ...]:
    values = given if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else (given,)
    if not len(values):
        raise InvalidInput("C is empty: pass a positive number, or several to choose from")
    return tuple(float(positive_number(value, "C")) for value in values)
