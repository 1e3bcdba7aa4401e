"""What sites say of their own pages: sitemaps (sitemaps.org, indexes, news, plain text) and feeds (RSS, Atom).

Hints only: a sitemap may name pages that are gone, and its dates are often those of its making.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import struct_time
from typing import Any
from urllib.parse import urljoin

import feedparser
from lxml import etree
from scrapy.utils.gz import gunzip
from scrapy.utils.sitemap import Sitemap

SITEMAP_BYTES = 50 * 1024 * 1024  # sitemaps.org's own limit, unpacked
SITEMAP_URLS = 50_000
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A page that a sitemap or a feed names, and when it says the page changed."""

    url: str
    lastmod: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class SitemapContent:
    """What one sitemap holds: pages, newest first, and further sitemaps."""

    pages: tuple[Hint, ...] = ()
    sitemaps: tuple[Hint, ...] = ()
    fault: str = field(default="")  # what was wrong with it; what could be read is here all the same


def sitemap_content(body: bytes, url: str) -> SitemapContent:
    """Read a sitemap or a sitemap index, packed or not; anything that is none holds nothing."""
    try:
        text = gunzip(body, max_size=SITEMAP_BYTES) if body.startswith(_GZIP) else body[:SITEMAP_BYTES]
    except (OSError, EOFError, ValueError) as error:
        return SitemapContent(fault=f"{url} cannot be unpacked: {error}")
    if not text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return SitemapContent(pages=_lines(text))
    try:
        sitemap = Sitemap(text)
        entries = [_hint(entry, url) for entry, _ in zip(sitemap, range(SITEMAP_URLS), strict=False)]
    except (etree.LxmlError, StopIteration, ValueError) as error:
        return SitemapContent(fault=f"{url} is no sitemap: {error}")
    hints = tuple(sorted((hint for hint in entries if hint is not None), key=_newest_first))
    if sitemap.type == "sitemapindex":
        return SitemapContent(sitemaps=hints)
    return SitemapContent(pages=hints if sitemap.type == "urlset" else ())


def feed_pages(body: bytes, url: str) -> tuple[Hint, ...]:
    """The pages that a feed's entries lead to, in its order; nothing where it is no feed."""
    parsed: Any = feedparser.parse(body, response_headers={"content-location": url})
    return tuple(
        Hint(url=urljoin(url, entry["link"]), lastmod=_moment(entry))
        for entry in parsed.entries[:SITEMAP_URLS]
        if entry.get("link")
    )


def _lines(text: bytes) -> tuple[Hint, ...]:
    lines = (line.strip() for line in text.decode("utf-8-sig", errors="replace").splitlines()[:SITEMAP_URLS])
    return tuple(Hint(url=line) for line in lines if re.match(r"https?://\S+$", line))


def _hint(entry: dict[str, Any], url: str) -> Hint | None:
    location = str(entry.get("loc") or "").strip()
    return Hint(url=urljoin(url, location), lastmod=_w3c_date(entry.get("lastmod"))) if location else None


def _newest_first(hint: Hint) -> float:
    return -hint.lastmod.timestamp() if hint.lastmod is not None else 0.0


def _w3c_date(text: str | None) -> datetime | None:
    """A W3C date: a year, a month, a day, or a moment with its zone; None for anything else."""
    value = (text or "").strip()
    if re.fullmatch(r"\d{4}(-\d\d)?", value):
        value = f"{value}-01-01" if len(value) == 4 else f"{value}-01"
    try:
        parsed = datetime.fromisoformat(value)
    except ValueError:
        return None
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def _moment(entry: Any) -> datetime | None:
    told = (dict.get(entry, name) for name in ("updated_parsed", "published_parsed"))  # its own get warns
    found = next((value for value in told if isinstance(value, struct_time)), None)
    try:
        return None if found is None else datetime(*found[:6], tzinfo=UTC)
    except ValueError:
        return None
