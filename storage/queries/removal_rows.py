"""Deletes the rows of removed captures, and updates those whose records moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, select, update

from storage.database.schema import (
    artifact,
    audit,
    capture,
    change_score,
    finding,
    hint,
    host,
    label,
    missed_visit,
    model,
    own_rule,
    page,
    page_settings,
    page_tag,
    page_type,
    removal,
    replay_check,
    share,
    state,
    type_correction,
    unscored,
    warc_record,
)
from storage.queries.batches import batches
from storage.queries.capture_rows import names_its_page
from storage.queries.removal_places import Gone
from storage.queries.retention import models_reaching_back
from storage.queries.scores import insert_unscored
from storage.queries.warc_files import delete_files, insert_file
from storage.urls import header_uri
from storage.warc.closing import ClosedFile
from storage.warc.rewriting import Moves
from storage.warc.spans import Span
from storage.warc.writer import OWN_FILE


def erase(connection: Connection) -> None:
    """What is deleted from now on is overwritten in the file of the database, too."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


Moved = Mapping[str, tuple[ClosedFile, Moves]]
"""The files that were written anew, by their old names: what each is now, and where in it everything stands."""


@dataclass(frozen=True, kw_only=True)
class FilledRow:
    """The row of an original whose payload a record of another capture holds from now on: that record, as it stood."""

    owner: int
    file: str
    span: Span
    record_id: str
    uri: str
    date: datetime | None


def hand_over_rows(
    connection: Connection, filled_rows: Mapping[int, FilledRow], handed_on: Mapping[int, int], moved: Moved
) -> None:
    """Rows of records in which other captures have a part: they stay, where the payload stands now.

    ``handed_on``: of records that stay as they are, row -> the other capture.
    """
    for row, filled in filled_rows.items():
        file, moves = moved[filled.file]
        span = filled.span
        values = {
            "capture_id": filled.owner,
            "file": file.name,
            "offset": moves.position(span.start),
            "length": moves.length(span.start, span.length),
            "record_id": filled.record_id,
            "target_uri": filled.uri,
            "date": filled.date,
        }
        connection.execute(update(warc_record).where(warc_record.c.id == row).values(**values))
    for row, other in handed_on.items():
        connection.execute(update(warc_record).where(warc_record.c.id == row).values(capture_id=other))


def move_rows(connection: Connection, moved: Moved) -> None:
    """Say of everything that is left where it stands in the new files."""
    for old, (file, moves) in moved.items():
        _move_records(connection, old, file.name, moves)
        _move_captures(connection, old, file, moves)
        delete_files(connection, [old])
        insert_file(connection, file)


def delete_rows(connection: Connection, gone: Gone, page_ids: Sequence[int], kept: Set[int]) -> None:
    """Delete what rows say of the captures that go, of these pages; what depends on them waits to be made again.

    ``kept``: the rows of their records that were handed over.
    """
    whole = bool(gone.url_key)
    numbers = sorted(gone.captures)
    records, compared = _delete_said(connection, numbers)
    _delete_findings(connection, numbers)
    for some in batches(numbers):
        query = select(warc_record.c.id).where(warc_record.c.capture_id.in_(some))
        records |= set(connection.execute(query).scalars())
        for table in (replay_check, unscored, artifact):
            connection.execute(delete(table).where(table.c.capture_id.in_(some)))
    _delete_models(connection, gone, page_ids)
    _forget_types(connection, gone, page_ids, records)
    for some in batches(sorted(records - kept)):
        connection.execute(delete(warc_record).where(warc_record.c.id.in_(some)))
    for some in batches(numbers):
        connection.execute(delete(capture).where(capture.c.id.in_(some)))
    if not gone.by_age:
        _score_again(connection, compared)
    for page_id in page_ids:
        if whole:
            _delete_page(connection, page_id)
            _forget_in_states(connection, gone.url_key)
        else:
            _retitle(connection, page_id)


def captures_of(connection: Connection, page_id: int) -> dict[int, Row[Any]]:
    """The rows of a page's captures, by number."""
    query = select(capture).where(capture.c.page_id == page_id)
    return {row.id: row for row in connection.execute(query)}


def captures_numbered(connection: Connection, numbers: Iterable[int]) -> dict[int, Row[Any]]:
    """The rows of captures, by number; those that are not there any more are left out."""
    found: dict[int, Row[Any]] = {}
    for some in batches(sorted(numbers)):
        query = select(capture).where(capture.c.id.in_(some))
        found |= {row.id: row for row in connection.execute(query)}
    return found


def count_said(connection: Connection, numbers: Sequence[int]) -> tuple[int, int]:
    """How many scores and how many labels there are on these captures, or against them."""
    found: dict[str, set[int]] = {}
    for table in (change_score, label):
        found[table.name] = set()
        for some in batches(numbers):
            named = table.c.before_id.in_(some) | table.c.after_id.in_(some)
            found[table.name] |= set(connection.execute(select(table.c.id).where(named)).scalars())
    return len(found[change_score.name]), len(found[label.name])


def models_of(connection: Connection, gone: Gone, page_id: int) -> list[tuple[int, str]]:
    """The models that may have learned from captures that go, number and folder: fitted after the first of them."""
    columns = select(model.c.id, model.c.path)
    found: dict[int, str] = {}
    for some in batches(sorted(gone.captures)):  # of whatever page: captures were once told apart by SURT
        named = model.c.first_capture_id.in_(some) | model.c.last_capture_id.in_(some)
        found |= {row.id: row.path for row in connection.execute(columns.where(named))}
    of_page = columns.where(model.c.page_id == page_id)
    if not gone.url_key and gone.captures:
        first = min(row.started_at for row in gone.captures.values())
        last = select(capture.c.id).where(capture.c.page_id == page_id, capture.c.started_at >= first)
        of_page = of_page.where(model.c.last_capture_id.in_(last) | (model.c.fitted_at >= first))
    found |= {row.id: row.path for row in connection.execute(of_page)}
    return sorted(found.items())


def blobs_of(connection: Connection, gone: Gone) -> list[str]:
    """The blobs that nothing but captures that go names."""
    mine: set[str] = set()
    for numbers in batches(sorted(gone.captures)):
        query = select(artifact.c.blob_digest).where(artifact.c.capture_id.in_(numbers))
        mine |= {digest for digest in connection.execute(query).scalars() if digest is not None}
    for some in batches(sorted(mine)):
        query = select(artifact.c.blob_digest, artifact.c.capture_id).where(artifact.c.blob_digest.in_(some))
        mine -= {row.blob_digest for row in connection.execute(query) if row.capture_id not in gone.captures}
    return sorted(mine)


def _move_records(connection: Connection, old: str, new: str, moves: Moves) -> None:
    for table in (warc_record, removal):
        rows = connection.execute(
            select(table.c.id, table.c.offset, table.c.length).where(table.c.file == old)
        )
        places = [
            {
                "row": row.id,
                "at": moves.position(row.offset),
                "bytes": moves.length(row.offset, row.length),
            }
            for row in rows
        ]
        if places:
            moved = update(table).where(table.c.id == bindparam("row"))
            connection.execute(
                moved.values(file=new, offset=bindparam("at"), length=bindparam("bytes")), places
            )


def _move_captures(connection: Connection, old: str, new: ClosedFile, moves: Moves) -> None:
    query = select(capture.c.id, capture.c.warc_offset, capture.c.warc_bytes).where(
        capture.c.warc_file == old
    )
    places: list[dict[str, Any]] = []
    for row in connection.execute(query):
        start, end = moves.position(row.warc_offset), moves.position(row.warc_offset + row.warc_bytes)
        if not old.startswith(OWN_FILE):  # its records do not stand together, and these are their bytes
            end = min(start + row.warc_bytes, new.size_bytes)
        places.append({"row": row.id, "at": start, "bytes": end - start})
    if places:
        moved = update(capture).where(capture.c.id == bindparam("row"))
        values = {"warc_file": new.name, "warc_offset": bindparam("at"), "warc_bytes": bindparam("bytes")}
        connection.execute(moved.values(**values), places)


def _delete_said(connection: Connection, numbers: Sequence[int]) -> tuple[set[int], set[int]]:
    """Delete scores and labels on captures that go: the rows of their records, and the captures that stay of those."""
    records: set[int] = set()
    compared: set[int] = set()
    for some in batches(numbers):
        for table in (change_score, label):
            named = table.c.before_id.in_(some) | table.c.after_id.in_(some)
            rows = connection.execute(select(table.c.after_id, table.c.warc_record_id).where(named)).all()
            records |= {row.warc_record_id for row in rows if row.warc_record_id is not None}
            compared |= {row.after_id for row in rows if table is change_score}
            connection.execute(delete(table).where(named))
    return records, compared - set(numbers)


def _delete_findings(connection: Connection, numbers: Sequence[int]) -> None:
    """What captures that go showed, in whose words."""
    for some in batches(numbers):
        shown = finding.c.capture_id.in_(some) | finding.c.before_id.in_(some)
        connection.execute(delete(finding).where(shown))


def _score_again(connection: Connection, numbers: set[int]) -> None:
    """Captures that lost their score wait for another, if there is one before them to compare them with."""
    before, scored = capture.alias(), select(change_score.c.after_id)
    earlier = select(before.c.id).where(
        before.c.page_id == capture.c.page_id,
        before.c.profile_digest == capture.c.profile_digest,
        before.c.started_at < capture.c.started_at,
        before.c.good | (~capture.c.good),
    )
    for some in batches(sorted(numbers)):
        query = select(capture.c.id).where(
            capture.c.id.in_(some),
            earlier.exists(),
            capture.c.id.not_in(scored.where(change_score.c.after_id.in_(some))),
        )
        for number in sorted(connection.execute(query).scalars()):
            insert_unscored(connection, number)


def _delete_models(connection: Connection, gone: Gone, page_ids: Sequence[int]) -> None:
    if gone.by_age:
        found = models_reaching_back(connection, gone)
    else:
        found = [item for page_id in page_ids for item in models_of(connection, gone, page_id)]
    numbers = [number for number, _ in found]
    for some in batches(numbers):
        judged = update(change_score).where(change_score.c.model_id.in_(some))
        connection.execute(judged.values(model_id=None))
        connection.execute(delete(model).where(model.c.id.in_(some)))


def _delete_page(connection: Connection, page_id: int) -> None:
    """The page itself, and its host where that has no other."""
    acted = audit.c.page_id == page_id
    connection.execute(update(audit).where(acted).values(page_id=None, before={}))
    for table in (finding, hint, missed_visit, label, page_tag, share, own_rule, page_settings):
        connection.execute(delete(table).where(table.c.page_id == page_id))
    host_id = connection.execute(select(page.c.host_id).where(page.c.id == page_id)).scalar_one()
    connection.execute(delete(page).where(page.c.id == page_id))
    left = select(func.count()).select_from(page).where(page.c.host_id == host_id)
    if not connection.execute(left).scalar_one():
        connection.execute(delete(host).where(host.c.id == host_id))


def _forget_types(connection: Connection, gone: Gone, page_ids: Sequence[int], records: set[int]) -> None:
    """What was found of the pages, which may rest on a capture that goes.

    What a person said or set stays as long as the page, and waits for another record where its own goes.
    """
    said = type_correction.c
    for page_id in page_ids:
        if not gone.by_age:
            connection.execute(delete(page_type).where(page_type.c.page_id == page_id))
        if gone.url_key:
            connection.execute(delete(type_correction).where(said.page_id == page_id))
    for some in batches(sorted(records)):
        for table in (type_correction, page_settings):
            lost = update(table).where(table.c.warc_record_id.in_(some))
            connection.execute(lost.values(warc_record_id=None))


def _forget_in_states(connection: Connection, url_key: str) -> None:
    """What feeds and sitemaps said of the page, which is kept by its address with or without scheme."""
    names = {url_key, header_uri(url_key), header_uri(url_key).partition(":")[2]}
    for row in connection.execute(select(state.c.key, state.c.value)).all():
        if row.key.partition(" ")[2] in names:
            connection.execute(delete(state).where(state.c.key == row.key))
        elif isinstance(row.value, dict) and names & row.value.keys():
            left = {key: value for key, value in row.value.items() if key not in names}
            connection.execute(update(state).where(state.c.key == row.key).values(value=left))


def _retitle(connection: Connection, page_id: int) -> None:
    """A page is called as the newest capture that is left and may name it."""
    titles = (
        select(capture.c.title)
        .where(capture.c.page_id == page_id, *names_its_page())
        .order_by(capture.c.started_at.desc(), capture.c.id.desc())
        .limit(1)
    )
    title = connection.execute(titles).scalar() or ""
    connection.execute(update(page).where(page.c.id == page_id).values(title=title))
