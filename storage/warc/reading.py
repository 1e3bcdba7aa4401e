"""Reads records out of WARC files by place, also while a file is still being written.

Every record is a gzip member of its own, whose checksum zlib verifies.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from storage.errors import Corrupt, NotStored, StorageError, translated_os_errors
from storage.warc.closing import ClosedFile
from storage.warc.heads import LONGEST_HEAD, block_length, head_end, parsed_head
from storage.warc.stored_files import digest_of, open_stored
from storage.warc.writer import OPEN

LARGEST_HELD = 1 << 28
"""Bytes of one body, or of one part of a capture, that are held in memory at once; what is larger is not read."""

HTTP_KINDS = ("response", "request", "revisit")
"""Records of which the block begins with an HTTP head, if their type says that it is HTTP."""

_CHUNK = 1 << 16


@dataclass(frozen=True, kw_only=True)
class RecordPlace:
    """Where a record stands."""

    file: str
    offset: int
    length: int


@dataclass(frozen=True, kw_only=True)
class Member:
    """A gzip member of a WARC file, decompressed."""

    offset: int
    length: int
    data: bytes


def open_warc(folder: Path, name: str) -> BinaryIO:
    """The WARC file of that final name, be it closed or still open, on this disk or in the object store.

    Raises
    ------
    NotStored
        It is in neither.
    ObjectsUnavailable
        It is in the object store, which does not answer; reading may raise that, too.
    """
    for candidate in (name, name + OPEN, name):  # it may be renamed between the first two looks
        try:
            return (folder / candidate).open("rb")
        except FileNotFoundError:
            continue
    stored = open_stored(folder, name)
    if stored is not None:
        return stored
    raise NotStored(
        f"The WARC file {name} is missing from {folder}. Put it back from a backup; `pagetide verify` lists "
        "what else is missing."
    )


def measured_warc(folder: Path, name: str) -> ClosedFile:
    """A closed WARC file as it is now, wherever it is."""
    with translated_os_errors(folder / name, "read"), open_warc(folder, name) as file:
        return digest_of(file, name)


def members(
    file: BinaryIO, start: int = 0, end: int | None = None, keep: int | None = None
) -> Iterator[Member]:
    """The members from byte ``start`` to byte ``end``, until the first that is torn or damaged.

    ``keep``: how many bytes of each are given, at the least; None: all of them.
    """
    file.seek(start)
    position, data = start, b""
    while True:
        member, chunks, kept, length = zlib.decompressobj(zlib.MAX_WBITS + 16), [], 0, 0
        while not member.eof:
            data = data or file.read(_CHUNK)
            if not data or (end is not None and position >= end):
                return
            try:
                piece = member.decompress(data, _CHUNK)
            except zlib.error:
                return
            if keep is None or kept < keep:
                chunks.append(piece)
                kept += len(piece)
            left = member.unconsumed_tail or member.unused_data
            length += len(data) - len(left)
            data = left
        yield Member(offset=position, length=length, data=b"".join(chunks))
        position += length


def read_block(folder: Path, name: str, offset: int, length: int) -> bytes:
    """The block of the record at that place; of an HTTP message the body as it was sent.

    Raises
    ------
    StorageError
        It is damaged, or larger than ``LARGEST_HELD``.
    """
    with translated_os_errors(folder / name, "read"), open_warc(folder, name) as file:
        file.seek(offset)
        member = next(members(file, offset, offset + length, LONGEST_HEAD + LARGEST_HELD), None)
    end = -1 if member is None else head_end(member.data)
    if member is None or end < 0:
        raise damaged_record(name, offset)
    head = parsed_head(member.data[:end])
    size = block_length(head)
    if size is None or (len(member.data) < end + size <= LARGEST_HELD):
        raise damaged_record(name, offset)
    if size > LARGEST_HELD:
        raise too_large(f"The record at byte {offset} of {name}")
    block = member.data[end : end + size]
    is_http = head.get("content-type").lower().startswith("application/http")
    if not is_http or head.get("warc-type") not in HTTP_KINDS:
        return block
    begin = head_end(block)
    return b"" if begin < 0 else block[begin:]


def too_large(thing: str) -> StorageError:
    """The error that says that something does not go into memory."""
    return StorageError(
        f"{thing} has more than {LARGEST_HELD >> 20} MiB, which is more than is read at once. It stays in the archive."
    )


def is_torn(record: Any) -> bool:
    """Whether a record that warcio read to its end ends before it says; warcio takes a torn one for a whole one, and
    counts nothing of one that ends within its head."""
    return bool(getattr(record.raw_stream, "limit", 1) > 0)


def damaged_record(name: str, offset: int) -> Corrupt:
    """The error that says so, and what to do."""
    return Corrupt(
        f"The record at byte {offset} of {name} is damaged. Restore the file from a backup; `pagetide "
        "verify` lists what else is damaged."
    )
