"""What people do: kept with who and when, and undone."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.actions import findings as on_findings
from storage.actions import pages as on_pages
from storage.actions.adding import add
from storage.actions.audit import Actor, Done
from storage.actions.types import say_type
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.database.engine import Database
from storage.database.table_copy import write_snapshot
from storage.errors import NotStored, StorageError
from storage.findings import Finding
from storage.queries.findings import Wanted
from storage.queries.labels import Label
from storage.queries.page_types import TypeCorrection
from storage.queries.repository import Repository
from storage.records import Page, ResponseKind
from storage.removal.removing import Why, plan_removal, remove
from tests.storage.builders import START, add_page, capture, fill

pytestmark = pytest.mark.usefixtures("each_database")

ADA = Actor(by="ada", at=START + timedelta(days=1))
LATER = Actor(by="ada", at=START + timedelta(days=2))

OnPage = Callable[[Collection, Actor, int], Done]


def _unseen(collection: Collection) -> list[Finding]:
    return collection.repository.findings(Wanted(seen=False, muted=False), limit=100)


def _page(collection: Collection) -> Page:
    return collection.repository.page(1)


def test_what_was_seen_is_unseen_again_when_that_is_undone(collection: Collection) -> None:
    fill(collection, 3)
    first, second = _unseen(collection)
    on_findings.see(collection, ADA, [first.id])
    assert _unseen(collection) == [second]
    done = on_findings.see(collection, ADA, [first.id, second.id])
    assert done.changed == 1
    undo(collection, LATER, done.audit_id)
    assert _unseen(collection) == [second]
    on_findings.unsee(collection, ADA, [first.id])
    assert _unseen(collection) == [first, second]
    undo(collection, LATER)
    assert _unseen(collection) == [second]


def test_a_finding_that_is_not_there_changes_nothing(collection: Collection) -> None:
    fill(collection, 2)
    (found,) = _unseen(collection)
    with pytest.raises(NotStored):
        on_findings.see(collection, ADA, [found.id, 99])
    assert _unseen(collection) == [found]
    assert collection.repository.actions(limit=9) == []


def test_one_decision_labels_and_sees_alike_changes_and_is_undone_at_once(collection: Collection) -> None:
    fill(collection, 3)
    found = _unseen(collection)
    numbers = on_findings.unseen_of(collection, found[0].cluster)
    assert sorted(numbers) == sorted(item.id for item in found)
    on_findings.decide(collection, ADA, numbers, important=False)
    assert _unseen(collection) == []
    labels = collection.repository.labels(1)
    assert [(item.important, item.said_by) for item in labels] == [(False, "ada")] * 2
    assert collection.archive_said() == 0  # what was said is in the archive already
    undo(collection, LATER)
    assert collection.repository.labels(1) == []
    assert _unseen(collection) == found


def test_who_cannot_say_has_looked_and_leaves_no_verdict(collection: Collection) -> None:
    stored = fill(collection, 2)
    (found,) = _unseen(collection)
    on_findings.decide(collection, ADA, [found.id], important=None)
    assert _unseen(collection) == []
    assert collection.repository.label_of(*stored) is None


def test_only_changes_have_a_verdict(collection: Collection) -> None:
    page = add_page(collection)
    collection.store(page, capture(0, response_kind=ResponseKind.BOT_WALL))
    (found,) = _unseen(collection)
    with pytest.raises(StorageError, match="only a change"):
        on_findings.decide(collection, ADA, [found.id], important=True)
    assert _unseen(collection) == [found]


def test_a_label_is_taken_back_to_the_one_before_it(collection: Collection) -> None:
    before, after = fill(collection, 2)
    pair: dict[str, Any] = {"page_id": 1, "before_id": before.id, "after_id": after.id}
    for hour, important in enumerate((True, False)):
        said = Label(**pair, important=important, said_at=ADA.at + timedelta(hours=hour), said_by="ada")
        on_findings.say_label(collection, ADA, said)
    undo(collection, LATER)
    kept = collection.repository.label_of(before, after)
    assert kept is not None
    assert kept.important is True


@pytest.mark.parametrize(
    ("action", "name"),
    [(on_pages.pause, "active"), (on_pages.retire, "retired_at"), (on_pages.mute, "muted_at")],
)
def test_what_is_done_to_a_page_is_undone(collection: Collection, action: OnPage, name: str) -> None:
    before = add_page(collection)
    done = action(collection, ADA, before.id)
    assert done.changed == 1
    assert getattr(_page(collection), name) != getattr(before, name)
    undo(collection, LATER, done.audit_id)
    assert _page(collection) == before


def test_a_retired_page_is_watched_again_when_it_is_resumed(collection: Collection) -> None:
    add_page(collection)
    on_pages.retire(collection, ADA, 1)
    assert (_page(collection).active, _page(collection).retired_at) == (False, ADA.at)
    on_pages.resume(collection, LATER, 1)
    resumed = _page(collection)
    assert (resumed.active, resumed.retired_at, resumed.due_at) == (True, None, LATER.at)


def test_nobody_is_told_of_a_muted_page(collection: Collection) -> None:
    fill(collection, 2)
    on_pages.mute(collection, ADA, 1)
    assert _unseen(collection) == []
    assert collection.repository.unseen_clusters(limit=9) == []
    assert len(collection.repository.findings(Wanted(muted=True), limit=9)) == 1
    on_pages.unmute(collection, LATER, 1)
    assert len(_unseen(collection)) == 1


def test_tags_come_and_go(collection: Collection) -> None:
    add_page(collection)
    on_pages.tag(collection, ADA, 1, add=["council", " budget  2026"])
    done = on_pages.tag(collection, ADA, 1, add=["harbour"], drop=["council"])
    assert collection.repository.tags([1]) == {1: ["budget 2026", "harbour"]}
    assert collection.repository.count_tags() == {"budget 2026": 1, "harbour": 1}
    undo(collection, LATER, done.audit_id)
    assert collection.repository.tags([1]) == {1: ["budget 2026", "council"]}
    on_pages.tag(collection, ADA, 1, add=["half \ud800 a pair\0"])
    assert "half ? a pair" in collection.repository.tags([1])[1]
    for bad in ("", " ", "a,b", "x" * 61):
        with pytest.raises(StorageError):
            on_pages.tag(collection, ADA, 1, add=[bad])


def test_a_note_is_replaced_and_brought_back(collection: Collection) -> None:
    add_page(collection)
    on_pages.note(collection, ADA, 1, "Moves in May")
    on_pages.note(collection, ADA, 1, "")
    undo(collection, LATER)
    assert _page(collection).note == "Moves in May"
    with pytest.raises(StorageError):
        on_pages.note(collection, ADA, 1, "x" * 10_001)


def test_every_action_says_who_did_what_when_and_what_was_there(collection: Collection) -> None:
    add_page(collection)
    done = on_pages.note(collection, ADA, 1, "Moves in May")
    undo(collection, LATER)
    last, first = collection.repository.actions(limit=9, page_id=1)
    assert (first.id, first.by, first.at, first.action) == (done.audit_id, "ada", ADA.at, "note")
    assert (dict(first.before), first.undone_at) == ({"note": ""}, LATER.at)
    assert (last.action, last.undoes) == ("undo", first.id)


def test_nothing_is_undone_twice_and_nobody_undoes_what_others_did_by_chance(collection: Collection) -> None:
    add_page(collection)
    done = on_pages.mute(collection, ADA, 1)
    with pytest.raises(NotStored, match="nothing to undo"):
        undo(collection, Actor(by="bob", at=LATER.at))
    undo(collection, LATER)
    for number in (done.audit_id, done.audit_id + 1):
        with pytest.raises(StorageError, match="undone already"):
            undo(collection, LATER, number)
    with pytest.raises(NotStored):
        undo(collection, LATER, 99)


def test_actions_and_findings_are_copied_with_the_database(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 3)
    on_pages.tag(collection, ADA, 1, add=["council"])
    on_findings.see(collection, ADA, [_unseen(collection)[0].id])
    undo(collection, LATER)
    write_snapshot(collection.database, tmp_path / "copy.db")
    copied = Database.at(tmp_path / "copy.db", read_only=True)
    kept = Repository(copied)
    assert kept.actions(limit=9) == collection.repository.actions(limit=9)
    assert kept.findings(Wanted(), limit=9) == collection.repository.findings(Wanted(), limit=9)
    assert kept.tags([1]) == {1: ["council"]}
    copied.close()


@pytest.mark.parametrize("action", [on_pages.pause, on_pages.mute, on_pages.resume])
def test_a_page_that_is_not_there_is_told_of(collection: Collection, action: OnPage) -> None:
    with pytest.raises(NotStored):
        action(collection, ADA, 9)


def test_pages_of_a_host_rest_and_are_resumed_as_one_action_each(collection: Collection) -> None:
    fill(collection, 1)
    add_page(collection, "https://news.example/b")
    paused = add_page(collection, "https://news.example/c")
    add_page(collection, "https://other.example/")
    on_pages.retire(collection, ADA, paused.id)
    assert on_pages.pause_many(collection, ADA, host="news.example").changed == 2
    assert [item.active for item in collection.repository.pages()] == [False, False, False, True]
    undo(collection, LATER)
    assert [item.active for item in collection.repository.pages()] == [True, True, False, True]
    on_pages.pause_many(collection, ADA, host="news.example")
    assert on_pages.resume_many(collection, LATER, host="news.example").changed == 2
    first, second, third, _ = collection.repository.pages()
    assert (first.due_at, second.due_at) == (LATER.at, LATER.at)
    assert third.retired_at is not None
    with pytest.raises(NotStored, match='with the tag "x"'):
        on_pages.pause_many(collection, ADA, tag="x")


def test_undoing_an_addition_retires_what_was_new(collection: Collection) -> None:
    known = add_page(collection, "https://known.example/")
    rows = [(known.url, 1.0), ("https://new.example/", 2.0)]
    added = add(collection, ADA, rows)
    new = added.pages[1]
    assert (added.new, added.done.changed, new.due_at, new.weight) == ({new.id}, 1, ADA.at, 2.0)
    undo(collection, LATER, added.done.audit_id)
    assert collection.repository.page(known.id) == known
    undone = collection.repository.page(new.id)
    assert (undone.active, undone.retired_at) == (False, LATER.at)


def test_a_page_is_captured_before_all_others_until_that_is_undone(collection: Collection) -> None:
    late, asked = (add_page(collection, f"https://{name}.example/") for name in ("late", "asked"))
    collection.repository.set_due(asked.id, LATER.at, "planned", plan={"rule": "daily", "bound": 1})
    planned = collection.repository.page(asked.id)
    done = on_pages.capture_now(collection, ADA, asked.id)
    now = collection.repository.page(asked.id)
    assert now.due_at is not None
    assert late.due_at is not None
    assert now.due_at < late.due_at
    assert (now.exempt, now.plan) == (True, {"rule": "daily"})
    undo(collection, LATER, done.audit_id)
    assert collection.repository.page(asked.id) == planned
    on_pages.pause(collection, ADA, asked.id)
    with pytest.raises(StorageError, match="it is paused"):
        on_pages.capture_now(collection, ADA, asked.id)


def test_a_word_on_a_type_is_an_action_and_is_taken_back_to_the_one_before_it(collection: Collection) -> None:
    fill(collection, 1)
    for hour, name in enumerate(("article", "forum")):
        said = TypeCorrection(page_id=1, type=name, said_at=ADA.at + timedelta(hours=hour), said_by="ada")
        done = say_type(collection, ADA, said)
    (last, _) = collection.repository.actions(limit=9)
    assert (last.id, last.action, last.by, last.page_id) == (done.audit_id, "type", "ada", 1)
    undo(collection, LATER)
    kept = collection.repository.page_type(1)
    assert kept is not None
    assert kept.type == "article"
    undo(collection, Actor(by="ada", at=LATER.at + timedelta(hours=1)))
    assert collection.repository.page_type(1) is None


def test_what_was_done_to_a_page_that_was_removed_is_not_undone(collection: Collection) -> None:
    fill(collection, 1)
    earlier = add(collection, ADA, [("https://example.org/other", 1.0)]).done
    done = on_pages.mute(collection, ADA, 1)
    why = Why(reason="asked for", by="ada", at=LATER.at)
    remove(collection, plan_removal(collection, _page(collection)), why)
    with pytest.raises(StorageError, match="was removed"):
        undo(collection, LATER, done.audit_id)
    assert undo(collection, LATER).changed == 1
    assert collection.repository.actions(limit=1)[0].undoes == earlier.audit_id
