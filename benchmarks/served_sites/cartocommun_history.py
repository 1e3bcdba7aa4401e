"""How the charter of the map is edited, hour by hour over ten days: amended, vandalised, reverted, put in order."""

import random
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.served_sites.cartocommun_charter import (
    ADDITIONS,
    ARTICLES,
    QUESTIONS,
    VANDALISM,
    VERBS,
    Sentence,
    figures,
)
from benchmarks.served_sites.cartocommun_words import draws

DAYS = 10
STARTS_AT = datetime(2025, 9, 15)
_KINDS = {"figure": 34, "verb": 16, "addition": 20, "deletion": 9, "vandalism": 8, "rewording": 13}
_FEWEST_TO_DELETE = 5


@dataclass(frozen=True)
class Article:
    """One article as it stands, by its number in the first version."""

    number: int
    sentences: tuple[Sentence, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(sentence.words for sentence in self.sentences)


@dataclass(frozen=True)
class State:
    """The charter in one hour, and which answer each frequent question has."""

    articles: tuple[Article, ...]
    answers: tuple[int, ...]

    @property
    def words(self) -> dict[int, tuple[str, ...]]:
        """All that counts as news: the words of each article, in whatever order the articles stand."""
        return {article.number: article.words for article in self.articles}


@dataclass(frozen=True)
class _Revert:
    """An article as it will stand again at an hour to come."""

    hour: int
    article: Article


def _first_version(number: int, templates: tuple[str, ...]) -> Article:
    sentences = []
    for place, template in enumerate(templates):
        chance = draws("init", number, place)
        sentences.append(Sentence(template, chance.choice(figures(template)), chance.choice(VERBS)))
    return Article(number, tuple(sentences))


class _Wiki:
    """The page as its members edit it."""

    def __init__(self) -> None:
        self._articles = [_first_version(number, lines) for number, (_, lines) in enumerate(ARTICLES)]
        self._answers = [0] * len(QUESTIONS)
        self._additions = list(ADDITIONS)
        draws("pool").shuffle(self._additions)
        self._revert: _Revert | None = None
        self._edited_on: set[int] = set()

    def state(self) -> State:
        return State(tuple(self._articles), tuple(self._answers))

    def pass_hour(self, hour: int) -> None:
        """At most one edit, and now and then another answer."""
        chance = draws("ev", hour)
        by_day = 7 <= hour % 24 <= 23
        if self._revert is not None and hour >= self._revert.hour:
            self._undo(self._revert)
        elif self._revert is None and self._is_edited(hour, chance):
            self._edit(hour, chance)
        elif by_day and chance.random() < 0.025:
            place = chance.randrange(len(self._articles) - 1)
            self._articles[place : place + 2] = reversed(self._articles[place : place + 2])
        if by_day and chance.random() < 0.05:
            place = chance.randrange(len(self._answers))
            self._answers[place] = (self._answers[place] + chance.randint(1, 3)) % 4

    def _is_edited(self, hour: int, chance: random.Random) -> bool:
        """Most edits come in the evening, when a day without one gets its first."""
        clock = hour % 24
        if clock in (19, 21) and hour // 24 not in self._edited_on:
            return True
        by_day = 0.36 if 18 <= clock <= 21 else 0.17
        return chance.random() < (by_day if 7 <= clock <= 23 else 0.05)

    def _undo(self, revert: _Revert) -> None:
        self._articles = [
            revert.article if article.number == revert.article.number else article
            for article in self._articles
        ]
        self._revert = None

    def _edit(self, hour: int, chance: random.Random) -> None:
        """One article changes by one sentence; vandalism, and an edit in ten, is undone within three hours."""
        self._edited_on.add(hour // 24)
        place = chance.randrange(len(self._articles))
        old = self._articles[place]
        sentences = list(old.sentences)
        kind = _possible(chance.choices(list(_KINDS), list(_KINDS.values()))[0], sentences)
        if kind in ("figure", "verb"):
            _reword(kind, sentences, chance)
        elif kind == "deletion":
            sentences.pop(chance.randrange(len(sentences)))
        elif kind == "vandalism":
            at = chance.randint(0, len(sentences))
            sentences.insert(at, Sentence(chance.choice(VANDALISM)))
        else:
            self._put_in(kind, sentences, chance)
        self._articles[place] = replace(old, sentences=tuple(sentences))
        if kind == "vandalism" or chance.random() < 0.1:
            self._revert = _Revert(hour + chance.randint(1, 3), old)

    def _put_in(self, kind: str, sentences: list[Sentence], chance: random.Random) -> None:
        """A new sentence is added or takes another's place."""
        template = self._next_addition()
        if any(template == sentence.template for sentence in sentences):
            template = self._next_addition()
        new = Sentence(template, chance.choice(figures(template)))
        if kind == "addition":
            sentences.insert(chance.randint(1, len(sentences)), new)
        else:
            sentences[chance.randrange(len(sentences))] = new

    def _next_addition(self) -> str:
        template = self._additions.pop(0)
        self._additions.append(template)
        return template


def _possible(kind: str, sentences: list[Sentence]) -> str:
    """The kind of edit, or the next best where the article has no such sentence."""
    if kind == "verb" and not _with_blank("{v}", sentences):
        kind = "figure"
    lacks_figure = kind == "figure" and not _with_blank("{n}", sentences)
    too_short = kind == "deletion" and len(sentences) < _FEWEST_TO_DELETE
    return "addition" if lacks_figure or too_short else kind


def _with_blank(blank: str, sentences: list[Sentence]) -> list[int]:
    return [place for place, sentence in enumerate(sentences) if blank in sentence.template]


def _reword(kind: str, sentences: list[Sentence], chance: random.Random) -> None:
    """One sentence gets another figure or another verb of obligation."""
    place = chance.choice(_with_blank("{n}" if kind == "figure" else "{v}", sentences))
    old = sentences[place]
    if kind == "figure":
        others = [figure for figure in figures(old.template) if figure != old.figure]
        sentences[place] = replace(old, figure=chance.choice(others))
    else:
        sentences[place] = replace(old, verb=chance.choice([verb for verb in VERBS if verb != old.verb]))


def _hours() -> tuple[State, ...]:
    """Every hour's state, and the one after the last."""
    wiki = _Wiki()
    states = [wiki.state()]
    for hour in range(1, 24 * DAYS + 1):
        wiki.pass_hour(hour)
        states.append(wiki.state())
    return tuple(states)


HOURS = _hours()
