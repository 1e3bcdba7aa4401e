"""The entries of a page's lists, and which entry of one version is which of another.

A list is what its elements say: children of one tag below one kind of parent, wherever they stand (the items of a
``ul``, the rows of a table, teasers one below the other). No tag names a list: which lists matter is learned
(``passing_entries``). An entry is the same in another version if it says mostly the same there, so that a counter in
it, or an age, makes no other of it; or if it has the same heading, so that what is unfolded below it makes none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from changemodel.features.blocks import BlockPage, each_once, masked_text, section_of, without_marks
from changemodel.features.remembered import remembered
from changemodel.features.typography import folded

MOSTLY = 0.5
"""Share of the letters of the longer of two entries that both must have for them to be the same."""

MIN_ENTRIES = 4
"""That a list, or one beside it, must have had at once to be followed."""

ALIKE = 0.6
"""Share of the entries of a list that must have one shape."""

CELLS = frozenset({"td", "th"})
"""Elements that are no entries of a list: a cell belongs to its column."""

MIN_HEADING = 12
"""Letters of a heading that names an entry: shorter ones are labels, such as "News"."""

DEEPEST = 256
"""Steps of a path, the innermost ones, whose elements may be lists: no browser nests much deeper."""

COMMON = 16
"""Entries of a list, or lists of a name, above which a text that they all have tells none of them."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of a list in one version.

    Attributes
    ----------
    rows : tuple of int
        Its blocks, by their places in the page.
    texts : dict of str to int
        What they say, and of how many letters.
    heading : str
        Its first heading, "" without one.
    shape : str
        Which parts it has.
    traits : frozenset of str
        What other entries may have in common with it: its shape, and what each part says, numbers aside.
    """

    rows: tuple[int, ...]
    texts: dict[str, int]
    heading: str
    shape: str
    traits: frozenset[str]

    @property
    def letters(self) -> int:
        """Of all its texts."""
        return sum(self.texts.values())

    @cached_property
    def naming_trait(self) -> str:
        """The one that says its heading, or its longest text; "" where that is a label."""
        text = self.heading or max(self.texts, key=lambda item: (self.texts[item], item), default="")
        if len(text) < MIN_HEADING:
            return ""
        said = f" {masked_text(text)}"
        return min((item for item in self.traits if item.endswith(said)), default="")


_HEADING = re.compile(r"h[1-6]")

Place = tuple[str, str]
"""A list's name, and the path of what it stands in: some stand beside others of the same name."""

Lists = dict[Place, list[Entry]]
"""In reading order."""


def list_names(page: BlockPage, entries: int = MIN_ENTRIES) -> set[str]:
    """The lists that have so many entries or more."""
    elements = {item for block in page.blocks for item in _elements(block.path)}
    lengths = Counter((name, parent) for name, parent, _ in elements)
    return {name for (name, _), length in lengths.items() if length >= entries}


def lists_of(page: BlockPage, names: Collection[str], parted: Collection[str] = ()) -> Lists:
    """Some lists of a page; those that have no entry are left out. ``parted``: names whose lists are parts of one."""
    found: dict[tuple[str, str], dict[str, list[int]]] = {}
    for row, block in enumerate(page.blocks):
        for name, parent, element in _elements(block.path):
            if name in names:
                place = (name, "" if name in parted else parent)
                found.setdefault(place, {}).setdefault(element, []).append(row)
    return {
        name: [_entry(page, element, rows) for element, rows in elements.items()]
        for name, elements in found.items()
    }


def stands_in(section: str, name: str) -> bool:
    """Whether what a section says stands in an entry of a list; whatever class the entry has."""
    steps, listed = section.split(">"), name.split(">")
    outer = len(listed) - 1
    return steps[:outer] == listed[:outer] and len(steps) > outer and _tag(steps[outer]) == listed[outer]


def same_lists(a: Lists, b: Lists) -> dict[Place, Place]:
    """Which list of one version is which of another: what says most of the same, of equal ones that in the same place.

    Lists change places, as columns do. Where nothing is the same, it is that in the same place.
    """
    if a.keys() == b.keys() and all(a[place] is b[place] for place in a):
        return {place: place for place in a}
    where: dict[tuple[str, str], list[tuple[Place, int]]] = {}
    for new, entries in b.items():
        for text, letters in _letters_of(entries).items():
            where.setdefault((new[0], text), []).append((new, letters))
    shared = []
    for old, entries in a.items():
        common = Counter({old: 0} if old in b else {})
        for text, letters in _letters_of(entries).items():
            places = where.get((old[0], text), ())
            for new, other in places if len(places) <= COMMON else ():
                common[new] += min(letters, other)
        shared += [(letters, old == new, old, new) for new, letters in common.items()]
    found: dict[Place, Place] = {}
    free = set(b)
    for _, _, old, new in sorted(shared, key=lambda item: item[:2], reverse=True):
        if old not in found and new in free:
            found[old] = new
            free.discard(new)
    return found


@dataclass(frozen=True, eq=False)
class ListHistory:
    """One list over some versions of a page, wherever it stood.

    Attributes
    ----------
    name : str
    visits : int
        Versions of the page.
    shown : dict of int to list of Entry
        What it says, by version, where it is there.
    """

    name: str
    visits: int
    shown: dict[int, list[Entry]] = field(default_factory=dict)


def followed_lists(pages: Sequence[BlockPage], parted: Collection[str] = ()) -> list[ListHistory]:
    """All lists of a page that have, or stand beside one of their name that has, ``MIN_ENTRIES``; in time order.

    ``parted``: names whose lists are parts of one.
    """
    names = set(parted).union(*each_once(list_names, pages))
    every: list[ListHistory] = []
    last: Lists = {}
    standing: dict[Place, ListHistory] = {}
    for visit, lists in enumerate(each_once(lambda page: lists_of(page, names, parted), pages)):
        origins = {new: old for old, new in same_lists(last, lists).items()}
        known = {place: standing[origins[place]] for place in lists if place in origins}
        for place, entries in lists.items():
            if place not in known:
                known[place] = ListHistory(place[0], len(pages))
                every.append(known[place])
            known[place].shown[visit] = entries
        moved = set(known.values())
        standing = {place: item for place, item in standing.items() if item not in moved} | known
        last = {place: entries for place, entries in last.items() if place in standing} | lists
    return every


def are_alike(entries: Iterable[Entry]) -> bool:
    """Whether most entries have one shape: boxes of many kinds side by side are no list."""
    shapes = Counter(entry.shape for entry in entries)
    return max(shapes.values(), default=0) >= ALIKE * shapes.total()


def _letters_of(entries: Sequence[Entry]) -> Counter[str]:
    """How many letters of each text stand in some entries."""
    return Counter({text: letters for entry in entries for text, letters in entry.texts.items()})


def same_entries(a: Sequence[Entry], b: Sequence[Entry]) -> list[int | None]:
    """For each entry of one version its place in another; None where it is not there."""
    if len(a) == len(b) and all(old is new for old, new in zip(a, b, strict=True)):
        return list(range(len(a)))
    found = _same_to_the_letter(a, b)
    _add_namesakes(found, a, b)
    free = set(range(len(b))).difference(place for place in found if place is not None)
    where: dict[str, list[tuple[int, float]]] = {}
    for place in sorted(free):
        for text, worth in _telling(b[place]):
            where.setdefault(text, []).append((place, worth))
    for row in [row for row, place in enumerate(found) if place is None]:
        shared: dict[int, float] = {}
        for text, worth in _telling(a[row]):
            places = where.get(text, ())
            for place, other in places if len(places) <= COMMON else ():
                if place in free:
                    shared[place] = shared.get(place, 0.0) + min(worth, other)
        best = max(shared, key=lambda place: (shared[place], -place), default=None)
        if best is not None and shared[best] >= MOSTLY * max(a[row].letters, b[best].letters):
            found[row] = best
            free.discard(best)
    return found


def _same_to_the_letter(a: Sequence[Entry], b: Sequence[Entry]) -> list[int | None]:
    """Those that say exactly the same, the first of several first."""
    places: dict[frozenset[tuple[str, int]], list[int]] = {}
    for place in reversed(range(len(b))):
        places.setdefault(frozenset(b[place].texts.items()), []).append(place)
    return [left.pop() if (left := places.get(frozenset(entry.texts.items()))) else None for entry in a]


def _add_namesakes(found: list[int | None], a: Sequence[Entry], b: Sequence[Entry]) -> None:
    """Those under one heading that no other entry of either version has."""
    taken = {place for place in found if place is not None}
    own, other = _by_heading(a), _by_heading(b)
    for heading, rows in own.items():
        places = other.get(heading, [])
        if len(rows) == len(places) == 1 and found[rows[0]] is None and places[0] not in taken:
            found[rows[0]] = places[0]


def _by_heading(entries: Sequence[Entry]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, entry in enumerate(entries):
        if len(entry.heading) >= MIN_HEADING:
            found.setdefault(entry.heading, []).append(row)
    return found


def _telling(entry: Entry) -> Iterator[tuple[str, float]]:
    """What an entry is known by: texts to the letter for a half, and the same with numbers masked for the other."""
    for text, letters in entry.texts.items():
        yield text, 0.5 * letters
        yield f"# {_masked(text)}", 0.5 * letters


def _entry(page: BlockPage, element: str, rows: Sequence[int]) -> Entry:
    texts: dict[str, int] = {}
    traits = set()
    parts = set()
    headings = []
    for row in rows:
        block = page.blocks[row]
        part = section_of(block.path[len(element) :])
        parts.add(part)
        text = folded(without_marks(block.text))
        if text:
            texts[text] = texts.get(text, 0) + len(text)
            traits.add(f"{part} {_masked(text)}")
            if _HEADING.fullmatch(_tag(block.path.rpartition(">")[2])):
                headings.append(text)
    shape = "|".join((_name_of(element), *sorted(parts)))
    return Entry(tuple(rows), texts, next(iter(headings), ""), shape, frozenset({shape, *traits}))


@lru_cache(maxsize=8192)
def _elements(path: str) -> tuple[tuple[str, str, str], ...]:
    """The lists that a block may belong to, by name and parent, and its entry in each by the path of the element."""
    steps = path.split(">")
    first = max(1, len(steps) - DEEPEST)
    parents = [">".join(steps[:depth]) for depth in range(first, len(steps))]
    return tuple(
        (f"{section_of(parent)}>{_tag(step)}", parent, f"{parent}>{step}")
        for parent, step in zip(parents, steps[first:], strict=True)
        if _tag(step) not in CELLS
    )


@remembered
def _masked(text: str) -> str:
    return masked_text(text)


def _tag(step: str) -> str:
    return step.partition(":")[0].partition(".")[0].partition("#")[0]


def _name_of(element: str) -> str:
    return section_of(element.rpartition(">")[2])
