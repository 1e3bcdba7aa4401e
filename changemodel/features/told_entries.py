"""Entries of lists that a person's labels tell to be of no importance: a card of the house amid warnings.

Some entries come, go and return as news does (``passing_entries`` cannot tell them); what they say is all that makes
them others. Where a person calls a change unimportant, the entries that it brought or took are, and so are others that
share a *trait* with them (``list_entries``), a label or a title, as long as no entry has it that came or went with
an important change. Of the traits that would do as few are taken as explain the labels; of an entry that shares none
with another the longest, which is the most particular one: a text mostly, or its parts where it has many.
The two constants were set, and no others tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from changemodel.features.blocks import BlockPage
from changemodel.features.list_entries import Entry, ListHistory, lists_of, same_entries, same_lists

RARE = 1 / 3
"""Of the entries of all lists of a name: what more of them share is no trait of some among them."""

SEVERAL = 2
"""Entries that must share a trait for others to be taken for what they are."""


@dataclass(frozen=True)
class ToldPair:
    """Two versions of a page, and whether a person called the change between them important."""

    before: BlockPage
    after: BlockPage
    important: bool


def told_traits(
    told: Sequence[ToldPair], lists: Sequence[ListHistory], parted: Collection[str] = ()
) -> dict[str, frozenset[str]]:
    """Traits of what is not important, by the names of lists; ``lists``: those of the page, as far as known;
    ``parted``: names whose lists are parts of one."""
    by_name: dict[str, list[Entry]] = {}
    for history in lists:
        by_name.setdefault(history.name, []).extend(
            entry for listed in history.shown.values() for entry in listed
        )
    moved: dict[str, tuple[list[Entry], list[Entry]]] = {name: ([], []) for name in by_name}
    for pair in told:
        for name, entry in _moved(pair, by_name, parted):
            moved[name][pair.important].append(entry)
    found = {}
    for name, (noise, news) in sorted(moved.items()):
        if noise:
            found[name] = _telling(noise, news, by_name[name])
    return {name: traits for name, traits in found.items() if traits}


def _moved(pair: ToldPair, names: Collection[str], parted: Collection[str]) -> Iterator[tuple[str, Entry]]:
    """The entries that only one version has, with the names of their lists; but for what sank off the end of one."""
    a, b = (lists_of(page, names, parted) for page in (pair.before, pair.after))
    same = same_lists(a, b)
    for old, new in same.items():
        yield from ((old[0], entry) for entry in _only(a[old], b[new]))
        yield from ((old[0], entry) for entry in _only(b[new], a[old]))


def _only(entries: Sequence[Entry], others: Sequence[Entry]) -> list[Entry]:
    """Those that others lack, above the last that they have."""
    places = same_entries(entries, others)
    last = max((row for row, place in enumerate(places) if place is not None), default=-1)
    return [entries[row] for row in range(last) if places[row] is None]


def _telling(noise: Sequence[Entry], news: Sequence[Entry], every: Sequence[Entry]) -> frozenset[str]:
    """The fewest traits that nearly all of what is not important has, and no news."""
    shared = Counter(trait for entry in every for trait in entry.traits)
    not_told = {trait for entry in news for trait in entry.traits}
    left = [
        {trait for trait in entry.traits - not_told if shared[trait] <= RARE * len(every)} for entry in noise
    ]
    found: set[str] = set()
    while True:
        covers = Counter(trait for traits in left for trait in traits)
        trait = max(covers, key=lambda item: (covers[item], -shared[item], item), default=None)
        if trait is None or covers[trait] < SEVERAL:
            break
        found.add(trait)
        left = [traits for traits in left if trait not in traits]
    return frozenset(found | {max(traits, key=lambda item: (len(item), item)) for traits in left if traits})
