"""The schedule of a collection: prices and rules become due times; missed visits are recorded.

``Flow`` asks for each page's next visit, the crawl looks in before it takes pages (``look``), and a recurring tick
solves the prices, corrects them by what fell due and spends what the budget has to spare (``tick``).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import is_failed
from crawler.manners.validators import validators
from crawler.scheduling.all_pages import AllPages
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.budget import Allowance
from crawler.scheduling.columns import Watched
from crawler.scheduling.decision import (
    RevisitDecision,
    RevisitPolicy,
    by_rule,
    duration,
    held_back,
    limits,
    week_hours,
)
from crawler.scheduling.hints import ANNOUNCED, Announcements
from crawler.scheduling.hooks import SchedulerHooks
from crawler.scheduling.missed import Gap, Lateness, moment
from crawler.scheduling.overrides import CollectionSettings, OwnSettings
from crawler.scheduling.period import Rhythm, ticked
from crawler.scheduling.planning import solve_price_table, spare_pages
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.prices import PriceController
from crawler.scheduling.rules import VisitRule, own_visit_rule
from crawler.scheduling.value import AIMS
from storage.own_rules import OwnRule
from storage.queries.page_columns import PlannedVisit
from storage.queries.repository import Repository
from storage.queries.states import DAEMON_SEEN
from storage.records import Capture, Lease, Page, ProblemCode, StoredCapture

logger = logging.getLogger(f"pagetide.{__name__}")

PRICE = "price"
"""Key of the collection's state under which the price_table is kept; none: visits cost nothing."""

_HOUR = timedelta(hours=1)
_NOTICED_BACK = timedelta(seconds=2)  # smaller steps back are a clock being trimmed
_NOTICED_GAP = timedelta(minutes=20)  # two ticks: nothing looked at the pages for so long
_LOOKED_AT_EVERY = timedelta(seconds=30)  # and oftener, where workers visit pages
_KEPT_EVERY = timedelta(minutes=1)
_NOTICED_STOP = 2 * _KEPT_EVERY  # between two runs: what the last one kept of the time may be so old
_ROUNDS = 4  # of looking for other pages where some that were chosen wait for the tick of their own rhythm
_VISITS_OF_A_STEP = 20.0  # that the budget pays for between two corrections of the price


class Timetable:
    """The schedule of one collection; ``begin`` comes before anything else where pages are visited."""

    def __init__(
        self, repository: Repository, settings: CollectionSettings, pauses: HostPauses, rates: Rates
    ) -> None:
        self._repository = repository
        self._settings = settings
        self._pauses = pauses
        self._rates = rates
        self._policy = RevisitPolicy(settings.crawl)
        self.own = OwnSettings(repository, settings)
        """Which pages have settings of their own."""
        self._all = AllPages(repository, settings, pauses, self.own)
        self._price_table: PriceTable | None = None
        self._allowance: Allowance | None = None
        self._controller = PriceController()
        self._counted: _Counted | None = None  # None: nothing is visited
        self._lease_for = timedelta(seconds=settings.crawl.lease_s)
        self._looking = threading.Lock()
        self._seen: datetime | None = None
        self._kept: datetime | None = None
        self._said: dict[int, OwnRule] | None = None  # what people had said when rules were applied last
        self._lateness = Lateness(repository, pauses)
        self.on_clock_back: Callable[[], object] = _nothing
        """Called when the clock has gone back, by whoever waits for moments of its own."""

    def settled(self, page: Page) -> Page:
        """The page with what its overrides say of weight, floor and ceiling."""
        own = self._settings.crawl_for(page.url) if self._settings.overrides else None
        if own is None:
            return page
        given = {name: getattr(own, name) for name in ("weight", "floor", "ceiling")}
        return replace(page, **{name: value for name, value in given.items() if value is not None})

    def rule(self, page: Page) -> VisitRule | None:
        """The rule by which a page is visited; None: what was learned says when."""
        said = self._repository.rules_of_page(page.id)
        if said:
            return own_visit_rule(said[0])
        return self._settings.rule_for(page.url) if self._settings.overrides else None

    def price_table(self) -> PriceTable:
        """What visits cost now; nobody else sets the price while this process works."""
        if self._price_table is None:
            self._price_table = PriceTable.from_json(self._repository.state(PRICE))
        return self._price_table

    def after_capture(self, page: Page, capture: Capture, stored: StoredCapture) -> RevisitDecision:
        """When to come back after a visit; what it makes up for is kept, and what is guessed of a page's rate."""
        failed = is_failed(capture)
        decision = self.after_visit(page, stored.started_at, stored.finished_at, failed=failed)
        if failed:
            return _forbidden(decision, stored)
        given = validators(capture) if stored.is_good or stored.file_digest is not None else {}
        return replace(decision, notes={**decision.notes, "validators": given}) if given else decision

    def after_visit(
        self, page: Page, at: datetime, finished_at: datetime, *, failed: bool = False
    ) -> RevisitDecision:
        """``after_capture``, of a visit of which only these times are known."""
        rate = self._rates.start(page)
        if not page.observations:
            self._repository.set_rate(page.id, rate)
        page = self.settled(page)
        rule = self.rule(page)
        self._lateness.note(page, rule, at)
        if self._counted is not None:
            self._counted.add(made=1)
        if failed:
            decision = self._policy.after_failure(page, failures=page.failures + 1, at=at, rule=rule)
            return held_back(decision, self._pauses.hold(page.host, finished_at), at=at)
        memory = self._rates.memory(page.host)
        memory.visited(finished_at - at, self._pauses.pause(page.host))
        self._rates.keep(page.host, memory)
        is_announced = bool(self._settings.overrides and self._settings.crawl_for(page.url).announced_by)
        return self._policy.after_visit(
            page,
            rate,
            at=at,
            price_table=self.price_table(),
            profile=memory.profile,
            rule=rule,
            announced=Announcements(trust=memory.trust(ANNOUNCED)) if is_announced else None,
            rhythm=None if rule is not None else self._rates.rhythm(page),
        )

    def after_nothing(self, lease: Lease, at: datetime) -> RevisitDecision:
        """When to try again after a visit of which nothing could be kept."""
        page = self.settled(lease.page)
        return self._policy.after_failure(page, failures=page.failures + 1, at=at, rule=self.rule(page))

    def begin(self, now: datetime, *, once: bool = False) -> SchedulerHooks:
        """Before the first visit: what happened while nothing ran, and what changed in the rules.

        With ``once`` what is due is visited and nothing else: no visit waits for the budget, none is made to use it up.

        Raises
        ------
        SettingsError
            The settings of a page contradict each other.
        """
        kept = self._repository.state(DAEMON_SEEN)
        seen = None if kept is None else datetime.fromisoformat(kept)
        if seen is not None and now < seen - _NOTICED_BACK:
            self._went_back(seen, now)
        elif seen is not None and now > seen + _NOTICED_STOP:
            self._lateness.noticed(Gap(since=seen, until=now, why="nothing was running"))
        self._seen = now
        self._apply_rules(now)
        spent = self._repository.count_visited(now - _HOUR, now)
        budget = self._settings.crawl.budget_per_h
        self._allowance = self._lateness.allowance = None if once else Allowance(budget, now, spent)
        self._controller = PriceController(correction=self.price_table().correction)
        self._counted = _Counted(now)
        return SchedulerHooks(allowance=self._allowance, look=self.look, after_nothing=self.after_nothing)

    def look(self, now: datetime) -> None:
        """Notice what the clock did since the last look: set back, put forward, or a machine that slept.

        Safe to call from several threads: nobody goes on while another one puts right what the clock did.
        """
        with self._looking:
            self._looked(now)

    def _looked(self, now: datetime) -> None:
        seen, self._seen = self._seen, now
        if seen is not None and now > seen + max(self._lease_for / 2, _LOOKED_AT_EVERY):
            self._repository.hold_leases(seen, now + self._lease_for)
        if seen is not None and now < seen - _NOTICED_BACK:
            self._went_back(seen, now)
        elif seen is not None and now > seen + _NOTICED_GAP:
            why = "the machine slept, or its clock was put forward,"
            self._lateness.noticed(Gap(since=seen, until=now, why=why))
        if self._kept is None or not timedelta(0) <= now - self._kept < _KEPT_EVERY:
            self._kept = now
            self._repository.set_state(DAEMON_SEEN, now.isoformat())
            if self._repository.own_rules() != self._said:
                self._apply_rules(now)

    def _went_back(self, seen: datetime, now: datetime) -> None:
        """All that is planned keeps its distance from the present; rules by the wall clock are read anew."""
        logger.warning(
            "the clock went back from %s to %s: planned visits move with it", moment(seen), moment(now)
        )
        self._repository.shift_times(now - seen)
        self._pauses.forget_holds()
        self._apply_rules(now, anew=True)
        self._lateness.forget_gaps()
        self.on_clock_back()

    def _apply_rules(self, now: datetime, *, anew: bool = False) -> None:
        """Plan the pages whose rule is new or another one, and those that have lost theirs."""
        self._said = self._repository.own_rules()
        rules = self.own.rules
        ids, groups = self.own.pages(lambda group: rules[group] is not None)
        wanted = {number: rules[group] for number, group in zip(ids.tolist(), groups.tolist(), strict=True)}
        planned = self._repository.planned_rules()
        changed = [
            number
            for number, rule in wanted.items()
            if planned.get(number) != str(rule) or (anew and rule is not None and rule.cron)
        ]
        self._repository.plan_visits(
            _by_rule(page, rule, now)
            for page in self._repository.pages_of(changed)
            if page.active and page.last_visit_at is not None and (rule := wanted[page.id]) is not None
        )
        self._repository.plan_visits(
            PlannedVisit(page_id=number, due_at=now, reason="its rule was removed")
            for number in planned
            if number not in wanted
        )

    def tick(self, now: datetime) -> None:
        """Solve the prices, correct them by what fell due since the last time, and spend what is to spare."""
        pages = self._all.watched(now)
        price_table = self.solved(
            pages, correction=self._corrected(pages.waiting(self.price_table().hosts), now)
        )
        costs = bool(price_table.common or price_table.hosts)
        if costs or self._repository.state(PRICE) is not None:
            self._repository.set_state(PRICE, price_table.as_json() if costs else None)
        self._price_table = price_table if costs else PriceTable()
        self._spend_spare(pages, price_table, now)

    def fit_priors(self, now: datetime) -> None:
        """Fit what is believed of pages that are not known yet to those that are."""
        self._rates.refit()

    def watched(self, now: datetime) -> Watched:
        """The pages that are visited, as they are now, with what their overrides say."""
        return self._all.watched(now)

    def solved(self, pages: Watched, *, correction: float = 1.0) -> PriceTable:
        """The price_table for these pages."""
        aim = AIMS[self._settings.schedule.aim]
        return solve_price_table(pages, self._settings.crawl, correction=correction, aim=aim)

    def _corrected(self, waiting: int, now: datetime) -> float:
        """The controller's correction, moved when enough visits were to be expected since its last step."""
        counted, budget = self._counted, self._settings.crawl.budget_per_h
        if counted is None or budget is None:
            return 1.0
        hours = (now - counted.since) / _HOUR
        if hours * budget >= _VISITS_OF_A_STEP:
            self._controller.step((counted.taken(now) + waiting) / hours, budget)
        elif hours < 0:
            counted.taken(now)
        return self._controller.correction

    def _spend_spare(self, pages: Watched, price_table: PriceTable, now: datetime) -> None:
        """Make the pages due now on which visits that the budget has to spare are best spent."""
        visits = (
            0 if self._allowance is None else self._allowance.spare(now) - pages.waiting(price_table.hosts)
        )
        if visits < 1 or not (price_table.common or price_table.hosts):
            return
        shares, found = self._best_spent(pages, price_table, visits, now)
        chosen = [page for page in found if self._may_come_early(page, now)]
        self._repository.plan_visits(
            PlannedVisit(
                page_id=page.id,
                due_at=now,
                reason="the budget has an unused visit: this page is worth most, "
                f"{100 * shares[page.id]:.0f} % of its price",
                plan={**page.plan, "decided_by": "spare", "interval_h": None},
                attempt=page.attempt,
            )
            for page in chosen
        )
        if self._counted is not None:
            self._counted.add(spare=len(chosen))

    def _best_spent(
        self, pages: Watched, price_table: PriceTable, visits: int, now: datetime
    ) -> tuple[dict[int, float], list[Page]]:
        """Shares of their price by number, and the pages, on which so many visits are best spent."""
        for _ in range(_ROUNDS):
            best = spare_pages(pages, price_table, visits=visits, rests=lambda host: self._rests(host, now))
            shares, found = dict(best), list(self._repository.pages_of([number for number, _ in best]))
            waiting = {page.id for page in found if _waits_for_tick(page, now)}
            if not waiting:
                break
            pages = pages.some(~np.isin(pages.id, list(waiting)))
            found = [page for page in found if page.id not in waiting]
        return shares, found

    def _rests(self, host: str, now: datetime) -> bool:
        return self._pauses.hold(host, now) is not None

    def _may_come_early(self, page: Page, now: datetime) -> bool:
        """Whether a page that was chosen still may: visits went on while it was chosen."""
        floor, _ = limits(self.settled(page), self._settings.crawl)
        return (
            page.active
            and page.failures == 0
            and page.due_at is not None
            and page.due_at > now
            and page.last_visit_at is not None
            and page.last_visit_at + floor <= now
        )


class _Counted:
    """Visits that were made because they fell due, since a moment; counted by the crawl and by a tick at once."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._visits = 0
        self._lock = threading.Lock()

    def add(self, *, made: int = 0, spare: int = 0) -> None:
        """So many were made, or are to be made though nothing fell due."""
        with self._lock:
            self._visits += made - spare

    def taken(self, now: datetime) -> int:
        """How many there were; from now on they are counted anew."""
        with self._lock:
            visits, self._visits, self.since = self._visits, 0, now
        return max(visits, 0)


def _waits_for_tick(page: Page, now: datetime) -> bool:
    """Whether a page has a rhythm by which little of what its average hours bring has come since its visit."""
    rhythm = Rhythm.from_json(page.plan.get("rhythm"))
    if rhythm is None or page.last_visit_at is None:
        return False
    passed, since = now - page.last_visit_at, week_hours(page.last_visit_at)
    return ticked(rhythm, since, week_hours(now), passed) < passed / 2


def _by_rule(page: Page, rule: VisitRule, now: datetime) -> PlannedVisit:
    """The next visit of a page whose rule is new to it, or is read anew."""
    # An interval counts from the last visit, but no visit is late for having been planned late.
    last = now if page.last_visit_at is None else min(page.last_visit_at, now)
    decision = by_rule(rule, now if rule.every is None else max(last, now - rule.every))
    return PlannedVisit(
        page_id=page.id,
        due_at=decision.due_at,
        reason=decision.reason,
        exempt=True,
        plan=decision.plan,
        attempt=page.attempt,
    )


def _forbidden(decision: RevisitDecision, stored: StoredCapture) -> RevisitDecision:
    """The decision after a visit that robots.txt forbids says so: this is nobody's failure."""
    forbids = next((item.message for item in stored.problems if item.code is ProblemCode.ROBOTS), None)
    if forbids is None:
        return decision
    wait = "" if decision.interval is None else f"; asked again in {duration(decision.interval)}"
    return replace(decision, reason=f"{forbids}{wait}", decided_by="robots")


def _nothing() -> None:
    """Nobody else waits."""
