"""What archives of several tools hold, record by record: which part of a capture a record is, whose page it is.

Dialects: Pagetide and Browsertrix (``urn:view:URL``), brozzler (``screenshot:URL``), Scoop (``file:///screenshot.png``),
Heritrix and wget (no screenshots; Heritrix's metadata records say how a URL was found).
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeadersParser, StatusAndHeadersParserException
from warcio.timeutils import iso_date_to_datetime

from storage.findings import Findings
from storage.records import Role
from storage.warc_record import bare_uri

PAGE_INFO = "urn:pageinfo:"
CHANGE = "urn:change:"
LABEL = "urn:label:"
_CHUNK = 1 << 20
_LARGEST_BODY = 1 << 26  # of a record whose content is looked into
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LONGEST_URN = 45  # "urn:uuid:" and a UUID

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


@dataclass(frozen=True, kw_only=True)
class Found:
    """A record of an archive file, and what decides to which page and to which part of it it belongs."""

    file: str
    offset: int
    length: int
    kind: str  # WARC-Type
    urn: str
    uri: str
    date: datetime
    mime: str = ""  # of the payload
    status: int | None = None
    location: str = ""  # where a redirect leads
    page_id: str = ""  # WARC-Page-ID as a URN
    concurrent_to: tuple[str, ...] = ()
    refers_to: str = ""
    elsewhere: bool = False  # a part of one capture whose payload another capture's record holds
    resource_type: str = ""
    payload_digest: str | None = None  # as the record states it
    digest: str = ""  # "sha256:..." of the payload of a part
    size_bytes: int = 0  # of the payload
    role: Role | None = None
    rank: int = 0
    of_url: str = ""  # the page's URL where the target URI names it
    body: bytes = b""  # page information, change score, label, warc-fields: what is looked into
    request: Mapping[str, str] = field(default_factory=dict)  # headers of a request in lower case


def scan(folder: Path, name: str, findings: Findings) -> Iterator[Found]:
    """The records of the WARC file ``name`` in ``folder``, which is gzipped by record."""
    with (folder / name).open("rb") as file:
        records = ArchiveIterator(file, check_digests=True)
        for record in records:
            found = _found(record)
            offset, length = records.get_record_offset(), records.get_record_length()
            findings.checked["WARC records"] += 1
            if record.digest_checker.passed is False:
                findings.note(
                    f"{name}, byte {offset}",
                    f"The digest of {found['uri'] or found['kind']} is not that of its content: "
                    f"{'; '.join(record.digest_checker.problems)}.",
                    "The record was taken as it is; its tool may have computed it otherwise.",
                )
            yield Found(file=name, offset=offset, length=length, **found)


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
    for prefix, (role, rank) in _PARTS.items():
        if uri.startswith(prefix):
            return role, rank, uri.removeprefix(prefix)
    return (*_SCOOP[uri], "") if uri in _SCOOP else None


def _found(record: Any) -> dict[str, Any]:
    headers = record.rec_headers
    uri = bare_uri(headers.get_header("WARC-Target-URI"))
    part = part_of(uri) if record.rec_type in ("resource", "response", "revisit") else None
    content_type = headers.get_header("Content-Type") or ""
    found: dict[str, Any] = {
        "kind": record.rec_type,
        "urn": record_urn(headers.get_header("WARC-Record-ID")),
        "uri": uri,
        "date": _date(headers.get_header("WARC-Date")),
        "mime": _mime(content_type),
        "page_id": page_urn(stated) if (stated := headers.get_header("WARC-Page-ID")) else "",
        "concurrent_to": tuple(
            bare_uri(value) for key, value in headers.headers if key.lower() == "warc-concurrent-to"
        ),
        "refers_to": record_urn(headers.get_header("WARC-Refers-To")),
        "resource_type": (headers.get_header("WARC-Resource-Type") or "").lower(),
        "payload_digest": headers.get_header("WARC-Payload-Digest"),
    }
    if record.http_headers is None and found["mime"] == "application/http":
        _parse_head(record)
    if record.http_headers is not None:
        found |= _http(record)
    wanted = uri.startswith((PAGE_INFO, CHANGE, LABEL)) or found["mime"] == "application/warc-fields"
    digest, size, body = _content(record, keep=wanted)
    found |= {"size_bytes": size, "body": body}
    if part is not None:
        found |= {"digest": digest, "role": part[0], "rank": part[1], "of_url": part[2]}
    return found


def _parse_head(record: Any) -> None:
    """The HTTP head of a record whose URI is not of the web, which warcio leaves unparsed: Scoop's attachments."""
    with suppress(StatusAndHeadersParserException, EOFError):
        record.http_headers = StatusAndHeadersParser(["HTTP/"]).parse(record.raw_stream)


def _http(record: Any) -> dict[str, Any]:
    headers = record.http_headers
    if record.rec_type == "request":
        names = ("referer", "sec-fetch-dest", "sec-fetch-mode", "user-agent", "x-requested-with")
        stated = {name: headers.get_header(name) or "" for name in names}
        return {"request": {**stated, "method": headers.protocol.upper()}}
    code = headers.get_statuscode()
    return {
        "mime": _mime(headers.get_header("content-type") or ""),
        "status": int(code) if code and code.isdigit() else None,
        "location": headers.get_header("location") or "",
    }


def _content(record: Any, *, keep: bool) -> tuple[str, int, bytes]:
    """Digest, size and, if ``keep``, the bytes of what follows the headers."""
    digester, size, kept = hashlib.sha256(), 0, []
    while data := record.raw_stream.read(_CHUNK):
        digester.update(data)
        size += len(data)
        if keep and size <= _LARGEST_BODY:
            kept.append(data)
    return f"sha256:{digester.hexdigest()}", size, b"".join(kept)


def _date(header: str | None) -> datetime:
    """The moment of a WARC-Date; the epoch where it cannot be read."""
    try:
        moment: datetime = iso_date_to_datetime(header or "")
    except (ValueError, TypeError):
        return datetime.fromtimestamp(0, UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _mime(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()
