"""Captures taken outside the crawl, for a question asked at the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from playwright.async_api import async_playwright

from rendering.browser import IGNORED_DEFAULT_ARGS, LAUNCH_ARGS, find_browser
from rendering.capture import capture_url
from rendering.settings import RenderingSettings
from storage.records import Capture


def capture_urls(urls: Sequence[str], settings: RenderingSettings) -> list[Capture]:
    """Visit URLs one after the other in one browser; nothing is stored."""
    return asyncio.run(_capture(urls, settings))


async def _capture(urls: Sequence[str], settings: RenderingSettings) -> list[Capture]:
    choice = find_browser(settings.browser_path)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(choice.path),
            args=list(LAUNCH_ARGS),
            ignore_default_args=list(IGNORED_DEFAULT_ARGS),
        )
        try:
            return [await capture_url(browser, url, settings, datetime.now(UTC)) for url in urls]
        finally:
            await browser.close()
