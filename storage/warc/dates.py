"""WARC-Date as archives have it: WARC 1.1's form, its reduced forms, and the spellings of tools that came before it.

A reduced date (``2026-01``) names the beginning of its period (ISO 28500:2017, 5.4; W3C's note on date and time).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_DATE = re.compile(
    r"(?P<year>\d{4})"
    r"(?:-?(?P<month>\d\d)(?:-?(?P<day>\d\d)"
    r"(?:[Tt ]?(?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9})\d*)?)?)?"
    r" ?(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?)?)?",
    re.ASCII,
)
_YEARS = range(1970, 3000)  # outside of them a clock was wrong


def moment_of(stated: str | None) -> datetime | None:
    """The moment that a WARC-Date names, to the microsecond; None: it names none.

    A date without a time zone is UTC; the fourteen digits of ARC files are read, too.
    """
    found = _DATE.fullmatch((stated or "").strip())
    if found is None:
        return None
    part = {name: int(text) for name, text in found.groupdict(default="").items() if text.isdigit()}
    microsecond = int((found["fraction"] or "").ljust(6, "0")[:6])
    try:
        moment = datetime(
            part["year"],
            part.get("month", 1),
            part.get("day", 1),
            part.get("hour", 0),
            part.get("minute", 0),
            59 if part.get("second") == 60 else part.get("second", 0),  # 60: a leap second
            microsecond,
            tzinfo=_zone(found["zone"]),
        ).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if moment.year in _YEARS else None


def stamp_of(stated: str | None) -> str | None:
    """The fourteen digits of a WARC-Date, as an index has them; None: it names no moment."""
    moment = moment_of(stated)
    return None if moment is None else f"{moment:%Y%m%d%H%M%S}"


def _zone(stated: str | None) -> timezone:
    if not stated or stated in "Zz":
        return UTC
    offset = timedelta(hours=int(stated[1:3]), minutes=int(stated[-2:]))
    return timezone(-offset if stated[0] == "-" else offset)
