"""Holding pages and captures, so that no rule and nobody removes them, and letting them go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, note_pages, setting, written
from storage.collection import Collection
from storage.errors import StorageError
from storage.holds import Hold
from storage.queries.capture_rows import storable
from storage.queries.captures import read_capture
from storage.queries.holds import delete_holds, find_hold, insert_hold

HOLD, UNHOLD = "hold", "unhold"
LONGEST_REASON = 2000


def hold(
    collection: Collection, actor: Actor, reason: str, *, page_id: int, capture_id: int | None = None
) -> Hold:
    """Hold a page with all its captures, now and later, or one of them.

    Raises
    ------
    NotStored
        There is no such page or capture.
    StorageError
        No reason is given, it is too long, or the capture is of another page.
    """
    told = storable(reason).strip()
    if not told or len(told) > LONGEST_REASON:
        raise StorageError(f"a hold has a reason, of at most {LONGEST_REASON:,} letters")
    collection.repository.page(page_id)  # raises when there is no such page
    if capture_id is not None and collection.repository.capture(capture_id).page_id != page_id:
        raise StorageError(f"capture {capture_id} is of another page")
    made: dict[str, Any] = {"held_by": storable(actor.by), "held_at": actor.at}
    values = made | {"page_id": page_id, "capture_id": capture_id, "reason": told}
    with setting(collection) as connection:
        number = insert_hold(connection, values)
        note_pages(connection, actor, [page_id])
        written(connection, actor, HOLD, before={"held": number}, changed=1, page_id=page_id)
        return find_hold(connection, number)


def unhold(collection: Collection, actor: Actor, number: int) -> Done:
    """End a hold; what nothing else holds may be removed from then on.

    Raises
    ------
    NotStored
        There is no such hold.
    """
    with setting(collection) as connection:
        found = find_hold(connection, number)
        delete_holds(connection, [number])
        note_pages(connection, actor, [found.page_id])
        before = {"unheld": asdict(found) | {"held_at": found.held_at.isoformat()}}
        return written(connection, actor, UNHOLD, before=before, changed=1, page_id=found.page_id)


def restore_hold(connection: Connection, actor: Actor, before: Mapping[str, Any]) -> int:
    """Undo the making or the ending of a hold; how many that is."""
    if "held" in before:
        return delete_holds(connection, [before["held"]])
    values = dict(before["unheld"]) | {"held_at": datetime.fromisoformat(before["unheld"]["held_at"])}
    if values["capture_id"] is not None:
        read_capture(connection, values["capture_id"])  # raises where it was removed since
    insert_hold(connection, values)
    return 1
