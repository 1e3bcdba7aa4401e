"""A collection's database on a PostgreSQL server: how it is connected to, and what its refusals mean.

Everything else of the database is written once for SQLite and PostgreSQL. As on SQLite one transaction writes at a
time: those that read and then write (a lease, a new page) need no answer to what another one did in between. The lock
that holds them apart belongs to the schema, so that collections in schemas of one database do not wait for each other.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from storage.errors import Corrupt, DatabaseUnavailable, StorageError, disk_full

EXAMPLE = "postgresql://user@localhost/news"
WAITS_S = 30
"""How long a transaction waits for another one that writes, as SQLite's ``busy_timeout``."""

_DRIVER = "postgresql+psycopg"
_CONNECT_S = 10  # for which a machine that is off, which refuses nothing, is waited for
_ONE_WRITER = "SELECT pg_advisory_xact_lock(hashtext('pagetide writes ' || current_schema()))"
_NO_ROOM = "53100"
_LOCKED = "55P03"
_AWAY = ("57P01", "57P02", "57P03", "53300")  # it stops, has crashed, is starting, takes no more connections
_CONNECTION = "08"  # what the states of all errors of a connection begin with
_DAMAGED = ("XX001", "XX002")


def server_url(text: str) -> URL:
    """The address of a database on a server, as a person wrote it.

    Raises
    ------
    StorageError
        It is none, or names no database.
    """
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError) as error:
        raise StorageError(f"{text!r} is no address of a database. Write one like {EXAMPLE}.") from error
    if url.drivername not in ("postgresql", "postgres", _DRIVER):
        raise StorageError(
            f"{spoken(url)} is not on PostgreSQL, as a collection's server must be. Write an address like {EXAMPLE}."
        )
    if not url.database:
        raise StorageError(f"{spoken(url)} names no database. Write one like {EXAMPLE}.")
    return url.set(drivername=_DRIVER)


def spoken(url: URL) -> str:
    """The address for a message: without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def postgresql_engine(url: URL, *, read_only: bool) -> Engine:
    """An engine for the database at ``url``; nothing is connected yet.

    Raises
    ------
    StorageError
        The driver is not installed.
    """
    try:
        engine = create_engine(
            url,
            pool_pre_ping=True,  # a server that was started again is found before a statement is lost
            connect_args={} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT_S},
            execution_options={"postgresql_readonly": True} if read_only else {},
            json_serializer=partial(_as_json, spoken(url)),
        )
    except ModuleNotFoundError as error:
        raise StorageError(
            "This collection's database is on a PostgreSQL server, and the driver for it is not installed. Run: "
            "pip install 'pagetide[postgresql]'"
        ) from error
    _prepare(engine)
    return engine


def _as_json(name: str, value: Any) -> str:
    """A value as JSON; the driver asks for it only while it sends a statement, where its error would pass as it is."""
    try:
        return json.dumps(value)
    except (TypeError, ValueError) as error:
        raise StorageError(f"A value does not fit into the database {name}: {error}.") from error


def postgresql_error(name: str, error: DBAPIError) -> StorageError | None:
    """What a refusal of the server means, where it says more than that the statement failed."""
    state = getattr(error.orig, "sqlstate", None)
    if state == _NO_ROOM:
        return disk_full(f"the database {name}")
    if _is_away(error, state):
        said = " ".join(str(error.orig).split()).rstrip(".")
        return DatabaseUnavailable(
            f"The database {name} does not answer: {said}. Check that its server runs and can be reached."
        )
    if state == _LOCKED:
        return DatabaseUnavailable(
            f"The database {name} stayed locked by another process for {WAITS_S} seconds. Stop the other process or "
            "try again later."
        )
    if state in _DAMAGED:
        return Corrupt(
            f"The database {name} is damaged ({error.orig}). Restore it from a backup, or empty it and run "
            "`pagetide rebuild`: the WARC files in archive/ hold everything that was captured."
        )
    return None


def _is_away(error: DBAPIError, state: str | None) -> bool:
    """Whether the server is not there; what the driver itself says of a connection has no state."""
    if state is None:
        return isinstance(error, OperationalError) or error.connection_invalidated
    return state in _AWAY or state.startswith(_CONNECTION)


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        _replace_nul(connection)
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = '{WAITS_S}s'")
        cursor.execute("SET application_name = 'pagetide'")
        cursor.close()
        connection.autocommit = False

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get("begin_mode") == "IMMEDIATE":
            connection.exec_driver_sql(_ONE_WRITER)


def _replace_nul(connection: DBAPIConnection) -> None:
    """What web pages call themselves may hold any character; PostgreSQL's texts hold all but one."""
    from psycopg.types.string import StrDumper, StrDumperUnknown  # an optional part that may be missing

    class Text(StrDumper):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))

    class UnknownText(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))

    connection.adapters.register_dumper(str, Text)
    connection.adapters.register_dumper(str, UnknownText)
