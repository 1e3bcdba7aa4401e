"""What the magazine publishes in the ten days, and what its front page shows of it at any visit."""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import TypedDict

from benchmarks.served_sites.motungi_magazine_texts import AFTER, SECTIONS, WRITERS, particle

DAYS = 10
STARTS_AT = datetime(2025, 4, 10, 0, 0)  # a Thursday
BEFORE = 22  # articles older than the first visit
HOURLY = [0, 0, 0, 0, 0, 1, 4, 8, 8, 5, 6, 6, 7, 4, 4, 5, 5, 7, 7, 3, 3, 3, 2, 1]


class Article(TypedDict):
    """An article with what it says at first and once rewritten."""

    id: int
    at: int
    section: str
    titles: list[str]
    firsts: list[str]
    seconds: list[str]
    third: str
    writer: str
    other: str
    stamp: datetime


class Shown(TypedDict):
    """An article as the page shows it."""

    id: int
    rev: int
    since: int
    section: str
    title: str
    first: str
    second: str
    third: str
    writer: str
    stamp: datetime
    slip: bool
    picture: str


class Plan(TypedDict):
    """The articles, the hours at which one becomes the lead, and by article the hours of the rest."""

    articles: list[Article]
    leads: list[tuple[int, int]]
    revisions: dict[int, int]
    pictures: dict[int, int]
    slips: dict[int, int]
    bylines: dict[int, int]


def moment(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


def fill(text: str, subject: str) -> str:
    return re.sub(r"\{s(?:\|([^}]+))?\}", lambda m: particle(subject, m[1]) if m[1] else subject, text)


def _order(rng: Random) -> list[tuple[str, int, str]]:
    """Every section's subjects, section after section in changing order."""
    pile = {name: list(enumerate(parts[0])) for name, parts in SECTIONS.items()}
    for subjects in pile.values():
        rng.shuffle(subjects)
    order: list[tuple[str, int, str]] = []
    while any(pile.values()):
        names = [n for n in pile if pile[n]]
        rng.shuffle(names)
        order += [(n, *pile[n].pop()) for n in names]
    return order


def _times(rng: Random) -> list[int]:
    times = sorted(-7 * n - 3 for n in range(BEFORE))
    for day in range(DAYS):
        weekday = moment(24 * day).weekday()
        many = 2 if weekday == 5 else 1 if weekday == 6 else rng.choice([4, 4, 5])
        taken: set[int] = set()
        while len(taken) < many:
            taken.add(24 * day + rng.choices(range(24), HOURLY)[0])
        times += sorted(taken)
    return times


def _article(rng: Random, n: int, at: int, what: tuple[str, int, str]) -> Article:
    name, number, subject = what
    _, titles, firsts, seconds = SECTIONS[name]
    two = rng.sample(seconds, 2)
    first = rng.choice(firsts)
    writer = rng.choice(WRITERS)
    return Article(
        id=n,
        at=at,
        section=name,
        titles=[fill(titles[number % 5], subject), fill(titles[(number + 2) % 5], subject)],
        firsts=[fill(first, subject), fill(first, subject)],
        seconds=[two[0], AFTER[n % len(AFTER)]],
        third=two[1],
        writer=writer,
        other=rng.choice([w for w in WRITERS if w != writer]),
        stamp=moment(at) - timedelta(minutes=rng.randrange(2, 58)),
    )


@lru_cache(1)
def plan() -> Plan:
    """The articles with their times, and what the editors do to the page beside."""
    rng = Random("motungi plan 7")
    order, times = _order(rng), _times(rng)
    articles: list[Article] = []
    leads, last_lead = [(-200, 15), (-200, 17), (-200, 20)], -9
    for n, at in enumerate(times):
        articles.append(_article(rng, n, at, order[n]))
        if at > 0 and at - last_lead >= 7 and rng.random() < 0.55:
            leads.append((at, n))
            last_lead = at
    edited = Plan(articles=articles, leads=leads, revisions={}, pictures={}, slips={}, bylines={})
    busy = set(times)
    _rewrite(rng, edited, busy)
    _illustrate_and_move(rng, edited, busy)
    for a in articles:
        if a["at"] > 0 and a["id"] % 9 == 4:
            edited["slips"][a["id"]] = a["at"] + 2
        if a["at"] > 0 and a["id"] % 17 == 8:
            edited["bylines"][a["id"]] = a["at"] + 3
    leads.sort()
    return edited


def _free(start: int, busy: set[int]) -> int:
    """The first hour from the start in which nothing else happens."""
    return next(h for h in range(start, 999) if h not in busy)


def _rewrite(rng: Random, edited: Plan, busy: set[int]) -> None:
    """A story rewritten: now the lead, now one of the latest."""
    for day in (0, 1, 4, 5, 6, 7, 8):
        at = _free(24 * day + rng.randrange(9, 20), busy)
        shown = (
            [n for when, n in edited["leads"] if when < at][-1:]
            if day % 2
            else [a["id"] for a in edited["articles"] if a["at"] < at][-3:-1]
        )
        fresh = [n for n in shown if n not in edited["revisions"]]
        if fresh:
            edited["revisions"][fresh[-1]] = at
            busy.add(at)


def _illustrate_and_move(rng: Random, edited: Plan, busy: set[int]) -> None:
    """The lead's picture changed alone, and articles of the feed moved to the top as they are."""
    leads = edited["leads"]
    for day in (1, 3, 6, 8):
        at = _free(24 * day + rng.randrange(8, 21), busy)
        edited["pictures"][[n for when, n in leads if when < at][-1]] = at
        busy.add(at)
    for day in (2, 4, 7):
        at = _free(24 * day + rng.randrange(9, 19), busy)
        led = {n for _, n in leads}
        leads.append((at, [a["id"] for a in edited["articles"] if a["at"] < at and a["id"] not in led][-2]))
        busy.add(at)


def reading(article: Article, hour: int) -> Shown:
    """An article as the page shows it at this visit."""
    p, n = plan(), article["id"]
    rev = int(n in p["revisions"] and p["revisions"][n] <= hour)
    title = article["titles"][rev]
    slip = n in p["slips"] and hour < p["slips"][n]
    first = article["firsts"][rev]
    if slip:
        first = first[:-2] + "다다."  # a doubled last syllable, mended soon after
    writer = article["other"] if n in p["bylines"] and p["bylines"][n] <= hour else article["writer"]
    return Shown(
        id=n,
        rev=rev,
        since=p["revisions"][n] if rev else article["at"],
        section=article["section"],
        title=title,
        first=first,
        second=article["seconds"][rev],
        third=article["third"],
        writer=writer,
        stamp=article["stamp"],
        slip=slip,
        picture=f"{n}-{int(n in p['pictures'] and p['pictures'][n] <= hour)}",
    )


@lru_cache(None)
def state(hour: int) -> tuple[list[Shown], list[Shown]]:
    p = plan()
    out = {a["id"]: reading(a, hour) for a in p["articles"] if a["at"] <= hour}
    top: list[int] = []
    for when, n in reversed(p["leads"]):
        if when <= hour and n not in top:
            top.append(n)
    top = top[:3]
    feed = [n for n in sorted(out, reverse=True) if n not in top][:9]
    return [out[n] for n in top], [out[n] for n in feed]


def truth_of(hour: int) -> str:
    (top0, feed0), (top1, feed1) = state(hour), state(hour + 1)
    if any(a["since"] == hour + 1 for a in top1 + feed1):
        return "important"  # an article has come, or one was rewritten
    return "left out" if (top0, feed0) != (top1, feed1) else "unimportant"
