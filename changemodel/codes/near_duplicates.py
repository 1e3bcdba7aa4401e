"""Groups of packed codes that are nearly the same: which distance that is, clusters, and states that come back.

The distance is read off the codes at hand (``separating_distance``). ``NearDuplicates`` groups whatever lies so near to
one of them (D. Butina 1999): no chain of small steps joins what is far apart. ``RecurringStates`` groups what one page
showed in the course of time, where chains are wanted, since a page that drifts stays in its state: single linkage, cut
where clusters live longest (A. Fred and A. Jain 2005), but only where looks come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from sklearn.base import BaseEstimator, ClusterMixin

from changemodel.codes.packed_bits import ByteArray, IntArray, as_words, checked_codes, hamming
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]
_JOINED = np.iinfo(np.int32).max


def separating_distance(same: ArrayLike, different: ArrayLike) -> float:
    """The distance that best tells pairs of the same thing from pairs of different things.

    It has the least sum of both error rates; of many such the middle. Pairs on the wrong side, as a page that changed
    its look between two captures, move the sum but not the place of its least value, if they are like pairs of the
    other side (A. Menon et al. 2015).

    Parameters
    ----------
    same, different : arrays of distances

    Raises
    ------
    InvalidInput
        One of both is empty.
    """
    near, far = np.sort(np.asarray(same, dtype=float)), np.sort(np.asarray(different, dtype=float))
    if not len(near) or not len(far):
        raise InvalidInput("distances of the same and of different things are needed: one of both is empty")
    places = np.unique(np.concatenate([near, far]))
    missed = 1.0 - np.searchsorted(near, places, side="right") / len(near)
    taken = np.searchsorted(far, places, side="right") / len(far)
    wrong = missed + taken
    best = int(np.flatnonzero(wrong <= wrong.min() + 1e-12)[-1])
    above = places[best + 1] if best + 1 < len(places) else places[best]
    return float((places[best] + above) / 2)


class NearDuplicates(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Clusters of codes that differ from their cluster's middle in few bits.

    The code with the most others near it takes them all, then the next one takes what is left. Memory grows with the
    number of codes, time with its square: 10,000 codes of 768 bits take seconds.

    Parameters
    ----------
    distance : float
        Bits in which a member may differ from the middle of its cluster.
    parts : sequence of float
        Bits in which it may differ in each of as many equal parts of the code, besides; none: only the whole counts.

    Attributes
    ----------
    labels_ : int array, shape (n_codes,)
        The largest cluster is 0.
    middles_ : int array, shape (n_clusters,)
        The row of each cluster's middle.
    """

    labels_: IntArray
    middles_: IntArray

    def __init__(self, distance: float, parts: Sequence[float] = ()) -> None:
        self.distance = distance
        self.parts = parts

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Group packed codes, uint8 of shape (n_codes, n_bytes).

        Raises
        ------
        InvalidInput
            No codes, or codes that cannot be divided into so many parts.
        """
        codes, same, counts = _distinct(X)
        near = np.array([counts[self._near(code, codes)].sum() for code in codes])
        labels = np.full(len(codes), -1)
        middles: list[int] = []
        for row in np.argsort(-near, kind="stable"):
            if labels[row] < 0:
                labels[row] = len(middles)
                if near[row] > counts[row]:
                    labels[self._near(codes[row], codes) & (labels < 0)] = len(middles)
                middles.append(int(row))
        sizes = np.bincount(labels, weights=counts, minlength=len(middles))
        order = np.argsort(-sizes, kind="stable")
        first = np.unique(same, return_index=True)[1]
        self.labels_ = np.argsort(order)[labels][same]
        self.middles_ = first[np.array(middles, dtype=np.intp)[order]]
        return self

    def _near(self, code: ByteArray, codes: ByteArray) -> NDArray[np.bool_]:
        return is_near(code, codes, self.distance, self.parts)


class RecurringStates(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """States of one thing whose codes are given in order of time, such as the looks that a page returns to.

    What lies further apart than ``distance`` is another state. States may be nearer than that where they come back: a
    distance is taken at which more looks return than new ones begin, if the gap around it in the distances that join
    clusters is wider than the gap between the last of these and ``distance``.

    Parameters
    ----------
    distance : float
        Bits in which different things differ, see ``separating_distance``.

    Attributes
    ----------
    labels_ : int array, shape (n_codes,)
        States in the order in which they were seen first.
    distance_ : float
        Steps up to it stay in one state.
    """

    labels_: IntArray
    distance_: float

    def __init__(self, distance: float) -> None:
        self.distance = distance

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Find the states of packed codes, uint8 of shape (n_codes, n_bytes), in order of time."""
        codes, same, _ = _distinct(X)
        heights, ends = spanning_tree(codes)
        heights, ends = heights[heights <= self.distance], ends[heights <= self.distance]
        cuts = np.unique(np.append(heights, 0))
        gaps = np.diff(np.append(cuts, self.distance))
        self.labels_, self.distance_ = self._cut(cuts[-1], heights, ends, same), float(self.distance)
        least, widest = _returns_over_births(self.labels_), gaps[-1]
        for cut, gap in zip(cuts[:-1], gaps[:-1], strict=True):
            if gap > widest:
                labels = self._cut(cut, heights, ends, same)
                if _returns_over_births(labels) > least:
                    self.labels_, self.distance_, widest = labels, float(cut + gap / 2), gap
        return self

    def _cut(self, height: float, heights: FloatArray, ends: IntArray, same: IntArray) -> IntArray:
        joined = ends[heights <= height]
        count = int(same.max()) + 1
        graph = coo_array((np.ones(len(joined)), (joined[:, 0], joined[:, 1])), shape=(count, count))
        labels = connected_components(graph, directed=False)[1][same]
        _, first, numbered = np.unique(labels, return_index=True, return_inverse=True)
        return np.asarray(np.argsort(np.argsort(first))[numbered], dtype=np.intp)


def is_near(
    code: ByteArray, codes: ByteArray, distance: float, parts: Sequence[float] = ()
) -> NDArray[np.bool_]:
    """Which codes differ from one in so few bits, and in so few of each of as many equal parts, shape (n_codes,).

    Raises
    ------
    InvalidInput
        The bytes of a code cannot be divided so.
    """
    if parts and len(code) % len(parts):
        raise InvalidInput(f"codes of {len(code)} bytes have no {len(parts)} equal parts")
    near = np.flatnonzero(hamming(code[None], codes)[0] <= distance)
    width = len(code) // max(len(parts), 1)
    for number, limit in enumerate(parts):
        part = slice(number * width, (number + 1) * width)
        near = near[hamming(code[None, part], codes[near, part])[0] <= limit]
    found = np.zeros(len(codes), dtype=bool)
    found[near] = True
    return found


def spanning_tree(codes: ByteArray) -> tuple[FloatArray, IntArray]:
    """Edges of the tree of least length that joins all codes (Prim): lengths (n - 1,) in bits, and ends (n - 1, 2)."""
    words = as_words(codes)
    left = np.arange(1, len(codes))
    nearest, ends = np.full(len(left), _JOINED), np.zeros(len(left), dtype=np.intp)
    newest, edges = 0, []
    while len(left):
        apart = np.bitwise_count(words[left] ^ words[newest]).sum(axis=1, dtype=np.int32)
        closer = apart < nearest
        nearest[closer], ends[closer] = apart[closer], newest
        at = int(np.argmin(nearest))
        newest = int(left[at])
        edges.append((int(nearest[at]), int(ends[at]), newest))
        for kept in (left, nearest, ends):
            kept[at] = kept[-1]
        left, nearest, ends = left[:-1], nearest[:-1], ends[:-1]
    table = np.array(edges, dtype=np.intp).reshape(-1, 3)
    return table[:, 0].astype(np.float64), table[:, 1:]


def _distinct(X: ArrayLike) -> tuple[ByteArray, IntArray, IntArray]:
    """Each code once, the row there of each given one, and how often it comes."""
    codes = checked_codes(X)
    if not len(codes):
        raise InvalidInput("there are no codes: pass one at least")
    once, same, counts = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    return once, same.ravel(), counts


def _returns_over_births(labels: IntArray) -> int:
    """How many more times a state came back than a new one began, the first one not counted."""
    changes = int((np.diff(labels) != 0).sum())
    births = int(labels.max())
    return changes - 2 * births
