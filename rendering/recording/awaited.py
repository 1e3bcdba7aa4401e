"""Which of a page's requests must be answered before the page is what it is meant to be.

Counted is what the page itself asks for until it has come to rest for the first time, and what it asks for in answer to
being scrolled or opened; style sheets, scripts, fonts and frames at any time. Not counted is what lives long by its
nature: event streams, sockets, films, beacons, requests of workers, bodies of unknown length that need no end to be
used, and long polling: data that a timer of a page at rest asks for, unless the page says that it waits, or a request
that repeats one answered before, but for times and tokens in its query.
"""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qsl, urlsplit

from rendering.recording.exchange_log import Hop, content_length, header

_ALWAYS = frozenset({"Document", "Stylesheet", "Script", "Font"})
_OF_DATA = frozenset({"XHR", "Fetch"})
_WHEN_ASKING = _OF_DATA | {"Image"}
_USED_WHOLE = ("json", "html", "xml", "css", "javascript", "ecmascript")
_TOKEN = 6  # letters from which on a value in a query is a time or a token, not what is asked for

Place = tuple[str, str, bytes | None]
Query = frozenset[tuple[str, str]]


class AwaitedRequests:
    """The requests whose answers the page waits for."""

    def __init__(self) -> None:
        self.answered = asyncio.Event()
        self.answered.set()
        self.is_asking = True  # whether data asked for now belongs to the page as it is met
        self._open: dict[str, Hop] = {}
        self._late: dict[str, Hop] = {}
        self._asked: dict[Place, list[tuple[Query, Hop]]] = {}

    def began(self, key: str, hop: Hop) -> None:
        """The page has asked for something."""
        is_poll = self._repeats(hop)
        of_data = self.is_asking and hop.resource_type in _WHEN_ASKING and not is_poll
        # a redirect goes on under the same key
        if key in self._open or (not hop.endless and (of_data or hop.resource_type in _ALWAYS)):
            self._open[key] = hop
            self.answered.clear()
        elif hop.resource_type in _OF_DATA and not (is_poll or hop.endless):
            self._late[key] = hop

    def responded(self, key: str, hop: Hop) -> None:
        """An answer has begun: one that is used as it comes is not waited for to its end."""
        kind = (header(hop.headers, "content-type") or hop.mime).partition(";")[0].lower()
        if (
            content_length(hop.headers) is None
            and not kind.endswith(_USED_WHOLE)
            and hop.resource_type in _WHEN_ASKING
        ):
            self.ended(key)

    def ended(self, key: str) -> None:
        """A request is no longer waited for."""
        self._open.pop(key, None)
        self._late.pop(key, None)
        if not self._open:
            self.answered.set()

    @property
    def has_late(self) -> bool:
        """Whether data that a timer of a page at rest asked for has not come."""
        return bool(self._late)

    def await_late(self) -> None:
        """Count that, too: the page says that it waits for it."""
        self._open |= self._late
        self._late = {}
        if self._open:
            self.answered.clear()

    def left_for(self, key: str) -> None:
        """Another document takes the page's place."""
        self._open = {each: hop for each, hop in self._open.items() if each == key}
        self._late = {}
        self.ended("")

    def unanswered(self) -> list[Hop]:
        """The requests without an answer, the oldest first."""
        return list(self._open.values())

    def _repeats(self, hop: Hop) -> bool:
        """Whether the same was asked before, and answered: times, tokens and what was added to the query aside."""
        parts = urlsplit(hop.url)
        place = hop.method, f"{parts.scheme}://{parts.netloc}{parts.path}", hop.request_body
        stated = parse_qsl(parts.query, keep_blank_values=True)
        query = frozenset((name, value if len(value) < _TOKEN else "") for name, value in stated)
        before = self._asked.setdefault(place, [])
        is_repeated = any(other <= query and asked.status is not None for other, asked in before)
        before.append((query, hop))
        return is_repeated
