"""When to come back: a page's belief, weight and the price of a visit become a due time with its reason.

The last step of the flow asks a ``RevisitPolicy`` after each visit; the recurring tick solves the price of
the budget with ``solve_price``. Pure functions of what they are given: same belief and price, same decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from crawler.change_rate import credible_interval, mean_per_h
from crawler.errors import ImpossibleBudget
from crawler.price import price_of_fleet
from crawler.refusals import Hold
from crawler.settings import CrawlSettings
from crawler.urgency import Watch, interval_h
from storage.records import Page, RateBelief

_HOUR = timedelta(hours=1)
_UNITS = ((24, "a day"), (168, "a week"), (720, "a month"))  # hours, name


@dataclass(frozen=True, kw_only=True)
class RevisitDecision:
    """When the next visit is due, and why, in a sentence for a person."""

    due_at: datetime
    reason: str
    quarantined: bool = False  # failed too often in a row: the next visit is its probation


class RevisitPolicy:
    """Turns what is known of a page into the time of its next visit."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings

    def after_visit(
        self, page: Page, rate: RateBelief, *, at: datetime, price: float | None = None
    ) -> RevisitDecision:
        """The next visit after one that brought something home ``at`` that time.

        Without a price (no budget is set, or it pays for everything) every page is due at its floor.
        """
        floor, ceiling = _limits(page, self._settings)
        if not price:
            return RevisitDecision(
                due_at=at + floor, reason=f"{_belief(rate)}, no budget -> {_every(floor)}, its floor"
            )
        watch = watch_of([page], self._settings, [rate])
        interval = min(max(timedelta(hours=float(interval_h(watch, price)[0])), floor), ceiling)
        limit = ", its floor" if interval == floor else ", its ceiling" if interval == ceiling else ""
        reason = f"{_belief(rate)}, price {price:.2g} -> {_every(interval)}{limit}"
        return RevisitDecision(due_at=at + interval, reason=reason)

    def after_failure(self, page: Page, *, failures: int, at: datetime) -> RevisitDecision:
        """The next try after so many ``failures`` in a row: the floor, doubling up to the ceiling.

        From ``quarantine_after`` failures on it is the ceiling at once: a page that long in trouble may be harmful,
        or gone, and still deserves a look now and then. A failure is no change and no absence of change: the
        belief stays as it is.
        """
        floor, ceiling = _limits(page, self._settings)
        if failures >= self._settings.quarantine_after:
            reason = f"quarantined after {failures} failed visits in a row -> one try in {_duration(ceiling)}"
            return RevisitDecision(due_at=at + ceiling, reason=reason, quarantined=True)
        doublings = min(max(failures - 1, 0), 60)  # 2^60 floors are beyond any ceiling
        wait = ceiling if floor / ceiling >= 2.0**-doublings else floor * 2**doublings
        times = "the visit" if failures <= 1 else f"{failures} visits in a row"
        return RevisitDecision(due_at=at + wait, reason=f"{times} failed -> again in {_duration(wait)}")


def held_back(decision: RevisitDecision, hold: Hold | None, *, at: datetime) -> RevisitDecision:
    """The decision, no earlier than a host that asked to be left alone may be visited again."""
    if hold is None or hold.until <= decision.due_at:
        return decision if hold is None else replace(decision, reason=f"{hold.why}; {decision.reason}")
    reason = f"{hold.why} -> again in {_duration(hold.until - at)}"
    return replace(decision, due_at=hold.until, reason=reason)


def solve_price(pages: Sequence[Page], settings: CrawlSettings) -> float:
    """The price at which the pages ask for as many visits as the budget allows; 0 without a budget."""
    if settings.budget_per_h is None or not pages:
        return 0.0
    return price_of_fleet(watch_of(pages, settings), settings.budget_per_h)


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How often a page would be visited if the budget were another one, beside how often it is."""

    page: Page
    now: timedelta
    then: timedelta


def what_if(pages: Sequence[Page], settings: CrawlSettings, factor: float) -> list[Outlook]:
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
    if not pages:
        return []
    watch = watch_of(pages, settings)
    now, then = (
        interval_h(watch, price_of_fleet(watch, settings.budget_per_h * times)) for times in (1.0, factor)
    )
    return [
        Outlook(page=page, now=timedelta(hours=float(before)), then=timedelta(hours=float(after)))
        for page, before, after in zip(pages, now, then, strict=True)
    ]


def least_budget_per_h(pages: Sequence[Page], settings: CrawlSettings) -> float:
    """Visits per hour that the pages' ceilings ask for whatever they cost; a smaller budget cannot be kept."""
    return float(np.sum(1 / watch_of(pages, settings).ceiling_h)) if pages else 0.0


def watch_of(
    pages: Sequence[Page], settings: CrawlSettings, rates: Sequence[RateBelief] | None = None
) -> Watch:
    """The pages as arrays, with their own floors and ceilings; ``rates`` instead of the stored beliefs."""
    beliefs = [page.rate for page in pages] if rates is None else rates
    limits = [_limits(page, settings) for page in pages]
    return Watch(
        shape=np.array([belief.shape for belief in beliefs], dtype=float),
        scale_h=np.array([belief.scale_h for belief in beliefs], dtype=float),
        weight=np.array([page.weight for page in pages], dtype=float),
        floor_h=np.array([floor / _HOUR for floor, _ in limits], dtype=float),
        ceiling_h=np.array([ceiling / _HOUR for _, ceiling in limits], dtype=float),
        kappa_h=settings.kappa_h,
    )


def _limits(page: Page, settings: CrawlSettings) -> tuple[timedelta, timedelta]:
    """A page's shortest and longest interval; its own floor wins over a shorter ceiling of the collection."""
    floor = settings.floor if page.floor is None else page.floor
    ceiling = settings.ceiling if page.ceiling is None else page.ceiling
    return (floor, max(floor, ceiling)) if page.ceiling is None else (min(floor, ceiling), ceiling)


def _belief(rate: RateBelief) -> str:
    low, high = credible_interval(rate, 0.9)
    mean = mean_per_h(rate)
    hours, unit = (
        (24, "a day") if mean * 24 >= 0.5 else (168, "a week") if mean * 168 >= 0.5 else (720, "a month")
    )
    figures = f"{_figure(mean * hours)} important changes {unit}"
    return f"about {figures} (90 %: {_figure(low * hours)}-{_figure(high * hours)})"


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def _every(interval: timedelta) -> str:
    return f"every {_duration(interval)}"


def _duration(interval: timedelta) -> str:
    hours = interval / _HOUR
    if hours < 1:
        return f"{hours * 60:.3g} min"
    return f"{hours:.3g} h" if hours < 48 else f"{hours / 24:.3g} d"
