import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import DiskFull
from storage.records import Role, StoredCapture
from storage.verify.walk import verify
from storage.wacz.export import export_wacz
from tests.storage.builders import add_page, capture, png, warc_files


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a small file system cannot be mounted here: {error}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True, timeout=20)


def _fill_up(folder: Path, leave: int) -> Path:
    free = os.statvfs(folder)
    filler = folder / "filler"
    filler.write_bytes(bytes(free.f_bavail * free.f_frsize - leave))
    return filler


def _store_until_full(collection: Collection, size: int = 150) -> list[StoredCapture]:
    page, stored = add_page(collection), []
    hours = iter(range(1, 1000))

    def store_on() -> None:
        for hour in hours:
            brought = capture(hour, view_png=png(hour, size=size))
            stored.append(collection.store(page, brought, features=os.urandom(13_000)))

    with pytest.raises(DiskFull, match=r"Nothing that was committed is lost\. Free some space"):
        store_on()
    return stored


def test_a_full_disk_loses_nothing_that_was_committed(small_disk: Path) -> None:
    with Collection.create(small_disk / "news") as collection:
        stored = _store_until_full(collection)
        assert stored
        report = verify(collection)
        assert report.ok, report.faults
        assert [item.id for item in collection.repository.captures(1)] == [item.id for item in stored]
        for hour, item in enumerate(stored, start=1):
            assert collection.read(item, Role.VIEW) == png(hour, size=150)


def test_storing_goes_on_once_there_is_room_again(small_disk: Path) -> None:
    with Collection.create(small_disk / "news") as collection:
        filler = _fill_up(small_disk, leave=150_000)
        stored = _store_until_full(collection)
        filler.unlink()
        (page,) = collection.repository.pages()
        again = collection.store(page, capture(900))
        assert collection.read(again, Role.VIEW) == png(900)
        assert len(collection.repository.captures(page.id)) == len(stored) + 1
        assert verify(collection).ok
    assert all(path.name.endswith(".warc.gz") for path in warc_files(collection))


@pytest.mark.parametrize("leave", [0, 4096, 8192, 16384, 24576, 32768, 65536])
def test_whatever_fills_up_first_the_error_is_the_same(small_disk: Path, leave: int) -> None:
    with Collection.create(small_disk / "news") as collection:
        kept = collection.store(add_page(collection), capture(0))
        filler = _fill_up(small_disk, leave=leave)
        _store_until_full(collection, size=40)
        assert collection.read(kept, Role.VIEW) == png(0)
        report = verify(collection)
        assert report.ok, report.faults
        filler.unlink()


def test_an_export_that_finds_no_room_leaves_nothing_behind(small_disk: Path, collection: Collection) -> None:
    page = add_page(collection)
    for hour in range(8):
        collection.store(page, capture(hour, view_png=png(hour, size=220)))
    with pytest.raises(DiskFull):
        export_wacz(collection, small_disk / "news.wacz")
    assert list(small_disk.iterdir()) == []


@pytest.mark.sqlite("its file is kept from growing")
def test_a_full_database_takes_the_records_out_of_the_archive_again(collection: Collection) -> None:
    """SQLite itself refuses to grow, as it does on a disk that fills up between the WARC file and the rows."""
    page = add_page(collection)
    kept = collection.store(page, capture(0))
    size = warc_files(collection)[0].stat().st_size
    with collection.database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # rounded up to what it has
    long_title = "x" * 100_000
    with pytest.raises(DiskFull, match="database"):
        collection.store(page, capture(1, title=long_title))
    assert warc_files(collection)[0].stat().st_size == size
    assert collection.repository.captures(page.id) == [kept]
    assert verify(collection).ok


def test_a_collection_on_a_read_only_medium_can_be_read(small_disk: Path) -> None:
    with Collection.create(small_disk / "news") as collection:
        stored = collection.store(add_page(collection), capture())
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True, timeout=20)
    with Collection.open(small_disk / "news", read_only=True) as reader:
        assert reader.read(stored, Role.VIEW) == png(0)
        assert verify(reader).ok
