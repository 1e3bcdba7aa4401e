"""Moves the database of a collection to a PostgreSQL server and back, in its folder: nothing else changes.

The new database is whole before the folder names it. What was the database until then stays as it was, so that whoever
regrets it has it. The caller holds the collection's locks.
"""

from __future__ import annotations

import os
from pathlib import Path

from storage.backup.restore import fill_server
from storage.database.engine import Database
from storage.database.place import DATABASE, SERVER, database_of, name_server
from storage.database.table_copy import count_rows, write_snapshot
from storage.database.upgrade import upgrade
from storage.errors import CollectionExists, Corrupt, translated_os_errors
from storage.queries.identity import identity_of, keep_identity

KEPT = f"{DATABASE}.before-migration"
"""The SQLite database of a collection that went to a server."""

_INCOMING = f"{DATABASE}.incoming"


def migrate_to_server(folder: Path, server: str) -> int:
    """Move the SQLite database of ``folder`` to the empty PostgreSQL database ``server``; how many rows it has.

    Raises
    ------
    CollectionExists
        The database on the server is not empty, or that of the folder is on a server already.
    StorageError
        Nobody answers there, or the copy is not what was copied. The collection stays where it was.
    """
    if (folder / SERVER).exists():
        raise CollectionExists(
            f"The database of {folder} is on a server already. Move it into a file first, then to another server."
        )
    database = database_of(folder)
    try:
        upgrade(database)
        keep_identity(database, folder)
        identity = identity_of(database)
        assert identity is not None
        fill_server(database, server, folder, identity)
        rows = count_rows(database)
    finally:
        database.close()
    with translated_os_errors(folder):
        name_server(folder, server)
        for ending in ("", "-wal", "-shm"):
            if (folder / f"{DATABASE}{ending}").exists():
                os.replace(folder / f"{DATABASE}{ending}", folder / f"{KEPT}{ending}")
        os.sync()
    return rows


def migrate_to_file(folder: Path) -> int:
    """Move the database of ``folder`` from its server into a SQLite file there; how many rows it has.

    Raises
    ------
    CollectionExists
        It is a file already, or a file of that name is in the way.
    StorageError
        Nobody answers there, or the copy is not what was copied. The collection stays where it was.
    """
    if not (folder / SERVER).exists():
        raise CollectionExists(f"The database of {folder} is a file already.")
    if (folder / DATABASE).exists():
        raise CollectionExists(f"{folder / DATABASE} is in the way. Move it somewhere else first.")
    incoming = folder / _INCOMING
    database = database_of(folder)
    try:
        upgrade(database)
        incoming.unlink(missing_ok=True)
        write_snapshot(database, incoming)
        rows = count_rows(database)
        copied = Database.at(incoming)
        try:
            _require_rows(copied, rows)
        finally:
            copied.close()
    finally:
        database.close()
    with translated_os_errors(folder):
        os.sync()
        os.replace(incoming, folder / DATABASE)
        (folder / SERVER).unlink()  # from here on the file is the database
        os.sync()
    return rows


def _require_rows(database: Database, rows: int) -> None:
    if (found := count_rows(database)) != rows:
        raise Corrupt(
            f"The copy in {database.name} has {found} rows of {rows}. Nothing was moved; try again."
        )
