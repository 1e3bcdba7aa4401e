"""Rules of visits that people give to pages and tags: kept, undone, and gone with their page."""

from datetime import timedelta

import pytest

from storage.actions.audit import Actor
from storage.actions.own_rules import drop_rule, set_rule
from storage.actions.pages import tag
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.own_rules import OwnRule
from storage.removal.removing import Why, plan_removal, remove
from tests.storage.builders import START, add_page, fill

pytestmark = pytest.mark.usefixtures("each_database")

ADA = Actor(by="ada", at=START)
HOURLY = OwnRule(page_id=1, every=timedelta(hours=1), per_h=1.0)
DAILY = OwnRule(tag="council", cron="0 7 * * *", zone="Europe/Berlin", per_h=1 / 24)


def test_a_pages_own_rule_counts_before_those_of_its_tags(collection: Collection) -> None:
    add_page(collection)
    tag(collection, ADA, 1, add=["council", "news"])
    twice = OwnRule(tag="news", every=timedelta(hours=12), per_h=1 / 12)
    for rule in (DAILY, twice, HOURLY):
        set_rule(collection, ADA, rule)
    found = collection.repository
    assert [(item.page_id, item.tag) for item in found.rules_of_page(1)] == [
        (1, None),
        (None, "news"),
        (None, "council"),
    ]
    assert found.own_rules()[1].every == timedelta(hours=1)
    drop_rule(collection, ADA, page_id=1)
    assert found.own_rules()[1].tag == "news"
    assert [item.tag for item in found.tag_rules()] == ["council", "news"]
    assert found.tag_rules()[0].said_by == "ada"


def test_giving_and_taking_a_rule_is_undone(collection: Collection) -> None:
    add_page(collection)
    set_rule(collection, ADA, HOURLY)
    other = OwnRule(page_id=1, cron="0 9 * * *", per_h=1 / 24)
    done = set_rule(collection, ADA, other)
    drop_rule(collection, ADA, page_id=1)
    undo(collection, ADA)
    (found,) = collection.repository.rules_of_page(1)
    assert found.cron == "0 9 * * *"
    undo(collection, ADA, done.audit_id)
    (found,) = collection.repository.rules_of_page(1)
    assert found.every == timedelta(hours=1)
    undo(collection, ADA)
    assert collection.repository.own_rules() == {}


def test_what_names_nothing_is_refused(collection: Collection) -> None:
    add_page(collection)
    with pytest.raises(NotStored):
        set_rule(collection, ADA, DAILY)
    with pytest.raises(NotStored):
        set_rule(collection, ADA, OwnRule(page_id=9, every=timedelta(hours=1), per_h=1.0))
    with pytest.raises(NotStored):
        drop_rule(collection, ADA, page_id=1)
    with pytest.raises(StorageError, match="one of them"):
        set_rule(collection, ADA, OwnRule(every=timedelta(hours=1), per_h=1.0))


def test_a_page_that_is_removed_takes_its_rule_along(collection: Collection) -> None:
    fill(collection, 2)
    set_rule(collection, ADA, HOURLY)
    why = Why(reason="court order", by="ada", at=START, forget_url=False)
    remove(collection, plan_removal(collection, collection.repository.page(1)), why)
    assert collection.repository.own_rules() == {}
