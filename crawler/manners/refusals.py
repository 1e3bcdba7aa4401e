"""Back-off after 429, 503, ``Retry-After`` and bot walls: how long a host and a page are left alone.

Pure functions and one small memory per host. A host that said how long to wait is believed up to a ceiling; one that
did not is left alone for a while that doubles with each refusal in a row. A page that met a wall counts as failed and
backs off by its own intervals as well: a wall is never answered with more visits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from storage.records import Capture, Outcome, ProblemCode, ResponseKind

TOO_MANY, UNAVAILABLE = 429, 503
_COSTLY = (ProblemCode.BROWSER, ProblemCode.LIMIT, ProblemCode.TIMEOUT)
_WALLS = frozenset({ResponseKind.BOT_WALL, ResponseKind.LOGIN_WALL})


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A host's wish to be left alone; ``wait`` is None where it did not say for how long."""

    why: str
    wait: timedelta | None = None


@dataclass(frozen=True, kw_only=True)
class Hold:
    """A host is left alone until then."""

    until: datetime
    why: str


def refusal_of(
    status: int | None, headers: Mapping[str, str], at: datetime, *, who: str = ""
) -> Refusal | None:
    """What an answer asks for. ``headers``: values by lower-case name; ``who`` answered, for the sentence."""
    if status not in (TOO_MANY, UNAVAILABLE):
        return None
    wait = retry_after(headers.get("retry-after"), at)
    asked = "" if wait is None else f" and asks to wait {spoken(wait)}"
    return Refusal(why=f"{who or 'the server'} answers {status}{asked}", wait=wait)


def refusal_in(capture: Capture) -> Refusal | None:
    """What the answer to a visit asks for; a bot wall asks to be left alone without a word."""
    exchange = next(
        (
            item
            for item in reversed(capture.exchanges)
            if item.status == capture.status and item.url == capture.final_url
        ),
        next((item for item in capture.exchanges if item.status == capture.status), None),
    )
    headers = {} if exchange is None else {name.lower(): value for name, value in exchange.response_headers}
    refusal = refusal_of(capture.status, headers, capture.finished_at)
    if refusal is not None or capture.response_kind is not ResponseKind.BOT_WALL:
        return refusal
    rule = capture.observed.get("gate", {}).get("rule", "unknown")
    wait = retry_after(headers.get("retry-after"), capture.finished_at)
    return Refusal(why=f"a bot wall ({rule}) came in place of the page", wait=wait)


def is_failed(capture: Capture) -> bool:
    """Whether a visit counts as failed for the page's schedule.

    Nothing came, a wall came, or come back later; or its browser died or its limits ran out before it was pictured.
    """
    return (
        capture.outcome is Outcome.FAILED
        or (not _shows(capture) and any(problem.code in _COSTLY for problem in capture.problems))
        or capture.response_kind in _WALLS
        or (capture.response_kind is ResponseKind.ERROR and _is_passing(capture.status))
    )


def _shows(capture: Capture) -> bool:
    return capture.view_png is not None or capture.is_good or capture.file_digest is not None


def retry_after(value: str | None, at: datetime) -> timedelta | None:
    """``Retry-After`` (RFC 9110 10.2.3): seconds, or a date; None where it is missing or neither."""
    text = (value or "").strip()
    if text.isdecimal():
        return timedelta(seconds=min(int(text[:12]), 10**9))
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return max(aware - at, timedelta(0))


def spoken(span: timedelta) -> str:
    """A span as the schedule writes it: ``30 s``, ``12 min``, ``2 h``, ``3 d``."""
    seconds = span.total_seconds()
    for size, unit in ((86_400 * 2, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / (86_400 if unit == 'd' else size):.3g} {unit}"
    return f"{seconds:.0f} s"


def _is_passing(status: int | None) -> bool:
    """Whether an error is of the server or of the moment, not of the page."""
    return status is not None and (status >= 500 or status in (408, TOO_MANY))
