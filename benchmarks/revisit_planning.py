"""How long planning takes for very many pages: the daemon's start, its tick and the fit of its priors, beside reading
every page as an object. ``python -m benchmarks.revisit_planning [--pages 10000 100000 1000000] [--json]``

Each figure is taken in a process of its own, so that its memory is its own; the collections are real SQLite databases.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.reporting import document, out
from benchmarks.revisit_leases import NOW, fill
from crawler.visiting.frontier import Frontier
from pagetide.app import App
from pagetide.settings.collection_settings import FILE_NAME

_EVERY_H = 24.0
_LOOK_S = 0.002
_ALONE_S = 3.0
_LIMIT = 20  # pages leased at once while a tick runs
_SETTINGS = """[crawl]
budget_per_h = {budget}
[[override]]
pages = "https://h1.example/*"
[override.crawl]
every = "12h"
[[override]]
pages = ["https://h2*", "https://h3.example/*"]
[override.crawl]
weight = 3
ceiling = "7d"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_planning", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = {pages: planning_times(pages) for pages in options.pages}
    if options.json:
        named = {
            f"{name}_{unit}_{pages}": value
            for pages, works in figures.items()
            for name, work in works.items()
            for unit, value in work.items()
        }
        baselines = {name: value for name, value in named.items() if name.startswith("objects")}
        print(document(figures=named, baselines=baselines, command="python -m benchmarks.revisit_planning"))
        return 0
    for pages, works in figures.items():
        for name, work in works.items():
            text = ", ".join(f"{unit} {value:.3g}" for unit, value in work.items())
            out.print(f"{pages:>9,} pages  {WORK[name][0]:<44}{text}")
    return 0


def planning_times(pages: int) -> dict[str, dict[str, float]]:
    """For each piece of work: CPU seconds, seconds, and the megabytes of its process at most."""
    with tempfile.TemporaryDirectory(prefix="pagetide-planning-") as folder:
        collection = Path(folder) / "pages"
        fill(collection, pages, known)
        budget = pages / _EVERY_H
        (collection / FILE_NAME).write_text(_SETTINGS.format(budget=budget), encoding="utf-8")
        found = {}
        for name in WORK:
            with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as alone:
                found[name] = alone.submit(_measured, collection, name).result()
        return found


def known(rng: random.Random) -> dict[str, Any]:
    """What distinguishes most pages: visited, learned from, planned by their price."""
    if rng.random() < 0.3:
        return {}
    wait_h = rng.uniform(1, 200)
    last = NOW - timedelta(hours=rng.uniform(0, wait_h))
    return {
        "rate_shape": rng.uniform(1, 4),
        "rate_scale_h": rng.lognormvariate(3.5, 1.6),
        "observations": rng.randrange(1, 50),
        "last_visit_at": last,
        "due_at": last + timedelta(hours=wait_h),
        "due_reason": "about 1.5 important changes a day (90 %: 1.2-2.0), price 0.5 -> every 12 h",
        "plan": {"decided_by": "budget", "interval_h": round(wait_h, 6)},
    }


def _measured(collection: Path, name: str) -> dict[str, float]:
    with App.open(collection) as app:
        work = WORK[name][1](app)
        begun, since = time.process_time(), time.perf_counter()
        more = work()
        used = {"CPU s": time.process_time() - begun, "s": time.perf_counter() - since}
    return {**used, "MB": _most_mb(), **(more or {})}


def _most_mb() -> float:
    """The most memory that this process had; what ``getrusage`` says begins with its parent's (Linux only)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM"))
    return float(line.split()[1]) / 1024


Work = Callable[[], Mapping[str, float] | None]


def _nothing(app: App) -> Work:
    """What the process weighs before any work."""
    return lambda: None


def _objects(app: App) -> Work:
    return lambda: {"pages read": float(len(app.collection.repository.pages(active=True)))}


def _begin(app: App) -> Work:
    return lambda: _done(app.timetable.begin(NOW))


def _first_tick(app: App) -> Work:
    app.timetable.begin(NOW)
    return lambda: app.timetable.tick(NOW)


def _next_tick(app: App) -> Work:
    app.timetable.begin(NOW)
    app.timetable.tick(NOW)
    return lambda: app.timetable.tick(NOW + timedelta(minutes=10))


def _first_fit(app: App) -> Work:
    return lambda: app.timetable.fit_priors(NOW)


def _next_fit(app: App) -> Work:
    app.timetable.fit_priors(NOW)
    return lambda: app.timetable.fit_priors(NOW + timedelta(hours=1))


def _leases_beside(app: App) -> Work:
    """A tick in its thread as the daemon runs it, and on the loop what a crawl does meanwhile."""
    hooks = app.timetable.begin(NOW)
    app.timetable.tick(NOW)
    clock = _Still()
    frontier = Frontier(app.collection.repository, clock, app.settings.crawl, app.pauses, hooks=hooks)
    return lambda: asyncio.run(_beside(app, frontier))


async def _beside(app: App, frontier: Frontier) -> dict[str, float]:
    """What leases and the loop feel of a tick, and of nothing: on a busy machine that is not nothing."""
    alone = await _felt(frontier, asyncio.create_task(asyncio.sleep(_ALONE_S)))
    ticking = asyncio.to_thread(app.timetable.tick, NOW + timedelta(minutes=10))
    felt = await _felt(frontier, asyncio.create_task(ticking))
    return {**felt, **{f"{name}, no tick": value for name, value in alone.items()}}


async def _felt(frontier: Frontier, work: asyncio.Task[None]) -> dict[str, float]:
    waiting = asyncio.create_task(_longest_pause(work))
    slowest, leased = 0.0, 0
    while not work.done():
        since = time.perf_counter()
        leased += len(await frontier.lease(_LIMIT))
        slowest = max(slowest, time.perf_counter() - since)
        await asyncio.sleep(0.05)
    return {
        "leased": float(leased),
        "slowest lease ms": 1000 * slowest,
        "longest pause of the loop ms": 1000 * await waiting,
    }


async def _longest_pause(until: asyncio.Task[None]) -> float:
    """By how much the loop is late at most when it is asked to wait for a moment."""
    longest = 0.0
    while not until.done():
        since = time.perf_counter()
        await asyncio.sleep(_LOOK_S)
        longest = max(longest, time.perf_counter() - since - _LOOK_S)
    return longest


class _Still:
    """A clock that stands still."""

    def now(self) -> Any:
        return NOW

    async def sleep_until(self, when: Any, wake: Any = None, *, busy: bool = False) -> bool:
        raise AssertionError("nothing here waits")


def _done(_: object) -> None:
    """The result is not looked at."""


WORK: Mapping[str, tuple[str, Callable[[App], Work]]] = {
    "nothing": ("an open collection", _nothing),
    "objects": ("baseline: every page read as an object", _objects),
    "begin": ("start of the daemon", _begin),
    "tick": ("its first tick", _first_tick),
    "next_tick": ("a tick", _next_tick),
    "fit": ("first fit of the priors", _first_fit),
    "next_fit": ("a fit of the priors", _next_fit),
    "beside": ("a tick with leases beside it", _leases_beside),
}
"""Pieces of work by name: what they are called, and what makes them ready to be timed."""


if __name__ == "__main__":
    sys.exit(main())
