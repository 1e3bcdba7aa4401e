"""The exchanges of one capture read back out of the archive, as the recorder once gave them.

The capture's row says which bytes of which WARC file hold its records. Their heads are read once; bodies when they
are asked for, those of revisit records from the response that they refer to, in whatever file it stands.
``docs/reference/warc-profile.md`` describes the records.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from sqlalchemy import select
from warcio.bufferedreaders import ChunkedDataReader

from storage.archived import http_head, parsed_record, restored
from storage.collection import ARCHIVE, Collection
from storage.content_coding import decoded
from storage.errors import NotStored, StorageError
from storage.records import Exchange, Headers
from storage.schema import capture, warc_record
from storage.urls import header_uri
from storage.warc_exchange import protocol_of
from storage.warc_reading import Member, RecordPlace, damaged_record, members, open_warc
from storage.warc_record import bare_uri
from storage.warc_rows import find_payload

_NO_RESPONSE = "no response: "


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
    original: str | None = None  # the response that a revisit refers to
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

    def index(self, capture_id: int) -> CaptureIndex:
        """The exchanges of a capture; damaged records are named and passed over.

        Raises
        ------
        NotStored
            There is no such capture, or its WARC file is gone.
        """
        query = select(
            capture.c.started_at, capture.c.warc_file, capture.c.warc_offset, capture.c.warc_bytes
        ).where(capture.c.id == capture_id)
        rows = (
            select(warc_record.c.offset)
            .where(warc_record.c.capture_id == capture_id)
            .order_by(warc_record.c.offset)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
            known = [int(offset) for offset in connection.execute(rows).scalars()]
        if row is None:
            raise NotStored(
                f"There is no capture {capture_id} in this collection. It may belong to another one."
            )
        making = _Making(row.warc_file, row.started_at)
        end = row.warc_offset + row.warc_bytes
        for member in self._members(row.warc_file, (row.warc_offset, end), known, making.index.damaged):
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
        body = None if entry.place is None else self._body(entry)
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

    def _body(self, entry: Entry) -> bytes | None:
        assert entry.place is not None
        place = entry.place if entry.original is None else self._original(entry)
        body = _decoded_body(parsed_record(BytesIO(self._member(place).data), place))
        return None if not body and entry.truncated == "unspecified" and entry.error else body

    def _original(self, entry: Entry) -> RecordPlace:
        """Where the response stands that holds a revisit's payload."""
        with self._database.reading() as connection:
            found = find_payload(connection, entry.original or "", entry.payload_digest)
        if found is not None:
            return found
        raise NotStored(f"The response {entry.original} that holds the payload of {entry.url} is not here.")

    def _member(self, place: RecordPlace) -> Member:
        with open_warc(self._folder, place.file) as file:
            found = next(members(file, place.offset, place.offset + place.length), None)
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
                for member in members(file, position, end):
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
        self._by_urn: dict[str, Entry] = {}

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
        if record.rec_type in ("response", "revisit") and record.http_headers is not None:
            self._response(record, uri, place)
        elif record.rec_type == "request" and record.http_headers is not None:
            self._request(record)
        elif record.rec_type == "metadata":
            self._note(record, uri)

    def _response(self, record: Any, uri: str, place: RecordPlace) -> None:
        headers = record.rec_headers
        status, reason, sent = http_head(record)
        entry = Entry(
            url=uri,
            at=self._at or _moment(headers.get_header("WARC-Date")),
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
        self.index.entries.append(entry)
        self._by_urn[bare_uri(headers.get_header("WARC-Record-ID"))] = entry

    def _request(self, record: Any) -> None:
        entry = self._by_urn.get(bare_uri(record.rec_headers.get_header("WARC-Concurrent-To")))
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
        entry = self._by_urn.get(bare_uri(record.rec_headers.get_header("WARC-Concurrent-To")))
        text = fields["exchange"].removeprefix(_NO_RESPONSE)
        if entry is not None:
            entry.error = entry.error or text
            return
        status = fields.get("status", "")
        self.index.entries.append(
            Entry(
                url=uri,
                at=self._at or _moment(record.rec_headers.get_header("WARC-Date")),
                method=fields.get("method", "GET").upper(),
                status=int(status) if status.isdigit() else None,
                resource_type=record.rec_headers.get_header("WARC-Resource-Type") or "",
                error=text,
            )
        )


def _decoded_body(record: Any) -> bytes:
    """The body without transfer and content coding; that of a body in a form of our own is undone already."""
    stream, coding, chunked = record.raw_stream, "", ""
    if record.http_headers is not None:
        coding = record.http_headers.get_header("Content-Encoding") or ""
        chunked = record.http_headers.get_header("Transfer-Encoding") or ""
    if "chunked" in chunked.lower():
        stream = ChunkedDataReader(stream)
    return decoded(bytes(stream.read()), coding)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
