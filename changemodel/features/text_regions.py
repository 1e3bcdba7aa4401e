"""What each section of a page says, as numbers: histograms of word shingles, compared by weighted Jaccard distance.

The textual counterpart of ``features.regions``: a region is a section of the page, wherever it stands. Letter case does
not count. Numbers, with the words right beside them, count as one sign among the words and are regions of their own: a
date stands in a line whose other words never change, a price in a sentence, and time tells which of the two matters;
but a date that is the day of capture follows time as news does, and is left out, with its weekday. Numbers that change
nearly always, in a sentence that stays, among others that do not, are a region of their own: the minutes to wait,
beside what the passage costs. What stands in a table is said of its row (``table_rows``). Pictures that change by
themselves (``own_pictures``) are regions, too: what they show is named by its address. So are sentences that are
foretold to be brief (``brief_sentences``), beside those of their section that last.
Source of shingles: Broder, "On the resemblance and containment of documents", 1997; hashed into a few bins, since the
largest change is what matters and not the smallest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.ageing import Ageing
from changemodel.features.blocks import Block, BlockPage, each_once, section_of
from changemodel.features.brief_sentences import BRIEF_MARK, BriefSentences, Part
from changemodel.features.entry_forms import Standing
from changemodel.features.hidden_entries import ReadLists
from changemodel.features.list_entries import Entry, Lists, followed_lists, lists_of
from changemodel.features.page_text import BINS, PageText
from changemodel.features.parted_lists import parted_lists
from changemodel.features.passing_entries import passing_traits
from changemodel.features.passing_sentences import lasting_text, passing_sentences
from changemodel.features.picture_sections import own_pictures
from changemodel.features.restless_numbers import restless_numbers
from changemodel.features.returning_entries import returning_traits
from changemodel.features.returning_sentences import returning_sentences
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import count_numbers, key_of, number_keys, sentence_of, shingle_keys
from changemodel.features.told_entries import ToldPair, told_traits
from changemodel.features.unsettled_lists import unsettled_lists

MOST_REGIONS = 48
MOST_NUMBER_REGIONS = 24
MOST_PICTURE_REGIONS = 24
RESTLESS_REGION = "#restless"


@dataclass(frozen=True)
class TextRegions:
    """The sections of a page with most words, and one more region for all others; then the same of numbers."""

    sections: tuple[str, ...]
    numbered: tuple[str, ...] | None = None  # None: numbers are not read
    timed: frozenset[str] = frozenset()
    """Paths of blocks whose numbers tell when the page was captured: these numbers are left out."""
    dated: frozenset[str] = frozenset()
    """Paths of blocks whose words tell it as well: nothing of them is read."""
    restless: frozenset[tuple[str, int]] = frozenset()
    """Sentences (see ``sentence_of``), and places of their numbers that are a region of their own; -1: all of them."""
    counted: frozenset[tuple[str, int]] = frozenset()
    """Sections, and places among a block's numbers (-1: the last), of those that count days: these are left out."""
    passing: frozenset[tuple[str, str]] = frozenset()
    """Lists, and traits of the entries that come and go amid the news in them (``passing_entries``): nothing of these
    is read."""
    rows: TableRows = field(default_factory=TableRows)
    unsettled: frozenset[tuple[str, int]] = frozenset()
    """Lists in which entries come and go, and how many of them at once at most (``unsettled_lists``)."""
    fleeting: frozenset[tuple[str, str]] = frozenset()
    """Sections, and sentences that come and go in them (``passing_sentences``, ``returning_sentences``): these are not
    read."""
    ageing: Ageing = field(default_factory=Ageing)
    """What entries do as they grow older: its words are not read."""
    pictured: tuple[str, ...] = ()
    """Sections whose pictures are read: those that change by themselves (``own_pictures``)."""
    clocked: frozenset[str] = frozenset()
    """Sections that are renewed by the clock, behind "@" those of pictures: nothing of them is read; behind "#"
    sentences: their numbers are not."""
    parted: frozenset[str] = frozenset()
    """Names whose lists are parts of one (``parted_lists``)."""
    brief: BriefSentences = field(default_factory=BriefSentences)
    """Sections that are two regions, of what lasts and, behind "~", of what is foretold to be brief."""

    @classmethod
    def of(
        cls,
        pages: Sequence[BlockPage],
        timed: Collection[str] = (),
        dated: Collection[str] = (),
        counted: Collection[tuple[str, int]] = (),
        rows: TableRows | None = None,
        told: Sequence[ToldPair] = (),
        clocked: Collection[str] = (),
    ) -> Self:
        """The sections of versions of a page in time order; ``rows``: what names those of its tables, where known;
        ``told``: what a person said of pairs of versions."""
        words: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        pictures: Counter[str] = Counter()
        brief = BriefSentences.of(pages)
        for own in each_once(lambda page: _amounts(page, brief), pages):
            for total, amount in zip((words, numbers, pictures), own, strict=True):
                total.update(amount)
        parted = parted_lists(pages)
        lists = followed_lists(pages, parted)
        passing = passing_traits(lists)
        for known in (returning_traits(lists), told_traits(told, lists, parted)):
            for name, traits in known.items():
                passing[name] = passing.get(name, frozenset()) | traits
        return cls(
            _most(words, MOST_REGIONS - 1),
            _most(+numbers, MOST_NUMBER_REGIONS - 1),
            frozenset(timed),
            frozenset(dated),
            restless_numbers(pages),
            frozenset(counted),
            frozenset((name, trait) for name, found in passing.items() for trait in found),
            TableRows.of(pages) if rows is None else rows,
            frozenset(unsettled_lists(lists, passing).items()),
            passing_sentences(pages) | returning_sentences(pages),
            Ageing.of(pages),
            _most(Counter({name: pictures[name] for name in own_pictures(pages)}), MOST_PICTURE_REGIONS),
            frozenset(clocked),
            parted,
            brief,
        )

    @cached_property
    def _fleeting(self) -> Mapping[str, frozenset[str]]:
        """Sentences that come and go, by section."""
        found: dict[str, set[str]] = {}
        for section, sentence in self.fleeting:
            found.setdefault(section, set()).add(sentence)
        return {section: frozenset(sentences) for section, sentences in found.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """Of the regions, in order: "other" for the rest, numbers behind "#", pictures behind "@", restless ones."""
        numbers = () if self.numbered is None else (*(f"#{name}" for name in self.numbered), "#other")
        shown = (f"@{name}" for name in self.pictured)
        return (*self.sections, "other", *numbers, *shown, *([RESTLESS_REGION] if self.restless else []))

    def rows_of(self, path: str) -> tuple[int, ...]:
        """The regions that a block's words and numbers belong to, by its path, those of lasting and those of brief
        sentences, which are the same in most sections; of "@" and a path, its pictures', as often."""
        if path.startswith("@"):
            shown = self._shown(section_of(path[1:]))
            return () if shown is None else (shown,) * 4
        section = section_of(path)
        if self.numbered is None:
            return (_row(self.sections, section),)
        brief = f"{BRIEF_MARK}{section}" if section in self.brief.sections else section
        return *self._rows_of_region(section), *self._rows_of_region(brief)

    def _rows_of_region(self, name: str) -> tuple[int, int]:
        """Of its words and of its numbers."""
        return _row(self.sections, name), len(self.sections) + 1 + _row(self.numbered or (), name)

    def _shown(self, section: str) -> int | None:
        """The region of a section's pictures; None where they are not read."""
        if section not in self.pictured:
            return None
        before = len(self.sections) + 1 + (0 if self.numbered is None else len(self.numbered) + 1)
        return before + self.pictured.index(section)

    def read(self, page: BlockPage) -> PageText:
        """What a version says."""
        called = self.rows.names(page)
        cells = [list(self._cells(block, called.get(block.path, ""))) for block in page.blocks]
        cells += [list(self._picture_cells(picture)) for picture in page.pictures]
        lists = self._watched(page)
        passing = self._passing_rows(lists)
        for row in passing:
            cells[row] = []
        counts = np.bincount(
            np.array([cell for own in cells for cell in own], dtype=np.intp),
            minlength=len(self.names) * BINS,
        )
        histograms = counts.astype(np.float32).reshape(-1, BINS)
        return PageText(
            histograms, cells, Standing.of(page), self.ageing, ReadLists(lists, passing), dict(self.unsettled)
        )

    def _passing_rows(self, lists: Lists) -> frozenset[int]:
        return frozenset(
            row
            for (name, _), entries in lists.items()
            for entry in entries
            if self._is_passing(name, entry)
            for row in entry.rows
        )

    def _watched(self, page: BlockPage) -> Lists:
        """The lists in which entries come and go."""
        names = {name for name, _ in self.passing} | {name for name, _ in self.unsettled}
        return lists_of(page, names, self.parted) if names else {}

    def _is_passing(self, name: str, entry: Entry) -> bool:
        return any((name, trait) in self.passing for trait in entry.traits)

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
        lasting = lasting_text(block.in_lines, self._fleeting.get(section, frozenset()))
        text = self.ageing.lasting(section, lasting.text)
        for part in self.brief.parts(section, text, lasting.places):
            words = _row(self.sections, part.region)
            for shingle in shingle_keys(part.text):
                yield from _bins(words, shingle, row)
            yield from self._number_cells(block, part, row, lasting.in_all)

    def _number_cells(self, block: Block, part: Part, row: str, count: int) -> Iterator[int]:
        """Those of the numbers of a part of a block that has so many in all."""
        section = section_of(block.path)
        if self.numbered is None or not self.timed.isdisjoint(
            (block.path, section)
        ):  # sections: older models
            return
        sentence = sentence_of(section, block.text) if self.restless or self.clocked else ""
        if f"#{sentence}" in self.clocked:
            return
        numbers = len(self.sections) + 1 + _row(self.numbered, part.region)
        left_out = part.local({place for name, place in self.counted if name == section}, count)
        every = frozenset(range(len(part.places)))
        known = self._restless_places.get(sentence, frozenset())
        restless = every if -1 in known else part.local(known, count)
        for number in number_keys(part.text, left_out | restless):
            yield from _bins(numbers, number, row)
        if restless:
            for number in number_keys(part.text, left_out | (every - restless)):
                yield from _bins(len(self.names) - 1, number, row)

    @cached_property
    def _restless_places(self) -> Mapping[str, frozenset[int]]:
        """The places of restless numbers, by sentence; -1: all of them."""
        found: dict[str, set[int]] = {}
        for sentence, place in self.restless:
            found.setdefault(sentence, set()).add(place)
        return {sentence: frozenset(places) for sentence, places in found.items()}

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        arrays: dict[str, NDArray[Any]] = {"sections": np.array(self.sections, dtype=np.str_)}
        if self.numbered is not None:
            arrays |= {"numbered": np.array(self.numbered, dtype=np.str_)}
        told = {
            "timed": self.timed,
            "dated": self.dated,
            "clocked": self.clocked,
            "parted": self.parted,
            "restless": {f"{sentence} {place}" for sentence, place in self.restless},
            "counted": {f"{place} {section}" for section, place in self.counted},
            "passing": {"\t".join(item) for item in self.passing},
            "fleeting": {"\t".join(item) for item in self.fleeting},
            "aged_words": {"\t".join(item) for item in self.ageing.words},
            "folded": {"\t".join(item) for item in self.ageing.folded},
            "aged_figures": self.ageing.figures,
            "unsettled": {f"{most} {name}" for name, most in self.unsettled},
            "row_names": self.rows.columns,
        }
        if self.pictured:
            arrays |= {"pictured": np.array(self.pictured, dtype=np.str_)}
        arrays |= self.brief.to_arrays()
        return arrays | {name: np.array(sorted(paths), dtype=np.str_) for name, paths in told.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others; of an older model, without what it did not know of."""
        numbered = tuple(arrays["numbered"].tolist()) if "numbered" in arrays else None
        timed, dated, restless, counted, passing, columns, unsettled, fleeting, words, folded, ages = (
            _names(arrays, name)
            for name in (
                "timed",
                "dated",
                "restless",
                "counted",
                "passing",
                "row_names",
                "unsettled",
                "fleeting",
                "aged_words",
                "folded",
                "aged_figures",
            )
        )
        places, mosts = ((item.split(" ", 1) for item in items) for items in (counted, unsettled))
        return cls(
            sections=tuple(arrays["sections"].tolist()),
            numbered=numbered,
            timed=timed,
            dated=dated,
            restless=frozenset(_restless_of(restless)),
            counted=frozenset((section, int(place)) for place, section in places),
            passing=_pairs(passing),
            fleeting=_pairs(fleeting),
            ageing=Ageing(_pairs(words), _pairs(folded), ages),
            rows=TableRows(columns),
            unsettled=frozenset((name, int(most)) for most, name in mosts),
            pictured=tuple(arrays["pictured"].tolist()) if "pictured" in arrays else (),
            clocked=_names(arrays, "clocked"),
            parted=_names(arrays, "parted"),
            brief=BriefSentences.from_arrays(arrays),
        )


def _amounts(page: BlockPage, brief: BriefSentences) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How many words and numbers each region has, and how many pictures each section."""
    words: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for block in page.blocks:
        places = range(count_numbers(block.in_lines))
        for part in brief.parts(section_of(block.path), block.in_lines, places):
            words[part.region] += len(part.text.split())
            numbers[part.region] += len(number_keys(part.text))
    return words, numbers, Counter(section_of(picture.path) for picture in page.pictures)


def _names(arrays: Mapping[str, NDArray[Any]], key: str) -> frozenset[str]:
    """What was saved under a name; nothing by a model that did not know of it."""
    return frozenset(arrays[key].tolist()) if key in arrays else frozenset()


def _restless_of(saved: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Of a model that followed sentences as a whole, all their numbers."""
    for sentence, _, place in (item.partition(" ") for item in saved):
        yield sentence, int(place or -1)


def _pairs(saved: Iterable[str]) -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, _, second in (item.partition("\t") for item in saved))


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
