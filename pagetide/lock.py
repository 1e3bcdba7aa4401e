"""The lock of a collection: one process at a time crawls it, learns from it, or tidies it.

It is a file in the folder; where the database is on a server there is a second lock on that server, which holds for
every folder and every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pagetide.errors import CollectionInUse
from storage.collection import Collection
from storage.database.engine import Database
from storage.database.server_lock import worked_alone
from storage.errors import CollectionTaken, translated_os_errors

LOCK_FILE = ".lock"


@contextmanager
def working_alone(collection: Collection) -> Iterator[None]:
    """Hold the collection's locks; leases that a dead process left are given back, but for those of
    workers on other machines, which hold until they expire.

    Raises
    ------
    CollectionInUse
        Another process crawls or learns this collection.
    """
    with locked(collection.path), locked_on_server(collection.database, collection.path):
        collection.repository.release_own_leases()
        yield


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of the collection in ``folder``, be its database there or not.

    Raises
    ------
    CollectionInUse
        Another process crawls or learns this collection.
    """
    lock = FileLock(folder / LOCK_FILE)
    with translated_os_errors(folder / LOCK_FILE):
        try:
            held = lock.acquire(timeout=0)
        except Timeout as error:
            raise CollectionInUse(
                f"another pagetide process is working on {folder}. Stop it first, or use another "
                "collection; `pagetide status` and `pagetide dashboard` work beside it."
            ) from error
    with held:
        yield


@contextmanager
def locked_on_server(database: Database, folder: Path) -> Iterator[None]:
    """Hold the lock of the collection on its database's server; nothing more is needed of a SQLite file.

    Raises
    ------
    CollectionInUse
        Another process works on that database, from whichever folder.
    """
    with ExitStack() as held:
        try:
            held.enter_context(worked_alone(database, folder))
        except CollectionTaken as error:
            raise CollectionInUse(str(error)) from error
        yield
