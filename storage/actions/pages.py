"""Actions on pages: pause, resume, retire, capture now, release, mute, tag, note, alarm threshold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row

from storage.actions.audit import Actor, Done, note_pages, setting, written
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.capture_rows import storable
from storage.queries.page_edits import (
    PageGroup,
    due_not_before,
    has_pages,
    page_row,
    update_group,
    update_page,
)
from storage.queries.page_tags import set_tags, tags_of_page
from storage.visit_plan import VisitPlan

LONGEST_TAG = 60
LONGEST_NOTE = 10_000
_TIMES = frozenset({"muted_at", "retired_at", "due_at", "quarantined_at"})
_SET = frozenset({"active", "muted_at", "retired_at", "note", "alarm_above"})
"""Columns that a rebuild brings back."""


def pause(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Stop visiting a page until it is resumed; what was captured and learned stays."""
    return _set(collection, actor, "pause", page_id, active=False, due_reason="paused by hand")


def resume(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Visit a paused or retired page again: at the time that was planned, or now where that is past."""
    due_at = collection.repository.page(page_id).due_at
    due = {"due_at": max(actor.at, due_at or actor.at), "due_reason": "resumed by hand"}
    return _set(collection, actor, "resume", page_id, active=True, retired_at=None, **due)


def pause_many(collection: Collection, actor: Actor, *, host: str = "", tag: str = "") -> Done:
    """Stop visiting every page of a host, or with a tag, as one action; those that rest already stay as they are.

    Raises
    ------
    NotStored
        There is no such page.
    """
    return _set_many(collection, actor, "pause", host, tag, active=False, due_reason="paused by hand")


def resume_many(collection: Collection, actor: Actor, *, host: str = "", tag: str = "") -> Done:
    """Visit the paused pages of a host, or with a tag, again, as one action; retired ones stay retired."""
    due = {"due_at": due_not_before(actor.at), "due_reason": "resumed by hand"}
    return _set_many(collection, actor, "resume", host, tag, active=True, **due)


def retire(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Watch a page no more, for good: its history stays, and lists tell it from one that is paused."""
    return _set(
        collection, actor, "retire", page_id, active=False, retired_at=actor.at, due_reason="retired by hand"
    )


def capture_now(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Make a page due now, before all others; the budget does not hold the visit back.

    Raises
    ------
    StorageError
        It is paused.
    """
    found = collection.repository.page(page_id)
    if not found.active:
        raise StorageError(f"it is paused; `pagetide resume {page_id}` first")
    earliest = collection.repository.first_due_at(besides=page_id) or actor.at
    due = {"due_at": min(actor.at, earliest - timedelta(seconds=1)), "due_reason": "asked for by hand"}
    return _set(collection, actor, "capture", page_id, **due, exempt=True, plan=_kept_rule(found.plan))


def release(collection: Collection, actor: Actor, page_id: int) -> Done:
    """End a page's quarantine: due at once, its failures forgotten."""
    plan = _kept_rule(collection.repository.page(page_id).plan)
    due = {"due_at": actor.at, "due_reason": "released", "exempt": True, "plan": plan}
    return _set(collection, actor, "release", page_id, quarantined_at=None, failures=0, **due)


def mute(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Tell nobody of a page's findings any more; it is visited, and its findings are kept, as before."""
    return _set(collection, actor, "mute", page_id, muted_at=actor.at)


def unmute(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Tell of a page's findings again."""
    return _set(collection, actor, "unmute", page_id, muted_at=None)


def note(collection: Collection, actor: Actor, page_id: int, text: str) -> Done:
    """Replace what is noted of a page."""
    if len(text) > LONGEST_NOTE:
        raise StorageError(f"a note has at most {LONGEST_NOTE:,} letters, and this one {len(text):,}")
    return _set(collection, actor, "note", page_id, note=storable(text))


def set_alarm_above(collection: Collection, actor: Actor, page_id: int, probability: float | None) -> Done:
    """Set the probability above which a page's next changes raise an alarm; None: the model's own.

    Raises
    ------
    StorageError
        No probability between 0 and 1.
    """
    if probability is not None and not 0.0 < probability < 1.0:
        raise StorageError(f"an alarm threshold lies between 0 and 100 %, and {probability:.0%} does not")
    return _set(collection, actor, "threshold", page_id, alarm_above=probability)


def tag(
    collection: Collection, actor: Actor, page_id: int, *, add: Iterable[str] = (), drop: Iterable[str] = ()
) -> Done:
    """Add tags to a page, and remove tags.

    Raises
    ------
    NotStored
        There is no such page.
    StorageError
        A tag is empty, or too long.
    """
    added, dropped = {checked_tag(text) for text in add}, {checked_tag(text) for text in drop}
    with setting(collection) as connection:
        _row(connection, page_id)
        known = tags_of_page(connection, page_id)
        changed = len((added - known) | (dropped & known))
        set_tags(connection, page_id, (known | added) - dropped)
        if changed:
            note_pages(connection, actor, [page_id])
        before = {"tags": sorted(known)}
        return written(connection, actor, "tag", before=before, changed=changed, page_id=page_id)


def restore_page(connection: Connection, page_id: int, before: Mapping[str, Any]) -> int:
    """Bring back what an action on a page found; how much that is."""
    if "tags" in before:
        set_tags(connection, page_id, before["tags"])
        return 1
    values = {
        name: datetime.fromisoformat(value) if name in _TIMES and value is not None else value
        for name, value in before.items()
    }
    update_page(connection, page_id, values)
    return 1


def restore_pages(connection: Connection, before: Mapping[str, Mapping[str, Any]]) -> int:
    """Bring back what an action on many pages found; how many that is."""
    for number, values in before.items():
        restore_page(connection, int(number), values)
    return len(before)


def _set_many(
    collection: Collection, actor: Actor, action: str, host_name: str, tag_text: str, **values: Any
) -> Done:
    """Set columns of the pages of a host or with a tag that are not as ``active`` says yet, retired ones left out."""
    group = PageGroup(host=host_name, tag=checked_tag(tag_text) if tag_text else "")
    with setting(collection) as connection:
        if not has_pages(connection, group):
            of = f'with the tag "{tag_text}"' if tag_text else f'of the host "{host_name}"'
            raise NotStored(f"There is no page {of} in this collection.")
        rows = update_group(connection, group, active=not values["active"], values=values)
        found = {str(row.id): _as_json({name: row._mapping[name] for name in values}) for row in rows}
        note_pages(connection, actor, (row.id for row in rows))
        return written(connection, actor, action, before={"pages": found}, changed=len(rows))


def _as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }


def _set(collection: Collection, actor: Actor, action: str, page_id: int, **values: Any) -> Done:
    with setting(collection) as connection:
        row = _row(connection, page_id)
        was = {name: row._mapping[name] for name in values}
        update_page(connection, page_id, values)
        changed = int(was != values)
        if changed and values.keys() & _SET:
            note_pages(connection, actor, [page_id])
        return written(connection, actor, action, before=_as_json(was), changed=changed, page_id=page_id)


def _kept_rule(plan: VisitPlan) -> VisitPlan:
    """Of a page's plan what stays when it is made due by hand: the rule it was planned by, or this would pass for a new
    one and put the visit off again."""
    return {"rule": plan["rule"]} if "rule" in plan else {}


def _row(connection: Connection, page_id: int) -> Row[Any]:
    row = page_row(connection, page_id)
    if row is None:
        raise NotStored(f"There is no page {page_id} in this collection. `pagetide status` lists the pages.")
    return row


def checked_tag(text: str) -> str:
    """A tag in its one form; ``StorageError`` where it is none."""
    told = " ".join(storable(text).split())
    if not told or len(told) > LONGEST_TAG or "," in told:
        raise StorageError(
            f"a tag has 1 to {LONGEST_TAG} letters and no comma, and {text[:LONGEST_TAG]!r} is none"
        )
    return told
