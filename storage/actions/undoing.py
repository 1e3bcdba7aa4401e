"""Undoes an action from its audit row, as an action of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection

from storage.actions.adding import retire_added
from storage.actions.audit import OF_ACCOUNTS, OF_JOBS, Actor, Done, note_pages, written
from storage.actions.findings import DECIDE, LABEL, SEE, UNSEE, restore_findings
from storage.actions.holding import HOLD, UNHOLD, restore_hold
from storage.actions.own_rules import RULE, pages_of_rule, restore_rule
from storage.actions.pages import restore_page, restore_pages
from storage.actions.sharing import SHARE, UNSHARE, restore_share
from storage.actions.types import TYPE, restore_type
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.audit import AuditEntry, find_action, last_action, note_undone

UNDO = "undo"
_NOT_UNDONE = {
    OF_ACCOUNTS: "what was done to an account is not undone: `pagetide account` changes it again",
    OF_JOBS: "a job is not undone: `pagetide jobs --cancel` ends one that is not over",
}
_SETS_NOTHING = frozenset({SEE, UNSEE, DECIDE, LABEL, SHARE, UNSHARE, TYPE, "capture", "release"})
_RESTORED_BY: Mapping[str, Callable[[Connection, Actor, Mapping[str, Any]], int]] = {
    **dict.fromkeys((SEE, UNSEE, DECIDE, LABEL), restore_findings),
    **dict.fromkeys((SHARE, UNSHARE), restore_share),
    **dict.fromkeys((HOLD, UNHOLD), restore_hold),
    RULE: restore_rule,
}


def undo(collection: Collection, actor: Actor, audit_id: int | None = None) -> Done:
    """Bring back what was there before an action; without a number before the actor's last one.

    Raises
    ------
    NotStored
        There is no such action, or the actor has none left to undo.
    StorageError
        It was undone already, undoes another one, was done to an account or a job, or its page was removed.
    """
    with collection.database.writing() as connection:
        if audit_id is None:
            row = last_action(connection, actor.by, but=UNDO, but_beginning=tuple(_NOT_UNDONE))
        else:
            row = find_action(connection, audit_id)
        if row is None:
            told = "There is nothing to undo." if audit_id is None else f"There is no action {audit_id}."
            raise NotStored(told)
        _require_undoable(row)
        changed = _bring_back(connection, actor, row)
        note_pages(connection, actor, _pages_set(connection, row))
        note_undone(connection, row.id, actor.at)
        before, page_id = {"action": row.action}, row.page_id
        done = written(
            connection, actor, UNDO, before=before, changed=changed, page_id=page_id, undoes=row.id
        )
    collection.archive_said()
    return done


def _require_undoable(action: AuditEntry) -> None:
    if action.undone_at is not None or action.action == UNDO:
        raise StorageError(f"action {action.id} was undone already, or undoes another one")
    for beginning, told in _NOT_UNDONE.items():
        if action.action.startswith(beginning):
            raise StorageError(told)
    if not action.before:
        raise StorageError(
            f"the page of action {action.id} was removed, and with it what there was to bring back"
        )


def _pages_set(connection: Connection, action: AuditEntry) -> list[int]:
    """The pages of which an action, and so what undoes it, set something that a rebuild brings back."""
    if action.action in _SETS_NOTHING:
        return []
    if action.action == RULE:
        return pages_of_rule(connection, action.before["page_id"], action.before["tag"])
    if "added" in action.before:
        return list(action.before["added"])
    of_many = [int(number) for number in action.before.get("pages", ())]
    return of_many if action.page_id is None else [action.page_id]


def _bring_back(connection: Connection, actor: Actor, action: AuditEntry) -> int:
    """Bring back what was there before an action; how much that is."""
    restore = _RESTORED_BY.get(action.action)
    if restore is not None:
        return restore(connection, actor, action.before)
    if "pages" in action.before:
        return restore_pages(connection, action.before["pages"])
    if "added" in action.before:
        return retire_added(connection, actor, action.before["added"])
    assert action.page_id is not None, "it was done to one page, which is there still"
    if action.action == TYPE:
        return restore_type(connection, actor, action.page_id, action.before)
    return restore_page(connection, action.page_id, action.before)
