"""The classifier of sentences, trained on other pages: the log odds that an added or removed sentence is news.

A page's own history says what lasts on it and what comes and goes, but not which of two things that last is news. Pages
resemble each other in that: a list in which the same few cards return, figures that run, sentences drawn at each visit
behave alike wherever they stand, and so does news. The measures of each sentence that came or went
(``sentence_changes``) are put to trees that were grown on many pages of which it is declared what is news on them
(``python -m benchmarks.news_classifier``); the odds of the likeliest move the distance of the words, which the page's
own time taught, up or down. No label of the page itself is needed. It is the counterpart, for words, of the mean map
that pages start from (``prior``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from changemodel.change.clocked_sections import clocked_on, renewed_among, without_clocked
from changemodel.change.history import hours_of
from changemodel.change.sentence_trees import (
    BELOW_LIKELY,
    EVEN,
    HOURLY_H,
    LEAST_EVEN,
    NO_CHANGE,
    even_of,
    likely_of,
    trees_for,
)
from changemodel.features.blocks import BlockPage, each_once, page_of
from changemodel.features.section_habits import PageHabits, habits_from_arrays, habits_to_arrays
from changemodel.features.section_sentences import PICTURES, PageSentences
from changemodel.features.sentence_changes import SECTION_MEASURES, ChangedSentence, sentence_rows
from changemodel.features.table_rows import TableRows
from changemodel.metric.boosted_trees import BoostedTrees
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

MOST_VISITS = 120
"""Newest visits by which sections are known: the most that the trees were grown on, five days of hourly ones."""

LEAST_VISITS = 36
"""Visits below which nothing is said. From 36 on, by words and by trees that never saw the site, training sites rank as
well as from 60."""

STEPS_H = 0.5, 36.0
"""Hours from one visit to the next, in the median, outside of which nothing is said. Trees know visits one, three and
six hours apart, and order daily ones better than a page's own time does."""

LEAST_SECTIONS = 5
"""Sections that must have changed: as many as did on each page that the trees were grown on. What a section is beside
the others is half of what they go by."""

SAY = 2.0
"""What the logarithm of the odds is worth beside that of the words' own distance."""

FLOOR = 0.1
"""Share of the threshold that any change of words counts before experience is asked, so that it can order what the
page's own time calls nothing."""

UNDECIDED = 0.5
"""Where words raise an alarm, the share of that distance at which stands what may be news and raises no alarm: above
all that is
noise, below what does."""

_PREFIX = "habits_"


@dataclass(frozen=True, kw_only=True)
class JudgedSentence:
    """What came or went in words, and what experience says of it.

    Attributes
    ----------
    text : str
        In small letters; empty for a picture.
    section : str
        In which section of the page; a picture's behind "@".
    came : bool
        False: it went.
    chance : float
        Of being news, as other pages taught; above 1/2 it moves the distance of the words up, below it down. The
        likeliest sentence of a change speaks for all.
    """

    text: str
    section: str
    came: bool
    chance: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return asdict(self)


class Experience:
    """What is known of a page's sections, and what other pages taught of such sections.

    Parameters
    ----------
    habits : PageHabits
    rows : TableRows
        What the rows of the page's tables are called.
    even : float
        Log odds that change nothing on this page.
    step_h : float
        Hours from one visit to the next.
    furniture : bool
        Whether navigation and the like is read.
    decides : bool
        Whether it decides alone: the page's own time taught nothing of its words.
    clocked : frozenset of str
        Sections that are renewed by the clock, each day or every few hours, and behind "#" sentences whose figures are,
        count days or change at nearly each visit: the trees know none of it, and are not asked but of words in such
        sections, which they may lift up to ``UNDECIDED``.
    """

    def __init__(
        self,
        habits: PageHabits,
        rows: TableRows,
        even: float = EVEN,
        step_h: float = 1.0,
        furniture: bool = True,
        decides: bool = False,
        clocked: frozenset[str] = frozenset(),
    ) -> None:
        self.habits = habits
        self.rows = rows
        self.even = even
        self.step_h = step_h
        self.furniture = furniture
        self.likely = np.inf
        """Log odds of the likeliest changes of the page (``likely_of``); asked of while learning, and not saved."""
        self.decides = decides
        self.clocked = clocked
        self._by_time = clocked  # what goes by the clock, whatever labels say
        self.told: NDArray[np.float32] | None = None
        """What a person's labels add to the leaves of the trees (``section_labels``)."""
        self._said: WeakKeyDictionary[BlockPage, PageSentences] = WeakKeyDictionary()

    @classmethod
    def of(cls, versions: Sequence[PageVersion], furniture: bool = True) -> Experience | None:
        """From versions in time order that have blocks; None where these are too few, too close or too far apart, or
        too little changed for one thing to be told from another."""
        known = [version for version in versions if version.blocks][-MOST_VISITS:]
        if len(known) < LEAST_VISITS:
            return None
        step_h = float(np.median(np.diff(hours_of(known))))
        if not STEPS_H[0] <= step_h <= STEPS_H[1]:
            return None
        said, hours, rows = _read_in_order(known, furniture)
        habits = PageHabits.of(said, hours)
        if sum(section.changes > 0 for section in habits.sections.values()) < LEAST_SECTIONS:
            return None
        clocked = clocked_on(known, rows, step_h <= HOURLY_H, furniture)
        later, trees = _later_rows(said, hours, clocked), trees_for(step_h)
        found = cls(habits, rows, even_of(later, trees, step_h), step_h, furniture, clocked=clocked)
        found.likely = likely_of(later, trees)
        found._said.update(zip((page_of(item, furniture=furniture) for item in known), said, strict=True))
        return found

    @property
    def hears_news(self) -> bool:
        """Whether the page's likeliest changes are clearly above the least that is even on any page."""
        return LEAST_EVEN + BELOW_LIKELY <= self.likely < np.inf

    def alone(self) -> Experience:
        """The same, deciding alone."""
        found = self.after_labels(self.told)
        found.decides = True
        return found

    def after_labels(
        self, told: NDArray[np.float32] | None, unclocked: frozenset[str] | None = None
    ) -> Experience:
        """The same, with what labels add to the leaves of the trees, and less that goes by the clock than time alone
        says; None: as labels said before."""
        clocked = self.clocked if unclocked is None else self._by_time - unclocked
        found = Experience(**self._parameters() | {"clocked": clocked})
        found._by_time, found.likely, found.told = self._by_time, self.likely, told
        found._said.update(self._said)
        return found

    def log_odds(self, before: PageVersion, after: PageVersion) -> float | None:
        """Of the likeliest sentence that came or went being news; None where no word changed: pictures alone had too
        few teachers."""
        asked = self.asked(before, after)
        return None if asked is None else self._likeliest(asked[1])

    def judged(self, before: PageVersion, after: PageVersion) -> list[JudgedSentence]:
        """The sentences that came or went, the likeliest news first; nothing where ``log_odds`` says nothing."""
        asked = self.asked(before, after)
        if asked is None:
            return []
        chances = expit(self._odds(asked[1]) - self.even).tolist()
        found = [
            JudgedSentence(
                text="" if item.section.startswith(PICTURES) else item.text,
                section=item.section,
                came=item.came,
                chance=chance,
            )
            for item, chance in zip(asked[0], chances, strict=True)
        ]
        return sorted(found, key=lambda item: -item.chance)

    def asked(
        self, before: PageVersion, after: PageVersion
    ) -> tuple[list[ChangedSentence], NDArray[np.float32]] | None:
        """Of what the trees are asked, as ``measures``; None where no word changed."""
        if not before.blocks or not after.blocks:
            return None
        return _of_words(*self.measures(before, after))

    @property
    def trees(self) -> BoostedTrees:
        """Those that know pages which are visited as often."""
        return trees_for(self.step_h)

    def _odds(self, rows: NDArray[np.float32]) -> FloatArray:
        return self.trees.log_odds(rows, SECTION_MEASURES, 0.0 if self.told is None else self.told)

    def measures(
        self, before: PageVersion, after: PageVersion
    ) -> tuple[list[ChangedSentence], NDArray[np.float32]]:
        """The sentences that came or went, and what the trees are asked of each (``sentence_changes.MEASURES``);
        without what goes by the clock."""
        return without_clocked(self.clocked, *self.changed(before, after))

    def changed(
        self, before: PageVersion, after: PageVersion
    ) -> tuple[list[ChangedSentence], NDArray[np.float32]]:
        """The same of all sentences that came or went."""
        return sentence_rows(self.habits, self._read(before), self._read(after), _hour(after))

    def weighed(self, distance: float, threshold: float, before: PageVersion, after: PageVersion) -> float:
        """The distance of the words of two versions, as far as experience trusts it, in the unit of the threshold.

        Where it decides alone, the given distance counts nothing, and the threshold is at what is even on the page.
        What is renewed by the clock never exceeds ``UNDECIDED`` of it.
        Above the threshold, on which a decision turns, it is told by its logarithm: odds multiply it by hundreds of
        thousands, and of other distances of the page nothing would be seen beside that.
        """
        moved = 0.0 if self.decides else distance
        if before.blocks and after.blocks:
            sentences, rows = self.changed(before, after)
            asked = _of_words(*without_clocked(self.clocked, sentences, rows))
            if asked is not None:
                moved = self._moved(self.before_odds(distance, threshold), asked[1])
            renewed = renewed_among(self.clocked, sentences)
            if renewed.any():
                moved = max(moved, min(UNDECIDED, self._moved(FLOOR, rows[renewed])) * threshold)
        if moved <= threshold or threshold <= 0.0:
            return moved
        return threshold * (1.0 + math.log(moved / threshold))

    def _likeliest(self, rows: NDArray[np.float32]) -> float:
        return float(self._odds(rows).max(initial=NO_CHANGE))

    def _moved(self, distance: float, rows: NDArray[np.float32]) -> float:
        """A distance of changed words, moved by the odds of the likeliest."""
        return distance * math.exp(SAY * (self._likeliest(rows) - self.even))

    def before_odds(self, distance: float, threshold: float) -> float:
        """The distance of changed words that odds which are even leave as it is."""
        return threshold if self.decides else distance + FLOOR * threshold

    def _read(self, version: PageVersion) -> PageSentences:
        page = page_of(version, furniture=self.furniture)
        found = self._said.get(page)
        if found is None:
            found = self._said[page] = PageSentences(page, self.rows)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        arrays = habits_to_arrays(self.habits) | {
            "row_names": np.array(sorted(self.rows.columns), dtype=np.str_),
            "even": np.array(self.even),
            "step_h": np.array(self.step_h),
            "furniture": np.array(self.furniture),
            "decides": np.array(self.decides),
            "clocked": np.array(sorted(self.clocked), dtype=np.str_),
        }
        if self.told is not None:
            arrays |= {"told": self.told}
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Experience | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        if not own:
            return None
        rows = TableRows(frozenset(own["row_names"].tolist()))
        even, step_h = float(own["even"]), float(own["step_h"])
        furniture, decides = bool(own["furniture"]), bool(own["decides"])
        clocked = frozenset(own["clocked"].tolist())
        found = cls(habits_from_arrays(own), rows, even, step_h, furniture, decides, clocked)
        found.told = own.get("told")
        return found

    def _parameters(self) -> dict[str, Any]:
        names = ("habits", "rows", "even", "step_h", "furniture", "decides", "clocked")
        return {name: getattr(self, name) for name in names}

    def __getstate__(self) -> tuple[dict[str, Any], NDArray[np.float32] | None]:
        return self._parameters(), self.told

    def __setstate__(self, state: tuple[dict[str, Any], NDArray[np.float32] | None]) -> None:
        self.__init__(**state[0])  # type: ignore[misc]
        self.told = state[1]


class Heard(NamedTuple):
    """The trained classifier where it is used, and the distance of the text from which a change raises an alarm."""

    known: Experience
    alarm_at: float


def _of_words(
    sentences: list[ChangedSentence], rows: NDArray[np.float32]
) -> tuple[list[ChangedSentence], NDArray[np.float32]] | None:
    """The same; None where no word changed: pictures alone had too few teachers."""
    return None if all(item.section.startswith(PICTURES) for item in sentences) else (sentences, rows)


def _later_rows(
    said: Sequence[PageSentences], hours: Sequence[int], clocked: frozenset[str]
) -> list[NDArray[np.float32]]:
    half = len(said) // 2
    habits = PageHabits.of(said[:half], hours[:half])
    return [
        without_clocked(clocked, *sentence_rows(habits, before, after, hour))[1]
        for before, after, hour in zip(said[half - 1 :], said[half:], hours[half:], strict=False)
    ]


def _read_in_order(
    versions: Sequence[PageVersion], furniture: bool
) -> tuple[list[PageSentences], list[int], TableRows]:
    """What each says, at which hour of the day, and what the rows of their tables are called."""
    pages = [page_of(version, furniture=furniture) for version in versions]
    rows = TableRows.of(pages)
    return (
        each_once(lambda page: PageSentences(page, rows), pages),
        [_hour(version) for version in versions],
        rows,
    )


def _hour(version: PageVersion) -> int:
    return version.captured_at.hour
