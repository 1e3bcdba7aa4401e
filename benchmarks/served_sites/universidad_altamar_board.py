"""The university's official notices, deadlines and cultural agenda, hour by hour over ten days."""

import random
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.served_sites.universidad_altamar_words import (
    ACTS,
    CONDITIONS,
    DETAILS,
    OBJECTS,
    OFFICES,
    PROCEDURES,
    draws,
    filled,
)

DAYS = 10
STARTS_AT = datetime(2025, 5, 5)
_KINDS = {"notice": 34, "closing": 18, "condition": 14, "sentence": 16, "figure": 12, "withdrawal": 8}
_SHOWN, _MOST_NOTICES, _FEWEST_TO_WITHDRAW = 6, 7, 5
_AGENDA_LENGTH = 5


@dataclass(frozen=True)
class Notice:
    """One official notice: what it says and the sentences that may still be added."""

    number: int
    hour: int
    office: str
    title: str
    details: tuple[str, ...]
    spare: tuple[str, ...]

    @property
    def words(self) -> tuple[str, str, tuple[str, ...]]:
        """All that counts as news in it."""
        return self.office, self.title, self.details


@dataclass(frozen=True)
class Deadline:
    """One row of the table of deadlines; its days count from the first one."""

    procedure: str
    opens: int
    closes: int
    condition: str


@dataclass(frozen=True)
class State:
    """What hangs in one hour."""

    notices: tuple[Notice, ...]
    deadlines: tuple[Deadline, ...]
    agenda: tuple[int, ...]


def _notice(number: int, hour: int) -> Notice:
    chance = draws("aviso", number)
    details = tuple(
        filled(text, draws("det", number, place)) for place, text in enumerate(chance.sample(DETAILS, 4))
    )
    office = chance.choice(OFFICES)
    title = f"{chance.choice(ACTS)} {OBJECTS[(number * 7 + 3) % len(OBJECTS)]}"
    return Notice(number, hour, office, title, details[:2], details[2:])


def _deadline(place: int, procedure: str) -> Deadline:
    chance = draws("pl", place)
    return Deadline(procedure, chance.randint(-6, 8), chance.randint(12, 40), chance.choice(CONDITIONS))


def _with_other_figure(details: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    """The sentences with their first figure raised."""
    place = next(place for place, text in enumerate(details) if _has_figure(text))
    words = details[place].split()
    figure = next(index for index, word in enumerate(words) if word.isdigit())
    words[figure] = str(int(words[figure]) + chance.choice([1, 2, 5, 10]))
    return (*details[:place], " ".join(words), *details[place + 1 :])


def _has_figure(text: str) -> bool:
    return any(word.isdigit() for word in text.split())


class _Board:
    """The board as the offices change it."""

    def __init__(self) -> None:
        self._notices = [_notice(number, -8 - 9 * number) for number in range(_SHOWN)]
        self._deadlines = [_deadline(place, procedure) for place, procedure in enumerate(PROCEDURES)]
        self._agenda = list(range(_AGENDA_LENGTH))
        self._noticed, self._announced = _SHOWN, _AGENDA_LENGTH
        self._withdrawn: tuple[int, Notice] | None = None

    def state(self) -> State:
        return State(tuple(self._notices), tuple(self._deadlines), tuple(self._agenda))

    def change(self, hour: int, chance: random.Random) -> None:
        """One piece of news; a withdrawn notice comes back before another is withdrawn."""
        kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
        if self._withdrawn is not None and kind in ("sentence", "withdrawal"):
            self._put_back(*self._withdrawn)
        elif kind == "notice":
            self._notices = [_notice(self._noticed, hour), *self._notices[: _SHOWN - 1]]
            self._noticed += 1
        elif kind in ("closing", "condition"):
            self._change_deadline(kind, chance)
        elif kind == "withdrawal" and len(self._notices) >= _FEWEST_TO_WITHDRAW:
            place = chance.randrange(len(self._notices))
            self._withdrawn = place, self._notices.pop(place)
        else:
            self._change_notice(kind, hour, chance)

    def stir(self, chance: random.Random) -> None:
        """In office hours, at times, what is no news: another event of the agenda, two notices change places."""
        if chance.random() < 0.07:
            self._agenda = [*self._agenda[1:], self._announced]
            self._announced += 1
        elif chance.random() < 0.03:
            self._notices[1], self._notices[2] = self._notices[2], self._notices[1]

    def _put_back(self, place: int, notice: Notice) -> None:
        self._notices.insert(min(place, len(self._notices)), notice)
        del self._notices[_MOST_NOTICES:]
        self._withdrawn = None

    def _change_deadline(self, kind: str, chance: random.Random) -> None:
        place = chance.randrange(len(self._deadlines))
        old = self._deadlines[place]
        if kind == "closing":
            new = replace(old, closes=old.closes + chance.choice([-2, -1, 1, 2, 5, 7]))
        else:
            new = replace(
                old, condition=chance.choice([word for word in CONDITIONS if word != old.condition])
            )
        self._deadlines[place] = new

    def _change_notice(self, kind: str, hour: int, chance: random.Random) -> None:
        """One of the first three notices gets another figure, one more sentence or a correction of errors."""
        place = chance.randrange(min(3, len(self._notices)))
        old = self._notices[place]
        if kind == "figure" and any(map(_has_figure, old.details)):
            new = replace(old, details=_with_other_figure(old.details, chance))
        elif old.spare:
            new = replace(old, details=(*old.details, old.spare[0]), spare=old.spare[1:])
        else:
            wrong, right = filled("{f}", chance), filled("{f}", draws("cor", hour))
            correction = f"Corrección de errores: donde dice «{wrong}» debe decir «{right}»."
            new = replace(old, details=(*old.details[1:], correction))
        self._notices[place] = new


def _hours_of_change() -> set[int]:
    """One to three hours a day, most of them office hours, fewer at the weekend."""
    hours: set[int] = set()
    for day in range(DAYS):
        chance = draws("dia", day)
        wanted = chance.choice([2, 3, 3] if day % 7 < 5 else [1, 2])
        first = chance.randint(9, 15)
        chosen = {first}
        while len(chosen) < wanted:
            # All five are drawn although one is taken, so that the draws stay in step.
            later = [
                first + 1,
                first + 2,
                chance.randint(8, 20),
                chance.randint(8, 14),
                chance.randint(0, 23),
            ]
            chosen.add(min(23, chance.choice(later)))
        hours |= {day * 24 + hour for hour in chosen}
    return hours - {0}


def _hours() -> tuple[State, ...]:
    """Every hour's state, and the one after the last."""
    board, changes = _Board(), _hours_of_change()
    states = [board.state()]
    for hour in range(1, 24 * DAYS + 1):
        chance = draws("ev", hour)
        if hour in changes:
            board.change(hour, chance)
        if 8 <= hour % 24 <= 20:
            board.stir(chance)
        states.append(board.state())
    return tuple(states)


HOURS = _hours()
