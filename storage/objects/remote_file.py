"""An object read like a file: any part of it, by requests for ranges of bytes.

A replayed page asks for records that stand side by side, each opened anew. So what a request brought is kept in memory,
in blocks, for all files of the process; who reads on and on gets more with each request.
"""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from typing import BinaryIO, cast

from storage.errors import NotStored
from storage.objects.store import PART_BYTES, ObjectStore

BLOCK = 1 << 18
"""Bytes that the smallest request asks for."""

_MOST_BLOCKS = 128  # 32 MiB of memory
_MOST_AHEAD = PART_BYTES // BLOCK


def open_object(store: ObjectStore, key: str, *, fresh: bool = False) -> BinaryIO:
    """An object for reading. ``fresh``: all of it is asked for now, whatever was read before.

    Raises
    ------
    NotStored
        There is no such object. Reading raises it, too, and ``ObjectsUnavailable``.
    """
    size = None if fresh else _SEEN.size(store, key)
    if size is None:
        size = store.size(key)
        if size is None:
            raise NotStored(f"There is no object {key} in {store.address}.")
        _SEEN.note(store, key, size)
    return cast("BinaryIO", io.BufferedReader(_Object(store, key, size, fresh=fresh), 1 << 16))


def forget_object(store: ObjectStore, key: str) -> None:
    """Keep nothing in memory of an object that is deleted."""
    _SEEN.forget(store, key)


class _Blocks:
    """Blocks of objects in memory, those read last; and the sizes of objects that were opened."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self._sizes: dict[tuple[str, str], int] = {}

    def size(self, store: ObjectStore, key: str) -> int | None:
        return self._sizes.get((store.address, key))

    def note(self, store: ObjectStore, key: str, size: int) -> None:
        self._sizes[store.address, key] = size

    def get(self, store: ObjectStore, key: str, number: int) -> bytes | None:
        with self._lock:
            found = self._blocks.get((store.address, key, number))
            if found is not None:
                self._blocks.move_to_end((store.address, key, number))
            return found

    def put(self, store: ObjectStore, key: str, first: int, data: bytes) -> None:
        with self._lock:
            for number, start in enumerate(range(0, len(data), BLOCK), first):
                self._blocks[store.address, key, number] = data[start : start + BLOCK]
            while len(self._blocks) > _MOST_BLOCKS:
                self._blocks.popitem(last=False)

    def forget(self, store: ObjectStore, key: str) -> None:
        with self._lock:
            self._sizes.pop((store.address, key), None)
            for place in [place for place in self._blocks if place[:2] == (store.address, key)]:
                del self._blocks[place]


_SEEN = _Blocks()


class _Object(io.RawIOBase):
    """An object that ends early, because it was damaged, reads like a file that was cut there."""

    def __init__(self, store: ObjectStore, key: str, size: int, *, fresh: bool) -> None:
        super().__init__()
        self._store = store
        self._key = key
        self._size = size
        self._blocks = _Blocks() if fresh else _SEEN
        self._position = 0
        self._expected = -1  # the block that follows what was asked for last
        self._ahead = 1

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = max(0, base + offset)
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if self._position >= self._size or not len(buffer):
            return 0
        number, start = divmod(self._position, BLOCK)
        piece = self._block(number)[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    def _block(self, number: int) -> bytes:
        known = self._blocks.get(self._store, self._key, number)
        if known is not None:
            return known
        self._ahead = min(2 * self._ahead, _MOST_AHEAD) if number == self._expected else 1
        start = number * BLOCK
        data = self._store.read(self._key, start, min(self._ahead * BLOCK, self._size - start))
        self._blocks.put(self._store, self._key, number, data)
        self._expected = number + self._ahead
        return data[:BLOCK]
