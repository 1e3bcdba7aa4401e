"""Archived answers read back as they were sent: status, headers, and the bytes of the body piece by piece."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from storage.collection import ARCHIVE, Collection
from storage.errors import Corrupt, NotStored
from storage.mementos import Memento, MementoIndex
from storage.records import Headers
from storage.warc_reading import open_warc

_CHUNK = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Archived:
    """The head of an archived answer; of a resource record, the head that an answer with it would have."""

    status: int
    reason: str
    headers: Headers
    page_id: str  # WARC-Page-ID of the visit that brought it; empty where the record has none
    truncated: str  # WARC-Truncated's reason; empty: whole


def head_of(collection: Collection, memento: Memento) -> Archived:
    """The head of a memento.

    Raises
    ------
    StorageError
        The record is damaged or missing.
    """
    with _record(collection, memento) as opened:
        return _head(opened.record)


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
        original = index.original(memento)
        if original is None:
            raise NotStored(
                f"{memento.url} was the same at {memento.stamp} as earlier, but the earlier answer is not in this "
                "collection. Add the archive that it was taken from."
            )
        holding = original
    return _pieces(collection, holding)


def _pieces(collection: Collection, memento: Memento) -> Iterator[bytes]:
    with _record(collection, memento) as opened:
        stream = opened.record.raw_stream
        coding = opened.record.http_headers and opened.record.http_headers.get_header("Transfer-Encoding")
        if coding and "chunked" in coding.lower():
            stream = ChunkedDataReader(stream)  # framing of the connection that was, no part of the body
        try:
            while piece := stream.read(_CHUNK):
                yield piece
        except (ArchiveLoadFailed, zlib.error, EOFError) as error:
            raise _damaged(memento) from error


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
    status, _, reason = record.http_headers.statusline.partition(" ")
    sent = tuple((str(name), str(value)) for name, value in record.http_headers.headers)
    return replace(plain, status=int(status) if status.isdigit() else 200, reason=reason, headers=sent)


class _record:
    """A record, parsed, while its file is open."""

    def __init__(self, collection: Collection, memento: Memento) -> None:
        self._folder = collection.path / ARCHIVE
        self._memento = memento

    def __enter__(self) -> _record:
        self._file = open_warc(self._folder, self._memento.file)
        self._file.seek(self._memento.offset)
        try:
            self.record: Any = next(iter(ArchiveIterator(self._file)))
        except (ArchiveLoadFailed, StopIteration, zlib.error) as error:
            self._file.close()
            raise _damaged(self._memento) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _damaged(memento: Memento) -> Corrupt:
    return Corrupt(
        f"The record of {memento.url} at byte {memento.offset} of {memento.file} is damaged. Restore the file from "
        "a backup; `pagetide verify` lists what else is damaged."
    )
