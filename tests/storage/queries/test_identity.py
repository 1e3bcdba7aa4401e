"""Which folder is a collection's own: copies are refused, moves are not, and one can be declared."""

import os
import shutil
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.database.place import SERVER, database_of
from storage.errors import OtherFolder
from storage.queries.identity import ID_FILE, adopt, identity_of
from storage.verify.walk import verify
from tests.postgresql import Server
from tests.storage.builders import capture, fill


@pytest.fixture
def original(tmp_path: Path, postgresql_server: Server) -> Path:
    folder = tmp_path / "news"
    with Collection.create(folder, server=postgresql_server.new_database()) as created:
        fill(created, 2)
    return folder


def test_a_collection_has_the_same_identity_in_its_database_and_its_folder(
    tmp_path: Path, each_database: str
) -> None:
    with Collection.create(tmp_path / "news") as created:
        identity = identity_of(created.database)
    assert identity is not None
    assert (tmp_path / "news" / ID_FILE).read_text().strip() == identity
    with Collection.open(tmp_path / "news") as opened:
        assert identity_of(opened.database) == identity


@pytest.mark.postgres
def test_a_copied_folder_is_refused_with_words_and_the_original_stays_whole(
    original: Path, tmp_path: Path
) -> None:
    shutil.copytree(original, tmp_path / "copy")
    before = sorted(path.name for path in (tmp_path / "copy" / "archive").iterdir())
    with pytest.raises(OtherFolder, match=f"that is {original} on .*pagetide adopt -c"):
        Collection.open(tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy" / "archive").iterdir()) == before
    with Collection.open(original) as opened:
        opened.store(opened.repository.page(1), capture(2))
        assert verify(opened).faults == ()


@pytest.mark.postgres
def test_a_copy_of_hard_links_is_refused_too(original: Path, tmp_path: Path) -> None:
    shutil.copytree(original, tmp_path / "copy", copy_function=os.link)
    Collection.open(original).close()
    with pytest.raises(OtherFolder):
        Collection.open(tmp_path / "copy")


@pytest.mark.postgres
def test_another_name_of_the_same_folder_is_no_copy(original: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(original)
    Collection.open(tmp_path / "link").close()
    Collection.open(original).close()


@pytest.mark.postgres
@pytest.mark.parametrize("other", ["_machine", "socket.gethostname"])
def test_a_copy_at_the_same_path_of_another_machine_is_refused(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    shutil.copytree(original, tmp_path / "copy")
    original.rename(tmp_path / "there")
    (tmp_path / "copy").rename(original)
    monkeypatch.setattr(f"storage.queries.identity.{other}", lambda: "another")
    with pytest.raises(OtherFolder, match="If the collection was moved here"):
        Collection.open(original)
    Collection.open(tmp_path / "there").close()


@pytest.mark.postgres
def test_a_copied_folder_may_still_be_read(original: Path, tmp_path: Path) -> None:
    shutil.copytree(original, tmp_path / "copy")
    with Collection.open(tmp_path / "copy", read_only=True) as opened:
        assert len(opened.repository.captures(1)) == 2


@pytest.mark.postgres
def test_a_folder_that_was_moved_is_still_the_collections(original: Path, tmp_path: Path) -> None:
    moved = original.rename(tmp_path / "moved")
    with Collection.open(moved) as opened:
        opened.store(opened.repository.page(1), capture(2))
    shutil.copytree(moved, original)
    with pytest.raises(OtherFolder, match=str(moved)):
        Collection.open(original)


@pytest.mark.postgres
def test_a_copy_put_in_the_place_of_the_original_is_the_collections_and_the_moved_original_is_not(
    original: Path, tmp_path: Path
) -> None:
    shutil.copytree(original, tmp_path / "copy")
    old = original.rename(tmp_path / "old")
    (tmp_path / "copy").rename(original)
    Collection.open(original).close()
    with pytest.raises(OtherFolder):
        Collection.open(old)


@pytest.mark.postgres
def test_a_folder_that_names_the_database_of_another_collection_is_refused(
    original: Path, tmp_path: Path, postgresql_server: Server
) -> None:
    Collection.create(tmp_path / "other", server=postgresql_server.new_database()).close()
    shutil.copy(original / SERVER, tmp_path / "other" / SERVER)
    with pytest.raises(OtherFolder, match="belongs to another collection"):
        Collection.open(tmp_path / "other")


@pytest.mark.sqlite("its file")
def test_a_database_file_of_another_collection_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        Collection.create(tmp_path / name).close()
    shutil.copy(tmp_path / "a" / "pagetide.db", tmp_path / "b" / "pagetide.db")
    with pytest.raises(OtherFolder, match="belongs to another collection"):
        Collection.open(tmp_path / "b")


@pytest.mark.sqlite("its file")
def test_a_copy_of_a_collection_with_a_file_as_database_is_a_collection_of_its_own(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as created:
        fill(created, 1)
    shutil.copytree(tmp_path / "news", tmp_path / "copy")
    with Collection.open(tmp_path / "copy") as copy:
        copy.store(copy.repository.page(1), capture(1))
    with Collection.open(tmp_path / "news") as opened:
        assert len(opened.repository.captures(1)) == 1


@pytest.mark.postgres
def test_a_copy_becomes_the_collections_folder_when_that_is_said_and_the_original_is_refused(
    original: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    _adopt(copy)
    with Collection.open(copy) as opened:
        opened.store(opened.repository.page(1), capture(2))
        assert verify(opened).faults == ()
    with pytest.raises(OtherFolder, match=str(copy)):
        Collection.open(original)


@pytest.mark.postgres
def test_a_copy_that_lacks_newer_records_cannot_become_the_collections_folder(
    original: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    with Collection.open(original) as opened:
        opened.store(opened.repository.page(1), capture(2))
    with pytest.raises(OtherFolder, match=r"is not there.*Copy what is missing from"):
        _adopt(copy)
    Collection.open(original).close()
    _adopt(copy, force=True)
    Collection.open(copy).close()


def _adopt(folder: Path, *, force: bool = False) -> None:
    database = database_of(folder)
    try:
        adopt(database, folder, force=force)
    finally:
        database.close()
