"""Disk use of a collection, in all and by page."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import func, select

from storage.database.engine import Database
from storage.database.schema import artifact, blob, capture, warc_file


@dataclass(frozen=True, kw_only=True)
class PageUse:
    """What the captures of a page take."""

    page_id: int
    captures: int
    bytes: int  # WARC records and what is derived from them, as stored


@dataclass(frozen=True, kw_only=True)
class StorageUse:
    """What a collection takes, and its pages with captures, the largest first.

    Attributes
    ----------
    record_bytes, derived_bytes : int
        Compressed WARC records of captures, and blobs. What two pages share counts with each of them.
    warc_files, warc_bytes : int
        Closed WARC files.
    """

    captures: int
    record_bytes: int
    derived_bytes: int
    warc_files: int
    warc_bytes: int
    _columns: tuple[
        array[int], array[int], array[int]
    ]  # numbers, captures and bytes of pages: a million are 24 MB

    @property
    def pages(self) -> int:
        """How many pages have captures."""
        return len(self._columns[0])

    def largest(self, *, offset: int, limit: int) -> Iterator[PageUse]:
        """Pages by what they take, the largest first, without the first ``offset``."""
        numbers, captures, sizes = self._columns
        for place in range(offset, min(offset + limit, len(numbers))):
            yield PageUse(page_id=numbers[place], captures=captures[place], bytes=sizes[place])


def storage_use(database: Database) -> StorageUse:
    """What the collection takes now; reads a row of every capture and of every derived file."""
    records = select(capture.c.page_id, func.count(), func.sum(capture.c.warc_bytes)).group_by(
        capture.c.page_id
    )
    derived = (
        select(capture.c.page_id, func.sum(blob.c.stored_bytes))
        .join(artifact, artifact.c.capture_id == capture.c.id)
        .join(blob, artifact.c.blob_digest == blob.c.digest)
        .group_by(capture.c.page_id)
    )
    files = select(func.count(), func.coalesce(func.sum(warc_file.c.size_bytes), 0))
    with database.reading() as connection:
        rows = connection.execute(records).all()
        beside = {number: int(size) for number, size in connection.execute(derived)}
        blobs = connection.execute(select(func.coalesce(func.sum(blob.c.stored_bytes), 0))).scalar_one()
        count, size = connection.execute(files).one()
    uses = sorted(((int(row[2]) + beside.get(row[0], 0), -row[0], row[1]) for row in rows), reverse=True)
    return StorageUse(
        captures=sum(row[1] for row in rows),
        record_bytes=sum(int(row[2]) for row in rows),
        derived_bytes=int(blobs),
        warc_files=count,
        warc_bytes=int(size),
        _columns=(
            array("q", (-number for _, number, _ in uses)),
            array("q", (captures for _, _, captures in uses)),
            array("q", (taken for taken, _, _ in uses)),
        ),
    )
