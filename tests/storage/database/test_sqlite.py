"""A database that is deleted under us, and one that may not be written."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.database.engine import Database
from storage.database.place import DATABASE
from storage.errors import DatabaseGone, NotWritable, StorageError
from storage.ingest.archives import rebuild
from tests.storage.builders import add_page, capture, fill

pytestmark = pytest.mark.sqlite("its file")

_NOBODY = 65534


def test_a_database_that_was_deleted_is_noticed_by_who_reads_and_who_writes(collection: Collection) -> None:
    page = add_page(collection)
    (collection.path / DATABASE).unlink()
    with pytest.raises(DatabaseGone, match=r"deleted or replaced.*pagetide rebuild -c"):
        collection.repository.pages()
    with pytest.raises(DatabaseGone):
        collection.store(page, capture())


def test_no_new_database_is_made_in_place_of_a_deleted_one(tmp_path: Path) -> None:
    database = Database.at(tmp_path / "test.db")
    with database.reading():  # its connection is taken, so that the next one is new
        (tmp_path / "test.db").unlink()
        with pytest.raises(DatabaseGone):
            database.tables()
    database.close()
    assert not (tmp_path / "test.db").exists()


def test_a_database_that_was_replaced_is_not_written(collection: Collection) -> None:
    page = add_page(collection)
    path = collection.path / DATABASE
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)
    with pytest.raises(DatabaseGone):
        collection.repository.set_due(page.id, None, "test")


def test_after_a_deletion_rebuild_has_all_that_was_captured(collection: Collection) -> None:
    fill(collection, 2)
    (collection.path / DATABASE).unlink()
    collection.close()
    with Collection.create(collection.path) as again:
        assert len(rebuild(again).added) == 2


def test_who_reads_goes_on_with_the_database_that_was_put_back(collection: Collection) -> None:
    add_page(collection)
    collection.close()
    path = collection.path / DATABASE
    with Collection.open(collection.path, read_only=True) as reader:
        assert len(reader.repository.pages()) == 1
        shutil.copy(path, path.with_name("copy"))
        path.unlink()
        with pytest.raises(StorageError, match="is not there"):
            reader.repository.pages()
        path.with_name("copy").rename(path)
        assert len(reader.repository.pages()) == 1


@pytest.fixture
def folder() -> Iterator[Path]:
    """A collection's folder that another user can reach."""
    with tempfile.TemporaryDirectory(prefix="pagetide-test-") as made:
        Path(made).chmod(0o755)
        with Collection.create(Path(made) / "news") as created:
            fill(created, 1)
        yield Path(made) / "news"


@contextmanager
def forbidden(*paths: Path) -> Iterator[None]:
    """Within the block these cannot be written, though everything can be read."""
    modes = {path: path.stat().st_mode for path in paths}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    was = os.geteuid()
    if was == 0:  # to whom permissions mean nothing
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)
        for path, mode in modes.items():
            path.chmod(mode)


def test_a_folder_that_may_not_be_written_is_named_with_what_to_do(folder: Path) -> None:
    with forbidden(folder), pytest.raises(NotWritable) as told:
        Collection.open(folder)
    assert str(told.value).startswith(f"Cannot write {folder}: it belongs to ")
    assert "Commands that only read" in str(told.value)


def test_a_file_that_may_not_be_written_is_named(folder: Path) -> None:
    for path in (folder, *folder.glob("*/")):
        path.chmod(0o777)
    with forbidden(folder / DATABASE), pytest.raises(NotWritable, match=DATABASE):
        Collection.open(folder)


def test_no_collection_can_be_made_where_nothing_may_be_written(folder: Path) -> None:
    with (
        forbidden(folder.parent),
        pytest.raises(NotWritable, match=r"Cannot make .*/other in .*: it belongs to"),
    ):
        Collection.create(folder.parent / "other")


def test_a_folder_that_may_not_be_written_can_be_read(folder: Path) -> None:
    with forbidden(folder, folder / DATABASE), Collection.open(folder, read_only=True) as opened:
        (page,) = opened.repository.pages()
        assert len(opened.repository.captures(page.id)) == 1


def test_what_a_daemon_has_not_folded_in_yet_can_be_read_where_nothing_may_be_written(folder: Path) -> None:
    with Collection.open(folder) as daemon:
        add_page(daemon, "https://other.example/")
        beside = [folder / f"{DATABASE}{ending}" for ending in ("", "-wal", "-shm")]
        with forbidden(folder, *beside), Collection.open(folder, read_only=True) as opened:
            assert len(opened.repository.pages()) == 2


def test_a_log_that_cannot_be_folded_in_is_told(folder: Path) -> None:
    with Collection.open(folder) as daemon:
        add_page(daemon, "https://other.example/")
        shutil.copytree(folder, folder.with_name("copy"), ignore=shutil.ignore_patterns("*-shm"))
    copy = folder.with_name("copy")
    with (
        forbidden(copy, copy / DATABASE),
        pytest.raises(StorageError, match=r"-wal beside it.*Copy the folder"),
    ):
        Collection.open(copy, read_only=True)
