"""The budget as a bucket that fills with time and that visits empty.

At one price for all hours pages fall due more often while their hosts change fast. So what a quiet night leaves over is
kept for the day: up to ``SAVED_H`` hours' visits, of which half are for what falls due alone, and the rest may be spent
on pages that are not due. Nothing is lent: what may be spent was paid for before. A second bucket, an hour's visits
large, sees to it that what was saved does not begin all at once. The simulator of ``benchmarks.revisit`` spends by the
same bucket.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

SAVED_H = 12.0
"""Hours' visits that are saved at most: what the quiet half of a day leaves to the busy one."""
FASTER = 2.5
"""What was saved is spent at so many times the budget's own pace at most."""
KEPT_SHARE = 0.25
"""Of what is left over, so much is kept for what falls due until half of what can be saved is; the rest is spent."""

_HOUR = timedelta(hours=1)
_WHOLE = 1e-9  # a visit that rounding left out


class TokenBucket:
    """Visits that were paid for, up to some number."""

    def __init__(self, paid: float = 0.0) -> None:
        self.paid = paid
        """Visits that may begin now; negative: so many were made beforehand."""

    def fill(self, visits: float, most: float) -> None:
        """Take in what time paid for; never more than ``most``, or one."""
        self.paid = min(self.paid + visits, at_least_one(most))

    def spend(self, visits: int) -> None:
        """So many visits began; fewer than none: they were not needed."""
        self.paid -= visits

    @property
    def whole(self) -> int:
        """Whole visits that may begin now; negative while others were made beforehand."""
        return int(self.paid + _WHOLE)


def at_least_one(visits: float) -> float:
    """So many visits, or one."""
    return max(1.0, visits)


class Allowance:
    """Visits that the budget pays for at present; without a budget there is no end of them."""

    def __init__(self, per_h: float | None, now: datetime, spent: int = 0) -> None:
        self._per_h = per_h
        paid = 0.0 if per_h is None else max(0.0, at_least_one(per_h) - spent)
        self._saved, self._gate = TokenBucket(paid), TokenBucket(paid)
        self._at = now
        self._kept = 0.0
        self._lock = threading.Lock()
        self.empty_at: datetime | None = None
        """When it was last found empty."""

    def left(self, now: datetime) -> int | None:
        """Whole visits that may begin now; None: any number."""
        if self._per_h is None:
            return None
        with self._lock:
            self._fill(now)
            whole = min(self._saved.whole, self._gate.whole)
            if whole < 1:
                self.empty_at = now
            return whole

    def spend(self, visits: int, now: datetime) -> None:
        """So many visits began; fewer than none: they were not needed. What is spent beforehand, time pays for."""
        with self._lock:
            self._fill(now)
            self._saved.spend(visits)
            self._gate.spend(visits)

    def spare(self, now: datetime) -> int:
        """Visits that may be made though nothing is due: half of what can be saved is kept for what falls due.

        That is built up slowly, so that a new budget is not left unspent for half a day.
        """
        if self._per_h is None:
            return 0
        with self._lock:
            self._fill(now)
            at_once = self._per_h / 2 if self._per_h >= 2.0 else 0.0
            kept = max(at_once, self._kept)
            return max(0, int(min(self._gate.paid, self._saved.paid - kept) + _WHOLE))

    def again_at(self, now: datetime) -> datetime:
        """When the next visit may begin."""
        with self._lock:
            self._fill(now)
            if self._per_h is None or min(self._saved.paid, self._gate.paid) >= 1.0:
                return now
            missing = max(1.0 - self._saved.paid, (1.0 - self._gate.paid) / FASTER)
            return now + missing / self._per_h * _HOUR + timedelta(milliseconds=1)

    def _fill(self, now: datetime) -> None:
        """What the time since the last look pays for: an hour's visits at most, for longer nobody looked.

        A clock that went back pays for nothing.
        """
        if self._per_h is not None and now > self._at:
            paid = min((now - self._at) / _HOUR * self._per_h, at_least_one(self._per_h))
            if self._saved.paid > self._kept:
                self._kept = min(self._kept + KEPT_SHARE * paid, SAVED_H / 2 * self._per_h)
            self._saved.fill(paid, SAVED_H * self._per_h)
            self._gate.fill(FASTER * paid, self._per_h)
        self._at = now
