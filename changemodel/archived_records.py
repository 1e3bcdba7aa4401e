"""The records of a WACZ, WARC or ARC file that matter to the model, whichever tool wrote it."""

from __future__ import annotations

import copy
import json
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import IO, Any, cast

from changemodel.archive_stream import DICTIONARY, GZIP, ZSTD, Spot
from changemodel.archive_times import moment_of
from changemodel.content_coding import decoded
from changemodel.errors import UnreadableArchive
from changemodel.warc_records import BEGINS_ARC, LONGEST_HTTP_HEAD_BYTES, Record, Records, Unread

LARGEST_BYTES = (
    1 << 28
)  # of what is read of a record at once, and of what is held of page information and lists
MOST_PARTS = 500_000  # of a file

_WARC = re.compile(r"\.w?arc(\.gz|\.zst)?$", re.IGNORECASE)
_LISTS = ("pages/pages.jsonl", "pages/extraPages.jsonl")
_PREFIX = re.compile(
    r"(?:urn:)?(view|fullPage|fullPageFinal|thumbnail|screenshot|text|textFinal|dom|layout|pageinfo):(?=https?:)"
)
_SCOOP = {"file:///screenshot.png": "screenshot", "file:///dom-snapshot.html": "dom"}
_TEXTS = ("text", "textFinal")
_HTML = ("text/html", "application/xhtml+xml")
_HTML_BEGINS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title")
_SNIFFED_BYTES = 512  # of a document without a type
_EMBEDDED = ("iframe", "frame", "embed", "object", "empty", "script", "style", "image", "font", "worker")
_HOPS_TO_PAGES = ("", "L", "S", "M", "N")  # Heritrix: seed, link, form submission, site map, navigation
_HOPS = re.compile(rb"^hopsfromseed:[ \t]*([A-Z]*)", re.IGNORECASE | re.MULTILINE)
_LONGEST_LINE_BYTES = 1 << 26  # of a list of pages, with what a page says
_LARGEST_INFO_BYTES = 1 << 24  # of page information
_WEB = re.compile("https?:", re.IGNORECASE)
_BEFORE = b"\xef\xbb\xbf \t\r\n"  # what may stand before HTML
_STATUS = re.compile(r"[1-9]\d\d", re.ASCII)  # RFC 9110, 15
_ZIP_LENGTHS_AT = 26  # of the name and of what follows it, in the head of a member (APPNOTE.TXT, 4.3.7)
_BAD_MEMBER = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
)  # the last: encrypted


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: its WARC file (a member of a WACZ), and where in it."""

    member: str
    offset: int
    skip: int = 0  # uncompressed bytes that stand before it in the compressed piece at ``offset``


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A record of a visit: a picture, a text, a layout, the response itself, or a line of the list of pages; or what a
    request tells of the response to it."""

    name: str
    url: str
    at: datetime
    page_id: str = ""
    record_id: str = ""
    concurrent_to: tuple[str, ...] = ()
    refers_to: str = ""
    refers_url: str = ""
    refers_at: datetime | None = None
    digest: str = ""  # of the payload, as it is stated
    place: Place | None = None  # None: as the record that it refers to
    body: bytes = b""  # of page information and of a line of the list
    status: int | None = None
    location: str = ""  # where a redirect leads
    is_html: bool = False
    charset: str = ""
    is_embedded: bool = False  # in another page, or asked for by a script
    referer: str = ""


class ArchiveFile:
    """Reads what records of a WACZ or WARC file hold when it is needed."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def content(self, place: Place, most: int = LARGEST_BYTES) -> bytes:
        """The payload of a record, at most so many bytes of it.

        Raises
        ------
        UnreadableArchive
            The file is gone or damaged.
        """
        with _warcs(self._file) as warcs, warcs.open_at(place) as (source, begin):
            kept = most + LONGEST_HTTP_HEAD_BYTES
            records = Records(source, warcs.name(place.member), Unread(), lambda head: kept, begin)
            record = records.at(Spot(place.offset, place.skip))
            if record is None:
                raise UnreadableArchive(
                    f"{warcs.name(place.member)} is damaged, or was changed since it was opened: there is no record at "
                    f"byte {place.offset} any more. Read the file again"
                )
            return _payload(records, record, most)


def parts_in(file: Path, unread: Unread) -> Iterator[Part]:
    """Every part that the records and the lists of pages of a WACZ or WARC file name; ``unread`` is told what of it
    cannot be read.

    In an uncompressed file, other content of the same length goes unnoticed.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, or is neither.
    """
    held = count = 0
    with _warcs(file) as warcs:
        for part in _parts(warcs, unread):
            count, held = count + 1, held + len(part.body)
            if count > MOST_PARTS or held > LARGEST_BYTES:
                unread.note(
                    f"it has more than {MOST_PARTS:,} records of pages, or says more than {LARGEST_BYTES >> 20} MiB of "
                    "them, and was read up to there: split it into several files, for example with `warcio extract`"
                )
                return
            yield part


def _parts(warcs: _Warcs, unread: Unread) -> Iterator[Part]:
    for member in warcs.members:
        try:
            with warcs.open(member) as source:
                records = Records(source, member or "the file", unread, _kept)
                for record in records:
                    if (part := _part(records, record, unread)) is not None:
                        is_here = record.get("WARC-Type") != "revisit"
                        place = Place(member, record.spot.start, record.spot.skip)
                        yield replace(part, place=place if is_here and part.name != "request" else None)
            if not warcs.is_as_packed(member):
                unread.note(f"{member or 'the file'} has not the checksum that the WACZ states")
        except _BAD_MEMBER as error:
            unread.note(f"{member or 'the file'} cannot be read to its end: {error}")
    for name in warcs.lists:
        try:
            yield from listed_pages(warcs.lines(name, unread))
        except _BAD_MEMBER as error:
            unread.note(f"{name} cannot be read to its end: {error}")


def listed_pages(lines: Iterable[bytes]) -> Iterator[Part]:
    """The lines of a ``pages.jsonl`` that name a page of the Web, its text as body; the first describes the list.

    Scoop lists its attachments, too (``file:///screenshot.png``).
    """
    for line in lines:
        entry = json_object(line)
        url, at, text = entry.get("url"), entry.get("ts"), entry.get("text")
        moment = moment_of(at) if isinstance(at, str) else None
        if isinstance(url, str) and _WEB.match(url) and moment is not None:
            yield Part(
                name="listed",
                url=url,
                at=moment,
                page_id=_bare(entry.get("id")),
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
        self.members, self.lists = [""], list[str]()
        if package is not None:
            names = dict.fromkeys(package.namelist())
            self.members = [name for name in names if _WARC.search(name)]
            self.lists = [name for name in _LISTS if name in names]
            if not self.members:
                raise UnreadableArchive(
                    f"{file} holds no WARC file. If it is a collection of WACZ files, pass these one by one"
                )

    def open(self, member: str) -> IO[bytes]:
        """Without a look at the checksum of a member, which would keep the last of its bytes back."""
        if self._package is None:
            return self._file.open("rb")
        try:
            unchecked = copy.copy(self._package.getinfo(member))
        except KeyError as error:
            raise UnreadableArchive(f"{self.name(member)} cannot be read: {error.args[0]}") from error
        unchecked.CRC = None  # type: ignore[assignment]  # "no checksum is known", as zipfile has it
        return self._package.open(unchecked)

    def is_as_packed(self, member: str) -> bool:
        """Whether a member has its checksum; one that is compressed has checksums of its own."""
        if self._package is None:
            return True
        with self.open(member) as source:
            if source.read(len(ZSTD)).startswith((GZIP, ZSTD, DICTIONARY)):
                return True
            source.seek(0)
            crc = 0
            while data := source.read(1 << 20):
                crc = zlib.crc32(data, crc)
        return crc == self._package.getinfo(member).CRC

    @contextmanager
    def open_at(self, place: Place) -> Iterator[tuple[IO[bytes], int]]:
        """A WARC file, and its first byte: within the package where this holds it as it is."""
        start = self._start_of(place.member)
        try:
            with self.open(place.member) if start is None else self._file.open("rb") as source:
                yield source, start or 0
        except RuntimeError as error:
            raise UnreadableArchive(f"{self.name(place.member)} cannot be read: {error}") from error

    def lines(self, name: str, unread: Unread) -> Iterator[bytes]:
        """The lines of a list of pages, one at a time: a small package may hold lists larger than the memory."""
        with self.open(name) as member:
            source = BufferedReader(cast(Any, member))  # reads lines in a tenth of the time
            while line := source.readline(_LONGEST_LINE_BYTES):
                if len(line) == _LONGEST_LINE_BYTES:
                    unread.note(f"{name} has a line of more than {_LONGEST_LINE_BYTES} bytes")
                    return
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
        if not stat.S_ISREG(file.stat().st_mode):
            raise UnreadableArchive(f"{file} is a folder, a device or a pipe: pass a file")
        with file.open("rb") as source:
            start = source.read(1 << 10)
        if start.startswith((GZIP, ZSTD, DICTIONARY, BEGINS_ARC)) or start.lstrip().startswith(b"WARC/"):
            yield _Warcs(file, None)
        elif start.startswith(b"PK") or zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as package:
                yield _Warcs(file, package)
        else:
            raise UnreadableArchive(
                f"{file} is neither a WACZ nor a WARC file: pass one that ends in .wacz, .warc, .warc.gz or .arc.gz. "
                "Of a HAR file `har2warc` makes one"
            )
    except OSError as error:
        raise UnreadableArchive(f"{file} cannot be read: {error.strerror or error}") from error
    except (*_BAD_MEMBER, OverflowError) as error:
        raise UnreadableArchive(f"{file} is damaged: {error}. Ask for it again where it came from") from error


def _kept(head: Any) -> int:
    """How much of the block says what a record is to the model."""
    uri, kind = head.get_header("WARC-Target-URI") or "", head.get_header("WARC-Type")
    if kind == "metadata" or "pageinfo:" in uri:
        return _LARGEST_INFO_BYTES
    return _SNIFFED_BYTES + (0 if kind == "resource" else LONGEST_HTTP_HEAD_BYTES)


def _part(records: Records, record: Record, unread: Unread) -> Part | None:
    """What a record is to the model; None: nothing."""
    kind, uri = record.get("WARC-Type"), record.get("WARC-Target-URI").strip("<> ")
    if kind == "arc":
        kind = "response" if record.is_http else "resource"
    name, url = _named(kind, uri, record.get("WARC-Refers-To-Target-URI").strip("<> "))
    if kind in ("response", "revisit") and not uri:
        unread.note(f"a {kind} of {record.get('WARC-Date')[:80]} has no WARC-Target-URI")
    if name is None or (name in _TEXTS and kind != "revisit" and record.length == 0):
        return None
    at = moment_of(record.get("WARC-Date"))
    if at is None:
        unread.note(
            f"the WARC-Date {record.get('WARC-Date')[:80]!r} of the record of {uri[:200]} names no time"
        )
        return None
    if record.length > LARGEST_BYTES and name != "response":
        unread.note(f"the record of {uri[:200]} has {record.length} bytes, more than is read")
        return None
    part = Part(
        name=name,
        url=url,
        at=at,
        page_id=_bare(record.get("WARC-Page-ID")),
        record_id=record.get("WARC-Record-ID"),
        concurrent_to=tuple(
            value for key, value in record.head.headers if key.lower() == "warc-concurrent-to"
        ),
        refers_to=record.get("WARC-Refers-To"),
        refers_url=record.get("WARC-Refers-To-Target-URI").strip("<> "),
        refers_at=moment_of(record.get("WARC-Refers-To-Date")),
        digest=record.get("WARC-Payload-Digest"),
    )
    if name == "pageinfo":
        return _account(part, record.begun)
    if name == "request":
        return _request(part, records, record)
    return _response(part, kind, records, record) if name == "response" else part


def _named(kind: str, uri: str, refers_url: str) -> tuple[str | None, str]:
    """Which part a record is, and the URL of its page (empty: not said)."""
    if kind in ("request", "metadata"):
        return ("request", uri) if _WEB.match(uri) else (None, "")
    if kind not in ("resource", "response", "revisit"):
        return None, ""
    if (prefix := _PREFIX.match(uri)) is not None:
        return prefix[1], uri[prefix.end() :]
    if uri in _SCOOP:
        return _SCOOP[uri], refers_url if _WEB.match(refers_url) else ""
    return ("response", uri) if _WEB.match(uri) else (None, "")


def _response(part: Part, kind: str, records: Records, record: Record) -> Part | None:
    """What the Web answered, if it is a page, or leads to one."""
    http, length = records.http_head(record)
    stated = record.get("Content-Type") if http is None else _header(http, "content-type")
    if http is None and kind != "resource" and record.get("WARC-Type") != "arc":
        stated = ""  # the record's own type says that it is a message
    mime, _, parameters = stated.partition(";")
    mime, payload = mime.strip().lower(), record.begun[length : length + _SNIFFED_BYTES]
    is_html = mime in _HTML or (not mime and payload.lstrip(_BEFORE).lower().startswith(_HTML_BEGINS))
    code = "200" if kind == "resource" else "" if http is None else http.get_statuscode()
    status = int(code) if _STATUS.fullmatch(code) else None
    location = "" if http is None else _header(http, "location")
    charset = re.search(r"charset=[\"' ]*([\w.:-]+)", parameters, re.IGNORECASE)
    if not is_html and not location and not (kind == "revisit" and (status in (None, 304) or not mime)):
        return None
    return replace(
        part,
        status=status,
        location=location,
        is_html=is_html,
        charset=charset[1] if charset else "",
        is_embedded=record.get("WARC-Resource-Type").lower() not in ("", "document"),
    )


def _request(part: Part, records: Records, record: Record) -> Part | None:
    """What a request tells of the response to it, or Heritrix of how it came to a URL."""
    if record.get("WARC-Type") == "metadata":
        hops = _HOPS.search(record.begun)
        last = hops[1].rstrip(b"R")[-1:].decode() if hops else ""  # redirects on the way do not count
        return None if last in _HOPS_TO_PAGES else replace(part, is_embedded=True)
    http, _ = records.http_head(record)
    if http is None:
        return None
    is_embedded = (
        http.protocol.upper() in ("POST", "PUT")
        or bool(_header(http, "x-requested-with"))
        or _header(http, "sec-fetch-dest") in _EMBEDDED
    )
    referer = _header(http, "referer")
    return replace(part, is_embedded=is_embedded, referer=referer) if is_embedded or referer else None


def _payload(records: Records, record: Record, most: int) -> bytes:
    """The payload, decoded, at most so many bytes."""
    http, length = records.http_head(record)
    body = record.begun[length:]
    if http is None:
        return body[:most]
    if "chunked" in _header(http, "transfer-encoding").lower():
        from warcio.bufferedreaders import ChunkedDataReader  # optional, as in warc_records

        body = bytes(ChunkedDataReader(BytesIO(body)).read())
    codings = ",".join(value for name, value in http.headers if name.lower() == "content-encoding")
    return decoded(body, codings, most)[:most]


def _header(http: Any, name: str) -> str:
    return (http.get_header(name) or "").strip()


def _account(part: Part, body: bytes) -> Part | None:
    """Page information with what is needed of it and the page id that it states; none that compares a capture with its
    replay."""
    told = dict(json_object(body))
    if "comparison" in told:
        return None
    told.pop("urls", None)  # of thousands of requests
    url = told.get("url")  # of which the record's own name lacks the fragment
    return replace(
        part,
        body=json.dumps(told).encode(),
        url=url if isinstance(url, str) and _WEB.match(url) else part.url,
        page_id=_bare(told.get("pageid")) or part.page_id,
    )


def _bare(page_id: object) -> str:
    return page_id.strip("<> ").removeprefix("urn:uuid:").lower() if isinstance(page_id, str) else ""
