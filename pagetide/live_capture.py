"""Captures taken outside the crawl, for a question asked at the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from playwright.async_api import async_playwright

from pagetide.settings import Settings
from rendering.browser import LAUNCH_ARGS, find_browser
from rendering.capture import capture_url
from storage.records import Capture


def capture_urls(urls: Sequence[str], settings: Settings) -> list[Capture]:
    """Visit URLs one after the other in one browser; nothing is stored."""
    settings.check_logins()
    return asyncio.run(_capture(urls, settings))


async def _capture(urls: Sequence[str], settings: Settings) -> list[Capture]:
    choice = find_browser(settings.rendering.browser_path)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(choice.path), args=list(LAUNCH_ARGS))
        try:
            return [
                await capture_url(browser, url, settings.rendering_for(url), datetime.now(UTC))
                for url in urls
            ]
        finally:
            await browser.close()
