"""The talk of the forum's members: topics, replies, names and snippets, of which nothing is news."""

import bisect
import random
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.served_sites.tidewren_forum_staff import DAYS, STAFF, when
from benchmarks.served_sites.tidewren_forum_words import (
    CATEGORIES,
    ENDS,
    FULL_NAMES,
    IDEAS,
    MIDDLES,
    NAME_ENDS,
    NAME_STARTS,
    PLACES,
    PROBLEMS,
    STARTS,
    TAGS,
    TITLES,
)

Post = tuple[float, str]
"""When, and by whom."""

MEMBERS = (
    *random.Random("tidewren-names").sample([a + b for a in NAME_STARTS for b in NAME_ENDS], 130),
    *FULL_NAMES,
)


def draws(hour: int, what: str) -> random.Random:
    """Chance that depends on nothing but the hour and what it is for."""
    return random.Random(f"tidewren-{what}-{hour}")


@dataclass(frozen=True)
class Topic:
    """A topic with all its posts to come."""

    number: int
    title: str
    category: tuple[str, str]
    tags: list[str]
    posts: list[Post]
    times: list[float]
    pull: float  # views an hour

    def views(self, hour: int) -> int:
        seen = self.pull * (1 + (hour - self.times[0]) * 0.8)
        return int(seen + 9 * bisect.bisect_right(self.times, hour))


class Row(NamedTuple):
    """A topic in the list of the latest ones."""

    last: float
    topic: Topic
    replies: int
    author: str
    faces: list[str]


def _busy(hour: int) -> float:
    moment = when(hour)
    weekend = 1.25 if moment.weekday() >= 5 else 1.0
    if moment.hour < 6:
        return 0.25 * weekend
    if moment.hour < 12:
        return 0.7 * weekend
    return (1.0 if moment.hour < 22 else 0.6) * weekend


def _topics() -> list[Topic]:
    chance = random.Random("tidewren-topics")
    topics: list[Topic] = []
    titles: set[str] = set()
    for hour in range(-140, 24 * DAYS):
        started = sum(chance.random() < 0.5 * _busy(hour) for _ in range(3))
        for _ in range(started):
            title = _title(chance)
            while title in titles:
                title = _title(chance)
            titles.add(title)
            posts = _posts(chance, hour)
            topics.append(
                Topic(
                    number=len(topics) + 20411,
                    title=title,
                    category=chance.choice(CATEGORIES),
                    tags=chance.sample(TAGS, chance.randint(0, 2)),
                    posts=posts,
                    times=[time for time, _ in posts],
                    pull=chance.uniform(4, 22),
                )
            )
    return topics


def _title(chance: random.Random) -> str:
    title = chance.choice(TITLES)
    return title.format(p=chance.choice(PROBLEMS), w=chance.choice(PLACES), i=chance.choice(IDEAS))


def _posts(chance: random.Random, hour: int) -> list[Post]:
    """The replies come ever more slowly, and rarely at night."""
    time = float(hour) + chance.random() * 0.9
    starter = chance.choice(MEMBERS)
    posts, gap = [(time, starter)], 1.0
    crowd = chance.sample(MEMBERS, 6)
    for _ in range(min(70, int(chance.paretovariate(0.75)) - 1 + chance.randint(0, 3))):
        time += chance.expovariate(1 / gap)
        gap *= 1.12
        if chance.random() < _busy(int(time)):
            posts.append((time, _replier(chance, crowd, starter)))
    return posts


def _replier(chance: random.Random, crowd: list[str], starter: str) -> str:
    if chance.random() < 0.05:
        return chance.choice(STAFF)
    return chance.choice(crowd) if chance.random() < 0.8 else starter


_TOPICS = _topics()


def started(hour: int) -> int:
    """How many topics there are."""
    return sum(topic.times[0] <= hour for topic in _TOPICS)


def latest(hour: int, count: int) -> list[Row]:
    """The topics in which somebody wrote last."""
    rows = []
    for topic in _TOPICS:
        number = bisect.bisect_right(topic.times, hour)
        if number:
            last, author = topic.posts[number - 1]
            authors = (name for _, name in reversed(topic.posts[:number]))
            rows.append(Row(last, topic, number - 1, author, list(dict.fromkeys(authors))[:4]))
    rows.sort(key=lambda row: -row.last)
    return rows[:count]


def snippet(chance: random.Random) -> str:
    return f"{chance.choice(STARTS)} {chance.choice(MIDDLES)} {chance.choice(ENDS)}"


def age(hours: float) -> str:
    minutes = int(hours * 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes}m"
    return f"{minutes // 60}h" if minutes < 1440 else f"{minutes // 1440}d"


def compact(count: int) -> str:
    return str(count) if count < 1000 else f"{count / 1000:.1f}k"
