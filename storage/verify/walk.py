"""Walks a whole collection: every record's digests, every row's bytes, every blob, every reference.

A fault is something lost or damaged; a note is a harmless leftover, explained. It works beside a process
that writes: of an open WARC file the part that rows named at the start is read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage.collection import Collection
from storage.database.sqlite import damage, lost_references
from storage.errors import Corrupt, NotStored, ObjectsUnavailable
from storage.index.cdxj import warc_parts
from storage.queries.blobs import blob_owners, blob_sizes, forget_blobs, named_blobs
from storage.queries.warc_files import note_closed
from storage.verify.archive import verify_archive
from storage.verify.indexes import verify_merged_index
from storage.verify_log import Fault, VerifyLog, VerifyReport

DERIVED_REMEDY = (
    "Nothing is lost: `pagetide verify --sweep` forgets it, and it is computed again when the capture is next compared "
    "or learned from."
)

_DATABASE = (
    "Restore the database from a backup, or move it away and run `pagetide rebuild`, which makes it again from the "
    "WARC files."
)

__all__ = ["Fault", "VerifyReport", "remember", "sweep_blobs", "verify"]


def verify(
    collection: Collection,
    progress: Callable[[int, int], None] | None = None,
    *,
    model_fault: Callable[[Path], str] = lambda _: "",
) -> VerifyReport:
    """Check everything.

    Parameters
    ----------
    progress
        Called along the way with the bytes done and the bytes in all.
    model_fault
        Says in a sentence why the model in a folder cannot be used, empty if it can: storage knows no models.
    """
    parts = warc_parts(collection)
    blob_bytes = sum(blob_sizes(collection.database).values())
    findings = VerifyLog(sum(part.size for part in parts) + blob_bytes, progress)
    _database(collection, findings)
    verify_archive(collection, parts, findings)
    verify_merged_index(collection, parts, findings)
    try:
        _blobs(collection, findings)
    except ObjectsUnavailable as error:
        remedy = "Run `pagetide verify` again when it answers."
        findings.fault("blobs", f"Not all could be looked at: {error}", remedy)
    _models(collection, findings, model_fault)
    return findings.report()


def remember(collection: Collection, report: VerifyReport) -> None:
    """Note the size and digest of each file in which ``verify`` found no fault and of which nothing was noted yet.

    Later walks go by them. ``collection`` is open for writing.
    """
    for found in report.whole:
        note_closed(collection.database, collection.path, found)


def _database(collection: Collection, findings: VerifyLog) -> None:
    """SQLite's own checks."""
    if not collection.database.is_sqlite:  # a server looks after its own pages
        return
    with collection.database.reading() as connection:
        for line in damage(connection):
            findings.fault("database", f"SQLite finds it damaged: {line}.", _DATABASE)
        for row in lost_references(connection):
            findings.fault(
                f"row {row.number} of table {row.table}",
                f"It refers to a row of table {row.refers_to} that is not there.",
                _DATABASE,
            )


def _blobs(collection: Collection, findings: VerifyLog) -> None:
    """Every blob against its digest, and the files that nothing names."""
    on_disk = set(
        collection.blobs.digests()
    )  # before the rows: a blob stored meanwhile must not look unnamed
    sizes, owners = blob_sizes(collection.database), blob_owners(collection.database)
    for digest, size_bytes in sizes.items():
        findings.checked["blobs"] += 1
        findings.advance(size_bytes)
        try:
            collection.blobs.get(digest)
        except (Corrupt, NotStored) as error:
            if digest in owners:
                state = "is damaged" if isinstance(error, Corrupt) else "is missing"
                findings.fault(f"blob {digest}", _derived(state, owners[digest]), DERIVED_REMEDY)
    for digest in sorted(on_disk - set(owners)):
        findings.note(f"blob {digest}", "Nothing names it any more.", "`pagetide verify --sweep` deletes it.")


def _derived(state: str, captures: list[int]) -> str:
    several = f"captures {captures[0]} to {captures[-1]}" if len(captures) > 1 else f"capture {captures[0]}"
    return (
        f"It {state}. It holds what was computed from the screenshot of {several}, which is in the archive."
    )


def sweep_blobs(collection: Collection) -> int:
    """Delete the blobs that nothing names any more, and forget those that cannot be read; how many bytes that freed.

    What a forgotten one held is computed again when it is needed. Call it while nothing else writes: a blob that is
    being stored has no row yet.
    """
    named = sorted(named_blobs(collection.database))
    used = forget_blobs(
        collection.database, [digest for digest in named if not _is_readable(collection, digest)]
    )
    freed = 0
    for digest in sorted(set(collection.blobs.digests()) - used):
        freed += collection.blobs.size(digest)
        collection.blobs.delete(digest)
    return freed


def _is_readable(collection: Collection, digest: str) -> bool:
    try:
        collection.blobs.get(digest)
    except (Corrupt, NotStored):
        return False
    return True


def _models(collection: Collection, findings: VerifyLog, model_fault: Callable[[Path], str]) -> None:
    """Every model's files; a page uses its newest model only."""
    for row in collection.repository.model_places():
        findings.checked["models"] += 1
        if not row.path:
            continue
        folder = collection.path / row.path
        wrong = model_fault(folder) if folder.exists() else f"Its files at {row.path} are missing."
        if wrong and row.is_newest:
            remedy = f"Run `pagetide learn {row.url}`, which fits the page's next model."
            findings.fault(f"model {row.id}", wrong, remedy)
        elif wrong:
            findings.note(f"model {row.id}", wrong, "Nothing needs to be done: its page has a newer one.")
