"""Many captures in a row: what happens to processes and memory. ``python -m benchmarks.faults --soak MINUTES``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from benchmarks.process_watch import ProcessWatch
from crawler.visiting.engine import CrawlSummary
from pagetide.app import App

_LOOK_S = 5.0


@dataclass(kw_only=True)
class Soak:
    """What was seen along the way: captures so far, MB of Python, MB of all below it, processes below it."""

    minutes: float
    rows: list[tuple[int, float, float, int]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float | None]:
        """First and last, the most, and what a hundred captures add in the later three quarters."""
        later = [row for row in self.rows if row[0] >= self.rows[-1][0] / 4]
        captures = np.array([row[0] for row in later], dtype=float)
        slopes = [
            float(np.polyfit(captures, [row[column] for row in later], 1)[0] * 100) for column in (1, 2, 3)
        ]
        return {
            "soak_minutes": self.minutes,
            "captures": float(self.rows[-1][0]),
            "python_mb_first": self.rows[0][1],
            "python_mb_last": self.rows[-1][1],
            "python_mb_most": max(row[1] for row in self.rows),
            "python_mb_per_100_captures": slopes[0],
            "browser_mb_most": max(row[2] for row in self.rows),
            "browser_mb_per_100_captures": slopes[1],
            "processes_most": float(max(row[3] for row in self.rows)),
            "processes_per_100_captures": slopes[2],
            "processes_left": float(len(self.left)),
        }


async def soaked(app: App, minutes: float, watch: ProcessWatch) -> Soak:
    """Crawl an app's pages again and again for so long; ``watch`` looks at the processes."""
    soak, stop, captures = Soak(minutes=minutes), asyncio.Event(), [0]
    asyncio.get_running_loop().call_later(minutes * 60, stop.set)
    looking = asyncio.ensure_future(_look(soak, watch, lambda: captures[0]))

    def tell(summary: CrawlSummary) -> None:
        captures[0] = summary.visits

    try:
        with app.working_alone():
            await app.crawl(stop=stop, progress=tell)
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
    return soak


async def _look(soak: Soak, watch: ProcessWatch, captures: Callable[[], int]) -> None:
    while True:
        await asyncio.sleep(_LOOK_S)
        python, browser, processes = await asyncio.to_thread(watch.now)
        soak.rows.append((captures(), python, browser, processes))
