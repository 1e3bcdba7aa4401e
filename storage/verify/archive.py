"""The archive's part of ``verify``: each WARC file against what it was, its records against their digests, the rows
against the files.

A damaged place costs what stands there: the walk goes on at the next whole record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from sqlalchemy import Row

from storage.collection import Collection
from storage.errors import Corrupt, NotStored, ObjectsUnavailable
from storage.index.cdxj import WarcPart, kept_index, missing_ends
from storage.index.lines import index_lines
from storage.plurals import counted
from storage.queries.warc_files import closed_files, named_files
from storage.queries.warc_records import captures_in, parts_in, records_in, removals_in
from storage.verify.indexes import INDEX_REMEDY
from storage.verify_log import VerifyLog
from storage.warc.reading import measured_warc, open_warc
from storage.warc.record import bare_uri
from storage.warc.record_kinds import record_urn
from storage.warc.revisits import HeldPayloads
from storage.warc.spans import Span, spans
from storage.warc.stated_digests import checked_record
from storage.warc.stored_files import STORED, object_key, on_disk, store_of, stored_file
from storage.warc.writer import ARCHIVE, OPEN, OWN_FILE

_FEW = 2
_BACKUP = "Restore the file from a backup."
_LATER = "Run `pagetide verify` again when it answers."
_LOST = (
    "Restore the WARC file or the database from the same backup; without one that is lost, and an export "
    "leaves it out."
)


@dataclass
class _Held:
    """What a WARC file really holds: its records by their offsets, and the places that cannot be read."""

    ids: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str | None] = field(default_factory=dict)
    gaps: list[Span] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class _Revisit:
    """What a revisit record refers to: by name, and by URL and second."""

    uri: str
    original: str
    refers_uri: str
    refers_date: str
    digest: str | None
    own: bool


def verify_archive(collection: Collection, parts: Sequence[WarcPart], findings: VerifyLog) -> None:
    """Check all WARC files and all rows that point into them."""
    walk = _Archive(collection, parts, findings)
    for part in parts:
        walk.file(part)
    walk.missing_files({part.name for part in parts})
    walk.strangers({part.name for part in parts})
    walk.missing_originals()


class _Archive:
    """One walk over the WARC files."""

    def __init__(self, collection: Collection, parts: Sequence[WarcPart], findings: VerifyLog) -> None:
        self._collection = collection
        self._folder = collection.path / ARCHIVE
        self._database = collection.database
        self._findings = findings
        self._closed = closed_files(collection.database)
        self._named = named_files(collection.database)
        self._missing = missing_ends(collection, parts)
        self._unread: set[str] = set()  # files with records that rows are still to be made of
        self._revisits: list[_Revisit] = []
        self._payloads = HeldPayloads()

    def file(self, part: WarcPart) -> None:
        """Check one file, and the rows that name it; one that is in the object store is fetched once for all of it."""
        self._findings.checked["WARC files"] += 1
        try:
            if not part.closed:
                self._file(part, part.name)
                return
            with on_disk(self._folder, part.name) as copy:
                self._file(part, copy.name)
            if (self._folder / part.name).exists():
                self._stored_copy(part.name)
        except NotStored as error:
            self._findings.fault(part.name, str(error), "What it holds cannot be read until then.")
            gap = Span(start=0, end=part.size, whole=False)
            self._rows(WarcPart(name=part.name, size=0, closed=True), _Held(gaps=[gap]))
        except ObjectsUnavailable as error:
            self._findings.fault(part.name, f"It could not be looked at: {error}", _LATER)

    def _file(self, part: WarcPart, place: str) -> None:
        before = self._findings.fault_count
        held = self._read(part, place)
        if part.closed:
            self._end(part, held)
        self._rows(part, held)
        if part.closed and self._findings.fault_count == before:
            self._content(part, place)
        if part.closed:
            self._index(part, place)

    def _stored_copy(self, name: str) -> None:
        """Whether the object store has all of a file that is on this disk, too, and that was sent."""
        stored = stored_file(self._folder, name)
        if stored is None:
            return
        store = store_of(self._folder, name)
        size = store.size(object_key(name))
        if size != stored.size_bytes:
            is_there = "is not there any more" if size is None else f"has {counted(size, 'byte')}"
            message = f"Of its {counted(stored.size_bytes, 'byte')} in {store.address} it {is_there}."
            remedy = f"It is whole here. Delete what is left of it there, and archive/{name}{STORED}: it is sent again."
            self._findings.fault(name, message, remedy)

    def missing_files(self, there: set[str]) -> None:
        """WARC files that rows name, or that were closed here once, and that are gone."""
        for name, span in sorted(self._missing.items()):
            if name in there:
                continue
            try:
                open_warc(self._folder, name).close()  # it may have been made meanwhile
            except NotStored as error:
                self._findings.fault(name, str(error), "What it holds cannot be read until then.")
                self._rows(WarcPart(name=name, size=0, closed=True), _Held(gaps=[span]))

    def strangers(self, there: set[str]) -> None:
        """Files in the archive that nothing here knows."""
        for path in sorted(self._folder.glob("*")):
            name = path.name.removesuffix(OPEN).removesuffix(STORED)
            if name not in there and path.name != name + OPEN:
                remedy = (
                    f"An archive is added with `pagetide ingest {path}`; then, or if it is none, delete it."
                )
                self._findings.note(path.name, "It is no WARC file of this collection.", remedy)
        for name in sorted(there - self._named - set(self._closed)):
            if not name.startswith(OWN_FILE):
                remedy = "Move it out of the folder and ingest it with `pagetide ingest`; exports contain it."
                self._findings.note(
                    name, "It was put into the archive by other means: no row knows it.", remedy
                )

    def missing_originals(self) -> None:
        """Revisit records whose original is in none of the files."""
        for revisit in self._revisits:
            if self._payloads.hold(
                revisit.uri, revisit.original, revisit.refers_uri, revisit.refers_date, revisit.digest
            ):
                continue
            named = revisit.original or f"of {revisit.refers_uri or revisit.uri}"
            message = f"The response {named} that holds its payload is not in this collection."
            if revisit.own:
                self._findings.fault(f"revisit of {revisit.uri}", message, _BACKUP)
            else:
                remedy = "Import the archive that holds it, too: the tool that wrote this one left it there."
                self._findings.note(f"revisit of {revisit.uri}", message, remedy)

    def _read(self, part: WarcPart, place: str) -> _Held:
        """Every record that can be read; each place that cannot is a fault."""
        held, position = _Held(), 0
        try:
            with open_warc(self._folder, place) as file:
                for span in spans(file, 0, part.size):
                    if span.whole:
                        self._record(part, file, span, held)
                    else:
                        self._gap(part, held, span, f"Nothing can be read from there to byte {span.end}.")
                    self._findings.advance(span.length)
                    position = span.end
        except OSError as error:  # of the disk
            rest = Span(start=position, end=part.size, whole=False)
            self._gap(part, held, rest, f"The disk cannot read on from there: {error.strerror or error}.")
        return held

    def _end(self, part: WarcPart, held: _Held) -> None:
        """Whether a closed file ends where it did when it was closed."""
        missing, known = self._missing.get(part.name), self._closed.get(part.name)
        if missing is not None:
            self._gap(
                part, held, missing, f"The file ends there, {counted(missing.length, 'byte')} too early."
            )
        elif known is not None and part.size > known.size_bytes:
            message = f"The file ended there when it was closed, and has {counted(part.size, 'byte')} now."
            self._findings.fault(f"{part.name}, byte {known.size_bytes}", message, _BACKUP)

    def _index(self, part: WarcPart, place: str) -> None:
        """The kept lines of a file that can be read against the file: an answer not in them is not found."""
        kept = kept_index(self._collection, part.name)
        if not kept.exists():
            return
        self._findings.checked["indexes"] += 1
        damaged: list[Span] = []
        with open_warc(self._folder, place) as file:
            lines = sorted(index_lines(file, part.name, part.size, left_out=damaged.append))
        if not damaged and kept.read_bytes() != "".join(lines).encode():
            self._findings.fault(
                f"{kept.parent.name}/{kept.name}",
                f"It does not say what {part.name} holds, so that replay does not find everything.",
                INDEX_REMEDY,
            )

    def _content(self, part: WarcPart, place: str) -> None:
        """The digest of a closed file in which nothing else is wrong; of an older one it is noted from now on."""
        found, known = (
            replace(measured_warc(self._folder, place), name=part.name),
            self._closed.get(part.name),
        )
        if known is None:
            if part.name in self._named - self._unread:
                self._findings.whole(found)
        elif found.digest != known.digest:
            message = "Each record in it can be read, but it is not byte for byte the file that was closed."
            self._findings.fault(part.name, message, f"{_BACKUP} Somebody or something wrote into it.")

    def _record(self, part: WarcPart, file: BinaryIO, span: Span, held: _Held) -> None:
        try:
            record = checked_record(file, span.start)
        except Corrupt as error:
            self._gap(part, held, span, str(error))
            return
        self._findings.checked["WARC records"] += 1
        held.ids[span.start] = record_urn(record.rec_headers.get_header("WARC-Record-ID"))
        held.digests[span.start] = record.rec_headers.get_header("WARC-Payload-Digest")
        self._note_originals(part, record)
        if record.digest_checker.passed is False:
            self._wrong_digest(part, held, span, "; ".join(record.digest_checker.problems))

    def _note_originals(self, part: WarcPart, record: Any) -> None:
        """Remember what a revisit refers to, and what one may refer to."""
        headers = record.rec_headers
        uri, digest = (
            bare_uri(headers.get_header("WARC-Target-URI")),
            headers.get_header("WARC-Payload-Digest"),
        )
        if record.rec_type in ("response", "resource"):
            urn, date = bare_uri(headers.get_header("WARC-Record-ID")), headers.get_header("WARC-Date") or ""
            self._payloads.add(urn, uri, date, digest)
        elif record.rec_type == "revisit":
            self._revisits.append(
                _Revisit(
                    uri=uri,
                    original=bare_uri(headers.get_header("WARC-Refers-To")),
                    refers_uri=bare_uri(headers.get_header("WARC-Refers-To-Target-URI")),
                    refers_date=headers.get_header("WARC-Refers-To-Date") or "",
                    digest=digest,
                    own=part.name.startswith(OWN_FILE),
                )
            )

    def _wrong_digest(self, part: WarcPart, held: _Held, span: Span, problems: str) -> None:
        if part.name.startswith(OWN_FILE):
            self._gap(part, held, span, f"The record is not what was written: {problems}.")
        else:  # the checksum of its gzip member is right: these are the bytes that were taken
            self._findings.note(
                f"{part.name}, byte {span.start}",
                f"The tool that wrote the record stated a digest that is not its content's: {problems}.",
                "Nothing can be done: it came like that.",
            )

    def _gap(self, part: WarcPart, held: _Held, span: Span, message: str) -> None:
        held.gaps.append(span)
        self._findings.fault(f"{part.name}, byte {span.start}", message, _BACKUP)

    def _rows(self, part: WarcPart, held: _Held) -> None:
        """The rows that name the file: what of them is not where they say, capture by capture."""
        records = _looked_at(part, records_in(self._database, part.name))
        captures = _looked_at(part, captures_in(self._database, part.name))
        self._findings.checked["captures"] += len(captures)
        lacking: dict[int, list[str]] = defaultdict(list)
        self._lost_records(part, held, records, lacking)
        for row in captures:
            lacking[row.id] += _lost_bytes(part, held, row)
        for number, messages in sorted(lacking.items()):
            if messages:
                self._findings.fault(f"capture {number}", _together(messages), _LOST)
        audits = _looked_at(part, removals_in(self._database, part.name))
        for row in audits:
            if held.ids.get(row.offset) != row.record_id:
                message = f"Its record is not at byte {row.offset} of {part.name}."
                self._findings.fault(
                    f"audit of the removal at {row.removed_at:%Y-%m-%d %H:%M:%S}", message, _BACKUP
                )
        self._orphans(part, held, captures, {row.offset for row in (*records, *audits)})

    def _lost_records(
        self, part: WarcPart, held: _Held, rows: Iterable[Row[Any]], lacking: dict[int, list[str]]
    ) -> None:
        """Records that are not where their rows say; other captures may have parts in them, too."""
        lost = {}
        for row in rows:
            same = held.ids.get(row.offset) == row.record_id
            damaged = any(gap.start == row.offset for gap in held.gaps)
            if damaged or not same or (row.payload_digest and held.digests[row.offset] != row.payload_digest):
                lost[row.id] = row
                lacking[row.capture_id].append(
                    f"Its record {row.target_uri} is not at byte {row.offset} of {part.name}."
                )
        for number, owner, role in self._parts_in(lost):
            message = f"Its {role} stands in the record of capture {owner} that is lost."
            lacking[number].append(message)

    def _parts_in(self, lost: Mapping[int, Row[Any]]) -> Iterator[tuple[int, int, str]]:
        """Parts of other captures in these records: capture, the one that owns the record, which part."""
        for row in parts_in(self._database, sorted(lost)):
            owner = lost[row.warc_record_id].capture_id
            if owner != row.capture_id:
                yield row.capture_id, owner, row.role.value

    def _orphans(self, part: WarcPart, held: _Held, captures: Iterable[Row[Any]], named: set[int]) -> None:
        own_spans = sorted((row.offset, row.offset + row.length) for row in captures)
        orphans = [
            offset for offset in _outside(sorted(held.ids), own_spans) if offset and offset not in named
        ]
        if orphans and part.name.startswith(OWN_FILE):
            self._unread.add(part.name)
            by = "`pagetide rebuild` makes" if part.name in self._closed else "The next crawl makes"
            self._findings.note(
                part.name,
                f"{counted(len(orphans), 'record', 'belongs', 'belong')} to no capture, from byte {orphans[0]} on: "
                "a visit was interrupted after its records were written and before its rows were.",
                f"{by} captures of those that are whole; all are valid and are exported.",
            )


def _looked_at(part: WarcPart, rows: Iterable[Row[Any]]) -> list[Row[Any]]:
    """Rows of what stands in the file; of one that is still written, of the part that is looked at."""
    return [row for row in rows if part.closed or row.offset < part.size]


def _lost_bytes(part: WarcPart, held: _Held, row: Row[Any]) -> Iterator[str]:
    """What of a capture's own records cannot be read; those of other tools do not stand together."""
    if row.offset not in held.ids:
        yield f"The records of {row.url} do not start at byte {row.offset} of {part.name}."
    elif part.name.startswith(OWN_FILE):
        for gap in held.gaps:
            start, end = max(gap.start, row.offset), min(gap.end, row.offset + row.length)
            if start < end:
                yield f"Of the records of {row.url} bytes {start} to {end} of {part.name} cannot be read."


def _together(messages: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    more = len(messages) - _FEW
    return " ".join([*messages[:_FEW], *([f"So it is with {more} more."] if more > 0 else [])])


def _outside(offsets: Sequence[int], taken: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The offsets that lie in none of the spans; both are in order."""
    number = 0
    for offset in offsets:
        while number < len(taken) and taken[number][1] <= offset:
            number += 1
        if number == len(taken) or offset < taken[number][0]:
            yield offset
