"""Times as archives state them: WARC 1.1's form, its reduced ones, and the spellings of tools that came before it.

The same as ``storage.warc.dates``, which this package may not import.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_DATE = re.compile(
    r"(?P<year>\d{4})(?:-?(?P<month>\d\d)(?:-?(?P<day>\d\d)"
    r"(?:[Tt ]?(?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9})\d*)?)?)?"
    r" ?(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?)?)?",
    re.ASCII,
)
_YEARS = range(1970, 3000)  # outside of them a clock was wrong


def moment_of(stated: str | None) -> datetime | None:
    """The moment that a date names, to the microsecond; None: it names none.

    A date without a time zone is UTC, and one that lacks its end (``2026-01``) names the beginning of its period. The
    fourteen digits of ARC files are read, too.
    """
    found = _DATE.fullmatch((stated or "").strip())
    if found is None:
        return None
    parts = [int(found[name] or least) for name, least in (("year", 0), ("month", 1), ("day", 1))]
    parts += [int(found[name] or 0) for name in ("hour", "minute", "second")]
    parts[5] = 59 if parts[5] == 60 else parts[5]  # a leap second
    microsecond = int((found["fraction"] or "").ljust(6, "0")[:6])
    try:
        year, month, day, hour, minute, second = parts
        zone = _zone(found["zone"])
        moment = datetime(year, month, day, hour, minute, second, microsecond, zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if moment.year in _YEARS else None


def _zone(stated: str | None) -> timezone:
    if not stated or stated in "Zz":
        return UTC
    offset = timedelta(hours=int(stated[1:3]), minutes=int(stated[-2:]))
    return timezone(-offset if stated[0] == "-" else offset)
