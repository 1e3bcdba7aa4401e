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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from changemodel.features.blocks import BlockPage, section_of, shape_of
from changemodel.features.text_diff import BlockChange, block_changes

RARE = 0.3
"""Chance of an event from which on it is no news. Chosen, like the prior, on generated notices and policies
(``benchmarks/notices.py``), not on the histories."""

PRIOR_EVENTS = 0.5
PRIOR_QUIET = 1.5

SETTLED = 3
"""Versions in a row in which a text must have stood before its removal can be news."""

WIDTHS = ("slot", "section", "shape", "page")


@dataclass(frozen=True, kw_only=True)
class News:
    """One change and how rare it is."""

    change: BlockChange
    chance: (
        float  # of such an event at a visit, at the width where it is highest; 1 for what the page has shown
    )


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
        self.masked: set[int] = set()
        self.roles: set[int] = set()  # texts with where they lead, and with their rank

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
        self.masked.update(page.masked)
        self.roles.update(_joint(*both) for both in zip(page.exact, page.target, strict=True))
        self.roles.update(_joint(*both) for both in zip(page.exact, page.rank, strict=True))

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
    """How often places had events. Places that never had one need no entry."""

    visits: int = 0
    events: dict[int, list[int]] = field(default_factory=dict)  # place: events, first visit

    def chance(self, place: int) -> float:
        """Of an event at the next visit."""
        kept = self.events.get(place)
        if kept is None:
            return PRIOR_EVENTS / (self.visits + PRIOR_EVENTS + PRIOR_QUIET)
        return (kept[0] + PRIOR_EVENTS) / (self.visits + PRIOR_EVENTS + PRIOR_QUIET)

    def count(self, places: Iterable[int]) -> None:
        """One more visit, with an event at each of these places."""
        self.visits += 1
        for place in places:
            self.events.setdefault(place, [0, self.visits])[0] += 1


class Novelty:
    """What is news on one page."""

    def __init__(self) -> None:
        self.bank = TextBank()
        self.habits = Habits()
        self._versions = 0
        self._before: BlockPage | None = None

    def add(self, page: BlockPage) -> None:
        """Learn one more version, in time order."""
        if self._before is not None:
            found = self._content_events(self._before, page)
            self.habits.count(_counted(found, self.habits))
        self.bank.add(page, self._versions)
        self._versions += 1
        self._before = page

    def news(self, a: BlockPage, b: BlockPage) -> list[News]:
        """The changes of content that the page has not been through before, each with its chance."""
        found = self._content_events(a, b)
        return [News(change=change, chance=_chance(change, self.habits)) for change in found]

    def _content_events(self, a: BlockPage, b: BlockPage) -> list[BlockChange]:
        changes = block_changes(a, b)
        return [item for item in changes if self._is_new(item, a, b) and not _in_furniture(item, a, b)]

    def _is_new(self, change: BlockChange, a: BlockPage, b: BlockPage) -> bool:
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


def _in_furniture(change: BlockChange, a: BlockPage, b: BlockPage) -> bool:
    if change.after is not None:
        return b.furniture[change.after]
    assert change.before is not None
    return a.furniture[change.before]


def _places(change: BlockChange) -> list[int]:
    path = change.path
    return [
        _place(width, change.kind, name)
        for width, name in zip(WIDTHS, (path, section_of(path), shape_of(path), ""), strict=True)
    ]


def _counted(changes: Sequence[BlockChange], habits: Habits) -> set[int]:
    counted: set[int] = set()
    for change in changes:
        for place in _places(change):
            counted.add(place)
            if habits.chance(place) >= RARE:
                break
    return counted


def _chance(change: BlockChange, habits: Habits) -> float:
    return max(habits.chance(place) for place in _places(change))


def _place(width: str, kind: str, name: str) -> int:
    return int.from_bytes(
        blake2b(f"{width} {kind} {name}".encode(errors="surrogatepass"), digest_size=8).digest()
    )


def _joint(key: int, target: int) -> int:
    return (key * 1_000_003) ^ target
