import os
import signal
import subprocess
import sys
from pathlib import Path

from storage.collection import Collection
from storage.incoming import remove_abandoned, staged

_STAGING = (
    "import sys, pathlib; from storage.incoming import staged\n"
    "with staged(pathlib.Path(sys.argv[1])) as path:\n"
    "    path.write_bytes(b'half'); print('staged', flush=True); sys.stdin.read()\n"
)


def _stager(folder: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", _STAGING, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"staged\n"
    return process


def test_what_is_staged_is_removed_at_the_end(tmp_path: Path) -> None:
    with staged(tmp_path) as path:
        path.write_bytes(b"x")
        path.with_name(path.name + "2").write_bytes(b"y")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_left_alone_while_its_process_lives_and_removed_once_it_was_killed(tmp_path: Path) -> None:
    process = _stager(tmp_path)
    remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    remove_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_collection_that_is_opened_drops_what_a_killed_ingest_left(tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    archive = tmp_path / "news" / "archive"
    (archive / "4711.incoming").write_bytes(b"half")
    (archive / "4711.incoming2").write_bytes(b"half")
    with Collection.open(tmp_path / "news", read_only=True):
        assert len(list(archive.iterdir())) == 2
    with Collection.open(tmp_path / "news"):
        assert list(archive.iterdir()) == []
