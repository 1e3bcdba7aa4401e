import argparse
import json
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.checker import Checker

from storage.collection import Collection
from storage.layout import Layout
from storage.records import Exchange, Outcome, Role
from tests.storage.builders import (
    URL,
    add_page,
    capture,
    exchange,
    fill,
    png,
    records_of,
    score,
    style,
    warc_files,
)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The closed WARC file of two scored captures, with everything that can go wrong in an exchange."""
    with Collection.create(tmp_path / "news") as collection:
        first, _ = fill(collection, 2)
        page = collection.repository.page(first.page_id)
        odd = (
            exchange(status=301, body=None, response_headers=(("location", URL + "/"),)),
            exchange(URL + "/"),
            exchange("https://news.example/api", method="POST", request_body=b"a=1", body=b"{}"),
            exchange("https://news.example/gone.png", status=None, body=None, error="net::ERR_FAILED"),
            exchange("https://news.example/big.mp4", body=None, error="too large", resource_type="Media"),
            exchange("https://news.example/cut.bin", body=b"cut", truncated="length"),
            exchange("data:image/gif;base64,R0lGOD", resource_type="Image"),
        )
        collection.store(page, capture(5, exchanges=odd, final_url=URL + "/", outcome=Outcome.PARTIAL))
    (path,) = warc_files(collection)
    return path


def test_warcio_accepts_every_digest(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checker = Checker(argparse.Namespace(inputs=[str(archive)], verbose=False))
    assert checker.process_all() == 0
    assert capsys.readouterr().out == ""


def test_fastwarc_reads_every_record_and_accepts_every_digest(archive: Path) -> None:
    with archive.open("rb") as file:
        records = 0
        for record in FastIterator(file, parse_http=False):
            record.freeze()
            assert record.verify_block_digest(), record.headers
            if record.headers["WARC-Type"] in ("response", "request"):
                record.parse_http(strict_mode=False)
                assert record.verify_payload_digest(), record.headers
            records += 1
    assert records == len(records_of(archive))


def test_every_record_has_what_the_standard_demands(archive: Path) -> None:
    for record, _ in records_of(archive):
        headers = record.rec_headers
        for name in ("WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Length"):
            assert headers[name], record
        kind = record.rec_type
        assert (headers["WARC-Target-URI"] is None) == (kind == "warcinfo")
        if kind in ("warcinfo", "metadata"):
            assert headers["WARC-Payload-Digest"] is None
        if kind in ("warcinfo", "response", "resource", "request"):
            assert headers["WARC-Refers-To"] is None


def test_the_records_of_a_capture_share_its_date_and_page(archive: Path) -> None:
    by_page: dict[str, set[str]] = {}
    for record, _ in records_of(archive)[1:]:
        if "change" not in record.rec_headers["WARC-Target-URI"]:
            by_page.setdefault(record.rec_headers["WARC-Page-ID"], set()).add(record.rec_headers["WARC-Date"])
    assert len(by_page) == 3
    assert all(len(dates) == 1 for dates in by_page.values())


def test_the_parts_of_a_capture_are_resource_records(archive: Path) -> None:
    found = {
        record.rec_headers["WARC-Target-URI"]: (record.rec_headers["Content-Type"], payload)
        for record, payload in records_of(archive)
        if record.rec_type == "resource" and record.rec_headers["WARC-Date"].startswith("2026-03-01T12")
    }
    brought = capture(0)
    assert found.pop(f"urn:pageinfo:{URL}")[0] == "application/json"
    assert found == {
        f"urn:view:{URL}": ("image/png", png(0)),
        f"urn:fullPage:{URL}": ("image/png", brought.full_page_png),
        f"urn:dom:{URL}": ("text/html; charset=utf-8", (brought.dom or "").encode()),
        f"urn:text:{URL}": ("text/plain; charset=utf-8", (brought.text or "").encode()),
        f"urn:layout:{URL}": ("application/json", (brought.layout or Layout()).to_json().encode()),
    }


def test_page_information_has_the_shape_of_browsertrix(archive: Path) -> None:
    pages = [
        json.loads(payload)
        for record, payload in records_of(archive)
        if str(record.rec_headers["WARC-Target-URI"]).startswith("urn:pageinfo:")
    ]
    info = pages[-1]
    assert info["url"] == URL
    assert (info["ts"], info["tsStatus"]) == ("2026-03-01T17:00:00.250000Z", 200)
    assert info["urls"]["https://news.example/gone.png"] == {
        "status": 0,
        "mime": "text/html",
        "type": "document",
        "error": "net::ERR_FAILED",
    }
    assert info["urls"]["https://news.example/api"]["status"] == 200
    assert not any(url.startswith("data:") for url in info["urls"])
    assert info["pagetide"]["outcome"] == "partial"
    assert info["pagetide"]["waitedFor"] == ["load"]


def test_the_change_score_refers_to_the_main_response_of_its_capture(archive: Path) -> None:
    records = records_of(archive)
    (record, payload) = next(
        pair for pair in records if str(pair[0].rec_headers["WARC-Target-URI"]).startswith("urn:change:")
    )
    by_id = {other.rec_headers["WARC-Record-ID"]: other for other, _ in records}
    main = by_id[record.rec_headers["WARC-Refers-To"]]
    assert record.rec_type == "metadata"
    assert main.rec_headers["WARC-Target-URI"] == URL
    assert main.rec_headers["WARC-Page-ID"] == record.rec_headers["WARC-Page-ID"]
    body = json.loads(payload)
    assert (body["distance"], body["probability"], body["important"]) == (1.5, 0.75, True)
    assert body["regions"] == [[0.5, 0.25], [0.75, 0.0]]
    assert body["after"] == main.rec_headers["WARC-Page-ID"]


def test_an_unchanged_payload_is_written_once(archive: Path) -> None:
    styles = [
        record
        for record, _ in records_of(archive)
        if record.rec_headers["WARC-Target-URI"] == style().url and record.rec_type != "request"
    ]
    assert [record.rec_type for record in styles] == ["response", "revisit"]
    assert styles[1].rec_headers["WARC-Refers-To"] == styles[0].rec_headers["WARC-Record-ID"]


def test_screenshots_are_not_compressed_twice_and_text_is_compressed(collection: Collection) -> None:
    text = "the same words again and again " * 2000
    stored = collection.store(add_page(collection), capture(text=text, view_png=bytes(100_000)))
    assert 100_000 < stored.warc_bytes < 125_000


def test_without_a_document_the_change_refers_to_the_screenshot(collection: Collection) -> None:
    page = add_page(collection)
    stored = [collection.store(page, capture(hour, exchanges=())) for hour in range(2)]
    collection.record_score(score(*stored))
    records = records_of(warc_files(collection)[0])
    change = records[-1][0].rec_headers
    view = next(
        record
        for record, _ in reversed(records)
        if record.rec_headers["WARC-Target-URI"] == f"urn:view:{URL}"
    )
    assert change["WARC-Refers-To"] == view.rec_headers["WARC-Record-ID"]


def test_a_redirected_document_is_not_the_main_response(collection: Collection) -> None:
    hops: tuple[Exchange, ...] = (
        exchange(status=301, body=None),
        exchange(URL + "/", body=b"<html>main</html>"),
        exchange("https://frame.example/", body=b"<html>frame</html>"),
    )
    collection.store(add_page(collection), capture(exchanges=hops, final_url=URL + "/"))
    records = records_of(warc_files(collection)[0])
    main = next(record for record, _ in records if record.rec_headers["WARC-Target-URI"] == URL + "/")
    view = next(record for record, _ in records if record.rec_headers["WARC-Target-URI"] == f"urn:view:{URL}")
    assert view.rec_headers["WARC-Concurrent-To"] == main.rec_headers["WARC-Record-ID"]
    assert Role.VIEW in collection.repository.capture(1).artifacts
