"""What a rule of retention needs to know of captures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, func, select

from storage.database.schema import capture, finding, label, model, warc_record
from storage.findings import FindingKind
from storage.queries.batches import batches
from storage.queries.holds import held
from storage.queries.removal_places import Gone
from storage.warc.writer import OWN_FILE

_STREAMED = 1000  # rows in memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Aged:
    """A capture, as far as a rule of retention looks at it."""

    id: int
    page_id: int
    started_at: datetime
    good: bool
    visited: bool
    """Whether a visit of this collection made it; else it came with an archive."""
    file: str
    size_bytes: int


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Numbers of what is kept whatever its age."""

    held_pages: frozenset[int]
    held: frozenset[int]
    important: frozenset[int]
    """Both captures of each change that counts as important."""
    labelled: frozenset[int]
    """Both captures of each change on which a person gave a verdict."""


def captures_by_page(connection: Connection) -> Iterator[list[Aged]]:
    """The captures of each page that has any, the newest first."""
    columns = (capture.c.id, capture.c.page_id, capture.c.started_at, capture.c.good, capture.c.origin)
    query = select(*columns, capture.c.warc_file, capture.c.warc_bytes)
    query = query.order_by(capture.c.page_id, capture.c.started_at.desc(), capture.c.id.desc())
    rows = connection.execution_options(yield_per=_STREAMED).execute(query)
    for _, of_page in groupby(rows, key=lambda row: row.page_id):
        yield [
            Aged(
                id=row.id,
                page_id=row.page_id,
                started_at=row.started_at,
                good=row.good,
                visited=not row.origin and row.warc_file.startswith(OWN_FILE),
                file=row.warc_file,
                size_bytes=row.warc_bytes,
            )
            for row in of_page
        ]


def kept_whatever_age(connection: Connection) -> Kept:
    """What holds, findings and verdicts name."""
    pages, captures = held(connection)
    changes = select(finding.c.before_id, finding.c.capture_id)
    changes = changes.where(finding.c.kind == FindingKind.CHANGE, finding.c.counts)
    verdicts = select(label.c.before_id, label.c.after_id).where(label.c.important.is_not(None))
    return Kept(
        held_pages=frozenset(pages),
        held=frozenset(captures),
        important=_both(connection.execute(changes)),
        labelled=_both(connection.execute(verdicts)),
    )


def newest_capture(connection: Connection) -> int:
    """The number of the capture that was stored last."""
    return int(connection.execute(select(func.max(capture.c.id))).scalar_one())


def responses_of(connection: Connection, captures: Iterable[int]) -> dict[str, list[int]]:
    """The rows of the responses of some captures, by the digest of their payload."""
    found: dict[str, list[int]] = {}
    for some in batches(sorted(captures)):
        query = select(warc_record.c.id, warc_record.c.payload_digest).where(
            warc_record.c.capture_id.in_(some),
            warc_record.c.type == "response",
            warc_record.c.payload_digest.is_not(None),
        )
        for row in connection.execute(query):
            found.setdefault(row.payload_digest, []).append(row.id)
    return found


def models_reaching_back(connection: Connection, gone: Gone) -> list[tuple[int, str]]:
    """The models whose stretch of captures holds one that goes, number and folder."""
    times: dict[int, list[datetime]] = {}
    for row in gone.captures.values():
        times.setdefault(row.page_id, []).append(row.started_at)
    first, last = capture.alias(), capture.alias()
    query = (
        select(
            model.c.id, model.c.path, model.c.page_id, first.c.started_at, last.c.started_at.label("until")
        )
        .join(first, model.c.first_capture_id == first.c.id)
        .join(last, model.c.last_capture_id == last.c.id)
    )
    found: dict[int, str] = {}
    for some in batches(sorted(times)):
        for row in connection.execute(query.where(model.c.page_id.in_(some))):
            if any(row.started_at <= at <= row.until for at in times[row.page_id]):
                found[row.id] = row.path
    return sorted(found.items())


def _both(pairs: Iterable[Sequence[int | None]]) -> frozenset[int]:
    return frozenset(number for pair in pairs for number in pair if number is not None)
