import gzip
import json
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.index.cdxj import compress_index, write_index
from storage.warc.spans import Span
from tests.storage.builders import URL, add_page, capture, exchange, fill, warc_files
from tests.storage.indexes import entries, is_sorted_bytewise


def _own_index(collection: Collection) -> list[str]:
    return write_index(collection).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def closed(tmp_path: Path):
    """A read-only collection of two closed WARC files."""
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    with Collection.open(tmp_path / "news") as collection:
        page = collection.repository.pages()[0]
        collection.store(page, capture(7, exchanges=(exchange(), exchange(URL + "/api", method="POST"))))
    with Collection.open(tmp_path / "news") as collection:
        yield collection


def test_the_lines_hold_the_fields_of_the_warcio_tools_in_bytewise_order(closed: Collection) -> None:
    lines = _own_index(closed)
    assert is_sorted_bytewise(lines)
    by_key = {(key, moment): fields for key, moment, fields in entries(lines)}
    page = by_key["example,news)/front", "20260301120000"]
    assert list(page) == ["url", "mime", "status", "digest", "length", "offset", "filename"]
    assert (page["url"], page["mime"], page["status"]) == (URL, "text/html", "200")
    assert page["digest"].startswith("sha256:")
    assert by_key["example,news)/style.css", "20260301130000"]["mime"] == "warc/revisit"
    assert by_key["urn:view:https://news.example/front", "20260301120000"]["mime"] == "image/png"


def test_posted_requests_are_told_apart_by_what_was_posted(collection: Collection) -> None:
    form = (("content-type", "application/x-www-form-urlencoded"),)
    posts = [
        exchange(URL + path, method=method, request_headers=form, request_body=body)
        for path, method, body in (
            ("/a", "POST", b"b=2&a=%C3%A9"),
            ("/a", "POST", b"b=3"),
            ("/a?x", "PUT", b""),
        )
    ]
    collection.store(add_page(collection), capture(exchanges=(exchange(), *posts)))
    found = {
        (key, fields["method"], fields["requestBody"])
        for key, _, fields in entries(_own_index(collection))
        if "method" in fields
    }
    assert found == {
        ("example,news)/front/a?__wb_method=post&a=%c3%a9&b=2", "POST", "b=2&a=é"),
        ("example,news)/front/a?__wb_method=post&b=3", "POST", "b=3"),
        ("example,news)/front/a?__wb_method=put&x", "PUT", ""),
    }


def test_a_damaged_record_is_told_of_and_left_out_and_the_others_are_indexed(closed: Collection) -> None:
    whole = _own_index(closed)
    for kept in (closed.path / "indexes").iterdir():
        kept.unlink()
    path = warc_files(closed)[0]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    told: list[tuple[str, Span]] = []
    target = write_index(closed, left_out=lambda name, span: told.append((name, span)))
    lines = target.read_text(encoding="utf-8").splitlines()
    assert [name for name, _ in told] == [path.name]
    assert set(lines) < set(whole)
    assert len(lines) == len(whole) - 1
    assert not (closed.path / "indexes" / f"{path.name.removesuffix('.warc.gz')}.cdxj").exists()


def test_every_line_leads_to_its_record(closed: Collection) -> None:
    for line in _own_index(closed):
        key, moment, fields = line.split(" ", 2)
        entry = json.loads(fields)
        data = (closed.path / "archive" / entry["filename"]).read_bytes()
        offset, length = int(entry["offset"]), int(entry["length"])
        record = gzip.decompress(data[offset : offset + length])
        assert f"WARC-Target-URI: {entry['url']}\r\n".encode() in record
        assert len(moment) == 14
        assert key


def test_scores_and_failed_exchanges_do_not_replay_as_the_page(collection: Collection) -> None:
    page = fill(collection, 2)[0]
    lost = exchange("https://news.example/gone.png", status=None, body=None, error="net::ERR_FAILED")
    collection.store(collection.repository.page(page.page_id), capture(5, exchanges=(exchange(), lost)))
    lines = _own_index(collection)
    assert not any("gone.png" in line for line in lines)
    assert {
        json.loads(line.split(" ", 2)[2])["mime"] for line in lines if line.startswith("example,news)/front ")
    } == {"text/html"}
    assert any(line.startswith("urn:change:") for line in lines)


def test_of_a_file_being_written_what_is_committed_is_indexed_under_its_final_name(
    collection: Collection,
) -> None:
    fill(collection, 2)
    lines = _own_index(collection)
    (path,) = warc_files(collection)
    assert {json.loads(line.split(" ", 2)[2])["filename"] for line in lines} == {
        path.name.removesuffix(".open")
    }
    collection.store(add_page(collection), capture(9))
    assert len(_own_index(collection)) > len(lines)


def test_lines_of_closed_files_are_kept_and_the_index_is_the_same_again(closed: Collection) -> None:
    first = _own_index(closed)
    kept = [path for path in (closed.path / "indexes").iterdir() if path.name != "index.cdxj"]
    assert len(kept) == 2
    assert _own_index(closed) == first


def test_a_compressed_index_holds_the_same_lines_in_blocks(collection: Collection, tmp_path: Path) -> None:
    index = tmp_path / "index.cdxj"
    lines = [f"example,news)/{number:04d} 20260301120000 {{}}\n" for number in range(512)]
    index.write_text("".join(lines))
    blocks, listing = compress_index(index, tmp_path)
    assert gzip.decompress(blocks.read_bytes()).decode() == "".join(lines)
    head, *entries = listing.read_text().splitlines()
    assert head == '!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}'
    assert len(entries) == 2
    data = blocks.read_bytes()
    for number, entry in enumerate(entries):
        key, moment, fields = entry.split(" ", 2)
        place = json.loads(fields)
        block = gzip.decompress(data[place["offset"] : place["offset"] + place["length"]]).decode()
        assert block.startswith(f"{key} {moment} ")
        assert block == "".join(lines[number * 256 : number * 256 + 256])
