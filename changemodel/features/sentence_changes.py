"""What each sentence that came or went is like, beside how its section behaved before: one row of numbers.

Between ``section_habits``, which follows the sections of a page, and ``change.experience``, which learned from other
pages what such changes were worth. In one list news and what is sold may stand side by side, in the same markup: a
section as a whole cannot tell them apart, its sentences can. NaN stands for what there is nothing to say of.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from changemodel.features.said import SaidPage, SaidSection, Sentence, words_apart
from changemodel.features.section_habits import HOURS_A_DAY, LEAST_STEP, Habits, PageHabits

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

SENTENCE_MEASURES = (
    "came",
    "own_letters",
    "own_words",
    "own_figures",
    "own_stay",
    "own_times",
    "own_masked_stay",
    "on_other_side",
    "said_twice",
    "signs",
    "signs_mean_stay",
    "signs_longest_stay",
    "signs_shortest_stay",
    "signs_returned",
    "words_shortest_stay",
    "beside_mean_stay",
    "label_known",
    "reworded",
    "none_opposite",
    "place",
    "entries_above",
    "entries",
    "usual_place",
    "entry_changed",
    "entry_sentences",
    "entry_on_other_side",
)
"""Of the sentence: stays beside the section's usual."""

MEASURES = HABIT_MEASURES + CHANGE_MEASURES + SENTENCE_MEASURES

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


def changed_sections(before: SaidPage, after: SaidPage) -> list[str]:
    """The sections in which not the same sentences stand."""
    names = sorted(before.sections.keys() | after.sections.keys())
    return [name for name in names if before.section(name).texts != after.section(name).texts]


def sentence_rows(
    habits: PageHabits, before: SaidPage, after: SaidPage, hour: int
) -> tuple[list[ChangedSentence], NDArray[np.float32]]:
    """The sentences that came or went, and a row of ``MEASURES`` for each.

    Parameters
    ----------
    habits : PageHabits
        How the page behaved before.
    before, after : SaidPage
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
    rows: list[list[float]] = []
    for name in names:
        change = _Change(before, after, name, habits.sections.get(name))
        of_section = of_all | change.measures(hour)
        shared = [of_section.get(measure, math.nan) for measure in HABIT_MEASURES + CHANGE_MEASURES]
        for sentence, came, own in change.sentences():
            sentences.append(ChangedSentence(name, sentence.text, came))
            rows.append(shared + [float(own.get(measure, math.nan)) for measure in SENTENCE_MEASURES])
    return sentences, np.array(rows, dtype=np.float32).reshape(len(rows), len(MEASURES))


class _Change:
    """One section in two versions, and what is known of it."""

    def __init__(self, before: SaidPage, after: SaidPage, name: str, known: Habits | None) -> None:
        self._known = known
        old, new = before.section(name), after.section(name)
        self._old, self._new = old, new
        self._sides = (
            _Side(after, new, list(new.texts - old.texts), came=True),
            _Side(before, old, list(old.texts - new.texts), came=False),
        )

    def measures(self, hour: int) -> dict[str, float]:
        """Of the section and its change."""
        old, new, known = self._old, self._new, self._known
        masked = (new.masked - old.masked, old.masked - new.masked)
        found = {
            "came_words": math.log1p(len(new.words - old.words)),
            "went_words": math.log1p(len(old.words - new.words)),
            "came_masked": math.log1p(masked[0].total()),
            "only_numbers": float(not masked[0] and not masked[1]),
        }
        return found if known is None else {**known.measures, **found, **self._beside(known, hour)}

    def _beside(self, known: Habits, hour: int) -> dict[str, float]:
        """What the change is beside the section's others."""
        step, usual = words_apart(self._old, self._new), known.steps
        around = known.hours[(hour - 1) % HOURS_A_DAY] + known.hours[(hour + 1) % HOURS_A_DAY]
        return {
            "step_to_usual": step / (float(np.median(usual)) + LEAST_STEP) if usual else math.nan,
            "step_rank": float(np.searchsorted(usual, step) / len(usual)) if usual else math.nan,
            "hour": (around + 0.2) / (known.changes + 1) * HOURS_A_DAY / 2 if known.changes else math.nan,
        }

    def sentences(self) -> list[tuple[Sentence, bool, dict[str, float]]]:
        """Each that came or went, whether it came, and its measures."""
        return [
            (side.said.sentences[key], side.came, self._of_sentence(side, other, key))
            for side, other in (self._sides, self._sides[::-1])
            for key in side.keys[:MOST_LOOKED_AT]
        ]

    def _of_sentence(self, side: _Side, other: _Side, key: int) -> dict[str, float]:
        sentence = side.said.sentences[key]
        found = {
            "came": float(side.came),
            "own_letters": math.log1p(sentence.letters),
            "own_words": len(sentence.words),
            "own_figures": float(sentence.has_figures),
            "on_other_side": float(key in other.page.everywhere),
            "said_twice": float(side.page.everywhere[key] > 1),
            "reworded": other.likest(sentence),
            "none_opposite": float(not other.keys),
            **side.place(key, other),
        }
        return found if self._known is None else {**found, **side.beside(self._known, key)}


class _Side:
    """What stands on one side of a change only."""

    def __init__(self, page: SaidPage, said: SaidSection, keys: Sequence[int], *, came: bool) -> None:
        self.page = page
        self.said = said
        self.keys = keys
        self.came = came
        self._wordings = [said.sentences[key].own_signs for key in keys[:MOST_OPPOSITE]]

    def likest(self, sentence: Sentence) -> float:
        """How much of its words the likest of these sentences has in common with one, figures apart."""
        own = sentence.own_signs
        return max((len(own & other) / max(1, len(own | other)) for other in self._wordings), default=0.0)

    def place(self, key: int, other: _Side) -> Mapping[str, float]:
        """Where a sentence stands, and what stands with it."""
        entry = self.page.entry(self.said, key)
        return {
            "place": self.said.place(key),
            "entries_above": math.log1p(self.said.places[key]),
            "entries": math.log1p(len(self.said.entry_names)),
            "entry_changed": sum(item.key not in other.page.everywhere for item in entry) / len(entry),
            "entry_sentences": len(entry),
            "entry_on_other_side": float(self.said.entries[key] in other.said.entry_names),
        }

    def beside(self, known: Habits, key: int) -> Mapping[str, float]:
        """What a sentence is beside what is known of its section."""
        sentence, usual = self.said.sentences[key], math.log1p(known.usual_stay)
        stay, times = known.stays.get(key, (None, 0))
        masked = known.masked_stays.get(sentence.masked)
        way = "came" if self.came else "went"
        at, within = (known.measures.get(f"{way}_{name}", math.nan) for name in ("at", "within"))
        return {
            "own_stay": math.nan if stay is None else math.log1p(stay) - usual,
            "own_times": times,
            "own_masked_stay": math.nan if masked is None else math.log1p(masked) - usual,
            "label_known": float(sentence.label in known.signs),
            "usual_place": (self.said.place(key) - at) / (within + _NOWHERE),
            **self._by_signs(known, key, usual),
        }

    def _by_signs(self, known: Habits, key: int, usual: float) -> Mapping[str, float]:
        """How long what has a sign of this sentence stays, and how often that returns."""
        own = self.said.sentences[key].own_signs
        signs = {sign for sign in self.page.signs(self.said, key) if sign in known.signs}
        if not signs:
            return {"signs": 0.0}
        stays = {sign: known.signs[sign][1] - usual for sign in signs}
        beside = [stay for sign, stay in stays.items() if sign not in own]
        seen = [known.signs[sign] for sign in signs]
        return {
            "signs": len(signs),
            "signs_mean_stay": sum(stays.values()) / len(stays),
            "signs_longest_stay": max(stays.values()),
            "signs_shortest_stay": min(stays.values()),
            "signs_returned": min((again + 0.3) / (count + 1) for count, _, again in seen),
            "words_shortest_stay": min(
                (stay for sign, stay in stays.items() if sign in own), default=math.nan
            ),
            "beside_mean_stay": sum(beside) / len(beside) if beside else math.nan,
        }
