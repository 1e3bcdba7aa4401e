"""The uncompressed bytes of an archive file, however it is packed: not at all, or gzipped or compressed by Zstandard,
record by record, as a whole or in part.

Nothing is held of a file but what was read and not asked for yet. Where it cannot be decompressed, the reading goes on
at the next compressed piece in which a record begins. Steps back, which damage makes necessary, are bounded: a file
made to be read over and over is read at most about five times.
"""

from __future__ import annotations

import re
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, Any

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
DICTIONARY = b"\x5d\x2a\x4d\x18"  # of a .warc.zst, in a frame of its own (IIPC, WARC with Zstandard, 0.9)

_BLOCK = (
    1 << 14
)  # read or decompressed at once; pieces are small, and what is left of a block is copied for each
_LARGEST_BLOCK = 1 << 20
_LARGEST_DICTIONARY = 1 << 24
_MOST_BACK = 1 << 28  # bytes read again, and four times what was read
_BEGINS = re.compile(rb"[\r\n]*(WARC/\d|[a-z][a-z0-9+.-]*:)")  # a record of a WARC or of an ARC file


class Damage(Exception):
    """What follows cannot be decompressed; it was told of, and the next read goes on behind it. Raised within the
    archive part only, and dealt with there. ``start``: the first byte of the damaged piece."""

    def __init__(self, start: int) -> None:
        self.start = start


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in an archive: the first byte of a compressed piece, and how much of what is in it stands before."""

    start: int
    skip: int = 0


class Unpacked:
    """Reads a file from its beginning on; ``lost`` is told the first byte and the end of what cannot be read.

    ``begin``: the byte of ``source`` at which the archive begins.
    """

    def __init__(self, source: IO[bytes], lost: Callable[[int, int], None], begin: int = 0) -> None:
        self._source, self._lost, self._begin = source, lost, begin
        self.position = 0  # uncompressed bytes before the next one
        self._ready, self._used = b"", 0
        self._raw, self._raw_end, self._furthest, self._back = b"", 0, 0, 0
        self._piece: Any = None
        self._pieces = deque([(0, 0)])  # uncompressed position and first byte of each, since ``forget``
        source.seek(begin)
        self._packing = _packing(source)
        self._move(0)

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        self._fill()
        found = self._ready[self._used : self._used + size]
        self._used += len(found)
        self.position += len(found)
        return found

    def readline(self, limit: int) -> bytes:
        """Up to the end of the line, or of the file, and at most so many bytes."""
        line, left = list[bytes](), limit
        while left > 0 and self._fill():
            end = self._ready.find(b"\n", self._used) + 1
            line.append(self.read(min(left, (end or len(self._ready)) - self._used)))
            left = left - len(line[-1]) if not end else 0
        return b"".join(line)

    def pass_blanks(self) -> None:
        """Go on behind empty lines."""
        while self._fill() and self._ready[self._used] in b"\r\n":
            left = self._ready[self._used :].lstrip(b"\r\n")
            self.position += len(self._ready) - self._used - len(left)
            self._used = len(self._ready) - len(left)

    def forget(self, position: int) -> None:
        """No step back will lead before that position."""
        while len(self._pieces) > 1 and self._pieces[1][0] <= position:
            self._pieces.popleft()

    def spot(self, position: int) -> Spot:
        """Where in the file that position is."""
        if self._packing is None:
            return Spot(position)
        before, start = next(piece for piece in reversed(self._pieces) if piece[0] <= position)
        return Spot(start, position - before)

    def go_to(self, spot: Spot, position: int = 0) -> None:
        """Read on from there, whatever the position is called; at the end where the file was read too often."""
        self._move(spot.start)
        while len(self._pieces) > 1 and self._pieces[-1][1] >= spot.start:
            self._pieces.pop()
        self.position = position - spot.skip
        left = spot.skip
        while left and (passed := self.read(left)):
            left -= len(passed)

    @property
    def end(self) -> int:
        """The byte of the file behind what was read of it."""
        return self._raw_end - len(self._raw)

    def _fill(self) -> bool:
        """Have something at hand; False at the end."""
        if self._used == len(self._ready):
            self._ready, self._used = self._more(), 0
        return bool(self._ready)

    def _move(self, start: int) -> None:
        self._furthest = max(self._furthest, self._raw_end)
        self._back += max(0, self._raw_end - start)
        self._ready, self._used, self._raw, self._piece = b"", 0, b"", None
        if self._back > _MOST_BACK + 4 * self._furthest:
            self._lost(start, self._furthest)
            start = self._furthest
        self._source.seek(self._begin + start)
        self._raw_end = start

    def _fed(self) -> bytes:
        """Bytes of the file that are not decompressed yet; none at its end."""
        if not self._raw:
            self._raw = self._source.read(_BLOCK)
            self._raw_end += len(self._raw)
        return self._raw

    def _more(self) -> bytes:
        if self._packing is None:
            data, self._raw = self._fed(), b""
            return data
        while self._piece is not None or self._begun(self._packing):
            start = self._pieces[-1][1]
            try:
                found: bytes
                found, self._raw = self._piece.decompress(b"" if self._piece.is_full else self._fed())
            except (ValueError, EOFError) as error:
                following = self._following(start + 1, self._packing)
                self._lost(start, following)
                self._move(following)
                raise Damage(start) from error
            if self._piece.eof:
                self._piece = None
            if found:
                return found
        return b""

    def _begun(self, packing: _Packing) -> bool:
        """Begin the next piece, behind empty lines between two; False at the end of the file."""
        while raw := self._fed():
            self._raw = raw.lstrip(b"\r\n")
            if self._raw:
                self._pieces.append((self.position, self.end))
                self._piece = packing.new()
                return True
        return False

    def _following(self, start: int, packing: _Packing) -> int:
        """The first byte of the next piece in which a record begins; the end of the file where there is none."""
        size = _BLOCK
        while True:
            self._source.seek(self._begin + start)
            block = self._source.read(size)
            found = block.find(packing.magic)
            while found >= 0:
                if self._is_begun(start + found, packing):
                    return start + found
                found = block.find(packing.magic, found + 1)
            if len(block) < size:
                return start + len(block)
            start += len(block) - len(packing.magic) + 1
            size = min(2 * size, _LARGEST_BLOCK)

    def _is_begun(self, start: int, packing: _Packing) -> bool:
        self._source.seek(self._begin + start)
        try:
            found, _ = packing.new().decompress(self._source.read(1 << 10))
        except (ValueError, EOFError):
            return False
        return _BEGINS.match(found) is not None


@dataclass(frozen=True, slots=True)
class _Packing:
    magic: bytes  # with which a compressed piece begins
    new: Callable[[], Any]  # a decompressor of a piece


class _Gzip:
    is_full = False  # what it did not take it gives back

    def __init__(self) -> None:
        self._unzip = zlib.decompressobj(zlib.MAX_WBITS + 16)

    @property
    def eof(self) -> bool:
        return self._unzip.eof

    def decompress(self, raw: bytes) -> tuple[bytes, bytes]:
        """Some of what is in it, and what is left of ``raw``."""
        if not raw:
            raise EOFError
        try:
            found = self._unzip.decompress(raw, _BLOCK)
        except zlib.error as error:
            raise ValueError from error
        return found, self._unzip.unused_data if self._unzip.eof else self._unzip.unconsumed_tail


class _Zstandard:
    def __init__(self, zstd: Any, dictionary: Any) -> None:
        self._failed = zstd.ZstdError
        self._unzip = zstd.ZstdDecompressor(dictionary)

    @property
    def eof(self) -> bool:
        return bool(self._unzip.eof)

    @property
    def is_full(self) -> bool:
        return not self._unzip.needs_input

    def decompress(self, raw: bytes) -> tuple[bytes, bytes]:
        """As above."""
        if not raw and not self.is_full:
            raise EOFError
        try:
            return self._unzip.decompress(raw, _BLOCK), self._unzip.unused_data
        except self._failed as error:
            raise ValueError from error


def _packing(source: IO[bytes]) -> _Packing | None:
    """How the file is compressed, by its first bytes; None: it is not.

    Raises
    ------
    ImportError
        It needs a package that is not installed.
    """
    start = source.read(8)
    if start.startswith(GZIP):
        return _Packing(GZIP, _Gzip)
    if not start.startswith((ZSTD, DICTIONARY)):
        return None
    from backports import zstd  # optional: few archives need it

    dictionary = None
    if start.startswith(DICTIONARY):
        content = source.read(min(int.from_bytes(start[4:], "little"), _LARGEST_DICTIONARY))
        with suppress(zstd.ZstdError, ValueError):  # of a damaged one nothing is decompressed
            if content.startswith(ZSTD):
                content = zstd.ZstdDecompressor().decompress(content, _LARGEST_DICTIONARY)
            dictionary = zstd.ZstdDict(content)
    return _Packing(ZSTD, partial(_Zstandard, zstd, dictionary))
