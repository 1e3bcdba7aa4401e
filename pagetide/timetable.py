"""When the pages of a collection are visited: prices and rules become due times, and what did not happen is kept.

``Flow`` asks for each page's next visit, the crawl looks in before it takes pages (``look``), and a recurring tick
solves the prices, corrects them by what fell due and spends what the budget has to spare (``tick``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from crawler.frontier import Pacing
from crawler.hint_trust import ANNOUNCED
from crawler.host_memory import HostMemory
from crawler.host_pauses import HostPauses
from crawler.pace import Allowance
from crawler.planning import solve_tariff, spare_pages
from crawler.price import PriceController
from crawler.priced_index import AIMS
from crawler.refusals import is_failed
from crawler.revisit import RevisitDecision, RevisitPolicy, by_rule, duration, held_back
from crawler.rules import VisitRule
from crawler.tariff import Tariff
from crawler.validators import VALIDATORS, validators
from pagetide.lateness import Gap, Lateness, moment
from pagetide.rates import Rates
from pagetide.settings import Settings
from storage.records import Capture, Lease, Page, ProblemCode, RateBelief, StoredCapture
from storage.repository import Repository

logger = logging.getLogger(__name__)

PRICE = "price"
"""Key of the collection's state under which the tariff is kept; none: visits cost nothing."""
SEEN = "clock"
"""Key under which the time is kept at which the daemon was last known to run."""

_HOUR = timedelta(hours=1)
_NOTICED_BACK = timedelta(seconds=2)  # smaller steps back are a clock being trimmed
_NOTICED_GAP = timedelta(minutes=20)  # two ticks: nothing looked at the pages for so long
_KEPT_EVERY = timedelta(minutes=1)
_VISITS_OF_A_STEP = 20.0  # that the budget pays for between two corrections of the price


class Timetable:
    """The schedule of one collection; ``begin`` comes before anything else where pages are visited."""

    def __init__(self, repository: Repository, settings: Settings, pauses: HostPauses, rates: Rates) -> None:
        self._repository = repository
        self._settings = settings
        self._pauses = pauses
        self._rates = rates
        self._policy = RevisitPolicy(settings.crawl)
        self._allowance: Allowance | None = None
        self._controller = PriceController()
        self._counted: _Counted | None = None
        self._seen: datetime | None = None
        self._kept: datetime | None = None
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
        return self._settings.rule_for(page.url) if self._settings.overrides else None

    def pages(self) -> list[Page]:
        """The pages that are visited, with what their overrides say."""
        return [self.settled(page) for page in self._repository.pages(active=True)]

    def rules(self, pages: list[Page]) -> Mapping[int, VisitRule]:
        """By page number, for the pages that have one."""
        found = {page.id: self.rule(page) for page in pages} if self._settings.overrides else {}
        return {number: rule for number, rule in found.items() if rule is not None}

    def tariff(self) -> Tariff:
        """What visits cost now."""
        return Tariff.from_json(self._repository.state(PRICE))

    def after_capture(
        self, lease: Lease, capture: Capture, stored: StoredCapture, rate: RateBelief
    ) -> RevisitDecision:
        """When to come back after a visit; what it makes up for is kept."""
        page, at = self.settled(lease.page), stored.started_at
        rule = self.rule(page)
        self._lateness.note(page, rule, at)
        if self._counted is not None:
            self._counted.made += 1
        if is_failed(capture):
            decision = self._policy.after_failure(page, failures=page.failures + 1, at=at, rule=rule)
            decision = held_back(decision, self._pauses.hold(page.host, stored.finished_at), at=at)
            return _forbidden(decision, stored)
        memory = self._rates.memory(page.host)
        memory.visited(stored.finished_at - at, self._pauses.pause(page.host))
        self._rates.keep(page.host, memory)
        is_announced = bool(self._settings.overrides and self._settings.crawl_for(page.url).announced_by)
        decision = self._policy.after_visit(
            page,
            rate,
            at=at,
            tariff=self.tariff(),
            profile=memory.profile,
            rule=rule,
            trust=memory.trust(ANNOUNCED) if is_announced else None,
            rhythm=None if rule is not None else self._rates.rhythm(page),
        )
        given = validators(capture) if stored.is_good else {}
        return replace(decision, notes={**decision.notes, VALIDATORS: given}) if given else decision

    def after_nothing(self, lease: Lease, at: datetime) -> RevisitDecision:
        """When to try again after a visit of which nothing could be kept."""
        page = self.settled(lease.page)
        return self._policy.after_failure(page, failures=page.failures + 1, at=at, rule=self.rule(page))

    def begin(self, now: datetime, *, once: bool = False) -> Pacing:
        """Before the first visit: what happened while nothing ran, and what changed in the rules.

        With ``once`` what is due is visited and nothing else: no visit waits for the budget, none is made to use it up.

        Raises
        ------
        SettingsError
            The settings of a page contradict each other.
        """
        kept = self._repository.state(SEEN)
        seen = None if kept is None else datetime.fromisoformat(kept)
        if seen is not None and now < seen - _NOTICED_BACK:
            self._went_back(seen, now)
        elif seen is not None and now > seen + _NOTICED_GAP:
            self._lateness.gap = Gap(since=seen, until=now, why="nothing was running")
        self._seen = now
        pages = self.pages()
        self._apply_rules(pages, now)
        spent = sum(
            page.last_visit_at is not None and now - _HOUR < page.last_visit_at <= now for page in pages
        )
        budget = self._settings.crawl.budget_per_h
        self._allowance = self._lateness.allowance = None if once else Allowance(budget, now, spent)
        self._controller = PriceController(correction=self.tariff().correction)
        self._counted = _Counted(at=now)
        return Pacing(allowance=self._allowance, look=self.look, after_nothing=self.after_nothing)

    def look(self, now: datetime) -> None:
        """Notice what the clock did since the last look: set back, put forward, or a machine that slept."""
        seen, self._seen = self._seen, now
        if seen is not None and now < seen - _NOTICED_BACK:
            self._went_back(seen, now)
        elif seen is not None and now > seen + _NOTICED_GAP:
            why = "the machine slept, or its clock was put forward,"
            self._lateness.gap = Gap(since=seen, until=now, why=why)
        if self._kept is None or not timedelta(0) <= now - self._kept < _KEPT_EVERY:
            self._kept = now
            self._repository.set_state(SEEN, now.isoformat())

    def _went_back(self, seen: datetime, now: datetime) -> None:
        """All that is planned keeps its distance from the present; rules by the wall clock are read anew."""
        logger.warning(
            "the clock went back from %s to %s: planned visits move with it", moment(seen), moment(now)
        )
        self._repository.shift_times(now - seen)
        self._pauses.forget_holds()
        self._apply_rules(self.pages(), now, anew=True)
        self._lateness.gap = None
        self.on_clock_back()

    def _apply_rules(self, pages: list[Page], now: datetime, *, anew: bool = False) -> None:
        """Plan the pages whose rule is new or another one, and those that have lost theirs."""
        for page in pages:
            rule, planned_by = self.rule(page), page.plan.get("rule")
            is_new = planned_by != (None if rule is None else str(rule))
            if rule is not None and page.last_visit_at is not None and (is_new or (anew and rule.cron)):
                # An interval counts from the last visit, but no visit is late for having been planned late.
                since = now if rule.every is None else max(min(page.last_visit_at, now), now - rule.every)
                decision = by_rule(rule, since)
                self._repository.set_due(
                    page.id, decision.due_at, decision.reason, exempt=True, plan=decision.plan
                )
            elif rule is None and is_new:
                self._repository.set_due(page.id, now, "its rule was taken away")

    def tick(self, now: datetime) -> None:
        """Solve the prices, correct them by what fell due since the last time, and spend what is to spare."""
        pages = self.pages()
        tariff = self.solved(pages, correction=self._corrected(pages, now))
        costs = bool(tariff.common or tariff.hosts)
        if costs or self._repository.state(PRICE) is not None:
            self._repository.set_state(PRICE, tariff.as_json() if costs else None)
        self._spend_spare(pages, tariff, now)

    def fit_priors(self, now: datetime) -> None:
        """Fit what is believed of pages that are not known yet to those that are."""
        self._rates.refit(self._repository.pages(active=True))

    def solved(self, pages: list[Page], *, correction: float = 1.0) -> Tariff:
        """The tariff for these pages."""
        return solve_tariff(
            pages,
            self._settings.crawl,
            rules=self.rules(pages),
            host_per_h=self.host_per_h(pages),
            correction=correction,
            aim=AIMS[self._settings.schedule.aim],
        )

    def host_per_h(self, pages: list[Page]) -> dict[str, float]:
        """Visits an hour that each host takes: one at a time, with the pause that it, or we, ask for."""
        kept = self._repository.host_rhythms()
        return {
            host: HostMemory.from_json(kept.get(host, {})).per_h(self._pauses.pause(host))
            for host in {page.host for page in pages}
        }

    def _corrected(self, pages: list[Page], now: datetime) -> float:
        """The controller's correction, moved when enough visits were to be expected since its last step."""
        counted, budget = self._counted, self._settings.crawl.budget_per_h
        if counted is None or budget is None:
            return 1.0
        hours = (now - counted.at) / _HOUR
        if hours * budget >= _VISITS_OF_A_STEP:
            demanded = max(counted.made - counted.spare, 0) + _waiting(pages, now)
            self._controller.step(demanded / hours, budget)
            self._counted = _Counted(at=now)
        elif hours < 0:
            self._counted = _Counted(at=now)
        return self._controller.correction

    def _spend_spare(self, pages: list[Page], tariff: Tariff, now: datetime) -> None:
        """Make the pages due now on which visits that the budget has to spare are best spent."""
        visits = 0 if self._allowance is None else self._allowance.spare(now) - _waiting(pages, now)
        if visits < 1 or not tariff.common:
            return
        ruled = self.rules(pages)
        chosen = spare_pages(
            pages,
            self._settings.crawl,
            tariff,
            now,
            visits=visits,
            rests=lambda host: self._pauses.hold(host, now) is not None,
            ruled=ruled,
        )
        for page, share in chosen:
            reason = (
                f"the budget has a visit to spare: this page is worth most, {100 * share:.0f} % of its price"
            )
            plan = {**page.plan, "decided_by": "spare", "interval_h": None}
            self._repository.set_due(page.id, now, reason, plan=plan)
        if self._counted is not None:
            self._counted.spare += len(chosen)


@dataclass
class _Counted:
    """Visits since the controller's last step."""

    at: datetime
    made: int = 0
    spare: int = 0


def _waiting(pages: list[Page], now: datetime) -> int:
    return sum(page.due_at is not None and page.due_at <= now for page in pages)


def _forbidden(decision: RevisitDecision, stored: StoredCapture) -> RevisitDecision:
    """The decision after a visit that robots.txt forbids says so: this is nobody's failure."""
    forbids = next((item.message for item in stored.problems if item.code is ProblemCode.ROBOTS), None)
    if forbids is None:
        return decision
    wait = "" if decision.interval is None else f"; asked again in {duration(decision.interval)}"
    return replace(decision, reason=f"{forbids}{wait}", decided_by="robots")


def _nothing() -> None:
    """Nobody else waits."""
