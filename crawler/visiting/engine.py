"""Starts and ends a crawl: our settings as Scrapy's, one crawler, one summary.

Scrapy asks for robots.txt, for feeds and sitemaps, and whether pages have changed; visits are the browser's. Its own
politeness, retries, caches, depth and logging are off: leases, the revisit policy and the front door do that work here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from scrapy.crawler import AsyncCrawlerRunner
from scrapy.utils.reactor import is_asyncio_reactor_installed, is_reactor_installed

from crawler.clock import Clock
from crawler.errors import CrawlError
from crawler.manners.host_pauses import HostPauses
from crawler.manners.resolving import checked_names
from crawler.manners.scrapy_settings import plain_settings
from crawler.reactor import interruption
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from crawler.visiting.frontier import Frontier
from crawler.visiting.spider import CaptureSpider, CrawlPlan, CrawlSummary
from crawler.waiting import to_its_end
from rendering.browser import find_browser
from rendering.settings import RenderingSettings
from storage.queries.repository import Repository
from storage.records import Capture, Lease

__all__ = ["CrawlSummary", "carried_out", "crawl", "scrapy_settings"]

_ABANDON_TIMEOUT_S = 30.0


async def crawl(  # noqa: PLR0913 - the one place where a crawl is put together, all by name
    *,
    repository: Repository,
    on_capture: Callable[[Lease, Capture], None],
    rendering: RenderingSettings,
    rendering_for: Callable[[str], RenderingSettings] | None = None,
    settings: CrawlSettings,
    clock: Clock,
    pauses: HostPauses | None = None,
    until: datetime | None = None,
    once: bool = False,
    stop: asyncio.Event | None = None,
    progress: Callable[[CrawlSummary], None] | None = None,
    check_room: Callable[[], None] | None = None,
    hooks: SchedulerHooks | None = None,
    visits: bool = True,
) -> CrawlSummary:
    """Visit due pages: each that is due now (``once``), up to the moment ``until``, or until ``stop`` is set.

    The browser is started with ``rendering``; ``rendering_for`` gives the settings of a page by its URL, without it
    all pages have the same. ``on_capture`` gets every capture in one worker thread, one at a time, and finishes the
    lease. ``progress`` gets the summary so far after each visit. ``check_room`` is called before visits begin: on the
    ``NoRoom`` that it raises a crawl ends after those in flight with ``once`` or ``until``, and else waits for room.
    ``hooks`` is asked before pages are taken. Without ``visits`` all pages are left to workers, and only feeds and
    sitemaps are read. Cancelling stops at once: open pages are closed, their visits not kept.

    Raises
    ------
    CrawlError
        The crawl could not start.
    StorageError
        The disk is full or the database gave up; nothing that was committed is lost.
    BrowserNotFound
        No browser is installed; the message says how to get one.
    """
    pauses = pauses or HostPauses(settings)
    stops = tuple(event for event in (stop, interruption()) if event is not None)
    plan = CrawlPlan(
        frontier=Frontier(repository, clock, settings, pauses, check_room, hooks),
        on_capture=on_capture,
        rendering=rendering,
        rendering_for=rendering_for or (lambda _: rendering),
        settings=settings,
        clock=clock,
        pauses=pauses,
        until=until,
        once=once,
        stops=stops,
        progress=progress,
        visits=visits,
    )
    return await carried_out(plan)


async def carried_out(plan: CrawlPlan) -> CrawlSummary:
    """Run the crawl of a plan to its end; errors as of ``crawl``."""
    if not is_reactor_installed() or not is_asyncio_reactor_installed():
        raise CrawlError(
            "a crawl needs Twisted's asyncio reactor: pass the coroutine to crawler.reactor.run."
        )
    if plan.visits:
        find_browser(plan.rendering.browser_path)  # said at once, not at the first visit
    began = time.monotonic()
    spider = await _crawled(plan)
    if spider.trouble is not None:
        raise spider.trouble
    if not spider.began:
        raise CrawlError("Scrapy ended before the first visit; its log lines above say why.")
    return replace(spider.summary, seconds=time.monotonic() - began)


def scrapy_settings(settings: CrawlSettings) -> dict[str, Any]:
    """Scrapy's settings for a crawl; whatever is not needed is off."""
    return {
        **plain_settings(settings),
        # Slots are the spider's; room for robots.txt beside each visit, so Scrapy never holds one back.
        "CONCURRENT_REQUESTS": 4 * settings.concurrency,
    }


async def _crawled(plan: CrawlPlan) -> CaptureSpider:
    """Run one crawl; the spider, which says how it went."""
    with checked_names(plan.rendering.safety.reachable_networks) as names:
        return await _crawled_with(replace(plan, names=names))


async def _crawled_with(plan: CrawlPlan) -> CaptureSpider:
    runner = AsyncCrawlerRunner(scrapy_settings(plan.settings))
    crawler = runner.create_crawler(CaptureSpider)
    task = runner.crawl(crawler, plan=plan)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        if isinstance(crawler.spider, CaptureSpider):
            await crawler.spider.abandon()
            await asyncio.wait([task], timeout=_ABANDON_TIMEOUT_S)
        raise
    finally:
        if isinstance(crawler.spider, CaptureSpider):
            await to_its_end(crawler.spider.finish())
    spider = crawler.spider
    if not isinstance(spider, CaptureSpider):
        raise CrawlError("Scrapy made no spider; its log lines above say why.")
    return spider
