"""Restores a collection from a backup, to SQLite or PostgreSQL.

Every file is held against the size and digest that the manifest says, and the database is put in place last: what was
interrupted is no collection.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from storage.backup.manifest import KeptFile, Manifest, blob_name
from storage.backup.target import BackupSource, copy_bytes, open_source
from storage.blobs import BlobStore
from storage.collection import BLOBS, FOLDERS, Collection
from storage.database.engine import Database
from storage.database.place import DATABASE, empty_on_server, name_server
from storage.database.table_copy import copy_rows
from storage.database.upgrade import drop_tables, upgrade
from storage.errors import (
    CollectionExists,
    Corrupt,
    InvalidBackup,
    NotStored,
    translated_os_errors,
)
from storage.index.cdxj import write_index
from storage.plurals import counted
from storage.queries.blobs import named_blobs
from storage.queries.identity import set_identity
from storage.queries.leases import LeaseQueries
from storage.queries.warc_files import closed_files, note_closed, write_known_list
from storage.warc.closing import ClosedFile
from storage.warc.writer import ARCHIVE

_INCOMING = f"{DATABASE}.incoming"
_FEW = 5


@dataclass(frozen=True, kw_only=True)
class Restored:
    """What was made of a backup."""

    manifest: Manifest
    damaged: tuple[str, ...]
    """What is damaged or missing in the backup, and was restored as far as it is there."""
    has_database: bool
    """False: the database is damaged in the backup and was left out; it can be made again from the WARC files."""


def restore(
    path: Path,
    folder: Path,
    *,
    server: str | None = None,
    force: bool = False,
    new_identity: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Restored:
    """Make the collection of the backup ``path`` in ``folder``, which is empty or is not there.

    Parameters
    ----------
    server
        Address of an empty PostgreSQL database for it; None: its database becomes a file in the folder.
    force
        Restore what there is of a damaged backup.
    new_identity
        Make it another collection than the one that was backed up, with backups of its own.
    progress
        Called with the number of bytes that were just copied.

    Raises
    ------
    InvalidBackup
        It is none, is incomplete, or is damaged; nothing stays in ``folder`` then.
    CollectionExists
        ``folder`` or the database on the server is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CollectionExists(f"{folder} is not empty. Name a new or an empty folder to restore into.")
    if server is not None:
        empty_on_server(server)
    with open_source(path) as source:
        made = _Restore(path, source, folder, progress)
        was_there = folder.exists()
        try:
            with translated_os_errors(folder):
                done = made.run(server, force=force, new_identity=new_identity)
        except BaseException:
            _empty(folder, was_there)
            raise
    if done.manifest.has_index and done.has_database:
        with Collection.open(folder, read_only=True) as opened:
            write_index(opened)
    return done


@dataclass
class _Restore:
    path: Path
    source: BackupSource
    folder: Path
    progress: Callable[[int], None]
    damaged: dict[str, str] = field(default_factory=dict)
    """What is wrong with a file of the backup, by its name there."""

    def run(self, server: str | None, *, force: bool, new_identity: bool) -> Restored:
        manifest = self.source.manifest
        for name in FOLDERS:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        files = manifest.by_name()
        has_database = DATABASE in files and self._copy(files.pop(DATABASE), self.folder / _INCOMING)
        for kept in files.values():
            self._copy(kept, self.folder / kept.name)
        if has_database:
            self._blobs(self.folder / _INCOMING)
        if self.damaged and not force:
            raise InvalidBackup(self._refusal())
        identity = str(uuid.uuid4()) if new_identity or manifest.identity is None else manifest.identity
        if has_database:
            self._place(server, identity)
        else:
            (self.folder / _INCOMING).unlink(missing_ok=True)
            if server is not None:
                name_server(self.folder, server)
        return Restored(manifest=manifest, damaged=tuple(self._words()), has_database=has_database)

    def _copy(self, kept: KeptFile, place: Path) -> bool:
        """Whether the file is what the manifest says."""
        try:
            source = self.source.open(kept.kept_as)
        except FileNotFoundError:
            self.damaged[kept.kept_as] = "is missing"
            return False
        place.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, kept.mode)
        with source, os.fdopen(descriptor, "wb") as out:
            digest = copy_bytes(source, out, kept.size_bytes)
            size_bytes = out.tell()
        self.progress(size_bytes)
        if size_bytes < kept.size_bytes:
            self.damaged[kept.kept_as] = f"has {size_bytes} of {counted(kept.size_bytes, 'byte')}"
        elif digest != kept.digest:
            self.damaged[kept.kept_as] = "is not what was written"
        else:
            return True
        return False

    def _blobs(self, database: Path) -> None:
        """Derived files, by the digests that the database names."""
        known_missing = set(self.source.manifest.missing_blobs)
        blobs = BlobStore(self.folder / BLOBS)
        opened = Database.at(database)
        try:
            for digest in named_blobs(opened):
                if digest not in known_missing:
                    self._blob(blobs, digest)
        finally:
            opened.close()

    def _blob(self, blobs: BlobStore, digest: str) -> None:
        name = blob_name(digest)
        try:
            with self.source.open(name) as source:
                data = source.read()
        except FileNotFoundError:
            self.damaged[name] = "is missing"
            return
        place = self.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        self.progress(len(data))
        try:
            blobs.get(digest)
        except (Corrupt, NotStored):
            self.damaged[name] = "is not what was written"

    def _words(self) -> list[str]:
        return [f"{name} {wrong}" for name, wrong in self.damaged.items()]

    def _refusal(self) -> str:
        words = self._words()
        more = len(words) - _FEW
        named = "; ".join(words[:_FEW]) + (f"; and {more} more" if more > 0 else "")
        return (
            f"The backup {self.path} is damaged: {named}. Nothing was restored. Use another backup, or restore what "
            "there is with --force; `pagetide verify` then names what is lost."
        )

    def _place(self, server: str | None, identity: str) -> None:
        """The database in its place: as the newest schema has it, no page leased, and knowing its folder."""
        incoming = self.folder / _INCOMING
        database = Database.at(incoming)
        try:
            upgrade(database)
            LeaseQueries(database).release_all_leases()
            self._note_closed(database)
            set_identity(database, self.folder, identity)
            if server is not None:
                fill_server(database, server, self.folder, identity)
        finally:
            database.close()
        if server is None:
            os.sync()
            os.replace(incoming, self.folder / DATABASE)
        else:
            incoming.unlink()
            os.sync()
            name_server(self.folder, server)

    def _note_closed(self, database: Database) -> None:
        """Files that were still written to are closed now: nothing will be appended to them."""
        known = closed_files(database)
        for kept in self.source.manifest.files:
            folder, _, name = kept.name.rpartition("/")
            if folder == ARCHIVE and name not in known and kept.kept_as not in self.damaged:
                found = ClosedFile(name=name, size_bytes=kept.size_bytes, digest=kept.digest)
                note_closed(database, self.folder, found)
        write_known_list(database, self.folder)


def fill_server(database: Database, server: str, folder: Path, identity: str) -> None:
    """The same rows in the empty database on the server, as that of ``folder``; it is empty again where that fails."""
    target = Database.on_server(empty_on_server(server))
    try:
        upgrade(target)
        try:
            copy_rows(database, target)
            set_identity(target, folder, identity)
        except BaseException:
            drop_tables(target)
            raise
    finally:
        target.close()


def _empty(folder: Path, was_there: bool) -> None:
    """Take away what was restored, since it is no collection."""
    if was_there:
        for item in folder.iterdir():
            shutil.rmtree(item) if item.is_dir() else item.unlink()
    else:
        shutil.rmtree(folder, ignore_errors=True)
