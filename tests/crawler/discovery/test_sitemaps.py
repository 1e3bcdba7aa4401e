import gzip
import io
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest

from crawler.discovery import sitemaps
from crawler.discovery.sitemaps import feed_pages, sitemap_content

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


@pytest.mark.parametrize("name", ["feed.xml", b"feed.xml", "/dev/zero"])
def test_a_feed_that_is_the_name_of_a_file_opens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str | bytes
) -> None:
    (tmp_path / "feed.xml").write_bytes(RSS)
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("builtins.open", lambda file, *_, **__: opened.append(str(file)) or io.BytesIO(RSS))
    body = name if isinstance(name, bytes) else str(tmp_path / name).encode()
    assert feed_pages(body, URL) == ()
    assert opened == []


def test_an_entity_of_a_feed_opens_no_file_and_does_not_swell(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("https://example.org/secret", encoding="utf-8")
    tens = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    kinds = f'<!ENTITY file SYSTEM "{secret.as_uri()}"><!ENTITY e0 "laughs">{tens}'
    body = (
        f"<!DOCTYPE rss [{kinds}]><rss version='2.0'><channel><item><link>&file;</link></item>"
        "<item><link>https://example.org/&e9;</link></item></channel></rss>"
    )
    found = feed_pages(body.encode(), URL)
    assert not any("secret" in page.url or "laughs" in page.url for page in found)


def test_of_a_feed_that_is_too_long_the_first_entries_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "FEED_BYTES", 20_000)
    many = "".join(
        f"<item><title>Größe</title><link>https://example.org/größe/{n}</link></item>" for n in range(500)
    )
    pages = feed_pages(f"<rss version='2.0'><channel>{many}</channel></rss>".encode(), URL)
    assert unquote(pages[0].url) == "https://example.org/größe/0"
    assert 0 < len(pages) < 500


ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_documents_in_any_unicode_encoding_are_read(encoding: str) -> None:
    charset = encoding.removesuffix("-sig")
    declared, told = f'<?xml version="1.0" encoding="{charset}"?>', f"text/xml; charset={charset}"
    urlset = f"{declared}\n<urlset><url><loc>https://example.org/größe</loc></url></urlset>"
    feed = f"{declared}<rss version='2.0'><channel><item><link>/größe</link></item></channel></rss>"
    (mapped,) = sitemap_content(urlset.encode(encoding), URL, told).pages
    (fed,) = feed_pages(feed.encode(encoding), URL, told)
    (line,) = sitemap_content("https://example.org/größe\r\n".encode(encoding), URL, told).pages
    assert {unquote(hint.url) for hint in (mapped, fed, line)} == {"https://example.org/größe"}


def test_the_server_may_say_in_which_encoding_a_document_is() -> None:
    body = "https://example.org/größe\n".encode("latin-1")
    (line,) = sitemap_content(body, URL, "text/plain; charset=iso-8859-1").pages
    assert line.url == "https://example.org/größe"


def test_a_feed_may_stand_for_a_sitemap() -> None:
    assert [page.url for page in sitemap_content(RSS, URL).pages] == ["https://example.org/one"]
    assert [page.url for page in sitemap_content(ATOM, URL).pages] == ["https://example.org/two"]


def test_one_address_that_is_none_spoils_no_sitemap_and_no_feed() -> None:
    urlset = URLSET.replace(b"https://example.org/undated", b"http://[half")
    assert len(sitemap_content(urlset, URL).pages) == 3
    feed = RSS.replace(b"</channel>", b"<item><link>http://[half</link></item></channel>")
    assert feed_pages(feed, URL)[0].url == "https://example.org/one"


def test_a_sitemap_says_that_it_names_more_than_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "SITEMAP_URLS", 10)
    content = sitemap_content(b"<urlset>" + b"<url><loc>/a</loc></url>" * 11 + b"</urlset>", URL)
    assert len(content.pages) == 10
    assert "more than 10" in content.fault


@pytest.mark.parametrize(
    "body",
    [
        b"<?" + b"encoding='" * 20_000,
        b"<!DOCTYPE rss [" + b"\n" * 200_000 + b"]><rss></rss>",
        b"<?xml version='1.0' encoding='punycode'?><rss>" + b"a" * 400_000,
        b"<rss><channel><item><link>&#xD800;</link></item></channel></rss>",
        b"<feed xmlns='a b'><entry><link href='http://[half'/></entry></feed>",
    ],
    ids=["declaration", "doctype", "punycode", "half a letter", "namespace"],
)
def test_a_hostile_feed_takes_no_time_and_raises_nothing(body: bytes) -> None:
    assert all("\ud800" not in page.url for page in feed_pages(body, URL))


@pytest.mark.parametrize("charset", ["base64", "punycode", "idna", "no-such"])
def test_an_encoding_that_no_browser_knows_is_taken_for_utf_8(charset: str) -> None:
    told = f"text/plain; charset={charset}"
    (line,) = sitemap_content("https://example.org/größe\n".encode(), URL, told).pages
    (fed,) = feed_pages("<rss><channel><item><link>/größe</link></item></channel></rss>".encode(), URL, told)
    assert unquote(line.url) == unquote(fed.url) == "https://example.org/größe"


def test_a_feed_in_a_declared_encoding_is_read() -> None:
    body = '<?xml version="1.0" encoding="iso-8859-1"?>\n<rss><channel><item><link>/größe</link></item></channel></rss>'
    (fed,) = feed_pages(body.encode("latin-1"), URL)
    assert unquote(fed.url) == "https://example.org/größe"
