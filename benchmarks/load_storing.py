"""How many captures the daemon stores and scores if visits cost nothing: part of ``python -m benchmarks.load``.

One thread of the daemon does it, whoever visits. Captures of simulated sites are made first, by a real browser. Then
they are handed over as fast as they are taken: on SQLite as the daemon's own visits do, on PostgreSQL as the
deliveries of a worker. The first moments teach each page its model and are not counted.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import psutil

from benchmarks.capture import SETTINGS, launched
from benchmarks.process_watch import cpu_s
from benchmarks.simulated_sites import SimulatedSites
from crawler.clock import SimulatedClock
from crawler.visiting.dispatcher import Dispatcher
from crawler.visiting.dispatching import Dispatching, delivery_of
from crawler.visiting.frontier import Frontier
from crawler.visiting.work import Visited
from pagetide.app import App
from pagetide.demo.run import STARTS_AT
from rendering.capture.steps import capture_url
from storage.collection import Collection
from storage.queries.workers import WorkerRow
from storage.records import Capture, Lease
from storage.warc.writer import software
from tests.postgresql import Server, obstacle, running

LEARNED_FROM = 4
"""Moments that are not counted."""
_HOUR = timedelta(hours=1)
_LEASE = timedelta(hours=1)
_WORKER = "a worker that has visited all"
_OVERRIDES = {
    "learning": {
        "first_after_versions": LEARNED_FROM,
        "window_versions": LEARNED_FROM,
        "longest_window_versions": LEARNED_FROM,
    }
}

Moments = list[Mapping[str, Capture]]
"""What was captured at each hour, by URL."""


@dataclass
class Stored:
    """One way of handing over."""

    captures: int = 0
    wall_s: float = 0.0
    cpu_s: float = 0.0
    """Of the thread that stores, and of the database's server."""
    each_ms: list[float] = field(default_factory=list)

    def figures(self, name: str) -> dict[str, float | None]:
        """By name."""
        return {
            f"storing_{name}_cpu_ms": 1000 * self.cpu_s / self.captures,
            f"storing_{name}_per_core_s": self.captures / self.cpu_s,
            f"storing_{name}_per_s": self.captures / self.wall_s,
        }


async def captured(sites: int, moments: int) -> Moments:
    """Captures of so many sites at so many hours, and at those that are learned from."""
    found: Moments = []
    with SimulatedSites(sites, STARTS_AT) as simulated:
        async with launched() as browser:
            for number in range(LEARNED_FROM + moments):
                at = STARTS_AT + number * _HOUR
                simulated.tell(at)
                found.append({url: await capture_url(browser, url, SETTINGS, at) for url in simulated.urls})
    return found


def stored(moments: Moments) -> dict[str, Stored]:
    """Hand all captures over, to a database that is a file and, where there is one, to a server."""
    with tempfile.TemporaryDirectory(prefix="pagetide-load-") as folder:
        found = {"sqlite": _on_sqlite(Path(folder) / "file", moments)}
        if obstacle() is None:
            with running() as server:
                found["postgresql"] = _on_postgresql(Path(folder) / "server", moments, server)
    return found


def _on_sqlite(folder: Path, moments: Moments) -> Stored:
    """As the daemon does with its own visits."""

    def taken(app: App, leases: list[Lease], captures: Mapping[str, Capture], told: Stored) -> None:
        for lease in leases:
            with _measured(told):
                app.flow.on_capture(lease, captures[lease.page.url])

    with _opened(folder, moments, None) as app:
        return _handed_over(app, moments, lambda limit: _leased(app, limit), taken)


def _on_postgresql(folder: Path, moments: Moments, server: Server) -> Stored:
    """As the daemon does with what workers deliver."""
    number = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    with _opened(folder, moments, server.new_database()) as app:
        repository, settings = app.collection.repository, app.settings.crawl
        hooks = app.timetable.begin(app.clock.now())
        frontier = Frontier(repository, app.clock, settings, app.pauses, app.room.check, hooks)
        dispatcher = Dispatcher(frontier, repository, app.flow.on_capture, app.pauses, app.clock, _LEASE)
        dispatching = Dispatching(dispatcher, repository)
        me = WorkerRow(
            id=_WORKER, name=_WORKER, host="here", version=software(), browser="", started_at=STARTS_AT
        )
        repository.report(me)

        def taken(app: App, leases: list[Lease], captures: Mapping[str, Capture], told: Stored) -> None:
            for lease in leases:
                capture = captures[lease.page.url]
                visited = Visited(capture=capture, pause=timedelta(0))
                assert repository.deliver(delivery_of(lease, visited, capture.started_at, _WORKER))
            with _measured(told, len(leases), number):
                dispatching.step()

        return _handed_over(app, moments, lambda limit: dispatcher.lease(_WORKER, limit), taken)


@contextmanager
def _opened(folder: Path, moments: Moments, server: str | None) -> Iterator[App]:
    with Collection.create(folder, server=server) as made:
        for url in moments[0]:
            made.repository.add_page(url, at=STARTS_AT, due_at=STARTS_AT)
    with App.open(folder, clock=SimulatedClock(STARTS_AT), overrides=_OVERRIDES) as app, app.working_alone():
        yield app


def _leased(app: App, limit: int) -> list[Lease]:
    return app.collection.repository.lease_due(app.clock.now(), limit=limit, lease_for=_LEASE)


def _handed_over(
    app: App,
    moments: Moments,
    lease: Callable[[int], list[Lease]],
    taken: Callable[[App, list[Lease], Mapping[str, Capture], Stored], None],
) -> Stored:
    """Live through all moments; those after the ones that are learned from count."""
    unmeasured, told = Stored(), Stored()
    clock = app.clock
    for number, captures in enumerate(moments):
        asyncio.run(clock.sleep_until(STARTS_AT + number * _HOUR))
        left = len(captures)
        while left:
            leases = lease(left)
            if not leases:
                raise SystemExit(f"{left} pages are not due {number} h after the start")
            left -= len(leases)
            taken(app, leases, captures, told if number >= LEARNED_FROM else unmeasured)
        if number == LEARNED_FROM - 1:
            app.learner.learn_due(clock.now())
    return told


@contextmanager
def _measured(told: Stored, captures: int = 1, server: int | None = None) -> Iterator[None]:
    """Count what passes within the block."""
    processes = [psutil.Process()]
    if server is not None:
        postmaster = psutil.Process(server)
        processes += [postmaster, *postmaster.children(recursive=True)]
    cpu, began = cpu_s(processes), time.perf_counter()
    yield
    passed = time.perf_counter() - began
    told.cpu_s += cpu_s(processes) - cpu
    told.wall_s += passed
    told.captures += captures
    told.each_ms.append(1000 * passed / captures)
