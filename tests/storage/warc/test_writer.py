import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from storage.errors import DiskFull, StorageError
from storage.warc.record import Record
from storage.warc.writer import ArchiveInfo, WarcWriter
from tests.storage.builders import START, records_of

SOURCE = Path(__file__).resolve().parents[3]


def _resource(size: int = 100, uri: str = "urn:text:https://news.example/") -> Record:
    return Record(kind="resource", uri=uri, date=START, content_type="image/png", payload=bytes(size))


@pytest.fixture
def writer(tmp_path: Path):
    opened = WarcWriter(tmp_path)
    yield opened
    opened.close()


def test_a_file_is_open_until_it_is_closed(tmp_path: Path, writer: WarcWriter) -> None:
    written = writer.append([_resource()])
    assert [path.name for path in tmp_path.iterdir()] == [written.file + ".open"]
    writer.close()
    assert [path.name for path in tmp_path.iterdir()] == [written.file]


def test_a_file_begins_with_a_warcinfo_record(tmp_path: Path) -> None:
    writer = WarcWriter(
        tmp_path, info=ArchiveInfo(operator="A. Archivist <a@example.org>", is_part_of="news")
    )
    written = writer.append([_resource()], user_agent="Mozilla/5.0 Test")
    writer.close()
    info, text = records_of(tmp_path / written.file)[0]
    assert info.rec_type == "warcinfo"
    assert info.rec_headers["WARC-Filename"] == written.file
    assert info.rec_headers["WARC-Target-URI"] is None
    assert info.rec_headers["WARC-Payload-Digest"] is None
    fields = dict(line.split(": ", 1) for line in text.decode().splitlines())
    assert fields["software"].startswith("pagetide")
    assert fields["format"] == "WARC File Format 1.1"
    assert fields["operator"] == "A. Archivist <a@example.org>"
    assert fields["robots"] == "obey"
    assert fields["isPartOf"] == "news"
    assert fields["http-header-user-agent"] == "Mozilla/5.0 Test"


def test_each_record_stands_where_the_writer_says(tmp_path: Path, writer: WarcWriter) -> None:
    writer.append([_resource(1)])
    written = writer.append([_resource(2), _resource(3)])
    writer.close()
    data = (tmp_path / written.file).read_bytes()
    assert written.offsets[1] == written.offset + written.lengths[0]
    assert written.offset + written.length == len(data)
    assert all(data[offset : offset + 2] == b"\x1f\x8b" for offset in written.offsets)


def test_a_new_file_is_begun_when_one_is_large_enough(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, rollover_bytes=3000)
    files = [writer.append([_resource(1500)]).file for _ in range(4)]
    writer.close()
    assert files[0] == files[1] != files[2] == files[3]
    assert sorted({*files}) == sorted(path.name for path in tmp_path.iterdir())


def test_a_batch_can_be_taken_out_again(tmp_path: Path, writer: WarcWriter) -> None:
    kept = writer.append([_resource(1)])
    writer.cut_back(writer.append([_resource(2), _resource(3)]))
    again = writer.append([_resource(4)])
    assert again.offset == kept.offset + kept.length
    writer.close()
    assert [len(payload) for _, payload in records_of(tmp_path / kept.file)][1:] == [1, 4]


def test_a_file_with_nothing_in_it_is_removed(tmp_path: Path, writer: WarcWriter) -> None:
    writer.cut_back(writer.append([_resource()]))
    writer.close()
    assert list(tmp_path.iterdir()) == []


def test_a_writer_can_be_closed_twice_and_goes_on_in_a_new_file(tmp_path: Path, writer: WarcWriter) -> None:
    first = writer.append([_resource()])
    writer.close()
    writer.close()
    assert writer.append([_resource()]).file != first.file


def test_an_interrupt_in_the_middle_of_a_batch_leaves_no_half_record(
    tmp_path: Path, writer: WarcWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = writer.append([_resource(1)])
    real, calls = os.fsync, iter([KeyboardInterrupt])

    def interrupted_once(descriptor: int) -> None:
        for error in calls:
            raise error
        real(descriptor)

    monkeypatch.setattr("storage.warc.writer.os.fsync", interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        writer.append([_resource(50_000)])
    assert (tmp_path / (kept.file + ".open")).stat().st_size == kept.offset + kept.length


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path / "gone")
    with pytest.raises(StorageError, match="Cannot write"):
        writer.append([_resource()])


def test_a_file_size_limit_cuts_the_file_back_to_its_last_whole_record(tmp_path: Path) -> None:
    """A real refusal by the kernel: the process may not write files beyond 100 kB."""
    script = f"""
import resource, sys
from pathlib import Path
from storage.errors import DiskFull
from storage.warc.writer import WarcWriter
from tests.storage.warc.test_writer import _resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
writer = WarcWriter(Path({str(tmp_path)!r}))
kept = writer.append([_resource(60_000)])
try:
    writer.append([_resource(10), _resource(60_000)])
except DiskFull as error:
    assert "Nothing that was committed is lost" in str(error)
else:
    sys.exit("no DiskFull")
assert writer.append([_resource(20)]).offset == kept.offset + kept.length
writer.close()
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=SOURCE, timeout=60)
    (path,) = tmp_path.iterdir()
    assert [len(payload) for _, payload in records_of(path)][1:] == [60_000, 20]


def test_a_file_that_cannot_even_begin_leaves_nothing(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(DiskFull):
            WarcWriter(tmp_path).append([_resource()])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []
