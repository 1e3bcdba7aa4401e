"""Novelty: text that the page has never shown, at a place that seldom changes.

The decision of the textual reading for pages whose important changes are too rare for time to teach anything: a
notice or a policy changes a few times a year, amid menus, dates and quotes that change every day. Three things are
remembered of a page's versions, without labels:

- its *bank*: every text it has shown, so that what is back is told from what is new;
- how long each text stood and was away, so that what went is news only where it was at home, and what *returns* ("in
  stock" again) only where both lasted, and not by the clock, as opening hours do;
- how often each place had news, at four widths: the block's own place, its section, the shape of its path, and the
  page.

The first two are asked as of a version: what it and those before it had shown is known, what came later is not, so
that a change among the versions that were learned is news as it was when it came. How often counts all visits but the
one that is judged: a change is no evidence against itself.

A change is an *alarm* when it would be rare at all four widths, from narrow to wide: with m events in n visits the
chance of the next is estimated as (m + a) / (n + a + b), and must be below ``RARE``. An event counts at one width only
where it was rare at all narrower ones, so that one quote that is new at every visit silences its own place, not the
section around it; and a list that grows at another place each time is silenced as a section. What never changed is
rare by construction: if it changes one day, that is news. Numbers, removals, link targets and returns have rates of
their own. A return is at most as likely to matter as ``RETURNS_AT``.

The model of rates is the Beta-Bernoulli one of "surprise" in novelty detection (Laplace's rule of succession with a
prior); the widths and their order are ours.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.change.clocked_sections import MIN_RENEWALS, at_one_time
from changemodel.change.text_bank import TextBank
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

ANYWHERE, EVERYWHERE = 0, 1
"""The places of a visit that brought any news, rare or usual, and of one that brought anything new, words in the
furniture included; numbers there are clocks and counters."""

LIVELY = 0.5
"""Share of the visits at which a page must have been so to count as lively: a quiet weekend makes no quiet page."""

WIDTHS = ("slot", "section", "shape", "page")

RETURNS_AT = RARE / 2
"""Least chance of a return: it stays below what is new."""

RETURNS_KEPT = 16
"""Newest returns of a text, and in a section, that are remembered, to tell whether they follow the clock."""

_PERIODS_S = 24 * 3600.0, 7 * 24 * 3600.0


class News(NamedTuple):
    """What the page's habits say of a change."""

    chance: float | None  # of such news at a visit; None where it is none
    returns: bool = False  # whether the page had shown it, and is back at it
    numbers: bool = False  # whether only numbers are others


NO_NEWS = News(None)


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
        self._returned: dict[
            int, list[int]
        ] = {}  # the newest versions at which something was back, by section

    def add(self, page: BlockPage, before: BlockPage | None, moment: float) -> None:
        """Learn one more version, captured at a time in seconds, and what changed since the one before."""
        if before is not None:
            newest = self.versions - 1
            changes = [self._as_known(item, page, newest) for item in block_changes(before, page)]
            new = [item for item in changes if self._is_new(item, before, page, newest)]
            news = [item for item in new if not _is_furniture(item, before, page)]
            said = news or [item for item in new if item.kind != "numbers"]
            places = {place for place, items in ((ANYWHERE, news), (EVERYWHERE, said)) if items}
            back = [item for item in changes if self._returns(item, before, page, newest)]
            self.habits.count(self._counted(news) | self._counted(back, returns=True) | places)
            for place in {place for item in back for place in _returned_to(item, page)}:
                self._returned[place] = [*self._returned.get(place, ()), self.versions][-RETURNS_KEPT:]
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

    def judge(
        self, changes: Iterable[BlockChange], a: BlockPage, b: BlockPage, moments: tuple[float, float]
    ) -> list[News]:
        """What each change at a visit is; ``NO_NEWS`` for furniture and for what only flickers.

        ``moments``: when the two were captured, in seconds. Known is what versions up to the first of them showed.
        """
        upto, visit = map(self._newest_at, moments)
        aside = visit if visit > upto and moments[1] in self.moments else None
        known = [self._as_known(change, b, upto) for change in changes]
        return [
            self._judged(change, a, b, upto, aside)._replace(numbers=change.kind == "numbers")
            for change in known
        ]

    def _as_known(self, change: BlockChange, page: BlockPage, upto: int) -> BlockChange:
        """Only numbers came to words that their section had said before: a noun behind a number bends with it, in
        Arabic or Russian to one of three forms, each of which comes back."""
        if change.kind != "text" or change.before is None or change.after is None:
            return change
        return replace(change, kind="numbers") if self.bank.knows_form(page, change.after, upto) else change

    def _judged(self, change: BlockChange, a: BlockPage, b: BlockPage, upto: int, aside: int | None) -> News:
        if _is_furniture(change, a, b):
            return NO_NEWS
        if self._is_new(change, a, b, upto):
            return News(self._chance(change, aside))
        if self._returns(change, a, b, upto):
            usual = any(self._by_the_clock(place, upto) for place in _returned_to(change, b))
            chance = 1.0 - 1e-9 if usual else max(RETURNS_AT, self._chance(change, aside, returns=True))
            return News(chance, returns=True)
        return NO_NEWS

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        events = self.habits.events
        return self.bank.to_arrays() | {
            "versions": np.array([self.versions, self.habits.visits], dtype=np.int64),
            "lively": np.array(self.lively, dtype=np.int64),
            "moments": np.array(self.moments, dtype=np.float64),
            "places": np.array(list(events), dtype=np.uint64),
            "events": np.array([weight for weight, _ in events.values()], dtype=np.float64),
            "events_at": np.array([at for _, at in events.values()], dtype=np.int64),
            "returned": np.array(
                [(place, at) for place, seen in self._returned.items() for at in seen], dtype=np.uint64
            ).reshape(-1, 2),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        novelty = cls()
        novelty.versions, novelty.habits.visits = (int(value) for value in arrays["versions"])
        novelty.lively = int(arrays["lively"])
        novelty.moments = arrays["moments"].tolist()
        novelty.bank = TextBank.from_arrays(arrays)
        events = zip(arrays["events"].tolist(), arrays["events_at"].tolist(), strict=True)
        novelty.habits.events = dict(zip(arrays["places"].tolist(), events, strict=True))
        for place, at in arrays["returned"].tolist():
            novelty._returned.setdefault(place, []).append(at)
        return novelty

    def _newest_at(self, moment: float) -> int:
        """The newest version that had been captured; -1 before the first."""
        return self.versions - len(self.moments) + bisect_right(self.moments, moment) - 1

    def _chance(self, change: BlockChange, aside: int | None, *, returns: bool = False) -> float:
        """Where it is highest; of a restless page a smaller one counts as much."""
        *narrow, page = (self.habits.chance(place, aside) for place in _places(change, returns=returns))
        stretched = page * RARE / RARE_AMID_NEWS if self.is_restless else page
        return max(*narrow, min(stretched, 1.0 - 1e-9))

    def _counted(self, changes: Iterable[BlockChange], *, returns: bool = False) -> set[int]:
        """The places that changes count at: each up to the first one where it is usual."""
        counted: set[int] = set()
        for change in changes:
            for place in _places(change, returns=returns):
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
            return not self.bank.knows_role(key, b.target[change.after], upto)
        if change.kind == "outline":
            return not self.bank.knows_role(key, b.rank[change.after], upto)
        return not self.bank.knows(key, b.times[key], upto)

    def _returns(self, change: BlockChange, a: BlockPage, b: BlockPage, upto: int) -> bool:
        """Whether a change brings back what had gone, where being there and being away both lasted."""
        if change.after is None or change.kind in ("links", "outline") or _is_furniture(change, a, b):
            return False
        key = b.exact[change.after]
        return not a.times[key] and self.bank.was_away(key, upto)

    def _by_the_clock(self, place: int, upto: int) -> bool:
        """Whether a text, or what a section had shown, came back at one time of the day, or of the week."""
        first = self.versions - len(self.moments)
        known = [at - first for at in self._returned.get(place, ()) if first < at <= upto]
        between = [(self.moments[at - 1], self.moments[at]) for at in known]
        return len(between) >= MIN_RENEWALS and any(at_one_time(between, period) for period in _PERIODS_S)


def _is_furniture(change: BlockChange, a: BlockPage, b: BlockPage) -> bool:
    if change.after is None:
        assert change.before is not None
        return a.furniture[change.before]
    return b.furniture[change.after]


def _places(change: BlockChange, *, returns: bool = False) -> tuple[int, ...]:
    """Where a change happens, from narrow to wide."""
    path, kind = change.path, "returns" if returns else change.kind
    names = (path, section_of(path), shape_of(path), "")
    return tuple(_place(width, kind, name) for width, name in zip(WIDTHS, names, strict=True))


def _returned_to(change: BlockChange, page: BlockPage) -> tuple[int, int]:
    """What returns: a text, and something in a section."""
    assert change.after is not None
    return page.exact[change.after], _places(change, returns=True)[1]


@lru_cache(maxsize=16384)
def _place(width: str, kind: str, name: str) -> int:
    text = f"{width} {kind} {name}".encode(errors="surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest())
