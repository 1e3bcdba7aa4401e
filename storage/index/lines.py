"""CDXJ lines of one WARC file: SURT key, 14-digit time, a JSON object that says where the record stands.

Same records, keys and fields as cdxj-indexer with ``--post-append``, which pywb and ReplayWeb.page go by:
responses, revisits, resources and metadata, save what is ``application/warc-fields`` and what people set of pages.
Numbers are strings, as the warcio tools write them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.utils import Digester

from storage.index.request_key import APPENDED_METHODS, appended_query, with_query
from storage.urls import index_key
from storage.warc.dates import stamp_of
from storage.warc.reading import is_torn
from storage.warc.record_kinds import PAGE_SETTINGS
from storage.warc.spans import Span, spans

_INDEXED = frozenset({"response", "revisit", "resource", "metadata"})
_CHUNK = 1 << 20
_LENGTH_UNKNOWN = 8192  # bytes read of a request body without Content-Length


@dataclass
class _Entry:
    """What the index keeps of a record."""

    kind: str
    urn: str
    concurrent_to: str
    url: str
    date: str
    fields: dict[str, str | None] = field(default_factory=dict)
    method: str = ""
    query: str = ""


def index_lines(
    file: BinaryIO, name: str, end: int, *, start: int = 0, left_out: Callable[[Span], None]
) -> Iterator[str]:
    """The lines of bytes ``start`` to ``end`` of the WARC file ``name``, in the order of its records.

    ``left_out`` is told of each place that cannot be read.
    """
    before: _Entry | None = None
    for entry in _entries(file, name, start, end, left_out):
        if before is not None and (pair := _request_and_response(before, entry)):
            request, response = pair
            response.method, response.query = request.method, request.query
            yield from _line(before)
            yield from _line(entry)
            before = None
            continue
        yield from _line(before)
        before = entry
    yield from _line(before)


def _entries(
    file: BinaryIO, name: str, start: int, end: int, left_out: Callable[[Span], None]
) -> Iterator[_Entry]:
    for span in spans(file, start, end):
        entry = _entry(file, name, span) if span.whole else None
        if entry is None:
            left_out(span)
        else:
            yield entry


def _entry(file: BinaryIO, name: str, span: Span) -> _Entry | None:
    """What the index keeps of the record there; None if it is none, or ends before it says."""
    file.seek(span.start)
    try:
        record = next(iter(ArchiveIterator(file)))
        entry = _entry_of(record, name, span)
        while record.raw_stream.read(_CHUNK):
            pass
    except (ArchiveLoadFailed, StopIteration, EOFError):
        return None
    return None if is_torn(record) else entry


def _entry_of(record: Any, name: str, span: Span) -> _Entry:
    headers = record.rec_headers
    entry = _Entry(
        kind=record.rec_type,
        urn=headers.get_header("WARC-Record-ID") or "",
        concurrent_to=headers.get_header("WARC-Concurrent-To") or "",
        url=headers.get_header("WARC-Target-URI") or "",
        date=headers.get_header("WARC-Date") or "",
    )
    if record.rec_type == "request" and record.http_headers is not None:
        _note_request(entry, record)
    elif _is_indexed(record):
        _note_fields(entry, record)
        entry.fields |= {"length": str(span.length), "offset": str(span.start), "filename": name}
    return entry


def _is_indexed(record: Any) -> bool:
    if (record.rec_headers.get_header("WARC-Target-URI") or "").startswith(PAGE_SETTINGS):
        return False  # what people noted of a page is nothing that replay shows
    if record.rec_type in ("resource", "metadata"):
        return bool(record.rec_headers.get_header("Content-Type") != "application/warc-fields")
    return record.rec_type in _INDEXED


def _note_request(entry: _Entry, record: Any) -> None:
    entry.method = record.http_headers.protocol.upper()
    if entry.method not in APPENDED_METHODS:
        return
    stated = record.http_headers.get_header("Content-Length")
    length = _LENGTH_UNKNOWN if stated is None else int(stated) if stated.strip().isdigit() else 0
    body = record.content_stream().read(length) if length else b""
    entry.query = appended_query(entry.method, record.http_headers.get_header("Content-Type") or "", body)


def _note_fields(entry: _Entry, record: Any) -> None:
    values = {
        "url": entry.url,
        "mime": _mime(record),
        "status": record.http_headers.get_statuscode() if record.http_headers else None,
        "digest": record.rec_headers.get_header("WARC-Payload-Digest") or _digest(record),
    }
    if record.rec_type not in ("response", "revisit"):
        values["status"] = None
    entry.fields = {key: value for key, value in values.items() if value is not None}


def _mime(record: Any) -> str | None:
    if record.rec_type == "revisit":
        return "warc/revisit"
    if record.rec_type == "response":
        stated = record.http_headers.get_header("content-type") if record.http_headers else None
    else:
        stated = record.rec_headers.get_header("content-type")
    return re.split(r"[;\s]", stated, maxsplit=1)[0] if stated else None


def _digest(record: Any) -> str:
    """Of the payload as it stands in the record, where the record states none."""
    digester = Digester("sha1")
    while data := record.raw_stream.read(_CHUNK):
        digester.update(data)
    return str(digester)


def _request_and_response(first: _Entry, second: _Entry) -> tuple[_Entry, _Entry] | None:
    """Two neighbours that are one exchange, the request first; None if they are not."""
    if first.url != second.url or not first.urn or second.concurrent_to != first.urn:
        return None
    kinds = (first.kind, second.kind)
    if kinds == ("response", "request"):
        return second, first
    return (first, second) if kinds == ("request", "response") else None


def _line(entry: _Entry | None) -> Iterator[str]:
    stamp = None if entry is None else stamp_of(entry.date)
    if entry is None or not entry.fields or stamp is None:
        return
    key, more = index_key(entry.url), {}
    if entry.method in APPENDED_METHODS:
        key = index_key(with_query(entry.url, entry.method, entry.query))
        more = {"requestBody": entry.query, "method": entry.method}
    yield f"{key} {stamp} {json.dumps({**entry.fields, **more})}\n"
