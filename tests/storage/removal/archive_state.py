"""Collections that something is removed from, and what they hold before and afterwards."""

import gzip
import random
from base64 import b64encode
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import text

from storage.collection import Collection
from storage.queries.labels import Label
from storage.records import ModelState, Page, ReplayCheck, Role, StoredCapture, StoredModel
from storage.removal.removing import Why
from storage.replay.archived import body_of, head_of
from storage.replay.exchanges import ArchiveReader
from storage.replay.mementos import MementoIndex
from storage.verify.walk import verify
from tests.storage.builders import START, add_page, capture, exchange, fill, score, style

LATER = START + timedelta(days=9)
WHY = Why(reason="a court said so", by="ann", at=LATER)
OTHER = "https://other.example/"
LONG = b64encode(random.Random(0).randbytes(9000)).decode()


def two_pages(collection: Collection) -> tuple[Page, list[StoredCapture]]:
    """A page with three captures, and another whose captures share its style and picture."""
    stored = fill(collection, 3)
    add_model(collection, stored)
    collection.record_label(label_between(stored[0], stored[2]))
    check = ReplayCheck(
        capture_id=stored[1].id,
        checked_at=LATER,
        screenshot_match=1.0,
        text_match=1.0,
        crawl_good=2,
        crawl_bad=0,
        replay_good=2,
        replay_bad=0,
    )
    collection.record_replay_check(check)
    other = add_page(collection, OTHER)
    kept = [
        collection.store(
            other, capture(hour + 3, url=OTHER, final_url=OTHER, exchanges=shared_exchanges(hour))
        )
        for hour in range(2)
    ]
    collection.record_score(score(kept[0], kept[1]))
    return collection.repository.page(stored[0].page_id), kept


def shared_exchanges(hour: int) -> tuple[Any, ...]:
    html = b"<html><body>other %d</body></html>" % hour
    return exchange(OTHER, body=html), style(), style("https://other.example/style.css")


def label_between(before: StoredCapture, after: StoredCapture) -> Label:
    return Label(page_id=after.page_id, before_id=before.id, after_id=after.id, important=True, said_at=LATER)


def add_model(collection: Collection, stored: list[StoredCapture]) -> None:
    folder = f"models/{stored[0].page_id}/1"
    (collection.path / folder).mkdir(parents=True)
    (collection.path / folder / "model.json").write_text("{}")
    collection.repository.save_model(
        StoredModel(
            page_id=stored[0].page_id,
            fitted_at=LATER,
            state=ModelState.LEARNED,
            path=folder,
            digest="sha256:0",
            first_capture_id=stored[0].id,
            last_capture_id=stored[-1].id,
            versions=len(stored),
            importance=(),
            weights=(),
            details={},
        )
    )


def everything_of(collection: Collection, captures: Iterable[StoredCapture]) -> list[Any]:
    """All parts of these captures, and all their exchanges with bodies, as they are read now."""
    reader = ArchiveReader(collection)
    found = []
    for stored in captures:
        index = reader.index(stored.id)
        exchanges = [reader.exchange(entry) for entry in index.entries]
        found.append((stored.id, parts_of(collection, stored), exchanges, index.damaged))
    return found


def parts_of(collection: Collection, stored: StoredCapture) -> dict[Role, Any]:
    parts = collection.repository.capture(stored.id).artifacts
    return {
        role: (part.digest, collection.read(stored, role))
        for role, part in parts.items()
        if role != "features"
    }


def answers_of(collection: Collection, scratch: Path, url: str) -> list[Any]:
    """What a URL is replayed as: time, head and body of each memento."""
    index = MementoIndex(collection, scratch)
    return [
        (
            memento.at,
            head_of(collection, memento, index).headers,
            b"".join(body_of(collection, index, memento)),
        )
        for memento in index.of(url)
    ]


def mentions(collection: Collection, *words: bytes) -> list[tuple[str, bytes]]:
    """Which files of the collection's folder hold one of these words still."""
    collection.close_archive()
    found = []
    for path in sorted(collection.path.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if path.name.endswith(".gz") else data
            found += [(path.name, word) for word in words if word in data]
    return found


def archive_files(collection: Collection) -> set[str]:
    return {path.name for path in (collection.path / "archive").iterdir()}


def without_database(collection: Collection, folder: Path) -> Collection:
    """A collection with the archive of another, and an empty database."""
    (folder / "archive").mkdir(parents=True)
    for path in (collection.path / "archive").iterdir():
        (folder / "archive" / path.name).write_bytes(path.read_bytes())
    listed = collection.path / "warc-files.jsonl"
    (folder / listed.name).write_bytes(listed.read_bytes())
    return Collection.create(folder)


def assert_whole(collection: Collection) -> None:
    """There is no fault; notes on what other tools wrote may be."""
    collection.close_archive()
    assert verify(collection).faults == ()


def assert_clean(collection: Collection) -> None:
    collection.close_archive()
    report = verify(collection)
    assert (report.faults, report.notes) == ((), ())
    if collection.database.is_sqlite:
        with collection.database.reading() as connection:
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
