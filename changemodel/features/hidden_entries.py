"""Entries that are hidden by what comes and goes amid the news: it covers one, or pushes the last off the list's end.

That such an entry is not there says nothing while something that passes is (``passing_entries``). In which version it
is missing shows beside the other one: an entry of one version that the other has not is hidden there if that has more
passing entries, and one of these stands in its place, or it would be among those pushed off the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from changemodel.features.list_entries import Entry, same_entries


@dataclass(frozen=True, eq=False)
class ReadList:
    """One list in one version.

    Attributes
    ----------
    entries : sequence of Entry
    passing : sequence of bool
        Which of them come and go amid the news.
    said : sequence of sequence of int
        The cells of a histogram that each adds one to.
    """

    entries: Sequence[Entry]
    passing: Sequence[bool]
    said: Sequence[Sequence[int]]


Hidden = tuple[list[int], list[int]]
"""Cells that two versions' histograms are to be relieved of, one for each time."""


def hidden_between(
    a: Mapping[tuple[str, str], ReadList], b: Mapping[tuple[str, str], ReadList]
) -> Hidden | None:
    """What each of two versions says that may only be hidden in the other; None where nothing is."""
    hidden: Hidden = ([], [])
    for name in a.keys() & b.keys():
        more = sum(b[name].passing) - sum(a[name].passing)
        if more > 0:
            hidden[0].extend(_hidden_in(b[name], a[name], more))
        elif more < 0:
            hidden[1].extend(_hidden_in(a[name], b[name], -more))
    return hidden if any(hidden) else None


def _hidden_in(fuller: ReadList, other: ReadList, more: int) -> list[int]:
    """What the other says in at most so many entries that this one may hide."""
    found = same_entries(other.entries, fuller.entries)
    end = len(other.entries) - more
    cells: list[int] = []
    for place in reversed(range(len(other.entries))):
        covered = place < len(fuller.passing) and fuller.passing[place]
        if more and found[place] is None and not other.passing[place] and (covered or place >= end):
            cells.extend(other.said[place])
            more -= 1
    return cells
