"""A rule of retention: what is too old goes, what is kept for a reason stays, and the rest is as it was."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.actions.audit import Actor
from storage.actions.holding import hold
from storage.actions.pages import note
from storage.collection import Collection
from storage.errors import StorageError
from storage.index.cdxj import INDEX, write_index
from storage.ingest.archives import ingest, rebuild
from storage.queries.labels import Label
from storage.queries.removal_records import removals
from storage.records import Page, ResponseKind, Role, StoredCapture
from storage.removal import retention
from storage.removal.removing import Why, carry_out, plan_expiry
from storage.removal.retention import Expired, apply_rule, expired
from storage.settings import RetentionSettings
from tests.storage.archives import MAKERS
from tests.storage.builders import START, URL, add_page, capture, exchange, score, warc_files
from tests.storage.removal.archive_state import (
    LATER,
    LONG,
    add_model,
    answers_of,
    assert_clean,
    everything_of,
    label_between,
    mentions,
    without_database,
)

DAY = timedelta(days=1)
WHY = Why(reason="retention", by="pagetide", at=LATER)
NOTHING_ELSE = {"keep_first": False, "keep_important": False, "keep_labelled": False}
OTHER = "https://other.example/"


def rule(**settings: Any) -> RetentionSettings:
    return RetentionSettings(**{"keep_within": 3 * DAY, **NOTHING_ELSE, **settings})


def daily(collection: Collection, days: int, page: Page | None = None, **parts: Any) -> list[StoredCapture]:
    """A capture a day, every two in a WARC file of their own; style, text and DOM are the same in all."""
    page = page or add_page(collection)
    stored = []
    for day in range(days):
        brought = capture(24 * day, url=page.url, final_url=page.url, text=LONG, dom=LONG, **parts)
        stored.append(collection.store(page, brought, features=b"features %d" % day))
        if day:
            collection.record_score(score(stored[-2], stored[-1], important=day == 2))
        if day % 2:
            collection.close_archive()
    collection.close_archive()
    return stored


def ages(found: Expired) -> list[int]:
    """Which of the daily captures go, by their day."""
    return sorted((item.started_at - START).days for item in found.going)


@pytest.mark.parametrize(
    ("settings", "going"),
    [
        ({"keep_within": None}, []),
        ({}, [0, 1, 2, 3, 4, 5, 6]),
        ({"keep_within": DAY / 2}, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ({"keep_last": 5}, [0, 1, 2, 3, 4]),
        ({"keep_first": True}, [1, 2, 3, 4, 5, 6]),
        ({"keep_important": True}, [0, 3, 4, 5, 6]),
        ({"keep_labelled": True}, [0, 1, 2, 3, 4]),
        ({"keep_daily": 5}, [0, 1, 2, 3, 4]),
        ({"keep_weekly": 9}, [1, 2, 3, 4, 5, 6]),  # 1 March 2026 is a Sunday
        ({"keep_yearly": 1}, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_a_rule_says_what_goes(collection: Collection, settings: dict[str, Any], going: list[int]) -> None:
    page = add_page(collection)
    stored = [collection.store(page, capture(24 * day)) for day in range(10)]
    collection.record_score(score(stored[1], stored[2]))
    collection.record_label(
        Label(page_id=page.id, before_id=stored[5].id, after_id=stored[6].id, important=False, said_at=LATER)
    )
    assert ages(expired(collection, rule(**settings), START + 9 * DAY + DAY)) == going


def test_held_captures_failed_ones_and_those_of_archives(collection: Collection, tmp_path: Path) -> None:
    page = add_page(collection)
    stored = [collection.store(page, capture(24 * day)) for day in range(4)]
    failed = collection.store(page, capture(90, status=500, response_kind=ResponseKind.ERROR))
    ingest(collection, MAKERS["heritrix.warc.gz"](tmp_path / "theirs.warc.gz"))
    who = Actor(by="ann", at=LATER)
    hold(collection, who, "x", page_id=page.id, capture_id=stored[1].id)
    found = expired(collection, rule(keep_within=DAY), START + 300 * DAY)
    assert failed.id in {item.id for item in found.going}
    assert [item.id for item in found.going if item.good] == [stored[2].id, stored[0].id]
    assert found.kept == Counter({"from an imported archive": 3, "held": 1, "the last of its page": 1})
    hold(collection, who, "x", page_id=page.id)
    assert expired(collection, rule(keep_within=DAY), START + 300 * DAY).going == []


@pytest.mark.usefixtures("each_database")
@pytest.mark.parametrize("most_bytes", [1, retention.MOST_BYTES])
def test_what_is_old_goes_and_the_rest_is_as_it_was(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_bytes: int
) -> None:
    monkeypatch.setattr(retention, "MOST_BYTES", most_bytes)
    stored = daily(collection, 8)
    other = daily(collection, 8, add_page(collection, OTHER), exchanges=(exchange(OTHER),))
    write_index(collection)
    kept = [*stored[5:], *other[5:]]
    before, answers = everything_of(collection, kept), answers_of(collection, tmp_path / "1", OTHER)
    files = {path.name for path in warc_files(collection)}
    found = expired(collection, rule(), START + 8 * DAY)
    assert len(found.going) == 10
    told = apply_rule(collection, found.going, None)
    assert {path.name for path in warc_files(collection)} == files
    done = apply_rule(collection, found.going, WHY)
    assert (told.captures, told.pages, done.captures, done.pages) == (10, 2, 10, 2)
    assert told.size_bytes == done.size_bytes > 10_000
    assert collection.repository.count_captures() == 6
    assert everything_of(collection, kept) == before
    assert answers_of(collection, tmp_path / "2", OTHER)[-3:] == answers[-3:]
    assert (collection.path / "indexes" / INDEX).exists()
    audits = removals(collection.database)
    assert {item.page_url for item in audits} == {URL, OTHER}
    assert sum(len(item.captures) for item in audits) == 10
    assert sum(item.size_bytes for item in audits) <= done.size_bytes
    assert collection.repository.unscored(stored[0].page_id) == []
    assert_clean(collection)
    again = expired(collection, rule(), START + 30 * DAY)
    apply_rule(collection, again.going, replace(WHY, at=LATER + DAY))
    assert everything_of(collection, [stored[-1], other[-1]]) == [before[2], before[5]]
    assert_clean(collection)


def test_each_file_is_written_anew_once(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_BYTES", 1)
    daily(collection, 8)
    rewritten: list[str] = []
    write = retention.carry_out

    def noted(*given: Any, **options: Any) -> Any:
        rewritten.extend(given[1].files)
        return write(*given, **options)

    monkeypatch.setattr(retention, "carry_out", noted)
    apply_rule(collection, expired(collection, rule(), START + 8 * DAY).going, WHY)
    names = [name.partition("-r")[0] for name in rewritten]
    assert len(names) == len(set(names)) == 3


def test_models_of_newer_captures_stay(collection: Collection) -> None:
    stored = daily(collection, 6)
    add_model(collection, stored[3:])
    apply_rule(collection, expired(collection, rule(), START + 6 * DAY).going, WHY)
    assert collection.repository.current_model(stored[0].page_id) is not None
    apply_rule(collection, expired(collection, rule(keep_within=DAY), START + 6 * DAY).going, WHY)
    assert collection.repository.current_model(stored[0].page_id) is None
    assert_clean(collection)


def test_both_captures_of_a_change_with_a_verdict_keep_it(collection: Collection) -> None:
    stored = daily(collection, 6)
    collection.record_label(label_between(stored[0], stored[1]))
    apply_rule(collection, expired(collection, rule(keep_labelled=True), START + 9 * DAY).going, WHY)
    page = stored[0].page_id
    assert [item.id for item in collection.repository.captures(page)] == [
        stored[index].id for index in (0, 1, 5)
    ]
    assert len(collection.repository.labels(page)) == 1
    assert [item.id for item in collection.repository.unscored(page)] == [stored[0].id]  # as before
    assert_clean(collection)


def test_nothing_that_somebody_holds_meanwhile_goes(collection: Collection) -> None:
    stored = daily(collection, 6)
    going = [item.id for item in expired(collection, rule(), START + 6 * DAY).going]
    plan = plan_expiry(collection, going)
    hold(collection, Actor(by="ann", at=LATER), "x", page_id=stored[0].page_id, capture_id=stored[1].id)
    with pytest.raises(StorageError, match="is held by ann"):
        carry_out(collection, plan, WHY)
    assert collection.repository.count_captures() == 6
    assert_clean(collection)


def test_a_rebuild_brings_back_what_stayed(collection: Collection, tmp_path: Path) -> None:
    stored = daily(collection, 6, exchanges=(exchange(), exchange("https://news.example/style.css")))
    apply_rule(collection, expired(collection, rule(), START + 6 * DAY).going, WHY)
    before = _told(everything_of(collection, stored[3:]))
    collection.close_archive()
    with without_database(collection, tmp_path / "again") as again:
        report = rebuild(again)
        assert (len(report.added), report.faults) == (3, ())
        page = next(iter(again.repository.pages()))
        assert _told(everything_of(again, again.repository.captures(page.id))) == before
        assert again.read(again.repository.captures(page.id)[0], Role.TEXT) == LONG.encode()


def _told(found: Sequence[Any]) -> list[Any]:
    """Everything but the numbers of this database."""
    return [item[1:] for item in found]


@pytest.mark.parametrize(
    "wrong",
    [{"keep_last": 0}, {"keep_within": timedelta(0)}, {"keep_within": None, "nightly": True}],
)
def test_a_rule_that_means_nothing_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"keep_last|keep_within|nightly"):
        rule(**wrong)


def test_what_people_set_of_a_page_outlives_the_captures_under_which_its_records_stood(
    collection: Collection, tmp_path: Path
) -> None:
    page = daily(collection, 2)[0].page_id
    note(collection, Actor(by="ann", at=START + DAY), page, "an old word")
    note(collection, Actor(by="ann", at=START + 2 * DAY), page, "moves in May")
    collection.close_archive()
    later = capture(24 * 8, url=URL)
    collection.store(collection.repository.page(page), later)
    apply_rule(collection, expired(collection, rule(), LATER).going, WHY)
    archived = [name for name, _ in mentions(collection, b"an old word") if name.endswith(".warc.gz")]
    assert archived == []  # the database keeps it for those who undo the second note
    assert_clean(collection)
    with without_database(collection, tmp_path / "again") as again:
        assert rebuild(again).settings == 1
        assert again.repository.page(1).note == "moves in May"
