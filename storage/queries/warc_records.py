"""Where records stand in the WARC files, as the database knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import Connection, func, insert, select

from storage.database.engine import Database
from storage.database.schema import artifact, capture, removal, warc_record
from storage.errors import NotStored
from storage.records import Role, StoredCapture
from storage.warc.exchange_records import Original, Originals, PayloadKey
from storage.warc.reading import RecordPlace
from storage.warc.record import Record
from storage.warc.writer import Written

_CHUNK = 500


class Described(Protocol):
    """What the row of a record says of it, whether it was written here or found in a file."""

    @property
    def urn(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def uri(self) -> str | None: ...  # noqa: D102
    @property
    def date(self) -> datetime: ...  # noqa: D102
    @property
    def payload_digest(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where an artifact's bytes are: a record of a WARC file, or a blob."""

    digest: str
    file: str | None
    offset: int
    length: int


def find_originals(database: Database, keys: Iterable[PayloadKey]) -> Originals:
    """The responses already stored with one of these payloads: under the same URL if there is one, else any."""
    wanted = set(keys)
    digests = sorted({digest for digest, _ in wanted})
    found: dict[PayloadKey, Original] = {}
    elsewhere: dict[str, Original] = {}
    with database.reading() as connection:
        for start in range(0, len(digests), _CHUNK):
            query = (
                select(warc_record)
                .where(warc_record.c.payload_digest.in_(digests[start : start + _CHUNK]))
                .where(warc_record.c.type == "response")
                .order_by(warc_record.c.id)
            )
            for row in connection.execute(query):
                key = (row.payload_digest, row.target_uri)
                original = Original(urn=row.record_id, uri=row.target_uri, date=row.date)
                elsewhere.setdefault(row.payload_digest, original)
                if key in wanted:
                    found.setdefault(key, original)
    return {key: elsewhere[key[0]] for key in wanted if key[0] in elsewhere} | found


def find_payload(connection: Connection, urn: str, digest: str | None) -> RecordPlace | None:
    """The response with a revisit's payload: that of the name which it refers to, else another with the digest."""
    query = select(warc_record).where(warc_record.c.type == "response").limit(1)
    if digest:  # the column that has an index
        query = query.where(warc_record.c.payload_digest == digest)
        query = query.order_by(warc_record.c.record_id != urn, warc_record.c.id)
    else:
        query = query.where(warc_record.c.record_id == urn)
    row = connection.execute(query).one_or_none()
    return None if row is None else RecordPlace(file=row.file, offset=row.offset, length=row.length)


def find_part(database: Database, digest: str, uri: str) -> tuple[int, Original] | None:
    """The resource record already stored with that payload under that URI, and the number of its row."""
    query = (
        select(warc_record)
        .where(warc_record.c.payload_digest == digest, warc_record.c.target_uri == uri)
        .where(warc_record.c.type == "resource")
        .order_by(warc_record.c.id)
        .limit(1)
    )
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else (row.id, Original(urn=row.record_id, uri=row.target_uri, date=row.date))


def insert_records(
    connection: Connection, capture_id: int, records: Iterable[Record], written: Written
) -> Mapping[Role, int]:
    """Add the rows of the records that something will look for; the row numbers of the parts of a capture."""
    by_role = {}
    for record, offset, length in zip(records, written.offsets, written.lengths, strict=True):
        if record.role is None and not record.revisitable:
            continue
        number = insert_record(connection, capture_id, record, (written.file, offset, length))
        if record.role is not None:
            by_role[record.role] = number
    return by_role


def insert_record(
    connection: Connection, capture_id: int, record: Described, place: tuple[str, int, int]
) -> int:
    """Add the row of one record that stands at ``place``: file, offset, length."""
    result = connection.execute(insert(warc_record).values(**record_row(capture_id, record, place)))
    return int(result.inserted_primary_key[0])  # type: ignore[index]  # an inserted row has its number


def record_row(capture_id: int, record: Described, place: tuple[str, int, int]) -> dict[str, Any]:
    """The columns of the row of a record that stands at ``place``: file, offset, length."""
    file, offset, length = place
    return {
        "capture_id": capture_id,
        "file": file,
        "offset": offset,
        "length": length,
        "record_id": record.urn,
        "type": record.kind,
        "target_uri": record.uri,
        "date": record.date,
        "payload_digest": record.payload_digest,
    }


def find_place(database: Database, stored: StoredCapture, role: Role) -> Place:
    """Where that part of a capture is kept."""
    query = (
        select(artifact.c.digest, warc_record.c.file, warc_record.c.offset, warc_record.c.length)
        .outerjoin(warc_record, artifact.c.warc_record_id == warc_record.c.id)
        .where(artifact.c.capture_id == stored.id, artifact.c.role == role)
    )
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        raise NotStored(
            f"Capture {stored.id} of {stored.url} has no {role.value} part: it was {stored.outcome.value}. "
            "Its problems say why."
        )
    return Place(digest=row.digest, file=row.file, offset=row.offset or 0, length=row.length or 0)


def committed_end(database: Database, file: str) -> int:
    """The end of the last record of that WARC file that a row names; 0 if none does."""
    queries = (
        select(func.max(capture.c.warc_offset + capture.c.warc_bytes)).where(capture.c.warc_file == file),
        select(func.max(warc_record.c.offset + warc_record.c.length)).where(warc_record.c.file == file),
        select(func.max(removal.c.offset + removal.c.length)).where(removal.c.file == file),
    )
    with database.reading() as connection:
        return max(int(connection.execute(query).scalar() or 0) for query in queries)
