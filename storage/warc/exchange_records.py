"""Exchanges as WARC records: what the browser saw, in a form that replay tools can serve again.

Header lines of a response stand as they came, byte for byte. Bodies arrive content-decoded, so ``Content-Encoding``
and ``Transfer-Encoding`` are kept under ``X-Orig-`` names and ``Content-Length`` is the body's own (specs: feasibility
3). An exchange that cannot be replayed becomes a metadata record that says why: nothing is lost silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from http.client import responses
from urllib.parse import urlsplit

from storage.digests import sha256
from storage.records import Exchange, Headers
from storage.urls import header_uri, host_of
from storage.warc.record import HttpHead, Record, warc_date

IDENTICAL_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

_RENAMED = frozenset({"content-encoding", "transfer-encoding"})
_SWITCHED = 101
_BODILESS = frozenset({204, 205, 304})
_REPLAYABLE = frozenset({"GET", "POST", "PUT"})  # the index tells apart by method only these
_PROTOCOLS = frozenset({"http/0.9", "http/1.0", "http/1.1", "h2", "h2c", "h3"})
_SECURED = frozenset({"tls/1.0", "tls/1.1", "tls/1.2", "tls/1.3"})
TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_FIELD = re.compile(rb"[^\x00-\x20\x7f:][^\x00-\x1f\x7f:]*:[^\x00\r\n]*")
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? (\d{3})(?: ([^\x00\r\n]*))?")
SMALLEST_REVISIT = 512  # below, a revisit record is longer than the body that it saves


@dataclass(frozen=True, kw_only=True)
class Original:
    """A response already in the collection whose payload another exchange brought again."""

    urn: str
    uri: str
    date: datetime


PayloadKey = tuple[str, str]  # payload digest, target URI
Originals = Mapping[PayloadKey, Original]


def is_network(exchange: Exchange) -> bool:
    """Whether the exchange left the browser at all: data: and blob: URLs did not."""
    return urlsplit(exchange.url).scheme.lower() in ("http", "https", "ws", "wss")


def payload_key(exchange: Exchange) -> PayloadKey | None:
    """What an earlier response of this payload would be found by; None: a full response is written."""
    if exchange.method != "GET" or exchange.status != 200 or exchange.truncated or exchange.request_body:
        return None
    if exchange.body is None or len(exchange.body) < SMALLEST_REVISIT or not is_network(exchange):
        return None
    return sha256(exchange.body), header_uri(exchange.url)


def protocol_of(headers: Iterable[tuple[str, str]]) -> str:
    """The protocol that a record states: ``WARC-Protocol`` is repeated; older records have its values in one line."""
    stated = (each for name, value in headers if name.lower() == "warc-protocol" for each in value.split(","))
    return next((each for each in map(str.strip, stated) if each.lower() in _PROTOCOLS), "")


class ExchangeRecords:
    """Makes the records of one capture's exchanges; they share its date and page."""

    def __init__(self, date: datetime, page_urn: str, originals: Originals) -> None:
        self._date = date
        self._page = ("WARC-Page-ID", page_urn)
        self._originals = originals

    def of(self, exchange: Exchange, key: PayloadKey | None) -> list[Record]:
        """The exchange's records, its response (or what stands for it) first; ``key``: its payload key."""
        why_not = _why_not_replayable(exchange)
        if why_not is not None:
            return [self._note(exchange, why_not)]
        response = self._response(exchange, key)
        records = [response, self._request(exchange, response)]
        if _lost_body(exchange):
            records.append(self._note(exchange, exchange.error or "the body could not be had", response))
        return records

    def _response(self, exchange: Exchange, key: PayloadKey | None) -> Record:
        original = None if key is None else self._originals.get(key)
        body = exchange.body or b""
        extra = [*self._common(exchange), *_network_headers(exchange)]
        reason = exchange.truncated or ("unspecified" if _lost_body(exchange) else None)
        if original is not None:
            reason = "length"  # WARC 1.1, 6.7.2: the payload is left out
            extra += [
                ("WARC-Profile", IDENTICAL_PAYLOAD),
                ("WARC-Refers-To", f"<{original.urn}>"),
                ("WARC-Refers-To-Target-URI", original.uri),
                ("WARC-Refers-To-Date", warc_date(original.date)),
            ]
        if reason:
            extra.append(("WARC-Truncated", reason))
        return Record(
            kind="response" if original is None else "revisit",
            uri=header_uri(exchange.url),
            date=self._date,
            mime=_header(exchange.response_headers, "content-type").partition(";")[0].strip().lower(),
            extra=tuple(extra),
            http=_response_head(exchange, len(body)),
            payload=body if original is None else b"",
            payload_digest=key[0] if key is not None else sha256(body),
            revisitable=original is None and key is not None,
        )

    def _request(self, exchange: Exchange, response: Record) -> Record:
        body = exchange.request_body or b""
        return Record(
            kind="request",
            uri=response.uri,
            date=self._date,
            extra=(("WARC-Concurrent-To", f"<{response.urn}>"), *self._common(exchange)),
            http=_request_head(exchange, len(body)),
            payload=body,
        )

    def _note(self, exchange: Exchange, text: str, response: Record | None = None) -> Record:
        lines = [
            ("exchange", text),
            ("method", exchange.method),
            ("status", "none" if exchange.status is None else str(exchange.status)),
            *(_message_lines(exchange) if response is None else ()),
        ]
        concurrent = () if response is None else (("WARC-Concurrent-To", f"<{response.urn}>"),)
        return Record(
            kind="metadata",
            uri=header_uri(exchange.url),
            date=self._date,
            content_type="application/warc-fields",  # of this type, indexers leave it out of replay
            extra=(*concurrent, *self._common(exchange)),
            payload=warc_fields(lines),
        )

    def _common(self, exchange: Exchange) -> Headers:
        if not exchange.resource_type:
            return (self._page,)
        return (self._page, ("WARC-Resource-Type", _one_line(exchange.resource_type.lower())))


def exchange_failed(exchange: Exchange) -> bool:
    """Whether something of the exchange is missing from the archive."""
    if exchange.socket is not None:
        return exchange.status != _SWITCHED
    return exchange.status is None or _lost_body(exchange)


def warc_fields(fields: Mapping[str, str] | Iterable[tuple[str, str]]) -> bytes:
    """A block of type application/warc-fields; empty values are left out."""
    pairs = fields.items() if isinstance(fields, Mapping) else fields
    lines = [f"{name}: {_one_line(value)}\r\n" for name, value in pairs if value]
    return "".join(lines).encode("utf-8", "replace")


def _message_lines(exchange: Exchange) -> Iterable[tuple[str, str]]:
    """What there is of an exchange that has no records of its own: headers, lengths, messages of a web socket."""
    yield "reason", exchange.reason
    yield from (("request-header", f"{name}: {value}") for name, value in _clean(exchange.request_headers))
    if exchange.request_body is not None:
        yield "request-body-bytes", str(len(exchange.request_body))
    yield from (("response-header", f"{name}: {value}") for name, value in _clean(exchange.response_headers))
    if exchange.body is not None:
        yield "response-body-bytes", str(len(exchange.body))
    socket = exchange.socket
    if socket is not None:
        yield "messages-sent", f"{socket.sent} ({socket.sent_bytes} bytes)"
        yield "messages-received", f"{socket.received} ({socket.received_bytes} bytes)"
        yield from ((f"message-{direction}", text) for direction, text in socket.first)


def _why_not_replayable(exchange: Exchange) -> str | None:
    if urlsplit(exchange.url).scheme.lower() in ("ws", "wss"):
        if exchange.status != _SWITCHED:
            return f"a web socket that did not open: {exchange.error or 'it was refused'}"
        return f"a web socket: {exchange.error or 'its messages in short'}"
    if exchange.status is None:
        return f"no response: {exchange.error or 'the reason is not known'}"
    if exchange.method.upper() not in _REPLAYABLE:
        return (
            f"{exchange.method}: its response would be replayed in the place of the GET response of this URL"
        )
    return None


def _lost_body(exchange: Exchange) -> bool:
    """A response came whose body should be there and is not; a redirect's is of no use to anyone."""
    if exchange.status is None or exchange.body is not None or exchange.method.upper() == "HEAD":
        return False
    return exchange.status >= 200 and not 300 <= exchange.status < 400 and exchange.status not in _BODILESS


def _network_headers(exchange: Exchange) -> Iterable[tuple[str, str]]:
    if exchange.remote_ip:
        yield "WARC-IP-Address", _one_line(exchange.remote_ip.strip("[]"))
    spoken = [exchange.protocol.lower()] if exchange.protocol.lower() in _PROTOCOLS else []
    secured = exchange.tls.lower().replace(" ", "/")
    if secured in _SECURED:
        spoken.append(secured)
    elif secured == "quic":
        spoken.append("tls/1.3")  # RFC 9001: QUIC has no other
    for each in spoken:
        yield "WARC-Protocol", each
    if exchange.cipher and TOKEN.fullmatch(exchange.cipher):
        yield "WARC-Cipher-Suite", exchange.cipher


def _response_head(exchange: Exchange, length: int) -> HttpHead:
    """The head as it came, where the body is not as it came: codings and lengths of it under other names."""
    status, *came = _came(exchange) or [
        _status_line(exchange),
        *map(_line, _clean(exchange.response_headers)),
    ]
    lines = []
    for line in came:
        name, _, value = line.partition(b":")
        lower = name.strip().lower().decode("latin-1")
        if lower in _RENAMED or (lower == "content-length" and value.strip() != b"%d" % length):
            lines.append(b"X-Orig-" + line)
        elif lower != "content-length":
            lines.append(line)
    if exchange.status not in _BODILESS:
        lines.append(b"Content-Length: %d" % length)
    first = status.decode("utf-8", "surrogateescape")
    return HttpHead(first_line=first, headers=(), lines=b"".join(line + b"\r\n" for line in lines))


def _came(exchange: Exchange) -> list[bytes] | None:
    """The status line and the header lines as they came; None where they are not known, or no longer what is kept."""
    if exchange.response_head is None:
        return None
    first, *lines = exchange.response_head.removesuffix(b"\r\n").split(b"\r\n")
    fields = [line for line in lines if _FIELD.fullmatch(line)]
    said = [(name.strip(), value.strip()) for name, _, value in (line.partition(b":") for line in fields)]
    kept = [(name, value) for name, value in exchange.response_headers if ":" not in name]
    # who leaves something out of the headers, a secret, leaves it out of the head
    if [name.decode("latin-1") for name, _ in said] != [name for name, _ in kept] or not all(
        value in _encodings(text) for (_, value), (_, text) in zip(said, kept, strict=True)
    ):
        return None
    status = _STATUS.fullmatch(first)
    has_reason = status is not None and int(status[1]) == exchange.status and status[2].strip()
    return [first if has_reason else _status_line(exchange), *fields]


def _encodings(text: str) -> tuple[bytes, ...]:
    """The bytes that are read as this value."""
    single = b"".join(
        bytes((ord(each),)) if ord(each) < 256 else each.encode("cp1252", "replace") for each in text
    )
    return text.encode("utf-8", "replace"), single


def _status_line(exchange: Exchange) -> bytes:
    reason = _one_line(exchange.reason) or responses.get(exchange.status or 0, "")
    return f"HTTP/1.1 {exchange.status} {reason}".rstrip().encode("utf-8", "replace")


def _line(header: tuple[str, str]) -> bytes:
    return ": ".join(header).encode("utf-8", "replace")


def _request_head(exchange: Exchange, length: int) -> HttpHead:
    parts = urlsplit(header_uri(exchange.url))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = [pair for pair in _clean(exchange.request_headers) if pair[0].lower() != "content-length"]
    if not any(name.lower() == "host" for name, _ in headers):
        headers.insert(0, ("Host", host_of(exchange.url)))  # HTTP/2 sends it as :authority
    if length:
        headers.append(("Content-Length", str(length)))
    method = exchange.method.upper() if TOKEN.fullmatch(exchange.method) else "GET"
    return HttpHead(first_line=f"{method} {path} HTTP/1.1", headers=tuple(headers))


def _clean(headers: Headers) -> Iterable[tuple[str, str]]:
    """Headers fit for an HTTP/1.1 message: no pseudo headers, one line for each of several joined values."""
    for name, value in headers:
        if TOKEN.fullmatch(name):
            for line in value.splitlines() or [""]:
                yield name, _one_line(line)


def _header(headers: Headers, name: str) -> str:
    return next((value for key, value in headers if key.lower() == name), "")


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
