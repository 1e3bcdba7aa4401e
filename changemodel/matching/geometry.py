"""Whether features that look alike also stand alike: a scale and a shift between two pictures, by RANSAC.

Screenshots are scaled and cropped, not turned, so two pairs of features give a hypothesis: scale from the distance
between the two, shift from one of them. Source: M. Fischler and R. Bolles (1981).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

TRIES = 400
SCALES = (0.1, 6.0)
"""Of the query against the gallery's picture."""
NEAR_PX = 4.0
"""In the query, how far a feature may be from its place."""
FEWEST = 4
"""Features that must agree: fewer do by chance."""


@dataclass(frozen=True)
class Placement:
    """Where a picture lies in a query: query = scale x picture + shift; and the pairs (rows) that agree."""

    scale: float
    shift: tuple[float, float]
    agreeing: NDArray[np.intp]

    def into_picture(self, points: FloatArray) -> FloatArray:
        """Points of the query as points of the picture."""
        return np.asarray((points - np.array(self.shift)) / self.scale, dtype=np.float64)


def placement(
    query: FloatArray, picture: FloatArray, names: NDArray[np.int64], rng: np.random.Generator
) -> Placement | None:
    """The scale and shift that most features agree on; None where fewer than ``FEWEST`` do.

    Parameters
    ----------
    query, picture : float arrays, shape (n, 2)
        Places of pairs of features.
    names : int array, shape (n,)
        Which of the query's features each pair is of: one counts once.
    """
    order = np.argsort(names, kind="stable")
    here, there, sorted_names = query[order], picture[order], names[order]
    begins = np.flatnonzero(np.diff(sorted_names, prepend=-1))
    if len(begins) < FEWEST:
        return None
    scales, shifts = _hypotheses(here, there, rng)
    if not len(scales):
        return None
    away = np.abs(here[None] - scales[:, None, None] * there[None] - shifts[:, None]).max(axis=2)
    counts = np.logical_or.reduceat(away <= NEAR_PX, begins, axis=1).sum(axis=1)
    best = int(np.argmax(counts))
    return _refined(query, picture, names, float(scales[best]), shifts[best])


def _hypotheses(
    query: FloatArray, picture: FloatArray, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Scales (n,) and shifts (n, 2), each from two pairs that are far enough apart to tell."""
    first, second = rng.integers(len(query), size=(2, TRIES))
    across = np.hypot(*(query[first] - query[second]).T), np.hypot(*(picture[first] - picture[second]).T)
    usable = (across[0] > 8 * NEAR_PX) & (across[1] > 8 * NEAR_PX)
    scales = np.where(usable, across[0] / np.maximum(across[1], 1e-6), 0.0)
    usable &= (scales >= SCALES[0]) & (scales <= SCALES[1])
    first, scales = first[usable], scales[usable]
    return scales, query[first] - scales[:, None] * picture[first]


def _refined(
    query: FloatArray, picture: FloatArray, names: NDArray[np.int64], scale: float, shift: FloatArray
) -> Placement | None:
    """By least squares on what agrees, twice."""
    agreeing = np.empty(0, dtype=np.intp)
    for _ in range(3):
        agreeing = np.flatnonzero(np.abs(query - scale * picture - shift).max(axis=1) <= NEAR_PX)
        if len(np.unique(names[agreeing])) < FEWEST:
            return None
        here, there = query[agreeing], picture[agreeing]
        middle, other = here.mean(axis=0), there.mean(axis=0)
        spread = float(((there - other) ** 2).sum())
        if spread <= 0.0:
            return None
        scale = float(((here - middle) * (there - other)).sum()) / spread
        if not SCALES[0] <= scale <= SCALES[1]:
            return None
        shift = middle - scale * other
    return Placement(scale, (float(shift[0]), float(shift[1])), agreeing)
