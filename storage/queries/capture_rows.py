"""The rows of a capture: written once, in the transaction that ``storage.collection`` opens after the bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, insert, select, update

from storage.blobs import Blob
from storage.database.schema import artifact, blob, capture, model, page, profile
from storage.queries.batches import batches
from storage.queries.captures import problems_as_json, read_capture
from storage.queries.finding_rows import note_visit
from storage.queries.scores import insert_unscored
from storage.queries.warc_records import insert_records
from storage.records import Capture, Page, ProblemCode, RenderingProfile, ResponseKind, Role, StoredScore
from storage.warc.capture_records import MIME, CaptureRecords, ScoreNames
from storage.warc.record import warc_date
from storage.warc.writer import Written


def insert_capture(
    connection: Connection, of_page: Page, brought: Capture, plan: CaptureRecords, written: Written
) -> int:
    """Add a capture whose records stand in the archive where ``written`` says; its number."""
    insert_profile(connection, brought.profile)
    values = capture_facts(brought) | {
        "urn": plan.urn,
        "page_id": of_page.id,
        "exchanges_recorded": plan.recorded,
        "exchanges_failed": plan.failed,
        "warc_file": written.file,
        "warc_offset": written.offset,
        "warc_bytes": written.length,
        "main_record": plan.main.urn,
    }
    number = int(connection.execute(insert(capture).values(**values)).inserted_primary_key[0])  # type: ignore[index]
    rows = insert_records(connection, number, plan.records, written)
    parts = [
        {
            "capture_id": number,
            "role": record.role,
            "digest": record.payload_digest,
            "size_bytes": len(record.payload),
            "mime": MIME[record.role],
            "warc_record_id": rows[record.role],
        }
        for record in plan.records
        if record.role is not None
    ]
    parts += [
        {
            "capture_id": number,
            "role": role,
            "digest": part.digest,
            "size_bytes": part.size_bytes,
            "mime": MIME[role],
            "warc_record_id": part.row,
        }
        for role, part in plan.kept.items()
    ]
    connection.execute(insert(artifact), parts)
    title_page(connection, of_page.id, brought)
    note_visit(connection, of_page.id, number)
    if brought.is_good or brought.file_digest is not None:
        insert_unscored(connection, number)
    return number


def title_page(connection: Connection, page_id: int, brought: Capture) -> None:
    """A page is called as its newest capture that has content and a title: a wall has another page's."""
    if brought.title and brought.response_kind is ResponseKind.CONTENT:
        newer = select(capture.c.id).where(
            capture.c.page_id == page_id, capture.c.started_at > brought.started_at, *names_its_page()
        )
        titled = update(page).where(page.c.id == page_id, ~newer.exists())
        connection.execute(titled.values(title=storable(brought.title)))


def names_its_page() -> tuple[ColumnElement[bool], ...]:
    """Of a row of ``capture``, whether its title may be that of its page."""
    return capture.c.title != "", capture.c.response_kind == ResponseKind.CONTENT


def capture_facts(brought: Capture) -> dict[str, Any]:
    """The columns that say of a capture what it says of itself."""
    return {
        "url": brought.url,
        "final_url": brought.final_url,
        "started_at": brought.started_at,
        "finished_at": brought.finished_at,
        "outcome": brought.outcome,
        "response_kind": brought.response_kind,
        "good": brought.is_good,
        "status": brought.status,
        "mime": brought.mime,
        "title": storable(brought.title),
        "profile_digest": brought.profile.digest,
        "problems": problems_as_json(brought.problems),
        "observed": dict(brought.observed),
    }


def captures_by_urn(connection: Connection) -> dict[str, Row[Any]]:
    """Of every capture ``id``, ``page_id`` and ``started_at``, by its name in the archive."""
    query: Select[Any] = select(capture.c.urn, capture.c.id, capture.c.page_id, capture.c.started_at)
    return {row.urn: row for row in connection.execute(query)}


def damaged_captures(connection: Connection) -> dict[str, int]:
    """The numbers of the captures that lost something in the archive, by their names there."""
    query = select(capture.c.urn, capture.c.id, capture.c.problems)
    return {
        row.urn: row.id
        for row in connection.execute(query)
        if any(problem["code"] == ProblemCode.DAMAGED for problem in row.problems)
    }


def captures_named(connection: Connection, urns: Iterable[str]) -> Iterator[Row[Any]]:
    """Of the captures with these names in the archive ``urn``, ``url``, ``started_at`` and ``main_record``."""
    return _keys(connection, capture.c.urn, urns)


def captures_at(connection: Connection, urls: Iterable[str]) -> Iterator[Row[Any]]:
    """The same of the captures of these addresses."""
    return _keys(connection, capture.c.url, urls)


def _keys(connection: Connection, column: ColumnElement[str], values: Iterable[str]) -> Iterator[Row[Any]]:
    query: Select[Any] = select(capture.c.urn, capture.c.url, capture.c.started_at, capture.c.main_record)
    for some in batches(dict.fromkeys(values)):
        yield from connection.execute(query.where(column.in_(some)))


def insert_capture_rows(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Add captures; their numbers in the same order."""
    returned = insert(capture).returning(capture.c.id, sort_by_parameter_order=True)
    return [int(number) for number in connection.execute(returned, rows).scalars()]


def update_capture(connection: Connection, number: int, values: Mapping[str, Any]) -> None:
    """Set columns of a capture."""
    connection.execute(update(capture).where(capture.c.id == number).values(**values))


def insert_artifacts(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add parts of captures."""
    if rows:
        connection.execute(insert(artifact), rows)


def delete_artifacts(connection: Connection, number: int, roles: Iterable[Role]) -> None:
    """Forget these parts of a capture."""
    connection.execute(delete(artifact).where(artifact.c.capture_id == number, artifact.c.role.in_(roles)))


def insert_profile(connection: Connection, used: RenderingProfile) -> None:
    """Add the rendering profile unless it is known."""
    if connection.execute(select(profile.c.digest).where(profile.c.digest == used.digest)).first() is None:
        connection.execute(insert(profile).values(digest=used.digest, body=asdict(used)))


def insert_features(connection: Connection, capture_id: int, kept: Blob, at: datetime) -> None:
    """Name a blob as the features of a capture, in place of older ones."""
    if connection.execute(select(blob.c.digest).where(blob.c.digest == kept.digest)).first() is None:
        connection.execute(insert(blob).values(**asdict(kept), created_at=at))
    old = (artifact.c.capture_id == capture_id) & (artifact.c.role == Role.FEATURES)
    connection.execute(delete(artifact).where(old))
    values: Mapping[str, Any] = {
        "capture_id": capture_id,
        "role": Role.FEATURES,
        "digest": kept.digest,
        "size_bytes": kept.size_bytes,
        "mime": MIME[Role.FEATURES],
        "blob_digest": kept.digest,
    }
    connection.execute(insert(artifact).values(**values))


def score_names(connection: Connection, score: StoredScore) -> ScoreNames:
    """What the record of a score names; the model by its digest, which says what it computes."""
    wanted = select(capture).where(capture.c.id.in_((score.before_id, score.after_id)))
    rows = {row.id: row for row in connection.execute(wanted)}
    for number in (score.before_id, score.after_id):
        if number not in rows:
            read_capture(connection, number)  # raises, and says which is missing
    after = rows[score.after_id]
    fitted = connection.execute(select(model).where(model.c.id == score.model_id)).one_or_none()
    identity = None if fitted is None else {"digest": fitted.digest, "fitted": warc_date(fitted.fitted_at)}
    return ScoreNames(
        before=rows[score.before_id].urn,
        after=after.urn,
        main=after.main_record,
        url=after.url,
        model=identity,
    )


def storable(text: str) -> str:
    """Text that every database takes: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
