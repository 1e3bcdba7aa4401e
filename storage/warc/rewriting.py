"""A WARC file rewritten: without some of its records, with others changed, the rest byte for byte as it was.

A revisit record whose original is taken out becomes what it repeats: a full record of the same name, date and URI
(WARC 1.1, 6.7). The next revisits of that original then refer to it.
"""

from __future__ import annotations

import hashlib
import os
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from storage.errors import translated_os_errors
from storage.warc.heads import LONGEST_HEAD, Head, NoRecord, block_length, head_end, parsed_head, split_head
from storage.warc.reading import damaged_record, open_warc
from storage.warc.record import LEVEL
from storage.warc.record_kinds import Block, TornBlock
from storage.warc.spans import Span

_CHUNK = 1 << 16
_LINE_END = re.compile(rb"\r?\n")
_NOT_MODIFIED = b"304"
_HTTP = "application/http"
_REFERS = ("warc-refers-to", "warc-refers-to-target-uri", "warc-refers-to-date")
_MADE_ANEW = frozenset(
    {
        *_REFERS,
        "warc-type",
        "warc-profile",
        "warc-truncated",
        "warc-block-digest",
        "warc-payload-digest",
        "content-length",
        "content-type",
    }
)
_CODINGS = ("content-encoding", "transfer-encoding")


@dataclass(frozen=True, kw_only=True)
class Reference:
    """What a revisit record says of its original, as its headers spell it."""

    urn: str
    uri: str
    date: str


@dataclass(frozen=True, kw_only=True)
class Drop:
    """A record that is taken out."""

    span: Span


@dataclass(frozen=True, kw_only=True)
class Refer:
    """A revisit record that refers to another original from now on."""

    span: Span
    to: Reference


@dataclass(frozen=True, kw_only=True)
class Fill:
    """A revisit record that becomes a full one, with the payload of the original that it refers to."""

    span: Span
    file: str
    original: Span


Change = Drop | Refer | Fill


class Moves:
    """Where everything of a WARC file stands after it was written anew."""

    def __init__(self, changes: Sequence[tuple[Span, int]]) -> None:
        """``changes``: each place that changed, in order, and how many bytes it has now."""
        self._starts = [span.start for span, _ in changes]
        self._lengths = [length for _, length in changes]
        self._gained = [0]
        for span, length in changes:
            self._gained.append(self._gained[-1] + length - span.length)

    def position(self, offset: int) -> int:
        """The new place of a record's beginning or end."""
        return offset + self._gained[bisect_left(self._starts, offset)]

    def length(self, offset: int, before: int) -> int:
        """How long the record is now that began at ``offset`` and was ``before`` bytes long."""
        found = bisect_right(self._starts, offset) - 1
        return self._lengths[found] if found >= 0 and self._starts[found] == offset else before


def rewrite(folder: Path, name: str, changes: Iterable[Change], target: Path) -> Moves:
    """Write the WARC file ``name`` of the archive ``folder`` anew to ``target``, confirmed by the disk.

    Raises
    ------
    Corrupt
        A record that must be read for a change is damaged.
    """
    done: list[tuple[Span, int]] = []
    position = 0
    with translated_os_errors(target), open_warc(folder, name) as source, target.open("wb") as out:
        for change in sorted(changes, key=lambda item: item.span.start):
            _copy(source, out, position, change.span.start)
            before = out.tell()
            _write(folder, name, source, change, out)
            done.append((change.span, out.tell() - before))
            position = change.span.end
        _copy(source, out, position, source.seek(0, os.SEEK_END))
        out.flush()
        os.fsync(out.fileno())
    return Moves(done)


def record_head(file: BinaryIO, span: Span) -> Head:
    """The headers of the record of a whole span.

    Raises
    ------
    NoRecord
        There is none.
    """
    return parsed_head(split_head(_Unpacked(file, span).read)[0])


def _write(folder: Path, name: str, source: BinaryIO, change: Change, out: BinaryIO) -> None:
    place = (name, change.span.start)
    try:
        if isinstance(change, Refer):
            _write_referring(source, change, out)
        elif isinstance(change, Fill):
            revisit = _Message(source, change.span)
            place = (change.file, change.original.start)
            with open_warc(folder, change.file) as holding:
                _write_filled(revisit, holding, change.original, out)
    except (NoRecord, TornBlock, zlib.error) as error:
        raise damaged_record(*place) from error


def _write_referring(source: BinaryIO, change: Refer, out: BinaryIO) -> None:
    revisit = _Message(source, change.span)
    to = change.to
    named = [
        ("WARC-Refers-To", f"<{to.urn}>" if to.urn else ""),
        ("WARC-Refers-To-Target-URI", to.uri),
        ("WARC-Refers-To-Date", to.date),
    ]
    head = _edited(revisit.raw, _REFERS, [pair for pair in named if pair[1]])
    _write_member(out, head, [revisit.http, *revisit.rest()])


def _write_filled(revisit: _Message, holding: BinaryIO, span: Span, out: BinaryIO) -> None:
    """The revisit record as a full one; the payload is read twice, for its digest first."""
    original = _Message(holding, span)
    http = _http_head(revisit, original)
    digester = hashlib.sha256(http)
    for piece in original.rest():
        digester.update(piece)
    kind = "response" if http else original.head.get("warc-type")
    stated = original.head.get("warc-payload-digest") or revisit.head.get("warc-payload-digest")
    fields = [
        ("WARC-Type", kind),
        ("Content-Type", f"{_HTTP}; msgtype=response" if http else original.head.get("content-type")),
        ("Content-Length", str(len(http) + original.length - len(original.http))),
        ("WARC-Payload-Digest", stated),
        ("WARC-Block-Digest", f"sha256:{digester.hexdigest()}"),
        ("WARC-Truncated", original.head.get("warc-truncated")),
    ]
    head = _edited(revisit.raw, _MADE_ANEW, [pair for pair in fields if pair[1]])
    _write_member(out, head, [http], _Message(holding, span).rest())


def _http_head(revisit: _Message, original: _Message) -> bytes:
    """The revisit's own HTTP head; the original's where it has none, says "not modified", or is coded otherwise."""
    if not revisit.http:
        return original.http
    own, other = parsed_head(revisit.http), parsed_head(original.http)
    same_coding = all(own.get(name) == other.get(name) for name in _CODINGS)
    is_news = own.first_line.encode("utf-8", "replace").split(b" ")[1:2] != [_NOT_MODIFIED]
    if original.http and not (is_news and same_coding):
        return original.http
    ended = head_end(revisit.http) >= 0
    return revisit.http if ended else revisit.http.rstrip(b"\r\n") + b"\r\n\r\n"


def _edited(head: bytes, without: Container[str], added: Iterable[tuple[str, str]]) -> bytes:
    """The head of a record with other headers in the place of some; the rest as it stands."""
    first, *lines = _LINE_END.split(head.rstrip(b"\r\n"))
    kept, is_kept = [], True
    for line in lines:
        if line[:1] not in (b" ", b"\t"):  # else it goes on
            is_kept = line.partition(b":")[0].strip().lower().decode("latin-1") not in without
        if is_kept:
            kept.append(line)
    new = [f"{name}: {value}".encode("utf-8", "replace") for name, value in added]
    return b"\r\n".join([first, *new, *kept]) + b"\r\n\r\n"


def _write_member(out: BinaryIO, head: bytes, *blocks: Iterable[bytes]) -> None:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS + 16)
    out.write(packer.compress(head))
    for pieces in blocks:
        for piece in pieces:
            out.write(packer.compress(piece))
    out.write(packer.compress(b"\r\n\r\n") + packer.flush())


def _copy(source: BinaryIO, out: BinaryIO, start: int, end: int) -> None:
    source.seek(start)
    left = end - start
    while left > 0 and (data := source.read(min(_CHUNK, left))):
        out.write(data)
        left -= len(data)


class _Unpacked:
    """The decompressed bytes of a record, piece by piece; others may read the file in between."""

    def __init__(self, file: BinaryIO, span: Span) -> None:
        self._file = file
        self._position, self._end = span.start, span.end
        self._member = zlib.decompressobj(zlib.MAX_WBITS + 16)
        self._left = b""

    def read(self, size: int) -> bytes:
        """At most ``size`` of the next bytes; none at the end."""
        while not self._member.eof:
            if not self._left:
                self._file.seek(self._position)
                self._left = self._file.read(min(_CHUNK, self._end - self._position))
                self._position += len(self._left)
            if not self._left:
                return b""
            found = self._member.decompress(self._left, size)
            self._left = self._member.unconsumed_tail
            if found:
                return found
        return b""


class _Message:
    """A record while it is read: its head, the HTTP head in its block, and what follows that."""

    def __init__(self, file: BinaryIO, span: Span) -> None:
        read = _Unpacked(file, span).read
        self.raw, begun = split_head(read)
        self.head = parsed_head(self.raw)
        length = block_length(self.head)
        if length is None:
            raise NoRecord
        self.length = length
        self._block = Block(read, length, begun)
        self.http, self._begun = self._without_http_head() if self._is_http() else (b"", b"")

    def rest(self) -> Iterator[bytes]:
        """The block behind the HTTP head, once."""
        if self._begun:
            yield self._begun
        while piece := self._block.read():
            yield piece

    def _is_http(self) -> bool:
        stated = self.head.get("content-type").lower().startswith(_HTTP)
        of_web = self.head.get("warc-target-uri").lower().lstrip("<").startswith(("http:", "https:"))
        return stated or (of_web and self.head.get("warc-type") in ("response", "revisit"))

    def _without_http_head(self) -> tuple[bytes, bytes]:
        data = b""
        while (end := head_end(data)) < 0 and len(data) < LONGEST_HEAD and (piece := self._block.read()):
            data += piece
        return (data, b"") if end < 0 else (data[:end], data[end:])
