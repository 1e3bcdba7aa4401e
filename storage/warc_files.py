"""What each WARC file was when it was closed: its size and its digest, which say later whether all of it is there."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import insert, select

from storage.database import Database
from storage.errors import translated_os_errors
from storage.schema import capture, warc_file, warc_record


@dataclass(frozen=True, kw_only=True)
class ClosedFile:
    """A WARC file as it was closed; it never changes after."""

    name: str
    size_bytes: int
    digest: str  # "sha256:..." of the whole file


def measured(path: Path) -> ClosedFile:
    """The file as it is now."""
    with translated_os_errors(path, "read"), path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return ClosedFile(name=path.name, size_bytes=file.tell(), digest=f"sha256:{digest}")


def note_closed(database: Database, found: ClosedFile) -> None:
    """Keep what a closed file was; what was noted of it before stays."""
    known = select(warc_file.c.name).where(warc_file.c.name == found.name)
    values = {"name": found.name, "size_bytes": found.size_bytes, "digest": found.digest}
    with database.writing() as connection:
        if connection.execute(known).first() is None:
            connection.execute(insert(warc_file).values(**values))


def closed_files(database: Database) -> dict[str, ClosedFile]:
    """What is known of the closed WARC files, by name."""
    with database.reading() as connection:
        rows = connection.execute(select(warc_file)).all()
    return {row.name: ClosedFile(name=row.name, size_bytes=row.size_bytes, digest=row.digest) for row in rows}


def named_files(database: Database) -> set[str]:
    """The WARC files in which rows say that records stand."""
    with database.reading() as connection:
        names = set(connection.execute(select(capture.c.warc_file).distinct()).scalars())
        return names | set(connection.execute(select(warc_record.c.file).distinct()).scalars())
