"""Puts DevTools events together into exchanges.

One request id can stand for several requests, one per redirect; here each is a ``Hop``. Four streams of events
tell of the hops of an id, each in order but not in step with the others (``requestWillBeSent``, its ``ExtraInfo``,
the response's ``ExtraInfo``, ``Fetch.requestPaused``): every stream keeps its own count.
"""

from __future__ import annotations

import base64
import codecs
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import ada_url

from rendering.recording.sockets import SocketLog
from storage.records import Exchange, Headers

NO_BODY_STATUSES = frozenset({204, 205, 304})
_NETWORK = ("http:", "https:", "ws:", "wss:")
NOT_MODIFIED = 304
REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_CHARSET_WITHIN = 1024  # characters of a document in which its own word for it must stand (HTML, 13.2.3.2)


@dataclass(slots=True)
class Hop:
    """One request and its response while they happen."""

    started_at: datetime
    url: str = ""
    method: str = "GET"
    resource_type: str = ""
    frame_id: str = ""
    request_headers: Headers = ()
    sent_headers: Headers = ()  # as sent, cookies included
    request_body: bytes | None = None
    request_body_missing: bool = False
    status: int | None = None
    reason: str = ""
    mime: str = ""
    response_headers: Headers = ()
    received_headers: Headers = ()  # as received, cookies included, repeated fields apart
    received_head: bytes | None = None  # the same byte for byte, with the status line
    remote_ip: str | None = None
    protocol: str = ""
    tls: str = ""
    cipher: str = ""
    socket: SocketLog | None = None
    body: bytes | None = None
    parts: list[bytes] | None = None  # of a body that is followed while it comes
    decoded_bytes: int = 0  # how long the body is so far
    is_held: bool = False  # kept from the page until its body is complete
    announced: bool = False  # the page knows of it; workers' requests are shown by Fetch alone
    responded: bool = False  # Network has told of the answer, with its address and protocol
    received_bytes: int = 0  # on the wire
    wire_status: int | None = (
        None  # the server's; of what the browser has in its cache it tells the cached one
    )
    redirect_to: str | None = None
    error: str | None = None
    fetch_error: str | None = None  # used where Network tells nothing: requests of workers
    lost: str | None = None  # why the recorder, not the network, has no body
    truncated: str | None = None
    finished: bool = False
    from_memory: bool = False
    from_cache: bool = False  # the browser's own, on disk
    from_worker: bool = False  # answered by the page's service worker
    endless: bool = False  # event streams, sockets, media: no end is waited for

    @property
    def needs_no_body(self) -> bool:
        """Whether the protocol rules out a body."""
        return self.method == "HEAD" or self.status in NO_BODY_STATUSES

    @property
    def is_recorded(self) -> bool:
        """Whether the whole body is here."""
        return self.body is not None and self.truncated is None and self.error is None

    @property
    def is_redirect(self) -> bool:
        """Whether the answer sends the browser elsewhere; DevTools never give such a body."""
        return self.redirect_to is not None or (
            self.status in REDIRECT_STATUSES and header(self.headers, "location") is not None
        )

    @property
    def headers(self) -> Headers:
        """The response's headers, as near to the wire as they were told."""
        return self.received_headers or self.response_headers

    def exchange(self) -> Exchange:
        """The record that is kept."""
        body, truncated = self.body, self.truncated
        status, reason = self.status, self.reason
        if self.wire_status == NOT_MODIFIED:  # the browser tells what it had, the archive what was sent
            status, reason, body = NOT_MODIFIED, "Not Modified", b""
        if body is None and self.needs_no_body:
            body = b""
        if body is None and self.is_redirect:
            empty = header(self.headers, "content-length") == "0"
            body, truncated = (b"", None) if empty else (None, "unspecified")
        return Exchange(
            url=self.url,
            method=self.method,
            started_at=self.started_at,
            request_headers=self.sent_headers or self.request_headers,
            request_body=self.request_body,
            status=status,
            reason=reason,
            response_headers=self.headers,
            response_head=self.received_head,
            body=body,
            resource_type=self.resource_type,
            remote_ip=self.remote_ip,
            protocol=self.protocol,
            tls=self.tls,
            cipher=self.cipher,
            socket=self.socket.traffic() if self.socket is not None else None,
            redirect_to=self.redirect_to or self._location(),
            error=self.error or self.lost,
            truncated=truncated,
        )

    @property
    def is_unsent(self) -> bool:
        """Whether the network never saw it: the browser's memory, cache or the page's worker answered."""
        of_cache = self.from_cache and self.wire_status is None
        return (self.from_memory and self.body is None) or of_cache or self.from_worker

    @property
    def is_unended(self) -> bool:
        """Whether a body is still on its way to the page."""
        arriving = self.announced and not self.finished and self.status is not None and not self.is_redirect
        return arriving and not self.is_held and self.body is None and self.truncated is None

    @property
    def is_unread(self) -> bool:
        """Whether the page has a body complete that no event brought."""
        arrived = self.finished and self.status is not None and self.error is None and self.truncated is None
        expected = not (self.is_redirect or self.needs_no_body or self.from_memory)
        return arrived and expected and self.body is None and self.lost is None

    def keep(self, body: bytes, limit: int) -> None:
        """Keep a complete body, up to the limit."""
        if len(body) > limit:
            self.truncated = "length"
        self.body = body[:limit]

    def join(self, why: str | None) -> None:
        """Make the body of what was followed; ``why`` it is not complete, None if it is."""
        if self.parts is not None and self.body is None:
            self.body, self.parts = b"".join(self.parts), None
            self.cut(why)

    def cut(self, why: str | None) -> None:
        """The body may not be all of it, and why; what has the length that was announced is whole all the same."""
        if self.body is None or content_length(self.headers) != len(self.body):
            self.truncated = self.truncated or why

    def conclude(self, limit: int) -> None:
        """No more will come: say why there is no body, or not all of it."""
        if self.status is None and self.socket is None:
            self.error = self.error or self.fetch_error
        if self.truncated == "length":
            self.error = self.error or _too_long(self, limit)
        if (
            self.socket is not None
            or self.error
            or self.lost
            or self.is_redirect
            or self.needs_no_body
            or self.is_unsent
        ):
            return
        if self.status is None and self.finished:
            self.error = "ended by the browser without an answer"
        elif self.truncated == "time" or (self.body is None and not self.finished):
            self.error = (
                "without an end: kept until the end of the capture"
                if self.endless
                else "not complete at the end of the capture"
            )
        elif self.body is None:
            self.lost = "its body was not reported"

    def take_response(self, response: Mapping[str, Any]) -> None:
        """Keep what a Network event says of the response."""
        self.responded = True
        self.status = int(response["status"])
        self.reason = response.get("statusText") or self.reason
        self.mime = response.get("mimeType", "")
        self.response_headers = self.response_headers or _pairs(response.get("headers", {}))
        self.remote_ip = (response.get("remoteIPAddress") or "").strip("[]") or None
        self.protocol = response.get("protocol") or ""
        self.from_cache = bool(response.get("fromDiskCache") or response.get("fromPrefetchCache"))
        self.from_worker = bool(response.get("fromServiceWorker"))
        secured = response.get("securityDetails") or {}
        self.tls, self.cipher = secured.get("protocol", ""), secured.get("cipher", "")
        if response.get("requestHeaders"):
            self.sent_headers = self.sent_headers or _pairs(response["requestHeaders"])

    def _location(self) -> str | None:
        where = header(self.headers, "location") if self.status in REDIRECT_STATUSES else None
        return joined_url(self.url, where) if where else None


@dataclass(slots=True)
class _Chain:
    hops: list[Hop] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)


class ExchangeLog:
    """All hops of a page, in the order in which they were first heard of."""

    def __init__(self) -> None:
        self.hops: list[Hop] = []
        self._chains: dict[str, _Chain] = {}

    def next_hop(self, request_id: str, stream: str, now: datetime, url: str = "") -> Hop:
        """The hop that the next event of this stream tells of; made when it is the first to do so.

        With a ``url`` hops known to be of another one are passed over: the browser redirects some by itself.
        """
        chain = self._chains.setdefault(request_id, _Chain())
        index = chain.seen[stream]
        while url and index < len(chain.hops) and chain.hops[index].url not in ("", url):
            index += 1
        chain.seen[stream] = index + 1
        while len(chain.hops) <= index:
            hop = Hop(started_at=now)
            chain.hops.append(hop)
            self.hops.append(hop)
        return chain.hops[index]

    def knows(self, request_id: str) -> bool:
        """Whether the log has a hop of this request."""
        return request_id in self._chains

    def skip(self, request_id: str, stream: str, hops: int = 1) -> None:
        """This stream tells nothing of one hop; or, with -1, will tell of the last one again."""
        self._chains.setdefault(request_id, _Chain()).seen[stream] += hops

    def last_hop(self, request_id: str) -> Hop | None:
        """The hop that a request is at."""
        chain = self._chains.get(request_id)
        return chain.hops[-1] if chain and chain.hops else None

    def last_hops(self) -> list[tuple[str, Hop]]:
        """Each request's id, and the hop it is at."""
        return [(key, chain.hops[-1]) for key, chain in self._chains.items() if chain.hops]

    def previous_hop(self, request_id: str) -> Hop | None:
        """The hop before the one announced next: the one that was redirected."""
        chain = self._chains.get(request_id)
        index = chain.seen["sent"] - 1 if chain else -1
        return chain.hops[index] if chain and 0 <= index < len(chain.hops) else None

    def exchanges(self) -> tuple[Exchange, ...]:
        """The records to keep: of the network, and not what the browser had in memory."""
        asked = (hop for hop in self.hops if hop.url.startswith(_NETWORK))
        return tuple(hop.exchange() for hop in asked if not hop.is_unsent)


def joined_url(base: str, url: str) -> str:
    """``url`` as a browser reads it in an answer from ``base``; what cannot be joined stays as it is."""
    try:
        return str(ada_url.join_url(base, url))
    except ValueError:
        return url


def header(headers: Headers, name: str) -> str | None:
    """The first value of a header, by its lower-case name."""
    return next((value for key, value in headers if key.lower() == name), None)


def content_length(headers: Headers) -> int | None:
    """The announced length of a body; None where there is none, or where it is that of a compressed one."""
    if (header(headers, "content-encoding") or "identity").strip().lower() != "identity":
        return None
    text = header(headers, "content-length")
    return int(text) if text is not None and text.isdigit() else None


def parsed_headers(told: Mapping[str, Any]) -> Headers:
    """Headers of an ``ExtraInfo`` event: its raw text where there is one, else its mapping."""
    text = told.get("headersText")
    if not text:
        return _pairs(told.get("headers", {}))
    lines = [line.partition(":") for line in text.split("\r\n")[1:] if ":" in line]
    return tuple((name, value.strip()) for name, _, value in lines if name)


def listed_headers(entries: Iterable[Mapping[str, str]]) -> Headers:
    """Headers of a ``Fetch`` event: a list, repeated fields apart."""
    return tuple((entry["name"], entry["value"]) for entry in entries)


def sent_body(request: Mapping[str, Any]) -> bytes | None:
    """The body of a request as its event tells it; None where it has none or it is too long to be told."""
    entries = request.get("postDataEntries") or ()
    if entries:
        return b"".join(base64.b64decode(entry["bytes"]) for entry in entries if "bytes" in entry)
    text = request.get("postData")
    return text.encode() if text is not None else None


def encoded_text(text: str, hop: Hop) -> bytes:
    """Text that the browser has decoded, in the encoding in which it came; UTF-8 where that is not known."""
    told = _CHARSET.search(header(hop.headers, "content-type") or "")
    if told is None and hop.resource_type == "Document":
        told = _CHARSET.search(text[:_CHARSET_WITHIN])
    try:
        return text.encode(codecs.lookup(told[1]).name if told else "utf-8")
    except (LookupError, UnicodeError):
        return text.encode("utf-8", "replace")


def _too_long(hop: Hop, limit: int) -> str:
    if hop.body is not None and len(hop.body) < limit:
        return "the capture's limit of bytes was reached"
    return f"longer than the {limit} bytes kept of a body"


def _pairs(headers: Mapping[str, str]) -> Headers:
    """A mapping of DevTools: repeated fields are joined by line breaks there."""
    return tuple((name, value) for name, values in headers.items() for value in values.split("\n"))
