"""The database engine of a collection, its transactions and column types.

What is SQLite's own stands in ``storage.database.sqlite``, what is PostgreSQL's in ``storage.database.postgresql``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Connection, Dialect, Engine, inspect
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError, StatementError
from sqlalchemy.types import TypeDecorator

from storage.database.postgresql import postgresql_engine, postgresql_error, spoken
from storage.database.sqlite import sqlite_engine, sqlite_error
from storage.errors import Corrupt, StorageError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Instant(TypeDecorator[datetime]):
    """An aware datetime as UTC microseconds since 1970, on every database (SQLite has no time zones)."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Microseconds for the database; a naive datetime is a mistake."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise StorageError(f"The time {value} has no time zone. Give it one, for example tzinfo=UTC.")
        return (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The UTC datetime that was stored."""
        return None if value is None else EPOCH + value * MICROSECOND


class Span(TypeDecorator[timedelta]):
    """A timedelta as microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Microseconds for the database."""
        return None if value is None else value // MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """The timedelta that was stored."""
        return None if value is None else value * MICROSECOND


class Database:
    """An engine with two kinds of transaction: ``reading`` and ``writing``. Safe to share between threads.

    Within a ``writing`` or a ``snapshot`` of the same thread every transaction that reads is a part of it, and within a
    ``writing`` every one that writes: what belongs together is seen at one moment, and is kept or lost as a whole.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.guard: Callable[[], None] | None = None
        """Called before each transaction that writes: raises where this process may not write any more."""
        self._open = _OpenTransactions()

    @classmethod
    def at(cls, path: Path, *, read_only: bool = False) -> Database:
        """The SQLite database in the file ``path``."""
        return cls(sqlite_engine(path, read_only=read_only), str(path))

    @classmethod
    def on_server(cls, url: URL, *, read_only: bool = False) -> Database:
        """The PostgreSQL database at ``url``."""
        return cls(postgresql_engine(url, read_only=read_only), spoken(url))

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of this machine."""
        return self.engine.dialect.name == "sqlite"

    def tables(self) -> list[str]:
        """The names of its tables."""
        with self._translated():
            return list(inspect(self.engine).get_table_names())

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database."""
        outer = self._open.writing or self._open.snapshot
        if outer is not None:
            with self._translated():
                yield outer
            return
        with self._translated(), self.engine.connect() as connection:
            if not self.is_sqlite:  # whose transactions see one moment anyway
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that this thread reads until the block ends sees one moment of the database, in one transaction."""
        with self.reading() as connection:
            outer, self._open.snapshot = self._open.snapshot, connection
            try:
                yield
            finally:
                self._open.snapshot = outer

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may read and then write: all of it is kept, or nothing."""
        if self._open.writing is not None:
            with self._translated():
                yield self._open.writing
            return
        if self.guard is not None:
            self.guard()
        with self._translated(), self.engine.connect() as connection:
            connection.execution_options(begin_mode="IMMEDIATE")
            with connection.begin():
                self._open.writing = connection
                try:
                    yield connection
                finally:
                    self._open.writing = None

    @contextmanager
    def posting(self) -> Iterator[Connection]:
        """A transaction that writes what no other process writes, and so waits for none; never within another one."""
        with self._translated(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def altering(self) -> Iterator[Connection]:
        """A transaction that may change tables; references are checked once, before it is committed.

        SQLite alters a table by copying and dropping it, which live foreign keys refuse or answer by deleting;
        they can be switched off only outside a transaction (SQLite documentation, "Making Other Kinds Of Table
        Schema Changes").
        """
        with self._translated(), self.engine.connect() as connection:
            connection.execution_options(begin_mode="IMMEDIATE")
            if self.is_sqlite:
                _pragma(connection, "foreign_keys = OFF")
            try:
                with connection.begin():
                    yield connection
                    if self.is_sqlite and (broken := _broken_reference(connection)):
                        raise Corrupt(
                            f"A row of table {broken[0]} in {self.name} refers to a row of {broken[2]} that is "
                            "not there. Nothing was changed; restore the database from a backup."
                        )
            finally:
                if self.is_sqlite:
                    _pragma(connection, "foreign_keys = ON")

    def close(self) -> None:
        """Give all connections back; the last one folds the write-ahead log into the database."""
        self.engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise self._storage_error(error) from error
        except StatementError as error:
            raise StorageError(
                f"A value does not fit into the database {self.name}: {error.orig}."
            ) from error
        except OverflowError as error:  # of a number that no column could hold
            raise StorageError(f"A number is too large for the database {self.name}: {error}.") from error

    def _storage_error(self, error: DBAPIError) -> StorageError:
        known = sqlite_error(Path(self.name), error) if self.is_sqlite else postgresql_error(self.name, error)
        if known is not None:
            return known
        said = " ".join(str(error.orig).split()).rstrip(".")  # a server's answer has several lines
        if isinstance(error, OperationalError):
            return StorageError(f"The database {self.name} could not be used: {said}.")
        return StorageError(f"The database {self.name} refused a statement: {said}.")


class _OpenTransactions(threading.local):
    """The transactions of one thread that others join."""

    writing: Connection | None = None
    snapshot: Connection | None = None


def _broken_reference(connection: Connection) -> Any:
    """A row that refers to none: its table, its number, and the table in which nothing is found."""
    return connection.exec_driver_sql("PRAGMA foreign_key_check").first()


def _pragma(connection: Connection, text: str) -> None:
    """Set it on the driver's connection: through SQLAlchemy's a transaction would begin first."""
    cursor = connection.connection.cursor()
    cursor.execute(f"PRAGMA {text}")
    cursor.close()
