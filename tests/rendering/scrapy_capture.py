"""Captures one URL through Scrapy and scrapy-playwright as they come, and prints what was recorded as JSON.

A process of its own, because a reactor starts once: ``python -m tests.rendering.scrapy_capture URL``.
"""

import json
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import scrapy
from playwright.async_api import Page
from scrapy.crawler import AsyncCrawlerProcess

from rendering.browser import GuardedLaunch, context_options
from rendering.capture.steps import PageCapture
from rendering.settings import RenderingSettings, SafetySettings
from storage.records import Capture

SETTINGS = RenderingSettings(safety=SafetySettings(reachable_networks=("127.0.0.0/8",)))
AT = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
captures: list[Capture] = []


class OnePage(scrapy.Spider):
    name = "one-page"
    url: str

    async def start(self) -> AsyncIterator[scrapy.Request]:
        async def prepare(page: Page, _: scrapy.Request) -> None:
            self.capture = await PageCapture.prepare(page, self.url, SETTINGS, AT)

        meta = {
            "playwright": True,
            "playwright_include_page": True,
            "playwright_context": "one",
            "playwright_context_kwargs": context_options(SETTINGS),
            "playwright_page_init_callback": prepare,
        }
        yield scrapy.Request(self.url, meta=meta, errback=self.failed)

    async def parse(self, response: Any) -> None:
        captures.append(await self.capture.complete(status=response.status))
        await response.meta["playwright_page"].close()

    async def failed(self, failure: Any) -> None:
        captures.append(await self.capture.fail(failure.value))
        await failure.request.meta["playwright_page"].close()


def main(url: str) -> None:
    handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
    launch = GuardedLaunch(SETTINGS)
    process = AsyncCrawlerProcess(
        {
            "DOWNLOAD_HANDLERS": {"http": handler},
            "PLAYWRIGHT_LAUNCH_OPTIONS": launch.options,
            "REMOTE_CONTROL_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "LOG_LEVEL": "ERROR",
        }
    )
    process.crawl(OnePage, url=url)
    process.start()
    launch.close()
    (capture,) = captures
    told = {
        "outcome": capture.outcome,
        "kind": capture.response_kind,
        "problems": [f"{problem.code}: {problem.message}" for problem in capture.problems],
        "text": capture.text,
        "pictures": [bool(capture.view_png), bool(capture.full_page_png)],
        "exchanges": [
            [item.method, item.url, item.status, None if item.body is None else len(item.body), item.error]
            for item in capture.exchanges
        ],
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
