"""Where records stand in the WARC files, as the database knows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import Connection, Row, Select, func, insert, select

from storage.database.engine import Database
from storage.database.schema import artifact, capture, removal, warc_record
from storage.errors import NotStored
from storage.queries.batches import batches
from storage.records import Role, StoredCapture
from storage.warc.exchange_records import Original, Originals, PayloadKey
from storage.warc.reading import RecordPlace
from storage.warc.record import Record
from storage.warc.writer import Written


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
        for some in batches(digests):
            query = (
                select(warc_record)
                .where(warc_record.c.payload_digest.in_(some))
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


def find_responses(database: Database, uri: str) -> list[tuple[datetime, RecordPlace]]:
    """The responses of that URL anywhere in the collection, with their times."""
    query = select(warc_record).where(warc_record.c.target_uri == uri, warc_record.c.type == "response")
    with database.reading() as connection:
        return [
            (row.date, RecordPlace(file=row.file, offset=row.offset, length=row.length))
            for row in connection.execute(query)
        ]


@dataclass(frozen=True, kw_only=True)
class CapturePlace:
    """Where the records of a capture stand."""

    started_at: datetime
    file: str
    start: int
    end: int
    offsets: list[int]
    """Of its records that have rows, in whatever file."""


def find_capture(database: Database, capture_id: int) -> CapturePlace | None:
    """Where the records of a capture stand; None: there is no such capture."""
    query = select(
        capture.c.started_at, capture.c.warc_file, capture.c.warc_offset, capture.c.warc_bytes
    ).where(capture.c.id == capture_id)
    own = warc_record.c.capture_id == capture_id
    rows = select(warc_record.c.offset).where(own).order_by(warc_record.c.offset)
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
        offsets = [int(offset) for offset in connection.execute(rows).scalars()]
    if row is None:
        return None
    return CapturePlace(
        started_at=row.started_at,
        file=row.warc_file,
        start=row.warc_offset,
        end=row.warc_offset + row.warc_bytes,
        offsets=offsets,
    )


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


def find_parts(database: Database, payloads: Mapping[str, str]) -> list[RecordPlace]:
    """Where the records of these names stand, each given with the digest of its payload; unknown ones are left out."""
    places = []
    with database.reading() as connection:
        for some in batches(payloads):
            named = (warc_record.c.record_id.in_(some), warc_record.c.type == "resource")
            digests = warc_record.c.payload_digest.in_([payloads[urn] for urn in some])  # which has an index
            rows = connection.execute(select(warc_record).where(digests, *named))
            places += [RecordPlace(file=row.file, offset=row.offset, length=row.length) for row in rows]
    return places


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


def insert_record_rows(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Add rows that ``record_row`` made; their numbers in the same order."""
    if not rows:
        return []
    returned = insert(warc_record).returning(warc_record.c.id, sort_by_parameter_order=True)
    return list(connection.execute(returned, rows).scalars())


def find_record(connection: Connection, file: str, offset: int) -> int | None:
    """The row of the record that stands there."""
    query = select(warc_record.c.id).where(warc_record.c.file == file, warc_record.c.offset == offset)
    return connection.execute(query).scalar()


def records_at(connection: Connection, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], int]:
    """The rows of the records that stand at some places, file and offset; places without one are left out."""
    by_file: dict[str, list[int]] = defaultdict(list)
    for file, offset in places:
        by_file[file].append(offset)
    found: dict[tuple[str, int], int] = {}
    for file, offsets in by_file.items():
        for some in batches(offsets):
            query = select(warc_record.c.offset, warc_record.c.id).where(
                warc_record.c.file == file, warc_record.c.offset.in_(some)
            )
            found |= {(file, row.offset): row.id for row in connection.execute(query)}
    return found


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


def records_in(database: Database, file: str) -> Sequence[Row[Any]]:
    """The rows of the records in a WARC file."""
    with database.reading() as connection:
        return connection.execute(select(warc_record).where(warc_record.c.file == file)).all()


def captures_in(database: Database, file: str) -> Sequence[Row[Any]]:
    """Of each capture in a WARC file ``id`` and ``url``, and ``offset`` and ``length`` of its records together."""
    query: Select[Any] = select(
        capture.c.id,
        capture.c.url,
        capture.c.warc_offset.label("offset"),
        capture.c.warc_bytes.label("length"),
    )
    with database.reading() as connection:
        return connection.execute(query.where(capture.c.warc_file == file)).all()


def removals_in(database: Database, file: str) -> Sequence[Row[Any]]:
    """The rows of the removals whose records stand in a WARC file."""
    with database.reading() as connection:
        return connection.execute(select(removal).where(removal.c.file == file)).all()


def parts_in(database: Database, records: Iterable[int]) -> Iterator[Row[Any]]:
    """The artifacts that stand in records, by the numbers of their rows."""
    for some in batches(records):
        query = select(artifact).where(artifact.c.warc_record_id.in_(some))
        with database.reading() as connection:
            yield from connection.execute(query.order_by(artifact.c.capture_id, artifact.c.role))


@dataclass(frozen=True, kw_only=True)
class TouchedRows:
    """Whose some bytes of a WARC file are."""

    records: Sequence[Row[Any]]
    sharing: frozenset[int]
    """Captures with parts in these records."""
    captures: frozenset[int]
    """Captures with bytes there, their records taken together."""


def rows_touching(database: Database, file: str, start: int, end: int) -> TouchedRows:
    """The rows of what stands between two bytes of a WARC file, be it in part."""
    inside = (
        warc_record.c.file == file,
        warc_record.c.offset < end,
        warc_record.c.offset + warc_record.c.length > start,
    )
    sharing = select(artifact.c.capture_id).join(warc_record, artifact.c.warc_record_id == warc_record.c.id)
    captures = select(capture.c.id).where(
        capture.c.warc_file == file,
        capture.c.warc_offset < end,
        capture.c.warc_offset + capture.c.warc_bytes > start,
    )
    with database.reading() as connection:
        return TouchedRows(
            records=connection.execute(select(warc_record).where(*inside)).all(),
            sharing=frozenset(connection.execute(sharing.where(*inside)).scalars()),
            captures=frozenset(connection.execute(captures).scalars()),
        )
