"""Entries of lists that come, go and come again: notices of the house amid those of the day.

News comes once. An entry that left its list and came back, more than once or soon, says nothing by being there,
wherever it stands in the list and whatever else moves. ``passing_entries`` must see who pushed whom, which nobody can
where rows of one time change places at each visit, or cards fill columns by turns. The rule is that of
``passing_sentences``, where what comes more often may stay longer; an entry is known by its heading, or its longest
text, numbers aside. With it the list grows, and without it shrinks: what is only put in other words has not gone. And
it is away more than it is there: a row of news that is folded away at times is one of an unsettled list.
"""

from __future__ import annotations

from collections.abc import Sequence

from changemodel.features.list_entries import Entry, ListHistory
from changemodel.features.passing_sentences import Stay, returning, stays_of

AWAY = 0.5
"""Share of the visits from its first to its last at which an entry must be away. Without it the training sites tekorten
and apoplous lose 6 and 3 points on one window; of the eight of decision 0027 the five tried lose none with it."""

GROWING = 0.75
"""Share of an entry's comings and goings with which the list must have grown or shrunk."""


def returning_traits(lists: Sequence[ListHistory]) -> dict[str, frozenset[str]]:
    """The traits by which entries that return are known, by the names of lists."""
    by_name: dict[str, list[list[Entry]]] = {}
    for history in lists:
        listed = by_name.setdefault(history.name, [[] for _ in range(history.visits)])
        for visit, entries in history.shown.items():
            listed[visit] += entries
    found = {name: _returning(listed) for name, listed in by_name.items()}
    return {name: traits for name, traits in found.items() if traits}


def _returning(listed: Sequence[Sequence[Entry]]) -> frozenset[str]:
    """Of one list, from its entries at each visit."""
    seen: dict[str, list[int]] = {}
    for visit, entries in enumerate(listed):
        for trait in {entry.naming_trait for entry in entries} - {""}:
            seen.setdefault(trait, []).append(visit)
    lengths = [len(entries) for entries in listed]
    stays = {trait: list(stays_of(visits)) for trait, visits in seen.items() if len(visits) < len(listed)}
    return frozenset(
        trait
        for trait in returning(stays, patient=True)
        if _is_away(stays[trait]) and _makes_longer(stays[trait], lengths)
    )


def _is_away(stays: Sequence[Stay]) -> bool:
    there = sum(last - first + 1 for first, last in stays)
    return there <= (1 - AWAY) * (stays[-1][1] - stays[0][0] + 1)


def _makes_longer(stays: Sequence[Stay], lengths: Sequence[int]) -> bool:
    """Whether a list mostly grew when an entry came, and shrank when it went."""
    ends = [lengths[first] > lengths[first - 1] for first, _ in stays if first > 0]
    ends += [lengths[last + 1] < lengths[last] for _, last in stays if last + 1 < len(lengths)]
    return sum(ends) >= GROWING * len(ends)
