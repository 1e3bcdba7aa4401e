"""The audit of a removal: a row, and a metadata record ``urn:removal:`` that outlives the database.

It says when, by whom, why and how much, and names page and captures; nothing of what was removed is in it.
``docs/reference/warc-profile.md`` describes the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select

from storage.database.engine import Database
from storage.database.schema import removal
from storage.digests import sha256
from storage.warc.dates import moment_of
from storage.warc.record import Record, warc_date
from storage.warc.record_kinds import REMOVAL, ScannedRecord

_FORMAT = "pagetide-removal-1"
PACKINGS_APART = timedelta(minutes=1)  # the time of a visit in a list of pages, and that of its response


@dataclass(frozen=True, kw_only=True)
class RemovedCapture:
    """A capture that was removed: its name, when it was made, the record that brought its page."""

    urn: str
    at: datetime
    main: str


@dataclass(frozen=True, kw_only=True)
class Removal:
    """What was removed, when, by whom and why."""

    removed_at: datetime
    removed_by: str
    reason: str
    page_url: str | None  # None: forgotten
    page_digest: str  # of the page's key
    whole_page: bool
    captures: tuple[RemovedCapture, ...]
    records: int
    size_bytes: int  # of the records, as they stood in the WARC files


def removals(database: Database) -> list[Removal]:
    """All removals, the oldest first."""
    with database.reading() as connection:
        rows = connection.execute(select(removal).order_by(removal.c.removed_at, removal.c.id)).all()
    return [_removal_of(row._mapping) for row in rows]


class RemovedCaptures:
    """The captures that were removed: none of them comes back with an archive that holds it still."""

    def __init__(self, database: Database) -> None:
        self._by_name: dict[str, list[tuple[datetime, Removal]]] = {}
        for done in removals(database):
            for item in done.captures:
                for name in {item.urn, item.main} - {""}:
                    self._by_name.setdefault(name, []).append((item.at, done))

    def removal_of(self, names: Iterable[str], at: datetime) -> Removal | None:
        """The removal of a capture of that time that is known by one of these names; None: it was not removed."""
        for name in names:
            for removed_at, done in self._by_name.get(name, ()):
                if abs(removed_at - at) <= PACKINGS_APART:
                    return done
        return None


def page_digest(url_key: str) -> str:
    """The digest by which an audit names a page."""
    return sha256(url_key.encode())


def removal_record(done: Removal) -> Record:
    """The record of a removal."""
    body = {
        "format": _FORMAT,
        "removed_at": warc_date(done.removed_at),
        "removed_by": done.removed_by,
        "reason": done.reason,
        "page": {"digest": done.page_digest, "url": done.page_url},
        "whole_page": done.whole_page,
        "captures": _captures_as_json(done),
        "records": done.records,
        "bytes": done.size_bytes,
    }
    return Record(
        kind="metadata",
        uri=REMOVAL + done.page_digest,
        date=done.removed_at,
        content_type="application/json",
        payload=json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"),
    )


def insert_removal(connection: Connection, done: Removal, urn: str, place: tuple[str, int, int]) -> None:
    """Add the row of a removal whose record stands at ``place``: file, offset, length."""
    values = {
        "removed_at": done.removed_at,
        "removed_by": done.removed_by,
        "reason": done.reason,
        "page_url": done.page_url,
        "page_digest": done.page_digest,
        "whole_page": done.whole_page,
        "captures": _captures_as_json(done),
        "records": done.records,
        "size_bytes": done.size_bytes,
        "record_id": urn,
        "file": place[0],
        "offset": place[1],
        "length": place[2],
    }
    connection.execute(insert(removal).values(**values))


def insert_found_removals(connection: Connection, records: Iterable[ScannedRecord]) -> int:
    """Add the removals that records tell of and no row does; how many."""
    known = set(connection.execute(select(removal.c.record_id)).scalars())
    added = 0
    for record in records:
        done = _removal_in(record) if record.uri.startswith(REMOVAL) and record.urn not in known else None
        if done is not None:
            insert_removal(connection, done, record.urn, (record.file, record.offset, record.length))
            known.add(record.urn)
            added += 1
    return added


def _captures_as_json(done: Removal) -> list[dict[str, str]]:
    return [{"urn": item.urn, "at": warc_date(item.at), "main": item.main} for item in done.captures]


def _captures_in(said: Any) -> tuple[RemovedCapture, ...]:
    return tuple(
        RemovedCapture(urn=str(item["urn"]), at=_moment(item["at"]), main=str(item.get("main") or ""))
        for item in said
    )


def _moment(stated: object) -> datetime:
    found = moment_of(str(stated))
    if found is None:
        raise ValueError(f"{stated} is no time")
    return found.astimezone(UTC)


def _removal_in(record: ScannedRecord) -> Removal | None:
    """The removal in a record; None if it is none."""
    try:
        body = json.loads(record.body)
        url = body["page"]["url"]
        return Removal(
            removed_at=_moment(body["removed_at"]),
            removed_by=str(body["removed_by"]),
            reason=str(body["reason"]),
            page_url=None if url is None else str(url),
            page_digest=str(body["page"]["digest"])[:71],
            whole_page=bool(body["whole_page"]),
            captures=_captures_in(body["captures"]),
            records=int(body["records"]),
            size_bytes=int(body["bytes"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _removal_of(row: Mapping[Any, Any]) -> Removal:
    return Removal(
        removed_at=row["removed_at"],
        removed_by=row["removed_by"],
        reason=row["reason"],
        page_url=row["page_url"],
        page_digest=row["page_digest"],
        whole_page=row["whole_page"],
        captures=_captures_in(row["captures"]),
        records=row["records"],
        size_bytes=row["size_bytes"],
    )
