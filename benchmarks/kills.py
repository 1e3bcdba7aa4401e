"""A crawl that is killed at random moments: ``python -m benchmarks.kills [--moments N] [--minutes N]``.

Each time a crawl of all pages goes on over the same collection, and after a random number of captures and a random time
a process of it is killed, as a power cut or the system's memory killer does: the crawl, its browser, or both. With
``--crawl workers`` a daemon that opens no page and two workers run side by side on PostgreSQL, and one of the three is
killed, or the browser of a worker.

Counted is what was committed before and is missing now, what is there twice, and, at the end, what ``pagetide verify``
finds, which captures a rebuild from the WARC files alone does not find or finds besides, what still runs, and whether
the work goes on.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
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
from storage.ingest.archives import rebuild
from storage.queries.page_columns import PlannedVisit
from storage.verify.walk import verify
from storage.warc.closing import CLOSED_LIST
from storage.warc.writer import ARCHIVE
from tests.forked_process import ForkedProcess
from tests.postgresql import running
from tests.site_server import SiteServer

PAGES = 12
LONGEST_S = 2.0
"""More than a visit takes. Where a crawl has ended by then, nothing is killed, and the moment does not count."""
_DUE_AGAIN_S = 5.0
_ENDED_S = 180.0  # a crawl that is asked to stop finishes its visits
_SETTINGS = """\
[crawl]
host_delay_s = 0.1
lease_s = 20
[rendering.safety]
reachable_networks = ["127.0.0.0/8"]
"""
CRAWLS = ("sqlite", "postgresql", "workers")

Kill = Callable[[psutil.Process, list[psutil.Process]], None]


def _kill(process: psutil.Process, below: list[psutil.Process]) -> None:
    process.kill()


def _kill_below(process: psutil.Process, below: list[psutil.Process]) -> None:
    """The browser with all of its processes, and the driver between."""
    for child in below:
        with suppress(psutil.NoSuchProcess):
            child.kill()


def _kill_browser(process: psutil.Process, below: list[psutil.Process]) -> None:
    """Only Chromium's main process, which takes the others with it."""
    for child in below:
        with suppress(psutil.Error):
            command = " ".join(child.cmdline())
            if "--remote-debugging" in command and "--type=" not in command:
                child.kill()


def _kill_all(process: psutil.Process, below: list[psutil.Process]) -> None:
    process.kill()
    _kill_below(process, below)


def _terminate(process: psutil.Process, below: list[psutil.Process]) -> None:
    process.send_signal(signal.SIGTERM)


VICTIMS: dict[str, Kill] = {
    "daemon, kill -9": _kill,
    "browser and driver, kill -9": _kill_below,
    "browser, kill -9": _kill_browser,
    "daemon and browser, kill -9": _kill_all,
    "daemon, SIGTERM": _terminate,
}
CREW_VICTIMS: dict[str, tuple[str, Kill]] = {
    "daemon, kill -9": ("daemon", _kill),
    "daemon, SIGTERM": ("daemon", _terminate),
    "worker, kill -9": ("worker", _kill),
    "worker's browser, kill -9": ("worker", _kill_browser),
    "worker and browser, kill -9": ("worker", _kill_all),
    "worker, SIGTERM": ("worker", _terminate),
}


@dataclass(kw_only=True)
class Killed:
    """What came of all moments."""

    moments: Counter[str] = field(default_factory=Counter)  # by victim
    committed: int = 0  # captures, as they were counted right after each moment and at the end
    lost: int = 0
    twice: int = 0
    faults: int = 0  # what verify found
    otherwise: int = 0  # captures that only the database has, or only one that is made again of the archive
    left: int = 0  # browser processes that still run after the last crawl
    resumed: int = 0  # captures of the crawl after the last moment; as many as there are pages, at least

    def figures(self) -> dict[str, float | None]:
        """By name."""
        counted = ("committed", "lost", "twice", "faults", "otherwise", "left", "resumed")
        return {"moments": self.moments.total(), **{name: getattr(self, name) for name in counted}}


@dataclass(kw_only=True)
class _Count:
    """The captures of a collection while its crawls are killed."""

    folder: Path
    result: Killed = field(default_factory=Killed)
    ends_at: float = math.inf  # no more moments after it; of ``time.monotonic``
    known: set[str] = field(default_factory=set)
    seen: set[psutil.Process] = field(default_factory=set)  # of browsers and drivers

    def is_over(self, moments: int) -> bool:
        """Whether there were so many moments, or no time is left."""
        return self.result.moments.total() >= moments or time.monotonic() > self.ends_at

    def wait_for(self, captures: int, crawl: ForkedProcess | None = None) -> None:
        """Wait until so many are new, a crawl has ended, or nothing comes of it any more."""
        end = time.monotonic() + _ENDED_S
        while len(committed_captures(self.folder) - self.known) < captures and time.monotonic() < end:
            if crawl is not None and crawl.poll() is not None:
                return
            time.sleep(0.3)

    def kill(self, victim: str, kill: Kill, process: ForkedProcess) -> None:
        """Kill, and count what is there of what was."""
        self.known |= committed_captures(self.folder)
        with suppress(psutil.NoSuchProcess):
            main_process = psutil.Process(process.pid)
            below = main_process.children(recursive=True)
            self.seen |= set(below)
            kill(main_process, below)
        self.result.moments[victim] += 1

    def look(self) -> int:
        """Count what is missing of what was committed before; how many captures are new."""
        now = committed_captures(self.folder)
        self.result.lost += len(self.known - now)
        fresh, self.known = len(now - self.known), now
        return fresh

    def summed_up(self, resumed: int) -> Killed:
        """After everything has ended."""
        result = self.result
        result.resumed, result.committed = resumed, len(self.known)
        with Collection.open(self.folder) as collection:
            result.faults = len(verify(collection).faults)
            result.twice = captured_twice(collection)
        result.otherwise = len(self.known ^ captures_of_archive(self.folder))
        result.left = sum(process.is_running() for process in self.seen)
        return result


Told = Callable[[int], object]


def killed(
    folder: Path, moments: int, random: Random, told: Told = print, ends_at: float = math.inf
) -> Killed:
    """Kill crawls of a collection at so many moments."""
    count = _Count(folder=folder, ends_at=ends_at)
    while not count.is_over(moments):
        victim = random.choice(list(VICTIMS))
        crawl = _started(_crawl, folder)
        count.wait_for(random.randrange(PAGES), crawl)
        with suppress(TimeoutError):
            crawl.wait(random.uniform(0.0, LONGEST_S))
            continue
        count.kill(victim, VICTIMS[victim], crawl)
        crawl.wait(_ENDED_S)
        count.look()
        told(count.result.moments.total())
    _started(_crawl, folder).wait(_ENDED_S)
    return count.summed_up(count.look())


def killed_crew(
    folder: Path, moments: int, random: Random, told: Told = print, ends_at: float = math.inf
) -> Killed:
    """Kill the daemon of a collection and its two workers at so many moments, one at a time, and start it again."""
    count, crew = _Count(folder=folder, ends_at=ends_at), _Crew(folder)
    try:
        while not count.is_over(moments):
            crew.complete()
            make_due(folder)
            count.wait_for(random.randrange(PAGES))
            time.sleep(random.uniform(0.0, LONGEST_S))
            victim = random.choice(list(CREW_VICTIMS))
            kind, kill = CREW_VICTIMS[victim]
            count.kill(victim, kill, crew.one(kind, random))
            count.look()
            told(count.result.moments.total())
        crew.complete()
        _visit_all(folder)
    finally:
        crew.end()
    return count.summed_up(count.look())


class _Crew:
    """A daemon that opens no page, and two workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[str, ForkedProcess] = {}

    def complete(self) -> None:
        """Start who is not there."""
        for name, start in (("daemon", _run), ("worker 1", _work), ("worker 2", _work)):
            if name not in self._running or self._running[name].poll() is not None:
                self._running[name] = _started(start, self._folder)

    def one(self, kind: str, random: Random) -> ForkedProcess:
        """Any of that kind."""
        return random.choice([item for name, item in self._running.items() if name.startswith(kind)])

    def end(self) -> None:
        """Ask the workers to end, then the daemon, which takes what they delivered."""
        for kind in ("worker", "daemon"):
            ending = [item for name, item in self._running.items() if name.startswith(kind)]
            for process in ending:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGTERM)
            for process in ending:
                process.wait(_ENDED_S)


def make_due(folder: Path, pages: Container[int] | None = None) -> None:
    """Every page, or each of those, is to be visited now."""
    with Collection.open(folder) as collection:
        now = datetime.now(UTC)
        collection.repository.plan_visits(
            PlannedVisit(page_id=page.id, due_at=now, reason="asked for", exempt=True)
            for page in collection.repository.pages(active=True)
            if pages is None or page.id in pages
        )


def _visit_all(folder: Path) -> None:
    """Wait until each page was captured once more, or nothing comes of it.

    A page that stays away is made due again: the visit that the kill broke off may have ended after it was made due.
    """
    since, end = datetime.now(UTC), time.monotonic() + _ENDED_S
    again = 0.0
    while (left := _not_captured(folder, since)) and time.monotonic() < end:
        if time.monotonic() > again:
            make_due(folder, left)
            again = time.monotonic() + _DUE_AGAIN_S
        time.sleep(0.3)


def _not_captured(folder: Path, since: datetime) -> set[int]:
    with Collection.open(folder, read_only=True) as collection:
        newest = collection.repository.captures
        return {
            page.id
            for page in collection.repository.pages(active=True)
            if not any(item.started_at > since for item in newest(page.id, newest_first=True, limit=1))
        }


def _started(function: Callable[[Path], None], folder: Path) -> ForkedProcess:
    process = ForkedProcess(function, folder)
    process.stdout.close()
    process.stderr.close()
    return process


def _crawl(folder: Path) -> None:
    """Visit every page once."""
    _command("crawl", "--collection", str(folder), "--once", "--all")


def _run(folder: Path) -> None:
    """A daemon that leaves all visits to workers."""
    _command("run", "--collection", str(folder), "--no-dashboard", "--only-workers")


def _work(folder: Path) -> None:
    """A worker."""
    _command("worker", "--collection", str(folder))


def _command(*words: str) -> None:
    """In a process of its own: the command, which says nothing."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for number in (1, 2):
            os.dup2(nowhere.fileno(), number)
    sys.argv[:] = ["pagetide", *words]
    main()


def committed_captures(folder: Path) -> set[str]:
    """The names of the captures that are committed."""
    with Collection.open(folder, read_only=True) as collection, collection.database.reading() as connection:
        return set(connection.execute(select(capture.c.urn)).scalars())


def captures_of_archive(folder: Path) -> set[str]:
    """The names of the captures of a database that is made again of the WARC files of a collection."""
    with tempfile.TemporaryDirectory(prefix="pagetide-kills-") as scratch:
        again = Path(scratch) / "again"
        shutil.copytree(folder / ARCHIVE, again / ARCHIVE)
        shutil.copy(folder / CLOSED_LIST, again / CLOSED_LIST)
        with Collection.create(again) as collection:
            rebuild(collection)
        return committed_captures(again)


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


def measure(moments: int, minutes: float, crawl: str, seed: int) -> Killed:
    """Killed crawls over a collection in a new folder, its database a file or on a server that is started for it."""
    kill = killed_crew if crawl == "workers" else killed
    with (
        tempfile.TemporaryDirectory(prefix="pagetide-kills-") as scratch,
        nullcontext() if crawl == "sqlite" else running() as server,
        collection_to_crawl(Path(scratch) / "news", None if server is None else server.new_database()),
    ):
        ends_at = time.monotonic() + 60 * minutes
        return kill(Path(scratch) / "news", moments, Random(seed), lambda done: _say(done, moments), ends_at)


def _say(done: int, moments: int) -> None:
    if done % 10 == 0:
        print(f"{done} of {moments} moments", file=sys.stderr)


def table(found: dict[str, Killed]) -> Table:
    """The figures of each kind of crawl."""
    shown = Table(title=f"Crawls of {PAGES} pages, killed at random moments")
    names = ("moments", "committed", "lost", "twice", "faults", "otherwise", "left", "resumed")
    for name in ("crawl", *names):
        shown.add_column(name, justify="left" if name == "crawl" else "right")
    for crawl, result in found.items():
        shown.add_row(crawl, *(f"{value:.0f}" for value in result.figures().values() if value is not None))
    return shown


def run() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=200, help="times that something is killed")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which each crawl ends early")
    parser.add_argument("--crawl", choices=CRAWLS, action="append", help="default: all three")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    found = {name: measure(asked.moments, asked.minutes, name, asked.seed) for name in asked.crawl or CRAWLS}
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
