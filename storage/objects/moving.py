"""The lock of whatever moves a collection's files between its disk and its object store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import StorageError, translated_os_errors

_LOCK = ".objects.lock"


@contextmanager
def moving_files(folder: Path) -> Iterator[None]:
    """Held while files of the collection move between disk and store: a removal must find all of them at rest.

    Raises
    ------
    StorageError
        Another process holds it.
    """
    with translated_os_errors(folder / _LOCK):
        lock = FileLock(folder / _LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout as error:
            raise StorageError(
                f"Another process moves WARC files of {folder} between disk and object store, or removes captures. Try "
                "again when it has ended."
            ) from error
    try:
        yield
    finally:
        lock.release()
