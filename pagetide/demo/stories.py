"""Generated stories and notices: the same key always gives the same text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pagetide.demo.chance import Chance
from pagetide.demo.words import FILLERS, HEADLINES, NOTICE_LEADS, NOTICES, STANDFIRSTS, Templates

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class Story:
    """One story as it reads at some moment."""

    key: str
    section: str
    headline: str
    standfirst: str
    byline: str
    published_at: datetime
    picture: str  # key of its picture

    @property
    def path(self) -> str:
        """Path of the story's own page on its site."""
        words = re.sub(r"[^a-z0-9]+", "-", self.headline.lower()).strip("-")
        return f"/{self.section.lower().replace(' ', '-')}/{words}-{self.key}"


@dataclass(frozen=True)
class Desk:
    """What a newsroom writes about: headline templates by section, and the paragraphs below them."""

    headlines: Mapping[str, Templates]
    paragraphs: Templates

    def write(self, chance: Chance, key: str, published_at: datetime, *, revision: int = 0) -> Story:
        """The story of this key; a later revision has the same subject and picture under a new headline."""
        source = chance.child("story", key)
        section = source.pick(tuple(self.headlines), "section")
        templates = self.headlines[section]
        template = templates[(source.below(len(templates), "template") + revision) % len(templates)]
        return Story(
            key=key,
            section=section,
            headline=_capitalised(_filled(template, source)),
            standfirst=_capitalised(_filled(source.pick(self.paragraphs, "standfirst"), source)),
            byline=source.pick(FILLERS["Person"], "byline"),
            published_at=published_at,
            picture=f"{section.partition(' ')[0].lower()}-{key}",
        )


NEWS_DESK = Desk(HEADLINES, STANDFIRSTS)
NOTICE_DESK = Desk(NOTICES, NOTICE_LEADS)


def _filled(template: str, source: Chance) -> str:
    return _SLOT.sub(lambda found: source.pick(FILLERS[found[1]], found[1]), template)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
