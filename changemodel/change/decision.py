"""What the learned metrics are used for: decision, probability and maps.

After ``training``, of pictures. A pair of versions has one distance for each part: those of the readings that were
learned (visual, text), and those that are only measured (links, images, words). Parts that a page does not have are
left out. Source: M. T. Law's thesis (2015), (4.7) and section 4.4.4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from changemodel.change.calibration import (
    BoolArray,
    Calibration,
    ChosenPairs,
    choose_pairs,
    fit_calibration,
    join_labels,
)
from changemodel.change.region_metric import RegionMetric
from changemodel.change.training import PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray

PairNumbers = Callable[[IntArray], FloatArray]
"""One distance of each pair of versions: (n, 2) -> (n,)."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One learned way of reading a page: its region distances, and the metric over them."""

    name: str  # of the part: "visual", "text"
    distances: PairDistances
    metric: RegionMetric


@dataclass(frozen=True, kw_only=True)
class PairEvidence:
    """The pairs of a page's versions as the decision sees them."""

    successive: IntArray  # (n, 2) versions: among them is chosen
    readings: Sequence[Reading]  # at least one
    measured: Mapping[str, PairNumbers] = field(default_factory=dict)  # by part, in the order of the parts
    labelled_pairs: IntArray = field(default_factory=lambda: np.empty((0, 2), dtype=np.intp))
    labels: FloatArray = field(default_factory=lambda: np.empty(0))  # +1 important, -1 not

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the part distances, in order."""
        return (*(reading.name for reading in self.readings), *self.measured)


@dataclass(frozen=True, kw_only=True)
class Importance:
    """Which regions of one reading speak in the decision."""

    shares: FloatArray  # (regions,) the importance map
    metric: RegionMetric  # with the weights of regions that never changed filled in


@dataclass(frozen=True, kw_only=True)
class Decision:
    """How a page's changes are decided, and which regions speak in it."""

    calibration: Calibration
    importance: Mapping[str, Importance]  # by reading
    details: dict[str, Any]


def decide(evidence: PairEvidence, k: int | None = None) -> Decision:
    """Calibrate on the successive pairs that stand out and those that do not, and on what a person said.

    Pairs are ranked by the sum of the learned distances: each is 1 in the mean of the successive pairs.

    Parameters
    ----------
    evidence : PairEvidence
    k : int, optional
        How many pairs are taken for important, and for unimportant; see ``choose_pairs``.
    """
    pairs, rows = _joined(evidence.successive, evidence.labelled_pairs)
    regions = [reading.distances(pairs) for reading in evidence.readings]
    parts = _part_distances(evidence, pairs, regions)
    n, n_readings = len(evidence.successive), len(evidence.readings)
    identical = _identical(regions, parts)
    assumed = choose_pairs(parts[:n, :n_readings].sum(axis=1), identical[:n], k)
    told = ~identical[rows]  # whatever is said of identical versions, they are not important
    chosen = join_labels(assumed, ChosenPairs(rows[told], evidence.labels[told], np.ones(int(told.sum()))))
    calibration = fit_calibration(
        parts[chosen.rows], chosen.labels, parts=evidence.parts, counts=chosen.counts
    )
    important = chosen.rows[chosen.labels > 0]
    return Decision(
        calibration=calibration,
        importance={
            reading.name: importance_of(reading.metric, distances, distances[important])
            for reading, distances in zip(evidence.readings, regions, strict=True)
        },
        details={
            "similar_pairs": int((chosen.labels < 0).sum()),
            "dissimilar_pairs": int((chosen.labels > 0).sum()),
            "hybrid_weights": calibration.hybrid.by_part(),
            "threshold": calibration.hybrid.threshold,
            "important_successive_pairs": int(calibration.important(parts[:n]).sum()),
        },
    )


def _part_distances(evidence: PairEvidence, pairs: IntArray, regions: Sequence[FloatArray]) -> FloatArray:
    learned = [
        reading.metric.distance(distances)
        for reading, distances in zip(evidence.readings, regions, strict=True)
    ]
    return np.column_stack([*learned, *(number(pairs) for number in evidence.measured.values())])


def _identical(regions: Sequence[FloatArray], parts: FloatArray) -> BoolArray:
    """Pairs that differ in no region and in no part."""
    differs = parts.any(axis=1)
    for distances in regions:
        differs |= distances.any(axis=1)
    return np.asarray(~differs, dtype=np.bool_)


def _joined(successive: IntArray, labelled: IntArray) -> tuple[IntArray, IntArray]:
    """All pairs, each once, the successive ones first; and the rows of the labelled ones."""
    known = {tuple(pair): row for row, pair in enumerate(successive.tolist())}
    for pair in labelled.tolist():
        known.setdefault(tuple(pair), len(known))
    rows = [known[tuple(pair)] for pair in labelled.tolist()]
    return np.array(list(known), dtype=np.intp).reshape(-1, 2), np.array(rows, dtype=np.intp)


def importance_of(metric: RegionMetric, distances: FloatArray, important: FloatArray) -> Importance:
    """The map, and the metric in which regions that never changed get the mean weight of important change.

    Time says nothing of them, and 0 would make the model blind there: if one changes one day, that is news.
    """
    shares = metric.shares(important)
    unseen = ~distances.any(axis=0)
    total = float(important.sum())
    if unseen.any() and total > 0.0:
        usual = metric.scale * float(metric.distance(important).sum()) / total
        metric = metric.with_weights(np.where(unseen, usual, metric.weights))
    return Importance(shares=shares, metric=metric)
