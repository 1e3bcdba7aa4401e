"""One site of the demo: its content at a moment (the truth), and the page and pictures that it serves.

Every site marks its main news with the ids in ``NEWS_IDS``; what stands there as headline or standfirst is
the news, everything else on the page is noise. Nothing but ordinary semantic HTML tells which is which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pagetide.demo.adverts import AdServer, Advert
from pagetide.demo.chance import Chance
from pagetide.demo.pictures import satellite, scene
from pagetide.demo.stories import NEWS_DESK, Desk, Story
from pagetide.demo.timeline import Front, Rhythm, Timeline
from pagetide.demo.words import EVERGREEN

NEWS_IDS = ("lead", "top-stories")
"""Ids of the elements that hold a front page's main news, on every site."""

ROBOTS = "User-agent: *\nDisallow: /search\n"

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ACCENTS = ("#8b1e2d", "#0b5394", "#1b6b4a", "#5b2a86", "#a84300", "#0f4c5c", "#7a1f5c", "#3d405b")
_PAPERS = ("#ffffff", "#fdfaf4", "#f6f7f9", "#fff9f0", "#f4f8f5")
_SERIFS = (
    "Georgia, 'Liberation Serif', serif",
    "'Times New Roman', 'Liberation Serif', serif",
    "'DejaVu Serif', serif",
)
_SANS = (
    "Arial, 'Liberation Sans', sans-serif",
    "Verdana, 'DejaVu Sans', sans-serif",
    "Helvetica, sans-serif",
)


@dataclass(frozen=True)
class Resource:
    """Something a site serves."""

    mime: str
    body: bytes


@dataclass(frozen=True, kw_only=True)
class Look:
    """Colours, type and sides of a site: another seed, another design."""

    accent: str
    paper: str
    serif: str
    sans: str
    mirrored: bool

    @classmethod
    def drawn(cls, chance: Chance) -> Look:
        """The look that chance gives a site."""
        return cls(
            accent=chance.pick(_ACCENTS, "accent"),
            paper=chance.pick(_PAPERS, "paper"),
            serif=chance.pick(_SERIFS, "serif"),
            sans=chance.pick(_SANS, "sans"),
            mirrored=chance.happens(0.5, "mirrored"),
        )


class Site:
    """A front page over time; subclasses say what else stands on it."""

    slug: ClassVar[str]
    name: ClassVar[str]
    desk: ClassVar[Desk] = NEWS_DESK
    more: ClassVar[int] = 8

    def __init__(self, seed: int) -> None:
        self.chance = Chance("newsroom", seed, self.slug)
        self.look = Look.drawn(self.chance.child("look"))
        self.adverts = AdServer(self.chance.child("adverts"))
        self.timeline = Timeline(
            self.chance.child("timeline"), self._rhythm(), self.desk, tops=self._tops(), more=self.more
        )

    def _rhythm(self) -> Rhythm:
        """How often this site publishes."""
        raise NotImplementedError

    def _tops(self) -> int:
        """How many stories stand beside the lead."""
        raise NotImplementedError

    def _details(self, at: datetime) -> Mapping[str, Any]:
        """What this site's template needs beyond the stories: advertisements, counters, lists."""
        raise NotImplementedError

    def front(self, at: datetime) -> Front:
        """The stories on the page at a moment."""
        return self.timeline.front(at)

    def news_text(self, at: datetime) -> tuple[str, ...]:
        """The text of the main news: the lead's headline and standfirst, and the top stories' headlines."""
        front = self.front(at)
        return (front.lead.headline, front.lead.standfirst, *(story.headline for story in front.tops))

    def secondary_text(self, at: datetime) -> tuple[str, ...]:
        """The headlines of the secondary stories further down."""
        return tuple(story.headline for story in self.front(at).more)

    def page(self, at: datetime) -> str:
        """The front page as HTML."""
        at = at.astimezone(UTC)
        return _TEMPLATES.get_template(f"{self.slug}.html").render(
            site=self, look=self.look, at=at, ago=lambda moment: time_since(moment, at), front=self.front(at),
            **self._details(at),
        )  # fmt: skip

    def resource(self, path: str, at: datetime) -> Resource | None:
        """What the site serves under a path; None when there is nothing."""
        if path in ("/", "/index.html"):
            return Resource("text/html; charset=utf-8", self.page(at).encode())
        if path == "/robots.txt":
            return Resource("text/plain; charset=utf-8", ROBOTS.encode())
        if path == "/style.css":
            css = _TEMPLATES.get_template(f"{self.slug}.css").render(**asdict(self.look))
            return Resource("text/css; charset=utf-8", css.encode())
        return self._picture(path)

    def _picture(self, path: str) -> Resource | None:
        folder, _, name = path.strip("/").partition("/")
        key, _, kind = name.rpartition(".")
        if (folder, kind) == ("media", "svg"):
            return Resource("image/svg+xml", scene(self.chance, key))
        if (folder, kind) == ("media", "png"):
            return Resource("image/png", satellite(self.chance, key))
        if (folder, kind) == ("ads", "svg"):
            try:
                return Resource("image/svg+xml", self.adverts.drawing(Advert.from_path(path)))
            except ValueError:
                return None
        return None

    def most_read(self, at: datetime, count: int) -> list[str]:
        """A list that is shuffled every hour: old stories and evergreens, never today's news."""
        old = [story.headline for story in self.front(at - timedelta(hours=30)).more[:4]]
        return self.chance.shuffled([*old, *EVERGREEN[:10]], "most read", hour_of(at))[:count]

    def evergreens(self, place: str, window: int, count: int) -> list[tuple[str, str]]:
        """Features as (title, key of the picture) for a place on the page; another draw in every window."""
        order = self.chance.shuffled(range(len(EVERGREEN)), place, window)[:count]
        return [(EVERGREEN[index], f"feature-{index}") for index in order]

    def voices(self, place: str, window: int, count: int) -> list[tuple[str, str]]:
        """What readers, partners or neighbours say, as (name, words): each seat draws anew in every window."""
        keys = [f"{place} {self.chance.below(14, place, seat, window)}" for seat in range(count)]
        stories = [NEWS_DESK.write(self.chance.child("voices"), key, _EPOCH) for key in keys]
        return [(story.byline, story.standfirst) for story in stories]

    def advert(self, place: str, at: datetime, size: tuple[int, int]) -> Advert:
        """The creative shown at a place."""
        return self.adverts.advert(place, minute_of(at), *size)


def path_of(title: str) -> str:
    """Path under which a feature is linked."""
    return "/features/" + re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def picture_of(story: Story) -> str:
    """Path of a story's picture."""
    return f"/media/{story.picture}.svg"


def minute_of(at: datetime) -> int:
    """Minutes since the epoch."""
    return int(at.timestamp() // 60)


def hour_of(at: datetime) -> int:
    """Hours since the epoch."""
    return int(at.timestamp() // 3600)


def time_since(moment: datetime, at: datetime) -> str:
    """How long ago, as pages like to put it."""
    minutes = int((at - moment).total_seconds() // 60)
    if minutes < 60:
        return f"{max(1, minutes)} min ago"
    hours = minutes // 60
    if hours < 24:
        return f"{hours} hour{'s' if hours > 1 else ''} ago"
    days = hours // 24
    return f"{days} day{'s' if days > 1 else ''} ago"


def grouped(items: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """The items in rows of ``size``."""
    return [items[start : start + size] for start in range(0, len(items), size)]


_TEMPLATES.filters["picture"] = picture_of
_TEMPLATES.filters["path"] = path_of
_TEMPLATES.filters["grouped"] = grouped
