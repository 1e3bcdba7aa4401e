"""The records of a WACZ or WARC file that matter to the model, whichever tool wrote it."""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, cast

from changemodel.content_coding import decoded
from changemodel.errors import UnreadableArchive
from changemodel.warc_records import GZIP, WARC_START, Records

_WARC = re.compile(r"\.warc(\.gz)?$", re.IGNORECASE)
_LISTS = ("pages/pages.jsonl", "pages/extraPages.jsonl")
_PREFIX = re.compile(
    r"(?:urn:)?(view|fullPage|fullPageFinal|thumbnail|screenshot|text|textFinal|dom|layout|pageinfo):(?=https?:)"
)
_SCOOP = {"file:///screenshot.png": "screenshot", "file:///dom-snapshot.html": "dom"}
_TEXTS = ("text", "textFinal")
_HTML = ("text/html", "application/xhtml+xml")
_LONGEST_LINE_BYTES = 1 << 26  # of a list of pages, with what a page says
_STATUS_DIGITS = 3  # RFC 9110, 15
_OF_WARCIO = ("", "gzip", "deflate")  # codings that it undoes; with today's brotli package it fails at br
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
            records = Records(source, str(self._file))
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
                records = Records(source, warcs.name(member))
                for record in records:
                    part = _part(record)
                    if part is not None:
                        is_here = record.rec_type != "revisit"
                        yield replace(part, place=Place(member, records.offset) if is_here else None)
        yield from listed_pages(warcs.listed_lines())


def listed_pages(lines: Iterable[bytes]) -> Iterator[Part]:
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
        self.members, self._lists = [""], list[str]()
        if package is not None:
            names = package.namelist()
            self.members = [name for name in names if _WARC.search(name)]
            self._lists = [name for name in _LISTS if name in names]
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

    def listed_lines(self) -> Iterator[bytes]:
        """The lines of the lists of pages, one at a time: a small package may hold lists larger than the memory."""
        for name in self._lists:
            with self.open(name) as member:
                source = BufferedReader(cast(Any, member))  # reads lines in a tenth of the time
                while line := source.readline(_LONGEST_LINE_BYTES):
                    if len(line) == _LONGEST_LINE_BYTES:
                        raise UnreadableArchive(
                            f"{self.name(name)} is no list of pages: a line of it has more than "
                            f"{_LONGEST_LINE_BYTES} bytes. Ask for the file again where it came from"
                        )
                    if not line.isspace():
                        yield line

    def name(self, member: str) -> str:
        """What messages call a member."""
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
            start = source.read(len(WARC_START))
        if start.startswith(b"PK"):
            with zipfile.ZipFile(file) as package:
                yield _Warcs(file, package)
        elif start.startswith(GZIP) or start == WARC_START:
            yield _Warcs(file, None)
        else:
            raise UnreadableArchive(
                f"{file} is neither a WACZ nor a WARC file: pass one that ends in .wacz, .warc or .warc.gz"
            )
    except OSError as error:
        raise UnreadableArchive(f"{file} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OverflowError) as error:
        raise UnreadableArchive(f"{file} is damaged: {error}. Ask for it again where it came from") from error


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
    codings = _without_codings(record)
    content = decoded(bytes(record.content_stream().read()), codings)
    if record.http_headers is None and content.startswith(b"HTTP/"):
        return content.partition(b"\r\n\r\n")[2]
    return content


def _without_codings(record: Any) -> str:
    """The content codings that warcio leaves in the payload, taken out of the head of the record."""
    if record.http_headers is None:
        return ""
    stated = [value for name, value in record.http_headers.headers if name.lower() == "content-encoding"]
    codings = ",".join(stated).lower()
    if codings in _OF_WARCIO:
        return ""
    while record.http_headers.remove_header("content-encoding"):
        pass
    return codings


def _account(part: Part, body: bytes) -> Part | None:
    """Page information with its body and the page id that it states; none that compares a capture with its replay."""
    told = json_object(body)
    if "comparison" in told:
        return None
    url = told.get("url")  # of which the record's own name lacks the fragment
    return replace(
        part,
        body=body,
        url=url if isinstance(url, str) and url else part.url,
        page_id=_bare(str(told.get("pageid") or "")) or part.page_id,
    )


def _status(record: Any) -> int | None:
    code = record.http_headers.get_statuscode() if record.http_headers is not None else None
    return int(code) if code and code.isdecimal() and len(code) <= _STATUS_DIGITS else None


def _bare(page_id: str) -> str:
    return page_id.strip("<> ").removeprefix("urn:uuid:").lower()


def _moment(stated: str) -> datetime:
    """A stated time; the epoch where it cannot be read."""
    try:
        moment = datetime.fromisoformat(stated.replace("Z", "+00:00"))
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):  # the latter: in the first hours of the year 1
        return datetime.fromtimestamp(0, UTC)
