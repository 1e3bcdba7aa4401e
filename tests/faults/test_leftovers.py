"""A process is killed after the records of a capture are in the archive, and before the rows are that name them."""

from datetime import timedelta
from pathlib import Path

import pytest

from benchmarks.kills import committed_captures
from crawler.clock import SimulatedClock
from pagetide.app import App
from storage.collection import Collection
from storage.ingest.archives import rebuild
from storage.ingest.leftovers import take_in_leftovers
from storage.records import Role
from storage.verify.walk import remember, verify
from tests.faults.dying import (
    SAME,
    WORKER,
    killed,
    says_that_a_change_matters,
    stores_what_a_worker_delivered,
)
from tests.faults.survival import survived
from tests.storage.builders import START, add_page, capture, fill, lose_database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection with a capture in a closed file, and one without rows that a worker had delivered."""
    with Collection.create(tmp_path / "c") as collection:
        collection.store(add_page(collection), capture(0, **SAME))
    killed(stores_what_a_worker_delivered, tmp_path / "c")
    return tmp_path / "c"


def _deliver_again(app: App) -> None:
    (lease,) = app.collection.repository.leases_of(WORKER)
    app.flow.on_capture(lease, capture(1, **SAME))


def _rebuilt(folder: Path) -> set[str]:
    """The captures of a database that is made again of the archive alone."""
    lose_database(folder)
    with Collection.create(folder) as collection:
        rebuild(collection)
    return committed_captures(folder)


def test_a_capture_without_rows_is_taken_in_by_the_next_crawl_as_it_was(folder: Path) -> None:
    with Collection.open(folder) as collection:
        report = verify(collection)
        assert "The next crawl makes captures" in report.notes[0].remedy
        remember(collection, report)  # a file with an end that is still to be read is not noted as closed
        assert take_in_leftovers(collection) == [2]
        stored = collection.repository.capture(2)
        assert (stored.is_good, stored.started_at) == (True, START + timedelta(hours=1))
        assert collection.read(stored, Role.VIEW) == SAME["view_png"]
        assert collection.read(stored, Role.TEXT).decode() == SAME["text"]
        assert "Story 1" in collection.read(stored, Role.DOM).decode()
        assert [item.id for item in collection.repository.unscored(stored.page_id)] == [1, 2]
        assert verify(collection).notes == ()
        assert take_in_leftovers(collection) == []


def test_a_delivery_that_is_taken_again_is_kept_once_and_a_rebuild_finds_one(folder: Path) -> None:
    with App.open(folder, clock=SimulatedClock(START)) as app:
        take_in_leftovers(app.collection)
        _deliver_again(app)
    kept = survived(folder)
    assert len(kept) == 2
    assert _rebuilt(folder) == kept


def test_a_rebuild_makes_one_capture_of_what_an_older_version_stored_twice(folder: Path) -> None:
    with App.open(folder, clock=SimulatedClock(START)) as app:
        _deliver_again(app)
    with Collection.open(folder) as collection:
        assert rebuild(collection).added == ()
    assert len(_rebuilt(folder)) == 2


def test_what_is_damaged_is_left_to_verify(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (path,) = (folder / "archive").glob("*.open")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with Collection.open(folder) as collection:
        assert take_in_leftovers(collection) == []
        assert "run `pagetide verify`" in caplog.text
        assert not verify(collection).ok


def test_a_verdict_without_its_row_is_taken_in(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "c") as collection:
        fill(collection, 2)
    killed(says_that_a_change_matters, tmp_path / "c")
    with Collection.open(tmp_path / "c") as collection:
        assert take_in_leftovers(collection) == []
        assert [said.important for said in collection.repository.labels(1)] == [True]
