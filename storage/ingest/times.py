"""Looks up records by time, to distinguish captures of one URL."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Generic, TypeVar

TOGETHER = timedelta(minutes=30)
"""Between the beginning of a visit and its last record lies no more."""
SLACK = timedelta(seconds=1)
"""Archives cut times to seconds."""

T = TypeVar("T")


class ByTime(Generic[T]):
    """Things of one URL, by their times."""

    def __init__(self, time_of: Callable[[T], datetime]) -> None:
        self._time_of = time_of
        self._things: list[T] = []

    def add(self, thing: T) -> None:
        """Put it in its place; behind others of the same time."""
        insort(self._things, thing, key=self._time_of)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things)

    def before(self, at: datetime) -> Iterator[T]:
        """Those of the half hour before ``at``, the last first."""
        number = bisect_right(self._things, at + SLACK, key=self._time_of)
        while number and at - self._time_of(self._things[number - 1]) <= TOGETHER:
            number -= 1
            yield self._things[number]

    def around(self, at: datetime) -> Iterator[T]:
        """Those of the half hours before and behind ``at``, the nearest first."""
        behind = bisect_left(self._things, at, key=self._time_of)
        before = behind - 1
        while True:
            earlier = at - self._time_of(self._things[before]) if before >= 0 else None
            later = self._time_of(self._things[behind]) - at if behind < len(self._things) else None
            nearest = min((gap for gap in (earlier, later) if gap is not None), default=None)
            if nearest is None or nearest > TOGETHER:
                return
            if nearest == later:
                yield self._things[behind]
                behind += 1
            else:
                yield self._things[before]
                before -= 1
