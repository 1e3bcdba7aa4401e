"""What a generated front page reports from hour to hour: stories come, move down, are rewritten, change pictures.

Content drifts as on a real front page. What makes it hard is declared here: a new lead under the old picture, a new
picture under the old words, a headline rewritten in place, a flag that flickers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from pagetide.demo.chance import Chance
from pagetide.demo.stories import NEWS_DESK, Desk, Story

STARTS_AT = datetime(2026, 5, 4, 6, tzinfo=UTC)
_NIGHT = frozenset({23, 0, 1, 2, 3, 4, 5})


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """Probabilities an hour; ``night`` multiplies all of them between 23 and 6 o'clock."""

    lead: float = 0.1  # another story leads
    top: float = 0.12  # another story enters the top stories
    more: float = 0.12  # another secondary story
    rewrite: float = 0.03  # the lead's headline is rewritten; its picture and address stay
    standfirst: float = 0.0  # the lead's paragraph below the headline is replaced
    picture: float = 0.02  # the lead's picture changes, its words stay
    same_picture: float = 0.2  # of new leads: run under the picture that is there
    flag: float = 0.15  # the flag over the lead comes or goes
    night: float = 0.35


@dataclass(frozen=True, kw_only=True)
class Item:
    """A story in one of its forms."""

    number: int
    revision: int = 0
    paragraph: int = 0
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class HourNews:
    """The stories on the page at one hour."""

    hour: int
    at: datetime
    lead: Item
    tops: tuple[Item, ...]
    more: tuple[Item, ...]
    flag: bool


class NewsFlow:
    """The stories of one site; the same site gives the same hours, however many are asked for."""

    def __init__(
        self, chance: Chance, rhythm: Rhythm, *, tops: int, more: int, desk: Desk = NEWS_DESK
    ) -> None:
        self._chance = chance
        self._rhythm = rhythm
        self._tops, self._more, self._desk = tops, more, desk
        self._next = 0
        self.story = lru_cache(maxsize=None)(self._story)

    def hours(self, count: int) -> Iterator[HourNews]:
        """The first ``count`` hours."""
        self._next = 0
        tops = tuple(self._new() for _ in range(self._tops))
        more = tuple(self._new() for _ in range(self._more))
        now = HourNews(hour=0, at=STARTS_AT, lead=self._new(), tops=tops, more=more, flag=False)
        for hour in range(count):
            if hour:
                now = self._after(now)
            yield now

    def _after(self, old: HourNews) -> HourNews:
        hour, rhythm = old.hour + 1, self._rhythm
        at = STARTS_AT + timedelta(hours=hour)
        night = rhythm.night if at.hour in _NIGHT else 1.0
        lead, tops, more = old.lead, old.tops, old.more

        def happens(what: str) -> bool:
            return self._chance.happens(getattr(rhythm, what) * night, what, hour)

        if happens("lead"):
            item = self._new()
            if self._chance.happens(rhythm.same_picture, "same picture", hour):
                item = replace(item, picture=lead.picture)
            lead, tops = item, (lead, *tops)
        elif happens("rewrite"):
            lead = replace(lead, revision=lead.revision + 1)
        elif happens("standfirst"):
            lead = replace(lead, paragraph=lead.paragraph + 1)
        elif happens("picture"):
            lead = replace(lead, picture=f"{self._usual_picture(lead)}-{hour}")
        if happens("top"):
            tops = (self._new(), *tops)
        if happens("more"):
            more = (self._new(), *more)
        flag = old.flag ^ self._chance.happens(rhythm.flag, "flag", hour)
        return HourNews(
            hour=hour, at=at, lead=lead, tops=tops[: self._tops], more=more[: self._more], flag=flag
        )

    def _new(self) -> Item:
        self._next += 1
        item = Item(number=self._next)
        return replace(item, picture=self._usual_picture(item))

    def _usual_picture(self, item: Item) -> str:
        return self._story(item).picture

    def _story(self, item: Item) -> Story:
        """The story as it reads in this form."""
        key = f"{item.number:05d}"
        story = self._desk.write(self._chance, key, STARTS_AT, revision=item.revision)
        if item.paragraph:
            other = self._desk.write(self._chance.child("paragraph", item.paragraph), key, STARTS_AT)
            story = replace(story, standfirst=other.standfirst)
        return story
