"""Validators (ETag, Last-Modified) for conditional requests (RFC 9110, section 8.8)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from storage.records import Capture

QUESTIONS = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))
"""The headers that a server gives, and those that ask by them."""


def validators(capture: Capture) -> dict[str, str]:
    """What the server of a captured page gave to ask by whether it has changed: an ETag, a date."""
    main = next(
        (
            item
            for item in reversed(capture.exchanges)
            if item.url == capture.final_url == capture.url and item.status == 200
        ),
        None,
    )
    given = {} if main is None else {name.lower(): value for name, value in main.response_headers}
    return {name: given[name] for name, _ in QUESTIONS if given.get(name)}


_JUST_MADE = timedelta(minutes=1)


def last_change(headers: Mapping[str, str]) -> datetime | None:
    """When a server says that a page last changed; None where that is the moment at which it made the answer.

    ``headers``: values by lower-case name.
    """
    changed, now = (_http_date(headers.get(name, "")) for name in ("last-modified", "date"))
    return changed if changed is not None and now is not None and now - changed > _JUST_MADE else None


def _http_date(text: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at
