"""The archive's part of ``verify``: each WARC file against its digests, and the rows against the files.

Each gzip member is read by itself, so that the walk goes on behind a damaged place at the next record a row
names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from sqlalchemy import Row, select
from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from storage.cdxj import WarcPart
from storage.collection import ARCHIVE, Collection
from storage.errors import NotStored
from storage.findings import Findings
from storage.schema import capture, warc_record
from storage.warc import OWN_FILE
from storage.warc_reading import Member, members, open_warc
from storage.warc_record import bare_uri

_CHUNK = 1 << 20
_BACKUP = "Restore the file from a backup."


@dataclass
class _Held:
    """What a WARC file really holds, by the offset of each record."""

    ids: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str | None] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class _Revisit:
    """What a revisit record refers to: by name, and by URL and second."""

    uri: str
    original: str
    place: tuple[str, str]
    own: bool


def verify_archive(collection: Collection, parts: Sequence[WarcPart], findings: Findings) -> None:
    """Check all WARC files and all rows that point into them."""
    walk = _Archive(collection, findings)
    for part in parts:
        walk.file(part)
    walk.missing_files()
    walk.missing_originals()


class _Archive:
    """One walk over the WARC files."""

    def __init__(self, collection: Collection, findings: Findings) -> None:
        self._folder = collection.path / ARCHIVE
        self._database = collection.database
        self._findings = findings
        self._revisits: list[_Revisit] = []
        self._held_urns: set[str] = set()  # of the records that may hold a revisit's payload
        self._held_places: set[tuple[str, str]] = set()

    def file(self, part: WarcPart) -> None:
        """Check one file, and the rows that name it."""
        self._findings.checked["WARC files"] += 1
        records = self._rows(select(warc_record).where(warc_record.c.file == part.name), part)
        captures = self._rows(
            select(
                capture.c.id,
                capture.c.url,
                capture.c.warc_offset.label("offset"),
                capture.c.warc_bytes.label("length"),
            ).where(capture.c.warc_file == part.name),
            part,
        )
        held = self._read(part, sorted(row.offset for row in (*records, *captures)))
        self._compare_records(part, held, records)
        self._compare_captures(part, held, captures, {row.offset for row in records})

    def missing_files(self) -> None:
        """WARC files that captures name and that are not there."""
        with self._database.reading() as connection:
            named = connection.execute(select(capture.c.warc_file).distinct()).scalars().all()
        for name in sorted(named):
            try:
                open_warc(self._folder, name).close()
            except NotStored as error:
                self._findings.fault(name, str(error), "The captures that name it cannot be read until then.")

    def missing_originals(self) -> None:
        """Revisit records whose original is in none of the files."""
        for revisit in self._revisits:
            if revisit.original in self._held_urns or revisit.place in self._held_places:
                continue
            message = f"The response {revisit.original} that holds its payload is not in this collection."
            if revisit.own:
                self._findings.fault(f"revisit of {revisit.uri}", message, _BACKUP)
            else:
                remedy = "Take in the archive that holds it, too: the tool that wrote this one left it there."
                self._findings.note(f"revisit of {revisit.uri}", message, remedy)

    def _rows(self, query: Any, part: WarcPart) -> list[Row[Any]]:
        with self._database.reading() as connection:
            return [row for row in connection.execute(query) if row.offset < part.size]

    def _read(self, part: WarcPart, starts: Sequence[int]) -> _Held:
        held = _Held()
        for member in self._members(part, starts):
            try:
                self._record(part, member, held)
            except ArchiveLoadFailed as error:
                self._damaged(part, member.offset, f"It is no WARC record: {' '.join(str(error).split())}.")
            self._findings.advance(member.length)
        return held

    def _members(self, part: WarcPart, starts: Sequence[int]) -> Iterator[Member]:
        position = 0
        with open_warc(self._folder, part.name) as file:
            while position < part.size:
                for member in members(file, position, part.size):
                    yield member
                    position = member.offset + member.length
                if position < part.size:
                    beyond = next((start for start in starts if start > position), part.size)
                    self._damaged(part, position, f"Nothing can be read from there to byte {beyond}.")
                    self._findings.advance(beyond - position)
                    position = beyond

    def _record(self, part: WarcPart, member: Member, held: _Held) -> None:
        record = next(iter(ArchiveIterator(BytesIO(member.data), check_digests=True)))
        while record.raw_stream.read(_CHUNK):
            pass
        self._findings.checked["WARC records"] += 1
        held.ids[member.offset] = bare_uri(record.rec_headers.get_header("WARC-Record-ID"))
        held.digests[member.offset] = record.rec_headers.get_header("WARC-Payload-Digest")
        self._note_originals(part, record)
        if record.digest_checker.passed is False:
            self._wrong_digest(part, member.offset, "; ".join(record.digest_checker.problems))

    def _note_originals(self, part: WarcPart, record: Any) -> None:
        """Remember what a revisit refers to, and what one may refer to."""
        headers = record.rec_headers
        if record.rec_type in ("response", "resource"):
            self._held_urns.add(bare_uri(record.rec_headers.get_header("WARC-Record-ID")))
            self._held_places.add(
                (bare_uri(record.rec_headers.get_header("WARC-Target-URI")), _seconds(headers, "WARC-Date"))
            )
        elif record.rec_type == "revisit":
            place = (
                bare_uri(record.rec_headers.get_header("WARC-Refers-To-Target-URI")),
                _seconds(headers, "WARC-Refers-To-Date"),
            )
            self._revisits.append(
                _Revisit(
                    uri=bare_uri(record.rec_headers.get_header("WARC-Target-URI")),
                    original=bare_uri(record.rec_headers.get_header("WARC-Refers-To")),
                    place=place,
                    own=part.name.startswith(OWN_FILE),
                )
            )

    def _wrong_digest(self, part: WarcPart, offset: int, problems: str) -> None:
        if part.name.startswith(OWN_FILE):
            self._damaged(part, offset, f"The record is not what was written: {problems}.")
        else:  # the checksum of its gzip member is right: these are the bytes that were taken
            self._findings.note(
                f"{part.name}, byte {offset}",
                f"The tool that wrote the record stated a digest that is not its content's: {problems}.",
                "Nothing can be done: it came like that.",
            )

    def _compare_records(self, part: WarcPart, held: _Held, rows: Sequence[Row[Any]]) -> None:
        for row in rows:
            same = held.ids.get(row.offset) == row.record_id
            if not same or (row.payload_digest and held.digests[row.offset] != row.payload_digest):
                self._findings.fault(
                    f"capture {row.capture_id}",
                    f"Its record {row.target_uri} is not at byte {row.offset} of {part.name}.",
                    "Restore the WARC file or the database from the same backup.",
                )

    def _compare_captures(
        self, part: WarcPart, held: _Held, rows: Sequence[Row[Any]], named: set[int]
    ) -> None:
        self._findings.checked["captures"] += len(rows)
        for row in rows:
            if row.offset not in held.ids:
                self._findings.fault(
                    f"capture {row.id}",
                    f"The records of {row.url} do not start at byte {row.offset} of {part.name}.",
                    "Restore the WARC file or the database from the same backup.",
                )
        spans = sorted((row.offset, row.offset + row.length) for row in rows)
        orphans = [offset for offset in _outside(sorted(held.ids), spans) if offset and offset not in named]
        if orphans and part.name.startswith(OWN_FILE):
            self._findings.note(
                part.name,
                f"{len(orphans)} records from byte {orphans[0]} on belong to no capture: a visit was "
                "interrupted after its records were written and before its rows were.",
                "Nothing needs to be done: they are valid and are exported with the others.",
            )

    def _damaged(self, part: WarcPart, offset: int, message: str) -> None:
        self._findings.fault(f"{part.name}, byte {offset}", message, _BACKUP)


def _outside(offsets: Sequence[int], spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The offsets that lie in none of the spans; both are in order."""
    number = 0
    for offset in offsets:
        while number < len(spans) and spans[number][1] <= offset:
            number += 1
        if number == len(spans) or offset < spans[number][0]:
            yield offset


def _seconds(headers: Any, name: str) -> str:
    return str(headers.get_header(name) or "")[:19]
