"""The WARC files in the database: those that are closed, as they were then, and those that rows name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from storage.database.engine import Database
from storage.database.schema import capture, removal, warc_file, warc_record
from storage.warc.closing import ClosedFile, listed_files, write_list


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


def note_closed(database: Database, folder: Path, found: ClosedFile) -> None:
    """Keep what a closed file of the collection in ``folder`` was; what was noted of it before stays."""
    known = select(warc_file.c.name).where(warc_file.c.name == found.name)
    with database.writing() as connection:
        if connection.execute(known).first() is None:
            insert_file(connection, found)
    write_known_list(database, folder)


def note_listed(database: Database, folder: Path) -> None:
    """Take the list in the collection's ``folder`` into a database that was made again."""
    known = set(closed_files(database))
    with database.writing() as connection:
        for found in listed_files(folder):
            if found.name not in known:
                insert_file(connection, found)
                known.add(found.name)


def write_known_list(database: Database, folder: Path) -> None:
    """Write the list in the collection's ``folder`` as the database knows the files."""
    write_list(folder, closed_files(database).values())


def insert_file(connection: Connection, file: ClosedFile) -> None:
    """Note what a new file is."""
    connection.execute(insert(warc_file).values(**asdict(file)))


def delete_files(connection: Connection, names: Iterable[str]) -> None:
    """Forget files that are gone."""
    for name in names:
        connection.execute(delete(warc_file).where(warc_file.c.name == name))
