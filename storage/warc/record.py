"""One WARC 1.1 record in memory, and its bytes: a gzip member of its own (ISO 28500:2017, annex D).

warcio lays out the headers and computes the digests; the compression is ours, because warcio always works
at level 9, which costs a screenshot tens of milliseconds and saves nothing.
"""

from __future__ import annotations

import uuid
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.utils import Digester
from warcio.warcwriter import WARCWriter

from storage.records import Headers, Role

LEVEL = 6
_INCOMPRESSIBLE = (
    "image/",
    "video/",
    "audio/",
    "font/",
    "application/zip",
    "application/gzip",
    "application/pdf",
)
_COMPRESSIBLE = ("image/svg+xml", "image/bmp", "image/x-icon", "font/ttf", "font/otf")


def new_urn() -> str:
    """A fresh name for a record or a capture."""
    return f"urn:uuid:{uuid.uuid4()}"


def bare_uri(stated: str | None) -> str:
    """A URI as a WARC header states it, without the angle brackets of names, which WARC 1.0 puts around all."""
    return (stated or "").strip().strip("<>")


def warc_date(moment: datetime) -> str:
    """``moment`` as WARC-Date: UTC with the microseconds that WARC 1.1 allows."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@dataclass(frozen=True, kw_only=True)
class HttpHead:
    """The first line and the headers of an HTTP message."""

    first_line: str  # "HTTP/1.1 200 OK" or "GET /path HTTP/1.1"
    headers: Headers
    lines: bytes | None = (
        None  # the header lines as they came, each with its line end; None: made of ``headers``
    )

    def encoded(self) -> bytes:
        """The bytes of the head, the empty line at its end included."""
        made = "".join(f"{name}: {value}\r\n" for name, value in self.headers).encode("utf-8", "replace")
        first = self.first_line.encode("utf-8", "surrogateescape")
        return first + b"\r\n" + (made if self.lines is None else self.lines) + b"\r\n"


@dataclass(frozen=True, kw_only=True)
class Record:
    """A record before it is written: ``payload`` is the block, or what follows ``http`` in it."""

    kind: str  # WARC-Type
    date: datetime
    uri: str | None = None  # WARC-Target-URI
    urn: str = field(default_factory=new_urn)  # WARC-Record-ID, without <>
    content_type: str = ""  # empty: the one that HTTP messages and warc-fields have by their kind
    mime: str = ""  # of the payload; decides whether compression can gain anything
    extra: Headers = ()
    http: HttpHead | None = None
    payload: bytes = b""
    payload_digest: str | None = None  # "sha256:<hex>"; required where the database will name it
    role: Role | None = None
    revisitable: bool = False  # a response whose payload a later revisit record may refer to

    def encoded(self) -> bytes:
        """The record as one gzip member."""
        buffer = BytesIO()
        writer = _Layout(buffer, gzip=False, warc_version="1.1")
        writer.write_record(
            writer.create_warc_record(
                "",
                self.kind,
                payload=BytesIO(self.payload),
                length=len(self.payload),
                warc_content_type=self.content_type,
                warc_headers=self._warc_headers(),
                http_headers=self._http_headers(),
            )
        )
        level = LEVEL if _can_shrink(self.mime or self.content_type) else 0
        member = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS + 16)
        return member.compress(buffer.getbuffer()) + member.flush()

    def _warc_headers(self) -> StatusAndHeaders:
        headers = [
            ("WARC-Type", self.kind),
            ("WARC-Record-ID", f"<{self.urn}>"),
            ("WARC-Date", warc_date(self.date)),
        ]
        if self.uri is not None:
            headers.append(("WARC-Target-URI", self.uri))
        headers.extend(self.extra)
        if self.payload_digest is not None:
            headers.append(("WARC-Payload-Digest", self.payload_digest))
            if self.kind == "resource":  # its block is its payload: one digest for both
                headers.append(("WARC-Block-Digest", self.payload_digest))
        return StatusAndHeaders("", headers, protocol="WARC/1.1")

    def _http_headers(self) -> StatusAndHeaders | None:
        if self.http is None:
            return None
        return _Verbatim(self.http)


class _Verbatim(StatusAndHeaders):  # type: ignore[misc]  # warcio has no types
    """A head that is written as it is; warcio would write letters beyond ASCII in percent."""

    def __init__(self, head: HttpHead) -> None:
        first, _, rest = head.first_line.partition(" ")
        super().__init__(rest, list(head.headers), protocol=first)
        self._encoded = head.encoded()

    def compute_headers_buffer(self, header_filter: object = None) -> None:
        """What ``WARCWriter`` writes before the payload."""
        self.headers_buff = self._encoded


class _Sha256(Digester):  # type: ignore[misc]  # warcio has no types
    """Digests spelled as Browsertrix spells them: sha256 and hexadecimal."""

    def __str__(self) -> str:
        return f"sha256:{self.digester.hexdigest()}"


class _Layout(WARCWriter):  # type: ignore[misc]  # warcio has no types
    """warcio's writer with our digests, and none of the payload where WARC 1.1 knows no payload."""

    NO_PAYLOAD_DIGEST_TYPES = ("warcinfo", "metadata", "revisit")

    @staticmethod
    def _create_digester() -> _Sha256:
        return _Sha256("sha256")


def _can_shrink(mime: str) -> bool:
    return mime.startswith(_COMPRESSIBLE) or not mime.startswith(_INCOMPRESSIBLE)
