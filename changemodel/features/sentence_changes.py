"""The features of each added or removed sentence, with its section's behaviour: one row of numbers.

Between ``section_habits``, which follows the sections of a page, and ``change.sentence_classifier``, which learned from
other pages what such changes were worth. In one list news and what is sold may stand side by side, in the same markup:
a section as a whole cannot tell them apart, its sentences can. NaN stands for what there is nothing to say of.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from changemodel.features.section_habits import HOURS_A_DAY, LEAST_STEP, Habits, PageHabits
from changemodel.features.section_sentences import PageSentences, SaidSection, Sentence, words_apart

MOST_LOOKED_AT = 20
"""Sentences of a section that came, or that went, of which each is looked at: the first of them on the page."""

MOST_OPPOSITE = 40
"""Sentences that went among which the old wording of one that came is looked for, and the other way round."""

HABIT_MEASURES = (
    "longest_stay",
    "usual_stay",
    "long_stay",
    "step",
    "drift_6",
    "drift_24",
    "words",
    "words_spread",
    "with_figures",
    "returned",
    "returning",
    "changes",
    "change_rate",
    "masked_change_rate",
    "texts",
    "masked_texts",
    "letters",
    "is_picture",
    "changing_with_it",
    "share_of_words",
    "rank_of_words",
    "rank_of_change_rate",
    "rank_of_returning",
    "rank_of_drift_24",
    "came_at",
    "came_within",
    "went_at",
    "went_within",
)
"""Of the section (``section_habits.Habits.measures``)."""

CHANGE_MEASURES = (
    "rate_of_changed",
    "changed_beside",
    "came_words",
    "went_words",
    "came_masked",
    "only_numbers",
    "step_to_usual",
    "step_rank",
    "hour",
)
"""Of the change of the section."""


class SentenceMeasures(NamedTuple):
    """Of the sentence: stays beside the section's usual; NaN where there is nothing to say."""

    came: float
    own_letters: float
    own_words: float
    own_figures: float
    own_stay: float
    own_times: float
    own_masked_stay: float
    on_other_side: float
    said_twice: float
    signs: float
    signs_mean_stay: float
    signs_longest_stay: float
    signs_shortest_stay: float
    signs_returned: float
    words_shortest_stay: float
    beside_mean_stay: float
    label_known: float
    reworded: float
    none_opposite: float
    place: float
    entries_above: float
    entries: float
    usual_place: float
    entry_changed: float
    entry_sentences: float
    entry_on_other_side: float


SENTENCE_MEASURES = SentenceMeasures._fields
"""Of the sentence."""

_OF_SECTIONS = HABIT_MEASURES + CHANGE_MEASURES

SECTION_MEASURES = len(_OF_SECTIONS)
"""How many of ``MEASURES``, the first ones, are of the section: the same for all its sentences of one change."""

MEASURES = _OF_SECTIONS + SENTENCE_MEASURES

_NOWHERE = 0.1
"""Beside how far apart the places are at which sentences usually come: at one place they are not at all."""


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """One sentence that came or went.

    Attributes
    ----------
    section : str
    text : str
        As ``said.Sentence`` has it.
    came : bool
    """

    section: str
    text: str
    came: bool


def changed_sections(before: PageSentences, after: PageSentences) -> list[str]:
    """The sections in which not the same sentences stand."""
    names = sorted(before.sections.keys() | after.sections.keys())
    return [name for name in names if not _same(before.section(name).texts, after.section(name).texts)]


def sentence_rows(
    habits: PageHabits, before: PageSentences, after: PageSentences, hour: int
) -> tuple[list[ChangedSentence], NDArray[np.float32]]:
    """The sentences that came or went, and a row of ``MEASURES`` for each.

    Parameters
    ----------
    habits : PageHabits
        How the page behaved before.
    before, after : PageSentences
    hour : int
        Of the day at which the later version was captured.

    Returns
    -------
    sentences : list of ChangedSentence
    rows : float array, shape (sentences, measures)
    """
    names = changed_sections(before, after)
    rates = [habits.sections[name].measures["change_rate"] for name in names if name in habits.sections]
    of_all = {
        "rate_of_changed": float(np.mean(rates)) if rates else math.nan,
        "changed_beside": math.log1p(max(0, len(names) - 1)),
    }
    sentences: list[ChangedSentence] = []
    of_sections: list[list[float]] = []
    own_rows: list[SentenceMeasures] = []
    lengths: list[int] = []
    for name in names:
        change = _Change(before, after, name, habits.sections.get(name))
        of_section = of_all | change.measures(hour)
        of_sections.append([of_section.get(measure, math.nan) for measure in _OF_SECTIONS])
        found = change.sentences()
        lengths.append(len(found))
        for sentence, own in found:
            sentences.append(sentence)
            own_rows.append(own)
    rows = np.empty((len(own_rows), len(MEASURES)), dtype=np.float32)
    if own_rows:  # what the sentences of a section share is put in numbers once
        rows[:, :SECTION_MEASURES] = np.repeat(np.array(of_sections, dtype=np.float32), lengths, axis=0)
        rows[:, SECTION_MEASURES:] = own_rows
    return sentences, rows


class _Change:
    """One section in two versions, and what is known of it."""

    def __init__(self, before: PageSentences, after: PageSentences, name: str, known: Habits | None) -> None:
        self._name, self._known = name, known
        old, new = before.section(name), after.section(name)
        self._old, self._new = old, new
        self._sides = (
            _Side(after, new, _more_often(new.texts, old.texts), known, came=True),
            _Side(before, old, _more_often(old.texts, new.texts), known, came=False),
        )

    def measures(self, hour: int) -> dict[str, float]:
        """Of the section and its change."""
        old, new, known = self._old, self._new, self._known
        came_masked = sum(new.masked[key] - old.masked[key] for key in _more_often(new.masked, old.masked))
        found = {
            "came_words": math.log1p(len(_more_often(new.words, old.words))),
            "went_words": math.log1p(len(_more_often(old.words, new.words))),
            "came_masked": math.log1p(came_masked),
            "only_numbers": float(_same(new.masked, old.masked)),
        }
        return found if known is None else {**known.measures, **found, **self._beside(known, hour)}

    def _beside(self, known: Habits, hour: int) -> dict[str, float]:
        """What the change is beside the section's others."""
        step, usual = words_apart(self._old, self._new), known.steps
        around = known.hours[(hour - 1) % HOURS_A_DAY] + known.hours[(hour + 1) % HOURS_A_DAY]
        return {
            "step_to_usual": step / (median(usual) + LEAST_STEP) if usual else math.nan,
            "step_rank": bisect_left(usual, step) / len(usual) if usual else math.nan,
            "hour": (around + 0.2) / (known.changes + 1) * HOURS_A_DAY / 2 if known.changes else math.nan,
        }

    def sentences(self) -> list[tuple[ChangedSentence, SentenceMeasures]]:
        """Each that came or went, and its measures."""
        return [
            (ChangedSentence(self._name, side.said.sentences[key].text, side.came), side.measures(key, other))
            for side, other in (self._sides, self._sides[::-1])
            for key in side.keys[:MOST_LOOKED_AT]
        ]


class _Side:
    """What stands on one side of a change only, and what is known of its section."""

    def __init__(
        self, page: PageSentences, said: SaidSection, keys: Sequence[int], known: Habits | None, *, came: bool
    ) -> None:
        self.page = page
        self.said = said
        self.keys = keys
        self.came = came
        self._known = known
        self._usual = math.nan if known is None else known.usual_log
        self._told_by = {} if known is None else known.told_by
        way = "came" if came else "went"
        measures = {} if known is None else known.measures
        self._at = measures.get(f"{way}_at", math.nan)
        self._within = measures.get(f"{way}_within", math.nan) + _NOWHERE
        self._entries = math.log1p(len(said.entry_names))
        self._wordings = [said.sentences[key].own_signs for key in keys[:MOST_OPPOSITE]]

    def measures(self, key: int, other: _Side) -> SentenceMeasures:
        """Of one of its sentences, beside what stands on the other side."""
        said, everywhere = self.said, other.page.everywhere
        sentence, entry, place = said.sentences[key], self.page.entry(said, key), said.place(key)
        return SentenceMeasures(  # by position: names would take a seventh of the time
            self.came,
            math.log1p(sentence.letters),
            len(sentence.words),
            sentence.has_figures,
            *self._stays(sentence),
            key in everywhere,
            self.page.everywhere[key] > 1,
            *self._by_signs(sentence),
            math.nan if self._known is None else sentence.label in self._told_by,
            other.likest(sentence),
            not other.keys,
            place,
            math.log1p(said.places[key]),
            self._entries,
            (place - self._at) / self._within,
            sum([item.key not in everywhere for item in entry]) / len(entry),
            len(entry),
            said.entries[key] in other.said.entry_names,
        )

    def likest(self, sentence: Sentence) -> float:
        """How much of its words the likest of these sentences has in common with one, figures apart."""
        own, best = sentence.own_signs, 0.0
        for other in self._wordings:
            if both := len(own & other):
                best = max(best, both / (len(own) + len(other) - both))
        return best

    def _stays(self, sentence: Sentence) -> tuple[float, float, float]:
        """Its stay, how many it had, and its stay with numbers as one sign."""
        if self._known is None:
            return math.nan, math.nan, math.nan
        stay, times = self._known.stays.get(sentence.key, (None, 0))
        masked = self._known.masked_stays.get(sentence.masked)
        return (
            math.nan if stay is None else math.log1p(stay) - self._usual,
            times,
            math.nan if masked is None else math.log1p(masked) - self._usual,
        )

    def _by_signs(self, sentence: Sentence) -> tuple[float, float, float, float, float, float, float]:
        """How long what has a sign of this sentence stays, and how often that returns."""
        if self._known is None:
            return (math.nan,) * 7
        own, told_by = sentence.own_signs, self._told_by
        seen = [told_by[sign] for sign in own if sign in told_by]
        others = self.page.signs_beside(self.said, sentence.key)
        beside = [told_by[sign] for sign in others if sign in told_by and sign not in own]
        if not seen and not beside:
            return 0.0, *(math.nan,) * 6
        stays, returns = zip(*seen, *beside, strict=True)
        own_stays, beside_stays = stays[: len(seen)], stays[len(seen) :]
        return (
            len(stays),
            sum(stays) / len(stays),
            max(stays),
            min(stays),
            min(returns),
            min(own_stays, default=math.nan),
            sum(beside_stays) / len(beside) if beside else math.nan,
        )


def _more_often(those: Counter[int], than: Counter[int]) -> list[int]:
    """What is more often in one than in another, in its order."""
    others = than.get
    return [key for key, count in those.items() if count > others(key, 0)]


def _same(those: Counter[int], others: Counter[int]) -> bool:
    """As dictionaries, since neither counts nothing: how counters compare themselves is a loop in Python."""
    return dict.__eq__(those, others)
