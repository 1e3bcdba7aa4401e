"""Files that a removal still has to delete, stored in the database so that a crash loses none.

New files are announced before they are made, and are deleted if no row came to name them. What is to be deleted is
noted in the transaction that moves the rows, and forgotten when it is gone.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from storage.blobs import BlobStore
from storage.database.engine import Database
from storage.database.schema import artifact, state
from storage.errors import ObjectsUnavailable, translated_os_errors
from storage.plurals import counted
from storage.queries.warc_files import named_files, write_known_list
from storage.warc.stored_files import STORED, delete_stored
from storage.warc.writer import ARCHIVE

logger = logging.getLogger(f"pagetide.{__name__}")

BLOBS = "blobs"
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
            (folder / (place + STORED)).unlink(missing_ok=True)
        for place in left.get("folders", ()):
            shutil.rmtree(folder / place, ignore_errors=True)
    unnamed = [digest for digest in left.get("blobs", ()) if not _is_named(database, digest)]
    remaining = _deleted_in_store(folder, left.get("files", ()), unnamed)
    write_known_list(database, folder)
    with database.writing() as connection:
        _set(connection, _MADE, None)
        _set(connection, _LEFT, remaining)


def leftovers(database: Database) -> int:
    """How many removed files and blobs an object store may still hold, since it did not answer."""
    with database.reading() as connection:
        left = connection.execute(select(state.c.value).where(state.c.key == _LEFT)).scalar() or {}
    return sum(len(left.get(kind, ())) for kind in ("files", "blobs"))


def _deleted_in_store(
    folder: Path, files: Sequence[str], digests: Sequence[str]
) -> dict[str, list[str]] | None:
    """Delete WARC files in the object store, and blobs; what is left where it does not answer, None: nothing."""
    archive, blobs = folder / ARCHIVE, BlobStore(folder / BLOBS)
    names = [Path(place).name for place in files if Path(place).parent.name == ARCHIVE]
    steps = [(partial(delete_stored, archive, name), "files", f"{ARCHIVE}/{name}") for name in names]
    steps += [(partial(blobs.delete, digest), "blobs", digest) for digest in digests]
    for number, (delete_one, _, _) in enumerate(steps):
        try:
            delete_one()
        except ObjectsUnavailable as error:
            rest = steps[number:]
            count = counted(len(rest), "removed file")
            logger.warning("%s may still be in the object store, and will be deleted there: %s", count, error)
            return {kind: [what for _, of, what in rest if of == kind] for kind in ("files", "blobs")}
    return None


def _is_named(database: Database, digest: str) -> bool:
    with database.reading() as connection:
        query = select(artifact.c.role).where(artifact.c.blob_digest == digest)
        return connection.execute(query).first() is not None


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
