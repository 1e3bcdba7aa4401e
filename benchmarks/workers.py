"""What a second worker brings: ``python -m benchmarks.workers [--rounds N] [--seconds S] [--quick] [--json]``.

Twelve hosts of the test site, each with a page of a newspaper's kind, are visited again and again, one page at a time
in each process that visits. Every round does each way once, in changing order, with fresh processes over one
collection on PostgreSQL: ``daemon alone``, which is the baseline, then a daemon that visits nothing with ``one worker``
and with ``two workers``. Counted are captures that are committed in the time that is measured, by the clock and by
the processor: all time of Python, drivers, browsers and PostgreSQL, that of processes that ended included. The site
runs in this process, which is not counted.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import psutil
from rich.table import Table

from benchmarks.reporting import document, machine, out
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from tests.postgresql import Server, running
from tests.site_server import SiteServer

HOSTS = 12
WAYS = {"daemon alone": 0, "one worker": 1, "two workers": 2}
TARGET = 0.9
"""Captures of two workers in a minute of a core, as a share of those of one."""

_ROOT = Path(__file__).resolve().parents[1]
_STARTED_S = 240.0
_ENDED_S = 120.0
_WARM_UP = HOSTS
_SETTINGS = """\
[crawl]
contact = "https://example.org/"
concurrency = 1
host_delay_s = 0.1
floor = "1s"
[rendering.safety]
reachable_networks = ["127.0.0.0/8"]
"""


@dataclass
class Measured:
    """One way: a value each round."""

    by_clock: list[float] = field(default_factory=list)
    """Captures a minute."""
    by_processor: list[float] = field(default_factory=list)
    """Captures a minute of one core."""
    cores: list[float] = field(default_factory=list)
    """That were busy."""


def measure(rounds: int, seconds: float) -> dict[str, Measured]:
    """Each way so many times."""
    found = {way: Measured() for way in WAYS}
    with (
        tempfile.TemporaryDirectory(prefix="pagetide-workers-") as scratch,
        running() as server,
        _collection(Path(scratch) / "news", server.new_database()) as collection,
    ):
        for number in range(rounds):
            ways = list(WAYS)
            for way in ways[number % len(ways) :] + ways[: number % len(ways)]:
                _measure_once(collection, server, WAYS[way], seconds, found[way])
                print(f"round {number + 1} of {rounds}: {way}", file=sys.stderr)
    return found


@contextmanager
def _collection(folder: Path, address: str) -> Iterator[Collection]:
    """A collection of one page on each of so many hosts, which are served for the length of the block."""
    with ExitStack() as sites, Collection.create(folder, server=address) as collection:
        (folder / FILE_NAME).write_text(_SETTINGS, encoding="utf-8")
        now = datetime.now(UTC)
        for _ in range(HOSTS):
            site = sites.enter_context(SiteServer())
            collection.repository.add_page(site.url("/front.html"), at=now, due_at=now)
        yield collection


def _measure_once(
    collection: Collection, server: Server, workers: int, seconds: float, into: Measured
) -> None:
    more = ("--only-workers",) if workers else ()
    folder = collection.path
    started = [_started("run", "-c", folder, "--no-dashboard", *more)]
    started += [_started("worker", "-c", folder) for _ in range(workers)]
    try:
        _wait_for(collection, _count(collection) + _WARM_UP, started)
        captures, cpu, began = _count(collection), _cpu_s(started, server), time.perf_counter()
        time.sleep(seconds)
        passed = (time.perf_counter() - began) / 60
        made = _count(collection) - captures
        spent = (_cpu_s(started, server) - cpu) / 60
    finally:
        _end(started)
    into.by_clock.append(made / passed)
    into.by_processor.append(made / spent)
    into.cores.append(spent / passed)


def _started(*arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pagetide", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _wait_for(collection: Collection, captures: int, started: Sequence[subprocess.Popen[bytes]]) -> None:
    """Until there are so many captures, and every worker is heard of."""
    end = time.monotonic() + _STARTED_S
    while _count(collection) < captures or len(_workers(collection)) < len(started) - 1:
        if time.monotonic() > end or any(process.poll() is not None for process in started):
            raise SystemExit(
                "the daemon or a worker ended, or captured nothing; start them by hand to see why"
            )
        time.sleep(0.2)


def _workers(collection: Collection) -> list[str]:
    return [worker.id for worker in collection.repository.workers() if not worker.left]


def _end(started: Sequence[subprocess.Popen[bytes]]) -> None:
    """The workers first, so that the daemon takes what they have in hand."""
    for process in reversed(started):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_ENDED_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _count(collection: Collection) -> int:
    return sum(collection.repository.counts().captures.values())


def _cpu_s(started: Sequence[subprocess.Popen[bytes]], server: Server) -> float:
    """Seconds that the processes, those below them, and the server took."""
    number = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    roots = [psutil.Process(process.pid) for process in started] + [psutil.Process(number)]
    total = 0.0
    for root in roots:
        with suppress(psutil.NoSuchProcess):
            for process in (root, *root.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    times = process.cpu_times()
                    total += times.user + times.system + times.children_user + times.children_system
    return total


def figures(found: dict[str, Measured]) -> dict[str, float]:
    """Medians by name, and what two workers make of a core beside one."""
    told = {}
    for way, values in found.items():
        name = way.replace(" ", "_")
        told[f"{name}_captures_per_min"] = statistics.median(values.by_clock)
        told[f"{name}_captures_per_core_min"] = statistics.median(values.by_processor)
        told[f"{name}_busy_cores"] = statistics.median(values.cores)
    told["two_workers_to_one_by_clock"] = _ratio(found, "by_clock")
    told["two_workers_to_one_per_core"] = _ratio(found, "by_processor")
    return told


def _ratio(found: dict[str, Measured], name: str) -> float:
    """The median over rounds, whose ways ran one after the other."""
    one, two = (getattr(found[way], name) for way in ("one worker", "two workers"))
    return float(statistics.median(second / first for first, second in zip(one, two, strict=True)))


def table(found: dict[str, Measured]) -> Table:
    """The figures of each way, with the least and the most."""
    shown = Table(title=f"One page at a time in each process, {HOSTS} hosts")
    for name in ("", "captures a minute", "captures a minute of a core", "busy cores"):
        shown.add_column(name, justify="right" if name else "left")
    for way, values in found.items():
        shown.add_row(way, *map(_spread, (values.by_clock, values.by_processor, values.cores)))
    return shown


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def run() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="times that each way is measured")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each time")
    parser.add_argument("--quick", action="store_true", help="one round of ten seconds each")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    if asked.quick:
        asked.rounds, asked.seconds = 1, 10.0
    found = measure(asked.rounds, asked.seconds)
    told = figures(found)
    if asked.json:
        alone = {name: value for name, value in told.items() if name.startswith("daemon_alone")}
        rest = {name: value for name, value in told.items() if name not in alone}
        spread = {way: vars(values) for way, values in found.items()}
        command = f"python -m benchmarks.workers --rounds {asked.rounds} --seconds {asked.seconds:g} --json"
        print(document(figures=rest, baselines=alone, spread=spread, command=command))
        return
    out.print(table(found))
    out.print(
        f"Two workers beside one: {told['two_workers_to_one_by_clock']:.2f} times the captures, and "
        f"{told['two_workers_to_one_per_core']:.2f} times as many for each minute of a core "
        f"(target: at least {TARGET:g})."
    )
    out.print(f"{machine()}", style="dim")


if __name__ == "__main__":
    run()
