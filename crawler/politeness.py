"""Manners: robots.txt before every visit, and a pause between two visits to one host.

Robots.txt follows RFC 9309: redirects are followed, 4xx allows everything, 5xx and a server that cannot be
reached refuse everything for now, answers are kept for at most 24 hours, at least 500 KiB are read.
``Crawl-delay`` is not in the RFC but expected: the longer of it and the collection's own pause counts, up to
a ceiling.

``RobotsRules`` is a Scrapy downloader middleware: it runs before the request reaches the browser. One visit
at a time per host is held by the leases in the database; ``HostPauses`` says when a host may be asked again.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from urllib.parse import urlsplit

from protego import Protego
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from crawler.clock import Clock
from crawler.resolving import AddressRefused
from crawler.settings import CrawlSettings
from storage.records import Problem, ProblemCode
from storage.urls import host_of

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(hours=24)
"""RFC 9309 2.4: a cached robots.txt is not used longer than this."""

_READ_BYTES = 512 * 1024  # RFC 9309 2.5 asks for at least 500 KiB
_LARGEST_BYTES = 16 * 1024 * 1024
_TIMEOUT_S = 20.0
_NO_ANSWER = (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    OSError,
)


class VisitRefused(IgnoreRequest):
    """A page must not be visited now; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class HostPauses:
    """When a host may be visited again; the spider learns what robots.txt asks for, the flow asks."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._own = timedelta(seconds=settings.host_delay_s)
        self._ceiling = timedelta(seconds=settings.crawl_delay_ceiling_s)
        self._asked: dict[str, timedelta] = {}
        self._lock = threading.Lock()

    def ask(self, host: str, crawl_delay_s: float | None) -> None:
        """Keep the pause that a host's robots.txt asks for."""
        asked = timedelta(seconds=min(max(crawl_delay_s or 0.0, 0.0), 10 * 86400.0))
        if asked > self._ceiling:
            logger.warning(
                "%s asks for pauses of %s; crawl_delay_ceiling_s allows %s", host, asked, self._ceiling
            )
        with self._lock:
            self._asked[host] = min(asked, self._ceiling)

    def next_ok_at(self, host: str, finished_at: datetime) -> datetime:
        """When ``host`` may be visited again after a visit that ended at ``finished_at``."""
        with self._lock:
            return finished_at + max(self._own, self._asked.get(host, self._own))


class PoliteSpider(Protocol):
    """What robots rules need to know of the spider that they serve."""

    clock: Clock
    crawl_settings: CrawlSettings
    pauses: HostPauses


@dataclass(frozen=True)
class _Kept:
    rules: Protego | None  # None: everything is allowed
    until: datetime


class RobotsRules:
    """Refuses visits that robots.txt forbids, before any page is opened."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._kept: dict[str, _Kept] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsRules:
        """Scrapy's constructor."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let a visit pass, or raise ``VisitRefused``."""
        spider: PoliteSpider = self._crawler.spider  # type: ignore[assignment]
        if not request.meta.get("playwright") or not spider.crawl_settings.obey_robots:
            return
        kept = await self._rules_for(request.url, spider)
        token = spider.crawl_settings.user_agent
        if kept.rules is not None and not kept.rules.can_fetch(request.url, token):
            raise VisitRefused(
                Problem(
                    code=ProblemCode.ROBOTS,
                    message=f"robots.txt of {host_of(request.url)} does not allow {token} to visit this page",
                    url=request.url,
                )
            )

    async def _rules_for(self, url: str, spider: PoliteSpider) -> _Kept:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        kept = self._kept.get(origin)
        now = spider.clock.now()
        if kept is None or kept.until <= now:
            response = await self._fetched(f"{origin}/robots.txt")
            rules = _rules_in(response)
            kept = self._kept[origin] = _Kept(rules, now + KEPT_FOR)
            delay_s = None if rules is None else rules.crawl_delay(spider.crawl_settings.user_agent)
            spider.pauses.ask(host_of(url), delay_s)
        return kept

    async def _fetched(self, url: str) -> Response:
        """The answer of the server, redirects followed; nothing is kept when there was none."""
        meta = {
            "download_timeout": _TIMEOUT_S,
            "download_maxsize": _LARGEST_BYTES,
            "download_fail_on_dataloss": False,
        }
        request = Request(url, meta=meta, callback=NO_CALLBACK, dont_filter=True)
        try:
            response = await self._crawler.engine.download_async(request)
        except IgnoreRequest:  # too many redirects: no such file (RFC 9309 2.3.1.2)
            return Response(url, status=404)
        except _NO_ANSWER as error:
            raise VisitRefused(_unreachable(url, error)) from error
        if response.status >= 500 or response.status == 429:
            message = (
                f"{url} answers {response.status}, so nobody knows what may be visited; tried again later"
            )
            raise VisitRefused(Problem(code=ProblemCode.ROBOTS, message=message, url=url))
        return response


def _rules_in(response: Response) -> Protego | None:
    """The rules of a robots.txt; none where the server has no such file (RFC 9309 2.3.1.3)."""
    if not 200 <= response.status < 300:
        return None
    return Protego.parse(response.body[:_READ_BYTES].decode("utf-8-sig", errors="ignore"))


def _unreachable(url: str, error: Exception) -> Problem:
    """Why a server gave no robots.txt: the same reason for which the page could not be had."""
    host = host_of(url)
    if isinstance(error, AddressRefused):
        code, message = ProblemCode.ADDRESS, str(error)
    elif isinstance(error, CannotResolveHostError):
        code, message = ProblemCode.DNS, f"the host name {host} cannot be resolved; is it spelled right?"
    elif isinstance(error, DownloadConnectionRefusedError):
        code, message = ProblemCode.UNREACHABLE, f"{host} refuses connections; no server listens there now"
    elif isinstance(error, DownloadTimeoutError):
        code, message = ProblemCode.TIMEOUT, f"{host} did not answer within {_TIMEOUT_S:.0f} s"
    else:
        code, message = ProblemCode.UNREACHABLE, f"{host} could not be asked for its robots.txt: {error}"
    return Problem(code=code, message=message, url=url)
