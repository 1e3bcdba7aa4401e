"""Backups of a collection that is written to meanwhile, and what is made of them on either database."""

import gzip
import sqlite3
import tarfile
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from storage.backup.backing_up import ExtraFile, back_up
from storage.backup.manifest import MANIFEST, UNFINISHED
from storage.backup.restore import restore
from storage.backup.target import open_source
from storage.collection import Collection
from storage.database.place import DATABASE, SERVER
from storage.database.schema import capture as capture_table
from storage.database.schema import metadata, state, warc_file, warc_record
from storage.errors import (
    BackupInUse,
    CollectionExists,
    Corrupt,
    InvalidBackup,
    StorageError,
    TargetExists,
)
from storage.queries.identity import IDENTITY, OWN_FOLDER, identity_of
from storage.records import Role
from storage.removal.removing import Why, plan_removal, remove
from storage.verify.walk import verify
from tests.postgresql import Server
from tests.storage.builders import START, add_page, capture, fill, png, score

HOUR = timedelta(hours=1)


@pytest.fixture
def backup(collection: Collection, tmp_path: Path) -> Path:
    """A backup of three captures whose WARC file is still open."""
    fill(collection, 3)
    back_up(collection, tmp_path / "backup")
    return tmp_path / "backup"


@pytest.mark.parametrize("target", ["backup", "backup.tar"])
def test_a_restored_collection_is_whole_and_goes_on(tmp_path: Path, each_database: str, target: str) -> None:
    with Collection.create(tmp_path / "news") as collection:
        stored = fill(collection, 3)
        back_up(collection, tmp_path / target)
        identity = identity_of(collection.database)
    restore(tmp_path / target, tmp_path / "again")
    with Collection.open(tmp_path / "again") as again:
        assert again.repository.captures(1) == stored
        assert again.read(stored[2], Role.VIEW) == png(2)
        assert again.repository.scores(1) != []
        assert identity_of(again.database) == identity
        added = again.store(again.repository.page(1), capture(3), features=b"more")
        assert added.id == stored[-1].id + 1
        again.record_score(score(stored[-1], added))
        assert _findings(again) == ((), ())


@pytest.mark.postgres
@pytest.mark.parametrize("each_way", ["to a server", "between servers"])
def test_a_backup_is_restored_into_a_database_on_a_server(
    tmp_path: Path, postgresql_server: Server, each_way: str
) -> None:
    first = postgresql_server.new_database() if each_way == "between servers" else None
    with Collection.create(tmp_path / "news", server=first) as collection:
        stored = fill(collection, 3)
        back_up(collection, tmp_path / "backup")
    address = postgresql_server.new_database()
    restore(tmp_path / "backup", tmp_path / "again", server=address)
    assert not (tmp_path / "again" / DATABASE).exists()
    assert (tmp_path / "again" / SERVER).read_text().strip() == address
    with Collection.open(tmp_path / "again") as again:
        assert again.repository.captures(1) == stored
        added = again.store(again.repository.page(1), capture(3), features=b"more")
        assert added.id == stored[-1].id + 1
        again.record_score(score(stored[-1], added))
        again.repository.add_page("https://other.example/", at=START)
        assert _findings(again) == ((), ())
    with Collection.open(tmp_path / "news") as original:
        assert verify(original).faults == ()


@pytest.mark.postgres
@pytest.mark.parametrize("first", ["sqlite", "postgresql"])
@pytest.mark.parametrize("then", ["sqlite", "postgresql"])
def test_every_row_is_the_same_on_the_other_database(
    tmp_path: Path, postgresql_server: Server, first: str, then: str
) -> None:
    servers = {"sqlite": None, "postgresql": postgresql_server.new_database()}
    with Collection.create(tmp_path / "news", server=servers[first]) as collection:
        fill(collection, 3)
        collection._warc.close()
        collection.repository.set_state("odd", {"text": "é\u2028\\", "none": None, "number": 0.1 + 0.2})
        collection.repository.set_state("null", None)
        collection.repository.set_due(1, START, "later")
        before = _rows(collection)
        back_up(collection, tmp_path / "backup")
    target = postgresql_server.new_database() if then == "postgresql" else None
    restore(tmp_path / "backup", tmp_path / "again", server=target)
    with Collection.open(tmp_path / "again") as again:
        assert _rows(again) == before


@pytest.mark.postgres
@pytest.mark.parametrize("first", ["sqlite", "postgresql"])
@pytest.mark.parametrize("then", ["sqlite", "postgresql"])
def test_no_number_of_a_removed_page_is_given_again_by_the_other_database(
    tmp_path: Path, postgresql_server: Server, first: str, then: str
) -> None:
    servers = {"sqlite": None, "postgresql": postgresql_server.new_database()}
    with Collection.create(tmp_path / "news", server=servers[first]) as collection:
        fill(collection, 1)
        gone = add_page(collection, "https://example.org/gone")
        with collection.database.writing() as connection:
            connection.execute(text(f"DELETE FROM page WHERE id = {gone.id}"))
        back_up(collection, tmp_path / "backup")
    target = postgresql_server.new_database() if then == "postgresql" else None
    restore(tmp_path / "backup", tmp_path / "again", server=target)
    with Collection.open(tmp_path / "again") as again:
        assert add_page(again, "https://example.org/new").id == gone.id + 1


@pytest.mark.postgres
def test_a_text_that_postgresql_cannot_hold_does_not_stop_a_restore(
    collection: Collection, tmp_path: Path, postgresql_server: Server
) -> None:
    fill(collection, 1)
    collection.repository.set_due(1, START, "before\0after")
    back_up(collection, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again", server=postgresql_server.new_database())
    with Collection.open(tmp_path / "again") as again:
        assert again.repository.page(1).due_reason == "before\N{REPLACEMENT CHARACTER}after"


def test_a_backup_made_while_captures_are_stored_is_whole(tmp_path: Path, each_database: str) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
        ended, stored = threading.Event(), threading.Event()

        def crawl() -> None:
            hour = 2
            with Collection.open(collection.path) as other:
                page = other.repository.page(1)
                while not ended.is_set():
                    before = other.repository.captures(1, newest_first=True, limit=1)[0]
                    after = other.store(page, capture(hour), features=b"features %d" % hour)
                    other.record_score(score(before, after))
                    hour += 1
                    if hour % 5 == 0:  # a closed file among those that grow
                        other._warc.close()
                    stored.set()

        crawling = threading.Thread(target=crawl)
        crawling.start()
        try:
            for _ in range(3):
                stored.clear()
                assert stored.wait(60)
                report = back_up(collection, tmp_path / "backup")
                assert report.faults == ()
        finally:
            ended.set()
            crawling.join()
        restore(tmp_path / "backup", tmp_path / "again")
        with Collection.open(tmp_path / "again") as again:
            captures = again.repository.captures(1)
            assert len(captures) == report.manifest.captures >= 4
            assert verify(again).faults == ()
            for item in captures:
                again.read(item, Role.VIEW)
            again.store(again.repository.page(1), capture(1000))
            assert verify(again).faults == ()


def test_a_later_backup_copies_only_what_is_new(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 2)
    collection._warc.close()
    back_up(collection, tmp_path / "backup")
    first = _inodes(tmp_path / "backup", "archive", "blobs")
    collection.store(collection.repository.page(1), capture(2), features=b"new")
    report = back_up(collection, tmp_path / "backup")
    second = _inodes(tmp_path / "backup", "archive", "blobs")
    assert first.items() <= second.items()
    assert len(second) == len(first) + 2
    assert (report.copied_files, report.kept_files) == (3, 3)  # a WARC file, a blob and the database; 1 and 2
    assert len(list((tmp_path / "backup" / "database").iterdir())) == 1


def test_a_file_that_grew_and_was_closed_is_whole_in_the_next_backup(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 1)
    back_up(collection, tmp_path / "backup")
    collection.store(collection.repository.page(1), capture(1))
    collection._warc.close()
    back_up(collection, tmp_path / "backup")
    (kept,) = (tmp_path / "backup" / "archive").iterdir()
    assert kept.read_bytes() == (collection.path / "archive" / kept.name).read_bytes()


def test_an_interrupted_first_backup_is_none_and_is_gone_on_with(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 2)
    with monkeypatch.context() as patch:
        patch.setattr(collection.blobs, "as_stored", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            back_up(collection, tmp_path / "backup")
    assert (tmp_path / "backup" / UNFINISHED).exists()
    with pytest.raises(InvalidBackup, match="was interrupted before it was whole"):
        restore(tmp_path / "backup", tmp_path / "again")
    back_up(collection, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again")
    assert not (tmp_path / "backup" / UNFINISHED).exists()


def test_an_interrupted_later_backup_leaves_the_earlier_one_whole(
    collection: Collection, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection.store(collection.repository.page(1), capture(3), features=b"more")
    with monkeypatch.context() as patch:
        patch.setattr(collection.blobs, "as_stored", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            back_up(collection, backup)
    restore(backup, tmp_path / "again")
    with Collection.open(tmp_path / "again") as again:
        assert len(again.repository.captures(1)) == 3
        assert _findings(again) == ((), ())
    with pytest.raises(TargetExists), Collection.create(tmp_path / "b") as another:
        back_up(another, backup)
    assert len(list((backup / "database").iterdir())) == 1  # what the interrupted one left is gone


def test_an_interrupted_tar_file_does_not_get_its_name(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 1)
    monkeypatch.setattr(collection.blobs, "as_stored", _interrupt)
    (tmp_path / "out").mkdir()
    with pytest.raises(KeyboardInterrupt):
        back_up(collection, tmp_path / "out" / "news.tar")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("kind", ["archive", "blobs", "database", "state"])
@pytest.mark.parametrize("harm", ["flipped", "cut", "gone"])
def test_a_damaged_backup_is_refused_with_the_file_named(
    collection: Collection, tmp_path: Path, kind: str, harm: str
) -> None:
    fill(collection, 2)
    (collection.path / "pagetide.toml").write_text("# settings of the collection\n")
    back_up(collection, tmp_path / "backup", [ExtraFile(name="pagetide.toml")])
    victim = next(path for path in sorted((tmp_path / "backup" / kind).rglob("*")) if path.is_file())
    _harm(victim, harm)
    with pytest.raises(InvalidBackup, match=f"damaged: .*{victim.name} .*--force"):
        restore(tmp_path / "backup", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_what_is_left_of_a_damaged_backup_is_restored_by_force_and_verify_names_the_rest(
    backup: Path, tmp_path: Path
) -> None:
    (victim,) = (backup / "archive").iterdir()
    _harm(victim, "cut")
    done = restore(backup, tmp_path / "again", force=True)
    assert len(done.damaged) == 1
    with Collection.open(tmp_path / "again") as again:
        assert victim.name in " ".join(map(str, verify(again).faults))


def test_a_damaged_database_is_left_out_by_force_so_that_it_can_be_made_again(
    backup: Path, tmp_path: Path
) -> None:
    (victim,) = (backup / "database").iterdir()
    _harm(victim, "flipped")
    done = restore(backup, tmp_path / "again", force=True)
    assert not done.has_database
    assert not (tmp_path / "again" / DATABASE).exists()
    assert len(list((tmp_path / "again" / "archive").iterdir())) == 1


def test_a_cut_tar_file_is_no_backup(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    target = tmp_path / "news.tar"
    back_up(collection, target)
    target.write_bytes(target.read_bytes()[:-20000])
    with pytest.raises(InvalidBackup, match=r"no whole backup: backup\.json"):
        restore(target, tmp_path / "again")


def test_a_file_of_another_kind_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "news.tar").write_bytes(b"no tar file")
    with pytest.raises(InvalidBackup, match="no tar file"):
        restore(tmp_path / "news.tar", tmp_path / "again")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidBackup, match="is no backup"):
        restore(tmp_path / "empty", tmp_path / "again")
    with pytest.raises(InvalidBackup, match="is not there"):
        restore(tmp_path / "none", tmp_path / "again")


def test_a_manifest_that_names_files_elsewhere_is_refused(backup: Path, tmp_path: Path) -> None:
    manifest = backup / MANIFEST
    manifest.write_text(manifest.read_text().replace('"name": "pagetide.db"', '"name": "../pagetide.db"'))
    with pytest.raises(InvalidBackup, match="which is in no collection"):
        restore(backup, tmp_path / "again")


def test_nothing_is_restored_over_what_is_there(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "note.txt").touch()
    with pytest.raises(CollectionExists, match="is not empty"):
        restore(backup, tmp_path / "again")


def test_a_folder_of_other_files_and_one_of_another_collection_are_not_written_into(
    collection: Collection, backup: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "note.txt").touch()
    with pytest.raises(TargetExists, match=r"holds other files already \(note.txt\)"):
        back_up(collection, tmp_path / "other")
    with (
        Collection.create(tmp_path / "b") as another,
        pytest.raises(TargetExists, match="backup of another collection"),
    ):
        back_up(another, backup)
    with pytest.raises(TargetExists, match="in the collection's own folder"):
        back_up(collection, collection.path / "backup")
    (tmp_path / "news.tar").touch()
    with pytest.raises(TargetExists, match="is there already"):
        back_up(collection, tmp_path / "news.tar")


@pytest.mark.parametrize("name", ["news.tar.gz", "news.zip", "note.txt"])
def test_what_is_neither_a_folder_nor_a_tar_file_is_refused(
    collection: Collection, tmp_path: Path, name: str
) -> None:
    (tmp_path / "note.txt").touch()
    with pytest.raises(TargetExists, match="neither a folder nor a new file"):
        back_up(collection, tmp_path / name)


def test_two_at_once_in_one_folder_are_refused(collection: Collection, backup: Path, tmp_path: Path) -> None:
    with open_source(backup), pytest.raises(BackupInUse):
        back_up(collection, backup)


def test_a_backup_of_a_damaged_collection_names_what_is_damaged_and_keeps_what_it_had(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 2)
    collection._warc.close()
    back_up(collection, tmp_path / "backup")
    (victim,) = (collection.path / "archive").iterdir()
    victim.unlink()
    report = back_up(collection, tmp_path / "backup")
    assert victim.name in report.faults[0]
    restore(tmp_path / "backup", tmp_path / "again")
    with Collection.open(tmp_path / "again") as again:
        assert _findings(again) == ((), ())


def test_a_closed_file_that_is_not_what_was_closed_is_a_fault(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    collection._warc.close()
    (victim,) = (collection.path / "archive").iterdir()
    _harm(victim, "flipped")
    report = back_up(collection, tmp_path / "backup")
    assert report.faults == (f"archive/{victim.name} is not byte for byte the file that was closed.",)


@pytest.mark.sqlite("its file")
def test_a_damaged_database_is_not_backed_up_over_a_whole_one(
    collection: Collection, backup: Path, tmp_path: Path
) -> None:
    collection.close()
    database = collection.path / DATABASE
    with database.open("r+b") as file:
        file.seek(4096 * 8)
        file.write(b"\xff" * 4096 * 8)
    with Collection.open(collection.path, read_only=True) as opened, pytest.raises(Corrupt, match="damaged"):
        back_up(opened, backup)
    restore(backup, tmp_path / "again")


@pytest.mark.sqlite("rows are deleted in its file")
def test_what_left_the_collection_leaves_the_next_backup(
    collection: Collection, backup: Path, tmp_path: Path
) -> None:
    collection._warc.close()
    with sqlite3.connect(collection.path / DATABASE) as opened:
        for table in ("change_score", "artifact", "warc_record", "capture", "warc_file", "blob"):
            opened.execute(f"DELETE FROM {table}")
    opened.close()
    (gone,) = (collection.path / "archive").iterdir()
    gone.unlink()
    report = back_up(collection, backup)
    assert report.faults == ()
    assert [path for part in ("archive", "blobs") for path in (backup / part).rglob("*")] == []


def test_what_was_removed_is_in_no_file_of_the_next_backup(tmp_path: Path, each_database: str) -> None:
    with Collection.create(tmp_path / "news") as collection:
        stored = fill(collection, 3)
        secret = b"Story 1"
        back_up(collection, tmp_path / "backup")
        why = Why(reason="a court said so", by="ann", at=START)
        collection.close_archive()
        remove(collection, plan_removal(collection, collection.repository.page(1), [stored[1].id]), why)
        report = back_up(collection, tmp_path / "backup")
    assert report.faults == ()
    for path in (tmp_path / "backup").rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        assert secret not in data
        assert secret not in (gzip.decompress(data) if path.suffix == ".gz" else b"")
    restore(tmp_path / "backup", tmp_path / "again")
    with Collection.open(tmp_path / "again") as again:
        assert [item.id for item in again.repository.captures(1)] == [stored[0].id, stored[2].id]
        assert _findings(again) == ((), ())


def test_a_backup_during_which_something_was_removed_is_none(
    collection: Collection, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection._warc.close()
    (old,) = (collection.path / "archive").iterdir()
    collection.store(collection.repository.page(1), capture(3), features=b"more")
    as_stored = collection.blobs.as_stored

    def remove_meanwhile(digest: str) -> bytes:
        name = old.name.replace(".warc.gz", "-r1.warc.gz")
        with collection.database.writing() as connection:
            for table, column in (
                (capture_table, "warc_file"),
                (warc_record, "file"),
                (warc_file, "name"),
            ):
                named = table.c[column] == old.name
                connection.execute(update(table).where(named).values({column: name}))
        old.rename(old.with_name(name))
        return as_stored(digest)

    with monkeypatch.context() as patch:
        patch.setattr(collection.blobs, "as_stored", remove_meanwhile)
        with pytest.raises(StorageError, match="Something was removed from the collection"):
            back_up(collection, backup)
    restore(backup, tmp_path / "again")
    assert back_up(collection, backup).faults == ()
    assert not (backup / "archive" / old.name).exists()


def test_leases_are_released_and_a_new_identity_is_given_on_request(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 1)
    collection.repository.set_due(1, START, "test")
    assert collection.repository.lease_due(START, limit=1, lease_for=HOUR)
    back_up(collection, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again", new_identity=True)
    with Collection.open(tmp_path / "again") as again:
        assert again.repository.lease_due(START, limit=1, lease_for=HOUR)
        assert identity_of(again.database) != identity_of(collection.database)
        with pytest.raises(TargetExists, match="of another collection"):
            back_up(again, tmp_path / "backup")


def test_modes_of_secrets_are_kept(collection: Collection, tmp_path: Path) -> None:
    secret = collection.path / "logins" / "a.json"
    secret.parent.mkdir()
    secret.write_text("{}")
    secret.chmod(0o600)
    extra = [ExtraFile(name="logins/a.json")]
    for target in ("backup", "backup.tar"):
        back_up(collection, tmp_path / target, extra)
        restore(tmp_path / target, tmp_path / f"from-{target}")
        restored = tmp_path / f"from-{target}" / "logins" / "a.json"
        assert restored.stat().st_mode & 0o777 == 0o600
    (kept,) = (path for path in (tmp_path / "backup" / "state").iterdir())
    assert kept.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "backup.tar").stat().st_mode & 0o777 == 0o600


def test_the_index_is_made_again_where_there_was_one(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    (collection.path / "indexes" / "index.cdxj").touch()
    back_up(collection, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again")
    assert "news.example" in (tmp_path / "again" / "indexes" / "index.cdxj").read_text().replace(
        "example,news", "news.example"
    )


@pytest.mark.postgres
def test_a_server_that_is_not_empty_is_refused_and_one_that_fails_is_left_empty(
    backup: Path, tmp_path: Path, postgresql_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgresql_server.new_database()
    with monkeypatch.context() as patch:
        patch.setattr("storage.backup.restore.copy_rows", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            restore(backup, tmp_path / "again", server=address)
    assert not (tmp_path / "again").exists()
    restore(backup, tmp_path / "again", server=address)
    with pytest.raises(CollectionExists, match="holds tables already"):
        restore(backup, tmp_path / "third", server=address)
    assert not (tmp_path / "third").exists()


def test_a_tar_file_can_be_listed_with_the_manifest_last(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    back_up(collection, tmp_path / "news.tar")
    with tarfile.open(tmp_path / "news.tar") as tar:
        names = tar.getnames()
    assert names[-1] == MANIFEST
    assert any(name.startswith("archive/pagetide-") for name in names)


def _rows(collection: Collection) -> dict[str, list[tuple[object, ...]]]:
    """Every row but what says where the collection is."""
    own = state.c.key.not_in((IDENTITY, OWN_FOLDER))
    with collection.database.reading() as connection:
        return {
            table.name: sorted(
                map(tuple, connection.execute(select(table).where(own) if table is state else select(table))),
                key=repr,
            )
            for table in metadata.sorted_tables
        }


def _interrupt(*_: object) -> bytes:
    raise KeyboardInterrupt


def _harm(path: Path, harm: str) -> None:
    data = path.read_bytes()
    middle = len(data) // 2
    if harm == "gone":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(data[:middle])
    else:
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :])


def _findings(collection: Collection) -> tuple[object, object]:
    report = verify(collection)
    return report.faults, report.notes


def _inodes(folder: Path, *parts: str) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_ino
        for part in parts
        for path in (folder / part).rglob("*")
        if path.is_file()
    }
