"""Finds archived responses by URL and time, for Memento (RFC 7089).

All exchanges are mementos, pictures and styles as well as pages, and so are screenshots under their ``urn:``. They
are found in the CDXJ index: the kept lines of each closed WARC file, and lines made here for the file that is still
being written. Works beside a process that writes.
"""

from __future__ import annotations

import bisect
import json
import os
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO

from storage.collection import Collection
from storage.errors import translated_os_errors
from storage.index.cdxj import WarcPart, fresh_lines, kept_index, say_left_out, warc_parts
from storage.urls import header_uri, index_key
from storage.warc.reading import RecordPlace

_BLOCK = 4096


@dataclass(frozen=True, kw_only=True)
class Memento:
    """One archived answer, and where its record stands."""

    url: str
    at: datetime  # to the second, as in the index
    mime: str  # of the payload; "warc/revisit": it is that of an earlier answer
    status: int | None  # None: no HTTP answer but a resource, for example a screenshot
    digest: str
    file: str
    offset: int
    length: int

    @property
    def stamp(self) -> str:
        """The 14 digits of its time, which stand in its address."""
        return f"{self.at:%Y%m%d%H%M%S}"

    @property
    def place(self) -> RecordPlace:
        """Where its record stands."""
        return RecordPlace(file=self.file, offset=self.offset, length=self.length)

    @property
    def is_revisit(self) -> bool:
        """Whether its payload stands in another record."""
        return self.mime == "warc/revisit"


@dataclass(frozen=True, kw_only=True)
class Refers:
    """What a revisit record says of its original: where and when it was captured, its payload's digest."""

    uri: str = ""
    at: datetime | None = None
    digest: str = ""


def original_of(at: datetime, refers: Refers, same: Iterable[Memento]) -> Memento | None:
    """Of the answers ``same`` the one whose payload a revisit of ``at`` repeats: by time, then by digest.

    Of a revisit that says neither it is the last one before it ("not modified" in WARC 1.0).
    """
    whole = [item for item in same if not item.is_revisit]
    if refers.at is not None:
        second = refers.at.replace(microsecond=0)
        if stated := [item for item in whole if item.at == second]:
            return min(stated, key=lambda item: not _same_digest(item.digest, refers.digest))
    if refers.digest:
        alike = (item for item in whole if _same_digest(item.digest, refers.digest))
        return min(alike, key=lambda item: abs(item.at - at), default=None)
    if refers.at is None:
        return max((item for item in whole if item.at <= at), key=lambda item: item.at, default=None)
    return None


def _same_digest(one: str, other: str) -> bool:
    """The same value, whether or not the algorithm is named before it."""
    return one.rpartition(":")[2].lower() == other.rpartition(":")[2].lower()


class MementoIndex:
    """Looks up mementos. Safe to use from several threads.

    Parameters
    ----------
    collection
        Open, read-only or not.
    scratch
        A folder for the lines of closed WARC files that the collection has no index of yet.
    """

    def __init__(self, collection: Collection, scratch: Path) -> None:
        self._collection = collection
        self._scratch = scratch
        self._lock = threading.Lock()
        self._open_lines: dict[str, tuple[int, list[str]]] = {}  # file -> indexed up to, its sorted lines

    def of(self, url: str) -> list[Memento]:
        """All mementos of a URL, one a second, oldest first; several spellings of a URL are one."""
        key = index_key(url)
        found: dict[datetime, Memento] = {}
        for memento in self._records(key):
            before = found.get(memento.at)
            if before is None or _worth(memento, url) > _worth(before, url):
                found[memento.at] = memento
        return [found[at] for at in sorted(found)]

    def original(self, revisit: Memento, refers: Refers | None = None) -> Memento | None:
        """The answer whose payload a revisit record repeats; ``refers``: what its record says of it."""
        refers = refers or Refers(digest=revisit.digest)
        return original_of(revisit.at, refers, self._records(index_key(refers.uri or revisit.url)))

    def _records(self, key: str) -> Iterator[Memento]:
        start = f"{key} "
        for part in warc_parts(self._collection):
            lines = self._closed(part, start) if part.closed else self._growing(part, start)
            yield from map(memento_of, lines)

    def _closed(self, part: WarcPart, start: str) -> list[str]:
        kept = kept_index(self._collection, part.name)
        made = self._scratch / kept.name
        with self._lock:
            self._open_lines.pop(part.name, None)
            if not kept.exists() and not made.exists():
                self._make(part, made)
        path = kept if kept.exists() else made
        return kept_lines(path, start)

    def _make(self, part: WarcPart, target: Path) -> None:
        fresh = target.with_suffix(".new")
        with translated_os_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text("".join(self._indexed(part, 0)), encoding="utf-8", newline="")
            os.replace(fresh, target)

    def _growing(self, part: WarcPart, start: str) -> list[str]:
        with self._lock:
            end, lines = self._open_lines.get(part.name, (0, []))
            if part.size < end:  # cut back after a crash and written anew
                end, lines = 0, []
            if part.size > end:
                lines = sorted([*lines, *self._indexed(part, end)])
                self._open_lines[part.name] = (part.size, lines)
        first = bisect.bisect_left(lines, start)
        return lines[first : bisect.bisect_left(lines, start[:-1] + "!")]

    def _indexed(self, part: WarcPart, start: int) -> list[str]:
        """The sorted lines of the records from byte ``start`` on, which is where a record begins."""
        return fresh_lines(self._collection, part, partial(say_left_out, part.name), start)


def kept_lines(index: Path, start: str) -> list[str]:
    """The lines of an index that begin with ``start``."""
    with translated_os_errors(index, "read"), index.open("rb") as file:
        return list(lines_starting(file, start))


def nearest(mementos: list[Memento], at: datetime) -> Memento:
    """The memento nearest in time, of two equally near ones the earlier (RFC 7089, section 4.5.2)."""
    return min(mementos, key=lambda memento: (abs(memento.at - at), memento.at))


def lines_starting(file: BinaryIO, start: str) -> Iterator[str]:
    """The lines that begin with ``start``, of a file that is sorted bytewise; by binary search."""
    wanted = start.encode()
    low, high = 0, file.seek(0, os.SEEK_END)
    while (
        high - low > _BLOCK
    ):  # a line that begins at or before low, and after it only lines >= wanted end at high
        middle = (low + high) // 2
        file.seek(middle)
        file.readline()
        line = file.readline()
        low, high = (middle, high) if line and line < wanted else (low, middle)
    file.seek(low)
    if low:
        file.readline()
    for line in file:
        if line.startswith(wanted):
            yield line.decode()
        elif line > wanted:
            return


def memento_of(line: str) -> Memento:
    """What a line of the index says; numbers are text in the lines of some tools."""
    _, stamp, rest = line.split(" ", 2)
    fields = json.loads(rest)
    status = str(fields.get("status", ""))
    return Memento(
        url=fields["url"],
        at=datetime.strptime(stamp[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC),
        mime=fields.get("mime", ""),
        status=int(status) if status.isdigit() else None,
        digest=fields.get("digest", ""),
        file=fields["filename"],
        offset=int(fields["offset"]),
        length=int(fields["length"]),
    )


def _worth(memento: Memento, asked: str) -> tuple[bool, bool, bool]:
    """Of several answers in one second the memento is the better one: no error, of this very URL, with its payload."""
    is_of_it = header_uri(memento.url) == header_uri(asked)
    return (memento.status or 200) < 400, is_of_it, not memento.is_revisit
