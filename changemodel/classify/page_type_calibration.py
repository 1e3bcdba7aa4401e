"""Scores of a learner as probabilities, fitted on pages of held-out sites.

Guo et al., "On calibration of modern neural networks", ICML 2017 (vector scaling): softmax(a * scores + b), one scale
and a shift for each class, by the least log loss.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax
from sklearn.base import clone
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.utils.validation import has_fit_parameter

FloatArray = NDArray[np.float64]

_SHIFT_RIDGE = 1.0
"""Counted pages that pull a shift to 0: of a class of few pages no shift is known."""


def scores_of(head: Any, rows: Any) -> FloatArray:
    """Scores of all classes, (n_pages, n_classes), of a learner that gives decisions or probabilities."""
    if hasattr(head, "decision_function"):
        found = np.asarray(head.decision_function(rows), dtype=np.float64)
        return np.column_stack([-found, found]) if found.ndim == 1 else found
    return np.log(np.maximum(np.asarray(head.predict_proba(rows), dtype=np.float64), 1e-6))


def fit_head(head: Any, rows: Any, labels: NDArray[Any], groups: NDArray[Any]) -> Any:
    """A fitted copy of a learner, which is told the groups where it asks for them."""
    fresh = clone(head)
    return (
        fresh.fit(rows, labels, groups=groups)
        if has_fit_parameter(fresh, "groups")
        else fresh.fit(rows, labels)
    )


def held_out_scores(
    head: Any, rows: Any, labels: NDArray[Any], groups: NDArray[Any], cv: int
) -> FloatArray | None:
    """Scores of each page by a learner that saw no page of its group; None where there are too few groups.

    Parameters
    ----------
    head : classifier, not fitted
    rows : sparse matrix, shape (n_pages, n_columns)
    labels, groups : arrays, shape (n_pages,)
    cv : int
        Folds; fewer where there are fewer groups.
    """
    classes = np.unique(labels)
    folds = min(cv, len(np.unique(groups)))
    if folds < 2:
        return None
    found = np.full((len(labels), len(classes)), np.nan)
    for train, test in grouped_folds(labels, groups, folds):
        known = np.unique(labels[train])
        if len(known) < 2:
            continue
        fitted = fit_head(head, rows[train], labels[train], groups[train])
        scores = scores_of(fitted, rows[test])
        found[np.ix_(test, np.searchsorted(classes, known))] = scores
    told = ~np.isnan(found).all(axis=1)
    if not told.any():
        return None
    lowest = np.nanmin(found[told])
    return np.where(np.isnan(found), lowest, found)  # a class that no page was left of scores lowest


def grouped_folds(
    labels: NDArray[Any], groups: NDArray[Any], folds: int, seed: int = 0
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Rows to learn from and rows to judge, of each fold: no group is in both, classes spread evenly."""
    codes = np.unique(labels, return_inverse=True)[1]
    if np.bincount(codes).max() < folds:  # the splitter refuses where no class has a member for each fold
        order = np.unique(groups, return_inverse=True)[1] % folds
        return [(np.flatnonzero(order != at), np.flatnonzero(order == at)) for at in range(folds)]
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    with (
        warnings.catch_warnings()
    ):  # of classes with fewer members than folds: they are spread as far as they go
        warnings.simplefilter("ignore", UserWarning)
        split = list(splitter.split(codes, codes, groups))
    return [(train, test) for train, test in split if len(train) and len(test)]


@dataclass(frozen=True, kw_only=True, eq=False)
class PageTypeCalibration:
    """softmax(scale * scores + shift).

    Attributes
    ----------
    scale : float
    shift : float array, shape (n_classes,)
    is_held_out : bool
        Whether it was fitted on pages that the learner had not seen; otherwise scale is 1, and nothing is known.
    """

    scale: float
    shift: FloatArray
    is_held_out: bool

    @classmethod
    def fitted(cls, scores: FloatArray | None, labels: NDArray[Any], plain: FloatArray) -> Self:
        """By held-out scores of labelled pages; of ``plain`` scores nothing but the number of classes is taken."""
        if scores is None:
            return cls(scale=1.0, shift=np.zeros(plain.shape[1]), is_held_out=False)
        targets = _targets(labels)

        def loss(parameters: FloatArray) -> float:
            log_chances = log_softmax(np.exp(parameters[0]) * scores + parameters[1:], axis=1)
            return float(0.5 * _SHIFT_RIDGE * (parameters[1:] ** 2).sum() - (targets * log_chances).sum())

        found = minimize(
            loss,
            np.zeros(scores.shape[1] + 1),
            method="L-BFGS-B",
            bounds=[(-7, 7)] + [(-9, 9)] * scores.shape[1],
        )
        return cls(scale=float(np.exp(found.x[0])), shift=np.asarray(found.x[1:]), is_held_out=True)

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """Of each class, (n_pages, n_classes); rows sum to 1."""
        found: FloatArray = softmax(self.scale * scores + self.shift, axis=1)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {
            "scale": np.array(self.scale),
            "shift": self.shift,
            "is_held_out": np.array(self.is_held_out),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        return cls(
            scale=float(arrays["scale"]),
            shift=np.asarray(arrays["shift"], dtype=np.float64),
            is_held_out=bool(arrays["is_held_out"]),
        )


def _targets(labels: NDArray[Any]) -> FloatArray:
    """What the chances of each page should be, (n_pages, n_classes): the fewer pages of its class, the less certain.

    Platt, "Probabilistic outputs for support vector machines", 1999: as if one page more of each class had been missed.
    """
    codes, counts = np.unique(labels, return_inverse=True, return_counts=True)[1:]
    doubt = 1.0 / (counts[codes] + 2.0)
    found = np.repeat(doubt[:, None] / max(1, len(counts) - 1), len(counts), axis=1)
    found[np.arange(len(codes)), codes] = 1.0 - doubt
    return found
