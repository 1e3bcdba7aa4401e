"""Statistics of hosts: when their pages change, how far their hints can be trusted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select, update

from storage.database.engine import Database
from storage.database.schema import host
from storage.queries.batches import batches


class HostQueries:
    """What the repository knows of the rhythm of hosts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def host_rhythm(self, name: str) -> Mapping[str, Any]:
        """What ``set_host_rhythm`` kept; empty for a host of which nothing was kept, or that is not known."""
        with self._database.reading() as connection:
            kept = connection.execute(select(host.c.rhythm).where(host.c.name == name)).scalar()
        return kept or {}

    def host_hints(self, names: Collection[str]) -> dict[str, Mapping[str, Any]]:
        """What is kept of the hints of those hosts of which something is."""
        told: dict[str, Mapping[str, Any]] = {}
        with self._database.reading() as connection:
            for some in batches(sorted(set(names))):
                query = select(host.c.name, host.c.rhythm["hints"].label("hints"))
                rows = connection.execute(query.where(host.c.name.in_(some)))
                told.update((row.name, row.hints) for row in rows if row.hints)
        return told

    def set_host_rhythm(self, name: str, rhythm: Mapping[str, Any]) -> None:
        """Keep what JSON can hold of a host that has pages; of another host nothing is kept."""
        with self._database.writing() as connection:
            connection.execute(update(host).where(host.c.name == name).values(rhythm=dict(rhythm)))
