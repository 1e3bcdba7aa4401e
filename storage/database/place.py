"""Where the database of a collection is: a file in its folder, or on a server that a small file in its folder names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy.engine import URL

from storage.database.engine import Database
from storage.database.postgresql import server_url
from storage.errors import CollectionExists, not_writable, translated_os_errors, write_obstacle

DATABASE = "pagetide.db"
"""The SQLite database."""
SERVER = "database.url"
"""The file with the address of the database where it is on a PostgreSQL server: one line."""


def is_collection(folder: Path) -> bool:
    """Whether the folder has a database, or names one."""
    return (folder / DATABASE).exists() or (folder / SERVER).exists()


def database_of(folder: Path, *, read_only: bool = False) -> Database:
    """The database of the collection in that folder."""
    place = folder / SERVER
    if not place.exists():
        return Database.at(folder / DATABASE, read_only=read_only)
    with translated_os_errors(place, "read"):
        address = place.read_text(encoding="utf-8")
    return Database.on_server(server_url(address), read_only=read_only)


def require_writable(folder: Path, parts: Iterable[str]) -> None:
    """Say at once that this user cannot write a collection, before half of something is done.

    Raises
    ------
    NotWritable
        The folder, one of these parts of it, or its database.
    """
    database = (f"{DATABASE}{ending}" for ending in ("", "-wal", "-shm"))
    for place in (folder, *(folder / name for name in (*parts, *database))):
        if place.exists() and write_obstacle(place):
            raise not_writable(
                place,
                "Change that, run as its owner, or copy the collection to where you may write. Commands that only "
                "read, such as status, export and verify, work all the same.",
            )


def place_on_server(folder: Path, address: str) -> None:
    """Say in the folder of a new collection that its database is on a server, and that it is there and empty.

    Raises as ``empty_on_server``.
    """
    empty_on_server(address)
    name_server(folder, address)


def name_server(folder: Path, address: str) -> None:
    """Say in the folder of a collection where its database is."""
    with translated_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SERVER).write_text(f"{address.strip()}\n", encoding="utf-8")
        (folder / SERVER).chmod(0o600)  # it may hold a password


def empty_on_server(address: str) -> URL:
    """The address of a database on a server that is there and empty.

    Raises
    ------
    CollectionExists
        There are tables already.
    StorageError
        The address is none, or nobody answers there.
    """
    url = server_url(address)
    database = Database.on_server(url)
    try:
        tables = database.tables()
    finally:
        database.close()
    if tables:
        raise CollectionExists(
            f"{database.name} holds tables already ({', '.join(sorted(tables)[:3])}, ...). Name an empty database, one "
            "for each collection."
        )
    return url
