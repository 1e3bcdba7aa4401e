"""Turns distances into a decision and a probability, without labels, or better with some.

Where important changes begin among a page's own is told by ``classes``; where it is given a k, by the source's rule: of
the successive pairs of the learning window the k with the largest learned distance count as dissimilar (D), the k
smallest that are not completely identical as similar (S), and a linear SVM on these decides (M. T. Law's thesis, 2015,
section 4.4.4.2). Labels of a person replace what was assumed of their pairs and join as further ones. The probability
is a logistic curve through the decision value (Platt 1999, with his smoothed targets), held at 1/2 where the decision
turns so that the two never disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit

from changemodel.change.classes import MOST_COUNTED, threshold_of
from changemodel.change.hybrid import Hybrid, constant_hybrid, fit_hybrid
from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

_STEEPEST = 1e6


class PairLabel(NamedTuple):
    """A person's verdict on two versions of a page, named by when they were captured."""

    before: datetime
    after: datetime
    important: bool


Verdicts = dict[tuple[datetime, datetime], bool]
"""Labels by pair of UTC times, the earlier first."""


class Timed(Protocol):
    """Something captured at some time."""

    @property
    def captured_at(self) -> datetime:
        """When, as an aware datetime."""


When = datetime | Timed
"""A version, or the time that names it."""

Labels = Iterable[PairLabel | tuple[When, When, bool]] | Mapping[tuple[When, When], bool]


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """The decision on part distances, and how sure it is. ``hybrid.parts`` names the distances."""

    hybrid: Hybrid
    slope: float  # of the logistic curve in the decision value, > 0

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: every number that a decision depends on, and the names of the parts."""
        return {
            "hybrid_weights": self.hybrid.weights,
            "threshold": np.array(self.hybrid.threshold),
            "slope": np.array(self.slope),
            "parts": np.array(self.hybrid.parts, dtype=np.str_),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Calibration:
        """What ``to_arrays`` gave, among others."""
        hybrid = Hybrid(
            weights=arrays["hybrid_weights"],
            threshold=float(arrays["threshold"]),
            parts=tuple(arrays["parts"].tolist()),
        )
        return cls(hybrid=hybrid, slope=float(arrays["slope"]))

    def probability(self, distances: ArrayLike) -> FloatArray:
        """Of an important change, for each row of part distances; above 1/2 exactly where ``important``.

        0 for a pair whose distances are all 0: identical captures hold no change.
        """
        probabilities: FloatArray = expit(self.log_odds(distances))
        return probabilities

    def log_odds(self, distances: ArrayLike) -> FloatArray:
        """Of an important change, for each row of part distances; minus infinity for distances that are all 0."""
        parts = np.asarray(distances, dtype=np.float64)
        return np.where(_differs(parts), self.slope * self.hybrid.decision(parts), -np.inf)

    def distance_at(self, part: str, log_odds: float) -> float | None:
        """The distance of one part that alone gives these log odds; None where the part has no weight."""
        weight = self.hybrid.by_part().get(part, 0.0)
        return (self.hybrid.threshold + log_odds / self.slope) / weight if weight > 0.0 else None

    def important(self, distances: ArrayLike) -> BoolArray:
        """The decision for each row of part distances; False for a pair whose distances are all 0."""
        parts = np.asarray(distances, dtype=np.float64)
        return _differs(parts) & (self.hybrid.decision(parts) > 0.0)


class ChosenPairs(NamedTuple):
    """Pairs with what they are taken for: +1 dissimilar, -1 similar; and for how many pairs each counts."""

    rows: IntArray
    labels: FloatArray
    counts: FloatArray


def choose_pairs(ranking: ArrayLike, identical: ArrayLike, k: int | None = None) -> ChosenPairs:
    """Pairs to be taken for dissimilar and for similar, identical pairs left out of both.

    Parameters
    ----------
    ranking : float array, shape (n_pairs,)
        Learned distance of each pair.
    identical : bool array, shape (n_pairs,)
    k : int, optional
        As the source does it, the k farthest and the k nearest; with fewer than 2k pairs that differ, half of them
        (rounded down) takes the place of k, and ties go by row. None: those that stand out of the page's usual unrest
        (``classes.threshold_of``), and all others, each class as a whole for as much.
    """
    distances = np.asarray(ranking, dtype=np.float64)
    differing = np.flatnonzero(~np.asarray(identical, dtype=bool))
    if k is None:
        return _classes(distances, differing)
    order = differing[np.argsort(distances[differing], kind="stable")]
    k = min(k, len(order) // 2)
    rows = np.concatenate([order[:k], order[len(order) - k :]])
    return ChosenPairs(rows, np.repeat([-1.0, 1.0], k), np.ones(2 * k))


def _classes(distances: FloatArray, differing: IntArray) -> ChosenPairs:
    stands_out = distances[differing] > threshold_of(distances) if len(differing) else np.zeros(0, dtype=bool)
    of_own_class = np.where(stands_out, stands_out.sum(), (~stands_out).sum())
    return ChosenPairs(differing, np.where(stands_out, 1.0, -1.0), 0.5 * len(differing) / of_own_class)


def join_labels(chosen: ChosenPairs, labelled: ChosenPairs) -> ChosenPairs:
    """The chosen pairs with a person's labels in place of theirs, then the pairs only the person named.

    However few, a person's labels together count as much as all that was assumed, up to ``MOST_COUNTED`` each.
    """
    kept = ~np.isin(chosen.rows, labelled.rows)
    n_labels = len(labelled.rows)
    count = min(MOST_COUNTED, max(1.0, int(kept.sum()) / n_labels)) if n_labels else 1.0
    return ChosenPairs(
        np.concatenate([chosen.rows[kept], labelled.rows]),
        np.concatenate([chosen.labels[kept], labelled.labels]),
        np.concatenate([chosen.counts[kept], np.full(n_labels, count)]),
    )


def fit_calibration(
    distances: ArrayLike,
    labels: ArrayLike,
    *,
    C: float = 1.0,
    parts: Sequence[str] = (),
    counts: ArrayLike | None = None,
) -> Calibration:
    """Hybrid weights, threshold and slope from the part distances of labelled pairs; see ``fit_hybrid``.

    Where all labels are the same, because a person said so, the decision is that label for every change.
    """
    signs = np.asarray(labels, dtype=np.float64)
    if len(np.unique(signs)) == 1:
        hybrid = constant_hybrid(np.shape(distances)[1], signs, parts)
    else:
        hybrid = fit_hybrid(distances, signs, C=C, parts=parts, counts=counts)
    return Calibration(hybrid=hybrid, slope=fit_slope(hybrid.decision(distances), labels))


def fit_slope(decisions: ArrayLike, labels: ArrayLike) -> float:
    """Slope of the logistic curve through 0 that fits Platt's smoothed targets best; positive by
    construction."""
    values, positive = np.asarray(decisions, dtype=np.float64), np.asarray(labels) > 0
    n_positive, n_negative = int(positive.sum()), int((~positive).sum())
    targets = np.where(positive, (n_positive + 1.0) / (n_positive + 2.0), 1.0 / (n_negative + 2.0))

    def excess(slope: float) -> float:  # derivative of the log loss: increasing in the slope
        return float(values @ (expit(slope * values) - targets))

    if excess(0.0) >= 0.0:
        return 1.0 / _STEEPEST  # the pairs contradict the decision: hardly more than a guess
    upper = 1.0
    while excess(upper) < 0.0 and upper < _STEEPEST:
        upper *= 2.0
    return float(brentq(excess, 0.0, upper)) if excess(upper) > 0.0 else upper


def checked_labels(labels: Labels | None) -> dict[tuple[datetime, datetime], bool]:
    """Labels by pair of UTC times, the earlier first.

    Raises
    ------
    InvalidConstraints
        A pair labelled both ways, a version labelled against itself, or something that is no label.
    """
    found: dict[tuple[datetime, datetime], bool] = {}
    for before, after, important in _triples(labels):
        pair = _ordered(_moment(before), _moment(after))
        if found.setdefault(pair, important) != important:
            raise InvalidConstraints(
                f"the pair {pair[0].isoformat()}, {pair[1].isoformat()} is labelled important and not "
                "important: keep the label that holds"
            )
    return found


def times_of(before: Timed, after: Timed) -> tuple[datetime, datetime]:
    """Under which a label of two versions is found in ``checked_labels``."""
    return _ordered(before.captured_at, after.captured_at)


def _differs(parts: FloatArray) -> BoolArray:
    return np.asarray((parts > 0.0).any(axis=-1), dtype=np.bool_)


def _triples(labels: Labels | None) -> Iterable[tuple[When, When, bool]]:
    if labels is None:
        return
    if not isinstance(labels, Iterable):
        raise InvalidConstraints(
            f"labels is a {type(labels).__name__}: pass a list of (before, after, True or False), or a mapping of "
            "(before, after) to True or False"
        )
    for row in map(_flat, labels.items()) if isinstance(labels, Mapping) else labels:
        if not isinstance(row, Sequence) or len(row) != 3 or not isinstance(row[2], (bool, np.bool_)):
            raise InvalidConstraints(
                f"{row!r} is no label: pass (version or time before, version or time after, True or False)"
            )
        yield row[0], row[1], bool(row[2])


def _flat(item: tuple[object, object]) -> object:
    """An entry of a mapping as a row, if its key is a pair; else as it is, which is no row."""
    pair, value = item
    return (*pair, value) if isinstance(pair, tuple | list) else item


def _moment(when: When) -> datetime:
    moment = getattr(when, "captured_at", when)
    try:
        if isinstance(moment, datetime) and moment.utcoffset() is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):  # pandas' NaT; a time that is none in UTC
        pass
    raise InvalidConstraints(f"a label speaks of the time {moment!r}: pass a version or an aware datetime")


def _ordered(before: datetime, after: datetime) -> tuple[datetime, datetime]:
    if before == after:
        raise InvalidConstraints(f"a label compares the version of {before.isoformat()} with itself")
    first, second = sorted((before, after))
    return first, second
