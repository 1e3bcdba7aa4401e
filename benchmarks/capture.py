"""What a whole capture costs beside the bare minimum: opening the page and taking the same two pictures.

``python -m benchmarks.capture [--quick] [--json] [--memory N]``. Pages of the test site, from a server in a process of
its own that is not counted. Every round does each way once, in changing order, in one browser: ``bare`` is
Playwright's goto and two ``page.screenshot``; ``bare, fast pictures`` the same goto with the pictures taken as a
capture takes them, which is what the target is held against; and ``capture`` is everything, the network recorded.
Then all three two at a time, and what hourly captures of a front page take on disk (``benchmarks.capture_bytes``).
``--memory`` takes N captures in one browser instead, and follows the memory of all processes.

All ways have the same browser, hence its arguments and its gateway, a fresh context with the same options each, the
same window and the same two pictures, and all wait for the page's load event. The bare ones wait for nothing after
it, stop nothing that moves, and do not scroll: that is part of what a capture is for, and counted to it alone.

CPU is that of Python, the driver and all processes of the browser. The browser prepares the process of the next page
while one is closed, so CPU ratios are those of means over all rounds; wall ratios are medians of rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import psutil
from playwright.async_api import Browser, async_playwright
from rich.table import Table

from benchmarks.capture_bytes import Bytes, hourly_bytes
from benchmarks.reporting import document, machine, out
from rendering import browser as chromium
from rendering.browser import context_options
from rendering.capture.screenshot import document_size, full_page_png, viewport_png
from rendering.capture.steps import capture_url
from rendering.page_session import PageSession
from rendering.settings import RenderingSettings, SafetySettings
from storage.records import Outcome

PAGES = ("/front.html", "/article.html")
TARGET = 1.3
SETTINGS = RenderingSettings(safety=SafetySettings(reachable_networks=("127.0.0.0/8",)))
AT = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
_ROOT = Path(__file__).resolve().parents[1]
_SETTLED_S = 0.5  # until the processes of the last capture are gone
_WARM_UP = 2  # rounds
_BATCH = 6  # pages
_TO_DIE_S = 0.05  # for processes of a closed context, so that their time is counted where it belongs


@dataclass
class Measured:
    """Milliseconds of one way on one page, a value per round."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


Way = Callable[[Browser, str], Awaitable[None]]
Steps = dict[str, list[float]]


async def bare(browser: Browser, url: str) -> None:
    context = await browser.new_context(**context_options(SETTINGS))
    page = await context.new_page()
    await page.goto(url)
    await page.screenshot()
    await page.screenshot(full_page=True)
    await context.close()


async def bare_fast(browser: Browser, url: str) -> None:
    context = await browser.new_context(**context_options(SETTINGS))
    page = await context.new_page()
    await page.goto(url)
    session = await PageSession.open(page)
    await viewport_png(session, SETTINGS)
    await full_page_png(session, SETTINGS, await document_size(session))
    await context.close()


def whole(steps: Steps) -> Way:
    """A capture, the times of its steps kept; one that is not complete is said to be so, and counts all the same."""

    async def capture(browser: Browser, url: str) -> None:
        taken = await capture_url(browser, url, SETTINGS, AT)
        if taken.outcome is not Outcome.COMPLETE:
            said = "; ".join(problem.message for problem in taken.problems)
            print(f"{url} was captured {taken.outcome.value}: {said}", file=sys.stderr)
        for step, milliseconds in taken.timings_ms.items():
            steps.setdefault(step, []).append(milliseconds)

    return capture


async def compare(rounds: int, *, warm_up: int = _WARM_UP) -> tuple[dict[str, dict[str, Measured]], Steps]:
    """Every way on every page, in turn; the first rounds warm up and are not counted."""
    steps: Steps = {}
    ways: dict[str, Way] = {"bare": bare, "bare, fast pictures": bare_fast, "capture": whole(steps)}
    measured = {page: {name: Measured() for name in ways} for page in PAGES}
    with served() as (base, server):
        async with launched() as browser:
            for number in range(rounds + warm_up):
                for page in PAGES:
                    for name in _order(list(ways), number):
                        wall, cpu = await _timed(ways[name], browser, base + page, server)
                        if number >= warm_up:
                            measured[page][name].wall.append(wall)
                            measured[page][name].cpu.append(cpu)
                if number == warm_up - 1:
                    steps.clear()
    return measured, steps


async def rate(batches: int) -> dict[str, list[float]]:
    """Seconds of batches of pages two at a time, each way; the ways in turn."""
    ways: dict[str, Way] = {"bare": bare, "bare, fast pictures": bare_fast, "capture": whole({})}
    taken_s: dict[str, list[float]] = {name: [] for name in ways}
    with served() as (base, _):
        urls = [base + PAGES[number % len(PAGES)] for number in range(_BATCH)]
        async with launched() as browser:
            for number in range(batches + 1):
                for name in _order(list(ways), number):
                    began = time.perf_counter()
                    await _two_at_a_time(ways[name], browser, urls)
                    if number > 0:  # the first batch warms up
                        taken_s[name].append(time.perf_counter() - began)
    return taken_s


async def stored_bytes(hours: int) -> Bytes:
    """What hourly captures of a front page take on disk."""
    async with launched() as browser:
        return await hourly_bytes(browser, hours)


async def _two_at_a_time(way: Way, browser: Browser, urls: list[str]) -> None:
    gate = asyncio.Semaphore(2)

    async def one(url: str) -> None:
        async with gate:
            await way(browser, url)

    await asyncio.gather(*(one(url) for url in urls))


async def follow_memory(captures: int) -> list[tuple[int, float, float]]:
    """After how many captures Python, and all processes together, have how many megabytes."""
    followed = []
    every = max(captures // 20, 1)
    with served() as (base, server):
        async with launched() as browser:
            for number in range(captures + 1):
                if number % every == 0:
                    await asyncio.sleep(_SETTLED_S)
                    python, together = _memory_mb(server)
                    followed.append((number, python, together))
                at = AT + timedelta(hours=number)
                await capture_url(browser, base + PAGES[number % len(PAGES)], SETTINGS, at)
    return followed


@contextlib.contextmanager
def served() -> Iterator[tuple[str, int]]:
    """The test site in a process of its own: its address and its process id."""
    command = [sys.executable, "-m", "tests.site_server"]
    with subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdout is None:
            raise SystemExit("the test site did not start")
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.communicate()


@contextlib.asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright, chromium.launched(playwright, SETTINGS) as browser:
        yield browser


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds, under a minute; not the full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--memory", type=int, metavar="N", help="follow the memory over N captures instead")
    options = parser.parse_args()
    command = " ".join(["python -m benchmarks.capture", *sys.argv[1:]])
    if options.memory:
        _report_memory(asyncio.run(follow_memory(options.memory)), command, as_json=options.json)
        return
    measured, steps = asyncio.run(compare(6 if options.quick else 40))
    rates = asyncio.run(rate(2 if options.quick else 18))
    kept = asyncio.run(stored_bytes(4 if options.quick else 24))
    _report_speed(measured, steps, {**_rate_figures(rates), **kept.figures()}, command, options)


async def _timed(way: Way, browser: Browser, url: str, server: int) -> tuple[float, float]:
    cpu, began = _cpu_s(server), time.perf_counter()
    await way(browser, url)
    wall = time.perf_counter() - began
    await asyncio.sleep(_TO_DIE_S)
    return 1000 * wall, 1000 * (_cpu_s(server) - cpu)


def _cpu_s(server: int) -> float:
    """CPU seconds of this process and all below it, those that have ended included, the server not."""
    total = 0.0
    for process in _processes(server):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
            if process.pid != psutil.Process().pid:
                total += times.children_user + times.children_system
    return total


def _memory_mb(server: int) -> tuple[float, float]:
    """Resident memory of Python, and the share-adjusted memory of all processes together."""
    together = 0.0
    for process in _processes(server):
        with contextlib.suppress(psutil.NoSuchProcess):
            full = process.memory_full_info()
            together += getattr(full, "pss", full.uss)
    return psutil.Process().memory_info().rss / 1e6, together / 1e6


def _processes(server: int) -> list[psutil.Process]:
    this = psutil.Process()
    return [this, *(child for child in this.children(recursive=True) if child.pid != server)]


def _order(names: list[str], number: int) -> tuple[str, ...]:
    """Every order in turn, so that each way comes as often after each other one."""
    orders = list(itertools.permutations(names))
    return orders[number % len(orders)]


def _ratio(one: list[float], other: list[float]) -> float:
    """Median of the ratios within a round."""
    return statistics.median(a / b for a, b in zip(one, other, strict=True) if b > 0)


def _rate_figures(taken_s: dict[str, list[float]]) -> dict[str, float | None]:
    figures: dict[str, float | None] = {
        f"{name}, a minute, two at a time": 60 * _BATCH / statistics.median(seconds)
        for name, seconds in taken_s.items()
    }
    for base in ("bare", "bare, fast pictures"):
        figures[f"wall ratio two at a time to {base}"] = _ratio(taken_s["capture"], taken_s[base])
    return figures


def _report_speed(
    measured: dict[str, dict[str, Measured]],
    steps: Steps,
    more_figures: dict[str, float | None],
    command: str,
    options: argparse.Namespace,
) -> None:
    table = Table(
        "page", "way", "CPU ms", "quartiles", "wall ms", "quartiles", title="one page, median of rounds"
    )
    figures: dict[str, float | None] = {**more_figures, "target": TARGET}
    spread: dict[str, object] = {}
    baselines: dict[str, object] = {}
    for page, ways in measured.items():
        for name, values in ways.items():
            rows = [_summary(values.cpu), _summary(values.wall)]
            table.add_row(page, name, *(text for row in rows for text in row))
            kept = figures if name == "capture" else baselines
            kept[f"{page} {name} cpu_ms"] = statistics.median(values.cpu)
            kept[f"{page} {name} wall_ms"] = statistics.median(values.wall)
            spread[f"{page} {name}"] = {"cpu_ms": _quartiles(values.cpu), "wall_ms": _quartiles(values.wall)}
        for base in ("bare", "bare, fast pictures"):
            figures[f"{page} cpu ratio to {base}"] = statistics.mean(ways["capture"].cpu) / statistics.mean(
                ways[base].cpu
            )
            figures[f"{page} wall ratio to {base}"] = _ratio(ways["capture"].wall, ways[base].wall)
    for step, values_ms in steps.items():
        figures[f"step {step} ms"] = statistics.median(values_ms)
    if options.json:
        more = {"quick": True, "note": "--quick: not the full figure"} if options.quick else {}
        out.print_json(document(figures=figures, baselines=baselines, spread=spread, command=command, **more))
        return
    out.print(table)
    for name, value in figures.items():
        out.print(f"{name}: {value:.2f}" if value is not None else name)
    out.print(f"machine: {machine()}" + ("; --quick, not the full figure" if options.quick else ""))


def _report_memory(followed: list[tuple[int, float, float]], command: str, *, as_json: bool) -> None:
    later = [row for row in followed if row[0] >= followed[-1][0] / 4]
    numbers = np.array([row[0] for row in later], dtype=float)
    figures: dict[str, float | None] = {
        "captures": float(followed[-1][0]),
        "python_mb_first": followed[0][1],
        "python_mb_last": followed[-1][1],
        "together_mb_first": followed[0][2],
        "together_mb_last": followed[-1][2],
    }
    for column, name in ((1, "python"), (2, "together")):
        values = np.array([row[column] for row in later])
        figures[f"{name}_mb_per_100_captures"] = float(np.polyfit(numbers, values, 1)[0] * 100)
    if as_json:
        spread = {"followed": followed}
        out.print_json(document(figures=figures, baselines={}, spread=spread, command=command))
        return
    table = Table("captures", "Python MB", "all processes MB", title="memory")
    for number, python, together in followed:
        table.add_row(str(number), f"{python:.0f}", f"{together:.0f}")
    out.print(table)
    for name, value in figures.items():
        out.print(f"{name}: {value:.2f}" if value is not None else name)


def _quartiles(values: list[float]) -> list[float]:
    return [round(value, 1) for value in statistics.quantiles(values, n=4)]


def _summary(values: list[float]) -> tuple[str, str]:
    low, _, high = _quartiles(values)
    return f"{statistics.median(values):.0f}", f"{low:.0f}-{high:.0f}"


if __name__ == "__main__":
    main()
