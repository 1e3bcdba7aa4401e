"""A label as a record of the archive, and read back from one: what people said outlives the database.

A metadata record ``urn:label:URL`` of the later capture, as a change score is one; ``docs/reference/warc-profile.md``
describes it. A verdict taken back is a record, too: nothing in the archive is ever overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from storage.capture_rows import storable
from storage.errors import StorageError
from storage.ingest_records import LABEL, Found
from storage.labels import Label, insert_label
from storage.schema import capture, warc_record
from storage.urls import header_uri
from storage.warc_record import Record, warc_date
from storage.warc_rows import insert_record

_FORMAT = "pagetide-label-1"


@dataclass(frozen=True, kw_only=True)
class _Pair:
    """The rows of the two captures that a label speaks of."""

    before: Row[Any]
    after: Row[Any]


def label_record(connection: Connection, said: Label) -> Record:
    """The record of a label, the captures by the names that they have in the archive.

    Raises
    ------
    StorageError
        The captures are not two of the label's page, or not in the order of their times.
    """
    pair = _pair(connection, said)
    body = {
        "format": _FORMAT,
        "before": pair.before.urn,
        "before_at": warc_date(pair.before.started_at),
        "after": pair.after.urn,
        "after_at": warc_date(pair.after.started_at),
        "important": said.important,
        "said_at": warc_date(said.said_at),
        "said_by": said.said_by,
        "note": said.note,
    }
    return Record(
        kind="metadata",
        uri=LABEL + header_uri(pair.after.url),
        date=said.said_at,
        content_type="application/json",
        extra=(("WARC-Refers-To", f"<{pair.after.main_record}>"), ("WARC-Page-ID", pair.after.urn)),
        payload=json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"),
    )


def insert_found_labels(connection: Connection, records: Iterable[Found]) -> int:
    """Add the labels whose two captures are known and that are not there yet, in the order of time; how many."""
    captures = select(capture.c.urn, capture.c.id, capture.c.page_id, capture.c.started_at)
    known = {row.urn: row for row in connection.execute(captures)}
    labels = (record for record in records if record.uri.startswith(LABEL))
    added = 0
    for record in sorted(labels, key=lambda found: (found.date, found.file, found.offset)):
        said = _label_in(record, known)
        if said is None or has_row(connection, said.after_id, record):
            continue
        place = (record.file, record.offset, record.length)
        insert_label(connection, said, insert_record(connection, said.after_id, record, place))
        added += 1
    return added


def _pair(connection: Connection, said: Label) -> _Pair:
    ids = (said.before_id, said.after_id)
    query = select(capture).where(capture.c.id.in_(ids), capture.c.page_id == said.page_id)
    rows = connection.execute(query.order_by(capture.c.started_at, capture.c.id)).all()
    if tuple(row.id for row in rows) != ids:
        raise StorageError(
            f"captures {said.before_id} and {said.after_id} are not two captures of page {said.page_id} in "
            "the order of their times: label a pair of one page, the earlier capture first"
        )
    return _Pair(before=rows[0], after=rows[1])


def _label_in(record: Found, known: Mapping[str, Any]) -> Label | None:
    """The label in a record; None if it is none, or not on two captures of one page that are known."""
    try:
        body = json.loads(record.body)
        before, after = known[body["before"]], known[body["after"]]
        said_at = datetime.fromisoformat(body["said_at"].replace("Z", "+00:00"))
        important = body["important"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    in_order = (before.started_at, before.id) < (after.started_at, after.id)
    if before.page_id != after.page_id or not in_order or important not in (True, False, None):
        return None
    return Label(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        important=important,
        said_at=said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC),
        said_by=storable(str(body.get("said_by") or "")),
        note=storable(str(body.get("note") or "")),
    )


def has_row(connection: Connection, capture_id: int, record: Found) -> bool:
    """Whether what a record holds is there already: the same record may come again in another file."""
    query = select(warc_record.c.id).where(
        warc_record.c.capture_id == capture_id, warc_record.c.record_id == record.urn
    )
    return connection.execute(query).first() is not None
