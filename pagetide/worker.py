"""A worker: visits pages for the daemon of a collection, on whichever machine it runs.

It needs the address of the collection's PostgreSQL database and the settings: of the collection's folder
``database.url``, ``pagetide.toml`` and the files that this names. It writes no archive: what it captures goes through
the database to the daemon, which keeps it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crawler.clock import SystemClock
from crawler.errors import NotAWorker
from crawler.reactor import interruption, run
from crawler.visiting.engine import CrawlSummary, carried_out
from crawler.visiting.posted_work import PostedWork
from crawler.visiting.spider import CrawlPlan
from crawler.visiting.work import WorkFrontier
from pagetide.process_memory import share_heaps
from pagetide.settings.collection_settings import FILE_NAME, Settings
from pagetide.worker_requirements import demands
from rendering.browser import find_browser
from storage.database.engine import Database
from storage.database.place import database_of, is_collection
from storage.database.upgrade import NEWEST, current_revision
from storage.errors import CollectionNotFound, SchemaOutdated
from storage.queries.repository import Repository
from storage.queries.states import DAEMON_SEEN
from storage.queries.workers import WorkerRow
from storage.warc.writer import software

logger = logging.getLogger(__name__)

MOST_CLOCK_SKEW = timedelta(seconds=10)
"""How far the clock of a worker may be from the database's: its captures bear its time."""
_DAEMON_GONE = timedelta(minutes=3)


def run_worker(
    folder: Path, settings: Settings, *, name: str | None = None, progress: Callable[..., None] | None = None
) -> CrawlSummary:
    """Visit what the daemon gives until a signal asks to stop; returns what was done.

    Raises
    ------
    NotAWorker
        This machine cannot work for the collection, or not any more: another version, other settings, a wrong clock, a
        database that is a file.
    StorageError
        The database does not answer.
    """
    share_heaps()
    settings.check_logins()
    browser = _browser(settings)
    database = _database(folder)
    try:
        repository = Repository(database)
        require_right_clock(datetime.now(UTC) - repository.now(), database.name)
        me = _row(name, browser)
        doorkeeper = _Doorkeeper(repository, database, folder)
        clock = SystemClock(longest_sleep=timedelta(seconds=5))
        lease_for = timedelta(seconds=settings.crawl.lease_s)
        work = PostedWork(repository, me, clock, lease_for, doorkeeper.check)
        doorkeeper.check()
        logger.info("worker %s takes work from %s", me.name, database.name)
        summary = run(_worked(work, settings, progress))
    finally:
        database.close()
    if work.trouble is not None:
        raise work.trouble
    return summary


def require_right_clock(skew: timedelta, database: str) -> None:
    """Raise ``NotAWorker`` where the clock of this machine is so much ahead of the database's, or behind it."""
    if abs(skew) > MOST_CLOCK_SKEW:
        raise NotAWorker(
            f"the clock of this machine is {skew.total_seconds():+.0f} s off that of {database}: set it by NTP "
            "(`timedatectl set-ntp true`), then start the worker again."
        )


async def _worked(work: PostedWork, settings: Settings, progress: Callable[..., None] | None) -> CrawlSummary:
    clock, loop, stop = SystemClock(), asyncio.get_running_loop(), asyncio.Event()
    frontier = WorkFrontier(work, clock, settings.crawl, conditional=settings.schedule.conditional)
    signalled = interruption()
    stops = (stop,) if signalled is None else (stop, signalled)
    draining = asyncio.ensure_future(_drained(work, stops))
    plan = CrawlPlan(
        frontier=frontier,
        on_capture=frontier.on_capture,
        rendering=settings.rendering,
        rendering_for=settings.rendering_for,
        settings=settings.crawl,
        clock=clock,
        pauses=frontier.pauses,
        stops=stops,
        progress=progress,
    )
    with work.attended(lambda: loop.call_soon_threadsafe(stop.set)):
        try:
            return await carried_out(plan)
        finally:
            draining.cancel()


async def _drained(work: PostedWork, stops: tuple[asyncio.Event, ...]) -> None:
    """Ask for no more work as soon as the worker is to end."""
    waiting = [asyncio.ensure_future(stop.wait()) for stop in stops]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.to_thread(work.drain)
    finally:
        for each in waiting:
            each.cancel()


class _Doorkeeper:
    """Says whether this machine may work for the collection, now and every few seconds after."""

    def __init__(self, repository: Repository, database: Database, folder: Path) -> None:
        self._repository = repository
        self._database = database
        self._settings = demands(folder)["settings"]
        self._folder = folder
        self._told_gone = False

    def check(self) -> None:
        """Raise ``NotAWorker`` where the daemon is of another version or has other settings."""
        try:
            asked = self._repository.dispatcher()
        except SchemaOutdated:
            raise NotAWorker(_other_schema(self._database)) from None
        if asked is not None:
            self._compare(asked)
        self._tell_gone()

    def _compare(self, asked: Mapping[str, str]) -> None:
        mine, theirs = software(), asked.get("version")
        if theirs != mine:
            raise NotAWorker(
                f"the daemon of {self._database.name} is {theirs}, this worker {mine}. Install the daemon's version "
                f"here (pip install {str(theirs).replace('/', '==')}), then start the worker again; the pages "
                "that it was visiting are visited again."
            )
        if asked.get("settings") != self._settings:
            raise NotAWorker(
                f"{self._folder / FILE_NAME} is not the one with which the daemon runs. Copy the daemon's here, or "
                "restart the daemon if the new one is right. What only this machine needs goes into its environment, "
                "for example PAGETIDE_CRAWL__CONCURRENCY=4."
            )

    def _tell_gone(self) -> None:
        seen = self._repository.state(DAEMON_SEEN)
        gone = seen is None or datetime.now(UTC) - datetime.fromisoformat(seen) > _DAEMON_GONE
        if gone and not self._told_gone:
            logger.warning(
                "no daemon works on this collection, so there is nothing to do yet: start `pagetide run` where its "
                "archive is"
            )
        self._told_gone = gone


def _database(folder: Path) -> Database:
    """The database of a collection that has one on a server."""
    if not is_collection(folder):
        raise CollectionNotFound(
            f"{folder} names no database of a collection. Copy database.url and {FILE_NAME} from the collection's "
            "folder on the daemon's machine."
        )
    database = database_of(folder)
    if database.is_sqlite:
        database.close()
        raise NotAWorker(needs_server(folder))
    return database


def needs_server(folder: Path) -> str:
    """Why there are no workers for a collection on SQLite, and what to do."""
    return (
        f"the database of {folder} is a file (SQLite), which one machine uses. Workers need it on a PostgreSQL server: "
        f"`pagetide migrate -c {folder} postgresql://USER@HOST/NAME`, then start the daemon and the worker."
    )


def _other_schema(database: Database) -> str:
    revision = current_revision(database)
    if revision is not None and revision > NEWEST:
        return (
            f"{database.name} was upgraded by a newer Pagetide (schema {revision}, this worker knows {NEWEST}). "
            "Install the daemon's version here, then start the worker again."
        )
    return (
        f"{database.name} has schema {revision or 'none'}, this worker needs {NEWEST}. Upgrade the daemon first: it "
        "brings the database up to date when it starts."
    )


def _row(name: str | None, browser: str) -> WorkerRow:
    host = socket.gethostname()
    return WorkerRow(
        id=str(uuid.uuid4()),
        name=name or f"{host}-{os.getpid()}",
        host=host,
        version=software(),
        browser=browser,
        started_at=datetime.now(UTC),
    )


def _browser(settings: Settings) -> str:
    """The Chromium of this machine, in its own words."""
    path = find_browser(settings.rendering.browser_path).path
    told = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=60, check=False)
    return told.stdout.partition(" built on ")[0].strip() or "a Chromium of unknown version"
