"""The audit of actions: who did what when, and the state before; one row each, in its transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.collection import Collection
from storage.queries.audit import insert_action
from storage.queries.capture_rows import storable
from storage.queries.page_settings import note_set

OF_ACCOUNTS = "account: "
"""How the names of actions on accounts begin: they are kept, and not undone."""
OF_JOBS = "job: "
"""How the names of starting and cancelling jobs begin; they are not undone either."""


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Who acts, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Done:
    """What was done: the number of its audit row, by which it is undone, and how many things it changed."""

    audit_id: int
    changed: int


@contextmanager
def setting(collection: Collection) -> Iterator[Connection]:
    """A transaction in which something is set of pages; once it holds, it is written to the archive, too."""
    with collection.database.writing() as connection:
        yield connection
    collection.note_settings()


def note_pages(connection: Connection, actor: Actor, page_ids: Iterable[int]) -> None:
    """Say that an action set something of these pages that a rebuild brings back."""
    note_set(connection, page_ids, by=storable(actor.by), at=actor.at)


def written(
    connection: Connection,
    actor: Actor,
    action: str,
    *,
    before: Mapping[str, Any],
    changed: int,
    page_id: int | None = None,
    undoes: int | None = None,
) -> Done:
    """Write the audit row of an action. ``before`` is JSON: what undoing it brings back."""
    values = {
        "at": actor.at,
        "by": storable(actor.by),
        "action": action,
        "page_id": page_id,
        "before": dict(before),
        "undoes": undoes,
    }
    return Done(audit_id=insert_action(connection, values), changed=changed)
