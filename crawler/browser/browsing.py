"""The browser of a crawl, behind Scrapy's downloader: one for http and https, replaced when it ages, swells or dies.

Scrapy makes one download handler per scheme, and each of scrapy-playwright's handlers starts a browser of its
own; this one is made once per crawl and answers for both. Requests without ``playwright`` in their meta,
which are those for robots.txt, go through plain HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import Browser, Error, Page
from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError
from scrapy.http import Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from crawler.browser import reaper
from crawler.browser.driver import DisposableDriver
from crawler.browser.memory import BrowserMemory, family, memory_of
from crawler.errors import CrawlError
from crawler.manners.resolving import CheckedNames
from rendering.browser import GuardedLaunch
from rendering.settings import RenderingSettings

logger = logging.getLogger(f"pagetide.{__name__}")

_CLOSE_TIMEOUT_S = 10.0
_LOOK_AGAIN_S = 0.01
_LAUNCH_TIMEOUT_S = 30.0
_ANSWER_TIMEOUT_S = 5.0
_MEMORY_LOOK_S = 0.5
_IDLE_LOOK_S = 5.0
_NEWS_S = 30.0  # within which a visit hears that its page has died

WATCH = "watch"
"""Key of a request's meta under which its ``Watched`` is."""

ADDRESS = "address"
"""Key of a request's meta under which the page's URL is: Scrapy escapes more in its own than a browser does."""


class Watched(Protocol):
    """What is told when a request reaches the browser and when it leaves it again."""

    def opening(self, kill_browser: Callable[[], None]) -> float:
        """The browser is about to be asked; it may be killed if it never answers. Seconds after which to give up."""

    def opened(self) -> None:
        """The browser has answered, well or badly."""


@dataclass(frozen=True, kw_only=True)
class Death:
    """Why a browser was ended; of one that died by itself nothing is known."""

    because_of: Watched | None = None  # the visit that it did not answer
    memory_mb: float | None = None  # what it took when it was ended for that


class SharedBrowser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # untyped upstream
    """One Chromium for all requests of one crawl."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        spider: Any = crawler.spider
        self._names: CheckedNames | None = spider.names
        self._rendering: RenderingSettings = spider.rendering
        self._guard: GuardedLaunch | None = None
        self._max_memory_mb = float(self._rendering.limits.max_memory_mb)
        self._pid: int | None = None
        self._closed = False
        self._known: Browser | None = None  # the one that is watched
        self._memory_watch: asyncio.Task[None] | None = None
        self._renderers_ended: list[tuple[float, float]] = []  # when, and its MiB
        self.number = 0
        """How many browsers have been started."""
        self.deaths: dict[int, Death] = {}
        """Why the browser of a number was ended, where it was."""
        self.is_swollen = False
        """Whether it takes too much memory though no page is open, so that it is better replaced."""
        # Another try in the same visit would hide a crash; a visit that failed comes back with the next
        # lease.
        self.config.target_closed_max_retries = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> SharedBrowser:
        """The crawl's one browser, kept on its spider; Scrapy asks once per scheme."""
        spider: Any = crawler.spider
        if spider.browser is None:
            spider.browser = cls(crawler)
        shared: SharedBrowser = spider.browser
        return shared

    async def download_request(self, request: Request) -> Response:
        """A page through the browser, watched; or a file through plain HTTP."""
        watched: Watched | None = request.meta.get(WATCH)
        limit_s = None
        if watched is not None:
            limit_s = watched.opening(lambda: self.kill(Death(because_of=watched)))
        try:
            # The driver may never answer for a page that was being opened when its browser died.
            response: Response = await asyncio.wait_for(super().download_request(request), limit_s)
        except CannotResolveHostError:
            if self._names is not None:
                self._names.check(urlsplit(request.url).hostname or "")
            raise
        except BaseException:
            await self._close_empty_context(request)
            raise
        finally:
            if watched is not None:
                watched.opened()
        return response

    async def ready(self) -> None:
        """Have a browser that lives, starting it, and its driver, where they are gone.

        Raises
        ------
        CrawlError
            No browser could be started; the message holds the browser's own words.
        SandboxUnavailable
            The browser's sandbox is required, and cannot be used here.
        """
        browser = self._current()
        if not self._driver.is_alive:
            await self._restart_driver()
        elif browser is not None and (self._pid is None or not browser.is_connected()):
            await self._forgotten(browser)
        if self._current() is not None:
            return
        try:
            await self._started()
        except (Error, AttributeError, OSError, TimeoutError):
            # a driver that hangs, or died meanwhile, looks like a browser that does not start
            await self._restart_driver()
            await self._started_or_given_up()

    async def outlives(self, number: int) -> bool:
        """Whether the browser of that number still answers: a page may die without it. One that hangs is ended."""
        browser = self._current()
        if browser is None or number != self.number or not self._driver.is_alive:
            return False
        try:
            await asyncio.wait_for(_process_id(browser), _ANSWER_TIMEOUT_S)
        except TimeoutError:
            self.kill()
            return False
        except Error:
            return False
        return True

    def take_ended_renderer(self) -> float | None:
        """MiB of a page's process that was just ended because of them, once for each; None: there was none."""
        since = time.monotonic() - _NEWS_S
        recent = [(ended, mb) for ended, mb in self._renderers_ended if ended > since]
        self._renderers_ended = recent[1:]
        return recent[0][1] if recent else None

    async def replace(self) -> None:
        """End the browser; the next ``ready`` starts a fresh one. No page may be open."""
        self.is_swollen = False
        browser = self._current()
        if browser is None:
            return
        try:
            await asyncio.wait_for(browser.close(), _CLOSE_TIMEOUT_S)
        except (TimeoutError, Error):
            self.kill()
        await self._forgotten(browser)

    def kill(self, death: Death | None = None) -> None:
        """End the browser and all its processes now; the visits open in it fail."""
        if self._pid is None:
            return
        self.deaths.setdefault(self.number, death or Death())
        logger.warning("the browser (process %d) is ended, and started again", self._pid)
        processes, self._pid = family(self._pid), None
        reaper.end(processes, wait_s=0)

    async def close(self) -> None:
        """End the browser with the crawl; Scrapy asks once per scheme."""
        if self._closed:
            return
        self._closed = True
        if self._memory_watch is not None:
            self._memory_watch.cancel()
        try:
            await asyncio.wait_for(super().close(), 2 * _CLOSE_TIMEOUT_S)
        except (TimeoutError, Error):
            self.kill()
        await self._driver.end()
        if self._guard is not None:
            self._guard.close()

    async def _guarded_launch(self) -> GuardedLaunch:
        """What every browser of this crawl is started with, and what all their traffic takes."""
        if self._guard is None:
            self._guard = await asyncio.to_thread(GuardedLaunch, self._rendering)
            self.config.launch_options.update(self._guard.options)
        return self._guard

    async def _download_request_with_page(self, request: Request, page: Page, spider: Spider) -> Response:
        """Navigate until the answer has begun; waiting and reading are the capture's, with limits of its own.

        scrapy-playwright's own reads headers and the DOM for Scrapy, without a limit: a page whose script never
        ends would hold the visit for ever, and every other one would be read twice.
        """
        request.meta["playwright_page"] = page
        answer = await page.goto(
            request.meta.get(ADDRESS, request.url), **request.meta["playwright_page_goto_kwargs"]
        )
        return Response(page.url, status=200 if answer is None else answer.status, request=request)

    async def _close_empty_context(self, request: Request) -> None:
        """Close the context of a request whose page could not be opened: nobody else knows of it."""
        opened = self.context_wrappers.get(request.meta.get("playwright_context"))
        if opened is not None and not opened.context.pages:
            with suppress(Error, TimeoutError):
                await asyncio.wait_for(opened.context.close(), _CLOSE_TIMEOUT_S)

    @property
    def _driver(self) -> DisposableDriver:
        driver: DisposableDriver = self.browser_provider
        return driver

    def _current(self) -> Browser | None:
        return getattr(self, "browser", None)

    async def _started_or_given_up(self) -> None:
        try:
            await self._started()
        except (Error, AttributeError, OSError, TimeoutError) as error:
            raise CrawlError(
                f"the browser could not be started: {error}. `pagetide doctor` says what is missing."
            ) from error

    async def _started(self) -> None:
        await asyncio.wait_for(self._maybe_launch_browser(), _LAUNCH_TIMEOUT_S)

    async def _maybe_launch_browser(self) -> None:
        """scrapy-playwright's launch, which may also come with a request; each browser is watched from its start."""
        launch = await self._guarded_launch()
        await super()._maybe_launch_browser()
        browser = self.browser
        if browser is self._known:
            return
        self._known = browser
        launch.started(browser)
        self.number += 1
        self._pid = await _process_id(browser)
        if self._memory_watch is not None:
            self._memory_watch.cancel()
        self._memory_watch = asyncio.ensure_future(self._watch_memory(browser))

    async def _restart_driver(self) -> None:
        """Start the driver anew, and forget what the old one had started: all of that is ended."""
        logger.warning("the browser's driver is gone or hangs; it is started again")
        browser = self._current()
        await self._driver.end()
        if browser is not None:
            self._forget(browser)
        self.browser_provider = DisposableDriver(self.config)
        await self.browser_provider.start()

    async def _watch_memory(self, browser: Browser) -> None:
        """Look from outside whether it takes too much, as long as it runs."""
        while self._current() is browser and self._pid is not None:
            memory = await asyncio.to_thread(memory_of, self._driver.pid or self._pid, self._max_memory_mb)
            if memory.total_mb > self._max_memory_mb and not self.is_swollen:
                self._relieve(memory)
            await asyncio.sleep(_MEMORY_LOOK_S if self.context_wrappers else _IDLE_LOOK_S)

    def _relieve(self, memory: BrowserMemory) -> None:
        """End the page that takes most of the memory; where none does, the browser, or mark it when it is idle."""
        logger.warning(
            "the browser takes %.0f MiB, more than the %.0f of max_memory_mb",
            memory.total_mb,
            self._max_memory_mb,
        )
        if not self.context_wrappers:
            self.is_swollen = True
        elif memory.renderer is not None and memory.renderer_mb > memory.total_mb / 2:
            self._renderers_ended.append((time.monotonic(), memory.renderer_mb))
            reaper.end([memory.renderer], wait_s=0)
        else:
            self.kill(Death(memory_mb=memory.total_mb))
            if memory.first_mb > memory.total_mb / 2:
                self._driver.kill()

    async def _forgotten(self, browser: Browser) -> None:
        """Wait until scrapy-playwright's own listener has let go of a browser that ended."""
        for _ in range(int(_CLOSE_TIMEOUT_S / _LOOK_AGAIN_S)):
            if self._current() is not browser:
                return
            await asyncio.sleep(_LOOK_AGAIN_S)
        self._forget(browser)

    def _forget(self, browser: Browser) -> None:
        with suppress(KeyError):
            browser.remove_listener("disconnected", self._browser_disconnected_callback)
        self.context_wrappers.clear()
        if self._current() is browser:
            del self.browser


async def _process_id(browser: Browser) -> int | None:
    """The operating system's number of the browser, without which a hung one could not be ended."""
    session = await browser.new_browser_cdp_session()
    answer = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return next((item["id"] for item in answer["processInfo"] if item["type"] == "browser"), None)
