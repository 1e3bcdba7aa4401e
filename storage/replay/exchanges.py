"""Reads the exchanges of one capture from the archive.

The capture's row says which bytes of which WARC file hold its records. Their heads are read once; bodies when they
are asked for, those of revisit records from the response that they refer to, in whatever file it stands.
``docs/reference/warc-profile.md`` describes the records.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from storage.collection import Collection
from storage.database.engine import EPOCH
from storage.errors import NotStored, StorageError
from storage.queries.warc_records import find_capture, find_payload
from storage.records import Exchange, Headers
from storage.replay.archived import http_head, parsed_record, refers_of, restored
from storage.replay.lookup import ArchiveLookup
from storage.replay.mementos import Refers
from storage.urls import header_uri
from storage.warc.content_coding import decoded
from storage.warc.dates import moment_of
from storage.warc.exchange_records import protocol_of
from storage.warc.heads import LONGEST_HEAD
from storage.warc.reading import (
    LARGEST_HELD,
    Member,
    RecordPlace,
    damaged_record,
    members,
    open_warc,
    too_large,
)
from storage.warc.record import bare_uri
from storage.warc.writer import ARCHIVE

_NO_RESPONSE = "no response: "
_NOT_MODIFIED = 304
_CHUNK = 1 << 16
_LOOKED_INTO = LONGEST_HEAD + (
    1 << 20
)  # bytes of a record that are read for its heads, notes and request body


@dataclass(kw_only=True)
class Entry:
    """One archived exchange: its head, and where its body is."""

    url: str  # of WARC-Target-URI, as storage.urls.header_uri spells it
    at: datetime  # its capture's
    method: str = "GET"
    status: int | None = None
    reason: str = ""
    headers: Headers = ()
    request_headers: Headers = ()
    request_body: bytes | None = None
    resource_type: str = ""
    error: str | None = None
    truncated: str | None = None
    place: RecordPlace | None = None  # of the response or revisit; None: there is no body
    original: str | None = None  # the response that a revisit refers to, by name; empty: it states none
    refers: Refers = field(default_factory=Refers)  # and by place and time
    payload_digest: str | None = None
    protocol: str = ""
    remote_ip: str | None = None

    def request_header(self, name: str) -> str | None:
        """The value of a header that was sent, by its lower-case name."""
        return next((value for key, value in self.request_headers if key.lower() == name), None)


@dataclass(kw_only=True)
class CaptureIndex:
    """The archived exchanges of one capture, in the order in which they happened."""

    entries: list[Entry] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)  # what could not be read, for a person


class ArchiveReader:
    """Reads exchanges of an open collection. Safe to use from several threads."""

    def __init__(self, collection: Collection) -> None:
        self._database = collection.database
        self._folder: Path = collection.path / ARCHIVE
        self._lookup = ArchiveLookup(collection)

    def index(self, capture_id: int) -> CaptureIndex:
        """The exchanges of a capture; damaged records are named and passed over.

        Raises
        ------
        NotStored
            There is no such capture, or its WARC file is gone.
        """
        found = find_capture(self._database, capture_id)
        if found is None:
            raise NotStored(
                f"There is no capture {capture_id} in this collection. It may belong to another one."
            )
        making = _Making(found.file, found.started_at)
        span, damaged = (found.start, found.end), making.index.damaged
        for member in self._members(found.file, span, found.offsets, damaged):
            making.take(member)
        return making.index

    def response_at(self, place: RecordPlace) -> Entry:
        """The exchange whose response record stands there, without its request."""
        making = _Making(place.file, None)
        making.take(self._member(place))
        if not making.index.entries:
            raise damaged_record(place.file, place.offset)
        return making.index.entries[0]

    def exchange(self, entry: Entry) -> Exchange:
        """The whole exchange, its body read now.

        Raises
        ------
        StorageError
            The record, or the response that a revisit record refers to, is damaged or missing.
        """
        place = entry.place if entry.original is None else self._original(entry)
        body = None if place is None else self._body(entry, place)
        if place is not None and entry.original is not None and entry.status in (None, _NOT_MODIFIED):
            said = self.response_at(place)  # the revisit itself says only that nothing is new
            entry = replace(entry, status=said.status, reason=said.reason, headers=said.headers)
        return Exchange(
            url=entry.url,
            method=entry.method,
            started_at=entry.at,
            request_headers=entry.request_headers,
            request_body=entry.request_body,
            status=entry.status,
            reason=entry.reason,
            response_headers=entry.headers,
            body=body,
            resource_type=entry.resource_type,
            remote_ip=entry.remote_ip,
            protocol=entry.protocol,
            error=entry.error,
            truncated=None if entry.original else entry.truncated,
        )

    def _body(self, entry: Entry, place: RecordPlace) -> bytes | None:
        with open_warc(self._folder, place.file) as file:
            file.seek(place.offset)
            body = _decoded_body(parsed_record(file, place), place)
        return None if not body and entry.truncated == "unspecified" and entry.error else body

    def _original(self, entry: Entry) -> RecordPlace:
        """Where the response stands that holds a revisit's payload."""
        if entry.original or entry.payload_digest:
            with self._database.reading() as connection:
                found = find_payload(connection, entry.original or "", entry.payload_digest)
            if found is not None:
                return found
        found = self._lookup.original(entry.url, entry.at, entry.refers)
        if found is not None:
            return found
        raise NotStored(
            f"{entry.url} was the same at {entry.at:%Y-%m-%d %H:%M:%S} as earlier, but the earlier response "
            f"{entry.original or entry.refers.uri} is not here. Import the archive that holds it."
        )

    def _member(self, place: RecordPlace) -> Member:
        with open_warc(self._folder, place.file) as file:
            found = next(members(file, place.offset, place.offset + place.length, _LOOKED_INTO), None)
        if found is None:
            raise damaged_record(place.file, place.offset)
        return found

    def _members(
        self, name: str, span: tuple[int, int], known: list[int], damaged: list[str]
    ) -> Iterator[Member]:
        """The members of a span; after a damaged place it goes on at the next record that a row names."""
        position, end = span
        with open_warc(self._folder, name) as file:
            while position < end:
                for member in members(file, position, end, _LOOKED_INTO):
                    yield member
                    position = member.offset + member.length
                if position < end:
                    damaged.append(f"{name}, byte {position}")
                    position = next((offset for offset in known if offset > position), end)


class _Making:
    """Puts the records of a capture together: a request finds its response by WARC-Concurrent-To."""

    def __init__(self, file: str, at: datetime | None) -> None:
        self.index = CaptureIndex()
        self._file = file
        self._at = at
        self._by_urn: dict[tuple[str, str], Entry] = {}  # and by URL: names repeat in files of some tools

    def take(self, member: Member) -> None:
        place = RecordPlace(file=self._file, offset=member.offset, length=member.length)
        try:
            record = parsed_record(BytesIO(member.data), place)
        except StorageError as error:
            self.index.damaged.append(str(error))
            return
        uri = header_uri(bare_uri(record.rec_headers.get_header("WARC-Target-URI")))
        if not uri.startswith(("http:", "https:")):
            return
        if record.rec_type in ("response", "resource", "revisit"):
            if record.http_headers is not None or record.rec_type != "response":
                self._response(record, uri, place)
        elif record.rec_type == "request" and record.http_headers is not None:
            self._request(record, uri)
        elif record.rec_type == "metadata":
            self._note(record, uri)

    def _response(self, record: Any, uri: str, place: RecordPlace) -> None:
        headers = record.rec_headers
        status, reason, sent = _head_of(record)
        entry = Entry(
            url=uri,
            at=self._at or moment_of(headers.get_header("WARC-Date")) or EPOCH,
            status=status,
            reason=reason,
            headers=restored(sent),
            resource_type=headers.get_header("WARC-Resource-Type") or "",
            truncated=headers.get_header("WARC-Truncated"),
            place=place,
            payload_digest=headers.get_header("WARC-Payload-Digest"),
            protocol=protocol_of(headers.headers),
            remote_ip=headers.get_header("WARC-IP-Address"),
        )
        if record.rec_type == "revisit":
            entry.original = bare_uri(headers.get_header("WARC-Refers-To"))
            entry.refers = refers_of(record)
        self.index.entries.append(entry)
        if urn := bare_uri(headers.get_header("WARC-Record-ID")):
            self._by_urn[urn, uri] = entry

    def _request(self, record: Any, uri: str) -> None:
        entry = self._by_urn.get((bare_uri(record.rec_headers.get_header("WARC-Concurrent-To")), uri))
        if entry is not None:
            entry.method = record.http_headers.protocol.upper() or "GET"
            entry.request_headers = tuple(record.http_headers.headers)
            entry.request_body = bytes(record.raw_stream.read()) or None

    def _note(self, record: Any, uri: str) -> None:
        """A metadata record says why an exchange is not here, or what its response lacks."""
        if not str(record.rec_headers.get_header("Content-Type")).startswith("application/warc-fields"):
            return
        lines = bytes(record.raw_stream.read()).decode("utf-8", "replace").splitlines()
        fields = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
        }
        if "exchange" not in fields:
            return
        entry = self._by_urn.get((bare_uri(record.rec_headers.get_header("WARC-Concurrent-To")), uri))
        text = fields["exchange"].removeprefix(_NO_RESPONSE)
        if entry is not None:
            entry.error = entry.error or text
            return
        status = fields.get("status", "")
        self.index.entries.append(
            Entry(
                url=uri,
                at=self._at or moment_of(record.rec_headers.get_header("WARC-Date")) or EPOCH,
                method=fields.get("method", "GET").upper(),
                status=int(status) if status.isdigit() else None,
                resource_type=record.rec_headers.get_header("WARC-Resource-Type") or "",
                error=text,
            )
        )


def _head_of(record: Any) -> tuple[int | None, str, Headers]:
    """Status, reason and headers; of a resource record those of an answer with it, of a bare revisit none."""
    if record.http_headers is not None:
        return http_head(record)
    if record.rec_type == "revisit":
        return None, "", ()
    mime = record.rec_headers.get_header("Content-Type")
    return 200, "OK", (("Content-Type", mime),) if mime else ()


def _decoded_body(record: Any, place: RecordPlace) -> bytes:
    """The body without transfer and content coding; that of a body in a form of our own is undone already."""
    stream, coding, chunked = record.raw_stream, "", ""
    if record.http_headers is not None:
        coding = record.http_headers.get_header("Content-Encoding") or ""
        chunked = record.http_headers.get_header("Transfer-Encoding") or ""
    if "chunked" in chunked.lower():
        stream = ChunkedDataReader(stream)
    pieces, size = [], 0
    try:
        while piece := stream.read(_CHUNK):
            pieces.append(piece)
            if (size := size + len(piece)) > LARGEST_HELD:
                raise too_large(f"The body at byte {place.offset} of {place.file}")
    except (ArchiveLoadFailed, zlib.error, EOFError) as error:
        raise damaged_record(place.file, place.offset) from error
    return decoded(b"".join(pieces), coding)
