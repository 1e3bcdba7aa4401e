"""The lock of a collection: one process at a time crawls it, learns from it, or tidies it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pagetide.errors import CollectionInUse
from storage.collection import Collection
from storage.errors import translated_os_errors

LOCK_FILE = ".lock"


@contextmanager
def working_alone(collection: Collection) -> Iterator[None]:
    """Hold the collection's lock; leases that a dead process left are given back.

    Raises
    ------
    CollectionInUse
        Another process crawls or learns this collection.
    """
    with locked(collection.path):
        collection.repository.release_all_leases()
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
