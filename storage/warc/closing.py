"""What each WARC file was when it was closed: its size and its digest, which say later whether all of it is there.

The database knows it, and a list in the collection's folder, which is there still when the database is lost.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import insert, select

from storage.database.engine import Database
from storage.database.schema import capture, removal, warc_file, warc_record
from storage.errors import translated_os_errors


@dataclass(frozen=True, kw_only=True)
class ClosedFile:
    """A WARC file as it was closed; it never changes after."""

    name: str
    size_bytes: int
    digest: str  # "sha256:..." of the whole file


CLOSED_LIST = "warc-files.jsonl"
"""The list in the collection's folder: a line of JSON for each closed WARC file."""

_LINE = TypeAdapter(ClosedFile)


def measured(path: Path) -> ClosedFile:
    """The file as it is now."""
    with translated_os_errors(path, "read"), path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return ClosedFile(name=path.name, size_bytes=file.tell(), digest=f"sha256:{digest}")


def note_closed(database: Database, folder: Path, found: ClosedFile) -> None:
    """Keep what a closed file of the collection in ``folder`` was; what was noted of it before stays."""
    known = select(warc_file.c.name).where(warc_file.c.name == found.name)
    with database.writing() as connection:
        if connection.execute(known).first() is None:
            connection.execute(insert(warc_file).values(**asdict(found)))
    write_list(database, folder)


def note_listed(database: Database, folder: Path) -> None:
    """Take the list in the collection's ``folder`` into a database that was made again."""
    known = closed_files(database)
    with database.writing() as connection:
        for found in _listed(folder):
            if found.name not in known:
                connection.execute(insert(warc_file).values(**asdict(found)))
                known[found.name] = found


def write_list(database: Database, folder: Path) -> None:
    """Write the list in the collection's ``folder`` as the database knows the files."""
    files = closed_files(database).values()
    target = folder / CLOSED_LIST
    with translated_os_errors(target):
        fresh = target.with_name(f"{target.name}.{uuid.uuid4().hex}")
        try:
            with fresh.open("w", encoding="utf-8") as out:
                out.writelines(json.dumps(asdict(file)) + "\n" for file in files)
                out.flush()
                os.fsync(out.fileno())
            os.replace(fresh, target)
        finally:
            fresh.unlink(missing_ok=True)


def _listed(folder: Path) -> Iterator[ClosedFile]:
    """What the list says; lines that say nothing are passed over."""
    target = folder / CLOSED_LIST
    if not target.exists():
        return
    with translated_os_errors(target, "read"):
        lines = target.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        with suppress(ValidationError):
            yield _LINE.validate_json(line)


def closed_files(database: Database) -> dict[str, ClosedFile]:
    """What is known of the closed WARC files, by name."""
    with database.reading() as connection:
        rows = connection.execute(select(warc_file)).all()
    return {row.name: ClosedFile(name=row.name, size_bytes=row.size_bytes, digest=row.digest) for row in rows}


def named_files(database: Database) -> set[str]:
    """The WARC files in which rows say that records stand."""
    with database.reading() as connection:
        columns = (capture.c.warc_file, warc_record.c.file, removal.c.file)
        return {
            name for column in columns for name in connection.execute(select(column).distinct()).scalars()
        }
