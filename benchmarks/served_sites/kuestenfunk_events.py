"""What happens to the broadcaster's news, hour by hour: stories come, are rewritten, withdrawn and put back."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from benchmarks.served_sites.kuestenfunk_topics import TOPICS
from benchmarks.served_sites.kuestenfunk_words import chance, filled

_KINDS = {"new": 30, "text": 16, "figure": 14, "head": 8, "pic": 14, "sub": 16, "pull": 6}
_PREFIXES = ("Nach Kritik: ", "Neue Lage: ", "Am Abend: ", "Jetzt bestätigt: ", "Update: ", "Offiziell: ")
_MOST_SENTENCES = 4


@dataclass(frozen=True)
class Story:
    """One story as it stands: its words, its picture and the sentences still to come."""

    number: int
    topic: str
    head: str
    sentences: tuple[str, ...]
    spare: tuple[str, ...]
    since: int
    picture: str

    @property
    def kicker(self) -> str:
        return TOPICS[self.topic].kicker

    @property
    def words(self) -> tuple[str, str, tuple[str, ...]]:
        return self.kicker, self.head, self.sentences


@dataclass(frozen=True)
class State:
    """The page's news in one hour: lead and sub-leads, the regions below, the hour of the last new stamp."""

    news: tuple[Story, ...]
    regions: tuple[int, ...]
    stamp: int


def headline(number: int) -> str:
    """A headline of any topic, for the lists of short news."""
    random = chance("short", number)
    topic = TOPICS[random.choice(list(TOPICS))]
    return filled(random.choice(topic.headlines), random)


def _story(number: int, hour: int, news: list[Story]) -> Story:
    """A new story on a topic that none of the news has."""
    random = chance("story", number)
    used = {story.topic for story in news}
    name = random.choice([name for name in TOPICS if name not in used])
    topic = TOPICS[name]
    chosen = random.sample(topic.sentences, 5)
    sentences = tuple(filled(text, chance("s", number, place)) for place, text in enumerate(chosen))
    head = filled(random.choice(topic.headlines), random)
    picture = f"{name}-archiv" if random.random() < 0.3 else f"{name}-{number}a"
    return Story(number, name, head, sentences[:3], sentences[3:], hour, picture)


def _lengthened(story: Story, sentence: str) -> Story:
    return replace(story, sentences=(*story.sentences, sentence)[-_MOST_SENTENCES:])


def _with_other_figure(story: Story, hour: int, random: Random) -> Story:
    """One figure of the text is raised; a text without figures gets one more sentence."""
    with_figure = [place for place, text in enumerate(story.sentences) if any(map(str.isdigit, text.split()))]
    if not with_figure:
        return _lengthened(story, _addition(hour, random))
    place = random.choice(with_figure)
    words = story.sentences[place].split()
    figure = next(index for index, word in enumerate(words) if word.isdigit())
    words[figure] = str(int(words[figure]) + random.choice([1, 2, 3, 5, 9]))
    return replace(
        story, sentences=(*story.sentences[:place], " ".join(words), *story.sentences[place + 1 :])
    )


def _addition(hour: int, random: Random) -> str:
    half = "Vormittag" if hour % 24 < 12 else "Nachmittag"
    sentences = (
        "Das teilte Sprecherin {name} mit.",
        "Am Ort sind jetzt {z} Helfer.",
        "Der Landrat von {kreis} kündigte eine Erklärung an.",
        "Aus {ort} kam am " + half + " Unterstützung.",
        "Eine Pressekonferenz ist für {z} Minuten nach der vollen Stunde angesetzt.",
    )
    return filled(random.choice(sentences), chance("add", hour))


def _with_other_head(story: Story, random: Random) -> Story:
    prefix = random.choice(_PREFIXES)
    rest = story.head.split(": ", 1)[-1]
    return replace(story, head=rest if story.head.startswith(prefix) else prefix + rest)


class _Newsroom:
    """The news as they stand, changed in place from hour to hour."""

    def __init__(self) -> None:
        self.news: list[Story] = []
        for number in range(3):
            self.news.append(_story(number, -3 - 2 * number, self.news))
        self.next_story = 3
        self.regions = list(range(100, 107))
        self.next_region = 107
        self.stamp = 0
        self.withdrawn: Story | None = None

    def state(self) -> State:
        return State(tuple(self.news), tuple(self.regions), self.stamp)

    def work(self, hour: int) -> None:
        """The events of one hour."""
        random = chance("ev", hour)
        of_day = hour % 24
        day = 6 <= of_day <= 21
        burst = chance("burst", hour // 24).choice([8, 11, 14, 17])
        by_day = 0.42 if burst <= of_day < burst + 4 else 0.18
        if self.withdrawn and random.random() < 0.4:
            self.news[0] = self.withdrawn
            self.withdrawn = None
        elif random.random() < (by_day if day else 0.05):
            self.withdrawn = None
            self._change(random.choices(list(_KINDS), list(_KINDS.values()))[0], hour, random)
        elif day and random.random() < 0.04:
            self.news[1], self.news[2] = self.news[2], self.news[1]
        if random.random() < (0.13 if day else 0.03):
            self.regions = [self.next_region, *self.regions[:-1]]
            self.next_region += 1
        if random.random() < 0.25:
            self.stamp = hour

    def _change(self, kind: str, hour: int, random: Random) -> None:
        lead = self.news[0]
        if kind in ("new", "pull"):
            self._lead_with_new(hour, random, pull=kind == "pull")
        elif kind == "text" and lead.spare:
            self.news[0] = replace(_lengthened(lead, lead.spare[0]), spare=lead.spare[1:])
        elif kind in ("figure", "text"):
            self.news[0] = _with_other_figure(lead, hour, random)
        elif kind == "head":
            self.news[0] = _with_other_head(lead, random)
        elif kind == "pic":
            self.news[0] = replace(lead, picture=f"{lead.topic}-{lead.number}p{hour}")
        else:
            story = self._new_story(hour)
            self.news[random.choice([1, 2])] = story

    def _lead_with_new(self, hour: int, random: Random, *, pull: bool) -> None:
        """A new lead pushes the old one down, or stands in for one that is withdrawn for a while."""
        old = self.news[0]
        story = self._new_story(hour)
        if random.random() < 0.2:
            story = replace(story, picture=old.picture)
        self.withdrawn = old if pull else None
        self.news = [story, *(self.news[1:] if pull else self.news[:2])]

    def _new_story(self, hour: int) -> Story:
        story = _story(self.next_story, hour, self.news)
        self.next_story += 1
        return story


@cache
def states(hours: int) -> tuple[State, ...]:
    """The state of the news in each of the first hours."""
    room = _Newsroom()
    told = [room.state()]
    for hour in range(1, hours):
        room.work(hour)
        told.append(room.state())
    return tuple(told)
