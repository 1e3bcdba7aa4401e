"""Stored statistics of a host: the hours at which its pages change, and how long a visit takes.

Kept as JSON beside the host's row; every visit reads it, adds to it and writes it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Self

import numpy as np

from crawler.scheduling.decision import week_hours
from crawler.scheduling.hints import HintTrust
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.rate import FloatArray
from storage.records import RateBelief

_FIRST = np.zeros(1, dtype=np.intp)
_NEWEST_SHARE = 0.2  # of the newest visit in the mean time that a visit takes
UNKNOWN_VISIT_S = 10.0
"""Seconds that a visit is taken to last on a host where none was timed yet."""


class HostStats:
    """One host's memory."""

    def __init__(self) -> None:
        self._profiles = HourProfiles(1)
        self._learned_at_h: float | None = None
        self.pause_s: float | None = None
        """Seconds that the host rested after its newest visit, as it or the settings ask."""
        self.visit_s: float | None = None
        """Mean seconds of a visit, the newest counting most; None: none was timed."""
        self.hints: dict[str, Any] = {}
        """What is known of the host's hints, by their kind (``hints``)."""

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The memory of which ``as_json`` was kept; an empty one of a host never met."""
        memory = cls()
        if "changes" in kept:
            memory._profiles = HourProfiles.from_json([kept])
            memory._learned_at_h = kept.get("learned_at_h")
        memory.visit_s = kept.get("visit_s")
        memory.pause_s = kept.get("pause_s")
        memory.hints = dict(kept.get("hints", {}))
        return memory

    def as_json(self) -> dict[str, Any]:
        """What JSON can hold of it."""
        profile = {} if self._learned_at_h is None else self._profiles.as_json(0)
        return {
            **profile,
            "learned_at_h": self._learned_at_h,
            "visit_s": self.visit_s,
            "pause_s": self.pause_s,
            "hints": self.hints,
        }

    @property
    def profile(self) -> HourProfiles | None:
        """The hours of the host; None while nothing was learned of them."""
        return None if self._learned_at_h is None else self._profiles

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """The time between two moments in hours that count, mean 1."""
        if self._learned_at_h is None:
            return end - start
        passed = self._profiles.operational_h(_FIRST, week_hours(start), week_hours(end))
        return timedelta(hours=float(passed[0]))

    def counted_h(self, edge_h: FloatArray) -> FloatArray:
        """The same in hours, between each two of some rising moments."""
        if self._learned_at_h is None:
            return np.diff(edge_h)
        host = np.zeros(len(edge_h) - 1, dtype=np.intp)
        return self._profiles.operational_h(host, edge_h[:-1], edge_h[1:])

    def learn(self, start: datetime, end: datetime, important: bool, belief: RateBelief) -> None:
        """One pair of captures of a page of which that was believed before."""
        start_h, end_h = week_hours(start), week_hours(end)
        if self._learned_at_h is not None and end_h > self._learned_at_h:
            self._profiles.forget(end_h - self._learned_at_h)
        self._profiles.learn(
            _FIRST,
            np.array([start_h]),
            np.array([end_h]),
            np.array([important]),
            np.array([belief.shape / belief.scale_h]),
        )
        self._learned_at_h = max(end_h, self._learned_at_h or end_h)

    def trust(self, kind: str) -> HintTrust:
        """How far one kind of hints is trusted."""
        return HintTrust.from_json(self.hints.get(kind))

    def visited(self, took: timedelta, pause: timedelta) -> None:
        """A visit took so long, and the host rests so long after it."""
        self.pause_s = pause.total_seconds()
        seconds = max(took.total_seconds(), 0.0)
        before = seconds if self.visit_s is None else self.visit_s
        self.visit_s = round(before + _NEWEST_SHARE * (seconds - before), 3)


def visits_per_h(visit_s: float | None, pause_s: float | None, pause: timedelta) -> float:
    """Visits an hour that a host takes whose visits last, and that rests, so long; None: none was timed yet."""
    taken_s = UNKNOWN_VISIT_S if visit_s is None else visit_s
    rest_s = pause.total_seconds() if pause_s is None else pause_s
    return 3600.0 / max(taken_s + rest_s, 0.1)
