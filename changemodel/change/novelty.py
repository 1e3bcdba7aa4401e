"""News by the page's own habits: a place that was quiet says something that the page never said before.

The decision of the textual reading for pages whose important changes are too rare for time to teach anything: a
notice or a policy changes a few times a year, amid menus, dates and quotes that change every day. Three things are
remembered of a page's versions, without labels:

- its *bank*: every text it has shown, so that what returns is no news;
- how long each text has stood without a break, so that what went is news only where it was at home;
- how often each place had news, at four widths: the block's own place, its section, the shape of its path, and the
  page.

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


@dataclass(slots=True)
class _Kept:
    """What is remembered of one text."""

    since: int  # version from which on it has stood without a break
    until: int  # newest version that showed it
    most: int  # times on the page at once
    least: int
    paused: bool = False


class TextBank:
    """Texts that a page has shown."""

    def __init__(self) -> None:
        self.exact: dict[int, _Kept] = {}
        self.roles: dict[int, int] = {}  # texts with where they lead, and with their rank: newest version

    def add(self, page: BlockPage, index: int) -> None:
        """One more version."""
        for key, times in page.times.items():
            kept = self.exact.get(key)
            if kept is None:
                self.exact[key] = _Kept(index, index, times, times)
                continue
            kept.most, kept.least = max(kept.most, times), min(kept.least, times)
            if kept.until < index - 1:
                kept.since, kept.paused = index, True
            kept.until = index
        for role in _roles(page):
            self.roles[role] = index

    def forget(self, before: int) -> None:
        """Drop what no version since has shown."""
        self.exact = {key: kept for key, kept in self.exact.items() if kept.until >= before}
        self.roles = {role: until for role, until in self.roles.items() if until >= before}

    def knows(self, key: int, times: int) -> bool:
        """Whether a text has been on the page, as many times at once."""
        kept = self.exact.get(key)
        return kept is not None and times <= kept.most

    def settled(self, key: int, times: int) -> bool:
        """Whether a text has stood so long, and never less often, that having it only so many times is new."""
        kept = self.exact.get(key)
        if kept is None or kept.paused or kept.until - kept.since + 1 < SETTLED:
            return False
        return times < kept.least


@dataclass
class Habits:
    """How often places had events lately. Places that never had one need no entry."""

    visits: int = 0
    events: dict[int, tuple[float, int]] = field(
        default_factory=dict
    )  # place: weight of its events, as of visit

    def chance(self, place: int) -> float:
        """Of an event at the next visit."""
        weight, at = self.events.get(place, (0.0, self.visits))
        recent = weight * math.exp((at - self.visits) / MEMORY_VISITS)
        exposure = (1.0 - math.exp(-self.visits / MEMORY_VISITS)) / (1.0 - math.exp(-1.0 / MEMORY_VISITS))
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
        self.lively = 0  # versions at which there was something new as often as is no longer rare

    def add(self, page: BlockPage, before: BlockPage | None) -> None:
        """Learn one more version, and what changed since the one before."""
        if before is not None:
            new = [item for item in block_changes(before, page) if self._is_new(item, before, page)]
            news = [item for item in new if not _is_furniture(item, before, page)]
            said = news or [item for item in new if item.kind != "numbers"]
            places = {place for place, items in ((ANYWHERE, news), (EVERYWHERE, said)) if items}
            self.habits.count(self._counted(news) | places)
        self.bank.add(page, self.versions)
        self.versions += 1
        self.lively += self.habits.chance(EVERYWHERE) >= RARE
        if self.versions % FORGOTTEN_VISITS == 0:
            self.bank.forget(self.versions - FORGOTTEN_VISITS)
            self.habits.forget()

    @property
    def is_restless(self) -> bool:
        """Whether the page shows something new so often that its text alone cannot tell what matters."""
        return self.habits.chance(ANYWHERE) >= RARE

    @property
    def is_lively(self) -> bool:
        """Whether it mostly did so, furniture included: there is enough for time to tell what matters there."""
        return self.lively >= LIVELY * self.versions

    def chances(self, changes: Iterable[BlockChange], a: BlockPage, b: BlockPage) -> list[float | None]:
        """Of each change at a visit; None for furniture and for what the page has been through before."""
        return [
            None if _is_furniture(change, a, b) or not self._is_new(change, a, b) else self._chance(change)
            for change in changes
        ]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        exact, events = self.bank.exact, self.habits.events
        kept = [(item.since, item.until, item.most, item.least, item.paused) for item in exact.values()]
        return {
            "versions": np.array([self.versions, self.habits.visits], dtype=np.int64),
            "lively": np.array(self.lively, dtype=np.int64),
            "texts": np.array(list(exact), dtype=np.uint64),
            "kept": np.array(kept, dtype=np.int64).reshape(-1, 5),
            "roles": np.array(list(self.bank.roles), dtype=np.uint64),
            "roles_until": np.array(list(self.bank.roles.values()), dtype=np.int64),
            "places": np.array(list(events), dtype=np.uint64),
            "events": np.array([weight for weight, _ in events.values()], dtype=np.float64),
            "events_at": np.array([at for _, at in events.values()], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave."""
        novelty = cls()
        novelty.versions, novelty.habits.visits = (int(value) for value in arrays["versions"])
        novelty.lively = int(arrays.get("lively", 0))
        for key, (since, until, most, least, paused) in zip(
            arrays["texts"].tolist(), arrays["kept"].tolist(), strict=True
        ):
            novelty.bank.exact[key] = _Kept(since, until, most, least, bool(paused))
        novelty.bank.roles = dict(zip(arrays["roles"].tolist(), arrays["roles_until"].tolist(), strict=True))
        events = zip(arrays["events"].tolist(), arrays["events_at"].tolist(), strict=True)
        novelty.habits.events = dict(zip(arrays["places"].tolist(), events, strict=True))
        return novelty

    def _chance(self, change: BlockChange) -> float:
        """Where it is highest; of a restless page a smaller one counts as much."""
        *narrow, page = map(self.habits.chance, _places(change))
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

    def _is_new(self, change: BlockChange, a: BlockPage, b: BlockPage) -> bool:
        """Whether the page never said it before, or never was without it."""
        if change.after is None:
            assert change.before is not None
            key = a.exact[change.before]
            return self.bank.settled(key, b.times[key])
        key = b.exact[change.after]
        if change.kind == "links":
            return _joint(key, b.target[change.after]) not in self.bank.roles
        if change.kind == "outline":
            return _joint(key, b.rank[change.after]) not in self.bank.roles
        return not self.bank.knows(key, b.times[key])


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


@lru_cache(maxsize=65536)
def _place(width: str, kind: str, name: str) -> int:
    text = f"{width} {kind} {name}".encode(errors="surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def _joint(key: int, other: int) -> int:
    return (key * 1_000_003 + other) % 2**64
