"""How fast a budget is spent through the day: less in quiet hours, so that busy ones get more.

At one price for all hours pages fall due more often while their hosts change fast. A budget that is spent evenly cannot
follow: by night it is spent on visits worth less than the price, by day visits worth more have to wait. The pace is
what the pages are expected to ask for, hour by hour, at the price that the whole budget has (``demand``). Every
day (UTC) spends its own budget, so that nothing is saved for longer than a day, and where no hours were learned every
hour is like the next.
"""

from __future__ import annotations

import numpy as np

from crawler.scheduling.hours import WEEK_H
from crawler.scheduling.rate import FloatArray

MOST, LEAST = 2.5, 0.25
"""Of the even pace: no hour spends more, so that no night ends in a storm, and none less, so that none is blind."""
_DAY_H = 24


class DayPace:
    """The pace by hour of the week, 1 on average in each day; times are hours since some Monday 00:00 UTC."""

    def __init__(self, by_hour: FloatArray) -> None:
        self.by_hour = by_hour / by_hour.mean()  # rounded figures may have been kept
        """Shape (168,)."""
        self._passed = np.append(0.0, np.cumsum(self.by_hour))
        self._kept = np.arange(WEEK_H + 1) - self._passed
        self._kept -= self._kept.min()

    @property
    def is_even(self) -> bool:
        """Whether all hours are alike."""
        return bool((self.by_hour == 1.0).all())

    def between(self, start_h: float, end_h: float) -> float:
        """Hours of the budget that are spent between two moments."""
        return end_h - start_h if self.is_even else self._until(end_h) - self._until(start_h)

    def kept_h(self, at_h: float) -> float:
        """Hours of the budget that are saved at a moment for busier hours to come."""
        return float(np.interp(at_h % WEEK_H, np.arange(WEEK_H + 1), self._kept))

    def end_h(self, start_h: float, hours: float) -> float:
        """The moment until which so many hours of the budget are spent."""
        if self.is_even:
            return start_h + hours
        weeks, rest = divmod(self._until(start_h) + hours, WEEK_H)
        return float(weeks * WEEK_H + np.interp(rest, self._passed, np.arange(WEEK_H + 1)))

    def _until(self, time_h: float) -> float:
        weeks, rest = divmod(time_h, WEEK_H)
        return float(weeks * WEEK_H + np.interp(rest, np.arange(WEEK_H + 1), self._passed))


EVEN = DayPace(np.ones(WEEK_H))
"""All hours alike."""


def pace_of(asked_per_h: FloatArray) -> DayPace:
    """The pace that follows what is asked for in each hour of the week, shape (168,).

    Each day is brought to mean 1, and nearer to it as a whole where an hour would be above ``MOST`` or below ``LEAST``.
    """
    days = asked_per_h.reshape(-1, _DAY_H)
    mean = days.mean(axis=1, keepdims=True)
    apart = np.divide(days, mean, out=np.ones_like(days), where=mean > 0) - 1.0
    above, below = apart.max(axis=1, keepdims=True), -apart.min(axis=1, keepdims=True)
    share = np.minimum((MOST - 1) / np.maximum(above, MOST - 1), (1 - LEAST) / np.maximum(below, 1 - LEAST))
    return DayPace((1.0 + share * apart).ravel())
