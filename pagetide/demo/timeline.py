"""When the demo's stories appear, and how they move down the page.

Time is cut into quarters of an hour. In each, chance decides whether a story is published and how prominent
it is. The newest lead story leads; former leads and the newest other stories follow by age, move down as others
arrive and drop out: what a page says is the further from what it said, the longer ago that was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import lru_cache
from itertools import islice

from pagetide.demo.chance import Chance
from pagetide.demo.stories import Desk, Story

QUARTER = timedelta(minutes=15)
_NIGHT_HOURS = frozenset({23, 0, 1, 2, 3, 4, 5})


class Prominence(IntEnum):
    """How high on the page a story enters."""

    NONE = 0
    MINOR = 1
    TOP = 2
    LEAD = 3


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """How often a site publishes, per hour of the day; at night everything slows down by ``night``."""

    lead_per_h: float
    top_per_h: float
    minor_per_h: float
    night: float = 0.5
    rewritten: float = 0.0  # share of stories whose headline is rewritten some hours after they appeared


@dataclass(frozen=True)
class Front:
    """Who stands where on a front page at one moment."""

    lead: Story
    tops: tuple[Story, ...]
    more: tuple[Story, ...]


@dataclass(frozen=True)
class _Publication:
    quarter: int
    prominence: Prominence


class Timeline:
    """The stories of one site over all time."""

    def __init__(self, chance: Chance, rhythm: Rhythm, desk: Desk, *, tops: int, more: int) -> None:
        self._chance = chance
        self._rhythm = rhythm
        self._desk = desk
        self._tops = tops
        self._more = more
        self._prominence = lru_cache(maxsize=20_000)(self._drawn_prominence)
        self._written = lru_cache(maxsize=5_000)(self._write)

    def front(self, at: datetime) -> Front:
        """The front page's stories at a moment."""
        lead = next(self._published(at, Prominence.LEAD))
        others = (item for item in self._published(at, Prominence.TOP) if item != lead)
        tops = tuple(islice(others, self._tops))
        shown = {lead, *tops}
        rest = (item for item in self._published(at, Prominence.MINOR) if item not in shown)
        return Front(
            lead=self._story(lead, at),
            tops=tuple(self._story(item, at) for item in tops),
            more=tuple(self._story(item, at) for item in islice(rest, self._more)),
        )

    def _published(self, at: datetime, least: Prominence) -> Iterator[_Publication]:
        """Publications up to a moment, newest first, of at least this prominence."""
        quarter = int(at.timestamp() // QUARTER.total_seconds())
        while True:
            prominence = self._prominence(quarter)
            if prominence >= least:
                yield _Publication(quarter, prominence)
            quarter -= 1

    def _drawn_prominence(self, quarter: int) -> Prominence:
        rhythm = self._rhythm
        hour = _time_of(quarter).hour
        share = 0.25 * (rhythm.night if hour in _NIGHT_HOURS else 1.0)
        draw = self._chance.number("publication", quarter)
        for prominence, rate in (
            (Prominence.LEAD, rhythm.lead_per_h),
            (Prominence.TOP, rhythm.top_per_h),
            (Prominence.MINOR, rhythm.minor_per_h),
        ):
            if draw < share * rate:
                return prominence
            draw -= share * rate
        return Prominence.NONE

    def _story(self, item: _Publication, at: datetime) -> Story:
        published = _time_of(item.quarter)
        key = f"{item.quarter % 10**7:07d}"
        after = timedelta(minutes=self._chance.between(60, 240, "rewrite", key))
        rewritten = self._chance.happens(self._rhythm.rewritten, "rewritten", key) and at - published >= after
        return self._written(key, published, rewritten)

    def _write(self, key: str, published: datetime, rewritten: bool) -> Story:
        return self._desk.write(self._chance, key, published, revision=int(rewritten))


def _time_of(quarter: int) -> datetime:
    return datetime.fromtimestamp(quarter * QUARTER.total_seconds(), UTC)
