"""Reads records out of WARC files by place, also while a file is still being written.

Every record is a gzip member of its own, whose checksum zlib verifies.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from storage.errors import Corrupt, NotStored, translated_os_errors
from storage.warc import OPEN

_CHUNK = 1 << 20


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
    """The WARC file of that final name, be it closed or still open."""
    for candidate in (name, name + OPEN, name):  # it may be renamed between the first two looks
        try:
            return (folder / candidate).open("rb")
        except FileNotFoundError:
            continue
    raise NotStored(
        f"The WARC file {name} is missing from {folder}. Put it back from a backup; `pagetide verify` lists "
        "what else is missing."
    )


def members(file: BinaryIO, start: int = 0, end: int | None = None) -> Iterator[Member]:
    """The members from byte ``start`` to byte ``end``, until the first that is torn or damaged."""
    file.seek(start)
    position, data = start, b""
    while True:
        member, chunks, length = zlib.decompressobj(zlib.MAX_WBITS + 16), [], 0
        while not member.eof:
            data = data or file.read(_CHUNK)
            if not data or (end is not None and position >= end):
                return
            try:
                chunks.append(member.decompress(data))
            except zlib.error:
                return
            length += len(data) - len(member.unused_data)
            data = member.unused_data
        yield Member(offset=position, length=length, data=b"".join(chunks))
        position += length


def read_block(folder: Path, name: str, offset: int, length: int) -> bytes:
    """The block of the record at that place; of an HTTP message the body as it was sent."""
    with translated_os_errors(folder / name, "read"), open_warc(folder, name) as file:
        file.seek(offset)
        member = file.read(length)
    try:
        head, blank, block = zlib.decompress(member, zlib.MAX_WBITS + 16).partition(b"\r\n\r\n")
    except zlib.error as error:
        raise damaged_record(name, offset) from error
    if not blank:
        raise damaged_record(name, offset)
    if b"\ncontent-type: application/http" in head.lower():
        block = block.partition(b"\r\n\r\n")[2]
    return block[:-4]


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
