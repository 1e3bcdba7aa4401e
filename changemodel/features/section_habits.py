"""How each section behaved over some visits: how long its text stays, whether it returns, how far it drifts.

What experience with other pages (``change.sentence_classifier``) goes by. Every measure is a number without a unit of
the page itself, so that sections of different pages can be compared: stays in visits, on a logarithmic scale, shares,
and ranks among the sections of the page. Source: the staying power of a page's terms, by which Adar, Teevan, Dumais and
Elsas tell what a page is about from what it happens to show ("The web changes everything", WSDM 2009).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from changemodel.features.section_sentences import PICTURES, PageSentences, words_apart
from changemodel.features.sentences import Stay, stays_of


def habits_to_arrays(habits: PageHabits) -> dict[str, NDArray[Any]]:
    """For saving: the keys of each table lie beside the section that they belong to, by its place."""
    found = list(habits.sections.values())
    measures = sorted({measure for item in found for measure in item.measures})
    steps = [(row, step) for row, item in enumerate(found) for step in item.steps]
    return {
        "sections": np.array(list(habits.sections), dtype=np.str_),
        "measures": np.array(measures, dtype=np.str_),
        "values": np.array([[item.measures[measure] for measure in measures] for item in found]).reshape(
            len(found), len(measures)
        ),
        "hours": np.array([item.hours for item in found], dtype=np.int32).reshape(len(found), HOURS_A_DAY),
        "usual_stays": np.array([item.usual_stay for item in found]),
        "steps_of": np.array([row for row, _ in steps], dtype=np.int32),
        "steps": np.array([step for _, step in steps]),
        **_table(
            "stays",
            2,
            ((row, key, *seen) for row, item in enumerate(found) for key, seen in item.stays.items()),
        ),
        **_table(
            "masked",
            1,
            ((row, key, stay) for row, item in enumerate(found) for key, stay in item.masked_stays.items()),
        ),
        **_table(
            "signs",
            3,
            ((row, key, *seen) for row, item in enumerate(found) for key, seen in item.signs.items()),
        ),
    }


def habits_from_arrays(arrays: Mapping[str, NDArray[Any]]) -> PageHabits:
    """What ``habits_to_arrays`` gave."""
    names = arrays["sections"].tolist()
    measures = arrays["measures"].tolist()
    stays, masked, signs = (_rows(name, arrays, len(names)) for name in ("stays", "masked", "signs"))
    steps: list[list[float]] = [[] for _ in names]
    for row, step in zip(arrays["steps_of"].tolist(), arrays["steps"].tolist(), strict=True):
        steps[row].append(step)
    return PageHabits(
        {
            name: Habits(
                measures=dict(zip(measures, arrays["values"][row].tolist(), strict=True)),
                stays={key: (int(longest), int(times)) for key, longest, times in stays[row]},
                masked_stays={key: int(stay) for key, stay in masked[row]},
                signs={key: (int(count), stay, int(again)) for key, count, stay, again in signs[row]},
                hours=tuple(arrays["hours"][row].tolist()),
                steps=tuple(steps[row]),
                usual_stay=float(arrays["usual_stays"][row]),
            )
            for row, name in enumerate(names)
        }
    )


def _table(name: str, numbers: int, rows: Iterable[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
    """Section, key and so many numbers of each row."""
    given = list(rows)
    return {
        f"{name}_of": np.array([row[0] for row in given], dtype=np.int32),
        f"{name}_key": np.array([row[1] for row in given], dtype=np.uint64),
        f"{name}_seen": np.array([row[2:] for row in given], dtype=np.float64).reshape(len(given), numbers),
    }


def _rows(name: str, arrays: Mapping[str, NDArray[Any]], sections: int) -> list[list[tuple[Any, ...]]]:
    """The rows of a table by section: a key and its numbers."""
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(sections)]
    columns = (arrays[f"{name}_{column}"].tolist() for column in ("of", "key", "seen"))
    for row, key, seen in zip(*columns, strict=True):
        found[row].append((key, *seen))
    return found


HOURS_A_DAY = 24

_DRIFTS = 6, 24
"""Visits over which the drift of a section is measured."""

_SAMPLED = 20
"""Pairs of visits that each drift is the mean of, about."""

LEAST_STEP = 1e-3
"""Word distance from visit to visit below which a section does not change."""

RANKED = ("words", "change_rate", "returning", "drift_24")
"""Measures whose rank among the page's changing sections is a measure, too."""


@dataclass(frozen=True)
class Habits:
    """How one section behaved.

    Attributes
    ----------
    measures : dict of str to float
        NaN where there is nothing to say.
    stays : dict of int to (int, int)
        Of each sentence that was seen: visits of its longest stay, and how many stays it had.
    masked_stays : dict of int to int
        The longest stay of each sentence with its numbers as one sign.
    signs : dict of int to (int, float, int)
        Of each sign: of how many sentences it is one, the mean logarithm of their longest stays, and how many of them
        came more than once. Only signs of two sentences or more, and not of nearly all.
    hours : tuple of int
        Changes at each hour of the day.
    steps : tuple of float
        Word distances of the visits at which it changed, ascending.
    usual_stay : float
        Median of the longest stays, in visits.
    """

    measures: Mapping[str, float]
    stays: Mapping[int, tuple[int, int]]
    masked_stays: Mapping[int, int]
    signs: Mapping[int, tuple[int, float, int]]
    hours: tuple[int, ...]
    steps: tuple[float, ...]
    usual_stay: float

    @property
    def changes(self) -> int:
        """Visits at which it changed."""
        return sum(self.hours)

    @cached_property
    def usual_log(self) -> float:
        """Logarithm of the usual stay, as those of signs are."""
        return math.log1p(self.usual_stay)

    @cached_property
    def told_by(self) -> dict[int, tuple[float, float]]:
        """What each sign tells of a sentence: how much longer than usual it stays, and how likely it returns."""
        usual = self.usual_log
        return {
            key: (stay - usual, (again + 0.3) / (count + 1))
            for key, (count, stay, again) in self.signs.items()
        }


@dataclass(frozen=True)
class PageHabits:
    """How the sections of a page behaved, by name."""

    sections: Mapping[str, Habits] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Sequence[PageSentences], hours: Sequence[int]) -> PageHabits:
        """From visits in time order, and the hour of day of each."""
        names = sorted({name for page in pages for name in page.sections})
        followed = {name: _Followed(name, pages) for name in names}
        found = {name: section.habits(hours) for name, section in followed.items()}
        changed = np.array([section.changed for section in followed.values()], dtype=np.bool_)
        changed = changed.reshape(len(names), len(pages) - 1)
        return cls(_beside_each_other(found, changed))


class _Followed:
    """One section from visit to visit."""

    def __init__(self, name: str, pages: Sequence[PageSentences]) -> None:
        self._name = name
        self._pages = pages
        self._said = [page.section(name) for page in pages]
        self._stays = _stays([section.texts for section in self._said])
        texts = [set(section.texts) for section in self._said]
        self.changed = np.array([a != b for a, b in pairwise(texts)])
        self._came = sum(len(b - a) for a, b in pairwise(texts))

    def habits(self, hours: Sequence[int]) -> Habits:
        """Its measures, and what they are told by."""
        steps = np.array([self._apart(row, 1) for row in range(len(self.changed))])
        longest = {key: max(map(_length, own)) for key, own in self._stays.items()}
        masked = [section.masked for section in self._said]
        at = Counter(hours[row + 1] % HOURS_A_DAY for row in np.flatnonzero(self.changed).tolist())
        return Habits(
            measures=self._measures(float(steps.mean()), masked),
            stays={key: (longest[key], len(own)) for key, own in self._stays.items()},
            masked_stays={key: max(map(_length, own)) for key, own in _stays(masked).items()},
            signs=self._signs(longest),
            hours=tuple(at[hour] for hour in range(HOURS_A_DAY)),
            steps=tuple(sorted(steps[steps > 0.0].tolist())),
            usual_stay=float(np.median(list(longest.values()))),
        )

    def _measures(self, step: float, masked: Sequence[Counter[int]]) -> dict[str, float]:
        every = [stay for own in self._stays.values() for stay in own]
        last = len(self._said) - 1
        ended = [_length(stay) for stay in every if stay[0] > 0 and stay[1] < last]
        sizes = np.array([section.words.total() for section in self._said if section.words] or [1])
        sentences = {key: item for section in self._said for key, item in section.sentences.items()}
        letters = np.mean([item.letters for item in sentences.values()])
        returns = sum(len(own) - 1 for own in self._stays.values())
        drifts = {f"drift_{lag}": self._drift(lag) / (step + LEAST_STEP) for lag in _DRIFTS}
        return (
            drifts
            | self._places()
            | {
                "longest_stay": math.log1p(max(map(_length, every))),
                "usual_stay": math.log1p(float(np.median([_length(stay) for stay in every]))),
                "long_stay": math.log1p(float(np.quantile(ended, 0.9))) if ended else math.nan,
                "step": step,
                "words": math.log1p(float(sizes.mean())),
                "words_spread": float(sizes.std() / sizes.mean()),
                "with_figures": float(np.mean([item.has_figures for item in sentences.values()])),
                "returned": returns / max(1, self._came),
                "returning": float(np.mean([len(own) > 1 for own in self._stays.values()])),
                "changes": math.log1p(float(self.changed.sum())),
                "change_rate": float(self.changed.mean()),
                "masked_change_rate": float(np.mean([set(a) != set(b) for a, b in pairwise(masked)])),
                "texts": math.log1p(len(sentences)),
                "masked_texts": len({item.masked for item in sentences.values()}) / len(sentences),
                "letters": math.log1p(float(letters)),
                "is_picture": float(self._name.startswith(PICTURES)),
            }
        )

    def _places(self) -> dict[str, float]:
        """At which of its places, from 0 above to 1 below, sentences come and go, and how far apart these lie."""
        came = [b.place(key) for a, b in pairwise(self._said) for key in b.texts.keys() - a.texts.keys()]
        went = [a.place(key) for a, b in pairwise(self._said) for key in a.texts.keys() - b.texts.keys()]
        return {
            f"{way}_{name}": float(of(places)) if places else math.nan
            for way, places in (("came", came), ("went", went))
            for name, of in (("at", np.mean), ("within", np.std))
        }

    def _drift(self, lag: int) -> float:
        """Mean word distance over so many visits."""
        last = len(self._said) - lag
        if last <= 0:
            return math.nan
        return float(np.mean([self._apart(row, lag) for row in range(0, last, max(1, last // _SAMPLED))]))

    def _apart(self, row: int, lag: int) -> float:
        return words_apart(self._said[row], self._said[row + lag])

    def _signs(self, longest: Mapping[int, int]) -> dict[int, tuple[int, float, int]]:
        """What sentences with each sign have in common."""
        found: dict[int, list[tuple[float, bool]]] = {}
        for key, own in self._stays.items():
            first = own[0][0]
            seen = math.log1p(longest[key]), len(own) > 1
            for sign in self._pages[first].signs(self._said[first], key):
                found.setdefault(sign, []).append(seen)
        most = 0.9 * len(self._stays)
        return {
            sign: (len(seen), sum(stay for stay, _ in seen) / len(seen), sum(again for _, again in seen))
            for sign, seen in found.items()
            if 2 <= len(seen) < most
        }


def _stays(visits: Sequence[Counter[int]]) -> dict[int, list[Stay]]:
    """The stays of everything that was said, by key."""
    seen: dict[int, list[int]] = {}
    for visit, said in enumerate(visits):
        for key in said:
            seen.setdefault(key, []).append(visit)
    return {key: list(stays_of(rows)) for key, rows in seen.items()}


def _length(stay: Stay) -> int:
    return stay[1] - stay[0] + 1


def _beside_each_other(found: Mapping[str, Habits], changed: NDArray[np.bool_]) -> dict[str, Habits]:
    """With what each section is beside the others; ``changed``: at which visits each did, (sections, visits)."""
    at_once = changed.sum(axis=0)
    sizes = np.array([math.expm1(habits.measures["words"]) for habits in found.values()])
    restless = [name for name, habits in found.items() if habits.changes]
    ranks = {
        measure: dict(
            zip(restless, _ranks([found[name].measures[measure] for name in restless]), strict=True)
        )
        for measure in RANKED
    }
    beside = {}
    for row, (name, habits) in enumerate(found.items()):
        with_it = at_once[changed[row]]
        beside[name] = dict(habits.measures) | {
            "changing_with_it": math.log1p(with_it.mean() - 1.0) if len(with_it) else math.nan,
            "share_of_words": float(sizes[row] / max(1.0, sizes.sum())),
            **{f"rank_of_{measure}": of.get(name, math.nan) for measure, of in ranks.items()},
        }
    return {name: replace(habits, measures=beside[name]) for name, habits in found.items()}


def _ranks(values: Sequence[float]) -> list[float]:
    """0 for the least, 1 for the most."""
    if not values:
        return []
    ranks: list[float] = ((rankdata(values) - 1.0) / max(1, len(values) - 1)).tolist()
    return ranks
