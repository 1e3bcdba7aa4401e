"""Each section of a page as a histogram of word shingles.

The textual counterpart of ``features.regions``: a region is a section of the page, wherever it stands. Letter case does
not count. Numbers, with the words right beside them, count as one sign among the words and are regions of their own: a
date stands in a line whose other words never change, a price in a sentence, and time tells which of the two matters.
What follows the clock is left out: a date that is the day of capture, with its weekday, a number that counts days, a
section that is renewed each day. What stands in a table is said of its row (``table_rows``). Pictures that change by
themselves (``own_pictures``) are regions, too: what they show is named by its address.
Source of shingles: Broder, "On the resemblance and containment of documents", 1997; hashed into a few bins, since the
largest change is what matters and not the smallest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import Block, BlockPage, each_once, section_of, without_marks
from changemodel.features.entry_forms import Standing
from changemodel.features.page_text import BINS, PageText
from changemodel.features.picture_sections import own_pictures
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import count_numbers, key_of, number_keys, sentence_of, shingle_keys

MOST_REGIONS = 48
MOST_NUMBER_REGIONS = 24
MOST_PICTURE_REGIONS = 24


@dataclass(frozen=True)
class TextRegions:
    """The sections of a page with most words, and one more region for all others; then the same of numbers."""

    sections: tuple[str, ...]
    numbered: tuple[str, ...]
    timed: frozenset[str] = frozenset()
    """Paths of blocks whose numbers tell when the page was captured: these numbers are left out."""
    dated: frozenset[str] = frozenset()
    """Paths of blocks whose words tell it as well: nothing of them is read."""
    counted: frozenset[tuple[str, int]] = frozenset()
    """Sections, and places among a block's numbers (-1: the last), of those that count days: these are left out."""
    rows: TableRows = field(default_factory=TableRows)
    pictured: tuple[str, ...] = ()
    """Sections whose pictures are read: those that change by themselves (``own_pictures``)."""
    clocked: frozenset[str] = frozenset()
    """Sections that are renewed by the clock, behind "@" those of pictures: nothing of them is read; behind "#"
    sentences: their numbers are not."""

    @classmethod
    def of(
        cls,
        pages: Sequence[BlockPage],
        timed: Collection[str] = (),
        dated: Collection[str] = (),
        counted: Collection[tuple[str, int]] = (),
        rows: TableRows | None = None,
        clocked: Collection[str] = (),
    ) -> Self:
        """The sections of versions of a page in time order; ``rows``: what names those of its tables, where known."""
        words: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        pictures: Counter[str] = Counter()
        for own in each_once(_amounts, pages):
            for total, amount in zip((words, numbers, pictures), own, strict=True):
                total.update(amount)
        return cls(
            sections=_most(words, MOST_REGIONS - 1),
            numbered=_most(+numbers, MOST_NUMBER_REGIONS - 1),
            timed=frozenset(timed),
            dated=frozenset(dated),
            counted=frozenset(counted),
            rows=TableRows.of(pages) if rows is None else rows,
            pictured=_most(
                Counter({name: pictures[name] for name in own_pictures(pages)}), MOST_PICTURE_REGIONS
            ),
            clocked=frozenset(clocked),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Of the regions, in order: "other" for the rest, numbers behind "#", pictures behind "@"."""
        numbers = (*(f"#{name}" for name in self.numbered), "#other")
        return (*self.sections, "other", *numbers, *(f"@{name}" for name in self.pictured))

    def rows_of(self, path: str) -> tuple[int, ...]:
        """The regions that a block's words and numbers belong to, by its path; of "@" and a path, its pictures'."""
        if path.startswith("@"):
            shown = self._shown(section_of(path[1:]))
            return () if shown is None else (shown,) * 2
        section = section_of(path)
        return _row(self.sections, section), self._numbers_row(section)

    def _numbers_row(self, section: str) -> int:
        return len(self.sections) + 1 + _row(self.numbered, section)

    def _shown(self, section: str) -> int | None:
        """The region of a section's pictures; None where they are not read."""
        if section not in self.pictured:
            return None
        return len(self.sections) + 1 + len(self.numbered) + 1 + self.pictured.index(section)

    def read(self, page: BlockPage) -> PageText:
        """What a version says."""
        called = self.rows.names(page)
        cells = [list(self._cells(block, called.get(block.path, ""))) for block in page.blocks]
        cells += [list(self._picture_cells(picture)) for picture in page.pictures]
        counts = np.bincount(
            np.array([cell for own in cells for cell in own], dtype=np.intp),
            minlength=len(self.names) * BINS,
        )
        return PageText(counts.astype(np.float32).reshape(-1, BINS), cells, Standing.of(page))

    def _picture_cells(self, picture: Block) -> Iterator[int]:
        section = section_of(picture.path)
        region = self._shown(section)
        if region is not None and f"@{section}" not in self.clocked:
            yield from _bins(region, key_of(picture.text), "")

    def _cells(self, block: Block, row: str) -> Iterator[int]:
        """The bins of all regions that a block's words and numbers fall into; ``row``: what its table row is called."""
        section = section_of(block.path)
        if block.path in self.dated or section in self.clocked:
            return
        text = without_marks(block.text)
        words = _row(self.sections, section)
        for shingle in shingle_keys(text):
            yield from _bins(words, shingle, row)
        if block.path in self.timed or (
            self.clocked and f"#{sentence_of(section, block.text)}" in self.clocked
        ):
            return
        numbers, count = self._numbers_row(section), count_numbers(text)
        left_out = {
            place % count for name, place in self.counted if name == section and -count <= place < count
        }
        for number in number_keys(text, frozenset(left_out)):
            yield from _bins(numbers, number, row)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        said: Mapping[str, Collection[str]] = {
            "sections": self.sections,
            "numbered": self.numbered,
            "pictured": self.pictured,
            "timed": sorted(self.timed),
            "dated": sorted(self.dated),
            "clocked": sorted(self.clocked),
            "counted": sorted(f"{place} {section}" for section, place in self.counted),
            "row_names": sorted(self.rows.columns),
        }
        return {name: np.array(list(items), dtype=np.str_) for name, items in said.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        saved = {name: tuple(array.tolist()) for name, array in arrays.items() if array.dtype.kind == "U"}
        counted = (item.split(" ", 1) for item in saved["counted"])
        return cls(
            sections=saved["sections"],
            numbered=saved["numbered"],
            timed=frozenset(saved["timed"]),
            dated=frozenset(saved["dated"]),
            counted=frozenset((section, int(place)) for place, section in counted),
            rows=TableRows(frozenset(saved["row_names"])),
            pictured=saved["pictured"],
            clocked=frozenset(saved["clocked"]),
        )


def _amounts(page: BlockPage) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How many words and numbers, and how many pictures, each section has."""
    words: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for block in page.blocks:
        section = section_of(block.path)
        words[section] += len(block.text.split())
        numbers[section] += len(number_keys(block.text))
    return words, numbers, Counter(section_of(picture.path) for picture in page.pictures)


def _most(counts: Counter[str], n: int) -> tuple[str, ...]:
    return tuple(sorted(sorted(counts, key=lambda name: (-counts[name], name))[:n]))


def _bins(region: int, key: int, row: str) -> tuple[int, int]:
    """Where something is counted; in a table it is said of its row."""
    if row:
        key ^= key_of(row)
    first, half = region * BINS, BINS // 2
    return first + key % half, first + half + key // half % half


def _row(names: Sequence[str], name: str) -> int:
    """Among sorted names; their number where it is not one of them: the rest."""
    row = bisect_left(names, name)
    return row if row < len(names) and names[row] == name else len(names)
