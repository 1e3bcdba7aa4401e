"""The CDXJ index of the archive: one line per replayable record, sorted bytewise.

cdxj-indexer makes the lines. A closed WARC file never changes, so its lines are kept as
``indexes/NAME.cdxj`` and made once; ``indexes/index.cdxj`` merges them. Of a file that is still being
written, the part that rows name is indexed.
"""

from __future__ import annotations

import heapq
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from cdxj_indexer.main import CDXJIndexer, CompressedWriter
from warcio.utils import Digester

from storage.collection import ARCHIVE, INDEXES, Collection
from storage.errors import translated_os_errors
from storage.warc import OPEN
from storage.warc_reading import open_warc
from storage.warc_rows import committed_end

INDEX = "index.cdxj"
_CHUNK = 1 << 20
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


def open_part(collection: Collection, part: WarcPart) -> IO[bytes] | io.RawIOBase:
    """The part's bytes and no more; close it after reading."""
    file = open_warc(collection.path / ARCHIVE, part.name)
    return file if part.closed else _FirstBytes(file, part.size)


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


def compress_index(index: Path, folder: Path) -> tuple[Path, Path]:
    """The index in gzip blocks, ``index.cdx.gz``, and the list of the blocks, ``index.idx``."""
    blocks, listing = folder / "index.cdx.gz", folder / "index.idx"
    with (
        translated_os_errors(blocks),
        index.open(encoding="utf-8", newline="") as lines,
        blocks.open("wb") as data,
        listing.open("w", encoding="utf-8", newline="") as out,
    ):
        writer = CompressedWriter(
            out, data, num_lines=_LINES_PER_BLOCK, data_out_name=blocks.name, digest_records=True
        )
        for line in lines:
            writer.write(line)
        if writer.block:
            writer.flush()
    return blocks, listing


def _lines(collection: Collection, part: WarcPart) -> list[str]:
    out = io.StringIO()
    with open_part(collection, part) as file:
        _Indexer(out, [file], filename=part.name, sort=True, post_append=True).process_all()
    return out.getvalue().splitlines(keepends=True)


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


class _Indexer(CDXJIndexer):  # type: ignore[misc]  # cdxj-indexer has no types
    """cdxj-indexer with a true digest for records without one.

    Looking at posted forms it reads each record before it digests it, and then digests nothing.
    """

    def _get_digest(self, record: Any, name: str) -> str:
        stated = record.rec_headers.get(name)
        if stated:
            return str(stated)
        record.buffered_stream.seek(0)
        digester = Digester("sha1")
        while data := record.buffered_stream.read(_CHUNK):
            digester.update(data)
        return str(digester)


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
