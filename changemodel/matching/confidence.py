"""How sure it is that a query was taken from a picture: two logistic rules, one after the other.

The first says whether the query shows the picture's page at that place at all, by the share of the query that the
picture explains and how well it does on average: how many features agree says little, since pages of one template share
many where they are the same. The second says whether it shows this picture and not another one at the same place, or
one that was not kept: by what sets it apart from its rival there. Pictures that do not differ where the query shows
them are equally right, and the second rule is silent.

Both are fitted on drawn pages by ``python -m benchmarks.screenshot_confidence``, which prints them.
"""

from __future__ import annotations

import numpy as np

SAME_PLACE = (7.31, 5.59, -5.22)
"""Weights of the explained share and of the mean correlation, and the constant."""
SAME_PICTURE = (7.74, -3.43, 0.20)
"""Weights of how much farther the rival is, and of how far this one is, and the constant."""


def same_place(share: float, correlation: float) -> float:
    """Probability that the query shows what the picture shows at that place, but for details.

    ``share`` of the query's tiles is explained, ``correlation`` is the mean of all that show anything.
    """
    return _probability(SAME_PLACE, (share, correlation))


def same_picture(margin: float | None, near: float) -> float:
    """Probability that it is this picture, if the place is right; see ``picture_agreement.Rivalry``."""
    return 1.0 if margin is None else _probability(SAME_PICTURE, (margin, near))


def _probability(rule: tuple[float, float, float], evidence: tuple[float, float]) -> float:
    return float(1.0 / (1.0 + np.exp(-(np.dot(rule[:2], evidence) + rule[2]))))
