"""Where a backup is written: a folder that later backups update, or one tar file."""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import shutil
import tarfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Protocol

from storage.backup.manifest import MANIFEST, UNFINISHED, Manifest, is_inside, read_manifest
from storage.errors import BackupInUse, InvalidBackup, TargetExists, translated_os_errors

_CHUNK = 1 << 20
_PACKED = (".gz", ".tgz", ".bz2", ".xz", ".zst", ".zip", ".7z")
_OWN = ("archive", "blobs", "models", "database", "state")


class BackupTarget(Protocol):
    """What a backup is written into."""

    @property
    def earlier(self) -> Manifest | None:
        """The backup that is there already, and stays whole until ``finish``."""
        ...

    @property
    def scratch(self) -> Path:
        """A folder with room for the copy of the database."""
        ...

    def holds(self, kept_as: str, size_bytes: int) -> bool:
        """Whether an earlier backup left a file of that name and at least that size."""
        ...

    def add(self, kept_as: str, source: BinaryIO, size_bytes: int, mode: int = 0o644) -> str:
        """Write the first bytes of ``source``; the digest of what was written."""
        ...

    def finish(self, manifest: Manifest, keep: set[str] | None) -> None:
        """Make it a backup. Files that ``keep`` does not name are deleted then; None: none is."""
        ...


class BackupSource(Protocol):
    """What a backup is read from."""

    manifest: Manifest

    def open(self, kept_as: str) -> BinaryIO:
        """A file of the backup; ``FileNotFoundError`` where it is not there."""
        ...


@contextmanager
def open_target(path: Path) -> Iterator[BackupTarget]:
    """The place for a backup: a tar file where the name ends in ``.tar``, else a folder.

    Raises
    ------
    TargetExists
        The tar file is there already, or the folder holds something else than a backup.
    BackupInUse
        Another backup is being written there, or read.
    """
    if path.suffix.lower() in _PACKED or (path.exists() and not path.is_dir() and path.suffix != ".tar"):
        raise TargetExists(
            f"{path} is neither a folder nor a new file NAME.tar. What takes most space in a backup is compressed "
            "already."
        )
    if path.suffix == ".tar":
        with _tar_target(path) as tar:
            yield tar
        return
    with translated_os_errors(path):
        path.mkdir(parents=True, exist_ok=True)
    _require_own(path)
    with folder_lock(path, fcntl.LOCK_EX):
        manifest = path / MANIFEST
        earlier = read_manifest(manifest.read_bytes(), str(path)) if manifest.exists() else None
        with translated_os_errors(path):
            (path / UNFINISHED).touch()
        yield _Folder(path, earlier)


@contextmanager
def open_source(path: Path) -> Iterator[BackupSource]:
    """A backup, for reading.

    Raises
    ------
    InvalidBackup
        It is none, or an incomplete one.
    """
    if path.is_dir():
        with folder_lock(path, fcntl.LOCK_SH):
            yield _folder_source(path)
        return
    if not path.exists():
        raise InvalidBackup(
            f"{path} is not there. Name the folder or the tar file that `pagetide backup` wrote."
        )
    try:
        with translated_os_errors(path, "read"), tarfile.open(path, "r:") as tar:
            yield _TarSource(path, tar)
    except tarfile.TarError as error:
        raise InvalidBackup(
            f"{path} is no tar file, or a damaged one ({error}). Unpack what was compressed, or use another backup."
        ) from error


@contextmanager
def folder_lock(path: Path, kind: int) -> Iterator[None]:
    """A lock of the folder of a backup, which ends with the process."""
    with translated_os_errors(path, "read"):
        descriptor = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupInUse(
                f"Another process works on the backup {path}. Try again when it has ended."
            ) from error
        yield
    finally:
        os.close(descriptor)


def _require_own(path: Path) -> None:
    """Nothing is mixed with what is no backup."""
    there = [item.name for item in path.iterdir()]
    if there and not {MANIFEST, UNFINISHED} & set(there):
        raise TargetExists(
            f"{path} holds other files already ({', '.join(sorted(there)[:3])}). Name a new or empty folder, that "
            "of an earlier backup, or a file that ends in .tar."
        )


class _Folder:
    """A backup in a folder. No file that its manifest names is changed: a longer one begins with the same bytes."""

    def __init__(self, path: Path, earlier: Manifest | None) -> None:
        self._path = path
        self.earlier = earlier
        self.scratch = path / "database"
        with translated_os_errors(self.scratch):
            self.scratch.mkdir(exist_ok=True)
            _delete_wrecks(self.scratch, earlier)

    def holds(self, kept_as: str, size_bytes: int) -> bool:
        try:
            return (self._path / kept_as).stat().st_size >= size_bytes
        except FileNotFoundError:
            return False

    def add(self, kept_as: str, source: BinaryIO, size_bytes: int, mode: int = 0o644) -> str:
        final = self._path / kept_as
        part = final.with_name(f"{final.name}.part")
        with translated_os_errors(final):
            final.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            try:
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
                    digest = copy_bytes(source, out, size_bytes)
                os.replace(part, final)
            finally:
                part.unlink(missing_ok=True)
        return digest

    def finish(self, manifest: Manifest, keep: set[str] | None) -> None:
        fresh = self._path / f"{MANIFEST}.part"
        with translated_os_errors(self._path):
            os.sync()  # one wait for all files, before anything says that they are there
            with fresh.open("wb") as out:
                out.write(manifest.to_json())
                out.flush()
                os.fsync(out.fileno())
            os.replace(fresh, self._path / MANIFEST)
            (self._path / UNFINISHED).unlink(missing_ok=True)
            if keep is not None:
                self._delete_others(keep)

    def _delete_others(self, keep: set[str]) -> None:
        for name in _OWN:
            for folder, folders, files in os.walk(self._path / name, topdown=False):
                at = Path(folder)
                for file in files:
                    if (at / file).relative_to(self._path).as_posix() not in keep:
                        (at / file).unlink()
                for inner in folders:
                    with suppress(OSError):  # it holds something
                        (at / inner).rmdir()


def _delete_wrecks(folder: Path, earlier: Manifest | None) -> None:
    """Copies of the database that interrupted backups left: they take room, and nothing will name them."""
    named = set() if earlier is None else {file.kept_as for file in earlier.files}
    for item in folder.iterdir():
        if f"{folder.name}/{item.name}" not in named:
            shutil.rmtree(item) if item.is_dir() else item.unlink()


class _FolderSource:
    def __init__(self, path: Path, manifest: Manifest) -> None:
        self._path = path
        self.manifest = manifest

    def open(self, kept_as: str) -> BinaryIO:
        return (self._path / kept_as).open("rb")


def _folder_source(path: Path) -> _FolderSource:
    manifest = path / MANIFEST
    if not manifest.exists():
        if (path / UNFINISHED).exists():
            raise InvalidBackup(
                f"The backup {path} was interrupted before it was whole ({MANIFEST} is not there). Run "
                "`pagetide backup` again, which goes on with it, or use another backup."
            )
        raise InvalidBackup(f"{path} is no backup: {MANIFEST} is not there.")
    with translated_os_errors(manifest, "read"):
        return _FolderSource(path, read_manifest(manifest.read_bytes(), str(path)))


@contextmanager
def _tar_target(path: Path) -> Iterator[_Tar]:
    if path.exists():
        raise TargetExists(
            f"{path} is there already. Name another file; a backup in a folder can be added to."
        )
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    with translated_os_errors(path):
        try:
            with part.open("xb") as file:
                target = _Tar(file, path.absolute().parent)
                yield target
                file.flush()
                os.fsync(file.fileno())
            if target.is_finished:
                os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


class _Tar:
    """A backup in a tar file; it gets its name when it is whole."""

    def __init__(self, file: BinaryIO, scratch: Path) -> None:
        self.scratch = scratch
        os.fchmod(file.fileno(), 0o600)  # it may hold secrets
        self._tar = tarfile.TarFile(fileobj=file, mode="w", format=tarfile.PAX_FORMAT)
        self.earlier = None
        self.is_finished = False
        self._names: set[str] = set()

    def holds(self, kept_as: str, size_bytes: int) -> bool:
        return kept_as in self._names

    def add(self, kept_as: str, source: BinaryIO, size_bytes: int, mode: int = 0o644) -> str:
        entry = tarfile.TarInfo(kept_as)
        entry.size, entry.mode = size_bytes, mode
        reader = _Hashing(source)
        self._tar.addfile(entry, reader)
        self._names.add(kept_as)
        return reader.digest()

    def finish(self, manifest: Manifest, keep: set[str] | None) -> None:
        text = manifest.to_json()
        self.add(MANIFEST, io.BytesIO(text), len(text))
        self._tar.close()
        self.is_finished = True


class _TarSource:
    def __init__(self, path: Path, tar: tarfile.TarFile) -> None:
        self._tar = tar
        try:
            names = tar.getmembers()
        except tarfile.ReadError:  # cut within an entry
            names = []
        self._entries = {entry.name: entry for entry in names if entry.isfile() and is_inside(entry.name)}
        if MANIFEST not in self._entries:
            raise InvalidBackup(
                f"{path} is no whole backup: {MANIFEST}, which stands at its end, is not there. Use another backup."
            )
        self.manifest = read_manifest(self.open(MANIFEST).read(), str(path))

    def open(self, kept_as: str) -> BinaryIO:
        entry = self._entries.get(kept_as)
        found = None if entry is None else self._tar.extractfile(entry)
        if found is None:
            raise FileNotFoundError(kept_as)
        return found  # type: ignore[return-value]  # a reader of bytes


class _Hashing:
    """Reads a file and digests what was read."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._sum = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._sum.update(data)
        return data

    def digest(self) -> str:
        return f"sha256:{self._sum.hexdigest()}"


def copy_bytes(source: BinaryIO, out: BinaryIO, size_bytes: int) -> str:
    """Copy the first bytes of a file, as far as there are that many; their digest."""
    reader, left = _Hashing(source), size_bytes
    while left and (data := reader.read(min(left, _CHUNK))):
        out.write(data)
        left -= len(data)
    return reader.digest()
