import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.records import Role
from storage.verify.walk import verify
from storage.warc.recovery import last_whole_record, recover
from tests.storage.builders import add_page, capture, fill, png, records_of, warc_files

SOURCE = Path(__file__).resolve().parents[3]


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A collection with two captures whose writer went away without closing the WARC file."""
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
    (path,) = warc_files(collection)
    path.rename(path.with_name(path.name + ".open"))
    return collection.path


def _open_file(folder: Path) -> Path:
    (path,) = (folder / "archive").glob("*.open")
    return path


def test_a_file_left_open_gets_its_final_name(crashed: Path) -> None:
    with Collection.open(crashed) as collection:
        (path,) = warc_files(collection)
        assert path.name.endswith(".warc.gz")
        assert verify(collection).ok


def test_a_reader_leaves_an_open_file_alone(crashed: Path) -> None:
    with Collection.open(crashed, read_only=True) as collection:
        stored = collection.repository.capture(2)
        assert collection.read(stored, Role.VIEW) == png(1)
        assert verify(collection).ok
    assert _open_file(crashed).exists()


def _last_whole(path: Path) -> int:
    with path.open("rb") as file:
        return last_whole_record(file)[0]


def test_half_a_record_at_the_end_is_cut_off(crashed: Path) -> None:
    """What remains when the writer is killed inside a write: the beginning of a gzip member, of any length."""
    path = _open_file(crashed)
    whole = path.read_bytes()
    assert _last_whole(path) == len(whole)
    for length in (1, 2, 9, 10, 11, 18, 50, 150, 300):
        path.write_bytes(whole + whole[:length])
        with Collection.open(crashed) as collection:
            (closed,) = warc_files(collection)
            assert closed.read_bytes() == whole
            assert verify(collection).ok
        closed.rename(path)


def test_every_truncation_of_the_uncommitted_tail_is_survived(crashed: Path) -> None:
    """Bytes beyond the last committed row may be cut anywhere, as a power failure does."""
    path = _open_file(crashed)
    committed = path.stat().st_size
    tail = path.read_bytes()
    with path.open("ab") as file:
        file.write(tail)
    data = path.read_bytes()
    for cut in range(committed, len(data), 997):
        path.write_bytes(data[:cut])
        end = _last_whole(path)
        assert committed <= end <= cut
        recover(path.parent, lambda _: committed)
        closed = path.with_name(path.name.removesuffix(".open"))
        assert closed.read_bytes() == data[:end]
        closed.rename(path)


def test_what_a_row_names_is_never_cut_off(crashed: Path) -> None:
    path = _open_file(crashed)
    size = path.stat().st_size
    data = bytearray(path.read_bytes())
    data[size // 2] ^= 0xFF
    path.write_bytes(data)
    with Collection.open(crashed) as collection:
        (closed,) = warc_files(collection)
        assert closed.stat().st_size == size
        assert not verify(collection).ok


@pytest.mark.parametrize("share", [0.002, 0.5])
def test_whole_records_behind_a_damaged_place_are_never_cut_off_not_even_without_a_database(
    crashed: Path, share: float
) -> None:
    path = _open_file(crashed)
    data = bytearray(path.read_bytes())
    data[int(len(data) * share)] ^= 0xFF
    path.write_bytes(data)
    assert recover(path.parent, lambda _: 0) == [path.name.removesuffix(".open")]
    assert path.with_name(path.name.removesuffix(".open")).read_bytes() == data


def test_a_file_with_nothing_but_its_beginning_is_removed(collection: Collection) -> None:
    (collection.path / "archive" / "pagetide-1.warc.gz.open").write_bytes(b"\x1f\x8b\x08")
    with Collection.open(collection.path) as again:
        assert warc_files(again) == []


def test_the_file_of_a_living_writer_is_left_alone(collection: Collection) -> None:
    collection.store(add_page(collection), capture())
    with Collection.open(collection.path):
        pass
    (path,) = warc_files(collection)
    assert path.name.endswith(".open")


_CHILD = """
import sys
from pathlib import Path
from storage.collection import Collection
from tests.storage.builders import add_page, capture, score
with Collection.open(Path(sys.argv[1])) as collection:
    page, stored = add_page(collection), []
    for hour in range(int(sys.argv[2]), 10_000):
        stored.append(collection.store(page, capture(hour), features=b"features %d" % hour))
        print(stored[-1].id, flush=True)
        if len(stored) > 1:
            collection.record_score(score(stored[-2], stored[-1]))
"""


@pytest.mark.slow
def test_no_committed_capture_is_lost_by_kill_9(tmp_path: Path) -> None:
    Collection.create(tmp_path).close()
    generator = random.Random(0)
    committed = 0
    for attempt in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(tmp_path), str(attempt * 1000)],
            stdout=subprocess.PIPE,
            cwd=SOURCE,
            text=True,
        )
        assert child.stdout is not None
        with child.stdout:
            for _ in range(generator.randrange(2, 8)):
                committed = int(child.stdout.readline())
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
        with Collection.open(tmp_path) as collection:
            report = verify(collection)
            assert report.ok, report.faults
            (page,) = collection.repository.pages()
            stored = collection.repository.captures(page.id)
            assert max(item.id for item in stored) >= committed
            for item in stored:
                assert collection.read(item, Role.FEATURES).startswith(b"features")
    for path in warc_files(collection):
        assert path.name.endswith(".warc.gz")
        records_of(path)
