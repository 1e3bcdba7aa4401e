import gzip
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.index.cdxj import write_index
from storage.queries.selection import Selection
from storage.records import Outcome
from storage.verify_log import VerifyLog
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.spans import record_headers, spans
from tests.storage.builders import URL, add_page, capture, fill, png, warc_files

SOURCE = Path(__file__).resolve().parents[3]


@pytest.fixture
def exported(collection: Collection, tmp_path: Path):
    fill(collection, 3)
    collection.store(add_page(collection), capture(9, outcome=Outcome.FAILED))
    with zipfile.ZipFile(export_wacz(collection, tmp_path / "news.wacz", title="News")) as archive:
        yield archive


def test_all_members_are_stored_not_deflated(exported: zipfile.ZipFile) -> None:
    assert {info.compress_type for info in exported.infolist()} == {zipfile.ZIP_STORED}
    assert exported.testzip() is None


def test_the_description_says_what_the_standard_asks_for(exported: zipfile.ZipFile) -> None:
    package = json.loads(exported.read("datapackage.json"))
    assert package["profile"] == "data-package"
    assert package["wacz_version"] == "1.1.1"
    assert package["title"] == "News"
    assert package["software"].startswith("pagetide")
    assert package["mainPageUrl"] == URL
    assert package["mainPageDate"] == "2026-03-01T12:00:00.250Z"
    assert package["created"] == package["modified"]


def test_every_member_is_listed_with_its_digest_and_size(exported: zipfile.ZipFile) -> None:
    package = json.loads(exported.read("datapackage.json"))
    names = set(exported.namelist()) - {"datapackage.json", "datapackage-digest.json"}
    assert {resource["path"] for resource in package["resources"]} == names
    for resource in package["resources"]:
        data = exported.read(resource["path"])
        assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        assert resource["bytes"] == len(data)
        assert resource["name"] == resource["path"].rpartition("/")[2].lower()


def test_the_description_is_sealed_by_its_own_digest(exported: zipfile.ZipFile) -> None:
    data = exported.read("datapackage.json")
    assert json.loads(exported.read("datapackage-digest.json")) == {
        "path": "datapackage.json",
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
    }


def test_each_capture_that_brought_something_is_a_page(exported: zipfile.ZipFile) -> None:
    header, *pages = [json.loads(line) for line in exported.read("pages/pages.jsonl").splitlines()]
    assert header == {"format": "json-pages-1.0", "id": "pages", "title": "Captures", "hasText": True}
    assert [page["ts"] for page in pages] == [f"2026-03-01T{hour}:00:00.250Z" for hour in (12, 13, 14)]
    assert {page["url"] for page in pages} == {URL}
    assert len({page["id"] for page in pages}) == 3


def test_each_page_is_in_the_index_at_its_time(exported: zipfile.ZipFile) -> None:
    lines = exported.read("indexes/index.cdxj").decode().splitlines()
    assert lines == sorted(lines, key=str.encode)
    moments = {line.split(" ")[1] for line in lines if line.startswith("example,news)/front ")}
    assert {"20260301120000", "20260301130000", "20260301140000"} <= moments


def test_every_revisit_finds_its_original_inside(exported: zipfile.ZipFile) -> None:
    (name,) = [name for name in exported.namelist() if name.startswith("archive/")]
    ids, wanted = set(), set()
    for record in ArchiveIterator(io.BytesIO(exported.read(name))):
        ids.add(record.rec_headers["WARC-Record-ID"])
        if record.rec_type == "revisit":
            wanted.add(record.rec_headers["WARC-Refers-To"])
    assert wanted
    assert wanted <= ids


def test_the_change_scores_travel_along(exported: zipfile.ZipFile) -> None:
    changes = [json.loads(line) for line in exported.read("pagetide/changes.jsonl").splitlines()]
    pages = [json.loads(line)["id"] for line in exported.read("pages/pages.jsonl").splitlines()[1:]]
    assert [(change["before"], change["after"]) for change in changes] == [
        (pages[0], pages[1]),
        (pages[1], pages[2]),
    ]
    assert changes[0]["distance"] == 1.5
    assert changes[0]["regions"] == [[0.5, 0.25], [0.75, 0.0]]
    assert changes[0]["after_ts"] == "2026-03-01T13:00:00.250Z"


def test_a_large_index_goes_in_compressed(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 3)
    monkeypatch.setattr("storage.wacz.export._COMPRESS_INDEX_ABOVE", 1000)
    with zipfile.ZipFile(export_wacz(collection, tmp_path / "news.wacz")) as archive:
        names = archive.namelist()
        assert {"indexes/index.cdx.gz", "indexes/index.idx"} <= set(names)
        assert "indexes/index.cdxj" not in names
        lines = gzip.decompress(archive.read("indexes/index.cdx.gz")).decode().splitlines()
        assert lines == sorted(lines, key=str.encode)


def test_an_export_works_beside_a_writer_from_a_reader(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 2)
    with Collection.open(collection.path, read_only=True) as reader:
        export_wacz(reader, tmp_path / "one.wacz")
    collection.store(add_page(collection), capture(8))
    with zipfile.ZipFile(tmp_path / "one.wacz") as archive:
        assert len(archive.read("pages/pages.jsonl").splitlines()) == 3
        assert [name for name in archive.namelist() if name.endswith(".open")] == []


def _flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)


def _exported(collection: Collection, target: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """What was left out, and the pages; the package has no fault of its own."""
    findings = VerifyLog(0, None)
    export_wacz(collection, target, findings=findings)
    assert check_wacz(target).faults == ()
    with zipfile.ZipFile(target) as archive:
        pages = [json.loads(line) for line in archive.read("pages/pages.jsonl").splitlines()[1:]]
    return [str(fault) for fault in findings.report().faults], pages


def test_a_damaged_record_is_left_out_and_named_and_everything_else_is_exported(
    tmp_path: Path,
) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    with Collection.open(collection.path, read_only=True) as collection:
        (warc,) = warc_files(collection)
        _flip(warc, warc.read_bytes().index(png(1)[60:80]))
        (left_out,), pages = _exported(collection, tmp_path / "news.wacz")
    assert left_out.startswith(f"{warc.name}, byte ")
    assert "capture 2" in left_out
    assert "backup" in left_out
    assert len(pages) == 3
    with zipfile.ZipFile(tmp_path / "news.wacz") as archive:
        index = archive.read("indexes/index.cdxj").decode()
    assert sum(line.startswith("urn:view:") for line in index.splitlines()) == 2


@pytest.mark.parametrize("kept_index", [False, True])
def test_a_file_that_was_emptied_or_is_gone_is_left_out_with_its_pages(
    tmp_path: Path, kept_index: bool
) -> None:
    for hour in (0, 1, 2):
        with (
            Collection.create(tmp_path / "news") if not hour else Collection.open(tmp_path / "news")
        ) as collection:
            collection.store(add_page(collection), capture(hour))
            if kept_index:
                write_index(collection)
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        names = {stored.id: stored.warc_file for stored in collection.repository.captures(1)}
        (collection.path / "archive" / names[2]).write_bytes(b"")
        (collection.path / "archive" / names[3]).unlink()
        left_out, pages = _exported(collection, tmp_path / "news.wacz")
    assert [fault.partition(",")[0] for fault in left_out] == sorted((names[2], names[3]))
    assert [page["title"] for page in pages] == ["Front page 0"]


def test_a_file_that_was_cut_between_two_records_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
        write_index(collection)
    with Collection.open(collection.path, read_only=True) as collection:
        (warc,) = warc_files(collection)
        with warc.open("r+b") as file:
            ends = [span.end for span in spans(file, 0, warc.stat().st_size)]
            file.truncate(ends[-5])
        (left_out, text), pages = _exported(collection, tmp_path / "news.wacz")
    assert "capture 3." in left_out
    assert text.startswith("capture 3: Its text is left out")
    assert len(pages) == 3  # the response of the third page is there


def test_files_that_were_swapped_are_exported_by_what_is_in_them(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    with Collection.open(tmp_path / "news") as collection:
        collection.store(add_page(collection), capture(7))
        write_index(collection)
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        one, other = warc_files(collection)
        aside = one.rename(tmp_path / "aside")
        other.rename(one)
        aside.rename(other)
        left_out, pages = _exported(collection, tmp_path / "news.wacz")
    for path in (one, other):
        assert any(fault.startswith(path.name) for fault in left_out)
    assert pages == []


def test_what_revisits_a_damaged_record_is_left_out_with_it(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
    with Collection.open(collection.path, read_only=True) as collection:
        (warc,) = warc_files(collection)
        with warc.open("rb") as file:
            found = [
                span
                for span in spans(file, 0, warc.stat().st_size)
                if record_headers(file, span).get("warc-target-uri", "").endswith("style.css")
            ]
        _flip(warc, (found[0].start + found[0].end) // 2)
        left_out, pages = _exported(collection, tmp_path / "news.wacz")
    assert len(left_out) == 2
    assert "revisit of https://news.example/style.css" in left_out[1]
    assert len(pages) == 2


def test_of_a_selection_what_is_damaged_is_left_out(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    findings = VerifyLog(0, None)
    with Collection.open(collection.path, read_only=True) as collection:
        (warc,) = warc_files(collection)
        _flip(warc, warc.read_bytes().index(png(1)[60:80]))
        chosen = Selection(captures=(2, 3))
        path = export_wacz(collection, tmp_path / "two.wacz", selection=chosen, findings=findings)
    (fault,) = findings.report().faults
    assert "capture 2" in fault.message
    assert check_wacz(path).faults == ()


_KILLED = """
import os, sys
from pathlib import Path
from storage.collection import Collection
import storage.wacz.export
storage.wacz.export._describe = lambda *_: os.kill(os.getpid(), 9)
with Collection.open(Path(sys.argv[1]), read_only=True) as collection:
    storage.wacz.export.export_wacz(collection, Path(sys.argv[2]))
"""


def test_what_a_killed_export_left_is_gone_after_the_next_one(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    target = tmp_path / "out" / "news.wacz"
    target.parent.mkdir()
    arguments = [sys.executable, "-c", _KILLED, str(collection.path), str(target)]
    assert subprocess.run(arguments, cwd=SOURCE, check=False).returncode == -9
    assert [path.name for path in target.parent.iterdir()] != []
    assert not target.exists()
    export_wacz(collection, target.with_name("other.wacz"))
    assert [path.name for path in target.parent.iterdir()] == ["other.wacz"]


def test_an_export_that_fails_leaves_nothing_and_another_one_that_writes_is_left_alone(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 1)
    folder = tmp_path / "out"
    folder.mkdir()

    def interrupted(*_: object) -> None:
        monkeypatch.undo()
        export_wacz(collection, folder / "second.wacz")  # begins while the first one writes
        raise KeyboardInterrupt

    monkeypatch.setattr("storage.wacz.export._describe", interrupted)
    with pytest.raises(KeyboardInterrupt):
        export_wacz(collection, folder / "first.wacz")
    assert [path.name for path in folder.iterdir()] == ["second.wacz"]


def test_a_flipped_bit_in_a_package_is_named_by_its_file_and_the_rest_is_checked(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 2)
    path = export_wacz(collection, tmp_path / "news.wacz")
    _flip(path, path.read_bytes().index(png(1)[60:80]))
    report = check_wacz(path)
    assert {fault.thing for fault in report.faults} >= {f"archive/{_warc_name(collection)}"}
    assert report.checked["pages"] == 2


def _warc_name(collection: Collection) -> str:
    return collection.repository.captures(1)[0].warc_file


def test_a_collection_without_captures_is_not_exported(collection: Collection, tmp_path: Path) -> None:
    with pytest.raises(NotStored, match="no capture yet"):
        export_wacz(collection, tmp_path / "empty.wacz")
    assert list(tmp_path.glob("*.wacz")) == []


def test_an_export_into_a_folder_that_is_not_there_is_refused(collection: Collection, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="Cannot write"):
        export_wacz(collection, tmp_path / "no" / "news.wacz")


def test_an_earlier_export_is_replaced_only_by_a_complete_one(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 1)
    target = export_wacz(collection, tmp_path / "news.wacz")
    before = target.read_bytes()
    (warc,) = (collection.path / "archive").iterdir()
    hidden = warc.rename(tmp_path / warc.name)
    (collection.path / "archive" / warc.name).mkdir()  # cannot be read as a file
    with pytest.raises(StorageError):
        export_wacz(collection, target)
    assert target.read_bytes() == before
    (collection.path / "archive" / warc.name).rmdir()
    hidden.rename(warc)
