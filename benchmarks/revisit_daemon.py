"""Is the schedule that ships as good as the index behind it? ``python -m benchmarks.revisit_daemon [--full] [--json]``

The daemon's own parts are played against a world, on a SQLite database in memory.

Leases, token bucket, prices and their correction, spare visits, priors, hours, rhythms are those of ``pagetide run``;
only what a browser would bring home comes from the world. A visit takes ``VISIT`` and its host rests as usual.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from rich.table import Table
from sqlalchemy import create_engine, update
from sqlalchemy.pool import StaticPool

from benchmarks.reporting import document, out
from benchmarks.revisit_metrics import mean_and_spread, measure
from benchmarks.revisit_policies.roster import baselines, ours
from benchmarks.revisit_simulation import VisitLog, play
from benchmarks.revisit_worlds import WORLDS, World
from changemodel.classify.page_type_tree import UNKNOWN
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.beliefs import Pair, Rates
from crawler.scheduling.columns import Watched
from crawler.scheduling.hooks import SchedulerHooks
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.period import Rhythm
from crawler.scheduling.price_table import PriceTable
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


WITHOUT = {
    "without rhythms": Parts(rhythms=False),
    "without hours": Parts(hours=False),
    "without priors": Parts(priors=False),
    "without spare visits": Parts(spare=False),
}
PLAYED = ("poisson", "errors", "periodic", "host caps", "runaways")
TAKEN_APART = ("poisson", "periodic")
BASELINES = (
    "pagetide",
    "uniform",
    "proportional",
    "weighted proportional",
    "LambdaCrawl",
    "PPaC",
    "Sia",
    "Nutch",
)


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_daemon", description=__doc__)
    parser.add_argument("--full", action="store_true", help="120 pages for four weeks, three seeds: an hour")
    parser.add_argument("--worlds", nargs="+", choices=tuple(WORLDS), default=PLAYED)
    parser.add_argument("--rate", type=float, default=3.0, help="captures per page and day")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(arguments)
    pages, days, seeds = (120, 28, 3) if options.full else (40, 10, 1)
    results = {
        name: _compared(
            [WORLDS[name](seed, pages, days) for seed in range(seeds)], options.rate, name in TAKEN_APART
        )
        for name in options.worlds
    }
    command = shlex.join(["python", "-m", "benchmarks.revisit_daemon", *(arguments or sys.argv[1:])])
    if options.json:
        ours_of = {world: rows["the daemon"] for world, rows in results.items()}
        figures = {
            f"{world}.{name}": value for world, (found, _) in ours_of.items() for name, value in found.items()
        }
        others = {world: {row: found for row, (found, _) in rows.items()} for world, rows in results.items()}
        spread = {world: found for world, (_, found) in ours_of.items()}
        print(document(figures=figures, baselines=others, spread=spread, command=command))
        return 0
    for world, rows in results.items():
        _show(world, rows)
    out.print(
        f"{pages} pages, {days} days, {seeds} seed(s), {options.rate:g} captures per page and day\n{command}",
        highlight=False,
    )
    return 0


def _compared(
    worlds: Sequence[World], rate: float, taken_apart: bool
) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
    """Means and spreads of the daemon, of the daemon without its parts, of the index and of others."""
    parts = {"the daemon": Parts()} | (WITHOUT if taken_apart else {})
    logs = {name: [Daemon(world, rate, part).play() for world in worlds] for name, part in parts.items()}
    for make in [ours()[0], *(item for item in baselines())]:
        if (name := make(worlds[0]).name) in BASELINES:
            logs[name if name != "pagetide" else "the index"] = [
                play(world, make(world), rate) for world in worlds
            ]
    return {
        name: mean_and_spread([measure(world, log) for world, log in zip(worlds, played, strict=True)])
        for name, played in logs.items()
    }


def _show(world: str, rows: dict[str, tuple[dict[str, float], dict[str, float]]]) -> None:
    table = Table(title=world, title_justify="left")
    table.add_column("policy", no_wrap=True)
    for heading in ("fresh", "lost", "delay, h", "useful", "captures"):
        table.add_column(heading, justify="right")
    for name, (found, _) in rows.items():
        table.add_row(
            name,
            f"{found['fresh']:.3f}",
            f"{found['lost']:.3f}",
            f"{found['delay_h']:.2f}",
            f"{found['useful']:.2f}",
            f"{found['per_page_a_day']:.2f}",
        )
    out.print(table)


def _host(number: int) -> str:
    return f"h{number}.example"


if __name__ == "__main__":
    sys.exit(main())
