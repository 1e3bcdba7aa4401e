"""Follows the numbers of a text over the visits: which vary, and which count upwards.

A number is what a reader takes for one: with its thousands apart by a comma, a point, a stroke or a space of any width,
and with its decimals. Texts that differ in their numbers alone have one form, and only numbers of one form are compared
in size: 999 views are fewer than 1.0K views, which needs no list of the words for a thousand, only that the form of
before is gone for good. Ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise

from changemodel.features.text_cache import remembered

MOSTLY = 0.8
"""Share of the visits, or of the steps, that must fit a class."""

SMALL = 99
"""Up to this a number that only rose may be one that falls at night: it is called a counter after a whole day."""

_NUMBER = re.compile(
    r"""
    \d{1,3} (?: (?P<mark>[.,'\u2019\u066c\s]) \d{3} (?:(?P=mark)\d{3})* | ,\d{2}(?:,\d{2})*,\d{3} ) (?!\d)
    (?: [.,\u066b]\d{1,2} (?!\d) )?
    | \d+ [.,\u066b] \d{1,2} (?! \d | [.,:/]\d )
    | \d+
    """,
    re.VERBOSE,
)
_DECIMALS = re.compile(r"[.,\u066b](\d{1,2})$")
_SCALE = re.compile("\\d\\s?[\u00b0\u2103\u2109%\u2030\u066a\uff05]|[%\u066a\uff05]\\s?\\d")
_DAY = timedelta(days=1)
_THOUSAND = 1000


@dataclass(frozen=True)
class NumberReading:
    """The text at one visit: its form, numbers being one sign, and their values in order."""

    moment: datetime
    form: str
    values: tuple[float, ...]


Track = list[tuple[datetime, float]]
"""One number of one form, at the visits that had this form."""


def readings_of(visits: Iterable[tuple[datetime, str]]) -> list[NumberReading]:
    """Texts as forms and numbers, in the order given."""
    return [NumberReading(moment, *_read(text)) for moment, text in visits]


def varying_tracks(readings: Sequence[NumberReading]) -> dict[str, list[Track]]:
    """By form, the numbers that are not always the same; forms in the order of their coming."""
    by_form: dict[str, list[NumberReading]] = {}
    for reading in readings:
        by_form.setdefault(reading.form, []).append(reading)
    return {form: _varying(found) for form, found in by_form.items()}


def count_upwards(readings: Sequence[NumberReading]) -> bool:
    """Whether each number that varies never falls, one way of writing it having replaced another for good."""
    if len({len(reading.values) for reading in readings}) == 1:
        compared = _varying(readings)
    else:
        first = [(reading.moment, reading.values[0]) for reading in readings if reading.values]
        compared = [first] if len({value for _, value in first}) > 1 else []
    if _all_rise(compared):
        return True
    tracks = varying_tracks(readings)
    forms = [form for form, _ in groupby(reading.form for reading in readings)]
    return len(forms) == len(tracks) and _all_rise([track for found in tracks.values() for track in found])


def is_on_a_scale(text: str) -> bool:
    """Whether a number has a sign of degrees or of a share beside it: what it measures may rise and fall."""
    return _SCALE.search(text) is not None


@remembered
def _read(text: str) -> tuple[str, tuple[float, ...]]:
    return _NUMBER.sub("#", text), tuple(_value(found.group()) for found in _NUMBER.finditer(text))


def _value(number: str) -> float:
    decimals = _DECIMALS.search(number)
    whole = number if decimals is None else number[: decimals.start()]
    figures = "".join(filter(str.isdecimal, whole))
    return float(figures if decimals is None else f"{figures}.{decimals.group(1)}")


def _varying(readings: Sequence[NumberReading]) -> list[Track]:
    """Of readings with as many numbers each."""
    columns = zip(*(reading.values for reading in readings), strict=True)
    moments = [reading.moment for reading in readings]
    return [list(zip(moments, column, strict=True)) for column in columns if len(set(column)) > 1]


def _all_rise(tracks: Sequence[Track]) -> bool:
    """A large number vouches for small ones beside it: likes beside views."""
    if not tracks:
        return False
    if max(value for track in tracks for _, value in track) > SMALL:
        return all(_risen(track) >= MOSTLY for track in tracks)
    return all(_risen(track) == 1.0 and track[-1][0] - track[0][0] >= _DAY for track in tracks)


def _risen(track: Track) -> float:
    """Share of the changes that were a rise."""
    if any(value >= _THOUSAND and value % 1 for _, value in track):
        return 0.0  # what is counted in thousands has no hundredths: the points of an exchange
    steps = [b[1] > a[1] for a, b in pairwise(track) if a[1] != b[1]]
    return sum(steps) / len(steps)
