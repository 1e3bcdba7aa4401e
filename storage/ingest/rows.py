"""The rows of ingested and rebuilt captures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.ingest.facts import ArchivedVisit
from storage.ingest.known import Named
from storage.ingest.pages import CaptureCandidate
from storage.observed import DOCUMENT
from storage.queries.capture_rows import (
    capture_facts,
    captures_by_urn,
    delete_artifacts,
    insert_artifacts,
    insert_capture_rows,
    insert_profile,
    title_page,
    update_capture,
)
from storage.queries.metadata_records import has_row
from storage.queries.page_rows import page_ids
from storage.queries.scores import insert_score, insert_unscored
from storage.queries.warc_records import (
    find_record,
    insert_record,
    insert_record_rows,
    record_row,
    records_at,
)
from storage.records import Outcome, ResponseKind, Role, StoredScore
from storage.warc.capture_records import MIME
from storage.warc.exchange_records import SMALLEST_REVISIT
from storage.warc.record_kinds import CHANGE, SAID_LATER, ScannedRecord
from storage.warc.writer import OWN_FILE


def insert_candidates(connection: Connection, visits: Sequence[tuple[Named, ArchivedVisit]]) -> list[int]:
    """Add captures with their parts, and the pages that are new; their numbers. Few statements, however many."""
    if not visits:
        return []
    pages = page_ids(connection, ((item.candidate.url, item.candidate.at) for item, _ in visits))
    for profile in {visit.capture.profile.digest: visit.capture.profile for _, visit in visits}.values():
        insert_profile(connection, profile)
    rows = [
        {"urn": item.urn, "page_id": pages[item.candidate.url], **_facts(visit, item.candidate)}
        for item, visit in visits
    ]
    numbers = insert_capture_rows(connection, rows)
    candidates = [item.candidate for item, _ in visits]
    records = _insert_records(connection, zip(numbers, candidates, strict=True))
    parts = [
        _artifact(number, role, part, records[part.file, part.offset])
        for number, candidate in zip(numbers, candidates, strict=True)
        for role, part in candidate.parts.items()
    ]
    insert_artifacts(connection, parts)
    for item, visit in visits:
        title_page(connection, pages[item.candidate.url], visit.capture)
    told = zip(numbers, rows, (visit for _, visit in visits), strict=True)
    insert_unscored(connection, *(number for number, row, visit in told if _is_comparable(row, visit)))
    return numbers


def complete_candidate(connection: Connection, number: int, told: ArchivedVisit, item: Named) -> None:
    """Bring a capture that was damaged to what its records say now: its facts, and the parts that it lacked."""
    insert_profile(connection, told.capture.profile)
    facts = _facts(told, item.candidate)
    update_capture(connection, number, facts)
    if _is_comparable(facts, told):
        insert_unscored(connection, number)
    delete_artifacts(connection, number, item.candidate.parts)
    records = _insert_records(connection, [(number, item.candidate)])
    parts = item.candidate.parts.items()
    insert_artifacts(
        connection, [_artifact(number, role, part, records[part.file, part.offset]) for role, part in parts]
    )


def _is_comparable(facts: Mapping[str, Any], told: ArchivedVisit) -> bool:
    """Whether there is a score to wait for: of a page that shows something, or of a file by its bytes."""
    return bool(facts["good"]) or told.capture.file_digest is not None


def _facts(told: ArchivedVisit, candidate: CaptureCandidate) -> dict[str, Any]:
    """The columns that a visit's records tell."""
    parts, is_document = candidate.parts, DOCUMENT in told.capture.observed
    shows = Role.VIEW in parts or (Role.TEXT in parts and is_document)
    content = told.capture.response_kind is ResponseKind.CONTENT
    return capture_facts(told.capture) | {
        "good": told.capture.outcome is not Outcome.FAILED and content and shows,
        "origin": told.origin,
        "exchanges_recorded": told.recorded,
        "exchanges_failed": told.failed,
        **_place(candidate),
    }


def insert_found_scores(connection: Connection, records: Iterable[ScannedRecord]) -> int:
    """Add the change scores whose two captures are known and that are not there yet; how many."""
    known = captures_by_urn(connection)
    added = 0
    for record in records:
        if (
            not record.uri.startswith(CHANGE)
            or find_record(connection, record.file, record.offset) is not None
        ):
            continue
        try:
            body = json.loads(record.body)
            before, after = known[body["before"]], known[body["after"]]
            score = _score(body, before.id, after.id, after.page_id)
        except (ValueError, KeyError, TypeError):
            continue
        if before.page_id != after.page_id:  # scored when pages were known by their SURT
            continue
        if has_row(connection, after.id, record):
            continue
        insert_score(connection, score, _insert_record(connection, after.id, record))
        added += 1
    return added


def _place(candidate: CaptureCandidate) -> dict[str, Any]:
    """Where the capture's records stand: its span in the file of its main record."""
    records = [*candidate.records, *candidate.parts.values(), *([candidate.main] if candidate.main else [])]
    stated = candidate.parts.get(Role.PAGE_INFO)
    main = candidate.main or stated or next(iter(candidate.parts.values()))
    if candidate.main is None and stated is not None and stated.file.startswith(OWN_FILE):
        here_first = [
            record for record in candidate.records if record.role is not None and not record.elsewhere
        ]
        main = min(here_first or [stated], key=lambda record: record.offset)
    here = {
        record.offset: record.length
        for record in records
        if record.file == main.file and not record.elsewhere and not record.uri.startswith(SAID_LATER)
    }
    here = here or {main.offset: main.length}  # of a part that another capture's record holds
    start, end = min(here), max(offset + length for offset, length in here.items())
    together = main.file.startswith(OWN_FILE)  # a visit of ours, with what is damaged in its middle
    return {
        "warc_file": main.file,
        "warc_offset": start,
        "warc_bytes": end - start if together else sum(here.values()),
        "main_record": main.urn,
    }


def _artifact(number: int, role: Role, part: ScannedRecord, record_id: int) -> dict[str, Any]:
    return {
        "capture_id": number,
        "role": role,
        "digest": part.digest,
        "size_bytes": part.size_bytes,
        "mime": part.mime or MIME[role],
        "warc_record_id": record_id,
    }


def _insert_records(
    connection: Connection, captures: Iterable[tuple[int, CaptureCandidate]]
) -> dict[tuple[str, int], int]:
    """The rows of the records that something will look for, by file and offset.

    A record that stands for parts of several captures has one row.
    """
    wanted: dict[tuple[str, int], tuple[int, ScannedRecord]] = {}
    for number, candidate in captures:
        for record in (*candidate.parts.values(), *filter(_is_revisitable, candidate.records)):
            wanted.setdefault((record.file, record.offset), (number, record))
    known = records_at(connection, wanted)
    fresh = [place for place in wanted if place not in known]
    rows = [record_row(*wanted[place], (*place, wanted[place][1].length)) for place in fresh]
    return known | dict(zip(fresh, insert_record_rows(connection, rows), strict=True))


def _is_revisitable(record: ScannedRecord) -> bool:
    """Whether a later visit of ours may refer to this response instead of storing its payload again."""
    return (
        record.kind == "response"
        and record.file.startswith(OWN_FILE)
        and record.status == 200
        and record.size_bytes >= SMALLEST_REVISIT
        and (record.payload_digest or "").startswith("sha256:")
    )


def _insert_record(connection: Connection, capture_id: int, record: ScannedRecord) -> int:
    """The row of a record; one that stands for parts of several captures has one row."""
    known = find_record(connection, record.file, record.offset)
    if known is not None:
        return known
    return insert_record(connection, capture_id, record, (record.file, record.offset, record.length))


def _score(body: Mapping[str, Any], before_id: int, after_id: int, page_id: int) -> StoredScore:
    """The score in a metadata record; the model it names was another database's."""
    return StoredScore(
        page_id=page_id,
        before_id=before_id,
        after_id=after_id,
        scored_at=datetime.fromisoformat(body["scored_at"].replace("Z", "+00:00")),
        model_id=None,
        distance=float(body["distance"]),
        probability=body["probability"],
        important=body["important"],
        regions=tuple(tuple(row) for row in body["regions"]),
        displacement_px=int(body["displacement_px"]),
        links_added=tuple(body["links_added"]),
        links_removed=tuple(body["links_removed"]),
        images_added=tuple(body["images_added"]),
        images_removed=tuple(body["images_removed"]),
        explanation=body.get("explanation", {}),
    )
