import gzip
from datetime import UTC, datetime

import pytest

from crawler.sitemaps import feed_pages, sitemap_content

URL = "https://example.org/sitemap.xml"
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>'
URLSET = (
    HEAD
    + b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc> https://example.org/old </loc><lastmod>2025-01-05</lastmod></url>
<url><loc>/new</loc><lastmod>2026-02-03T04:05:06+01:00</lastmod></url>
<url><loc>https://example.org/undated</loc><n:news><n:title>Title</n:title></n:news></url>
<url><priority>1</priority></url></urlset>"""
)


def test_pages_come_newest_first_with_their_dates() -> None:
    pages = sitemap_content(URLSET, URL).pages
    assert [page.url.rpartition("/")[2] for page in pages] == ["new", "old", "undated"]
    assert pages[0].lastmod == datetime(2026, 2, 3, 3, 5, 6, tzinfo=UTC)
    assert pages[2].lastmod is None


def test_a_packed_sitemap_is_unpacked() -> None:
    assert len(sitemap_content(gzip.compress(URLSET), URL).pages) == 3


def test_an_index_names_further_sitemaps() -> None:
    body = HEAD + b"<sitemapindex><sitemap><loc>https://example.org/a.xml.gz</loc></sitemap></sitemapindex>"
    content = sitemap_content(body, URL)
    assert [hint.url for hint in content.sitemaps] == ["https://example.org/a.xml.gz"]
    assert content.pages == ()


def test_lines_of_text_are_a_sitemap_too() -> None:
    pages = sitemap_content(
        b"\xef\xbb\xbfhttps://example.org/a\r\nnonsense\nhttp://example.org/b\n", URL
    ).pages
    assert [page.url for page in pages] == ["https://example.org/a", "http://example.org/b"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<",
        b"<html><body>Not found</body></html>",
        b"\x1f\x8bbroken",
        gzip.compress(URLSET)[:40],
        b"<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;'>]><urlset><url><loc>&d;</loc></url></urlset>",
        b"\x00" * 1000,
    ],
    ids=["nothing", "bracket", "html", "no gzip", "cut gzip", "entities", "zeros"],
)
def test_what_is_no_sitemap_holds_nothing_and_breaks_nothing(body: bytes) -> None:
    content = sitemap_content(body, URL)
    assert content.pages == content.sitemaps == ()


def test_a_packed_sitemap_that_swells_is_cut() -> None:
    content = sitemap_content(gzip.compress(b"<urlset>" + b" " * 200_000_000), URL)
    assert content.fault


RSS = b"""<rss version="2.0"><channel><title>News</title>
<item><title>One</title><link>/one</link><pubDate>Wed, 07 Jan 2026 10:00:00 +0100</pubDate></item>
<item><title>No link</title></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>Two</title>
<link href="https://example.org/two"/><updated>2026-01-08T10:00:00Z</updated></entry></feed>"""


def test_feeds_name_pages_and_when_they_changed() -> None:
    (one,) = feed_pages(RSS, URL)
    (two,) = feed_pages(ATOM, URL)
    assert (one.url, one.lastmod) == ("https://example.org/one", datetime(2026, 1, 7, 9, tzinfo=UTC))
    assert (two.url, two.lastmod) == ("https://example.org/two", datetime(2026, 1, 8, 10, tzinfo=UTC))


@pytest.mark.parametrize("body", [b"", b"<html></html>", b"\xff\x00"])
def test_what_is_no_feed_names_nothing(body: bytes) -> None:
    assert feed_pages(body, URL) == ()
