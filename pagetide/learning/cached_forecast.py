"""What another budget would give, for the dashboard; computed apart and cached while the schedule is the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

from dashboard.budget_forecast import Expected, Forecast
from pagetide.learning.own_process import told_by_command
from storage.collection import Collection

_KEPT_S = 600.0
_NAMES = {
    "fresh": "time in which the newest capture is up to date",
    "lost": "important versions replaced before a capture",
    "delay_h": "from an important change to its capture",
}


class CachedForecast:
    """Of one collection. ``budget_per_h``: what its settings allow."""

    def __init__(self, collection: Collection, budget_per_h: float | None) -> None:
        self.budget_per_h = budget_per_h
        self._collection = collection
        self._lock = threading.Lock()  # one at a time
        self._kept: dict[float, tuple[float, Forecast | str]] = {}

    def at(self, factor: float) -> Forecast | str:
        """With so many times the budget; a sentence where nothing can be foreseen."""
        with self._lock:
            kept = self._kept.get(factor)
            if kept is None or time.monotonic() - kept[0] > _KEPT_S:
                kept = self._kept[factor] = time.monotonic(), self._foreseen(factor)
            return kept[1]

    def _foreseen(self, factor: float) -> Forecast | str:
        asked = ("schedule", "--budget-factor", f"{factor:g}", "--limit", "1")
        told = told_by_command(self._collection, *asked)
        if not isinstance(told, dict) or self.budget_per_h is None:
            return str(told or "Nothing could be foreseen. `pagetide schedule --budget-factor 2` says why.")
        expected = tuple(
            Expected(name=name, now=_spoken(key, told["now"][key]), then=_spoken(key, told["then"][key]))
            for key, name in _NAMES.items()
        )
        then = factor * self.budget_per_h
        return Forecast(now_per_h=self.budget_per_h, then_per_h=then, expected=expected)


def _spoken(key: str, figure: Mapping[str, Any]) -> str:
    mean, error = figure["mean"], figure["error"]
    if key == "delay_h":
        return f"{mean:.2g} h (± {error:.2g})"
    return f"{100 * mean:.1f} % (± {100 * error:.1f})"
