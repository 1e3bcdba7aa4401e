"""The whole schedule: prices at which all visits together cost the budget, and the use of unused visits.

A recurring tick solves the prices (``solve_price_table``); where the budget is not used up it picks the pages that are
worth a visit most (``spare_pages``). Pages with a rule of their own, and pages in quarantine, are not priced: what they
ask for is taken off the budget, and off what their hosts take, before the rest is shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from crawler.scheduling.columns import Watched
from crawler.scheduling.price_table import HostPrice, PriceTable
from crawler.scheduling.prices import prices_with_hosts
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.value import AIMS, Aim, PageColumns, rows_of, urgency
from crawler.settings import CrawlSettings

_WITHOUT_BUDGET = 12.0  # hours that a lost version is worth where nothing says how scarce visits are
_FREE = 1e-12  # what a visit that costs nothing is taken to cost where its worth is divided by it


def solve_price_table(
    pages: Watched,
    settings: CrawlSettings,
    *,
    correction: float = 1.0,
    factor: float = 1.0,
    aim: Aim = AIMS["balanced"],
) -> PriceTable:
    """The prices at which the pages ask for ``factor`` times the budget, and no host for more than it takes.

    Parameters
    ----------
    correction
        Multiplies the common price (``prices.PriceController``).
    aim
        What visits are spent on; ``kappa_h`` of the settings overrides its own.
    """
    others = _others_per_h(pages)
    others_per_h = float(others.sum())
    priced = ~(pages.has_rule | pages.quarantined)
    if not priced.any():
        return PriceTable(correction=correction, least_per_h=others_per_h)
    budget = np.inf if settings.budget_per_h is None else settings.budget_per_h * factor
    left = max(float(budget) - others_per_h, 0.0)
    kappa_h = _kappa_h(rows_of(pages.watch, priced), settings, left, aim)
    watch = replace(rows_of(pages.watch, priced), kappa_h=kappa_h, linear=aim.linear)
    takes = np.maximum(pages.host_per_h - others, 1e-6)
    prices = prices_with_hosts(watch, pages.host[priced], takes, left)
    common = prices.common * correction
    full = [int(number) for number in np.flatnonzero(prices.of_host > prices.common)]
    return PriceTable(
        common=common,
        kappa_h=kappa_h,
        linear=aim.linear,
        hosts={
            pages.hosts[number]: HostPrice(
                price=max(float(prices.of_host[number]), common), per_h=float(takes[number])
            )
            for number in full
        },
        correction=correction,
        least_per_h=others_per_h + float(np.sum(1 / watch.ceiling_h)),
    )


def spare_pages(
    pages: Watched, price_table: PriceTable, *, visits: int, rests: Callable[[str], bool]
) -> list[tuple[int, float]]:
    """The pages on which ``visits`` that nobody else needs are best spent, and what share of its price each is worth.

    Those whose ``U`` is the largest share of their price, by their numbers; never inside a floor, never on a host that
    ``rests`` or for which a due page waits, one page a host, none that waits after a failure or is visited by a rule.
    """
    waits = np.bincount(pages.host, pages.due_in_h <= 0, len(pages.hosts)) > 0
    rows = np.flatnonzero(
        ~pages.has_rule
        & ~waits[pages.host]
        & (pages.failures == 0)
        & (pages.due_in_h > 0)
        & (pages.elapsed_h >= pages.watch.floor_h)
    )
    if not len(rows) or visits < 1:
        return []
    found = pages.some(rows)
    worth = urgency(price_table.priced(found.watch), found.elapsed_h)
    share = worth / np.maximum(found.prices(price_table), _FREE)
    best_first = np.argsort(-share, kind="stable")
    _, firsts = np.unique(found.host[best_first], return_index=True)
    chosen: list[tuple[int, float]] = []
    for row in best_first[np.sort(firsts)]:
        if not rests(found.hosts[found.host[row]]):
            chosen.append((int(found.id[row]), float(share[row])))
        if len(chosen) == visits:
            break
    return chosen


def _others_per_h(pages: Watched) -> FloatArray:
    """Visits an hour that pages without a price ask of each host: by their rules, or in quarantine once per ceiling."""
    has_rule = pages.has_rule
    probation = pages.quarantined & ~has_rule
    asked = np.zeros(len(pages.id))
    asked[has_rule] = pages.rule_per_h[has_rule]
    asked[probation] = 1 / pages.watch.ceiling_h[probation]
    return np.bincount(pages.host, asked, len(pages.hosts)).astype(float)  # no pages: counts, not sums


def _kappa_h(watch: PageColumns, settings: CrawlSettings, budget_per_h: float, aim: Aim) -> float:
    """What a lost version is worth: as set, or in proportion to how scarce visits are."""
    if settings.kappa_h is not None:
        return settings.kappa_h
    if not np.isfinite(budget_per_h):
        return _WITHOUT_BUDGET
    longest = float(watch.ceiling_h.max())
    return aim.kappa_h(min(len(watch.weight) / max(budget_per_h, 1e-9), longest))
