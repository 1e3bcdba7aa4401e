"""The time machine reads histories as they come and serves the version of the moment."""

import io
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from benchmarks.time_machine import HistoryError, history_folders, opened, time_machine

FIRST = datetime(2020, 5, 1, 17, tzinfo=UTC)


def make_history(folder: Path, index: str, pages: dict[str, bytes]) -> Path:
    folder.mkdir()
    (folder / "index.csv").write_text(index, encoding="utf-8")
    with tarfile.open(folder / "versions.tar.xz", "w:xz") as packed:
        for name, body in pages.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            packed.addfile(entry, io.BytesIO(body))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    index = (
        "file,captured_at,important_change_since_previous\n"
        "0000.html,2020-05-01T12:00:00-05:00,\n"
        "0001.html,2020-05-01T20:00:00+02:00,0\n"
        "0002.html,2020-05-01T20:30:00Z,1\n"
    )
    pages = {f"000{number}.html": f"<p>version {number}</p>".encode() for number in range(3)}
    return make_history(tmp_path / "page", index, pages)


def test_times_of_any_offset_are_read_as_utc_and_blank_labels_as_unknown(folder: Path) -> None:
    with opened(folder) as history:
        assert history.times == [FIRST, FIRST + timedelta(hours=1), FIRST + timedelta(hours=3.5)]
        assert [version.important for version in history.versions] == [None, False, True]
        assert history.labelled


def test_the_newest_version_not_later_than_the_clock_is_served(folder: Path) -> None:
    moment = [FIRST]
    with opened(folder) as history, time_machine(history, lambda: moment[0]) as site:
        served = []
        for minutes in (0, 59, 60, 209, 210, 10_000):
            moment[0] = FIRST + timedelta(minutes=minutes)
            with urlopen(site.url) as answer:
                served.append(answer.read())
    assert served == [f"<p>version {number}</p>".encode() for number in (0, 0, 1, 1, 2, 2)]


def test_before_the_first_version_and_beside_the_page_there_is_nothing(folder: Path) -> None:
    with opened(folder) as history, time_machine(history, lambda: FIRST - timedelta(seconds=1)) as site:
        for path in ("", "robots.txt"):
            with pytest.raises(HTTPError) as caught:
                urlopen(site.url + path)
            with caught.value:
                assert caught.value.code == 404


def test_a_history_without_the_label_column_is_unlabelled(tmp_path: Path) -> None:
    folder = make_history(
        tmp_path / "plain", "file,captured_at\n0000.html,2020-05-01T12:00:00+00:00\n", {"./0000.html": b"x"}
    )
    with opened(folder) as history:
        assert not history.labelled


def test_only_the_first_versions_are_kept_under_a_limit(folder: Path) -> None:
    with opened(folder, limit=2) as history:
        assert len(history.versions) == 2
        assert history.next_after(history.times[-1]) is None


@pytest.mark.parametrize(
    ("index", "complaint"),
    [
        ("file\n0000.html\n", "no column captured_at"),
        ("file,captured_at\n0009.html,2020-05-01T12:00:00Z\n", "0009.html"),
        ("file,captured_at\n0000.html,yesterday\n", "not a time"),
        ("file,captured_at,important_change_since_previous\n0000.html,2020-05-01T12:00:00Z,maybe\n", "maybe"),
    ],
)
def test_a_faulty_history_is_refused_with_what_is_wrong(tmp_path: Path, index: str, complaint: str) -> None:
    folder = make_history(tmp_path / "faulty", index, {"0000.html": b"x"})
    with pytest.raises(HistoryError, match=complaint), opened(folder):
        pass


def test_a_folder_is_a_history_or_holds_some(folder: Path) -> None:
    assert history_folders(folder) == [folder]
    assert history_folders(folder.parent) == [folder]
    with pytest.raises(HistoryError, match="holds no history"):
        history_folders(folder.parent / "nowhere")


@pytest.mark.data
def test_every_real_history_can_be_opened(shared_data: Path) -> None:
    folders = history_folders(shared_data / "histories")
    assert "daily-reporter" in {folder.name for folder in folders}
    smallest = min(folders, key=lambda folder: (folder / "versions.tar.xz").stat().st_size)
    with opened(smallest) as history:
        assert all(b"<" in version.read() for version in history.versions)
