"""Rows of an ingested capture that was rendered later from its own records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from storage.database.schema import artifact, capture, warc_record
from storage.queries.capture_rows import capture_facts, insert_profile, title_page
from storage.queries.scores import insert_unscored
from storage.queries.warc_records import insert_records
from storage.records import Capture, Outcome, ProblemCode, ResponseKind, Role, StoredCapture
from storage.warc.capture_records import MIME
from storage.warc.record import Record
from storage.warc.writer import Written

PARTS = (Role.VIEW, Role.FULL_PAGE, Role.DOM, Role.TEXT, Role.LAYOUT)


@dataclass(frozen=True, kw_only=True)
class RenderingTarget:
    """The capture that a rendering is added to: its names, and what its page information goes on saying."""

    urn: str
    main_record: str
    account: Mapping[str, Any]


def rendering_target(connection: Connection, stored: StoredCapture) -> RenderingTarget:
    """What the records of a rendering must name."""
    row = connection.execute(select(capture).where(capture.c.id == stored.id)).one()
    parts = (
        select(artifact.c.role, warc_record.c.record_id)
        .join(warc_record, artifact.c.warc_record_id == warc_record.c.id)
        .where(artifact.c.capture_id == stored.id, artifact.c.role != Role.PAGE_INFO)
    )
    account = {
        "origin": row.origin,
        "main": row.main_record,
        "parts": {role.value: urn for role, urn in connection.execute(parts)},
        "exchanges": {"recorded": row.exchanges_recorded, "failed": row.exchanges_failed},
    }
    return RenderingTarget(urn=row.urn, main_record=row.main_record, account=account)


def merged_capture(stored: StoredCapture, rendered: Capture) -> Capture:
    """What came over the network as it was stored, what the page looks like as it was rendered."""
    failed = rendered.outcome is Outcome.FAILED
    told = tuple(problem for problem in stored.problems if problem.code is not ProblemCode.SCREENSHOT)
    kept = replace(
        rendered,
        url=stored.url,
        final_url=stored.final_url,
        started_at=stored.started_at,
        finished_at=stored.finished_at,
        status=stored.status,
        mime=stored.mime,
        title=stored.title or rendered.title,
        exchanges=(),
        problems=(*told, *rendered.problems),
        profile=stored.profile if Role.VIEW in stored.artifacts else rendered.profile,
        observed={**stored.observed, **rendered.observed, "rendered": rendered.started_at.isoformat()},
        outcome=Outcome.PARTIAL if failed or told else rendered.outcome,
    )
    if stored.response_kind is not ResponseKind.CONTENT or failed:
        kept = replace(kept, response_kind=stored.response_kind)
    return replace(kept, problems=(*stored.problems, *rendered.problems)) if failed else kept


def update_rendered(
    connection: Connection,
    stored: StoredCapture,
    merged: Capture,
    records: Sequence[Record],
    written: Written,
) -> None:
    """Name the records of a rendering as parts of the capture, and say what it is now."""
    insert_profile(connection, merged.profile)
    view = merged.view_png is not None or Role.VIEW in stored.artifacts
    facts = capture_facts(merged) | {"good": view and merged.response_kind is ResponseKind.CONTENT}
    connection.execute(update(capture).where(capture.c.id == stored.id).values(**facts))
    title_page(connection, stored.page_id, merged)
    if facts["good"] and not stored.is_good:
        insert_unscored(connection, stored.id)
    connection.execute(
        delete(artifact).where(artifact.c.capture_id == stored.id, artifact.c.role == Role.PAGE_INFO)
    )
    rows = insert_records(connection, stored.id, records, written)
    for record in records:
        if record.role is not None:
            connection.execute(
                insert(artifact).values(
                    capture_id=stored.id,
                    role=record.role,
                    digest=record.payload_digest,
                    size_bytes=len(record.payload),
                    mime=MIME[record.role],
                    warc_record_id=rows[record.role],
                )
            )
