"""What each section of a page says, as numbers: histograms of word shingles, compared by weighted Jaccard distance.

The textual counterpart of ``features.regions``: a region is a section of the page, wherever it stands. Letter case does
not count. Numbers, with the words right beside them, count as one sign among the words and are regions of their own: a
date stands in a line whose other words never change, a price in a sentence, and time tells which of the two matters;
but a date that is the day of capture follows time as news does, and is left out, with its weekday.
Source of shingles: Broder, "On the resemblance and containment of documents", 1997; hashed into a few bins, since the
largest change is what matters and not the smallest.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, section_of
from changemodel.features.structure import running_words

MOST_REGIONS = 48
MOST_NUMBER_REGIONS = 24
BINS = 64
SHINGLE_WORDS = 3
_FIGURE = "#"
_CHUNK_PAIRS = 256

Histograms = NDArray[np.float32]


@dataclass(frozen=True)
class TextRegions:
    """The sections of a page with most words, and one more region for all others; then the same of numbers."""

    sections: tuple[str, ...]
    numbered: tuple[str, ...] | None = None  # None: numbers are not read
    timed: frozenset[str] = frozenset()
    """Paths and sections of blocks whose numbers tell when the page was captured: these numbers are left out."""
    dated: frozenset[str] = frozenset()
    """Paths of blocks whose words tell it as well: nothing of them is read."""

    @classmethod
    def of(cls, pages: Sequence[BlockPage], timed: Collection[str] = (), dated: Collection[str] = ()) -> Self:
        """The sections of some versions of a page."""
        words: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        for page in pages:
            for block in page.blocks:
                section = section_of(block.path)
                words[section] += block.text.count(" ") + 1
                numbers[section] += len(_number_bins(block.text))
        return cls(
            _most(words, MOST_REGIONS - 1),
            _most(+numbers, MOST_NUMBER_REGIONS - 1),
            frozenset(timed),
            frozenset(dated),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Of the regions, in order: "other" for the rest, numbers behind "#"."""
        numbers = () if self.numbered is None else (*(f"#{name}" for name in self.numbered), "#other")
        return (*self.sections, "other", *numbers)

    def rows_of(self, path: str) -> tuple[int, ...]:
        """The regions that a block's words and numbers belong to, by its path."""
        section = section_of(path)
        words = _row(self.sections, section)
        if self.numbered is None:
            return (words,)
        return words, len(self.sections) + 1 + _row(self.numbered, section)

    def histograms(self, page: BlockPage) -> Histograms:
        """How often each bin of shingles or numbers occurs in each region, shape (regions, ``BINS``)."""
        rows = {name: row for row, name in enumerate(self.sections)}
        cells = [
            rows.get(section_of(block.path), len(rows)) * BINS + shingle
            for block in page.blocks
            if block.path not in self.dated
            for shingle in _shingle_bins(block.text)
        ]
        if self.numbered is not None:
            first = len(rows) + 1
            places = {name: first + row for row, name in enumerate(self.numbered)}
            cells += [
                places.get(section_of(block.path), first + len(places)) * BINS + number
                for block in page.blocks
                if self.timed.isdisjoint((block.path, section_of(block.path)))
                and block.path not in self.dated
                for number in _number_bins(block.text)
            ]
        regions = len(self.names)
        counts = np.bincount(np.array(cells, dtype=np.intp), minlength=regions * BINS)
        return counts.astype(np.float32).reshape(regions, BINS)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        arrays: dict[str, NDArray[Any]] = {"sections": np.array(self.sections, dtype=np.str_)}
        if self.numbered is not None:
            arrays |= {"numbered": np.array(self.numbered, dtype=np.str_)}
        told = {"timed": self.timed, "dated": self.dated}
        return arrays | {name: np.array(sorted(paths), dtype=np.str_) for name, paths in told.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        numbered = tuple(arrays["numbered"].tolist()) if "numbered" in arrays else None
        timed, dated = (
            frozenset(arrays[name].tolist()) if name in arrays else frozenset() for name in ("timed", "dated")
        )
        return cls(tuple(arrays["sections"].tolist()), numbered, timed, dated)


def _most(counts: Counter[str], n: int) -> tuple[str, ...]:
    return tuple(sorted(sorted(counts, key=lambda name: (-counts[name], name))[:n]))


def _row(names: Sequence[str], name: str) -> int:
    """Among sorted names; their number where it is not one of them: the rest."""
    row = bisect_left(names, name)
    return row if row < len(names) and names[row] == name else len(names)


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
    """Of a text without its numbers and what stands beside them."""
    words: list[str] = []
    for word, figure in _figures(text):
        if not figure:
            words.append(word)
        elif not words or words[-1] != _FIGURE:
            words.append(_FIGURE)
    if not words:
        return ()
    shingles = [
        " ".join(words[place : place + SHINGLE_WORDS])
        for place in range(max(1, len(words) - SHINGLE_WORDS + 1))
    ]
    return tuple(_bin(shingle) for shingle in shingles)


@lru_cache(maxsize=16384)
def _number_bins(text: str) -> tuple[int, ...]:
    """Of a text's numbers and what stands beside them."""
    return tuple(_bin(word) for word, figure in _figures(text) if figure)


def _figures(text: str) -> list[tuple[str, bool]]:
    """The words of a text, and which of them are numbers or stand beside one: a date is written in words, too."""
    words = running_words(text.casefold())
    numbers = [any(map(str.isdigit, word)) for word in words]
    return [(word, any(numbers[max(0, row - 1) : row + 2])) for row, word in enumerate(words)]


def _bin(text: str) -> int:
    return zlib.crc32(text.encode(errors="surrogatepass")) % BINS
