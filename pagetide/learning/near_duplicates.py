"""Near-duplicates in a collection: states of a page, pages of one template, captures like one capture.

How near that is is read off the collection: captures of one page that follow each other are the same thing, captures of
different pages are not, and the distance between fingerprints that best tells these two apart is taken: of each part
and of the whole where all must be alike, of the structure for templates, of the whole for a page's states. Captures
that are not in the index of ``SimilarCaptures``, since they could not be read, are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from changemodel.codes.fingerprints import PARTS, UNRELATED, likeness, part_of
from changemodel.codes.index import CodeIndex
from changemodel.codes.near_duplicates import NearDuplicates, RecurringStates, is_near, separating_distance
from pagetide.errors import NothingToDo
from pagetide.learning.similar import SimilarCaptures, item_number
from storage.queries.captures import CaptureKey

PAIRS_OF_A_PAGE = 100
"""Captures that follow each other, spread over the page's time: a page that is visited often is not all that counts."""
PAIRS_OF_PAGES = 10_000

Codes = NDArray[np.uint8]


@dataclass(frozen=True)
class Spell:
    """A time during which a page stayed in one state."""

    state: int
    captures: tuple[CaptureKey, ...]


@dataclass(frozen=True)
class State:
    """One look of a page; ``number`` counts from 1 in the order in which they were seen first."""

    number: int
    spells: tuple[Spell, ...]

    @property
    def captures(self) -> tuple[CaptureKey, ...]:
        """In order of time."""
        return tuple(key for spell in self.spells for key in spell.captures)

    @property
    def first_at(self) -> datetime:
        """When it was seen first."""
        return self.captures[0].started_at

    @property
    def last_at(self) -> datetime:
        """When it was seen last."""
        return self.captures[-1].started_at

    @property
    def returns(self) -> int:
        """How often it came back."""
        return len(self.spells) - 1


@dataclass(frozen=True)
class PageStates:
    """The states of a page, and its spells in order of time."""

    states: tuple[State, ...]
    spells: tuple[Spell, ...]


@dataclass(frozen=True)
class NearDuplicate:
    """A capture, and how much of each part it has in common with the one that was asked about: 0 to 1."""

    key: CaptureKey
    look: float
    structure: float
    words: float


class NearDuplicateCaptures:
    """Answers from the fingerprints of one collection, read once.

    Raises
    ------
    NothingToDo
        The index is of another grid, or no page has two captures to learn from what is nearly the same.
    """

    def __init__(self, index: SimilarCaptures) -> None:
        self._prints: CodeIndex = index.fingerprints()
        known = set(self._prints.ids.tolist())
        self._keys = [key for key in index.captures() if item_number(key.urn) in known]
        self._by_page: dict[int, list[CaptureKey]] = {}
        for key in sorted(self._keys, key=attrgetter("page_id", "started_at", "id")):
            self._by_page.setdefault(key.page_id, []).append(key)
        self._following = list(self._pairs_that_follow())
        if not self._following:
            raise NothingToDo(
                "no page has two captures: what is nearly the same is learned from captures that follow each other. "
                "Visit pages again: pagetide crawl --once"
            )

    def states(self, page_id: int) -> PageStates:
        """The states that a page was in, and when.

        Raises
        ------
        NothingToDo
            No capture of the page is in the index.
        """
        keys = self._by_page.get(page_id, [])
        if not keys:
            raise NothingToDo("this page has no capture that shows it. Visit it: pagetide crawl --once")
        labels = RecurringStates(self._distance()).fit(self._codes(keys)).labels_.tolist()
        spells = tuple(
            Spell(state + 1, tuple(key for _, key in run))
            for state, run in groupby(zip(labels, keys, strict=True), key=lambda one: one[0])
        )
        numbers = range(1, max(labels) + 2)
        return PageStates(
            tuple(State(n, tuple(one for one in spells if one.state == n)) for n in numbers), spells
        )

    def like(self, capture_id: int) -> list[NearDuplicate]:
        """All captures that are nearly the same as one, the nearest first, without itself.

        Raises
        ------
        NothingToDo
            The capture is not in the index.
        """
        keys = {item_number(key.urn): key for key in self._keys}
        own = next((number for number, key in keys.items() if key.id == capture_id), None)
        if own is None:
            raise NothingToDo(
                f"capture #{capture_id} is not in the index: it could not be read. Name another one"
            )
        (code,) = self._prints.codes_of([own])
        limit, parts = self._distance(), self._distances_of_parts()
        _, numbers = self._prints.within(code, limit, model=self._prints.model)
        near = numbers[is_near(code, self._prints.codes_of(numbers), limit, parts)]
        found = [number for number in near.tolist() if number != own and number in keys]
        if not found:
            return []
        alike = likeness(code, self._prints.codes_of(found))
        return [
            NearDuplicate(keys[number], *map(float, row)) for number, row in zip(found, alike, strict=True)
        ]

    def clusters(self, capture_ids: Iterable[int]) -> list[list[CaptureKey]]:
        """The named captures in groups that are nearly the same, the largest first; those not in the index left out.

        For what many pages show at once, such as a wall of consent or an error page.
        """
        wanted = set(capture_ids)
        return self._grouped([key for key in self._keys if key.id in wanted])

    def templates(self) -> list[list[CaptureKey]]:
        """The newest capture of every page, in groups that are made alike, whatever they say; the largest first."""
        newest = [keys[-1] for keys in self._by_page.values()]
        return self._grouped(newest, "structure")

    def _grouped(self, keys: Sequence[CaptureKey], part: str | None = None) -> list[list[CaptureKey]]:
        if not keys:
            return []
        parts = self._distances_of_parts() if part is None else ()
        clusters = NearDuplicates(self._distance(part), parts).fit(self._codes(keys, part))
        groups: list[list[CaptureKey]] = [[] for _ in clusters.middles_]
        for key, label in zip(keys, clusters.labels_.tolist(), strict=True):
            groups[label].append(key)
        return groups

    def _codes(self, keys: Sequence[CaptureKey], part: str | None = None) -> Codes:
        codes = self._prints.codes_of([item_number(key.urn) for key in keys])
        return codes if part is None else part_of(codes, part)

    def _distance(self, part: str | None = None) -> float:
        """Bits in which things that are not the same differ, in one part or in all."""
        different = self._different_pages(over_hosts=part == "structure")
        if not different:
            return float(UNRELATED * (1 if part else len(PARTS)))
        return separating_distance(self._apart(self._following, part), self._apart(different, part))

    def _distances_of_parts(self) -> tuple[float, ...]:
        return tuple(self._distance(part) for part in PARTS)

    def _apart(self, pairs: Sequence[tuple[CaptureKey, CaptureKey]], part: str | None) -> NDArray[np.int64]:
        here, there = (self._codes(side, part) for side in zip(*pairs, strict=True))
        return np.asarray(np.bitwise_count(here ^ there).sum(axis=1, dtype=np.int64))

    def _pairs_that_follow(self) -> Iterator[tuple[CaptureKey, CaptureKey]]:
        for keys in self._by_page.values():
            pairs = list(pairwise(keys))
            for place in np.unique(
                np.linspace(0, len(pairs) - 1, min(len(pairs), PAIRS_OF_A_PAGE)).astype(int)
            ):
                yield pairs[place]

    def _different_pages(self, *, over_hosts: bool) -> list[tuple[CaptureKey, CaptureKey]]:
        """Newest captures of two pages, by chance where there are many; of two hosts where there are two."""
        newest = [keys[-1] for keys in self._by_page.values()]
        count = len(newest)
        pairs = (
            np.stack(np.triu_indices(count, 1), axis=1) if count**2 < 2 * PAIRS_OF_PAGES else _drawn(count)
        )
        found = [(newest[a], newest[b]) for a, b in pairs.tolist()]
        across = [
            pair for pair in found if over_hosts and len({urlsplit(key.url).netloc for key in pair}) > 1
        ]
        return across or found


def _drawn(count: int) -> NDArray[np.int64]:
    pairs: NDArray[np.int64] = np.random.default_rng(0).integers(count, size=(PAIRS_OF_PAGES, 2))
    return np.asarray(pairs[pairs[:, 0] != pairs[:, 1]])
