"""The four sites: what each publishes and which noise surrounds it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pagetide.demo.site import Site, hour_of, minute_of
from pagetide.demo.stories import NOTICE_DESK
from pagetide.demo.timeline import Rhythm
from pagetide.demo.words import FILLERS

SERVICES = (
    "Pay your council tax",
    "Report a missed bin",
    "Book a registry wedding",
    "Renew a parking permit",
    "Find a school place",
    "Hire a town hall",
    "Adopt a street tree",
    "Join the library",
)


class Courier(Site):
    """A quality paper: stories that move down the ranks, between advertisements larger than the lead."""

    slug = "courier"
    name = "The Harbour Courier"

    def _rhythm(self) -> Rhythm:
        return Rhythm(
            lead_per_h=0.10 + 0.08 * self.chance.number("lead rate"),
            top_per_h=0.18 + 0.08 * self.chance.number("top rate"),
            minor_per_h=0.25,
            rewritten=0.15,
        )

    def _tops(self) -> int:
        return 3

    def _details(self, at: datetime) -> Mapping[str, Any]:
        return {
            "leaderboard": self.advert("leaderboard", at, (970, self.chance.pick((220, 250), "leaderboard"))),
            "sidebar": self.advert("sidebar", at, (300, self.chance.pick((480, 600), "sidebar"))),
            "footer_advert": self.advert("footer", at, (970, 120)),
            "most_read": self.most_read(at, 6),
            "weather": weather(self, at),
            "features": self.evergreens("features", hour_of(at) // 5, 4),
            "letters": self.voices("letters", minute_of(at) // 30, 4),
            "partners": self.voices("partners", minute_of(at) // 20, 4),
        }


class Tabloid(Site):
    """A tabloid: a hero of carousel and takeovers, running counters, new pictures under the same words."""

    slug = "tabloid"
    name = "Daily Blaze"

    def _rhythm(self) -> Rhythm:
        return Rhythm(
            lead_per_h=0.14 + 0.08 * self.chance.number("lead rate"),
            top_per_h=0.16 + 0.08 * self.chance.number("top rate"),
            minor_per_h=0.2,
            rewritten=0.4,
        )

    def _tops(self) -> int:
        return self.chance.pick((2, 3), "tops")

    def _details(self, at: datetime) -> Mapping[str, Any]:
        hour, window = hour_of(at), minute_of(at) // 20
        front = self.front(at)
        height = self.chance.pick((380, 420), "hero height")
        return {
            "hero_height": height,
            "takeover": self.advert("hero", at, (1000, height)) if self._hero_is_sold(window) else None,
            "hero": self.evergreens("hero", window, 5),
            "slide": self.chance.below(5, "slide", window),
            "lead_picture": f"{front.lead.picture}{self._shot(front.lead.key, window)}",
            "skyscraper": self.advert("skyscraper", at, (250, 400)),
            "comments": {story.key: self._comments(story.key, at) for story in (front.lead, *front.tops)},
            "likes": 1000 + self.chance.below(90_000, "likes", window),
            "horoscope": self.chance.pick(FILLERS["topic"], "horoscope", hour // 24),
            "videos": self.evergreens("videos", window // 3, 6),
            "most_read": self.most_read(at, 5),
            "shouts": self.voices("shouts", minute_of(at) // 5, 6),
        }

    def _hero_is_sold(self, window: int) -> bool:
        return self.chance.happens(0.45, "takeover", window)

    def _shot(self, key: str, window: int) -> str:
        """Now and then the lead runs under its second picture for a while."""
        return "-second" if self.chance.happens(0.12, "shot", key, window // 6) else ""

    def _comments(self, key: str, at: datetime) -> int:
        age_min = minute_of(at) % 4000
        return 12 + int(age_min * (0.1 + self.chance.number("comments", key)))


class Portal(Site):
    """A portal: a live strip that at times pushes all down, a ticker, recommendations new at every load."""

    slug = "portal"
    name = "Compass Online"

    def _rhythm(self) -> Rhythm:
        return Rhythm(
            lead_per_h=0.12 + 0.08 * self.chance.number("lead rate"),
            top_per_h=0.2 + 0.08 * self.chance.number("top rate"),
            minor_per_h=0.2,
            rewritten=0.1,
        )

    def _tops(self) -> int:
        return 4

    def _details(self, at: datetime) -> Mapping[str, Any]:
        minute, hour = minute_of(at), hour_of(at)
        return {
            "strip": self._live_strip(minute),
            "ticker": self._ticker(minute),
            "satellite": f"{hour}",
            "weather": weather(self, at),
            "recommended": self.evergreens("recommended", minute // 5, 6),
            "blurbs": self.voices("blurbs", minute // 5, 6),
            "for_you": self.evergreens("for you", minute // 5 + 1, 5),
            "billboard": self.advert("billboard", at, (300, self.chance.pick((300, 360), "billboard"))),
            "banner": self.advert("banner", at, (970, self.chance.pick((110, 140), "banner"))),
            "mails": self.chance.below(40, "mails", minute // 10),
            "lottery": [self.chance.between(1, 49, "lottery", hour // 24, index) for index in range(6)],
        }

    def _live_strip(self, minute: int) -> Mapping[str, Any] | None:
        """A promoted broadcast above everything, for some hours, with the height that its text takes."""
        block = minute // 150
        if not self.chance.happens(0.35, "strip", block):
            return None
        show = self.chance.pick(
            ("Quiz night", "Harbour concert", "Ski jumping", "Cookery hour", "Regatta"), "show", block
        )
        place = self.chance.pick(FILLERS["place"], "strip place", block)
        return {
            "text": f"{show} from {place}",
            "height_px": self.chance.between(60, 120, "strip height", block),
        }

    def _ticker(self, minute: int) -> list[str]:
        return [
            f"{company} {self.chance.between(8, 240, company)}.{self.chance.below(100, company, minute):02d}"
            for company in self.chance.shuffled(FILLERS["Company"], "ticker", minute)[:7]
        ]


class Notices(Site):
    """A public body: few notices a day, a rotating picture, relative dates and a visitor counter."""

    slug = "notices"
    name = "Westhaven Borough Council"
    desk = NOTICE_DESK
    more = 6

    def _rhythm(self) -> Rhythm:
        return Rhythm(
            lead_per_h=0.05 + 0.02 * self.chance.number("lead rate"),
            top_per_h=0.09 + 0.04 * self.chance.number("top rate"),
            minor_per_h=0.03,
            night=0.25,
        )

    def _tops(self) -> int:
        return self.chance.pick((4, 5), "tops")

    def _details(self, at: datetime) -> Mapping[str, Any]:
        service = self.chance.below(len(SERVICES), "service", minute_of(at) // 30)
        return {
            "service": (SERVICES[service], f"service-{service}"),
            "tasks": SERVICES,
            "visitors": 1_204_553
            + (minute_of(at) % 2_000_000) // 3
            + self.chance.below(9, "visitor", minute_of(at)),
            "events": self.evergreens("events", hour_of(at) // 24, 4),
            "posts": self.voices("posts", minute_of(at) // 20, 4),
            "webcam": f"webcam-{minute_of(at) // 10}",
            "queue_min": self.chance.between(2, 55, "queue", minute_of(at) // 15),
            "poll": self.chance.between(20, 80, "poll", minute_of(at) // 15),
        }


def weather(site: Site, at: datetime) -> Mapping[str, Any]:
    """Temperature, sky and wind of the hour."""
    hour = hour_of(at)
    warmth = 9 + 5 * math.sin((at.hour - 9) / 24 * 2 * math.pi) + 3 * site.chance.number("warmth", hour // 24)
    return {
        "degrees": round(warmth),
        "sky": site.chance.pick(("Sunny", "Cloudy", "Showers", "Fog", "Clear spells"), "sky", hour // 3),
        "wind": site.chance.between(3, 40, "wind", hour),
    }
