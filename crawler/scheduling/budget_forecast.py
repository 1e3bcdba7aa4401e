"""What another budget would give: visits of each page, freshness, lost versions, delay.

Of a page that changes importantly ``D`` times an hour and is visited every ``t`` hours, the newest capture shows the
newest version in a share ``(1 - exp(-D t)) / (D t)`` of the time; so large, too, is the share of its versions that are
captured before the next one replaces them; and a change waits ``t / 2`` hours for its capture. All is weighted by the
pages' weights, the last two by ``D`` as well. The rates are drawn from what is believed of them, which gives the error:
it holds what is not known of the rates, not that pages may change by other laws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crawler.errors import ImpossibleBudget
from crawler.scheduling.columns import Watched
from crawler.scheduling.planning import solve_price_table
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.prices import intervals_at
from crawler.scheduling.rate import FloatArray, IntArray
from crawler.scheduling.value import AIMS, Aim
from crawler.settings import CrawlSettings

_DRAWS = 100
_ASKED_PAGES = 5_000  # of more, as many are drawn


@dataclass(frozen=True, kw_only=True)
class Figure:
    """Something to expect, and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """What visits at some intervals are expected to bring home."""

    fresh: Figure
    """Share of the time in which the newest capture shows the newest important version."""
    lost: Figure
    """Share of important versions that are replaced before a capture."""
    delay_h: Figure
    """Hours from an important change to the next capture."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """How often each page would be visited if the budget were another one, beside how often it is; and what of it."""

    id: IntArray
    now_h: FloatArray
    then_h: FloatArray
    now: Foreseen
    then: Foreseen


def what_if(
    pages: Watched, settings: CrawlSettings, factor: float, *, aim: Aim = AIMS["balanced"]
) -> Forecast:
    """Each page's interval under the budget, and under ``factor`` times the budget.

    Raises
    ------
    ImpossibleBudget
        There is no budget to multiply, or the factor is not positive.
    """
    if settings.budget_per_h is None:
        raise ImpossibleBudget(
            "no budget is set, so every page is visited at its floor already. Set budget_per_h under [crawl] in "
            "pagetide.toml to see what another budget would change."
        )
    if not 0 < factor < float("inf"):
        raise ImpossibleBudget(f"a budget cannot be multiplied by {factor:g}: give a positive number.")
    now_h, then_h = (
        intervals(pages, solve_price_table(pages, settings, factor=times, aim=aim)) for times in (1.0, factor)
    )
    now, then = (foreseen(pages, waits_h) for waits_h in (now_h, then_h))
    return Forecast(id=pages.id, now_h=now_h, then_h=then_h, now=now, then=then)


def intervals(pages: Watched, price_table: PriceTable) -> FloatArray:
    """Hours that each page waits between two visits, all hours counted alike; with a rule as its rule says."""
    hours = intervals_at(price_table.priced(pages.watch), pages.prices(price_table))
    return np.divide(1.0, pages.rule_per_h, out=hours, where=pages.rule_per_h > 0)


def foreseen(pages: Watched, wait_h: FloatArray) -> Foreseen:
    """What visits to these pages, so many hours apart, are expected to bring home; drawn with a fixed seed."""
    rng = np.random.default_rng(0)
    rows = np.arange(len(wait_h))
    if len(rows) > _ASKED_PAGES:
        rows = np.sort(rng.choice(rows, _ASKED_PAGES, replace=False))
    wait, weight = wait_h[rows], pages.watch.weight[rows]
    if not weight.sum():
        nothing = Figure(mean=0.0, error=0.0)
        return Foreseen(fresh=nothing, lost=nothing, delay_h=nothing)
    shape, scale_h = pages.watch.shape[rows], pages.watch.scale_h[rows]
    rate = np.maximum(rng.gamma(shape, 1 / scale_h, (_DRAWS, len(rows))), 1e-9)
    kept = -np.expm1(-rate * wait) / (rate * wait)
    changes = weight * rate
    return Foreseen(
        fresh=_figure(np.average(kept, axis=1, weights=weight)),
        lost=_figure(1 - np.sum(changes * kept, axis=1) / changes.sum(axis=1)),
        delay_h=_figure(np.sum(changes * wait / 2, axis=1) / changes.sum(axis=1)),
    )


def _figure(drawn: FloatArray) -> Figure:
    return Figure(mean=float(drawn.mean()), error=float(drawn.std()))
