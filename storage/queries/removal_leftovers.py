"""What a removal leaves to delete, kept in the database: a crash between two of its steps leaves nothing behind.

New files are announced before they are made, and are deleted if no row came to name them. What is to be deleted is
noted in the transaction that moves the rows, and forgotten when it is gone.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from storage.blobs import BlobStore
from storage.database.engine import Database
from storage.database.schema import artifact, state
from storage.errors import translated_os_errors
from storage.queries.warc_files import named_files, write_known_list

_MADE = "removal: files that are being made"
_LEFT = "removal: what is to be deleted"


def announce(database: Database, files: Iterable[str]) -> None:
    """Say which files are about to be made in the collection's folder."""
    with database.writing() as connection:
        _set(connection, _MADE, list(files))


def note_leftovers(
    connection: Connection, files: Iterable[str], folders: Iterable[str], blobs: Iterable[str]
) -> None:
    """Say what nothing names any more; from here on the files that were announced are the archive's."""
    _set(connection, _MADE, None)
    _set(connection, _LEFT, {"files": list(files), "folders": list(folders), "blobs": list(blobs)})


def clear(database: Database, folder: Path) -> None:
    """Delete what removals left in the collection's ``folder``, whatever ended them; without any it costs one query."""
    with database.reading() as connection:
        query = select(state.c.key, state.c.value).where(state.c.key.in_((_MADE, _LEFT)))
        kept = {row.key: row.value for row in connection.execute(query)}
    if not kept:
        return
    _confirm(database)
    made = [place for place in kept.get(_MADE) or () if Path(place).name not in named_files(database)]
    left: Mapping[str, Any] = kept.get(_LEFT) or {}
    with translated_os_errors(folder):
        for place in (*made, *left.get("files", ())):
            (folder / place).unlink(missing_ok=True)
        for place in left.get("folders", ()):
            shutil.rmtree(folder / place, ignore_errors=True)
    _delete_blobs(database, BlobStore(folder / "blobs"), left.get("blobs", ()))
    write_known_list(database, folder)
    with database.writing() as connection:
        for key in kept:
            _set(connection, key, None)


def _delete_blobs(database: Database, blobs: BlobStore, digests: Iterable[str]) -> None:
    for digest in digests:
        with database.reading() as connection:
            named = connection.execute(
                select(artifact.c.role).where(artifact.c.blob_digest == digest)
            ).first()
        if named is None:
            blobs.delete(digest)


def _confirm(database: Database) -> None:
    """Have the disk confirm what was committed, before files go; old pages leave SQLite's log with that."""
    if not database.is_sqlite:
        return
    with database.engine.connect() as connection:
        cursor = connection.connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.close()


def _set(connection: Connection, key: str, value: Any) -> None:
    connection.execute(delete(state).where(state.c.key == key))
    if value is not None:
        connection.execute(insert(state).values(key=key, value=value))
