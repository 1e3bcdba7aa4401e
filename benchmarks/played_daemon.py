"""The schedule of ``pagetide run``, played against a world on a SQLite database in memory.

Leases, token bucket, prices and their correction, spare visits, priors, hours, rhythms are the daemon's own; only what
a browser would bring home comes from the world. A visit takes ``VISIT`` and its host rests as usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from sqlalchemy import create_engine, update
from sqlalchemy.pool import StaticPool

from benchmarks.revisit_simulation import VisitLog
from benchmarks.revisit_worlds import World
from changemodel.classify.page_type_tree import UNKNOWN
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.beliefs import Pair, Rates
from crawler.scheduling.budget_forecast import Forecast, what_if
from crawler.scheduling.columns import Watched
from crawler.scheduling.decision import week_hours
from crawler.scheduling.hooks import SchedulerHooks
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.period import Rhythm, counted_with, no_faster
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.rate_memory import RateMemories
from crawler.scheduling.schedule import Timetable
from crawler.settings import CrawlSettings, ScheduleSettings
from pagetide.settings.collection_settings import Settings
from storage.database.engine import Database
from storage.database.schema import metadata
from storage.database.schema import page as page_table
from storage.queries.page_columns import PlannedVisit
from storage.queries.repository import Repository
from storage.records import Lease, Page, RateBelief

START = datetime(2026, 1, 5, tzinfo=UTC)
"""Hour 0 of every world, a Monday."""
VISIT = timedelta(seconds=20)
LOOK = timedelta(minutes=10)
TICK = timedelta(minutes=30)
REFIT = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The daemon's parts, any of which can be taken out to see what it is worth."""

    rhythms: bool = True
    hours: bool = True
    priors: bool = True
    spare: bool = True
    quick: bool = True


class PlayedRepository(Repository):
    """A repository in memory, whose decisions on captures are those that the world gave."""

    def __init__(self) -> None:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        metadata.create_all(engine)
        super().__init__(Database(engine, "memory"))
        self.pairs: dict[int, list[Pair]] = {}

    def decided_pairs(
        self, page_id: int, *, limit: int | None = None, since: datetime | None = None
    ) -> list[Pair]:
        """Of the page's newest captures."""
        return self.pairs.get(page_id, [])[-(limit or 0) :]


class _PlayedRates(Rates):
    """What is believed, without the parts that are left out."""

    parts = Parts()
    hosts: dict[str, HostStats]

    def rhythm(self, page: Page) -> Rhythm | None:
        return super().rhythm(page) if self.parts.rhythms else None

    def refit(self) -> None:
        if self.parts.priors:
            super().refit()

    def _updated(
        self, belief: RateBelief, pair: Pair, counted: timedelta, rhythm: Rhythm | None
    ) -> RateBelief:
        if self.parts.quick:
            return super()._updated(belief, pair, counted, rhythm)
        before_at, at, important = pair
        if rhythm is not None:
            counted = counted_with(rhythm, week_hours(before_at), week_hours(at), counted, belief)
        elapsed_h, counted_h, half_life_h = (
            span / timedelta(hours=1) for span in (at - before_at, counted, self._half_life)
        )
        slow = RateMemories.of(np.array([belief.shape]), np.array([belief.scale_h])).updated(
            np.array([important]),
            np.array([elapsed_h]),
            np.array([counted_h]),
            half_life_h,
            on_evidence=False,
        )
        shape, scale_h = slow.believed()
        return no_faster(rhythm, RateBelief(shape=float(shape[0]), scale_h=float(scale_h[0])))

    def memory(self, host: str) -> HostStats:
        return self.hosts.setdefault(host, HostStats() if self.parts.hours else _WithoutHours())

    def keep(self, host: str, memory: HostStats) -> None:
        """Nothing has to be written: the object is the memory."""


class _WithoutHours(HostStats):
    def learn(self, start: datetime, end: datetime, important: bool, belief: RateBelief) -> None:
        """Nothing."""


class _PlayedTimetable(Timetable):
    spends_spare = True

    def _spend_spare(self, pages: Watched, price_table: PriceTable, now: datetime) -> None:
        if self.spends_spare:
            super()._spend_spare(pages, price_table, now)


class Daemon:
    """A collection in memory that lives through a world."""

    def __init__(self, world: World, per_page_a_day: float, parts: Parts = Parts()) -> None:
        self._world = world
        self._crawl = CrawlSettings(
            budget_per_h=per_page_a_day / 24 * world.pages,
            floor=timedelta(hours=world.floor_h),
            ceiling=timedelta(hours=world.ceiling_h),
            crawl_delay_ceiling_s=7200.0,
        )
        settings = Settings(crawl=self._crawl, schedule=ScheduleSettings())
        self._repository = PlayedRepository()
        pauses = HostPauses(self._crawl)
        for host, per_h in enumerate(() if world.host_per_h is None else world.host_per_h):
            if np.isfinite(per_h):
                pauses.ask(_host(host), 3600 / per_h - VISIT.total_seconds())
        self._pauses = pauses
        self._rates = _PlayedRates(self._repository, self._crawl.half_life, untyped=UNKNOWN)
        self._rates.parts, self._rates.hosts = parts, {}
        self.timetable = _PlayedTimetable(self._repository, settings, pauses, self._rates)
        self.timetable.spends_spare = parts.spare
        self._pages: list[int] = []
        self._seen_h: dict[int, float] = {}
        self._log: list[tuple[int, float]] = []

    def play(self) -> VisitLog:
        """Every visit after the first of each page, which cost nothing."""
        self._begin()
        now, next_tick, next_fit = START, START, START + REFIT
        end = START + timedelta(hours=self._world.horizon_h)
        hooks = self.timetable.begin(START)
        while now < end:
            if now >= next_fit:
                self._rates.refit()
                next_fit += REFIT
            if now >= next_tick:
                self.timetable.tick(now)
                next_tick += TICK
            self._visit_due(now, hooks)
            now += LOOK
        page, at_h = zip(*self._log, strict=True) if self._log else ((), ())
        return VisitLog(page=np.array(page, dtype=np.intp), at_h=np.array(at_h, dtype=float))

    def forecast(self, factor: float) -> Forecast:
        """What the daemon foresees when its world has ended, at its budget and at so many times as much."""
        end = START + timedelta(hours=self._world.horizon_h)
        return what_if(self.timetable.watched(end), self._crawl, factor)

    def _begin(self) -> None:
        """Every page has been captured once."""
        world = self._world
        for row in range(world.pages):
            url = f"https://{_host(int(world.host[row]))}/{row}"
            page = self._repository.add_page(
                url, at=START, weight=float(world.believed_weight[row]), due_at=START
            )
            self._pages.append(page.id)
        self._row = {number: row for row, number in enumerate(self._pages)}
        for number in self._pages:
            self._seen_h[number] = 0.0
            decision = self.timetable.after_visit(self._repository.page(number), START, START)
            self._repository.plan_visits(
                [
                    PlannedVisit(
                        page_id=number, due_at=decision.due_at, reason=decision.reason, plan=decision.plan
                    )
                ]
            )
        with self._repository._database.writing() as connection:
            connection.execute(update(page_table).values(last_visit_at=START))

    def _visit_due(self, now: datetime, hooks: SchedulerHooks) -> None:
        """Lease as the crawl does, one page a host at a time, until nothing more may be visited now."""
        assert hooks.allowance is not None
        assert hooks.look is not None
        hooks.look(now)
        while left := max(hooks.allowance.left(now) or 0, 0):
            leases = self._repository.lease_due(now, limit=min(left, 20), lease_for=timedelta(minutes=5))
            if not leases:
                return
            hooks.allowance.spend(len(leases), now)
            for lease in leases:
                self._visit(lease, now)

    def _visit(self, lease: Lease, now: datetime) -> None:
        number, world = lease.page.id, self._world
        row, now_h = self._row[number], (now - START) / timedelta(hours=1)
        if now_h < world.until_h[row]:
            self._learn(lease, row, now_h)
            self._log.append((row, now_h))
        else:
            self._repository.set_active(number, False)
        decision = self.timetable.after_visit(self._repository.page(number), now, now + VISIT)
        host_rests = self._pauses.next_ok_at(lease.page.host, now + VISIT)
        if world.host_per_h is None or not np.isfinite(world.host_per_h[world.host[row]]):
            host_rests = now  # the look is coarser than a host's pause
        self._repository.finish_visit(
            lease,
            visited_at=now,
            failed=False,
            due_at=decision.due_at,
            due_reason=decision.reason,
            plan=decision.plan,
            host_next_ok_at=host_rests,
        )

    def _learn(self, lease: Lease, row: int, now_h: float) -> None:
        number, rows = lease.page.id, np.array([row])
        before_h = self._seen_h[number]
        found = self._world.noticed_changes.between(rows, np.array([before_h]), np.array([now_h]))
        pair = (START + timedelta(hours=before_h), START + timedelta(hours=now_h), bool(found[0] > 0))
        self._repository.pairs.setdefault(number, []).append(pair)
        page = self._repository.page(number)
        self._repository.set_rate(
            number, self._rates.after_pair(page, pair), observations=page.observations + 1
        )
        self._seen_h[number] = now_h


def _host(number: int) -> str:
    return f"h{number}.example"
