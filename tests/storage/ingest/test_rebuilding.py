from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.collection import Collection
from storage.ingest.archives import IngestReport, ingest, rebuild
from storage.records import Outcome, ProblemCode, Role
from storage.verify.walk import verify
from storage.warc.spans import record_headers, spans
from tests.storage.archives import heritrix
from tests.storage.builders import START, URL, add_page, capture, fill, lose_database, warc_files

NOW = START + timedelta(days=9)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 5)
    return collection.path


def _flip(path: Path, uri: str, number: int) -> None:
    """Flip a bit in the middle of that one of the records of a URI."""
    with path.open("r+b") as file:
        found = [
            span
            for span in spans(file, 0, path.stat().st_size)
            if record_headers(file, span).get("warc-target-uri", "").startswith(uri)
        ]
        middle = (found[number].start + found[number].end) // 2
        file.seek(middle)
        byte = file.read(1)[0]
        file.seek(middle)
        file.write(bytes([byte ^ 0x10]))


def _archived(folder: Path) -> Path:
    (path,) = (folder / "archive").glob("*.warc.gz")
    return path


def _rebuilt(folder: Path) -> tuple[Collection, IngestReport]:
    lose_database(folder)
    collection = Collection.create(folder)
    return collection, rebuild(collection, NOW)


def test_one_flipped_bit_costs_one_record_and_the_capture_says_so(closed: Path) -> None:
    _flip(_archived(closed), "urn:view:", 1)
    collection, report = _rebuilt(closed)
    with collection:
        assert len(report.added) == 5
        stored = collection.repository.captures(1)
        assert [item.outcome for item in stored] == [
            Outcome.COMPLETE,
            Outcome.PARTIAL,
            *[Outcome.COMPLETE] * 3,
        ]
        assert stored[1].problems[-1].code is ProblemCode.DAMAGED
        assert "view" in stored[1].problems[-1].message
        assert not stored[1].is_good
        assert collection.read(stored[1], Role.TEXT) == b"Story 1"
        assert len(report.faults) == 2
        assert "backup" in report.faults[0].remedy
        assert "the visit of https://news.example/front at 2026-03-01 13:00:00" in str(report.faults[1])


def test_a_visit_whose_page_information_is_damaged_comes_back_as_far_as_it_goes(closed: Path) -> None:
    _flip(_archived(closed), "urn:pageinfo:", 1)
    collection, report = _rebuilt(closed)
    with collection:
        assert len(report.added) == 5
        second = collection.repository.captures(1)[1]
        assert (second.outcome, second.status, second.started_at) == (
            Outcome.PARTIAL,
            200,
            START + timedelta(hours=1),
        )
        assert second.problems[-1].code is ProblemCode.DAMAGED
        assert collection.read(second, Role.TEXT) == b"Story 1"
        assert collection.read(collection.repository.captures(1)[4], Role.TEXT) == b"Story 4"


def test_lost_responses_are_counted(closed: Path) -> None:
    _flip(_archived(closed), "https://news.example/front", 4)
    collection, report = _rebuilt(closed)
    with collection:
        assert any("of 2 responses" in str(fault) for fault in report.faults)
        assert len(report.added) == 5


def test_a_part_that_stood_in_a_damaged_record_of_an_earlier_capture_is_missed(tmp_path: Path) -> None:
    same = {"text": "the same words " * 300}
    with Collection.create(tmp_path / "news") as collection:
        for hour in range(3):
            collection.store(add_page(collection), capture(hour, **same))
    _flip(_archived(tmp_path / "news"), "urn:text:", 0)
    collection, report = _rebuilt(tmp_path / "news")
    with collection:
        assert len(report.added) == 3
        assert all(item.problems[-1].message.endswith("text.") for item in collection.repository.captures(1))


def test_a_capture_of_which_nothing_is_damaged_is_as_it_was(closed: Path) -> None:
    with Collection.open(closed) as collection:
        before = collection.repository.captures(1)
    _flip(_archived(closed), "urn:pageinfo:", 1)
    collection, _ = _rebuilt(closed)
    with collection:
        after = collection.repository.captures(1)
    for number in (0, 2, 3, 4):
        assert (after[number].outcome, after[number].warc_bytes) == (
            before[number].outcome,
            before[number].warc_bytes,
        )


def test_a_rebuild_from_the_whole_file_completes_what_was_damaged(closed: Path) -> None:
    path = _archived(closed)
    whole = path.read_bytes()
    with Collection.open(closed) as collection:
        before = collection.repository.captures(1)
    _flip(path, "urn:view:", 1)
    _flip(path, "urn:pageinfo:", 3)
    collection, _ = _rebuilt(closed)
    with collection:
        assert not verify(collection).ok
        path.write_bytes(whole)
        again = rebuild(collection, NOW)
        assert (again.added, again.completed, again.faults) == ((), 2, ())
        after = collection.repository.captures(1)
        assert [item.problems for item in after] == [item.problems for item in before]
        assert [item.is_good for item in after] == [True] * 5
        assert [item.warc_bytes for item in after] == [item.warc_bytes for item in before]
        report = verify(collection)
        assert report.faults == ()
        assert rebuild(collection, NOW).completed == 0


def _cut_before_the_last(folder: Path, uri: str) -> None:
    path = _archived(folder)
    with path.open("r+b") as file:
        found = [
            span
            for span in spans(file, 0, path.stat().st_size)
            if record_headers(file, span).get("warc-target-uri", "").startswith(uri)
        ]
        file.truncate(found[-1].start)


def test_a_visit_that_was_only_interrupted_is_none(closed: Path) -> None:
    _cut_before_the_last(closed, "urn:pageinfo:")
    (closed / "warc-files.jsonl").unlink()  # what a killed writer leaves was never closed
    collection, report = _rebuilt(closed)
    with collection:
        assert len(report.added) == 4
        assert report.faults == ()
        assert [note.thing for note in report.notes] == ["interrupted visits"]


def test_an_interrupted_visit_in_a_file_that_is_ingested_is_told_of_as_one(
    closed: Path, tmp_path: Path
) -> None:
    _cut_before_the_last(closed, "urn:pageinfo:")
    with Collection.create(tmp_path / "other") as collection:
        report = ingest(collection, _archived(closed))
        assert len(report.added) == 4
    (note,) = [note for note in report.notes if note.thing == "interrupted visits"]
    assert note.message == "1 visit of Pagetide was interrupted before its last record was written."


def test_a_visit_of_which_the_end_was_cut_off_after_its_file_was_closed_comes_back(closed: Path) -> None:
    _cut_before_the_last(closed, "urn:pageinfo:")
    collection, report = _rebuilt(closed)
    with collection:
        assert len(report.added) == 5
        last = collection.repository.captures(1)[4]
        assert (last.outcome, last.problems[-1].code) == (Outcome.PARTIAL, ProblemCode.DAMAGED)


def test_pages_that_were_visited_are_due_again_and_those_of_other_tools_are_not(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
        ingest(collection, heritrix(tmp_path / "h.warc.gz"))
    collection, report = _rebuilt(tmp_path / "news")
    with collection:
        due = {page.url: page.due_at for page in collection.repository.pages()}
        assert report.due == 1
        assert due.pop("https://news.example/front") == NOW
        assert set(due.values()) == {None}
        collection.repository.set_due(1, None, "taken off by hand")
        assert rebuild(collection, NOW).due == 0


def test_a_file_that_was_cut_emptied_or_taken_away_is_told_of_though_the_database_is_lost(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "news"
    for hour in range(4):
        with Collection.open(folder) if hour else Collection.create(folder) as collection:
            collection.store(add_page(collection), capture(hour))
            names = [item.warc_file for item in collection.repository.captures(1)]
    with (folder / "archive" / names[0]).open("r+b") as file:
        found = list(spans(file, 0, (folder / "archive" / names[0]).stat().st_size))
        file.truncate(found[-1].start)
    (folder / "archive" / names[1]).write_bytes(b"")
    (folder / "archive" / names[2]).unlink()
    collection, report = _rebuilt(folder)
    with collection:
        things = [fault.thing.partition(",")[0] for fault in report.faults]
        assert set(things) == {*names[:3], f"the visit of {URL} at 2026-03-01 12:00:00"}
        assert len(report.added) == 2
        again = [fault.thing.partition(",")[0] for fault in verify(collection).faults]
        assert set(again) >= set(names[:3])


def test_an_emptied_file_is_told_of_without_the_list_of_closed_files(closed: Path) -> None:
    (closed / "warc-files.jsonl").unlink()
    _archived(closed).write_bytes(b"")
    collection, report = _rebuilt(closed)
    with collection:
        assert [fault.thing for fault in report.faults] == [_archived(closed).name]


@pytest.mark.sqlite("its log")
def test_a_wal_of_the_lost_database_does_no_harm(closed: Path) -> None:
    with Collection.open(closed) as collection:
        collection.store(add_page(collection), capture(5))
        wal = (closed / "pagetide.db-wal").read_bytes()
    (closed / "pagetide.db").unlink()
    (closed / "pagetide.db-wal").write_bytes(wal)
    with Collection.create(closed) as collection:
        assert len(rebuild(collection, NOW).added) == 6
        with collection.database.reading() as connection:
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        assert len(warc_files(collection)) == 2
