"""Labels of pairs of captures: never overwritten; the newest counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, func, select

from storage.database.engine import Database
from storage.database.schema import audit, capture, change_score, finding, label, model, page
from storage.findings import FindingKind
from storage.records import StoredCapture

AMBIGUOUS = "ambiguous"
"""Note of a verdict of somebody who looked and could not say."""

OF_REGIONS = ("region", "region removed")
"""Names of the actions by which regions of a page are drawn and taken away."""


@dataclass(frozen=True, kw_only=True)
class Label:
    """A person's verdict on two captures of one page; of several on one pair the newest counts."""

    page_id: int
    before_id: int
    after_id: int
    important: bool | None  # None: an earlier verdict is taken back
    said_at: datetime
    said_by: str = ""
    note: str = ""
    id: int | None = None


class LabelQueries:
    """What the repository knows of verdicts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def labels(self, page_id: int) -> list[Label]:
        """The verdicts that count on pairs of a page, in the order in which they were given."""
        query = (
            select(label)
            .where(label.c.page_id == page_id, counts(), is_of_one_page())
            .order_by(label.c.said_at, label.c.id)
        )
        with self._database.reading() as connection:
            return [label_of_row(row) for row in connection.execute(query)]

    def label_of(self, before: StoredCapture, after: StoredCapture) -> Label | None:
        """The verdict that counts on a pair of captures of one page; None: nobody said anything."""
        pair = label.c.before_id == before.id, label.c.after_id == after.id
        query = select(label).where(label.c.page_id == after.page_id, *pair, counts())
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else label_of_row(row)

    def ambiguous_pairs(self, page_id: int) -> set[tuple[int, int]]:
        """The pairs of a page's captures of which somebody said last that nobody can say."""
        rank = func.row_number().over(
            partition_by=(label.c.before_id, label.c.after_id),
            order_by=(label.c.said_at.desc(), label.c.id.desc()),
        )
        said = select(label, rank.label("rank")).where(label.c.page_id == page_id).subquery()
        last = (said.c.rank == 1, said.c.important.is_(None), said.c.note == AMBIGUOUS)
        with self._database.reading() as connection:
            return {
                (row[0], row[1])
                for row in connection.execute(select(said.c.before_id, said.c.after_id).where(*last))
            }

    def pages_to_ask(self, *, since: datetime, limit: int) -> list[int]:
        """Active pages with a model, first those with most alarms since then and fewest answers.

        Most mistakes are among the alarms, and the first answers about a page teach it most. Muted pages are left out.
        """
        alarms = select(func.count()).where(
            finding.c.page_id == page.c.id,
            finding.c.kind == FindingKind.CHANGE,
            finding.c.counts,
            finding.c.at >= since,
        )
        answers = select(func.count()).where(label.c.page_id == page.c.id)
        worth = page.c.weight * (1.0 + alarms.scalar_subquery()) / (1.0 + answers.scalar_subquery())
        asked = (page.c.active, page.c.muted_at.is_(None), page.c.id.in_(select(model.c.page_id)))
        query = select(page.c.id).where(*asked).order_by(worth.desc(), page.c.id).limit(limit)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def answered_since_model(self) -> dict[int, datetime]:
        """The pages of which people said something since their newest model was learned, and when they said it last."""
        learned = (
            select(func.max(model.c.fitted_at)).where(model.c.page_id == label.c.page_id).correlate(label)
        )
        said_at = func.max(label.c.said_at)
        query = select(label.c.page_id, said_at).group_by(label.c.page_id)
        with self._database.reading() as connection:
            said = connection.execute(query.having(said_at > learned.scalar_subquery())).all()
            drawn = connection.execute(_regions_since_model()).all()
        found: dict[int, datetime] = {}
        for page_id, at in (*said, *drawn):
            found[page_id] = max(at, found.get(page_id, at))
        return found


def _regions_since_model() -> Select[tuple[int, datetime]]:
    """The pages whose regions were drawn, taken away, or brought back since their newest model, and when that was."""
    drawn = audit.alias()
    of_regions = select(drawn.c.id).where(drawn.c.action.in_(OF_REGIONS))
    learned = select(func.max(model.c.fitted_at)).where(model.c.page_id == audit.c.page_id).correlate(audit)
    at = func.max(audit.c.at)
    query = select(audit.c.page_id, at).group_by(audit.c.page_id)
    said = audit.c.action.in_(OF_REGIONS) | audit.c.undoes.in_(of_regions)
    return query.where(said).having(at > learned.scalar_subquery())


def counting_labels(connection: Connection, first: int, last: int) -> list[Label]:
    """The verdicts that count on changes up to captures of these numbers, in the order in which they were given."""
    ends_there = label.c.after_id.between(first, last)
    query = select(label).where(ends_there, counts(), is_of_one_page()).order_by(label.c.said_at, label.c.id)
    return [label_of_row(row) for row in connection.execute(query)]


def newest_verdict(connection: Connection, page_id: int, before_id: int, after_id: int) -> bool | None:
    """What people said last of a pair; None: nothing, or that it is taken back."""
    said = select(label.c.important).where(
        label.c.page_id == page_id, label.c.before_id == before_id, label.c.after_id == after_id
    )
    return connection.execute(said.order_by(label.c.said_at.desc(), label.c.id.desc()).limit(1)).scalar()


def counts() -> ColumnElement[bool]:
    """Whether a row of ``label`` is the newest of its pair and takes nothing back.

    The newest by the time when it was said: archives may be read back in any order.
    """
    pair = (label.c.before_id, label.c.after_id)
    newest_first = (label.c.said_at.desc(), label.c.id.desc())
    rank = func.row_number().over(partition_by=pair, order_by=newest_first).label("rank")
    ranked = select(label.c.id, label.c.important, rank).subquery()
    newest = select(ranked.c.id).where(ranked.c.rank == 1, ranked.c.important.is_not(None))
    return label.c.id.in_(newest)


def is_important() -> ColumnElement[bool]:
    """Of a row of ``change_score``, whether its change was important: what a person said of it, else the model."""
    return func.coalesce(said_important(change_score), change_score.c.important)


def said_important(of: Table) -> ColumnElement[bool | None]:
    """Of a row of ``change_score`` or ``finding``, what a person said of its two captures."""
    newest_first = (label.c.said_at.desc(), label.c.id.desc())
    said = select(label.c.important).where(
        label.c.page_id == of.c.page_id,
        label.c.before_id == of.c.before_id,
        label.c.after_id == (of.c.capture_id if "capture_id" in of.c else of.c.after_id),
    )
    return said.order_by(*newest_first).limit(1).correlate(of).scalar_subquery()


def is_of_one_page() -> ColumnElement[bool]:
    """Whether both captures are the page's: one SURT once made one page of several, whose pairs mean nothing now."""
    pair = capture.c.id.in_((label.c.before_id, label.c.after_id)) & (capture.c.page_id == label.c.page_id)
    return select(func.count()).where(pair).scalar_subquery() == 2


def label_of_row(row: Row[Any]) -> Label:
    """The label in a row of the ``label`` table."""
    return Label(
        id=row.id,
        page_id=row.page_id,
        before_id=row.before_id,
        after_id=row.after_id,
        important=row.important,
        said_at=row.said_at,
        said_by=row.said_by,
        note=row.note,
    )
