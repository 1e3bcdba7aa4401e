"""Compares the text of sections: weighted Jaccard distances of histograms.

Between reading (``text_regions``) and weighing (``change.text_drift``). Most pairs of versions are compared as they
are; what stands in another form in one of the two (``entry_forms``) is put right for the pair.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.features.entry_forms import Standing, in_another_form

BINS = 128
"""Of each region: two halves, in each of which every shingle has a bin. In one half alone, one change of a single word
in 64 would be none; in both, one in 4,096."""

_CHUNK_PAIRS = 256

Histograms = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PageText:
    """What one version says.

    Attributes
    ----------
    counts : float32 array, shape (regions, ``BINS``)
        How often each bin of shingles or numbers occurs in each region.
    said : sequence of sequence of int
        The cells of the histograms, one after the other, that each block adds one to.
    standing : Standing
        What stands where.
    """

    counts: Histograms
    said: Sequence[Sequence[int]] = ()
    standing: Standing = field(default_factory=Standing)
    _compared: WeakKeyDictionary[PageText, NDArray[np.float64] | None] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )

    def distances_to(self, other: PageText) -> NDArray[np.float64] | None:
        """Of each region to another version's, where the two are not compared as they are; None where they are.

        A fit asks about a pair many times, so that the answer is kept.
        """
        if other not in self._compared:
            histograms = _put_right(self, other)
            self._compared[other] = None if histograms is None else _jaccard(*histograms)[0]
        return self._compared[other]

    def cells(self, rows: Collection[int]) -> list[int]:
        """Those that some blocks add one to."""
        return [cell for row in rows for cell in self.said[row]]


def text_distances(texts: Sequence[PageText], pairs: NDArray[np.intp]) -> NDArray[np.float64]:
    """Weighted Jaccard distance of each region of pairs of versions: 0 for two that are empty.

    Parameters
    ----------
    texts : sequence of PageText
    pairs : int array, shape (pairs, 2)
        Places among the texts.

    Returns
    -------
    float array, shape (pairs, regions), 0 to 1
    """
    counts = np.stack([text.counts for text in texts])
    distances = np.zeros((len(pairs), counts.shape[1]))
    for start in range(0, len(pairs), _CHUNK_PAIRS):
        first, second = (counts[rows] for rows in pairs[start : start + _CHUNK_PAIRS].T)
        distances[start : start + _CHUNK_PAIRS] = _jaccard(first, second)
    for row, (a, b) in enumerate(pairs.tolist()):
        put_right = texts[a].distances_to(texts[b])
        if put_right is not None:
            distances[row] = put_right
    return distances


def _put_right(a: PageText, b: PageText) -> tuple[Histograms, Histograms] | None:
    """The histograms of two versions, (1, regions, ``BINS``) each, with what stands in another form in both forms; None
    where they are compared as they are."""
    forms = in_another_form(a.standing, b.standing)
    if not any(forms):
        return None
    first, second = a.counts.copy(), b.counts.copy()
    for counts, other, theirs in ((first, b, forms[1]), (second, a, forms[0])):
        np.add.at(counts.reshape(-1), other.cells(theirs), 1.0)
    return first[None], second[None]


def _jaccard(first: Histograms, second: Histograms) -> NDArray[np.float64]:
    """Distances of histograms of shape (pairs, regions, ``BINS``)."""
    common = np.minimum(first, second).sum(axis=2, dtype=np.float64)
    whole = np.maximum(first, second).sum(axis=2, dtype=np.float64)
    shared = np.divide(common, whole, out=np.ones_like(whole), where=whole > 0.0)
    return np.asarray(1.0 - shared)
