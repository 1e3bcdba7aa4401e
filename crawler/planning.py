"""The schedule as a whole: the prices at which all pages together cost the budget, and what spare visits are spent on.

A recurring tick solves the prices (``solve_tariff``); where the budget is not used up it picks the pages that are worth
a visit most (``spare_pages``). Pages with a rule of their own, and pages in quarantine, are not priced: what they ask
for is taken off the budget, and off what their hosts take, before the rest is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from crawler.change_rate import FloatArray
from crawler.errors import ImpossibleBudget
from crawler.fleet import IntArray
from crawler.price import prices_with_hosts
from crawler.priced_index import AIMS, Aim
from crawler.revisit import limits, watch_of
from crawler.rules import VisitRule
from crawler.settings import CrawlSettings
from crawler.tariff import HostTariff, Tariff
from crawler.urgency import interval_h, rows_of, urgency
from storage.records import Page

_HOUR = timedelta(hours=1)
_WITHOUT_BUDGET = 12.0  # hours that a lost version is worth where nothing says how scarce visits are
USED_SHARE = 0.9
"""Of what a host takes at most, so much is asked for: at all of it the waiting pages would never become fewer."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How often a page would be visited if the budget were another one, beside how often it is."""

    page: Page
    now: timedelta
    then: timedelta


@dataclass(frozen=True, kw_only=True)
class _Demand:
    """Pages that are priced, and what those that are not ask for."""

    priced: Sequence[Page]
    host: IntArray
    names: Sequence[str]
    host_per_h: FloatArray
    others_per_h: float


def solve_tariff(
    pages: Sequence[Page],
    settings: CrawlSettings,
    *,
    rules: Mapping[int, VisitRule] | None = None,
    host_per_h: Mapping[str, float] | None = None,
    correction: float = 1.0,
    factor: float = 1.0,
    aim: Aim = AIMS["balanced"],
) -> Tariff:
    """The prices at which the pages ask for ``factor`` times the budget, and no host for more than it takes.

    Parameters
    ----------
    rules
        By page number: these pages are visited by the clock.
    host_per_h
        Visits an hour that a host takes; a host that is not named takes any number.
    correction
        Multiplies the common price (``crawler.price.PriceController``).
    aim
        What visits are spent on; ``kappa_h`` of the settings overrides its own.
    """
    demand = _demand(pages, settings, rules or {}, host_per_h or {})
    if not demand.priced:
        return Tariff(correction=correction, least_per_h=demand.others_per_h)
    budget = np.inf if settings.budget_per_h is None else settings.budget_per_h * factor
    left = max(float(budget) - demand.others_per_h, 0.0)
    kappa_h = _kappa_h(demand.priced, settings, left, aim)
    watch = replace(watch_of(demand.priced, settings), kappa_h=kappa_h, linear=aim.linear)
    prices = prices_with_hosts(watch, demand.host, demand.host_per_h, left)
    common = prices.common * correction
    full = [int(number) for number in np.flatnonzero(prices.of_host > prices.common)]
    return Tariff(
        common=common,
        kappa_h=kappa_h,
        linear=aim.linear,
        hosts={
            demand.names[number]: HostTariff(
                price=max(float(prices.of_host[number]), common), per_h=float(demand.host_per_h[number])
            )
            for number in full
        },
        correction=correction,
        least_per_h=demand.others_per_h + float(np.sum(1 / watch.ceiling_h)),
    )


def what_if(
    pages: Sequence[Page],
    settings: CrawlSettings,
    factor: float,
    *,
    rules: Mapping[int, VisitRule] | None = None,
    host_per_h: Mapping[str, float] | None = None,
    aim: Aim = AIMS["balanced"],
) -> list[Outlook]:
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
    known = rules or {}
    now, then = (
        intervals(
            pages,
            settings,
            solve_tariff(pages, settings, rules=known, host_per_h=host_per_h, factor=times, aim=aim),
            known,
        )
        for times in (1.0, factor)
    )
    return [
        Outlook(page=page, now=before, then=after)
        for page, before, after in zip(pages, now, then, strict=True)
    ]


def intervals(
    pages: Sequence[Page], settings: CrawlSettings, tariff: Tariff, rules: Mapping[int, VisitRule]
) -> list[timedelta]:
    """How long each page waits between two visits, all hours counted alike; a page with a rule as its rule says."""
    if not pages:
        return []
    watch = tariff.priced(watch_of(pages, settings))
    prices = np.array([tariff.price(page.host) for page in pages])
    hours = np.empty(len(pages))
    for price in np.unique(prices):
        rows = np.flatnonzero(prices == price)
        hours[rows] = interval_h(rows_of(watch, rows), float(price))
    return [
        _HOUR / rules[page.id].per_h() if page.id in rules and rules[page.id].per_h() else float(wait) * _HOUR
        for page, wait in zip(pages, hours, strict=True)
    ]


def spare_pages(
    pages: Sequence[Page],
    settings: CrawlSettings,
    tariff: Tariff,
    now: datetime,
    *,
    visits: int,
    rests: Callable[[str], bool],
    ruled: Collection[int] = (),
) -> list[tuple[Page, float]]:
    """The pages on which ``visits`` that nobody else needs are best spent, and what share of its price each is worth.

    Those whose ``U`` is the largest share of their price; never inside a floor, never on a host that ``rests``, one
    page a host, none that is due already, waits after a failure, is paused or is visited by a rule.
    """
    open_to_it = [page for page in pages if page.id not in ruled and _may_come_early(page, settings, now)]
    open_to_it = [page for page in open_to_it if not rests(page.host)]
    if not open_to_it or visits < 1:
        return []
    watch = tariff.priced(watch_of(open_to_it, settings))
    elapsed = np.array([_elapsed_h(page, now) for page in open_to_it])
    price = np.array([max(tariff.price(page.host), 1e-12) for page in open_to_it])
    share = urgency(watch, elapsed) / price
    chosen: dict[str, tuple[Page, float]] = {}
    for row in np.argsort(-share, kind="stable"):
        chosen.setdefault(open_to_it[row].host, (open_to_it[row], float(share[row])))
        if len(chosen) == visits:
            break
    return list(chosen.values())


def _may_come_early(page: Page, settings: CrawlSettings, now: datetime) -> bool:
    floor, _ = limits(page, settings)
    return (
        page.active
        and page.failures == 0
        and page.due_at is not None
        and page.due_at > now
        and page.last_visit_at is not None
        and page.last_visit_at + floor <= now
    )


def _elapsed_h(page: Page, now: datetime) -> float:
    assert page.last_visit_at is not None
    return (now - page.last_visit_at) / _HOUR


def _demand(
    pages: Sequence[Page],
    settings: CrawlSettings,
    rules: Mapping[int, VisitRule],
    host_per_h: Mapping[str, float],
) -> _Demand:
    """Who is priced, and what is taken off the budget and off the hosts before."""
    priced = [page for page in pages if page.id not in rules and page.quarantined_at is None]
    others: dict[str, float] = {}
    for page in pages:
        rule = rules.get(page.id)
        if rule is not None:
            others[page.host] = others.get(page.host, 0.0) + rule.per_h()
        elif page.quarantined_at is not None:
            others[page.host] = others.get(page.host, 0.0) + _HOUR / limits(page, settings)[1]
    names = list(dict.fromkeys(page.host for page in priced))
    number = {name: place for place, name in enumerate(names)}
    takes = [USED_SHARE * host_per_h.get(name, np.inf) - others.get(name, 0.0) for name in names]
    return _Demand(
        priced=priced,
        host=np.array([number[page.host] for page in priced], dtype=np.intp),
        names=names,
        host_per_h=np.maximum(np.array(takes, dtype=float), 1e-6),
        others_per_h=sum(others.values()),
    )


def _kappa_h(pages: Sequence[Page], settings: CrawlSettings, budget_per_h: float, aim: Aim) -> float:
    """What a lost version is worth: as set, or in proportion to how scarce visits are."""
    if settings.kappa_h is not None:
        return settings.kappa_h
    if not np.isfinite(budget_per_h):
        return _WITHOUT_BUDGET
    longest = max(limits(page, settings)[1] for page in pages) / _HOUR
    return aim.kappa_h(min(len(pages) / max(budget_per_h, 1e-9), longest))
