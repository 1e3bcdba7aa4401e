"""How well a distance ranks changes, and a decision decides them: the source's protocol.

M. T. Law's thesis (2015), section 4.4: successive pairs are labelled similar (nothing important changed) or
dissimilar. AP_S ranks the pairs by ascending distance with the similar ones relevant, AP_D by descending
distance with the dissimilar ones relevant, MAP is their mean. Identical and ambiguous pairs are left out by
the caller.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput


class Ranking(NamedTuple):
    """Average precisions of one ranking, each in [0, 1]."""

    ap_similar: float
    ap_dissimilar: float

    @property
    def map(self) -> float:
        """Mean of both."""
        return 0.5 * (self.ap_similar + self.ap_dissimilar)


def rank_changes(distances: ArrayLike, important: ArrayLike) -> Ranking:
    """AP_S and AP_D of distances against the truth; both kinds of pairs must occur."""
    values, truth = _checked(distances, important)
    if truth.all() or not truth.any():
        raise InvalidInput("all pairs have the same label: average precision needs both kinds")
    return Ranking(average_precision(-values, ~truth), average_precision(values, truth))


def average_precision(scores: ArrayLike, relevant: ArrayLike) -> float:
    """Sum over the ranking of precision times the step in recall; equal scores share one place.

    The same number as scikit-learn's ``average_precision_score``. 0 when nothing is relevant.
    """
    values, truth = _checked(scores, relevant)
    if not truth.any():
        return 0.0
    order = np.argsort(-values, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(values[order])), values.size - 1)
    hits = np.cumsum(truth[order])[ends]
    precision = hits / (ends + 1)
    return float(precision @ np.diff(hits, prepend=0)) / int(truth.sum())


def balanced_accuracy(decided: ArrayLike, important: ArrayLike) -> float:
    """Mean of the two class accuracies (the source's accuracy); of one class where only one occurs."""
    decisions, truth = np.asarray(decided, dtype=bool), np.asarray(important, dtype=bool)
    if decisions.shape != truth.shape or truth.ndim != 1 or truth.size == 0:
        raise InvalidInput(
            f"{decisions.shape} decisions for {truth.shape} labels: pass one for each, and some"
        )
    shares = [
        float((decisions[truth == kind] == kind).mean()) for kind in (False, True) if (truth == kind).any()
    ]
    return sum(shares) / len(shares)


def _checked(scores: ArrayLike, relevant: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    values, truth = np.asarray(scores, dtype=np.float64), np.asarray(relevant, dtype=bool)
    if values.shape != truth.shape or values.ndim != 1:
        raise InvalidInput(f"{values.shape} values for {truth.shape} labels: pass one for each")
    if np.isnan(values).any():
        raise InvalidInput("the values to rank hold NaN: leave out those pairs")
    return values, truth
