"""The Playwright driver of a crawl, in a runtime folder of its own; replaced when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import psutil
from playwright.async_api import Browser, Error, Playwright, async_playwright

from crawler.browser import reaper
from crawler.browser.runtime_dir import RuntimeDir, sweep
from crawler.errors import CrawlError

logger = logging.getLogger(f"pagetide.{__name__}")

_START_TIMEOUT_S = 30.0
_STOP_TIMEOUT_S = 10.0


class DisposableDriver:
    """Starts the driver, knows whether it lives, and leaves nothing behind."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._runtime_dir: RuntimeDir | None = None
        self._process: psutil.Process | None = None

    async def start(self) -> None:
        """Start the driver in a fresh runtime folder; ``TimeoutError`` when it does not answer."""
        await asyncio.to_thread(sweep)
        self._runtime_dir = await asyncio.to_thread(RuntimeDir)
        with self._runtime_dir.as_temporary_folder():
            self._playwright = await asyncio.wait_for(async_playwright().start(), _START_TIMEOUT_S)
        self._process = _child_in(self._runtime_dir)

    async def launched(self, options: Mapping[str, Any]) -> Browser:
        """A browser that was just started with these arguments of Playwright's ``launch``."""
        if self._playwright is None:
            raise CrawlError("a driver that was not started cannot start a browser")
        if "env" in options and self._runtime_dir is not None:
            folder = dict.fromkeys(reaper.VARIABLES, str(self._runtime_dir.path))
            options = {**options, "env": {**options["env"], **folder}}
        return await self._playwright.chromium.launch(**options)

    async def answered(self) -> None:
        """Return once the driver has done the least that can be asked of it."""
        if self._playwright is not None:
            asking = await self._playwright.request.new_context()
            await asking.dispose()

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
        await self._stopped()
        await self.end()

    async def end(self) -> None:
        """End the driver and its browsers now, and remove their files."""
        runtime_dir, self._runtime_dir = self._runtime_dir, None
        if runtime_dir is not None:
            await asyncio.to_thread(runtime_dir.close)
        await self._stopped()

    async def _stopped(self) -> None:
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            with suppress(TimeoutError, Error):
                await asyncio.wait_for(playwright.stop(), _STOP_TIMEOUT_S)


def _child_in(runtime_dir: RuntimeDir) -> psutil.Process | None:
    """The driver's process: the child of this one that lives in the runtime folder."""
    children = {child.pid for child in psutil.Process().children()}
    return next((one for one in reaper.inhabitants(runtime_dir.path) if one.pid in children), None)
