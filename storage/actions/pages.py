"""What people do with pages: pause, resume, retire, mute, tag, note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from storage.actions.audit import Actor, Done, written
from storage.collection import Collection
from storage.database.schema import page, page_tag
from storage.errors import NotStored, StorageError
from storage.queries.capture_rows import storable

LONGEST_TAG = 60
LONGEST_NOTE = 10_000
_TIMES = frozenset({"muted_at", "retired_at", "due_at"})


def pause(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Stop visiting a page until it is resumed; what was captured and learned stays."""
    return _set(collection, actor, "pause", page_id, active=False, due_reason="paused by hand")


def resume(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Visit a paused or retired page again: at the time that was planned, or now where that is past."""
    due_at = collection.repository.page(page_id).due_at
    due = {"due_at": max(actor.at, due_at or actor.at), "due_reason": "resumed by hand"}
    return _set(collection, actor, "resume", page_id, active=True, retired_at=None, **due)


def retire(collection: Collection, actor: Actor, page_id: int) -> Done:
    """Watch a page no more, for good: its history stays, and lists tell it from one that is paused."""
    return _set(
        collection, actor, "retire", page_id, active=False, retired_at=actor.at, due_reason="retired by hand"
    )


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


def tag(
    collection: Collection, actor: Actor, page_id: int, *, add: Iterable[str] = (), drop: Iterable[str] = ()
) -> Done:
    """Give a page tags, and take some from it.

    Raises
    ------
    NotStored
        There is no such page.
    StorageError
        A tag is empty, or too long.
    """
    added, dropped = {_tag(text) for text in add}, {_tag(text) for text in drop}
    with collection.database.writing() as connection:
        _row(connection, page_id)
        known = _tags(connection, page_id)
        changed = len((added - known) | (dropped & known))
        _set_tags(connection, page_id, (known | added) - dropped)
        before = {"tags": sorted(known)}
        return written(connection, actor, "tag", before=before, changed=changed, page_id=page_id)


def restore_page(connection: Connection, page_id: int, before: Mapping[str, Any]) -> int:
    """Bring back what an action on a page found; how much that is."""
    if "tags" in before:
        _set_tags(connection, page_id, before["tags"])
        return 1
    values = {
        name: datetime.fromisoformat(value) if name in _TIMES and value is not None else value
        for name, value in before.items()
    }
    connection.execute(update(page).where(page.c.id == page_id).values(**values))
    return 1


def _set(collection: Collection, actor: Actor, action: str, page_id: int, **values: Any) -> Done:
    with collection.database.writing() as connection:
        row = _row(connection, page_id)
        was = {name: row._mapping[name] for name in values}
        connection.execute(update(page).where(page.c.id == page_id).values(**values))
        before = {
            name: value.isoformat() if isinstance(value, datetime) else value for name, value in was.items()
        }
        return written(connection, actor, action, before=before, changed=int(was != values), page_id=page_id)


def _row(connection: Connection, page_id: int) -> Row[Any]:
    row = connection.execute(select(page).where(page.c.id == page_id)).one_or_none()
    if row is None:
        raise NotStored(f"There is no page {page_id} in this collection. `pagetide status` lists the pages.")
    return row


def _tag(text: str) -> str:
    told = " ".join(storable(text).split())
    if not told or len(told) > LONGEST_TAG or "," in told:
        raise StorageError(
            f"a tag has 1 to {LONGEST_TAG} letters and no comma, and {text[:LONGEST_TAG]!r} is none"
        )
    return told


def _tags(connection: Connection, page_id: int) -> set[str]:
    return set(connection.execute(select(page_tag.c.tag).where(page_tag.c.page_id == page_id)).scalars())


def _set_tags(connection: Connection, page_id: int, tags: Iterable[str]) -> None:
    connection.execute(delete(page_tag).where(page_tag.c.page_id == page_id))
    rows = [{"page_id": page_id, "tag": text} for text in sorted(set(tags))]
    if rows:
        connection.execute(insert(page_tag), rows)
