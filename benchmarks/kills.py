"""A crawl that is killed at random moments: ``python -m benchmarks.kills [--moments N] [--database ...] [--json]``.

Each time a crawl of all pages is started over the same collection, and after a random time it, its browser, or both
are killed, as a power cut or the system's memory killer does. Counted is what was committed before and is missing now,
what is there twice, and, at the end, what ``pagetide verify`` finds, what still runs, and whether the work goes on.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import psutil
from rich.table import Table
from sqlalchemy import func, select

from benchmarks.reporting import document, out
from pagetide.cli import main
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.database.schema import capture
from storage.verify.walk import verify
from tests.forked_process import ForkedProcess
from tests.postgresql import running
from tests.site_server import SiteServer

PAGES = 12
LONGEST_S = 12.0
"""About what a crawl of all pages takes: a moment later than its end kills nothing, and does not count."""
_ENDED_S = 180.0  # a crawl that is asked to stop finishes its visits
_SETTINGS = """\
[crawl]
host_delay_s = 0.1
[rendering.safety]
reachable_networks = ["127.0.0.0/8"]
"""


def _kill_daemon(crawl: ForkedProcess, browser: Sequence[psutil.Process]) -> None:
    crawl.kill()


def _kill_browser(crawl: ForkedProcess, browser: Sequence[psutil.Process]) -> None:
    for process in browser:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def _kill_both(crawl: ForkedProcess, browser: Sequence[psutil.Process]) -> None:
    _kill_daemon(crawl, browser)
    _kill_browser(crawl, browser)


def _terminate(crawl: ForkedProcess, browser: Sequence[psutil.Process]) -> None:
    os.kill(crawl.pid, signal.SIGTERM)


Kill = Callable[[ForkedProcess, Sequence[psutil.Process]], None]
VICTIMS: dict[str, Kill] = {
    "daemon, kill -9": _kill_daemon,
    "browser, kill -9": _kill_browser,
    "daemon and browser, kill -9": _kill_both,
    "daemon, SIGTERM": _terminate,
}


@dataclass(kw_only=True)
class Killed:
    """What came of all moments."""

    moments: Counter[str] = field(default_factory=Counter)  # by victim
    committed: int = 0  # captures, as they were counted right after each moment and at the end
    lost: int = 0
    twice: int = 0
    faults: int = 0  # what verify found
    left: int = 0  # browser processes that still run after the last crawl
    resumed: int = 0  # captures of the crawl after the last moment, of as many pages

    def figures(self) -> dict[str, float | None]:
        """By name."""
        counted = ("committed", "lost", "twice", "faults", "left", "resumed")
        return {"moments": self.moments.total(), **{name: getattr(self, name) for name in counted}}


def killed(folder: Path, moments: int, random: Random, told: Callable[[int], object] = print) -> Killed:
    """Kill crawls of a collection at so many moments."""
    result, known, seen = Killed(), set[str](), set[psutil.Process]()
    while result.moments.total() < moments:
        victim = random.choice(list(VICTIMS))
        crawl = _started(folder)
        with suppress(TimeoutError):
            crawl.wait(random.uniform(0.2, LONGEST_S))
            continue
        known |= committed_captures(folder)
        _kill(crawl, VICTIMS[victim], seen)
        result.moments[victim] += 1
        now = committed_captures(folder)
        result.lost += len(known - now)
        known = now
        told(result.moments.total())
    _started(folder).wait(_ENDED_S)
    now = committed_captures(folder)
    result.lost += len(known - now)
    result.resumed, result.committed = len(now - known), len(now)
    with Collection.open(folder) as collection:
        result.faults = len(verify(collection).faults)
        result.twice = captured_twice(collection)
    result.left = sum(process.is_running() for process in seen)
    return result


def _kill(crawl: ForkedProcess, kill: Kill, seen: set[psutil.Process]) -> None:
    """Kill, and wait until the crawl has ended; ``seen`` gets the processes of its browser."""
    with suppress(psutil.NoSuchProcess):
        browser = psutil.Process(crawl.pid).children(recursive=True)
        seen |= set(browser)
        kill(crawl, browser)
    crawl.wait(_ENDED_S)


def _started(folder: Path) -> ForkedProcess:
    crawl = ForkedProcess(_crawl, folder)
    crawl.stdout.close()
    crawl.stderr.close()
    return crawl


def _crawl(folder: Path) -> None:
    """In a process of its own: visit every page once, and say nothing."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for number in (1, 2):
            os.dup2(nowhere.fileno(), number)
    sys.argv[:] = ["pagetide", "crawl", "--collection", str(folder), "--once", "--all"]
    main()


def committed_captures(folder: Path) -> set[str]:
    """The names of the captures that are committed."""
    with Collection.open(folder, read_only=True) as collection, collection.database.reading() as connection:
        return set(connection.execute(select(capture.c.urn)).scalars())


def captured_twice(collection: Collection) -> int:
    """Captures of a page that began while another one of it was taken."""
    later = capture.alias()
    query = (
        select(func.count())
        .select_from(capture.join(later, capture.c.page_id == later.c.page_id))
        .where(
            capture.c.id != later.c.id,
            later.c.started_at >= capture.c.started_at,
            later.c.started_at < capture.c.finished_at,
        )
    )
    with collection.database.reading() as connection:
        return int(connection.execute(query).scalar_one())


@contextmanager
def collection_to_crawl(folder: Path, address: str | None = None) -> Iterator[SiteServer]:
    """A new collection of pages of a site that is served for the length of the block."""
    with SiteServer() as site, Collection.create(folder, server=address) as collection:
        now = datetime.now(UTC)
        for number in range(PAGES):
            text = f"<title>Page {number}</title>" + f"<p>Words of page {number}.</p>" * 50
            site.serve(f"/{number}", "text/html", f"{text}<img src=/picture/600x400/{number}.png>")
            host = "localhost" if number % 2 else "127.0.0.1"
            collection.repository.add_page(site.url(f"/{number}", host=host), at=now, due_at=now)
        (folder / FILE_NAME).write_text(_SETTINGS, encoding="utf-8")
        yield site


def measure(moments: int, database: str, seed: int) -> Killed:
    """Killed crawls over a collection in a new folder, its database a file or on a server that is started for it."""
    with (
        tempfile.TemporaryDirectory(prefix="pagetide-kills-") as scratch,
        running() if database == "postgresql" else nullcontext() as server,
        collection_to_crawl(Path(scratch) / "news", None if server is None else server.new_database()),
    ):
        return killed(Path(scratch) / "news", moments, Random(seed), lambda done: _say(done, moments))


def _say(done: int, moments: int) -> None:
    if done % 10 == 0:
        print(f"{done} of {moments} moments", file=sys.stderr)


def table(found: dict[str, Killed]) -> Table:
    """The figures of each database."""
    shown = Table(title=f"Crawls of {PAGES} pages, killed at random moments")
    for name in ("database", "moments", "committed", "lost", "twice", "faults", "left", "resumed"):
        shown.add_column(name, justify="left" if name == "database" else "right")
    for database, result in found.items():
        shown.add_row(database, *(f"{value:.0f}" for value in result.figures().values() if value is not None))
    return shown


def run() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=200, help="times that something is killed")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append", help="default: both")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    databases = asked.database or ["sqlite", "postgresql"]
    found = {name: measure(asked.moments, name, asked.seed) for name in databases}
    if asked.json:
        figures = {
            f"{name}_{key}": value for name, item in found.items() for key, value in item.figures().items()
        }
        print(document(figures=figures, baselines={}, command="python -m benchmarks.kills --json"))
        return
    out.print(table(found))
    for name, item in found.items():
        out.print(
            f"{name}: " + ", ".join(f"{number} x {victim}" for victim, number in sorted(item.moments.items()))
        )


if __name__ == "__main__":
    run()
