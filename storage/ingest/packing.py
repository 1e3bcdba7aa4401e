"""Normalises the packing of a WARC file: each record a gzip member of its own.

A file that is packed like that already is kept byte for byte but for its damaged places. Of any other (uncompressed,
gzipped as a whole or in part, records across members) each record is gzipped by itself, its bytes as they were. A
record without a readable date, or without what readers need to find it, is left out and told of.

Bounds: 1,000,000 records of a file (``MOST_RECORDS``), 256 MiB of what is looked into (``MOST_KEPT``). Of one record
never more is held than a piece, its head (4 MiB) and what is looked into (16 MiB).
"""

from __future__ import annotations

import mmap
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from storage.errors import StorageError
from storage.ingest.arc import arc_pieces, write_as_warc
from storage.plurals import counted
from storage.verify_log import VerifyLog
from storage.warc.gzip_stream import DamagedMember, MemberReader
from storage.warc.heads import LONGEST_HEAD, Head, NoRecord, block_length, head_end, parsed_head, split_head
from storage.warc.reading import LARGEST_HELD
from storage.warc.record_kinds import Block, RecordFacts, ScannedRecord, TornBlock, record_facts
from storage.warc.spans import Span, spans
from storage.warc.stated_digests import BLANK

MOST_RECORDS = 1_000_000
"""Records of one file: a row of memory for each."""
MOST_KEPT = 1 << 28
"""Bytes of what is looked into, of all records of a file together."""

_CHUNK = 1 << 16
_MOST_BLANK = 1 << 10  # bytes of empty lines around a record in its member
MOST_TOLD = 20  # places of a file, or oddities of a kind, that are named one by one
_NEXT_HEAD = re.compile(rb"(?<=[\n\0])WARC/\d\.\d+[ \t\r]*\n")
_BLANKS = re.compile(rb"[\r\n]*")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_RESEND = "Ask for the file again where it came from; everything else in it was taken."


@dataclass(kw_only=True)
class Reading:
    """One file while it is read: its name for a person, what was found so far, what is told of it."""

    name: str
    file: str  # its name in the archive
    findings: VerifyLog
    remedy: str = _RESEND
    found: list[ScannedRecord] = field(default_factory=list)
    kept_bytes: int = 0
    wrong_digests: list[str] = field(default_factory=list)
    places: Counter[str] = field(default_factory=Counter)

    def take(self, told: RecordFacts, offset: int, length: int) -> None:
        """Keep what a record tells that stands at this place of the archive's file."""
        facts = dict(told.facts)
        self.kept_bytes += len(facts.get("body", b""))
        if self.kept_bytes > MOST_KEPT:
            facts["body"] = b""
            self.fault(
                "content", f"byte {offset}", f"More than {MOST_KEPT} bytes would have to be looked into."
            )
        if facts["role"] is not None and facts["size_bytes"] > LARGEST_HELD:
            facts["role"] = None
            message = f"The record of {facts['uri'][:200]} has {facts['size_bytes']} bytes, more than a part may have."
            self.findings.note(self.name, message, "It stays in the archive and is no part of its page.")
        if len(self.found) >= MOST_RECORDS:
            raise StorageError(
                f"{self.name} holds more than {MOST_RECORDS:,} records, more than can be ingested at once. "
                "Split it into several files, for example with `warcio extract`."
            )
        if told.wrong_digest:
            self.wrong_digests.append(f"{facts['uri'] or facts['kind']} ({told.wrong_digest})")
            del self.wrong_digests[MOST_TOLD:]
            self.places["digest"] += 1
        self.found.append(ScannedRecord(file=self.file, offset=offset, length=length, **facts))
        self.findings.checked["WARC records"] += 1

    def fault(self, kind: str, place: str, message: str) -> None:
        """Something of the file is lost; the first places are named, the others counted."""
        self.places[kind] += 1
        if self.places[kind] <= MOST_TOLD:
            self.findings.fault(f"{self.name}, {place}", message, self.remedy)

    def summed_up(self) -> None:
        """Tell of what was only counted."""
        for kind in ("gap", "record", "content"):
            if (more := self.places[kind] - MOST_TOLD) > 0:
                self.findings.fault(
                    self.name,
                    f"{counted(more, 'more place', 'of it is', 'of it are')} like that.",
                    self.remedy,
                )
        if wrong := self.places["digest"]:
            self.findings.note(
                self.name,
                f"The digests of {counted(wrong, 'record')} do not fit the content, first {self.wrong_digests[0]}.",
                "The records were taken as they are; their tool may have computed them otherwise.",
            )
        self._repeated()

    def _repeated(self) -> None:
        times = Counter(record.urn for record in self.found if record.kind != "warcinfo")
        again = sum(count - 1 for urn, count in times.items() if urn and count > 1)
        for message in (
            f"The WARC-Record-ID of another one stands in {again} of its records." if again else "",
            f"There is no WARC-Record-ID in {times['']} of its records." if times[""] else "",
        ):
            if message:
                self.findings.note(self.name, message, "They were distinguished by URL and time.")


def read_members(
    path: Path, reading: Reading, *, strict: bool = True, within: tuple[int, int | None] = (0, None)
) -> bool:
    """Read a file that is gzipped by record, or the bytes ``within`` it; whether it is one.

    What lies between the records found is damaged, or nothing. ``strict``: the first member that is not one record ends
    the reading; else it is told of and passed over.
    """
    position, end = within
    with path.open("rb") as file, mapped(file) as everything:
        data = everything[:end]
        while position < len(data):
            if data[position] in BLANK:  # a newline behind the last member
                position = _behind_blank(data, position)
                continue
            member = MemberReader(data, position)
            try:
                told = _only_record(member)
                if told is not None:
                    _keep(told, reading, position, member.end - position)
                position = member.end
            except _Irregular:
                if strict:
                    return False
                position = _behind(member, reading, position)
            except DamagedMember:
                following = next(spans(file, position, len(data))).end
                reading.fault(
                    "gap", f"byte {position}", f"Nothing can be read from there to byte {following}."
                )
                position = following
    return True


def repack(path: Path, out: BinaryIO, reading: Reading) -> None:
    """Write each record of an uncompressed file to ``out`` as a gzip member of its own."""
    with path.open("rb") as file, mapped(file) as data:
        for piece in _joined(_pieces(data)):
            if piece.head is None:
                message = f"Nothing can be read from there to byte {piece.end}."
                reading.fault("gap", f"byte {piece.start}", message)
                continue
            told = record_facts(piece.head, Block(_Slices(data, piece.block).read, piece.end - piece.block))
            if told.refused:
                _keep(told, reading, piece.start, piece.end - piece.start)
                continue
            offset = out.tell()
            _gzip(data, piece, out)
            _keep(told, reading, offset, out.tell() - offset)


def unpack(path: Path, out: BinaryIO, reading: Reading) -> None:
    """Write what can be read of a gzipped file of any packing to ``out``, uncompressed."""
    with path.open("rb") as file, mapped(file) as data:
        position = 0
        while position < len(data):
            if data[position] in BLANK:
                position = _behind_blank(data, position)
                continue
            member = MemberReader(data, position)
            try:
                while piece := member.read(_CHUNK):
                    out.write(piece)
                position = member.end
            except DamagedMember:
                following = next(spans(file, position, len(data))).end
                reading.fault(
                    "gap", f"byte {position}", f"Nothing can be read from there to byte {following}."
                )
                position = following
                out.write(BLANK)  # a record that breaks off there must not swallow the next one's first line


def uncompressed_spans(data: memoryview) -> Iterator[Span]:
    """The records of an uncompressed WARC file one by one, and what lies between them, in order."""
    for piece in _joined(_pieces(data)):
        yield Span(start=piece.start, end=piece.end, whole=piece.head is not None)


def arc_as_warc(path: Path, out: BinaryIO, reading: Reading) -> None:
    """Write the records of an uncompressed ARC file to ``out``, as uncompressed WARC records."""
    with path.open("rb") as file, mapped(file) as data:
        for piece in arc_pieces(data):
            if piece.url:
                write_as_warc(data, piece, out)
            else:
                message = f"Nothing can be read from there to byte {piece.end}."
                reading.fault("gap", f"byte {piece.start}", message)
    message = "It is an ARC file; its records were taken as WARC records."
    reading.findings.note(reading.name, message, "Keep the file itself, too, if you need its bytes.")


@contextmanager
def mapped(file: BinaryIO) -> Iterator[memoryview]:
    """The bytes of a file, which is not read into memory for that."""
    if not file.seek(0, 2):
        yield memoryview(b"")
        return
    yield memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))  # unmapped when nothing reads it


class _Irregular(Exception):
    """A member that is not one record and nothing else."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Piece:
    """A record of an uncompressed file, or (``head`` is None) what is none."""

    start: int
    end: int
    block: int = 0
    head: Head | None = None


class _Slices:
    """Reads on from a place in a mapped file."""

    def __init__(self, data: memoryview, position: int) -> None:
        self._data = data
        self._position = position

    def read(self, size: int) -> bytes:
        found = bytes(self._data[self._position : self._position + size])
        self._position += len(found)
        return found


def _only_record(member: MemberReader) -> RecordFacts | None:
    """What the one record in a member tells; None: there is nothing but empty lines in it."""
    start = member.read(_CHUNK)
    if not start.strip(BLANK):
        if _is_blank(member, len(start)):
            return None
        raise _Irregular
    try:
        raw, begun = split_head(member.read, start)
    except NoRecord as error:
        raise _Irregular from error
    head = parsed_head(raw)
    length = block_length(head)
    if length is None or _FOLD.search(raw) or _NEXT_HEAD.search(raw):
        raise _Irregular
    try:
        told = record_facts(head, Block(member.read, length, begun))
    except TornBlock as error:
        raise _Irregular from error
    behind = begun[length:]  # empty where the block ends later
    if behind.strip(BLANK) or not _is_blank(member, len(behind)):
        raise _Irregular
    return told


def _behind(member: MemberReader, reading: Reading, position: int) -> int:
    """The end of a member that is not one record."""
    while member.read(_CHUNK):
        pass
    reading.fault("gap", f"byte {position}", f"There is not one record up to byte {member.end}.")
    return member.end


def _is_blank(member: MemberReader, seen: int) -> bool:
    """Whether only empty lines are left of a member, and not many."""
    while data := member.read(_CHUNK):
        seen += len(data)
        if data.strip(BLANK) or seen > _MOST_BLANK:
            return False
    return seen <= _MOST_BLANK


def _keep(told: RecordFacts, reading: Reading, offset: int, length: int) -> None:
    if told.refused:
        name = told.facts["uri"] or told.facts["urn"] or told.facts["kind"]
        reading.fault("record", f"byte {offset}", f"The record of {name} was left out: {told.refused}")
        return
    reading.take(told, offset, length)


def _pieces(data: memoryview) -> Iterator[_Piece]:
    """The records of an uncompressed file and what lies between them, in order; each byte is looked at a few times.

    A record counts if what follows its block is the next record, or the end. If not, its Content-Length is too long
    where the next record begins within the block; else it is too short, and what is left over is no record.
    """
    position, size = _behind_blank(data, 0), len(data)
    while position < size:
        end = _head_end(data, position)
        piece = None if end is None else _record_at(data, position, end)
        if piece is None:
            following = _next_head(data, position + 1) if end is None else _head_behind(data, position, end)
            yield _Piece(start=position, end=following)
            position = following
            continue
        following = _behind_blank(data, piece.end)
        if following == size or _is_head(data, following):
            yield piece
            position = following
            continue
        position = _next_head(data, piece.block)
        if position >= piece.end:
            yield piece
        yield _Piece(start=following if position >= piece.end else piece.start, end=position)


def _joined(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """The pieces, several gaps in a row as one."""
    gap: _Piece | None = None
    for piece in pieces:
        if piece.head is None:
            gap = piece if gap is None else replace(gap, end=piece.end)
            continue
        if gap is not None:
            yield gap
            gap = None
        yield piece
    if gap is not None:
        yield gap


def _head_end(data: memoryview, start: int) -> int | None:
    """Where the block of a record begins whose first line is at ``start``; None: nothing there is a head."""
    if not _is_head(data, start):
        return None
    end = head_end(data, start, start + LONGEST_HEAD)
    return min(start + LONGEST_HEAD, len(data)) if end < 0 else end


def _record_at(data: memoryview, start: int, block: int) -> _Piece | None:
    """The record with that head, if it is one and the file has as much as it says."""
    if _NEXT_HEAD.search(data, start + 1, block) is not None:  # it is cut off, and another one follows
        return None
    head = parsed_head(_FOLD.sub(b" ", bytes(data[start:block])))
    length = block_length(head)
    if length is None or block + length > len(data):
        return None
    return _Piece(start=start, end=block + length, block=block, head=head)


def _head_behind(data: memoryview, start: int, end: int) -> int:
    """Where to look on behind a head that is none: at the last first line within it, else behind it.

    Only the last, because a head that is cut off is followed by one other; to try all would take forever where a file
    is made of first lines.
    """
    *_, last = [start, *(found.start() for found in _NEXT_HEAD.finditer(data, start + 1, end))]
    return last if last > start else _next_head(data, end)


def _is_head(data: memoryview, position: int) -> bool:
    return bytes(data[position : position + 5]) == b"WARC/"


def _next_head(data: memoryview, position: int) -> int:
    found = _NEXT_HEAD.search(data, position)
    return len(data) if found is None else found.start()


def _behind_blank(data: memoryview, position: int) -> int:
    found = _BLANKS.match(data, position)
    return position if found is None else found.end()


def _gzip(data: memoryview, piece: _Piece, out: BinaryIO) -> None:
    """The record as a gzip member, with the two empty lines that belong behind it.

    Header lines that go on in the next line, which some readers take for empty ones, are put on one line.
    """
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS + 16)
    out.write(packer.compress(_FOLD.sub(b" ", bytes(data[piece.start : piece.block]))))
    for start in range(piece.block, piece.end, _CHUNK):
        out.write(packer.compress(data[start : min(start + _CHUNK, piece.end)]))
    out.write(packer.compress(b"\r\n\r\n") + packer.flush())
