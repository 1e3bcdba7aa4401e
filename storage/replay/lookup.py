"""Finds responses in ingested WARC files by URL, for re-rendering.

Heritrix, wget and Browsertrix fetch what several pages share once for a whole crawl, so that the records of one page
do not hold all that it shows. The lines of each closed file in ``indexes/`` say where the rest is.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from storage.collection import Collection
from storage.index.cdxj import kept_index, write_index
from storage.replay.mementos import Refers, kept_lines, memento_of, original_of
from storage.urls import header_uri, index_key
from storage.warc.reading import RecordPlace
from storage.warc.stored_files import closed_names
from storage.warc.writer import ARCHIVE, OWN_FILE


class ArchiveLookup:
    """Looks URLs up in the indexes of the WARC files that came from elsewhere; they are made where they are missing."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._indexes: list[Path] | None = None

    def places(self, uri: str, at: datetime) -> list[RecordPlace]:
        """Where responses of that URL stand, the nearest in time first; of a revisit, the response it repeats."""
        lines = (line for index in self._files() for line in kept_lines(index, f"{index_key(uri)} "))
        same = [found for found in map(memento_of, lines) if header_uri(found.url) == uri]
        whole = {found.digest: found for found in reversed(same) if not found.is_revisit}
        nearest = sorted(same, key=lambda found: abs(found.at - at))
        chosen = [whole.get(found.digest, found) for found in nearest]
        return list(dict.fromkeys(found.place for found in chosen if not found.is_revisit))

    def original(self, uri: str, at: datetime, refers: Refers) -> RecordPlace | None:
        """Where the response stands whose payload a revisit of ``uri`` at that time repeats."""
        key = index_key(refers.uri or uri)
        lines = (line for index in self._files() for line in kept_lines(index, f"{key} "))
        found = original_of(at, refers, map(memento_of, lines))
        return None if found is None else found.place

    def _files(self) -> list[Path]:
        if self._indexes is None:
            folder = self._collection.path / ARCHIVE
            names = [name for name in closed_names(folder) if not name.startswith(OWN_FILE)]
            indexes = [kept_index(self._collection, name) for name in names]
            if any(not index.exists() for index in indexes):
                write_index(self._collection)
            self._indexes = [index for index in indexes if index.exists() and index.stat().st_size]
        return self._indexes
