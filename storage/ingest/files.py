"""Copies WARC files of other tools into the archive, record by record, byte for byte.

A file gzipped by record is copied as it is; an uncompressed or otherwise gzipped one is gzipped by record, the
records in it byte for byte the same (``storage.ingest.packing``). What is damaged is left out and told of, so that the
archive stays valid. The records of ARC files become WARC records (``storage.ingest.arc``).
"""

from __future__ import annotations

import copy
import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import IO, BinaryIO

from storage.errors import StorageError, check_regular, translated_os_errors
from storage.incoming import staged
from storage.ingest.arc import BEGINNING
from storage.ingest.listed import ListedPage, listed_pages
from storage.ingest.packing import Reading, arc_as_warc, read_members, repack, unpack
from storage.verify_log import VerifyLog
from storage.warc.closing import measured
from storage.warc.record_kinds import PAGE_SETTINGS, ScannedRecord
from storage.warc.spans import GZIP
from storage.warc.stored_files import closed_size, on_disk, stored_file
from storage.warc.writer import OWN_FILE

_CHUNK = 1 << 20
_ZSTD = b"\x28\xb5\x2f\xfd"
_WARC_NAME = re.compile(r"\.w?arc(\.gz)?$", re.IGNORECASE)
_LISTS = ("pages/pages.jsonl", "pages/extraPages.jsonl")
_LOOKED_AT = 1 << 10  # bytes of a file that say what it is
_OWN_SOFTWARE = "pagetide"
_OTHERS = "of-another-tool-"
_BAD_ENTRY = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
)  # the last: encrypted
_BACKUP = "Restore the file from a backup; everything else in it was read."
_REST = "What can be read of it was taken; ask for the file again."


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A WARC file in the archive: its name there, whether it was put there just now, and its records."""

    name: str
    fresh: bool
    found: tuple[ScannedRecord, ...]


@dataclass(frozen=True, kw_only=True)
class Packed:
    """A WARC file before it is taken: by itself, or an entry of a WACZ."""

    name: str
    open: Callable[[], IO[bytes]]
    crc: int | None = None  # that its bytes should have, where something says so


@dataclass(frozen=True, kw_only=True)
class Source:
    """A WACZ or WARC file opened for reading: its WARC files, and the pages that it lists."""

    warcs: tuple[Packed, ...]
    listed: tuple[ListedPage, ...] = ()


@contextmanager
def opened(path: Path, findings: VerifyLog) -> Iterator[Source]:
    """The WACZ, WARC or ARC file ``path``; which of them it is its bytes say.

    Raises
    ------
    StorageError
        It is none of them, or cannot be read.
    """
    check_regular(path)
    with translated_os_errors(path, "read"), path.open("rb") as file:
        start = file.read(_LOOKED_AT)
        file.seek(0)
        if start.startswith((GZIP, BEGINNING)) or start.lstrip().startswith(b"WARC/"):
            yield Source(warcs=(Packed(name=path.name, open=lambda: file),))
        elif zipfile.is_zipfile(path):
            with _wacz(path, findings) as source:
                yield source
        else:
            raise StorageError(f"{path} is neither a WACZ nor a WARC file. {_remedy(start)}")


def take(folder: Path, packed: Packed, findings: VerifyLog) -> Taken | None:
    """Put a WARC file into the archive ``folder``; None: no record in it can be read."""
    with staged(folder) as path:
        digest = _copied(packed, path, findings)
        known = _known(folder, packed.name, digest)
        if known is not None:
            return Taken(name=known, fresh=False, found=scan(folder, known, findings))
        reading = _in_order(
            path, Reading(name=packed.name, file=_own_name(packed.name, digest), findings=findings)
        )
        reading.summed_up()
        if not reading.found:
            return None
        name = reading.file if _left_out_settings(path, reading) else _final(folder, packed.name, reading)
        os.rename(path, folder / name)
        _sync(folder)
        findings.checked["WARC files"] += 1
        return Taken(name=name, fresh=True, found=_called(reading, name))


def scan(
    folder: Path, name: str, findings: VerifyLog, within: tuple[int, int | None] = (0, None)
) -> tuple[ScannedRecord, ...]:
    """The records of the WARC file ``name`` in the archive ``folder``, or of the bytes ``within`` it.

    Damaged places are told of and passed over.
    """
    reading = Reading(name=name, file=name, findings=findings, remedy=_BACKUP)
    with translated_os_errors(folder / name, "read"), on_disk(folder, name) as path:
        read_members(path, reading, strict=False, within=within)
    reading.summed_up()
    return tuple(reading.found)


@contextmanager
def _wacz(path: Path, findings: VerifyLog) -> Iterator[Source]:
    try:
        with zipfile.ZipFile(path) as archive:
            infos = {info.filename: info for info in archive.infolist()}
            named = [name for name in infos if _WARC_NAME.search(name)]
            if not named:
                raise StorageError(
                    f"{path} holds no WARC file. If it is a collection of WACZ files, take those one by one."
                )
            listed: list[ListedPage] = []
            for name in _LISTS:
                if name in infos:
                    listed += _listed(archive, infos[name], findings)
            warcs = tuple(
                Packed(
                    name=name.rpartition("/")[2],
                    open=partial(_entry, archive, infos[name]),
                    crc=infos[name].CRC,
                )
                for name in named
            )
            yield Source(warcs=warcs, listed=tuple(listed))
    except _BAD_ENTRY as error:
        raise StorageError(f"{path} is damaged or no WACZ: {error}. Ask for it again.") from error


def _listed(archive: zipfile.ZipFile, info: zipfile.ZipInfo, findings: VerifyLog) -> list[ListedPage]:
    """The pages of a list as far as it can be read."""
    found: list[ListedPage] = []
    try:
        with _entry(archive, info) as lines:
            found.extend(listed_pages(lines, info.filename, findings))
    except _BAD_ENTRY as error:
        findings.fault(info.filename, f"It cannot be read to its end: {error}.", _REST)
    return found


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> IO[bytes]:
    """The bytes of an entry without a look at its checksum, which would keep the last of them back."""
    unchecked = copy.copy(info)
    unchecked.CRC = None  # type: ignore[assignment]  # "no checksum is known", as zipfile has it
    return archive.open(unchecked)


def _remedy(start: bytes) -> str:
    if start.startswith(b"PK"):
        return "It is a damaged ZIP file, or the beginning of one. Ask for it again."
    if start.startswith(_ZSTD):
        return "It is compressed by Zstandard: unpack it first, for example with `zstd -d`."
    if start.lstrip().startswith(b"{") and b'"log"' in start:
        return "It looks like a HAR file: make a WARC file of it first, for example with `har2warc`."
    return "Name files that end in .wacz, .warc, .warc.gz, .arc or .arc.gz."


def _own_name(name: str, digest: str) -> str:
    """The name in the archive: with the content in it, so that a file taken twice is seen."""
    return f"{_stem(name)}-{digest[:12]}.warc.gz"


def _stem(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", _WARC_NAME.sub("", name)).lstrip(".")[:120]


def _known(folder: Path, name: str, digest: str) -> str | None:
    """The file in the archive with that content, by its name there."""
    own, ours = _own_name(name, digest), f"{_stem(name)}.warc.gz"
    for known in (own, _OTHERS + own):
        if closed_size(folder, known) is not None:
            return known
    is_ours = ours.startswith(OWN_FILE) and _digest_of(folder, ours) == digest
    return ours if is_ours else None


def _final(folder: Path, name: str, reading: Reading) -> str:
    """Ours keep their names; what others wrote must not be called as ours are."""
    if not reading.file.startswith(OWN_FILE):
        return reading.file
    if not reading.found[0].software.lower().startswith(_OWN_SOFTWARE):
        return _OTHERS + reading.file
    ours = f"{_stem(name)}.warc.gz"
    return reading.file if closed_size(folder, ours) is not None else ours


def _called(reading: Reading, name: str) -> tuple[ScannedRecord, ...]:
    if name == reading.file:
        return tuple(reading.found)
    return tuple(replace(record, file=name) for record in reading.found)


def _left_out_settings(path: Path, reading: Reading) -> bool:
    """Leave out what people set of pages in the collection that wrote the file; whether there was anything."""
    kept = [record for record in reading.found if not record.uri.startswith(PAGE_SETTINGS)]
    if len(kept) == len(reading.found):
        return False
    reading.found = kept
    _without_gaps(path, reading)
    reading.findings.note(
        reading.name,
        "Its page settings (holds, tags, notes, rules) are those of the collection that wrote it, and were left out.",
        "If that is this collection, put the file into archive/ and run `pagetide rebuild`.",
    )
    return True


def _digest_of(folder: Path, name: str) -> str | None:
    """The digest of a file in the archive; None: there is none."""
    if (folder / name).exists():
        return measured(folder / name).digest.rpartition(":")[2]
    stored = stored_file(folder, name)
    return None if stored is None else stored.digest.rpartition(":")[2]


def _copied(packed: Packed, target: Path, findings: VerifyLog) -> str:
    """Copy what can be read of a file; its digest."""
    digester, crc, whole = hashlib.sha256(), 0, True
    with target.open("wb") as out:
        try:
            with packed.open() as source:
                while data := source.read(_CHUNK):
                    digester.update(data)
                    crc = zlib.crc32(data, crc) if packed.crc is not None else 0
                    out.write(data)
        except _BAD_ENTRY as error:
            findings.fault(packed.name, f"It cannot be read to its end: {error}.", _REST)
            whole = False
        out.flush()
        os.fsync(out.fileno())
    if whole and packed.crc is not None and crc != packed.crc:
        findings.fault(packed.name, "Its bytes are not those of its checksum in the package.", _REST)
    return digester.hexdigest()


def _in_order(path: Path, reading: Reading) -> Reading:
    """Make the file one that is gzipped by record and whole; what was read of it."""
    is_arc = _begins(path, BEGINNING)
    with path.open("rb") as file:
        gzipped = file.read(len(GZIP)) == GZIP
    if gzipped and not is_arc:
        tried = Reading(name=reading.name, file=reading.file, findings=VerifyLog(0, None))
        if read_members(path, tried):
            reading.findings.include(tried.findings)
            _without_gaps(path, tried)
            return replace(tried, findings=reading.findings)
    if gzipped:
        _rewrite(path, lambda out: unpack(path, out, reading))
    if is_arc:
        _rewrite(path, lambda out: arc_as_warc(path, out, reading))
    _rewrite(path, lambda out: repack(path, out, reading))
    return reading


def _begins(path: Path, beginning: bytes) -> bool:
    """Whether the file, gzipped or not, begins like that."""
    with path.open("rb") as file:
        start = file.read(_LOOKED_AT)
    if start.startswith(GZIP):
        try:
            start = zlib.decompressobj(zlib.MAX_WBITS + 16).decompress(start, _LOOKED_AT)
        except zlib.error:
            return False
    return start.startswith(beginning)


def _without_gaps(path: Path, reading: Reading) -> None:
    """Leave out of a file gzipped by record what is no record of it; its records move together."""
    if sum(record.length for record in reading.found) == path.stat().st_size:
        return
    places = [(record.offset, record.length) for record in reading.found]
    _rewrite(path, lambda out: _copy_places(path, out, places))
    offsets = accumulate((length for _, length in places), initial=0)
    reading.found = [
        replace(record, offset=offset) for record, offset in zip(reading.found, offsets, strict=False)
    ]


def _rewrite(path: Path, write: Callable[[BinaryIO], None]) -> None:
    fresh = path.with_name(path.name + "2")
    with fresh.open("wb") as out:
        write(out)
        out.flush()
        os.fsync(out.fileno())
    os.replace(fresh, path)


def _copy_places(path: Path, out: BinaryIO, places: list[tuple[int, int]]) -> None:
    with path.open("rb") as source:
        for offset, length in places:
            source.seek(offset)
            left = length
            while left > 0 and (data := source.read(min(_CHUNK, left))):
                out.write(data)
                left -= len(data)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
