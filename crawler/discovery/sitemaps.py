"""Reads sitemaps (sitemaps.org, indexes, news, plain text) and feeds (RSS, Atom).

Hints only: a sitemap may name pages that are gone, and its dates are often those of its making. Both come from anybody:
no more of them is read than a stated number of bytes, and nothing in them opens a file or another address.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from time import struct_time
from typing import Any

import feedparser
from lxml import etree
from scrapy.utils.gz import gunzip
from scrapy.utils.sitemap import Sitemap
from w3lib.encoding import http_content_type_encoding

from crawler.text_encoding import as_utf8, is_readable
from storage.urls import joined_url

logger = logging.getLogger(f"pagetide.{__name__}")

SITEMAP_BYTES = 50 * 1024 * 1024  # sitemaps.org's own limit, unpacked
SITEMAP_URLS = 50_000
FEED_BYTES = 2 * 1024 * 1024
"""What is read of a feed, whose newest entries come first: feedparser takes seconds and 250 MB for each hostile MiB."""
_FEEDS = frozenset({"rss", "feed", "RDF"})
_DECLARATION = re.compile(
    rb"""\s{0,100}<\?xml\s[^<>]{0,200}?\bencoding\s{0,9}=\s{0,9}["'](?P<encoding>[\w.:-]{1,40})["']"""
)
_ELEMENT = re.compile(rb"<\w")
_DAMAGED = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
)
"""What feedparser raises of a damaged feed, each time in its own way."""
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


def sitemap_content(body: bytes, url: str, content_type: str = "") -> SitemapContent:
    """Read a sitemap or a sitemap index, packed or not; anything that is none holds nothing."""
    try:
        text = gunzip(body, max_size=SITEMAP_BYTES) if body.startswith(_GZIP) else body[:SITEMAP_BYTES]
    except (OSError, EOFError, ValueError) as error:
        return SitemapContent(fault=f"{url} cannot be unpacked: {error}")
    read = as_utf8(text)
    if not read.lstrip().startswith(b"<"):
        told = http_content_type_encoding(content_type) if read is text else None
        return SitemapContent(pages=_lines(read, told or "utf-8"))
    try:
        return _of_markup(read, url)
    except (etree.LxmlError, StopIteration, ValueError) as error:
        return SitemapContent(fault=f"{url} is no sitemap: {error}")


def feed_pages(body: bytes, url: str, content_type: str = "") -> tuple[Hint, ...]:
    """The pages that a feed's entries lead to, in its order; nothing where it is no feed."""
    encoding, feed = _encoding_and_root(body, content_type)
    try:
        # a stream: bytes are the name of a file to feedparser first, and strings an address
        parsed: Any = feedparser.parse(
            io.BytesIO(_first_part(feed)),
            response_headers={
                "content-location": url,
                "content-type": f"application/xml; charset={encoding}",
            },
            resolve_relative_uris=False,  # these two are about texts, which nobody reads here
            sanitize_html=False,
        )
    except _DAMAGED as error:
        logger.info("%s cannot be read as a feed: %r", url, error)
        return ()
    return tuple(
        Hint(url=joined_url(url, entry["link"]), lastmod=_moment(entry))
        for entry in parsed.entries[:SITEMAP_URLS]
        if entry.get("link")
    )


def _of_markup(text: bytes, url: str) -> SitemapContent:
    sitemap = Sitemap(text)
    if sitemap.type in _FEEDS:  # which may stand for a sitemap (sitemaps.org, "Other Sitemap formats")
        return SitemapContent(pages=feed_pages(text, url))
    entries = [_hint(entry, url) for entry in islice(sitemap, SITEMAP_URLS + 1)]
    hints = tuple(sorted((hint for hint in entries[:SITEMAP_URLS] if hint is not None), key=_newest_first))
    fault = f"{url} names more than {SITEMAP_URLS:,} addresses" if len(entries) > SITEMAP_URLS else ""
    if sitemap.type == "sitemapindex":
        return SitemapContent(sitemaps=hints, fault=fault)
    if sitemap.type == "urlset":
        return SitemapContent(pages=hints, fault=fault)
    return SitemapContent(fault=f"{url} is no sitemap: it begins with <{sitemap.type}>")


def _encoding_and_root(body: bytes, content_type: str) -> tuple[str, bytes]:
    """A feed's encoding, of which feedparser tries others where it is wrong, and what begins with its first element.

    feedparser searches what stands before that (declaration, DOCTYPE) with patterns that take the cube of the time for
    a hostile one, and would decode Punycode, which takes the square.
    """
    read = as_utf8(body)
    found = _DECLARATION.match(read)
    told = http_content_type_encoding(content_type) if read is body else None
    declared = "" if found is None else found["encoding"].decode("ascii", "replace")
    encoding = next((name for name in (told, declared) if name and is_readable(name)), "utf-8")
    root = _ELEMENT.search(read)
    return encoding, b"" if root is None else read[root.start() :]


def _first_part(feed: bytes) -> bytes:
    """As much of a feed as is read, cut behind a tag: half a character would make feedparser doubt its encoding."""
    if len(feed) <= FEED_BYTES:
        return feed
    return feed[: feed.rfind(b">", 0, FEED_BYTES) + 1]


def _lines(text: bytes, encoding: str) -> tuple[Hint, ...]:
    told = text.decode(encoding if is_readable(encoding) else "utf-8", errors="replace")
    lines = (line.strip() for line in told.splitlines()[:SITEMAP_URLS])
    return tuple(Hint(url=line) for line in lines if re.match(r"https?://\S+$", line))


def _hint(entry: dict[str, Any], url: str) -> Hint | None:
    location = str(entry.get("loc") or "").strip()
    return Hint(url=joined_url(url, location), lastmod=_w3c_date(entry.get("lastmod"))) if location else None


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


def announced_pages(body: bytes, source: str) -> tuple[Sequence[Hint], bool]:
    """The pages that a feed or a sitemap names, and whether it is a feed."""
    of_feed = feed_pages(body, source)
    return of_feed or _announced_by_sitemap(body, source), bool(of_feed)


def _announced_by_sitemap(body: bytes, source: str) -> Sequence[Hint]:
    """The pages that a sitemap names; where it names none, why is told."""
    content = sitemap_content(body, source)
    if content.sitemaps:
        logger.warning(
            "%s lists %d other sitemaps and announces nothing itself: name those in announced_by that list the pages, "
            "such as %s",
            source,
            len(content.sitemaps),
            content.sitemaps[0].url,
        )
    elif not content.pages:
        logger.warning("%s names no page%s", source, f": {content.fault}" if content.fault else "")
    return content.pages
