"""Some captures of a collection as WARC files of their own, closed over what their revisit records refer to."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, select
from warcio.archiveiterator import ArchiveIterator

from storage.collection import ARCHIVE, Collection
from storage.errors import Corrupt, NotStored
from storage.ingest_records import record_urn
from storage.schema import artifact, capture, change_score, label, page, warc_record
from storage.urls import url_key
from storage.warc import OWN_FILE
from storage.warc_reading import Member, members, open_warc
from storage.warc_rows import find_payload

Span = tuple[int, int]  # offset and end in a WARC file
_TO_THE_END = 1 << 62


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
            keys = [url_key(url) for url in self.pages]
            found.append(capture.c.page_id.in_(select(page.c.id).where(page.c.url_key.in_(keys))))
        if self.since is not None:
            found.append(capture.c.started_at >= self.since)
        if self.until is not None:
            found.append(capture.c.started_at <= self.until)
        return found


def selected_files(collection: Collection, selection: Selection, scratch: Path) -> list[Path]:
    """The records of the selected captures as gzipped WARC files in ``scratch``.

    Raises
    ------
    NotStored
        Nothing is selected, or a WARC file is missing.
    Corrupt
        A WARC file ends before the records that its rows name.
    """
    with collection.database.reading() as connection:
        spans = _spans(connection, selection)
        if not spans:
            raise NotStored(
                "No capture of this collection is of those pages and that time. `pagetide status` lists the pages."
            )
        for file, start, end in list(_originals(connection, collection.path / ARCHIVE, spans)):
            spans[file].add((start, end))
    return [
        _written(collection.path / ARCHIVE, file, _merged(found), scratch)
        for file, found in sorted(spans.items())
    ]


def _spans(connection: Connection, selection: Selection) -> dict[str, set[Span]]:
    """Where the records of the selected captures stand: their own, their parts, their change scores and labels."""
    wanted = select(capture.c.id).where(*selection.conditions())
    spans: dict[str, set[Span]] = defaultdict(set)
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
    for query in (parts, *of_pairs):
        for row in connection.execute(query):
            if row.file.startswith(OWN_FILE):
                spans[row.file].add((row.offset, row.offset + row.length))
            else:
                whole.add(row.file)
    return spans | {file: {(0, _TO_THE_END)} for file in whole}


def _originals(
    connection: Connection, folder: Path, spans: dict[str, set[Span]]
) -> Iterator[tuple[str, int, int]]:
    """Where the responses stand that revisit records in ``spans`` refer to and that are not in them."""
    wanted = {key for file, found in spans.items() for key in _revisited(folder, file, _merged(found))}
    for urn, digest in sorted(wanted):
        if (place := find_payload(connection, urn, digest)) is not None:
            yield place.file, place.offset, place.offset + place.length


def _revisited(folder: Path, file: str, spans: Iterable[Span]) -> Iterator[tuple[str, str]]:
    """Name and payload digest of what revisit records refer to."""
    with open_warc(folder, file) as source:
        for start, end in spans:
            for member in members(source, start, end):
                headers = _headers(member)
                if headers.get("warc-type") == "revisit":
                    digest = headers.get("warc-payload-digest", "")
                    yield record_urn(headers.get("warc-refers-to")), digest


def _headers(member: Member) -> dict[str, str]:
    """The record's own headers, names in lower case; its body is not touched."""
    head = member.data[: member.data.find(b"\r\n\r\n")].decode("utf-8", "replace")
    pairs = (line.partition(":") for line in head.splitlines()[1:])
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, none overlapping another."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _written(folder: Path, file: str, spans: list[Span], scratch: Path) -> Path:
    """The file's warcinfo record and those spans of it, under a name that says what was selected."""
    chosen = hashlib.sha256(repr(spans).encode()).hexdigest()[:12]
    target = scratch / f"{file.removesuffix('.warc.gz')}-part-{chosen}.warc.gz"
    with open_warc(folder, file) as source, target.open("wb") as out:
        head = _head_length(source)
        if head and spans[0][0] >= head:
            spans = [(0, head), *spans]
        for start, end in spans:
            source.seek(start)
            left = end - start
            while left > 0 and (data := source.read(min(1 << 20, left))):
                out.write(data)
                left -= len(data)
            if left and end != _TO_THE_END:
                raise Corrupt(
                    f"{file} ends in the middle of a record. Restore it from a backup; `pagetide verify` lists "
                    "what else is damaged."
                )
    return target


def _head_length(source: object) -> int:
    """Bytes of the warcinfo record at the head of the file; 0 if it has none."""
    records = ArchiveIterator(source)
    first = next(iter(records), None)
    return int(records.get_record_length()) if first is not None and first.rec_type == "warcinfo" else 0
