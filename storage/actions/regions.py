"""Adds and removes regions of a page to ignore or favour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, note_pages, setting, written
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.capture_rows import storable
from storage.queries.labels import OF_REGIONS
from storage.queries.page_edits import page_row, update_page
from storage.regions import MOST_REGIONS, PageRegion

_DRAWN, _REMOVED = OF_REGIONS


def add_region(collection: Collection, actor: Actor, page_id: int, region: PageRegion) -> Done:
    """Keep a region of a page, under a number of its own; its next model learns of it.

    Raises
    ------
    NotStored
        There is no such page.
    StorageError
        The page has as many regions as it may have.
    """
    with setting(collection) as connection:
        kept = _kept(connection, page_id)
        if len(kept) >= MOST_REGIONS:
            raise StorageError(f"a page has at most {MOST_REGIONS} regions")
        number = 1 + max((item["number"] for item in kept), default=0)
        drawn = replace(region, number=number, said_by=storable(actor.by))
        update_page(connection, page_id, {"regions": [*kept, drawn.to_json()]})
        note_pages(connection, actor, [page_id])
        return written(connection, actor, _DRAWN, before={"regions": kept}, changed=1, page_id=page_id)


def remove_region(collection: Collection, actor: Actor, page_id: int, number: int) -> Done:
    """Take a region of a page away.

    Raises
    ------
    NotStored
        There is no such page, or it has no region of that number.
    """
    with setting(collection) as connection:
        kept = _kept(connection, page_id)
        left = [item for item in kept if item["number"] != number]
        if len(left) == len(kept):
            raise NotStored(f"Page {page_id} has no region {number}. `pagetide region list` lists them.")
        update_page(connection, page_id, {"regions": left})
        note_pages(connection, actor, [page_id])
        return written(connection, actor, _REMOVED, before={"regions": kept}, changed=1, page_id=page_id)


def _kept(connection: Connection, page_id: int) -> list[dict[str, Any]]:
    row = page_row(connection, page_id)
    if row is None:
        raise NotStored(f"There is no page {page_id} in this collection. `pagetide status` lists the pages.")
    return list(row.regions)
