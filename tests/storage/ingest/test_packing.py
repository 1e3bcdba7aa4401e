"""WARC files of every packing and damage: what can be read is taken, what was not is named, later commands work."""

import gzip
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import StorageError
from storage.index.cdxj import write_index
from storage.ingest.archives import IngestReport, ingest
from storage.records import Role
from storage.replay.mementos import MementoIndex
from storage.replay.source import CaptureSource
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.writer import ARCHIVE
from tests.storage.raw_records import A, B, C, gzipped, html, http, page, plain, record, resource


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as opened:
        yield opened


def urls(collection: Collection) -> list[str]:
    return sorted(
        stored.url
        for item in collection.repository.pages()
        for stored in collection.repository.captures(item.id)
    )


def all_is_well(collection: Collection, tmp_path: Path) -> None:
    """Index, export, both checks, Memento and replay go through for all that was taken."""
    write_index(collection)
    exported = export_wacz(collection, tmp_path / "all.wacz")
    assert check_wacz(exported).faults == ()
    assert verify(collection).faults == ()
    index = MementoIndex(collection, tmp_path / "scratch")
    for item in collection.repository.pages():
        for stored in collection.repository.captures(item.id):
            assert stored.started_at.replace(microsecond=0) in [found.at for found in index.of(stored.url)]
            found = CaptureSource(collection, stored).find(stored.final_url or stored.url)
            assert found is not None
            assert b"text of" in (found.exchange.body or b"")


def taken(collection: Collection, tmp_path: Path, source: Path) -> IngestReport:
    report = ingest(collection, source)
    all_is_well(collection, tmp_path)
    return report


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes(value ^ 0xFF for value in data[at : at + 8]) + data[at + 8 :]


ONE, TWO, THREE = page(A), page(B), page(C)
LONG = page(A, Content_Length=str(len(http(html("A"))) + 50))
SHORT = page(A, Content_Length=str(len(http(html("A"))) - 20))
PACKED = b"".join(map(gzip.compress, (ONE, TWO, THREE)))


@pytest.mark.parametrize(
    "data",
    [
        PACKED,
        gzip.compress(ONE + TWO + THREE),
        gzip.compress(ONE) + gzip.compress(TWO + THREE),
        gzip.compress(ONE + TWO) + gzip.compress(THREE),
        gzip.compress(ONE + TWO[:70]) + gzip.compress(TWO[70:] + THREE),
        PACKED + gzip.compress(b""),
        PACKED + gzip.compress(b"\r\n"),
        PACKED + b"\n",
        ONE.replace(b"\r\n", b"\r\r\n", 8) + TWO + THREE,
        gzip.compress(ONE) + gzip.compress(b"") + gzip.compress(TWO) + gzip.compress(THREE[:-4]),
        ONE + TWO + THREE,
        b"\r\n" + ONE + b"\r\n\r\n" + TWO + THREE[:-4],
        ONE.replace(b"\r\n", b"\n", 8) + TWO + THREE,
        ONE.replace(b"WARC/1.1", b"WARC/0.18") + TWO + THREE,
        ONE.replace(b"WARC-Type: response", b"WARC-Type:\r\n response") + TWO + THREE,
    ],
    ids=[
        "by record",
        "one member",
        "one record, then two in a member",
        "two in a member, then one",
        "a record across members",
        "an empty member at the end",
        "an empty line in a member at the end",
        "a newline at the end",
        "lines with two CR",
        "an empty member between, no empty lines at the end",
        "uncompressed",
        "empty lines before and between",
        "lines without CR",
        "an old version",
        "a folded header",
    ],
)
def test_every_packing_is_taken_whole(collection: Collection, tmp_path: Path, data: bytes) -> None:
    source = tmp_path / "x.warc.gz"
    source.write_bytes(data)
    assert taken(collection, tmp_path, source).faults == ()
    assert urls(collection) == [A, B, C]


@pytest.mark.parametrize(
    ("data", "left"),
    [
        (_flipped(PACKED, len(gzip.compress(ONE)) + 60), [A, C]),
        (PACKED[:-30], [A, B]),
        (LONG + TWO + THREE, [B, C]),
        (gzip.compress(LONG) + gzip.compress(TWO) + gzip.compress(THREE), [B, C]),
        (ONE.replace(b"Content-Length", b"X-Length", 1) + TWO + THREE, [B, C]),
        (gzip.compress(page(A, Content_Length="-5")) + gzip.compress(TWO), [B]),
        (SHORT + TWO + THREE, [A, B, C]),
        (ONE + b"rubbish\r\n" + TWO, [A, B]),
        (ONE.replace(b"1.1", b"0.17")[:150] + b"\r\n" + TWO, [B]),
        (ONE + b"WARC/1.0\r\nWARC-Type: response\r\n" + TWO, [A, B]),
        (page(A, WARC_Date=None) + TWO, [B]),
        (gzip.compress(page(A, WARC_Date="2026-99-01")) + gzip.compress(TWO), [B]),
        (record("response", "", http(html("A")), WARC_Target_URI=None) + TWO, [B]),
    ],
    ids=[
        "flipped",
        "cut",
        "a length too long",
        "a length too long for its member",
        "no length",
        "a length below zero",
        "a length too short",
        "rubbish between",
        "a torn record of an old version",
        "a torn head",
        "no date",
        "an impossible date",
        "a response of nothing",
    ],
)
def test_what_is_damaged_is_named_and_the_rest_taken(
    collection: Collection, tmp_path: Path, data: bytes, left: list[str]
) -> None:
    source = tmp_path / "x.warc.gz"
    source.write_bytes(data)
    report = ingest(collection, source)
    assert len(report.faults) == 1
    assert "x.warc.gz" in str(report.faults[0])
    assert urls(collection) == left
    write_index(collection)
    assert verify(collection).faults == ()
    assert check_wacz(export_wacz(collection, tmp_path / "all.wacz")).faults == ()


def test_an_impossible_date_names_the_record(collection: Collection, tmp_path: Path) -> None:
    report = ingest(collection, gzipped(tmp_path / "x.warc.gz", page(A, WARC_Date="2026-99-01"), page(B)))
    assert A in str(report.faults[0])
    assert "2026-99-01" in str(report.faults[0])


@pytest.mark.parametrize("date", ["2026", "2026-01", "2026-01-02", "2026-01-02T03:04Z", "20260102030405"])
def test_reduced_dates_are_dates(collection: Collection, tmp_path: Path, date: str) -> None:
    report = taken(collection, tmp_path, gzipped(tmp_path / "x.warc.gz", page(A, WARC_Date=date), page(B)))
    assert (report.faults, len(report.added)) == ((), 2)


@pytest.mark.parametrize("name", ["<urn:uuid:aea2349f-e45c-58dc-878c-a0c479952c2d>", None])
def test_a_record_id_that_repeats_or_is_missing_is_a_note(
    collection: Collection, tmp_path: Path, name: str | None
) -> None:
    pages = [page(A), page(B), page(A, WARC_Date="2026-01-03T00:00:00Z")]
    pages = [data.replace(data[data.index(b"WARC-Record") : data.index(b"WARC-Date")], b"") for data in pages]
    if name:
        pages = [
            data.replace(b"WARC-Type", f"WARC-Record-ID: {name}\r\nWARC-Type".encode()) for data in pages
        ]
    source = gzipped(tmp_path / "x.warc.gz", *pages)
    report = taken(collection, tmp_path, source)
    assert (report.faults, urls(collection)) == ((), [A, A, B])
    assert "WARC-Record-ID" in str(report.notes[0])
    assert (ingest(collection, source).added, ingest(collection, source).known) == ((), 3)


def test_a_damaged_entry_of_a_package_costs_what_stands_there(collection: Collection, tmp_path: Path) -> None:
    source = tmp_path / "x.wacz"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("archive/one.warc.gz", PACKED)
        archive.writestr("archive/two.warc.gz", gzip.compress(page("http://case.example/two")))
        archive.writestr("archive/empty.warc.gz", b"")
    data = source.read_bytes()
    at = data.index(PACKED) + len(gzip.compress(ONE)) + 60
    source.write_bytes(b"MZ not a ZIP file at first sight" + _flipped(data, at))
    report = ingest(collection, source)
    assert urls(collection) == [A, C, "http://case.example/two"]
    assert "checksum" in str(report.faults[0])
    assert len(list((collection.path / ARCHIVE).glob("*.warc.gz"))) == 2  # the empty one is not taken
    all_is_well(collection, tmp_path)


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"PK\x03\x04cut", "ZIP"), (b'{"log": {}}', "HAR"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"x", ".wacz")],
)
def test_what_cannot_be_read_says_what_to_do(
    collection: Collection, tmp_path: Path, content: bytes, word: str
) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(StorageError, match=word):
        ingest(collection, tmp_path / "x")


def test_a_file_called_as_ours_is_taken_as_another_tool_s(collection: Collection, tmp_path: Path) -> None:
    source = gzipped(tmp_path / "pagetide-20260101000000-00001-abcdef12.warc.gz", page(A), page(B))
    taken(collection, tmp_path, source)
    assert urls(collection) == [A, B]
    assert not (collection.path / ARCHIVE / source.name).exists()
    assert ingest(collection, source).known == 2


@pytest.mark.parametrize("packed", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_record_is_never_held_whole(collection: Collection, tmp_path: Path, packed: bool) -> None:
    """64 MiB of zeros as a response, a screenshot and page information; a list of pages with one long line."""
    zeros = bytes(1 << 26)
    records = (
        page(A),
        record("response", B, http(zeros)),
        resource(f"urn:pageinfo:{A}", zeros, "application/json"),
    )
    source = (gzipped if packed else plain)(tmp_path / "x.warc.gz", *records)
    with zipfile.ZipFile(tmp_path / "x.wacz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(source, "archive/x.warc.gz")
        archive.writestr(
            "pages/pages.jsonl",
            b'{"url": "' + zeros + b'"}\n{"url": "%s", "ts": "2026-01-02T03:04:05Z"}' % A.encode(),
        )
    del zeros, records
    tracemalloc.start()
    try:
        report = ingest(collection, tmp_path / "x.wacz")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(report.added) == 1
    assert peak < 1 << 26


@pytest.mark.parametrize(
    "tail",
    [
        bytes(1 << 22),
        b"WARC/1.0\r\n" * (1 << 18),
        b"WARC/1.0\r\nContent-Length: 99999999\r\n\r\n" * (1 << 15),
        b"WARC/1.0\r\nContent-Length: 500000\r\n\r\n" * (1 << 15),
        b"\r\n" * (1 << 21),
    ],
    ids=["zeros", "first lines", "heads of records cut off", "heads within blocks", "empty lines"],
)
def test_long_rubbish_costs_what_its_length_does(collection: Collection, tmp_path: Path, tail: bytes) -> None:
    """Each took time that grows with the square of its length: minutes."""
    report = ingest(collection, plain(tmp_path / "x.warc", page(A), tail, page(B)))
    assert len(report.faults) < 50
    assert urls(collection) == [A, B]


def test_what_begins_like_gzip_costs_what_its_length_does(collection: Collection, tmp_path: Path) -> None:
    source = tmp_path / "x.warc.gz"
    source.write_bytes(gzip.compress(page(A)) + b"\x1f\x8b\x08" * (1 << 16) + gzip.compress(page(B)))
    assert (len(ingest(collection, source).faults), urls(collection)) == (1, [A, B])


@pytest.mark.parametrize(
    "headers",
    [
        {"WARC_Payload_Digest": "sha1:AAAA"},
        {"WARC_Payload_Digest": "x", "WARC_Block_Digest": "sha256:"},
        {"WARC_Payload_Digest": "sha256:" + "0" * 500},
        {"WARC_Record_ID": "<urn:x:" + "i" * 300 + ">"},
        {"Content_Type": "application/http", "WARC_Concurrent_To": "<>"},
        {"Content_Type": "text/plain\0x"},
    ],
    ids=["a digest cut off", "no digest", "a digest too long", "a long name", "HTTP in a resource", "NUL"],
)
def test_odd_headers_of_a_part_trip_no_later_command(
    collection: Collection, tmp_path: Path, headers: dict[str, str]
) -> None:
    part = resource(f"urn:text:{A}", b"HTTP/1.1 200 OK\r\n\r\nsome text", **headers)
    report = taken(collection, tmp_path, gzipped(tmp_path / "x.warc.gz", page(A), part))
    stored = collection.repository.capture(report.added[0])
    assert collection.read(stored, Role.TEXT).endswith(b"some text")
