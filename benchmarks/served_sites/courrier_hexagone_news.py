"""The news of Le Courrier de l'Hexagone: every story in each of its versions, and where each stands at every visit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from benchmarks.served_sites.courrier_hexagone_words import (
    ACCIDENT_QUOTES,
    ACTORS,
    CIRCUMSTANCES,
    EVENTS,
    FIRM_NEWS,
    FIRMS,
    OPENINGS,
    PEOPLE,
    POINTS,
    QUOTES,
    REACTIONS,
    ROLES,
    SECTIONS,
    TOPICS,
    TOWNS,
    TRIAL_NEWS,
    TRIALS,
    VERBS,
)

DAYS = 10
_POLITICS, _ACCIDENT, _FIRM, _TRIAL = "ABCD"
_FAMILIES = _POLITICS * 3 + _ACCIDENT * 2 + _FIRM + _TRIAL
# Up to which hour of the day, and how likely the lead turns in an hour before it.
_PACE = ((6, 0.015), (10, 0.27), (14, 0.18), (19, 0.16), (23, 0.17), (24, 0.04))
_MOST_VERSIONS = 5


def chance(*keys: object) -> Random:
    """The dice of this site that belong to some keys."""
    return Random("courrier_hexagone-" + "-".join(str(key) for key in keys))


@dataclass(frozen=True)
class Story:
    """The words of a story in one of its versions."""

    section: str
    title: str
    standfirst: str
    points: tuple[str, ...]
    author: str

    @property
    def words(self) -> tuple[str, str, str, tuple[str, ...]]:
        """What the archivist keeps."""
        return self.section, self.title, self.standfirst, self.points


@dataclass
class _Draft:
    """What a story of any family may say; later versions change some of it."""

    family: str
    person: str
    role: str
    quote: str
    town: str
    small: int
    large: int
    opening: str
    reaction: str
    points: list[str]
    facts: list[tuple[str, str, str, int]]
    section: str
    verb: str
    circumstance: str
    firm_news: str
    trial_news: str
    author: str

    @property
    def quotes(self) -> list[str]:
        """What people say of such news."""
        return ACCIDENT_QUOTES if self.family == _ACCIDENT else QUOTES


def _drafted(number: int) -> _Draft:
    dice = chance("news", number)
    draft = _Draft(
        family=dice.choice(_FAMILIES),
        person=dice.choice(PEOPLE),
        role=dice.choice(ROLES),
        quote=dice.choice(QUOTES),
        town=TOWNS[(number * 7 + dice.randrange(3)) % len(TOWNS)],
        small=dice.randint(3, 48),
        large=dice.randint(60, 940),
        opening=dice.choice(OPENINGS),
        reaction=dice.choice(REACTIONS),
        points=dice.sample(POINTS, 3),
        facts=[
            (dice.choice(PEOPLE), dice.choice(ROLES), dice.choice(TOWNS), dice.randint(3, 19))
            for _ in range(3)
        ],
        section=dice.choice(SECTIONS),
        verb=dice.choice(VERBS),
        circumstance=dice.choice(CIRCUMSTANCES),
        firm_news=dice.choice(FIRM_NEWS),
        trial_news=dice.choice(TRIAL_NEWS),
        author=dice.choice(PEOPLE),
    )
    draft.quote = draft.quotes[QUOTES.index(draft.quote) % len(draft.quotes)]
    return draft


def _revise(draft: _Draft, number: int, version: int) -> None:
    dice = chance("upd", number, version)
    kind = dice.choice(["figure", "reaction", "title", "point"])
    if kind == "figure" or (kind == "title" and draft.family != _POLITICS):
        draft.small += dice.randint(1, 9)
        draft.large += dice.randint(10, 120)
    elif kind == "reaction":
        draft.person = dice.choice([other for other in PEOPLE if other != draft.person])
        draft.role = dice.choice(ROLES)
        draft.quote = dice.choice([other for other in draft.quotes if other != draft.quote])
        draft.reaction = dice.choice(REACTIONS)
    elif kind == "title":
        draft.circumstance = dice.choice([other for other in CIRCUMSTANCES if other != draft.circumstance])
    else:
        place = dice.randrange(3)
        draft.points[place] = dice.choice([other for other in POINTS if other not in draft.points])


def _told(draft: _Draft, number: int) -> tuple[str, str, str]:
    """Section, title and first sentence."""
    small, large, town = draft.small, draft.large, draft.town
    if draft.family == _POLITICS:
        actor, topic = ACTORS[(number * 5) % len(ACTORS)], TOPICS[(number * 11 + 3) % len(TOPICS)]
        title = f"{actor} {draft.verb} {topic} {draft.circumstance}"
        return draft.section, title, draft.opening.format(n=small, m=large)
    if draft.family == _ACCIDENT:
        event = EVENTS[(number * 3) % len(EVENTS)]
        first = (
            f"Les secours, arrivés dans la nuit à {town}, font état de {small} blessés et de {large} personnes "
            "mises à l’abri. Une enquête a été ouverte."
        )
        return "Société", f"{event} {town} : {small} blessés, {large} habitants évacués", first
    if draft.family == _FIRM:
        firm = FIRMS[number % len(FIRMS)]
        news = draft.firm_news.format(n=small * 10, m=large * 10, t=town)
        first = (
            f"À {town}, {large} sous-traitants dépendent de cette décision, annoncée devant un comité réuni "
            f"pendant {small} heures."
        )
        return "Économie", f"{firm[0].upper() + firm[1:]} {news}", first
    title = f"{TRIALS[number % len(TRIALS)]} : {draft.trial_news.format(n=small, m=large)}"
    return (
        "Justice",
        title,
        f"L’audience s’est tenue devant {large} personnes, après {small} jours de débats.",
    )


def _elided(text: str) -> str:
    return text.replace(" de A", " d’A").replace(" de É", " d’É")


@cache
def story(number: int, version: int = 0) -> Story:
    """A story after so many revisions."""
    draft = _drafted(number)
    for turn in range(1, version + 1):
        _revise(draft, number, turn)
    section, title, first = _told(draft, number)
    quote = draft.quote
    reaction = draft.reaction.format(p=draft.person, r=draft.role, q=quote, Q=quote[0].upper() + quote[1:])
    points = (
        form.format(n=count, p=person, r=role, t=town)
        for form, (person, role, town, count) in zip(draft.points, draft.facts, strict=True)
    )
    standfirst = _elided(f"{first} {reaction}")
    return Story(section, _elided(title), standfirst, tuple(_elided(point) for point in points), draft.author)


@dataclass(frozen=True)
class Front:
    """The news at one visit: the lead, its picture and since when it leads; the stories below; the next new number."""

    lead: int = 0
    version: int = 0
    picture: int = 0
    since: int = -2
    below: tuple[tuple[int, int], ...] = tuple((20 + place, 0) for place in range(9))
    fresh: int = 40

    @property
    def story(self) -> Story:
        """The lead as it reads now."""
        return story(self.lead, self.version)


def _heat(hour: int) -> float:
    """How likely the lead turns in this hour: three hours of each day are lively."""
    day, clock = divmod(hour, 24)
    dice = chance("day", day)
    burst = dice.randrange(7, 20)
    pace = next(rate for until, rate in _PACE if clock < until)
    return pace * dice.uniform(0.7, 1.2) * (2.2 if burst <= clock < burst + 3 else 1)


def _lead_turned(old: Front, dice: Random, hour: int) -> Front:
    what = dice.random()
    led = (old.lead, old.version)
    if what < 0.50 or old.version >= _MOST_VERSIONS:
        # A new lead keeps the picture of the old one now and then.
        picture = old.picture + (dice.random() < 0.65)
        below = (led, *old.below[:8])
        return Front(old.fresh, 0, picture, hour, below, old.fresh + 1)
    if what < 0.58 and old.below[0][0] != old.lead:
        number, version = old.below[0]
        return Front(number, version, old.picture + 1, hour, (led, *old.below[1:]), old.fresh)
    version = old.version
    while story(old.lead, version) == old.story:
        version += 1
    return replace(old, version=version)


def _below_turned(old: Front, dice: Random, hour: int) -> Front:
    below, fresh = list(old.below), old.fresh
    if dice.random() < (0.05 if hour % 24 < 6 else 0.2):
        below[dice.randrange(2, 9)] = (fresh, 0)
        fresh += 1
    if dice.random() < 0.05:
        place = dice.randrange(1, 7)
        below[place], below[place + 2] = below[place + 2], below[place]
    return replace(old, below=tuple(below), fresh=fresh)


@cache
def fronts() -> tuple[Front, ...]:
    """The news at every visit, and at the first after the last day."""
    front = Front()
    out = [front]
    for hour in range(1, 24 * DAYS + 1):
        dice = chance("evd", hour)
        if dice.random() < _heat(hour):
            front = _lead_turned(front, dice, hour)
        front = _below_turned(front, dice, hour)
        out.append(front)
    return tuple(out)
