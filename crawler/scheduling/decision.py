"""Computes a page's due time and its reason from change rate, weight and price.

The last step of the flow asks a ``RevisitPolicy`` after each visit; a recurring tick solves the prices
(``planning``). Pure functions of what they are given: same belief and price, same decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import numpy as np

from crawler.manners.refusals import Hold
from crawler.scheduling.due_time import wait_h
from crawler.scheduling.hints import Announcements, AnnouncementTimes
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.period import Rhythm
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.rate import credible_interval, mean_per_h
from crawler.scheduling.rules import VisitRule
from crawler.scheduling.value import CHANGES_PER_FLOOR, PageColumns, held_to_floor
from crawler.settings import CrawlSettings
from storage.records import Page, RateBelief
from storage.visit_plan import DecidedBy, VisitPlan

_HOUR = timedelta(hours=1)
_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class RevisitDecision:
    """When the next visit is due, and why, in a sentence for a person."""

    due_at: datetime
    reason: str
    quarantined: bool = False  # failed too often in a row: the next visit is its probation
    decided_by: DecidedBy = "budget"
    interval: timedelta | None = None
    """How far from the visit before it is."""
    exempt: bool = False
    """Whether the visit does not wait for the budget."""
    rule: str | None = None
    """The page's rule, if it has one."""
    notes: VisitPlan = field(default_factory=VisitPlan)
    """What else is to be known when the visit comes."""

    @property
    def plan(self) -> VisitPlan:
        """What is kept beside the reason, for programs."""
        hours = None if self.interval is None else round(self.interval / _HOUR, 6)
        plan: VisitPlan = {"decided_by": self.decided_by, "interval_h": hours}
        if self.rule is not None:
            plan["rule"] = self.rule
        return {**plan, **self.notes}


@dataclass(frozen=True, kw_only=True)
class _Known:
    """What is known of a page besides its rate, at its newest capture."""

    page: Page
    at: datetime
    price_table: PriceTable
    profile: HourProfiles | None
    rhythm: Rhythm | None


class RevisitPolicy:
    """Turns what is known of a page into the time of its next visit."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings

    def after_visit(  # noqa: PLR0913 - what is known of a page, all by name
        self,
        page: Page,
        rate: RateBelief,
        *,
        at: datetime,
        price_table: PriceTable | None = None,
        profile: HourProfiles | None = None,
        rule: VisitRule | None = None,
        announced: Announcements | None = None,
        rhythm: Rhythm | None = None,
    ) -> RevisitDecision:
        """The next visit after one that brought something home ``at`` that time.

        Parameters
        ----------
        rate
            What is believed of the page now.
        price_table
            What a visit costs; without one, and where it costs nothing, every page is due at its floor.
        profile
            The hours of the page's host; None: all hours count alike.
        rule
            When a person wants the page visited: then nothing else counts.
        announced
            What announces the page's changes, and what it announced since; None: nothing does.
        rhythm
            The page's own; None: it has none that is known.
        """
        if rule is not None:
            return by_rule(rule, at)
        now = _Known(
            page=page, at=at, price_table=price_table or PriceTable(), profile=profile, rhythm=rhythm
        )
        return self._by_price(now, rate) if announced is None else self._announced(now, rate, announced)

    def _announced(self, now: _Known, rate: RateBelief, announced: Announcements) -> RevisitDecision:
        """The next visit of a page whose changes something announces."""
        trust = announced.trust
        if not trust.is_heeded:
            plain = self._by_price(now, rate)
            said = (
                f"announcements were right in {100 * trust.precision:.0f} % of the cases and are not counted"
            )
            return replace(plain, reason=f"{plain.reason}; {said}")
        rest = self._by_price(now, trust.unannounced(rate), announced.calls(rate))
        said = f"{100 * trust.recall:.0f} % of its changes are announced, beside these {rest.reason}"
        return replace(rest, reason=said)

    def _by_price(
        self, now: _Known, rate: RateBelief, calls: AnnouncementTimes | None = None
    ) -> RevisitDecision:
        """The next visit of a page when its index reaches its price."""
        page, at, prices, profile, rhythm = now.page, now.at, now.price_table, now.profile, now.rhythm
        floor, ceiling = limits(page, self._settings)
        price = prices.price(page.host)
        if not price:
            why = "no budget" if self._settings.budget_per_h is None else "the budget pays for it"
            reason = f"{belief_text(rate, floor)}, {why} -> {_every(floor)}, its floor"
            return RevisitDecision(due_at=at + floor, reason=reason, decided_by="floor", interval=floor)
        watch = prices.priced(watch_of([page], self._settings, [rate]))
        hours = wait_h(watch, price, profile, week_hours(at), rhythm, calls)
        interval = min(max(timedelta(hours=hours), floor), ceiling)
        decided_by, limit = _limit(interval, floor, ceiling)
        if decided_by == "budget" and page.host in prices.hosts:
            decided_by = "host"
        return RevisitDecision(
            due_at=at + interval,
            reason=_why(now, rate, interval, floor, limit),
            decided_by=decided_by,
            interval=interval,
            notes={} if rhythm is None else {"rhythm": rhythm.as_json()},
        )

    def after_failure(
        self, page: Page, *, failures: int, at: datetime, rule: VisitRule | None = None
    ) -> RevisitDecision:
        """The next try after so many ``failures`` in a row: the floor, doubling up to the ceiling.

        From ``quarantine_after`` failures on it is the ceiling at once: a page that long in trouble may be harmful,
        or gone, and still deserves a look now and then. A failure is no change and no absence of change: the
        belief stays as it is. A page with a rule is tried no later than its rule says.
        """
        floor, ceiling = limits(page, self._settings)
        quarantined = failures >= self._settings.quarantine_after
        doublings = min(max(failures - 1, 0), 60)  # 2^60 floors are beyond any ceiling
        wait = ceiling if floor / ceiling >= 2.0**-doublings else floor * 2**doublings
        times = "the visit" if failures <= 1 else f"{failures} visits in a row"
        reason = f"{times} failed -> again in {duration(wait)}"
        if quarantined:
            wait = ceiling
            reason = f"quarantined after {failures} failed visits in a row -> one try in {duration(ceiling)}"
        planned = None if rule is None else rule.next_after(at)
        if planned is not None and (quarantined or planned < at + wait):
            wait, reason = planned - at, f"{times} failed -> again by its rule, {rule}"
        return RevisitDecision(
            due_at=at + wait,
            reason=reason,
            quarantined=quarantined,
            decided_by="failures",
            interval=wait,
            rule=None if rule is None else str(rule),
        )


def by_rule(rule: VisitRule, at: datetime) -> RevisitDecision:
    """The next visit of a page with a rule after ``at``; the budget does not hold it back."""
    planned = rule.next_after(at)
    assert planned is not None  # a rule that never comes is refused when it is made
    return RevisitDecision(
        due_at=planned,
        reason=f"its rule: {rule}",
        decided_by="rule",
        interval=planned - at,
        exempt=True,
        rule=str(rule),
    )


def _why(now: _Known, rate: RateBelief, interval: timedelta, floor: timedelta, limit: str) -> str:
    """The sentence that says why a page is due when it is: its rate, its weight, what a visit costs, its hours."""
    page, prices = now.page, now.price_table
    weight = "" if page.weight == 1 else f", weight {page.weight:.3g}"
    costs = f"a visit costs {prices.price(page.host):.2g} weighted hours"
    host = prices.hosts.get(page.host)
    if host is not None:
        costs += f" on a host that takes {_figure(host.per_h)} visits an hour"
    regular, then = "", _every(interval)
    if now.rhythm is not None:
        regular, then = f", {rhythm_text(now.rhythm)}", f"in {duration(interval)}"
    hours = "" if now.profile is None or now.profile.is_flat else ", by its host's hours"
    return f"{belief_text(rate, floor)}{regular}{weight}, {costs} -> {then}{limit or hours}"


def _limit(interval: timedelta, floor: timedelta, ceiling: timedelta) -> tuple[DecidedBy, str]:
    if interval == floor:
        return "floor", ", its floor"
    return ("ceiling", ", its ceiling") if interval == ceiling else ("budget", "")


def held_back(decision: RevisitDecision, hold: Hold | None, *, at: datetime) -> RevisitDecision:
    """The decision, no earlier than a host that asked to be left alone may be visited again."""
    if hold is None or hold.until <= decision.due_at:
        return decision if hold is None else replace(decision, reason=f"{hold.why}; {decision.reason}")
    reason = f"{hold.why} -> again in {duration(hold.until - at)}"
    interval = hold.until - at
    return replace(decision, due_at=hold.until, reason=reason, decided_by="hold", interval=interval)


def watch_of(
    pages: Sequence[Page], settings: CrawlSettings, rates: Sequence[RateBelief] | None = None
) -> PageColumns:
    """The pages as arrays, with their own floors and ceilings; ``rates`` instead of the stored beliefs."""
    beliefs = [page.rate for page in pages] if rates is None else rates
    bounds = [limits(page, settings) for page in pages]
    columns = PageColumns(
        shape=np.array([belief.shape for belief in beliefs], dtype=float),
        scale_h=np.array([belief.scale_h for belief in beliefs], dtype=float),
        weight=np.array([page.weight for page in pages], dtype=float),
        floor_h=np.array([floor / _HOUR for floor, _ in bounds], dtype=float),
        ceiling_h=np.array([ceiling / _HOUR for _, ceiling in bounds], dtype=float),
    )
    return held_to_floor(columns)


def limits(page: Page, settings: CrawlSettings) -> tuple[timedelta, timedelta]:
    """A page's shortest and longest interval; its own floor wins over a shorter ceiling of the collection."""
    floor = settings.floor if page.floor is None else page.floor
    ceiling = settings.ceiling if page.ceiling is None else page.ceiling
    return (floor, max(floor, ceiling)) if page.ceiling is None else (min(floor, ceiling), ceiling)


def week_hours(at: datetime) -> float:
    """Hours since a Monday 00:00 UTC, as ``hours`` counts them."""
    return (at - _MONDAY) / _HOUR


def outpaces_visits(rate: RateBelief, floor: timedelta) -> bool:
    """Whether a page is believed to change about as fast as it may be visited, or faster.

    Its content may change that fast, or the decision on it may be wrong: more visits would teach little.
    """
    return mean_per_h(rate) * (floor / _HOUR) > CHANGES_PER_FLOOR


def belief_text(rate: RateBelief, floor: timedelta | None = None) -> str:
    """A page's rate with its credible interval, in a unit that a person counts in."""
    if floor is not None and outpaces_visits(rate, floor):
        return f"changes at most visits, planned as one change in {duration(floor / CHANGES_PER_FLOOR)}"
    low, high = credible_interval(rate, 0.9)
    mean = mean_per_h(rate)
    hours, unit = (
        (24, "a day") if mean * 24 >= 0.5 else (168, "a week") if mean * 168 >= 0.5 else (720, "a month")
    )
    figures = f"{_figure(mean * hours)} important changes {unit}"
    return f"about {figures} (90 %: {_figure(low * hours)}-{_figure(high * hours)})"


def rhythm_text(rhythm: Rhythm) -> str:
    """A page's own rhythm, and how sure it is."""
    period = duration(timedelta(hours=rhythm.period_h))
    return f"regular: every {period} or a multiple of it ({100 * rhythm.weight:.0f} % sure)"


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def _every(interval: timedelta) -> str:
    return f"every {duration(interval)}"


def duration(interval: timedelta) -> str:
    """A span as reasons write it: ``40 s``, ``15 min``, ``6 h``, ``3.5 d``."""
    hours = interval / _HOUR
    if hours < 1:
        return f"{hours * 60:.3g} min" if hours >= 1 / 60 else f"{hours * 3600:.3g} s"
    return f"{hours:.3g} h" if hours < 48 else f"{hours / 24:.3g} d"
