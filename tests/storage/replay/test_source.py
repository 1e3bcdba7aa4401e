"""Exchanges read back out of the archive, and the right one found for a request."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from storage.collection import Collection
from storage.database.schema import artifact, warc_record
from storage.database.schema import capture as capture_rows
from storage.ingest.archives import ingest
from storage.records import Capture, Exchange, Match, Page
from storage.replay.archived import restored
from storage.replay.exchanges import ArchiveReader
from storage.replay.source import CaptureSource, most_alike, unbusted
from storage.warc.writer import ARCHIVE
from tests.storage.archives import AT, SITE, Archive
from tests.storage.builders import START, STYLE, URL, add_page, capture, exchange, style

API = "https://news.example/api"


@pytest.fixture
def page(collection: Collection) -> Page:
    return add_page(collection)


def source_of(collection: Collection, page: Page, *exchanges: Exchange, hour: int = 0) -> CaptureSource:
    return CaptureSource(collection, collection.store(page, taken(hour, *exchanges)))


def taken(hour: int, *exchanges: Exchange) -> Capture:
    return capture(hour, exchanges=(exchange(), *exchanges))


def test_an_exchange_comes_back_as_it_was_recorded(collection: Collection, page: Page) -> None:
    headers = (
        ("content-type", "text/plain"),
        ("content-encoding", "br"),
        ("transfer-encoding", "chunked"),
        ("content-length", "7"),
        ("set-cookie", "a=1"),
        ("set-cookie", "b=2"),
    )
    body = bytes(range(256)) * 4
    recorded = exchange(API, method="POST", request_body=b"\x00a=1", response_headers=headers, body=body)
    found = source_of(collection, page, recorded).find(API, "POST", b"\x00a=1")
    assert found is not None
    assert found.exchange.body == body
    assert found.exchange.response_headers == headers
    assert found.exchange.request_body == b"\x00a=1"
    assert (found.exchange.status, found.exchange.reason) == (200, "OK")
    assert (found.exchange.remote_ip, found.exchange.protocol) == ("192.0.2.7", "h2")
    assert (found.match, found.borrowed, found.captured_at) == (Match.EXACT, False, START)


def test_a_body_stored_before_is_read_where_it_stands(collection: Collection, page: Page) -> None:
    collection.store(page, taken(0, style()))
    source = source_of(collection, page, style(), hour=1)
    assert source.index.entries[-1].original is not None
    found = source.find("https://news.example/style.css")
    assert found is not None
    assert (found.exchange.body, found.borrowed) == (STYLE, False)
    assert found.exchange.truncated is None


def test_a_body_is_found_in_another_file(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as first:
        first.store(add_page(first), taken(0, style()))
    with Collection.open(tmp_path / "news") as second:
        source = source_of(second, second.repository.pages()[0], style(), hour=1)
        found = source.find("https://news.example/style.css")
        assert len(list((tmp_path / "news" / ARCHIVE).iterdir())) == 2
        assert found is not None
        assert found.exchange.body == STYLE


def test_failures_come_back_as_failures(collection: Collection, page: Page) -> None:
    failed = exchange(API, status=None, body=None, error="net::ERR_CONNECTION_RESET", response_headers=())
    lost = exchange(API + "/lost", body=None, error="too large")
    cut = exchange(API + "/cut", body=b"begin", truncated="disconnect")
    head = exchange(API, method="HEAD", body=b"")
    source = source_of(collection, page, failed, lost, cut, head)
    found = {name: source.find(API + name) for name in ("", "/lost", "/cut")}
    assert found[""] is not None
    assert (found[""].exchange.status, found[""].exchange.error) == (None, "net::ERR_CONNECTION_RESET")
    assert found["/lost"] is not None
    assert (found["/lost"].exchange.status, found["/lost"].exchange.body) == (200, None)
    assert found["/cut"] is not None
    assert (found["/cut"].exchange.truncated, found["/cut"].exchange.body) == ("disconnect", b"begin")
    asked = source.find(API, "HEAD")
    assert asked is not None
    assert asked.exchange.status == 200


def test_what_was_asked_for_often_is_answered_in_order(collection: Collection, page: Page) -> None:
    source = source_of(collection, page, *(exchange(API, body=b"%d" % number) for number in range(3)))
    bodies = [source.find(API) for _ in range(5)]
    assert [found and found.exchange.body for found in bodies] == [b"0", b"1", b"2", b"2", b"2"]


def test_ranges_are_told_apart(collection: Collection, page: Page) -> None:
    parts = [
        exchange(API, status=206, body=part, request_headers=(("Range", f"bytes={part.decode()}"),))
        for part in (b"0-9", b"10-19")
    ]
    source = source_of(collection, page, *parts)
    found = source.find(API, byte_range="bytes=10-19")
    assert found is not None
    assert found.exchange.body == b"10-19"


def test_another_body_is_better_than_none_and_said_so(collection: Collection, page: Page) -> None:
    source = source_of(collection, page, exchange(API, method="POST", request_body=b"a=1"))
    found = source.find(API, "POST", b"a=2")
    assert found is not None
    assert found.match is Match.OTHER_BODY
    assert source.find(API, "PUT", b"a=1") is None


def test_a_cache_buster_hides_nothing(collection: Collection, page: Page) -> None:
    source = source_of(collection, page, exchange(API + "?q=1&_=1767268800123"))
    for asked in ("?q=1", "?q=1&_=9", "?q=1&nocache=yes", "?q=1&x=0.8346592834"):
        found = source.find(API + asked)
        assert found is not None, asked
        assert found.match is Match.CACHE_BUSTER
    assert source.find(API + "?q=2") is None


def test_a_similar_question_is_the_last_resort(collection: Collection, page: Page) -> None:
    source = source_of(collection, page, exchange(API + "?a=1&b=2&c=3"), exchange(API + "?a=1&b=8&c=9"))
    found = source.find(API + "?a=1&b=2&c=4")
    assert found is not None
    assert (found.match, found.exchange.url) == (Match.SIMILAR_QUERY, API + "?a=1&b=2&c=3")


def test_what_is_missing_is_taken_from_the_nearest_capture_of_the_page(
    collection: Collection, page: Page
) -> None:
    for hour in (1, 4, 9):
        collection.store(page, taken(hour, exchange(API, body=b"hour %d" % hour)))
    stored = collection.store(page, taken(6))
    found = CaptureSource(collection, stored).find(API)
    assert found is not None
    assert (found.exchange.body, found.borrowed) == (b"hour 4", True)
    assert found.captured_at == START + timedelta(hours=4)
    assert CaptureSource(collection, stored, borrow=False).find(API) is None


def test_errors_are_not_borrowed(collection: Collection, page: Page) -> None:
    collection.store(page, taken(1, exchange(API, status=404)))
    assert source_of(collection, page, hour=2).find(API) is None


def test_what_is_missing_is_taken_from_another_page(collection: Collection, page: Page) -> None:
    other = add_page(collection, "https://news.example/other")
    collection.store(other, taken(1, style()))
    found = source_of(collection, page, hour=2).find("https://news.example/style.css")
    assert found is not None
    assert (found.exchange.body, found.borrowed) == (STYLE, True)


def test_a_damaged_record_is_named_and_the_others_are_read(collection: Collection, page: Page) -> None:
    stored = collection.store(page, taken(0, style(), exchange(API, body=b"x" * 600)))
    with collection.database.reading() as connection:
        row = connection.execute(warc_record.select().where(warc_record.c.target_uri.contains("style"))).one()
    (path,) = (collection.path / ARCHIVE).iterdir()
    with path.open("r+b") as file:
        file.seek(row.offset + 20)
        file.write(b"\xff" * 40)
    source = CaptureSource(collection, stored)
    assert len(source.unreadable) == 1
    assert source.find("https://news.example/style.css") is None
    found = source.find(API)
    assert found is not None
    assert found.exchange.body == b"x" * 600


def test_an_original_that_is_gone_makes_its_revisit_missing(collection: Collection, page: Page) -> None:
    collection.store(page, taken(0, style()))
    stored = collection.store(page, taken(1, style()))
    with collection.database.writing() as connection:
        connection.execute(warc_record.delete().where(warc_record.c.type == "response"))
    source = CaptureSource(collection, stored, borrow=False)
    assert source.find("https://news.example/style.css") is None
    assert "is not here" in source.unreadable[0]


def test_a_record_is_read_by_its_place(collection: Collection, page: Page) -> None:
    stored = collection.store(page, taken(0, style()))
    reader = ArchiveReader(collection)
    entry = next(item for item in reader.index(stored.id).entries if item.url.endswith("style.css"))
    assert entry.place is not None
    assert reader.exchange(reader.response_at(entry.place)).body == STYLE


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("https://a.example/x", "https://a.example/x"),
        ("https://a.example/x?_=1", "https://a.example/x"),
        ("https://a.example/x?1767268800", "https://a.example/x"),
        ("https://a.example/x?b=2&t=1767268800123&a=1", "https://a.example/x?b=2&a=1"),
        ("https://a.example/x?page=2", "https://a.example/x?page=2"),
        ("https://a.example/x?r=0.123456789", "https://a.example/x"),
    ],
)
def test_cache_busters_are_known(url: str, plain: str) -> None:
    assert unbusted(url) == plain


def test_most_of_a_query_must_be_alike() -> None:
    others = ["https://a.example/x?id=2&l=en", "https://a.example/y?id=1&l=en&s=1"]
    assert most_alike("https://a.example/x?id=1&l=en", others) is None
    assert most_alike("https://a.example/x?id=2&l=en&s=1", others) == others[0]
    assert most_alike("https://a.example/x", others) is None


def test_names_are_restored_once() -> None:
    kept = (("X-Orig-Content-Length", "9"), ("Content-Length", "20"), ("Vary", "a"))
    assert restored(kept) == (("Content-Length", "9"), ("Vary", "a"))


def test_an_ingested_capture_finds_what_its_whole_crawl_holds(collection: Collection, page: Page) -> None:
    """The shape of a foreign file: records of two pages, a stylesheet that only the first one fetched."""
    other = add_page(collection, "https://news.example/other")
    collection.store(other, capture(0, url=other.url, exchanges=(exchange(other.url), style())))
    stored = collection.store(page, taken(1))
    collection.close()
    (path,) = (collection.path / ARCHIVE).iterdir()
    path.rename(path.with_name("heritrix.warc.gz"))
    with Collection.open(collection.path) as opened:
        with opened.database.writing() as connection:
            connection.execute(update(capture_rows).values(warc_file="heritrix.warc.gz", origin="crawl.wacz"))
            connection.execute(delete(artifact))
            connection.execute(delete(warc_record))
        source = CaptureSource(opened, opened.repository.capture(stored.id))
        found = source.find("https://news.example/style.css")
        assert found is not None
        assert (found.exchange.body, found.borrowed) == (STYLE, False)
        assert source.find("https://news.example/none.css") is None


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("HTTP://CASE.Example/P", "http://case.example/P"),
        ("http://case.example:80/p", "http://case.example/p"),
        ("http://case.example?x=1", "http://case.example/?x=1"),
        ("http://case.example/../a/./b/%2E%2e/c", "http://case.example/a/c"),
        ("http:\\\\case.example\\a", "http://case.example/a"),
        ("http://case.example/t\tab", "http://case.example/tab"),
        ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
        ("http://straße.example/", "http://xn--strae-oqa.example/"),
        ("http://user:word@case.example/u", "http://case.example/u"),
        ("http://case.example/u", "http://user@case.example/u"),
        ("http://case.example./dot", "http://case.example./dot"),
        ("http://case.example/a|b?c={d}", "http://case.example/a%7Cb?c={d}"),
        ("http://case.example/[a]?b=[c]", "http://case.example/[a]?b=[c]"),
        ("http://case.example/a\"b'c?d'e", "http://case.example/a%22b'c?d%27e"),
        ("http://case.example/%c3%a4", "http://case.example/%c3%a4"),
        ("http://case.example//a//b", "http://case.example//a//b"),
        ("http://case.example/a#frag", "http://case.example/a"),
        ("<http://case.example/brackets>", "http://case.example/brackets"),
    ],
)
def test_what_another_tool_wrote_is_found_as_a_browser_spells_it(
    collection: Collection, tmp_path: Path, written: str, asked: str
) -> None:
    archive = Archive(tmp_path / "crawl.warc.gz")
    archive.response(SITE, AT)
    archive.response(written, AT, b"GIF89a", mime="image/gif")
    ingest(collection, archive.close())
    source = CaptureSource(collection, collection.repository.capture(1))
    found = source.find(asked)
    assert found is not None
    assert (found.exchange.body, found.match) == (b"GIF89a", Match.EXACT)
    other = asked.replace("example", "example.org")
    assert source.find(other) is None


@pytest.mark.parametrize("scheme", ["http", "HTTP"])
def test_a_capture_of_another_tool_finds_its_own_page_as_a_browser_spells_it(
    collection: Collection, tmp_path: Path, scheme: str
) -> None:
    archive = Archive(tmp_path / "crawl.warc.gz")
    archive.response(f"{scheme}://CASE.example:80/../a|b?c={{d}}", AT, b"<html>news</html>")
    ingest(collection, archive.close())
    stored = collection.repository.capture(1)
    source = CaptureSource(collection, stored, borrow=False)
    assert source.index.entries[0].url == "http://case.example/a%7Cb?c=%7Bd%7D"
    assert source.find("http://case.example/a%7Cb?c={d}") is not None


def test_a_lost_file_leaves_nothing_to_be_found(collection: Collection, page: Page) -> None:
    stored = collection.store(page, taken(0))
    collection.close_archive()
    (path,) = (collection.path / ARCHIVE).iterdir()
    path.unlink()
    source = CaptureSource(collection, stored)
    assert source.find(URL) is None
    assert "is missing from" in source.unreadable[0]
