"""What a learned metric is used for: the decision, the probability, the map.

Last step of ``ChangeModel.fit``, after ``training``. Source: M. T. Law's thesis (2015), section 4.4.4.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from changemodel.change.calibration import (
    Calibration,
    ChosenPairs,
    choose_pairs,
    fit_calibration,
    join_labels,
)
from changemodel.change.history import History
from changemodel.change.hybrid import PARTS
from changemodel.change.importance import importance_shares
from changemodel.metric.quadruplets import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class Decision:
    """How a page's changes are decided, and which regions speak in it."""

    calibration: Calibration
    shares: FloatArray  # (regions,) the importance map
    weights: FloatArray  # (regions,) the metric's, with those of regions that never changed filled in
    details: dict[str, Any]


def decide(history: History, successive: IntArray, weights: FloatArray, scale: float, k: int) -> Decision:
    """Calibrate on the farthest and nearest successive pairs, and on what a person said.

    Parameters
    ----------
    history : History
    successive : int array, shape (n, 2)
        The pairs among which are chosen.
    weights : float array, shape (regions,)
        Of region distances divided by ``scale``.
    scale : float
    k : int
        How many pairs are taken for important, and for unimportant.
    """
    pairs, rows = _joined(successive, history.labelled_pairs)
    distances = history.distances(pairs) / scale
    parts = np.column_stack([distances @ weights, history.structure(pairs)])
    identical = np.asarray(np.hstack([distances, parts]).max(axis=1) == 0.0, dtype=np.bool_)
    n = len(successive)
    assumed = choose_pairs(parts[:n, 0], identical[:n], k)
    chosen = join_labels(assumed, ChosenPairs(rows, history.labels))
    calibration = fit_calibration(parts[chosen.rows], chosen.labels)
    important = distances[chosen.rows[chosen.labels > 0]]
    return Decision(
        calibration=calibration,
        shares=importance_shares(weights, important),
        weights=_filled(weights, distances, important),
        details={
            "similar_pairs": int((chosen.labels < 0).sum()),
            "dissimilar_pairs": int((chosen.labels > 0).sum()),
            "hybrid_weights": dict(zip(PARTS, calibration.hybrid.weights.tolist(), strict=True)),
            "threshold": calibration.hybrid.threshold,
            "important_successive_pairs": int(calibration.important(parts[:n]).sum()),
        },
    )


def _joined(successive: IntArray, labelled: IntArray) -> tuple[IntArray, IntArray]:
    """All pairs, each once, the successive ones first; and the rows of the labelled ones."""
    known = {tuple(pair): row for row, pair in enumerate(successive.tolist())}
    for pair in labelled.tolist():
        known.setdefault(tuple(pair), len(known))
    rows = [known[tuple(pair)] for pair in labelled.tolist()]
    return np.array(list(known), dtype=np.intp).reshape(-1, 2), np.array(rows, dtype=np.intp)


def _filled(weights: FloatArray, distances: FloatArray, important: FloatArray) -> FloatArray:
    """Regions that never changed get the mean weight of what changed importantly.

    Time says nothing of them, and 0 would make the model blind there: if one changes one day, that is news.
    """
    unseen = ~distances.any(axis=0)
    total = float(important.sum())
    if not unseen.any() or total == 0.0:
        return weights
    return np.where(unseen, float((important @ weights).sum()) / total, weights)
