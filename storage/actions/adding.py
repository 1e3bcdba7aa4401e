"""Adds pages to watch; each new one is due at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, note_pages, setting, written
from storage.collection import Collection
from storage.queries.page_edits import update_pages
from storage.records import Page


@dataclass(frozen=True, kw_only=True)
class Added:
    """What came of the wish to watch some pages, in the order in which they were named."""

    pages: tuple[Page, ...]
    new: frozenset[int]  # numbers of those that were not there before
    planned: frozenset[int]  # of those that came with an archive and had no visit planned
    done: Done


def add(collection: Collection, actor: Actor, rows: Sequence[tuple[str, float]]) -> Added:
    """Watch pages, by their checked URLs and weights; those that are watched already stay as they are."""
    repository = collection.repository
    found = list(repository.add_pages(rows, at=actor.at, due_at=actor.at))
    new = frozenset(item.id for item, is_new in found if is_new)
    planned = frozenset(
        item.id for item, is_new in found if not is_new and item.active and item.due_at is None
    )
    for number in planned:
        repository.set_due(number, actor.at, "new page")
    weighted = [item.id for item, is_new in found if is_new and item.weight != 1]
    with setting(collection) as connection:
        note_pages(connection, actor, weighted)
        before = {"added": sorted(new)}
        done = written(connection, actor, "add", before=before, changed=len(new) + len(planned))
    return Added(pages=tuple(item for item, _ in found), new=new, planned=planned, done=done)


def retire_added(connection: Connection, actor: Actor, numbers: Sequence[int]) -> int:
    """Watch pages no more whose adding is undone; what was captured of them stays."""
    values = {"active": False, "retired_at": actor.at, "due_reason": "its adding was undone"}
    update_pages(connection, numbers, values)
    return len(numbers)
