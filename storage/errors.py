"""Errors of storage: what happened, to what, and what to do.

SQLAlchemy's, warcio's, obstore's and the operating system's errors end here; callers know only these.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """Something could not be stored or read."""


class InvalidURL(StorageError):
    """A text is not the address of a web page that can be watched. Retrying does not help: correct the text."""


class InvalidRule(StorageError):
    """A rule of visits cannot be meant as it is written. The message says what to write instead."""


class CollectionNotFound(StorageError):
    """The folder holds no collection."""


class CollectionExists(StorageError):
    """The folder already holds a collection."""


class DiskFull(StorageError):
    """The disk or its quota is full; nothing that was committed is lost."""


class NoRoom(DiskFull):
    """The collection reached the limit of its room that the settings name, before the disk is full."""


class DatabaseUnavailable(StorageError):
    """The database does not answer, or another process holds its lock; trying again later helps."""


class DatabaseGone(StorageError):
    """The file of the database was deleted or replaced while it was in use; trying again does not help."""


class CollectionTaken(DatabaseGone):
    """Another process works on the collection's database; trying again helps when that one has ended."""


class OtherFolder(StorageError):
    """The folder is a copy, or that of another collection than its database's; nothing is written from it."""


class NotWritable(StorageError):
    """The collection's folder or its database cannot be written, not by this user or not any more; reading may work."""


class ObjectsUnavailable(StorageError):
    """The object store does not answer, or refuses; trying again later helps. Nothing on this disk was deleted."""


class TargetExists(StorageError):
    """Something is where a backup should be written."""


class BackupInUse(StorageError):
    """Another process writes the backup, or reads it; trying again later helps."""


class InvalidBackup(StorageError):
    """What should be a backup is none, or an incomplete or damaged one."""


class Corrupt(StorageError):
    """Stored bytes are not what was written."""


class SchemaOutdated(StorageError):
    """The database's schema is not the one this version of Pagetide knows."""


class NotStored(StorageError):
    """Nothing is stored under that name or number; no ``LookupError``: nobody may take it for a missing key."""


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN: Mapping[int, str] = {
    errno.EACCES: "the operating system forbids it",
    errno.EPERM: "the operating system forbids it",
    errno.EROFS: "its file system has become read-only, as after an error of its disk",
    errno.EIO: "its disk answers with an error",
}


def disk_full(thing: object) -> DiskFull:
    """The error for a write of ``thing`` that found no room."""
    return DiskFull(
        f"The disk is full (or its quota or file size limit is reached) while writing {thing}. Nothing "
        "that was committed is lost. Free some space or move the collection to a larger disk, then start again."
    )


def write_obstacle(path: Path) -> str | None:
    """Why this user cannot write what is at ``path``, a file or a folder; None: nothing stands in the way."""
    if os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return None
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return "its file system is mounted read-only"
    try:
        owner = path.owner()
    except (KeyError, OSError):
        owner = "another user"
    return f"it belongs to {owner}, and its permissions do not let this user write"


def not_writable(
    path: Path, advice: str = "Change that, or name another place.", *, said: str = _FORBIDDEN[errno.EPERM]
) -> NotWritable:
    """The error for a file or folder, or one that is to be made there, that this user cannot write.

    ``said`` is what the operating system said, for where nothing is to be seen of the reason.
    """
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    why = write_obstacle(there) or said
    what = f"write {path}" if there == path else f"make {path} in {there}"
    return NotWritable(f"Cannot {what}: {why}. {advice}")


@contextmanager
def translated_os_errors(thing: object, action: str = "write") -> Iterator[None]:
    """Turn the operating system's refusals to write (or read) ``thing`` into storage's own errors."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(thing) from error
        said = _FORBIDDEN.get(error.errno or 0)
        if said is not None and action == "write" and isinstance(thing, Path):
            raise not_writable(thing, said=said) from error
        raise StorageError(
            f"Cannot {action} {thing}: {error.strerror or error}. Check that the disk is there and permits it."
        ) from error


def check_regular(path: Path) -> None:
    """``StorageError`` where there is a device, a pipe or a socket: it has no end, or can be read only once."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise StorageError(
            f"{path} is a device or a pipe, and no file. Save what it gives as a file, and name that."
        )
