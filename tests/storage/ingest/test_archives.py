import gzip
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator

from storage.collection import Collection
from storage.errors import StorageError
from storage.index.cdxj import write_index
from storage.ingest.archives import IngestReport, ingest, without_screenshot
from storage.ingest.listed import listed_pages
from storage.records import Outcome, ProblemCode, ResponseKind, Role, StoredCapture
from storage.verify.walk import verify
from storage.verify_log import VerifyLog
from storage.wacz.export import export_wacz
from tests.storage.archives import (
    AT,
    BROWSER,
    HTML,
    MAKERS,
    SITE,
    Archive,
    browsertrix,
    brozzler,
    heritrix,
    jpeg,
    scoop,
    wacz,
    wget,
)
from tests.storage.builders import fill, png, records_of


def _captures(collection: Collection) -> list[StoredCapture]:
    return [
        stored for page in collection.repository.pages() for stored in collection.repository.captures(page.id)
    ]


def _taken(collection: Collection, path: Path) -> tuple[IngestReport, list[StoredCapture]]:
    report = ingest(collection, path)
    assert report.faults == ()
    return report, _captures(collection)


def test_browsertrix_captures_come_with_screenshots_texts_and_titles(
    collection: Collection, tmp_path: Path
) -> None:
    report, found = _taken(collection, browsertrix(tmp_path / "crawl.wacz"))
    assert [stored.id for stored in found] == list(report.added)
    assert [page.url for page in collection.repository.pages()] == [SITE.replace("https", "http")]
    for number, stored in enumerate(found):
        assert (stored.title, stored.status, stored.mime) == (f"News {number}", 200, "text/html")
        assert (stored.outcome, stored.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
        assert stored.final_url == SITE
        assert stored.is_good
        assert stored.origin == "crawl.wacz"
        assert stored.profile.user_agent == BROWSER
        assert (stored.profile.viewport_width_px, stored.profile.viewport_height_px) == (40, 40)
        assert collection.read(stored, Role.VIEW) == png(number)
        assert collection.read(stored, Role.FULL_PAGE) == png(number + 50, 60)
        assert collection.read(stored, Role.TEXT) == b"news %d" % number
    assert found[0].profile_digest == found[1].profile_digest
    assert found[0].started_at == AT


def test_brozzler_screenshots_are_read_as_they_are(collection: Collection, tmp_path: Path) -> None:
    _, (stored,) = _taken(collection, brozzler(tmp_path / "brozzler.warc.gz"))
    assert stored.url == SITE + "a?B=1"
    assert collection.read(stored, Role.VIEW) == jpeg(1)
    assert stored.artifacts[Role.VIEW].mime == "image/jpeg"
    assert stored.is_good
    assert stored.profile.viewport_height_px == 0  # brozzler's pictures may be as high as the page


def test_scoop_attachments_belong_to_its_page(collection: Collection, tmp_path: Path) -> None:
    _, (stored,) = _taken(collection, scoop(tmp_path / "scoop.wacz"))
    assert (stored.url, stored.title) == (SITE + "story", "Story")
    assert collection.read(stored, Role.VIEW) == png(3)
    assert collection.read(stored, Role.DOM) == HTML % 33
    assert collection.read(stored, Role.TEXT) == b"news 3"  # from the list of pages


def test_heritrix_pages_are_those_reached_by_links(collection: Collection, tmp_path: Path) -> None:
    _, found = _taken(collection, heritrix(tmp_path / "heritrix.warc.gz"))
    assert {stored.url for stored in found} == {SITE, SITE + "link", SITE + "moved"}
    for stored in found:
        assert stored.outcome is Outcome.PARTIAL
        assert [problem.code for problem in stored.problems] == [ProblemCode.SCREENSHOT]
        assert not stored.is_good
    assert [stored.id for stored in without_screenshot(collection)] == [stored.id for stored in found]


def test_wget_files_are_gzipped_by_record_with_the_same_records(
    collection: Collection, tmp_path: Path
) -> None:
    source = wget(tmp_path / "wget.warc")
    _, found = _taken(collection, source)
    assert {stored.url for stored in found} == {SITE, SITE + "b.html"}
    (kept,) = (collection.path / "archive").glob("*.warc.gz")
    ours, theirs = records_of(kept), records_of(source)
    assert [(a.rec_headers.headers, body) for a, body in ours] == [
        (a.rec_headers.headers, body) for a, body in theirs
    ]
    with kept.open("rb") as file:
        assert sum(1 for _ in FastIterator(file, parse_http=False)) == len(theirs)


@pytest.mark.parametrize("name", MAKERS)
def test_a_second_time_nothing_is_added(collection: Collection, tmp_path: Path, name: str) -> None:
    source = MAKERS[name](tmp_path / name)
    first, found = _taken(collection, source)
    files = sorted((collection.path / "archive").iterdir())
    second = ingest(collection, source)
    assert (second.added, second.known) == ((), len(first.added))
    assert _captures(collection) == found
    assert sorted((collection.path / "archive").iterdir()) == files


@pytest.mark.parametrize("name", MAKERS)
def test_what_was_taken_is_verified_indexed_and_exported(
    collection: Collection, tmp_path: Path, name: str
) -> None:
    _taken(collection, MAKERS[name](tmp_path / name))
    assert verify(collection).faults == ()
    assert SITE in write_index(collection).read_text()
    assert export_wacz(collection, tmp_path / "out.wacz").stat().st_size > 1000


def test_our_own_export_comes_with_its_scores_and_names(collection: Collection, tmp_path: Path) -> None:
    stored = fill(collection, 3)
    exported = export_wacz(collection, tmp_path / "news.wacz")
    assert ingest(collection, exported).added == ()
    with Collection.create(tmp_path / "other") as other:
        report = ingest(other, exported)
        assert (len(report.added), report.scores) == (3, 2)
        found = _captures(other)
        assert [item.title for item in found] == [item.title for item in stored]
        assert other.read(found[1], Role.DOM) == collection.read(stored[1], Role.DOM)
        assert len(other.repository.scores(found[0].page_id)) == 2
        assert verify(other).ok


def test_pages_can_be_named(collection: Collection, tmp_path: Path) -> None:
    report = ingest(
        collection, heritrix(tmp_path / "heritrix.warc.gz"), pages=[SITE + "frame", SITE + "none"]
    )
    found = _captures(collection)
    assert len(report.added) == 2
    assert {(stored.url, stored.response_kind) for stored in found} == {
        (SITE + "frame", ResponseKind.CONTENT),
        (SITE + "none", ResponseKind.ERROR),
    }


@pytest.mark.parametrize("gzipped", [True, False])
def test_damaged_records_are_told_of_and_the_rest_is_taken(
    collection: Collection, tmp_path: Path, gzipped: bool
) -> None:
    source = (heritrix if gzipped else wget)(tmp_path / "x.warc.gz")
    data = bytearray(source.read_bytes())
    at = data.index(b"WARC/1.0", 300) if not gzipped else 700
    data[at : at + 60] = bytes(60)
    source.write_bytes(data)
    report = ingest(collection, source)
    assert len(report.faults) >= 1
    assert "Nothing can be read" in str(report.faults[0])
    assert len(report.added) >= 1
    assert verify(collection).faults == ()
    assert write_index(collection).stat().st_size


def test_a_file_gzipped_as_a_whole_is_taken(collection: Collection, tmp_path: Path) -> None:
    plain = wget(tmp_path / "wget.warc")
    whole = tmp_path / "whole.warc.gz"
    whole.write_bytes(gzip.compress(plain.read_bytes()))
    _, found = _taken(collection, whole)
    assert len(found) == 2
    assert verify(collection).faults == ()


def test_what_is_no_archive_is_refused_and_leaves_nothing(collection: Collection, tmp_path: Path) -> None:
    for name, content in (("a.txt", b"hello"), ("b.wacz", b"PK\x03\x04broken"), ("empty.warc", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(StorageError):
            ingest(collection, path)
    assert list((collection.path / "archive").iterdir()) == []


def test_a_file_without_pages_leaves_nothing(collection: Collection, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "empty.wacz", "w") as package:
        package.writestr("datapackage.json", "{}")
    with pytest.raises(StorageError, match="no WARC"):
        ingest(collection, tmp_path / "empty.wacz")


def test_the_same_visits_in_other_packing_are_known(collection: Collection, tmp_path: Path) -> None:
    source = heritrix(tmp_path / "h.warc.gz")
    ingest(collection, source)
    copy = tmp_path / "copy.warc.gz"
    copy.write_bytes(source.read_bytes())
    packed = wacz(tmp_path / "h.wacz", [copy], [{"id": "x", "url": SITE, "ts": "2025-05-04T10:00:00Z"}])
    report = ingest(collection, packed)
    assert (report.added, report.known) == ((), 1)
    assert len(_captures(collection)) == 3


def test_a_plain_warc_file_that_ends_within_a_head_is_taken_up_to_there(
    collection: Collection, tmp_path: Path
) -> None:
    whole = gzip.decompress(heritrix(tmp_path / "whole.warc.gz").read_bytes())
    last = whole.rindex(b"WARC/1.")
    for cut in (last + 12, last + 60):
        path = tmp_path / f"cut-{cut}.warc"
        path.write_bytes(whole[:cut])
        report = ingest(collection, path)
        assert "Nothing can be read" in str(report.faults[0])
    assert _captures(collection)


def test_pages_that_one_surt_would_mix_have_histories_of_their_own(
    collection: Collection, tmp_path: Path
) -> None:
    urls = [
        "http://v.example/watch?v=AbC",
        "http://v.example/watch?v=aBc",
        "https://www3288.com/",
        "https://www57912.com/",
    ]
    archive = Archive(tmp_path / "crawl.warc.gz")
    for minutes, url in enumerate(urls):
        archive.response(url, AT + timedelta(minutes=minutes), HTML % minutes)
    ingest(collection, archive.close())
    pages = collection.repository.pages()
    assert [page.url for page in pages] == urls
    assert [collection.repository.captures(page.id)[0].url for page in pages] == urls


@pytest.mark.parametrize("named", [True, False])
def test_routes_of_one_document_have_histories_of_their_own(
    collection: Collection, tmp_path: Path, named: bool
) -> None:
    urls = ["http://app.example/#/a", "http://app.example/#/b"]
    archive = Archive(tmp_path / "crawl.warc.gz")
    for minutes, url in enumerate(urls):
        at, page = AT + timedelta(minutes=minutes), f"01234567-89ab-4cde-8f01-23456789ab0{minutes}"
        names = {"WARC_Page_ID": page} if named else {}
        archive.response("http://app.example/", at, HTML % 1, **names)
        if named:
            info = json.dumps({"pageid": page, "url": url, "urls": {}}).encode()
            archive.record("resource", f"urn:pageinfo:{url}", at, info, "application/json", **names)
        archive.record("resource", f"urn:view:{url}", at, png(minutes), "image/png", **names)
    ingest(collection, archive.close())
    pages = collection.repository.pages()
    assert [page.url for page in pages] == urls
    for number, page in enumerate(pages):
        (stored,) = collection.repository.captures(page.id)
        assert (stored.url, stored.status, collection.read(stored, Role.VIEW)) == (page.url, 200, png(number))


def test_a_list_of_pages_with_an_url_that_is_none_names_no_page() -> None:
    lines = b'{"format": "json-pages-1.0"}\n{"url": 5, "ts": "2026-03-01T00:00:00Z"}\n'
    assert list(listed_pages(io.BytesIO(lines), "pages.jsonl", VerifyLog(0, None))) == []
