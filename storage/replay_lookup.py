"""Responses in the WARC files of other tools, by URL: what re-rendering an ingested capture draws on.

Heritrix, wget and Browsertrix fetch what several pages share once for a whole crawl, so that the records of one page
do not hold all that it shows. The lines of each closed file in ``indexes/`` say where the rest is.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from storage.cdxj import write_index
from storage.collection import ARCHIVE, INDEXES, Collection
from storage.replay_index import RecordPlace
from storage.urls import header_uri, url_key

_OWN = "pagetide-"
_REVISIT = "warc/revisit"


class ArchiveLookup:
    """Looks URLs up in the indexes of the WARC files that came from elsewhere; they are made where they are missing."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._indexes: list[Path] | None = None

    def places(self, uri: str, at: datetime) -> list[RecordPlace]:
        """Where responses of that URL stand, the nearest in time first; of a revisit, the response it repeats."""
        lines = [line for index in self._files() for line in _lines(index, url_key(uri))]
        same = [(moment, fields) for moment, fields in lines if header_uri(str(fields.get("url", ""))) == uri]
        whole = {
            fields.get("digest"): fields for _, fields in reversed(same) if fields.get("mime") != _REVISIT
        }
        nearest = sorted(same, key=lambda line: abs((line[0] - at).total_seconds()))
        found = [whole.get(fields.get("digest"), fields) for _, fields in nearest]
        return list(dict.fromkeys(_place(fields) for fields in found if fields.get("mime") != _REVISIT))

    def _files(self) -> list[Path]:
        if self._indexes is None:
            folder = self._collection.path / ARCHIVE
            names = [path.name for path in sorted(folder.glob("*.warc.gz")) if not path.name.startswith(_OWN)]
            indexes = [
                self._collection.path / INDEXES / f"{name.removesuffix('.warc.gz')}.cdxj" for name in names
            ]
            if any(not index.exists() for index in indexes):
                write_index(self._collection)
            self._indexes = [index for index in indexes if index.exists() and index.stat().st_size]
        return self._indexes


def _lines(index: Path, key: str) -> Iterator[tuple[datetime, dict[str, Any]]]:
    """The lines of a sorted index with that key: their time and fields."""
    wanted = key.encode() + b" "
    with index.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as lines:
        lines.seek(_first_not_before(lines, wanted))
        while (line := lines.readline()).startswith(wanted):
            _, moment, fields = line.decode().split(" ", 2)
            yield datetime.strptime(moment[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC), json.loads(fields)


def _first_not_before(lines: mmap.mmap, wanted: bytes) -> int:
    """Where the first line starts that is not less than ``wanted``."""
    low, high = 0, len(lines)
    while low < high:
        middle = lines.rfind(b"\n", low, (low + high) // 2) + 1
        middle = max(middle, low)
        end = lines.find(b"\n", middle)
        end = len(lines) if end < 0 else end + 1
        if lines[middle:end] < wanted:
            low = end
        else:
            high = middle
    return low


def _place(fields: dict[str, Any]) -> RecordPlace:
    """Numbers are text in the lines of some tools."""
    return RecordPlace(file=fields["filename"], offset=int(fields["offset"]), length=int(fields["length"]))
