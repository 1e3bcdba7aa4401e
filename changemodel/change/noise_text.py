"""Recognises counters, clocks, dates and ages in the text of blocks by structure and time, in any language.

No lists of month names or of words for "ago": what a block's numbers do over the visits says what they are. A
clock's numbers run with the time of capture; a date's day is the day of capture; an age ("3 minutes ago") grows by the
time that passes and jumps back to young, what is left until a day shrinks by it (``relative_dates``); a counter never
falls (``number_tracks``). Words that change with the numbers (a weekday, "minute" to "hour", "just now") are no
obstacle as long as they are few and come again. Numbers with a currency sign or code beside them are amounts of money,
those with a sign of degrees or of a share are measured: such numbers are not noise.

Blocks are followed by their path. The constants were chosen on the sentences of
``tests/changemodel/change/test_noise_text.py``, in seven languages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from changemodel.change.number_tracks import MOSTLY, count_upwards, is_on_a_scale, readings_of
from changemodel.change.relative_dates import relative_date
from changemodel.features.blocks import BlockPage, each_once, masked_text
from changemodel.features.structure import running_words
from changemodel.features.table_rows import row_of

TextClass = Literal["clock", "date", "age", "countdown", "counter", "amount", "numbers", "words"]

NOISE: frozenset[TextClass] = frozenset({"clock", "date", "age", "countdown", "counter"})
"""Classes whose changes say nothing new."""

MIN_CHANGES = 3
"""Changes that a block must have to be classed by what its numbers do."""

MAX_TEMPLATES = 0.5
"""Different texts with masked numbers, for each change, from which on the words change and not the numbers."""

MIN_DAYS = 2
"""Times that the words of a text must have changed at one time of day: once happens to all words."""

_TOKEN = re.compile(r"(?<!\d)\d{1,18}(?!\d)")  # longer ones name something
_TIME = re.compile(r"(?<![\d.])([01]?\d|2[0-4])\s?[:.hH\u6642\u65f6\uc2dc]\s?([0-5]\d)(?!\d|\.\d)")
_CODE = re.compile(r"(?:\b[A-Z]{3}\s?\d)|(?:\d\s?[A-Z]{3}\b)")
_OFF_BY = timedelta(minutes=20)  # a clock may lag behind the capture, always by about as much
_DAY_MINUTES = 24 * 60
_ZONE_MINUTES = 15


@dataclass(frozen=True, kw_only=True)
class BlockNoise:
    """What the changes of one block's text are, with the evidence."""

    path: str
    text_class: TextClass
    visits: int
    changes: int
    example: str  # the newest text

    @property
    def is_noise(self) -> bool:
        """Whether its changes say nothing new."""
        return self.text_class in NOISE

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "path": self.path,
            "class": self.text_class,
            "noise": self.is_noise,
            "visits": self.visits,
            "changes": self.changes,
            "example": self.example,
        }


def noise_of_blocks(pages: Sequence[BlockPage], moments: Sequence[datetime]) -> list[BlockNoise]:
    """The blocks whose text changed at ``MIN_CHANGES`` visits or more and holds numbers, classed, the busiest first.

    The versions are in time order. Visits and changes are those with numbers in the text.
    """
    found = []
    for path, visits in _texts_by_path(pages, moments).items():
        numbered = _numbered(visits)
        changes = sum(a[1] != b[1] for a, b in pairwise(numbered))
        if changes >= MIN_CHANGES:
            kind = text_class(visits, in_table=row_of(path) is not None)
            found.append(
                BlockNoise(
                    path=path,
                    text_class=kind,
                    visits=len(numbered),
                    changes=changes,
                    example=numbered[-1][1][:120],
                )
            )
    return sorted(found, key=lambda item: (-item.changes, item.path))


def _texts_by_path(
    pages: Sequence[BlockPage], moments: Sequence[datetime]
) -> dict[str, list[tuple[datetime, str]]]:
    """The texts at each visit of the blocks that ever hold a number; of several in one place the last."""
    texts = each_once(lambda page: {block.path: block.text for block in page.blocks}, pages)
    with_numbers = set[str]().union(*each_once(_paths_with_numbers, pages))
    seen: dict[str, list[tuple[datetime, str]]] = {path: [] for path in sorted(with_numbers)}
    for said, moment in zip(texts, moments, strict=True):
        for path in with_numbers & said.keys():
            seen[path].append((moment, said[path]))
    return seen


def _paths_with_numbers(page: BlockPage) -> frozenset[str]:
    texts = {block.path: block.text for block in page.blocks}
    return frozenset(path for path, text in texts.items() if any(map(str.isdigit, text)))


def _numbered(visits: Sequence[tuple[datetime, str]]) -> list[tuple[datetime, str]]:
    return [(moment, text) for moment, text in visits if any(map(str.isdigit, text))]


def text_class(visits: Sequence[tuple[datetime, str]], *, in_table: bool = False) -> TextClass:
    """What the numbers in a text do, from the text at each visit, in time order.

    Texts without a number are looked at only as ways to write an age ("yesterday"). In a table a time of day is taken
    for a departure, and no clock, unless it tells when it was written.
    """
    numbered = _numbered(visits)
    if not numbered:
        return "words"
    if _runs_with_the_clock(numbered):
        return "clock"
    if _is_day_of_capture(numbered):
        return "date"
    wordy = _words_change(numbered)
    if not wordy and any(is_amount(text) for _, text in numbered):
        return "amount"
    timed = not wordy and _mostly(_TIME.search(text) is not None for _, text in numbered)
    if timed and (not in_table or _is_stamped(numbered)):
        return "clock"
    return _class_by_time(visits, numbered, wordy)


def _class_by_time(
    visits: Sequence[tuple[datetime, str]], numbered: Sequence[tuple[datetime, str]], wordy: bool
) -> TextClass:
    """Of a text without clock, date and amount: what its numbers do as time passes."""
    measured = any(is_on_a_scale(text) for _, text in numbered)
    dated = None if measured else relative_date(visits)
    if dated is not None:
        return dated
    if wordy:
        return "words"
    return "counter" if not measured and count_upwards(readings_of(numbered)) else "numbers"


def _words_change(visits: Sequence[tuple[datetime, str]]) -> bool:
    """Whether it is the words that change, and not the numbers alone."""
    changes = sum(a[1] != b[1] for a, b in pairwise(visits))
    templates = {masked_text(text) for _, text in visits}
    return len(templates) > 1 + MAX_TEMPLATES * changes or _words_differ(templates)


def is_amount(text: str) -> bool:
    """Whether a number in a text has a currency sign or a code of three capitals beside it."""
    signs = [index for index, letter in enumerate(text) if unicodedata.category(letter) == "Sc"]
    beside = (text[max(0, index - 2) : index + 3] for index in signs)
    return any(letter.isdigit() for part in beside for letter in part) or _CODE.search(text) is not None


def words_follow_the_day(visits: Sequence[tuple[datetime, str]]) -> bool:
    """Whether the words of a text, numbers aside, change with the day of capture: a weekday, the name of a month.

    They change twice at least, always around one time of day, midnight in some zone, and few of them; visits in time
    order.
    """
    steps = [(a, b) for a, b in pairwise(visits) if masked_text(a[1]) != masked_text(b[1])]
    if len(steps) < MIN_DAYS or _words_differ({masked_text(text) for _, text in visits}):
        return False
    return any(
        all((a[0] + zone).date() != (b[0] + zone).date() for a, b in steps)
        for zone in (timedelta(minutes=step) for step in range(0, _DAY_MINUTES, _ZONE_MINUTES))
    )


def _runs_with_the_clock(visits: Sequence[tuple[datetime, str]]) -> bool:
    """Whether a time of day in the text keeps its distance from the time of capture."""
    if len({text for _, text in visits}) < MIN_CHANGES or not all(_TIME.search(text) for _, text in visits):
        return False
    return _keeps_its_distance(visits, _OFF_BY)


def _is_stamped(visits: Sequence[tuple[datetime, str]]) -> bool:
    """Whether the text tells when it was written: a time of day that is always one since the visit before."""
    fresh = [b for a, b in pairwise(visits) if a[1] != b[1] and _TIME.search(b[1])]
    apart = sorted(b[0] - a[0] for a, b in pairwise(visits))
    return bool(fresh) and _keeps_its_distance(fresh, _OFF_BY + apart[len(apart) // 2])


def _keeps_its_distance(visits: Sequence[tuple[datetime, str]], off_by: timedelta) -> bool:
    """Whether the times of day in texts that have one differ from the visits' by about the same, mostly."""
    offsets = []
    for moment, text in visits:
        shown = _TIME.search(text)
        if shown is not None:
            minutes = int(shown.group(1)) * 60 + int(shown.group(2))
            offsets.append((minutes - moment.hour * 60 - moment.minute) % _DAY_MINUTES)
    values, counts = np.unique(offsets, return_counts=True)
    apart = np.subtract.outer(values, values) % _DAY_MINUTES
    near = np.minimum(apart, _DAY_MINUTES - apart) <= off_by.total_seconds() / 60
    return bool((near @ counts).max() >= MOSTLY * len(offsets))


def _is_day_of_capture(visits: Sequence[tuple[datetime, str]]) -> bool:
    """Whether a number of the text is the day of the month of capture, in some time zone, as days go by."""
    if len({moment.date() for moment, _ in visits}) <= 1 or len({text for _, text in visits}) <= 1:
        return False
    return any(
        _mostly((moment + timedelta(hours=zone)).day in _numbers(text) for moment, text in visits)
        and not _mostly((visits[0][0] + timedelta(hours=zone)).day in _numbers(text) for _, text in visits)
        for zone in (0, -5, 9, 2, -8, 12)
    )


def _words_differ(templates: Iterable[str]) -> bool:
    """Whether more than two words differ between masked texts."""
    sets = [set(running_words(template)) for template in templates]
    common = set.intersection(*sets)
    return any(len(words - common) > 2 for words in sets)


def _numbers(text: str) -> list[int]:
    return [int(token) for token in _TOKEN.findall(text)]


def _mostly(flags: Iterable[bool]) -> bool:
    values = list(flags)
    return bool(values) and sum(values) >= MOSTLY * len(values)
