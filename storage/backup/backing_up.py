"""Backs up a collection, also during a crawl, as of one moment.

Bytes are written before the rows that name them, and a WARC file only grows until it is closed and never changes
after. So the database is copied first, as of one moment, and then what its rows name: closed WARC files whole, others
up to the last record of which a row tells. Readings of texts, which are renewed at each visit, are copied before it:
they may be older than the database, and not newer.

Indexes and logs are left out; secrets are, unless they are asked for.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from storage.backup.manifest import FORMAT, KeptFile, Manifest, blob_name, is_inside
from storage.backup.target import BackupTarget, open_target
from storage.collection import MODELS, Collection
from storage.database.engine import Database
from storage.database.place import DATABASE
from storage.database.table_copy import write_snapshot
from storage.errors import Corrupt, NotStored, StorageError, TargetExists, translated_os_errors
from storage.index.cdxj import INDEX, INDEXES
from storage.plurals import counted
from storage.queries.blobs import named_blob_sizes
from storage.queries.identity import identity_of
from storage.queries.repository import Repository
from storage.queries.warc_files import closed_files, named_files
from storage.queries.warc_records import committed_end
from storage.warc.reading import open_warc
from storage.warc.stored_files import closed_names, closed_size
from storage.warc.writer import ARCHIVE, software

READING = "text.npz"
"""The file beside a page's models that is renewed at each visit."""


@dataclass(frozen=True, kw_only=True)
class ExtraFile:
    """A file of the collection that storage does not know by itself: settings, and what they name."""

    name: str
    """Where it stands in the collection's folder."""
    is_secret: bool = False


@dataclass(frozen=True, kw_only=True)
class BackupReport:
    """What was written."""

    manifest: Manifest
    copied_files: int
    copied_bytes: int
    kept_files: int
    """Files that an earlier backup had written already."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What of the collection was damaged or missing."""
        return self.manifest.faults


def back_up(
    collection: Collection,
    path: Path,
    extra: Sequence[ExtraFile] = (),
    *,
    left_out: Sequence[str] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> BackupReport:
    """Write a backup into ``path``: a folder, to which a later one adds what is new, or a new file ``NAME.tar``.

    Until it is whole an earlier backup in the same folder stays as it was. What the collection does not hold any more
    then leaves the backup, too, unless something in the collection is damaged.

    Parameters
    ----------
    extra
        Further files of the collection's folder.
    left_out
        Files that are left out on purpose, to be told when it is restored.
    progress
        Called with the number of bytes that were just copied.

    Raises
    ------
    TargetExists, BackupInUse
        ``path`` holds something else, or the backup of another collection, or is in use.
    Corrupt
        The database is damaged.
    """
    if path.resolve().is_relative_to(collection.path.resolve()):
        raise TargetExists(
            f"{path} is in the collection's own folder, with which it would be lost. Name another."
        )
    with open_target(path) as target:
        _require_same(collection, path, target.earlier)
        return _Backup(collection, target, progress).write(extra, left_out)


@dataclass(frozen=True)
class _WarcWanted:
    """A WARC file of the snapshot: how much of it belongs to it, and what it was when it was closed."""

    name: str
    size_bytes: int
    digest: str | None


@dataclass
class _Backup:
    collection: Collection
    target: BackupTarget
    progress: Callable[[int], None]
    files: list[KeptFile] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    copied_files: int = 0
    copied_bytes: int = 0
    kept_files: int = 0
    earlier: dict[str, KeptFile] = field(default_factory=dict)

    def write(self, extra: Sequence[ExtraFile], left_out: Sequence[str]) -> BackupReport:
        if self.target.earlier is not None:
            self.earlier = self.target.earlier.by_name()
        folder = self.collection.path
        for reading in sorted((folder / MODELS).glob(f"*/{READING}")):
            self._small(f"{MODELS}/{reading.parent.name}/{READING}")
        for item in extra:
            self._small(item.name)
        closed, known = _closed_now(folder / ARCHIVE), _known(self.collection.database)
        with (
            translated_os_errors(self.target.scratch),
            TemporaryDirectory(prefix="pagetide-backup-", dir=self.target.scratch) as scratch,
        ):
            snapshot = Path(scratch) / DATABASE
            write_snapshot(self.collection.database, snapshot)
            database = Database.at(snapshot, read_only=True)
            try:
                return self._write_rest(snapshot, database, (closed, known), left_out)
            finally:
                database.close()

    def _write_rest(
        self,
        snapshot: Path,
        database: Database,
        before: tuple[dict[str, int], set[str]],
        left_out: Sequence[str],
    ) -> BackupReport:
        closed, known = before
        made_at = datetime.now(UTC)
        with snapshot.open("rb") as file:
            self._add(DATABASE, f"database/{made_at:%Y%m%dT%H%M%S%f}.db", file, snapshot.stat().st_size)
        for wanted in _warcs(database, closed):
            self._warc(wanted)
        for path in _model_folders(database):
            self._model(path)
        blobs, missing = self._blobs(database)
        repository = Repository(database)
        manifest = Manifest(
            format=FORMAT,
            software=software(),
            made_at=made_at,
            identity=identity_of(database),
            collection=self.collection.path.resolve().name,
            pages=repository.count_pages(),
            captures=repository.count_captures(),
            files=tuple(self.files),
            blobs=len(blobs) - len(missing),
            missing_blobs=tuple(missing),
            left_out=tuple(left_out),
            faults=tuple(self.faults),
            has_index=(self.collection.path / INDEXES / INDEX).exists(),
        )
        keep = {file.kept_as for file in self.files} | {blob_name(digest) for digest in blobs}
        self._require_known(known)
        self.target.finish(manifest, None if self.faults else keep)
        return BackupReport(
            manifest=manifest,
            copied_files=self.copied_files,
            copied_bytes=self.copied_bytes,
            kept_files=self.kept_files,
        )

    def _small(self, name: str) -> None:
        """A file that may change: under another name in the backup when its bytes are others."""
        path = self.collection.path / name
        try:
            with translated_os_errors(path, "read"):
                data, mode = path.read_bytes(), path.stat().st_mode & 0o777
        except StorageError as error:
            if path.exists():
                self.faults.append(str(error))
            return
        kept_as = f"state/{hashlib.sha256(data).hexdigest()[:32]}-{path.name}"
        earlier = self.earlier.get(name)
        if earlier is not None and earlier.kept_as == kept_as and self.target.holds(kept_as, len(data)):
            self._keep(earlier)
        else:
            self._add(name, kept_as, io.BytesIO(data), len(data), mode)

    def _warc(self, wanted: _WarcWanted) -> None:
        name, size_bytes = f"{ARCHIVE}/{wanted.name}", wanted.size_bytes
        earlier = self.earlier.get(name)
        try:
            source = open_warc(self.collection.path / ARCHIVE, wanted.name)
        except NotStored as error:
            self._faulty(str(error), earlier)
            return
        with source, translated_os_errors(self.collection.path / name, "read"):
            found = source.seek(0, os.SEEK_END)
            source.seek(0)
            early = f"{name} ends at byte {found}, {counted(size_bytes - found, 'byte')} too early."
            if found < size_bytes and self._faulty(early, earlier):
                return
            if earlier is not None and self._is_kept(earlier, size_bytes, wanted.digest):
                self._keep(earlier)
                return
            kept = self._add(name, name, source, min(found, size_bytes))
        if wanted.digest is not None and kept.digest != wanted.digest and found >= size_bytes:
            self.faults.append(f"{name} is not byte for byte the file that was closed.")

    def _is_kept(self, earlier: KeptFile, size_bytes: int, digest: str | None) -> bool:
        return (
            earlier.size_bytes == size_bytes
            and digest in (None, earlier.digest)
            and self.target.holds(earlier.kept_as, size_bytes)
        )

    def _faulty(self, fault: str, earlier: KeptFile | None) -> bool:
        """Note what the collection lacks, and keep what an earlier backup has of it; whether it has something."""
        self.faults.append(fault)
        if earlier is None or not self.target.holds(earlier.kept_as, earlier.size_bytes):
            return False
        self._keep(earlier)
        return True

    def _require_known(self, before: set[str]) -> None:
        """A removal takes names of files away: what it took out must not be in a backup that is made meanwhile."""
        gone = before - _known(self.collection.database)
        if gone:
            raise StorageError(
                f"Something was removed from the collection while it was backed up ({min(gone)} was rewritten). An "
                "earlier backup stays as it is. Run `pagetide backup` again."
            )

    def _model(self, path: str) -> None:
        """A model that was registered never changes."""
        folder = self.collection.path / path
        for file in sorted(item for item in folder.rglob("*") if item.is_file()):
            name = file.relative_to(self.collection.path).as_posix()
            earlier, size_bytes = self.earlier.get(name), file.stat().st_size
            if earlier is not None and self._is_kept(earlier, size_bytes, None):
                self._keep(earlier)
                continue
            with translated_os_errors(file, "read"), file.open("rb") as source:
                self._add(name, name, source, size_bytes)

    def _blobs(self, database: Database) -> tuple[list[str], list[str]]:
        """The digests of the derived files that rows name, and of those that the collection lacks."""
        digests, missing = [], []
        for digest, size_bytes in named_blob_sizes(database):
            digests.append(digest)
            kept_as = blob_name(digest)
            if self.target.holds(kept_as, size_bytes):
                self.kept_files += 1
                continue
            try:
                data = self.collection.blobs.as_stored(digest)
            except (Corrupt, NotStored):
                missing.append(digest)
                continue
            self._count(len(data))
            self.target.add(kept_as, io.BytesIO(data), len(data))
        return digests, missing

    def _add(self, name: str, kept_as: str, source: BinaryIO, size_bytes: int, mode: int = 0o644) -> KeptFile:
        digest = self.target.add(kept_as, source, size_bytes, mode)
        self._count(size_bytes)
        kept = KeptFile(name=name, kept_as=kept_as, size_bytes=size_bytes, digest=digest, mode=mode)
        self.files.append(kept)
        return kept

    def _keep(self, earlier: KeptFile) -> None:
        self.files.append(earlier)
        self.kept_files += 1

    def _count(self, size_bytes: int) -> None:
        self.copied_files += 1
        self.copied_bytes += size_bytes
        self.progress(size_bytes)


def _require_same(collection: Collection, path: Path, earlier: Manifest | None) -> None:
    """Backups of two collections are not mixed: what is new in one would replace what the other has."""
    identity = identity_of(collection.database)
    if earlier is not None and None not in (identity, earlier.identity) and identity != earlier.identity:
        raise TargetExists(
            f"{path} holds a backup of another collection ({earlier.collection}, {earlier.identity}). Name another "
            "folder."
        )


def _closed_now(folder: Path) -> dict[str, int]:
    """The closed WARC files with their sizes."""
    return {name: closed_size(folder, name) or 0 for name in closed_names(folder)}


def _warcs(database: Database, closed: Mapping[str, int]) -> list[_WarcWanted]:
    """What belongs to the copy of the database: files closed before it was made, known as closed in it, named in it."""
    known = closed_files(database)
    wanted = []
    for name in sorted(set(closed) | set(known) | named_files(database)):
        if name in known:
            size_bytes, digest = known[name].size_bytes, known[name].digest
        else:
            size_bytes, digest = closed.get(name) or committed_end(database, name), None
        wanted.append(_WarcWanted(name=name, size_bytes=size_bytes, digest=digest))
    return wanted


def _known(database: Database) -> set[str]:
    """The WARC files that the database knows."""
    return named_files(database) | set(closed_files(database))


def _model_folders(database: Database) -> list[str]:
    paths = {place.path for place in Repository(database).model_places() if place.path}
    return sorted(path for path in paths if is_inside(path))
