"""The archive's part of the check of a WACZ file: its WARC files, their index, what revisit records refer to."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from gzip import GzipFile
from io import BytesIO
from itertools import chain
from typing import IO, Any

from storage.errors import Corrupt
from storage.ingest.listed import text_lines
from storage.plurals import counted
from storage.urls import index_key
from storage.verify_log import VerifyLog
from storage.wacz.warcs import PackedWarc, packed_warc
from storage.warc.dates import stamp_of
from storage.warc.reading import is_torn
from storage.warc.record import bare_uri
from storage.warc.revisits import HeldPayloads
from storage.warc.spans import Span
from storage.warc.writer import OWN_FILE

AGAIN = "Write the file again with a tool that keeps to the standard, for example `pagetide export`."
COPY = "Copy the file again from its source."
UNREADABLE = (zlib.error, zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError)
"""What zipfile raises of an entry: damaged, in a compression that it does not know, encrypted."""
_LARGEST_BLOCK = 1 << 24  # bytes of a block of a compressed index, and of its lines
INDEXED = ("response", "revisit", "resource")


@dataclass(frozen=True, kw_only=True)
class PackedRecord:
    """A record of a WARC file in the package."""

    kind: str
    urn: str
    uri: str
    date: str
    mime: str
    digest: str | None
    refers_to: str
    refers_uri: str
    refers_date: str


@dataclass
class Contents:
    """What the WARC files hold, by the place of each record."""

    records: dict[tuple[str, int], PackedRecord] = field(default_factory=dict)
    lengths: dict[tuple[str, int], int] = field(default_factory=dict)


class ArchiveCheck:
    """One walk over the WARC files and the index of a package; ``needs_others``: it says so itself."""

    def __init__(self, archive: zipfile.ZipFile, findings: VerifyLog, *, needs_others: bool) -> None:
        self._archive = archive
        self._findings = findings
        self._needs_others = needs_others
        self._names = [name for name in archive.namelist() if not name.endswith("/")]

    def everything(self) -> Contents:
        """Check them; what the WARC files hold."""
        contents = self._warcs()
        self._index(contents)
        self._closed(contents)
        return contents

    def _fault(self, thing: str, message: str, remedy: str = AGAIN) -> None:
        self._findings.fault(thing, message, remedy)

    def _note(self, thing: str, message: str) -> None:
        self._findings.note(thing, message, "Readers cope with it.")

    def _warcs(self) -> Contents:
        """Each record read, its digests compared."""
        contents = Contents()
        for name in self._names:
            if name.startswith("archive/") and name.endswith((".warc", ".warc.gz")):
                self._findings.checked["WARC files"] += 1
                self._warc(name, contents)
        times = Counter(record.urn for record in contents.records.values() if record.urn)
        again = [urn for urn, count in times.items() if count > 1]
        if again:
            message = f"The same WARC-Record-ID stands in {times[again[0]]} records"
            others = counted(len(again) - 1, "other", "is", "are")
            more = f"; {others} repeated." if len(again) > 1 else "."
            self._note(again[0], message + more)
        return contents

    def _warc(self, name: str, contents: Contents) -> None:
        before = len(contents.records)
        try:
            with packed_warc(self._archive, name) as warc:
                for span in warc.spans():
                    self._span(warc, span, contents)
        except UNREADABLE as error:
            self._fault(name, f"It cannot be read to its end: {error}.", COPY)
        count = len(contents.records) - before
        self._findings.checked["WARC records"] += count
        if not count:
            self._fault(name, "It holds no record.")

    def _span(self, warc: PackedWarc, span: Span, contents: Contents) -> None:
        """A record, or a place that cannot be read, which is one fault."""
        thing, place = f"{warc.name}, byte {span.start}", (warc.name.rpartition("/")[2], span.start)
        if not span.whole:
            self._fault(thing, f"Nothing can be read from there to byte {span.end}.", COPY)
            return
        try:
            record = warc.record(span)
        except Corrupt as error:
            self._fault(thing, str(error))
            return
        contents.records[place], contents.lengths[place] = _record(record), span.length
        self._judge(thing, record, torn=is_torn(record))

    def _judge(self, thing: str, record: Any, *, torn: bool) -> None:
        headers = record.rec_headers
        if torn:
            self._fault(thing, "The record ends before its Content-Length.", COPY)
        elif record.digest_checker.passed is False:
            wrong = f"The record's digest is not its content's: {'; '.join(record.digest_checker.problems)}."
            if thing.startswith(f"archive/{OWN_FILE}"):
                self._fault(thing, wrong)
            else:  # the bytes are those of its gzip member and of the package; its tool computed it otherwise
                self._note(thing, wrong)
        for header in ("WARC-Type", "Content-Length"):
            if not headers.get_header(header):
                self._fault(thing, f"The record has no {header}.")
        if stamp_of(headers.get_header("WARC-Date")) is None:
            self._fault(thing, f"Its WARC-Date, {headers.get_header('WARC-Date')}, names no time.")
        if not headers.get_header("WARC-Record-ID"):
            self._note(thing, "The record has no WARC-Record-ID.")

    def _index(self, contents: Contents) -> None:
        """Sorted, and each entry leads to a record of that URL and digest; each record that replays has one."""
        led_to = set()
        last, sorted_so_far = "", True
        for line in self._index_lines():
            self._findings.checked["index entries"] += 1
            if sorted_so_far and line.encode() < last.encode():
                self._fault(
                    "indexes/", "The index is not sorted bytewise, so that entries in it are not found."
                )
                sorted_so_far = False
            last = line
            try:
                key, _, fields = line.split(" ", 2)
                entry = json.loads(fields)
                place = (str(entry["filename"]).rpartition("/")[2], int(entry["offset"]))
                self._entry(key, entry, place, contents)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                self._fault("indexes/", f"This line is no index entry: {line[:120]}.")
                continue
            led_to.add(place)
        missed = [
            place
            for place, record in contents.records.items()
            if record.kind in INDEXED and record.mime != "application/warc-fields" and place not in led_to
        ]
        if missed:
            file, offset = missed[0]
            told = counted(len(missed), "record", "is", "are")
            self._fault("indexes/", f"{told} not in it, first that at byte {offset} of {file}.")

    def _entry(self, key: str, entry: Mapping[str, Any], place: tuple[str, int], contents: Contents) -> None:
        record = contents.records.get(place)
        thing = f"index entry {entry.get('url')}"
        if record is None:
            self._fault(thing, f"There is no record at byte {place[1]} of {place[0]}.")
            return
        if bare_uri(record.uri) != entry.get("url"):
            self._fault(thing, f"At byte {place[1]} of {place[0]} stands {record.uri}.")
        if int(entry["length"]) != contents.lengths[place]:
            self._fault(
                thing,
                f"The record has {counted(contents.lengths[place], 'byte')}, the entry says {entry['length']}.",
            )
        stated = str(entry.get("digest") or "")
        if record.digest and stated and stated.rpartition(":")[2] != record.digest.rpartition(":")[2]:
            self._fault(thing, "Its digest is not that of the record.")
        if "__wb_method" not in key and "method" not in entry and key != index_key(str(entry.get("url"))):
            self._note(thing, f"Its key is {key}, replay tools look for {index_key(str(entry.get('url')))}.")

    def _index_lines(self) -> Iterator[str]:
        names = sorted(name for name in self._names if name.startswith("indexes/"))
        plain = [name for name in names if name.endswith((".cdxj", ".cdx"))]
        listings = [name for name in names if name.endswith(".idx")]
        if not plain and not listings:
            self._fault("indexes/", "There is no index.")
        for name in plain:
            yield from self._lines(name)
        for name in listings:
            yield from self._blocks(name)

    def _lines(self, name: str) -> Iterator[str]:
        """The lines of a file in the package as far as it can be read."""
        try:
            with self._archive.open(name) as file:
                for line in text_lines(file):
                    yield line.decode("utf-8", "replace").rstrip("\r\n")
        except UNREADABLE as error:
            self._fault(name, f"It cannot be read to its end: {error}.", COPY)

    def _blocks(self, listing: str) -> Iterator[str]:
        """The lines of a compressed index, each block checked against its line in the list of blocks."""
        entries = self._lines(listing)
        head = next(entries, "")
        blocks = "indexes/index.cdx.gz"
        if head.startswith("!meta"):
            try:
                blocks = f"indexes/{json.loads(head.split(' ', 2)[2])['filename']}"
            except (ValueError, KeyError, IndexError, TypeError, RecursionError):
                self._fault(listing, "Its first line names no compressed index.")
        else:
            self._fault(listing, "Its first line is not !meta 0 {...}.")
            entries = chain([head], entries)
        if blocks not in self._names:
            self._fault(blocks, f"It is missing, and {listing} names it.")
            return
        size, end = self._archive.getinfo(blocks).file_size, 0
        try:
            with self._archive.open(blocks) as file:
                for entry in entries:
                    end = yield from self._block(listing, entry, file, end)
        except UNREADABLE as error:
            self._fault(blocks, f"It cannot be read to its end: {error}.", COPY)
            return
        if end != size:
            self._fault(listing, f"The blocks end at byte {end}, {blocks} has {counted(size, 'byte')}.")

    def _block(self, listing: str, entry: str, file: IO[bytes], end: int) -> Generator[str, None, int]:
        """The lines of one block; where the next one should begin."""
        try:
            prefix, _, fields = entry.partition("{")
            place = json.loads("{" + fields)
            offset, length = int(place["offset"]), int(place["length"])
            if not 0 <= length <= _LARGEST_BLOCK:
                raise ValueError
            file.seek(offset)
            block = file.read(length)
            lines = _unpacked(block).decode("utf-8", "replace").splitlines()
        except (ValueError, KeyError, TypeError, OSError, EOFError, zlib.error, RecursionError):
            self._fault(listing, f"This line leads to no block: {entry[:120]}.")
            return end
        stated = place.get("digest")
        if stated and stated != f"sha256:{hashlib.sha256(block).hexdigest()}":
            self._fault(listing, f"The block at byte {offset} is not what its digest says.")
        if not lines or not lines[0].startswith(prefix.strip()):
            self._fault(listing, f"The block at byte {offset} does not begin with {prefix.strip()}.")
        if offset != end:
            self._fault(listing, f"The blocks leave out bytes {end} to {offset}.")
        yield from lines
        return offset + length

    def _closed(self, contents: Contents) -> None:
        """Each revisit record finds the response that holds its payload."""
        held = HeldPayloads()
        for record in contents.records.values():
            if record.kind in ("response", "resource"):
                held.add(record.urn, record.uri, record.date, record.digest)
        lost = [
            record
            for record in contents.records.values()
            if record.kind == "revisit"
            and not held.hold(
                record.uri, record.refers_to, record.refers_uri, record.refers_date, record.digest
            )
        ]
        for record in lost:
            message = (
                f"The response that holds the payload of this revisit ({record.date}) is not in the package."
            )
            if self._needs_others:
                self._note(record.uri, message)
            else:
                self._fault(
                    record.uri, message, "Export it from its collection again, with all that it refers to."
                )


def _unpacked(block: bytes) -> bytes:
    """A block of lines; no more of it than a block may have."""
    with GzipFile(fileobj=BytesIO(block)) as file:
        return file.read(_LARGEST_BLOCK)


def _record(record: Any) -> PackedRecord:
    headers = record.rec_headers

    def stated(name: str) -> str:
        return bare_uri(headers.get_header(name))

    return PackedRecord(
        kind=record.rec_type or "",
        urn=stated("WARC-Record-ID"),
        uri=stated("WARC-Target-URI"),
        date=stated("WARC-Date"),
        mime=stated("Content-Type"),
        digest=headers.get_header("WARC-Payload-Digest"),
        refers_to=stated("WARC-Refers-To"),
        refers_uri=stated("WARC-Refers-To-Target-URI"),
        refers_date=stated("WARC-Refers-To-Date"),
    )
