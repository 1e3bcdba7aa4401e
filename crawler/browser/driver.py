"""The Playwright driver of a crawl, in a runtime folder of its own: as disposable as the browsers that it starts."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import psutil
from playwright.async_api import Error
from scrapy_playwright.provider import PlaywrightBrowserProvider

from crawler.browser import reaper
from crawler.browser.runtime_dir import RuntimeDir, sweep

logger = logging.getLogger(f"pagetide.{__name__}")

_START_TIMEOUT_S = 30.0
_STOP_TIMEOUT_S = 10.0


class DisposableDriver(PlaywrightBrowserProvider):  # type: ignore[misc]  # untyped upstream
    """Starts the driver, knows whether it lives, and leaves nothing behind. scrapy-playwright's provider."""

    _runtime_dir: RuntimeDir | None = None
    _process: psutil.Process | None = None

    async def start(self) -> None:
        """Start the driver in a fresh runtime folder; ``TimeoutError`` when it does not answer."""
        await asyncio.to_thread(sweep)
        self._runtime_dir = await asyncio.to_thread(RuntimeDir)
        with self._runtime_dir.as_temporary_folder():
            await asyncio.wait_for(super().start(), _START_TIMEOUT_S)
        self._process = _child_in(self._runtime_dir)

    @property
    def is_alive(self) -> bool:
        """Whether the driver's process is there."""
        return self._process is not None and bool(reaper.still_there([self._process], 0))

    @property
    def pid(self) -> int | None:
        """The driver's process; its browsers are below it."""
        return None if self._process is None else self._process.pid

    def kill(self) -> None:
        """End the driver's own process now; ``is_alive`` will say so."""
        if self._process is not None:
            reaper.end([self._process], wait_s=0)

    async def close(self) -> None:
        """End the driver and its browsers, politely first."""
        with suppress(TimeoutError, Error):
            await asyncio.wait_for(super().close(), _STOP_TIMEOUT_S)
        await self.end()

    async def end(self) -> None:
        """End the driver and its browsers now, and remove their files."""
        runtime_dir, self._runtime_dir = self._runtime_dir, None
        if runtime_dir is not None:
            await asyncio.to_thread(runtime_dir.close)
        with suppress(TimeoutError, Error):
            await asyncio.wait_for(super().close(), _STOP_TIMEOUT_S)


def _child_in(runtime_dir: RuntimeDir) -> psutil.Process | None:
    """The driver's process: the child of this one that lives in the runtime folder."""
    children = {child.pid for child in psutil.Process().children()}
    return next((one for one in reaper.inhabitants(runtime_dir.path) if one.pid in children), None)
