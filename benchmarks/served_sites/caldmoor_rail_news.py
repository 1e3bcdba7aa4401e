"""What Caldmoor Rail announces in the ten days, and the state of it at any visit."""

from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import TypedDict

from benchmarks.served_sites.caldmoor_rail_incidents import ALTS, INCIDENTS
from benchmarks.served_sites.caldmoor_rail_texts import FIXES, LINES, PRESS, WORKS

DAYS = 10
STARTS_AT = datetime(2025, 2, 6, 0, 0)  # a Thursday
LAST = 24 * DAYS - 1


Message = tuple[int, str, datetime]
"""From which visit on it is shown, its text and the time printed beside it."""


class Incident(TypedDict):
    id: int
    sev: str
    title: str
    line: str
    a: str
    b: str
    messages: list[Message]


class Work(TypedDict):
    n: int
    line: str
    a: str
    b: str
    dates: str
    what: str
    instead: str
    revised: datetime | None


class Plan(TypedDict):
    incidents: list[Incident]
    works: list[tuple[int, int, int | None]]
    press: list[tuple[int, int, datetime]]
    pictures: list[int]
    fixes: dict[int, int]


Told = tuple[int, Incident, list[Message]]
"""The visit of the last message, the incident and what is said of it so far."""


class State(TypedDict):
    active: list[Told]
    resolved: list[Told]
    works: list[Work]
    press: list[tuple[int, datetime, str, str, str]]
    picture: int


def moment(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


def make_incident(ident: int, kind: int, start: int, rng: Random, quick: bool = False) -> Incident:
    """An incident with the visit at which each of its messages is first shown."""
    sev, title, first, updates, end = INCIDENTS[kind]
    line = rng.choice(list(LINES))
    i = rng.randrange(len(LINES[line]) - 1)
    j = rng.randrange(i + 1, min(len(LINES[line]), i + 3))
    a, b = LINES[line][i], LINES[line][j]
    slots = dict(
        a=a,
        b=b,
        line=line,
        m=rng.choice([15, 20, 25, 30, 40, 45, 60]),
        alt=rng.choice(ALTS),
    )
    hour = start
    messages: list[Message] = []
    for n, text in enumerate([first, *updates, end]):
        if n:
            hour += rng.choice([1, 1, 2, 2, 3]) if not quick else 1
            if any(word in messages[-1][1] for word in ("tomorrow", "morning", "tonight")):
                hour += rng.choice([11, 14, 16])
            # The control room writes little at night.
            while moment(hour).hour in (0, 1, 2, 3, 4) and not quick:
                hour += 1
        stamp = moment(hour) - timedelta(minutes=rng.randrange(3, 57))
        messages.append((hour, text.format(**slots), stamp))
    return Incident(
        id=ident,
        sev=sev,
        title=title.format(**slots),
        line=line,
        a=a,
        b=b,
        messages=messages,
    )


@lru_cache(1)
def plan() -> Plan:
    rng = Random("caldmoor plan 4")
    kinds = list(range(len(INCIDENTS)))
    rng.shuffle(kinds)
    incidents = [make_incident(4100 + n, kinds[-1 - n], -60 + 9 * n, rng, quick=True) for n in range(6)]
    starts = []
    for day in range(DAYS):
        weekend = moment(24 * day).weekday() >= 5
        for _ in range(1 if weekend or day in (4, 8) else 2 if day in (1, 5, 7) else 1):
            starts.append(
                24 * day
                + rng.choices(
                    range(24), [1, 1, 0, 0, 1, 3, 6, 7, 6, 4, 3, 3, 3, 3, 4, 5, 7, 7, 5, 4, 2, 2, 1, 1]
                )[0]
            )
    for n, start in enumerate(sorted(starts)):
        incidents.append(make_incident(4120 + n, kinds[n % len(kinds)], max(start, 2), rng))
    works: list[tuple[int, int, int | None]] = []
    shown = 5
    for n, row in enumerate(WORKS):
        at = -1 if n < shown else 24 * [2, 4, 6, 7, 8, 9][n - shown] + rng.randrange(9, 17)
        change = (
            None
            if row[6] is None
            else max(at + 20, 24 * [1, 3, 5, 6, 8, 8, 8, 9, 9][n] + rng.randrange(10, 18))
        )
        works.append((n, at, change))
    press: list[tuple[int, int, datetime]] = []
    day_of = [0, 1, 4, 5, 6, 7, 8]
    for n in range(len(PRESS)):
        at = n - 40 if n < 4 else 24 * day_of[n - 4] + rng.randrange(7, 19)
        press.append(
            (n, at, moment(at if n >= 4 else 24 * (n - 6) + 11) - timedelta(minutes=rng.randrange(4, 56)))
        )
    # The lead picture is swapped alone.
    pictures = sorted(24 * d + rng.randrange(6, 22) for d in (0, 2, 3, 5, 7, 9))
    fixes = {2: 31, 5: press[5][1] + 5}
    return Plan(incidents=incidents, works=works, press=press, pictures=pictures, fixes=fixes)


def press_item(n: int, hour: int) -> tuple[str, str, str]:
    title, stand = PRESS[n]
    shown = stand
    at = plan()["fixes"].get(n)
    if at is not None and hour < at:
        for right, wrong in FIXES:
            shown = shown.replace(right, wrong)
    return title, stand, shown


@lru_cache(None)
def state(hour: int) -> State:
    """All that is announced on the page at this visit, in the order shown."""
    active: list[Told] = []
    resolved: list[Told] = []
    for inc in plan()["incidents"]:
        so_far = [m for m in inc["messages"] if m[0] <= hour]
        if not so_far:
            continue
        if len(so_far) == len(inc["messages"]):
            resolved.append((so_far[-1][0], inc, so_far))
        else:
            active.append((so_far[-1][0], inc, so_far))
    active.sort(key=lambda e: (e[0], e[1]["id"]), reverse=True)
    resolved.sort(key=lambda e: (e[0], e[1]["id"]), reverse=True)
    works: list[Work] = []
    for n, at, change in plan()["works"]:
        if at > hour:
            continue
        line, i, j, dates, what, instead, revision = WORKS[n]
        revised = None
        if revision is not None and change is not None and change <= hour:
            revised = moment(change)
            if revision[0] == "dates":
                dates = revision[1]
            else:
                instead = revision[1]
        row = Work(
            n=n,
            line=line,
            a=LINES[line][i],
            b=LINES[line][j],
            dates=dates,
            what=what,
            instead=instead,
            revised=revised,
        )
        works.append(row)
    press = [(n, stamp, *press_item(n, hour)) for n, at, stamp in plan()["press"] if at <= hour][::-1][:5]
    lead = press[0][0]
    picture = (lead - (lead in (6, 9))) * 20 + sum(p <= hour for p in plan()["pictures"])
    return State(active=active, resolved=resolved[:6], works=works, press=press, picture=picture)


@lru_cache(None)
def said(hour: int) -> tuple[frozenset[tuple[object, ...]], tuple[object, ...]]:
    """The announcements as a set of texts (typing errors aside), and the rest that an editor may touch."""
    now = state(hour)
    texts: set[tuple[object, ...]] = set()
    for _, inc, messages in now["active"]:
        texts |= {(inc["title"], text) for _, text, _ in messages}
    texts |= {(inc["title"], messages[-1][1]) for _, inc, messages in now["resolved"]}
    texts |= {("works", w["n"], w["dates"], w["instead"]) for w in now["works"]}
    texts |= {("press", title, stand) for _, _, title, stand, _ in now["press"]}
    rest = (now["picture"], tuple(shown for *_, shown in now["press"]))
    return frozenset(texts), rest


def truth_of(hour: int) -> str:
    (before, rest_before), (after, rest_after) = said(hour), said(hour + 1)
    if after - before:  # something is announced that was not
        return "important"
    if before != after or rest_before != rest_after:
        return "left out"
    return "unimportant"
