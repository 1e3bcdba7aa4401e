"""Finds pages to watch: from a seed along its links, its sitemaps and its feeds, within a scope and a limit.

Plain HTTP through Scrapy's downloader, one request at a time, without a browser: links that only a script writes are
not found. Manners are those of a visit: robots.txt, pauses between two requests to one host, Retry-After, the same
User-Agent. Every address that is left out is counted with its reason.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.http.request import NO_CALLBACK
from scrapy.linkextractors import LinkExtractor

from crawler.discovered import Discovery, DiscoveryPlan, Found
from crawler.engine import interruption
from crawler.errors import CrawlError, InvalidURL
from crawler.host_pauses import HostPauses
from crawler.politeness import ASK_ROBOTS, NO_ANSWER, RobotsRules, VisitRefused, plain_mapping
from crawler.refusals import Refusal, refusal_of
from crawler.resolving import AddressRefused, CheckedNames, checked_names
from crawler.scopes import InScope, scope_of
from crawler.settings import CrawlSettings
from crawler.sitemaps import SITEMAP_BYTES, Hint, feed_pages, sitemap_content
from crawler.traps import TrapGuard, without_session
from crawler.urls import checked_url
from crawler.validators import last_change
from rendering.gate_page import Answered
from rendering.response_gate import judge
from storage.records import ResponseKind
from storage.urls import host_of, url_key

logger = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=2)
"""A host that asks to be left alone for longer is given up for this run."""

_TIMEOUT_S = 30.0
_PAGE_BYTES = 10 * 1024 * 1024
_REDIRECTS = 5
_REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
_SITEMAPS = 50
_FEEDS = 10
_DATED = frozenset({"sitemap", "feed"})  # who says when pages changed
_FEED_LINKS = (
    "//link[contains(@rel, 'alternate')][contains(@type, 'rss+xml') or contains(@type, 'atom+xml')]/@href"
)
_HTML = ("text/html", "application/xhtml+xml")


async def discover(plan: DiscoveryPlan) -> Discovery:
    """Look for pages from the plan's seed on; runs inside ``crawler.engine.run``.

    Raises
    ------
    CrawlError
        The seed itself could not be had; the message says why.
    InvalidURL
        The seed is no address of a web page.
    """
    plan = replace(plan, stop=plan.stop or interruption())
    with checked_names(plan.reachable_networks) as names:
        runner = AsyncCrawlerRunner(_scrapy_settings(plan.settings))
        crawler = runner.create_crawler(DiscoverySpider)
        await runner.crawl(crawler, plan=plan, names=names)
    spider = crawler.spider
    if not isinstance(spider, DiscoverySpider):
        raise CrawlError("Scrapy made no spider; its log lines above say why.")
    if spider.trouble is not None:
        raise spider.trouble
    return spider.discovery


@dataclass(frozen=True, kw_only=True)
class _Lead:
    url: str
    depth: int
    how: str
    lastmod: datetime | None = None
    redirects: int = 0


class DiscoverySpider(Spider):
    """One seed, breadth first; ``start`` does all the work, because each step depends on the last answer."""

    name = "discovery"

    def __init__(self, plan: DiscoveryPlan, names: CheckedNames) -> None:
        super().__init__()
        self.clock = plan.clock
        self.crawl_settings = plan.settings
        self.pauses = HostPauses(plan.settings)
        self.discovery = Discovery()
        self.trouble: Exception | None = None
        self._plan = plan
        self._names = names
        self._seed = checked_url(plan.seed)
        self._scopes: list[InScope] = [scope_of(self._seed, plan.scope)]
        self._traps = TrapGuard(plan.traps)
        self._known: set[str] = set()
        self._told: dict[str, tuple[datetime, str]] = {}  # last changes by URL key, and who told them
        self._contents: set[str] = set()
        self._next_ok: dict[str, datetime] = {}
        self._queue: deque[_Lead] = deque()
        self._feeds: set[str] = set()
        self._links = LinkExtractor(tags=("a", "area", "frame", "iframe"), attrs=("href", "src"), unique=True)

    async def start(self) -> AsyncIterator[Request]:
        """Explore until nothing is left or the limit is reached; never raises, ``trouble`` says what went wrong."""
        try:
            await self._explore()
        except Exception as error:
            self.trouble = error if isinstance(error, CrawlError) else CrawlError(f"discovery broke: {error}")
            if self.trouble is not error:
                logger.exception("discovery of %s broke", self._seed)
        nothing: tuple[Request, ...] = ()  # what it asks for goes to the downloader at once
        for request in nothing:
            yield request

    async def _explore(self) -> None:
        self._known.add(url_key(self._seed))
        await self._look_at(_Lead(url=self._seed, depth=0, how="seed"))
        if self._plan.depth > 0 and self._plan.scope != "page":
            await self._ask_sitemaps()
        while self._queue and not self._is_over():
            await self._look_at(self._queue.popleft())
        # a sitemap or a feed may name pages that were listed for a link before
        self.discovery.pages = [self._dated(found) for found in self.discovery.pages]
        if self._queue:
            self.discovery.left_out["beyond the limit"] += len(self._queue)

    def _dated(self, found: Found) -> Found:
        """A page with what a sitemap or a feed says of its last change, else with what its server said."""
        told = self._told.get(url_key(found.url))
        return found if told is None else replace(found, lastmod=told[0], lastmod_by=told[1])

    def _is_over(self) -> bool:
        stop = self._plan.stop
        return self.discovery.requests >= self._plan.limit or (stop is not None and stop.is_set())

    async def _look_at(self, lead: _Lead) -> None:
        """Ask for one page, list it, and follow what it names."""
        self.discovery.requests += 1
        response = await self._fetched(lead.url)
        if response is None:
            return
        if response.status in _REDIRECT_STATUSES and "location" in plain_mapping(response):
            await self._redirected(lead, urljoin(lead.url, plain_mapping(response)["location"]))
            return
        if not self._is_page(lead, response):
            return
        assert isinstance(response, HtmlResponse)
        title = " ".join((response.css("title::text").get() or "").split())
        if self._plan.include is None or self._plan.include.search(lead.url):
            self._list(lead, response, title)
        else:
            self._leave_out("not included")
        if lead.depth < self._plan.depth:
            await self._follow(lead, response)

    async def _redirected(self, lead: _Lead, target: str) -> None:
        """Follow a redirect at once; a seed that moved takes its scope along."""
        if lead.redirects >= _REDIRECTS:
            self._leave_out("too many redirects", lead)
            return
        if lead.how == "seed":
            self._scopes.append(scope_of(target, self._plan.scope))
        moved = self._wanted(Hint(url=target, lastmod=lead.lastmod), lead.depth, lead.how, lead.redirects + 1)
        if moved is not None:
            await self._look_at(moved)

    def _is_page(self, lead: _Lead, response: Response) -> bool:
        """Whether an answer is a page to watch; everything else is counted."""
        mime = plain_mapping(response).get("content-type", "").partition(";")[0].strip().lower()
        if response.status >= 400:
            self._leave_out(f"status {response.status}", lead)
        elif not isinstance(response, HtmlResponse) or (mime and mime not in _HTML):
            self._leave_out("not a web page", lead)
        elif (wall := _stands_in(lead.url, response)) is not None:
            self._leave_out(wall, lead)
        elif (digest := hashlib.sha256(response.body).hexdigest()) in self._contents:
            self._leave_out("same content as another page", lead)
        else:
            self._contents.add(digest)
            return True
        return False

    def _list(self, lead: _Lead, response: Response, title: str) -> None:
        found = Found(
            url=lead.url,
            depth=lead.depth,
            how=lead.how,
            lastmod=(at := last_change(plain_mapping(response))),
            lastmod_by="" if at is None else "server",
            status=response.status,
            title=title,
        )
        self.discovery.pages.append(found)
        if self._plan.progress is not None:
            self._plan.progress(found)

    async def _follow(self, lead: _Lead, response: HtmlResponse) -> None:
        if self._plan.scope == "page":
            return
        self._take(
            (Hint(url=link.url) for link in self._links.extract_links(response)), lead.depth + 1, "link"
        )
        for address in response.xpath(_FEED_LINKS).getall():
            feed = response.urljoin(address)
            if len(self._feeds) < _FEEDS and feed not in self._feeds and not self._is_over():
                self._feeds.add(feed)
                answer = await self._fetched(feed, largest=_PAGE_BYTES)
                if answer is not None and answer.status < 300:
                    self._take(feed_pages(answer.body, feed), lead.depth + 1, "feed")

    async def _ask_sitemaps(self) -> None:
        """The sitemaps that robots.txt names, else the usual one, and the ones that those name."""
        asked: set[str] = set()
        waiting = deque(await self._sitemaps_of_robots())
        while waiting and len(asked) < _SITEMAPS and not self._is_over():
            url = waiting.popleft()
            if url in asked:
                continue
            asked.add(url)
            answer = await self._fetched(url, largest=SITEMAP_BYTES)
            if answer is None or answer.status >= 300:
                continue
            content = sitemap_content(answer.body, url)
            if content.fault:
                logger.warning("%s", content.fault)
            waiting.extend(hint.url for hint in content.sitemaps)
            self._take(content.pages, 1, "sitemap")
        if waiting:
            self._leave_out("sitemaps beyond the limit")

    async def _sitemaps_of_robots(self) -> list[str]:
        rules = self.crawler.get_downloader_middleware(RobotsRules)
        base = f"{urlsplit(self._seed).scheme}://{urlsplit(self._seed).netloc}/"
        try:
            robots = None if rules is None else await rules.rules_for(self._seed, self)
        except VisitRefused:
            robots = None
        named = [urljoin(base, url) for url in robots.sitemaps] if robots is not None else []
        return named or [urljoin(base, "/sitemap.xml")]

    def _take(self, hints: Iterable[Hint], depth: int, how: str) -> None:
        """Queue what is new, within the scope and no trap."""
        if depth > self._plan.depth:
            return
        for hint in hints:
            lead = self._wanted(hint, depth, how)
            if lead is not None:
                self._queue.append(lead)

    def _wanted(self, hint: Hint, depth: int, how: str, redirects: int = 0) -> _Lead | None:
        try:
            url = checked_url(without_session(hint.url))
        except InvalidURL:
            self._leave_out("no web address")
            return None
        key = url_key(url)
        if hint.lastmod is not None and how in _DATED:
            self._told[key] = max((hint.lastmod, how), self._told.get(key, (hint.lastmod, how)))
        # a redirect from http to https keeps the key, and is no page seen before
        if key in self._known and not redirects:
            return None
        self._known.add(key)
        if not any(within(url) for within in self._scopes):
            self._leave_out("outside the scope")
        elif self._plan.exclude is not None and self._plan.exclude.search(url):
            self._leave_out("excluded")
        elif (trap := self._traps.refusal(url)) is not None:
            self._leave_out(trap)
        else:
            return _Lead(url=url, depth=depth, how=how, lastmod=hint.lastmod, redirects=redirects)
        return None

    def _leave_out(self, reason: str, lead: _Lead | None = None) -> None:
        self.discovery.left_out[reason] += 1
        if lead is not None and lead.how == "seed" and lead.depth == 0:
            raise CrawlError(f"{lead.url} cannot be looked through: {reason}. Name another seed.")

    async def _fetched(self, url: str, *, largest: int = _PAGE_BYTES) -> Response | None:
        """The answer to one polite request; None where there is none, which is counted."""
        host = host_of(url)
        if not await self._turn_of(host):
            self._miss(url, "host asked to be left alone", f"{host} asked to be left alone")
            return None
        meta = {
            ASK_ROBOTS: True,
            "dont_redirect": True,
            "handle_httpstatus_all": True,
            "download_timeout": _TIMEOUT_S,
            "download_maxsize": largest,
            "download_fail_on_dataloss": False,
        }
        headers = {"Accept-Language": "en, *;q=0.5", **self.crawl_settings.plain_headers}
        request = Request(url, headers=headers, meta=meta, callback=NO_CALLBACK, dont_filter=True)
        try:
            engine: Any = self.crawler.engine
            response: Response = await engine.download_async(request)
        except VisitRefused as refused:
            self._miss(url, refused.problem.code.value, self._explained(url, refused))
            return None
        except (IgnoreRequest, *NO_ANSWER) as error:
            self._miss(url, "no answer", self._explained(url, error))
            return None
        finally:
            self._next_ok[host] = self.pauses.next_ok_at(host, self.clock.now())
        self._heed(host, response)
        return response

    def _heed(self, host: str, response: Response) -> None:
        now = self.clock.now()
        refusal: Refusal | None = refusal_of(response.status, plain_mapping(response), now)
        self.pauses.heed(host, refusal, now)
        self._next_ok[host] = self.pauses.next_ok_at(host, now)

    async def _turn_of(self, host: str) -> bool:
        """Wait until the host may be asked again; False where that would take too long."""
        hold = self.pauses.hold(host, self.clock.now())
        if hold is not None and hold.until - self.clock.now() > PATIENCE:
            return False
        while (when := self._next_ok.get(host)) is not None and when > self.clock.now():
            await self.clock.sleep_until(when, self._plan.stop)
            if self._plan.stop is not None and self._plan.stop.is_set():
                return False
        return True

    def _miss(self, url: str, reason: str, message: str) -> None:
        self._leave_out(reason)
        logger.info("%s: %s", url, message)
        if url == self._seed:
            raise CrawlError(f"{url} cannot be looked through: {message}")

    def _explained(self, url: str, error: Exception) -> str:
        try:
            self._names.check(urlsplit(url).hostname or "")
        except AddressRefused as refused:
            return str(refused)
        return str(error) or type(error).__name__


def _stands_in(url: str, response: HtmlResponse) -> str | None:
    """What stands in for a page, by the response gate; a script that did not run is no reason."""
    text = "\n".join(response.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall())
    judgement = judge(
        Answered(
            requested_url=url,
            final_url=response.url,
            status=response.status,
            headers=tuple(plain_mapping(response).items()),
            title=response.css("title::text").get() or "",
            text=text,
            html=response.text,
        )
    )
    if judgement is None or judgement.kind is ResponseKind.EMPTY:
        return None
    return {"error": "error page", "bot-wall": "bot wall", "login-wall": "login"}.get(judgement.kind.value)


def _scrapy_settings(settings: CrawlSettings) -> dict[str, Any]:
    """Scrapy's settings: its downloader, our manners, nothing else."""
    return {
        "BOT_NAME": settings.user_agent,
        "USER_AGENT": settings.announcement,
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "DOWNLOAD_DELAY": 0,  # the spider asks one thing at a time, and waits itself
        "AUTOTHROTTLE_ENABLED": False,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "DNSCACHE_ENABLED": False,
        "DNS_TIMEOUT": 20,
        "REDIRECT_MAX_TIMES": 5,  # of robots.txt
        "DOWNLOADER_MIDDLEWARES_BASE": {
            "crawler.politeness.RobotsRules": 100,
            "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500,
            "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": 590,
            "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": 600,
        },
        "SPIDER_MIDDLEWARES_BASE": {"scrapy.spidermiddlewares.referer.RefererMiddleware": 700},
        "EXTENSIONS_BASE": {},
        "REMOTE_CONTROL_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "STATS_DUMP": False,
    }
