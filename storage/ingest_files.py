"""Takes WARC files of other tools into the archive: record by record the bytes that they were, in whole files.

A file gzipped by record is copied as it is; an uncompressed or otherwise gzipped one is gzipped by record, the
records in it byte for byte the same. What is damaged is left out and told of, so that the archive stays valid.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from storage.errors import StorageError, translated_os_errors
from storage.findings import Findings
from storage.ingest_pages import ListedPage, listed_pages
from storage.warc import OWN_FILE
from storage.warc_reading import is_torn

_INCOMING = ".incoming"  # never looked at by what lists WARC files
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b\x08"
_WARC_NAME = re.compile(r"\.warc(\.gz)?$", re.IGNORECASE)
_RESEND = "Ask for the file again where it came from; everything else in it was taken."


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A WARC file in the archive: its name there, and whether it was put there just now."""

    name: str
    fresh: bool


@dataclass(frozen=True, kw_only=True)
class Source:
    """A WACZ or WARC file opened for reading: its WARC files by name, and the pages that it lists."""

    warcs: tuple[tuple[str, IO[bytes]], ...]
    listed: tuple[ListedPage, ...] = ()


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """The WACZ or WARC file ``path``; which of them it is its first bytes say.

    Raises
    ------
    StorageError
        It is neither, or cannot be read.
    """
    with translated_os_errors(path, "read"), path.open("rb") as file:
        start = file.read(5)
        file.seek(0)
        if start.startswith(b"PK"):
            with _wacz(path) as source:
                yield source
        elif start.startswith(_GZIP) or start == b"WARC/":
            yield Source(warcs=((path.name, file),))
        else:
            raise StorageError(
                f"{path} is neither a WACZ nor a WARC file. Name files that end in .wacz, .warc or .warc.gz; "
                "ARC files and zstandard-compressed WARCs must be converted first."
            )


def take(folder: Path, name: str, source: IO[bytes], findings: Findings) -> Taken:
    """Put the WARC file ``source``, called ``name`` where it came from, into the archive ``folder``."""
    staged = folder / f"{os.getpid()}{_INCOMING}"
    try:
        with translated_os_errors(staged):
            digest = _copied(source, staged)
            final = folder / _own_name(name, digest)
            ours = folder / (_stem(name) + ".warc.gz")
            if _stem(name).startswith(OWN_FILE) and (not ours.exists() or _digest_of(ours) == digest):
                final = ours  # ours keep their names
            if final.exists():
                return Taken(name=final.name, fresh=False)
            _put_in_order(staged, name, findings)
            os.rename(staged, final)
            _sync(folder)
        findings.checked["WARC files"] += 1
        return Taken(name=final.name, fresh=True)
    finally:
        staged.unlink(missing_ok=True)


@contextmanager
def _wacz(path: Path) -> Iterator[Source]:
    try:
        with zipfile.ZipFile(path) as archive:
            lines: list[bytes] = []
            for name in ("pages/pages.jsonl", "pages/extraPages.jsonl"):
                if name in archive.namelist():
                    lines += archive.read(name).splitlines()
            names = [name for name in archive.namelist() if _WARC_NAME.search(name)]
            if not names:
                raise StorageError(
                    f"{path} holds no WARC file. If it is a collection of WACZ files, take those one by one."
                )
            warcs = tuple((name.rpartition("/")[2], archive.open(name)) for name in names)
            yield Source(warcs=warcs, listed=tuple(listed_pages(lines)))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise StorageError(f"{path} is damaged or no WACZ: {error}. Ask for it again.") from error


def _own_name(name: str, digest: str) -> str:
    """The name in the archive: with the content in it, so that a file taken twice is seen."""
    return f"{_stem(name)}-{digest[:12]}.warc.gz"


def _stem(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", _WARC_NAME.sub("", name)).lstrip(".")[:120]


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copied(source: IO[bytes], target: Path) -> str:
    digester = hashlib.sha256()
    with target.open("wb") as out:
        while data := source.read(_CHUNK):
            digester.update(data)
            out.write(data)
        out.flush()
        os.fsync(out.fileno())
    return digester.hexdigest()


def _put_in_order(staged: Path, name: str, findings: Findings) -> None:
    """Make the file one that is gzipped by record and whole."""
    with staged.open("rb") as file:
        gzipped = file.read(3) == _GZIP
    if gzipped and not _is_gzipped_by_record(staged):
        _rewrite(staged, lambda source, out: shutil.copyfileobj(_Unzipped(source), out, _CHUNK))
        gzipped = False
    if not gzipped:
        _rewrite(staged, lambda source, out: _gzip_records(source, out, name, findings))
    elif (spans := _whole_members(staged, name, findings)) is not None:
        _rewrite(staged, lambda source, out: _copy_spans(source, out, spans))


def _is_gzipped_by_record(path: Path) -> bool:
    with path.open("rb") as file:
        records = ArchiveIterator(file, no_record_parse=True)
        try:
            for number, _ in enumerate(records):
                if number == 1:
                    break
        except ArchiveLoadFailed as error:
            return "gzip" not in str(error).lower()
    return True


def _rewrite(path: Path, write: Callable[[BinaryIO, BinaryIO], None]) -> None:
    fresh = path.with_name(path.name + "2")
    try:
        with path.open("rb") as source, fresh.open("wb") as out:
            write(source, out)
            out.flush()
            os.fsync(out.fileno())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


class _Unzipped:
    """The decompressed bytes of a file of any number of gzip members, as far as they can be read."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._member = zlib.decompressobj(zlib.MAX_WBITS + 16)
        self._left = b""

    def read(self, size: int = _CHUNK, /) -> bytes:
        while True:
            self._left = self._left or self._source.read(_CHUNK)
            if not self._left:
                return b""
            try:
                data = self._member.decompress(self._left, size)
            except zlib.error:
                return b""
            self._left = self._member.unconsumed_tail or self._member.unused_data
            if self._member.eof:
                self._member = zlib.decompressobj(zlib.MAX_WBITS + 16)
            if data:
                return data


def _gzip_records(source: BinaryIO, out: BinaryIO, name: str, findings: Findings) -> None:
    """Each record of an uncompressed file as a gzip member of its own."""
    size = os.fstat(source.fileno()).st_size
    position = 0
    while position < size:
        for start, end in _plain_records(source, position):
            source.seek(start)
            _gzip_span(source, out, end - start)
            position = end
        if position < size:
            following = _next_record(source, position)
            findings.fault(
                f"{name}, byte {position}", f"Nothing can be read from there to byte {following}.", _RESEND
            )
            position = following


def _plain_records(source: BinaryIO, position: int) -> Iterator[tuple[int, int]]:
    """Where the records from ``position`` on stand, with the empty lines behind; up to the first damaged one."""
    with open(source.name, "rb") as file:
        file.seek(position)
        records = ArchiveIterator(file, no_record_parse=True)
        try:
            for record in records:
                start = records.get_record_offset()
                end = start + records.get_record_length()
                if is_torn(record):
                    return
                yield start, _behind_empty_lines(source, end)
        except (ArchiveLoadFailed, ValueError):
            return


def _behind_empty_lines(source: BinaryIO, position: int) -> int:
    source.seek(position)
    behind = source.read(4)
    return position + len(behind) - len(behind.lstrip(b"\r\n"))


def _next_record(source: BinaryIO, position: int) -> int:
    with mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as data:
        found = data.find(b"\nWARC/1.", position)
        return len(data) if found < 0 else found + 1


def _gzip_span(source: BinaryIO, out: BinaryIO, length: int) -> None:
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS + 16)
    while length > 0 and (data := source.read(min(_CHUNK, length))):
        out.write(packer.compress(data))
        length -= len(data)
    out.write(packer.flush())


def _whole_members(path: Path, name: str, findings: Findings) -> list[tuple[int, int]] | None:
    """Start and end of each undamaged member; None if that is the whole file."""
    spans: list[tuple[int, int]] = []
    position, damaged = 0, False
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        while position < len(data):
            end = _member_end(data, position)
            if end is not None:
                spans.append((position, end))
                position = end
                continue
            damaged = True
            following = _next_member(data, position)
            findings.fault(
                f"{name}, byte {position}", f"Nothing can be read from there to byte {following}.", _RESEND
            )
            position = following
    return spans if damaged else None


def _next_member(data: mmap.mmap, position: int) -> int:
    while (position := data.find(_GZIP, position + 1)) >= 0:
        if _member_end(data, position) is not None:
            return position
    return len(data)


def _member_end(data: mmap.mmap, start: int) -> int | None:
    """The end of the gzip member at ``start`` if it is whole and holds a WARC record."""
    member, position, head = zlib.decompressobj(zlib.MAX_WBITS + 16), start, b""
    while not member.eof:
        chunk = member.unconsumed_tail or data[position : position + _CHUNK]
        if not chunk:
            return None
        if not member.unconsumed_tail:
            position += len(chunk)
        try:
            got = member.decompress(chunk, _CHUNK)
        except zlib.error:
            return None
        if len(head) < 5:
            head += got[:5]
            if not b"WARC/".startswith(head[:5]):
                return None
    return position - len(member.unused_data)


def _copy_spans(source: BinaryIO, out: BinaryIO, spans: list[tuple[int, int]]) -> None:
    for start, end in spans:
        source.seek(start)
        left = end - start
        while left > 0 and (data := source.read(min(_CHUNK, left))):
            out.write(data)
            left -= len(data)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
