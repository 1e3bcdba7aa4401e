"""The rows of captures that were read out of archive files: of other tools, or of our own after a loss."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from storage.capture_rows import capture_facts, insert_profile, title_page
from storage.ingest_facts import Told
from storage.ingest_known import Named
from storage.ingest_pages import Sighting
from storage.ingest_records import CHANGE, LABEL, Found
from storage.records import DOCUMENT, Outcome, ResponseKind, Role, StoredScore
from storage.schema import artifact, capture, warc_record
from storage.scores import insert_score
from storage.warc import OWN_FILE
from storage.warc_capture import MIME
from storage.warc_rows import insert_record

_SMALLEST_REVISIT = 512


def insert_sighting(connection: Connection, told: Told, page_id: int, item: Named) -> int:
    """Add one capture with its parts; its number."""
    insert_profile(connection, told.capture.profile)
    values = {"urn": item.urn, "page_id": page_id, **_facts(told, item.sighting)}
    number = int(connection.execute(insert(capture).values(**values)).inserted_primary_key[0])  # type: ignore[index]
    _insert_parts(connection, number, item.sighting)
    title_page(connection, page_id, told.capture)
    return number


def complete_sighting(connection: Connection, number: int, told: Told, item: Named) -> None:
    """Bring a capture that was damaged to what its records say now: its facts, and the parts that it lacked."""
    insert_profile(connection, told.capture.profile)
    connection.execute(update(capture).where(capture.c.id == number).values(**_facts(told, item.sighting)))
    connection.execute(
        delete(artifact).where(artifact.c.capture_id == number, artifact.c.role.in_(item.sighting.parts))
    )
    _insert_parts(connection, number, item.sighting)


def _facts(told: Told, sighting: Sighting) -> dict[str, Any]:
    """The columns that a visit's records tell."""
    parts, is_document = sighting.parts, DOCUMENT in told.capture.observed
    shows = Role.VIEW in parts or (Role.TEXT in parts and is_document)
    content = told.capture.response_kind is ResponseKind.CONTENT
    return capture_facts(told.capture) | {
        "good": told.capture.outcome is not Outcome.FAILED and content and shows,
        "origin": told.origin,
        "exchanges_recorded": told.recorded,
        "exchanges_failed": told.failed,
        **_place(sighting),
    }


def insert_found_scores(connection: Connection, records: Iterable[Found]) -> int:
    """Add the change scores whose two captures are known and that are not there yet; how many."""
    known = {
        row.urn: row for row in connection.execute(select(capture.c.urn, capture.c.id, capture.c.page_id))
    }
    added = 0
    for record in records:
        if not record.uri.startswith(CHANGE) or _row_at(connection, record) is not None:
            continue
        try:
            body = json.loads(record.body)
            before, after = known[body["before"]], known[body["after"]]
            score = _score(body, before.id, after.id, after.page_id)
        except (ValueError, KeyError, TypeError):
            continue
        if before.page_id != after.page_id:  # scored when pages were known by their SURT
            continue
        insert_score(connection, score, _insert_record(connection, after.id, record))
        added += 1
    return added


def _place(sighting: Sighting) -> dict[str, Any]:
    """Where the capture's records stand: its span in the file of its main record."""
    records = [*sighting.records, *sighting.parts.values(), *([sighting.main] if sighting.main else [])]
    stated = sighting.parts.get(Role.PAGE_INFO)
    main = sighting.main or stated or next(iter(sighting.parts.values()))
    if sighting.main is None and stated is not None and stated.file.startswith(OWN_FILE):
        here_first = [record for record in sighting.records if record.role is not None]
        main = min(here_first, key=lambda record: record.offset)
    here = {
        record.offset: record.length
        for record in records
        if record.file == main.file and not record.elsewhere and not record.uri.startswith((CHANGE, LABEL))
    }
    start, end = min(here), max(offset + length for offset, length in here.items())
    together = main.file.startswith(OWN_FILE)  # a visit of ours, with what is damaged in its middle
    return {
        "warc_file": main.file,
        "warc_offset": start,
        "warc_bytes": end - start if together else sum(here.values()),
        "main_record": main.urn,
    }


def _insert_parts(connection: Connection, number: int, sighting: Sighting) -> None:
    for role, part in sighting.parts.items():
        connection.execute(
            insert(artifact).values(
                capture_id=number,
                role=role,
                digest=part.digest,
                size_bytes=part.size_bytes,
                mime=part.mime or MIME[role],
                warc_record_id=_insert_record(connection, number, part),
            )
        )
    for record in sighting.records:
        if _is_revisitable(record):
            _insert_record(connection, number, record)


def _is_revisitable(record: Found) -> bool:
    """Whether a later visit of ours may refer to this response instead of storing its payload again."""
    return (
        record.kind == "response"
        and record.file.startswith(OWN_FILE)
        and record.status == 200
        and record.size_bytes >= _SMALLEST_REVISIT
        and (record.payload_digest or "").startswith("sha256:")
    )


def _row_at(connection: Connection, record: Found) -> int | None:
    query = select(warc_record.c.id).where(
        warc_record.c.file == record.file, warc_record.c.offset == record.offset
    )
    return connection.execute(query).scalar()


def _insert_record(connection: Connection, capture_id: int, record: Found) -> int:
    """The row of a record; one that stands for parts of several captures has one row."""
    known = _row_at(connection, record)
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
