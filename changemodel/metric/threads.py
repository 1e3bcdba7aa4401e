"""One thread for linear algebra on small matrices.

The solvers make hundreds of products of a few megabytes. A second BLAS thread gains nothing there, and on a
busy machine the threads wait for each other: a fit of 20 ms was measured to take 3 s.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped,unused-ignore]


def one_blas_thread() -> AbstractContextManager[Any]:
    """A ``with`` block in which BLAS uses one thread, in the whole process."""
    limit: AbstractContextManager[Any] = _libraries().limit(limits=1, user_api="blas")
    return limit


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Finding the loaded libraries takes a millisecond: once is enough."""
    return ThreadpoolController()
