"""Takedowns: what is named leaves the archive for good, and everything else stays as it was."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.collection import Collection
from storage.errors import Corrupt, NotStored, StorageError
from storage.index.cdxj import write_index
from storage.ingest.archives import ingest, rebuild
from storage.queries.findings import Wanted
from storage.queries.removal_records import Removal, removals
from storage.queries.warc_records import find_place
from storage.records import Page, Role
from storage.removal import removing as removal
from storage.removal.removing import Why, plan_removal, remove
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.exchange_records import IDENTICAL_PAYLOAD
from tests.storage.archives import AT, HTML, MAKERS, SITE, Archive
from tests.storage.builders import URL, add_page, capture, exchange, fill, png
from tests.storage.removal.archive_state import (
    LATER,
    LONG,
    OTHER,
    WHY,
    add_model,
    answers_of,
    archive_files,
    assert_clean,
    assert_whole,
    everything_of,
    label_between,
    mentions,
    parts_of,
    two_pages,
    without_database,
)
from tests.test_architecture import ROOT


@pytest.mark.usefixtures("each_database")
def test_a_removed_page_is_gone_and_the_others_are_as_they_were(collection: Collection) -> None:
    gone, kept = two_pages(collection)
    before = everything_of(collection, kept)
    done = _remove(collection, gone)
    assert everything_of(collection, kept) == before
    assert collection.repository.find_page(URL) is None
    assert (len(done.captures), done.page_url, done.whole_page) == (3, URL, True)
    assert done.records > 20
    assert done.size_bytes > 10_000
    assert removals(collection.database) == [done]
    assert_clean(collection)


def test_no_byte_of_a_removed_page_is_left_in_the_folder(collection: Collection) -> None:
    gone, _ = two_pages(collection)
    picture, words = png(0)[100:140], (b"Story 0", b"Front page 1", b"features 2")
    assert {word for _, word in mentions(collection, picture, *words)} == {picture, *words}
    _remove(collection, gone)
    assert mentions(collection, picture, *words) == []


def test_a_url_that_is_to_be_forgotten_is_nowhere(collection: Collection) -> None:
    page = add_page(collection, "https://secret.example/private")
    layout = capture().layout
    assert layout is not None
    for hour in range(2):
        html = b"<html>%d</html>" % hour
        brought = capture(
            hour,
            url=page.url,
            final_url=page.url,
            layout=replace(layout, links=()),
            exchanges=(exchange(page.url, body=html),),
        )
        collection.store(page, brought)
    write_index(collection)
    done = _remove(collection, page, why=replace(WHY, forget_url=True))
    assert done.page_url is None
    assert mentions(collection, b"secret") == []
    assert "secret" not in "".join(path.name for path in collection.path.rglob("*"))


@pytest.mark.usefixtures("each_database")
def test_named_captures_go_and_their_page_stays(collection: Collection) -> None:
    stored = fill(collection, 4)
    page = collection.repository.page(stored[0].page_id)
    add_model(collection, stored)
    collection.record_label(label_between(stored[0], stored[1]))
    collection.record_label(label_between(stored[2], stored[3]))
    kept = [stored[0], stored[2]]
    before = everything_of(collection, kept)
    done = _remove(collection, page, [stored[1].id, stored[3].id])
    assert everything_of(collection, kept) == before
    repository = collection.repository
    assert [item.id for item in repository.captures(page.id)] == [item.id for item in kept]
    assert repository.scores(page.id) == []
    assert [item.id for item in repository.unscored(page.id)] == [stored[0].id, stored[2].id]
    assert repository.labels(page.id) == []
    assert repository.current_model(page.id) is None
    assert not (collection.path / "models" / "1").exists() or not any(
        (collection.path / "models" / "1").iterdir()
    )
    assert repository.page(page.id).title == "Front page 2"
    assert [item.at for item in done.captures] == [stored[1].started_at, stored[3].started_at]
    assert_clean(collection)


@pytest.mark.usefixtures("each_database")
def test_captures_that_were_compared_with_a_removed_one_wait_for_a_score(collection: Collection) -> None:
    stored = fill(collection, 4)
    page = collection.repository.page(stored[0].page_id)
    collection.repository.needs_no_score(stored[0].id)
    _remove(collection, page, [stored[2].id])
    assert [item.id for item in collection.repository.unscored(page.id)] == [stored[3].id]
    _remove(collection, page, [stored[0].id])  # the next one is the first now
    assert [item.id for item in collection.repository.unscored(page.id)] == [stored[3].id]


@pytest.mark.usefixtures("each_database")
def test_parts_that_captures_share_stay_with_those_that_stay(collection: Collection) -> None:
    page = add_page(collection)
    stored = [collection.store(page, capture(hour, text=LONG, dom=LONG)) for hour in range(4)]
    before = everything_of(collection, stored[1:])
    _remove(collection, page, [stored[0].id])
    assert everything_of(collection, stored[1:]) == before
    assert_clean(collection)
    _remove(collection, page, [stored[1].id, stored[2].id])
    assert everything_of(collection, stored[3:]) == before[2:]
    assert_clean(collection)
    again = collection.store(page, capture(9, text=LONG, dom=LONG))
    assert collection.read(again, Role.TEXT) == LONG.encode()
    assert again.warc_bytes < stored[0].warc_bytes  # dedupe goes on, with what was made whole


@pytest.mark.usefixtures("each_database")
def test_answers_of_other_pages_are_replayed_as_before(collection: Collection, tmp_path: Path) -> None:
    gone, _ = two_pages(collection)
    urls = (OTHER, "https://other.example/style.css")
    collection.close_archive()
    before = [answers_of(collection, tmp_path / "1", url) for url in urls]
    assert all(before)
    _remove(collection, gone)
    collection.close_archive()
    assert [answers_of(collection, tmp_path / "2", url) for url in urls] == before
    assert answers_of(collection, tmp_path / "2", URL) == []


def test_what_is_left_is_exported_and_checked(collection: Collection, tmp_path: Path) -> None:
    gone, _ = two_pages(collection)
    _remove(collection, gone)
    target = tmp_path / "rest.wacz"
    export_wacz(collection, target)
    report = check_wacz(target)
    assert (report.faults, report.notes) == ((), ())


@pytest.mark.usefixtures("each_database")
def test_a_rebuild_brings_back_the_rest_and_the_audit(collection: Collection, tmp_path: Path) -> None:
    gone, kept = two_pages(collection)
    _remove(collection, gone)
    later = replace(WHY, at=LATER + timedelta(hours=1))
    _remove(collection, collection.repository.page(kept[0].page_id), [kept[0].id], later)
    told, before = removals(collection.database), parts_of(collection, kept[1])
    collection.close_archive()
    with without_database(collection, tmp_path / "again") as again:
        report = rebuild(again)
        assert (len(report.added), report.faults, report.notes) == (1, (), ())
        assert removals(again.database) == told
        assert [page.url for page in again.repository.pages()] == [OTHER]
        assert parts_of(again, again.repository.captures(1)[0]) == before
        assert_clean(again)


def test_a_file_that_comes_back_brings_no_removed_capture(collection: Collection, tmp_path: Path) -> None:
    gone, _ = two_pages(collection)
    collection.close_archive()
    (file,) = (collection.path / "archive").iterdir()
    kept = tmp_path / file.name
    kept.write_bytes(file.read_bytes())
    _remove(collection, gone)
    report = ingest(collection, kept)
    assert report.added == ()
    assert sum("was removed from this collection" in note.message for note in report.notes) == 3
    assert mentions(collection, b"Story 0") == []
    assert_clean(collection)


@pytest.mark.usefixtures("each_database")
def test_a_file_that_brings_more_comes_in_without_what_was_removed(
    collection: Collection, tmp_path: Path
) -> None:
    path = MAKERS["heritrix.warc.gz"](tmp_path / "theirs.warc.gz")
    added = [collection.repository.capture(number) for number in ingest(collection, path).added]
    removed = next(item for item in added if item.url == SITE)
    kept = [item for item in added if item is not removed]
    before = [parts_of(collection, item) for item in kept]
    _remove(collection, collection.repository.page(removed.page_id))
    report = ingest(collection, path, pages=[SITE, f"{SITE}frame"])
    assert [collection.repository.capture(number).url for number in report.added] == [f"{SITE}frame"]
    assert [note.thing for note in report.notes if "was removed" in note.message] == [
        f"{SITE} at 2025-05-04 10:00:00"
    ]
    collection.close_archive()
    assert answers_of(collection, tmp_path / "scratch", SITE) == []
    assert len(answers_of(collection, tmp_path / "scratch", f"{SITE}frame")) == 1
    assert [parts_of(collection, item) for item in kept] == before
    assert_whole(collection)


@pytest.mark.parametrize("name", MAKERS)
def test_captures_of_other_tools_go_too(name: str, tmp_path: Path) -> None:
    with Collection.create(tmp_path / "c") as collection:
        path = MAKERS[name](tmp_path / name)
        added = [collection.repository.capture(number) for number in ingest(collection, path).added]
        assert_whole(collection)
        kept = added[1:]
        before = [parts_of(collection, item) for item in kept]
        page = collection.repository.page(added[0].page_id)
        _remove(collection, page, [added[0].id])
        assert [parts_of(collection, collection.repository.capture(item.id)) for item in kept] == before
        assert_whole(collection)
        for stored in kept:
            _remove(collection, collection.repository.page(stored.page_id), [stored.id])
        assert_whole(collection)
        assert [
            path.name for path in (collection.path / "archive").iterdir() if "pagetide-" not in path.name
        ] == []


def test_audits_of_several_removals_stay(collection: Collection) -> None:
    stored = fill(collection, 3)
    page = collection.repository.page(stored[0].page_id)
    done = [_remove(collection, page, [item.id]) for item in stored]
    assert removals(collection.database) == done
    assert_clean(collection)


def test_no_number_is_given_to_another_capture(collection: Collection, tmp_path: Path) -> None:
    stored = fill(collection, 3)
    page = collection.repository.page(stored[0].page_id)
    _remove(collection, page, [stored[2].id])
    assert collection.store(page, capture(7)).id == 4
    _remove(collection, page)
    (number,) = ingest(collection, MAKERS["brozzler.warc.gz"](tmp_path / "x.warc.gz")).added
    assert number == 5


@pytest.mark.usefixtures("each_database")
def test_no_number_is_given_to_another_page(collection: Collection) -> None:
    page = collection.repository.page(fill(collection, 1)[0].page_id)
    other = add_page(collection, "https://example.org/other")
    collection.store(other, capture(3, url=other.url))
    _remove(collection, other)
    assert add_page(collection, "https://example.org/third").id == other.id + 1
    assert page.id < other.id


def test_what_is_damaged_goes_with_its_capture_and_stays_damaged_elsewhere(collection: Collection) -> None:
    stored = fill(collection, 4)
    page = collection.repository.page(stored[0].page_id)
    collection.close_archive()
    (file,) = (collection.path / "archive").iterdir()
    data = bytearray(file.read_bytes())
    for seed in (1, 2):  # the pictures of two captures
        data[data.index(png(seed)[60:80])] ^= 0x10
    file.write_bytes(data)
    before = _faulty(collection)
    _remove(collection, page, [stored[0].id])
    assert _faulty(collection) == before == {"capture 2", "capture 3"}
    _remove(collection, page, [stored[1].id])
    assert _faulty(collection) == {"capture 3"}
    assert collection.read(stored[3], Role.VIEW) == png(3)
    _remove(collection, page, [stored[2].id])
    assert_clean(collection)


def test_a_shared_part_that_is_damaged_stays_so(collection: Collection) -> None:
    page = add_page(collection)
    stored = [collection.store(page, capture(hour, text=LONG)) for hour in range(2)]
    collection.close_archive()
    (file,) = (collection.path / "archive").iterdir()
    place = find_place(collection.database, stored[0], Role.TEXT)
    data = bytearray(file.read_bytes())
    data[place.offset + place.length // 2] ^= 0x10
    file.write_bytes(data)
    _remove(collection, page, [stored[0].id])
    assert "capture 2" in _faulty(collection)
    assert collection.read(stored[1], Role.VIEW) == png(1)
    with pytest.raises(Corrupt):
        collection.read(stored[1], Role.TEXT)


def test_the_missing_end_of_a_file_goes_on_being_missed(collection: Collection) -> None:
    stored = fill(collection, 3)
    page = collection.repository.page(stored[0].page_id)
    collection.close_archive()
    (file,) = (collection.path / "archive").iterdir()
    os.truncate(file, file.stat().st_size - 100)
    before = [fault.message for fault in verify(collection).faults]
    _remove(collection, page, [stored[0].id])
    after = [fault.message for fault in verify(collection).faults]
    assert any("100 bytes too early" in message or "too early" in message for message in before)
    assert [message for message in after if "too early" in message]
    assert collection.read(stored[1], Role.VIEW) == png(1)


def _faulty(collection: Collection) -> set[str]:
    return {fault.thing for fault in verify(collection).faults if fault.thing.startswith("capture")}


def test_what_feeds_said_of_a_page_is_forgotten_with_it(collection: Collection) -> None:
    gone, _ = two_pages(collection)
    said = {URL.partition(":")[2]: "2026", "//other.example/": "2025"}
    collection.repository.set_state("announced: https://news.example/feed", said)
    collection.repository.set_state(f"announced: {URL}", said)
    _remove(collection, gone)
    left = collection.repository.state("announced: https://news.example/feed")
    assert left == {"//other.example/": "2025"}
    assert collection.repository.state(f"announced: {URL}") is None


@pytest.mark.usefixtures("each_database")
def test_a_part_that_another_tool_keeps_once_stays_after_a_rebuild(
    collection: Collection, tmp_path: Path
) -> None:
    archive = Archive(tmp_path / "theirs.warc.gz")
    first = ""
    for number in range(3):
        at, page_id = AT + timedelta(hours=number), f"01234567-89ab-4cde-8f01-23456789ab0{number}"
        named = {"WARC_Page_ID": page_id}
        archive.response(SITE, at, HTML % number, **named)
        archive.record("resource", f"urn:view:{SITE}", at, png(number), "image/png", **named)
        if first:
            profile = {"WARC_Profile": IDENTICAL_PAYLOAD, "WARC_Refers_To": first}
            archive.record("revisit", f"urn:text:{SITE}", at, b"", "text/plain", **named, **profile)
        else:
            first = archive.record("resource", f"urn:text:{SITE}", at, b"the same", "text/plain", **named)
        info = {"pageid": page_id, "url": SITE, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}", "tsStatus": 200}
        archive.record("resource", f"urn:pageinfo:{SITE}", at, json.dumps(info).encode(), "application/json")
    added = [collection.repository.capture(number) for number in ingest(collection, archive.close()).added]
    before = [parts_of(collection, item) for item in added[1:]]
    assert all(parts[Role.TEXT][1] == b"the same" for parts in before)
    _remove(collection, collection.repository.page(1), [added[0].id])
    assert [parts_of(collection, item) for item in added[1:]] == before
    assert_whole(collection)
    with without_database(collection, tmp_path / "again") as again:
        rebuild(again)
        assert [parts_of(again, item) for item in again.repository.captures(1)] == before


def test_a_capture_of_another_page_is_refused(collection: Collection) -> None:
    gone, kept = two_pages(collection)
    with pytest.raises(NotStored, match=f"has no capture {kept[0].id}"):
        plan_removal(collection, gone, [kept[0].id])


def test_a_file_that_another_process_writes_is_not_touched(collection: Collection) -> None:
    gone, _ = two_pages(collection)
    with Collection.open(collection.path) as other:
        later = other.store(gone, capture(8))
        with pytest.raises(StorageError, match="Another process is writing"):
            plan_removal(collection, gone)
        assert other.read(later, Role.VIEW) == png(8)


STEPS = (
    "announce",
    "rewrite",
    "measured",
    "_sync",
    "erase",
    "move_rows",
    "delete_rows",
    "_written_audits",
    "insert_removal",
    "note_leftovers",
)


@pytest.mark.parametrize(
    ("database", "step"),
    [("sqlite", step) for step in STEPS]
    + [pytest.param("postgresql", step, marks=pytest.mark.postgres) for step in STEPS[-2:]],
)
def test_an_error_at_any_step_leaves_everything_as_it_was(
    request: pytest.FixtureRequest, database: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database == "postgresql":
        request.getfixturevalue("on_postgresql")
    collection: Collection = request.getfixturevalue("collection")
    gone, kept = two_pages(collection)
    plan = plan_removal(collection, gone)
    everyone = [*collection.repository.captures(gone.id), *kept]
    before, files = everything_of(collection, everyone), archive_files(collection)

    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("now")

    monkeypatch.setattr(removal, step, fails)
    with pytest.raises(RuntimeError, match="now"):
        remove(collection, plan, WHY)
    assert everything_of(collection, everyone) == before
    collection.close_archive()
    assert archive_files(collection) == files
    assert_clean(collection)


@pytest.mark.usefixtures("each_database")
def test_what_a_crash_left_after_the_commit_is_deleted_at_the_next_opening(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, kept = two_pages(collection)
    before, plan = everything_of(collection, kept), plan_removal(collection, gone)
    files = archive_files(collection)
    monkeypatch.setattr(removal, "clear", lambda *_: None)
    remove(collection, plan, WHY)
    collection.close_archive()
    assert files <= archive_files(collection)
    with Collection.open(collection.path) as again:
        assert everything_of(again, kept) == before
        assert not files & archive_files(again)
        assert_clean(again)


def test_what_a_crash_left_before_the_commit_is_deleted_at_the_next_opening(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, _ = two_pages(collection)
    plan = plan_removal(collection, gone)
    files = archive_files(collection)
    monkeypatch.setattr(removal, "clear", lambda *_: None)
    monkeypatch.setattr(removal, "_commit", lambda *_: (_ for _ in ()).throw(RuntimeError("now")))
    with pytest.raises(RuntimeError, match="now"):
        remove(collection, plan, WHY)
    assert files < archive_files(collection)
    with Collection.open(collection.path) as again:
        assert archive_files(again) == files
        assert_clean(again)


KILLED = """
import os, signal, sys
from pathlib import Path
from storage.removal import removing as removal
from storage.collection import Collection
from tests.storage.removal.archive_state import WHY
def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
with Collection.open(Path(sys.argv[1])) as collection:
    plan = removal.plan_removal(collection, collection.repository.page(1))
    setattr(removal, sys.argv[2], killed)
    removal.remove(collection, plan, WHY)
"""


@pytest.mark.parametrize(("step", "is_done"), [("_written_audits", 0), ("insert_removal", 0), ("clear", 1)])
def test_a_kill_leaves_the_old_state_or_the_new_one(collection: Collection, step: str, is_done: int) -> None:
    gone, kept = two_pages(collection)
    everyone = [*collection.repository.captures(gone.id), *kept]
    before = everything_of(collection, everyone)
    collection.close()
    command = [sys.executable, "-c", KILLED, str(collection.path), step]
    result = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, timeout=120)
    assert result.returncode == -signal.SIGKILL, result.stderr
    with Collection.open(collection.path) as again:
        assert len(removals(again.database)) == is_done
        assert everything_of(again, kept if is_done else everyone) == before[3 if is_done else 0 :]
        assert len(archive_files(again)) == 1 + is_done  # and that of the audit
        assert_clean(again)


def _remove(collection: Collection, page: Page, captures: Iterable[int] = (), why: Why = WHY) -> Removal:
    return remove(collection, plan_removal(collection, page, tuple(captures)), why)


def test_what_a_removed_capture_showed_goes_with_it(collection: Collection) -> None:
    stored = fill(collection, 4)
    page = collection.repository.page(stored[0].page_id)
    _remove(collection, page, [stored[1].id])
    assert [item.capture_id for item in collection.repository.findings(Wanted(), limit=9)] == [stored[3].id]
    _remove(collection, page)
    assert collection.repository.findings(Wanted(), limit=9) == []
