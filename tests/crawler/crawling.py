"""Real crawls for tests, each in a process of its own: a Twisted reactor runs once per process.

``Crawl`` runs ``crawl_and_tell`` on a collection there; the site stays in the test's process, so a test may change it,
look at who asked, and kill browsers meanwhile. The child prints one JSON object per line: one per capture, one at the
end with the summary or the error.
"""

from __future__ import annotations

import errno
import json
import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Self

import psutil
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from crawler.clock import Clock, SimulatedClock, SystemClock
from crawler.errors import CrawlerError
from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import is_failed, refusal_in
from crawler.reactor import run
from crawler.scheduling.decision import RevisitPolicy, held_back
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from crawler.visiting import spider
from crawler.visiting.engine import crawl
from rendering.settings import LimitSettings, RenderingSettings, SafetySettings
from storage.collection import Collection
from storage.errors import NoRoom, StorageError, disk_full
from storage.records import Capture, Lease, Outcome
from tests.forked_process import ForkedProcess

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Result:
    """What a crawl printed."""

    captures: Sequence[dict[str, Any]]
    end: dict[str, Any]
    log: str

    def of(self, url: str) -> list[dict[str, Any]]:
        return [capture for capture in self.captures if capture["url"] == url]

    @property
    def summary(self) -> dict[str, Any]:
        assert "summary" in self.end, (self.end, self.log)
        summary: dict[str, Any] = self.end["summary"]
        return summary


@dataclass
class Crawl:
    """A crawl in a child process; its output is read as it comes."""

    folder: Path
    options: dict[str, Any]
    captures: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._child = ForkedProcess(crawl_and_tell, str(self.folder), self.options)
        self.process = psutil.Process(self._child.pid)
        self._said: list[str] = []
        self._changed = threading.Condition()
        self._end: dict[str, Any] = {}
        self._readers = [threading.Thread(target=self._read_output), threading.Thread(target=self._read_log)]
        for reader in self._readers:
            reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._child.poll() is None:
            for process in self.browsers():
                process.kill()
            self._child.kill()
        self._child.wait()
        for reader in self._readers:
            reader.join()
        for stream in (self._child.stdout, self._child.stderr):
            stream.close()

    def browsers(self) -> list[psutil.Process]:
        """The main processes of the browsers that run now."""
        found = []
        for process in self.process.children(recursive=True):
            try:
                command = process.cmdline()
            except psutil.Error:
                continue
            if any("--remote-debugging" in part for part in command) and "--type=" not in " ".join(command):
                found.append(process)
        return found

    def driver(self) -> psutil.Process:
        """The process between the crawl and its browsers."""
        (found,) = (
            process for process in self.process.children() if "run-driver" in " ".join(process.cmdline())
        )
        return found

    def renderers(self) -> list[psutil.Process]:
        """The processes that show pages."""
        found = []
        for process in self.process.children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if "--type=renderer" in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Until something is true of the site or of what the crawl printed; fails when the crawl ends first."""
        with self._changed:
            while not condition():
                assert self._child.poll() is None, self.log
                self._changed.wait(0.02)

    @property
    def log(self) -> str:
        """What it logged so far."""
        return "".join(self._said)

    def interrupt(self) -> None:
        self._child.interrupt()

    def result(self) -> Result:
        """What it printed, once it has ended."""
        self._child.wait()
        for reader in self._readers:
            reader.join()
        return Result(tuple(self.captures), self._end, self.log)

    def _read_output(self) -> None:
        for line in self._child.stdout:
            message = json.loads(line)
            with self._changed:
                if "url" in message:
                    self.captures.append(message)
                else:
                    self._end = message
                self._changed.notify_all()

    def _read_log(self) -> None:
        for line in self._child.stderr:
            with self._changed:
                self._said.append(line)
                self._changed.notify_all()


def crawled(folder: Path, urls: Sequence[str], **options: Any) -> Result:
    """A whole crawl of ``urls``, all due when it begins."""
    with started(folder, urls, **options) as crawl_of_urls:
        return crawl_of_urls.result()


def started(folder: Path, urls: Sequence[str], **options: Any) -> Crawl:
    """A crawl of ``urls`` that is yet to be entered; options of ``_crawl`` below."""
    begin = NOON if options.get("simulated") else datetime.now(UTC)
    with Collection.create(folder) as collection:
        for url in urls:
            collection.repository.add_page(url, at=begin, due_at=begin)
    return Crawl(folder, options)


def _crawl(folder: str, options: dict[str, Any]) -> dict[str, Any]:
    crawl_options = options.get("crawl", {})
    if "floor_h" in crawl_options:
        crawl_options["floor"] = timedelta(hours=crawl_options.pop("floor_h"))
    if "ceiling_h" in crawl_options:
        crawl_options["ceiling"] = timedelta(hours=crawl_options.pop("ceiling_h"))
    settings = CrawlSettings(**({"host_delay_s": 0.1} | crawl_options))
    safety = SafetySettings(**({"reachable_networks": ("127.0.0.0/8",)} | options.get("safety", {})))
    limits = LimitSettings(**options.get("limits", {}))
    # longer than an ordinary page takes on a busy machine; what never ends takes so long
    usual = {"load_timeout_s": 8, "settle_timeout_s": 5, "capture_timeout_s": 60}
    rendering = RenderingSettings(
        **({**usual, "safety": safety, "limits": limits} | options.get("rendering", {}))
    )
    clock: Clock = SimulatedClock(NOON) if options.get("simulated") else SystemClock()
    if "clock_off_by" in options:
        clock = _JumpingClock(Path(options["clock_off_by"]))
    pauses = HostPauses(settings)
    hours = options.get("hours")
    with Collection.open(Path(folder)) as collection:
        if "lock_wait_ms" in options:
            _wait_for_locks(collection, options["lock_wait_ms"])
        flow = _Flow(collection, RevisitPolicy(settings), pauses, options)
        summary = run(
            crawl(
                repository=collection.repository,
                on_capture=flow.on_capture,
                rendering=rendering,
                settings=settings,
                clock=clock,
                pauses=pauses,
                once=options.get("once", hours is None),
                until=None if hours is None else clock.now() + timedelta(hours=hours),
                progress=flow.progressed,
                rendering_for=partial(_rendering_for, _asked(options.get("failing", [])), rendering),
                hooks=_hooks(_asked(options.get("failing", []))),
                check_room=_room(options.get("full_while")),
            )
        )
    return {"summary": vars(summary), "progress": flow.visits_told}


def _room(full_while: str | None) -> Callable[[], None] | None:
    """There is none while that file is there; looked at every tenth of a second."""
    if full_while is None:
        return None
    spider.LOOKS_FOR_ROOM_S = 0.1
    place = Path(full_while)

    def check() -> None:
        if place.exists():
            raise NoRoom("it takes 3 GB, and may take 2 GB (storage.most_gb)")

    return check


class _JumpingClock(SystemClock):
    """The machine's clock, off by as many seconds as a file says: the test sets it to another time meanwhile."""

    def __init__(self, off_by: Path) -> None:
        super().__init__(longest_sleep=timedelta(seconds=0.2))
        self._off_by = off_by

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=float(self._off_by.read_text()))


def _wait_for_locks(collection: Collection, wait_ms: int) -> None:
    """Wait so long for a locked SQLite file, where it is half a minute."""

    @event.listens_for(collection.database.engine, "checkout")
    def taken(connection: DBAPIConnection, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA busy_timeout = {wait_ms}")


def _asked(failing: Sequence[str]) -> Callable[[str, Any], Any]:
    """What gives back an answer, but fails where one of the named things is asked for first."""
    left = set(failing)

    def asked(name: str, answer: Any) -> Any:
        if name in left:
            left.remove(name)
            raise StorageError(f"the {name} broken by the test")
        return answer

    return asked


def _rendering_for(
    asked: Callable[[str, Any], Any], rendering: RenderingSettings, _: str
) -> RenderingSettings:
    settings: RenderingSettings = asked("rendering", rendering)
    return settings


def _hooks(asked: Callable[[str, Any], Any]) -> SchedulerHooks:
    """A schedule without a say, of which parts may fail."""
    return SchedulerHooks(question=lambda _: asked("question", None), sources=lambda _: asked("sources", ()))


class _Flow:
    """Stores each capture as the front door would, without a model; and breaks where a test asks for it."""

    def __init__(
        self, collection: Collection, policy: RevisitPolicy, pauses: HostPauses, options: dict[str, Any]
    ) -> None:
        self._collection = collection
        self._policy = policy
        self._pauses = pauses
        self._break_at: dict[str, str] = options.get("break_at", {})
        self.visits_told: list[int] = []

    def progressed(self, summary: Any) -> None:
        self.visits_told.append(summary.visits)

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        self._break(lease, capture)
        stored = self._collection.store(lease.page, capture)
        failed = is_failed(capture)
        refusal = refusal_in(capture)
        if refusal is not None or capture.status is not None:
            self._pauses.heed(lease.page.host, refusal, capture.finished_at)
        if failed:
            decision = self._policy.after_failure(
                lease.page, failures=lease.page.failures + 1, at=stored.started_at
            )
            hold = self._pauses.hold(lease.page.host, stored.finished_at)
            decision = held_back(decision, hold, at=stored.started_at)
        else:
            decision = self._policy.after_visit(lease.page, lease.page.rate, at=stored.started_at)
        self._collection.repository.finish_visit(
            lease,
            visited_at=stored.started_at,
            failed=failed,
            due_at=decision.due_at,
            due_reason=decision.reason,
            quarantined=decision.quarantined,
            host_next_ok_at=self._pauses.next_ok_at(lease.page.host, stored.finished_at),
        )
        _say(
            url=lease.page.url,
            outcome=stored.outcome,
            status=stored.status,
            text=capture.text,
            at=stored.started_at.isoformat(),
            kind=stored.response_kind,
            due_at=decision.due_at.isoformat(),
            reason=decision.reason,
            codes=[problem.code for problem in stored.problems],
            messages=[problem.message for problem in stored.problems],
            usage=capture.observed.get("content_usage"),
        )

    def _break(self, lease: Lease, capture: Capture) -> None:
        how = next((how for path, how in self._break_at.items() if lease.page.url.endswith(path)), None)
        if how == "disk full":
            raise disk_full("a test's capture") from OSError(errno.ENOSPC, "no space")
        if how == "always" or (how == "once" and capture.outcome is not Outcome.FAILED):
            raise RuntimeError("broken by the test")


def _say(**message: Any) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201 - the channel to the test


def crawl_and_tell(folder: str, options: dict[str, Any]) -> None:
    """The crawl; what the child does."""
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    try:
        _say(**_crawl(folder, options))
    except (CrawlerError, StorageError) as error:
        _say(error=type(error).__name__, message=str(error))
    except KeyboardInterrupt:
        _say(error="KeyboardInterrupt")
