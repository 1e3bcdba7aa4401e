"""The daemon's days without a browser: the real schedule, database and flow, a clock that a test sets."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from crawler.visiting.frontier import Frontier
from pagetide.app import App
from storage.collection import Collection
from storage.records import Capture, Lease, Page, Problem, ProblemCode, RateBelief, ResponseKind
from tests.pagetide.synthetic import START, capture, failed

HOUR = timedelta(hours=1)
_PLAIN = capture(0, news=1, advert=1)


class SetClock:
    """A clock that says what a test sets it to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    async def sleep_until(self, when: datetime | None, wake: object = None, *, busy: bool = False) -> bool:
        raise AssertionError("nothing here waits")


def gone(page: Page, at: datetime) -> Capture:
    """What a visit brings home that is neither failed nor compared with anything: the page is not there any more."""
    return replace(
        _PLAIN,
        url=page.url,
        final_url=page.url,
        started_at=at,
        finished_at=at + timedelta(seconds=1),
        status=404,
        response_kind=ResponseKind.ERROR,
        view_png=None,
        full_page_png=None,
    )


def refused(page: Page, at: datetime, code: ProblemCode = ProblemCode.UNREACHABLE) -> Capture:
    """A visit that failed."""
    message = "robots.txt of it does not allow Pagetide to visit this page"
    problem = Problem(code=code, message=message, url=page.url)
    return replace(failed(0), url=page.url, started_at=at, finished_at=at, problems=(problem,))


class Daemon:
    """A daemon on a collection; ``visits`` are those it made.

    All it waits for is waited for in one event loop: a new one, with a new thread, takes longer than most questions.
    """

    def __init__(self, app: App, clock: SetClock, runner: asyncio.Runner, tick: timedelta = HOUR) -> None:
        self.app = app
        self._runner = runner
        self._tick = tick
        self.clock = clock
        self.visits: list[tuple[str, datetime]] = []
        self.failing: set[str] = set()
        hooks = app.timetable.begin(clock.now())
        app.timetable.tick(clock.now())
        self.frontier = Frontier(
            app.collection.repository, clock, app.settings.crawl, app.pauses, hooks=hooks
        )
        self._ticked = clock.now()

    def due(self, limit: int = 99) -> list[Lease]:
        return self._runner.run(self.frontier.lease(limit))

    def visit_due(self) -> int:
        """Visit what may be visited now; how many that were."""
        leases = self.due()
        for lease in leases:
            at = self.clock.now()
            result = refused if lease.page.url in self.failing else gone
            self.app.flow.on_capture(lease, result(lease.page, at))
            self.visits.append((lease.page.url, at))
        return len(leases)

    def live(self, hours: float) -> None:
        """Let time pass, visiting what falls due and ticking."""
        end = self.clock.at + hours * HOUR
        while self.clock.at < end:
            while self.visit_due():
                pass
            if self.clock.at - self._ticked >= self._tick:
                self.app.timetable.tick(self.clock.at)
                self._ticked = self.clock.at
            due_at = self._runner.run(self.frontier.next_due_at()) or end
            tick_at = self._ticked + self._tick
            look_at = self.clock.at + HOUR / 3
            self.clock.at = max(min(due_at, tick_at, look_at, end), self.clock.at + timedelta(seconds=1))

    def times(self, url: str) -> list[datetime]:
        return [at for visited, at in self.visits if visited == url]


@contextmanager
def living(folder: Path, at: datetime = START, tick: timedelta = HOUR, **crawl: Any) -> Iterator[Daemon]:
    """A daemon that was just started."""
    clock = SetClock(at)
    overrides = {"crawl": {"host_delay_s": 1.0, **crawl}}
    with App.open(folder, clock=clock, overrides=overrides) as app, asyncio.Runner() as runner:
        yield Daemon(app, clock, runner, tick)


def add(folder: Path, count: int, *, host: str = "h{}.example", changes_a_day: float = 2.0) -> list[Page]:
    """Pages that are due at once and well known."""
    with Collection.open(folder) as opened:
        pages = [
            opened.repository.add_page(f"https://{host.format(n)}/{n}", at=START, due_at=START)
            for n in range(count)
        ]
        for page in pages:
            belief = RateBelief(shape=20.0, scale_h=480.0 / changes_a_day)
            opened.repository.set_rate(page.id, belief, observations=20)
    return pages
