"""The identity of a collection and its folder, in the database and in the folder.

A folder that was copied names the same database on a server as its original. Written from both, the rows would name
WARC files of which one half stands here and one half there. So a database on a server knows the folder that is its
own: by machine and path, or, where the folder was moved, by the file that holds the identity, since a move keeps that
file and a copy makes another one. A SQLite database is copied along: such a copy is a collection of its own.
"""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, delete, insert, select

from storage.database.engine import Database
from storage.database.schema import state
from storage.errors import OtherFolder, translated_os_errors
from storage.queries.warc_files import named_files
from storage.queries.warc_records import committed_end
from storage.warc.stored_files import closed_size
from storage.warc.writer import ARCHIVE, OPEN

ID_FILE = "collection.id"
"""The file in the folder that holds the collection's identity: one line."""

IDENTITY = "identity"
OWN_FOLDER = "folder"
_MACHINE_ID = Path("/etc/machine-id")


@dataclass(frozen=True, kw_only=True)
class FolderPlace:
    """Where a folder is, and what a move keeps of it and a copy does not, be it one of hard links."""

    machine: str
    host: str
    path: str
    mark: tuple[int, int, int] | None
    """Inodes of the folder and of its identity file, and when that one was last changed."""

    def is_same(self, other: FolderPlace) -> bool:
        """Whether both are one folder: at the same place, or moved within its file system."""
        if (self.machine, self.host, self.path) == (other.machine, other.host, other.path):
            return (
                True  # a name of a host alone may be that of many, and so may the number of a cloned machine
            )
        return self.mark is not None and self.mark == other.mark


_FOLDER_PLACE = TypeAdapter(FolderPlace)


def identity_of(database: Database) -> str | None:
    """The identity of the collection with that database; None: it has none yet."""
    with database.reading() as connection:
        return _noted(connection)[0]


def require_own_folder(database: Database, folder: Path) -> None:
    """Raise ``OtherFolder`` where ``folder`` is a copy, or that of another collection. Nothing is written."""
    if "state" not in database.tables():
        return
    with database.reading() as connection:
        _check(database, folder, *_noted(connection))


def keep_identity(database: Database, folder: Path) -> None:
    """Note in the database and in its folder which collection this is, and that this is its folder.

    Raises
    ------
    OtherFolder
        As of ``require_own_folder``.
    """
    here = None if database.is_sqlite else _place_of(folder)
    with database.reading() as connection:
        identity, own = _noted(connection)
    _check(database, folder, identity, own)
    if identity is not None and identity == _identity_in(folder) and (here is None or here == own):
        return
    with database.writing() as connection:
        identity, own = _noted(connection)  # another process may have been first
        _check(database, folder, identity, own)
        _note(connection, folder, identity or _identity_in(folder) or str(uuid.uuid4()), database.is_sqlite)


def adopt(database: Database, folder: Path, *, force: bool = False) -> None:
    """Say that ``folder`` is the collection's from now on. Call it while nothing else works on the collection.

    Raises
    ------
    OtherFolder
        Records that the database names are not in it; not with ``force``, after which ``verify`` names them.
    """
    lacking = None if force else _lacking(database, folder)
    if lacking is not None:
        with database.reading() as connection:
            own = _noted(connection)[1]
        whence = "the folder that was the collection's" if own is None else f"{own.path} on {own.host}"
        raise OtherFolder(
            f"{folder} cannot become the collection's folder: {lacking}. Copy what is missing from {whence} first, or "
            "restore it from a backup. With --force it becomes so all the same; `pagetide verify` says what is lost."
        )
    with database.writing() as connection:
        identity = _noted(connection)[0] or _identity_in(folder) or str(uuid.uuid4())
        _note(connection, folder, identity, database.is_sqlite)


def set_identity(database: Database, folder: Path, identity: str) -> None:
    """Give a collection that was just made in ``folder`` this identity."""
    with database.writing() as connection:
        _note(connection, folder, identity, database.is_sqlite)


def _check(database: Database, folder: Path, identity: str | None, own: FolderPlace | None) -> None:
    found = _identity_in(folder)
    if identity is not None and found is not None and identity != found:
        raise OtherFolder(
            f"{folder} belongs to another collection than its database {database.name}: {ID_FILE} says {found}, the "
            f"database {identity}. Nothing was changed. Put back what was exchanged; if they belong together, say so: "
            f"`pagetide adopt -c {folder}`."
        )
    if database.is_sqlite or own is None or own.is_same(_place_of(folder)):
        return
    raise OtherFolder(
        f"{folder} is not the folder of the collection in {database.name}: that is {own.path} on {own.host}. Nothing "
        "was changed; commands that only read work. If the collection was moved here, say so: "
        f"`pagetide adopt -c {folder}`. If this is a copy that is to live on its own, it needs a database of its own: "
        "`pagetide backup` of the original, then `pagetide restore`."
    )


def _noted(connection: Connection) -> tuple[str | None, FolderPlace | None]:
    query = select(state.c.key, state.c.value).where(state.c.key.in_((IDENTITY, OWN_FOLDER)))
    found: Mapping[str, Any] = {row.key: row.value for row in connection.execute(query)}
    own = found.get(OWN_FOLDER)
    return found.get(IDENTITY), None if own is None else _FOLDER_PLACE.validate_python(own)


def _note(connection: Connection, folder: Path, identity: str, is_sqlite: bool) -> None:
    if _identity_in(folder) != identity:
        with translated_os_errors(folder / ID_FILE):
            (folder / ID_FILE).write_text(f"{identity}\n", encoding="utf-8")
    values: dict[str, Any] = {IDENTITY: identity}
    if not is_sqlite:
        values[OWN_FOLDER] = asdict(_place_of(folder))
    connection.execute(delete(state).where(state.c.key.in_((IDENTITY, OWN_FOLDER))))
    connection.execute(insert(state), [{"key": key, "value": value} for key, value in values.items()])


def _identity_in(folder: Path) -> str | None:
    """What the folder says; None where it says nothing."""
    place = folder / ID_FILE
    if not place.exists():
        return None
    with translated_os_errors(place, "read"):
        return place.read_text(encoding="utf-8", errors="replace").strip() or None


def _place_of(folder: Path) -> FolderPlace:
    try:
        found = os.stat(folder / ID_FILE)
        mark = (os.stat(folder).st_ino, found.st_ino, int(found.st_ctime))
    except FileNotFoundError:
        mark = None
    return FolderPlace(
        machine=_machine(),
        host=socket.gethostname(),
        path=str(folder.resolve()),
        mark=mark,
    )


def _machine() -> str:
    """A name of this machine that no other has; hashed, as the manual of machine-id asks for."""
    try:
        known = _MACHINE_ID.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        known = ""
    return sha256(f"pagetide {known or socket.gethostname()}".encode()).hexdigest()[:32]


def _lacking(database: Database, folder: Path) -> str | None:
    """The first WARC file that does not hold all that rows name in it, in words."""
    for name in sorted(named_files(database)):
        archive = folder / ARCHIVE
        sizes = [size for ending in ("", OPEN) if (size := closed_size(archive, name + ending)) is not None]
        end = committed_end(database, name)
        if max(sizes, default=0) < end:
            return f"archive/{name} " + (f"ends before byte {end}" if sizes else "is not there")
    return None
