"""A selection of captures, and where their records are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, CursorResult, Select, Table, select

from storage.database.schema import artifact, capture, change_score, label, page, type_correction, warc_record
from storage.queries.labels import counts
from storage.queries.scores import is_current
from storage.queries.warc_records import find_payload
from storage.records import Outcome, Role
from storage.urls import page_key
from storage.warc.record_kinds import record_urn
from storage.warc.writer import OWN_FILE

Place = tuple[int, int]  # offset and end in a WARC file
_TO_THE_END = 1 << 62
_STREAMED = 1000  # rows in memory


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which captures: those of certain numbers, or pages (none named: all), from when until when."""

    captures: tuple[int, ...] = ()
    pages: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return self == Selection()

    def conditions(self) -> list[ColumnElement[bool]]:
        """The selection as conditions on the ``capture`` table."""
        found: list[ColumnElement[bool]] = []
        if self.captures:
            found.append(capture.c.id.in_(self.captures))
        if self.pages:
            keys = [page_key(url) for url in self.pages]
            found.append(capture.c.page_id.in_(select(page.c.id).where(page.c.url_key.in_(keys))))
        if self.since is not None:
            found.append(capture.c.started_at >= self.since)
        if self.until is not None:
            found.append(capture.c.started_at <= self.until)
        return found


def selected_places(connection: Connection, selection: Selection) -> dict[str, set[Place]]:
    """Where the records of the selected captures stand: their own, parts, change scores, and what was said of them."""
    wanted = select(capture.c.id).where(*selection.conditions())
    spans: dict[str, set[Place]] = defaultdict(set)
    whole: set[str] = set()
    captures = select(capture.c.warc_file, capture.c.warc_offset, capture.c.warc_bytes)
    for row in connection.execute(captures.where(*selection.conditions())):
        if row.warc_file.startswith(OWN_FILE):
            spans[row.warc_file].add((row.warc_offset, row.warc_offset + row.warc_bytes))
        else:
            whole.add(row.warc_file)  # other tools do not say which records belong to a page
    parts = (
        select(warc_record.c.file, warc_record.c.offset, warc_record.c.length)
        .join(artifact, artifact.c.warc_record_id == warc_record.c.id)
        .where(artifact.c.capture_id.in_(wanted))
    )
    of_pairs = [
        select(warc_record.c.file, warc_record.c.offset, warc_record.c.length)
        .join(table, table.c.warc_record_id == warc_record.c.id)
        .where(table.c.after_id.in_(wanted), table.c.before_id.in_(wanted))
        for table in (change_score, label)
    ]
    types = (
        select(warc_record.c.file, warc_record.c.offset, warc_record.c.length)
        .join(type_correction, type_correction.c.warc_record_id == warc_record.c.id)
        .where(warc_record.c.capture_id.in_(wanted))
    )
    for query in (parts, *of_pairs, types):
        for row in connection.execute(query):
            if row.file.startswith(OWN_FILE):
                spans[row.file].add((row.offset, row.offset + row.length))
            else:
                whole.add(row.file)
    return spans | {file: {(0, _TO_THE_END)} for file in whole}


def selected_main_records(connection: Connection, selection: Selection, file: str) -> dict[int, str]:
    """The main records of the selected captures in a WARC file, by the captures' numbers."""
    query = select(capture.c.id, capture.c.main_record).where(*selection.conditions())
    return {row.id: row.main_record for row in connection.execute(query.where(capture.c.warc_file == file))}


def selected_with_text(connection: Connection, selection: Selection) -> CursorResult[Any]:
    """The rows of the selected captures that brought something home, in the order of time, with ``text_digest``."""
    return connection.execute(
        select(capture, artifact.c.digest.label("text_digest"))
        .outerjoin(artifact, (artifact.c.capture_id == capture.c.id) & (artifact.c.role == Role.TEXT))
        .where(capture.c.outcome != Outcome.FAILED, *selection.conditions())
        .order_by(capture.c.started_at, capture.c.id)
        .execution_options(yield_per=_STREAMED)
    )


def selected_scores(connection: Connection, selection: Selection) -> CursorResult[Any]:
    """The rows of the newest scores of pairs that are both selected, in the order of time, with what both captures are.

    These columns are ``url``, and of ``before`` and ``after`` their ``_urn`` and ``_at``.
    """
    return connection.execute(_of_pairs(change_score, selection).where(is_current()))


def selected_labels(connection: Connection, selection: Selection) -> CursorResult[Any]:
    """The rows of the labels that count of pairs that are both selected, as ``selected_scores`` gives them."""
    return connection.execute(_of_pairs(label, selection).where(counts()))


def _of_pairs(table: Table, selection: Selection) -> Select[Any]:
    wanted = select(capture.c.id).where(*selection.conditions())
    before, after = capture.alias("before"), capture.alias("after")
    return (
        select(
            table,
            before.c.urn.label("before_urn"),
            after.c.urn.label("after_urn"),
            after.c.url,
            before.c.started_at.label("before_at"),
            after.c.started_at.label("after_at"),
        )
        .join(before, table.c.before_id == before.c.id)
        .join(after, table.c.after_id == after.c.id)
        .where(table.c.after_id.in_(wanted), table.c.before_id.in_(wanted))
        .order_by(after.c.started_at, table.c.id)
        .execution_options(yield_per=_STREAMED)
    )


def revisited_places(
    connection: Connection, heads: Iterable[Mapping[str, str]]
) -> Iterator[tuple[str, int, int]]:
    """Where the responses stand, file and offset and end, that revisit records with these headers refer to."""
    wanted = {
        (record_urn(headers.get("warc-refers-to")), headers.get("warc-payload-digest", ""))
        for headers in heads
        if headers.get("warc-type") == "revisit"
    }
    for urn, digest in sorted(wanted):
        if (place := find_payload(connection, urn, digest)) is not None:
            yield place.file, place.offset, place.offset + place.length
