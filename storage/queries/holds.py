"""Holds on pages and captures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from storage.database.engine import Database
from storage.database.schema import hold
from storage.errors import NotStored
from storage.holds import Hold
from storage.queries.batches import batches

_COLUMNS = tuple(hold.c[name] for name in Hold.__dataclass_fields__)


class HoldQueries:
    """What the repository knows of holds. They are made and ended through ``storage.actions.holding``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing_holds(self, *, page_id: int | None = None, limit: int, offset: int = 0) -> list[Hold]:
        """The holds, the last first, without the first ``offset``; of one page where it is named."""
        query = select(*_COLUMNS).order_by(hold.c.id.desc()).offset(offset).limit(limit)
        if page_id is not None:
            query = query.where(hold.c.page_id == page_id)
        with self._database.reading() as connection:
            return [Hold(**row._mapping) for row in connection.execute(query)]


def holds_on(connection: Connection, page_id: int, captures: Iterable[int]) -> list[Hold]:
    """The holds on a page, and on these captures of it."""
    wanted = set(captures)
    query = select(*_COLUMNS).where(hold.c.page_id == page_id).order_by(hold.c.id)
    found = [Hold(**row._mapping) for row in connection.execute(query)]
    return [item for item in found if item.capture_id is None or item.capture_id in wanted]


def held(connection: Connection) -> tuple[set[int], set[int]]:
    """The numbers of the pages that are held, and of the single captures that are."""
    rows = connection.execute(select(hold.c.page_id, hold.c.capture_id)).all()
    pages = {row.page_id for row in rows if row.capture_id is None}
    return pages, {row.capture_id for row in rows} - {None}


def find_hold(connection: Connection, number: int) -> Hold:
    """The hold of that number; ``NotStored`` where there is none."""
    row = connection.execute(select(*_COLUMNS).where(hold.c.id == number)).one_or_none()
    if row is None:
        raise NotStored(f"There is no hold {number} in this collection. `pagetide hold` lists them.")
    return Hold(**row._mapping)


def insert_hold(connection: Connection, values: Mapping[str, Any]) -> int:
    """Add a hold; its number."""
    key = connection.execute(insert(hold).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def delete_holds(connection: Connection, numbers: Iterable[int]) -> int:
    """End holds; how many there were."""
    ended = 0
    for some in batches(sorted(numbers)):
        ended += connection.execute(delete(hold).where(hold.c.id.in_(some))).rowcount
    return ended
