"""When the museum publishes, and what the published part of its page says at an hour."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from benchmarks.served_sites.thornmouth_calendar import (
    CAMPAIGNS,
    EVENT_CHANGES,
    EVENTS,
    EVENTS_FIRST,
    NOTICES,
)
from benchmarks.served_sites.thornmouth_news import BYLINES, FIRST, NEWS, PICTURES, REWRITES, SLIPS

DAYS = 10
STARTS_AT = datetime(2025, 5, 15, 0, 0)  # a Thursday
CARDS = 4  # the lead and three cards show their summary
LISTED = 9  # then five headlines
LAST = 24 * DAYS - 1
LATE_CHANGE = 5  # the event whose change comes in the second half
NEW_DAYS = {9: 16}  # the event with a new date


def _hours(rng: random.Random, count: int, first: int = 8, last: int = LAST, spread: int = 1) -> list[int]:
    """``count`` different hours of work between two hours, busier on weekdays and in the morning."""
    pool = []
    for hour in range(first, last):
        when = STARTS_AT + timedelta(hours=hour)
        weight = 0.0
        if 8 <= when.hour <= 18:
            weight = 6 if when.hour <= 12 else 4
        elif when.hour in (19, 20, 21):
            weight = 1
        if when.weekday() >= 5:
            weight = weight * 0.6
        if weight:
            pool.append((rng.random() ** (1 / weight), hour))
    chosen: list[int] = []
    for _, hour in sorted(pool, reverse=True):
        if all(abs(hour - other) >= spread for other in chosen):
            chosen.append(hour)
        if len(chosen) == count:
            break
    return sorted(chosen)


def _after(rng: random.Random, hour: int, low: int, high: int) -> int:
    """A waking hour some hours later."""
    later = hour + rng.randint(low, high)
    while not 8 <= later % 24 <= 20:
        later += 1
    return later


@dataclass
class Plan:
    """The hours of what happens to each story, event and campaign, by its number."""

    news: dict[int, int] = field(default_factory=dict)
    rewrite: dict[int, int] = field(default_factory=dict)
    slip: dict[int, int] = field(default_factory=dict)
    byline: dict[int, int] = field(default_factory=dict)
    picture: dict[int, int] = field(default_factory=dict)
    campaign: list[list[int]] = field(default_factory=list)
    event: dict[int, int] = field(default_factory=dict)
    event_change: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Story:
    """A listed story as it is shown; ``text`` is what it says, without a slip."""

    index: int
    section: str
    title: str
    text: str
    shown: str
    author: str
    picture: int
    at: int


@dataclass(frozen=True)
class Campaign:
    """A campaign with its latest line."""

    name: str
    about: str
    latest: str


@dataclass(frozen=True)
class Event:
    """An announced event, with the label and text of a change."""

    index: int
    day: int
    time: str
    title: str
    blurb: str
    label: str
    note: str


@lru_cache(maxsize=1)
def schedule() -> Plan:
    rng = random.Random("thornmouth-schedule-3")
    out = Plan()
    _plan_news(rng, out.news)
    for index in REWRITES:
        out.rewrite[index] = _after(rng, out.news[index], 3, 7)
    for index in SLIPS:
        out.slip[index] = out.news[index] + rng.randint(1, 3)
    for index in BYLINES:
        out.byline[index] = out.news[index] + rng.randint(1, 4)
    for index in PICTURES:
        out.picture[index] = out.news[index] + rng.randint(1, 5)
    for _, _, texts in CAMPAIGNS:
        out.campaign.append(_hours(rng, len(texts) - 1, first=9, spread=30))
    _plan_events(rng, out)
    return out


def _plan_news(rng: random.Random, news: dict[int, int]) -> None:
    for index in range(FIRST):
        news[index] = -14 * (FIRST - index) + rng.randint(-3, 3)
    hours = _hours(rng, len(NEWS) - FIRST, spread=3)
    news.update(zip(range(FIRST, len(NEWS)), hours, strict=True))


def _plan_events(rng: random.Random, out: Plan) -> None:
    hours = _hours(rng, len(EVENTS) - EVENTS_FIRST, first=9, last=210, spread=6)
    out.event.update(zip(range(EVENTS_FIRST, len(EVENTS)), hours, strict=True))
    out.event.update(dict.fromkeys(range(EVENTS_FIRST), -200))
    for index in EVENT_CHANGES:
        if index == LATE_CHANGE:
            out.event_change[index] = _after(rng, 140, 0, 9)
        else:
            out.event_change[index] = _after(rng, max(24, out.event[index]), 20, 110)


def news_at(hour: int) -> list[Story]:
    """The listed stories, newest first."""
    plan = schedule()
    out = []
    for index in sorted((i for i, at in plan.news.items() if at <= hour), key=lambda i: -plan.news[i])[
        :LISTED
    ]:
        section, title, text, author = NEWS[index]
        if plan.rewrite.get(index, LAST + 1) <= hour:
            title, text = REWRITES[index]
        shown = text
        if index in SLIPS and hour < plan.slip[index]:
            shown = text.replace(*SLIPS[index])
        if index in BYLINES and plan.byline[index] <= hour:
            author = BYLINES[index]
        picture = _picture(plan, index, hour)
        out.append(Story(index, section, title, text, shown, author, picture, plan.news[index]))
    return out


def _picture(plan: Plan, index: int, hour: int) -> int:
    if index in PICTURES and hour >= plan.picture[index]:
        return 100 + index
    # a new lead without a picture of its own borrows that of the story before
    return index - 1 if index % 5 == 4 else index


def campaigns_at(hour: int) -> list[Campaign]:
    out = []
    for (name, about, texts), times in zip(CAMPAIGNS, schedule().campaign, strict=True):
        out.append(Campaign(name, about, texts[sum(1 for at in times if at <= hour)]))
    return out


def events_at(hour: int) -> list[Event]:
    """Announced events whose day is not over, by date."""
    plan, out, today = schedule(), [], hour // 24
    for index, (first_day, time, title, blurb) in enumerate(EVENTS):
        if plan.event[index] > hour:
            continue
        day, label, note = first_day, "", ""
        if plan.event_change.get(index, LAST + 1) <= hour:
            label, note = EVENT_CHANGES[index]
            day = NEW_DAYS.get(index, day)
        if day >= today:
            out.append(Event(index, day, time, title, blurb, label, note))
    return sorted(out, key=lambda event: (event.day, event.time, event.index))


def notice_at(hour: int) -> str:
    for day, start, length, text, over in NOTICES:
        begin = 24 * day + start
        if begin <= hour < begin + length:
            return text
        if over and begin + length <= hour < begin + length + 12:
            return over
    return ""


def published(hour: int) -> dict[tuple[str, object], tuple[object, object]]:
    """By key: what it says, and the small print (spelling, author, picture)."""
    out: dict[tuple[str, object], tuple[object, object]] = {}
    for place, story in enumerate(news_at(hour)):
        small = (story.shown, story.author, story.picture) if place < CARDS else ()
        out["news", story.index] = ((story.title, story.text), small)
    for campaign in campaigns_at(hour):
        out["campaign", campaign.name] = (campaign.latest, ())
    for event in events_at(hour):
        out["event", event.index] = ((event.title, event.label, event.note, event.day), ())
    if notice_at(hour):
        out["notice", ""] = (notice_at(hour), ())
    return out


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    before, after = published(hour), published(hour + 1)
    if any(key not in before or before[key][0] != value[0] for key, value in after.items()):
        return "important"
    if any(key not in after for key in before) or any(
        before[key][1] != value[1] for key, value in after.items()
    ):
        return "left out"
    return "unimportant"
