"""What a revisit policy sees and what it answers, for a whole fleet of pages at once.

A policy learns of a page only what its own visits brought home, and answers with an index: pages are visited in its
order, largest first, as far as the budget goes. Policies with due times answer with how long a page has been due.
``benchmarks.revisit`` holds ours against others' behind this interface. All arrays have one element per page, times
are hours since a Monday 00:00 UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.rate import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class Fleet:
    """The pages as their curator knows them, and what may be spent on them."""

    weight: FloatArray
    host: IntArray
    floor_h: FloatArray
    ceiling_h: FloatArray
    budget_per_h: float
    host_per_h: FloatArray | None = None
    """Most visits an hour that each host takes; infinite where nothing limits it."""

    @property
    def pages(self) -> int:
        """How many there are."""
        return len(self.weight)

    @property
    def hosts(self) -> int:
        """How many hosts they lie on."""
        return int(self.host.max(initial=-1)) + 1

    @property
    def mean_interval_h(self) -> float:
        """Hours between two visits to a page if all shared the budget alike."""
        return self.pages / self.budget_per_h


@dataclass(frozen=True, kw_only=True)
class Visits:
    """Visits that brought something home, each page at most once."""

    page: IntArray
    at_h: FloatArray
    elapsed_h: FloatArray
    """Since the page's previous capture."""
    changed: NDArray[np.bool_]
    """Whether anything differs from the previous capture."""
    important: NDArray[np.bool_]
    """Whether the scorer calls the difference important."""


@dataclass(frozen=True, kw_only=True)
class Hints:
    """News that a page may have changed (its feed, its sitemap, a conditional GET), for free and not to be trusted."""

    page: IntArray
    at_h: FloatArray = field(default_factory=lambda: np.zeros(0))


class FleetPolicy(Protocol):
    """Decides in which order pages are visited."""

    name: str

    def start(self, fleet: Fleet) -> None:
        """Begin with pages that were all captured at time 0; what was learned before is forgotten."""

    def see(self, visits: Visits) -> None:
        """Learn from visits."""

    def index(self, now_h: float) -> FloatArray:
        """What a visit to each page is worth now; a floor, a ceiling and limits of hosts are the caller's to keep."""
