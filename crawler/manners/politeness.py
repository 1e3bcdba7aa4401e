"""Politeness: robots.txt before every visit, a pause between two visits to a host, back-off.

Robots.txt follows RFC 9309: redirects are followed (five, across hosts too), 4xx allows everything, answers are kept
for at most 24 hours, at least 500 KiB are read. 5xx, 429 and a server that cannot be reached refuse everything for
now, unless an older answer is known, which then holds for up to 30 days; after 30 days without any answer there are
no rules (RFC 9309 2.3.1.4). ``Crawl-delay`` is not in the RFC but expected: the longer of it and the collection's own
pause counts, up to a ceiling. Sub-resources of a page are not asked for: a browser needs them to show a page that may
be visited, and no archiving crawler asks.

``RobotsRules`` is asked before each visit, and a Scrapy downloader middleware for what is asked without a browser. One
visit at a time per host is held by the leases in the database; ``host_pauses`` says when a host may be asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from urllib.parse import urlsplit

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
from crawler.manners.access import FOR_PAGE
from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import Refusal, refusal_of, spoken
from crawler.manners.resolving import AddressRefused
from crawler.manners.robots import RobotsFile
from crawler.settings import CrawlSettings
from storage.records import Problem, ProblemCode
from storage.urls import host_of

logger = logging.getLogger(f"pagetide.{__name__}")

KEPT_FOR = timedelta(hours=24)
"""RFC 9309 2.4: a cached robots.txt is not used longer than this, while its server answers."""

TRUSTED_FOR = timedelta(days=30)
"""RFC 9309 2.3.1.4: how long an old answer holds, and nothing is visited without one, while the server fails."""

ASK_ROBOTS = "ask robots.txt"
"""Key of a request's meta: robots.txt decides about it."""

_TRY_AGAIN = timedelta(hours=1)  # where an old answer holds meanwhile
_LARGEST_BYTES = 16 * 1024 * 1024
_TIMEOUT_S = 20.0
NO_ANSWER = (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    OSError,
)
"""What a request raises that got no answer."""


class VisitRefused(IgnoreRequest):
    """A page must not be visited now; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class PoliteSpider(Protocol):
    """What robots rules need to know of the spider that they serve."""

    clock: Clock
    crawl_settings: CrawlSettings
    pauses: HostPauses


@dataclass
class _Kept:
    rules: RobotsFile | None = None  # None: everything is allowed
    fetched_at: datetime | None = None  # None: there was never an answer
    until: datetime | None = None
    failing_since: datetime | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class RobotsRules:
    """Refuses visits that robots.txt forbids, before any page is opened."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._kept: defaultdict[str, _Kept] = defaultdict(_Kept)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsRules:
        """Scrapy's constructor."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let a request of Scrapy's pass, or raise ``VisitRefused``."""
        if request.meta.get(ASK_ROBOTS):
            await self.admit(request.url, page=request.meta.get(FOR_PAGE))

    async def admit(self, url: str, *, page: str | None = None) -> Sequence[str]:
        """Let a visit pass: what robots.txt says may be done with the page, which is no rule of access.

        ``page`` is as in ``rules_for``.

        Raises
        ------
        VisitRefused
            The rules forbid it, or nobody knows them.
        """
        spider: PoliteSpider = self._crawler.spider  # type: ignore[assignment]
        if not spider.crawl_settings.obey_robots:
            return ()
        rules = await self.rules_for(url, spider, page=page)
        token = spider.crawl_settings.user_agent
        if rules is None:
            return ()
        if not rules.allows(url, token):
            message = f"robots.txt of {host_of(url)} does not allow {token} to visit this page"
            raise VisitRefused(Problem(code=ProblemCode.ROBOTS, message=message, url=url))
        return rules.usage(url, token)

    async def rules_for(
        self, url: str, spider: PoliteSpider, *, page: str | None = None
    ) -> RobotsFile | None:
        """The rules of the URL's origin, fetched where none are kept; None: everything is allowed.

        ``page`` is the page for whose sake they are asked for, None where that is ``url`` itself.

        Raises
        ------
        VisitRefused
            Nobody knows the rules: the server fails and gave none in the last 30 days.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        kept = self._kept[origin]
        async with kept.lock:
            now = spider.clock.now()
            if kept.until is None or kept.until <= now:
                await self._renew(kept, f"{origin}/robots.txt", spider, page=page or url)
        return kept.rules

    async def _renew(self, kept: _Kept, url: str, spider: PoliteSpider, *, page: str) -> None:
        now = spider.clock.now()
        try:
            response = await self._fetched(url, spider, page)
        except VisitRefused as refused:
            self._endure(kept, refused, now)
            return
        kept.rules = RobotsFile(response.body) if 200 <= response.status < 300 else None
        kept.fetched_at, kept.until, kept.failing_since = now, now + KEPT_FOR, None
        delay_s = None if kept.rules is None else kept.rules.crawl_delay(spider.crawl_settings.user_agent)
        spider.pauses.ask(host_of(url), delay_s)

    def _endure(self, kept: _Kept, refused: VisitRefused, now: datetime) -> None:
        """No answer: the last one holds for a month; without one nothing is visited for a month."""
        kept.failing_since = kept.failing_since or now
        if kept.fetched_at is not None and now - kept.fetched_at <= TRUSTED_FOR:
            kept.until = now + _TRY_AGAIN
            logger.warning("%s; its rules of %s still hold", refused, f"{kept.fetched_at:%Y-%m-%d %H:%M} UTC")
            return
        if now - kept.failing_since < TRUSTED_FOR:
            raise refused
        kept.rules, kept.until = None, now + _TRY_AGAIN
        logger.warning("%s, for %s now; taken for no rules", refused, spoken(TRUSTED_FOR))

    async def _fetched(self, url: str, spider: PoliteSpider, page: str) -> Response:
        """The answer of the server, redirects followed; raises ``VisitRefused`` where there is none to go by."""
        meta = {
            "download_timeout": _TIMEOUT_S,
            "download_maxsize": _LARGEST_BYTES,
            "download_fail_on_dataloss": False,
            FOR_PAGE: page,
        }
        headers = spider.crawl_settings.plain_headers
        request = Request(url, headers=headers, meta=meta, callback=NO_CALLBACK, dont_filter=True)
        try:
            response = await self._crawler.engine.download_async(request)
        except IgnoreRequest:  # too many redirects: no such file (RFC 9309 2.3.1.2)
            return Response(url, status=404)
        except NO_ANSWER as error:
            raise VisitRefused(_unreachable(url, error)) from error
        if response.status >= 500 or response.status == 429:
            self._heed(response, spider)
            message = (
                f"{url} answers {response.status}, so nobody knows what may be visited; tried again later"
            )
            raise VisitRefused(Problem(code=ProblemCode.ROBOTS, message=message, url=url))
        return response

    def _heed(self, response: Response, spider: PoliteSpider) -> None:
        now, headers = spider.clock.now(), plain_mapping(response)
        refusal = refusal_of(response.status, headers, now, who=response.url)
        spider.pauses.heed(
            host_of(response.url), refusal or Refusal(why=f"{response.url} answers {response.status}"), now
        )


def plain_mapping(response: Response) -> dict[str, str]:
    """A response's headers by lower-case name, as text."""
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
    }


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
