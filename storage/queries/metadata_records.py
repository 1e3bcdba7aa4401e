"""Labels, types and removals as WARC records, and read back from them.

A metadata record of the capture that it was said of, as a change score is one: ``urn:label:URL`` holds a verdict on two
captures, ``urn:type:URL`` the type of a page (``docs/reference/warc-profile.md``). What is taken back is a record, too:
nothing in the archive is ever overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Table, insert, select, update

from storage.database.schema import capture, label, type_correction, warc_record
from storage.errors import StorageError
from storage.queries.capture_rows import captures_by_urn, storable
from storage.queries.finding_rows import note_change
from storage.queries.labels import Label, is_of_one_page
from storage.queries.page_types import TypeCorrection, has_capture
from storage.queries.warc_records import insert_record
from storage.urls import header_uri
from storage.warc.record import Record, warc_date
from storage.warc.record_kinds import LABEL, PAGE_TYPE, ScannedRecord

Said = TypeVar("Said", Label, TypeCorrection)

Body = Mapping[str, Any]
Known = Mapping[str, Any]
"""Captures by their names in the archive."""

Own = tuple[Row[Any], dict[str, Any]]
"""The capture under which a record stands, and what it holds beside who said it, when and why."""


@dataclass(frozen=True, kw_only=True)
class Kind(Generic[Said]):
    """One kind of what people say."""

    prefix: str  # of the target URI of its records
    form: str  # what its records state as their format
    table: Table
    made: type[Said]
    told: Callable[[Connection, Said], Own]
    """What a record says, with names of the archive. Raises ``StorageError``: it speaks of no such captures."""
    read: Callable[[Body, Known], Own]
    """What a record means here, with numbers of the database. Raises ``ValueError`` or ``KeyError``: nothing."""
    can_be_told: Callable[[], ColumnElement[bool]]
    """Of a row, whether there are captures under which its record can stand."""


@dataclass(frozen=True, kw_only=True)
class Filed:
    """A record, and the number of the capture under which it stands."""

    record: Record
    capture_id: int

    def insert(self, connection: Connection, place: tuple[str, int, int]) -> int:
        """Its row, once it is written at ``place``: file, offset, length."""
        return insert_record(connection, self.capture_id, self.record, place)


def said_record(connection: Connection, kind: Kind[Said], said: Said) -> Filed:
    """The record of what was said, the captures by the names that they have in the archive.

    Raises
    ------
    StorageError
        There are no such captures, or they do not belong together.
    """
    of, own = kind.told(connection, said)
    who = {"said_at": warc_date(said.said_at), "said_by": said.said_by, "note": said.note}
    record = Record(
        kind="metadata",
        uri=kind.prefix + header_uri(of.url),
        date=said.said_at,
        content_type="application/json",
        extra=(("WARC-Refers-To", f"<{of.main_record}>"), ("WARC-Page-ID", of.urn)),
        payload=_json({"format": kind.form, **own, **who}),
    )
    return Filed(record=record, capture_id=of.id)


def insert_said(connection: Connection, kind: Kind[Said], said: Said, warc_record_id: int | None) -> Said:
    """Add what was said, whose record is already in the archive; None: ``Collection.archive_said`` writes it later."""
    values = {name: value for name, value in asdict(said).items() if name != "id"}
    added = insert(kind.table).values(**values, warc_record_id=warc_record_id)
    number = connection.execute(added).inserted_primary_key
    if isinstance(said, Label):
        note_change(connection, said.after_id, found_at=said.said_at)
    return replace(said, id=None if number is None else number[0])


def name_said_record(connection: Connection, kind: Kind[Said], said: Said, warc_record_id: int) -> None:
    """Say of what had no record where its record stands now."""
    changed = update(kind.table).where(kind.table.c.id == said.id)
    connection.execute(changed.values(warc_record_id=warc_record_id))


def unarchived(connection: Connection, kind: Kind[Said]) -> list[Said]:
    """What has no record: it was said before there were such records, or the capture that it was said of went."""
    table = kind.table
    query = select(table).where(table.c.warc_record_id.is_(None), kind.can_be_told())
    rows = connection.execute(query.order_by(table.c.said_at, table.c.id)).mappings()
    return [
        kind.made(**{name: value for name, value in row.items() if name != "warc_record_id"}) for row in rows
    ]


def insert_found_said(connection: Connection, kind: Kind[Said], records: Iterable[ScannedRecord]) -> int:
    """Add what was said of captures that are known and is not there yet, in the order of time; how many."""
    found = [record for record in records if record.uri.startswith(kind.prefix)]
    if not found:
        return 0
    known = captures_by_urn(connection)
    added = 0
    for record in sorted(found, key=lambda item: (item.date, item.file, item.offset)):
        read = _read(kind, record, known)
        if read is None or has_row(connection, read[0], record):
            continue
        capture_id, said = read
        place = (record.file, record.offset, record.length)
        insert_said(connection, kind, said, insert_record(connection, capture_id, record, place))
        added += 1
    return added


def has_row(connection: Connection, capture_id: int, record: ScannedRecord) -> bool:
    """Whether what a record holds is there already: the same record may come again in another file."""
    query = select(warc_record.c.id).where(
        warc_record.c.capture_id == capture_id, warc_record.c.record_id == record.urn
    )
    return connection.execute(query).first() is not None


def _read(kind: Kind[Said], record: ScannedRecord, known: Known) -> tuple[int, Said] | None:
    """What a record says and the number of its capture; None where it says nothing of captures that are known."""
    try:
        body = json.loads(record.body)
        of, own = kind.read(body, known)
        said_at = datetime.fromisoformat(body["said_at"].replace("Z", "+00:00"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    said = kind.made(
        page_id=of.page_id,
        **own,
        said_at=said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC),
        said_by=storable(str(body.get("said_by") or "")),
        note=storable(str(body.get("note") or "")),
    )
    return of.id, said


def _json(body: Body) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _told_pair(connection: Connection, said: Label) -> Own:
    ids = (said.before_id, said.after_id)
    query = select(capture).where(capture.c.id.in_(ids), capture.c.page_id == said.page_id)
    rows = connection.execute(query.order_by(capture.c.started_at, capture.c.id)).all()
    if tuple(row.id for row in rows) != ids:
        raise StorageError(
            f"captures {said.before_id} and {said.after_id} are not two captures of page {said.page_id} in "
            "the order of their times: label a pair of one page, the earlier capture first"
        )
    before, after = rows
    return after, {
        "before": before.urn,
        "before_at": warc_date(before.started_at),
        "after": after.urn,
        "after_at": warc_date(after.started_at),
        "important": said.important,
    }


def _read_pair(body: Body, known: Known) -> Own:
    before, after, important = known[body["before"]], known[body["after"]], body["important"]
    in_order = (before.started_at, before.id) < (after.started_at, after.id)
    if before.page_id != after.page_id or not in_order or important not in (True, False, None):
        raise ValueError
    return after, {"before_id": before.id, "after_id": after.id, "important": important}


def _told_type(connection: Connection, said: TypeCorrection) -> Own:
    """Under the page's newest capture that is a version, else under its newest."""
    newest_first = (capture.c.good.desc(), capture.c.started_at.desc(), capture.c.id.desc())
    query = select(capture).where(capture.c.page_id == said.page_id).order_by(*newest_first).limit(1)
    of = connection.execute(query).one_or_none()
    if of is None:
        raise StorageError(
            f"page {said.page_id} has no capture yet, and a type is said of what was seen: visit it first "
            "(`pagetide crawl --once`)"
        )
    return of, {"capture": of.urn, "captured_at": warc_date(of.started_at), "type": said.type}


def _read_type(body: Body, known: Known) -> Own:
    of, name = known[body["capture"]], body["type"]
    if not (name is None or (isinstance(name, str) and name)):
        raise ValueError
    return of, {"type": None if name is None else storable(name)}


LABELS: Kind[Label] = Kind(
    prefix=LABEL,
    form="pagetide-label-1",
    table=label,
    made=Label,
    told=_told_pair,
    read=_read_pair,
    can_be_told=is_of_one_page,
)
TYPES: Kind[TypeCorrection] = Kind(
    prefix=PAGE_TYPE,
    form="pagetide-type-1",
    table=type_correction,
    made=TypeCorrection,
    told=_told_type,
    read=_read_type,
    can_be_told=has_capture,
)
