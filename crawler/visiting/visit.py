"""One visit: from a lease to a capture, whatever happens on the way.

Scrapy carries the request, scrapy-playwright opens a fresh browser context and a page for it, ``prepare``
starts the recording before the page navigates, and the end of the navigation, good or bad, becomes a
``Capture``. A watchdog ends a page that no longer answers, and the whole browser if that does not help: a
visit always ends.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from playwright.async_api import Error, Page
from scrapy import Request

from crawler.browser.browsing import ADDRESS, WATCH
from crawler.manners.politeness import STATED_USAGE, VisitRefused
from rendering.browser import context_options
from rendering.capture.steps import PageCapture, failed_capture, problem_of
from rendering.settings import RenderingSettings
from storage.records import Capture, Lease, Problem, ProblemCode

logger = logging.getLogger(f"pagetide.{__name__}")

GRACE_S = 5.0
"""How long after ``capture_timeout_s`` a visit may end at the latest, but for closing its page."""
CLOSE_TIMEOUT_S = 5.0
"""How long a page may take to close before its browser is ended."""

_PREPARE_TIMEOUT_S = 20.0


class Visit:
    """A lease on its way to a capture; ``at`` is the navigation start on the collection's clock.

    ``browser_number`` is the browser's that is to show it; ``is_again`` says that it is a second try, with no other
    page open, after the browser died under the first.
    """

    def __init__(
        self,
        lease: Lease,
        at: datetime,
        rendering: RenderingSettings,
        *,
        browser_number: int = 0,
        is_again: bool = False,
    ) -> None:
        self.lease = lease
        self.at = at
        self.browser_number = browser_number
        self.is_again = is_again
        self.had_company = False
        """Whether another page was open meanwhile."""
        self.got_stuck = False
        """Whether its browser, not its server, left it without an answer: navigations have a limit of their own."""
        self._deadline = math.inf
        self._rendering = rendering
        self._page: Page | None = None
        self._request: Request | None = None
        self._capture: PageCapture | None = None
        self.trouble: BaseException | None = None
        """What broke the visit, when something did."""
        self._watchdog: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None
        self._kill_browser: Callable[[], None] = _nothing

    def request(self, callback: Callable[..., Any], errback: Callable[..., Any]) -> Request:
        """Scrapy's request for this visit; ``ValueError`` where the stored URL is none."""
        page = self.lease.page
        meta = {
            "playwright": True,
            "playwright_include_page": True,
            "playwright_context": f"page {page.id} visit {self.lease.attempt}{' again' * self.is_again}",
            "playwright_context_kwargs": dict(context_options(self._rendering)),
            "playwright_page_init_callback": self.prepare,
            "playwright_page_goto_kwargs": {
                "wait_until": "commit",
                "timeout": self._rendering.load_timeout_s * 1000,
            },
            "handle_httpstatus_all": True,
            WATCH: self,
            ADDRESS: page.url,
            # The leases hold the hosts apart; a slot per visit keeps Scrapy from queueing what was leased.
            "download_slot": f"visit {page.id}",
        }
        self._request = Request(
            page.url,
            callback=callback,
            errback=errback,
            cb_kwargs={"visit": self},
            meta=meta,
            dont_filter=True,
        )
        return self._request

    async def prepare(self, page: Page, _: Request) -> None:
        """Start the recording on a page that has not navigated; a page that cannot be recorded is closed."""
        self._page = page
        try:
            # scrapy-playwright intercepts every request to rewrite its headers; the browser's own are wanted.
            await page.unroute("**")
            preparing = PageCapture.prepare(page, self.lease.page.url, self._rendering, self.at)
            self._capture = await asyncio.wait_for(preparing, _PREPARE_TIMEOUT_S)
        except (Error, TimeoutError) as error:
            self.trouble = error
            await self.close()

    def opening(self, kill_browser: Callable[[], None]) -> float:
        """The budget of the whole capture begins: close a page that has not arrived by its end.

        Seconds after which nothing will come any more.
        """
        self._kill_browser = kill_browser
        loop = asyncio.get_running_loop()
        self._deadline = loop.time() + self._rendering.capture_timeout_s
        self._watchdog = loop.call_at(self._deadline, self._overdue)
        return self._rendering.capture_timeout_s + GRACE_S

    def opened(self) -> None:
        """The page arrived, or the visit failed: what follows has its own time limits."""
        if self._watchdog is not None:
            self._watchdog.cancel()

    async def arrived(self, status: int) -> Capture:
        """The capture of a page that has loaded."""
        if self._capture is None:
            return self.broken()
        return await self._in_time(self._capture.complete(status=status))

    async def missed(self, error: BaseException) -> Capture:
        """The capture of a visit that ended otherwise: what the page shows all the same, or why nothing."""
        if isinstance(error, VisitRefused):
            return failed_capture(self.lease.page.url, self.at, error.problem, self._rendering)
        if self._capture is None:
            return self.broken(self.trouble or error)
        return await self._in_time(self._capture.fail(self.trouble or error))

    def broken(self, error: BaseException | None = None) -> Capture:
        """The capture of a visit that broke inside Pagetide or its browser."""
        error, url = error or self.trouble, self.lease.page.url
        if isinstance(error, Error):
            problem = problem_of(error, url)
        elif isinstance(error, TimeoutError):
            problem = Problem(code=ProblemCode.BROWSER, message="the browser did not answer in time", url=url)
        else:
            message = f"the visit broke: {type(error).__name__}: {str(error).partition(chr(10))[0]}"
            problem = Problem(code=ProblemCode.INTERNAL, message=message, url=url)
        return failed_capture(url, self.at, problem, self._rendering)

    async def close(self) -> None:
        """Close page and context; a browser that does not even do that in time is ended. Again does nothing."""
        page, self._page = self._page, None
        if page is None:
            return
        with suppress(Error):
            try:
                await asyncio.wait_for(_close(page), CLOSE_TIMEOUT_S)
            except TimeoutError:
                logger.warning("%s: the page did not close in %.0f s", self.lease.page.url, CLOSE_TIMEOUT_S)
                self._kill_browser()

    async def _in_time(self, capturing: Awaitable[Capture]) -> Capture:
        """A belt to the capture's own time limit, for a browser that hangs."""
        left_s = max(self._deadline - asyncio.get_running_loop().time(), 0.0)
        limit_s = min(left_s, self._rendering.capture_timeout_s) + GRACE_S
        try:
            return self._with_stated_usage(await asyncio.wait_for(capturing, limit_s))
        except TimeoutError as error:
            self.got_stuck = True
            logger.warning("%s: its browser did not answer within %.0f s", self.lease.page.url, limit_s)
            return self.broken(error)

    def _with_stated_usage(self, capture: Capture) -> Capture:
        """The capture, with what robots.txt says may be done with its page beside what its own answer says."""
        stated = () if self._request is None else self._request.meta.get(STATED_USAGE, ())
        if not stated:
            return capture
        usage = {**capture.observed.get("content_usage", {}), "robots": list(stated)}
        return replace(capture, observed={**capture.observed, "content_usage": usage})

    def _overdue(self) -> None:
        self.got_stuck = True
        self.trouble = TimeoutError(
            f"the page did not answer within {self._rendering.capture_timeout_s:.0f} s"
        )
        if self._page is None:
            self._kill_browser()
        else:
            self._closing = asyncio.ensure_future(self.close())


def _nothing() -> None:
    """There is no browser to kill before the request reaches one."""


async def _close(page: Page) -> None:
    """Page before context: the other order has left pages open (scrapy-playwright issue 126)."""
    await page.close()
    await page.context.close()
