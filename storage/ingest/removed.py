"""Leaves out captures that were removed, and reports them.

``storage.removal.removing`` takes captures out; its audit says which they were. Of a file that holds more than
these, their records are taken out before it is taken in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.collection import Collection
from storage.database.engine import Database
from storage.incoming import staged
from storage.ingest.files import Taken, scan
from storage.ingest.known import names_of
from storage.ingest.pages import CaptureCandidate
from storage.queries.removal_places import Gone, Places
from storage.queries.removal_records import RemovedCaptures, insert_found_removals
from storage.removal.search import Affected, affected_in
from storage.verify_log import VerifyLog
from storage.warc.record_kinds import ScannedRecord
from storage.warc.rewriting import rewrite
from storage.warc.writer import ARCHIVE


def note_removals(collection: Collection, records: Iterable[ScannedRecord]) -> None:
    """Take the audits in the archive into a database that was made again."""
    with collection.database.writing() as connection:
        insert_found_removals(connection, records)


def without_removed(
    database: Database, found: Sequence[CaptureCandidate], findings: VerifyLog
) -> list[CaptureCandidate]:
    """The visits that were not removed; of each other one it is said when and why it was."""
    removed = RemovedCaptures(database)
    kept = []
    for candidate in found:
        done = removed.removal_of(names_of(candidate), candidate.at)
        if done is None:
            kept.append(candidate)
            continue
        what = candidate.url if done.page_url else "a capture"
        findings.note(
            f"{what} at {candidate.at:%Y-%m-%d %H:%M:%S}",
            f"It was removed from this collection on {done.removed_at:%Y-%m-%d}: {done.reason}.",
            "It was left out.",
        )
    return kept


def take_out(
    collection: Collection,
    files: Sequence[Taken],
    found: Sequence[CaptureCandidate],
    kept: Sequence[CaptureCandidate],
) -> list[Taken]:
    """The files that were just put into the archive, without the records of visits ``found`` that are not ``kept``."""
    fresh = {file.name for file in files if file.fresh}
    staying = {id(candidate) for candidate in kept}
    removed = [candidate for candidate in found if id(candidate) not in staying]
    gone, places = _described(removed, kept)
    changed = affected_in(collection, gone, places, fresh)
    _write_anew(collection, changed)
    folder, silent = collection.path / ARCHIVE, VerifyLog(0, None)
    return [
        Taken(name=file.name, fresh=file.fresh, found=scan(folder, file.name, silent))
        if file.name in changed.changes
        else file
        for file in files
        if file.name not in changed.emptied
    ]


@dataclass(frozen=True, kw_only=True)
class _Visit:
    """A visit in the columns of a capture's row."""

    id: int
    urn: str
    url: str
    final_url: str | None
    started_at: datetime
    finished_at: datetime
    warc_file: str
    warc_offset: int
    main_record: str
    warc_bytes: int = 0


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A record of a visit in the columns of a row."""

    id: int
    capture_id: int


def _described(removed: Sequence[CaptureCandidate], kept: Sequence[CaptureCandidate]) -> tuple[Gone, Places]:
    places = Places()
    captures = {number: _visit(number, candidate) for number, candidate in enumerate(removed)}
    for number, candidate in enumerate(removed):
        for record in _records(candidate):
            row = _Part(id=len(places.of_gone[record.file]), capture_id=number)
            places.of_gone[record.file][record.offset] = row
            places.touched.add(record.file)
    for number, candidate in enumerate(kept, len(removed)):
        visit = _visit(number, candidate)
        places.captures_beside[visit.warc_file].append(visit)
        for record in _records(candidate):
            places.offsets_of_others[record.file].add(record.offset)
    return Gone(captures=captures), places


def _visit(number: int, candidate: CaptureCandidate) -> _Visit:
    main = candidate.main or next(iter(candidate.parts.values()))
    dates = [record.date for record in (*_records(candidate), main)]
    return _Visit(
        id=number,
        urn=candidate.urn or f"visit {number}",
        url=candidate.url,
        final_url=None if candidate.main is None else candidate.main.uri,
        started_at=candidate.at,
        finished_at=max(*dates, candidate.at),
        warc_file=main.file,
        warc_offset=main.offset,
        main_record=main.urn,
    )


def _records(candidate: CaptureCandidate) -> list[ScannedRecord]:
    """The records that are the visit's own."""
    found = [*candidate.parts.values(), *candidate.records, *([candidate.main] if candidate.main else [])]
    return [record for record in found if not record.elsewhere]


def _write_anew(collection: Collection, changed: Affected) -> None:
    folder = collection.path / ARCHIVE
    with staged(folder) as scratch:
        written = []
        for number, (name, changes) in enumerate(changed.changes.items()):
            if name not in changed.emptied:
                target = scratch.with_name(f"{scratch.name}{number}")
                rewrite(folder, name, changes.values(), target)
                written.append((target, folder / name))
        for target, path in written:
            os.replace(target, path)
        for name in changed.emptied:
            (folder / name).unlink(missing_ok=True)
