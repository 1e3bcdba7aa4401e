import pytest

from storage.collection import Collection
from storage.verify.walk import sweep_blobs, verify
from tests.storage.builders import add_page, capture, fill

pytestmark = pytest.mark.usefixtures("each_database")


def test_each_page_knows_what_it_takes_on_the_disk(collection: Collection) -> None:
    stored = fill(collection, 2)
    other = add_page(collection, "https://other.example/")
    alone = collection.store(other, capture(3, url=other.url))
    sizes = collection.repository.bytes_by_page([stored[0].page_id, other.id])
    assert sizes[other.id] == alone.warc_bytes
    assert sizes[stored[0].page_id] == sum(item.warc_bytes for item in stored) + len(b"features 0features 1")


def test_what_nothing_names_is_swept_away_and_nothing_else(collection: Collection) -> None:
    stored = fill(collection, 2)
    collection.add_features(stored[0], b"newer features")
    orphan = collection.blobs.put(b"never named")
    assert any("Nothing names it" in note.message for note in verify(collection).notes)
    assert sweep_blobs(collection) == len(b"features 0") + len(b"never named")
    assert orphan.digest not in set(collection.blobs.digests())
    report = verify(collection)
    assert (report.faults, report.notes) == ((), ())
    assert sweep_blobs(collection) == 0
