"""The records of a WACZ or WARC file that matter to the model, whichever tool wrote it."""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import SEEK_CUR
from pathlib import Path
from typing import IO, Any

from changemodel.errors import UnreadableArchive

_WARC = re.compile(r"\.warc(\.gz)?$", re.IGNORECASE)
_LISTS = ("pages/pages.jsonl", "pages/extraPages.jsonl")
_PREFIX = re.compile(
    r"(?:urn:)?(view|fullPage|fullPageFinal|thumbnail|screenshot|text|textFinal|dom|layout|pageinfo):(?=https?:)"
)
_SCOOP = {"file:///screenshot.png": "screenshot", "file:///dom-snapshot.html": "dom"}
_TEXTS = ("text", "textFinal")
_HTML = ("text/html", "application/xhtml+xml")
_BLOCK = 1 << 14  # read at once; members are small, and what is left of a block is copied for each
_WARC_START = b"WARC/"
_GZIP, _AS_GZIP = b"\x1f\x8b", zlib.MAX_WBITS + 16
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_ZIP_LENGTHS_AT = 26  # of the name and of what follows it, in the head of a member (APPNOTE.TXT, 4.3.7)


@dataclass(frozen=True)
class Place:
    """Where a record stands: its WARC file (a member of a WACZ) and the first byte."""

    member: str
    offset: int


@dataclass(frozen=True, kw_only=True)
class Part:
    """A record of a visit: a picture, a text, a layout, the response itself, or a line of the list of pages."""

    name: str
    url: str
    at: datetime
    page_id: str = ""
    record_id: str = ""
    refers_to: str = ""
    place: Place | None = None  # None: as the record that it refers to
    body: bytes = b""  # of page information and of a line of the list
    status: int | None = None


class ArchiveFile:
    """Reads what records of a WACZ or WARC file hold when it is needed."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def content(self, place: Place) -> bytes:
        """The payload of a record.

        Raises
        ------
        UnreadableArchive
            The file is gone or damaged.
        """
        with _warcs(self._file) as warcs, warcs.open_at(place) as source:
            records = _Records(source, str(self._file))
            record = next(iter(records), None)
            if record is None:
                raise records.damaged("there is no record")
            return _content(record)


def parts_in(file: Path) -> Iterator[Part]:
    """Every part that the records and the lists of pages of a WACZ or WARC file name.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, is neither, or is damaged: it ends within a record, does not decompress, or holds what
        is no record. In an uncompressed file, other content of the same length goes unnoticed.
    """
    with _warcs(file) as warcs:
        for member in warcs.members:
            with warcs.open(member) as source:
                records = _Records(source, warcs.name(member))
                for record in records:
                    part = _part(record)
                    if part is not None:
                        is_here = record.rec_type != "revisit"
                        yield replace(part, place=Place(member, records.offset) if is_here else None)
        yield from listed_pages(warcs.lists)


def listed_pages(lines: list[bytes]) -> Iterator[Part]:
    """The lines of a ``pages.jsonl`` that name a page, its text as body; the first describes the list."""
    for line in lines:
        entry = json_object(line)
        url, at, text = entry.get("url"), entry.get("ts"), entry.get("text")
        if isinstance(url, str) and isinstance(at, str):
            yield Part(
                name="listed",
                url=url,
                at=_moment(at),
                page_id=_bare(str(entry.get("id") or "")),
                body=text.encode("utf-8", "replace") if isinstance(text, str) else b"",
            )


def json_object(content: bytes) -> Mapping[str, Any]:
    """An object written as JSON; an empty one for what is none."""
    try:
        found = json.loads(content or b"{}")
    except (ValueError, RecursionError):  # the latter for brackets in thousands of brackets
        return {}
    return found if isinstance(found, dict) else {}


class _Warcs:
    """The WARC files of a WACZ, or the one WARC file that was given."""

    def __init__(self, file: Path, package: zipfile.ZipFile | None) -> None:
        self._file, self._package = file, package
        self.members, self.lists = [""], list[bytes]()
        if package is not None:
            names = package.namelist()
            self.members = [name for name in names if _WARC.search(name)]
            self.lists = [
                line for name in _LISTS if name in names for line in package.read(name).splitlines()
            ]
            if not self.members:
                raise UnreadableArchive(
                    f"{file} holds no WARC file. If it is a collection of WACZ files, pass these one by one"
                )

    def open(self, member: str) -> IO[bytes]:
        try:
            return self._file.open("rb") if self._package is None else self._package.open(member)
        except (KeyError, RuntimeError) as error:  # the latter: it is encrypted
            raise UnreadableArchive(f"{self.name(member)} cannot be read: {error.args[0]}") from error

    def open_at(self, place: Place) -> IO[bytes]:
        """Opened at a record, without reading what stands before it where the package holds the file as it is."""
        start = self._start_of(place.member)
        source = self.open(place.member) if start is None else self._file.open("rb")
        source.seek(place.offset + (start or 0))
        return source

    def name(self, member: str) -> str:
        """What messages call a WARC file."""
        return f"{member} in {self._file}" if member else str(self._file)

    def _start_of(self, member: str) -> int | None:
        """The byte of the file where a WARC file begins; None where it is compressed, or no longer there."""
        if self._package is None:
            return 0
        info = self._package.NameToInfo.get(member)
        if info is None or info.compress_type != zipfile.ZIP_STORED:
            return None
        with self._file.open("rb") as file:
            file.seek(info.header_offset + _ZIP_LENGTHS_AT)
            name, extra = struct.unpack("<HH", file.read(4))
            return file.tell() + int(name) + int(extra)


@contextmanager
def _warcs(file: Path) -> Iterator[_Warcs]:
    try:
        with file.open("rb") as source:
            start = source.read(len(_WARC_START))
        if start.startswith(b"PK"):
            with zipfile.ZipFile(file) as package:
                yield _Warcs(file, package)
        elif start.startswith(_GZIP) or start == _WARC_START:
            yield _Warcs(file, None)
        else:
            raise UnreadableArchive(
                f"{file} is neither a WACZ nor a WARC file: pass one that ends in .wacz, .warc or .warc.gz"
            )
    except OSError as error:
        raise UnreadableArchive(f"{file} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OverflowError) as error:
        raise UnreadableArchive(f"{file} is damaged: {error}. Ask for it again where it came from") from error


class _Records:
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
        # the latter: a response without a URI
        self._failed = warcio.exceptions.ArchiveLoadFailed, AttributeError
        self._source, self._name = source, name
        self.offset = self._start = source.tell()  # of the record that is read
        self._count = 0

    def __iter__(self) -> Iterator[Any]:
        start = self._source.read(len(_GZIP))
        self._source.seek(-len(start), SEEK_CUR)
        yield from self._gzipped() if start == _GZIP else self._plain()

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
            if behind.startswith(_WARC_START):
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
        try:
            for record in self._iterator(_OneRecord(source, line, self.damaged)):
                yield record
                while record.raw_stream.read(_BLOCK):
                    pass  # so that it is known to be there
        except self._failed as error:
            raise self.damaged(" ".join(str(error).split())) from error


def _next_line(source: IO[bytes] | _Gzipped) -> bytes:
    """The first line that is not empty; nothing at the end."""
    while (line := source.readline()) and not line.strip(b"\r\n"):
        pass
    return line


class _OneRecord:
    """The bytes of one record, of which the first line was read: its head, and as many as the head says."""

    def __init__(
        self, source: IO[bytes] | _Gzipped, line: bytes, damaged: Callable[[str], UnreadableArchive]
    ) -> None:
        if not line.startswith(_WARC_START):
            raise damaged("no WARC record begins there")
        self._source, self._damaged, self._head = source, damaged, line
        while line.strip(b"\r\n"):
            line = source.readline()
            self._head += line
        stated = _LENGTH.search(self._head)
        if stated is None or not line.endswith(b"\n") or b"\0" in self._head:
            raise damaged("the head of the record there is torn")
        self._left = int(stated[1])

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the record's end."""
        if self._head:
            found, self._head = self._head[:size], self._head[size:]
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
        self._raw = self._read = b""  # not decompressed yet; decompressed, but not asked for yet
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

    def readline(self) -> bytes:
        """Up to the end of the line, or of the member."""
        while b"\n" not in self._read and not self._unzip.eof:
            self._decompress()
        return self._taken(self._read.find(b"\n") + 1 or len(self._read))

    def _taken(self, size: int) -> bytes:
        found, self._read = self._read[:size], self._read[size:]
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


def _part(record: Any) -> Part | None:
    """What a record is to the model; None: nothing."""
    headers = record.rec_headers
    uri = (headers.get_header("WARC-Target-URI") or "").strip("<>")
    name, url = _named(uri, record)
    if name is None or (name in _TEXTS and record.rec_type != "revisit" and record.length == 0):
        return None
    part = Part(
        name=name,
        url=url,
        at=_moment(headers.get_header("WARC-Date") or ""),
        page_id=_bare(headers.get_header("WARC-Page-ID") or ""),
        record_id=headers.get_header("WARC-Record-ID") or "",
        refers_to=headers.get_header("WARC-Refers-To") or "",
        status=_status(record),
    )
    return _account(part, _content(record)) if name == "pageinfo" else part


def _named(uri: str, record: Any) -> tuple[str | None, str]:
    if record.rec_type not in ("resource", "response", "revisit"):
        return None, ""
    if (prefix := _PREFIX.match(uri)) is not None:
        return prefix[1], uri[prefix.end() :]
    if uri in _SCOOP:
        return _SCOOP[uri], ""
    mime = ""
    if record.http_headers is not None:
        mime = (record.http_headers.get_header("content-type") or "").partition(";")[0].strip().lower()
    is_page = record.rec_type == "response" and uri.startswith(("http:", "https:"))
    return ("response", uri) if is_page and mime in _HTML else (None, "")


def _content(record: Any) -> bytes:
    """The payload, decoded; also of Scoop's attachments, HTTP messages whose head warcio leaves in."""
    content = bytes(record.content_stream().read())
    if record.http_headers is None and content.startswith(b"HTTP/"):
        return content.partition(b"\r\n\r\n")[2]
    return content


def _account(part: Part, body: bytes) -> Part | None:
    """Page information with its body and the page id that it states; none that compares a capture with its replay."""
    told = json_object(body)
    if "comparison" in told:
        return None
    return replace(part, body=body, page_id=_bare(str(told.get("pageid") or "")) or part.page_id)


def _status(record: Any) -> int | None:
    code = record.http_headers.get_statuscode() if record.http_headers is not None else None
    return int(code) if code and code.isdecimal() else None


def _bare(page_id: str) -> str:
    return page_id.strip("<> ").removeprefix("urn:uuid:").lower()


def _moment(stated: str) -> datetime:
    """A stated time; the epoch where it cannot be read."""
    try:
        moment = datetime.fromisoformat(stated.replace("Z", "+00:00"))
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):  # the latter: in the first hours of the year 1
        return datetime.fromtimestamp(0, UTC)
