"""What the newsroom of Wellenfunk Nord reports, corrects and withdraws, and what its ticker shows at every visit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from random import Random
from typing import NamedTuple

from benchmarks.served_sites.wellenfunk_ticker_words import (
    ADDITIONS,
    FEATURES,
    PEOPLE,
    PLACES,
    QUOTES,
    REPORTS,
)

DAYS = 10
STARTS_AT = datetime(2025, 1, 17)
_SHOWN = 16
_AT_FIRST = 30


def chance(*keys: object) -> Random:
    """The dice of this site that belong to some keys."""
    return Random("wellenfunk_ticker/" + "/".join(str(key) for key in keys))


class Report(NamedTuple):
    """The words of an entry."""

    place: str
    heading: str
    text: str


@dataclass
class _Facts:
    """What a correction may change in an entry."""

    place: str
    small: int
    large: int
    addition: str = ""

    def correct(self, dice: Random) -> None:
        kind = dice.random()
        if kind < 0.35:
            self.small += dice.choice([-1, 1, 2])
        elif kind < 0.65:
            self.large += dice.randint(3, 60)
        elif kind < 0.8:
            self.place = dice.choice([place for place in PLACES if place != self.place])
        else:
            self.addition = " " + dice.choice([words for words in ADDITIONS if words not in self.addition])


@cache
def report(number: int, version: int) -> Report:
    """The words of an entry after as many corrections as its version says."""
    dice = chance("meldung", number)
    heading, text = REPORTS[(number * 7 + 4) % len(REPORTS)]
    place = PLACES[(number * 5 + dice.randrange(4)) % len(PLACES)]
    person, quote = dice.choice(PEOPLE), dice.choice(QUOTES)
    facts = _Facts(place, small=dice.randint(3, 29), large=dice.randint(31, 890))
    for correction in range(1, version + 1):
        facts.correct(chance("korrektur", number, correction))
    filled = text.format(o=facts.place, n=facts.small, m=facts.large, p=person, q=quote)
    return Report(facts.place, heading, filled + facts.addition)


@dataclass(frozen=True)
class Entry:
    """An entry of the ticker and when it came; entries from before the first visit have an hour below zero."""

    number: int
    version: int
    hour: int
    minute: int

    @property
    def report(self) -> Report:
        """The words of the entry."""
        return report(self.number, self.version)

    def corrected(self) -> Entry:
        """The next version that reads otherwise: some corrections say nothing new."""
        version = self.version
        while report(self.number, version) == self.report:
            version += 1
        return replace(self, version=version)


@dataclass(frozen=True)
class Shown:
    """What one visit shows: entries from the newest, the number of the pinned one, three features."""

    entries: tuple[Entry, ...]
    pinned: int | None
    features: tuple[int, ...]

    @property
    def words(self) -> list[tuple[int, Report]]:
        """The words of all entries, whatever their order."""
        return sorted((entry.number, entry.report) for entry in self.entries)


def _first_entries() -> list[Entry]:
    return [
        Entry(_AT_FIRST - back, 0, -2 - 3 * back, chance("mi", _AT_FIRST - back).randrange(60))
        for back in range(_AT_FIRST)
    ]


@dataclass
class _Newsroom:
    """The ticker while the hours pass."""

    entries: list[Entry] = field(default_factory=_first_entries)
    next_number: int = _AT_FIRST + 1
    pinned: int | None = 29
    features: list[int] = field(default_factory=lambda: [0, 1, 2])
    next_feature: int = 3

    def pass_hour(self, hour: int) -> Shown:
        """What happens in an hour, and what a visit at its end is shown."""
        dice = chance("lauf-a", hour)
        if hour:
            for turn in range(_happenings(hour, dice)):
                self._happen(hour, turn, dice)
        shown = self.entries[:_SHOWN]
        numbers = [entry.number for entry in shown]
        if self.pinned not in numbers:
            self.pinned = None
        if hour:
            self._arrange(hour % 24, numbers, dice)
        return Shown(tuple(shown), self.pinned, tuple(self.features))

    def _happen(self, hour: int, turn: int, dice: Random) -> None:
        kind = dice.random()
        if kind < 0.64:
            self.entries.insert(0, Entry(self.next_number, 0, hour - 1, 20 * turn + dice.randrange(20)))
            self.next_number += 1
        elif kind < 0.92:
            # Squared, so that young entries are corrected more often than old ones.
            place = min(_SHOWN - 1, int(dice.random() ** 2 * _SHOWN))
            self.entries[place] = self.entries[place].corrected()
        else:
            withdrawn = self.entries.pop(dice.randrange(1, _SHOWN))
            if self.pinned == withdrawn.number:
                self.pinned = None

    def _arrange(self, clock: int, numbers: list[int], dice: Random) -> None:
        if 6 <= clock < 23 and dice.random() < 0.04:
            pins = self.pinned is None or dice.random() < 0.6
            self.pinned = dice.choice(numbers[:6]) if pins else None
        if 6 <= clock < 22 and dice.random() < 0.07:
            self.features = [self.next_feature % len(FEATURES), *self.features[:2]]
            self.next_feature += 1


def _happenings(hour: int, dice: Random) -> int:
    if dice.random() >= _likelihood(hour):
        return 0
    return 1 if dice.random() < 0.75 else 2


def _likelihood(hour: int) -> float:
    day, clock = divmod(hour, 24)
    # Three hours of every day are lively.
    lively_from = chance("lage", day).randrange(6, 20)
    if lively_from <= clock < lively_from + 3:
        return 0.5
    by_clock = ((5, 0.03), (9, 0.20), (18, 0.19), (23, 0.13))
    return next((likelihood for until, likelihood in by_clock if clock < until), 0.05)


@cache
def tickers() -> list[Shown]:
    """What every visit shows, and one visit more."""
    newsroom = _Newsroom()
    return [newsroom.pass_hour(hour) for hour in range(24 * DAYS + 1)]
