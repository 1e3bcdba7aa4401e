"""Entries that come and go amid news: a sponsored post, a notice of the house, a request for donations.

News comes into a list and sinks to its end; what is put between it is taken out again while what stood below it still
stands. Not one such visit tells, since news may be withdrawn, too, and in some lists everything is, warnings for
one. It is told by *traits* that entries share (``list_entries``): which parts they have, a label, a text that returns.
A trait is passing if nearly all entries that had it were withdrawn, and soon, from a list in which the others stay.

That noise comes and goes while news comes once is M. T. Law's monotony of changes (thesis, 2015, section 4.1), which
learning uses to weigh sections; here it is used on what one section says, as ``recurring`` does on pictures.

The constants were chosen on six training sites of ``benchmarks.sites`` (kreisblatt to floodline, seed 101); on seed
102, which was not looked at, they did as well, and the other 37 are read to the digit as without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from scipy.stats import binom

from changemodel.features.list_entries import (
    MIN_ENTRIES,
    MOSTLY,
    Entry,
    ListHistory,
    are_alike,
    same_entries,
)

MIN_STAYS = 3
"""Entries with a trait that must have been withdrawn, and news that must have entered the list."""

WITHDRAWN = 0.6
"""Share of the entries with a trait that must have been withdrawn."""

BY_CHANCE = 0.05
"""Below this, over all traits of a list, they were not withdrawn by chance, as the others of the list sometimes are."""

SOON = 0.5
"""Of the usual stay of the others, up to which what passes usually stays."""


@dataclass(eq=False)
class _Stay:
    """One entry from its coming to its going."""

    traits: set[str]
    entered: bool  # pushed others aside
    visits: int = 1
    end: str = "stands"  # or "withdrawn", "replaced", "covered", "sank"


@dataclass
class _List:
    """What happened in one list so far."""

    passing: frozenset[str]  # traits that are known to be
    entries: Sequence[Entry] = ()
    open: list[_Stay] = field(default_factory=list)  # of the entries, in their order
    stays: list[_Stay] = field(default_factory=list)
    said: set[str] = field(default_factory=set)  # by any entry so far

    def add(self, entries: Sequence[Entry], *, first: bool) -> None:
        """One more version of it."""
        places = same_entries(self.entries, entries)
        origins = {place: row for row, place in enumerate(places) if place is not None}
        for row, place in enumerate(places):
            if place is None:
                self.open[row].end = self._ending(row, places, entries, origins)
        standing: list[_Stay] = []
        for place, entry in enumerate(entries):
            if place in origins:
                stay = self.open[origins[place]]
                stay.visits += 1
                stay.traits |= entry.traits
            else:
                entered = not first and self._pushed(place, places, origins, len(entries))
                stay = _Stay(set(entry.traits), entered)
                self.stays.append(stay)
            standing.append(stay)
        self.entries, self.open = entries, standing
        self.said |= {text for entry in entries for text in entry.texts}

    def _ending(
        self, row: int, places: Sequence[int | None], after: Sequence[Entry], origins: Mapping[int, int]
    ) -> str:
        """How an entry went: what stood above and below it tells, where that still stands and in the same order."""
        kept = [place for place in places if place is not None]
        if kept != sorted(kept):
            new = [entry for place, entry in enumerate(after) if place not in origins]
            return "withdrawn" if all(map(self._is_known, new)) else "replaced"
        above = next((place for place in reversed(places[:row]) if place is not None), -1)
        below = next((place for place in places[row + 1 :] if place is not None), None)
        if below is None:
            return "sank"
        new = [after[place] for place in range(above + 1, below) if place not in origins]
        if any(not self.passing.isdisjoint(entry.traits) for entry in new):
            return "covered"
        return "withdrawn" if below > above and all(map(self._is_known, new)) else "replaced"

    def _is_known(self, entry: Entry) -> bool:
        """Whether what an entry says stood in the list before: it was covered, or fell off its end for a while."""
        known = sum(letters for text, letters in entry.texts.items() if text in self.said)
        return known >= MOSTLY * entry.letters

    def _pushed(
        self, place: int, places: Sequence[int | None], origins: Mapping[int, int], length: int
    ) -> bool:
        """Whether a new entry stands between what stood together before, or above all of it."""
        above = next((origins[other] for other in range(place - 1, -1, -1) if other in origins), -1)
        below = next((origins[other] for other in range(place + 1, length) if other in origins), None)
        return below is not None and all(places[row] is not None for row in range(above + 1, below))


def passing_traits(lists: Sequence[ListHistory]) -> dict[str, frozenset[str]]:
    """The traits of what comes and goes amid others, by the names of lists."""
    beside: dict[str, list[list[list[Entry]]]] = {}
    for history in lists:
        if max(map(len, history.shown.values())) >= MIN_ENTRIES:
            listed = [history.shown.get(visit, []) for visit in range(history.visits)]
            beside.setdefault(history.name, []).append(listed)
    found = {}
    for name, visits in beside.items():
        traits = _traits_of(visits, frozenset())
        if traits:  # what they covered meanwhile was not withdrawn: without it others may stand out
            found[name] = traits | _traits_of(visits, traits)
    return found


def _traits_of(lists: Sequence[Sequence[Sequence[Entry]]], known: frozenset[str]) -> frozenset[str]:
    """The passing traits of all lists of a name from their entries at each visit; some are known."""
    stays = []
    for visits in lists:
        happened = _List(known)
        for visit, entries in enumerate(visits):
            happened.add(entries, first=visit == 0)
        stays += happened.stays
    return _passing(
        stays, alike=are_alike(entry for visits in lists for entries in visits for entry in entries)
    )


def _passing(stays: Sequence[_Stay], *, alike: bool) -> frozenset[str]:
    """The traits of one list; where its entries are alike, others need not come: they may stand all the time."""
    by_trait: dict[str, list[_Stay]] = {}
    for stay in stays:
        for trait in stay.traits:
            by_trait.setdefault(trait, []).append(stay)
    tried = {trait: _Ends.of(found) for trait, found in by_trait.items() if len(found) >= MIN_STAYS}
    likely = {trait: ends for trait, ends in tried.items() if ends.mostly_withdrawn()}
    others = [stay for stay in stays if likely.keys().isdisjoint(stay.traits)]
    entered = [stay.visits for stay in others if stay.entered]
    if len(entered) < MIN_STAYS and alike:
        entered = [stay.visits for stay in others]
    if len(entered) < MIN_STAYS:
        return frozenset()
    usual = _Ends.of(others)
    rate = (usual.withdrawn + 1) / (usual.all + 2)
    return frozenset(
        trait
        for trait, ends in likely.items()
        if ends.length <= SOON * median(entered)
        and len(tried) * binom.sf(ends.withdrawn - 1, ends.all, rate) < BY_CHANCE
    )


@dataclass(frozen=True)
class _Ends:
    """How the stays of some entries ended."""

    withdrawn: int
    all: int  # but those that may still end either way
    length: float  # visits of a usual one that was withdrawn

    @classmethod
    def of(cls, stays: Sequence[_Stay]) -> _Ends:
        lengths = [stay.visits for stay in stays if stay.end == "withdrawn"]
        usual = median(lengths) if lengths else 0.0
        ended = sum(stay.end not in ("stands", "covered") or stay.visits > 2.0 * usual for stay in stays)
        return cls(len(lengths), ended, usual)

    def mostly_withdrawn(self) -> bool:
        """Whether nearly all were, often enough to tell."""
        return self.withdrawn >= max(MIN_STAYS, WITHDRAWN * self.all)
