"""Recognises crawler traps: calendars, session numbers, sorted tables, folders inside themselves.

``TrapGuard.refusal`` says why an address is left out, or None. Each reason is counted where it is asked, so that a
person sees what was not looked at. The limits are far above what sites written by people have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from w3lib.url import url_query_cleaner

from storage.urls import host_of

_SESSION_KEYS = frozenset(
    {
        "jsessionid", "phpsessid", "aspsessionid", "sessionid", "session_id", "sessid", "sid", "cfid", "cftoken",
        "zenid", "oscsid", "s_id", "asp.net_sessionid",
    }
)  # fmt: skip
_TRACKING = re.compile(r"^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|yclid|_ga|_hsenc|_hsmi)$")
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid)=[^/?#;]*", re.IGNORECASE)
_SESSION_SEGMENT = re.compile(r"/\((S|A|F)\([A-Za-z0-9]{20,}\)\)")  # ASP.NET's cookieless sessions
_DATE = re.compile(r"(?<!\d)(1[0-9]\d\d|2\d\d\d)[-/_.]?(0?[1-9]|1[0-2])(?:[-/_.]?([0-3]?\d))?(?!\d)")
_DATE_KEYS = frozenset(
    {"date", "day", "month", "year", "week", "time", "start", "from", "cal", "tribe-bar-date"}
)


@dataclass(frozen=True, kw_only=True)
class TrapLimits:
    """Where an address stops being taken for a page of its own."""

    url_length: int = 2000
    path_depth: int = 15
    repeated_segments: int = 3  # how often one segment may stand in a path
    query_parameters: int = 8
    queries_per_path: int = 50
    dates_per_shape: int = 100
    first_year: int = 1990
    last_year: int = 2040
    pages_per_host: int = 5000


class TrapGuard:
    """Remembers what was let pass, and says of each further address why not."""

    def __init__(self, limits: TrapLimits) -> None:
        self._limits = limits
        self._queries: defaultdict[str, set[str]] = defaultdict(set)
        self._dates: defaultdict[str, set[str]] = defaultdict(set)
        self._hosts: Counter[str] = Counter()

    def refusal(self, url: str) -> str | None:
        """Why an address is left out; None lets it pass, and counts it."""
        reason = self._by_looks(url) or self._by_number(url)
        if reason is None:
            self._hosts[host_of(url)] += 1
        return reason

    def _by_looks(self, url: str) -> str | None:
        parts, limits = urlsplit(url), self._limits
        segments = [segment for segment in parts.path.split("/") if segment]
        if len(url) > limits.url_length:
            return "address too long"
        if len(segments) > limits.path_depth:
            return "folders too deep"
        if _repeats(segments, limits.repeated_segments):
            return "repeated segments"
        if len(parse_qsl(parts.query, keep_blank_values=True)) > limits.query_parameters:
            return "too many query parameters"
        return None

    def _by_number(self, url: str) -> str | None:
        parts, limits = urlsplit(url), self._limits
        reason = self._calendar(url)
        if reason is not None:
            return reason
        queries = self._queries[f"{parts.netloc}{parts.path}"]
        if parts.query and parts.query not in queries and len(queries) >= limits.queries_per_path:
            return "too many queries of one path"
        if self._hosts[host_of(url)] >= limits.pages_per_host:
            return "too many pages of one host"
        if parts.query:
            queries.add(parts.query)
        return None

    def _calendar(self, url: str) -> str | None:
        """Pages that differ in a date only, more of them than anyone wrote; or dates that nobody lives in."""
        parts = urlsplit(url)
        dated = _DATE.search(parts.path) or _DATE.search(parts.query)
        keys = {key.lower() for key, _ in parse_qsl(parts.query)}
        if dated is None and not keys & _DATE_KEYS:
            return None
        if dated is not None and not self._limits.first_year <= int(dated.group(1)) <= self._limits.last_year:
            return "calendar beyond any date"
        shape = f"{parts.netloc}{re.sub(r'[0-9]+', '#', parts.path)}?{'&'.join(sorted(keys))}"
        dates = self._dates[shape]
        told = f"{parts.path}?{parts.query}"
        if told not in dates and len(dates) >= self._limits.dates_per_shape:
            return "calendar"
        dates.add(told)
        return None


def without_session(url: str) -> str:
    """The address without session numbers and the marks of advertisers, which name no page of their own."""
    bare = _SESSION_SEGMENT.sub("", _PATH_SESSION.sub("", url))
    keys = [key for key, _ in parse_qsl(urlsplit(bare).query, keep_blank_values=True)]
    noise = [key for key in keys if key.lower() in _SESSION_KEYS or _TRACKING.match(key.lower())]
    if not noise:
        return bare
    return str(url_query_cleaner(bare, noise, remove=True, unique=False))


def _repeats(segments: list[str], most: int) -> bool:
    """A segment more often than allowed, or a pair of segments twice in a row."""
    if any(number > most for number in Counter(segments).values()):
        return True
    return any(segments[n : n + 2] == segments[n + 2 : n + 4] for n in range(len(segments) - 3))
