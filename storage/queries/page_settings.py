"""What people set of pages: read whole for the archive, and brought back from it by a rebuild.

A row of ``page_settings`` says when something of a page was set last, and names the record that says all of it. Actions
note the first; ``Collection.archive_settings`` writes the record of a page that has a capture under which it can stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    Select,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    type_coerce,
    update,
)

from storage.database.schema import capture, hold, own_rule, page, page_settings, page_tag, warc_record
from storage.errors import StorageError
from storage.own_rules import OwnRule
from storage.queries.batches import batches
from storage.queries.capture_rows import captures_by_urn
from storage.queries.holds import insert_hold
from storage.queries.own_rules import put_rule
from storage.queries.page_edits import update_page
from storage.queries.page_settings_record import HoldSet, PageSettings, RuleSet, settings_in
from storage.queries.page_tags import set_tags
from storage.queries.removal_records import RemovedCaptures
from storage.queries.warc_records import find_record, insert_record, insert_record_rows, record_row
from storage.urls import header_uri, page_key
from storage.warc.record import Record
from storage.warc.record_kinds import PAGE_SETTINGS, ScannedRecord
from storage.warc.writer import Written

_AT_ONCE = 500  # records of a batch


@dataclass(frozen=True, kw_only=True)
class FiledSettings:
    """The record of a page, and when that was set which it says."""

    record: Record
    page_id: int
    capture_id: int
    set_at: datetime


@dataclass(frozen=True, kw_only=True)
class SettingsBack:
    """What a rebuild brought back."""

    pages: int = 0
    holds: int = 0


@dataclass(frozen=True, kw_only=True)
class _Found:
    """What a record in the archive says of a page, and the number of the record's row."""

    said: PageSettings
    row: int


def note_set(connection: Connection, page_ids: Iterable[int], *, by: str, at: datetime) -> None:
    """Say that something of these pages was set: the archive does not say so yet.

    Of a page that was set later already, by another clock, it is the moment after.
    """
    column = page_settings.c.set_at
    just_after = type_coerce(type_coerce(column, BigInteger) + 1, column.type)
    values = {"set_at": case((column < at, literal(at, column.type)), else_=just_after)}
    for some in batches(sorted(set(page_ids))):
        among = page_settings.c.page_id.in_(some)
        known = select(page_settings.c.page_id).where(among)
        fresh = select(page.c.id).where(page.c.id.in_(some), page.c.id.not_in(known))
        rows = [{"page_id": number, "set_at": at, "set_by": by} for number in connection.scalars(fresh)]
        connection.execute(
            update(page_settings).where(among).values(**values, set_by=by, warc_record_id=None)
        )
        if rows:
            connection.execute(insert(page_settings), rows)


def waiting_settings(
    connection: Connection, page_id: int | None = None, *, after: int | None = None
) -> list[FiledSettings]:
    """Records of the pages of which the archive does not say what is set, or of one; at most a batch.

    They come in the order of their numbers, from ``after`` one on; without it what was set last comes first.
    """
    other = capture.alias()
    newest = select(other.c.id).where(other.c.page_id == page.c.id)
    newest = newest.order_by(other.c.started_at.desc(), other.c.id.desc()).limit(1)
    query = (
        select(
            page,
            page_settings.c.set_at,
            page_settings.c.set_by,
            capture.c.id.label("capture_id"),
            capture.c.urn,
            capture.c.started_at,
            capture.c.main_record,
        )
        .join(page_settings, page_settings.c.page_id == page.c.id)
        .join(capture, capture.c.id == newest.correlate(page).scalar_subquery())
        .where(page_settings.c.warc_record_id.is_(None))
        .limit(_AT_ONCE)
    )
    if after is None:
        query = query.order_by(page_settings.c.set_at.desc(), page.c.id)
    else:
        query = query.where(page.c.id > after).order_by(page.c.id)
    if page_id is not None:
        query = query.where(page.c.id == page_id)
    rows = connection.execute(query).all()
    if not rows:
        return []
    beside = _Beside(connection, [row.id for row in rows])
    return [_filed(row, beside) for row in rows]


def note_archived(connection: Connection, filed: Sequence[FiledSettings], written: Written) -> None:
    """Say where the records stand; a page of which something was set meanwhile goes on waiting."""
    places = zip(filed, written.offsets, written.lengths, strict=True)
    rows = [
        record_row(item.capture_id, item.record, (written.file, offset, length))
        for item, offset, length in places
    ]
    told = update(page_settings).where(
        page_settings.c.page_id == bindparam("of_page"), page_settings.c.set_at == bindparam("as_of")
    )
    values = [
        {"of_page": item.page_id, "as_of": item.set_at, "row": number}
        for item, number in zip(filed, insert_record_rows(connection, rows), strict=True)
    ]
    connection.execute(told.values(warc_record_id=bindparam("row")), values)


def insert_found_settings(
    connection: Connection, records: Iterable[ScannedRecord], removed: RemovedCaptures, *, apply: bool
) -> SettingsBack:
    """Add rows of the records; with ``apply`` set of each page what its newest one says, unless more was set later."""
    found = [record for record in records if record.uri.startswith(PAGE_SETTINGS)]
    if not found:
        return SettingsBack()
    newest: dict[int, _Found] = {}
    reading = _Reading(connection, removed)
    for record in sorted(found, key=lambda item: (item.date, item.file, item.offset)):
        told = reading.read(record)
        if told is None:
            continue
        said, of = told
        row = find_record(connection, record.file, record.offset)
        if row is None:
            row = insert_record(connection, of.id, record, (record.file, record.offset, record.length))
        if of.page_id not in newest or newest[of.page_id].said.set_at <= said.set_at:
            newest[of.page_id] = _Found(said=said, row=row)
    return _applied(connection, newest, reading.captures) if apply else SettingsBack()


def settings_in_file(connection: Connection, file: str) -> set[int]:
    """Where in a WARC file records stand that say what people set of pages."""
    of_settings = warc_record.c.target_uri.startswith(PAGE_SETTINGS)
    query = select(warc_record.c.offset).where(warc_record.c.file == file, of_settings)
    return set(connection.scalars(query))


class _Beside:
    """What is set of pages in other tables than theirs, by page."""

    def __init__(self, connection: Connection, page_ids: Sequence[int]) -> None:
        self.holds: dict[int, list[HoldSet]] = defaultdict(list)
        held = (
            select(hold, capture.c.urn)
            .outerjoin(capture, hold.c.capture_id == capture.c.id)
            .where(hold.c.page_id.in_(page_ids))
        )
        for row in connection.execute(held.order_by(hold.c.id)):
            said = HoldSet(capture=row.urn, reason=row.reason, held_by=row.held_by, held_at=row.held_at)
            self.holds[row.page_id].append(said)
        self.tags: dict[int, list[str]] = defaultdict(list)
        tags = select(page_tag).where(page_tag.c.page_id.in_(page_ids))
        for row in connection.execute(tags.order_by(page_tag.c.page_id, page_tag.c.tag)):
            self.tags[row.page_id].append(row.tag)
        wanted = own_rule.c.page_id.in_(page_ids) | own_rule.c.tag.is_not(None)
        columns = (own_rule.c[name] for name in OwnRule.__dataclass_fields__)
        rules = [OwnRule(**row._mapping) for row in connection.execute(select(*columns).where(wanted))]
        self.of_pages = {rule.page_id: RuleSet.of(rule) for rule in rules if rule.page_id is not None}
        self.of_tags = {rule.tag: RuleSet.of(rule) for rule in rules if rule.tag is not None}


def _filed(row: Row[Any], beside: _Beside) -> FiledSettings:
    tags = beside.tags.get(row.id, [])
    said = PageSettings(
        url=row.url,
        capture=row.urn,
        captured_at=row.started_at,
        set_at=row.set_at,
        set_by=row.set_by,
        holds=tuple(beside.holds.get(row.id, ())),
        tags=tuple(tags),
        note=row.note,
        regions=row.regions,
        alarm_above=row.alarm_above,
        rule=beside.of_pages.get(row.id),
        tag_rules=tuple(beside.of_tags[tag] for tag in tags if tag in beside.of_tags),
        weight=row.weight,
        paused=not row.active and row.retired_at is None,
        muted_at=row.muted_at,
        retired_at=row.retired_at,
    )
    record = Record(
        kind="metadata",
        uri=PAGE_SETTINGS + header_uri(row.url),
        date=row.set_at,
        content_type="application/json",
        extra=(("WARC-Refers-To", f"<{row.main_record}>"), ("WARC-Page-ID", row.urn)),
        payload=said.to_json(),
    )
    return FiledSettings(record=record, page_id=row.id, capture_id=row.capture_id, set_at=row.set_at)


class _Reading:
    """What records mean here."""

    def __init__(self, connection: Connection, removed: RemovedCaptures) -> None:
        self._connection = connection
        self._removed = removed
        self.captures: Mapping[str, Any] = captures_by_urn(connection)
        """The captures that are known, by their names in the archive."""

    def read(self, record: ScannedRecord) -> tuple[PageSettings, Any] | None:
        """What a record says and the capture that its row belongs to; None where it says nothing of a known page."""
        try:
            said = settings_in(record.body)
        except (ValueError, StorageError):
            return None
        of = self.captures.get(said.capture)
        if of is None and self._removed.removal_of([said.capture], said.captured_at) is None:
            of = self._newest(said.url)
        return None if of is None else (said, of)

    def _newest(self, url: str) -> Row[Any] | None:
        """The page's newest capture, where the one that the record stands under is lost."""
        of_page = select(page.c.id).where(page.c.url_key == page_key(url))
        query: Select[Any] = select(capture.c.id, capture.c.page_id).where(capture.c.page_id.in_(of_page))
        newest = query.order_by(capture.c.started_at.desc(), capture.c.id.desc()).limit(1)
        return self._connection.execute(newest).one_or_none()


def _applied(
    connection: Connection, found: Mapping[int, _Found], captures: Mapping[str, Any]
) -> SettingsBack:
    pages = holds = 0
    tags: dict[str, PageSettings] = {}
    for page_id, item in found.items():
        set_at = select(page_settings.c.set_at).where(page_settings.c.page_id == page_id)
        known = connection.execute(set_at).scalar()
        if known is not None and known >= item.said.set_at:
            continue
        _set(connection, page_id, item, captures)
        pages, holds = pages + 1, holds + len(item.said.holds)
        for tag in item.said.tags:
            if tag not in tags or tags[tag].set_at < item.said.set_at:
                tags[tag] = item.said
    for tag, said in tags.items():
        _set_rule_of_tag(connection, tag, said)
    return SettingsBack(pages=pages, holds=holds)


def _set(connection: Connection, page_id: int, found: _Found, captures: Mapping[str, Any]) -> None:
    said = found.said
    values: dict[str, Any] = {
        "active": not said.paused and said.retired_at is None,
        "weight": said.weight,
        "muted_at": said.muted_at,
        "retired_at": said.retired_at,
        "note": said.note,
        "alarm_above": said.alarm_above,
        "regions": [region.to_json() for region in said.regions],
    }
    update_page(connection, page_id, values)
    set_tags(connection, page_id, said.tags)
    put_rule(connection, page_id, None, None if said.rule is None else said.rule.for_page(page_id))
    connection.execute(delete(hold).where(hold.c.page_id == page_id))
    for item in said.holds:
        held = None if item.capture is None else captures.get(item.capture)
        number = None if held is None else held.id  # of a capture that is lost: the page, rather than nothing
        made = {"page_id": page_id, "capture_id": number, "reason": item.reason}
        insert_hold(connection, made | {"held_by": item.held_by, "held_at": item.held_at})
    connection.execute(delete(page_settings).where(page_settings.c.page_id == page_id))
    settled = {"page_id": page_id, "set_at": said.set_at, "set_by": said.set_by, "warc_record_id": found.row}
    connection.execute(insert(page_settings).values(**settled))


def _set_rule_of_tag(connection: Connection, tag: str, said: PageSettings) -> None:
    """Give a tag the rule that a page with it names, unless something of another page with it was set later."""
    of_tag = select(page_tag.c.page_id).where(page_tag.c.tag == tag)
    latest = select(func.max(page_settings.c.set_at)).where(page_settings.c.page_id.in_(of_tag))
    if connection.execute(latest).scalar_one() > said.set_at:
        return
    rule = next((item for item in said.tag_rules if item.tag == tag), None)
    put_rule(connection, None, tag, None if rule is None else rule.for_tag(tag))
