"""One thread for linear algebra on small matrices.

The solvers make hundreds of products of a few megabytes. A second BLAS thread gains nothing there, and on a
busy machine the threads wait for each other: a fit of 20 ms was measured to take 3 s.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped,unused-ignore]


class _Limit:
    """What holds for the whole process as long as anybody needs it: who comes first sets it, who leaves last lifts it.

    Two limits that overlap, of two threads that learn at once, would otherwise each bring back what it met, and the
    last one the other's single thread, for good.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._within = 0
        self._held: Any = None

    def enter(self) -> None:
        """One more needs it."""
        with self._lock:
            if not self._within:
                self._held = _libraries(len(sys.modules)).limit(limits=1, user_api="blas")
            self._within += 1

    def leave(self) -> None:
        """One less does."""
        with self._lock:
            self._within -= 1
            if not self._within:
                self._held.restore_original_limits()


_LIMIT = _Limit()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """A ``with`` block in which BLAS uses one thread, in the whole process."""
    _LIMIT.enter()
    try:
        yield
    finally:
        _LIMIT.leave()


@lru_cache(maxsize=1)
def _libraries(modules: int) -> ThreadpoolController:
    """Finding the loaded libraries takes a millisecond: again only where modules came, which may bring another one."""
    return ThreadpoolController()
