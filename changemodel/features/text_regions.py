"""What each section of a page says, as numbers: histograms of word shingles, compared by weighted Jaccard distance.

The textual counterpart of ``features.regions``: a region is a section of the page, wherever it stands. Numbers count as
one sign, letter case does not count. Source of shingles: Broder, "On the resemblance and containment of documents",
1997; hashed into a few bins, since the largest change is what matters and not the smallest.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, masked_text, section_of

MOST_REGIONS = 48
BINS = 64
SHINGLE_WORDS = 3
_CHUNK_PAIRS = 256

Histograms = NDArray[np.float32]


@dataclass(frozen=True)
class TextRegions:
    """The sections of a page with most words, and one more region for all others."""

    sections: tuple[str, ...]

    @classmethod
    def of(cls, pages: Sequence[BlockPage]) -> Self:
        """The sections of some versions of a page."""
        words: Counter[str] = Counter()
        for page in pages:
            for block in page.blocks:
                words[section_of(block.path)] += block.text.count(" ") + 1
        most = sorted(words, key=lambda name: (-words[name], name))[: MOST_REGIONS - 1]
        return cls(tuple(sorted(most)))

    def histograms(self, page: BlockPage) -> Histograms:
        """How often each bin of shingles occurs in each region, shape (regions, ``BINS``)."""
        rows = {name: row for row, name in enumerate(self.sections)}
        cells = [
            rows.get(section_of(block.path), len(rows)) * BINS + shingle
            for block in page.blocks
            for shingle in _shingle_bins(masked_text(block.text).casefold())
        ]
        counts = np.bincount(np.array(cells, dtype=np.intp), minlength=(len(rows) + 1) * BINS)
        return counts.astype(np.float32).reshape(len(rows) + 1, BINS)


def text_distances(histograms: Histograms, pairs: NDArray[np.intp]) -> NDArray[np.float64]:
    """Weighted Jaccard distance of each region of pairs of versions: 0 for two that are empty.

    Parameters
    ----------
    histograms : float array, shape (versions, regions, ``BINS``)
    pairs : int array, shape (pairs, 2)

    Returns
    -------
    float array, shape (pairs, regions), 0 to 1
    """
    distances = np.zeros((len(pairs), histograms.shape[1]))
    for start in range(0, len(pairs), _CHUNK_PAIRS):
        first, second = (histograms[rows] for rows in pairs[start : start + _CHUNK_PAIRS].T)
        common = np.minimum(first, second).sum(axis=2, dtype=np.float64)
        whole = np.maximum(first, second).sum(axis=2, dtype=np.float64)
        shared = np.divide(common, whole, out=np.ones_like(whole), where=whole > 0.0)
        distances[start : start + _CHUNK_PAIRS] = 1.0 - shared
    return distances


@lru_cache(maxsize=16384)
def _shingle_bins(text: str) -> tuple[int, ...]:
    words = text.split()
    if not words:
        return ()
    shingles = [
        " ".join(words[place : place + SHINGLE_WORDS])
        for place in range(max(1, len(words) - SHINGLE_WORDS + 1))
    ]
    return tuple(zlib.crc32(shingle.encode(errors="surrogatepass")) % BINS for shingle in shingles)
