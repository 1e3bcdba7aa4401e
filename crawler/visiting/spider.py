"""The long-lived spider: leases due pages, has each captured, and hands the captures on.

``start`` runs as long as the crawl does: it leases up to the free slots, begins one visit per lease, and
sleeps until a slot is free or a page is due. Each visit ends in ``_ended``, the per-page boundary: whatever
went wrong, page and context are closed, a capture (perhaps a failed one) is handed over, and the lease is
finished; unless the browser died under it through no known fault of the page, which is then visited
again, alone (``crawler.visiting.crash_blame``). ``on_capture`` runs in one worker thread, one call at a time, while the
browser already loads the next page.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from playwright.async_api import Error
from scrapy import Request, Spider
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from crawler.browser.browsing import SharedBrowser
from crawler.clock import Clock
from crawler.errors import CrawlError
from crawler.manners.host_pauses import HostPauses
from crawler.manners.politeness import NO_ANSWER, RobotsRules, VisitRefused
from crawler.manners.resolving import CheckedNames
from crawler.settings import CrawlSettings
from crawler.visiting.crash_blame import CrashBlame, Verdict
from crawler.visiting.frontier import Frontier
from crawler.visiting.plain_requests import NOT_MODIFIED, question, source_request
from crawler.visiting.visit import Visit
from crawler.visiting.work import WorkFrontier
from crawler.waiting import at_most
from rendering.settings import RenderingSettings
from storage.database_retries import Patience
from storage.errors import (
    DatabaseGone,
    DatabaseUnavailable,
    DiskFull,
    InvalidURL,
    NoRoom,
    NotWritable,
    StorageError,
)
from storage.records import Capture, Lease, Outcome, Problem, ProblemCode
from storage.watchable_urls import checked_url

logger = logging.getLogger(f"pagetide.{__name__}")

_MOMENT = timedelta(milliseconds=50)
_TRIES = 5  # of the loop, in a row
LOOKS_FOR_ROOM_S = 60.0
_ABANDON_TIMEOUT_S = 5.0
_ENDINGS = (DiskFull, DatabaseGone, NotWritable)  # nothing could be kept of any further visit

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class CrawlSummary:
    """What a crawl did."""

    visits: int = 0
    complete: int = 0
    partial: int = 0
    failed: int = 0
    seconds: float = 0.0

    def plus(self, outcome: Outcome) -> CrawlSummary:
        """The summary after one more visit."""
        counted = {outcome.value: getattr(self, outcome.value) + 1}
        return replace(self, visits=self.visits + 1, **counted)


@dataclass(frozen=True, kw_only=True)
class CrawlPlan:
    """What a spider must know of a crawl; an argument, because Scrapy copies its settings deeply."""

    frontier: Frontier | WorkFrontier
    on_capture: Callable[[Lease, Capture], None]
    rendering: RenderingSettings  # of the browser, and of pages without settings of their own
    rendering_for: Callable[[str], RenderingSettings]  # how the page of this URL is rendered
    settings: CrawlSettings
    clock: Clock
    pauses: HostPauses
    until: datetime | None = None
    once: bool = False
    stops: tuple[asyncio.Event, ...] = ()  # any of them ends the crawl after the visits in flight
    progress: Callable[[CrawlSummary], None] | None = None
    visits: bool = True  # else pages are left to workers, and only feeds and sitemaps are read
    names: CheckedNames | None = None  # what Scrapy's own requests are resolved with


class CaptureSpider(Spider):
    """Visits what is due, for as long as the plan says."""

    name = "capture"

    def __init__(self, plan: CrawlPlan) -> None:
        super().__init__()
        self.clock = plan.clock
        self.crawl_settings = plan.settings
        self.pauses = plan.pauses
        self.names = plan.names
        self.browser = SharedBrowser(plan.rendering)
        self.summary = CrawlSummary()
        self.trouble: CrawlError | StorageError | None = None
        self.began = False
        self.rendering = plan.rendering
        self.rendering_for = plan.rendering_for
        self._plan = plan
        self._crash_blame = CrashBlame(plan.rendering.limits.max_memory_mb)
        self._again: list[tuple[Visit, Capture]] = []  # whose browser died, and what they brought home
        self._browsing: set[Visit] = set()
        self._keeping: set[Visit] = set()
        self._wake = asyncio.Event()
        self._hurry = asyncio.Event()  # nothing is waited for any more
        self._abandoned = False
        self._finished = False
        self._stumbles = 0
        self._lacks_room = False
        self._patience = Patience()
        self._visited: set[int] = set()
        self._visits_of_browser = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="on-capture")

    async def start(self) -> AsyncIterator[Request]:
        """Visit due pages until the crawl is over; never raises, ``trouble`` says why it ended early."""
        self.began = True
        began_at = self.clock.now()
        watchers = [asyncio.ensure_future(self._wake_on(stop)) for stop in self._plan.stops]
        while not self._is_over():
            await self._surviving(self._next_visits(began_at))
        while self._tasks:
            await asyncio.wait(self._tasks)
        for visit, capture in self._again:  # no time is left for them
            await self._keep(visit, capture)
        for watcher in watchers:
            watcher.cancel()
        await self.browser.close()
        requests: tuple[Request, ...] = ()  # Scrapy wants a generator; it is asked by ``_answer``
        for request in requests:
            yield request

    async def abandon(self) -> None:
        """Stop now: close what is open, hand over nothing more."""
        self._abandoned = True
        self._wake.set()
        self._hurry.set()
        closing = [asyncio.ensure_future(visit.close()) for visit in self._browsing]
        if closing:
            await asyncio.wait(closing, timeout=_ABANDON_TIMEOUT_S)
        if self._browsing:
            self.browser.kill()

    async def finish(self) -> None:
        """Wait for the last call of ``on_capture``; nothing of ours runs afterwards."""
        await asyncio.to_thread(self._worker.shutdown)

    def _is_over(self) -> bool:
        until = self._plan.until
        return (
            self._finished
            or self._abandoned
            or self.trouble is not None
            or any(stop.is_set() for stop in self._plan.stops)
            or (until is not None and self.clock.now() >= until)
        )

    async def _next_visits(self, began_at: datetime) -> None:
        """Begin what is due now; with nothing to visit, sleep, or find that the crawl is finished.

        Every visit begins before anything else is asked of the database: what fails then cannot lose it.
        """
        self._wake.clear()
        if self._again:
            await self._begin_again()
            return
        leases = await self._next_leases()
        fresh = any(lease.page.id not in self._visited for lease in leases)
        for lease in leases:
            self._begin(lease)
        for source in await self._plan.frontier.sources():
            self._run(self._read(source))
        if self._plan.once and not fresh:
            # A page that came due again meanwhile has had its visit: only the others are waited for.
            # One whose browser dies may yet need a second visit, so the open ones are waited for too; one may have
            # come to need it just now, while the next browser was started.
            due = await self._plan.frontier.has_due(began_at, besides=self._visited)
            self._finished = not (due or self._browsing or self._again)
        if not leases and not self._finished:
            self._finished = not await self._wait()

    async def _surviving(self, step: Awaitable[None]) -> None:
        """The loop's boundary: a database that does not answer is waited for, a mistake of ours is tried again."""
        try:
            await step
        except NoRoom as error:
            await self._waited_for_room(error)
        except (CrawlError, *_ENDINGS) as error:
            self._stop_because(error)
        except DatabaseUnavailable as error:
            await self._waited_for(error)
        except Exception as error:  # noqa: BLE001 - the loop's boundary, logged there
            await self._stumbled(error)
        else:
            self._stumbles, self._patience = 0, Patience()
            if self._lacks_room:
                logger.info("there is room again, and visits go on")
                self._lacks_room = False

    async def _waited_for_room(self, error: NoRoom) -> None:
        """A crawl that has an end of its own ends now; another one goes on when there is room."""
        if self._plan.once or self._plan.until is not None:
            self._stop_because(error)
            return
        if not self._lacks_room:
            logger.error("no visit begins until there is room: %s", error)
            self._lacks_room = True
        self._wake.clear()
        if not self._is_over():
            await at_most(self._wake, LOOKS_FOR_ROOM_S)

    async def _waited_for(self, error: DatabaseUnavailable) -> None:
        pause_s = self._patience.pause_s()
        if pause_s is None:
            self._stop_because(error)
            return
        logger.warning("no page can be leased; trying again in %.0f s: %s", pause_s, error)
        self._wake.clear()
        if not self._is_over():
            await at_most(self._wake, pause_s)

    async def _stumbled(self, error: Exception) -> None:
        self._stumbles += 1
        is_trouble = isinstance(error, StorageError | Error | OSError)  # of the machine, not a mistake
        message = "the next pages could not be leased; trying again: %s"
        logger.warning(message, error, exc_info=not is_trouble)
        if self._stumbles == _TRIES:
            self._stop_because(CrawlError(f"the next pages could not be leased, {_TRIES} times: {error}"))
        await asyncio.sleep(self._stumbles)

    async def _next_leases(self) -> list[Lease]:
        """Leases for the free slots; none while pages are open in a browser that is to be replaced."""
        if not self._plan.visits or any(visit.is_again for visit in self._browsing):
            return []
        if self.browser.is_swollen or self._visits_of_browser >= self.crawl_settings.browser_visits:
            if self._browsing:
                return []
            await self.browser.replace()
            self._visits_of_browser = 0
        # As many captures may wait for on_capture as pages may be open: memory stays bounded when it is slow.
        free = self.crawl_settings.concurrency - max(len(self._browsing), len(self._keeping))
        if free <= 0:
            return []
        await self.browser.ready()
        in_hand = [visit.lease for visit in (*self._browsing, *self._keeping)]
        return await self._plan.frontier.lease(free, in_hand)

    async def _begin_again(self) -> None:
        """Begin the next visit whose browser died under it, once no other is open; sleep until then."""
        if self._browsing:
            await self._wake.wait()
            return
        await self.browser.ready()
        visit, _ = self._again.pop(0)
        self._begin(visit.lease, is_again=True)

    def _begin(self, lease: Lease, *, is_again: bool = False) -> None:
        """The visit of a lease is in flight from now on, and ends by itself."""
        self._visited.add(lease.page.id)
        visit = Visit(lease, self.clock.now(), self._plan.rendering, is_again=is_again)
        for other in self._browsing:
            other.had_company = visit.had_company = True
        self._browsing.add(visit)
        self._run(self._visit(visit))

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _visit(self, visit: Visit) -> None:
        """From a lease to a finished one, whatever happens; a page that says it has not changed is spared."""
        if await self._guarded(visit, self._is_spared(visit)):
            self._browsing.discard(visit)
            self._wake.set()
        else:
            await self._ended(visit, self._captured(visit))

    async def _is_spared(self, visit: Visit) -> bool:
        """Whether the server says that the page has not changed, and that is believed."""
        headers = None if visit.is_again else self._plan.frontier.question(visit.lease)
        if headers is None:
            return False
        try:
            response = await self._answer(question(visit.lease.page.url, headers))
        except (IgnoreRequest, *NO_ANSWER):
            return False  # the browser meets whatever stood in the way, and its visit says so
        changed = response.status != NOT_MODIFIED
        return await self._in_worker(self._plan.frontier.note_answer, visit.lease, changed, visit.at) is True

    async def _captured(self, visit: Visit) -> Capture:
        """What a browser shows of the page, or why it shows nothing."""
        try:
            visit.rendering = self.rendering_for(visit.lease.page.url)
            visit.stated_usage = await self._robots.admit(checked_url(visit.lease.page.url))
            self._visits_of_browser += 1
            status = await visit.shown_by(self.browser)
        except CrawlError as error:  # no browser can be started
            self._stop_because(error)
            return await visit.missed(error)
        except InvalidURL as error:
            problem = Problem(code=ProblemCode.INVALID_URL, message=str(error), url=visit.lease.page.url)
            return await visit.missed(VisitRefused(problem))
        except (VisitRefused, Error, TimeoutError) as error:
            return await visit.missed(error)
        return await visit.arrived(status)

    @property
    def _robots(self) -> RobotsRules:
        rules = self.crawler.get_downloader_middleware(RobotsRules)
        assert rules is not None, "robots.txt is obeyed by a middleware of every crawl (crawler.manners)"
        return rules

    async def _answer(self, request: Request) -> Response:
        return await self.crawler.engine.download_async(request)

    async def _wait(self) -> bool:
        """Sleep until something can have changed; False when nothing ever will."""
        busy = bool(self._browsing or self._keeping)
        due = await self._plan.frontier.next_due_at() if self._plan.visits else None
        if self._wake.is_set():
            return True
        if due is not None:
            # Leasing just found nothing, so what is due "now" is due a moment later at the earliest.
            due = max(due, self.clock.now() + _MOMENT)
        moments = [when for when in (due, self._plan.until) if when is not None]
        return await self.clock.sleep_until(min(moments, default=None), self._wake, busy=busy)

    async def _wake_on(self, stop: asyncio.Event) -> None:
        await stop.wait()
        self._wake.set()

    async def _read(self, source: str) -> None:
        """Take in what a feed or a sitemap says."""
        try:
            response = await self._answer(source_request(source))
            if response.status == 200:
                await self._in_worker(self._plan.frontier.note_announcements, source, response.body)
            else:
                logger.warning("%s answers %d, so it announces nothing", source, response.status)
        except (IgnoreRequest, *NO_ANSWER) as error:
            logger.warning("%s could not be read: %s", source, error)
        except Exception:  # the boundary of one source: the crawl goes on
            logger.exception("%s could not be stored", source)
        self._wake.set()

    async def _ended(self, visit: Visit, capturing: Awaitable[Capture]) -> None:
        """From the end of a visit to a finished lease, whatever happens."""
        capture = await self._guarded(visit, capturing)
        await self._guarded(visit, visit.close())
        capture = visit.broken() if capture is None else capture
        verdict = await self._guarded(
            visit, self._crash_blame.judged(self.browser, visit, capture)
        ) or Verdict(capture=capture)
        self._browsing.discard(visit)
        self._wake.set()
        if verdict.is_innocent and not self._is_over():
            self._again.append((visit, capture))
            return
        self._keeping.add(visit)
        await self._keep(visit, verdict.capture)

    async def _keep(self, visit: Visit, capture: Capture) -> None:
        """Hand over the capture; if that fails, a failed one; if that fails too, at least end the lease."""
        try:
            if self._abandoned:
                return
            outcome = capture.outcome
            if not await self._handed_over(visit, capture):
                outcome = Outcome.FAILED
                if self.trouble is not None:
                    logger.error("%s: what was captured is lost; it is visited again", visit.lease.page.url)
                elif not await self._handed_over(visit, visit.broken()):
                    giving_up = self._in_worker(self._plan.frontier.give_up, visit.lease, visit.at)
                    await self._guarded(visit, giving_up)
            self.summary = self.summary.plus(outcome)
            await self._guarded(visit, self._tell())
        finally:
            self._keeping.discard(visit)
            self._wake.set()

    async def _handed_over(self, visit: Visit, capture: Capture) -> bool:
        return await self._guarded(visit, self._kept(visit, capture)) is not None

    async def _kept(self, visit: Visit, capture: Capture) -> bool:
        """Hand over the capture; as long as the database does not answer it waits in memory, up to a limit."""
        patience = Patience()
        while True:
            try:
                await self._in_worker(self._plan.on_capture, visit.lease, capture)
            except DatabaseUnavailable as error:
                pause_s, url = patience.pause_s(), visit.lease.page.url
                if pause_s is not None:
                    logger.warning("%s: its capture waits, trying again in %.0f s: %s", url, pause_s, error)
                    await at_most(self._hurry, pause_s)
                if pause_s is None or self._abandoned:
                    self._stop_because(error)
                    raise
            else:
                return True

    async def _tell(self) -> None:
        if self._plan.progress is not None:
            self._plan.progress(self.summary)

    def _in_worker(self, function: Callable[..., T], *arguments: Any) -> Awaitable[T | None]:
        return asyncio.get_running_loop().run_in_executor(self._worker, self._called, function, *arguments)

    def _called(self, function: Callable[..., T], *arguments: Any) -> T | None:
        """Call it, unless the crawl was abandoned while it waited for its turn."""
        return None if self._abandoned else function(*arguments)

    async def _guarded(self, visit: Visit, awaitable: Awaitable[T]) -> T | None:
        """The per-page boundary: an error of one visit is logged and never reaches another."""
        try:
            return await awaitable
        except _ENDINGS as error:
            self._stop_because(error)
        except Exception as error:
            visit.trouble = visit.trouble or error
            logger.exception(
                "%s: the visit broke", visit.lease.page.url, extra={"page_id": visit.lease.page.id}
            )
        return None

    def _stop_because(self, error: CrawlError | StorageError) -> None:
        if self.trouble is None:
            logger.error("the crawl ends: %s", error)
            self.trouble = error
        self._wake.set()
