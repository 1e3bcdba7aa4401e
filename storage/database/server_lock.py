"""The lock of a collection whose database is on a server: held there, so that it holds on every machine.

The lock file in the folder is another one in each copy of the folder, and on some network file systems locks nothing.
PostgreSQL's advisory lock belongs to a connection, and so ends with the process, however that ends. It also ends with
the connection: therefore it is looked at before each transaction that writes, and taken again where it was lost.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage.database.engine import Database
from storage.database.postgresql import postgresql_error
from storage.errors import CollectionTaken, StorageError

logger = logging.getLogger(f"pagetide.{__name__}")

_KEY = "hashtextextended('pagetide works on ' || current_schema(), 0)"
_TRY = f"SELECT pg_try_advisory_lock({_KEY})"
_RELEASE = f"SELECT pg_advisory_unlock({_KEY})"
_WAIT = f"SELECT pg_advisory_lock({_KEY})"
_HOLDER = f"""
SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((l.classid::bigint << 32) | l.objid::bigint) = {_KEY}
"""
_SELF = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END_OLD = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %(pid)s AND backend_start = %(since)s"
)
_WAIT_FOR_OLD_S = 5
_LONGEST_NAME = 63  # bytes of application_name that a server keeps


@contextmanager
def worked_alone(database: Database, folder: Path) -> Iterator[None]:
    """No other process works on the collection with that database, wherever it runs; a SQLite file needs no more than
    the lock of its folder.

    Raises
    ------
    CollectionTaken
        Another one does. Transactions that write raise it, too, where the lock was lost meanwhile and another process
        has taken it.
    """
    if database.is_sqlite:
        yield
        return
    lock = _ServerLock(database, folder)
    lock.take()
    database.guard = lock.check
    try:
        yield
    finally:
        database.guard = None
        lock.release()


class _ServerLock:
    """An advisory lock on a connection of its own. Safe to ask from several threads."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._name, self._folder = database.name, folder
        self._engine = create_engine(
            database.engine.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"application_name": _told(folder), "keepalives_idle": 60, "connect_timeout": 10},
        )
        self._mutex = threading.Lock()
        self._connection: Connection | None = None
        self._session: Row[Any] | None = None

    def take(self) -> None:
        with self._mutex, self._translated():
            connection = self._engine.connect()
            if not connection.exec_driver_sql(_TRY).scalar():
                self._refuse(connection)
            self._keep(connection)

    def check(self) -> None:
        """Take the lock again where its connection broke; ``DatabaseUnavailable`` where the server is not there."""
        with self._mutex:
            if self._connection is not None:
                try:
                    self._connection.exec_driver_sql("SELECT 1")
                except DBAPIError:
                    self._forget()
                else:
                    return
            with self._translated():
                self._take_again()

    def release(self) -> None:
        with self._mutex, suppress(DBAPIError):  # a connection that is gone holds no lock
            if self._connection is not None:
                self._connection.exec_driver_sql(_RELEASE)
            self._forget()

    def _take_again(self) -> None:
        """The server may not have noticed yet that the old connection broke: it is told to end that session."""
        connection = self._engine.connect()
        if self._session is not None:
            old = {"pid": self._session.pid, "since": self._session.backend_start}
            connection.exec_driver_sql(_END_OLD, old)
        connection.exec_driver_sql(f"SET lock_timeout = '{_WAIT_FOR_OLD_S}s'")
        try:
            connection.exec_driver_sql(_WAIT)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != "55P03":  # it waited in vain
                connection.invalidate()
                raise
            self._refuse(connection)
        self._keep(connection)
        logger.warning(
            "the connection that held the lock of %s broke; the lock was taken again", self._folder
        )

    def _keep(self, connection: Connection) -> None:
        self._session = connection.exec_driver_sql(_SELF).one()
        self._connection = connection

    def _forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.invalidate()
                connection.close()

    def _refuse(self, connection: Connection) -> None:
        holder = connection.exec_driver_sql(_HOLDER).scalar() or "pagetide"
        connection.close()
        raise CollectionTaken(
            f"Another pagetide process works on the database {self._name} of {self._folder}: {holder!r}. Stop it "
            "first; commands that only read work beside it."
        )

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            known = postgresql_error(self._name, error)
            raise known or StorageError(
                f"The lock of {self._name} could not be taken: {error.orig}."
            ) from error


def _told(folder: Path) -> str:
    """What the server shows of who holds the lock: machine, process, and as much of the folder as it keeps."""
    head = f"pagetide {socket.gethostname()[:20]} {os.getpid()} "
    room = _LONGEST_NAME - len(head.encode())
    return head + str(folder.resolve()).encode("ascii", "replace").decode()[-room:]
