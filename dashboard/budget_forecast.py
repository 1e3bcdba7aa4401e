"""What another budget would give, for the schedule page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Expected:
    """Something to expect of all pages, by their weights, and what is not known of the rates."""

    name: str
    now: str
    then: str


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """What a budget of ``then_per_h`` captures an hour would bring home beside the one that is set."""

    now_per_h: float
    then_per_h: float
    expected: tuple[Expected, ...]


class Forecasts(Protocol):
    """Foresees what budgets bring home."""

    @property
    def budget_per_h(self) -> float | None:
        """Captures an hour that the settings allow; None: as many as the pages ask for."""

    def at(self, factor: float) -> Forecast | str:
        """With so many times the budget; a sentence where nothing can be foreseen. It may take seconds."""
