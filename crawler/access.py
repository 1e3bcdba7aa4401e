"""What lets visits in (``rendering.access``), for the requests that Scrapy makes itself.

A Scrapy downloader middleware: robots.txt and the question whether a page has changed carry what the page's own visit
would, to the page's own origin only. Scrapy keeps a request's headers when it is redirected; here they are taken off
again on the way to another origin.
"""

from __future__ import annotations

import logging
from typing import Protocol

from scrapy import Request
from scrapy.crawler import Crawler

from rendering.access import Access, access_to, origin_of
from rendering.errors import AccessError
from rendering.settings import RenderingSettings

logger = logging.getLogger(f"pagetide.{__name__}")

FOR_PAGE = "for page"
"""Key of a request's meta: the URL of the page for whose sake it is made; without it, that of the request."""


class AdmittedSpider(Protocol):
    """What is asked of the spider: how the page of a URL is rendered."""

    def rendering_for(self, url: str) -> RenderingSettings:
        """The settings of that page."""


class OwnOriginHeaders:
    """Adds the headers that let a page's visit in, and takes them off on the way elsewhere."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OwnOriginHeaders:
        """Scrapy's constructor."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Make the request's headers those that it may have."""
        if request.meta.get("playwright"):
            return  # the browser's requests get theirs one by one
        page: str = request.meta.setdefault(FOR_PAGE, request.url)
        access = self._access(page)
        if access is None:
            return
        for name, value in access.headers:
            if origin_of(request.url) == access.origin:
                request.headers[name] = value
            else:
                request.headers.pop(name, None)

    def _access(self, page: str) -> Access | None:
        spider: AdmittedSpider = self._crawler.spider  # type: ignore[assignment]
        try:
            return access_to(page, spider.rendering_for(page).access)
        except AccessError as error:
            logger.warning("%s is asked without its credentials: %s", page, error)
            return None
