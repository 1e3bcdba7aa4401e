"""When each story of the newspaper comes, is rewritten or corrected; what its front holds, and the truth."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from benchmarks.served_sites.eco_crinale_briefs import BRIEFS
from benchmarks.served_sites.eco_crinale_openings import OPENINGS, Told
from benchmarks.served_sites.eco_crinale_sections import CHRONICLE, CULTURE, ECONOMY, SPORT

STARTS_AT = datetime(2025, 11, 6, 0, 0)
_HOURS = 240
_POOLS = {
    "apertura": OPENINGS,
    "cronaca": CHRONICLE,
    "economia": ECONOMY,
    "sport": SPORT,
    "cultura": CULTURE,
    "brevi": BRIEFS,
}
_PLACES = {"apertura": 4, "cronaca": 4, "economia": 3, "sport": 3, "cultura": 3, "brevi": 7}
_RHYTHM = (1, 0, 0, 0, 0, 1, 4, 8, 9, 8, 7, 8, 9, 7, 5, 6, 8, 9, 9, 7, 6, 4, 3, 2)
"""How busy the newsroom is at each hour of the day."""
_FIRST_AWAKE, _LAST_AWAKE = 6, 23
_SWAPPED = ((58, 71), (166, 178))
"""From when and until when the second and the third of the opening stories stand the other way round."""


@dataclass
class Story:
    """One story and the hours of what happens to it."""

    zone: str
    sid: str
    born: int
    told: Told
    rewritten_at: list[int] = field(default_factory=list)
    small_at: dict[str, int] = field(default_factory=dict)

    def version(self, hour: int) -> int:
        """How many times its facts have changed."""
        return sum(1 for at in self.rewritten_at if at <= hour)

    def texts(self, hour: int) -> tuple[str, str]:
        """Headline and teaser as printed."""
        headline, teaser = self.told.versions[self.version(hour)]
        if self.told.typo is not None and hour < self.small_at["typo"]:
            wrong, right = self.told.typo
            return headline.replace(right, wrong), teaser.replace(right, wrong)
        return headline, teaser

    def signed(self, hour: int) -> str:
        """Whose name stands under it."""
        if self.told.later_author is not None and hour >= self.small_at["author"]:
            return self.told.later_author
        return self.told.author

    def picture(self, hour: int) -> int:
        """Which of its pictures stands there."""
        return 1 if self.told.has_new_picture and hour >= self.small_at["picture"] else 0

    def touched(self, hour: int) -> int:
        """When its facts last changed."""
        return max([self.born, *(at for at in self.rewritten_at if at <= hour)])


def clock(hour: int) -> datetime:
    """What the clock says at the start of this hour."""
    return STARTS_AT + timedelta(hours=hour)


@lru_cache(maxsize=1)
def _stories() -> list[Story]:
    chance = random.Random("eco-crinale-7")
    made = []
    later: list[str] = []
    for zone, pool in _POOLS.items():
        for number in range(_PLACES[zone]):
            born = -2 - 4 * number - chance.randrange(4)
            made.append(Story(zone, f"{zone}-{number}", born, pool[number]))
        later += [zone] * (len(pool) - _PLACES[zone])
    chance.shuffle(later)
    reached = dict(_PLACES)
    for hour, zone in zip(_birth_hours(chance, len(later)), later, strict=True):
        number = reached[zone]
        made.append(Story(zone, f"{zone}-{number}", hour, _POOLS[zone][number]))
        reached[zone] += 1
    for story in made:
        _plan(chance, story)
    return made


def _birth_hours(chance: random.Random, wanted: int) -> list[int]:
    weights = {}
    for hour in range(3, _HOURS - 2):
        when = clock(hour)
        weights[hour] = _RHYTHM[when.hour] * (0.6 if when.weekday() >= 5 else 1.0)
    chosen: list[int] = []
    for _ in range(wanted):
        left = [hour for hour, weight in weights.items() if weight > 0 and hour not in chosen]
        chosen.append(chance.choices(left, [weights[hour] for hour in left])[0])
    return sorted(chosen)


def _plan(chance: random.Random, story: Story) -> None:
    at = max(story.born, chance.randrange(4, 20) if story.born < 0 else 0)
    for _ in story.told.versions[1:]:
        at = _awake(at + chance.randrange(3, 11))
        story.rewritten_at.append(at)
    for small, least, most in _small_changes(story.told):
        story.small_at[small] = _awake(max(0, story.born) + chance.randrange(least, most))


def _small_changes(told: Told) -> Iterator[tuple[str, int, int]]:
    """Which a story has that are no news, and after how many hours at least and at most."""
    if told.typo is not None:
        yield "typo", 1, 4
    if told.later_author is not None:
        yield "author", 2, 7
    if told.has_new_picture:
        yield "picture", 3, 9


def _awake(hour: int) -> int:
    while not _FIRST_AWAKE <= clock(hour).hour <= _LAST_AWAKE:
        hour += 1
    return hour


@lru_cache(maxsize=64)
def front(hour: int) -> dict[str, list[Story]]:
    """The stories of each zone, first to last, at this hour."""
    shown = {}
    for zone, many in _PLACES.items():
        mine = [story for story in _stories() if story.zone == zone and story.born <= hour]
        shown[zone] = sorted(mine, key=lambda story: -story.born)[:many]
    if any(first <= hour < last for first, last in _SWAPPED):
        top = shown["apertura"]
        top[1], top[2] = top[2], top[1]
    return shown


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    if _facts(hour) != _facts(hour + 1):
        return "important"
    return "left out" if _printed(hour) != _printed(hour + 1) else "unimportant"


def _facts(hour: int) -> set[tuple[str, int]]:
    """Which stories are there, and which state of the facts each one tells."""
    return {(story.sid, story.version(hour)) for many in front(hour).values() for story in many}


def _printed(hour: int) -> list[tuple[object, ...]]:
    """All that is printed of the stories, in its order."""
    return [
        (zone, story.sid, *story.texts(hour), story.signed(hour), story.picture(hour))
        for zone, many in front(hour).items()
        for story in many
    ]
