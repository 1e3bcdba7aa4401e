"""Scrapy requests that no browser makes: has this page changed, and what does that feed or sitemap announce.

They obey robots.txt and name the crawler as robots.txt requests do, and their answers are hints, never captures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scrapy import Request

from crawler.manners.politeness import ASK_ROBOTS
from crawler.visiting.visit import Visit

NOT_MODIFIED = 304
SOURCE = "source of hints"
"""Key of a request's meta: the address that was asked for, whatever it was redirected to."""

_LIMITS = {
    "download_timeout": 20.0,
    "download_maxsize": 64 * 1024 * 1024,
    "download_fail_on_dataloss": False,
}


def plain_request(
    visit: Visit, headers: Mapping[str, str], callback: Callable[..., Any], errback: Callable[..., Any]
) -> Request:
    """Ask the server of a leased page whether it has changed, before its browser is sent."""
    page = visit.lease.page
    return Request(
        page.url,
        headers=dict(headers),
        callback=callback,
        errback=errback,
        cb_kwargs={"visit": visit},
        meta={
            **_LIMITS,
            ASK_ROBOTS: True,
            "handle_httpstatus_all": True,
            "download_slot": f"visit {page.id}",
        },
        dont_filter=True,
    )


def source_request(url: str, callback: Callable[..., Any], errback: Callable[..., Any]) -> Request:
    """Read a feed or a sitemap."""
    meta = {**_LIMITS, ASK_ROBOTS: True, SOURCE: url, "handle_httpstatus_list": list(range(400, 600))}
    return Request(url, callback=callback, errback=errback, meta=meta, dont_filter=True)
