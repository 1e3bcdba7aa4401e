"""Passwords and cookies (``rendering.login.access``) for the requests that Scrapy makes itself.

A Scrapy downloader middleware: robots.txt, the question whether a page has changed, and all that a discovery asks for
carry what the page's own visit would, to the page's own origin only. Scrapy keeps a request's headers when it is
redirected; here they are taken off again on the way to another origin.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Protocol

from scrapy import Request
from scrapy.crawler import Crawler

from rendering.errors import AccessError, LoginStateError
from rendering.login.access import access_to, origin_of
from rendering.login.state import cookies_for
from rendering.settings import RenderingSettings
from storage.records import Headers

logger = logging.getLogger(f"pagetide.{__name__}")

FOR_PAGE = "for page"
"""Key of a request's meta: the URL of the page for whose sake it is made; without it, that of the request."""

_ADDED = "headers that were added"  # their names, a key of a request's meta


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
        page: str = request.meta.setdefault(FOR_PAGE, request.url)
        for name in request.meta.pop(_ADDED, ()):  # of the request that was redirected to this one
            request.headers.pop(name, None)
        if origin_of(request.url) == origin_of(page):
            added = dict(self._headers(request.url, page))
            request.headers.update(added)
            request.meta[_ADDED] = tuple(added)

    def _headers(self, url: str, page: str) -> Headers:
        """The cookies of the page's login, and the headers that its settings name, which count more."""
        spider: AdmittedSpider = self._crawler.spider  # type: ignore[assignment]
        rendering = spider.rendering_for(page)
        login = rendering.behaviour.login_state
        try:
            cookies = "" if login is None else cookies_for(url, Path(login))
            access = access_to(page, rendering.access)
        except (AccessError, LoginStateError) as error:
            logger.warning("%s is asked without its credentials: %s", page, error)
            return ()
        return (*((("Cookie", cookies),) if cookies else ()), *(() if access is None else access.headers))
