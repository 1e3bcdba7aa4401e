"""Writes findings in the transaction of a score, a visit, a label or a missed visit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, update

from storage.database.schema import capture, change_score, finding, host, page
from storage.findings import (
    GONE_AFTER,
    RECENT,
    RESTLESS_AFTER,
    TROUBLES,
    FindingKind,
    NewFinding,
    Visit,
    Watch,
    cluster_of,
    missed_sentence,
    place_of,
    rank_of,
    restless_sentence,
)
from storage.queries.batches import batches
from storage.queries.labels import is_important, said_important
from storage.queries.score_rows import score_of_row
from storage.what_changed import what_changed

_SCORED_AGAIN = 3  # rows read for each capture wanted: one that was scored again has several


def note_change(connection: Connection, after_id: int, *, found_at: datetime) -> None:
    """Bring the finding of a capture to what its newest score and people say of it; none where it is no change."""
    row = connection.execute(_scored(after_id)).first()
    if row is None:
        return
    kept = connection.execute(
        select(finding.c.id).where(finding.c.capture_id == after_id, finding.c.kind == FindingKind.CHANGE)
    ).scalar()
    if not row.effective:
        if kept is not None:
            connection.execute(update(finding).where(finding.c.id == kept).values(counts=False))
        return
    values = _change(row)
    if kept is not None:
        connection.execute(update(finding).where(finding.c.id == kept).values(**values))
        return
    seen_at = found_at if row.started_at < found_at - RECENT else None
    connection.execute(insert(finding).values(**values, seen_at=seen_at))
    _note_restless(connection, row)


def note_visit(connection: Connection, page_id: int, number: int) -> None:
    """Write what the visit that brought a capture shows of its page."""
    (row,) = connection.execute(visits().where(capture.c.id == number)).all()
    earlier = visits().where(capture.c.page_id == page_id, capture.c.started_at < row.started_at)
    newest = earlier.order_by(capture.c.started_at.desc(), capture.c.id.desc()).limit(1)
    last = connection.execute(newest).all()
    if row.good and last and last[0].good and _place(last[0]) == _place(row):
        return  # as nearly every visit
    insert_new_findings(connection, row, _watch(connection, page_id, earlier).after(visit_of(row)))


def note_missed(connection: Connection, missed: Mapping[str, Any]) -> None:
    """Write that visits of a page did not happen; in place of what of the kind nobody has seen yet."""
    sentence = missed_sentence(missed["visits"], missed["reason"])
    told = NewFinding(kind=FindingKind.MISSED, sentence=sentence)
    page_id = missed["page_id"]
    unseen = (finding.c.page_id == page_id, finding.c.kind == told.kind, finding.c.seen_at.is_(None))
    of_page = connection.execute(_of_page(page_id)).one()
    values = _values(told, of_page, at=missed["noticed_at"])
    if not connection.execute(update(finding).where(*unseen).values(**values)).rowcount:
        connection.execute(insert(finding).values(**values))


def seen_times(connection: Connection, numbers: Iterable[int]) -> dict[int, datetime | None]:
    """When the findings of these numbers were seen; numbers that no finding has are left out."""
    found: dict[int, datetime | None] = {}
    for some in batches(numbers):
        query = select(finding.c.id, finding.c.seen_at).where(finding.c.id.in_(some))
        found |= {row.id: row.seen_at for row in connection.execute(query)}
    return found


def set_seen(connection: Connection, numbers: Iterable[int], at: datetime | None) -> None:
    """Keep that findings were seen; None: that they were not."""
    for some in batches(numbers):
        connection.execute(update(finding).where(finding.c.id.in_(some)).values(seen_at=at))


def shown_captures(connection: Connection, numbers: Iterable[int]) -> Iterator[Row[Any]]:
    """Of each finding ``kind``, ``page_id``, ``before_id`` and ``capture_id``."""
    query: Select[Any] = select(finding.c.kind, finding.c.page_id, finding.c.before_id, finding.c.capture_id)
    for some in batches(numbers):
        yield from connection.execute(query.where(finding.c.id.in_(some)))


def _scored(after_id: int) -> Select[Any]:
    """The newest score of a capture, with what is decided on it."""
    return (
        select(
            change_score,
            is_important().label("effective"),
            said_important(change_score).label("verdict"),
            capture.c.started_at,
            page.c.weight,
            host.c.name.label("host"),
        )
        .join(capture, change_score.c.after_id == capture.c.id)
        .join(page, change_score.c.page_id == page.c.id)
        .join(host, page.c.host_id == host.c.id)
        .where(change_score.c.after_id == after_id)
        .order_by(change_score.c.id.desc())
        .limit(1)
    )


def _change(row: Row[Any]) -> dict[str, Any]:
    told = NewFinding(kind=FindingKind.CHANGE, sentence=what_changed(score_of_row(row)))
    values = _values(told, row, at=row.started_at)
    rank = rank_of(told.kind, weight=row.weight, probability=row.probability, verdict=row.verdict)
    ids = {"capture_id": row.after_id, "before_id": row.before_id}
    return values | ids | {"rank": rank, "probability": row.probability}


def _note_restless(connection: Connection, row: Row[Any]) -> None:
    """Report once that a page raises an alarm at every visit, and again after as many more."""
    query = (
        select(change_score.c.after_id, capture.c.started_at, is_important().label("effective"))
        .join(capture, change_score.c.after_id == capture.c.id)
        .where(change_score.c.page_id == row.page_id)
        .order_by(change_score.c.after_id.desc(), change_score.c.id.desc())
        .limit(_SCORED_AGAIN * RESTLESS_AFTER)
    )
    scored = connection.execute(query).all()
    newest = [next(same) for _, same in groupby(scored, key=lambda item: item.after_id)][:RESTLESS_AFTER]
    if len(newest) < RESTLESS_AFTER or not all(item.effective for item in newest):
        return
    since = min(item.started_at for item in newest)
    told_already = select(finding.c.id).where(
        finding.c.page_id == row.page_id, finding.c.kind == FindingKind.RESTLESS, finding.c.at >= since
    )
    if connection.execute(told_already).first() is None:
        told = NewFinding(kind=FindingKind.RESTLESS, sentence=restless_sentence())
        values = _values(told, row, at=row.started_at)
        connection.execute(insert(finding).values(**values, capture_id=row.after_id))


def _watch(connection: Connection, page_id: int, earlier: Select[Any]) -> Watch:
    """Where a page stood before a visit."""
    told = select(finding.c.kind).where(
        finding.c.page_id == page_id, finding.c.kind.in_((*TROUBLES, FindingKind.RECOVERED))
    )
    last = connection.execute(told.order_by(finding.c.at.desc(), finding.c.id.desc()).limit(1)).scalar()
    newest_first = earlier.order_by(capture.c.started_at.desc(), capture.c.id.desc())
    watch = Watch()
    for row in reversed(connection.execute(newest_first.limit(GONE_AFTER - 1)).all()):
        watch.after(visit_of(row))  # counts what was not found
    good = connection.execute(newest_first.where(capture.c.good).limit(1)).first()
    watch.trouble = None if last in (None, FindingKind.RECOVERED) else FindingKind(last)
    watch.target = "" if good is None else _place(good)
    watch.told_targets = {watch.target}
    return watch


def insert_new_findings(connection: Connection, row: Row[Any], found: Iterable[NewFinding]) -> None:
    """Write what a visit shows; ``row`` is one of ``visits``."""
    for told in found:
        values = _values(told, connection.execute(_of_page(row.page_id)).one(), at=row.started_at)
        alike = select(finding.c.id).where(
            finding.c.page_id == row.page_id, finding.c.cluster == values["cluster"]
        )
        if told.kind is FindingKind.MOVED and connection.execute(alike).first() is not None:
            continue  # it goes to and fro
        connection.execute(insert(finding).values(**values, capture_id=row.id))


def _values(told: NewFinding, of_page: Row[Any], *, at: datetime) -> dict[str, Any]:
    """The columns of a finding; ``of_page`` has the page's number, weight and host."""
    return {
        "page_id": of_page.page_id,
        "kind": told.kind,
        "at": at,
        "sentence": told.sentence,
        "rank": rank_of(told.kind, weight=of_page.weight, probability=None, verdict=None),
        "cluster": cluster_of(told.kind, of_page.host, told.sentence),
        "counts": True,
    }


def _of_page(page_id: int) -> Select[Any]:
    columns = (page.c.id.label("page_id"), page.c.weight, host.c.name.label("host"))
    return select(*columns).join(host, page.c.host_id == host.c.id).where(page.c.id == page_id)


def visits() -> Select[Any]:
    """The rows of which ``visit_of`` makes visits."""
    return select(
        capture.c.id,
        capture.c.page_id,
        capture.c.started_at,
        capture.c.outcome,
        capture.c.response_kind,
        capture.c.good,
        capture.c.status,
        capture.c.problems,
        capture.c.url,
        capture.c.final_url,
    )


def visit_of(row: Row[Any]) -> Visit:
    """What a row says of whether its page is still there."""
    return Visit(
        outcome=row.outcome,
        response_kind=row.response_kind,
        good=row.good,
        status=row.status,
        problems=tuple(row.problems),
        url=row.url,
        final_url=row.final_url,
    )


def _place(row: Row[Any]) -> str:
    return place_of(row.final_url or row.url)
