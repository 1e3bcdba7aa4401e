"""Polite plain HTTP requests: robots.txt, pauses, Retry-After, and redirects of every kind.

``discovery`` asks for pages, sitemaps and feeds in this one way. Where there is no answer, ``Unanswered`` says why.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from scrapy import Request
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.http.request import NO_CALLBACK
from scrapy.responsetypes import responsetypes
from scrapy.utils.response import get_base_url

from crawler.clock import Clock
from crawler.discovery.redirects import redirect_of
from crawler.manners.access import FOR_PAGE
from crawler.manners.host_pauses import HostPauses
from crawler.manners.politeness import ASK_ROBOTS, NO_ANSWER, VisitRefused, plain_mapping
from crawler.manners.refusals import refusal_of
from crawler.settings import CrawlSettings
from crawler.text_encoding import as_utf8, is_readable
from storage.errors import InvalidURL
from storage.urls import host_of
from storage.watchable_urls import checked_url

logger = logging.getLogger(f"pagetide.{__name__}")

PATIENCE = timedelta(minutes=2)
"""A host that asks to be left alone for longer is given up for this run."""

MOST_REDIRECTS = 20
"""As many as a browser follows (Fetch standard, HTTP-redirect fetch)."""

STOPPED = "not asked for before it was stopped"
_TIMEOUT_S = 30.0
_BASE = re.compile(rb"<base\b", re.IGNORECASE)


class Unanswered(Exception):
    """There is no answer to go by; ``reason`` is what it is counted under, the message says it of one address."""

    def __init__(self, reason: str, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason = reason


class Asking:
    """What one run asks of servers."""

    def __init__(self, settings: CrawlSettings, clock: Clock, stop: asyncio.Event | None) -> None:
        self.pauses = HostPauses(settings)
        self.engine: Any = None  # Scrapy's, once it runs
        self._settings = settings
        self._clock = clock
        self._stop = stop
        self._next_ok: dict[str, datetime] = {}

    async def answer(
        self,
        url: str,
        *,
        largest: int,
        page: str | None = None,
        permit: Callable[[str, str], None] = lambda _, __: None,
    ) -> Response:
        """What ``url`` leads to, redirects followed; at most ``largest`` bytes of it, text as UTF-8.

        ``page`` is the page for whose sake it is asked for, None where that is ``url`` itself: what lets visits of that
        page in goes along. ``permit`` gets each redirect's address and target, and raises ``Unanswered`` where it must
        not be followed.

        Raises
        ------
        Unanswered
            There is no answer, or it leads nowhere.
        """
        trail = [_checked(url)]
        while True:
            response = await self._asked(trail[-1], largest, page or trail[0])
            try:
                target = redirect_of(response)
            except InvalidURL as error:
                raise Unanswered(
                    "redirect to no web address", f"it redirects to what is no web address: {error}"
                ) from error
            if target is None:
                return response
            if target in trail:
                raise Unanswered("redirects in a circle", f"it redirects in a circle, by {target}")
            if len(trail) > MOST_REDIRECTS:
                raise Unanswered("too many redirects", f"it redirects more than {MOST_REDIRECTS} times")
            permit(trail[-1], target)
            trail.append(target)

    async def _asked(self, url: str, largest: int, page: str) -> Response:
        host = host_of(url)
        if not await self._turn_of(host):
            raise Unanswered("host asked to be left alone", f"{host} asked to be left alone")
        meta = {
            ASK_ROBOTS: True,
            FOR_PAGE: page,
            "dont_redirect": True,
            "handle_httpstatus_all": True,
            "download_timeout": _TIMEOUT_S,
            "download_maxsize": largest,
            "download_fail_on_dataloss": False,
        }
        headers = {"Accept-Language": "en, *;q=0.5", **self._settings.plain_headers}
        request = Request(url, headers=headers, meta=meta, callback=NO_CALLBACK, dont_filter=True)
        try:
            response: Response = await self.engine.download_async(request)
        except VisitRefused as refused:
            raise Unanswered(refused.problem.code.value, str(refused)) from refused
        except (IgnoreRequest, DownloadCancelledError) as error:  # of what arrives, and of what it unpacks to
            reason = f"longer than {largest >> 20} MiB"
            raise Unanswered(reason, f"it is {reason}") from error
        except NO_ANSWER as error:
            raise Unanswered("no answer", str(error) or type(error).__name__) from error
        finally:
            self._next_ok[host] = self.pauses.next_ok_at(host, self._clock.now())
        self._heed(host, response)
        return _readable(response)

    def _heed(self, host: str, response: Response) -> None:
        now = self._clock.now()
        self.pauses.heed(host, refusal_of(response.status, plain_mapping(response), now), now)
        self._next_ok[host] = self.pauses.next_ok_at(host, now)

    async def _turn_of(self, host: str) -> bool:
        """Wait until the host may be asked again; False where that would take too long."""
        hold = self.pauses.hold(host, self._clock.now())
        if hold is not None and hold.until - self._clock.now() > PATIENCE:
            return False
        while (when := self._next_ok.get(host)) is not None and when > self._clock.now():
            await self._clock.sleep_until(when, self._stop)
            if self._stop is not None and self._stop.is_set():
                raise Unanswered(STOPPED)
        return True


def _checked(url: str) -> str:
    try:
        return checked_url(url)
    except InvalidURL as error:
        raise Unanswered("no web address", str(error)) from error


def _readable(response: Response) -> Response:
    """An answer in a form that all that read it understand: in UTF-8, and without a base address that is none."""
    response = _in_utf8(response)
    if isinstance(response, HtmlResponse):
        try:
            get_base_url(response)
        except ValueError:  # the HTML standard passes over such a base; Scrapy stumbles
            return response.replace(body=_BASE.sub(b"<no-base", response.body))
    return response


def _in_utf8(response: Response) -> Response:
    body = as_utf8(response.body)
    if body is response.body and not (
        isinstance(response, TextResponse)
        and (response.encoding.startswith(("utf-16", "utf-32")) or not is_readable(response.encoding))
    ):
        return response
    kind = responsetypes.from_args(headers=response.headers, url=response.url, body=body)
    if not issubclass(kind, TextResponse):
        return response
    # with no two bytes a letter, "utf-16" is untrue, and a browser takes it for UTF-8 (HTML standard, 13.2.3.2)
    return response.replace(cls=kind, body=body, encoding="utf-8")
