"""Caches the results of functions of texts, with a limit of memory.

``functools.lru_cache`` bounds how many texts are kept, not how long they are: one that is a whole page, and another
at each capture, would be kept some ten thousand times.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

LONGEST = 2000
"""Letters of the texts given at once, above which what is said of them is not kept."""

ENTRIES = 16384
"""Of each function: a page's texts of some weeks."""

_Given = ParamSpec("_Given")
_Said = TypeVar("_Said")


def remembered(function: Callable[_Given, _Said]) -> Callable[_Given, _Said]:
    """The function, which is given texts by place, with its last answers to short ones kept."""
    kept = cast(Callable[_Given, _Said], lru_cache(maxsize=ENTRIES)(function))

    @wraps(function)
    def answer(*given: _Given.args, **named: _Given.kwargs) -> _Said:
        letters = sum(map(len, cast(tuple[Sized, ...], given)))
        return (kept if letters <= LONGEST else function)(*given, **named)

    return answer
