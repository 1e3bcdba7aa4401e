"""Durations in settings: ``"30min"``, ``"6h"``, ``"1d 12h"``, or ISO 8601, ``"PT6H"``."""

from __future__ import annotations

import re
from datetime import timedelta

from pydantic import TypeAdapter, ValidationError

_UNITS = {
    "weeks": r"w|weeks?",
    "days": r"d|days?",
    "hours": r"h|hrs?|hours?",
    "minutes": r"m|mins?|minutes?",
    "seconds": r"s|secs?|seconds?",
    "milliseconds": r"ms|milliseconds?",
}
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _UNITS.items())
    + r")(?![a-z])\s*",
    re.IGNORECASE,
)
_MONTHS = re.compile(r"\d\s*M\b")  # "1m" is a minute; "1M" would be a month to some, and is refused
_ISO = TypeAdapter(timedelta)


def parse_duration(text: str) -> timedelta:
    """The span that a text writes.

    Raises
    ------
    ValueError
        It writes none, or a longer one than a calendar holds.
    """
    try:
        span = _in_units(text)
        return _ISO.validate_python(text) if span is None else span
    except (ValidationError, OverflowError) as error:
        raise ValueError(f'"{text}" is no duration; write "30min", "6h" or "14d"') from error


def _in_units(text: str) -> timedelta | None:
    """The sum of numbers with their units; None where anything else stands there too."""
    unsigned = text.strip().removeprefix("+").removeprefix("-")
    if not unsigned or _PART.sub("", unsigned) or _MONTHS.search(unsigned):
        return None
    parts = [timedelta(**{str(part.lastgroup): float(part[1])}) for part in _PART.finditer(unsigned)]
    total = sum(parts, timedelta())
    return -total if text.strip().startswith("-") else total
