"""What the volcano institute's staff issue by the hour, and the activity that its instruments record beneath it."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from benchmarks.served_sites.kazan_kansokujo_words import (
    ADDENDA,
    AGENCIES,
    COMMENTARIES,
    DEFORMATION,
    DIRECTIONS,
    GASES,
    GULLIES,
    HEADLINES,
    OBSERVED,
    OUTLOOKS,
    OVERVIEWS,
    QUAKE_KINDS,
    QUAKES,
    SLIPS,
    STATIONS,
    TOWNS,
    WARNINGS,
)

DAYS = 10
STARTS_AT = datetime(2025, 6, 16)
_HOURS = 24 * DAYS
_RAISED_AT, _LOWERED_AT = 83, 205
_NEXT = (
    "次の発表は、活動に変化があり次第行います。",
    "次回は本日夕方までに発表の予定です。",
    "次回の発表は明朝を予定しています。",
    "次回は噴火が発生した場合、または定時に発表します。",
)
_OFFICERS = ("三枝", "堂本", "工藤", "小笠原")
_EARLIER = (
    (-50, "regular"),
    (-44, "eruption"),
    (-40, "regular"),
    (-33, "gas"),
    (-27, "tremor"),
    (-16, "regular"),
    (-9, "eruption"),
    (-7, "regular"),
)
_ADDENDA_OF: Mapping[str, tuple[str, ...]] = {
    "eruption": ADDENDA,
    "survey": ADDENDA[1:2] + ADDENDA[6:8],
    "tremor": ADDENDA[2:3] + ADDENDA[5:6],
}


def clock(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


class Activity(NamedTuple):
    """What the instruments record in an hour."""

    amplitude: float
    quakes: int


def _activity() -> dict[int, Activity]:
    """From 72 hours before the first visit."""
    chance = random.Random("narukami-activity")
    found = {}
    unrest = 1.0
    for hour in range(-72, _HOURS + 1):
        unrest += chance.gauss(0, 0.16) + (1.2 + 0.8 * math.sin(hour / 31) - unrest) * 0.12
        if chance.random() < 0.05:
            unrest += chance.uniform(0.6, 1.6)
        unrest = max(0.2, unrest)
        amplitude = round(unrest * 8 + chance.uniform(0, 3), 1)
        found[hour] = Activity(amplitude, max(0, int(unrest * 2.2 + chance.gauss(0, 1.3))))
    return found


ACTIVITY: Mapping[int, Activity] = _activity()


class Scale(NamedTuple):
    """What an addendum takes over from its bulletin."""

    crater: str
    direction: str
    plume: int
    reach: int


@dataclass(frozen=True)
class Addendum:
    hour: int
    place: int
    words: str


@dataclass(frozen=True)
class Bulletin:
    """One bulletin; a slip is a word and what stands wrongly in its place."""

    number: int
    hour: int
    kind: str
    level: int
    place: int
    headline: str
    overview: tuple[str, ...]
    data: tuple[str, ...]
    outlook: tuple[str, ...]
    following: str
    scale: Scale
    officer: str
    addenda: tuple[Addendum, ...] = ()
    slip: tuple[str, str] | None = None

    def words(self, section: tuple[str, ...]) -> str:
        """A section as the page has it."""
        text = "".join(section)
        return text.replace(*self.slip) if self.slip else text


class _Officer:
    """Who fills sentences with values and avoids those just used."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._used: list[str] = []

    def sentence(self, pool: Sequence[str]) -> str:
        recent = [said for said in self._used if said in pool][-max(1, len(pool) - 2) :]
        found = self._chance.choice([said for said in pool if said not in recent] or pool)
        self._used = [*self._used, found][-200:]
        return found

    def values(self, hour: int, level: int) -> tuple[Scale, dict[str, int | str]]:
        """Everything that sentences may name, drawn in one order whichever of it they do."""
        chance = self._chance
        station, other_station = chance.sample(STATIONS, 2)
        crater = chance.choice(["第一", "第一", "第一", "南"])
        values: dict[str, int | str] = {
            "station": station,
            "other_station": other_station,
            "vigour": chance.choice(["やや活発な", "活発な", "一進一退の"]),
            "trend": chance.choice(["増加傾向", "横ばい", "減少傾向"]),
            "swelling": chance.choice(["継続", "鈍化", "加速"]),
            "steam": chance.randrange(200, 900, 50),
            "quakes": sum(ACTIVITY[hour - i].quakes for i in range(8)) + chance.randint(0, 6),
            "km": {2: "1", 3: "2"}[level],
            "sulphur": chance.randrange(300, 2900, 100),
        }
        plume = chance.randrange(900, 4200, 100)
        values |= {"hour": clock(hour).hour, "minute": 0, "town": chance.choice(TOWNS)}
        reach = chance.randrange(300, 1700, 100)
        scale = Scale(crater, chance.choice(DIRECTIONS), plume, reach)
        return scale, values | self._measured()

    def _measured(self) -> dict[str, int | str]:
        chance = self._chance
        return {
            "minutes": chance.randint(3, 28),
            "mm": chance.randint(2, 19),
            "heat": chance.randrange(180, 460, 10),
            "ash": chance.randint(1, 9),
            "size": chance.choice(["大きな", "やや大きな", "小さな"]),
            "agency": chance.choice(AGENCIES),
            "lapilli": chance.randint(4, 30),
            "colour": chance.choice(["白色", "灰白色", "灰色", "暗い灰色"]),
            "glow": chance.choice(["増した", "弱まった"]),
            "scorched": chance.randint(2, 8),
            "ash_km": chance.randint(4, 22),
            "tenths": chance.randint(1, 6),
            "warmer": chance.randint(2, 7),
            "fall": chance.randint(1, 6),
            "hours": 8,
            "depth": chance.randint(1, 5),
            "magnitude": f"{chance.randint(5, 29) / 10}",
            "low": chance.randint(2, 11),
            "felt": chance.randint(0, 3),
            "days": chance.randint(2, 9),
            "rate": chance.randint(1, 4),
            "amount": chance.choice(["高い", "やや高い", "平常に近い"]),
            "ratio": f"0.{chance.randint(2, 9)}",
            "ppm": chance.randint(2, 9),
            "ahead": chance.randint(2, 12),
            "gully": chance.choice(GULLIES),
        }

    def bulletin(self, hour: int, number: int, kind: str, level: int) -> Bulletin:
        chance = self._chance
        scale, values = self.values(hour, level)
        values |= {**scale._asdict(), "hour": max(0, clock(hour).hour - 1), "minute": chance.randint(2, 33)}
        if kind == "raised":
            values |= {"trend": "増加傾向", "swelling": "加速"}
        elif kind == "lowered":
            values |= {"trend": "減少傾向", "swelling": "鈍化"}

        def said(pool: Sequence[str], count: int = 1) -> tuple[str, ...]:
            return tuple(self.sentence(pool).format(**values) for _ in range(count))

        # Only reports of something else may say that the weather kept them from measuring.
        gases = [gas for gas in GASES if kind not in ("gas", "regular") or "天候" not in gas]
        data = said(QUAKES) + said(QUAKE_KINDS, chance.choice([0, 1, 1])) + said(DEFORMATION) + said(gases)
        following = chance.choice(_NEXT)
        return Bulletin(
            number,
            hour,
            kind,
            level,
            place=chance.randint(0, 4),
            headline=self.sentence(HEADLINES[kind]).format(**values),
            overview=said(OVERVIEWS[kind]) + said(OBSERVED, chance.choice([1, 2, 2])),
            data=data,
            outlook=said(OUTLOOKS) + said(WARNINGS, chance.choice([2, 3])),
            following=following,
            scale=scale,
            officer=chance.choice(_OFFICERS),
        )

    def addendum(self, hour: int, level: int, bulletin: Bulletin) -> Addendum:
        """A larger plume and reach each time, of the same crater in the same direction."""
        more = 100 * (2 + 3 * len(bulletin.addenda))
        _, values = self.values(hour, level)
        values |= bulletin.scale._asdict()
        values |= {"plume": bulletin.scale.plume + more, "reach": bulletin.scale.reach + more}
        values["hour"] = clock(hour - 1).hour
        place = self._chance.randint(0, 4)
        count = self._chance.choice([1, 2]) if bulletin.kind == "eruption" else 1
        pool = _ADDENDA_OF[bulletin.kind]
        return Addendum(hour, place, "".join(self.sentence(pool).format(**values) for _ in range(count)))


def _issues(chance: random.Random) -> dict[int, str]:
    """Kinds by hour: one or two by day at no fixed hour, eruptions at their own will, fewer of them seen at night."""
    kinds = {}
    for day in range(DAYS):
        kinds[24 * day + chance.choice([7, 8, 8, 9, 10])] = "regular"
        if chance.random() < 0.7:
            kinds[24 * day + chance.choice([15, 16, 16, 17, 18])] = "regular"
        for _ in range(chance.choice([0, 1, 1, 2, 3])):
            of_day = chance.choice([1, 3, 4, 6, 9, 11, 12, 13, 14, 15, 19, 20, 21, 22])
            gas = "gas" if of_day > 8 else "tremor"
            survey = "survey" if 9 < of_day < 18 else "eruption"
            kind = chance.choice(["eruption", "eruption", "eruption", "tremor", "deformation", gas, survey])
            kinds.setdefault(24 * day + of_day, kind)
    kinds[_RAISED_AT], kinds[_LOWERED_AT] = "raised", "lowered"
    kinds.pop(0, None)
    return kinds


@dataclass(frozen=True)
class State:
    """What stands on the page in an hour: the last bulletins, the newest last, and which commentary."""

    bulletins: tuple[Bulletin, ...]
    commentary: int


class _Desk:
    """Who issues bulletins, adds to them and corrects them."""

    def __init__(self) -> None:
        self._chance = random.Random("narukami-2")
        self._officer = _Officer(self._chance)
        self._kinds = _issues(self._chance)
        self._number, self._level = 118, 2
        self._issued = [
            self._officer.bulletin(hour, self._number - 8 + place, kind, self._level)
            for place, (hour, kind) in enumerate(_EARLIER)
        ]
        self._added_to: dict[int, int] = {}
        self._corrected: dict[int, int] = {}

    def states(self) -> Iterator[State]:
        order = self._chance.sample(range(len(COMMENTARIES)), len(COMMENTARIES))
        days = self._chance.sample(range(DAYS), 6)
        signed_at = {24 * day + self._chance.choice([10, 11, 13, 14, 16]) for day in days}
        signed = 0
        for hour in range(_HOURS):
            last = self._issued[-1]
            if hour in self._kinds:
                self._issue(hour, self._kinds[hour])
            elif self._added_to.get(hour) == last.number:
                self._add(hour, last)
            elif self._corrected.get(hour) == last.number:
                self._issued[-1] = replace(last, slip=None)
            signed += hour in signed_at
            yield State(tuple(self._issued[-9:]), order[signed])

    def _issue(self, hour: int, kind: str) -> None:
        chance = self._chance
        self._level = {"raised": 3, "lowered": 2}.get(kind, self._level)
        bulletin = self._officer.bulletin(hour, self._number, kind, self._level)
        self._number += 1
        if kind in _ADDENDA_OF and chance.random() < 0.55:
            self._added_to[hour + chance.choice([1, 2, 2, 3])] = bulletin.number
        elif chance.random() < 0.6:
            slip = SLIPS[chance.randrange(len(SLIPS))]
            if slip[0] in "".join(bulletin.overview + bulletin.data + bulletin.outlook):
                bulletin = replace(bulletin, slip=slip)
                self._corrected[hour + chance.choice([1, 2, 3])] = bulletin.number
        self._issued.append(bulletin)

    def _add(self, hour: int, last: Bulletin) -> None:
        addendum = self._officer.addendum(hour, self._level, last)
        self._issued[-1] = replace(last, addenda=(*last.addenda, addendum))
        if self._chance.random() < 0.4 and last.kind == "eruption":
            self._added_to[hour + 2] = last.number


STATES = tuple(_Desk().states())


def verdict(hour: int) -> str:
    """What the change into the next hour is: staff's words and level, a corrected slip in them, or neither."""
    old, new = STATES[hour], STATES[hour + 1]
    before, after = old.bulletins[-1], new.bulletins[-1]
    if replace(before, slip=None) != replace(after, slip=None) or old.commentary != new.commentary:
        return "important"
    return "left out" if before.slip != after.slip else "unimportant"
