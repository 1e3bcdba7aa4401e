"""Errors of a matcher at the threshold that finds 95 % of the matches: two shares that are often mixed up.

``fpr_at_95`` is the share of the non-matches that are accepted, as the text of X. Han (2016) says; ``fdr_at_95`` the
share of what is accepted that is wrong, as his evaluation program computes. Ties with the threshold are accepted
together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput

RECALL = 0.95


def fpr_at_95(match: ArrayLike, scores: ArrayLike) -> float:
    """FP / (FP + TN); ``match`` says which pairs match, higher scores are surer."""
    false, _, true = _accepted(match, scores)
    return false / int((~true).sum())


def fdr_at_95(match: ArrayLike, scores: ArrayLike) -> float:
    """FP / (TP + FP)."""
    false, right, _ = _accepted(match, scores)
    return false / (right + false)


def _accepted(match: ArrayLike, scores: ArrayLike) -> tuple[int, int, NDArray[np.bool_]]:
    true, values = np.asarray(match, dtype=bool), np.asarray(scores, dtype=np.float64)
    if true.shape != values.shape or true.ndim != 1:
        raise InvalidInput(f"{true.size} labels for {values.size} scores: pass one of each for every pair")
    if true.all() or not true.any():
        raise InvalidInput("all pairs are of one kind: pass matches and others")
    if not np.isfinite(values).all():
        raise InvalidInput("a score is no number: pass finite ones")
    falling = np.sort(values[true])[::-1]
    limit = falling[int(np.ceil(RECALL * len(falling) - 1e-9)) - 1]
    taken = values >= limit
    return int((taken & ~true).sum()), int((taken & true).sum()), true
