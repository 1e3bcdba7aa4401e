"""The browser of a crawl, behind Scrapy's downloader: one for http and https, replaced when it ages.

Scrapy makes one download handler per scheme, and each of scrapy-playwright's handlers starts a browser of its
own; this one is made once per crawl and answers for both. Requests without ``playwright`` in their meta,
which are those for robots.txt, go through plain HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import Browser, Error, Page
from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError
from scrapy.http import Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from crawler.errors import CrawlError
from crawler.resolving import CheckedNames
from rendering.browser import GuardedLaunch
from rendering.settings import RenderingSettings

logger = logging.getLogger(__name__)

_CLOSE_TIMEOUT_S = 10.0
_LOOK_AGAIN_S = 0.01

WATCH = "watch"
"""Key of a request's meta under which its ``Watched`` is."""


class Watched(Protocol):
    """What is told when a request reaches the browser and when it leaves it again."""

    def opening(self, kill_browser: Callable[[], None]) -> None:
        """The browser is about to be asked; it may be killed if it never answers."""

    def opened(self) -> None:
        """The browser has answered, well or badly."""


class SharedBrowser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # untyped upstream
    """One Chromium for all requests of one crawl."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        spider: Any = crawler.spider
        self._names: CheckedNames | None = spider.names
        self._rendering: RenderingSettings = spider.rendering
        self._guard: GuardedLaunch | None = None
        self._pid: int | None = None
        self._closed = False
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
        if watched is not None:
            watched.opening(self.kill)
        try:
            response: Response = await super().download_request(request)
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
        """Have a browser that answers, starting one where there is none.

        Raises
        ------
        CrawlError
            No browser could be started; the message holds the browser's own words.
        SandboxUnavailable
            The browser's sandbox is required, and cannot be used here.
        """
        browser = self._current()
        if browser is not None and not browser.is_connected():
            await self._forgotten(browser)
        if self._current() is not None:
            return
        try:
            launch = await self._guarded_launch()
            await self._maybe_launch_browser()
            launch.started(self.browser)
            self._pid = await _process_id(self.browser)
        except (Error, AttributeError, OSError) as error:
            raise CrawlError(
                f"the browser could not be started: {error}. `pagetide doctor` says what is missing."
            ) from error

    async def replace(self) -> None:
        """End the browser; the next ``ready`` starts a fresh one. No page may be open."""
        browser = self._current()
        if browser is None:
            return
        try:
            await asyncio.wait_for(browser.close(), _CLOSE_TIMEOUT_S)
        except (TimeoutError, Error):
            self.kill()
        await self._forgotten(browser)

    def kill(self) -> None:
        """End a browser that no longer answers; the visits open in it fail."""
        if self._pid is not None:
            logger.warning(
                "the browser (process %d) does not answer; it is ended and started again", self._pid
            )
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._pid = None

    async def close(self) -> None:
        """End the browser with the crawl; Scrapy asks once per scheme."""
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.wait_for(super().close(), 2 * _CLOSE_TIMEOUT_S)
        except TimeoutError:
            self.kill()
        finally:
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
        answer = await page.goto(request.url, **request.meta["playwright_page_goto_kwargs"])
        return Response(page.url, status=200 if answer is None else answer.status, request=request)

    async def _close_empty_context(self, request: Request) -> None:
        """Close the context of a request whose page could not be opened: nobody else knows of it."""
        opened = self.context_wrappers.get(request.meta.get("playwright_context"))
        if opened is not None and not opened.context.pages:
            with suppress(Error, TimeoutError):
                await asyncio.wait_for(opened.context.close(), _CLOSE_TIMEOUT_S)

    def _current(self) -> Browser | None:
        return getattr(self, "browser", None)

    async def _forgotten(self, browser: Browser) -> None:
        """Wait until scrapy-playwright's own listener has let go of a browser that ended."""
        for _ in range(int(_CLOSE_TIMEOUT_S / _LOOK_AGAIN_S)):
            if self._current() is not browser:
                return
            await asyncio.sleep(_LOOK_AGAIN_S)
        browser.remove_listener("disconnected", self._browser_disconnected_callback)
        self.context_wrappers.clear()
        del self.browser


async def _process_id(browser: Browser) -> int | None:
    """The operating system's number of the browser, without which a hung one could not be ended."""
    session = await browser.new_browser_cdp_session()
    answer = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return next((item["id"] for item in answer["processInfo"] if item["type"] == "browser"), None)
