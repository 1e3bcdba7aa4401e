"""Which responses of captures that go are repeated by captures that stay.

Revisit records have no rows; the lines of the index name each with the digest of its payload.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Container, Iterator
from contextlib import ExitStack

from storage.collection import Collection
from storage.index.cdxj import WarcPart, part_lines, say_left_out, warc_parts
from storage.queries.removal_places import Gone
from storage.queries.retention import newest_capture, responses_of
from storage.queries.warc_records import captures_in

_REVISIT = '"warc/revisit"'
_BEHIND_ALL = 1 << 62


def repeated_by_others(collection: Collection, gone: Gone, also_going: Container[int]) -> dict[int, int]:
    """Rows of responses that go and whose payload a revisit record of another capture has: that capture, by row.

    The first time it makes the index of files that have none yet; from then on it reads their lines. ``also_going``:
    captures that do not count.
    """
    with collection.database.reading() as connection:
        wanted = responses_of(connection, gone.captures)
        newest = newest_capture(connection)
    found: dict[int, int] = {}
    for part in reversed(warc_parts(collection)):  # what pages share is repeated in the newest file
        if not wanted:
            break
        owners = _Owners(collection, part)
        for digest, offset in _revisits(collection, part):
            if digest in wanted:
                owner = owners.of(offset) or newest
                if owner not in gone.captures and owner not in also_going:
                    found |= dict.fromkeys(wanted.pop(digest), owner)
    return found


class _Owners:
    """Whose the records of a WARC file are."""

    def __init__(self, collection: Collection, part: WarcPart) -> None:
        self._rows = sorted(
            (row.offset, row.offset + row.length, row.id)
            for row in captures_in(collection.database, part.name)
        )

    def of(self, offset: int) -> int | None:
        """The capture with a record at that place; None: it is of a visit that was interrupted, or of an archive."""
        place = bisect_right(self._rows, (offset, _BEHIND_ALL)) - 1
        if place < 0:
            return None
        _, end, number = self._rows[place]
        return number if offset < end else None


def _revisits(collection: Collection, part: WarcPart) -> Iterator[tuple[str, int]]:
    """Digest and place of each revisit record."""
    with ExitStack() as stack:
        for line in part_lines(collection, part, stack, say_left_out):
            if _REVISIT in line:
                said = json.loads(line.split(" ", 2)[2])
                yield str(said.get("digest")), int(said["offset"])
