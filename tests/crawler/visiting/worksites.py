"""A collection whose pages workers of the test visit, over either adapter of ``Work``, on a clock set by hand."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, update

from crawler.clock import SimulatedClock
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from crawler.visiting.dispatcher import Dispatcher
from crawler.visiting.dispatching import Dispatching
from crawler.visiting.frontier import Frontier
from crawler.visiting.posted_work import PostedWork
from crawler.visiting.work import Visited, Work
from storage.collection import Collection
from storage.database.schema import delivery, delivery_part, worker
from storage.queries.workers import WorkerRow
from storage.records import Capture, Lease, Outcome, ResponseKind
from storage.warc.writer import software
from tests.crawler.visiting.work_in_memory import WorkInMemory

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SETTINGS = CrawlSettings(host_delay_s=2.0, lease_s=60.0)
LOOK_S = 0.005


class HandClock(SimulatedClock):
    """Moves when the test says."""

    def move(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)


def capture_of(lease: Lease, at: datetime, seconds: float = 1.0) -> Capture:
    return Capture(
        url=lease.page.url,
        started_at=at,
        finished_at=at + timedelta(seconds=seconds),
        outcome=Outcome.COMPLETE,
        response_kind=ResponseKind.CONTENT,
        status=200,
        title="news",
    )


def visited(lease: Lease, at: datetime, seconds: float = 1.0, *, pause_s: float = 2.0) -> Visited:
    return Visited(capture=capture_of(lease, at, seconds), pause=timedelta(seconds=pause_s))


@dataclass
class Worksite:
    """One dispatcher and the workers that it serves."""

    collection: Collection
    is_posted: bool
    hooks: SchedulerHooks = field(default_factory=SchedulerHooks)
    again: timedelta = timedelta(hours=1)
    clock: HandClock = field(default_factory=lambda: HandClock(NOON))
    kept: list[tuple[Lease, Capture]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pauses = HostPauses(SETTINGS)
        repository = self.collection.repository
        frontier = Frontier(repository, self.clock, SETTINGS, self.pauses, hooks=self.hooks)
        lease_for = timedelta(seconds=SETTINGS.lease_s)
        self.dispatcher = Dispatcher(frontier, repository, self.keep, self.pauses, self.clock, lease_for)
        self.dispatching = Dispatching(self.dispatcher, repository, LOOK_S)
        self._lock = threading.Lock()
        self._numbers: dict[int, str] = {}

    def add(self, *urls: str) -> None:
        for url in urls:
            self.collection.repository.add_page(url, at=NOON, due_at=NOON)

    def keep(self, lease: Lease, capture: Capture) -> None:
        """What the flow does of a capture, without archive and model."""
        self.kept.append((lease, capture))
        self.collection.repository.finish_visit(
            lease,
            visited_at=capture.started_at,
            failed=False,
            due_at=self.clock.now() + self.again,
            due_reason="test",
            host_next_ok_at=self.pauses.next_ok_at(lease.page.host, capture.finished_at),
        )

    def worker(self, name: str = "ada") -> Work:
        return self.posted(name) if self.is_posted else WorkInMemory(self.dispatcher, name, self._lock)

    def posted(self, name: str = "ada", check: Callable[[], None] = lambda: None) -> PostedWork:
        """A worker that is reached over the database."""
        number = str(uuid.uuid4())
        me = WorkerRow(
            id=number, name=name, host="here", version=software(), browser="Chromium 1", started_at=NOON
        )
        lease_for = timedelta(seconds=SETTINGS.lease_s)
        work = PostedWork(self.collection.repository, me, self.clock, lease_for, check, look_s=LOOK_S)
        self._numbers[id(work)] = number
        return work

    def number_of(self, work: PostedWork) -> str:
        return self._numbers[id(work)]

    def leased(self, work: Work, limit: int = 10, within_s: float = 20.0) -> list[Lease]:
        """What a worker gets that asks until something comes, or in vain for a while."""
        end = time.monotonic() + (within_s if self.is_posted else 0.0)
        while not (found := work.lease(limit)) and time.monotonic() < end:
            time.sleep(LOOK_S)
        return found

    def gets_nothing(self, work: Work) -> bool:
        """Whether a worker asks in vain for so long that the dispatcher has looked many times."""
        return not self.leased(work, within_s=0.5)

    def die(self, work: Work) -> None:
        """Nothing is heard of a worker any more."""
        if isinstance(work, PostedWork):
            with self.collection.database.posting() as connection:
                mine = update(worker).where(worker.c.id == self._numbers[id(work)])
                connection.execute(mine.values(heard_at=NOON - timedelta(days=365)))
            time.sleep(
                0.5
            )  # until the dispatcher, which may be renewing its leases just now, has looked again

    def wipe(self) -> None:
        """Lose everything that is on its way."""
        with self.collection.database.posting() as connection:
            for table in (delivery_part, delivery, worker):
                connection.execute(delete(table))


@contextmanager
def running(site: Worksite) -> Iterator[Worksite]:
    """The site with its dispatcher at work, where there is a transport."""
    if not site.is_posted:
        yield site
        return
    thread = threading.Thread(target=site.dispatching.run)
    thread.start()
    try:
        yield site
    finally:
        site.dispatching.end()
        thread.join()
    assert site.dispatching.trouble is None
