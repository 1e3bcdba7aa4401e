"""Recognises ages ("3 minutes ago", "yesterday") and countdowns by the time between visits, in any language.

A relative date points to one moment: while it tells of the same thing, its number grows, or shrinks, by the time that
passes, in a unit that is not known but is one of a few. So for each way of writing it the unit is sought in which most
steps are those of time; an age may jump back to less than what passed since the visit before, which is something new. A
thermometer, or what is left in a shop, fits no unit. What is written without a number ("just now") stands between them,
and says nothing for or against.

Of a page that is renewed between any two visits no age is seen to grow. What is seen there is a number under sixty, of
minutes, without a memory from visit to visit, from nearly nothing on: weaker evidence, asked for more visits.

Ours. The constants were chosen on the sentences of ``tests/changemodel/change/test_noise_text.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import fmean, median
from typing import Literal

from changemodel.change.number_tracks import MOSTLY, NumberReading, Track, readings_of, varying_tracks
from changemodel.features.structure import running_words

MIN_GROWN = 3
"""Steps at which the number must have become another with the time that passed."""

MAX_FORMS = 0.5
"""Ways of writing it, for each change: the words of an age come again."""

MOST_LETTERS = 25
"""Letters that a way of writing it has and another has not: headlines have more than "less than a minute ago"."""

UNITS_S = 1.0, 60.0, 3600.0, 86400.0, 7 * 86400.0, 30.4 * 86400.0, 365.25 * 86400.0
"""Second to year."""

_SLACK = 0.05  # of a unit: a page is drawn a moment before it is captured, and months differ in length
_PASSED_DOWN = (
    0.5  # against an age: younger, but not new, as in a list's third place what stood in its second
)
_MINUTES = 60
_MIN_ANEW = 20  # steps without a memory
_NEARLY_NOTHING, _HALF = 5, 30  # minutes: what is renewed at any time is seen at any age
_NO_MEMORY = 0.7  # mean step from visit to visit, of the mean difference between any two; a walk has far less

RelativeDate = Literal["age", "countdown"]


@dataclass
class _Run:
    """The moments that a number may point to, in seconds since 1970, as long as it is the same one."""

    earliest: float
    latest: float

    def narrowed(self, other: _Run) -> bool:
        """Whether both may be the same moment; then this one is what they have in common."""
        earliest, latest = max(self.earliest, other.earliest), min(self.latest, other.latest)
        if earliest > latest:
            return False
        self.earliest, self.latest = earliest, latest
        return True


@dataclass(frozen=True)
class _Evidence:
    """Steps that time explains, that something new explains, and that neither does."""

    grown: int = 0
    renewed: int = 0
    against: float = 0.0

    def __add__(self, other: _Evidence) -> _Evidence:
        return _Evidence(self.grown + other.grown, self.renewed + other.renewed, self.against + other.against)

    @property
    def is_clear(self) -> bool:
        """Whether time explains enough."""
        return self.grown >= MIN_GROWN and self.grown >= MOSTLY * (self.grown + self.against)


def relative_date(visits: Iterable[tuple[datetime, str]]) -> RelativeDate | None:
    """What a text at its visits, in time order, says relative to now; None if nothing, or nothing that is certain.

    An age must have been renewed once at least: one that only grows is a counter like any other.
    """
    readings = readings_of(visits)
    tracks = _one_number_each(readings)
    if not tracks:
        return None
    aged = sum((_best(track, -1) for track in tracks), _Evidence())
    if (aged.is_clear and aged.renewed > 0) or any(_starts_anew(track) for track in tracks):
        return "age"
    left = sum((_best(track, 1) for track in tracks), _Evidence())
    return "countdown" if left.is_clear and left.grown > left.renewed else None


def _one_number_each(readings: Sequence[NumberReading]) -> list[Track]:
    """The one whole number that varies in each form; none where that is seldom so, or the words are too many."""
    changes = sum((a.form, a.values) != (b.form, b.values) for a, b in pairwise(readings))
    tracks = varying_tracks(readings)
    if len(tracks) > 1 + MAX_FORMS * changes or max(_letters_apart(tracks), default=0) > MOST_LETTERS:
        return []
    varying = [found for found in tracks.values() if found]
    alone = [
        found[0] for found in varying if len(found) == 1 and all(value % 1 == 0 for _, value in found[0])
    ]
    shown = sum(len(found[0]) for found in varying)  # the others: a date in figures, after which it is no age
    return alone if 2 * sum(map(len, alone)) >= shown else []


def _letters_apart(forms: Iterable[str]) -> list[int]:
    """Letters of each form in words that not all have."""
    words = [set(running_words(form)) for form in forms]
    common = set.intersection(*words) if words else set()
    return [sum(sum(map(str.isalpha, word)) for word in own - common) for own in words]


def _best(track: Track, direction: int) -> _Evidence:
    """In the unit that explains most."""
    found = [_explained(track, unit, direction) for unit in UNITS_S]
    return max(found, key=lambda item: (item.grown - item.against, -item.against))


def _explained(track: Track, unit_s: float, direction: int) -> _Evidence:
    """The steps of a number that counts units since a moment (``direction`` -1), or until one (1)."""
    grown, renewed, against = 0, 0, 0.0
    run = _pointed_to(track[0], unit_s, direction)
    for before, after in pairwise(track):
        onwards = (after[1] - before[1]) * -direction  # as time has it
        pointed_to = _pointed_to(after, unit_s, direction)
        if run.narrowed(pointed_to):
            grown += onwards > 0
            against += onwards < 0
            continue
        run = pointed_to
        renewed += onwards < 0
        if direction < 0 and not _is_fresh(before, after, unit_s):
            against += _PASSED_DOWN if onwards < 0 else 1.0
        elif direction > 0 and onwards >= 0:
            against += 1.0
    return _Evidence(grown, renewed, against)


def _pointed_to(read: tuple[datetime, float], unit_s: float, direction: int) -> _Run:
    moment, value = read
    ends = sorted(moment.timestamp() + direction * unit_s * units for units in (value, value + 1))
    return _Run(ends[0] - _SLACK * unit_s, ends[1] + _SLACK * unit_s)


def _is_fresh(before: tuple[datetime, float], after: tuple[datetime, float], unit_s: float) -> bool:
    """Whether what is so old came since the visit before."""
    return (after[1] - _SLACK) * unit_s <= (after[0] - before[0]).total_seconds()


def _starts_anew(track: Track) -> bool:
    """Whether a number of minutes looks like the age of what was renewed since the visit before, each time."""
    values = [value for _, value in track]
    steps = [abs(b - a) for a, b in pairwise(values)]
    if len(steps) < _MIN_ANEW or min(values) > _NEARLY_NOTHING or not _HALF <= max(values) < _MINUTES:
        return False
    apart_s = median((b[0] - a[0]).total_seconds() for a, b in pairwise(track))
    if apart_s < (_MINUTES - 1) * 60:
        return False
    return fmean(steps) >= _NO_MEMORY * _mean_difference(values)


def _mean_difference(values: Sequence[float]) -> float:
    """Of any two of them, without looking at each pair: from their order (Gini's)."""
    count = len(values)
    weighed = sum((2 * place - count + 1) * value for place, value in enumerate(sorted(values)))
    return 2 * weighed / (count * (count - 1))
