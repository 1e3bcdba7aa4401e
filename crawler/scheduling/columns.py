"""All pages of a schedule as columns, one element per page, for solving prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.rate import BoolArray, FloatArray, IntArray
from crawler.scheduling.value import PageColumns, rows_of
from crawler.settings import CrawlSettings

_HOUR_S = 3600.0


@dataclass(frozen=True, kw_only=True)
class Watched:
    """The pages that are visited, at one moment, with what overrides say of them."""

    id: IntArray
    """Their numbers, ascending."""
    watch: PageColumns
    """Beliefs, weights, and the floor and ceiling that hold for each."""
    host: IntArray
    """Each page's place in ``hosts``."""
    hosts: Sequence[str]
    host_per_h: FloatArray
    """Visits an hour that each host takes; infinite where nothing limits it."""
    due_in_h: FloatArray
    """Hours until the next visit, negative when it is due; NaN: none is planned."""
    elapsed_h: FloatArray
    """Hours since the last visit; NaN: there was none."""
    rule_per_h: FloatArray
    """Visits an hour that a page's rule asks for; NaN where it has none."""
    failures: IntArray
    """Failed visits in a row."""
    quarantined: BoolArray

    @property
    def has_rule(self) -> BoolArray:
        """Which of them are visited by a rule."""
        return ~np.isnan(self.rule_per_h)

    def waiting(self, full: Mapping[str, object]) -> int:
        """How many are due on hosts that are not ``full``: on those they wait for their host, not for the budget."""
        counted = np.array([name not in full for name in self.hosts], dtype=bool)
        return int(np.count_nonzero((self.due_in_h <= 0) & counted[self.host]))

    def prices(self, price_table: PriceTable) -> FloatArray:
        """What a visit to each page costs."""
        return np.array([price_table.price(name) for name in self.hosts], dtype=float)[self.host]

    def some(self, rows: NDArray[np.generic]) -> Watched:
        """Some of the pages: row numbers in ascending order, or a mask."""
        columns = ("id", "host", "due_in_h", "elapsed_h", "rule_per_h", "failures", "quarantined")
        return replace(
            self,
            watch=rows_of(self.watch, rows),
            **{name: getattr(self, name)[rows] for name in columns},
        )


def bounds_h(
    floor_h: FloatArray, ceiling_h: FloatArray, settings: CrawlSettings
) -> tuple[FloatArray, FloatArray]:
    """``decision.limits`` for all pages at once; NaN where a page has no floor or ceiling of its own."""
    general_floor_h, general_ceiling_h = (
        span.total_seconds() / _HOUR_S for span in (settings.floor, settings.ceiling)
    )
    floor = np.where(np.isnan(floor_h), general_floor_h, floor_h)
    own = ~np.isnan(ceiling_h)
    ceiling = np.where(own, ceiling_h, np.maximum(floor, general_ceiling_h))
    return np.where(own, np.minimum(floor, ceiling), floor), ceiling
