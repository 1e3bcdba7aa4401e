"""Content-addressed bytes beside the archive: ``blobs/sha256/ab/cd/<digest>``.

For what is derived and can be computed again (a model's features); what was captured lives in the WARC
files. A create-only put is atomic, and its refusal is deduplication: equal bytes are stored once. They are written
here; old ones may be moved into the collection's object store (``storage.offload``), under the same names.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Literal

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import LocalStore, MemoryStore

from storage.digests import sha256
from storage.errors import Corrupt, NotStored, StorageError, disk_full, not_writable
from storage.objects.store import ObjectStore, objects_of

_LEVEL = 6
_OBJECTS = "blobs"  # their folder in the object store


@dataclass(frozen=True, kw_only=True)
class Blob:
    """What is known of stored bytes: the digest and size before compression, and how they are kept."""

    digest: str
    size_bytes: int
    stored_bytes: int
    codec: str  # "identity" or "gzip"


class BlobStore:
    """Puts and gets bytes by their digest. Safe to call from several threads and processes.

    A folder that is not there (a copy may drop empty ones) reads as an empty store. What is not in it is looked for in
    the collection's object store, if it has one: where that does not answer, ``ObjectsUnavailable`` is raised.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store: LocalStore | MemoryStore = LocalStore(folder) if folder.is_dir() else MemoryStore()

    def put(self, data: bytes, *, compress: bool = False) -> Blob:
        """Store ``data`` unless equal bytes are already there."""
        digest = sha256(data)
        stored = gzip.compress(data, _LEVEL, mtime=0) if compress else data
        try:
            self._write(digest, stored, "create")
        except AlreadyExistsError:
            try:
                self.get(digest)
            except Corrupt:  # left by a power failure
                self._write(digest, stored, "overwrite")
            else:
                stored = self._stored(digest)
        codec = "identity" if stored == data else "gzip"
        return Blob(digest=digest, size_bytes=len(data), stored_bytes=len(stored), codec=codec)

    def get(self, digest: str) -> bytes:
        """The bytes of that digest, checked against it."""
        stored = self._stored(digest)
        if sha256(stored) == digest:
            return stored
        try:
            data = gzip.decompress(stored)
        except (OSError, EOFError, zlib.error):
            data = b""
        if sha256(data) != digest:
            raise Corrupt(
                f"The blob {digest} in {self._folder} is damaged. What it held is computed again "
                "when it is needed."
            )
        return data

    def as_stored(self, digest: str) -> bytes:
        """What is kept of them, perhaps compressed, after it was checked against the digest."""
        self.get(digest)
        return self._stored(digest)

    def size(self, digest: str) -> int:
        """Bytes that the blob takes in the folder."""
        return len(self._stored(digest))

    def delete(self, digest: str) -> None:
        """Remove the bytes of that digest; a second time is no error."""
        with suppress(FileNotFoundError):
            obstore.delete(self._store, _key(digest))
        elsewhere = self._elsewhere()
        if elsewhere is not None:
            elsewhere.delete(_object_key(digest))

    def digests(self) -> Iterator[str]:
        """The digests of all blobs, in the folder and in the object store."""
        here = set(self._local_digests())
        yield from here
        elsewhere = self._elsewhere()
        if elsewhere is not None:
            yield from {_digest(key) for key, _ in elsewhere.keys(_OBJECTS)} - here

    def offload(self, before_s: float, is_stopping: Callable[[], bool] = lambda: False) -> int:
        """Move what was written before that time (seconds since 1970) into the object store; how many blobs.

        A blob leaves the folder once one of its size is there under its digest, which is compared whenever it is read.
        """
        elsewhere, moved = self._elsewhere(), 0
        if elsewhere is None:
            return moved
        old = (
            str(entry["path"])
            for page in obstore.list(self._store, prefix="sha256")
            for entry in page
            if entry["last_modified"].timestamp() <= before_s
        )
        for key in takewhile(lambda _: not is_stopping(), old):
            stored = self._stored(_digest(key))
            wanted = f"{_OBJECTS}/{key}"
            if not elsewhere.create(wanted, stored) and elsewhere.size(wanted) != len(stored):
                elsewhere.delete(wanted)  # it can be computed again, and no half of it is of use
                elsewhere.create(wanted, stored)
            obstore.delete(self._store, key)
            moved += 1
        return moved

    def bring_back(self) -> int:
        """Copy what is in the object store only into the folder; how many blobs."""
        elsewhere, here = self._elsewhere(), set(self._local_digests())
        if elsewhere is None:
            return 0
        wanted = [found for found in elsewhere.keys(_OBJECTS) if _digest(found[0]) not in here]
        for key, size_bytes in wanted:
            self._write(_digest(key), elsewhere.read(key, 0, size_bytes), "overwrite")
        return len(wanted)

    def _local_digests(self) -> Iterator[str]:
        for page in obstore.list(self._store, prefix="sha256"):
            for entry in page:
                yield _digest(str(entry["path"]))

    def _elsewhere(self) -> ObjectStore | None:
        return objects_of(self._folder.parent)

    def _write(self, digest: str, stored: bytes, mode: Literal["create", "overwrite"]) -> None:
        try:
            obstore.put(self._store, _key(digest), stored, mode=mode, use_multipart=False)
        except AlreadyExistsError:
            raise
        except (BaseError, OSError) as error:
            raise _write_error(error, self._folder) from error

    def _stored(self, digest: str) -> bytes:
        try:
            return bytes(obstore.get(self._store, _key(digest)).bytes())
        except FileNotFoundError as error:
            elsewhere = self._elsewhere()
            if elsewhere is not None:
                with suppress(NotStored):
                    return elsewhere.read(_object_key(digest))
            raise NotStored(
                f"The blob {digest} is missing from {self._folder}. What it held is computed "
                "again when it is needed."
            ) from error


def _digest(key: str) -> str:
    return "sha256:" + key.rpartition("/")[2]


def _object_key(digest: str) -> str:
    return f"{_OBJECTS}/{_key(digest)}"


def _key(digest: str) -> str:
    name = digest.removeprefix("sha256:")
    return f"sha256/{name[:2]}/{name[2:4]}/{name}"


def _write_error(error: Exception, folder: Path) -> StorageError:
    text = str(error)
    if any(sign in text for sign in ("os error 28", "os error 122", "os error 27")):  # ENOSPC, EDQUOT, EFBIG
        return disk_full(folder)
    if any(sign in text for sign in ("os error 30", "os error 5)")):  # EROFS, EIO
        return not_writable(folder, said=text.splitlines()[0])
    return StorageError(f"Cannot write to {folder}: {text.splitlines()[0]}. Check that the disk is writable.")
