"""Sets and removes the rule of visits of a page or a tag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, note_pages, setting, written
from storage.actions.pages import checked_tag
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.own_rules import OwnRule
from storage.queries.capture_rows import storable
from storage.queries.own_rules import find_rule, put_rule
from storage.queries.page_edits import PageGroup, has_pages, pages_in

RULE = "rule"


def set_rule(collection: Collection, actor: Actor, rule: OwnRule) -> Done:
    """Let a page, or the pages with a tag, be visited by this rule from now on.

    Raises
    ------
    NotStored
        There is no such page, or none with that tag.
    StorageError
        Not one of the two is named.
    """
    if (rule.page_id is None) is (rule.tag is None):
        raise StorageError("a rule is of a page or of a tag, one of them")
    tag = None if rule.tag is None else checked_tag(rule.tag)
    if rule.page_id is not None:
        collection.repository.page(rule.page_id)  # raises when there is no such page
    with setting(collection) as connection:
        if tag is not None and not has_pages(connection, PageGroup(tag=tag)):
            raise NotStored(f'There is no page with the tag "{tag}" in this collection.')
        given = replace(rule, tag=tag, said_by=storable(actor.by))
        return _put(connection, actor, rule.page_id, tag, given)


def drop_rule(collection: Collection, actor: Actor, *, page_id: int | None = None, tag: str = "") -> Done:
    """Take the rule of a page or of a tag away.

    Raises
    ------
    NotStored
        It has none.
    """
    named = None if page_id is not None else checked_tag(tag)
    with setting(collection) as connection:
        if find_rule(connection, page_id, named) is None:
            whose = f'The tag "{named}"' if page_id is None else f"Page {page_id}"
            raise NotStored(f"{whose} has no rule of its own. `pagetide rule list` lists the rules.")
        return _put(connection, actor, page_id, named, None)


def restore_rule(connection: Connection, actor: Actor, before: Mapping[str, Any]) -> int:
    """Bring back the rule that was there before an action; how many that is."""
    del actor  # who gave the rule first stays
    kept = before["rule"]
    put_rule(connection, before["page_id"], before["tag"], None if kept is None else OwnRule.from_json(kept))
    return 1


def pages_of_rule(connection: Connection, page_id: int | None, tag: str | None) -> list[int]:
    """The pages that a rule is of: one, or those with a tag."""
    return [page_id] if page_id is not None else pages_in(connection, PageGroup(tag=tag or ""))


def _put(
    connection: Connection, actor: Actor, page_id: int | None, tag: str | None, rule: OwnRule | None
) -> Done:
    was = find_rule(connection, page_id, tag)
    put_rule(connection, page_id, tag, rule)
    before = {"page_id": page_id, "tag": tag, "rule": None if was is None else was.to_json()}
    if was != rule:
        note_pages(connection, actor, pages_of_rule(connection, page_id, tag))
    return written(connection, actor, RULE, before=before, changed=int(was != rule), page_id=page_id)
