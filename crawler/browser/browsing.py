"""The browser of a crawl: one for all visits, replaced when it is old, too large or dead."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error

from crawler.browser import reaper
from crawler.browser.driver import DisposableDriver
from crawler.browser.memory import BrowserMemory, family, memory_of
from crawler.errors import CrawlError
from rendering.browser import GuardedLaunch
from rendering.settings import RenderingSettings

logger = logging.getLogger(f"pagetide.{__name__}")

_CLOSE_TIMEOUT_S = 10.0
_LAUNCH_TIMEOUT_S = 30.0
_ANSWER_TIMEOUT_S = 5.0
_MEMORY_LOOK_S = 0.5
_IDLE_LOOK_S = 5.0
_DEAF = {"handle_sigint": False, "handle_sigterm": False, "handle_sighup": False}
"""Ctrl-C asks us to finish the open pages first; the browser must not hear it."""
_NEWS_S = 30.0  # within which a visit hears that its page has died


@dataclass(frozen=True, kw_only=True)
class Death:
    """Why a browser was ended; of one that died by itself nothing is known."""

    because_of: object = None  # the visit that it did not answer
    memory_mb: float | None = None  # what it took when it was ended for that


class SharedBrowser:
    """One Chromium for all visits of one crawl."""

    def __init__(self, rendering: RenderingSettings) -> None:
        self._rendering = rendering
        self._driver = DisposableDriver()
        self._guard: GuardedLaunch | None = None
        self._max_memory_mb = float(rendering.limits.max_memory_mb)
        self._browser: Browser | None = None
        self._contexts: set[BrowserContext] = set()
        self._pid: int | None = None
        self._starting = asyncio.Lock()
        self._memory_watch: asyncio.Task[None] | None = None
        self._renderers_ended: list[tuple[float, float]] = []  # when, and its MB
        self.number = 0
        """How many browsers have been started."""
        self.deaths: dict[int, Death] = {}
        """Why the browser of a number was ended, where it was."""
        self.is_swollen = False
        """Whether it takes too much memory though no page is open, so that it is better replaced."""

    async def ready(self) -> None:
        """Have a browser that lives, starting it, and its driver, where they are gone.

        Raises
        ------
        CrawlError
            No browser could be started; the message holds the browser's own words.
        SandboxUnavailable
            The browser's sandbox is required, and cannot be used here.
        """
        async with self._starting:
            for is_last in (False, True):
                try:
                    await self._living(fresh_driver=is_last)
                    return
                except (Error, OSError, TimeoutError) as error:
                    # a driver that hangs, or died meanwhile, looks like a browser that does not start
                    if is_last:
                        raise CrawlError(
                            f"the browser could not be started: {error}. `pagetide doctor` says what is missing."
                        ) from error

    async def context(self, options: Mapping[str, Any]) -> BrowserContext:
        """A fresh browser context with these arguments of Playwright's ``new_context``; the visit closes it."""
        if self._browser is None:
            raise CrawlError("no browser was started for this visit")
        context = await self._browser.new_context(**options)
        self._contexts.add(context)
        context.on("close", self._closed)
        return context

    def _closed(self, context: BrowserContext) -> None:
        self._contexts.discard(context)

    async def outlives(self, number: int) -> bool:
        """Whether the browser of that number still answers: a page may die without it. One that hangs is ended."""
        browser = self._browser
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
        """MB of a page's process that was just ended because of them, once for each; None: there was none."""
        since = time.monotonic() - _NEWS_S
        recent = [(ended, mb) for ended, mb in self._renderers_ended if ended > since]
        self._renderers_ended = recent[1:]
        return recent[0][1] if recent else None

    async def replace(self) -> None:
        """End the browser; the next ``ready`` starts a fresh one. No page may be open."""
        self.is_swollen = False
        browser, self._browser = self._browser, None
        if browser is None:
            return
        try:
            await asyncio.wait_for(browser.close(), _CLOSE_TIMEOUT_S)
        except (TimeoutError, Error):
            self.kill()
        self._pid = None

    def kill(self, death: Death | None = None) -> None:
        """End the browser and all its processes now; the visits open in it fail."""
        if self._pid is None:
            return
        self.deaths.setdefault(self.number, death or Death())
        logger.warning("the browser (process %d) is ended, and started again", self._pid)
        processes, self._pid = family(self._pid), None
        reaper.end(processes, wait_s=0)

    async def close(self) -> None:
        """End the browser with the crawl."""
        if self._memory_watch is not None:
            self._memory_watch.cancel()
        await self.replace()
        await self._driver.close()
        if self._guard is not None:
            self._guard.close()

    async def _living(self, *, fresh_driver: bool) -> None:
        if fresh_driver or not self._driver.is_alive:
            await self._restart_driver()
        if self._browser is None or self._pid is None or not self._browser.is_connected():
            # one that hangs is known sooner than by a launch
            await asyncio.wait_for(self._driver.answered(), _ANSWER_TIMEOUT_S)
            await asyncio.wait_for(self._launched(), _LAUNCH_TIMEOUT_S)

    async def _launched(self) -> None:
        """Start a browser that takes the one way out, and watch it from its start."""
        if self._guard is None:
            self._guard = await asyncio.to_thread(GuardedLaunch, self._rendering)
        browser = await self._driver.launched({**self._guard.options, **_DEAF})
        self._guard.started(browser)
        self._browser, self._contexts = browser, set()
        self.number += 1
        self._pid = await _process_id(browser)
        logger.info(
            "browser %d was started: Chromium %s, process %s", self.number, browser.version, self._pid
        )
        if self._memory_watch is not None:
            self._memory_watch.cancel()
        self._memory_watch = asyncio.ensure_future(self._watch_memory(browser))

    async def _restart_driver(self) -> None:
        """Start the driver anew, and forget what the old one had started: all of that is ended."""
        if self.number:
            logger.warning("the browser's driver is gone or hangs; it is started again")
        self._browser = None
        await self._driver.end()
        self._driver = DisposableDriver()
        await self._driver.start()

    async def _watch_memory(self, browser: Browser) -> None:
        """Look from outside whether it takes too much, as long as it runs."""
        while self._browser is browser and self._pid is not None:
            memory = await asyncio.to_thread(memory_of, self._driver.pid or self._pid, self._max_memory_mb)
            if memory.total_mb > self._max_memory_mb and not self.is_swollen:
                self._relieve(memory)
            await asyncio.sleep(_MEMORY_LOOK_S if self._contexts else _IDLE_LOOK_S)

    def _relieve(self, memory: BrowserMemory) -> None:
        """End the page that takes most of the memory; where none does, the browser, or mark it when it is idle."""
        logger.warning(
            "the browser takes %.0f MB, more than the %.0f of max_memory_mb",
            memory.total_mb,
            self._max_memory_mb,
        )
        if not self._contexts:
            self.is_swollen = True
        elif memory.renderer is not None and memory.renderer_mb > memory.total_mb / 2:
            self._renderers_ended.append((time.monotonic(), memory.renderer_mb))
            reaper.end([memory.renderer], wait_s=0)
        else:
            self.kill(Death(memory_mb=memory.total_mb))
            if memory.first_mb > memory.total_mb / 2:
                self._driver.kill()


async def _process_id(browser: Browser) -> int | None:
    """The operating system's number of the browser, without which a hung one could not be ended."""
    session = await browser.new_browser_cdp_session()
    answer = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return next((item["id"] for item in answer["processInfo"] if item["type"] == "browser"), None)
