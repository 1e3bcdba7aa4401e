"""Copies the rows of a whole database into another one, as they were at one moment: SQLite and PostgreSQL, either way.

Columns have the same types in the program on both, therefore rows go through it, a thousand at a time.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text

from storage.database.engine import Database
from storage.database.schema import metadata
from storage.database.upgrade import upgrade
from storage.errors import Corrupt, StorageError

_ROWS = 1000
_WAITS_S = 30


def write_snapshot(database: Database, target: Path) -> None:
    """Write the database as it is at one moment into the SQLite file ``target``, without keeping writers waiting.

    Raises
    ------
    Corrupt
        The database is damaged.
    """
    if database.is_sqlite:
        _copy_file(Path(database.name), target)
    else:
        made = Database.at(target)
        try:
            upgrade(made)
            copy_rows(database, made)
        finally:
            made.close()
    _make_one_file(target)
    _require_whole(database.name, target)


def copy_rows(source: Database, target: Database) -> None:
    """Fill the empty tables of ``target`` with the rows of ``source``, all or nothing; what passes between the daemon
    and its workers is left out.
    """
    with source.reading() as reader, target.writing() as writer:
        tables = [table for table in metadata.sorted_tables if "in_transit" not in table.info]
        for table in tables:
            _copy_table(reader, writer, table)
        for table in tables:
            if (highest := _highest_number(reader, table)) is not None:
                _go_on_after(writer, table, highest)


def count_rows(database: Database) -> int:
    """How many rows all tables have together."""
    counts = [select(func.count()).select_from(table) for table in metadata.sorted_tables]
    with database.reading() as connection:
        return sum(int(connection.execute(count).scalar_one()) for count in counts)


def _copy_table(reader: Connection, writer: Connection, table: Table) -> None:
    in_order = select(table).order_by(
        *table.primary_key.columns
    )  # a row may refer to an earlier one of its table
    result = reader.execute(in_order, execution_options={"yield_per": _ROWS})
    for rows in result.mappings().partitions():
        writer.execute(insert(table), [dict(row) for row in rows])


def _highest_number(connection: Connection, table: Table) -> int | None:
    """The highest number that the database gave a row itself, also to one that is gone; None: it gave none."""
    column: Any = table.autoincrement_column
    if column is None:
        return None
    newest = connection.execute(select(func.max(column))).scalar()
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
        given = connection.execute(query, {"table": table.name}).scalar()
    else:
        query = text(
            "SELECT pg_sequence_last_value(pg_get_serial_sequence(quote_ident(:table), :column)::regclass)"
        )
        given = connection.execute(query, {"table": table.name, "column": column.name}).scalar()
    return max((number for number in (newest, given) if number is not None), default=None)


def _go_on_after(connection: Connection, table: Table, highest: int) -> None:
    """The next row that the database numbers itself comes after that number."""
    column: Any = table.autoincrement_column
    if connection.dialect.name != "sqlite":
        name = {"table": table.name, "column": column.name, "highest": highest}
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence(quote_ident(:table), :column), :highest)"), name
        )
    elif table.dialect_options["sqlite"]["autoincrement"]:
        values = {"table": table.name, "highest": highest}
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), values)
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :highest)"), values)


def _copy_file(source: Path, target: Path) -> None:
    """All pages in one step: a writer of the log is not kept waiting, and cannot make it begin anew."""
    try:
        opened = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAITS_S)
        try:
            made = sqlite3.connect(target)
            try:
                opened.backup(made, pages=-1)
            finally:
                made.close()
        finally:
            opened.close()
    except sqlite3.Error as error:
        raise StorageError(
            f"The database {source} could not be copied to {target}: {error}. Check that there is free space, and run "
            "`pagetide verify`."
        ) from error


def _make_one_file(target: Path) -> None:
    """Without a log beside it, the file is all there is."""
    opened = sqlite3.connect(target)
    try:
        opened.execute("PRAGMA journal_mode = DELETE")
    finally:
        opened.close()


def _require_whole(name: str, target: Path) -> None:
    copied = Database.at(target, read_only=True)
    try:
        with copied.reading() as connection:
            said = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    except Corrupt as error:
        said = str(error)
    finally:
        copied.close()
    if said != "ok":
        raise Corrupt(
            f"The database {name} is damaged ({said}), and a backup of it would be, too. An earlier backup stays as it "
            "is: restore it, or move the database away and run `pagetide rebuild`."
        )
