"""Undoing what was done: what an audit row holds is brought back, and that is an action, too."""

from __future__ import annotations

from sqlalchemy import not_, or_, select, update

from storage.actions.adding import retire_added
from storage.actions.audit import OF_ACCOUNTS, Actor, Done, written
from storage.actions.findings import restore_findings
from storage.actions.pages import restore_page, restore_pages
from storage.actions.types import TYPE, restore_type
from storage.collection import Collection
from storage.database.schema import audit
from storage.errors import NotStored, StorageError

UNDO = "undo"
_OF_FINDINGS = frozenset({"see", "unsee", "decide", "label"})


def undo(collection: Collection, actor: Actor, audit_id: int | None = None) -> Done:
    """Bring back what was there before an action; without a number before the actor's last one.

    Raises
    ------
    NotStored
        There is no such action, or the actor has none left to undo.
    StorageError
        It was undone already, undoes another one, or was done to an account.
    """
    query = select(audit).where(audit.c.id == audit_id)
    if audit_id is None:
        lasting = (audit.c.action == UNDO, audit.c.action.startswith(OF_ACCOUNTS))
        left = (audit.c.by == actor.by, audit.c.undone_at.is_(None), not_(or_(*lasting)))
        query = select(audit).where(*left).order_by(audit.c.id.desc()).limit(1)
    with collection.database.writing() as connection:
        row = connection.execute(query).one_or_none()
        if row is None:
            told = "There is nothing to undo." if audit_id is None else f"There is no action {audit_id}."
            raise NotStored(told)
        if row.undone_at is not None or row.action == UNDO:
            raise StorageError(f"action {row.id} was undone already, or undoes another one")
        if row.action.startswith(OF_ACCOUNTS):
            raise StorageError(
                "what was done to an account is not undone: `pagetide account` changes it again"
            )
        if row.action in _OF_FINDINGS:
            changed = restore_findings(connection, actor, row.before)
        elif row.action == TYPE:
            changed = restore_type(connection, actor, row.page_id, row.before)
        elif "pages" in row.before:
            changed = restore_pages(connection, row.before["pages"])
        elif "added" in row.before:
            changed = retire_added(connection, actor, row.before["added"])
        else:
            changed = restore_page(connection, row.page_id, row.before)
        connection.execute(update(audit).where(audit.c.id == row.id).values(undone_at=actor.at))
        of = {"page_id": row.page_id, "undoes": row.id}
        done = written(connection, actor, UNDO, before={"action": row.action}, changed=changed, **of)
    collection.archive_said()
    return done
