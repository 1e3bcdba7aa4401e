"""A new fit replaces the last one, and a fit that fails changes nothing.

Learners inherit it, those of a matrix through ``matrix_metric``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Refittable:
    """An estimator whose learned attributes end in ``_``."""

    @contextmanager
    def _new_fit(self) -> Iterator[None]:
        """Forget the last fit; if this one fails, everything is as it was before."""
        before = dict(vars(self))
        for name in before:
            if name.endswith("_") and not name.startswith("_"):
                delattr(self, name)
        try:
            yield
        except BaseException:
            self.__dict__ = before
            raise
