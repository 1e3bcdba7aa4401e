"""The pages of ingested captures, many at once: an archive may hold as many pages as captures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from storage.database.schema import host, page
from storage.queries.batches import batches
from storage.queries.pages import rate_values
from storage.records import RateBelief
from storage.urls import host_of, page_key


def page_ids(connection: Connection, wanted: Iterable[tuple[str, datetime]]) -> dict[str, int]:
    """The page of each URL; new ones are added as of that time without a due time: nobody asked to visit them."""
    times: dict[str, datetime] = {}
    keys: dict[str, str] = {}
    for url, at in wanted:
        if url not in keys:
            keys[url] = page_key(url)
            times.setdefault(keys[url], at)
    known = _known(connection, list(times))
    missing = [key for key in times if key not in known]
    if missing:
        hosts = _host_ids(connection, missing)
        fixed = {
            "active": True,
            "weight": 1.0,
            "floor": None,
            "ceiling": None,
            "due_at": None,
            "due_reason": "",
            **rate_values(RateBelief()),
        }
        rows = [
            {"url": key, "url_key": key, "host_id": hosts[host_of(key)], "added_at": times[key], **fixed}
            for key in missing
        ]
        connection.execute(insert(page), rows)
        known |= _known(connection, missing)
    return {url: known[key] for url, key in keys.items()}


def _known(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for some in batches(keys):
        rows = connection.execute(select(page.c.url_key, page.c.id).where(page.c.url_key.in_(some)))
        found |= {row.url_key: row.id for row in rows}
    return found


def _host_ids(connection: Connection, keys: Iterable[str]) -> dict[str, int]:
    names = list(dict.fromkeys(map(host_of, keys)))
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(host).on_conflict_do_nothing(), [{"name": name} for name in names])
    found: dict[str, int] = {}
    for some in batches(names):
        rows = connection.execute(select(host.c.name, host.c.id).where(host.c.name.in_(some)))
        found |= {row.name: row.id for row in rows}
    return found
