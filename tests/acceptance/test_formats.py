"""Independent readers of WARC, CDXJ and WACZ accept what the crawler wrote, and index it as we do."""

import json
import sys
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from storage.collection import Collection
from storage.index.cdxj import write_index
from storage.queries.selection import Selection
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from tests.acceptance.conftest import ORDINARY, PATHS, ROUNDS, Archive, OutsideTools, finished, pagetide
from tests.storage.builders import records_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OURS = Path(sys.executable).parent
DIGEST_OF_NOTHING = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"


def test_every_page_was_captured_each_time(archive: Archive) -> None:
    assert {path: len(archive.captures(path)) for path in PATHS} == dict.fromkeys(PATHS, ROUNDS)
    assert all(capture.is_good for path in PATHS for capture in archive.captures(path))


def test_the_archive_holds_revisits_and_scores(archive: Archive) -> None:
    records = [record.rec_headers for file in archive.warcs for record, _ in records_of(file)]
    kinds = [headers.get_header("WARC-Type") for headers in records]
    scored = [
        uri
        for headers in records
        if (uri := headers.get_header("WARC-Target-URI") or "").startswith("urn:change:")
    ]
    assert kinds.count("revisit") > len(ORDINARY)
    assert len(scored) == len(PATHS) * (ROUNDS - 1)


def test_warcio_accepts_every_warc(archive: Archive) -> None:
    result = finished(OURS / "warcio", "check", "-v", *archive.warcs)
    assert result.returncode == 0, result.stdout + result.stderr
    said = {line.strip() for line in result.stdout.splitlines() if "digest" in line}
    # a revisit record's payload is elsewhere: there is nothing in it to check
    assert said == {"digest pass", "digest present but not checked (revisit)"}


def test_fastwarc_accepts_every_block(archive: Archive) -> None:
    for file in archive.warcs:
        result = finished(OURS / "fastwarc", "check", file)
        assert result.returncode == 0, result.stdout + result.stderr


def test_fastwarc_accepts_every_payload_of_an_exchange(archive: Archive) -> None:
    """Of exchanges only: ``fastwarc check -p`` reports every payload without an HTTP head as wrong, unread."""
    for file in archive.warcs:
        with file.open("rb") as data:
            records = ArchiveIterator(data, record_types=WarcRecordType.response | WarcRecordType.request)
            wrong = [record.record_id for record in records if not record.verify_payload_digest()]
        assert wrong == []


def test_the_index_is_the_one_that_cdxj_indexer_makes(
    archive: Archive, outside: OutsideTools, tmp_path: Path
) -> None:
    with Collection.open(archive.folder, read_only=True) as collection:
        ours = write_index(collection, tmp_path / "index.cdxj").read_bytes().splitlines()
    result = outside.run("wacz", "cdxj-indexer", "--sort", "--post-append", *archive.warcs)
    assert result.returncode == 0, result.stderr
    theirs = sorted(set(result.stdout.encode().splitlines()))
    assert ours == sorted(ours)
    assert len(ours) == len(theirs)
    for mine, other in zip(map(_fields, ours), map(_fields, theirs), strict=True):
        if other["digest"] == DIGEST_OF_NOTHING:  # it digests after it has read: ours is the true one
            del mine["digest"], other["digest"]
        assert mine == other


def _fields(line: bytes) -> dict[str, str]:
    """Key, time and fields; some tools write numbers as strings, others as numbers."""
    key, time, fields = line.decode().split(" ", 2)
    return {"key": key, "time": time} | {name: str(value) for name, value in json.loads(fields).items()}


def test_wacz_validates_the_export(wacz: Path, outside: OutsideTools) -> None:
    result = outside.run("wacz", "wacz", "validate", "-f", wacz)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "invalid" not in (result.stdout + result.stderr).lower()


def test_our_own_check_accepts_the_export(wacz: Path) -> None:
    report = json.loads(pagetide("verify", wacz, "--json"))
    assert report["faults"] == []
    assert report["checked"]["pages"] == len(PATHS) * ROUNDS


def test_one_capture_is_a_wacz_that_validates(
    archive: Archive, outside: OutsideTools, tmp_path: Path
) -> None:
    newest = archive.captures("/article.html")[-1]
    with Collection.open(archive.folder, read_only=True) as collection:
        one = export_wacz(collection, tmp_path / "one.wacz", selection=Selection(captures=(newest.id,)))
    result = outside.run("wacz", "wacz", "validate", "-f", one)
    assert result.returncode == 0, result.stdout + result.stderr
    assert check_wacz(one).faults == ()


def test_our_own_walk_finds_no_fault(archive: Archive) -> None:
    with Collection.open(archive.folder, read_only=True) as collection:
        assert verify(collection).faults == ()
