"""Writes WARC files: ``archive/NAME.warc.gz.open`` while growing, ``NAME.warc.gz`` once closed.

A batch of records (one capture) is written whole or cut back, so that a file always ends after a whole
record. The open file is locked: another process knows from the lock that the writer lives, and from
``.open`` without a lock that it died (see ``storage.warc.recovery``).
"""

from __future__ import annotations

import fcntl
import os
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from storage.errors import StorageError, translated_os_errors
from storage.warc.exchange_records import warc_fields
from storage.warc.record import Record

ARCHIVE = "archive"
"""The folder of a collection in which its WARC files are."""

OPEN = ".open"
OWN_FILE = "pagetide-"  # what our files begin with; those that were ingested begin otherwise
ROLLOVER_BYTES = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class ArchiveInfo:
    """What the warcinfo record at the head of each file says of the crawl."""

    operator: str = ""  # name and contact of who runs the crawl
    contact_mail: str = ""  # the From header of requests that no browser makes
    robots: str = "obey"
    is_part_of: str = ""  # the collection's name


@dataclass(frozen=True, kw_only=True)
class Written:
    """Where a batch of records stands: in ``file`` (its final name), back to back from ``offset``."""

    file: str
    offset: int
    lengths: tuple[int, ...]

    @property
    def length(self) -> int:
        """Bytes of the whole batch."""
        return sum(self.lengths)

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each record starts."""
        return tuple(self.offset + sum(self.lengths[:number]) for number in range(len(self.lengths)))


def software() -> str:
    """Our name and version, as warcinfo and datapackage state it."""
    try:
        return f"pagetide/{version('pagetide')}"
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "pagetide"


def own_name(at: datetime, serial: int) -> str:
    """A fresh name for a file of ours."""
    return f"{OWN_FILE}{at:%Y%m%d%H%M%S}-{serial:05d}-{uuid.uuid4().hex[:8]}.warc.gz"


def warcinfo(name: str, at: datetime, info: ArchiveInfo, user_agent: str = "") -> Record:
    """The record at the head of the file of that name."""
    return Record(
        kind="warcinfo",
        date=at,
        extra=(("WARC-Filename", name),),
        payload=warc_fields(
            {
                "software": software(),
                "format": "WARC File Format 1.1",
                "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
                "operator": info.operator,
                "robots": info.robots,
                "content-usage": "kept with each capture (observed.content_usage); no rule of access",
                "isPartOf": info.is_part_of,
                "http-header-user-agent": user_agent,
                "http-header-from": info.contact_mail,
            }
        ),
    )


class WarcWriter:
    """Appends batches of records to the archive's files. One batch at a time, from any thread.

    ``closed`` is told of each file that got its final name.
    """

    def __init__(
        self,
        folder: Path,
        *,
        rollover_bytes: int = ROLLOVER_BYTES,
        info: ArchiveInfo | None = None,
        closed: Callable[[Path], None] | None = None,
    ) -> None:
        self._folder = folder
        self._closed = closed
        self._rollover_bytes = rollover_bytes
        self._info = info or ArchiveInfo()
        self._lock = threading.RLock()
        self._file: _OpenFile | None = None
        self._serial = 0

    def append(self, records: Sequence[Record], *, user_agent: str = "") -> Written:
        """Write ``records`` back to back and have the disk confirm them; all of them, or none."""
        members = [record.encoded() for record in records]
        with self._lock:
            if self._file is not None and self._file.size >= self._rollover_bytes:
                self.close()
            if self._file is None:
                self._file = self._start(user_agent)
            offset = self._file.size
            self._write(self._file, members)
            return Written(
                file=self._file.name, offset=offset, lengths=tuple(len(member) for member in members)
            )

    def cut_back(self, written: Written) -> None:
        """Take the last batch out again, because the rows that would have named it were not committed."""
        with self._lock:
            if self._file is not None and self._file.name == written.file:
                self._cut(self._file, written.offset)

    def close(self) -> None:
        """Give the open file its final name; one that holds nothing but its warcinfo is removed."""
        with self._lock:
            file, self._file = self._file, None
            if file is None:
                return
            with translated_os_errors(file.path):
                final = file.finish()
            if final is not None and self._closed is not None:
                self._closed(final)

    def _start(self, user_agent: str) -> _OpenFile:
        now = datetime.now(UTC)
        self._serial += 1
        name = own_name(now, self._serial)
        info = warcinfo(name, now, self._info, user_agent)
        with translated_os_errors(self._folder / name):
            return _OpenFile(self._folder, name, info.encoded())

    def _write(self, file: _OpenFile, members: Sequence[bytes]) -> None:
        start = file.size
        try:
            with translated_os_errors(file.path):
                file.append(members)
        except BaseException:  # an interrupt, too, must not leave half a record
            self._cut(file, start)
            raise

    def _cut(self, file: _OpenFile, offset: int) -> None:
        try:
            with translated_os_errors(file.path):
                file.cut(offset)
        except StorageError:
            self._file = None  # left as .open: the next opening of the collection finds its last whole record
            file.abandon()
            raise


class _OpenFile:
    """The file being written, locked and with its warcinfo at the head."""

    def __init__(self, folder: Path, name: str, head: bytes) -> None:
        self.name = name
        self.path = folder / (name + OPEN)
        self._final = folder / name
        self._descriptor = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o644)
        self.size = 0
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.append([head])
            _sync_folder(folder)
        except OSError:
            self.path.unlink(missing_ok=True)
            self.abandon()
            raise
        self._head_bytes = self.size

    def append(self, members: Sequence[bytes]) -> None:
        for member in members:
            view = memoryview(member)
            while view:
                view = view[os.write(self._descriptor, view) :]
        os.fsync(self._descriptor)
        self.size += sum(len(member) for member in members)

    def cut(self, offset: int) -> None:
        os.ftruncate(self._descriptor, offset)
        os.fsync(self._descriptor)
        self.size = offset

    def finish(self) -> Path | None:
        """Where it is from now on; None: it held nothing and is gone."""
        kept = self.size > self._head_bytes
        try:
            if kept:
                os.rename(self.path, self._final)
            else:
                self.path.unlink()
            _sync_folder(self.path.parent)
        finally:
            self.abandon()
        return self._final if kept else None

    def abandon(self) -> None:
        os.close(self._descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
