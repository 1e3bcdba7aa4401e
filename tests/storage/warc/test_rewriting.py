"""Revisit records of other tools become what they repeat when that is taken out."""

import base64
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from storage.collection import Collection
from storage.errors import Corrupt
from storage.ingest.archives import ingest
from storage.removal.removing import Why, plan_removal, remove
from storage.replay.archived import body_of, head_of
from storage.replay.mementos import MementoIndex
from storage.verify.walk import verify
from storage.warc.rewriting import Fill, rewrite
from storage.warc.spans import Span
from tests.storage.builders import fill, records_of
from tests.storage.raw_records import record

URL = "https://theirs.example/page"
BODY = b"<html><title>Theirs</title>" + b"the same words " * 50 + b"</html>"
SHA1 = "sha1:" + base64.b32encode(hashlib.sha1(BODY).digest()).decode()
FIRST, LATER = "2025-05-04T10:00:00Z", "2025-05-04T12:00:00Z"
NAME = "urn:uuid:00000000-0000-4000-8000-000000000001"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
SAME_PAYLOAD = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.0/revisit/server-not-modified"

NAMED = {"WARC_Refers_To": f"<{NAME}>"}
PLACED = {"WARC_Refers_To_Target_URI": URL, "WARC_Refers_To_Date": FIRST}
ALIKE = {"WARC_Payload_Digest": SHA1}
FULL = OK + b"X-Later: yes\r\nContent-Length: %d\r\n\r\n" % len(BODY)
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (FULL, NAMED | {"WARC_Profile": SAME_PAYLOAD}),
        (FULL, PLACED | {"WARC_Profile": SAME_PAYLOAD}),
        (FULL, ALIKE | {"WARC_Profile": SAME_PAYLOAD}),
        (b"", PLACED | ALIKE | {"WARC_Profile": SAME_PAYLOAD}),
        (b"HTTP/1.1 304 Not Modified\r\nEtag: x\r\n\r\n", {"WARC_Profile": NOT_MODIFIED}),
        (b"HTTP/1.1 304 Not Modified\r\nEtag: x\r\n\r\n", PLACED | {"WARC_Profile": NOT_MODIFIED}),
    ],
    ids=["by name", "by place", "by digest", "without head", "not modified", "not modified since"],
)
@pytest.mark.parametrize("transfer", ["plain", "chunked"])
@pytest.mark.parametrize("files", [1, 2])
def test_a_revisit_is_replayed_as_before_when_its_original_goes(
    tmp_path: Path, block: bytes, said: dict[str, str], transfer: str, files: int
) -> None:
    first, revisit = _original(transfer), record("revisit", URL, block, WARC_Date=LATER, **said)
    with Collection.create(tmp_path / "c") as collection:
        for number, data in enumerate([first + revisit] if files == 1 else [first, revisit]):
            path = tmp_path / f"{number}.warc"
            path.write_bytes(data)
            ingest(collection, path, pages=[URL])
        captures = collection.repository.captures(1)
        before = _answers(collection, tmp_path / "1")
        assert (len(captures), [answer[-1] for answer in before]) == (2, [BODY, BODY])
        notes = len(verify(collection).notes)
        page = collection.repository.page(1)
        why = Why(reason="x", by="", at=datetime.now(UTC))
        remove(collection, plan_removal(collection, page, [captures[0].id]), why)
        collection.close_archive()
        assert _answers(collection, tmp_path / "2") == before[1:]
        assert _kinds(collection) == ["response"]
        report = verify(collection)
        assert report.faults == ()
        assert len(report.notes) <= notes


def test_a_damaged_original_stops_the_removal_and_is_named(collection: Collection, tmp_path: Path) -> None:
    stored = fill(collection, 2)
    collection.close_archive()
    (file,) = (collection.path / "archive").iterdir()
    with pytest.raises(Corrupt, match=f"at byte 0 of {file.name}"):
        rewrite(
            file.parent,
            file.name,
            [
                Fill(
                    span=Span(start=0, end=5, whole=True),
                    file=file.name,
                    original=Span(start=5, end=9, whole=True),
                )
            ],
            tmp_path / "new.warc.gz",
        )
    assert collection.repository.capture(stored[0].id) == stored[0]


def _kinds(collection: Collection) -> list[str]:
    """The types of the records of the page's address in the archive."""
    return [
        found.rec_type
        for path in (collection.path / "archive").iterdir()
        for found, _ in records_of(path)
        if found.rec_headers.get_header("WARC-Target-URI") == URL
    ]


def _original(transfer: str) -> bytes:
    headers = {"WARC_Record_ID": f"<{NAME}>", "WARC_Date": FIRST, "WARC_Payload_Digest": SHA1}
    if transfer == "chunked":
        return record("response", URL, OK + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKED, **headers)
    return record("response", URL, OK + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY, **headers)


def _answers(collection: Collection, scratch: Path) -> list[Any]:
    """Time, status and body of each memento."""
    index = MementoIndex(collection, scratch)
    return [
        (item.at, head_of(collection, item, index).status, b"".join(body_of(collection, index, item)))
        for item in index.of(URL)
    ]
