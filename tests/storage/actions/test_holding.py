"""Holds: what is held is not removed, and all of it can be undone."""

from datetime import timedelta

import pytest

from storage.actions.audit import Actor
from storage.actions.holding import hold, unhold
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.removal.removing import Why, plan_removal, remove
from tests.storage.builders import START, fill

ANN = Actor(by="ann", at=START + timedelta(days=9))
WHY = Why(reason="a court said so", by="ann", at=ANN.at)


@pytest.mark.usefixtures("each_database")
def test_what_is_held_is_not_removed_until_it_is_let_go(collection: Collection) -> None:
    first, second, _ = fill(collection, 3)
    page = collection.repository.page(first.page_id)
    made = hold(collection, ANN, "case 12/2026", page_id=page.id, capture_id=second.id)
    refusal = rf"capture {second.id} is held by ann since .*: case 12/2026.*pagetide unhold {made.id}"
    for captures in ([second.id], [first.id, second.id], []):
        with pytest.raises(StorageError, match=refusal):
            plan_removal(collection, page, captures)
    remove(collection, plan_removal(collection, page, [first.id]), WHY)
    unhold(collection, ANN, made.id)
    remove(collection, plan_removal(collection, page, [second.id]), WHY)
    assert collection.repository.count_captures() == 1


def test_a_held_page_keeps_all_its_captures(collection: Collection) -> None:
    stored = fill(collection, 2)
    page = collection.repository.page(stored[0].page_id)
    hold(collection, ANN, "x", page_id=page.id)
    with pytest.raises(StorageError, match=f"{page.url} is held"):
        plan_removal(collection, page, [stored[1].id])


def test_two_holds_end_one_by_one(collection: Collection) -> None:
    (stored,) = fill(collection, 1)
    one = hold(collection, ANN, "one case", page_id=stored.page_id)
    hold(collection, ANN, "another", page_id=stored.page_id)
    unhold(collection, ANN, one.id)
    assert [item.reason for item in collection.repository.standing_holds(limit=9)] == ["another"]


def test_making_and_ending_a_hold_are_undone(collection: Collection) -> None:
    (stored,) = fill(collection, 1)
    made = hold(collection, ANN, "x", page_id=stored.page_id, capture_id=stored.id)
    unhold(collection, ANN, made.id)
    undo(collection, ANN)
    assert collection.repository.standing_holds(limit=9) == [made]
    assert [entry.action for entry in collection.repository.actions(limit=9)] == ["undo", "unhold", "hold"]
    undo(collection, ANN)
    assert collection.repository.standing_holds(limit=9) == []


def test_a_hold_on_what_was_removed_since_is_not_brought_back(collection: Collection) -> None:
    first, _ = fill(collection, 2)
    made = hold(collection, ANN, "x", page_id=first.page_id, capture_id=first.id)
    unhold(collection, ANN, made.id)
    page = collection.repository.page(first.page_id)
    remove(collection, plan_removal(collection, page, [first.id]), WHY)
    with pytest.raises(NotStored):
        undo(collection, ANN)


def test_a_hold_without_a_reason_or_on_nothing_is_refused(collection: Collection) -> None:
    (stored,) = fill(collection, 1)
    with pytest.raises(StorageError, match="has a reason"):
        hold(collection, ANN, "  ", page_id=stored.page_id)
    with pytest.raises(NotStored):
        hold(collection, ANN, "x", page_id=77)
    with pytest.raises(NotStored):
        unhold(collection, ANN, 5)
