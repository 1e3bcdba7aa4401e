"""ARC files become WARC records, one whose lengths are wrong as far as they can be told apart."""

import gzip
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.ingest.archives import ingest
from storage.replay.source import CaptureSource
from storage.verify.walk import verify
from tests.storage.raw_records import html, http

VERSION = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n\n"


def _arc(url: str, name: str, wrong_by: int = 0) -> bytes:
    block = http(html(name))
    return f"{url} 1.2.3.4 20260102030405 text/html {len(block) + wrong_by}\n".encode() + block + b"\n"


def _head(wrong_by: int = 0) -> bytes:
    return (
        f"filedesc://x.arc 0.0.0.0 20260102030405 text/plain {len(VERSION) + wrong_by}\n".encode() + VERSION
    )


@pytest.mark.parametrize("gzipped", [True, False])
@pytest.mark.parametrize("wrong_by", [0, 7])
def test_arc_records_are_captures(tmp_path: Path, gzipped: bool, wrong_by: int) -> None:
    parts = [_head(wrong_by), _arc("http://case.example/a", "A"), _arc("http://case.example/b c", "B")]
    source = tmp_path / ("x.arc.gz" if gzipped else "x.arc")
    source.write_bytes(b"".join(map(gzip.compress, parts)) if gzipped else b"".join(parts))
    with Collection.create(tmp_path / "news") as collection:
        report = ingest(collection, source)
        assert [fault.message for fault in report.faults] == []
        stored = [collection.repository.capture(number) for number in report.added]
        assert [item.url for item in stored] == ["http://case.example/a", "http://case.example/b%20c"]
        found = CaptureSource(collection, stored[1]).find(stored[1].url)
        assert found is not None
        assert found.exchange.body == html("B")
        assert verify(collection).faults == ()
        assert "ARC" in str(report.notes[0])
        assert ingest(collection, source).known == 2


def test_a_length_that_is_too_long_swallows_no_other_record(tmp_path: Path) -> None:
    source = tmp_path / "x.arc"
    source.write_bytes(_head() + _arc("http://case.example/a", "A", 30) + _arc("http://case.example/b", "B"))
    with Collection.create(tmp_path / "news") as collection:
        assert len(ingest(collection, source).added) == 2
