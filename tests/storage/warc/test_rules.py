"""The rules of WARC 1.1 (ISO 28500:2017), each on the bytes of what we write, read without any WARC library."""

import gzip
import hashlib
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.ingest.archives import ingest, without_screenshot
from storage.records import Outcome
from storage.warc.capture_records import Known, capture_records
from storage.warc.writer import WarcWriter
from tests.storage.archives import heritrix
from tests.storage.builders import URL, capture, exchange, fill, png

KINDS = {"warcinfo", "response", "resource", "request", "metadata", "revisit"}
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
EVENT = {"response", "revisit", "request", "resource", "metadata"}


@dataclass(frozen=True)
class Raw:
    headers: list[tuple[str, str]]
    block: bytes

    def __getitem__(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


def _members(data: bytes) -> list[bytes]:
    found = []
    while data:
        member = zlib.decompressobj(zlib.MAX_WBITS + 16)
        found.append(member.decompress(data))
        assert member.eof
        data = member.unused_data
    return found


def _parsed(member: bytes) -> Raw:
    head, _, rest = member.partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").split("\r\n")
    assert first == "WARC/1.1"
    headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
    assert rest.endswith(b"\r\n\r\n")
    return Raw(headers, rest[:-4])


@pytest.fixture
def records(tmp_path: Path) -> list[Raw]:
    """Hourly captures with repeats, redirects, posts, losses, and a rendering of another tool's capture."""
    with Collection.create(tmp_path / "news") as collection:
        first = fill(collection, 3)[0]
        page = collection.repository.page(first.page_id)
        odd = (
            exchange(status=301, body=None, response_headers=(("location", URL + "/"),)),
            exchange(URL + "/"),
            exchange("https://news.example/api", method="POST", request_body=b"a=1", body=b"{}"),
            exchange("https://news.example/gone.png", status=None, body=None, error="net::ERR_FAILED"),
            exchange("https://news.example/none", status=204, body=None, response_headers=()),
            exchange("https://news.example/cut.bin", body=b"cut", truncated="length"),
            exchange("https://cdn.example/style-2.css", body=b"body { color: black }\n" * 100),
        )
        same = capture(2)
        collection.store(page, capture(5, exchanges=odd, view_png=same.view_png, outcome=Outcome.PARTIAL))
        ingest(collection, heritrix(tmp_path / "h.warc.gz"))
        collection.add_rendering(without_screenshot(collection)[0], capture(6))
    (path,) = (tmp_path / "news" / "archive").glob("pagetide-*.warc.gz")
    return [_parsed(member) for member in _members(path.read_bytes())]


def _of(records: list[Raw], *kinds: str) -> list[Raw]:
    return [record for record in records if record["WARC-Type"] in kinds]


def test_every_record_has_the_four_mandatory_fields_and_its_length(records: list[Raw]) -> None:
    for record in records:
        assert record["WARC-Type"] in KINDS
        assert re.fullmatch(r"<urn:uuid:[0-9a-f-]{36}>", record["WARC-Record-ID"])
        assert DATE.fullmatch(record["WARC-Date"])
        assert int(record["Content-Length"]) == len(record.block)
    names = [record["WARC-Record-ID"] for record in records]
    assert len(set(names)) == len(names)
    assert {record["WARC-Type"] for record in records} == KINDS


def test_no_field_is_repeated_but_the_one_that_may_be(records: list[Raw]) -> None:
    for record in records:
        names = [name for name, _ in record.headers if name != "WARC-Concurrent-To"]
        assert len(set(names)) == len(names)


def test_a_file_begins_with_a_warcinfo_record_that_says_how_it_came_to_be(records: list[Raw]) -> None:
    first, *others = records
    assert first["WARC-Type"] == "warcinfo"
    assert first["Content-Type"] == "application/warc-fields"
    assert first["WARC-Filename"].startswith("pagetide-")
    fields = dict(line.split(": ", 1) for line in first.block.decode().strip().split("\r\n"))
    assert fields["software"].startswith("pagetide")
    assert fields["format"] == "WARC File Format 1.1"
    assert {"conformsTo", "robots", "isPartOf", "http-header-user-agent"} <= set(fields)
    assert not _of(others, "warcinfo")


def test_target_uris_stand_bare_and_on_all_but_the_warcinfo(records: list[Raw]) -> None:
    for record in records:
        uri = record["WARC-Target-URI"]
        assert bool(uri) == (record["WARC-Type"] != "warcinfo")
        assert not set(uri) & set("<> ")


def test_all_records_of_a_capture_share_its_page_id_and_its_date(records: list[Raw]) -> None:
    by_page: dict[str, set[str]] = {}
    for record in records[1:]:
        assert record["WARC-Page-ID"].startswith("urn:uuid:")
        if not record["WARC-Target-URI"].startswith("urn:change:"):
            by_page.setdefault(record["WARC-Page-ID"], set()).add(record["WARC-Date"])
    assert len(by_page) == 7
    assert all(len(dates) == 1 for dates in by_page.values())


def test_block_digests_are_those_of_the_blocks(records: list[Raw]) -> None:
    for record in records:
        assert record["WARC-Block-Digest"] == f"sha256:{hashlib.sha256(record.block).hexdigest()}"


def test_payload_digests_are_those_of_the_bodies_and_stand_only_where_there_is_a_payload(
    records: list[Raw],
) -> None:
    assert not any(record["WARC-Payload-Digest"] for record in _of(records, "warcinfo", "metadata"))
    for record in _of(records, "response", "request", "resource"):
        http = record["WARC-Type"] != "resource"
        payload = record.block.partition(b"\r\n\r\n")[2] if http else record.block
        assert record["WARC-Payload-Digest"] == f"sha256:{hashlib.sha256(payload).hexdigest()}"


def test_messages_of_http_are_declared_as_such(records: list[Raw]) -> None:
    for record in _of(records, "response"):
        assert record["Content-Type"] == "application/http; msgtype=response"
        assert record.block.startswith(b"HTTP/1.1 ")
    for record in _of(records, "request"):
        assert record["Content-Type"] == "application/http; msgtype=request"


def test_concurrent_to_names_records_of_the_same_capture(records: list[Raw]) -> None:
    by_name = {record["WARC-Record-ID"]: record for record in records}
    for record in records:
        for name, value in record.headers:
            if name == "WARC-Concurrent-To" and value in by_name:  # not the records of another tool
                assert record["WARC-Type"] in EVENT
                assert by_name[value]["WARC-Type"] in EVENT
                assert by_name[value]["WARC-Page-ID"] == record["WARC-Page-ID"]
    assert all(record["WARC-Concurrent-To"] for record in _of(records, "request", "resource"))


def test_refers_to_stands_only_where_it_may(records: list[Raw]) -> None:
    for record in _of(records, "warcinfo", "response", "resource", "request"):
        assert not record["WARC-Refers-To"]
    changes = [record for record in records if record["WARC-Target-URI"].startswith("urn:change:")]
    assert changes
    assert all(record["WARC-Type"] == "metadata" and record["WARC-Refers-To"] for record in changes)


def test_revisits_say_whose_payload_they_stand_for(records: list[Raw]) -> None:
    by_name = {record["WARC-Record-ID"]: record for record in records}
    revisits = _of(records, "revisit")
    for record in revisits:
        original = by_name[record["WARC-Refers-To"]]
        assert record["WARC-Profile"] == "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
        assert record["WARC-Truncated"] == "length"
        assert record["WARC-Payload-Digest"] == original["WARC-Payload-Digest"]
        assert record["WARC-Refers-To-Target-URI"] == original["WARC-Target-URI"]
        assert record["WARC-Refers-To-Date"] == original["WARC-Date"]
        if original["WARC-Type"] == "response":
            assert record.block.startswith(b"HTTP/1.1 200")
            assert record.block.endswith(b"\r\n\r\n")
        else:
            assert record.block == b""
    uris = {record["WARC-Target-URI"] for record in revisits}
    assert uris == {
        "https://news.example/style.css",
        "https://cdn.example/style-2.css",  # the same payload under another URL
        f"urn:view:{URL}",  # the same picture hours later
    }


def test_fields_blocks_are_name_and_value_lines(records: list[Raw]) -> None:
    for record in records:
        if record["Content-Type"] == "application/warc-fields":
            assert all(b": " in line for line in record.block.removesuffix(b"\r\n").split(b"\r\n"))


def test_a_file_that_reached_its_limit_is_closed_and_another_begun(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, rollover_bytes=20_000)
    nothing = Known(responses=lambda keys: {}, part=lambda digest, uri: None)
    places = [
        writer.append(capture_records(capture(hour, view_png=png(hour, 60)), nothing).records)
        for hour in range(4)
    ]
    assert [path.name.endswith(".open") for path in sorted(tmp_path.iterdir())].count(True) == 1
    writer.close()
    files = sorted(tmp_path.glob("*.warc.gz"))
    assert len(files) == len({place.file for place in places}) > 1
    for path in files:
        members = _members(path.read_bytes())
        assert _parsed(members[0])["WARC-Filename"] == path.name
        assert len(members) > 1
    for place in places:  # a capture never spans two files
        data = (tmp_path / place.file).read_bytes()
        assert gzip.decompress(data[place.offset : place.offset + place.length]).startswith(b"WARC/1.1\r\n")
