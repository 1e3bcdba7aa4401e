"""Sets and withdraws the type of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, written
from storage.collection import Collection
from storage.queries.capture_rows import storable
from storage.queries.metadata_records import TYPES, insert_said
from storage.queries.page_types import TypeCorrection, newest_words

TYPE = "type"


def say_type(collection: Collection, actor: Actor, said: TypeCorrection) -> Done:
    """Keep a person's word on the type of a page; None as the type takes an earlier one back.

    Raises
    ------
    StorageError
        The page has no capture yet.
    """
    with collection.database.writing() as connection:
        before = {"type": _word(connection, said.page_id)}
        collection.record_type(said)
        return written(connection, actor, TYPE, before=before, changed=1, page_id=said.page_id)


def restore_type(connection: Connection, actor: Actor, page_id: int, before: Mapping[str, Any]) -> int:
    """Bring back what people said before ``say_type``; ``Collection.archive_said`` writes its record later."""
    by = storable(actor.by)
    said = TypeCorrection(page_id=page_id, type=before["type"], said_at=actor.at, said_by=by)
    insert_said(connection, TYPES, said, None)
    return 1


def _word(connection: Connection, page_id: int) -> str | None:
    """What people say of a page's type until now; None: nothing."""
    row = connection.execute(newest_words([page_id])).one_or_none()
    return None if row is None else str(row.type)
