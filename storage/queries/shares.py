"""Public links to pages and tags."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from storage.database.engine import Database
from storage.database.schema import share
from storage.errors import NotStored
from storage.shares import Share

_COLUMNS = tuple(share.c[name] for name in Share.__dataclass_fields__)


class ShareQueries:
    """What the repository knows of public links. They are made and revoked through ``storage.actions.sharing``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def shares(self, *, limit: int, offset: int = 0) -> list[Share]:
        """Public links, the last first, revoked ones too, without the first ``offset``."""
        query = select(*_COLUMNS).order_by(share.c.id.desc()).offset(offset).limit(limit)
        with self._database.reading() as connection:
            return [Share(**row._mapping) for row in connection.execute(query)]

    def share_of(self, digest: str, at: datetime) -> Share | None:
        """The public link whose token has that digest; None where there is none, it was revoked, or it has expired."""
        with self._database.reading() as connection:
            row = connection.execute(select(*_COLUMNS).where(share.c.digest == digest)).one_or_none()
        found = None if row is None else Share(**row._mapping)
        return found if found is not None and found.is_live(at) else None


def find_share(connection: Connection, number: int) -> Share:
    """The public link of that number; ``NotStored`` where there is none."""
    row = connection.execute(select(*_COLUMNS).where(share.c.id == number)).one_or_none()
    if row is None:
        raise NotStored(f"There is no public link {number} in this collection. `pagetide share` lists them.")
    return Share(**row._mapping)


def insert_share(connection: Connection, values: Mapping[str, Any]) -> int:
    """Add a public link; its number."""
    key = connection.execute(insert(share).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def set_revoked(connection: Connection, number: int, at: datetime | None) -> None:
    """Let a public link lead nowhere any more; None: let it lead on."""
    connection.execute(update(share).where(share.c.id == number).values(revoked_at=at))
