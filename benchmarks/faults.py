"""What five hundred hostile pages do to the daemon: ``python -m benchmarks.faults [--pages N] [--quick] [--json]``.

The pages of ``tests.hostile`` are crawled as the daemon crawls, over a collection of its own, two at a time, with an
ordinary page after each. The figures say whether each page has a recorded outcome, whether the ordinary pages were
captured whole, how long the longest visit took against its limit, how much memory was used, and what was left over.
``--only bomb memory-`` takes the kinds whose names begin so. ``python -m benchmarks.load --minutes 60`` follows memory
over a longer time.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import logging
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rich.table import Table
from warcio.checker import Checker

from benchmarks.process_watch import ProcessWatch
from benchmarks.reporting import document, machine, out
from crawler.reactor import run
from crawler.visiting.spider import CrawlSummary
from pagetide.app import App
from pagetide.flow import Flow
from pagetide.settings.collection_settings import FILE_NAME
from rendering.settings import RenderingSettings
from storage.collection import Collection
from storage.records import Capture, Lease, Outcome, Page, ProblemCode
from storage.verify.walk import verify
from tests.hostile.server import HostileSite

MEMORY_MB = 1024
FULL = {"load_timeout_s": 6.0, "settle_timeout_s": 1.5, "capture_timeout_s": 15.0}
SHORT = {"load_timeout_s": 3.0, "settle_timeout_s": 1.0, "capture_timeout_s": 9.0}
_OF_ORDINARY_PAGES = """\
[[override]]
pages = ["http://127.0.0.1:*/sane/*"]
[override.rendering]
"""
QUICK_PAGES = 40


@dataclass(kw_only=True)
class Run:
    """One crawl of hostile pages and what came of it."""

    pages: int
    limit_s: float
    seconds: float = 0.0
    hostile: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # url -> recorded outcomes
    sane: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    unvisited: int = 0  # no time was left for them
    visits_s: dict[str, float] = field(default_factory=dict)  # url -> seconds from lease to hand-over
    kinds: Mapping[str, str] = field(default_factory=dict)
    python_mb: float = 0.0
    browser_mb: float = 0.0
    browsers: int = 0
    left: list[str] = field(default_factory=list)
    archive_faults: list[str] = field(default_factory=list)
    log: str = ""

    def unrecorded(self) -> list[str]:
        """Pages that were visited without an outcome."""
        return [url for url, outcomes in {**self.hostile, **self.sane}.items() if not outcomes]

    def spoilt(self) -> list[str]:
        """Ordinary pages of which no capture is complete."""
        whole = Outcome.COMPLETE
        return [
            url for url, outcomes in self.sane.items() if all(one["outcome"] != whole for one in outcomes)
        ]

    def internal(self) -> dict[str, list[str]]:
        """Pages whose visit broke inside Pagetide itself, and how."""
        return {
            url: one["messages"]
            for url, outcomes in {**self.hostile, **self.sane}.items()
            for one in outcomes
            if ProblemCode.INTERNAL in one["codes"]
        }

    def tracebacks(self) -> list[str]:
        """What was logged with a traceback, whole: a mistake of ours that nobody expected."""
        entries = re.split(r"^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} )", self.log, flags=re.MULTILINE)
        return [entry.strip() for entry in entries if re.search(r"^\s*Traceback", entry, re.MULTILINE)]

    def figures(self) -> dict[str, float | None]:
        """The numbers that the issue asks for."""
        return {
            "pages": float(len(self.hostile)),
            "unvisited": float(self.unvisited),
            "without_outcome": float(len(self.unrecorded())),
            "sane_pages": float(len(self.sane)),
            "sane_pages_not_complete": float(len(self.spoilt())),
            "limit_s": self.limit_s,
            "longest_visit_s": max(self.visits_s.values(), default=0.0),
            "peak_python_mb": self.python_mb,
            "peak_browser_mb": self.browser_mb,
            "browser_restarts": float(self.browsers - 1),
            "processes_left": float(len(self.left)),
            "archive_faults": float(len(self.archive_faults)),
            "seconds": self.seconds,
        }


class TimedFlow:
    """The flow, with a look at the clock: from the lease of a page until its capture is handed over."""

    def __init__(self, flow: Flow, visits_s: dict[str, float]) -> None:
        self._flow = flow
        self._visits_s = visits_s

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        taken = (datetime.now(UTC) - capture.started_at).total_seconds()
        self._visits_s[lease.page.url] = max(taken, self._visits_s.get(lease.page.url, 0.0))
        self._flow.on_capture(lease, capture)


def attack(
    count: int,
    seed: int,
    limits: Mapping[str, float],
    only: tuple[str, ...] = (),
    minutes: float | None = None,
    *,
    quick: bool = False,
) -> Run:
    """Crawl so many hostile pages, with an ordinary one after each (quick: every second one); at most so long."""
    sane_every = 2 if quick else 1
    done = Run(pages=count, limit_s=limits["capture_timeout_s"])
    with (
        tempfile.TemporaryDirectory() as folder,
        HostileSite(pages=count, seed=seed, only=only) as site,
        _collection(Path(folder), limits, _by_default(limits) if quick else limits) as app,
        _logged() as log,
    ):
        _add(app.collection, _mixed(site, sane_every))
        done.kinds = site.kinds
        watch = ProcessWatch(besides=site.process.pid)
        began = time.monotonic()
        with watch:
            timed: Any = TimedFlow(app.flow, done.visits_s)
            summary = run(_crawled(replace(app, flow=timed), minutes))
        done.seconds = time.monotonic() - began
        done.python_mb, done.browser_mb = watch.python_mb, watch.browser_mb
        done.left = watch.left()
        done.log = log.getvalue()
        done.browsers = done.log.count("Browser chromium launched")
        _recorded(app.collection, done)
        visited = sum(len(one) for one in (*done.hostile.values(), *done.sane.values()))
        done.archive_faults += [f"{summary.visits} visits, {visited} captures"] * (summary.visits != visited)
        done.archive_faults += _checked(app.collection)
    return done


def _mixed(site: HostileSite, sane_every: int) -> list[str]:
    """The hostile pages, with an ordinary one after each so many."""
    urls: list[str] = []
    for number, url in enumerate(site.urls):
        urls.append(url)
        if number % sane_every == 0:
            urls.append(site.sane(number // sane_every))
    return urls


async def _crawled(app: App, minutes: float | None) -> CrawlSummary:
    stop = asyncio.Event()
    if minutes is not None:
        asyncio.get_running_loop().call_later(minutes * 60, stop.set)
    with app.working_alone():
        return await app.crawl(once=True, stop=stop, progress=_progress())


def _progress() -> Any:
    began = time.monotonic()

    def tell(summary: CrawlSummary) -> None:
        if sys.stderr.isatty() or summary.visits % 50 == 0:
            sys.stderr.write(f"{summary.visits} visits, {time.monotonic() - began:.0f} s\n")

    return tell


def _by_default(limits: Mapping[str, float]) -> dict[str, float]:
    """What a collection has in place of these limits.

    Short ones end hostile pages soon. An ordinary page waits for none of them: on a busy machine they would only tell
    how busy it is, not whether a neighbour did harm.
    """
    plain = RenderingSettings()
    return {name: getattr(plain, name) for name in limits}


@contextmanager
def _collection(folder: Path, limits: Mapping[str, float], of_ordinary: Mapping[str, float]) -> Iterator[App]:
    Collection.create(folder / "hostile").close()
    lines = "".join(f"{name} = {value}\n" for name, value in of_ordinary.items())
    (folder / "hostile" / FILE_NAME).write_text(_OF_ORDINARY_PAGES + lines, encoding="utf-8")
    overrides: dict[str, dict[str, Any]] = {
        "crawl": {"host_delay_s": 0.0, "floor": "12h"},
        "rendering": {
            **limits,
            "limits": {"max_memory_mb": MEMORY_MB},
            "safety": {"reachable_networks": ["127.0.0.0/8"]},
        },
    }
    with App.open(folder / "hostile", overrides=overrides) as app:
        yield app


def _add(collection: Collection, urls: list[str]) -> None:
    """Watch the pages, due one after the other in this order."""
    begin = datetime.now(UTC) - timedelta(days=1)
    for number, url in enumerate(urls):
        collection.repository.add_page(url, at=begin, due_at=begin + timedelta(seconds=number))


def _recorded(collection: Collection, done: Run) -> None:
    for page in collection.repository.pages():
        if page.last_visit_at is None:
            done.unvisited += 1
            continue
        kept = done.hostile if page.url in done.kinds else done.sane
        kept[page.url] = _outcomes(collection, page)


def _outcomes(collection: Collection, page: Page) -> list[dict[str, Any]]:
    return [
        {
            "outcome": capture.outcome,
            "kind": capture.response_kind,
            "codes": [problem.code for problem in capture.problems],
            "messages": [problem.message for problem in capture.problems],
        }
        for capture in collection.repository.captures(page.id)
    ]


def _checked(collection: Collection) -> list[str]:
    """Faults in what was written: warcio's check of every record, and our own of the whole collection."""
    faults = [str(fault) for fault in verify(collection).faults]
    files = [str(path) for path in sorted((collection.path / "archive").iterdir())]
    said = io.StringIO()
    checker = Checker(_CheckOptions(files))
    stdout, sys.stdout = sys.stdout, said
    try:
        code = checker.process_all()
    finally:
        sys.stdout = stdout
    return faults + ([f"warcio check: {said.getvalue()[-500:]}"] if code else [])


@dataclass
class _CheckOptions:
    """What warcio's checker reads of its command line."""

    inputs: list[str]
    verbose: bool = False


@contextmanager
def _logged() -> Iterator[io.StringIO]:
    """Everything logged meanwhile; tracebacks are looked for afterwards."""
    kept = io.StringIO()
    channel = logging.StreamHandler(kept)
    channel.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(channel)
    root.setLevel(logging.INFO)
    try:
        yield kept
    finally:
        root.removeHandler(channel)


def main() -> None:
    """Print what came of it; exit 1 when a page has no outcome, an ordinary one suffered or a process is left."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--pages", type=int, default=500, help="how many hostile pages")
    parser.add_argument("--seed", type=int, default=1, help="which pages: the same for the same seed")
    parser.add_argument("--only", nargs="*", default=(), help="beginnings of the names of kinds")
    parser.add_argument("--minutes", type=float, help="stop after so many, with what has been visited")
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_PAGES} pages, the hostile with short limits"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--log", type=Path, help="keep the crawl's log in this file")
    options = parser.parse_args()
    command = " ".join(["python -m benchmarks.faults", *sys.argv[1:]])
    count = min(options.pages, QUICK_PAGES) if options.quick else options.pages
    done = attack(
        count,
        options.seed,
        SHORT if options.quick else FULL,
        tuple(options.only),
        options.minutes,
        quick=options.quick,
    )
    if options.log:
        options.log.write_text(done.log, encoding="utf-8")
    _report(done, command, options)
    figures = done.figures()
    bad = ("without_outcome", "sane_pages_not_complete", "processes_left", "archive_faults")
    raise SystemExit(1 if any(figures[name] for name in bad) else 0)


def _report(done: Run, command: str, options: argparse.Namespace) -> None:
    outcomes = Counter(one["outcome"].value for page in done.hostile.values() for one in page[:1])
    details = {
        "outcomes": dict(outcomes),
        "tracebacks": done.tracebacks(),
        "no_outcome": done.unrecorded(),
        "spoilt": {url: done.sane[url] for url in done.spoilt()},
        "internal": done.internal(),
        "left": done.left,
        "faults_in_archive": done.archive_faults,
        "longest": dict(sorted(done.visits_s.items(), key=lambda item: -item[1])[:10]),
    }
    if options.json:
        more = {"quick": True, "note": "--quick: not the full figure"} if options.quick else {}
        out.print_json(
            document(figures=done.figures(), baselines={}, spread=details, command=command, **more)
        )
        return
    table = Table("kind", "pages", "outcomes", "why", title="hostile pages")
    by_kind: dict[str, list[list[dict[str, Any]]]] = {}
    for url, recorded in done.hostile.items():
        by_kind.setdefault(done.kinds[url], []).append(recorded)
    for name, pages in sorted(by_kind.items()):
        counted = Counter(page[0]["outcome"].value if page else "none" for page in pages)
        codes = Counter(code.value for page in pages for one in page for code in set(one["codes"]))
        table.add_row(name, str(len(pages)), _counts(counted), _counts(codes))
    out.print(table)
    for name, value in {**done.figures(), **details}.items():
        out.print(f"{name}: {value:.1f}" if isinstance(value, float) else f"{name}: {value}")
    out.print(f"machine: {machine()}" + ("; --quick, not the full figure" if options.quick else ""))


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.most_common())


if __name__ == "__main__":
    main()
