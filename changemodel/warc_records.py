"""Reads the records of a WARC or ARC file one after the other, and reports what cannot be read.

Between the bytes of a file (``archive_stream``) and what ``archived_records`` makes of its records. A record counts if
what follows its block is the next one, or the end. If not, its length is wrong: too long where another one begins
within the block, which is read then, else too short. Of an ARC file, which has lengths that are wrong by a little, it
counts up to there. A head may come from anybody: it is read up to a limit, in time
that grows with its length and no faster; warcio parses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import IO, Any

from changemodel.archive_stream import Damage, Spot, Unpacked
from changemodel.errors import UnreadableArchive

BEGINS_ARC = b"filedesc://"
LONGEST_HEAD_BYTES = 1 << 22  # of a record
LONGEST_HTTP_HEAD_BYTES = 1 << 20  # Chrome takes 256 KiB

_BLOCK = 1 << 14
_WARC = re.compile(
    rb"(?<![^\n\0])WARC/\d\.\d+[ \t\r]*\n"
)  # first line of a record; zeros stand where a disk failed
# URL, address, time, type (it may hold spaces) and version 2's five more fields, length
_ARC = re.compile(
    rb"(?<![^\n])([a-zA-Z][a-zA-Z0-9+.-]*:[^\n]*?) \S+ (\d{14}) ([^\n]{0,300}?) ?(\d{1,10})[ \t]*\r?\n"
)
_HINTS = {_WARC: b"WARC/", _ARC: b"\n"}  # without them the pattern is not there, and this is seen sooner
_OVERLAP = 1 << 11  # a first line that begins in one block and ends in the next is seen if it is no longer
_FOLD = re.compile(rb"\r?\n(?=[ \t]+\S)")  # RFC 9112, 5.2; warcio takes the square of the time for them
_HEAD_END = re.compile(rb"\r*\n\r*\n")
_MOST_TOLD = 5  # faults that are named one by one
_DIGITS = re.compile(r"\d{1,15}")


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its head as warcio parses it, where it stands, and the first bytes of its block."""

    head: Any
    spot: Spot
    length: int  # of the block
    begun: bytes

    def get(self, name: str) -> str:
        """The first value of a header; empty where it is not stated."""
        return self.head.get_header(name) or ""

    @property
    def is_http(self) -> bool:
        """Whether its block is a response."""
        return self.get("WARC-Type") in ("response", "revisit", "arc") and self.begun.startswith(b"HTTP/")


class Unread:
    """What of an archive could not be read, for a person."""

    def __init__(self) -> None:
        self._notes: dict[str, None] = {}
        self._last = ("", 0, 0)
        self._more = 0

    def lost(self, name: str, start: int, end: int) -> None:
        """Something between these bytes of a file could not be read; of places that overlap or touch one is told."""
        last, first, behind = self._last
        if name == last and first <= start <= behind:
            self._notes.pop(_place(*self._last), None)
            start, end = first, max(end, behind)
        self._last = name, start, end
        self.note(_place(*self._last))

    def note(self, told: str) -> None:
        """Something else."""
        if len(self._notes) < _MOST_TOLD or told in self._notes:
            self._notes[told] = None
        else:
            self._more += 1

    def __str__(self) -> str:
        more = "there is one more fault" if self._more == 1 else f"there are {self._more} more faults"
        return "; ".join([*self._notes, *([more] if self._more else [])])


def _place(name: str, start: int, end: int) -> str:
    return f"{name} is damaged between byte {start} and byte {end}"


class Records:
    """The records of a file. ``kept``: how many bytes of its block are wanted of a record with that head.

    Raises
    ------
    UnreadableArchive
        A package that reads the file is not installed.
    """

    def __init__(
        self, source: IO[bytes], name: str, unread: Unread, kept: Callable[[Any], int], begin: int = 0
    ) -> None:
        try:
            from warcio import statusandheaders  # optional: only archives need it

            self._stream = Unpacked(source, partial(unread.lost, name), begin)
        except ImportError as error:
            package = {"backports": "backports.zstd"}.get(error.name or "", "warcio")
            told = f"reading {name} needs {package}: install it with `pip install {package}`"
            raise UnreadableArchive(told) from error
        self._heads, self._parser = statusandheaders.StatusAndHeaders, statusandheaders.StatusAndHeadersParser
        self._lost, self._kept = partial(unread.lost, name), kept
        self._pattern: re.Pattern[bytes] | None = None
        self._found: tuple[int, bytes] | None = (
            None  # the next first line, and its position, once it was read
        )
        self._inner: int | None = None  # position of a first line within the block
        self._tail = b""  # the last bytes of the block
        self._gap: int | None = None  # the first byte of what could not be read

    def __iter__(self) -> Iterator[Record]:
        while (found := self._first_line()) is not None:
            record = self._record(*found)
            if record is not None:
                yield record

    def at(self, spot: Spot) -> Record | None:
        """The record that stands there; None: there is none any more, or it is damaged."""
        try:
            self._stream.go_to(spot)
            found = self._first_line()
            if found is None or self._pattern is _ARC:  # whose end the next one may tell
                return None if found is None else self._record(*found)
            head = self._head(found[1])
            return None if head is None else self._with_block(spot, head, most=self._kept(head))
        except Damage:
            return None

    def http_head(self, record: Record) -> tuple[Any, int]:
        """The head of the HTTP message in a record, and its length; None where there is none, or one longer than the
        limit."""
        if not record.is_http and record.get("WARC-Type") != "request":
            return None, 0
        end = _HEAD_END.search(record.begun, 0, LONGEST_HTTP_HEAD_BYTES)
        if end is None and record.length > len(record.begun[:LONGEST_HTTP_HEAD_BYTES]):
            return None, record.length
        length = record.length if end is None else end.end()
        return self._parsed(record.begun[:length]), length

    def _record(self, start: int, line: bytes) -> Record | None:
        """The record with that first line; None: it is not whole. The reading goes on where the next one begins."""
        self._stream.forget(start)
        spot, self._inner = self._stream.spot(start), None
        record = None
        try:
            head = self._head(line)
            block = self._stream.position
            record = None if head is None else self._with_block(spot, head)
            if record is not None and self._is_followed():
                return record
        except Damage as damage:
            if record is not None and Spot(damage.start) != spot:
                return record
            record = (
                None  # it alone may be in that piece, and what the piece held is not what its checksum says
            )
        if record is not None and self._inner is not None:
            length = self._inner - block
            is_arc = self._pattern is _ARC  # in which lengths are often wrong
            record = replace(record, length=length, begun=record.begun[:length]) if is_arc else None
        if record is None:
            self._gap = spot.start if self._gap is None else self._gap
        if self._inner is not None:
            with suppress(Damage):
                self._stream.go_to(self._stream.spot(self._inner), self._inner)
        return record

    def _first_line(self) -> tuple[int, bytes] | None:
        """The first line of the next record, with its position; None at the end. What stands before is told of."""
        found = self._found
        while found is None:
            try:
                self._stream.pass_blanks()
                start, line = self._stream.position, self._stream.readline(_BLOCK)
            except Damage:
                continue
            if self._pattern is None and line.strip():
                is_arc = line.startswith(BEGINS_ARC) or (_ARC.match(line) and not _WARC.match(line))
                self._pattern = _ARC if is_arc else _WARC
            first = self._pattern.search(line) if self._pattern is not None else None
            if first is not None or not line:
                at = 0 if first is None else first.start()
                found = start + at, line[at:]
            elif line.strip(b"\r\n") and self._gap is None:
                self._gap = self._stream.spot(start).start
        self._found = None
        if self._gap is not None:
            end = self._stream.spot(found[0]).start
            self._lost(self._gap, end if found[1] and end > self._gap else self._stream.end)
            self._gap = None
        return found if found[1] else None

    def _is_followed(self) -> bool:
        """Whether the next record begins behind a block and empty lines, or nothing follows."""
        block_end = self._stream.position
        self._stream.pass_blanks()
        start, line = self._stream.position, self._stream.readline(_BLOCK)
        at_border = (
            start > block_end or self._pattern is _WARC or self._tail.endswith(b"\n")
        )  # else within a line
        if line and self._pattern is not None and not (at_border and self._pattern.match(line)):
            if self._inner is None and start == block_end:
                self._inner = _first_in(self._pattern, self._tail + line, start - len(self._tail))
            self._gap = (
                self._stream.spot(start).start if self._gap is None and self._inner is None else self._gap
            )
            return False
        self._found = start, line
        return True

    def _head(self, line: bytes) -> Any:
        """The head with that first line; None: it is none."""
        if self._pattern is _ARC:
            return self._arc_head(line)
        lines, left = [line], LONGEST_HEAD_BYTES - len(line)
        while line.strip(b"\r\n") and left > 0:
            start, line = self._stream.position, self._stream.readline(left)
            if _WARC.match(line):  # the head is cut off, and the next record follows
                self._found = start, line
                return None
            lines.append(line)
            left -= len(line)
            if not line:
                return None
        head = self._parsed(b"".join(lines)) if left > 0 else None
        stated = "" if head is None else head.get_header("Content-Length") or ""
        return head if _DIGITS.fullmatch(stated) else None

    def _arc_head(self, line: bytes) -> Any:
        """A line of an ARC file as the head that a WARC record would have."""
        found = _ARC.match(line)
        if found is None:
            return None
        names = ("WARC-Target-URI", "WARC-Date", "Content-Type", "Content-Length")
        values = (value.decode("utf-8", "replace") for value in found.groups())
        return self._heads("", [("WARC-Type", "arc"), *zip(names, values, strict=True)], protocol="ARC")

    def _with_block(self, spot: Spot, head: Any, most: int | None = None) -> Record | None:
        """The record, its block read to the end, or ``most`` bytes of it; None: it ends before."""
        length, kept, begun = int(head.get_header("Content-Length")), self._kept(head), bytearray()
        tail, left = b"\n", length if most is None else min(length, most)
        while left:
            start, data = self._stream.position, self._stream.read(min(_BLOCK, left))
            if not data and self._pattern is _ARC:
                length -= left
                break
            if not data:
                return None
            left -= len(data)
            if len(begun) < kept:
                begun += data
            if self._inner is None and self._pattern is not None and most is None:
                self._inner = _first_in(self._pattern, tail + data, start - len(tail))
            tail = (tail + data)[-_OVERLAP:]
        self._tail = tail
        return Record(head, spot, length, bytes(begun))

    def _parsed(self, head: bytes) -> Any:
        if not head.strip():
            return None
        return self._parser([], verify=False).parse(BytesIO(_FOLD.sub(b"", head)))


def _first_in(pattern: re.Pattern[bytes], data: bytes, start: int) -> int | None:
    """The position of the first line of a record in data that begins at ``start``."""
    found = pattern.search(data) if _HINTS[pattern] in data else None
    return None if found is None else start + found.start()
