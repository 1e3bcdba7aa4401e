"""Which pairs of versions a person should be asked about next.

Labels drawn at random are worth little after the first few (M. T. Law's thesis, 2015, section 4.4.4, suggests
active selection and leaves it open). Asked is where the decision is unsure, and where the answer tells about
more than one pair: pairs that change in other regions than those already answered. Identical versions are never
asked about, nor two pairs that look the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Hashable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import times_of
from changemodel.change.score import ChangeScore
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

FORGOTTEN = 1e-9
"""Uncertainty of a pair of which the model is sure: still asked about when nothing else is left."""


class Comparing(Protocol):
    """What asking takes of a fitted ``ChangeModel``."""

    def compare(self, before: PageVersion, after: PageVersion) -> ChangeScore:
        """What it says of two versions."""

    def features(self, version: PageVersion) -> NDArray[np.float32]:
        """The features of one version."""


def ask(
    model: Comparing,
    versions: Sequence[PageVersion],
    answered: Collection[tuple[datetime, datetime]],
    n: int,
) -> list[tuple[PageVersion, PageVersion]]:
    """The successive pairs of versions, in time order, to ask about next; see ``pairs_to_ask``.

    ``answered`` names pairs by their UTC times, as ``calibration.checked_labels`` does. Where the model has no
    decision, every change is equally unsure.
    """
    pairs = list(pairwise(versions))
    scores = [model.compare(*pair) for pair in pairs]
    known = [row for row, pair in enumerate(pairs) if times_of(*pair) in answered]
    rows = pairs_to_ask(
        np.array([0.5 if score.probability is None else score.probability for score in scores]),
        np.stack([score.regions.ravel() for score in scores]),
        [_look_of(*(_seen(model, version) for version in pair)) for pair in pairs],
        np.array(known, dtype=np.intp),
        n,
    )
    return [pairs[row] for row in rows]


def pairs_to_ask(
    probabilities: FloatArray,
    contributions: FloatArray,
    looks: Sequence[Hashable],
    answered: IntArray,
    n: int,
) -> IntArray:
    """Rows of the pairs to ask about, the most telling first; fewer than n where fewer are left.

    Each step takes the pair with the largest uncertainty times distance from what is answered or chosen:
    4 p (1 - p), and the Euclidean distance of the shares that regions have in both changes.

    Parameters
    ----------
    probabilities : float array, shape (n_pairs,)
        Of an important change; 0 for identical versions.
    contributions : float array, shape (n_pairs, regions)
        What each region adds to the distance.
    looks : sequence, n_pairs long
        What the two versions look like: equal for pairs that look the same, None for pairs never to be asked.
    answered : int array
        Rows of pairs that were answered.
    n : int
    """
    unsure = np.maximum(4.0 * probabilities * (1.0 - probabilities), FORGOTTEN)
    shapes = _shapes(contributions)
    seen = {looks[row] for row in answered.tolist()}
    free = np.array([look is not None and look not in seen for look in looks], dtype=bool)
    away = _distance_to(shapes, shapes[answered])
    chosen: list[int] = []
    while len(chosen) < n and free.any():
        row = int(np.argmax(np.where(free, unsure * away, -1.0)))
        chosen.append(row)
        free &= np.array([look != looks[row] for look in looks], dtype=bool)
        away = np.minimum(away, _distance_to(shapes, shapes[[row]]))
    return np.array(chosen, dtype=np.intp)


def _seen(model: Comparing, version: PageVersion) -> bytes:
    """Equal for versions that look and read the same."""
    read = repr((sorted(version.links), sorted(version.images), version.text)).encode(errors="surrogatepass")
    picture = model.features(version).tobytes() if version.is_pictured else b""
    return hashlib.sha256(read + picture).digest()


def _look_of(first: bytes, second: bytes) -> Hashable:
    """What a pair looks like, whichever version comes first; None for identical versions."""
    return None if first == second else frozenset((first, second))


def _shapes(contributions: FloatArray) -> FloatArray:
    """Shares of the regions in each change, as vectors of length at most 1."""
    sizes = np.abs(contributions).sum(axis=1, keepdims=True)
    shares: FloatArray = np.abs(contributions) / np.where(sizes > 0.0, sizes, 1.0)
    return np.sqrt(shares)  # Hellinger: single bright regions do not drown the others


def _distance_to(shapes: FloatArray, others: FloatArray) -> FloatArray:
    """Distance to the nearest of the others; 1 where there are none. Never 0, so that doubt can still order."""
    if not len(others):
        return np.ones(len(shapes))
    squared = 2.0 - 2.0 * shapes @ others.T
    nearest: FloatArray = np.sqrt(np.maximum(squared.min(axis=1), 0.0))
    return nearest + FORGOTTEN
