"""What a change of a section is like, beside how the section behaved before: one row of numbers.

Between ``section_habits``, which follows the sections of a page, and ``change.experience``, which learned from other
pages what such changes were worth. NaN stands for what there is nothing to say of.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from changemodel.features.said import SaidPage, words_apart
from changemodel.features.section_habits import HOURS_A_DAY, LEAST_STEP, Habits, PageHabits

MOST_LOOKED_AT = 8
"""Sentences that came, or went, by whose signs a change is told."""

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
)
"""Of the section (``section_habits.Habits.measures``)."""

CHANGE_MEASURES = (
    "rate_of_changed",
    "changed_beside",
    "came_words",
    "went_words",
    "came_masked",
    "came_letters",
    "came_elsewhere",
    "went_elsewhere",
    "only_numbers",
    "step_to_usual",
    "step_rank",
    "hour",
    "went_stay",
    "went_masked_stay",
    "went_returned",
    "came_signs_mean_stay",
    "came_signs_longest_stay",
    "came_signs_returned",
    "went_signs_longest_stay",
    "went_signs_returned",
)
"""Of the change."""

MEASURES = HABIT_MEASURES + CHANGE_MEASURES


def changed_sections(before: SaidPage, after: SaidPage) -> list[str]:
    """The sections in which not the same sentences stand."""
    names = sorted(before.sections.keys() | after.sections.keys())
    return [name for name in names if before.section(name).texts != after.section(name).texts]


def change_rows(
    habits: PageHabits, before: SaidPage, after: SaidPage, hour: int
) -> tuple[list[str], NDArray[np.float64]]:
    """The sections that changed, and a row of ``MEASURES`` for each.

    Parameters
    ----------
    habits : PageHabits
        How the page behaved before.
    before, after : SaidPage
    hour : int
        Of the day at which the later version was captured.

    Returns
    -------
    names : list of str
    rows : float array, shape (names, measures)
    """
    names = changed_sections(before, after)
    rates = [habits.sections[name].measures["change_rate"] for name in names if name in habits.sections]
    of_all = {
        "rate_of_changed": float(np.mean(rates)) if rates else math.nan,
        "changed_beside": math.log1p(max(0, len(names) - 1)),
    }
    rows = np.full((len(names), len(MEASURES)), math.nan)
    for row, name in enumerate(names):
        change = _Change(before, after, name)
        measures = of_all | change.measures()
        known = habits.sections.get(name)
        if known is not None:
            measures |= {**known.measures, **change.beside(known, hour)}
        rows[row] = [measures.get(measure, math.nan) for measure in MEASURES]
    return names, rows


class _Change:
    """One section in two versions."""

    def __init__(self, before: SaidPage, after: SaidPage, name: str) -> None:
        self._pages = before, after
        self._said = before.section(name), after.section(name)
        old, new = self._said
        self._came = list(new.texts - old.texts)
        self._went = list(old.texts - new.texts)

    def measures(self) -> dict[str, float]:
        """What can be said without knowing the section."""
        (old, new), (before, after) = self._said, self._pages
        came, went = new.words - old.words, old.words - new.words
        letters = [new.sentences[key].letters for key in self._came]
        masked = (new.masked - old.masked, old.masked - new.masked)
        return {
            "came_words": math.log1p(len(came)),
            "went_words": math.log1p(len(went)),
            "came_masked": math.log1p(masked[0].total()),
            "came_letters": math.log1p(float(np.mean(letters))) if letters else math.nan,
            "came_elsewhere": _share(self._came, before.everywhere),
            "went_elsewhere": _share(self._went, after.everywhere),
            "only_numbers": float(not masked[0] and not masked[1]),
        }

    def beside(self, known: Habits, hour: int) -> dict[str, float]:
        """What it is beside what is known of the section."""
        step, usual = words_apart(*self._said), known.steps
        around = known.hours[(hour - 1) % HOURS_A_DAY] + known.hours[(hour + 1) % HOURS_A_DAY]
        old, _ = self._said
        stays = [known.stays[key] for key in self._went if key in known.stays]
        masked = [known.masked_stays.get(old.sentences[key].masked, 0) for key in self._went]
        return {
            "step_to_usual": step / (float(np.median(usual)) + LEAST_STEP) if usual else math.nan,
            "step_rank": float(np.searchsorted(usual, step) / len(usual)) if usual else math.nan,
            "hour": (around + 0.2) / (known.changes + 1) * HOURS_A_DAY / 2 if known.changes else math.nan,
            "went_stay": math.log1p(max(longest for longest, _ in stays)) if stays else math.nan,
            "went_masked_stay": math.log1p(max(masked)) if any(masked) else math.nan,
            "went_returned": float(np.mean([times > 1 for _, times in stays])) if stays else math.nan,
            **self._by_signs(known, 1, self._came, "came_signs"),
            **self._by_signs(known, 0, self._went, "went_signs"),
        }

    def _by_signs(self, known: Habits, side: int, keys: Sequence[int], name: str) -> dict[str, float]:
        """How long sentences with the signs of these stay, beside the section's usual; and how often they return."""
        usual = math.log1p(known.usual_stay)
        mean, longest, returned = [], [], []
        for key in keys[:MOST_LOOKED_AT]:
            signs = set(self._pages[side].signs(self._said[side], key))
            seen = [known.signs[sign] for sign in signs if sign in known.signs]
            if seen:
                mean.append(sum(stay for _, stay, _ in seen) / len(seen) - usual)
                longest.append(max(stay for _, stay, _ in seen) - usual)
                returned.append(sum((again + 0.3) / (count + 1) for count, _, again in seen) / len(seen))
        if not mean:
            return {}
        return {
            f"{name}_mean_stay": max(mean),
            f"{name}_longest_stay": max(longest),
            f"{name}_returned": min(returned),
        }


def _share(keys: Sequence[int], of: Collection[int]) -> float:
    return sum(key in of for key in keys) / len(keys) if keys else math.nan
