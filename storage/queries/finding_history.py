"""Findings for captures that were scored before findings existed, and for ingested ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select, update

from storage.database.schema import capture, change_score, finding, label, missed_visit
from storage.findings import RECENT, FindingKind, Watch
from storage.queries.batches import batches
from storage.queries.finding_rows import insert_new_findings, note_change, note_missed, visit_of, visits

_FIRST = "0013"  # the migration that made the table


def note_findings(connection: Connection, revision: str) -> None:
    """After an upgrade: all findings that a collection would have that stood at a schema without them."""
    if revision >= _FIRST:
        return
    said = select(label.c.after_id).where(label.c.important)
    found = change_score.c.important | change_score.c.after_id.in_(said)
    scored = select(change_score.c.after_id, func.max(change_score.c.scored_at)).where(found)
    grouped = scored.group_by(change_score.c.after_id).order_by(change_score.c.after_id)
    for after_id, scored_at in connection.execute(grouped).all():
        note_change(connection, after_id, found_at=scored_at)
    for row in connection.execute(select(missed_visit).order_by(missed_visit.c.noticed_at)).mappings().all():
        note_missed(connection, dict(row))
    pages = select(capture.c.page_id).where(capture.c.origin == "").distinct().order_by(capture.c.page_id)
    _note_pages(connection, connection.execute(pages).scalars().all())


def note_read_back(connection: Connection, numbers: Sequence[int]) -> None:
    """What visits of ours show that were read back out of the archive."""
    pages: set[int] = set()
    for some in batches(numbers):
        query = select(capture.c.page_id).where(capture.c.id.in_(some), capture.c.origin == "").distinct()
        pages |= set(connection.execute(query).scalars())
    _note_pages(connection, sorted(pages))


def _note_pages(connection: Connection, pages: Iterable[int]) -> None:
    """Look through the visits of pages in order. What is a week older than the newest capture counts as seen.

    Who saw it is kept nowhere else.
    """
    for page_id in pages:
        ours = visits().where(capture.c.page_id == page_id, capture.c.origin == "")
        rows = connection.execute(ours.order_by(capture.c.started_at, capture.c.id)).all()
        known = select(finding.c.capture_id).where(
            finding.c.page_id == page_id, finding.c.kind != FindingKind.CHANGE
        )
        has_finding, watch = set(connection.execute(known).scalars()), Watch()
        for row in rows:
            told = watch.after(visit_of(row))
            if row.id not in has_finding:
                insert_new_findings(connection, row, told)
    newest = connection.execute(select(func.max(capture.c.started_at))).scalar()
    if newest is not None:
        old = (finding.c.seen_at.is_(None), finding.c.at < newest - RECENT)
        connection.execute(update(finding).where(*old).values(seen_at=newest))
