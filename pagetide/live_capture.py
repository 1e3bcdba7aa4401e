"""Captures outside the crawl, for a command such as ``score``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from playwright.async_api import async_playwright

from pagetide.settings.collection_settings import Settings
from rendering.browser import launched
from rendering.capture.steps import capture_url
from storage.records import Capture


def capture_urls(urls: Sequence[str], settings: Settings) -> list[Capture]:
    """Visit URLs one after the other in one browser; nothing is stored."""
    settings.check_logins()
    return asyncio.run(_capture(urls, settings))


async def _capture(urls: Sequence[str], settings: Settings) -> list[Capture]:
    async with async_playwright() as playwright, launched(playwright, settings.rendering) as browser:
        return [
            await capture_url(browser, url, settings.rendering_for(url), datetime.now(UTC)) for url in urls
        ]
