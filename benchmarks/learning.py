"""What further processes bring to learning: ``python -m benchmarks.learning [--pages N] [--rounds N]``.

``--quick`` and ``--json`` as everywhere. A collection of small generated pages, sixty captures each, of which nothing
was computed yet. ``pagetide learn`` describes the captures, fits a model of each page and decides its captures anew:
``one process``, which is the baseline, ``processes`` of this machine (``--jobs``), and a ``Dask`` cluster of as many
workers (``--scheduler``), which are started before the time is taken. The processor's time is that of all processes
together.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from rich.table import Table

from benchmarks.process_watch import cpu_s
from benchmarks.reporting import document, machine, out
from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.learning.parallel_tasks import Spread, spread_over
from pagetide.relearning import learn_pages
from storage.collection import Collection
from storage.records import ModelState, StoredModel
from tests.pagetide.synthetic import START, history

CAPTURES = 60
WAYS = ("one process", "processes", "Dask")


@dataclass
class Measured:
    """One way: a value each round."""

    by_clock: list[float] = field(default_factory=list)
    """Captures a minute that were described, learned from and decided."""
    by_processor: list[float] = field(default_factory=list)
    """The same for a minute of one core."""


def measure(pages: int, rounds: int) -> dict[str, Measured]:
    """Each way so many times."""
    found = {way: Measured() for way in WAYS}
    with tempfile.TemporaryDirectory(prefix="pagetide-learning-") as scratch:
        made = Path(scratch) / "made"
        _fill(made, pages)
        for number in range(rounds):
            for way in WAYS[number % len(WAYS) :] + WAYS[: number % len(WAYS)]:
                _measure_once(made, Path(scratch) / "copy", way, found[way])
                print(f"round {number + 1} of {rounds}: {way}", file=sys.stderr)
    return found


def _fill(folder: Path, pages: int) -> None:
    with Collection.create(folder) as collection:
        for number in range(pages):
            url = f"http://{number}.example/"
            page = collection.repository.add_page(url, at=START, due_at=START)
            for item, _ in history(CAPTURES, seed=number, url=url):
                collection.store(page, item)


def _measure_once(made: Path, folder: Path, way: str, into: Measured) -> None:
    shutil.copytree(made, folder)
    try:
        with App.open(folder, clock=SimulatedClock(START)) as app, _spread(way) as spread:
            pages = app.collection.repository.pages()
            cpu, began = _all_cpu_s(), time.perf_counter()
            learned = learn_pages(app, pages, START, spread=spread)
            minutes = (time.perf_counter() - began) / 60
            core_minutes = (_all_cpu_s() - cpu) / 60
        for model in learned.values():
            assert isinstance(model, StoredModel)
            assert model.state is ModelState.LEARNED
    finally:
        shutil.rmtree(folder)
    into.by_clock.append(len(pages) * CAPTURES / minutes)
    into.by_processor.append(len(pages) * CAPTURES / core_minutes)


@contextmanager
def _spread(way: str) -> Iterator[Spread]:
    cores = os.cpu_count() or 1
    if way != "Dask":
        with spread_over(cores if way == "processes" else 1, None) as spread:
            yield spread
        return
    from distributed import LocalCluster  # an extra, and slow to import

    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=cores, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        spread_over(1, cluster.scheduler_address) as spread,
    ):
        yield spread


def _all_cpu_s() -> float:
    own = psutil.Process()
    return cpu_s([own, *own.children(recursive=True)])


def figures(found: dict[str, Measured]) -> dict[str, float]:
    """Medians by name, and what each way makes of a core beside one process."""
    told: dict[str, float] = {}
    alone = found[WAYS[0]]
    for way, values in found.items():
        name = way.lower().replace(" ", "_")
        told[f"{name}_captures_per_min"] = statistics.median(values.by_clock)
        told[f"{name}_captures_per_core_min"] = statistics.median(values.by_processor)
        ratios = [a / b for a, b in zip(values.by_processor, alone.by_processor, strict=True)]
        told[f"{name}_to_one_per_core"] = statistics.median(ratios)
    return told


def _table(found: dict[str, Measured]) -> Table:
    shown = Table(title=f"Learning pages of {CAPTURES} captures, {os.cpu_count()} cores")
    for name in ("", "captures a minute", "captures a minute of a core"):
        shown.add_column(name, justify="right" if name else "left")
    for way, values in found.items():
        shown.add_row(way, *map(_range, (values.by_clock, values.by_processor)))
    return shown


def _range(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"


def run() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=12, help="pages that are learned")
    parser.add_argument("--rounds", type=int, default=3, help="times that each way is measured")
    parser.add_argument("--quick", action="store_true", help="two pages, once; not the full figure")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    if asked.quick:
        asked.pages, asked.rounds = 2, 1
    found = measure(asked.pages, asked.rounds)
    told = figures(found)
    if asked.json:
        alone = {name: value for name, value in told.items() if name.startswith("one_process")}
        rest = {name: value for name, value in told.items() if name not in alone}
        spread = {way: vars(values) for way, values in found.items()}
        command = f"python -m benchmarks.learning --pages {asked.pages} --rounds {asked.rounds} --json"
        print(document(figures=rest, baselines=alone, spread=spread, command=command))
        return
    out.print(_table(found))
    out.print(f"{machine()}", style="dim")


if __name__ == "__main__":
    run()
