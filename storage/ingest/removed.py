"""Captures that were removed stay away: what an archive still holds of them is left out, and that is said.

``storage.removal.removing`` takes captures out; its audit says which they were. Of a file that holds more than
these, their records are taken out before it is taken in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.collection import ARCHIVE, Collection
from storage.database.engine import Database
from storage.findings import Findings
from storage.incoming import staged
from storage.ingest.files import Taken, scan
from storage.ingest.known import names_of
from storage.ingest.pages import Sighting
from storage.removal.places import Gone, Places
from storage.removal.records import RemovedCaptures, insert_found_removals
from storage.removal.search import Affected, affected_in
from storage.warc.record_kinds import Found
from storage.warc.rewriting import rewrite


def note_removals(collection: Collection, records: Iterable[Found]) -> None:
    """Take the audits in the archive into a database that was made again."""
    with collection.database.writing() as connection:
        insert_found_removals(connection, records)


def without_removed(database: Database, found: Sequence[Sighting], findings: Findings) -> list[Sighting]:
    """The visits that were not removed; of each other one it is said when and why it was."""
    removed = RemovedCaptures(database)
    kept = []
    for sighting in found:
        done = removed.removal_of(names_of(sighting), sighting.at)
        if done is None:
            kept.append(sighting)
            continue
        what = sighting.url if done.page_url else "a capture"
        findings.note(
            f"{what} at {sighting.at:%Y-%m-%d %H:%M:%S}",
            f"It was removed from this collection on {done.removed_at:%Y-%m-%d}: {done.reason}.",
            "It was left out.",
        )
    return kept


def take_out(
    collection: Collection, files: Sequence[Taken], found: Sequence[Sighting], kept: Sequence[Sighting]
) -> list[Taken]:
    """The files that were just put into the archive, without the records of visits ``found`` that are not ``kept``."""
    fresh = {file.name for file in files if file.fresh}
    staying = {id(sighting) for sighting in kept}
    removed = [sighting for sighting in found if id(sighting) not in staying]
    gone, places = _described(removed, kept)
    changed = affected_in(collection, gone, places, fresh)
    _write_anew(collection, changed)
    folder, silent = collection.path / ARCHIVE, Findings(0, None)
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


def _described(removed: Sequence[Sighting], kept: Sequence[Sighting]) -> tuple[Gone, Places]:
    places = Places()
    captures = {number: _visit(number, sighting) for number, sighting in enumerate(removed)}
    for number, sighting in enumerate(removed):
        for record in _records(sighting):
            row = _Part(id=len(places.of_gone[record.file]), capture_id=number)
            places.of_gone[record.file][record.offset] = row
            places.touched.add(record.file)
    for number, sighting in enumerate(kept, len(removed)):
        visit = _visit(number, sighting)
        places.captures_beside[visit.warc_file].append(visit)
        for record in _records(sighting):
            places.offsets_of_others[record.file].add(record.offset)
    return Gone(captures=captures), places


def _visit(number: int, sighting: Sighting) -> _Visit:
    main = sighting.main or next(iter(sighting.parts.values()))
    dates = [record.date for record in (*_records(sighting), main)]
    return _Visit(
        id=number,
        urn=sighting.urn or f"visit {number}",
        url=sighting.url,
        final_url=None if sighting.main is None else sighting.main.uri,
        started_at=sighting.at,
        finished_at=max(*dates, sighting.at),
        warc_file=main.file,
        warc_offset=main.offset,
        main_record=main.urn,
    )


def _records(sighting: Sighting) -> list[Found]:
    """The records that are the visit's own."""
    found = [*sighting.parts.values(), *sighting.records, *([sighting.main] if sighting.main else [])]
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
