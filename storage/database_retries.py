"""Back-off with a limit while the database does not answer."""

from __future__ import annotations

import time
from datetime import timedelta

LIMIT = timedelta(minutes=10)
"""A server that is started anew, or a long lock of another program, is waited for so long, and then given up."""

_FIRST_S = 1.0
_LONGEST_S = 30.0


class Patience:
    """Says how long to wait before the next try; counts from its first question."""

    def __init__(self, limit: timedelta = LIMIT) -> None:
        self._limit_s = limit.total_seconds()
        self._since: float | None = None
        self._next_s = _FIRST_S

    def pause_s(self) -> float | None:
        """Seconds to wait before the next try, twice as long each time; None: the limit is reached."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        left_s = self._limit_s - (now - self._since)
        if left_s <= 0:
            return None
        pause_s, self._next_s = self._next_s, min(2 * self._next_s, _LONGEST_S)
        return min(pause_s, left_s)
