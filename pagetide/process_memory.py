"""Keeps the memory of a process that runs for long from growing.

A visit and a fit take megabytes for moments, in many threads. glibc keeps what is freed in a heap for each thread,
where small pieces that stay lie between large ones that went: a daemon grew by 16 MB for a hundred captures, though
what it used stayed the same.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # of malloc.h
_LARGE_BYTES = 256 * 1024
_HEAPS = 2


def share_heaps() -> None:
    """All threads take their memory from two heaps, so that one uses what another has freed; large pieces from none.

    Where there is no glibc nothing happens. Call it before threads are started.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # musl, for example, has no such heaps
            library = ctypes.CDLL("libc.so.6")
            library.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
            library.mallopt(_ARENA_MAX, _HEAPS)


def give_back() -> None:
    """Give what is free to the system, where the C library can; takes some milliseconds."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libc.so.6").malloc_trim(0)
