"""What archives of several tools hold, record by record: which part of a capture a record is, whose page it is.

Dialects: Pagetide and Browsertrix (``urn:view:URL``), brozzler (``screenshot:URL``), Scoop (``file:///screenshot.png``),
Heritrix and wget (no screenshots; Heritrix's metadata records say how a URL was found).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from storage.records import Role
from storage.urls import header_uri
from storage.warc.dates import moment_of
from storage.warc.heads import LONGEST_HEAD, Head, head_end, parsed_head
from storage.warc.reading import HTTP_KINDS
from storage.warc.record import bare_uri

PAGE_INFO = "urn:pageinfo:"
CHANGE = "urn:change:"
LABEL = "urn:label:"
PAGE_TYPE = "urn:type:"
PAGE_SETTINGS = "urn:pagesettings:"
SAID_LATER = (CHANGE, LABEL, PAGE_TYPE, PAGE_SETTINGS)
"""Records that name a visit and were written after it."""
REMOVAL = "urn:removal:"
LARGEST_BODY = 1 << 24
"""Bytes of a record whose content is looked into: page information, a change score, what a person said, warc-fields."""

_CHUNK = 1 << 16
_HTML_BEGINS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title")
_SNIFFED = 512  # bytes of a document without a type that are looked at
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LONGEST_URN = 45  # "urn:uuid:" and a UUID
_LONGEST_DIGEST = 71  # "sha256:" and 64 digits
_LONGEST_KIND = 20  # letters of WARC-Type that a row has room for

# prefix of the target URI -> part of a capture, and its rank: of two for one part the lower one is taken
_PARTS: Mapping[str, tuple[Role, int]] = {
    "urn:view:": (Role.VIEW, 0),
    "screenshot:": (Role.VIEW, 1),
    "urn:thumbnail:": (Role.VIEW, 2),
    "thumbnail:": (Role.VIEW, 3),
    "urn:fullPage:": (Role.FULL_PAGE, 0),
    "urn:fullPageFinal:": (Role.FULL_PAGE, 1),
    "urn:dom:": (Role.DOM, 0),
    "urn:text:": (Role.TEXT, 0),
    "urn:textFinal:": (Role.TEXT, 1),
    "urn:layout:": (Role.LAYOUT, 0),
    PAGE_INFO: (Role.PAGE_INFO, 0),
}
_SCOOP = {"file:///screenshot.png": (Role.VIEW, 1), "file:///dom-snapshot.html": (Role.DOM, 1)}


@dataclass(frozen=True, kw_only=True, slots=True)
class ScannedRecord:
    """A record of an archive file, and what decides to which page and to which part of it it belongs."""

    file: str
    offset: int
    length: int
    kind: str  # WARC-Type
    urn: str  # empty: it has no WARC-Record-ID
    uri: str
    date: datetime
    mime: str = ""  # of the payload
    status: int | None = None
    location: str = ""  # where a redirect leads
    page_id: str = ""  # WARC-Page-ID as a URN
    concurrent_to: tuple[str, ...] = ()
    refers_to: str = ""
    refers_uri: str = ""
    refers_date: datetime | None = None
    elsewhere: bool = False  # a part of one capture whose payload another capture's record holds
    resource_type: str = ""
    payload_digest: str | None = None  # as the record states it
    digest: str = ""  # "sha256:..." of the payload of a part
    size_bytes: int = 0  # of the payload
    role: Role | None = None
    rank: int = 0
    of_url: str = ""  # the page's URL where the target URI names it
    body: bytes = (
        b""  # page information (without its list of URLs), change score, label, removal: a JSON object
    )
    hops: str | None = None  # how Heritrix came to the URL
    software: str = ""  # of a warcinfo record
    request: Mapping[str, str] = field(default_factory=dict)  # headers of a request in lower case


class TornBlock(Exception):
    """A block that ends before its Content-Length. Raised within storage only, and dealt with there."""


class Block:
    """The block of a record, read once from the beginning to its end; ``begun``: its bytes that were read already."""

    def __init__(self, read: Callable[[int], bytes], length: int, begun: bytes = b"") -> None:
        self._read = read
        self._left = length
        self._begun = begun

    def read(self) -> bytes:
        """The next piece; none at the end.

        Raises
        ------
        TornBlock
            There is less of it than its length says.
        """
        if not self._left:
            return b""
        if self._begun:
            data, self._begun = self._begun[: self._left], b""
        else:
            data = self._read(min(_CHUNK, self._left))
        if not data:
            raise TornBlock
        self._left -= len(data)
        return data


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordFacts:
    """What a record says of itself, before it has a place; and what is odd about it."""

    facts: Mapping[str, Any]  # of ``ScannedRecord``, without its place
    refused: str = ""  # why it cannot be taken; empty: it can
    wrong_digest: str = ""  # the digest that is not that of its content


def record_facts(head: Head, block: Block) -> RecordFacts:
    """What the record tells; its block is read to its end.

    Raises
    ------
    TornBlock
        The block is shorter than it should be.
    """
    facts = _facts(head)
    digests = _Digests(head)
    start = block.read()
    payload = 0
    if _is_http(facts):
        start, payload = _with_http_head(start, block)
        facts |= _http(facts["kind"], parsed_head(start[:payload]))
    wants_bytes = (
        facts["uri"].startswith((PAGE_INFO, *SAID_LATER, REMOVAL))
        or facts["mime"] == "application/warc-fields"
    )
    digester = hashlib.sha256() if facts["role"] is not None else None
    kept, size = [], 0
    digests.block(start)
    data = start[payload:]
    if not facts["mime"] and data[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML_BEGINS):
        facts["mime"] = "text/html"
    while True:
        digests.payload(data)
        size += len(data)
        if digester is not None:
            digester.update(data)
        if wants_bytes and size <= LARGEST_BODY:
            kept.append(data)
        if not (data := block.read()):
            break
        digests.block(data)
    facts["size_bytes"] = size
    if digester is not None:
        facts["digest"] = f"sha256:{digester.hexdigest()}"
    if wants_bytes:
        facts |= _content(facts, b"".join(kept) if size <= LARGEST_BODY else b"")
    return RecordFacts(facts=facts, refused=_refused(head, facts), wrong_digest=digests.wrong())


def page_urn(page_id: str) -> str:
    """A page id of any tool as the URN that names a capture here."""
    bare = bare_uri(page_id).removeprefix("urn:uuid:")
    if _UUID.fullmatch(bare):
        return f"urn:uuid:{bare}"
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, page_id)}"


def record_urn(header: str | None) -> str:
    """A WARC-Record-ID without its brackets; one too long for a row by a name made from it."""
    text = bare_uri(header)
    if len(text) <= _LONGEST_URN:
        return text
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}"


def part_of(uri: str) -> tuple[Role, int, str] | None:
    """Which part of which page's capture a target URI names: role, rank, the page's URL (empty: not said)."""
    if uri.startswith(("http:", "https:")):
        return None
    for prefix, (role, rank) in _PARTS.items():
        if uri.startswith(prefix):
            return role, rank, uri.removeprefix(prefix)
    return (*_SCOOP[uri], "") if uri in _SCOOP else None


def _facts(head: Head) -> dict[str, Any]:
    kind = head.get("warc-type")[:_LONGEST_KIND]
    uri = bare_uri(head.get("warc-target-uri"))
    if not uri.isprintable():
        uri = header_uri(uri)
    part = part_of(uri) if kind in ("resource", "response", "revisit") else None
    page_id = head.get("warc-page-id")
    return {
        "kind": kind,
        "urn": record_urn(head.get("warc-record-id")),
        "uri": uri,
        "date": moment_of(head.get("warc-date")),
        "mime": _mime(head.get("content-type")),
        "page_id": page_urn(page_id) if page_id else "",
        "concurrent_to": tuple(record_urn(value) for value in head.all("warc-concurrent-to")),
        "refers_to": record_urn(head.get("warc-refers-to")),
        "refers_uri": bare_uri(head.get("warc-refers-to-target-uri")),
        "refers_date": moment_of(head.get("warc-refers-to-date")),
        "resource_type": head.get("warc-resource-type").lower(),
        "payload_digest": digest
        if 0 < len(digest := head.get("warc-payload-digest")) <= _LONGEST_DIGEST
        else None,
        "role": part[0] if part else None,
        "rank": part[1] if part else 0,
        "of_url": part[2] if part else "",
    }


def _with_http_head(start: bytes, block: Block) -> tuple[bytes, int]:
    """The first bytes of a block with the whole HTTP head, and where the payload begins in them."""
    seen = 0
    while (
        (end := head_end(start, max(0, seen - 3))) < 0
        and len(start) < LONGEST_HEAD
        and (more := block.read())
    ):
        seen, start = len(start), start + more
    return start, len(start) if end < 0 else end


def _is_http(facts: Mapping[str, Any]) -> bool:
    """As warcio decides it: by kind and URI; of other URIs (Scoop's attachments) by the type."""
    if facts["kind"] not in HTTP_KINDS:
        return False
    return str(facts["uri"]).startswith(("http:", "https:")) or facts["mime"] == "application/http"


def _http(kind: str, head: Head) -> dict[str, Any]:
    if kind == "request":
        names = ("referer", "sec-fetch-dest", "sec-fetch-mode", "user-agent", "x-requested-with")
        return {
            "request": {name: head.get(name).replace("\0", "") for name in names}
            | {"method": head.first_line.split(" ")[0].upper()}
        }
    protocol, _, status = head.first_line.partition(" ")
    code = status.strip()[:3]
    known = protocol.startswith("HTTP/") and code.isdigit() and int(code) >= 100
    return {
        "mime": _mime(head.get("content-type")),
        "status": int(code) if known else None,
        "location": head.get("location"),
    }


def _content(facts: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    if facts["mime"] != "application/warc-fields":
        return {"body": _json_object(body)}
    lines = (line.partition(":") for line in body.decode("utf-8", "replace").splitlines())
    fields = {name.strip().lower(): value.strip() for name, _, value in lines}
    return {"hops": fields.get("hopsfromseed"), "software": fields.get("software", "")}


def _json_object(body: bytes) -> bytes:
    """The object without the URLs of page information, which nothing asks for; nothing where it is no object."""
    try:
        said = json.loads(body)
        if not isinstance(said, dict):
            return b""
        said.pop("urls", None)
        return json.dumps(said, separators=(",", ":")).encode()
    except (ValueError, RecursionError):
        return b""


def _refused(head: Head, facts: Mapping[str, Any]) -> str:
    """Why nothing that reads archives could do with the record; empty: it can."""
    if facts["date"] is None:
        stated = head.get("warc-date")
        return f"Its WARC-Date, {stated[:80]!r}, names no time." if stated else "It has no WARC-Date."
    if facts["kind"] in HTTP_KINDS and not facts["uri"]:
        return f"It is a {facts['kind']} and has no WARC-Target-URI."
    return ""


class _Digests:
    """The digests that a record states, computed again while its block is read."""

    def __init__(self, head: Head) -> None:
        self._block = self._payload = None
        if head.get("warc-type") != "revisit":
            self._block = _digester(head.get("warc-block-digest"))
            if not head.get("warc-segment-number"):
                self._payload = _digester(head.get("warc-payload-digest"))
        self._stated = (head.get("warc-block-digest"), head.get("warc-payload-digest"))

    def block(self, data: bytes) -> None:
        if self._block is not None:
            self._block.update(data)

    def payload(self, data: bytes) -> None:
        if self._payload is not None:
            self._payload.update(data)

    def wrong(self) -> str:
        """The stated digest that is not that of the content; empty: none is."""
        for digester, stated in zip((self._block, self._payload), self._stated, strict=True):
            if digester is not None:
                value = stated.partition(":")[2].strip().lower()
                raw = digester.digest()
                if value not in (raw.hex(), base64.b32encode(raw).decode().lower()):
                    return stated
        return ""


def _digester(stated: str) -> Any:
    algorithm = stated.partition(":")[0].strip().lower().replace("-", "")
    return hashlib.new(algorithm) if algorithm in ("sha1", "sha256", "md5", "sha512") else None


def _mime(content_type: str) -> str:
    return re.split(r"[;,\s\0]", content_type.strip(), maxsplit=1)[0].lower()
