"""A generated site: a front page hour by hour, with the truth about what changed on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import ClassVar

from benchmarks.sites.look import Look
from benchmarks.sites.news import HourNews, NewsFlow, Rhythm
from benchmarks.sites.page import PageState, Row
from pagetide.demo.adverts import AdServer, Advert
from pagetide.demo.chance import Chance
from pagetide.demo.pictures import scene
from pagetide.demo.site import Resource
from pagetide.demo.stories import NEWS_DESK, Desk


class Truth(StrEnum):
    """What really happened between two captures (Law 2015, section 4.4.1)."""

    IDENTICAL = "identical"  # the same page
    SIMILAR = "similar"  # only unimportant change
    DISSIMILAR = "dissimilar"  # the text of the main news changed: important
    AMBIGUOUS = "ambiguous"  # secondary text changed, or the news changed places: left out of testing


def truth(before: PageState, after: PageState) -> Truth:
    """What changed from one state of a page to another."""
    if sorted(before.news) != sorted(after.news):
        return Truth.DISSIMILAR
    if before.news != after.news or before.secondary != after.secondary:
        return Truth.AMBIGUOUS
    same = before.rows == after.rows and before.overlays == after.overlays
    return Truth.IDENTICAL if same else Truth.SIMILAR


class GeneratedSite:
    """Subclasses say how the page is put together; another seed gives other stories and other noise."""

    slug: ClassVar[str]
    hard: ClassVar[str]  # what is difficult about it, in a few words
    look: ClassVar[Look]
    rhythm: ClassVar[Rhythm] = Rhythm()
    desk: ClassVar[Desk] = NEWS_DESK
    tops: ClassVar[int] = 3
    more: ClassVar[int] = 6

    def __init__(self, seed: int) -> None:
        self.chance = Chance("benchmark site", self.slug, seed)
        self.adverts = AdServer(self.chance.child("adverts"))
        self.flow = NewsFlow(
            self.chance.child("news"), self.rhythm, tops=self.tops, more=self.more, desk=self.desk
        )

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        for hour in self.flow.hours(hours):
            stories = [self.flow.story(item) for item in (hour.lead, *hour.tops)]
            yield PageState(
                rows=tuple(self.rows(hour)),
                news=(stories[0].standfirst, *(story.headline for story in stories)),
                secondary=tuple(self.flow.story(item).headline for item in hour.more) if self.more else (),
            )

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        raise NotImplementedError

    def advert(self, place: str, hour: HourNews, width: int, height: int) -> Advert:
        """The creative at a place: another draw at each capture."""
        return self.adverts.advert(place, int(hour.at.timestamp() // 60), width, height)

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show."""
        if path.startswith("/media/") and path.endswith(".svg"):
            key = path.removeprefix("/media/").removesuffix(".svg")
            return Resource("image/svg+xml", scene(self.chance, key))
        if path.startswith("/ads/"):
            try:
                return Resource("image/svg+xml", self.adverts.drawing(Advert.from_path(path)))
            except ValueError:
                return None
        return None
