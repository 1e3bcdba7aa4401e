"""Lists that are parted only to be shown: cards in rows of four, lines in columns of one length.

What comes in above pushes an entry out of one part into the next; nobody moved it. Lists of one name, some of whose
entries stay where they are while others go to another of the name, are one list in reading order. That all of a list's
entries stand elsewhere says nothing: something was put above it. Paragraphs are parts of entries, and of no list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from changemodel.features.blocks import BlockPage, each_once
from changemodel.features.list_entries import MIN_HEADING, Entry, Lists, list_names, lists_of

MIN_LENGTH = 3
"""Entries that some part must have had at once."""

MIN_PARTED = 3
"""Visits between which entries must have gone from one part to another."""


def parted_lists(pages: Sequence[BlockPage]) -> frozenset[str]:
    """The names of the lists that are parts of one, from versions of a page in time order."""
    every = set().union(*each_once(lambda page: list_names(page, MIN_LENGTH), pages))
    names = {name for name in every if not name.endswith(">p")}
    visits = each_once(lambda page: _parts(lists_of(page, names)), pages)
    times = Counter(name for before, after in pairwise(visits) for name in _moving(before, after))
    return frozenset(name for name, count in times.items() if count >= MIN_PARTED)


_Parts = dict[str, dict[frozenset[str], str]]
"""By the name of lists in which part each entry stands, in reading order; it is known by what it says, and those that
say the same are left out."""


def _parts(lists: Lists) -> _Parts:
    found: _Parts = {}
    twice: set[tuple[str, frozenset[str]]] = set()
    for (name, parent), entries in lists.items():
        where = found.setdefault(name, {})
        for entry in entries:
            said = _said(entry)
            if where.setdefault(said, parent) != parent:
                twice.add((name, said))
    for name, said in twice:
        del found[name][said]
    return {name: where for name, where in found.items() if len(set(where.values())) > 1}


def _said(entry: Entry) -> frozenset[str]:
    return frozenset({entry.heading} if len(entry.heading) >= MIN_HEADING else entry.texts)


def _moving(before: _Parts, after: _Parts) -> Iterator[str]:
    """The lists whose entries did not all go the same way."""
    for name in before.keys() & after.keys():
        ways = {(before[name][said], after[name][said]) for said in before[name].keys() & after[name].keys()}
        if any(len({way[end] for way in ways}) < len(ways) for end in (0, 1)):
            yield name
