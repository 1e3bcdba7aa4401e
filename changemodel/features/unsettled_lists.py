"""Lists in which entries come or go, and soon all is as before: rows folded away at times, a guest among officials.

What stands in such a list is news where it changes; that an entry is there, or is not, says next to nothing. It is told
by what was soon *undone*: an entry that went and came back, or came and went again, much sooner than entries usually
stay. A list of news is none: what comes into it stays until others push it out. Nor is a list of warnings: nothing
stays long in it.

Ours, as ``passing_entries``: there a few of the entries pass, known by what they say or look like; here any may be away
at times, or nothing tells those that come. The constants were chosen on six training sites of ``benchmarks.sites``
(nettvakt to merkaz, seeds 101 and 102; 103 was not looked at).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from changemodel.features.list_entries import Entry, ListHistory, are_alike, same_entries

Visits = Mapping[int, Sequence[Entry]]
"""What a list says, by visit, where it is there; in time order."""

MIN_UNDONE = 6
"""Comings and goings that must have been undone."""

UNDONE = 0.75
"""Share of all comings and goings that must have been."""

SOON = 0.25
"""Of the usual stay: what is undone later than that is not undone."""

AWAY = 6
"""Visits after which an entry that has not come back is gone."""


def unsettled_lists(
    lists: Sequence[ListHistory], passing: Mapping[str, frozenset[str]] | None = None
) -> dict[str, int]:
    """How many entries come and go at once at most in the lists that are unsettled, by name.

    Of lists within lists the outer one: with an entry its parts come and go. Lists of one name are one: what stands
    between them at times parts a list in two, and moves none of its entries. ``passing``: by list, the traits of
    entries that are known to come and go, and do not count.
    """
    known = passing or {}
    every: dict[str, dict[int, list[Entry]]] = {}
    for history in lists:
        traits = known.get(history.name, frozenset())
        shown = every.setdefault(history.name, {})
        for visit, listed in history.shown.items():
            shown.setdefault(visit, []).extend(item for item in listed if traits.isdisjoint(item.traits))
    found: dict[str, int] = {}
    for name, shown in sorted(every.items()):
        within = any(name.startswith(f"{outer}>") for outer in found)
        if not within and are_alike(entry for listed in shown.values() for entry in listed):
            most = _most_undone(dict(sorted(shown.items())))
            if most:
                found[name] = most
    return found


def _most_undone(shown: Visits) -> int:
    """Entries that came or went at once, where nearly all comings and goings were undone; 0 where they were not."""
    followed = _List(SOON * usual_stay(_lengths(shown))).after(shown)
    if followed.times < MIN_UNDONE or followed.times < UNDONE * (followed.times + followed.lasting):
        return 0
    return max(followed.undone.values(), default=0)


@dataclass
class _List:
    """What came into one list and went, and what of it was undone.

    What takes the place of another changes no list's length, and does not count. Nor does a list that comes anew; one
    that is gone for a while is empty meanwhile.
    """

    soon: float  # visits
    there: list[tuple[int, Entry]] = field(default_factory=list)  # since which visit
    away: list[tuple[int, Entry]] = field(default_factory=list)
    longer: int = 0  # entries by which it grew, and has not shrunk again
    shorter: int = 0
    times: int = 0  # entries that came or went, and soon went or came again
    undone: Counter[int] = field(default_factory=Counter)  # how many of them at each visit

    @property
    def lasting(self) -> int:
        """Comings and goings that were not undone."""
        return self.longer + self.shorter

    def after(self, shown: Visits) -> _List:
        """The list after these visits."""
        last = next(iter(shown)) - 1
        for visit, entries in shown.items():
            if not self.there and not self.away:
                self.there = [(visit, entry) for entry in entries]
            elif visit > last + 1:
                self._see(last + 1, [])
            self._see(visit, entries)
            last = visit
        return self

    def _see(self, visit: int, entries: Sequence[Entry]) -> None:
        """One more version of it."""
        places = same_entries([entry for _, entry in self.there], entries)
        since = {place: self.there[row][0] for row, place in enumerate(places) if place is not None}
        gone = [item for item, place in zip(self.there, places, strict=True) if place is None]
        new = [place for place in range(len(entries)) if place not in since]
        self.away = [item for item in self.away if visit - item[0] <= self.soon]
        back = same_entries([entry for _, entry in self.away], [entries[place] for place in new])
        grown = len(new) - len(gone)
        if grown > 0:
            left = [item[0] for item, at in zip(self.away, back, strict=True) if at is not None]
            undone = self._undo(left, visit, min(grown, self.shorter))
            self.shorter, self.longer = self.shorter - undone, self.longer + grown - undone
        elif grown < 0:
            came = [start for start, _ in gone if visit - start <= self.soon]
            undone = self._undo(came, visit, min(-grown, self.longer))
            self.longer, self.shorter = self.longer - undone, self.shorter - grown - undone
        self.away = [item for item, at in zip(self.away, back, strict=True) if at is None]
        self.away += [(visit, entry) for _, entry in gone]
        self.there = [(since.get(place, visit), entry) for place, entry in enumerate(entries)]

    def _undo(self, since: Sequence[int], visit: int, most: int) -> int:
        """Take back what changed at some visits; how many of them, at most so many."""
        taken = sorted(since, reverse=True)[:most]
        for start in taken:
            self.undone.update(range(start, visit))
        self.times += len(taken)
        return len(taken)


def usual_stay(stays: Iterable[int]) -> int:
    """How long what is seen at some visit stays, in the median, from the lengths of all stays; 0 without any."""
    ordered = sorted(stays)
    left = sum(ordered) / 2
    for stay in ordered:
        left -= stay
        if left <= 0:
            return stay
    return 0


def _lengths(shown: Visits) -> Iterator[int]:
    """How many visits long each entry stays, absences of up to ``AWAY`` visits included."""
    return (last - came + 1 for came, last in _stays(shown))


def _stays(shown: Visits) -> Iterator[tuple[int, int]]:
    """The first and the last visit of each entry of a list."""
    known: list[tuple[int, int, Entry]] = []  # that are there, or may come back
    for visit, entries in shown.items():
        yield from ((came, last) for came, last, _ in known if visit - last > AWAY)
        known = [stay for stay in known if visit - stay[1] <= AWAY]
        origins = {
            place: row
            for row, place in enumerate(same_entries([entry for _, _, entry in known], entries))
            if place is not None
        }
        there = [
            (known[origins[place]][0] if place in origins else visit, visit, entry)
            for place, entry in enumerate(entries)
        ]
        gone = set(origins.values())
        known = there + [stay for row, stay in enumerate(known) if row not in gone]
    yield from ((came, last) for came, last, _ in known)
