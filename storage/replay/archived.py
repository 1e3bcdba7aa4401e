"""Reads archived responses as they were sent: status, headers, body."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from storage.collection import Collection
from storage.errors import NotStored
from storage.records import Headers
from storage.replay.mementos import Memento, MementoIndex, Refers
from storage.urls import header_uri
from storage.warc.dates import moment_of
from storage.warc.exchange_records import TOKEN
from storage.warc.reading import RecordPlace, damaged_record, open_warc
from storage.warc.record import bare_uri
from storage.warc.writer import ARCHIVE

_CHUNK = 1 << 16
_HTTP = ("http:", "https:")
_RENAMED = "x-orig-"
_NOT_MODIFIED = 304
_CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]+")


@dataclass(frozen=True, kw_only=True)
class Archived:
    """The head of an archived answer; of a resource record, the head that an answer with it would have."""

    status: int
    reason: str
    headers: Headers
    page_id: str  # WARC-Page-ID of the visit that brought it; empty where the record has none
    truncated: str  # WARC-Truncated's reason; empty: whole


def head_of(collection: Collection, memento: Memento, index: MementoIndex | None = None) -> Archived:
    """The head of a memento; with ``index``, of a revisit that has none, or "not modified", that of its original.

    Raises
    ------
    StorageError
        The record is damaged or missing.
    """
    with _record(collection, memento.place) as record:
        own, refers = _head(record), refers_of(record)
        has_none = record.http_headers is None or own.status == _NOT_MODIFIED
    if index is None or not memento.is_revisit or not has_none:
        return own
    original = index.original(memento, refers)
    return own if original is None else replace(head_of(collection, original), page_id=own.page_id)


def body_of(collection: Collection, index: MementoIndex, memento: Memento) -> Iterator[bytes]:
    """The body of a memento in pieces, with the content encoding that its head states; a revisit's is its original's.

    Raises
    ------
    NotStored
        The record that a revisit refers to is not in the collection.
    StorageError
        The record is damaged or missing.
    """
    holding = memento
    if memento.is_revisit:
        with _record(collection, memento.place) as record:
            refers = refers_of(record)
        original = index.original(memento, refers)
        if original is None:
            raise NotStored(
                f"{memento.url} was the same at {memento.stamp} as earlier, but the earlier answer is not in this "
                "collection. Add the archive that it was taken from."
            )
        holding = original
    return _pieces(collection, holding)


def refers_of(record: Any) -> Refers:
    """What a revisit record says of its original."""
    headers = record.rec_headers
    return Refers(
        uri=bare_uri(headers.get_header("WARC-Refers-To-Target-URI")),
        at=moment_of(headers.get_header("WARC-Refers-To-Date")),
        digest=headers.get_header("WARC-Payload-Digest") or "",
    )


def _pieces(collection: Collection, memento: Memento) -> Iterator[bytes]:
    with _record(collection, memento.place) as record:
        stream = record.raw_stream
        coding = record.http_headers and record.http_headers.get_header("Transfer-Encoding")
        if coding and "chunked" in coding.lower():
            stream = ChunkedDataReader(stream)  # framing of the connection that was, no part of the body
        try:
            while piece := stream.read(_CHUNK):
                yield piece
        except (ArchiveLoadFailed, zlib.error, EOFError) as error:
            raise damaged_record(memento.file, memento.offset) from error


def _head(record: Any) -> Archived:
    headers = record.rec_headers
    plain = Archived(
        status=200,
        reason="OK",
        headers=(("Content-Type", headers.get_header("Content-Type") or "application/octet-stream"),),
        page_id=headers.get_header("WARC-Page-ID") or "",
        truncated=headers.get_header("WARC-Truncated") or "",
    )
    if record.http_headers is None or record.rec_type not in ("response", "revisit"):
        return plain
    status, reason, sent = http_head(record)
    return replace(plain, status=status or 200, reason=reason, headers=sent)


def http_head(record: Any) -> tuple[int | None, str, Headers]:
    """Status (None: it is no number), reason and headers of a response, as they stand in its record."""
    status, _, reason = record.http_headers.statusline.partition(" ")
    sent = tuple((str(name), str(value)) for name, value in record.http_headers.headers)
    return int(status) if status.isdigit() else None, reason, sent


def restored(headers: Headers) -> Headers:
    """Response headers as a browser can be given them.

    What stands under ``X-Orig-`` takes its old place. Lines that no HTTP message may have, and that old servers sent,
    are left out (RFC 9110, 5.1), control characters become spaces (5.5).
    """
    headers = tuple(
        (name, _CONTROLS.sub(" ", value).strip()) for name, value in headers if TOKEN.fullmatch(name)
    )
    renamed = {
        name.lower().removeprefix(_RENAMED) for name, _ in headers if name.lower().startswith(_RENAMED)
    }
    kept = ((name, value) for name, value in headers if name.lower() not in renamed)
    return tuple(
        (name[len(_RENAMED) :] if name.lower().startswith(_RENAMED) else name, value) for name, value in kept
    )


def parsed_record(source: BinaryIO, place: RecordPlace) -> Any:
    """warcio's record of ``source``, which stands at its first byte; its body is read when it is asked for.

    Raises
    ------
    Corrupt
        There is no record.
    """
    records = ArchiveIterator(source)
    try:
        record = next(records)
        uri = record.rec_headers.get_header("WARC-Target-URI") or ""
        if header_uri(uri).startswith(_HTTP) and not uri.startswith(_HTTP):
            # warcio takes "HTTP://" for another scheme, and leaves its records unparsed
            record.http_headers = records.loader.load_http_headers(
                record.rec_type, _HTTP[0], record.raw_stream, record.length
            )
    except (ArchiveLoadFailed, StopIteration, EOFError, zlib.error) as error:
        raise damaged_record(place.file, place.offset) from error
    return record


@contextmanager
def _record(collection: Collection, place: RecordPlace) -> Iterator[Any]:
    """A record, parsed, while its file is open."""
    with open_warc(collection.path / ARCHIVE, place.file) as file:
        file.seek(place.offset)
        yield parsed_record(file, place)
