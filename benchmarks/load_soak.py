"""A daemon that works for a long time: what happens to memory, processes, files and disk.

``python -m benchmarks.load --minutes 60``. The clock is compressed: it stands still during visits and jumps over the
time in between, so an hour of ours holds days of hourly visits, with all that the daemon does beside them: learning,
prices, priors, the index of similar captures. Hostile pages that kill what shows them are among the pages. Models look
back at so few captures that their windows are full after a quarter of an hour: what grows afterwards is a leak.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import numpy as np
from rich.table import Table

from benchmarks.load_daemon import LoadedDaemon, Settings
from benchmarks.process_watch import Look
from benchmarks.simulated_sites import SimulatedSites
from pagetide.demo.run import STARTS_AT
from storage.collection import Collection
from tests.hostile.server import HostileSite

LOOK_S = 15.0
_HOSTILE = ("visitor-popups", "breaking-json", "leaving-location-loop", "redirect-loop")
_SETTINGS: Settings = {
    "rendering": {
        "load_timeout_s": 6.0,
        "settle_timeout_s": 1.5,
        "capture_timeout_s": 15.0,
        "safety": {"reachable_networks": ["127.0.0.0/8"]},
    },
    "learning": {
        "first_after_versions": 8,
        "refit_after_versions": 4,
        "window_versions": 16,
        "longest_window_versions": 24,
    },
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """What was seen at a moment."""

    minute: float
    captures: int
    simulated_h: float
    look: Look
    collection_mb: float
    scratch_mb: float
    """Temporary files: of the browser, of its driver, of ours."""

    def flat(self) -> dict[str, float]:
        """By name."""
        told = asdict(self)
        look = told.pop("look")
        return {**told, **look}

    def line(self) -> str:
        """In a line."""
        return ", ".join(f"{name} {value:.1f}" for name, value in self.flat().items())


@dataclass(kw_only=True)
class Soak:
    """What was seen along the way, and what still ran after it."""

    rows: list[Row] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float | None]:
        """The most and the last of each, and what a hundred captures add in the later half."""
        rows = [row.flat() for row in self.rows]
        later = rows[len(rows) // 2 :]
        captures = [row["captures"] for row in later]
        told: dict[str, float | None] = {
            name: rows[-1][name] for name in ("minute", "captures", "simulated_h")
        }
        for name in ("python_mb", "browser_mb", "processes", "zombies", "open_files", "scratch_mb"):
            values = [row[name] for row in rows]
            told[f"{name}_most"], told[f"{name}_last"] = max(values), values[-1]
        for name in ("python_mb", "browser_mb", "open_files", "collection_mb", "scratch_mb"):
            added = np.polyfit(captures, [row[name] for row in later], 1)[0]
            told[f"{name}_per_100_captures"] = float(100 * added)
        return {**told, "processes_left": float(len(self.left))}

    def table(self, rows: int = 12) -> Table:
        """Some of the rows, evenly spread."""
        shown = Table(title="the daemon over time")
        for name in self.rows[0].flat():
            shown.add_column(name.replace("_", " "), justify="right")
        for place in np.unique(np.linspace(0, len(self.rows) - 1, rows).astype(int)):
            shown.add_row(*(f"{value:.1f}" for value in self.rows[place].flat().values()))
        return shown


def soak(sites: int, minutes: float, progress: Callable[[Row], object] = lambda _: None) -> Soak:
    """Let a daemon live for so many minutes with so many simulated sites."""
    done = Soak()
    with (
        tempfile.TemporaryDirectory(prefix="pagetide-soak-") as folder,
        SimulatedSites(sites, STARTS_AT) as simulated,
        HostileSite(pages=len(_HOSTILE), only=_HOSTILE) as hostile,
    ):
        news, scratch = Path(folder) / "news", Path(folder) / "scratch"
        scratch.mkdir()
        with Collection.create(news) as made:
            for url in simulated.urls:
                made.repository.add_page(url, at=STARTS_AT, due_at=STARTS_AT)
            for url in hostile.urls:
                rare = timedelta(hours=12)
                made.repository.add_page(url, at=STARTS_AT, due_at=STARTS_AT + rare, floor=rare)
        with patch.dict(os.environ, TMPDIR=str(scratch)):
            daemon = LoadedDaemon(news, _SETTINGS, simulated=STARTS_AT, told=simulated.tell)
            with daemon:
                for minute in _looks(minutes):
                    done.rows.append(_row(minute, daemon, news, scratch))
                    progress(done.rows[-1])
        done.left = daemon.left()
    return done


def _looks(minutes: float) -> Iterator[float]:
    """At which minute it is, every few seconds until so many have passed."""
    began = time.monotonic()
    while (passed := (time.monotonic() - began) / 60) < minutes:
        time.sleep(LOOK_S)
        yield passed


def _row(minute: float, daemon: LoadedDaemon, news: Path, scratch: Path) -> Row:
    assert daemon.now is not None
    return Row(
        minute=minute,
        captures=len(daemon.latencies_s),
        simulated_h=(daemon.now - STARTS_AT) / timedelta(hours=1),
        look=daemon.look(),
        collection_mb=size_mb(news),
        scratch_mb=size_mb(scratch),
    )


def size_mb(folder: Path) -> float:
    """What lies in a folder; files that go meanwhile do not count."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_size
            except OSError:
                continue
    return total / 1e6
