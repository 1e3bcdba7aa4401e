"""News by the page's own habits: a place that was quiet says something that the page never said before.

The decision of the textual reading for pages whose important changes are too rare for time to teach anything: a
notice or a policy changes a few times a year, amid menus, dates and quotes that change every day. Three things are
remembered of a page's versions, without labels:

- its *bank*: every text it has shown, so that what returns is no news;
- how long each text has stood without a break, so that what went is news only where it was at home;
- how often each place had news, at four widths: the block's own place, its section, the shape of its path, and the
  page.

The first two are asked as of a version: what it and those before it had shown is known, what came later is not, so
that a change among the versions that were learned is news as it was when it came. How often counts all visits but the
one that is judged: a change is no evidence against itself.

A change is an *alarm* when it would be rare at all four widths, from narrow to wide: with m events in n visits the
chance of the next is estimated as (m + a) / (n + a + b), and must be below ``RARE``. An event counts at one width only
where it was rare at all narrower ones, so that one quote that is new at every visit silences its own place, not the
section around it; and a list that grows at another place each time is silenced as a section. What never changed is
rare by construction: if it changes one day, that is news. Numbers, removals and link targets have rates of their own.

The model of rates is the Beta-Bernoulli one of "surprise" in novelty detection (Laplace's rule of succession with a
prior); the widths and their order are ours.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, section_of, shape_of
from changemodel.features.text_diff import BlockChange, block_changes

RARE = 0.3
"""Chance of an event from which on it is no news. Set, like the prior, while two of the five policy pages of the
histories were developed on; generated notices (``benchmarks/notices.py``) then found 0.15 to 0.3 equal, 0.4 worse."""

PRIOR_EVENTS = 0.5
PRIOR_QUIET = 1.5

RARE_AMID_NEWS = 0.2
"""The same for the page as a whole where it is restless: amid news at every visit, what is usual nowhere else happens
often by chance alone. Chosen between the generated notices, where 0.15 misses edits, and the number of alarms on the
front page of the histories, which is therefore no independent check of it."""

MEMORY_VISITS = 25.0
"""Visits after which an event counts 1/e in a place's habits, so that places may become noisy, and quiet again."""

FORGOTTEN_VISITS = 1000
"""Versions after which what was not seen again is dropped, so that memory stays bounded."""

SETTLED = 3
"""Versions in a row in which a text must have stood before its removal can be news."""

ANYWHERE, EVERYWHERE = 0, 1
"""The places of a visit that brought any news, rare or usual, and of one that brought anything new, words in the
furniture included; numbers there are clocks and counters."""

LIVELY = 0.5
"""Share of the visits at which a page must have been so to count as lively: a quiet weekend makes no quiet page."""

WIDTHS = ("slot", "section", "shape", "page")

NEVER = 2**31
"""A version that will not come."""


@dataclass(slots=True)
class _Kept:
    """What is remembered of one text."""

    until: int  # newest version that showed it
    times: list[tuple[int, int]]  # version, how often it stood there: more, or less, than in all before
    returned: int = NEVER  # version at which it was back after a break, for the first time

    @property
    def first(self) -> int:
        """The version that showed it first."""
        return self.times[0][0]

    def shown(self, upto: int) -> list[int]:
        """The most and the least times, and between, that versions up to one showed it at once."""
        return [times for version, times in self.times if version <= upto]


class TextBank:
    """Texts that a page has shown."""

    def __init__(self) -> None:
        self.exact: dict[int, _Kept] = {}
        self.roles: dict[int, tuple[int, int]] = {}
        """Texts with where they lead, and with their rank: first and newest version."""

    def add(self, page: BlockPage, index: int) -> None:
        """One more version."""
        for key, times in page.times.items():
            kept = self.exact.get(key)
            if kept is None:
                self.exact[key] = _Kept(index, [(index, times)])
                continue
            known = kept.shown(index)
            if not min(known) <= times <= max(known):
                kept.times.append((index, times))
            if kept.until < index - 1:
                kept.returned = min(kept.returned, index)
            kept.until = index
        for role in _roles(page):
            self.roles[role] = (self.roles.get(role, (index, index))[0], index)

    def forget(self, before: int) -> None:
        """Drop what no version since has shown."""
        self.exact = {key: kept for key, kept in self.exact.items() if kept.until >= before}
        self.roles = {role: seen for role, seen in self.roles.items() if seen[1] >= before}

    def knows(self, key: int, times: int, upto: int) -> bool:
        """Whether a text had been on the page, as many times at once."""
        kept = self.exact.get(key)
        return kept is not None and times <= max(kept.shown(upto), default=0)

    def knows_role(self, role: int, upto: int) -> bool:
        """Whether a text had led there, or had had that rank."""
        return self.roles.get(role, (NEVER, NEVER))[0] <= upto

    def settled(self, key: int, times: int, upto: int) -> bool:
        """Whether a text had stood so long, and never less often, that having it only so many times is new."""
        kept = self.exact.get(key)
        if kept is None or kept.returned <= upto or min(kept.until, upto) - kept.first + 1 < SETTLED:
            return False
        return times < min(kept.shown(upto))


@dataclass
class Habits:
    """How often places had events lately. Places that never had one need no entry."""

    visits: int = 0
    events: dict[int, tuple[float, int]] = field(
        default_factory=dict
    )  # place: weight of its events, as of visit

    def chance(self, place: int, aside: int | None = None) -> float:
        """Of an event at the next visit; as if the visit ``aside``, counted from 1, had not been."""
        weight, at = self.events.get(place, (0.0, self.visits))
        recent = weight * math.exp((at - self.visits) / MEMORY_VISITS)
        exposure = (1.0 - math.exp(-self.visits / MEMORY_VISITS)) / (1.0 - math.exp(-1.0 / MEMORY_VISITS))
        if aside is not None:
            own = math.exp((aside - self.visits) / MEMORY_VISITS)
            recent, exposure = max(0.0, recent - own), exposure - own
        return (recent + PRIOR_EVENTS) / (exposure + PRIOR_EVENTS + PRIOR_QUIET)

    def count(self, places: Iterable[int]) -> None:
        """One more visit, with an event at each of these places."""
        self.visits += 1
        for place in places:
            weight, at = self.events.get(place, (0.0, self.visits))
            self.events[place] = (weight * math.exp((at - self.visits) / MEMORY_VISITS) + 1.0, self.visits)

    def forget(self) -> None:
        """Drop places whose events hardly count any more."""
        oldest = self.visits - FORGOTTEN_VISITS
        self.events = {place: kept for place, kept in self.events.items() if kept[1] >= oldest}


class Novelty:
    """What is news on one page."""

    def __init__(self) -> None:
        self.bank = TextBank()
        self.habits = Habits()
        self.versions = 0
        self.moments: list[float] = []  # when the newest of them were captured, in seconds
        self.lively = 0  # versions at which there was something new as often as is no longer rare

    def add(self, page: BlockPage, before: BlockPage | None, moment: float) -> None:
        """Learn one more version, captured at a time in seconds, and what changed since the one before."""
        if before is not None:
            newest = self.versions - 1
            new = [item for item in block_changes(before, page) if self._is_new(item, before, page, newest)]
            news = [item for item in new if not _is_furniture(item, before, page)]
            said = news or [item for item in new if item.kind != "numbers"]
            places = {place for place, items in ((ANYWHERE, news), (EVERYWHERE, said)) if items}
            self.habits.count(self._counted(news) | places)
        self.bank.add(page, self.versions)
        self.moments.append(moment)
        self.versions += 1
        self.lively += self.habits.chance(EVERYWHERE) >= RARE
        if self.versions % FORGOTTEN_VISITS == 0:
            self.bank.forget(self.versions - FORGOTTEN_VISITS)
            self.habits.forget()
            self.moments = self.moments[-FORGOTTEN_VISITS:]

    @property
    def is_restless(self) -> bool:
        """Whether the page shows something new so often that its text alone cannot tell what matters."""
        return self.habits.chance(ANYWHERE) >= RARE

    @property
    def is_lively(self) -> bool:
        """Whether it mostly did so, furniture included: there is enough for time to tell what matters there."""
        return self.lively >= LIVELY * self.versions

    def chances(
        self, changes: Iterable[BlockChange], a: BlockPage, b: BlockPage, moments: tuple[float, float]
    ) -> list[float | None]:
        """Of each change at a visit; None for furniture and for what the page had been through before.

        ``moments``: when the two were captured, in seconds. Known is what versions up to the first of them showed.
        """
        upto, visit = map(self._newest_at, moments)
        aside = visit if visit > upto and moments[1] in self.moments else None
        return [
            None
            if _is_furniture(change, a, b) or not self._is_new(change, a, b, upto)
            else self._chance(change, aside)
            for change in changes
        ]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        exact, events = self.bank.exact, self.habits.events
        kept = [(item.until, item.returned, len(item.times)) for item in exact.values()]
        times = [step for item in exact.values() for step in item.times]
        return {
            "versions": np.array([self.versions, self.habits.visits], dtype=np.int64),
            "lively": np.array(self.lively, dtype=np.int64),
            "texts": np.array(list(exact), dtype=np.uint64),
            "kept": np.array(kept, dtype=np.int64).reshape(-1, 3),
            "times": np.array(times, dtype=np.int64).reshape(-1, 2),
            "moments": np.array(self.moments, dtype=np.float64),
            "roles": np.array(list(self.bank.roles), dtype=np.uint64),
            "roles_seen": np.array(list(self.bank.roles.values()), dtype=np.int64).reshape(-1, 2),
            "places": np.array(list(events), dtype=np.uint64),
            "events": np.array([weight for weight, _ in events.values()], dtype=np.float64),
            "events_at": np.array([at for _, at in events.values()], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        novelty = cls()
        novelty.versions, novelty.habits.visits = (int(value) for value in arrays["versions"])
        novelty.lively = int(arrays["lively"])
        novelty.moments = arrays["moments"].tolist()
        novelty.bank.exact = dict(zip(arrays["texts"].tolist(), _kept_from(arrays), strict=True))
        seen = map(tuple, arrays["roles_seen"].tolist())
        novelty.bank.roles = dict(zip(arrays["roles"].tolist(), seen, strict=True))
        events = zip(arrays["events"].tolist(), arrays["events_at"].tolist(), strict=True)
        novelty.habits.events = dict(zip(arrays["places"].tolist(), events, strict=True))
        return novelty

    def _newest_at(self, moment: float) -> int:
        """The newest version that had been captured; -1 before the first."""
        return self.versions - len(self.moments) + bisect_right(self.moments, moment) - 1

    def _chance(self, change: BlockChange, aside: int | None) -> float:
        """Where it is highest; of a restless page a smaller one counts as much."""
        *narrow, page = (self.habits.chance(place, aside) for place in _places(change))
        stretched = page * RARE / RARE_AMID_NEWS if self.is_restless else page
        return max(*narrow, min(stretched, 1.0 - 1e-9))

    def _counted(self, changes: Iterable[BlockChange]) -> set[int]:
        """The places that changes count at: each up to the first one where it is usual."""
        counted: set[int] = set()
        for change in changes:
            for place in _places(change):
                counted.add(place)
                if self.habits.chance(place) >= RARE:
                    break
        return counted

    def _is_new(self, change: BlockChange, a: BlockPage, b: BlockPage, upto: int) -> bool:
        """Whether the page up to a version never said it, or never was without it."""
        if change.after is None:
            assert change.before is not None
            key = a.exact[change.before]
            return self.bank.settled(key, b.times[key], upto)
        key = b.exact[change.after]
        if change.kind == "links":
            return not self.bank.knows_role(_joint(key, b.target[change.after]), upto)
        if change.kind == "outline":
            return not self.bank.knows_role(_joint(key, b.rank[change.after]), upto)
        return not self.bank.knows(key, b.times[key], upto)


def _kept_from(arrays: Mapping[str, NDArray[Any]]) -> list[_Kept]:
    steps = iter(arrays["times"].tolist())
    return [
        _Kept(until, [tuple(next(steps)) for _ in range(count)], returned)
        for until, returned, count in arrays["kept"].tolist()
    ]


def _is_furniture(change: BlockChange, a: BlockPage, b: BlockPage) -> bool:
    if change.after is None:
        assert change.before is not None
        return a.furniture[change.before]
    return b.furniture[change.after]


def _roles(page: BlockPage) -> set[int]:
    leading = {_joint(*both) for both in zip(page.exact, page.target, strict=True)}
    return leading | {_joint(*both) for both in zip(page.exact, page.rank, strict=True)}


def _places(change: BlockChange) -> tuple[int, ...]:
    """Where a change happens, from narrow to wide."""
    path = change.path
    names = (path, section_of(path), shape_of(path), "")
    return tuple(_place(width, change.kind, name) for width, name in zip(WIDTHS, names, strict=True))


@lru_cache(maxsize=16384)
def _place(width: str, kind: str, name: str) -> int:
    text = f"{width} {kind} {name}".encode(errors="surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def _joint(key: int, other: int) -> int:
    return (key * 1_000_003 + other) % 2**64
