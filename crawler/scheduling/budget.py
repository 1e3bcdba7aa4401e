"""The budget as it is spent: a bucket that fills with time and that visits empty.

The price makes pages fall due about as often as the budget pays for; the bucket sees to it that no stretch of time
costs more, whatever fell due at once: after a pause, after a jump of the clock, when many pages are new. It is paid
evenly and opened by the hours of the day (``day_pace``): what a quiet hour leaves over is kept for the busy
ones. Nothing is lent: what may be spent was paid for before. The simulator of ``benchmarks.revisit`` spends by the same
bucket.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from crawler.scheduling.day_pace import EVEN, DayPace
from crawler.scheduling.decision import week_hours

_HOUR = timedelta(hours=1)
_WHOLE = 1e-9  # a visit that rounding left out


class TokenBucket:
    """What a budget has paid for: visits that may begin now, and those that are kept for later in the day.

    Beside what the pace keeps, ``most_h`` hours' visits are saved up at most, and never less than an hour's, or one.
    """

    def __init__(self, *, most_h: float = 1.0, paid: float = 0.0) -> None:
        self.pace: DayPace = EVEN
        self.paid = paid
        """Visits that are paid for; negative: so many were made beforehand."""
        self.open = paid
        """As many of them as may begin now."""
        self._most_h = most_h

    def fill(self, start_h: float, end_h: float, per_h: float) -> None:
        """Take in what the time between two moments pays for, ``per_h`` visits an hour."""
        at_once, kept = at_least_one(per_h), self.pace.kept_h(end_h) * per_h
        self.paid = min(self.paid + per_h * (end_h - start_h), max(self._most_h * per_h, kept + at_once))
        opened = self.open + per_h * self.pace.between(start_h, end_h)
        # What is paid for beyond what is kept is open whatever it waited for: a host at rest, a page's floor.
        opened = max(opened, self.paid - kept)
        self.open = min(opened, self.paid, max(self._most_h * per_h, at_once))

    def spend(self, visits: int) -> None:
        """So many visits began; fewer than none: they were not needed."""
        self.paid -= visits
        self.open -= visits

    @property
    def whole(self) -> int:
        """Whole visits that may begin now; negative while others were made beforehand."""
        return int(self.open + _WHOLE)

    def again_h(self, now_h: float, per_h: float) -> float:
        """When the next visit may begin, if none does before."""
        if self.open >= 1.0:
            return now_h
        paid_h = now_h + max(1.0 - self.paid, 0.0) / per_h
        return max(paid_h, self.pace.end_h(now_h, (1.0 - self.open) / per_h))


def at_least_one(per_h: float) -> float:
    """An hour's visits, or one where an hour pays for less."""
    return max(1.0, per_h)


class Allowance:
    """Visits that the budget pays for at present; without a budget there is no end of them.

    An hour's visits may begin at once, so that no night in which nothing was due ends in one storm.
    """

    def __init__(self, per_h: float | None, now: datetime, spent: int = 0) -> None:
        self._per_h = per_h
        self._bucket = TokenBucket(paid=0.0 if per_h is None else max(0.0, at_least_one(per_h) - spent))
        self._at = now
        self._lock = threading.Lock()
        self.empty_at: datetime | None = None
        """When it was last found empty."""

    def follow(self, pace: DayPace) -> None:
        """Spend by these hours from now on; what is paid for stays."""
        with self._lock:
            self._bucket.pace = pace

    def left(self, now: datetime) -> int | None:
        """Whole visits that may begin now; None: any number."""
        if self._per_h is None:
            return None
        with self._lock:
            self._fill(now)
            if self._bucket.open < 1.0:
                self.empty_at = now
            return self._bucket.whole

    def spend(self, visits: int, now: datetime) -> None:
        """So many visits began; fewer than none: they were not needed. What is spent beforehand, time pays for."""
        with self._lock:
            self._fill(now)
            self._bucket.spend(visits)

    def spare(self, now: datetime) -> int:
        """Visits that may be made though nothing is due: half of the allowance is kept for what falls due."""
        if self._per_h is None:
            return 0
        with self._lock:
            self._fill(now)
            most = at_least_one(self._per_h)
            kept = most / 2 if most >= 2.0 else 0.0
            return max(0, int(self._bucket.open - kept + _WHOLE))

    def again_at(self, now: datetime) -> datetime:
        """When the next visit may begin."""
        with self._lock:
            self._fill(now)
            if self._per_h is None or self._bucket.open >= 1.0:
                return now
            now_h = week_hours(now)
            again_h = self._bucket.again_h(now_h, self._per_h)
            return now + (again_h - now_h) * _HOUR + timedelta(milliseconds=1)

    def _fill(self, now: datetime) -> None:
        """What the time since the last look pays for; a clock that went back pays for nothing."""
        if self._per_h is not None and now > self._at:
            self._bucket.fill(week_hours(self._at), week_hours(now), self._per_h)
        self._at = now
