"""The blobs in the database: which there are, and which artifacts name them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import Connection, delete, select

from storage.database.engine import Database
from storage.database.schema import artifact, blob
from storage.queries.batches import batches

_STREAMED = {"yield_per": 1000}  # rows in memory


def blob_sizes(database: Database) -> dict[str, int]:
    """The bytes that each blob takes as it is stored, by digest."""
    with database.reading() as connection:
        return {
            row.digest: row.stored_bytes
            for row in connection.execute(select(blob.c.digest, blob.c.stored_bytes))
        }


def blob_owners(database: Database) -> Mapping[str, list[int]]:
    """The captures whose artifacts name a blob, in order, by its digest."""
    query = select(artifact.c.blob_digest, artifact.c.capture_id).where(artifact.c.blob_digest.is_not(None))
    owners: dict[str, list[int]] = defaultdict(list)
    with database.reading() as connection:
        for row in connection.execute(query.order_by(artifact.c.capture_id)):
            owners[row.blob_digest].append(row.capture_id)
    return owners


def named_blobs(database: Database) -> Iterator[str]:
    """The digests that artifacts name, whether there are such blobs or not."""
    query = select(artifact.c.blob_digest).where(artifact.c.blob_digest.is_not(None)).distinct()
    with database.reading() as connection:
        yield from connection.execute(query, execution_options=_STREAMED).scalars()


def named_blob_sizes(database: Database) -> Iterator[tuple[str, int]]:
    """The blobs that artifacts name, with the bytes that each takes as it is stored, by digest."""
    query = (
        select(blob.c.digest, blob.c.stored_bytes)
        .join(artifact, artifact.c.blob_digest == blob.c.digest)
        .distinct()
        .order_by(blob.c.digest)
    )
    with database.reading() as connection:
        for row in connection.execute(query, execution_options=_STREAMED):
            yield row.digest, row.stored_bytes


def forget_blobs(database: Database, unreadable: Iterable[str]) -> set[str]:
    """Forget the artifacts that name these blobs, and the blobs that nothing names then; the digests still named."""
    names = select(artifact.c.blob_digest).where(artifact.c.blob_digest.is_not(None))
    with database.writing() as connection:
        for digest in unreadable:
            connection.execute(delete(artifact).where(artifact.c.blob_digest == digest))
        used = set(connection.execute(names).scalars())
        connection.execute(delete(blob).where(blob.c.digest.not_in(names)))
    return used


def delete_blobs(connection: Connection, digests: Sequence[str]) -> None:
    """Forget blobs that no artifact names any more."""
    for some in batches(digests):
        connection.execute(delete(blob).where(blob.c.digest.in_(some)))
