"""The CDXJ index of the archive: one line per replayable record, sorted bytewise.

``storage.index.lines`` makes the lines. A closed WARC file never changes, so its lines are kept as
``indexes/NAME.cdxj`` and made once; ``indexes/index.cdxj`` merges them. Of a file that is still being
written, the part that rows name is indexed.
"""

from __future__ import annotations

import heapq
import io
import json
import logging
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Protocol

from storage.database.engine import Database
from storage.digests import sha256
from storage.errors import NotStored, translated_os_errors
from storage.index.lines import index_lines
from storage.queries.warc_files import closed_files, named_files
from storage.queries.warc_records import committed_end
from storage.warc.reading import open_warc
from storage.warc.spans import Span
from storage.warc.stored_files import closed_names, closed_size
from storage.warc.writer import ARCHIVE, OPEN

logger = logging.getLogger(f"pagetide.{__name__}")

INDEXES = "indexes"
"""The folder of a collection in which its indexes are."""

INDEX = "index.cdxj"
_LINES_PER_BLOCK = 256  # as Browsertrix


class IndexedArchive(Protocol):
    """What the index needs of a collection: its folder, its database, and whether it may write there."""

    @property
    def path(self) -> Path:
        """The collection's folder."""

    @property
    def database(self) -> Database:
        """Its database, which knows what each WARC file was when it was closed."""

    @property
    def read_only(self) -> bool:
        """Whether nothing may be kept."""


@dataclass(frozen=True, kw_only=True)
class WarcPart:
    """A WARC file by its final name, and how much of it belongs to the archive's present state."""

    name: str
    size: int
    closed: bool


def warc_parts(archive: IndexedArchive) -> list[WarcPart]:
    """All WARC files: closed ones whole, open ones up to the last record that a row names."""
    folder = archive.path / ARCHIVE
    names = {path.name.removesuffix(OPEN) for path in folder.glob(f"*.warc.gz{OPEN}")}
    parts = []
    for name in sorted(names | set(closed_names(folder))):
        size = closed_size(folder, name)
        if size is not None:
            parts.append(WarcPart(name=name, size=size, closed=True))
        elif end := committed_end(archive.database, name):
            parts.append(WarcPart(name=name, size=end, closed=False))
    return parts


def missing_ends(archive: IndexedArchive, parts: Iterable[WarcPart]) -> dict[str, Span]:
    """What is not there any more of closed WARC files, by name: the end of what was cut, all of what is gone.

    It goes by the size that was noted when the file was closed; of an older file by the last record that a row names.
    """
    database = archive.database
    closed, there = closed_files(database), {part.name: part for part in parts}
    missing = {}
    for name in named_files(database) | set(closed) | set(there):
        part, known = there.get(name), closed.get(name)
        if part is not None and not part.closed:
            continue
        end = committed_end(database, name) if known is None else known.size_bytes
        start = 0 if part is None else part.size
        if start < end:
            missing[name] = Span(start=start, end=end, whole=False)
    return missing


def open_part(archive: IndexedArchive, part: WarcPart) -> IO[bytes] | io.RawIOBase:
    """The part's bytes and no more; close it after reading."""
    file = open_warc(archive.path / ARCHIVE, part.name)
    return file if part.closed else _FirstBytes(file, part.size)


def write_index(
    archive: IndexedArchive, target: Path | None = None, left_out: Callable[[str, Span], None] | None = None
) -> Path:
    """Write the sorted index of the archive to ``target``, by default the collection's own.

    ``left_out`` is told of each place of a WARC file that cannot be read and is not in the index; None: the log is.
    """
    target = target or archive.path / INDEXES / INDEX
    tell, parts = left_out or say_left_out, warc_parts(archive)
    missing = missing_ends(archive, parts)
    for name, span in sorted(missing.items()):
        tell(name, span)
    with ExitStack() as stack, translated_os_errors(target):
        sources = [
            part_lines(archive, part, stack, tell, is_whole=part.name not in missing) for part in parts
        ]
        merge_lines(sources, target)
    return target


def part_lines(
    archive: IndexedArchive,
    part: WarcPart,
    stack: ExitStack,
    left_out: Callable[[str, Span], None],
    *,
    is_whole: bool = True,
) -> Iterable[str]:
    """The sorted lines of one WARC file: kept ones if there are any; of a closed file without damage they are kept.

    Not ``is_whole``: the file is not what it was, and kept lines are not its.
    """
    kept = kept_index(archive, part.name)
    if part.closed and is_whole and kept.exists():
        return stack.enter_context(kept.open(encoding="utf-8", newline=""))
    damaged: list[Span] = []
    try:
        lines = fresh_lines(archive, part, damaged.append)
    except NotStored:  # the object store has lost it
        left_out(part.name, Span(start=0, end=part.size, whole=False))
        return []
    for span in damaged:
        left_out(part.name, span)
    if part.closed and is_whole and not damaged and not archive.read_only:
        _write_lines(kept, lines)
    return lines


def keep_index(archive: IndexedArchive, name: str) -> None:
    """Keep the lines of a closed WARC file of this disk, unless they are kept or it is damaged."""
    size = closed_size(archive.path / ARCHIVE, name)
    if size is not None:
        with ExitStack() as stack, translated_os_errors(archive.path / INDEXES):
            part_lines(archive, WarcPart(name=name, size=size, closed=True), stack, say_left_out)


def kept_index(archive: IndexedArchive, name: str) -> Path:
    """Where the lines of the closed WARC file of that name are kept."""
    return archive.path / INDEXES / f"{name.removesuffix('.warc.gz')}.cdxj"


def fresh_lines(
    archive: IndexedArchive, part: WarcPart, left_out: Callable[[Span], None], start: int = 0
) -> list[str]:
    """The sorted lines of the records from byte ``start`` on, made from the WARC file."""
    folder = archive.path / ARCHIVE
    with translated_os_errors(folder / part.name, "read"), open_warc(folder, part.name) as file:
        return sorted(index_lines(file, part.name, part.size, start=start, left_out=left_out))


def merge_lines(sources: Iterable[Iterable[str]], target: Path) -> None:
    """Write the lines of several sorted indexes as one."""
    _write_lines(target, _without_repeats(heapq.merge(*sources)))


def say_left_out(name: str, span: Span) -> None:
    """Say in the log that a place of a WARC file is not in the index."""
    logger.warning(
        "bytes %d to %d of %s cannot be read and are not in the index; `pagetide verify` says what stood there",
        span.start,
        span.end,
        name,
    )


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
