"""Which bytes of a WARC file hold whole records and which cannot be read: the walk goes on behind a damaged place.

A record is a gzip member of its own, whose checksum zlib verifies. Nothing is held in memory but a piece of the file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

_STEP = 1 << 14
_BLOCK = 1 << 20
GZIP = b"\x1f\x8b\x08"
_HEAD = b"WARC/"
_LONGEST_START = 1 << 10
"""Bytes within which a record shows its first letters; what begins like gzip and does not is none and costs no more."""


@dataclass(frozen=True, kw_only=True)
class Span:
    """The bytes from ``start`` to ``end``: one whole record, or a place that cannot be read."""

    start: int
    end: int
    whole: bool

    @property
    def length(self) -> int:
        """How many bytes it takes in the file."""
        return self.end - self.start


def spans(file: BinaryIO, start: int, end: int) -> Iterator[Span]:
    """Everything from byte ``start`` to byte ``end``, in order: whole records one by one, and what lies between."""
    position = start
    while position < end:
        stop = record_end(file, position, end)
        if stop is not None:
            yield Span(start=position, end=stop, whole=True)
            position = stop
            continue
        following = _next_record(file, position + 1, end)
        yield Span(start=position, end=following, whole=False)
        position = following


def record_headers(file: BinaryIO, span: Span) -> dict[str, str]:
    """The headers of the record of a whole span, names in lower case; its block is not read."""
    file.seek(span.start)
    member, text, position = zlib.decompressobj(zlib.MAX_WBITS + 16), b"", span.start
    while b"\r\n\r\n" not in text and len(text) < _BLOCK and position < span.end:
        compressed = file.read(min(_LONGEST_START, span.end - position))
        position += len(compressed)
        text += member.decompress(compressed, _BLOCK)
    lines = text.partition(b"\r\n\r\n")[0].decode("utf-8", "replace").splitlines()[1:]
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def record_end(file: BinaryIO, start: int, end: int) -> int | None:
    """Where the record ends that begins at byte ``start``; None if none does, or if it is damaged or torn."""
    file.seek(start)
    member, position, seen, left = zlib.decompressobj(zlib.MAX_WBITS + 16), start, b"", b""
    while not member.eof:
        if not left:
            left = file.read(min(_STEP if position > start else _LONGEST_START, end - position))
            position += len(left)
        if not left:
            return None
        try:
            got = member.decompress(left, _BLOCK)
        except zlib.error:
            return None
        left = member.unconsumed_tail
        seen = (seen + got[: len(_HEAD)])[: len(_HEAD)]
        if not _HEAD.startswith(seen) or (not seen and position - start >= _LONGEST_START):
            return None
    return position - len(member.unused_data) if seen == _HEAD else None


def _next_record(file: BinaryIO, start: int, end: int) -> int:
    """Where the next whole record begins; ``end`` if there is none."""
    while start < end:
        file.seek(start)
        block = file.read(min(_BLOCK, end - start))
        found = block.find(GZIP)
        while found >= 0:
            if record_end(file, start + found, end) is not None:
                return start + found
            found = block.find(GZIP, found + 1)
        if len(block) < len(GZIP):
            return end
        start += len(block) - len(GZIP) + 1
    return end
