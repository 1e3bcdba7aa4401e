"""Entries that one of two versions only seems to lack.

Where something comes and goes amid the news (``passing_entries``), it covers an entry, or pushes the last off the end
of the list: that they are not there says nothing. In which version one is missing shows beside the other: an entry of
one version that the other has not is hidden there if that has more passing entries, and one of these stands in its
place, or it would be among those pushed off the end. And of an unsettled list (``unsettled_lists``) the shorter version
lacks nothing of what the longer one has more, unless that is more than has ever come or gone at once. Such a list may
stand in another form, as cards and not as lines: then what both forms say is no change, and only that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from changemodel.features.list_entries import Entry, Lists, same_entries, same_lists

_Whole = tuple[list[Entry], int]
"""A list that one version has and the other has not, and how many of its entries may be away."""


@dataclass(frozen=True, eq=False)
class ReadLists:
    """The lists of a version in which entries come and go.

    Attributes
    ----------
    lists : Lists
    passing : frozenset of int
        The blocks of entries that come and go amid the news.
    """

    lists: Lists = field(default_factory=dict)
    passing: frozenset[int] = frozenset()

    def passes(self, entry: Entry) -> bool:
        """Whether it comes and goes amid the news."""
        return not self.passing.isdisjoint(entry.rows)


def hidden_between(a: ReadLists, b: ReadLists, unsettled: Mapping[str, int]) -> tuple[set[int], set[int]]:
    """The blocks of each version that the other only seems to lack, by their places.

    ``unsettled``: how many entries of which lists come and go.
    """
    rows: tuple[set[int], set[int]] = (set(), set())
    whole: tuple[list[_Whole], list[_Whole]] = ([], [])
    for name, first, second in _beside(a.lists, b.lists):
        more = sum(map(b.passes, second)) - sum(map(a.passes, first))
        rows[0].update(_hidden_in(b, second, a, first, more))
        rows[1].update(_hidden_in(a, first, b, second, -more))
        most = unsettled.get(name, 0)
        lasting = [entry for entry in first if not a.passes(entry)] if most else []
        beside = [entry for entry in second if not b.passes(entry)] if most else []
        if lasting and beside:
            rows[0].update(_more_in(lasting, beside, most))
            rows[1].update(_more_in(beside, lasting, most))
        elif most:
            whole[0].append((lasting, most))
            whole[1].append((beside, most))
    rows[0].update(_in_another_form(*whole))
    rows[1].update(_in_another_form(*whole[::-1]))
    return rows


def _beside(a: Lists, b: Lists) -> Iterator[tuple[str, list[Entry], list[Entry]]]:
    """Each list that differs by its name, with what it has in both versions; nothing where it is in one only."""
    still = {place for place in a.keys() & b.keys() if _texts(a[place]) == _texts(b[place])}
    before, after = ({place: lists[place] for place in lists if place not in still} for lists in (a, b))
    same = same_lists(before, after)
    for old, entries in before.items():
        yield old[0], entries, after[same[old]] if old in same else []
    known = set(same.values())
    for new in (name for name in after if name not in known):
        yield new[0], [], after[new]


def _texts(entries: Sequence[Entry]) -> list[dict[str, int]]:
    return [entry.texts for entry in entries]


def _hidden_in(
    read: ReadLists, fuller: Sequence[Entry], beside: ReadLists, other: Sequence[Entry], more: int
) -> set[int]:
    """The blocks of the other list that this one may hide behind so many more passing entries."""
    rows: set[int] = set()
    if more <= 0:
        return rows
    found = same_entries(other, fuller)
    end = len(other) - more
    for place in reversed(range(len(other))):
        covered = place < len(fuller) and read.passes(fuller[place])
        if more and found[place] is None and not beside.passes(other[place]) and (covered or place >= end):
            rows.update(other[place].rows)
            more -= 1
    return rows


def _in_another_form(own: Sequence[_Whole], other: Sequence[_Whole]) -> set[int]:
    """The blocks of lists that are wholly in one version: what the other says in lists of its own, or if it has none of
    these, as many entries as may be away. A list that stands there as cards instead of lines has not gone."""
    listed = [entry for entries, _ in other for entry in entries]
    if not listed:
        return {row for entries, most in own for row in _more_in(entries, [], most)}
    entries = [entry for entries, _ in own for entry in entries]
    found = same_entries(entries, listed)
    return {
        row for entry, place in zip(entries, found, strict=True) if place is not None for row in entry.rows
    }


def _more_in(longer: Sequence[Entry], shorter: Sequence[Entry], most: int) -> set[int]:
    """The blocks of the last entries that only the longer list has: as many as it is longer, and so many at most."""
    more = min(len(longer) - len(shorter), most)
    if more <= 0:
        return set()
    only = [
        entry for entry, place in zip(longer, same_entries(longer, shorter), strict=True) if place is None
    ]
    return {row for entry in only[-more:] for row in entry.rows}
