"""What people set of pages stands in the archive, too, and comes back when the database is lost."""

import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from warcio.archiveiterator import ArchiveIterator

from storage.actions import pages as on_pages
from storage.actions.adding import add
from storage.actions.audit import Actor
from storage.actions.holding import hold, unhold
from storage.actions.own_rules import drop_rule, set_rule
from storage.actions.regions import add_region, remove_region
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import StorageError
from storage.index.cdxj import write_index
from storage.ingest.archives import ingest, rebuild
from storage.ingest.leftovers import take_in_leftovers
from storage.own_rules import OwnRule
from storage.queries.selection import Selection
from storage.records import StoredCapture
from storage.regions import PageRegion
from storage.removal.removing import Why, plan_removal, remove
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.record import Record
from storage.warc.writer import ARCHIVE
from tests.storage.builders import START, URL, add_page, capture, fill, lose_database
from tests.storage.removal.archive_state import assert_whole, mentions

on_each_database = pytest.mark.usefixtures("each_database")

HOUR = timedelta(hours=1)
OTHER = "https://other.example/"
REGION = PageRegion(number=0, x_px=10, y_px=20, width_px=300, height_px=100, favour=False)
SETTINGS = b"WARC-Target-URI: urn:pagesettings:"


def ada(hour: int = 24) -> Actor:
    return Actor(by="ada", at=START + hour * HOUR)


def is_set(collection: Collection) -> dict[str, Any]:
    """All that people set of pages, by their URLs, without the numbers of one database."""
    repository = collection.repository
    found = {}
    for page in repository.pages():
        holds = repository.standing_holds(page_id=page.id, limit=99)
        found[page.url] = {
            "holds": sorted(
                (item.reason, item.held_by, item.held_at, _urn(collection, item.capture_id)) for item in holds
            ),
            "tags": repository.tags([page.id]).get(page.id, []),
            "rules": [
                (rule.tag, rule.every, rule.cron, rule.said_by) for rule in repository.rules_of_page(page.id)
            ],
            "regions": page.regions,
            "columns": (
                page.note,
                page.alarm_above,
                page.weight,
                page.active,
                page.muted_at,
                page.retired_at,
            ),
        }
    return found


def _urn(collection: Collection, number: int | None) -> str:
    if number is None:
        return ""
    with collection.database.reading() as connection:
        return str(connection.execute(text(f"SELECT urn FROM capture WHERE id = {number}")).scalar())


def two_pages(collection: Collection) -> list[StoredCapture]:
    stored = fill(collection, 2)
    other = add_page(collection, OTHER)
    return [*stored, collection.store(other, capture(4, url=OTHER))]


def set_everything(collection: Collection) -> None:
    """Each kind of thing that people set, of two pages with two captures and one."""
    two_pages(collection)
    hold(collection, ada(), "case 12/2026 ✓", page_id=1)
    hold(collection, ada(25), "the lead story", page_id=1, capture_id=2)
    on_pages.tag(collection, ada(), 1, add=["council", "budget"])
    on_pages.tag(collection, ada(), 2, add=["council"])
    on_pages.note(collection, ada(), 1, "moves in May")
    on_pages.set_alarm_above(collection, ada(), 1, 0.8)
    add_region(collection, ada(), 1, REGION)
    set_rule(collection, ada(), OwnRule(page_id=1, every=6 * HOUR, per_h=1 / 6))
    set_rule(collection, ada(), OwnRule(tag="council", cron="0 8 * * *", zone="Europe/Berlin", per_h=1 / 24))
    on_pages.mute(collection, ada(), 1)
    on_pages.retire(collection, ada(), 2)


def rebuilt(collection: Collection) -> Collection:
    """The same folder after its database was lost and made again."""
    collection.close()
    lose_database(collection.path)
    fresh = Collection.create(collection.path)
    assert rebuild(fresh).faults == ()
    return fresh


def records_in(collection: Collection) -> list[tuple[Any, dict[str, Any]]]:
    """Headers and content of the records of settings, in the order of the files."""
    collection.close_archive()
    found = []
    for file in sorted((collection.path / ARCHIVE).glob("*.warc.gz")):
        with file.open("rb") as source:
            found += [
                (record.rec_headers, json.loads(record.raw_stream.read()))
                for record in ArchiveIterator(source)
                if (record.rec_headers.get_header("WARC-Target-URI") or "").startswith("urn:pagesettings:")
            ]
    return found


@on_each_database
def test_a_lost_database_gets_back_all_that_people_set(collection: Collection) -> None:
    set_everything(collection)
    before = is_set(collection)
    collection.close()
    lose_database(collection.path)
    with Collection.create(collection.path) as fresh:
        report = rebuild(fresh)
        assert (report.faults, report.settings, report.holds) == ((), 2, 2)
        assert is_set(fresh) == before
        assert verify(fresh).faults == ()
        assert rebuild(fresh).settings == 0
        assert is_set(fresh) == before


def test_the_record_says_all_that_is_set_of_a_page(collection: Collection) -> None:
    set_everything(collection)
    urn, main = _urn(collection, 2), ""
    with collection.database.reading() as connection:
        main = str(connection.execute(text("SELECT main_record FROM capture WHERE id = 2")).scalar())
    headers, body = [item for item in records_in(collection) if item[1]["url"] == URL][-1]
    assert headers.get_header("WARC-Type") == "metadata"
    assert headers.get_header("WARC-Target-URI") == f"urn:pagesettings:{URL}"
    assert headers.get_header("WARC-Refers-To") == f"<{main}>"
    assert headers.get_header("WARC-Page-ID") == urn
    assert headers.get_header("WARC-Date") == body["set_at"]
    at = "2026-03-02T12:00:00.250000Z"
    council = {
        "every_s": None,
        "cron": "0 8 * * *",
        "zone": "Europe/Berlin",
        "per_h": 1 / 24,
        "said_by": "ada",
    }
    own = {"tag": None, "every_s": 21600.0, "cron": None, "zone": "UTC", "per_h": 1 / 6, "said_by": "ada"}
    assert body == {
        "format": "pagetide-page-settings-1",
        "url": URL,
        "capture": urn,
        "captured_at": "2026-03-01T13:00:00.250000Z",
        "set_at": body["set_at"],
        "set_by": "ada",
        "holds": [
            {"capture": None, "reason": "case 12/2026 ✓", "held_by": "ada", "held_at": at},
            {
                "capture": urn,
                "reason": "the lead story",
                "held_by": "ada",
                "held_at": "2026-03-02T13:00:00.250000Z",
            },
        ],
        "tags": ["budget", "council"],
        "note": "moves in May",
        "regions": [REGION.to_json() | {"number": 1, "said_by": "ada"}],
        "alarm_above": 0.8,
        "rule": own,
        "tag_rules": [council | {"tag": "council"}],
        "weight": 1.0,
        "paused": False,
        "muted_at": at,
        "retired_at": None,
    }


ACTIONS: dict[str, Callable[[Collection], object]] = {
    "hold": lambda opened: hold(opened, ada(30), "another case", page_id=1),
    "unhold": lambda opened: unhold(opened, ada(30), 1),
    "tag": lambda opened: on_pages.tag(opened, ada(30), 1, add=["new"], drop=["budget"]),
    "note": lambda opened: on_pages.note(opened, ada(30), 1, ""),
    "threshold": lambda opened: on_pages.set_alarm_above(opened, ada(30), 1, None),
    "region": lambda opened: add_region(opened, ada(30), 1, REGION),
    "region removed": lambda opened: remove_region(opened, ada(30), 1, 1),
    "rule": lambda opened: drop_rule(opened, ada(30), page_id=1),
    "rule of a tag": lambda opened: drop_rule(opened, ada(30), tag="council"),
    "mute": lambda opened: on_pages.unmute(opened, ada(30), 1),
    "retire": lambda opened: on_pages.retire(opened, ada(30), 1),
    "resume": lambda opened: on_pages.resume(opened, ada(30), 2),
    "pause": lambda opened: on_pages.pause(opened, ada(30), 1),
    "pause of many": lambda opened: on_pages.pause_many(opened, ada(30), tag="council"),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_what_an_action_sets_is_in_the_archive_at_once(collection: Collection, name: str) -> None:
    set_everything(collection)
    first = is_set(collection)
    ACTIONS[name](collection)
    changed = is_set(collection)
    assert changed != first
    with rebuilt(collection) as fresh:
        assert is_set(fresh) == changed


@pytest.mark.parametrize("name", ACTIONS)
def test_an_undone_action_does_not_come_back(collection: Collection, name: str) -> None:
    set_everything(collection)
    first = is_set(collection)
    ACTIONS[name](collection)
    undo(collection, ada(31))
    assert is_set(collection) == first
    with rebuilt(collection) as fresh:
        assert is_set(fresh) == first


@on_each_database
def test_what_is_set_in_another_process_counts_in_the_order_in_which_it_was_set(
    collection: Collection,
) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(30), 1, "first")
    with Collection.open(collection.path) as beside:
        on_pages.note(beside, ada(28), 1, "second, by a clock that is behind")
    with rebuilt(collection) as fresh:
        assert fresh.repository.page(1).note == "second, by a clock that is behind"


@on_each_database
def test_what_is_set_while_a_record_is_written_goes_on_waiting(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 1)
    append = collection._warc.append

    def slow(records: Any, **named: Any) -> Any:
        monkeypatch.setattr(collection._warc, "append", append)
        with Collection.open(collection.path) as beside:
            monkeypatch.setattr(beside, "note_settings", lambda: None)
            on_pages.note(beside, ada(26), 1, "later")
        return append(records, **named)

    monkeypatch.setattr(collection._warc, "append", slow)
    on_pages.note(collection, ada(25), 1, "earlier")
    assert collection.archive_settings() == 1
    with rebuilt(collection) as fresh:
        assert fresh.repository.page(1).note == "later"


@on_each_database
def test_a_page_without_a_capture_waits_for_its_first(collection: Collection) -> None:
    add(collection, ada(), [(URL, 2.5)])
    on_pages.note(collection, ada(), 1, "new")
    assert records_in(collection) == []
    collection.store(collection.repository.page(1), capture(1))
    assert [body["note"] for _, body in records_in(collection)] == ["new"]
    with rebuilt(collection) as fresh:
        (page,) = fresh.repository.pages()
        assert (page.note, page.weight) == ("new", 2.5)


def test_of_more_than_a_batch_what_was_set_last_is_archived_first(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_pages(collection)
    monkeypatch.setattr("storage.queries.page_settings._AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(Collection, "note_settings", lambda *_: None)
        on_pages.note(collection, ada(25), 1, "earlier")
    hold(collection, ada(26), "case 12", page_id=2)
    assert [body["url"] for _, body in records_in(collection)] == [OTHER]
    assert collection.archive_said() == 1


def test_an_action_holds_where_its_record_cannot_be_written(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(collection, 1)

    def full(*_: Any, **__: Any) -> Any:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(collection._warc, "append", full)
        hold(collection, ada(), "case 12", page_id=1)
    assert [item.reason for item in collection.repository.standing_holds(limit=9)] == ["case 12"]
    assert collection.archive_said() == 1


def test_a_damaged_record_is_passed_over_and_the_one_before_it_counts(collection: Collection) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(25), 1, "as it was")
    ((_, body),) = records_in(collection)
    for hour, changed in enumerate(
        [
            {"alarm_above": 7},
            {"holds": [{}]},
            {"tags": "x"},
            {"set_at": "yesterday"},
            {"regions": [{"number": 1}]},
        ],
        26,
    ):
        _append(collection, json.dumps(body | {"note": "broken"} | changed).encode(), hour)
    _append(collection, json.dumps(body)[:-5].encode(), 40)
    with rebuilt(collection) as fresh:
        assert fresh.repository.page(1).note == "as it was"


def test_words_that_no_database_takes_are_kept_without_what_cannot_be(collection: Collection) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(25), 1, "as it was")
    ((_, body),) = records_in(collection)
    later = body | {"note": "a nul \0 is none", "set_at": "2026-03-05T00:00:00Z"}
    _append(collection, json.dumps(later).encode(), 26)
    with rebuilt(collection) as fresh:
        assert fresh.repository.page(1).note == "a nul  is none"


def test_a_hold_on_a_capture_that_is_lost_holds_the_page(collection: Collection) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(25), 1, "as it was")
    ((_, body),) = records_in(collection)
    held = {
        "capture": "urn:uuid:lost",
        "reason": "case 12",
        "held_by": "ada",
        "held_at": "2026-03-02T00:00:00Z",
    }
    later = body | {"holds": [held], "capture": "urn:uuid:lost", "set_at": "2026-03-05T00:00:00Z"}
    _append(collection, json.dumps(later).encode(), 26)
    with rebuilt(collection) as fresh:
        (made,) = fresh.repository.standing_holds(limit=9)
        assert (made.reason, made.capture_id) == ("case 12", None)


@on_each_database
def test_a_rebuild_beside_a_database_overrules_nothing_that_was_set_later(collection: Collection) -> None:
    set_everything(collection)
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE page SET note = 'lost', alarm_above = 0.5"))
        connection.execute(text("DELETE FROM page_settings WHERE page_id = 1"))
    collection.close_archive()
    assert rebuild(collection).settings == 1
    assert [page.alarm_above for page in collection.repository.pages()] == [0.8, 0.5]


@on_each_database
def test_a_removed_page_leaves_nothing_of_what_was_set_of_it(collection: Collection) -> None:
    two_pages(collection)
    on_pages.note(collection, ada(), 1, "a secret word")
    on_pages.tag(collection, ada(), 1, add=["hushhush"])
    plan = plan_removal(collection, collection.repository.page(1))
    remove(collection, plan, Why(reason="asked", by="ada", at=START + 48 * HOUR))
    assert mentions(collection, b"a secret word", b"urn:pagesettings") == []
    assert_whole(collection)


@on_each_database
def test_what_is_set_outlives_the_capture_under_which_it_stood(collection: Collection) -> None:
    fill(collection, 2)
    on_pages.note(collection, ada(), 1, "stays")
    plan = plan_removal(collection, collection.repository.page(1), (2,))
    remove(collection, plan, Why(reason="asked", by="ada", at=START + 48 * HOUR))
    ((headers, _),) = records_in(collection)
    assert headers.get_header("WARC-Page-ID") == _urn(collection, 1)
    assert_whole(collection)
    with rebuilt(collection) as fresh:
        assert fresh.repository.page(1).note == "stays"


@on_each_database
def test_a_package_holds_nothing_of_it(collection: Collection, tmp_path: Path) -> None:
    set_everything(collection)
    whole = export_wacz(collection, tmp_path / "all.wacz")
    part = export_wacz(collection, tmp_path / "part.wacz", selection=Selection(pages=(URL,)))
    for package in (whole, part):
        assert check_wacz(package).faults == ()
        assert SETTINGS not in _unpacked(package)
        with Collection.create(tmp_path / f"of-{package.stem}") as other:
            ingest(other, package)
            assert rebuild(other).settings == 0


def test_a_package_leaves_out_a_record_that_a_killed_process_left_without_a_row(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(), 1, "a secret word")
    collection.close_archive()
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE page_settings SET warc_record_id = NULL"))
        connection.execute(text("DELETE FROM warc_record WHERE target_uri LIKE 'urn:pagesettings:%'"))
    assert SETTINGS not in _unpacked(export_wacz(collection, tmp_path / "all.wacz"))


def test_a_record_that_a_killed_process_left_without_a_row_gets_one(collection: Collection) -> None:
    fill(collection, 1)
    on_pages.note(collection, ada(), 1, "noted")
    collection.close_archive()
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE page_settings SET warc_record_id = NULL"))
        connection.execute(text("DELETE FROM warc_record WHERE target_uri LIKE 'urn:pagesettings:%'"))
        connection.execute(text("DELETE FROM warc_file"))
    take_in_leftovers(collection)
    report = verify(collection)
    assert (report.faults, report.notes) == ((), ())
    assert collection.archive_said() == 1


def test_a_warc_file_of_another_collection_sets_nothing_here(collection: Collection, tmp_path: Path) -> None:
    set_everything(collection)
    collection.close_archive()
    files = sorted((collection.path / ARCHIVE).glob("*.warc.gz"))
    with Collection.create(tmp_path / "other") as other:
        for file in files:
            ingest(other, file)
        again = [ingest(other, file) for file in files]
        assert [report.added for report in again] == [()] * len(files)
        assert len(other.repository.pages()) == 2
        assert rebuild(other).settings == 0
        assert mentions(other, b"case 12/2026", b"moves in May") == []
        assert_whole(other)
        assert [page.note for page in other.repository.pages()] == ["", ""]
        with rebuilt(other) as fresh:
            assert [page.note for page in fresh.repository.pages()] == ["", ""]


def test_a_note_is_not_in_the_index_that_replay_reads(collection: Collection) -> None:
    set_everything(collection)
    assert "urn:pagesettings" not in write_index(collection).read_text()


def _append(collection: Collection, payload: bytes, hour: int) -> None:
    """A record of settings in a WARC file of its own."""
    record = Record(
        kind="metadata",
        uri=f"urn:pagesettings:{URL}",
        date=START + hour * HOUR,
        content_type="application/json",
        payload=payload,
    )
    (collection.path / ARCHIVE / f"pagetide-late-{hour}.warc.gz").write_bytes(record.encoded())


def _unpacked(package: Path) -> bytes:
    """All WARC records of a package."""
    found = b""
    with zipfile.ZipFile(package) as archive:
        for name in archive.namelist():
            if name.endswith(".warc.gz"):
                with archive.open(name) as member:
                    found += b"".join(str(record.rec_headers).encode() for record in ArchiveIterator(member))
    return found
