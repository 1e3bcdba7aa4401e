import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.collection import Collection
from storage.index.cdxj import write_index
from storage.ingest.archives import ingest
from storage.queries.warc_files import closed_files
from storage.records import ModelState, Role, StoredCapture, StoredModel
from storage.verify.walk import remember, sweep_blobs, verify
from storage.warc.record import Record
from storage.warc.spans import spans
from storage.warc.writer import WarcWriter
from tests.storage.archives import AT, SITE, Archive, heritrix
from tests.storage.builders import START, URL, add_page, capture, fill, png, warc_files


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    return collection.path


def _damage(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)


def test_an_intact_collection_has_no_faults(closed: Path) -> None:
    with Collection.open(closed, read_only=True) as collection:
        report = verify(collection)
    assert report.ok
    assert report.notes == ()
    assert report.checked["WARC files"] == 1
    assert report.checked["captures"] == 3
    assert report.checked["blobs"] == 3
    assert report.checked["WARC records"] == 1 + 3 * (2 * 2 + 6) + 2


def test_progress_ends_at_the_whole(closed: Path) -> None:
    seen: list[tuple[int, int]] = []
    with Collection.open(closed, read_only=True) as collection:
        verify(collection, lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1] > 0
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_collection_being_written_is_verified_as_it_stands(collection: Collection) -> None:
    fill(collection, 2)
    with Collection.open(collection.path, read_only=True) as reader:
        report = verify(reader)
    assert report.ok
    assert report.checked["captures"] == 2


def test_one_damaged_record_is_found_and_the_others_are_still_read(closed: Path) -> None:
    with Collection.open(closed) as collection:
        (path,) = warc_files(collection)
        _damage(path, path.read_bytes().index(png(1)[60:80]))
        report = verify(collection)
    assert not report.ok
    assert any("capture 2" in str(fault) and "urn:view" in fault.message for fault in report.faults)
    assert not any("capture 1" in str(fault) or "capture 3" in str(fault) for fault in report.faults)
    assert all(fault.remedy for fault in report.faults)


def test_a_file_cut_short_is_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        (path,) = warc_files(collection)
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - 3000)
        assert any("capture 3" in str(fault) for fault in verify(collection).faults)


def test_a_missing_warc_file_is_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        warc_files(collection)[0].unlink()
        (fault,) = [fault for fault in verify(collection).faults if "is missing" in fault.message]
    assert "backup" in fault.message


def _records(path: Path) -> list[tuple[int, int]]:
    with path.open("rb") as file:
        return [(span.start, span.end) for span in spans(file, 0, path.stat().st_size)]


def _cut(path: Path, end: int) -> None:
    with path.open("r+b") as file:
        file.truncate(end)


def _faults(folder: Path) -> list[str]:
    with Collection.open(folder, read_only=True) as collection:
        return [str(fault) for fault in verify(collection).faults]


def _archived(folder: Path) -> Path:
    (path,) = (folder / "archive").iterdir()
    return path


def test_a_closed_file_that_was_emptied_is_found_and_each_of_its_captures_named(closed: Path) -> None:
    path = _archived(closed)
    _cut(path, 0)
    faults = _faults(closed)
    assert faults[0].startswith(f"{path.name}, byte 0: The file ends there")
    for number in (1, 2, 3):
        assert sum(fault.startswith(f"capture {number}: ") for fault in faults) == 1


def test_a_closed_file_that_was_cut_between_two_records_is_found(closed: Path) -> None:
    path = _archived(closed)
    boundaries = [start for start, _ in _records(path)]
    _cut(path, boundaries[-4])
    faults = _faults(closed)
    assert "bytes too early" in faults[0]
    assert any(fault.startswith("capture 3: ") and "backup" in fault for fault in faults)
    assert not any(fault.startswith(("capture 1: ", "capture 2: ")) for fault in faults)


def test_a_file_of_another_tool_that_lost_records_that_no_row_names_is_found(
    collection: Collection, tmp_path: Path
) -> None:
    ingest(collection, heritrix(tmp_path / "h.warc.gz"))
    (path,) = [path for path in warc_files(collection) if not path.name.startswith("pagetide-")]
    _cut(path, _records(path)[-1][0])
    assert any("bytes too early" in fault.message for fault in verify(collection).faults)


def test_a_file_that_grew_after_it_was_closed_is_found(closed: Path) -> None:
    path = _archived(closed)
    first = path.read_bytes()[: _records(path)[0][1]]
    with path.open("ab") as file:
        file.write(first)
    assert any("ended there when it was closed" in fault for fault in _faults(closed))


def test_a_byte_that_no_checksum_covers_is_found_by_the_digest_of_the_file(closed: Path) -> None:
    _damage(_archived(closed), 9)  # of the first gzip head: the operating system it was made on
    (fault,) = _faults(closed)
    assert "byte for byte" in fault


def test_two_files_that_were_swapped_are_both_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        collection.store(collection.repository.pages()[0], capture(7))
    one, other = sorted((closed / "archive").iterdir())
    aside = one.rename(closed / "aside")
    other.rename(one)
    aside.rename(other)
    faults = _faults(closed)
    for path in (one, other):
        assert any(fault.startswith(path.name) for fault in faults)
    for number in (1, 2, 3, 4):
        assert any(fault.startswith(f"capture {number}: ") for fault in faults)


def test_the_captures_of_a_missing_file_are_named(closed: Path) -> None:
    _archived(closed).unlink()
    assert {fault.partition(":")[0] for fault in _faults(closed)} >= {"capture 1", "capture 2", "capture 3"}


def test_a_capture_is_named_whose_part_stands_in_a_damaged_record_of_an_earlier_one(tmp_path: Path) -> None:
    same = {"view_png": png(1), "full_page_png": png(2, 60), "text": "the same words " * 300}
    with Collection.create(tmp_path / "news") as collection:
        page = add_page(collection)
        for hour in range(2):
            collection.store(page, capture(hour, **same))
    path = _archived(tmp_path / "news")
    _damage(path, path.read_bytes().index(png(1)[60:80]))
    faults = _faults(tmp_path / "news")
    assert any(fault.startswith("capture 2: Its view stands in the record of capture 1") for fault in faults)


def test_a_file_of_before_sizes_were_noted_is_noted_when_nothing_is_wrong_with_it(closed: Path) -> None:
    with Collection.open(closed) as collection:
        with collection.database.writing() as connection:
            connection.execute(text("DELETE FROM warc_file"))
        report = verify(collection)
        assert report.ok
        remember(collection, report)
        assert list(closed_files(collection.database)) == [_archived(closed).name]
        assert verify(collection).whole == ()


def test_a_damaged_file_of_before_sizes_were_noted_is_found_by_its_rows_and_not_noted(closed: Path) -> None:
    with Collection.open(closed) as collection, collection.database.writing() as connection:
        connection.execute(text("DELETE FROM warc_file"))
    _cut(_archived(closed), 0)
    with Collection.open(closed, read_only=True) as collection:
        report = verify(collection)
    assert not report.ok
    assert report.whole == ()


def test_files_in_the_archive_that_nothing_knows_are_noted(closed: Path, tmp_path: Path) -> None:
    heritrix(closed / "archive" / "strange.warc.gz")
    (closed / "archive" / "notes.txt").write_text("mine")
    with Collection.open(closed, read_only=True) as collection:
        report = verify(collection)
    assert report.ok
    assert [note.thing for note in report.notes] == ["notes.txt", "strange.warc.gz"]
    assert all("pagetide ingest" in note.remedy for note in report.notes)


def test_an_index_that_lacks_lines_is_found_and_its_remedy_works(closed: Path) -> None:
    with Collection.open(closed) as collection:
        write_index(collection)
        (kept,) = [path for path in (closed / "indexes").iterdir() if path.name != "index.cdxj"]
        kept.write_text("".join(kept.read_text().splitlines(keepends=True)[1:]), newline="")
        (fault,) = verify(collection).faults
        assert fault.thing == f"indexes/{kept.name}"
        kept.unlink()
        write_index(collection)
        assert verify(collection).ok


def test_a_file_that_is_no_warc_is_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        path = warc_files(collection)[0]
        path.write_bytes(b"no gzip at all" * 500)
        assert not verify(collection).ok


def test_a_damaged_or_missing_blob_is_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        one, two = sorted(path for path in (closed / "blobs").rglob("*") if path.is_file())[:2]
        _damage(one, 0)
        two.unlink()
        things = [fault.thing for fault in verify(collection).faults]
    assert sorted(things) == sorted(f"blob sha256:{path.name}" for path in (one, two))


def test_a_blob_that_nothing_names_is_noted_as_harmless(closed: Path) -> None:
    with Collection.open(closed) as collection:
        collection.blobs.put(b"left over")
        collection.add_features(collection.repository.capture(1), b"newer features")
        report = verify(collection)
    assert report.ok
    assert len(report.notes) == 2


def test_records_without_rows_are_noted_as_harmless(closed: Path) -> None:
    writer = WarcWriter(closed / "archive")
    writer.append(
        [Record(kind="resource", uri="urn:text:x", date=START, content_type="text/plain", payload=b"x")]
    )
    writer.close()
    with Collection.open(closed) as collection:
        report = verify(collection)
    assert report.ok
    assert "interrupted" in report.notes[0].message


def test_a_row_that_points_to_the_wrong_place_is_found(closed: Path) -> None:
    with Collection.open(closed) as collection:
        with collection.database.writing() as connection:
            connection.execute(text('UPDATE warc_record SET "offset" = "offset" + 1 WHERE id = 3'))
        assert any("is not at byte" in fault.message for fault in verify(collection).faults)


@pytest.mark.sqlite("references can be switched off")
def test_a_row_that_refers_to_no_row_is_found(closed: Path) -> None:
    with closing(sqlite3.connect(closed / "pagetide.db")) as raw:
        raw.execute("DELETE FROM page")  # foreign keys are off in a plain connection
        raw.commit()
    with Collection.open(closed) as collection:
        assert any("table page" in fault.message for fault in verify(collection).faults)


def test_a_revisit_without_its_original_is_found(closed: Path) -> None:
    first = {path.name for path in (closed / "archive").iterdir()}
    with Collection.open(closed) as collection:
        collection.store(collection.repository.pages()[0], capture(20))
    for name in first:
        (closed / "archive" / name).unlink()
    with Collection.open(closed) as collection:
        found = [fault for fault in verify(collection).faults if "holds its payload" in fault.message]
    assert [fault.thing for fault in found] == ["revisit of https://news.example/style.css"]


def test_a_revisit_of_another_tool_without_its_original_is_a_note(
    collection: Collection, tmp_path: Path
) -> None:
    archive = Archive(tmp_path / "later.warc.gz")
    archive.response(SITE, AT, b"<p>new</p>")
    archive.response(
        SITE + "a.css", AT, kind="revisit", mime="text/css", WARC_Refers_To="<urn:uuid:elsewhere>"
    )
    ingest(collection, archive.close())
    report = verify(collection)
    assert report.faults == ()
    assert [note.thing for note in report.notes] == [f"revisit of {SITE}a.css"]


def _model(collection: Collection, stored: StoredCapture, path: str) -> None:
    model = StoredModel(
        page_id=stored.page_id,
        fitted_at=START,
        state=ModelState.LEARNED,
        path=path,
        digest="",
        first_capture_id=stored.id,
        last_capture_id=stored.id,
        versions=1,
    )
    collection.repository.save_model(model)


def test_missing_and_damaged_files_of_a_model_in_use_are_found(collection: Collection) -> None:
    _model(collection, collection.store(add_page(collection), capture()), "models/1/1")
    (fault,) = verify(collection).faults
    assert fault.thing == "model 1"
    assert f"pagetide learn {URL}" in fault.remedy
    (collection.path / "models" / "1" / "1").mkdir(parents=True)
    assert verify(collection).ok
    (fault,) = verify(collection, model_fault=lambda folder: f"{folder.name} is damaged.").faults
    assert fault.message == "1 is damaged."


def test_missing_files_of_a_model_that_a_newer_one_replaced_are_noted_as_harmless(
    collection: Collection,
) -> None:
    stored = collection.store(add_page(collection), capture())
    for number in (1, 2):
        _model(collection, stored, f"models/1/{number}")
    (collection.path / "models" / "1" / "2").mkdir(parents=True)
    report = verify(collection)
    assert report.ok
    assert [note.thing for note in report.notes] == ["model 1"]


def test_a_sweep_forgets_damaged_and_missing_blobs(closed: Path) -> None:
    one, two = sorted(path for path in (closed / "blobs").rglob("*") if path.is_file())[:2]
    _damage(one, 0)
    two.unlink()
    with Collection.open(closed) as collection:
        assert len(verify(collection).faults) == 2
        assert sweep_blobs(collection) > 0
        assert verify(collection).ok
        described = [Role.FEATURES in stored.artifacts for stored in collection.repository.captures(1)]
        assert sorted(described) == [False, False, True]


def test_a_fault_reads_as_sentences(closed: Path) -> None:
    with Collection.open(closed) as collection:
        warc_files(collection)[0].unlink()
        assert "pagetide" in str(verify(collection).faults[0])
        assert Role.VIEW in collection.repository.capture(1).artifacts
