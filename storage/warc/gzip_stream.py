"""One gzip member read piece by piece out of a file in memory's view: never more of it is held than was asked for."""

from __future__ import annotations

import zlib

_FIRST = (
    1 << 12
)  # compressed bytes fed at once: what zlib gives back of a piece is copied, so pieces begin small
_LARGEST = 1 << 16


class DamagedMember(Exception):
    """The bytes are no gzip member, or end within it, or are not what its checksum says.

    Raised within storage only, and dealt with where it is raised: the walk goes on behind the damage.
    """


class MemberReader:
    """The decompressed bytes of the gzip member that begins at byte ``start`` of ``data``."""

    def __init__(self, data: memoryview, start: int) -> None:
        self._data = data
        self._position = start
        self._step = _FIRST
        self._left: bytes | memoryview = b""
        self._member = zlib.decompressobj(zlib.MAX_WBITS + 16)

    @property
    def end(self) -> int:
        """Where the member ends in the file, once all of it was read."""
        return self._position - len(self._member.unused_data)

    def read(self, size: int) -> bytes:
        """At most ``size`` of the next bytes; none at the end of the member.

        Raises
        ------
        DamagedMember
            There is no whole member.
        """
        while not self._member.eof:
            if not self._left:
                self._left = self._data[self._position : self._position + self._step]
                self._position += len(self._left)
                self._step = min(2 * self._step, _LARGEST)
            if not self._left:
                raise DamagedMember
            try:
                found = self._member.decompress(self._left, size)
            except zlib.error as error:
                raise DamagedMember from error
            self._left = self._member.unconsumed_tail
            if found:
                return found
        return b""
