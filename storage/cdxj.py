"""The CDXJ index of the archive: one line per replayable record, sorted bytewise.

``storage.cdxj_lines`` makes the lines. A closed WARC file never changes, so its lines are kept as
``indexes/NAME.cdxj`` and made once; ``indexes/index.cdxj`` merges them. Of a file that is still being
written, the part that rows name is indexed.
"""

from __future__ import annotations

import heapq
import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from storage.cdxj_lines import index_lines
from storage.collection import ARCHIVE, INDEXES, Collection
from storage.digests import sha256
from storage.errors import translated_os_errors
from storage.warc import OPEN
from storage.warc_reading import open_warc
from storage.warc_rows import committed_end

INDEX = "index.cdxj"
_LINES_PER_BLOCK = 256  # as Browsertrix


@dataclass(frozen=True, kw_only=True)
class WarcPart:
    """A WARC file by its final name, and how much of it belongs to the archive's present state."""

    name: str
    size: int
    closed: bool


def warc_parts(collection: Collection) -> list[WarcPart]:
    """All WARC files: closed ones whole, open ones up to the last record that a row names."""
    folder = collection.path / ARCHIVE
    names = {path.name.removesuffix(OPEN) for path in folder.glob("*.warc.gz*")}
    parts = []
    for name in sorted(names):
        closed = folder / name
        if closed.exists():
            parts.append(WarcPart(name=name, size=closed.stat().st_size, closed=True))
        elif end := committed_end(collection.database, name):
            parts.append(WarcPart(name=name, size=end, closed=False))
    return parts


def open_part(collection: Collection, part: WarcPart, start: int = 0) -> IO[bytes] | io.RawIOBase:
    """The part's bytes from ``start`` and no more; close it after reading."""
    file = open_warc(collection.path / ARCHIVE, part.name)
    file.seek(start)
    return file if part.closed else _FirstBytes(file, part.size - start)


def write_index(collection: Collection, target: Path | None = None) -> Path:
    """Write the sorted index of the archive to ``target``, by default the collection's own."""
    folder = collection.path / INDEXES
    target = target or folder / INDEX
    with ExitStack() as stack, translated_os_errors(target):
        sources: list[Iterable[str]] = []
        for part in warc_parts(collection):
            kept = folder / f"{part.name.removesuffix('.warc.gz')}.cdxj"
            if part.closed and not collection.read_only and not kept.exists():
                _write_lines(kept, _lines(collection, part))
            if part.closed and kept.exists():
                sources.append(stack.enter_context(kept.open(encoding="utf-8", newline="")))
            else:
                sources.append(_lines(collection, part))
        _write_lines(target, _without_repeats(heapq.merge(*sources)))
    return target


def index_of_files(files: Iterable[Path], target: Path) -> Path:
    """Write the sorted index of gzipped WARC files outside a collection to ``target``."""
    lines: list[str] = []
    for path in files:
        with translated_os_errors(path, "read"), path.open("rb") as file:
            lines += index_lines(file, path.name, path.stat().st_size)
    with translated_os_errors(target):
        _write_lines(target, _without_repeats(sorted(lines)))
    return target


def compress_index(index: Path, folder: Path) -> tuple[Path, Path]:
    """The index in gzip blocks, ``index.cdx.gz``, and the list of the blocks, ``index.idx``."""
    blocks, listing = folder / "index.cdx.gz", folder / "index.idx"
    with (
        translated_os_errors(blocks),
        index.open(encoding="utf-8", newline="") as lines,
        blocks.open("wb") as data,
        listing.open("w", encoding="utf-8", newline="") as out,
    ):
        out.write(f"!meta 0 {json.dumps({'format': 'cdxj-gzip-1.0', 'filename': blocks.name})}\n")
        offset = 0
        while block := list(islice(lines, _LINES_PER_BLOCK)):
            packed = _gzipped("".join(block).encode())
            key, moment, _ = block[0].split(" ", 2)
            place = {
                "offset": offset,
                "length": len(packed),
                "digest": sha256(packed),
                "filename": blocks.name,
            }
            out.write(f"{key} {moment} {json.dumps(place)}\n")
            data.write(packed)
            offset += len(packed)
    return blocks, listing


def _gzipped(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS + 16)
    return packer.compress(data) + packer.flush()


def _lines(collection: Collection, part: WarcPart) -> list[str]:
    with open_part(collection, part) as file:
        return sorted(index_lines(file, part.name, part.size))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8", newline="") as out:
        out.writelines(lines)
    os.replace(fresh, path)


def _without_repeats(lines: Iterable[str]) -> Iterator[str]:
    last = None
    for line in lines:
        if line != last:
            yield line
        last = line


class _FirstBytes(io.RawIOBase):
    """The first ``size`` bytes of a file that goes on growing."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        super().__init__()
        self._file = file
        self._left = size

    def readable(self) -> bool:
        """It is read and nothing else."""
        return True

    def read(self, size: int | None = -1) -> bytes:
        """At most ``size`` of the bytes that are left."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        data = self._file.read(wanted)
        self._left -= len(data)
        return data

    def close(self) -> None:
        """Close the file behind."""
        self._file.close()
        super().close()
