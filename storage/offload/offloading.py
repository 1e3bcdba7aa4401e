"""Puts what is complete into the collection's object store, and frees the disk of what was there long enough.

Capturing never waits for it: files are written, confirmed and closed on this disk. From then on a file is sent as often
as it takes. In this order, so that a failure between two steps loses nothing and repeats little: the name is claimed
(a small object that is made once), the bytes are sent, their number is compared, a note is made here; later, before the
file leaves the disk, the object is read back and its digest compared. An object that is there is never written over.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from storage.blobs import BlobStore
from storage.collection import Collection
from storage.errors import NotStored, ObjectsUnavailable, StorageError, translated_os_errors
from storage.index.cdxj import keep_index
from storage.objects.moving import moving_files
from storage.objects.remote_file import open_object
from storage.objects.store import ObjectStore, objects_of
from storage.plurals import counted
from storage.queries.identity import identity_of
from storage.queries.removal_leftovers import clear
from storage.queries.warc_files import closed_files, named_files
from storage.queries.warc_records import committed_end
from storage.warc.closing import ClosedFile, measured
from storage.warc.stored_files import (
    STORED,
    as_claim,
    claim_key,
    digest_of,
    forget_stored,
    note_stored,
    object_key,
    read_claim,
    stored_file,
    stored_names,
)
from storage.warc.writer import ARCHIVE, OWN_FILE

logger = logging.getLogger(f"pagetide.{__name__}")

TROUBLE = "object store: trouble"
"""Under which the collection's state holds ``{"problem", "since"}`` while files cannot be sent."""
OWNER = "collection.id"
"""The object that says which collection an address belongs to."""

_LOOK = "Look at it there; once it is deleted, the file is sent."


@dataclass(kw_only=True)
class OffloadReport:
    """What was done."""

    sent_files: int = 0
    sent_bytes: int = 0
    freed_files: int = 0
    freed_bytes: int = 0
    blobs: int = 0
    faults: list[str] = field(default_factory=list)
    """Files that stay on the disk because something is wrong with them or their objects, and what to do."""

    @property
    def did_something(self) -> bool:
        """Whether anything was sent or freed."""
        return bool(self.sent_files or self.freed_files or self.blobs)


def offload(
    collection: Collection,
    keep_for: timedelta | None,
    *,
    blobs: bool = True,
    is_stopping: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda _: None,
) -> OffloadReport:
    """Send every closed WARC file that is not in the object store yet, and free the disk.

    Parameters
    ----------
    keep_for
        How long files stay on this disk, too, after they were sent; None: for ever. Derived files go when they are that
        old.
    blobs
        Whether derived files are looked at: there may be millions.
    is_stopping
        Asked between two files.
    progress
        Called with the number of bytes that were just sent or read back.

    Raises
    ------
    ObjectsUnavailable
        The store does not answer or refuses. What was done until then holds; trying again later goes on.
    StorageError
        The collection has no object store, or its address belongs to another collection.
    """
    store = objects_of(collection.path)
    if store is None:
        raise StorageError(
            f"{collection.path} has no object store. Name one: `pagetide offload -c {collection.path} --to "
            "s3://bucket/prefix`."
        )
    with moving_files(collection.path):  # what a removal is just making must not look like what one left
        clear(collection.database, collection.path)
        return _Round(collection, store, keep_for, is_stopping, progress).done(blobs=blobs)


def own_address(collection: Collection, store: ObjectStore) -> None:
    """Make the address this collection's; ``StorageError`` where it is another's, whose objects stay untouched."""
    identity = (identity_of(collection.database) or "").encode()
    if not store.create(OWNER, identity) and (found := store.read(OWNER).strip()) != identity:
        raise StorageError(
            f"{store.address} belongs to another collection ({found.decode(errors='replace')[:40]}). Nothing was sent. "
            "Give each collection an address of its own, such as s3://bucket/NAME."
        )


class _StaysHere(Exception):
    """Why a file cannot leave the disk, and what to do. Dealt with where it is raised: the next file is tried."""


class _Round:
    """One round over all files."""

    def __init__(
        self,
        collection: Collection,
        store: ObjectStore,
        keep_for: timedelta | None,
        is_stopping: Callable[[], bool],
        progress: Callable[[int], None],
    ) -> None:
        self._collection = collection
        self._folder = collection.path / ARCHIVE
        self._blobs: BlobStore = collection.blobs
        self._store = store
        self._keep_s = None if keep_for is None else keep_for.total_seconds()
        self._is_stopping = is_stopping
        self._progress = progress
        self._closed = closed_files(collection.database)
        self._named = named_files(collection.database)
        self._report = OffloadReport()

    def done(self, *, blobs: bool) -> OffloadReport:
        paths = [path for path in sorted(self._folder.glob("*.warc.gz")) if self._has_work(path)]
        if paths or blobs:  # else the store is not asked: a round is every minute
            own_address(self._collection, self._store)
        for path in paths:
            if self._is_stopping():
                return self._report
            self._tried(path)
        if blobs and self._keep_s is not None:
            self._report.blobs = self._blobs.offload(time.time() - self._keep_s, self._is_stopping)
        return self._report

    def _has_work(self, path: Path) -> bool:
        is_sent = (self._folder / (path.name + STORED)).exists()
        return self._is_due(path.name) if is_sent else self._is_complete(path)

    def _is_complete(self, path: Path) -> bool:
        """Not while an archive is being taken in, nor where a killed process left what the next crawl takes in."""
        name = path.name
        if name in self._closed or name not in self._named:
            return name in self._closed
        is_own = name.startswith(OWN_FILE)
        return not is_own or committed_end(self._collection.database, name) >= path.stat().st_size

    def _tried(self, path: Path) -> None:
        try:
            if stored_file(self._folder, path.name) is None:
                self._send(path)
            if self._is_due(path.name):
                self._free(path)
        except ObjectsUnavailable:
            raise
        except StorageError as error:  # of this disk: the other files are tried all the same
            self._report.faults.append(str(error))
        except _StaysHere as error:
            self._report.faults.append(f"{path.name} stays on this disk: {error}")

    def _is_due(self, name: str) -> bool:
        if self._keep_s is None:
            return False
        return time.time() - (self._folder / (name + STORED)).stat().st_mtime >= self._keep_s

    def _send(self, path: Path) -> None:
        file, key = measured(path), object_key(path.name)
        known = self._closed.get(path.name)
        if known is not None and known != file:
            raise _StaysHere(
                "it is not the file that was closed. `pagetide verify` says what is damaged; restore it from a backup."
            )
        self._claim(file)
        size = self._store.size(key)
        if size is None:
            self._store.upload(key, path)
            size = self._store.size(key)
            self._progress(file.size_bytes)
        elif self._measured(path.name) != file:
            raise _StaysHere(f"{self._store.address}/{key} is there already and holds other bytes. {_LOOK}")
        if size != file.size_bytes:
            raise _StaysHere(f"{self._store.address}/{key} has {size} bytes of {file.size_bytes}. {_LOOK}")
        note_stored(self._folder, file)
        self._report.sent_files += 1
        self._report.sent_bytes += file.size_bytes

    def _claim(self, file: ClosedFile) -> None:
        """The name for this file, in the store: whoever makes the small object has it."""
        key = claim_key(file.name)
        if not self._store.create(key, as_claim(file)) and read_claim(self._store.read(key)) != file:
            raise _StaysHere(
                f"{self._store.address}/{key} says that another file has this name there. {_LOOK}"
            )

    def _free(self, path: Path) -> None:
        """Delete the file here, once the object was read back and is what the file was when it was closed."""
        expected = stored_file(self._folder, path.name)
        try:
            found = self._measured(path.name)
        except NotStored:
            forget_stored(self._folder, path.name)
            logger.warning("%s is gone from %s; it is sent again", path.name, self._store.address)
            return
        if found != expected:
            raise _StaysHere(f"{self._store.address}/{object_key(path.name)} is damaged. {_LOOK}")
        keep_index(self._collection, path.name)  # who looks a URL up must not read all of the object for that
        self._store.confirm()
        with translated_os_errors(path):
            size_bytes = path.stat().st_size
            path.unlink()
        self._report.freed_files += 1
        self._report.freed_bytes += size_bytes

    def _measured(self, name: str) -> ClosedFile:
        with open_object(self._store, object_key(name), fresh=True) as file:
            found = digest_of(file, name)
        self._progress(found.size_bytes)
        return found


def problem_of(report: OffloadReport) -> str | None:
    """What keeps files on the disk, in a sentence; None: nothing."""
    if not report.faults:
        return None
    more = len(report.faults) - 1
    return report.faults[0] + (f" So it is with {counted(more, 'more file')}." if more else "")


def try_store(folder: Path) -> str | None:
    """Why the object store of the collection in ``folder`` cannot be used now; None: it can, or there is none."""
    try:
        store = objects_of(folder)
        if store is not None:
            store.size(OWNER)
    except StorageError as error:
        return str(error)
    return None


@dataclass(frozen=True, kw_only=True)
class FilesPlaces:
    """Where the WARC files of a collection are that has an object store."""

    address: str
    stored_files: int
    stored_bytes: int
    freed_files: int
    """Of them those that are not on this disk any more."""
    waiting_files: int
    """Closed files that are not in the store yet."""
    waiting_bytes: int


def places_of(folder: Path) -> FilesPlaces | None:
    """Where the files of the collection in ``folder`` are; None: it has no object store."""
    store, archive = objects_of(folder), folder / ARCHIVE
    if store is None:
        return None
    here = {path.name: path.stat().st_size for path in archive.glob("*.warc.gz")}
    stored = {name: stored_file(archive, name) for name in stored_names(archive)}
    waiting = [size for name, size in here.items() if name not in stored]
    return FilesPlaces(
        address=store.address,
        stored_files=len(stored),
        stored_bytes=sum(file.size_bytes for file in stored.values() if file is not None),
        freed_files=len(stored.keys() - here.keys()),
        waiting_files=len(waiting),
        waiting_bytes=sum(waiting),
    )
