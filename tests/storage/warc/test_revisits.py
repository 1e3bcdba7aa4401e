"""Revisits of other tools find their original in replay, as mementos, in ``verify`` and in the check of a WACZ."""

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import NotStored
from storage.ingest.archives import ingest
from storage.replay.archived import body_of, head_of
from storage.replay.mementos import MementoIndex
from storage.replay.source import CaptureSource
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from tests.storage.raw_records import gzipped, html, http, record

HTTP, HTTPS, OTHER = "http://case.example/r", "https://case.example/r", "http://other.example/x"
DIGEST = f"sha1:{base64.b32encode(hashlib.sha1(html('R')).digest()).decode()}"
FIRST, LATER = "2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z"
ORIGINAL_ID = "<urn:uuid:289dd7fb-89ab-53ff-803d-2fd731906127>"
ORIGINAL = record(
    "response", HTTP, http(html("R")), WARC_Date=FIRST, WARC_Record_ID=ORIGINAL_ID, WARC_Payload_Digest=DIGEST
)
HEAD = http(b"")
NOT_MODIFIED = http(b"", "304 Not Modified", "ETag: x")
BY_PLACE = {"WARC_Refers_To_Target_URI": HTTP, "WARC_Refers_To_Date": FIRST}
REVISITS = {
    "by name": (HTTP, HEAD, {"WARC_Refers_To": ORIGINAL_ID}),
    "by URL and date": (HTTP, HEAD, {**BY_PLACE, "WARC_Payload_Digest": DIGEST}),
    "by digest": (HTTP, HEAD, {"WARC_Payload_Digest": DIGEST}),
    "of another scheme": (HTTPS, HEAD, {**BY_PLACE, "WARC_Refers_To_Target_URI": HTTPS}),
    "of another host": (OTHER, HEAD, {**BY_PLACE, "WARC_Payload_Digest": DIGEST}),
    "without a head": (HTTP, b"", {**BY_PLACE, "WARC_Payload_Digest": DIGEST}),
    "not modified": (HTTP, NOT_MODIFIED, dict(BY_PLACE)),
    "not modified, by nothing": (HTTP, NOT_MODIFIED, {}),
}


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as opened:
        yield opened


def _revisit(name: str) -> bytes:
    uri, block, headers = REVISITS[name]
    return record("revisit", uri, block, WARC_Date=LATER, **headers)


@pytest.mark.parametrize("name", REVISITS)
def test_a_revisit_is_a_capture_whose_original_is_found_everywhere(
    collection: Collection, tmp_path: Path, name: str
) -> None:
    report = ingest(collection, gzipped(tmp_path / "x.warc.gz", ORIGINAL, _revisit(name)))
    assert (report.faults, len(report.added)) == ((), 2)
    stored = collection.repository.capture(report.added[1])
    assert (stored.url, stored.status, stored.mime) == (REVISITS[name][0], 200, "text/html")
    found = CaptureSource(collection, stored).find(stored.url)
    assert found is not None
    assert (found.exchange.status, found.exchange.body) == (200, html("R"))
    index = MementoIndex(collection, tmp_path / "scratch")
    memento = index.of(stored.url)[-1]
    assert memento.is_revisit
    assert head_of(collection, memento, index).status == 200
    assert b"".join(body_of(collection, index, memento)) == html("R")
    assert check_wacz(export_wacz(collection, tmp_path / "all.wacz")).faults == ()
    report = verify(collection)
    assert (report.faults, [note for note in report.notes if "revisit" in note.thing]) == ((), [])


def test_the_original_may_be_in_another_file(collection: Collection, tmp_path: Path) -> None:
    (number,) = ingest(collection, gzipped(tmp_path / "2.warc.gz", _revisit("by URL and date"))).added
    stored = collection.repository.capture(number)
    source = CaptureSource(collection, stored)
    assert source.find(HTTP) is None
    assert "Import the archive that holds it" in source.unreadable[0]
    index = MementoIndex(collection, tmp_path / "scratch")
    with pytest.raises(NotStored, match="earlier answer is not in this collection"):
        body_of(collection, index, index.of(HTTP)[0])
    ingest(collection, gzipped(tmp_path / "1.warc.gz", ORIGINAL))
    found = CaptureSource(collection, stored).find(HTTP)
    assert found is not None
    assert found.exchange.body == html("R")
    assert b"".join(body_of(collection, index, index.of(HTTP)[-1])) == html("R")
