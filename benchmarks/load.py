"""What the daemon does under load: ``python -m benchmarks.load [--sites N] [--captures N] [--quick] [--json]``.

Simulated sites on this machine, each a page on a host of its own whose time runs ten minutes a second, are visited
by a real daemon in a process of its own, with a real Chromium, two pages at a time:

* ``full``: every page is always due; how many captures a minute, and of a minute of one core, are stored and scored;
* ``half``: pages fall due half as often as that; how long after its due time a capture is stored and scored;
* ``bare``, the baseline: Chromium alone loads and photographs the same pages with Playwright, one after the other, and
  keeps nothing;
* ``storing``: how many captures the one thread that stores and scores would take if visits cost nothing.

A core's time is that of Python, driver and all processes of the browser; the sites are not counted.
``--minutes 60`` follows memory, processes, files and disk over a long time instead (``benchmarks.load_soak``).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from rich.table import Table

from benchmarks.capture import bare, launched
from benchmarks.load_daemon import LoadedDaemon, Settings
from benchmarks.load_soak import Row, Soak, size_mb, soak
from benchmarks.load_storing import captured, stored
from benchmarks.process_watch import Look, cpu_s
from benchmarks.reporting import document, machine, out
from benchmarks.simulated_sites import SimulatedSites
from pagetide.demo.run import STARTS_AT
from storage.collection import Collection

PACE = 600.0
"""Seconds that the sites live in one of ours."""
_LOOK_S = 3.0
_STARTED_S = 300.0
_PERCENTILES = (50, 95, 99)


@dataclass(kw_only=True)
class Loaded:
    """What a daemon did, and what it took."""

    seconds: float = 0.0
    cpu_s: float = 0.0
    latencies_s: list[float] = field(default_factory=list)
    """Of each capture, from its due time until all was stored and scored."""
    looks: list[Look] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    collection_mb: float = 0.0

    @property
    def captures(self) -> int:
        """How many were stored."""
        return len(self.latencies_s)

    def figures(self, name: str) -> dict[str, float | None]:
        """By name."""
        told: dict[str, float | None] = {
            f"{name}_captures": float(self.captures),
            f"{name}_captures_per_min": 60 * self.captures / self.seconds,
            f"{name}_captures_per_core_min": 60 * self.captures / self.cpu_s,
            f"{name}_cpu_s_per_capture": self.cpu_s / self.captures,
            f"{name}_busy_cores": self.cpu_s / self.seconds,
            f"{name}_mb_per_capture": self.collection_mb / self.captures,
            f"{name}_processes_left": float(len(self.left)),
        }
        for percentile in _PERCENTILES:
            told[f"{name}_latency_p{percentile}_s"] = float(np.percentile(self.latencies_s, percentile))
        for memory in ("python_mb", "browser_mb"):
            values = [getattr(look, memory) for look in self.looks]
            at_s = _LOOK_S * np.arange(len(values))
            told[f"{name}_{memory}_most"] = max(values)
            told[f"{name}_{memory}_per_min"] = 60 * float(np.polyfit(at_s, values, 1)[0])
        return told


def loaded(sites: int, every_s: float, captures: int) -> Loaded:
    """A daemon that visits each of so many sites so often: so many captures, after every site was visited once."""
    done, pace = Loaded(), f"{every_s:.3f}s"
    settings: Settings = {
        "crawl": {"floor": pace, "ceiling": pace, "host_delay_s": 0.1},
        "rendering": {"safety": {"reachable_networks": ["127.0.0.0/8"]}},
    }
    with (
        tempfile.TemporaryDirectory(prefix="pagetide-load-") as folder,
        SimulatedSites(sites, STARTS_AT, pace=PACE) as simulated,
    ):
        news = Path(folder) / "news"
        with Collection.create(news) as made:
            now = datetime.now(UTC)
            for number, url in enumerate(simulated.urls):
                made.repository.add_page(
                    url, at=now, due_at=now + number / sites * timedelta(seconds=every_s)
                )
        daemon = LoadedDaemon(news, settings)
        with daemon:
            daemon.wait_for(sites, _STARTED_S)
            _measure(daemon, news, captures, done)
        done.left = daemon.left()
    return done


def _measure(daemon: LoadedDaemon, folder: Path, captures: int, done: Loaded) -> None:
    before, size = len(daemon.latencies_s), size_mb(folder)
    cpu, began = daemon.cpu_s(), time.perf_counter()
    while len(daemon.latencies_s) < before + captures or len(done.looks) < 2:
        daemon.require_running()
        time.sleep(_LOOK_S)
        done.looks.append(daemon.look())
    done.seconds = time.perf_counter() - began
    done.cpu_s = daemon.cpu_s() - cpu
    done.latencies_s = daemon.latencies_s[before:]
    done.collection_mb = size_mb(folder) - size


async def _bare(sites: int, rounds: int) -> tuple[float, float]:
    """Seconds, and seconds of a processor, of one page that Chromium alone loads and photographs."""
    with SimulatedSites(sites, STARTS_AT, pace=PACE) as simulated:
        async with launched() as browser:

            def spent() -> float:
                this = psutil.Process()
                below = this.children(recursive=True)
                return cpu_s([this, *(one for one in below if one.pid != simulated.process.pid)])

            for number in range(rounds + 1):
                if number == 1:
                    began, cpu = time.perf_counter(), spent()
                for url in simulated.urls:
                    await bare(browser, url)
            pages = rounds * sites
            return (time.perf_counter() - began) / pages, (spent() - cpu) / pages


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much is measured."""

    sites: int
    captures: int
    bare_rounds: int
    storing_sites: int
    storing_moments: int


FULL = Size(sites=12, captures=150, bare_rounds=4, storing_sites=8, storing_moments=8)
QUICK = Size(sites=3, captures=6, bare_rounds=1, storing_sites=2, storing_moments=1)


def measure(size: Size) -> tuple[dict[str, float | None], dict[str, float], dict[str, Any]]:
    """Figures, those of the baseline, and their spread."""
    bare_s, bare_cpu_s = asyncio.run(_bare(size.sites, size.bare_rounds))
    _say(f"bare: {bare_cpu_s:.2f} s of a core for a page")
    full = loaded(size.sites, 1.0, size.captures)
    _say(f"full: {full.captures} captures")
    half = loaded(size.sites, 2 * size.sites * full.seconds / full.captures, size.captures)
    _say(f"half: {half.captures} captures")
    storing = stored(asyncio.run(captured(size.storing_sites, size.storing_moments)))
    figures = {**full.figures("full"), **half.figures("half")}
    for name, told in storing.items():
        figures.update(told.figures(name))
    figures["full_cpu_to_bare"] = full.cpu_s / full.captures / bare_cpu_s
    baselines = {
        "bare_cpu_s_per_page": bare_cpu_s,
        "bare_pages_per_core_min": 60 / bare_cpu_s,
        "bare_pages_per_min": 60 / bare_s,
    }
    spread = {
        "full_latencies_s": full.latencies_s,
        "half_latencies_s": half.latencies_s,
        "left": full.left + half.left,
        **{f"storing_{name}_ms": told.each_ms for name, told in storing.items()},
    }
    return figures, baselines, spread


def main() -> None:
    """Print the figures; exit 1 when a process is left over."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sites", type=int, help=f"simulated sites (default: {FULL.sites})")
    parser.add_argument("--captures", type=int, help=f"captures of each load (default: {FULL.captures})")
    parser.add_argument("--minutes", type=float, help="soak for so long instead, on a compressed clock")
    parser.add_argument("--quick", action="store_true", help="three sites, six captures; not the full figure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    asked = parser.parse_args()
    command = " ".join(["python -m benchmarks.load", *sys.argv[1:]])
    size = QUICK if asked.quick else FULL
    size = replace(size, sites=asked.sites or size.sites, captures=asked.captures or size.captures)
    if asked.minutes:
        _report_soak(soak(size.sites, asked.minutes, _say), command, as_json=asked.json)
        return
    figures, baselines, spread = measure(size)
    busy = os.getloadavg()[0]
    if asked.json:
        more = {"quick": True, "note": "--quick: not the full figure"} if asked.quick else {}
        out.print_json(
            document(figures=figures, baselines=baselines, spread=spread, command=command, load=busy, **more)
        )
    else:
        _print(figures, baselines)
        quick = "; --quick, not the full figure" if asked.quick else ""
        out.print(f"{command}\nmachine: {machine()}, load {busy:.1f}{quick}", style="dim")
    raise SystemExit(1 if spread["left"] else 0)


def _print(figures: dict[str, float | None], baselines: dict[str, float]) -> None:
    table = Table("figure", "value", title="the daemon under load")
    table.columns[1].justify = "right"
    for name, value in {**figures, **baselines}.items():
        table.add_row(name, "" if value is None else f"{value:.2f}")
    out.print(table)


def _report_soak(done: Soak, command: str, *, as_json: bool) -> None:
    if as_json:
        spread = {"rows": [row.flat() for row in done.rows], "left": done.left}
        out.print_json(document(figures=done.figures(), baselines={}, spread=spread, command=command))
        return
    out.print(done.table())
    for name, value in done.figures().items():
        out.print(f"{name}: {value:.2f}")
    out.print(f"{command}\nmachine: {machine()}, load {os.getloadavg()[0]:.1f}", style="dim")


def _say(told: str | Row) -> None:
    print(told if isinstance(told, str) else told.line(), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
