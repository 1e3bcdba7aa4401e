"""One visit: from a lease to a capture, with every failure handled.

It opens a fresh browser context and a page, starts the recording before the page navigates, and the end of the
navigation, good or bad, becomes a ``Capture``. A watchdog ends a page that no longer answers, and the whole browser if
that does not help: a visit always ends.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from playwright.async_api import BrowserContext, Error, Page

from crawler.browser.browsing import Death, SharedBrowser
from crawler.manners.politeness import VisitRefused
from rendering.browser import context_options
from rendering.capture.steps import PageCapture, failed_capture, problem_of
from rendering.settings import RenderingSettings
from storage.observed import StatedUsage
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
        self, lease: Lease, at: datetime, rendering: RenderingSettings, *, is_again: bool = False
    ) -> None:
        self.lease = lease
        self.at = at
        self.rendering = rendering
        self.is_again = is_again
        self.browser_number = 0
        self.had_company = False
        """Whether another page was open meanwhile."""
        self.got_stuck = False
        """Whether its browser, not its server, left it without an answer: navigations have a limit of their own."""
        self.trouble: BaseException | None = None
        """What broke the visit, when something did."""
        self.stated_usage: Sequence[str] = ()
        """What robots.txt says may be done with the page, which is kept and is no rule of access."""
        self._deadline = math.inf
        self._browser: SharedBrowser | None = None
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._capture: PageCapture | None = None
        self._closing: asyncio.Task[None] | None = None

    async def shown_by(self, browser: SharedBrowser) -> int:
        """Have the browser show the page until its answer has begun: the answer's status.

        Waiting for the rest and reading it is the capture's work, with limits of its own.

        Raises
        ------
        Error, TimeoutError
            There was no answer in time, the navigation failed, or the browser died; ``trouble`` may know better.
        """
        await browser.ready()
        self._browser, self.browser_number = browser, browser.number
        loop = asyncio.get_running_loop()
        self._deadline = loop.time() + self.rendering.capture_timeout_s
        watchdog = loop.call_at(self._deadline, self._overdue)
        try:
            # the driver may never answer for a page that was being opened when its browser died
            return await asyncio.wait_for(
                self._navigated(browser), self.rendering.capture_timeout_s + GRACE_S
            )
        finally:
            watchdog.cancel()

    async def _navigated(self, browser: SharedBrowser) -> int:
        url, rendering = self.lease.page.url, self.rendering
        self._context = await browser.context(context_options(rendering))
        self._page = page = await self._context.new_page()
        preparing = PageCapture.prepare(page, url, rendering, self.at)
        self._capture = await asyncio.wait_for(preparing, _PREPARE_TIMEOUT_S)
        answer = await page.goto(url, wait_until="commit", timeout=rendering.load_timeout_s * 1000)
        return 200 if answer is None else answer.status

    async def arrived(self, status: int) -> Capture:
        """The capture of a page that has loaded."""
        if self._capture is None:
            return self.broken()
        return await self._in_time(self._capture.complete(status=status))

    async def missed(self, error: BaseException) -> Capture:
        """The capture of a visit that ended otherwise: what the page shows all the same, or why nothing."""
        if isinstance(error, VisitRefused):
            return failed_capture(self.lease.page.url, self.at, error.problem, self.rendering)
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
        return failed_capture(url, self.at, problem, self.rendering)

    async def close(self) -> None:
        """Close page and context; a browser that does not even do that in time is ended. Again does nothing."""
        context, self._context = self._context, None
        page, self._page = self._page, None
        if context is None:
            return
        with suppress(Error):
            try:
                await asyncio.wait_for(_close(page, context), CLOSE_TIMEOUT_S)
            except TimeoutError:
                logger.warning("%s: the page did not close in %.0f s", self.lease.page.url, CLOSE_TIMEOUT_S)
                self._kill_browser()

    async def _in_time(self, capturing: Awaitable[Capture]) -> Capture:
        """A belt to the capture's own time limit, for a browser that hangs."""
        left_s = max(self._deadline - asyncio.get_running_loop().time(), 0.0)
        limit_s = min(left_s, self.rendering.capture_timeout_s) + GRACE_S
        try:
            return self._with_stated_usage(await asyncio.wait_for(capturing, limit_s))
        except TimeoutError as error:
            self.got_stuck = True
            logger.warning("%s: its browser did not answer within %.0f s", self.lease.page.url, limit_s)
            return self.broken(error)

    def _with_stated_usage(self, capture: Capture) -> Capture:
        """The capture, with what robots.txt says may be done with its page beside what its own answer says."""
        if not self.stated_usage:
            return capture
        usage: StatedUsage = {**capture.observed.get("content_usage", {}), "robots": list(self.stated_usage)}
        return replace(capture, observed={**capture.observed, "content_usage": usage})

    def _overdue(self) -> None:
        """The budget of the whole capture is over: close a page that has not arrived."""
        self.got_stuck = True
        self.trouble = TimeoutError(
            f"the page did not answer within {self.rendering.capture_timeout_s:.0f} s"
        )
        if self._page is None:
            self._kill_browser()
        else:
            self._closing = asyncio.ensure_future(self.close())

    def _kill_browser(self) -> None:
        if self._browser is not None and self._browser.number == self.browser_number:
            self._browser.kill(Death(because_of=self))


async def _close(page: Page | None, context: BrowserContext) -> None:
    """Page before context: the other order has left pages open (scrapy-playwright issue 126)."""
    if page is not None:
        await page.close()
    await context.close()
