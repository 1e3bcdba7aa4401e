"""How long the price of a budget takes for very many pages, and how well it meets the budget."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from threadpoolctl import threadpool_limits

from crawler.scheduling.prices import price_of_fleet
from crawler.scheduling.value import AIMS, PageColumns, interval_h, rows_of, urgency

_EVERY_H = 12.0
_CHECKED = 1_000_000  # pages whose intervals are solved to hold the price against the budget


def price_times(sizes: Sequence[int]) -> list[dict[str, float]]:
    """For each number of pages: CPU seconds of one core, and by how much the pages' demand misses the budget."""
    with threadpool_limits(1):
        return [_price_time(size) for size in sizes]


def random_watch(pages: int, seed: int = 0) -> PageColumns:
    """Beliefs and weights as spread as those of a large web: rates over five orders of magnitude."""
    rng = np.random.default_rng(seed)
    return PageColumns(
        shape=1.0 + rng.gamma(2, 1, pages),
        scale_h=np.exp(rng.normal(3.5, 1.6, pages)),
        weight=np.exp(rng.normal(0, 1, pages)),
        floor_h=np.ones(pages),
        ceiling_h=np.full(pages, 336.0),
        kappa_h=AIMS["balanced"].kappa_h(_EVERY_H),
        linear=AIMS["balanced"].linear,
    )


def _price_time(pages: int) -> dict[str, float]:
    watch = random_watch(pages)
    begun = time.process_time()
    price = price_of_fleet(watch, pages / _EVERY_H)
    solved = time.process_time()
    urgency(watch, np.full(pages, _EVERY_H))
    swept = time.process_time()
    checked = min(pages, _CHECKED)  # the pages are alike in any order
    asked = float(np.sum(1 / interval_h(rows_of(watch, np.arange(checked)), price)))
    return {
        "pages": float(pages),
        "seconds": solved - begun,
        "sweep_s": swept - solved,
        "error": abs(asked * _EVERY_H / checked - 1),
    }
