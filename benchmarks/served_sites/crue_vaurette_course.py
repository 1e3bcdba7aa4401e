"""The course of the flood: how high the river stands, and what the authorities decide at which hour."""

import math
import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from benchmarks.served_sites.crue_vaurette_places import (
    CENTRES,
    ROADS,
    SECTORS,
    SERVICES,
    Centre,
    Road,
    Sector,
    Service,
)

STARTS_AT = datetime(2025, 1, 23)
DAYS = 10
HOURS = 24 * DAYS
BEFORE = -999  # since when what no decision has touched has been so

OPEN, CLOSED, ALTERNATING = "ouverte", "fermée", "circulation alternée"
FREE, PREPARED, EVACUATED, RETURNING = range(4)

WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_MONTHS = (
    *("janvier", "février", "mars", "avril", "mai", "juin"),
    *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
_FIRST = -40  # the crisis staff is at work before the first visit

_State = TypeVar("_State")
Line = Sequence[tuple[int, _State]]
"""The states of one thing, each with the hour from which it holds."""


def when(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


def dated(moment: datetime) -> str:
    day = moment.day if moment.day > 1 else "1er"
    return f"{WEEKDAYS[moment.weekday()]} {day} {_MONTHS[moment.month - 1]}"


def dated_hour(hour: int) -> str:
    moment = when(hour)
    return f"{dated(moment)} à {moment.hour} h"


def dice(hour: int, what: str) -> random.Random:
    """Chance that depends on nothing but the hour and what it is for."""
    return random.Random(f"vaurette-{what}-{hour}")


def level(hour: int) -> float:
    """The river at the old bridge in metres, smoothed."""

    def wave(peak: int, rise: int, fall: int) -> float:
        return math.exp(-(((hour - peak) / (rise if hour < peak else fall)) ** 2))

    return 1.15 + 2.95 * wave(88, 46, 50) + 1.35 * wave(186, 16, 26)


def state_at(line: Line[_State], hour: int) -> tuple[int, _State]:
    """Since when it is in which state."""
    found = line[0]
    for change in line:
        if change[0] <= hour:
            found = change
    return found


def _published() -> list[int]:
    """The hours in which decisions are made known."""
    chance = random.Random("vaurette-publications")
    hours = []
    for hour in range(_FIRST, HOURS):
        moment = when(hour)
        likely = _likely(moment.hour) * (0.75 if moment.weekday() >= 5 else 1)
        if 66 <= hour <= 104:
            likely *= 1.3
        if chance.random() < likely:
            hours.append(hour)
    return hours


def _likely(hour_of_day: int) -> float:
    if 7 <= hour_of_day <= 19:
        return 0.42
    return 0.26 if hour_of_day in (6, 20, 21) else 0.045


PUBLISHED = _published()


def _road_lines() -> dict[str, Line[str]]:
    chance = random.Random("vaurette-voies")
    lines: dict[str, Line[str]] = {}
    for road in ROADS:
        line, state, since = [(BEFORE, OPEN)], OPEN, BEFORE
        for hour in PUBLISHED:
            if chance.random() > 0.34 or hour - since < 5:
                continue
            new = _next_of_road(road, state, since, hour)
            if new != state:
                state, since = new, hour
                line.append((hour, state))
        lines[road.key] = line
    return lines


def _next_of_road(road: Road, state: str, since: int, hour: int) -> str:
    height = level(hour + 1)
    if state == OPEN:
        return CLOSED if height > road.threshold else OPEN
    if state == CLOSED:
        if height < road.threshold - 0.22:
            return ALTERNATING if road.alternates else OPEN
        return CLOSED
    if height > road.threshold + 0.05:
        return CLOSED
    return OPEN if hour - since > 14 else ALTERNATING


def _sector_lines() -> dict[str, Line[int]]:
    chance = random.Random("vaurette-secteurs")
    lines: dict[str, Line[int]] = {}
    for sector in SECTORS:
        line, state, since = [(BEFORE, FREE)], FREE, BEFORE
        for hour in PUBLISHED:
            if chance.random() > 0.42 or hour - since < 3:
                continue
            new = _next_of_sector(sector, state, since, hour)
            if new != state:
                state, since = new, hour
                line.append((hour, state))
        lines[sector.key] = line
    return lines


def _next_of_sector(sector: Sector, state: int, since: int, hour: int) -> int:
    height = level(hour + 4)
    if state in (FREE, RETURNING) and height > sector.threshold - 0.3 and level(hour + 8) > height:
        return PREPARED
    if state == PREPARED and height > sector.threshold:
        return EVACUATED
    if state == PREPARED and height < sector.threshold - 0.5:
        return FREE
    if state == EVACUATED and height < sector.threshold - 0.6:
        return RETURNING
    return FREE if state == RETURNING and hour - since > 26 else state


def _service_lines() -> dict[str, Line[bool]]:
    chance = random.Random("vaurette-services")
    lines: dict[str, Line[bool]] = {}
    for service in SERVICES:
        line, is_disturbed = [(BEFORE, False)], False
        for hour in PUBLISHED:
            if chance.random() > 0.4:
                continue
            height = level(hour + 2)
            if height < service.until if is_disturbed else height > service.above:
                is_disturbed = not is_disturbed
                line.append((hour, is_disturbed))
        lines[service.key] = line
    return lines


def _warning_line() -> Line[int]:
    line, state = [(BEFORE, 1)], 1
    for hour in PUBLISHED:
        height = max(level(hour), level(hour + 7))
        new = 3 if height > 3.45 else 2 if height > 2.35 else 1
        is_day = when(hour).hour in range(6, 19)
        if new > state or (new < state and is_day):
            state = new
            line.append((hour, state))
    return line


_ROAD_LINES, _SECTOR_LINES, _SERVICE_LINES = _road_lines(), _sector_lines(), _service_lines()
_WARNING_LINE = _warning_line()


def _centre_lines() -> dict[str, Line[bool]]:
    lines: dict[str, Line[bool]] = {}
    for centre in CENTRES:
        line, is_open, since = [(BEFORE, False)], False, BEFORE
        for hour in PUBLISHED:
            is_needed = evacuated(hour) >= centre.sectors
            if is_needed if not is_open else not is_needed and hour - since > 12:
                is_open, since = not is_open, hour
                line.append((hour, is_open))
        lines[centre.key] = line
    return lines


def warning(hour: int) -> tuple[int, int]:
    return state_at(_WARNING_LINE, hour)


def road_state(road: Road, hour: int) -> tuple[int, str]:
    return state_at(_ROAD_LINES[road.key], hour)


def sector_state(sector: Sector, hour: int) -> tuple[int, int]:
    return state_at(_SECTOR_LINES[sector.key], hour)


def evacuated(hour: int) -> int:
    """How many sectors are."""
    return _count(_SECTOR_LINES, hour, EVACUATED)


def closed(hour: int) -> int:
    """How many roads are."""
    return _count(_ROAD_LINES, hour, CLOSED)


def _count(lines: Mapping[str, Line[_State]], hour: int, state: _State) -> int:
    return sum(state_at(line, hour)[1] == state for line in lines.values())


_CENTRE_LINES = _centre_lines()


def centre_state(centre: Centre, hour: int) -> tuple[int, bool]:
    return state_at(_CENTRE_LINES[centre.key], hour)


def service_state(service: Service, hour: int) -> tuple[int, bool]:
    return state_at(_SERVICE_LINES[service.key], hour)


def decisions(hour: int) -> tuple[object, ...]:
    """All that the authorities say but for their reports."""
    return (
        warning(hour)[1],
        *(sector_state(sector, hour)[1] for sector in SECTORS),
        *(road_state(road, hour)[1] for road in ROADS),
        *(centre_state(centre, hour)[1] for centre in CENTRES),
        *(service_state(service, hour)[1] for service in SERVICES),
    )
