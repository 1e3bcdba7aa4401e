"""Scrapy requests without a browser: conditional requests, feeds and sitemaps.

They obey robots.txt and name the crawler as robots.txt requests do, and their answers are hints, never captures.
"""

from __future__ import annotations

from collections.abc import Mapping

from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from crawler.manners.politeness import ASK_ROBOTS

NOT_MODIFIED = 304

_LIMITS = {
    ASK_ROBOTS: True,
    "handle_httpstatus_all": True,
    "download_timeout": 20.0,
    "download_maxsize": 64 * 1024 * 1024,
    "download_fail_on_dataloss": False,
}


def question(url: str, headers: Mapping[str, str]) -> Request:
    """Ask the server of a page whether it has changed, before a browser is sent."""
    return Request(url, headers=dict(headers), callback=NO_CALLBACK, meta=dict(_LIMITS), dont_filter=True)


def source_request(url: str) -> Request:
    """Read a feed or a sitemap, which may have moved."""
    meta = {**_LIMITS, "handle_httpstatus_all": False, "handle_httpstatus_list": list(range(400, 600))}
    return Request(url, callback=NO_CALLBACK, meta=meta, dont_filter=True)
