"""The budget as it is spent: an allowance that fills with time and that visits empty.

The price makes pages fall due about as often as the budget pays for; the allowance sees to it that no stretch of time
costs more, whatever fell due at once: after a pause, after a jump of the clock, when many pages are new. It holds an
hour's visits at most, so that a night in which nothing was due is not spent in one storm.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

_HOUR = timedelta(hours=1)


class Allowance:
    """Visits that the budget pays for at present; without a budget there is no end of them."""

    def __init__(self, per_h: float | None, now: datetime, spent: int = 0) -> None:
        self._per_h = per_h
        self._most = 1.0 if per_h is None else max(1.0, per_h)
        self._left = max(0.0, self._most - spent)
        self._at = now
        self._lock = threading.Lock()
        self.empty_at: datetime | None = None
        """When it was last found empty."""

    def left(self, now: datetime) -> int | None:
        """Whole visits that may begin now; None: any number."""
        if self._per_h is None:
            return None
        with self._lock:
            self._fill(now)
            if self._left < 1.0:
                self.empty_at = now
            return int(self._left + 1e-9)

    def spend(self, visits: int, now: datetime) -> None:
        """So many visits began; fewer than none: they were not needed. What is spent beforehand, time pays for."""
        with self._lock:
            self._fill(now)
            self._left = min(self._most, self._left - visits)

    def spare(self, now: datetime) -> int:
        """Visits that may be made though nothing is due: half of the allowance is kept for what falls due."""
        if self._per_h is None:
            return 0
        with self._lock:
            self._fill(now)
            kept = self._most / 2 if self._most >= 2.0 else 0.0
            return max(0, int(self._left - kept + 1e-9))

    def again_at(self, now: datetime) -> datetime:
        """When the next visit may begin."""
        with self._lock:
            self._fill(now)
            if self._per_h is None or self._left >= 1.0:
                return now
            return now + (1.0 - self._left) / self._per_h * _HOUR + timedelta(milliseconds=1)

    def _fill(self, now: datetime) -> None:
        """What the time since the last look pays for; a clock that went back pays for nothing."""
        if self._per_h is not None and now > self._at:
            self._left = min(self._most, self._left + self._per_h * ((now - self._at) / _HOUR))
        self._at = now
