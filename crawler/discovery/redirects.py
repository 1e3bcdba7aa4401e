"""Redirects as a browser follows them: HTTP, a ``Refresh`` header, or a meta element.

Statuses are the Fetch standard's redirect statuses. A refresh is read by the HTML standard's "shared declarative
refresh steps", which take more forms than w3lib's reader does (a comma, no ``url=``, no digit before the dot).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import printable
from urllib.parse import quote

from scrapy.http import HtmlResponse, Response

from storage.urls import joined_url
from storage.watchable_urls import checked_url

STATUSES = frozenset({301, 302, 303, 307, 308})
AT_ONCE_S = 5.0
"""A refresh after at most so long is a redirect; a later one is a link, and the page is there to be read."""

_REFRESH = re.compile(
    r"""\s*(?P<delay>[0-9]+|(?=\.))[0-9.]*(?=[;,\s]|$)\s*[;,]?\s*(?:url\s*=\s*)?
    (?:"(?P<double>[^"]*)|'(?P<single>[^']*)|(?P<plain>.*))""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_META = "//meta[translate(@http-equiv, 'REFSH', 'refsh') = 'refresh'][not(ancestor::noscript)][@content][1]/@content"


@dataclass(frozen=True, kw_only=True)
class Refresh:
    """What a page asks a browser to load in its place, and after how long."""

    url: str
    delay_s: float


def redirect_of(response: Response) -> str | None:
    """The address that an answer leads to at once; None: it is an answer itself.

    Raises
    ------
    InvalidURL
        It leads to what is no address of a web page.
    """
    location = response.headers.get(b"Location")
    if response.status in STATUSES and location is not None:
        return _target(response.url, location)
    refresh = refresh_of(response)
    if refresh is None or refresh.delay_s > AT_ONCE_S:
        return None
    target = checked_url(refresh.url)
    return None if target == checked_url(response.url) else target


def refresh_of(response: Response) -> Refresh | None:
    """What a page that was found asks to be refreshed to; None where it does not, or names no address."""
    if not 200 <= response.status < 300:
        return None
    header = response.headers.get(b"Refresh")
    told, base = (header.decode("latin-1"), response.url) if header is not None else ("", response.url)
    if not told and isinstance(response, HtmlResponse) and b"refresh" in response.body.lower():
        told, base = response.xpath(_META).get() or "", response.urljoin("")
    found = _REFRESH.match(told)
    url = "" if found is None else (found["double"] or found["single"] or found["plain"] or "").strip()
    if found is None or not url:
        return None
    return Refresh(url=joined_url(base, url), delay_s=float(found["delay"] or 0))


def _target(base: str, location: bytes) -> str:
    """Of a Location header: bytes that are no UTF-8 stay as they are, percent-encoded."""
    return checked_url(joined_url(base, quote(location, safe=printable)))
