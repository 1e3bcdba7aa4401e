"""Words, names and figures of many languages, from Faker and Babel: what pages of our own say.

The texts mean nothing. What they share with real ones is the script, the lengths, and that a story keeps to its own
names; a classifier of changes knows no more of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random

from babel import Locale
from babel.dates import format_date, format_time, format_timedelta
from babel.numbers import format_currency, format_decimal
from faker import Faker

from benchmarks.pages.marks import marked

UNSPACED = frozenset({"ja", "th", "zh"})
_POOL = 200
_STOPS = {"hi": "।", "bn": "।", "ja": "。", "zh": "。", "hy": "։", "th": " "}


@dataclass(frozen=True)
class Language:
    """What a language has to say.

    Attributes
    ----------
    name : str
        As Babel and HTML call it, "de_DE".
    vocabulary, people, places, firms : tuple of str
    """

    name: str
    vocabulary: tuple[str, ...]
    people: tuple[str, ...]
    places: tuple[str, ...]
    firms: tuple[str, ...]

    @property
    def locale(self) -> Locale:
        """For dates and numbers."""
        return Locale.parse(self.name)

    @property
    def is_spaced(self) -> bool:
        """Whether spaces stand between words."""
        return self.name[:2] not in UNSPACED


@lru_cache(maxsize=64)
def language(name: str) -> Language:
    """The words of a locale of Faker, the same in every process; of Latin ones where it has no text of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        faker = Faker(name, use_weighting=False)
    faker.seed_instance(1)
    vocabulary = [word for word in sorted(set(faker.get_words_list())) if word.isalpha()]
    if "accusamus" in vocabulary and not name.startswith("la"):  # what Faker says where it has no words
        vocabulary = sorted(
            {word for _ in range(4 * _POOL) for word in faker.job().split() if word.isalpha()}
        )
    return Language(
        name="ar" if name == "ar_AA" else name,
        vocabulary=tuple(vocabulary),
        people=tuple(faker.last_name() for _ in range(_POOL)),
        places=tuple(faker.city() for _ in range(_POOL)),
        firms=tuple(faker.company() for _ in range(_POOL)),
    )


class Pen:
    """What one author writes with: a language and chances of its own.

    Parameters
    ----------
    author : str
        Registered in ``marks``.
    words : Language
    seed : str
        The same seed writes the same.
    every_h : float
        Hours from one event to the next, in the mean.
    """

    def __init__(self, author: str, words: Language, seed: str, every_h: float = 12.0) -> None:
        self.author, self.words, self.every_h = author, words, every_h
        self.chance = Random(f"{seed} {author}")

    def happens(self, at: datetime, every_h: float | None = None) -> bool:
        """Whether an event falls into the hour before; at night less than half as many do."""
        pace = 1.25 if 6 <= at.hour < 23 else 0.4
        return self.chance.random() < pace / (every_h or self.every_h)

    def write(self, text: str) -> str:
        """Sign a text."""
        return marked(text, self.author)

    def topic(self) -> tuple[str, ...]:
        """Names that a story is about."""
        pools = (self.words.people, self.words.places, self.words.firms)
        return tuple(self.chance.choice(pool) for pool in self.chance.sample(pools, 2))

    def label(self, most: int = 2) -> str:
        """A word or two: of a button, a section, a kind of thing."""
        return self.write(self._joined(self._some(1, most)).capitalize())

    def title(self, topic: Sequence[str] = ()) -> str:
        """A headline."""
        return self.write(self._cased(self._with(self._some(4, 9), topic[:1])))

    def sentence(self, topic: Sequence[str] = ()) -> str:
        """A sentence."""
        about = [self.chance.choice(topic)] if topic and self.chance.random() < 0.7 else []
        text = self._cased(self._with(self._some(7, 18), about))
        return self.write(text + _STOPS.get(self.words.name[:2], "."))

    def sentences(self, count: int, topic: Sequence[str] = ()) -> tuple[str, ...]:
        """So many."""
        return tuple(self.sentence(topic) for _ in range(count))

    def person(self) -> str:
        """A name."""
        return self.write(self.chance.choice(self.words.people))

    def number(self, least: float, most: float, places: int = 0) -> str:
        """A figure."""
        return self.write(
            format_decimal(round(self.chance.uniform(least, most), places), locale=self.words.locale)
        )

    def price(self, amount: float) -> str:
        """An amount of money."""
        return self.write(format_currency(amount, "EUR", locale=self.words.locale))

    def date(self, at: datetime, form: str = "long") -> str:
        """A day."""
        return self.write(format_date(at, form, locale=self.words.locale))

    def time(self, at: datetime) -> str:
        """A time of day."""
        return self.write(format_time(at, "short", locale=self.words.locale))

    def ago(self, hours: float) -> str:
        """How long ago."""
        return self.write(
            format_timedelta(timedelta(hours=-hours), add_direction=True, locale=self.words.locale)
        )

    def slug(self) -> str:
        """The last part of an address."""
        return f"{self.chance.getrandbits(32):08x}"

    def _some(self, least: int, most: int) -> list[str]:
        size = len(self.words.vocabulary)
        # few words are frequent, most are rare, as in any language
        return [
            self.words.vocabulary[int(size * self.chance.random() ** 2)]
            for _ in range(self.chance.randint(least, most))
        ]

    def _with(self, words: list[str], names: Sequence[str]) -> str:
        for name in names:
            words.insert(self.chance.randint(0, len(words)), name)
        return self._joined(words)

    def _joined(self, words: Sequence[str]) -> str:
        return (" " if self.words.is_spaced else "").join(words)

    @staticmethod
    def _cased(text: str) -> str:
        return text[:1].upper() + text[1:]
