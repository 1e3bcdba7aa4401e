"""Recovers records that a killed process had written before their rows.

The records of a capture are written before its rows. A process that is killed in between leaves them at the end of a
file that it did not close; nowhere else, because a process that lives cuts off what fails. So of the files that nobody
closed the end is read that no row names, and what was captured gets its rows.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage.collection import Collection
from storage.ingest.facts import archived_visit
from storage.ingest.files import scan
from storage.ingest.known import is_own_visit, named
from storage.ingest.pages import CaptureCandidate, candidates
from storage.ingest.removed import note_removals, without_removed
from storage.ingest.rows import insert_candidates
from storage.plurals import counted
from storage.queries.captures import read_capture
from storage.queries.check_records import insert_found_checks
from storage.queries.finding_rows import note_visit
from storage.queries.metadata_records import LABELS, TYPES, insert_found_said
from storage.queries.page_settings import insert_found_settings
from storage.queries.removal_records import RemovedCaptures
from storage.queries.warc_files import closed_files
from storage.queries.warc_records import committed_end, find_parts
from storage.verify_log import VerifyLog
from storage.warc.record_kinds import ScannedRecord
from storage.warc.writer import ARCHIVE, OWN_FILE

logger = logging.getLogger(f"pagetide.{__name__}")


def take_in_leftovers(collection: Collection) -> list[int]:
    """Give rows to what killed processes left without; the numbers of the captures among it.

    Their pages are due as before. A damaged end is left to ``verify``, which names it, and to ``rebuild``. Change
    scores are left out: their captures are scored again.
    """
    added = []
    for path, start in _unread_ends(collection):
        findings = VerifyLog(0, None)
        records = scan(path.parent, path.name, findings, within=(start, None))
        if findings.fault_count:
            logger.warning("%s is damaged behind byte %d: run `pagetide verify`", path.name, start)
            continue
        numbers = _taken_in(collection, records)
        collection.note_closed(path)
        if numbers:
            text = counted(len(numbers), "capture", "was", "were")
            logger.info("%s recovered that a killed process had written to %s", text, path.name)
        added += numbers
    return added


def _unread_ends(collection: Collection) -> Iterator[tuple[Path, int]]:
    """Files that were not closed by who wrote them, and where in them the last record ends that a row names."""
    closed = closed_files(collection.database)
    for path in sorted((collection.path / ARCHIVE).glob(f"{OWN_FILE}*.warc.gz")):
        if path.name not in closed:
            end = committed_end(collection.database, path.name)
            if end < path.stat().st_size:
                yield path, end


def _taken_in(collection: Collection, records: Sequence[ScannedRecord]) -> list[int]:
    """Rows of the visits among the records, and of what people said and was checked; the numbers of the captures."""
    note_removals(collection, records)
    found = without_removed(collection.database, _own_visits(collection, records), VerifyLog(0, None))
    fresh = [item for item in named(collection.database, found) if not item.is_known]
    told_of = [(item, archived_visit(item.candidate, collection.path / ARCHIVE, "")) for item in fresh]
    removed = RemovedCaptures(collection.database)
    with collection.database.writing() as connection:
        numbers = insert_candidates(connection, told_of)
        insert_found_said(connection, LABELS, records)
        insert_found_said(connection, TYPES, records)
        insert_found_checks(connection, records)
        insert_found_settings(connection, records, removed, apply=False)
        for number in numbers:
            note_visit(connection, read_capture(connection, number).page_id, number)
    return numbers


def _own_visits(collection: Collection, records: Sequence[ScannedRecord]) -> list[CaptureCandidate]:
    """The visits of ours; parts that earlier records hold are read there."""
    wanted = {
        record.refers_to: record.payload_digest
        for record in records
        if record.role is not None and record.kind == "revisit" and record.payload_digest
    }
    earlier = [
        record
        for place in find_parts(collection.database, wanted)
        for record in scan(
            collection.path / ARCHIVE,
            place.file,
            VerifyLog(0, None),
            within=(place.offset, place.offset + place.length),
        )
    ]
    return [item for item in candidates([*earlier, *records]) if is_own_visit(item)]
