"""Starts and ends a crawl: our settings as Scrapy's, one crawler, one summary; and the reactor under it.

Scrapy runs on Twisted's asyncio reactor, which scrapy-playwright needs; a reactor cannot be started twice, so
a process calls ``run`` once, and may ``crawl`` as often as it likes inside. Scrapy's own politeness, retries,
caches, depth and logging are off: leases, the revisit policy, the browser and the front door do that work
here.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from scrapy.crawler import AsyncCrawlerRunner
from scrapy.utils.reactor import install_reactor, is_asyncio_reactor_installed, is_reactor_installed
from twisted.internet.error import ReactorNotRestartable

from crawler.clock import Clock
from crawler.errors import CrawlError
from crawler.manners.host_pauses import HostPauses
from crawler.manners.resolving import checked_names
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from crawler.visiting.frontier import Frontier
from crawler.visiting.spider import CaptureSpider, CrawlPlan, CrawlSummary
from crawler.waiting import to_its_end
from rendering.browser import find_browser
from rendering.settings import RenderingSettings
from storage.queries.repository import Repository
from storage.records import Capture, Lease

__all__ = ["CrawlSummary", "crawl", "plain_settings", "run", "scrapy_settings"]

logger = logging.getLogger(f"pagetide.{__name__}")

_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
_ABANDON_TIMEOUT_S = 30.0
_interrupted: ContextVar[asyncio.Event | None] = ContextVar("interrupted", default=None)

T = TypeVar("T")


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
) -> CrawlSummary:
    """Visit due pages: each that is due now (``once``), up to the moment ``until``, or until ``stop`` is set.

    The browser is started with ``rendering``; ``rendering_for`` gives the settings of a page by its URL, without it
    all pages have the same. ``on_capture`` gets every capture in one worker thread, one at a time, and finishes the
    lease. ``progress`` gets the summary so far after each visit. ``check_room`` is called before visits begin; the
    ``DiskFull`` that it raises ends the crawl after those in flight. ``hooks`` is asked before pages are taken.
    Cancelling stops at once: open pages are closed,
    their visits not kept.

    Raises
    ------
    CrawlError
        The crawl could not start.
    StorageError
        The disk is full or the database gave up; nothing that was committed is lost.
    BrowserNotFound
        No browser is installed; the message says how to get one.
    """
    if not is_reactor_installed() or not is_asyncio_reactor_installed():
        raise CrawlError(
            "a crawl needs Twisted's asyncio reactor: pass the coroutine to crawler.visiting.engine.run."
        )
    pauses = pauses or HostPauses(settings)
    stops = tuple(event for event in (stop, _interrupted.get()) if event is not None)
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
    )
    began = time.monotonic()
    spider = await _crawled(plan)
    if spider.trouble is not None:
        raise spider.trouble
    if not spider.began:
        raise CrawlError("Scrapy ended before the first visit; its log lines above say why.")
    return replace(spider.summary, seconds=time.monotonic() - began)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on the asyncio reactor, with its result or its exception.

    SIGINT or SIGTERM once ends the crawls in it after the visits in flight; twice stops at once and raises
    ``KeyboardInterrupt``. What the coroutine started in worker threads has ended when this returns or raises: nothing
    is written any more. A process can do this once.
    """
    install_reactor(_REACTOR)
    from twisted.internet import reactor as installed  # importing it earlier would install another one

    reactor: Any = installed
    outcome: list[asyncio.Task[T]] = []

    async def main() -> None:
        interrupted = asyncio.Event()
        _interrupted.set(interrupted)
        task = asyncio.ensure_future(coroutine)
        outcome.append(task)
        with _SignalsHeeded(interrupted, task):
            await asyncio.wait([task])
            await asyncio.get_running_loop().shutdown_default_executor()
        reactor.stop()

    keep: list[asyncio.Task[None]] = []
    reactor.callWhenRunning(lambda: keep.append(asyncio.ensure_future(main())))
    try:
        reactor.run(installSignalHandlers=False)
    except ReactorNotRestartable as error:
        coroutine.close()
        raise CrawlError(
            "a process can run one reactor once: put all its crawls into one coroutine."
        ) from error
    if outcome[0].cancelled():
        raise KeyboardInterrupt
    return outcome[0].result()


def interruption() -> asyncio.Event | None:
    """What SIGINT sets, for work inside ``run`` that ends early when asked; None outside."""
    return _interrupted.get()


def plain_settings(settings: CrawlSettings) -> dict[str, Any]:
    """Scrapy's settings for whatever it asks for itself: its downloader, our manners, what lets visits in."""
    return {
        "BOT_NAME": settings.user_agent,
        "USER_AGENT": settings.announcement,
        "TWISTED_REACTOR": _REACTOR,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "HTTPCACHE_ENABLED": False,
        "DNSCACHE_ENABLED": False,  # it never expires, and a daemon runs for months
        "DNS_TIMEOUT": 20,
        "REDIRECT_MAX_TIMES": 5,  # of robots.txt; the browser and discoveries follow those of pages themselves
        "DOWNLOADER_MIDDLEWARES_BASE": {
            "crawler.manners.politeness.RobotsRules": 100,
            "crawler.manners.access.OwnOriginHeaders": 200,
            "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500,
            "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": 590,
            "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": 600,
            "scrapy.downloadermiddlewares.httpproxy.HttpProxyMiddleware": 750,
        },
        # Redirects ask for it; requests of start() get no Referer from it.
        "SPIDER_MIDDLEWARES_BASE": {"scrapy.spidermiddlewares.referer.RefererMiddleware": 700},
        "EXTENSIONS_BASE": {},
        "REMOTE_CONTROL_ENABLED": False,  # an HTTP server that runs Python, on by default since Scrapy 2.19
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "STATS_DUMP": False,
    }


def scrapy_settings(settings: CrawlSettings, rendering: RenderingSettings) -> dict[str, Any]:
    """Scrapy's settings for a crawl; whatever is not needed is off."""
    find_browser(rendering.browser_path)  # said at once, not at the first visit
    handler = "crawler.browser.browsing.SharedBrowser"
    return {
        **plain_settings(settings),
        "DOWNLOAD_HANDLERS_BASE": {"http": handler, "https": handler},
        "PLAYWRIGHT_BROWSER_TYPE": "chromium",
        "PLAYWRIGHT_BROWSER_PROVIDER": "crawler.browser.driver.DisposableDriver",
        "PLAYWRIGHT_LAUNCH_OPTIONS": {
            # The rest is added by SharedBrowser. Ctrl-C asks us to finish the open pages first; the browser must
            # not hear it.
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
        },
        "PLAYWRIGHT_PROCESS_REQUEST_HEADERS": None,
        "PLAYWRIGHT_RESTART_DISCONNECTED_BROWSER": True,
        # Slots are the spider's; room for robots.txt beside each visit, so Scrapy never holds one back.
        "CONCURRENT_REQUESTS": 4 * settings.concurrency,
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 2**40,
    }


async def _crawled(plan: CrawlPlan) -> CaptureSpider:
    """Run one crawl; the spider, which says how it went."""
    with checked_names(plan.rendering.safety.reachable_networks) as names:
        return await _crawled_with(replace(plan, names=names))


async def _crawled_with(plan: CrawlPlan) -> CaptureSpider:
    runner = AsyncCrawlerRunner(scrapy_settings(plan.settings, plan.rendering))
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


class _SignalsHeeded:
    """Within the block, SIGINT and SIGTERM first set ``interrupted``, then cancel ``task``."""

    def __init__(self, interrupted: asyncio.Event, task: asyncio.Task[Any]) -> None:
        self._interrupted = interrupted
        self._task = task
        self._loop = asyncio.get_running_loop()

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(RuntimeError, ValueError, NotImplementedError):  # outside the main thread: not ours
                self._loop.add_signal_handler(number, self._received)

    def __exit__(self, *_: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(RuntimeError, ValueError, NotImplementedError):
                self._loop.remove_signal_handler(number)

    def _received(self) -> None:
        if self._interrupted.is_set():
            logger.warning("stopping now; visits in flight are not kept")
            self._task.cancel()
        else:
            logger.warning("finishing the visits in flight; once more to stop now")
            self._interrupted.set()
