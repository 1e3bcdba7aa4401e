"""Long lists in pieces that one statement takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

_AT_ONCE = 500  # below the 999 parameters that any SQLite build accepts

T = TypeVar("T")


def batches(items: Iterable[T], size: int = _AT_ONCE) -> Iterator[list[T]]:
    """The items in their order, so many at once; nothing of no items."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
