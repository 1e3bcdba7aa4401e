"""The manifest of a backup, written last: without it a backup is incomplete.

The manifest names every file but the blobs, whose digests are their names and which the database in the backup lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from pydantic import TypeAdapter, ValidationError

from storage.errors import InvalidBackup

MANIFEST = "backup.json"
UNFINISHED = "backup.unfinished"
"""Stands in a folder while a backup is written into it, and after one that was interrupted."""
FORMAT = 1

_BLOB = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class KeptFile:
    """A file of the collection in the backup."""

    name: str
    """Where it stands in the collection's folder."""
    kept_as: str
    """Where it stands in the backup. There it may be longer by what a later, interrupted backup added."""
    size_bytes: int
    digest: str  # "sha256:..."
    mode: int = 0o644


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a backup holds."""

    format: int
    software: str
    made_at: datetime
    identity: str | None
    collection: str
    """Name of the collection's folder."""
    pages: int
    captures: int
    files: tuple[KeptFile, ...]
    blobs: int
    missing_blobs: tuple[str, ...] = ()
    """Derived files that the collection lacked already."""
    left_out: tuple[str, ...] = ()
    """Files that the settings name and that are not in the backup: secrets, and what stands outside the folder."""
    faults: tuple[str, ...] = ()
    """What was damaged in the collection."""
    has_index: bool = False

    def by_name(self) -> dict[str, KeptFile]:
        """The files by where they stand in the collection."""
        return {file.name: file for file in self.files}

    def to_json(self) -> bytes:
        """The manifest as it stands in the backup."""
        return _MANIFEST.dump_json(self, indent=1)


_MANIFEST = TypeAdapter(Manifest)


def read_manifest(text: bytes, where: str) -> Manifest:
    """The manifest of the backup ``where``.

    Raises
    ------
    InvalidBackup
        It is damaged, of a newer Pagetide, or names files outside of a collection.
    """
    try:
        found = _MANIFEST.validate_json(text)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise InvalidBackup(
            f"{MANIFEST} in {where} is damaged ({wrong['msg']}): what the backup holds is unknown. Use another "
            "backup; the WARC files in its archive/ can be taken into a new collection with `pagetide ingest`."
        ) from error
    if found.format > FORMAT:
        raise InvalidBackup(f"{where} was written by a newer Pagetide ({found.software}). Upgrade Pagetide.")
    for file in found.files:
        for name in (file.name, file.kept_as):
            if not is_inside(name):
                raise InvalidBackup(
                    f"{where} names the file {name!r}, which is in no collection: it is refused."
                )
    return found


def is_inside(name: str) -> bool:
    """Whether a relative name stays within the folder that it is relative to."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name


def blob_name(digest: str) -> str:
    """Where a blob stands, in the collection and in the backup."""
    if not _BLOB.fullmatch(digest):
        raise InvalidBackup(f"The database names a blob {digest!r}, which is no digest.")
    number = digest.removeprefix("sha256:")
    return f"blobs/sha256/{number[:2]}/{number[2:4]}/{number}"
