import json
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from storage.backup.backing_up import back_up
from storage.backup.restore import restore
from storage.collection import Collection
from storage.digests import sha256
from storage.errors import ObjectsUnavailable, StorageError
from storage.index.cdxj import warc_parts, write_index
from storage.ingest.archives import rebuild
from storage.objects.remote_file import forget_object
from storage.objects.store import ObjectStore, name_objects
from storage.offload.bringing_back import bring_back, use_store
from storage.offload.offloading import offload, places_of
from storage.queries.removal_leftovers import clear, leftovers
from storage.records import Role
from storage.removal.removing import Why, plan_removal, remove
from storage.removal.retention import apply_rule, expired
from storage.replay.pywb import write_pywb_config
from storage.replay.source import CaptureSource
from storage.settings import RetentionSettings
from storage.verify.walk import verify
from storage.verify_log import VerifyLog
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from tests.object_server import BUCKET, ObjectServer
from tests.storage.builders import START, STYLE, add_page, capture, lose_database, png

NOW = timedelta(0)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection of five captures in two closed files, of which the second repeats a response of the first."""
    with Collection.create(tmp_path_factory.mktemp("made") / "news") as collection:
        page = add_page(collection)
        for hour in range(5):
            collection.store(page, capture(hour), features=b"features %d" % hour)
            if hour == 1:
                collection.close_archive()
    return collection.path


@pytest.fixture
def closed(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "news"))


@pytest.fixture
def away(closed: Path, address: str) -> Path:
    """The same with every file in the object store only."""
    with Collection.open(closed) as collection:
        use_store(collection, address)
        offload(collection, NOW)
    return closed


def _keys(server: ObjectServer, address: str) -> dict[str, int]:
    prefix = address.removeprefix(f"s3://{BUCKET}/") + "/"
    found = server.client().list_objects_v2(Bucket=BUCKET, Prefix=prefix).get("Contents", [])
    return {item["Key"].removeprefix(prefix): item["Size"] for item in found}


def _put(server: ObjectServer, address: str, key: str, body: bytes) -> None:
    server.client().put_object(
        Bucket=BUCKET, Key=f"{address.removeprefix(f's3://{BUCKET}/')}/{key}", Body=body
    )


def _delete(server: ObjectServer, address: str, key: str) -> None:
    server.client().delete_object(Bucket=BUCKET, Key=f"{address.removeprefix(f's3://{BUCKET}/')}/{key}")


def _local(folder: Path) -> list[str]:
    return [path.name for path in sorted((folder / "archive").glob("*.warc.gz"))]


def _blobs(folder: Path) -> int:
    return sum(path.is_file() for path in (folder / "blobs").rglob("*"))


def test_files_go_to_the_store_and_leave_the_disk(closed: Path, address: str, server: ObjectServer) -> None:
    files = {name: (closed / "archive" / name).stat().st_size for name in _local(closed)}
    with Collection.open(closed) as collection:
        use_store(collection, address)
        report = offload(collection, NOW)
        parts = {part.name: part.size for part in warc_parts(collection)}
    assert (report.sent_files, report.freed_files, report.blobs, report.faults) == (2, 2, 5, [])
    assert parts == files
    assert _local(closed) == []
    assert _blobs(closed) == 0
    kept = _keys(server, address)
    assert {key.removeprefix("archive/"): size for key, size in kept.items() if key.endswith(".gz")} == files
    assert sum(key.startswith("blobs/sha256/") for key in kept) == 5


def test_files_stay_here_too_for_as_long_as_is_wanted(
    closed: Path, address: str, server: ObjectServer
) -> None:
    with Collection.open(closed) as collection:
        use_store(collection, address)
        for keep_for in (None, timedelta(hours=1)):
            offload(collection, keep_for)
            assert len(_local(closed)) == 2
        server.requests.clear()
        again = offload(collection, timedelta(hours=1), blobs=False)
        assert not again.did_something
        assert server.requests == []
        assert offload(collection, NOW).freed_files == 2
    places = places_of(closed)
    assert places is not None
    assert (places.stored_files, places.freed_files, places.waiting_files) == (2, 2, 0)


def test_parts_of_captures_are_read_by_ranges(away: Path, server: ObjectServer) -> None:
    with Collection.open(away, read_only=True) as collection:
        (page,) = collection.repository.pages()
        last = collection.repository.captures(page.id)[-1]
        assert collection.read(last, Role.VIEW) == png(4)
        source = CaptureSource(collection, last)
        found = source.find("https://news.example/style.css")
        assert found is not None
        assert found.exchange.body == STYLE  # a revisit: the response is in the other file
        assert collection.read(last, Role.FEATURES)
    assert any(asked for method, _, asked in server.requests if method == "GET")


def test_everything_that_reads_the_archive_finds_what_is_in_the_store(
    away: Path, tmp_path: Path, server: ObjectServer
) -> None:
    with Collection.open(away) as collection:
        assert verify(collection).faults == ()
        assert verify(collection).notes == ()
        export_wacz(collection, tmp_path / "news.wacz")
        assert check_wacz(tmp_path / "news.wacz").ok
        report = back_up(collection, tmp_path / "backup")
        assert report.faults == ()
        with pytest.raises(StorageError, match="--back"):
            write_pywb_config(collection, tmp_path / "pywb.yaml")
    restore(tmp_path / "backup", tmp_path / "again")
    with Collection.open(tmp_path / "again") as restored:
        assert len(_local(tmp_path / "again")) == 2
        assert verify(restored).ok


def test_a_lost_database_is_made_again_from_the_store(away: Path) -> None:
    lose_database(away)
    with Collection.create(away) as collection:
        report = rebuild(collection)
        assert report.faults == ()
        assert len(report.added) == 5
        assert verify(collection).ok


def test_a_lost_machine_is_made_again_from_what_the_bucket_holds(
    away: Path, tmp_path: Path, address: str, server: ObjectServer
) -> None:
    archive = tmp_path / "other" / "archive"
    archive.mkdir(parents=True)
    store = ObjectStore(address)
    for key in _keys(server, address):
        if key.endswith(".stored"):
            (tmp_path / "other" / key).write_bytes(store.read(key))
    name_objects(tmp_path / "other", address)
    with Collection.create(tmp_path / "other") as collection:
        assert len(rebuild(collection).added) == 5


def test_captures_are_removed_from_the_store_as_well(away: Path, address: str, server: ObjectServer) -> None:
    before = _keys(server, address)
    with Collection.open(away) as collection:
        (page,) = collection.repository.pages()
        first = collection.repository.captures(page.id)[0]
        plan = plan_removal(collection, page, [first.id])
        remove(collection, plan, Why(reason="asked", by="me", at=START))
        gone = {f"archive/{name}" for name in plan.files}
        assert gone
        assert not gone & _keys(server, address).keys()
        assert not {f"{name}.stored" for name in gone} & _keys(server, address).keys()
        assert len(_keys(server, address)) < len(before)
        assert verify(collection).ok
        offload(collection, NOW)
        assert _local(away) == []
        assert verify(collection).ok
        (style,) = {
            CaptureSource(collection, stored).find("https://news.example/style.css").exchange.body  # type: ignore[union-attr]
            for stored in collection.repository.captures(page.id)
        }
        assert style == STYLE


def test_a_rule_of_retention_removes_what_is_in_the_store_only(
    away: Path, address: str, server: ObjectServer
) -> None:
    rule = RetentionSettings(keep_within=timedelta(hours=1), keep_first=False, keep_important=False)
    with Collection.open(away) as collection:
        found = expired(collection, rule, START + timedelta(hours=4))
        assert [item.id for item in found.going] == [3, 2, 1]
        done = apply_rule(collection, found.going, Why(reason="too old", by="pagetide", at=START))
        assert (done.captures, done.files) == (3, 2)
        (page,) = collection.repository.pages()
        stored = collection.repository.captures(page.id)
        styles = [CaptureSource(collection, item).find("https://news.example/style.css") for item in stored]
        assert [style and style.exchange.body for style in styles] == [STYLE, STYLE]
        assert verify(collection).ok
        offload(collection, NOW)
        assert _local(away) == []
        assert verify(collection).ok


def test_what_was_removed_leaves_a_store_that_did_not_answer_later(
    closed: Path, address: str, server: ObjectServer
) -> None:
    with Collection.open(closed) as collection:
        use_store(collection, address)
        offload(collection, None)
        (page,) = collection.repository.pages()
        plan = plan_removal(collection, page)
        server.spoil = lambda method, path: ("403 Forbidden", b"") if method in ("DELETE", "POST") else None
        remove(collection, plan, Why(reason="asked", by="me", at=START))
        assert leftovers(collection.database) >= 2
        assert not any(name in plan.files for name in _local(closed))
        assert not {part.name for part in warc_parts(collection)} & set(plan.files)
        with pytest.raises(StorageError, match="must still be deleted"):
            bring_back(collection)
        server.spoil = lambda method, path: None
        clear(collection.database, collection.path)
        assert leftovers(collection.database) == 0
    assert not {f"archive/{name}" for name in plan.files} & _keys(server, address).keys()


def test_everything_comes_back(away: Path, address: str) -> None:
    with Collection.open(away) as collection:
        assert bring_back(collection) == 2
        assert len(_local(away)) == 2
        assert _blobs(away) == 5
        assert not (away / "objects.url").exists()
        assert verify(collection).ok
        use_store(collection, address)  # and there again: nothing is sent twice
        assert offload(collection, NOW).faults == []


def test_a_store_of_another_collection_is_refused(away: Path, tmp_path: Path, address: str) -> None:
    with (
        Collection.create(tmp_path / "second") as second,
        pytest.raises(StorageError, match="another collection"),
    ):
        use_store(second, address)
    assert not (tmp_path / "second" / "objects.url").exists()


def test_another_address_must_hold_the_files(away: Path, tmp_path: Path) -> None:
    with Collection.open(away) as collection, pytest.raises(StorageError, match="rclone copy"):
        use_store(collection, f"file://{tmp_path}/empty")


def test_an_object_of_that_name_is_never_written_over(
    closed: Path, address: str, server: ObjectServer
) -> None:
    first, _second = _local(closed)
    _put(server, address, f"archive/{first}", b"something else")
    with Collection.open(closed) as collection:
        use_store(collection, address)
        report = offload(collection, NOW)
    assert (report.sent_files, _local(closed)) == (1, [first])
    assert report.faults[0].startswith(f"{first} stays on this disk")
    assert ObjectStore(address).read(f"archive/{first}") == b"something else"


def test_what_was_copied_there_by_hand_is_not_sent_again(
    closed: Path, address: str, server: ObjectServer
) -> None:
    first, second = _local(closed)
    _put(server, address, f"archive/{first}", (closed / "archive" / first).read_bytes())
    with Collection.open(closed) as collection:
        use_store(collection, address)
        server.requests.clear()
        assert offload(collection, NOW).freed_files == 2
    sent = [path for method, path, _ in server.requests if method == "PUT" and path.endswith(".gz")]
    assert len(sent) == 1
    assert sent[0].endswith(second)


def test_a_damaged_file_is_not_sent(closed: Path, address: str) -> None:
    first, _second = _local(closed)
    with (closed / "archive" / first).open("ab") as file:
        file.write(b"more")
    with Collection.open(closed) as collection:
        use_store(collection, address)
        report = offload(collection, NOW)
    assert "not the file that was closed" in report.faults[0]
    assert _local(closed) == [first]


def test_verify_finds_what_the_store_has_lost_or_damaged(
    away: Path, address: str, server: ObjectServer
) -> None:
    first, second = sorted(key for key in _keys(server, address) if key.endswith(".gz"))
    whole = ObjectStore(address).read(second)
    _put(server, address, second, whole[:-200])
    _delete(server, address, first)
    with Collection.open(away, read_only=True) as collection:
        faults = [str(fault) for fault in verify(collection).faults]
    assert any(f"{Path(first).name} is missing from the object store" in fault for fault in faults)
    assert any(fault.startswith(Path(second).name) for fault in faults)
    assert any("capture" in fault for fault in faults)


def test_an_export_names_what_the_store_has_lost(
    away: Path, address: str, server: ObjectServer, tmp_path: Path
) -> None:
    first, _ = sorted(key for key in _keys(server, address) if key.endswith(".gz"))
    _delete(server, address, first)
    forget_object(ObjectStore(address), first)
    findings = VerifyLog(0, None)
    with Collection.open(away, read_only=True) as collection:
        export_wacz(collection, tmp_path / "news.wacz", findings=findings)
    assert any(Path(first).name in fault.thing for fault in findings.report().faults)
    assert check_wacz(tmp_path / "news.wacz").ok


def test_urls_are_looked_up_without_reading_the_objects(away: Path, server: ObjectServer) -> None:
    server.requests.clear()
    with Collection.open(away) as collection:
        write_index(collection)
    assert server.requests == []


def test_verify_looks_after_the_copies_in_the_store(closed: Path, address: str, server: ObjectServer) -> None:
    with Collection.open(closed) as collection:
        use_store(collection, address)
        offload(collection, None)
        assert verify(collection).ok
        name = _local(closed)[0]
        _delete(server, address, f"archive/{name}")
        (fault,) = verify(collection).faults
        assert fault.thing == name
        assert offload(collection, NOW).freed_files == 1  # the other; this one is sent again
        assert offload(collection, NOW).freed_files == 1


def test_a_file_stays_here_while_its_object_is_damaged(
    closed: Path, address: str, server: ObjectServer
) -> None:
    with Collection.open(closed) as collection:
        use_store(collection, address)
        offload(collection, None)
        name = _local(closed)[0]
        data = bytearray((closed / "archive" / name).read_bytes())
        data[100] ^= 0xFF
        _put(server, address, f"archive/{name}", bytes(data))
        report = offload(collection, NOW)
        assert "is damaged" in report.faults[0]
        assert _local(closed) == [name]


def test_the_notes_say_what_the_files_were(away: Path) -> None:
    for note in (away / "archive").glob("*.stored"):
        told = json.loads(note.read_text())
        data = ObjectStore((away / "objects.url").read_text().strip()).read(f"archive/{told['name']}")
        assert (told["size_bytes"], told["digest"]) == (len(data), sha256(data))


def test_without_its_address_it_is_said_how_to_name_it(away: Path) -> None:
    (away / "objects.url").unlink()
    with Collection.open(away, read_only=True) as collection:
        (page,) = collection.repository.pages()
        stored = collection.repository.captures(page.id)[0]
        with pytest.raises(ObjectsUnavailable, match=r"pagetide offload .* --to"):
            collection.read(stored, Role.VIEW)
