"""The notices of the county page: what each says in each version, and which are in force at which hour."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from benchmarks.served_sites.lagebild_words import LEVELS, LINES, PLACES, RIVERS, ROADS, SOURCES, TEMPLATES

STARTS_AT = datetime(2026, 11, 12)
_DAYS = 10
_COUNTED = "abst"  # the places in a text whose figures a correction raises


def draws(*key: object) -> random.Random:
    """Chance that depends on nothing but this key."""
    return random.Random(":".join(map(str, ("lagebild", *key))))


@dataclass(frozen=True)
class Notice:
    """One row of the table, without its age."""

    field: str
    level: str
    title: str
    text: str
    advice: str
    until: str


@dataclass(frozen=True)
class Running:
    """A notice in force: how often corrected, since and until which hour."""

    version: int
    since: int
    until: int


@dataclass(frozen=True)
class Hour:
    """What the page holds in an hour: the notices in force by number, and the planned works."""

    notices: dict[int, Running]
    works: tuple[int, ...]


class _Desk:
    """The control room: notices come, are corrected, end, and some of those come back."""

    def __init__(self) -> None:
        self.planned: dict[int, int] = {}
        self.resumed: dict[tuple[int, int], int] = {}
        self._running: dict[int, Running] = {}
        self._returning: list[tuple[int, int, int]] = []  # hour, number, version
        self._works = tuple(range(5))
        self._today = 0
        for place in range(5):
            self._begin(-3 - 4 * place, 10 + 9 * place)

    def hours(self) -> Iterator[Hour]:
        """The state at each hour of the site's days."""
        for hour in range(24 * _DAYS):
            self._today = 0 if hour % 24 == 0 else self._today
            if hour:
                self._pass(hour)
            yield Hour(dict(self._running), self._works)

    def _begin(self, since: int, until: int) -> None:
        number = len(self.planned)
        self._running[number] = Running(0, since, until)
        self.planned[number] = until

    def _pass(self, hour: int) -> None:
        chance = draws("ab", hour)
        before = dict(self._running)
        pace = _busy(hour % 24)
        calm = draws("tag", hour // 24).choice([0.7, 0.9, 1.1, 1.3])
        self._report(chance, hour, pace, calm)
        self._correct(chance, pace, calm)
        self._end(chance, hour)
        self._resume(chance, hour)
        self._today += before != self._running
        if chance.random() < 0.05:
            self._works = (max(self._works) + 1, *self._works[:4])

    def _report(self, chance: random.Random, hour: int, pace: float, calm: float) -> None:
        fullness = 1.6 if len(self._running) < 3 else 0.35 if len(self._running) > 4 else 1
        of_day = hour % 24
        # Two notices a day come even when chance is silent: one by nine, another by five.
        is_due = of_day in (9, 17) and self._today < of_day // 8
        if chance.random() < 0.07 * pace * calm * fullness or is_due:
            length = int(chance.choice([3, 6, 9, 14, 26, 50]) * chance.uniform(0.8, 1.3))
            self._begin(hour, hour + length)
            if chance.random() < 0.25:
                self._begin(hour, hour + chance.randint(5, 30))

    def _correct(self, chance: random.Random, pace: float, calm: float) -> None:
        for number, old in list(self._running.items()):
            if chance.random() < 0.010 * pace * calm:
                self._running[number] = replace(
                    old, version=old.version + 1, until=old.until + chance.randint(0, 5)
                )

    def _end(self, chance: random.Random, hour: int) -> None:
        for number, old in list(self._running.items()):
            if hour >= old.until and hour % 24 > 5 and chance.random() < 0.6:
                del self._running[number]
                if chance.random() < 0.18:
                    self._returning.append((hour + chance.randint(2, 9), number, old.version))

    def _resume(self, chance: random.Random, hour: int) -> None:
        for due, number, version in [item for item in self._returning if item[0] == hour]:
            until = hour + chance.randint(4, 20)
            self._running[number] = Running(version + 1, hour, until)
            self.resumed[number, version + 1] = until
            self._returning.remove((due, number, version))


def _busy(of_day: int) -> float:
    if of_day < 5:
        return 0.12
    if of_day in (6, 7, 8, 15, 16, 17):
        return 1.5
    return 0.9 if of_day < 22 else 0.3


_DESK = _Desk()
HOURS = tuple(_DESK.hours())


@dataclass
class _Draft:
    """A notice while its corrections are applied."""

    level: int
    until: int
    source: str
    names: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def correct(self, chance: random.Random, text: str, sources: tuple[str, ...]) -> None:
        """Changes one thing: the level, the end, the figures, or the source and a place."""
        kind = chance.randrange(4)
        if kind == 0:
            last = len(LEVELS) - 1
            inner = 1 if self.level == 0 else last - 1
            self.level = self.level + chance.choice([-1, 1]) if 0 < self.level < last else inner
        elif kind == 1:
            self.until += chance.randint(1, 6)
        elif kind == 2:
            self._raise(chance.randint(1, 4))
            # A text without figures would not change at all.
            self.until += 0 if any(f"{{{name}}}" in text for name in _COUNTED) else 1
        else:
            self.source = chance.choice([other for other in sources if other != self.source])
            taken = (self.names["o"], self.names["p"])
            self.names["p"] = chance.choice([place for place in PLACES if place not in taken])

    def _raise(self, by: int) -> None:
        for name, step in zip(_COUNTED, (5, 10, 1, 1), strict=True):
            self.counts[name] += step * by


def told(number: int, version: int) -> Notice:
    """What the notice says in this version."""
    chance = draws("w", number)
    template = TEMPLATES[chance.randrange(len(TEMPLATES))]
    names = dict(zip("opxy", (*chance.sample(PLACES, 2), *chance.sample(ROADS, 2)), strict=True))
    names |= {"l": chance.choice(LINES), "f": chance.choice(RIVERS)}
    counts = {
        "a": chance.randrange(60, 105, 5),
        "b": chance.randrange(110, 480, 10),
        "s": chance.randint(3, 19),
        "t": chance.randint(8, 18),
        "u": chance.randint(2, 23),
    }
    sources = SOURCES[template.field]
    level = chance.choice([0, 1, 1, 2, 2, 3])
    draft = _Draft(level, _DESK.planned[number], chance.choice(sources), names, counts)
    for turn in range(1, version + 1):
        if (number, turn) in _DESK.resumed:
            draft.until = _DESK.resumed[number, turn]
        else:
            draft.correct(draws("k", number, turn), template.text, sources)
    said = {**draft.names, **draft.counts}
    return Notice(
        template.field,
        LEVELS[draft.level],
        template.title.format(**said),
        f"{template.text.format(**said)} {draft.source}",
        template.advice.format(**said),
        f"{STARTS_AT + timedelta(hours=draft.until):%d.%m., %H} Uhr",
    )


def news(hour: int) -> frozenset[Notice]:
    """What a reader came for: the notices in force, in whatever order."""
    return frozenset(told(number, running.version) for number, running in HOURS[hour].notices.items())


def order(hour: int) -> tuple[list[int], str]:
    """The notices in the order of their rows, which at times go by level, and the name of that order."""
    notices = HOURS[hour].notices
    if draws("sort", hour // 3).random() < 0.3:
        levels = {
            number: LEVELS.index(told(number, running.version).level) for number, running in notices.items()
        }
        return sorted(notices, key=lambda number: (-levels[number], number)), "Stufe"
    return sorted(notices, key=lambda number: (-notices[number].since, -number)), "Beginn"
