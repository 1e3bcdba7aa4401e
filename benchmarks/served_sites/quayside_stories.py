"""The stories of the port city's daily: what each says in each version, and what the front holds at which hour."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.served_sites.quayside_words import (
    BULLETS,
    COMPETITIONS,
    FILLS,
    FIRST_SENTENCES,
    HEADLINES,
    HOUSES,
    INJURIES,
    PEOPLE,
    ROLES,
    SECOND_SENTENCES,
    TEAMS,
    WORKS,
)

STARTS_AT = datetime(2026, 4, 17)
_DAYS = 10


def draws(*key: object) -> random.Random:
    """Chance that depends on nothing but this key."""
    return random.Random("/".join(map(str, ("quayside", *key))))


@dataclass(frozen=True)
class Words:
    """What a story says."""

    headline: str
    standfirst: str
    bullets: tuple[str, ...]


@dataclass
class _Draft:
    """A story while its revisions are applied."""

    names: dict[str, str]
    counts: dict[str, int]
    first: str
    second: str
    bullets: int = 2

    def revise(self, chance: random.Random) -> None:
        """Changes one thing: the figures, a sentence, the headline's verbs, or how many bullets there are."""
        kind = chance.randrange(5)
        if kind == 0:
            self.counts["n"] += chance.randint(11, 300)
            self.counts["d"] += 1
            self.counts["e"] += 1
        elif kind == 1:
            self.second = _another(chance, SECOND_SENTENCES, self.second)
        elif kind == 2:
            for name, choices in FILLS.items():
                self.names[name] = _another(chance, choices, self.names[name])
        elif kind == 3:
            self.bullets = 3 if self.bullets == 2 else 2
        else:
            self.first = _another(chance, FIRST_SENTENCES, self.first)

    def filled(self, template: str, count: int) -> str:
        """The template with everything in its places and a capital at its start."""
        words = template.format(**{**self.names, **self.counts, "n": count})
        return words[0].upper() + words[1:]


def _another(chance: random.Random, choices: tuple[str, ...], old: str) -> str:
    return chance.choice([choice for choice in choices if choice != old])


def _first_draft(chance: random.Random) -> _Draft:
    names = {name: chance.choice(choices) for name, choices in FILLS.items()}
    names["t"], names["u"] = chance.sample(TEAMS, 2)
    for name, choices in zip("makcir", (PEOPLE, HOUSES, WORKS, COMPETITIONS, INJURIES, ROLES), strict=True):
        names[name] = chance.choice(choices)
    counts = {
        "n": chance.randint(140, 9800),
        "d": chance.randint(4, 19),
        "e": chance.randint(0, 3),
        "f": chance.randint(0, 4),
    }
    return _Draft(names, counts, "", "")


@dataclass(frozen=True)
class Story:
    """A story, rewritten version times, and the picture beside it."""

    number: int
    version: int
    picture: int

    def told(self) -> Words:
        """What it says in this version."""
        chance = draws("story", self.number)
        draft = _first_draft(chance)
        headline = HEADLINES[chance.randrange(len(HEADLINES))]
        draft.first, draft.second = chance.choice(FIRST_SENTENCES), chance.choice(SECOND_SENTENCES)
        bullets = chance.sample(BULLETS, 3)
        banned = chance.randint(2, 12)
        for turn in range(1, self.version + 1):
            draft.revise(draws("rev", self.number, turn))
        count = draft.counts["n"]
        return Words(
            draft.filled(headline, banned),
            f"{draft.filled(draft.first, count)} {draft.second}",
            tuple(draft.filled(bullet, count) for bullet in bullets[: draft.bullets]),
        )


@dataclass(frozen=True)
class Front:
    """What the page holds in an hour: the lead, the hour it began to lead, two stories under it, the briefs."""

    lead: Story
    since: int
    lower: tuple[Story, Story]
    briefs: tuple[int, ...]


class _Desk:
    """Who makes up the front: most changes come in the morning, after matches and after the theatre."""

    def __init__(self) -> None:
        self._front = Front(Story(0, 0, 0), -2, (Story(1, 0, 1), Story(2, 0, 2)), tuple(range(5)))
        self._next_story = self._next_picture = 3
        self._today = 0

    def hours(self) -> Iterator[Front]:
        """The front at each hour of the site's days."""
        for hour in range(24 * _DAYS):
            self._today = 0 if hour % 24 == 0 else self._today
            if hour:
                self._pass(hour)
            yield self._front

    def _pass(self, hour: int) -> None:
        chance = draws("h", hour)
        # No day passes in silence: what has not happened by nine in the evening happens then.
        if chance.random() < _likelihood(hour) or (hour % 24 == 21 and not self._today):
            self._today += 1
            self._happen(chance, hour)
        if chance.random() < 0.035:
            place = chance.randrange(2)
            self._put_lower(place, replace(self._front.lower[place], picture=self._new_picture()))
        if chance.random() < 0.04:
            first, second = self._front.lower
            self._front = replace(self._front, lower=(second, first))
        if chance.random() < 0.06:
            briefs = self._front.briefs
            self._front = replace(self._front, briefs=(max(briefs) + 1, *briefs[:4]))

    def _happen(self, chance: random.Random, hour: int) -> None:
        kind = chance.random()
        if kind < 0.64:
            self._change_lead(kind, hour)
        elif kind < 0.84:
            lead = self._front.lead
            self._front = replace(self._front, lead=replace(lead, version=lead.version + 1))
        elif kind < 0.95:
            self._put_lower(chance.randrange(2), Story(self._new_story(), 0, self._new_picture()))
        else:
            place = chance.randrange(2)
            old = self._front.lower[place]
            self._put_lower(place, replace(old, version=old.version + 1))

    def _change_lead(self, kind: float, hour: int) -> None:
        """A new story with a new photograph, new words under the old photograph, or a new photograph alone."""
        old = self._front.lead
        if kind < 0.24:
            lead = Story(self._new_story(), 0, self._new_picture())
            self._front = replace(self._front, lead=lead, since=hour, lower=(old, self._front.lower[0]))
        elif kind < 0.42:
            self._front = replace(self._front, lead=Story(self._new_story(), 0, old.picture), since=hour)
        else:
            self._front = replace(self._front, lead=replace(old, picture=self._new_picture()))

    def _put_lower(self, place: int, story: Story) -> None:
        first, second = self._front.lower
        self._front = replace(self._front, lower=(first, story) if place else (story, second))

    def _new_story(self) -> int:
        self._next_story += 1
        return self._next_story - 1

    def _new_picture(self) -> int:
        self._next_picture += 1
        return self._next_picture - 1


def _likelihood(hour: int) -> float:
    of_day = hour % 24
    pace = draws("tempo", hour // 24).choice([0.7, 1, 1.2, 1.5])
    if of_day < 6:
        return 0.025 * pace
    if of_day in (7, 8, 9, 12, 13):
        return 0.17 * pace
    return (0.24 if of_day in (17, 18, 21, 22) else 0.11) * pace


HOURS = tuple(_Desk().hours())


def news(hour: int) -> tuple[Words, int, frozenset[Words]]:
    """What a reader came for: the lead's words and picture, and the words of the two under it in any order."""
    front = HOURS[hour]
    return front.lead.told(), front.lead.picture, frozenset(story.told() for story in front.lower)
