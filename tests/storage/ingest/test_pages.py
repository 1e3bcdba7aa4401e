"""Which captures an archive is read to have: never one put together from two visits, never one lost without a word."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage.collection import Collection
from storage.index.cdxj import write_index
from storage.ingest.archives import IngestReport, ingest, rebuild
from storage.records import Role, StoredCapture
from storage.verify.walk import verify
from storage.wacz.export import export_wacz
from tests.storage.builders import lose_database
from tests.storage.raw_records import A, B, C, D, gzipped, html, http, page, record, resource


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as opened:
        yield opened


def captures(collection: Collection) -> list[StoredCapture]:
    found = [
        stored for item in collection.repository.pages() for stored in collection.repository.captures(item.id)
    ]
    return sorted(found, key=lambda stored: (stored.started_at, stored.url))


def package(path: Path, pages: list[dict[str, Any] | str], *records: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(gzipped(path.with_suffix(".warc.gz"), *records), "archive/data.warc.gz")
        lines = [{"format": "json-pages-1.0", "id": "pages"}, *pages]
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        archive.writestr("pages/pages.jsonl", text)
    return path


def _at(minute: int) -> str:
    return f"2026-01-02T03:{minute:02}:00Z"


def _visit(minute: int, page_id: str | None) -> list[bytes]:
    own = {"WARC_Date": _at(minute), "WARC_Page_ID": page_id}
    return [
        record("response", A, http(html(str(minute))), **own),
        resource(f"urn:view:{A}", b"picture %d" % minute, "image/png", **own),
        resource(f"urn:text:{A}", b"text %d" % minute, **own),
    ]


def _parts(collection: Collection) -> list[tuple[int, bytes, bytes]]:
    return [
        (stored.started_at.minute, collection.read(stored, Role.VIEW), collection.read(stored, Role.TEXT))
        for stored in captures(collection)
    ]


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize("listed", [True, False])
def test_visits_minutes_apart_stay_apart(
    collection: Collection, tmp_path: Path, ids: bool, listed: bool
) -> None:
    minutes = (0, 5, 12)
    records = [item for minute in minutes for item in _visit(minute, f"visit{minute}" if ids else None)]
    lines: list[dict[str, Any] | str] = [
        {"id": f"visit{minute}", "url": A, "ts": _at(minute), "title": f"V{minute}"} for minute in minutes
    ]
    ingest(collection, package(tmp_path / "x.wacz", lines if listed else [], *records))
    assert _parts(collection) == [(m, b"picture %d" % m, b"text %d" % m) for m in minutes]
    assert [stored.title for stored in captures(collection)] == (
        [f"V{m}" for m in minutes] if listed else [""] * 3
    )


def test_a_screenshot_minutes_later_belongs_to_the_visit_that_had_begun(
    collection: Collection, tmp_path: Path
) -> None:
    late = resource(f"urn:view:{A}", b"late", "image/png", WARC_Date=_at(4))
    lines: list[dict[str, Any] | str] = [{"id": f"v{m}", "url": A, "ts": _at(m)} for m in (0, 5)]
    source = package(tmp_path / "x.wacz", lines, page(A, WARC_Date=_at(0)), page(A, WARC_Date=_at(5)), late)
    ingest(collection, source)
    assert [Role.VIEW in stored.artifacts for stored in captures(collection)] == [True, False]


def test_page_ids_are_known_within_their_file_only(collection: Collection, tmp_path: Path) -> None:
    first = package(tmp_path / "1.wacz", [{"id": "p1", "url": A, "ts": _at(0)}], page(A, WARC_Date=_at(0)))
    second = package(tmp_path / "2.wacz", [{"id": "p1", "url": B, "ts": _at(0)}], page(B, WARC_Date=_at(0)))
    third = package(tmp_path / "3.wacz", [{"id": "p1", "url": A, "ts": _at(9)}], page(A, WARC_Date=_at(9)))
    for source in (first, second, third):
        assert len(ingest(collection, source).added) == 1
    assert [ingest(collection, source).known for source in (third, second, first)] == [1, 1, 1]
    assert len(captures(collection)) == 3


def test_pages_without_a_screenshot_beside_one_with_are_taken(collection: Collection, tmp_path: Path) -> None:
    picture = resource(f"urn:view:{A}", b"picture", "image/png")
    ingest(collection, gzipped(tmp_path / "x.warc.gz", page(A), picture, page(B), page(C), page(D)))
    assert [stored.url for stored in captures(collection)] == [A, B, C, D]


def test_what_a_page_with_a_screenshot_embedded_is_no_page(collection: Collection, tmp_path: Path) -> None:
    frame = page(B, WARC_Record_ID="<urn:uuid:00000000-0000-4000-8000-00000000000b>")
    asked = b"GET /b HTTP/1.1\r\nHost: case.example\r\nReferer: http://case.example/a\r\n\r\n"
    request = record(
        "request", B, asked, WARC_Concurrent_To="<urn:uuid:00000000-0000-4000-8000-00000000000b>"
    )
    picture = resource(f"urn:view:{A}", b"picture", "image/png")
    ingest(collection, gzipped(tmp_path / "x.warc.gz", page(A), picture, frame, request))
    assert [stored.url for stored in captures(collection)] == [A]


def test_where_a_list_names_pages_the_others_are_none(collection: Collection, tmp_path: Path) -> None:
    source = package(tmp_path / "x.wacz", [{"id": "1", "url": A, "ts": _at(4)}], page(A), page(B))
    ingest(collection, source)
    assert [stored.url for stored in captures(collection)] == [A]


def test_a_list_whose_times_are_hours_off_finds_its_records(collection: Collection, tmp_path: Path) -> None:
    lines: list[dict[str, Any] | str] = [
        {"id": str(hour), "url": A, "ts": f"2026-01-02T{hour:02}:00:00Z"} for hour in (9, 10)
    ]
    records = (page(A, WARC_Date="2026-01-02T03:00:00Z"), page(A, WARC_Date="2026-01-02T04:00:00Z"))
    report = ingest(collection, package(tmp_path / "x.wacz", lines, *records))
    assert [stored.started_at.hour for stored in captures(collection)] == [3, 4]
    assert "record's time was taken" in str(report.notes[0])


def test_what_a_list_names_and_no_record_holds_is_told(collection: Collection, tmp_path: Path) -> None:
    lines: list[dict[str, Any] | str] = [
        {"url": A, "ts": _at(4)},
        {"url": B, "ts": _at(4)},
        "{not json",
        "[]",
    ]
    report = ingest(collection, package(tmp_path / "x.wacz", lines, page(A)))
    assert [stored.url for stored in captures(collection)] == [A]
    assert {B, "pages/pages.jsonl"} <= {note.thing for note in report.notes}


@pytest.mark.parametrize(
    "document",
    [
        resource(A, html("A"), "text/html"),
        record("response", A, http(html("A"), "203 Non-Authoritative")),
        record("response", A, http(html("A"), "200 OK", "Server: x")),
        record("response", A, http(html("A"), "200 OK", "Content-Type: application/xhtml+xml; charset=x")),
    ],
    ids=["a resource record", "status 203", "no type", "XHTML"],
)
def test_documents_of_every_kind_are_pages(collection: Collection, tmp_path: Path, document: bytes) -> None:
    asked = record("request", A, b"GETX /a HTTP/1.1\r\nHost: case.example\r\n\r\n")
    report = ingest(collection, gzipped(tmp_path / "x.warc.gz", asked, document))
    (stored,) = captures(collection)
    assert (stored.url, stored.response_kind.value, report.faults) == (A, "content", ())


PAGE = "0e991dc9-0757-52de-86e1-25bfde01721f"
OWN = {"outcome": "complete", "responseKind": "content", "finished": "2026-01-02T03:04:06Z", "profile": {}}


@pytest.mark.parametrize(
    "said",
    [
        "[]",
        "5",
        "null",
        "{not json",
        "[" * 100_000,
        '{"url": "\\ud800"}',
        {"pageid": 5, "url": 5, "ts": 7, "tsStatus": "x", "pagetide": "x"},
        {"url": {"a": 1}, "pageid": ["x"], "tsStatus": 10**30},
        {"url": A, "ts": "9999-99-99", "tsStatus": True},
        {"url": A, "pagetide": []},
        {"url": A, "pagetide": {**OWN, "outcome": "splendid"}},
        {"url": A, "pagetide": {**OWN, "finished": "never"}},
        {"url": A, "pagetide": {**OWN, "profile": {"viewport_width_px": "wide"}}},
        {"url": A, "pagetide": {**OWN, "profile": None}},
        {"url": A, "pagetide": {**OWN, "problems": [{}]}},
        {"url": A, "pagetide": {**OWN, "parts": {"nothing": "urn:x"}}},
        {"url": A, "pagetide": {**OWN, "parts": ["view"], "exchanges": 7, "observed": "x"}},
        {"url": A, "pagetide": {**OWN, "exchanges": {"recorded": -1, "failed": 0}}},
        {"url": A, "pagetide": {"format": "pagetide-replay-check-1"}, "comparison": 5},
    ],
)
def test_page_information_as_nobody_writes_it_keeps_no_page_out(
    collection: Collection, tmp_path: Path, said: object
) -> None:
    body = (said if isinstance(said, str) else json.dumps(said)).encode()
    info = resource(f"urn:pageinfo:{A}", body, "application/json", WARC_Page_ID=PAGE)
    source = gzipped(tmp_path / "x.warc.gz", info, page(A), resource(f"urn:text:{A}", b"text"))
    report = ingest(collection, source)
    assert (report.faults, [stored.url for stored in captures(collection)]) == ((), [A])
    write_index(collection)
    export_wacz(collection, tmp_path / "all.wacz")
    assert verify(collection).ok


def test_page_information_without_a_response_is_told_of(collection: Collection, tmp_path: Path) -> None:
    infos = [
        resource(f"urn:pageinfo:{url}", json.dumps({"pageid": url, "url": url}).encode(), "application/json")
        for url in (A, B, "javascript:void(0)")
    ]
    report = ingest(collection, gzipped(tmp_path / "x.warc.gz", page(A), *infos))
    assert [stored.url for stored in captures(collection)] == [A]
    assert {B, "javascript:void(0)"} <= {note.thing for note in report.notes}


@pytest.mark.parametrize("same_id", [True, False])
def test_a_lost_database_is_made_again_where_record_ids_say_nothing(
    collection: Collection, tmp_path: Path, same_id: bool
) -> None:
    name = "<urn:uuid:aea2349f-e45c-58dc-878c-a0c479952c2d>" if same_id else None
    records = [
        page(A, WARC_Record_ID=name),
        page(B, WARC_Record_ID=name),
        page(A, WARC_Record_ID=name, WARC_Date=_at(44)),
    ]
    ingest(collection, gzipped(tmp_path / "x.warc.gz", *records))
    before = [(stored.url, stored.started_at, stored.status) for stored in captures(collection)]
    collection.close()
    lose_database(tmp_path / "news")
    with Collection.create(tmp_path / "news") as again:
        report: IngestReport = rebuild(again)
        assert report.faults == ()
        assert [(stored.url, stored.started_at, stored.status) for stored in captures(again)] == before
        assert verify(again).ok


def test_a_rebuild_gives_a_capture_no_part_that_it_did_not_have(tmp_path: Path) -> None:
    """Of two visits a picture that names no page belongs to neither; nor does a part become a page's response."""
    picture = resource("file:///screenshot.png", b"picture", "image/png")
    text = resource(f"urn:text:{C}", b"text alone")
    with Collection.create(tmp_path / "news") as collection:
        ingest(collection, gzipped(tmp_path / "x.warc.gz", page(A), page(B), picture, text))
        before = [(item.url, item.mime, item.artifacts.keys()) for item in captures(collection)]
        assert [url for url, _, _ in before] == [A, B, C]
        assert not any(Role.VIEW in parts for _, _, parts in before)
    lose_database(tmp_path / "news")
    with Collection.create(tmp_path / "news") as again:
        rebuild(again)
        assert [(item.url, item.mime, item.artifacts.keys()) for item in captures(again)] == before


def test_a_picture_that_names_no_page_is_that_of_the_only_document(
    collection: Collection, tmp_path: Path
) -> None:
    picture = resource("file:///screenshot.png", b"picture", "image/png")
    ingest(collection, gzipped(tmp_path / "x.warc.gz", picture, page(A)))
    (stored,) = captures(collection)
    assert collection.read(stored, Role.VIEW) == b"picture"


def test_many_pages_of_which_nothing_is_there_are_named_and_then_counted(
    collection: Collection, tmp_path: Path
) -> None:
    lines: list[dict[str, Any] | str] = [
        {"url": f"http://case.example/{number}", "ts": _at(4)} for number in range(100)
    ]
    report = ingest(collection, package(tmp_path / "x.wacz", lines, page(A)))
    assert len(report.notes) < 30
    assert "80 more" in " ".join(map(str, report.notes))
