"""The WARC files of a package: those of the collection as they are, or of selected captures their records.

What cannot be read is left out and told of, with the captures that it belonged to; everything else goes in, so that the
package is whole in itself. Each revisit record finds its original inside, or is left out with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from storage.collection import Collection
from storage.errors import Corrupt, NotStored
from storage.index.cdxj import WarcPart, merge_lines, missing_ends, part_lines, warc_parts
from storage.index.lines import index_lines
from storage.queries.page_settings import settings_in_file
from storage.queries.selection import (
    Place,
    Selection,
    revisited_places,
    selected_main_records,
    selected_places,
)
from storage.queries.warc_files import closed_files
from storage.queries.warc_records import committed_end, rows_touching
from storage.verify_log import VerifyLog
from storage.warc.reading import measured_warc, open_warc
from storage.warc.record_kinds import PAGE_SETTINGS, record_urn
from storage.warc.spans import Span, record_headers, spans
from storage.warc.writer import ARCHIVE, OWN_FILE

_CHUNK = 1 << 20
_FEW = 10
_REMEDY = "Restore the file from a backup and export again; `pagetide verify` says what stood there."


@dataclass(frozen=True, kw_only=True)
class PackedFile:
    """A WARC file that goes into the package: the collection's own as it is, or one that was made for it."""

    name: str
    source: WarcPart | Path


@dataclass(kw_only=True)
class PackedArchive:
    """What goes in, the index of it, and the captures whose page cannot be shown: its response is left out."""

    files: list[PackedFile] = field(default_factory=list)
    index: Path
    lost: frozenset[int] = frozenset()


def packed_archive(
    collection: Collection, selection: Selection, scratch: Path, index: Path, findings: VerifyLog
) -> PackedArchive:
    """The WARC files of the selected captures, and their sorted index written to ``index``.

    Raises
    ------
    NotStored
        Nothing is selected, or there is nothing yet: a WACZ without a WARC file is none.
    Corrupt
        Nothing of what is selected can be read.
    """
    return _Packing(collection, scratch, findings).packed(selection, index)


class _Packing:
    """One packing of the archive."""

    def __init__(self, collection: Collection, scratch: Path, findings: VerifyLog) -> None:
        self._collection = collection
        self._folder = collection.path / ARCHIVE
        self._scratch = scratch
        self._findings = findings
        self._closed = closed_files(collection.database)
        self._parts = {part.name: part for part in warc_parts(collection)}
        self._missing = missing_ends(collection, self._parts.values())
        self._kept_urns: dict[
            str, set[str]
        ] = {}  # file -> the records that went in, of files not taken as they are
        self._left_out: set[str] = set()  # records that revisit records may refer to

    def packed(self, selection: Selection, index: Path) -> PackedArchive:
        wanted = self._everything() if selection.is_everything else self._selected(selection)
        if not wanted:
            raise NotStored(
                f"{self._collection.path} holds no capture yet, so there is nothing to export. Run the crawl first."
            )
        readable = {
            file: self._public(file, self._readable(file, places)) for file, places in sorted(wanted.items())
        }
        files = [self._file(file, found, wanted[file]) for file, found in readable.items()]
        packed = PackedArchive(files=[file for file in files if file is not None], index=index)
        if not packed.files:
            raise Corrupt(
                f"{min(wanted)} ends in the middle of a record or before it, or is damaged: nothing of what was "
                "selected can be read. Restore it from a backup; `pagetide verify` lists what else is damaged."
            )
        packed.lost = self._lost_captures(selection)
        self._write_index(packed)
        return packed

    def _everything(self) -> dict[str, list[Place]]:
        """Each file from its beginning to the end that it has, or had."""
        return {
            name: [(0, self._end(name))]
            for name in self._missing.keys() | self._parts.keys()
            if self._end(name)
        }

    def _end(self, name: str) -> int:
        """Where the file ends or, where more of it is missing, ended."""
        missing, part = self._missing.get(name), self._parts.get(name)
        return missing.end if missing is not None else 0 if part is None else part.size

    def _selected(self, selection: Selection) -> dict[str, list[Place]]:
        """The records of the selected captures, and those that their revisit records refer to."""
        with self._collection.database.reading() as connection:
            places = selected_places(connection, selection)
            if not places:
                raise NotStored(
                    "No capture of this collection is of those pages and that time. `pagetide status` lists the pages."
                )
        found = {file: self._within(file, wanted) for file, wanted in places.items()}
        heads = (head for file in found for head in self._heads(file, found[file]))
        with self._collection.database.reading() as connection:
            for file, start, end in list(revisited_places(connection, heads)):
                found.setdefault(file, []).append((start, end))
        return {file: merged(wanted) for file, wanted in found.items()}

    def _within(self, file: str, places: Iterable[Place]) -> list[Place]:
        last = self._end(file)
        return merged((start, min(end, max(last, start + 1))) for start, end in places)

    def _heads(self, file: str, places: Iterable[Place]) -> Iterator[Mapping[str, str]]:
        """The headers of the records in these places that can be read."""
        if file not in self._parts:
            return
        if not self._is_there(file):
            return
        with open_warc(self._folder, file) as source:
            for start, end in places:
                for span in spans(source, start, min(end, self._parts[file].size)):
                    if span.whole:
                        yield record_headers(source, span)

    def _public(self, file: str, readable: list[Span] | None) -> list[Span] | None:
        """The same without what people set of pages, which is for those who keep the collection."""
        part = self._parts.get(file)
        if part is None or readable == [] or not file.startswith(OWN_FILE):
            return readable
        with self._collection.database.reading() as connection:
            settings = settings_in_file(connection, file)
        named = committed_end(self._collection.database, file)
        if not settings and named >= part.size:
            return readable
        with open_warc(self._folder, file) as source:
            every = list(spans(source, 0, part.size)) if readable is None else readable
            found = [
                span
                for span in every
                if span.start not in settings and not (span.start >= named and _is_of_settings(source, span))
            ]
        if len(found) == len(every):
            return readable
        is_empty = [span.start for span in found] == [0]  # but for its warcinfo record
        return [] if is_empty else found

    def _is_there(self, file: str) -> bool:
        """Whether the object store, if the file is in it, still has it."""
        try:
            open_warc(self._folder, file).close()
        except NotStored:
            return False
        return True

    def _readable(self, file: str, places: list[Place]) -> list[Span] | None:
        """The whole records in these places; None: the file is, byte for byte, what it was when it was closed."""
        part = self._parts.get(file)
        if part is None or not self._is_there(file):
            self._leave_out(file, [Span(start=start, end=end, whole=False) for start, end in places])
            return []
        is_all = places == [(0, part.size)]
        known = self._closed.get(file) if part.closed and is_all else None
        is_another = known is not None and measured_warc(self._folder, file) != known
        if known is not None and not is_another:
            return None
        found: list[Span] = []
        with open_warc(self._folder, file) as source:
            for start, end in places:
                found += spans(source, start, min(end, part.size))
                if end > max(start, part.size):
                    found.append(Span(start=max(start, part.size), end=end, whole=False))
        gaps = [span for span in found if not span.whole]
        self._leave_out(file, gaps)
        if is_another and not gaps:
            message = "It is not byte for byte the file that was closed; what is in it now is exported."
            self._findings.fault(file, message, _REMEDY)
        elif is_all and not gaps:
            return None
        return [span for span in found if span.whole]

    def _leave_out(self, file: str, gaps: Iterable[Span]) -> None:
        for gap in gaps:
            owners = sorted(self._captures_in(file, gap))
            of = f" They belong to {_listed(owners)}." if owners else ""
            self._findings.fault(
                f"{file}, byte {gap.start}",
                f"Bytes {gap.start} to {gap.end} cannot be read and are left out.{of}",
                _REMEDY,
            )

    def _captures_in(self, file: str, gap: Span) -> set[int]:
        """The captures with records in a gap, or with parts that stand in one of them; the records are noted."""
        found = rows_touching(self._collection.database, file, gap.start, gap.end)
        self._left_out |= {row.record_id for row in found.records if row.type in ("response", "resource")}
        owners = {int(row.capture_id) for row in found.records} | found.sharing
        # records of a capture of another tool do not stand together
        return owners | found.captures if file.startswith(OWN_FILE) else owners

    def _file(self, file: str, readable: list[Span] | None, places: list[Place]) -> PackedFile | None:
        part = self._parts.get(file)
        if readable is None and part is not None:
            if not self._left_out or not file.startswith(OWN_FILE):
                return PackedFile(name=file, source=part)
            with open_warc(self._folder, file) as source:  # its revisit records may refer to what is left out
                readable = list(spans(source, 0, part.size))
        if not readable:
            self._kept_urns[file] = set()
            return None
        return self._copied(file, readable, places)

    def _copied(self, file: str, readable: list[Span], places: list[Place]) -> PackedFile | None:
        """The file's warcinfo record and these records, under a name that says what was chosen."""
        urns: set[str] = set()
        chosen = hashlib.sha256(repr(readable).encode()).hexdigest()[:12]
        target = self._scratch / f"{file.removesuffix('.warc.gz')}-part-{chosen}.warc.gz"
        with open_warc(self._folder, file) as source, target.open("wb") as out:
            head = next(spans(source, 0, self._parts[file].size))
            if (
                head.whole
                and head not in readable
                and record_headers(source, head).get("warc-type") == "warcinfo"
            ):
                _copy(source, out, head)
            for span in readable:
                headers = record_headers(source, span)
                if (
                    headers.get("warc-type") == "revisit"
                    and record_urn(headers.get("warc-refers-to")) in self._left_out
                ):
                    self._without_original(file, span, headers)
                    continue
                _copy(source, out, span)
                urns.add(record_urn(headers.get("warc-record-id")))
        self._kept_urns[file] = urns
        return PackedFile(name=target.name, source=target) if urns else None

    def _without_original(self, file: str, span: Span, headers: Mapping[str, str]) -> None:
        self._findings.fault(
            f"{file}, byte {span.start}",
            f"The revisit of {headers.get('warc-target-uri', '')} ({headers.get('warc-date', '')}) is left out: the "
            "response that holds its payload is.",
            _REMEDY,
        )

    def _lost_captures(self, selection: Selection) -> frozenset[int]:
        """The captures whose main record did not go in."""
        lost = set()
        with self._collection.database.reading() as connection:
            for file, urns in self._kept_urns.items():
                mains = selected_main_records(connection, selection, file)
                lost |= {number for number, urn in mains.items() if urn not in urns}
        return frozenset(lost)

    def _write_index(self, packed: PackedArchive) -> None:
        with ExitStack() as stack:
            sources: list[Iterable[str]] = []
            for file in packed.files:
                if isinstance(file.source, Path):
                    sources.append(self._lines(file.source))
                else:
                    sources.append(part_lines(self._collection, file.source, stack, self._say_left_out))
            merge_lines(sources, packed.index)

    def _lines(self, made: Path) -> list[str]:
        with made.open("rb") as file:
            size = made.stat().st_size
            return sorted(
                index_lines(file, made.name, size, left_out=lambda span: self._say_left_out(made.name, span))
            )

    def _say_left_out(self, name: str, span: Span) -> None:
        """A record that is whole as bytes and is no record: it goes in, and no index entry leads to it."""
        self._findings.fault(
            f"{name}, byte {span.start}", "It is no WARC record and is not in the index.", _REMEDY
        )


def merged(places: Iterable[Place]) -> list[Place]:
    """The places in order, none overlapping another."""
    found: list[Place] = []
    for start, end in sorted(places):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _is_of_settings(source: BinaryIO, span: Span) -> bool:
    return record_headers(source, span).get("warc-target-uri", "").startswith(PAGE_SETTINGS)


def _copy(source: BinaryIO, out: BinaryIO, span: Span) -> None:
    source.seek(span.start)
    left = span.length
    while left > 0 and (data := source.read(min(_CHUNK, left))):
        out.write(data)
        left -= len(data)


def _listed(numbers: list[int]) -> str:
    """The first few, and how many more there are."""
    more = len(numbers) - _FEW
    named = ", ".join(map(str, numbers[:_FEW])) + (f" and {more} more" if more > 0 else "")
    return f"capture{'s' if len(numbers) > 1 else ''} {named}"
