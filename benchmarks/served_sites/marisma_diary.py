"""The campaign diary of the salt marsh: what each entry says in each version, and what hangs at which hour."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.served_sites.marisma_words import (
    ACTS,
    BIRDS,
    CLOSINGS,
    CONDITIONS,
    DETAILS,
    EVENTS,
    INSTITUTIONS,
    MEASURES,
    OBJECTS,
    PEOPLE,
    PLACES,
    QUOTES,
    SPEAKERS,
    STATUSES,
    VERBS,
)

_DAYS = 10
STARTS_AT = datetime(2026, 3, 9)
_HELD, _SHOWN, _CAMPAIGNS = 14, 5, 4


def draws(*key: object) -> random.Random:
    """Chance that depends on nothing but this key."""
    return random.Random("-".join(map(str, ("marisma", *key))))


@dataclass(frozen=True)
class Entry:
    """One entry of the diary, corrected version times."""

    number: int
    version: int
    at: datetime

    def told(self) -> tuple[str, str]:
        """Its title and its words."""
        chance = draws("nov", self.number)
        count, days = chance.randint(12, 940), chance.randint(3, 45)
        title = _title(chance)
        detail, quote = chance.choice(DETAILS), chance.choice(QUOTES)
        speaker, closing = chance.choice(SPEAKERS), chance.choice(CLOSINGS)
        if self.version:
            change = draws("cor", self.number, self.version)
            kind = draws("cormodo", self.number, self.version).randrange(3)
            if kind == 0:
                count += change.randint(3, 60)
            elif kind == 1:
                days += change.randint(1, 9)
            else:
                closing = change.choice([other for other in CLOSINGS if other != closing])
        return title, f"{detail.format(n=count, d=days)} «{quote}», dice {speaker}. {closing}"


def _title(chance: random.Random) -> str:
    kind = chance.randrange(6)
    if kind in (0, 1):
        deed = f"{chance.choice(INSTITUTIONS)} {chance.choice(VERBS)} {chance.choice(OBJECTS)}"
        return f"{deed} {chance.choice(PLACES)}"
    if kind == 2:
        birds = f"{chance.randint(11, 960)} {chance.choice(BIRDS)}"
        return f"Contamos {birds} {chance.choice(CONDITIONS)} {chance.choice(PLACES)}"
    if kind == 3:
        return f"Pedimos {chance.choice(MEASURES)} tras {chance.choice(EVENTS)}"
    if kind == 4:
        people = f"{chance.randint(20, 400)} {chance.choice(PEOPLE)}"
        return f"{people} {chance.choice(ACTS)} contra {chance.choice(OBJECTS)}"
    deed = f"{chance.choice(INSTITUTIONS)} {chance.choice(VERBS)} {chance.choice(OBJECTS)}"
    return f"{deed} tras {chance.choice(EVENTS)}"


@dataclass(frozen=True)
class Diary:
    """What the page holds in an hour: the entries, the place of its status, the other campaigns."""

    entries: tuple[Entry, ...]
    status: int
    campaigns: tuple[int, ...]


class _Desk:
    """Who keeps the diary: at most a few events a day, most of them in hours of work."""

    def __init__(self) -> None:
        self._entries = [
            Entry(-place, 0, STARTS_AT - timedelta(hours=9 + 17 * place)) for place in range(_HELD)
        ]
        self._status = 0
        self._campaigns = list(range(5))
        self._next_entry = 1
        self._today = 0

    def hours(self) -> Iterator[Diary]:
        """The diary at each hour of the site's days."""
        for hour in range(24 * _DAYS):
            if hour:
                self._pass(hour)
            yield Diary(tuple(self._entries[:_SHOWN]), self._status, tuple(self._campaigns[:_CAMPAIGNS]))

    def _pass(self, hour: int) -> None:
        chance = draws("suc", hour)
        of_day = hour % 24
        self._today = 0 if of_day == 0 else self._today
        # No day passes in silence: what has not happened by six in the evening happens then.
        if chance.random() < _likelihood(hour) or (of_day == 18 and not self._today):
            self._today += 1
            self._happen(chance, hour)
        if chance.random() < 0.07:
            self._campaigns.insert(0, max(self._campaigns) + 1)

    def _happen(self, chance: random.Random, hour: int) -> None:
        kind = chance.random()
        if kind < 0.60:
            written = STARTS_AT + timedelta(hours=hour) - timedelta(minutes=chance.randint(3, 40))
            self._entries.insert(0, Entry(self._next_entry, 0, written))
            self._next_entry += 1
        elif kind < 0.82:
            place = chance.choice([0, 0, 0, 1, 2])
            entry = self._entries[place]
            self._entries[place] = replace(entry, version=entry.version + 1)
        elif kind < 0.90:
            self._entries.pop(chance.choice([0, 0, 1]))
        else:
            self._status = (self._status + chance.randint(1, len(STATUSES) - 1)) % len(STATUSES)


def _likelihood(hour: int) -> float:
    """How likely something happens in the hour; the site starts on a Monday, its weekend is slower."""
    of_day = hour % 24
    if of_day < 7:
        likely = 0.03
    elif 9 <= of_day <= 13:
        likely = 0.24
    elif 17 <= of_day <= 19:
        likely = 0.19
    else:
        likely = 0.10 if of_day < 22 else 0.04
    return likely * 0.6 if hour // 24 % 7 in (5, 6) else likely


HOURS = tuple(_Desk().hours())


def news(hour: int) -> tuple[object, ...]:
    """What a reader came for: the words of the entries shown, and the status."""
    diary = HOURS[hour]
    return (*(entry.told() for entry in diary.entries), STATUSES[diary.status])
