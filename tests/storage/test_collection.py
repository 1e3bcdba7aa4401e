import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import CollectionExists, CollectionNotFound, Corrupt, NotStored, StorageError
from storage.layout import Layout
from storage.records import Capture, Outcome, Problem, ProblemCode, ResponseKind, Role
from tests.storage.builders import START, add_page, capture, exchange, fill, png, score, warc_files


def test_a_new_collection_has_its_folders(collection: Collection) -> None:
    assert {path.name for path in collection.path.iterdir() if path.is_dir()} == {
        "archive",
        "indexes",
        "blobs",
        "models",
        "logs",
    }


def test_a_second_collection_in_the_same_folder_is_refused(collection: Collection) -> None:
    with pytest.raises(CollectionExists, match="already holds"):
        Collection.create(collection.path)


def test_a_folder_without_a_collection_is_named(tmp_path: Path) -> None:
    with pytest.raises(CollectionNotFound, match="pagetide init"):
        Collection.open(tmp_path)


def test_a_capture_comes_back_as_it_was_stored(collection: Collection) -> None:
    brought = capture(
        problems=(Problem(code=ProblemCode.NOT_IDLE, message="It never went idle.", url="https://x"),)
    )
    stored = collection.store(add_page(collection), brought, features=b"npy")
    assert collection.repository.capture(stored.id) == stored
    assert stored.is_good
    assert (stored.url, stored.final_url, stored.title) == (brought.url, brought.final_url, brought.title)
    assert (stored.started_at, stored.finished_at) == (brought.started_at, brought.finished_at)
    assert (stored.outcome, stored.response_kind, stored.status) == (
        Outcome.COMPLETE,
        ResponseKind.CONTENT,
        200,
    )
    assert (stored.profile, stored.profile_digest) == (brought.profile, brought.profile.digest)
    assert stored.problems == brought.problems
    assert (stored.exchanges_recorded, stored.exchanges_failed) == (2, 0)


def test_every_part_is_read_back(collection: Collection) -> None:
    brought = capture()
    stored = collection.store(add_page(collection), brought, features=b"npy")
    assert set(stored.artifacts) == set(Role)
    assert collection.read(stored, Role.VIEW) == brought.view_png
    assert collection.read(stored, Role.FULL_PAGE) == brought.full_page_png
    assert collection.read(stored, Role.DOM).decode() == brought.dom
    assert collection.read(stored, Role.TEXT).decode() == brought.text
    assert collection.read(stored, Role.FEATURES) == b"npy"
    assert collection.layout(stored) == brought.layout
    assert stored.artifacts[Role.VIEW].size_bytes == len(brought.view_png or b"")


def test_parts_are_read_back_after_the_collection_was_closed(tmp_path: Path) -> None:
    with Collection.create(tmp_path) as collection:
        stored = collection.store(add_page(collection), capture())
    with Collection.open(tmp_path, read_only=True) as collection:
        assert collection.read(stored, Role.VIEW) == png(0)


def test_a_part_that_was_not_brought_home_is_no_part(collection: Collection) -> None:
    stored = collection.store(
        add_page(collection), capture(view_png=None, layout=None, outcome=Outcome.PARTIAL)
    )
    assert not stored.is_good
    with pytest.raises(NotStored, match="has no view part"):
        collection.read(stored, Role.VIEW)
    with pytest.raises(NotStored, match="has no layout part"):
        collection.layout(stored)


def test_a_visit_that_failed_is_kept_too(collection: Collection) -> None:
    failed = Capture(
        url="https://gone.example/",
        started_at=START,
        finished_at=START + timedelta(seconds=1),
        outcome=Outcome.FAILED,
        response_kind=ResponseKind.NONE,
        exchanges=(
            exchange("https://gone.example/", status=None, body=None, error="net::ERR_NAME_NOT_RESOLVED"),
        ),
        problems=(Problem(code=ProblemCode.DNS, message="The name gone.example is not known."),),
    )
    stored = collection.store(add_page(collection, failed.url), failed)
    assert set(stored.artifacts) == {Role.PAGE_INFO}
    assert (stored.exchanges_recorded, stored.exchanges_failed) == (0, 1)
    assert stored.problems == failed.problems


def test_the_page_takes_the_title_of_its_newest_capture(collection: Collection) -> None:
    page = add_page(collection)
    collection.store(page, capture(1))
    assert collection.repository.page(page.id).title == "Front page 1"
    collection.store(page, capture(2, title=""))
    assert collection.repository.page(page.id).title == "Front page 1"


def test_text_that_no_encoding_holds_is_stored_all_the_same(collection: Collection) -> None:
    half = "half \ud83d of a pair, and \0"
    stored = collection.store(add_page(collection), capture(title=half, text=half, dom=half))
    assert stored.title == "half ? of a pair, and "
    assert collection.read(stored, Role.TEXT) == b"half ? of a pair, and \0"


def test_features_can_be_added_and_replaced(collection: Collection) -> None:
    stored = collection.store(add_page(collection), capture())
    assert Role.FEATURES not in stored.artifacts
    first = collection.add_features(stored, b"one")
    assert collection.read(first, Role.FEATURES) == b"one"
    second = collection.add_features(first, b"two")
    assert collection.read(second, Role.FEATURES) == b"two"
    assert collection.add_features(second, b"two") == second


def test_a_read_only_collection_stores_nothing(collection: Collection) -> None:
    page = add_page(collection)
    with (
        Collection.open(collection.path, read_only=True) as reader,
        pytest.raises(StorageError, match="for reading only"),
    ):
        reader.store(page, capture())
    assert warc_files(collection) == []


def test_a_reader_sees_what_a_live_writer_stores(collection: Collection) -> None:
    page = add_page(collection)
    with Collection.open(collection.path, read_only=True) as reader:
        stored = collection.store(page, capture())
        assert reader.repository.captures(page.id) == [stored]
        assert reader.read(stored, Role.VIEW) == png(0)


def test_two_processes_may_write_each_its_own_file(collection: Collection) -> None:
    page = add_page(collection)
    collection.store(page, capture(0))
    with Collection.open(collection.path) as second:
        second.store(page, capture(1))
        assert len(warc_files(collection)) == 2
        assert all(path.suffix == ".open" for path in warc_files(collection))
    collection.store(page, capture(2))
    assert len(collection.repository.captures(page.id)) == 3


def test_nothing_is_left_in_the_archive_when_the_rows_cannot_be_written(collection: Collection) -> None:
    page = add_page(collection)
    before = collection.store(page, capture(0))
    size = warc_files(collection)[0].stat().st_size
    with pytest.raises(StorageError, match="refused"):
        collection.store(replace(page, id=99), capture(1))
    assert warc_files(collection)[0].stat().st_size == size
    after = collection.store(page, capture(2))
    assert collection.read(before, Role.VIEW) == png(0)
    assert collection.read(after, Role.VIEW) == png(2)


def test_an_interrupt_between_commit_and_return_takes_nothing_out(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = add_page(collection)
    real = collection.database.writing

    def interrupted():
        class Interrupting:
            def __enter__(self):
                self.inner = real()
                return self.inner.__enter__()

            def __exit__(self, *details):
                self.inner.__exit__(*details)
                raise KeyboardInterrupt

        return Interrupting()

    with monkeypatch.context() as patch:
        patch.setattr(collection.database, "writing", interrupted)
        with pytest.raises(KeyboardInterrupt):
            collection.store(page, capture(0))
    (stored,) = collection.repository.captures(page.id)
    assert collection.read(stored, Role.VIEW) == png(0)


def test_damaged_bytes_are_noticed_when_read(collection: Collection) -> None:
    stored = collection.store(add_page(collection), capture())
    (path,) = warc_files(collection)
    data = bytearray(path.read_bytes())
    place = data.index(png(0)[40:60])
    data[place] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(Corrupt, match="Restore the file"):
        collection.read(stored, Role.VIEW)


def test_a_missing_archive_file_is_named(tmp_path: Path) -> None:
    with Collection.create(tmp_path) as collection:
        stored = collection.store(add_page(collection), capture())
    warc_files(collection)[0].unlink()
    with (
        Collection.open(tmp_path, read_only=True) as reader,
        pytest.raises(NotStored, match=r"\.warc\.gz is missing"),
    ):
        reader.read(stored, Role.VIEW)


def test_a_score_is_kept_in_the_archive_and_in_the_database(collection: Collection) -> None:
    before, after = fill(collection, 2)
    kept = collection.repository.score_of(after.id)
    assert kept is not None
    assert kept == replace(score(before, after), id=kept.id)


def test_a_score_of_an_unknown_capture_is_refused(collection: Collection) -> None:
    before, after = fill(collection, 2)
    with pytest.raises(NotStored, match="no capture 77 "):
        collection.record_score(replace(score(before, after), before_id=77))


def test_several_threads_store_lease_and_read_at_once(collection: Collection) -> None:
    pages = [add_page(collection, f"https://h{number}.example/") for number in range(3)]
    failures: list[BaseException] = []

    def visit(number: int) -> None:
        try:
            for hour in range(6):
                page = pages[number]
                stored = collection.store(
                    page, capture(hour * 3 + number, url=page.url), features=b"%d" % hour
                )
                assert collection.read(stored, Role.VIEW) == png(hour * 3 + number)
                collection.repository.lease_due(START, limit=2, lease_for=timedelta(minutes=1))
        except BaseException as error:  # noqa: BLE001 - handed to the main thread
            failures.append(error)

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sum(collection.repository.counts().captures.values()) == 18


def test_an_empty_layout_survives(collection: Collection) -> None:
    stored = collection.store(add_page(collection), capture(layout=Layout()))
    assert collection.layout(stored) == Layout()
