"""The records of a WARC file one after the other, with their heads, and every damage told.

Between the bytes of a file and what ``archived_records`` makes of its records. warcio reads the records; what it is
given is checked here. A head may come from anybody: it is read up to a limit, in time that grows with its length and no
faster.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from io import SEEK_CUR, BytesIO
from typing import IO, Any

from changemodel.errors import UnreadableArchive

WARC_START = b"WARC/"
GZIP = b"\x1f\x8b"
LONGEST_HEAD_BYTES = 1 << 20  # of a record, or of its HTTP message; Chrome takes 256 KiB of the latter

_AS_GZIP = zlib.MAX_WBITS + 16
_BLOCK = 1 << 14  # read at once; members are small, and what is left of a block is copied for each
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_FOLD = re.compile(rb"\r?\n(?=[ \t]+\S)")  # RFC 9112, 5.2; warcio takes the square of the time for them
_HTTP = ("http:", "https:")
_HTTP_VERSIONS = ["HTTP/1.0", "HTTP/1.1"]


class Records:
    """The records of a WARC file one after the other, gzipped one by one or not at all.

    warcio alone takes damage for the end of the file, and a torn record for a whole one. So it is given the bytes of
    one record at a time, as many as the record says. Damage raises UnreadableArchive while it is read.
    """

    def __init__(self, source: IO[bytes], name: str) -> None:
        try:
            import warcio  # optional: only archives need it
        except ImportError as error:
            told = f"reading {name} needs warcio: install it with `pip install warcio`"
            raise UnreadableArchive(told) from error
        self._iterator = warcio.ArchiveIterator
        self._failed = warcio.exceptions.ArchiveLoadFailed
        self._http = warcio.statusandheaders.StatusAndHeadersParser(_HTTP_VERSIONS, verify=False)
        self._source, self._name = source, name
        self.offset = self._start = source.tell()  # of the record that is read
        self._count = 0

    def __iter__(self) -> Iterator[Any]:
        start = self._source.read(len(GZIP))
        self._source.seek(-len(start), SEEK_CUR)
        yield from self._gzipped() if start == GZIP else self._plain()

    def damaged(self, told: str) -> UnreadableArchive:
        """The error that says so, and what to do."""
        behind = f", behind {self._count} whole records" if self._start == 0 else ""
        return UnreadableArchive(
            f"{self._name} is damaged: it cannot be read from byte {self.offset} on{behind} ({told}). Ask for it "
            "again where it came from, or let `pagetide ingest` take what is whole in it"
        )

    def _gzipped(self) -> Iterator[Any]:
        member = _Gzipped(self._source, self.damaged)
        while member.advance():
            self.offset = member.start
            if line := _next_line(member):  # some end in an empty member
                yield from self._record(member, line)
            behind = _next_line(member)
            if behind.startswith(WARC_START):
                told = "not gzipped record by record: `warcio recompress OLD NEW` makes a file that is"
                raise UnreadableArchive(f"{self._name} is {told}")
            if behind:
                raise self.damaged("the record there is longer than it says")
            self._count += bool(line)

    def _plain(self) -> Iterator[Any]:
        while line := _next_line(self._source):
            self.offset = self._source.tell() - len(line)
            yield from self._record(self._source, line)
            self._count += 1

    def _record(self, source: IO[bytes] | _Gzipped, line: bytes) -> Iterator[Any]:
        one = _OneRecord(source, line, self.damaged)
        try:
            for record in self._iterator(one, no_record_parse=True):
                record.http_headers = self._http_head(record)
                yield record
                while record.raw_stream.read(_BLOCK):
                    pass  # so that it is known to be there
        except self._failed as error:
            raise self.damaged(" ".join(str(error).split())) from error

    def _http_head(self, record: Any) -> Any:
        """Of a response, as warcio parses it; None where it has none, or one longer than the limit."""
        if record.rec_type != "response" or not record.length:
            return None
        uri = record.rec_headers.get_header("WARC-Target-URI")
        if uri is None:
            raise self.damaged("the response there has no URI")
        if not uri.startswith(_HTTP):
            return None
        lines = _head_lines(record.raw_stream, record.raw_stream.readline(LONGEST_HEAD_BYTES))
        return None if lines is None else self._http.parse(BytesIO(_unfolded(lines)))


def _next_line(source: IO[bytes] | _Gzipped) -> bytes:
    """The first line that is not empty, or what of it a head may have; nothing at the end."""
    while (line := source.readline(LONGEST_HEAD_BYTES)) and not line.strip(b"\r\n"):
        pass
    return line


def _head_lines(source: Any, line: bytes) -> list[bytes] | None:
    """The lines of a head of which the first was read, with the empty one at its end; None: it is too long."""
    lines, left = [line], LONGEST_HEAD_BYTES - len(line)
    while line.strip() and left > 0:
        line = source.readline(left)
        lines.append(line)
        left -= len(line)
    return lines if left > 0 else None


def _unfolded(lines: list[bytes]) -> bytes:
    """A head with every field on one line."""
    return _FOLD.sub(b"", b"".join(lines))


class _OneRecord:
    """The bytes of one record, of which the first line was read: its head, and as many as the head says."""

    def __init__(
        self, source: IO[bytes] | _Gzipped, line: bytes, damaged: Callable[[str], UnreadableArchive]
    ) -> None:
        if not line.startswith(WARC_START):
            raise damaged("no WARC record begins there")
        lines = _head_lines(source, line)
        if lines is None:
            raise damaged(f"the head of the record there has more than {LONGEST_HEAD_BYTES} bytes")
        head = _unfolded(lines)
        stated = _LENGTH.search(head)
        if stated is None or not lines[-1].endswith(b"\n") or b"\0" in head:
            raise damaged("the head of the record there is torn")
        self._source, self._damaged, self._head = source, damaged, BytesIO(head)
        self._left = int(stated[1])

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the record's end."""
        if found := self._head.read(size):
            return found
        found = self._source.read(min(size, self._left))
        self._left -= len(found)
        if self._left and not found:
            raise self._damaged("it ends within the record there")
        return found


class _Gzipped:
    """The members of a gzip file one after the other, each decompressed while it is read."""

    def __init__(self, source: IO[bytes], damaged: Callable[[str], UnreadableArchive]) -> None:
        self._source, self._damaged = source, damaged
        self._raw = b""  # not decompressed yet
        self._read = bytearray()  # decompressed, but not asked for yet
        self.start = self._position = source.tell()

    def advance(self) -> bool:
        """Go on to the next member; False at the end of the file."""
        self._raw = self._raw or self._source.read(_BLOCK)
        self._unzip, self.start = zlib.decompressobj(_AS_GZIP), self._position
        return bool(self._raw)

    def read(self, size: int, /) -> bytes:
        """At most so many bytes of the member; none at its end, of which zlib has compared the checksum."""
        while not self._read and not self._unzip.eof:
            self._decompress()
        return self._taken(size)

    def readline(self, limit: int, /) -> bytes:
        """Up to the end of the line, or of the member, and at most so many bytes."""
        end = self._read.find(b"\n") + 1
        while not end and len(self._read) < limit and not self._unzip.eof:
            seen = len(self._read)
            self._decompress()
            end = self._read.find(b"\n", seen) + 1
        return self._taken(min(end or limit, limit))

    def _taken(self, size: int) -> bytes:
        found = bytes(self._read[:size])
        del self._read[:size]
        return found

    def _decompress(self) -> None:
        data = self._raw or self._source.read(_BLOCK)
        if not data:
            raise self._damaged("it ends within the record there")
        try:
            self._read += self._unzip.decompress(data, _BLOCK)
        except zlib.error as error:
            raise self._damaged(str(error)) from error
        self._raw = self._unzip.unused_data if self._unzip.eof else self._unzip.unconsumed_tail
        self._position += len(data) - len(self._raw)
