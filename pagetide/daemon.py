"""Runs for years: crawl, learn, schedule, and the dashboard in a process of its own.

SIGINT or SIGTERM once finishes the visits in flight; twice stops at once. A crash of the dashboard does not touch
the crawl. The lock keeps a second daemon off the collection.
"""

from __future__ import annotations

import gc
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from crawler.reactor import run
from crawler.visiting.spider import CrawlSummary
from pagetide.app import App
from pagetide.jobs.in_daemon import jobs_tick
from pagetide.logs import kept_log
from pagetide.process_memory import share_heaps
from storage.plurals import counted

logger = logging.getLogger(__name__)


def run_daemon(
    app: App,
    *,
    dashboard: bool = True,
    visits: bool = True,
    progress: Callable[..., None] | None = None,
) -> CrawlSummary:
    """Visit what is due until a signal asks to stop; returns what was done. Without ``visits`` workers do.

    Raises
    ------
    CollectionInUse
        Another daemon works on the collection.
    """
    folder = app.collection.path
    share_heaps()
    with app.working_alone(), kept_log(folder), serving(app) if dashboard else nullcontext():
        logger.info(
            "watching %s in %s",
            counted(app.collection.repository.count_pages(active=True), "page"),
            folder,
        )
        # What is loaded by now stays; looking at it in every full collection took 40 ms of a tick.
        gc.collect()
        gc.freeze()
        workers = not app.collection.database.is_sqlite
        crawling = app.crawl(
            progress=progress,
            beside=lambda *of: [jobs_tick(*of)],
            workers=workers,
            visits=visits,
        )
        return run(crawling)


@contextmanager
def serving(app: App) -> Iterator[subprocess.Popen[bytes]]:
    """The dashboard as a child process, ended with the block, and with this process if that is killed."""
    settings = app.settings.dashboard
    command = [sys.executable, "-P", "-m", "pagetide", "dashboard", "--collection", str(app.collection.path)]
    command += ["--host", settings.host, "--port", str(settings.port), "--kept"]
    child = subprocess.Popen(command, start_new_session=True, stdin=subprocess.PIPE)
    logger.info("dashboard on http://%s:%d", settings.host, settings.port)
    ending = threading.Event()
    threading.Thread(target=_tell_end, args=(child, ending, app.collection.path), daemon=True).start()
    try:
        yield child
    finally:
        ending.set()
        assert child.stdin is not None
        child.stdin.close()
        child.terminate()
        try:
            child.wait(timeout=10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _tell_end(child: subprocess.Popen[bytes], ending: threading.Event, folder: Path) -> None:
    """Say when the dashboard ends by itself: nobody else would notice before they need it."""
    code = child.wait()
    if not ending.is_set():
        logger.warning(
            "the dashboard has ended (exit code %d); the crawl goes on. `pagetide dashboard -c %s` starts it again",
            code,
            folder,
        )
