"""Walks a whole collection: every record's digests, every row's bytes, every blob, every reference.

A fault is something lost or damaged; a note is a harmless leftover, explained. It works beside a process
that writes: of an open WARC file the part that rows named at the start is read.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, select, text

from storage.cdxj import warc_parts
from storage.collection import Collection
from storage.errors import Corrupt, NotStored
from storage.findings import Fault, Findings, VerifyReport
from storage.schema import artifact, blob, model
from storage.verify_archive import verify_archive

__all__ = ["Fault", "VerifyReport", "sweep_blobs", "verify"]


def verify(collection: Collection, progress: Callable[[int, int], None] | None = None) -> VerifyReport:
    """Check everything; ``progress(bytes done, bytes in all)`` is called along the way."""
    parts = warc_parts(collection)
    with collection.database.reading() as connection:
        blob_bytes = sum(connection.execute(select(blob.c.stored_bytes)).scalars())
    findings = Findings(sum(part.size for part in parts) + blob_bytes, progress)
    _database(collection, findings)
    verify_archive(collection, parts, findings)
    _blobs(collection, findings)
    _models(collection, findings)
    return findings.report()


def _database(collection: Collection, findings: Findings) -> None:
    """SQLite's own checks."""
    if not collection.database.is_sqlite:  # a server looks after its own pages
        return
    with collection.database.reading() as connection:
        for line in connection.execute(text("PRAGMA integrity_check")).scalars():
            if line != "ok":
                findings.fault("database", f"SQLite finds it damaged: {line}.", "Restore it from a backup.")
        for row in connection.execute(text("PRAGMA foreign_key_check")):
            findings.fault(
                f"row {row[1]} of table {row[0]}",
                f"It refers to a row of table {row[2]} that is not there.",
                "Restore the database from a backup.",
            )


def _blobs(collection: Collection, findings: Findings) -> None:
    """Every blob against its digest, and the files that nothing names."""
    names = select(artifact.c.blob_digest).where(artifact.c.blob_digest.is_not(None))
    on_disk = set(
        collection.blobs.digests()
    )  # before the rows: a blob stored meanwhile must not look unnamed
    with collection.database.reading() as connection:
        rows = connection.execute(select(blob.c.digest, blob.c.stored_bytes)).all()
        used = set(connection.execute(names).scalars())
    for row in rows:
        findings.checked["blobs"] += 1
        findings.advance(row.stored_bytes)
        try:
            collection.blobs.get(row.digest)
        except (Corrupt, NotStored) as error:
            if row.digest in used:
                findings.fault(f"blob {row.digest}", str(error), "Delete it and run `pagetide learn`.")
    for digest in sorted(on_disk - used):
        findings.note(f"blob {digest}", "Nothing names it any more.", "It may be deleted to save its space.")


def sweep_blobs(collection: Collection) -> int:
    """Delete the blobs that nothing names any more, and their rows; how many bytes that freed.

    Call it while nothing else writes: a blob that is being stored has no row yet.
    """
    names = select(artifact.c.blob_digest).where(artifact.c.blob_digest.is_not(None))
    with collection.database.writing() as connection:
        used = set(connection.execute(names).scalars())
        connection.execute(delete(blob).where(blob.c.digest.not_in(names)))
    freed = 0
    for digest in sorted(set(collection.blobs.digests()) - used):
        freed += collection.blobs.size(digest)
        collection.blobs.delete(digest)
    return freed


def _models(collection: Collection, findings: Findings) -> None:
    """Every model's files."""
    with collection.database.reading() as connection:
        rows = connection.execute(select(model.c.id, model.c.path)).all()
    for row in rows:
        findings.checked["models"] += 1
        if row.path and not (collection.path / row.path).exists():
            findings.fault(
                f"model {row.id}",
                f"Its files at {row.path} are missing.",
                "Run `pagetide learn` to fit it again.",
            )
