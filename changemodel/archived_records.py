"""The records of a WACZ or WARC file that matter to the model, whichever tool wrote it."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from changemodel.errors import UnreadableArchive
from changemodel.features.images import load_image

_WARC = re.compile(r"\.warc(\.gz)?$", re.IGNORECASE)
_LISTS = ("pages/pages.jsonl", "pages/extraPages.jsonl")
_PREFIX = re.compile(
    r"(?:urn:)?(view|fullPage|fullPageFinal|thumbnail|screenshot|text|textFinal|dom|layout|pageinfo):(?=https?:)"
)
_SCOOP = {"file:///screenshot.png": "screenshot", "file:///dom-snapshot.html": "dom"}
_HTML = ("text/html", "application/xhtml+xml")
_TOP_PX = 1400  # rows of a picture that the model looks at: the view, and what a banner pushed out of it


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
    """Reads what records hold when it is needed.

    Parameters
    ----------
    file : Path
        A WACZ or WARC file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def content(self, place: Place) -> bytes:
        """The payload of a record.

        Raises
        ------
        UnreadableArchive
            The file is gone or damaged.
        """
        with _warcs(self._file) as warcs, warcs.open(place.member) as source:
            source.seek(place.offset)
            return _content(next(_records(source, self._file))[0])

    def picture(self, place: Place, scale: float) -> NDArray[np.uint8]:
        """The top of a record's picture, one pixel to a CSS pixel; raises InvalidImage where it holds none."""
        image = load_image(self.content(place))[: round(_TOP_PX * scale)]
        if scale == 1:
            return image
        size = round(image.shape[1] / scale), round(image.shape[0] / scale)
        return np.asarray(Image.fromarray(image).resize(size, Image.Resampling.BOX))


def parts_in(file: Path) -> Iterator[Part]:
    """Every part that the records and the lists of pages of a WACZ or WARC file name.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, is neither, or is damaged.
    """
    with _warcs(file) as warcs:
        for member in warcs.members:
            with warcs.open(member) as source:
                for record, offset in _records(source, file):
                    part = _part(record)
                    if part is not None and record.rec_type != "revisit":
                        part = replace(part, place=Place(member, offset()))
                    if part is not None:
                        yield part
        yield from listed_pages(warcs.lists)


def listed_pages(lines: list[bytes]) -> Iterator[Part]:
    """The lines of a ``pages.jsonl`` that name a page; its text is the body."""
    for line in lines:
        try:
            entry = json.loads(line)
            yield Part(
                name="listed",
                url=entry["url"],
                at=_moment(entry["ts"]),
                page_id=_bare(str(entry.get("id") or "")),
                body=str(entry.get("text") or "").encode("utf-8", "replace"),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # the first line describes the list; others that name no page say nothing


def page_key(url: str) -> str:
    """What two spellings of a page's URL have in common: no scheme, no fragment, no slash at the end."""
    return url.partition("#")[0].partition("://")[2].rstrip("/")


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
        return self._file.open("rb") if self._package is None else self._package.open(member)


@contextmanager
def _warcs(file: Path) -> Iterator[_Warcs]:
    try:
        with file.open("rb") as source:
            start = source.read(5)
        if start.startswith(b"PK"):
            with zipfile.ZipFile(file) as package:
                yield _Warcs(file, package)
        elif start.startswith(b"\x1f\x8b") or start == b"WARC/":
            yield _Warcs(file, None)
        else:
            raise UnreadableArchive(
                f"{file} is neither a WACZ nor a WARC file: pass one that ends in .wacz, .warc or .warc.gz"
            )
    except OSError as error:
        raise UnreadableArchive(f"{file} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
        raise UnreadableArchive(f"{file} is damaged: {error}. Ask for it again where it came from") from error


def _records(source: IO[bytes], file: Path) -> Iterator[tuple[Any, Callable[[], int]]]:
    """The records of a WARC file, each with what tells its first byte, once its content was read or is not needed."""
    try:
        from warcio.archiveiterator import ArchiveIterator  # optional: only archives need it
        from warcio.exceptions import ArchiveLoadFailed
    except ImportError as error:
        raise UnreadableArchive(
            f"reading {file} needs warcio: install it with `pip install warcio`"
        ) from error
    records = ArchiveIterator(source)
    try:
        for record in records:
            yield record, records.get_record_offset
    except ArchiveLoadFailed as error:
        told = " ".join(str(error).split())
        raise UnreadableArchive(f"{file} is damaged or no WARC file: {told}") from error


def _part(record: Any) -> Part | None:
    """What a record is to the model; None: nothing."""
    headers = record.rec_headers
    uri = (headers.get_header("WARC-Target-URI") or "").strip("<>")
    name, url = _named(uri, record)
    if name is None:
        return None
    part = Part(
        name="text" if name == "textFinal" else name,
        url=url,
        at=_moment(headers.get_header("WARC-Date") or ""),
        page_id=_bare(headers.get_header("WARC-Page-ID") or ""),
        record_id=headers.get_header("WARC-Record-ID") or "",
        refers_to=headers.get_header("WARC-Refers-To") or "",
        status=_status(record),
    )
    return _with_stated_id(part, _content(record)) if name == "pageinfo" else part


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


def _with_stated_id(part: Part, body: bytes) -> Part:
    try:
        stated = _bare(str(json.loads(body).get("pageid") or ""))
    except (ValueError, AttributeError):
        stated = ""
    return replace(part, body=body, page_id=stated or part.page_id)


def _status(record: Any) -> int | None:
    code = record.http_headers.get_statuscode() if record.http_headers is not None else None
    return int(code) if code and code.isdigit() else None


def _bare(page_id: str) -> str:
    return page_id.strip("<> ").removeprefix("urn:uuid:").lower()


def _moment(stated: str) -> datetime:
    """A stated time; the epoch where it cannot be read."""
    try:
        moment = datetime.fromisoformat(stated.replace("Z", "+00:00"))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
