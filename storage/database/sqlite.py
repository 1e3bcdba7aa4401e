"""A collection's database in a SQLite file: how it is opened, what its refusals mean, whether it is still the same.

WAL mode by default. pysqlite does not emit BEGIN before SELECT, hence the connect and begin events of SQLAlchemy's
SQLite page; work that reads and then writes starts with BEGIN IMMEDIATE, so that it waits for its turn instead of
failing at the first write.
"""

from __future__ import annotations

import os
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from storage.database.folding import NAME
from storage.errors import (
    Corrupt,
    DatabaseGone,
    DatabaseUnavailable,
    StorageError,
    disk_full,
    not_writable,
    write_obstacle,
)

_PATIENCE = 30.0  # seconds for which a locked database is waited for
_PRAGMAS = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}",
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA journal_size_limit = 67108864",
)
_IDENTITY = "identity of the file"


def sqlite_engine(path: Path, *, read_only: bool) -> Engine:
    """An engine for the database in the file ``path``; nothing is opened yet."""
    engine = create_engine(_url(path, read_only=read_only))
    _watch(engine, path, read_only=read_only)
    _prepare(engine, read_only=read_only)
    return engine


@dataclass(frozen=True, kw_only=True)
class LostReference:
    """A row that refers to another which is not there."""

    table: str
    number: int | None
    refers_to: str


def damage(connection: Connection) -> list[str]:
    """What SQLite finds damaged in the database, in its words."""
    lines = connection.execute(text("PRAGMA integrity_check")).scalars()
    return [line for line in lines if line != "ok"]


def lost_references(connection: Connection) -> list[LostReference]:
    """The rows whose references lead nowhere."""
    rows = connection.execute(text("PRAGMA foreign_key_check"))
    return [LostReference(table=row[0], number=row[1], refers_to=row[2]) for row in rows]


def sqlite_error(path: Path, error: DBAPIError) -> StorageError | None:
    """What a refusal of SQLite means, where it says more than that the statement failed."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    kind = None if code is None else code & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE):
        return disk_full(f"the database {path}")
    if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Corrupt(
            f"The database {path} is damaged ({error.orig}). Restore it from a backup, or move it "
            "away and run `pagetide rebuild`: the WARC files in archive/ hold everything that was captured."
        )
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DatabaseUnavailable(
            f"The database {path} stayed locked by another process for 30 seconds. Stop the other "
            "process or try again later."
        )
    if kind in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _not_opened(path)
    failing = path if kind == sqlite3.SQLITE_IOERR else None
    denied = _denied(path) if kind == sqlite3.SQLITE_READONLY else failing
    return None if denied is None else not_writable(denied, said=f"its disk does not take it ({error.orig})")


def _url(path: Path, *, read_only: bool) -> URL:
    if not read_only:
        return URL.create("sqlite+pysqlite", database=str(path))
    query = {"mode": "ro", "uri": "true"}
    if path.exists() and write_obstacle(path.parent) and not _log(path).exists():
        query["immutable"] = (
            "1"  # a read-only medium: SQLite cannot make the shared-memory file that WAL needs
        )
    return URL.create("sqlite+pysqlite", database=path.absolute().as_uri(), query=query)


def _prepare(engine: Engine, *, read_only: bool) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we emit BEGIN ourselves, below
        connection.create_function(NAME, 1, str.casefold, deterministic=True)
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        if not read_only:
            _write_ahead(cursor)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        mode = connection.get_execution_options().get("begin_mode", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")


def _write_ahead(cursor: DBAPICursor) -> None:
    """Switch to WAL mode. Of two that switch a new file at once, SQLite refuses one without waiting: ask again."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _watch(engine: Engine, path: Path, *, read_only: bool) -> None:
    """Look before every transaction whether ``path`` is the file that was opened; a look takes a microsecond.

    SQLite itself goes on with a file that has no name any more, and makes a new, empty one for the next connection.
    Who writes gets ``DatabaseGone``; who reads goes on with the new file.
    """
    opened: list[tuple[int, int]] = []  # the first file, the only one that is written

    @event.listens_for(engine, "do_connect")
    def connecting(*_: object) -> None:
        if opened and not read_only and _identity(path) != opened[0]:
            raise _gone(path)

    @event.listens_for(engine, "connect")
    def connected(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        identity = entry.info[_IDENTITY] = _identity(path)
        if identity is not None and not opened:
            opened.append(identity)

    @event.listens_for(engine, "checkout")
    def taken(_: DBAPIConnection, entry: ConnectionPoolEntry, __: object) -> None:
        if entry.info.get(_IDENTITY) != _identity(path):
            raise DisconnectionError if read_only else _gone(path)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _log(path: Path) -> Path:
    """The write-ahead log beside a database."""
    return path.with_name(path.name + "-wal")


def _denied(path: Path) -> Path | None:
    """What of a database this user cannot write; None: nothing."""
    places = (path.parent, path, _log(path), path.with_name(path.name + "-shm"))
    return next((place for place in places if place.exists() and write_obstacle(place)), None)


def _not_opened(path: Path) -> StorageError | None:
    """Why SQLite could not open the file, where the file system tells."""
    if not path.exists() and (path.parent.is_dir() and write_obstacle(path.parent) is None):
        return StorageError(
            f"The database {path} is not there. Check the folder, restore the file from a backup, or run "
            f"`pagetide rebuild -c {path.parent}`."
        )
    if path.exists() and not os.access(path, os.R_OK):
        return StorageError(
            f"The database {path} may not be read by this user. Change its owner or permissions."
        )
    if _log(path).exists() and write_obstacle(path.parent):
        return StorageError(
            f"The database {path} cannot be read where it is: {_log(path).name} beside it holds changes that must be "
            "folded into it first, and its folder cannot be written. Copy the folder to where it can be, and read it "
            "there."
        )
    denied = _denied(path)
    return None if denied is None else not_writable(denied)


def _gone(path: Path) -> DatabaseGone:
    return DatabaseGone(
        f"The database {path} was deleted or replaced while it was in use; nothing more is written into it. End every "
        f"pagetide process that works here. Then run `pagetide rebuild -c {path.parent}`, which makes it again from "
        "the WARC files, or restore it from a backup."
    )
