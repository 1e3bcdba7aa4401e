"""Gives memory that was freed back to the system.

glibc keeps what a thread freed for later. A fit frees tens of megabytes in the thread that learns, and visits, in other
threads, do not get them: a daemon would grow by as much over a day.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Do so where the C library can, which is on Linux; takes some milliseconds."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # musl, for example, keeps little and offers nothing
            ctypes.CDLL("libc.so.6").malloc_trim(0)
