import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import Corrupt, NotStored
from storage.ingest.archives import ingest
from storage.queries.selection import Selection
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from tests.storage.archives import brozzler
from tests.storage.builders import START, URL, add_page, capture, fill, score, warc_files

OTHER = "https://other.example/"


@pytest.fixture
def mixed(collection: Collection, tmp_path: Path) -> Collection:
    """Five hours of one page, two captures of another, and one that another tool made."""
    fill(collection, 5)
    other = add_page(collection, OTHER)
    stored = [collection.store(other, capture(hour, url=OTHER, final_url=None)) for hour in (1, 2)]
    collection.record_score(score(*stored))
    ingest(collection, brozzler(tmp_path / "b.warc.gz"))
    return collection


def _pages(path: Path) -> list[tuple[str, str]]:
    with zipfile.ZipFile(path) as archive:
        lines = archive.read("pages/pages.jsonl").splitlines()[1:]
    return [(page["url"], page["ts"][11:13]) for page in map(json.loads, lines)]


def test_a_selection_brings_along_what_its_revisits_refer_to(mixed: Collection, tmp_path: Path) -> None:
    selection = Selection(pages=(URL,), since=START + timedelta(hours=3))
    path = export_wacz(mixed, tmp_path / "late.wacz", selection=selection)
    assert _pages(path) == [(URL, "15"), (URL, "16")]
    report = check_wacz(path)
    assert report.faults == ()
    with zipfile.ZipFile(path) as archive:
        index = archive.read("indexes/index.cdxj").decode()
        changes = archive.read("pagetide/changes.jsonl").splitlines()
    styles = [line for line in index.splitlines() if "style.css" in line]
    assert ['"warc/revisit"' in line for line in styles] == [False, True, True]
    assert f"urn:view:{OTHER}" not in index
    assert len(changes) == 1  # of the first selected capture the one before is not there


def test_one_capture_comes_with_the_originals_of_its_revisits(mixed: Collection, tmp_path: Path) -> None:
    third = mixed.repository.captures(1)[2]
    path = export_wacz(mixed, tmp_path / "one.wacz", selection=Selection(captures=(third.id,)))
    assert _pages(path) == [(URL, "14")]
    assert check_wacz(path).faults == ()
    with zipfile.ZipFile(path) as archive:
        index = archive.read("indexes/index.cdxj").decode()
    styles = [line for line in index.splitlines() if "style.css" in line]
    assert ['"warc/revisit"' in line for line in styles] == [False, True]


def test_a_torn_archive_leaves_no_half_package(collection: Collection, tmp_path: Path) -> None:
    stored = fill(collection, 3)
    (file,) = warc_files(collection)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(Corrupt, match="middle of a record"):
        export_wacz(collection, tmp_path / "torn.wacz", selection=Selection(captures=(stored[-1].id,)))
    assert not list(tmp_path.glob("torn*"))


def test_a_page_of_another_tool_comes_with_its_whole_file(mixed: Collection, tmp_path: Path) -> None:
    url = "https://www.news.example/a?B=1"
    path = export_wacz(mixed, tmp_path / "theirs.wacz", selection=Selection(pages=(url,)))
    assert [page for page, _ in _pages(path)] == [url]
    assert check_wacz(path).faults == ()


def test_a_selection_is_taken_in_again(mixed: Collection, tmp_path: Path) -> None:
    whole = tmp_path / "copy"
    with Collection.create(whole) as copy:
        for number, until in enumerate((START, START + timedelta(hours=9))):
            part = export_wacz(
                mixed, tmp_path / f"{number}.wacz", selection=Selection(pages=(URL,), until=until)
            )
            ingest(copy, part)
        assert len(copy.repository.captures(1)) == 5
        assert verify(copy).faults == ()


def test_nothing_selected_is_an_error(mixed: Collection, tmp_path: Path) -> None:
    with pytest.raises(NotStored, match="No capture"):
        export_wacz(mixed, tmp_path / "none.wacz", selection=Selection(pages=("https://e.org/",)))
    assert not (tmp_path / "none.wacz").exists()


def test_the_same_text_stands_once_in_the_list_of_pages(collection: Collection, tmp_path: Path) -> None:
    page = add_page(collection)
    for hour, text in enumerate(("one", "one", "two")):
        collection.store(page, capture(hour, text=text))
    with zipfile.ZipFile(export_wacz(collection, tmp_path / "t.wacz")) as archive:
        lines = [json.loads(line) for line in archive.read("pages/pages.jsonl").splitlines()]
    assert lines[0]["hasText"] is True
    assert [line.get("text") for line in lines[1:]] == ["one", None, "two"]
