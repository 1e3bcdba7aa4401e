"""The register of the Polish product-safety office: its cases, and the rows and press notes shown at every visit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from random import Random

from benchmarks.served_sites.urzad_wyrobow_words import (
    DEFECTS,
    FIRMS,
    PRESS_DOES,
    PRESS_WHAT,
    PRESS_WHO,
    PRODUCTS,
    STATUSES,
)

DAYS = 10
STARTS_AT = datetime(2025, 10, 6)
_SHOWN = 16
_FIRST_STATUSES = (STATUSES[0], STATUSES[0], STATUSES[3], STATUSES[9])


def chance(*keys: object) -> Random:
    """The dice of this site that belong to some keys."""
    return Random("urzad_wyrobow:" + ":".join(str(key) for key in keys))


@dataclass(frozen=True)
class Case:
    """What is known of a case from its first day."""

    reference: str
    product: str
    firm: str
    defect: str
    lot: str


@cache
def case(number: int) -> Case:
    """A case by its number."""
    dice = chance("case", number)
    office, matter = dice.choice(["DNR", "DIH", "WLO", "WGD"]), dice.choice(["61", "704", "8401"])
    reference = f"{office}-{matter}.{number * 3 + 412}.2025"
    lot = f"{dice.choice('ABCEKLMPRTX')}{dice.randint(1000, 99999)}/{dice.randint(1, 24):02d}"
    return Case(
        reference=reference,
        product=PRODUCTS[(number * 19 + 5) % len(PRODUCTS)],
        firm=FIRMS[(number * 7 + dice.randrange(3)) % len(FIRMS)],
        defect=DEFECTS[(number * 5 + dice.randrange(3)) % len(DEFECTS)],
        lot=lot,
    )


@cache
def press_note(number: int) -> str:
    """The heading of a press note."""
    dice = chance("press", number)
    return f"{PRESS_WHO[number % 9]} {dice.choice(PRESS_DOES)} {PRESS_WHAT[number * 3 % 11]}"


@dataclass(frozen=True)
class Row:
    """A case as it stands in the register."""

    number: int
    status: str
    lot: str
    opened: int

    @property
    def words(self) -> tuple[int, str, str]:
        """What of the row is kept; the rest follows from the number."""
        return self.number, self.status, self.lot


@dataclass(frozen=True)
class Shown:
    """The register and the press notes at one visit."""

    rows: tuple[Row, ...]
    notes: tuple[int, ...]
    sorting: int


def _first_rows() -> list[Row]:
    return [
        Row(20 - place, chance("st0", place).choice(STATUSES), case(20 - place).lot, -30 - 31 * place)
        for place in range(20)
    ]


@dataclass
class _Office:
    """The office at work: what it changes from hour to hour."""

    rows: list[Row] = field(default_factory=_first_rows)
    fresh: int = 21
    notes: tuple[int, ...] = (3, 2, 1, 0)
    sorting: int = 0

    def work(self, hour: int) -> None:
        """One hour: events, a press note, another order of the list."""
        dice, clock = chance("ev-g", hour), hour % 24
        weekend = _is_weekend(hour)
        events = 1 if dice.random() < _pace(hour) else 0
        if events and dice.random() < 0.2:
            events = 2
        for _ in range(events):
            self._turn(dice, hour)
        if 7 <= clock < 18 and not weekend and dice.random() < 0.10:
            self.notes = (self.notes[0] + 1, *self.notes[:3])
        if dice.random() < 0.035:
            self.sorting = (self.sorting + 1) % 3

    def _turn(self, dice: Random, hour: int) -> None:
        what = dice.random()
        if what < 0.42:
            status = dice.choice(_FIRST_STATUSES)
            self.rows.insert(0, Row(self.fresh, status, case(self.fresh).lot, hour))
            self.fresh += 1
        elif what < 0.80:
            place = dice.randrange(_SHOWN)
            row = self.rows[place]
            status = dice.choice([other for other in STATUSES if other != row.status])
            self.rows[place] = replace(row, status=status)
        elif what < 0.92:
            place = dice.randrange(_SHOWN)
            row = self.rows[place]
            tail = (int(row.lot[-2:]) + dice.randint(1, 9)) % 30 + 1
            self.rows[place] = replace(row, lot=f"{row.lot[:-2]}{tail:02d}")
        else:
            del self.rows[dice.randrange(1, _SHOWN)]

    def shown(self) -> Shown:
        """The first rows, in the order chosen."""
        rows = self.rows[:_SHOWN]
        if self.sorting == 1:
            rows.sort(key=lambda row: case(row.number).product)
        elif self.sorting == 2:
            rows.sort(key=lambda row: (row.status, -row.number))
        return Shown(tuple(rows), self.notes, self.sorting)


def _is_weekend(hour: int) -> bool:
    return (STARTS_AT + timedelta(hours=hour)).weekday() >= 5


def _pace(hour: int) -> float:
    """How likely something happens: office hours, and two lively ones a day."""
    clock = hour % 24
    if _is_weekend(hour):
        pace = 0.10 if 8 <= clock < 20 else 0.01
    elif 8 <= clock < 16:
        pace = 0.30
    else:
        pace = 0.06 if 6 <= clock < 21 else 0.008
    lively = chance("burst", hour // 24).randrange(8, 15)
    return pace * 2 if 8 <= clock < 17 and clock - lively in (0, 1) else pace


@cache
def registers() -> tuple[Shown, ...]:
    """What is shown at every visit, and at the first after the last day."""
    office = _Office()
    out = [office.shown()]
    for hour in range(1, 24 * DAYS + 1):
        office.work(hour)
        out.append(office.shown())
    return tuple(out)
