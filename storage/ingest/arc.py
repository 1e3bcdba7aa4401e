"""ARC files, the format before WARC: their records are converted to WARC records.

The format is the Internet Archive's, versions 1 and 2: a line with URL, address, time, type and length before each
block, and before all a block that describes the file. warcio reads it, too, but stops at the first wrong length.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from storage.urls import header_uri
from storage.warc.dates import moment_of
from storage.warc.record import warc_date

BEGINNING = b"filedesc://"
_CHUNK = 1 << 20
_ADDRESS = re.compile(r"[0-9a-fA-F.:]+")
_LARGEST = 1 << 31  # bytes of a block; a longer one is a wrong length
# URL, address, time, type (it may hold spaces), version 2's five more fields, length
_HEAD = re.compile(
    rb"(?<![^\n])([a-zA-Z][a-zA-Z0-9+.-]*:[^\n]*?) (\S+) (\d{14}) ([^\n]{0,255}?) ?(\d{1,10})\r?\n"
)


@dataclass(frozen=True, kw_only=True)
class ArcPiece:
    """A record of an ARC file, or (``url`` is empty) what is none."""

    start: int
    end: int
    block: int = 0
    url: str = ""
    address: str = ""
    stated_at: str = ""
    mime: str = ""


def arc_pieces(data: memoryview) -> Iterator[ArcPiece]:
    """The records of an uncompressed ARC file behind its description, and what lies between them, in order.

    A record counts if what follows its block is the next one, or the end; of one whose length is wrong what lies up to
    the next one counts, where that is shorter than it says.
    """
    position = 0
    while (head := _HEAD.search(data, position)) is not None:
        if bytes(data[position : head.start()]).strip(b"\r\n"):
            yield ArcPiece(start=position, end=head.start())
        block, stated = head.end(), int(head[5])
        end = min(block + stated, len(data))
        following = _HEAD.search(data, block)
        if (
            following is not None
            and following.start() < end
            and not _HEAD.match(data, _behind_blank(data, end))
        ):
            end = following.start()
        if not head[1].startswith(BEGINNING) and stated <= _LARGEST:
            yield ArcPiece(
                start=head.start(),
                end=end,
                block=block,
                url=_url(head[1]),
                address=head[2].decode("ascii", "replace"),
                stated_at=head[3].decode("ascii"),
                mime=head[4].partition(b" ")[0].decode("ascii", "replace"),
            )
        position = _behind_blank(data, end)
    if bytes(data[position : position + 16]).strip(b"\r\n"):
        yield ArcPiece(start=position, end=len(data))


def write_as_warc(data: memoryview, piece: ArcPiece, out: BinaryIO) -> None:
    """Write a record to ``out`` as an uncompressed WARC record: an HTTP message as a response, else a resource."""
    at = moment_of(piece.stated_at)
    is_http = bytes(data[piece.block : piece.block + 5]) == b"HTTP/"
    length = piece.end - piece.block
    name = uuid.uuid5(
        uuid.NAMESPACE_URL, f"{piece.url} {piece.stated_at} {length}"
    )  # the same at every reading
    fields = {
        "WARC-Type": "response" if is_http else "resource",
        "WARC-Record-ID": f"<urn:uuid:{name}>",
        "WARC-Date": piece.stated_at if at is None else warc_date(at),
        "WARC-Target-URI": piece.url,
        "WARC-IP-Address": piece.address if _ADDRESS.fullmatch(piece.address) else "",
        "Content-Type": "application/http; msgtype=response" if is_http else piece.mime,
        "Content-Length": str(length),
    }
    lines = [f"{name}: {value}\r\n" for name, value in fields.items() if value]
    out.write(("WARC/1.1\r\n" + "".join(lines) + "\r\n").encode())
    for start in range(piece.block, piece.end, _CHUNK):
        out.write(data[start : min(start + _CHUNK, piece.end)])
    out.write(b"\r\n\r\n")


def _url(stated: bytes) -> str:
    """The URL; where spaces stand in it, as a browser would write them."""
    text = stated.decode("utf-8", "replace")
    return header_uri(text) if " " in text else text


def _behind_blank(data: memoryview, position: int) -> int:
    while position < len(data) and data[position] in b"\r\n":
        position += 1
    return position
