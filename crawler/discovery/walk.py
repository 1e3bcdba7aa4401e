"""Finds pages to watch: from a seed along its links, its sitemaps and its feeds, within a scope and a limit.

Plain HTTP through Scrapy's downloader, one request at a time, without a browser: links that only a script writes are
not found. Manners are those of a visit: robots.txt, pauses between two requests to one host, Retry-After, the same
User-Agent. So is what lets visits in (``crawler.manners.access``), to the site itself only. Every address that is
left out is counted with its reason.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from crawler.discovery.asking import STOPPED, Asking, Unanswered
from crawler.discovery.discovered import DiscoveredPage, Discovery, DiscoveryPlan, Step
from crawler.discovery.redirects import refresh_of
from crawler.discovery.scopes import InScope, scope_of
from crawler.discovery.sitemaps import SITEMAP_BYTES, Hint, feed_pages, sitemap_content
from crawler.discovery.traps import TrapGuard, without_session
from crawler.errors import CrawlError
from crawler.manners.politeness import RobotsRules, VisitRefused, plain_mapping
from crawler.manners.resolving import CheckedNames, checked_names
from crawler.manners.scrapy_settings import plain_settings
from crawler.manners.validators import last_change
from crawler.reactor import interruption
from rendering.capture.outcome import WANTS_ACCESS, WANTS_OTHER
from rendering.gate.page import RenderedAnswer
from rendering.gate.response_gate import judge
from rendering.login.access import AccessSettings, origin_of
from rendering.settings import RenderingSettings
from storage.errors import InvalidURL
from storage.records import ResponseKind
from storage.urls import joined_url, page_key
from storage.watchable_urls import checked_url

logger = logging.getLogger(f"pagetide.{__name__}")

_PAGE_BYTES = 10 * 1024 * 1024
_SITEMAPS = 50
_FEEDS = 10
_DATED = frozenset({"sitemap", "feed"})  # who says when pages changed
_FEED_LINKS = (
    "//link[contains(@rel, 'alternate')][contains(@type, 'rss+xml') or contains(@type, 'atom+xml')]/@href"
)
_HTML = ("text/html", "application/xhtml+xml")
_NO_FILE = frozenset({401, 403, 404, 410})
"""Answers that say no more of a sitemap that nobody named than that there is none."""


async def discover(plan: DiscoveryPlan) -> Discovery:
    """Look for pages from the plan's seed on; runs inside ``crawler.visiting.engine.run``.

    Raises
    ------
    CrawlError
        The seed itself could not be had; the message says why.
    InvalidURL
        The seed is no address of a web page.
    """
    plan = replace(plan, stop=plan.stop or interruption())
    with checked_names(plan.rendering.safety.reachable_networks) as names:
        runner = AsyncCrawlerRunner(plain_settings(plan.settings))
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


class DiscoverySpider(Spider):
    """One seed, breadth first; ``start`` does all the work, because each step depends on the last answer."""

    name = "discovery"

    def __init__(self, plan: DiscoveryPlan, names: CheckedNames) -> None:
        super().__init__()
        self.clock = plan.clock
        self.crawl_settings = plan.settings
        self.discovery = Discovery()
        self.trouble: Exception | None = None
        self._plan = plan
        self._seed = checked_url(plan.seed)
        self._scopes: list[InScope] = [scope_of(self._seed, plan.scope)]
        self._traps = TrapGuard(plan.traps)
        self._known: set[str] = set()
        self._told: dict[str, tuple[datetime, str]] = {}  # last changes by page key, and who told them
        self._contents: set[str] = set()
        self._queue: deque[_Lead] = deque()
        self._feeds: set[str] = set()
        self._links = LinkExtractor(tags=("a", "area", "frame", "iframe"), attrs=("href", "src"), unique=True)
        self._asking = Asking(plan.settings, plan.clock, plan.stop)
        self.names: CheckedNames | None = names
        self.pauses = self._asking.pauses

    def rendering_for(self, url: str) -> RenderingSettings:
        """How a page is rendered, which says what lets its visit in.

        What lets in all pages is meant for those that somebody watches: here it goes to the origin of the seed that was
        named, and what is found elsewhere has only what an override says of it.
        """
        general = self._plan.rendering
        own = general if self._plan.rendering_for is None else self._plan.rendering_for(url)
        if own.access != general.access or origin_of(url) == origin_of(self._plan.seed):
            return own
        return replace(own, access=AccessSettings())

    async def start(self) -> AsyncIterator[Request]:
        """Explore until nothing is left or the limit is reached; never raises, ``trouble`` says what went wrong."""
        self._asking.engine = self.crawler.engine
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
        self._known |= {page_key(self._seed), page_key(self._seed.partition("#")[0])}
        await self._look_at(_Lead(url=self._seed, depth=0, how="seed"))
        if self._plan.depth > 0 and self._plan.scope != "page":
            await self._ask_sitemaps()
        while self._queue and not self._is_over():
            lead = self._queue.popleft()
            await self._guarded(lead.url, "page", self._look_at(lead))
        # a sitemap or a feed may name pages that were listed for a link before
        self.discovery.pages = [self._dated(found) for found in self.discovery.pages]
        if self._queue:
            self.discovery.left_out[self._why_over()] += len(self._queue)

    def _dated(self, found: DiscoveredPage) -> DiscoveredPage:
        """A page with what a sitemap or a feed says of its last change, else with what its server said."""
        told = self._told.get(page_key(found.url))
        return found if told is None else replace(found, lastmod=told[0], lastmod_by=told[1])

    def _is_over(self) -> bool:
        return self.discovery.requests >= self._plan.limit or self._is_stopped()

    def _why_over(self) -> str:
        return STOPPED if self._is_stopped() else "beyond the limit"

    def _is_stopped(self) -> bool:
        return self._plan.stop is not None and self._plan.stop.is_set()

    async def _guarded(self, url: str, kind: str, work: Awaitable[None]) -> None:
        """The boundary of one page, sitemap or feed: what breaks on it ends no discovery."""
        try:
            await work
        except Exception:
            logger.exception("%s could not be read", url)
            self.discovery.left_out[f"{kind}: could not be read"] += 1

    async def _look_at(self, lead: _Lead) -> None:
        """Ask for one page, list it, and follow what it names."""
        self.discovery.requests += 1
        try:
            response = await self._answer(lead.url, _PAGE_BYTES, permit=partial(self._permit, lead))
        except Unanswered as missing:
            self._leave_out(missing, lead)
            return
        found = replace(lead, url=_page_url(response.url))
        if (reason := self._no_page(found, response)) is not None:
            self._leave_out(Unanswered(reason, f"{reason}{self._asked_who(response)}"), lead)
            return
        assert isinstance(response, HtmlResponse)
        if lead.lastmod is not None and lead.how in _DATED:  # told of the address that led here
            self._told.setdefault(page_key(found.url), (lead.lastmod, lead.how))
        if self._plan.include is None or self._plan.include.search(found.url):
            self._list(found, response)
        else:
            self.discovery.left_out["not included"] += 1
        await self._follow(found, response)

    def _permit(self, lead: _Lead, source: str, target: str) -> None:
        """Whether a page's redirect is followed; a seed that moved takes its scope along."""
        if lead.how == "seed":
            self._scopes.append(scope_of(target, self._plan.scope))
            self._seed = target
        page = _page_url(target)
        moved = page_key(page)
        if (reason := self._forbidden(page)) is not None:
            raise Unanswered(reason, f"it redirects to {page}: {reason}")
        # a server that gives each visitor a number in the address leads to the page that was asked for
        if moved in self._known and moved not in {page_key(lead.url), page_key(source)}:
            raise Unanswered("redirect to a page seen before", f"it redirects to {page}, seen before")
        self._known.add(moved)
        if (reason := self._traps.refusal(page)) is not None:
            raise Unanswered(reason, f"it redirects to {page}: {reason}")
        self.discovery.requests += 1

    def _no_page(self, lead: _Lead, response: Response) -> str | None:
        """Why an answer is no page to watch; None: it is one."""
        mime = plain_mapping(response).get("content-type", "").partition(";")[0].strip().lower()
        if response.status >= 300:
            return f"status {response.status}"
        if not isinstance(response, HtmlResponse) or (mime and mime not in _HTML):
            return "not a web page"
        if (wall := _stands_in(lead.url, response)) is not None:
            return wall
        if (digest := hashlib.sha256(response.body).hexdigest()) in self._contents:
            return "same content as another page"
        self._contents.add(digest)
        return None

    def _asked_who(self, response: Response) -> str:
        """What to set where a server asks who is there, as a visit of the page would say it; else nothing."""
        if response.status != HTTPStatus.UNAUTHORIZED:
            return ""
        if response.request is not None and b"Authorization" in response.request.headers:
            return f" ({WANTS_OTHER})"
        is_elsewhere = origin_of(response.url) != origin_of(self._plan.seed)
        if is_elsewhere and self._plan.rendering.access != AccessSettings():
            return f" ([rendering.access] is for the origin of the seed: begin at {response.url})"
        return f" ({WANTS_ACCESS})"

    def _list(self, lead: _Lead, response: HtmlResponse) -> None:
        found = DiscoveredPage(
            url=lead.url,
            depth=lead.depth,
            how=lead.how,
            lastmod=(at := last_change(plain_mapping(response))),
            lastmod_by="" if at is None else "server",
            status=response.status,
            title=" ".join((response.css("title::text").get() or "").split()),
        )
        self.discovery.pages.append(found)

    async def _follow(self, lead: _Lead, response: HtmlResponse) -> None:
        """Queue what a page links to, refreshes to after a while, and announces in feeds."""
        if self._plan.scope == "page":
            return
        links = [link.url for link in self._links.extract_links(response)]
        later = refresh_of(response)  # one that is no redirect
        self._take(
            (Hint(url=url) for url in ([] if later is None else [later.url]) + links), lead.depth + 1, "link"
        )
        if lead.depth < self._plan.depth:
            for address in response.xpath(_FEED_LINKS).getall():
                url = joined_url(response.urljoin(""), address)
                await self._guarded(url, "feed", self._ask_feed(url, lead))

    async def _ask_feed(self, url: str, lead: _Lead) -> None:
        if url in self._feeds:
            return
        self._feeds.add(url)
        if len(self._feeds) > _FEEDS or self._is_over():
            self.discovery.left_out[f"feed: {self._why_over()}"] += 1
            return
        answer = await self._document(url, "feed", _PAGE_BYTES, page=lead.url)
        if answer is not None:
            entries = feed_pages(answer.body, answer.url, plain_mapping(answer).get("content-type", ""))
            if not entries:
                self.discovery.left_out["feed: without entries"] += 1
            self._take(entries, lead.depth + 1, "feed")

    async def _ask_sitemaps(self) -> None:
        """The sitemaps that robots.txt names, else the usual one, and the ones that those name."""
        named = await self._sitemaps_of_robots()
        waiting, asked = deque(named or [urljoin(self._seed, "/sitemap.xml")]), set[str]()
        while waiting and len(asked) < _SITEMAPS and not self._is_over():
            url = joined_url(self._seed, waiting.popleft())  # in one spelling
            if url not in asked:
                is_guess = not named and not asked
                asked.add(url)
                await self._guarded(url, "sitemap", self._ask_sitemap(url, asked, waiting, is_guess=is_guess))
        if left := set(waiting) - asked:
            self.discovery.left_out[f"sitemap: {self._why_over()}"] += len(left)

    async def _ask_sitemap(self, url: str, asked: set[str], waiting: deque[str], *, is_guess: bool) -> None:
        """Take in what a sitemap names; of one that was only guessed, its lack is no news."""
        silent = _NO_FILE if is_guess else frozenset()
        answer = await self._document(url, "sitemap", SITEMAP_BYTES, page=self._seed, silent=silent)
        if answer is None or (answer.url != url and answer.url in asked):
            return
        asked.add(answer.url)
        content = sitemap_content(answer.body, answer.url, plain_mapping(answer).get("content-type", ""))
        if content.fault and not (is_guess and isinstance(answer, HtmlResponse)):
            logger.warning("%s", content.fault)
            self.discovery.left_out["sitemap: not read whole"] += 1
        waiting.extend(hint.url for hint in content.sitemaps)
        self._take(content.pages, 1, "sitemap")

    async def _sitemaps_of_robots(self) -> list[str]:
        rules = self.crawler.get_downloader_middleware(RobotsRules)
        try:
            robots = None if rules is None else await rules.rules_for(self._seed, self)
        except VisitRefused:
            robots = None
        base = f"{urlsplit(self._seed).scheme}://{urlsplit(self._seed).netloc}/"
        return [joined_url(base, url) for url in robots.sitemaps] if robots is not None else []

    async def _document(
        self, url: str, kind: str, largest: int, *, page: str, silent: frozenset[int] = frozenset()
    ) -> Response | None:
        """A sitemap or a feed; None where there is none, which is counted, except for a status in ``silent``.

        ``page`` named it: where it stands beside that and has no access of its own, what lets visits of ``page`` in
        goes along.
        """
        is_beside = origin_of(url) == origin_of(page) and self.rendering_for(url).access == AccessSettings()
        try:
            answer = await self._answer(url, largest, page=page if is_beside else url)
        except Unanswered as missing:
            self.discovery.left_out[f"{kind}: {missing.reason}"] += 1
            logger.info("%s: %s", url, missing)
            return None
        if answer.status < 300:
            return answer
        if answer.status not in silent:
            self.discovery.left_out[f"{kind}: status {answer.status}"] += 1
        return None

    async def _answer(self, url: str, largest: int, **more: Any) -> Response:
        if self._plan.progress is not None:
            self._plan.progress(
                Step(
                    url=url,
                    requests=self.discovery.requests,
                    found=len(self.discovery.pages),
                    waiting=len(self._queue),
                )
            )
        return await self._asking.answer(url, largest=largest, **more)

    def _take(self, hints: Iterable[Hint], depth: int, how: str) -> None:
        """Queue what is new, within the scope and no trap; what is too many links away is counted."""
        for hint in hints:
            lead = self._wanted(hint, depth, how)
            if lead is None:
                continue
            if depth > self._plan.depth:
                self.discovery.left_out["beyond the depth"] += 1
            else:
                self._queue.append(lead)

    def _wanted(self, hint: Hint, depth: int, how: str) -> _Lead | None:
        try:
            url = _page_url(hint.url)
        except InvalidURL:
            self.discovery.left_out["no web address"] += 1
            return None
        key = page_key(url)
        if hint.lastmod is not None and how in _DATED:
            self._told[key] = max((hint.lastmod, how), self._told.get(key, (hint.lastmod, how)))
        if key in self._known:
            return None
        self._known.add(key)
        if "#" in url:  # a route: only a script shows it, and what was asked for is the document
            self.discovery.left_out["a view that only a script shows"] += 1
            return self._wanted(replace(hint, url=url.partition("#")[0]), depth, how)
        if (reason := self._forbidden(url) or self._traps.refusal(url)) is not None:
            self.discovery.left_out[reason] += 1
            return None
        return _Lead(url=url, depth=depth, how=how, lastmod=hint.lastmod)

    def _forbidden(self, url: str) -> str | None:
        """Why a person does not want an address; None: it may be asked for."""
        if not any(within(url) for within in self._scopes):
            return "outside the scope"
        if self._plan.exclude is not None and self._plan.exclude.search(url):
            return "excluded"
        return None

    def _leave_out(self, missing: Unanswered, lead: _Lead) -> None:
        """Count a page that was asked for in vain; without the seed there is nothing to look through."""
        self.discovery.left_out[missing.reason] += 1
        logger.info("%s: %s", lead.url, missing)
        if lead.how == "seed":
            raise CrawlError(f"{lead.url} cannot be looked through: {missing}. Name another seed.")


def _page_url(url: str) -> str:
    """The address of a page, without what is of one visitor; ``InvalidURL`` where it is none."""
    return checked_url(without_session(checked_url(url)))


def _stands_in(url: str, response: HtmlResponse) -> str | None:
    """What stands in for a page, by the response gate; a script that did not run is no reason."""
    text = "\n".join(response.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall())
    judgement = judge(
        RenderedAnswer(
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
