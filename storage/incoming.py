"""Files that are being imported: under temporary names, removed whatever happens.

Whoever stages a file holds a shared lock on the folder, which ends with the process, however it ends. So a file that
stands there while nobody holds the lock was left by a process that was killed.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import translated_os_errors

_NAMES = "*.incoming*"


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A fresh path in ``folder`` for a file, and for others whose names begin with it; they are removed at the end."""
    path = folder / f"{uuid.uuid4().hex}.incoming"
    with translated_os_errors(path), _locked(folder, fcntl.LOCK_SH):
        try:
            yield path
        finally:
            _remove(folder, f"{path.name}*")


def remove_abandoned(folder: Path, also: Callable[[], None] = lambda: None) -> None:
    """Remove what processes left that ended while they staged files in ``folder``.

    ``also`` is called for what else they left, while nobody stages anything.
    """
    with translated_os_errors(folder):
        try:
            with _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
                _remove(folder, _NAMES)
                also()
        except BlockingIOError:
            return  # another process is at it, and so it is no wreck


@contextmanager
def _locked(folder: Path, kind: int) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, kind)
        yield
    finally:
        os.close(descriptor)


def _remove(folder: Path, names: str) -> None:
    for path in folder.glob(names):
        path.unlink(missing_ok=True)
