"""How well detectors find: the detection rate at so many false alarms an image, and two detectors in a row.

Source: S. Paisitkriangkrai et al. (2014), the experiments on pedestrians.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


def log_average_rate(scores: ArrayLike, true: ArrayLike, n_wanted: int, n_images: int) -> float:
    """Mean detection rate at nine numbers of false alarms an image, log-spaced from 0.01 to 1.

    ``scores`` and ``true`` are of all detections, ``n_wanted`` is how many there were to find.
    """
    order = np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable")
    hits = np.asarray(true, dtype=bool)[order]
    found, false = np.cumsum(hits), np.cumsum(~hits)
    rates = []
    for allowed in np.logspace(-2.0, 0.0, 9) * n_images:
        within = np.flatnonzero(false <= allowed + 1e-9)
        rates.append(found[within[-1]] / n_wanted if len(within) else 0.0)
    return float(np.mean(rates))


def two_stages(first: FloatArray, second: Any, features: FloatArray, threshold: float) -> FloatArray:
    """Scores of windows: -inf below the first stage's threshold, elsewhere what the second stage says.

    ``second`` has ``decision_function``; it sees only the windows that are left.
    """
    scores = np.full(len(first), -np.inf)
    left = np.flatnonzero(np.asarray(first) > threshold)
    if len(left):
        scores[left] = second.decision_function(features[left])
    return scores
