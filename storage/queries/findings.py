"""Lists, clusters and counts of findings, each an indexed query."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select

from storage.database.engine import Database
from storage.database.schema import finding, page, page_tag
from storage.errors import NotStored
from storage.findings import TROUBLES, Finding, FindingKind
from storage.queries.batches import batches
from storage.queries.labels import said_important


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which findings; what is None does not matter. Those that do not count are never wanted."""

    seen: bool | None = None
    kinds: Collection[FindingKind] = ()
    page_id: int | None = None
    tag: str | None = None  # of their pages
    since: datetime | None = None
    cluster: str | None = None
    muted: bool | None = None  # whether of pages that are muted
    after_id: int | None = None  # only those with a higher number


@dataclass(frozen=True, kw_only=True)
class Cluster:
    """Alike findings: one decision is enough for all of them."""

    key: str
    findings: int
    shown: tuple[Finding, ...]  # the most important of them, at least one


class FindingQueries:
    """What the repository knows of findings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def finding(self, number: int) -> Finding:
        """The finding of that number."""
        with self._database.reading() as connection:
            row = connection.execute(selected_findings().where(finding.c.id == number)).one_or_none()
        if row is None:
            raise NotStored(f"There is no finding {number} in this collection. It may belong to another one.")
        return finding_of_row(row)

    def findings(
        self, wanted: Wanted, *, limit: int, offset: int = 0, newest_first: bool = False
    ) -> list[Finding]:
        """Findings, the most important or the one found last first."""
        query = selected_findings().where(*_conditions(wanted))
        order = (finding.c.id.desc(),) if newest_first else _MOST_IMPORTANT
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(*order).offset(offset).limit(limit))
            return [finding_of_row(row) for row in rows]

    def count_findings(self, wanted: Wanted) -> int:
        """How many there are. Without those of muted pages: all less theirs, which are few and found by an index."""
        if wanted.muted is False:
            every, muted = (self.count_findings(replace(wanted, muted=which)) for which in (None, True))
            return every - muted
        query = select(func.count()).select_from(finding).where(*_conditions(wanted))
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def unseen_clusters(self, *, limit: int, offset: int = 0, shown: int = 6) -> list[Cluster]:
        """Clusters of what nobody has seen yet, the most important first, with up to ``shown`` findings of each.

        Without those of muted pages.
        """
        unseen = _conditions(Wanted(seen=False, muted=False))
        highest, newest = func.max(finding.c.rank), func.max(finding.c.at)
        counts = select(finding.c.cluster, func.count().label("findings")).where(*unseen)
        counts = counts.group_by(finding.c.cluster).order_by(highest.desc(), newest.desc(), finding.c.cluster)
        with self._database.reading() as connection:
            sizes = {
                row.cluster: row.findings for row in connection.execute(counts.offset(offset).limit(limit))
            }
            place = func.row_number().over(partition_by=finding.c.cluster, order_by=_MOST_IMPORTANT)
            ranked = select(finding.c.id, place.label("place")).where(
                *unseen, finding.c.cluster.in_(list(sizes))
            )
            few = ranked.subquery()
            chosen = select(few.c.id).where(few.c.place <= shown)
            rows = connection.execute(
                selected_findings().where(finding.c.id.in_(chosen)).order_by(*_MOST_IMPORTANT)
            )
            members: dict[str, list[Finding]] = {key: [] for key in sizes}
            for row in rows:
                members[row.cluster].append(finding_of_row(row))
        return [Cluster(key=key, findings=count, shown=tuple(members[key])) for key, count in sizes.items()]

    def unseen_numbers(self, cluster: str) -> list[int]:
        """The numbers of the findings of a cluster that nobody has seen yet."""
        wanted = _conditions(Wanted(seen=False, cluster=cluster))
        with self._database.reading() as connection:
            return list(
                connection.execute(select(finding.c.id).where(*wanted).order_by(finding.c.id)).scalars()
            )

    def sentences(self, capture_ids: Sequence[int]) -> dict[int, str]:
        """What captures show, by their numbers: of those that show something that counts, the most important."""
        found: dict[int, str] = {}
        columns = select(finding.c.capture_id, finding.c.sentence).order_by(finding.c.rank, finding.c.id)
        with self._database.reading() as connection:
            for some in batches(capture_ids):
                shown = columns.where(finding.c.capture_id.in_(some), finding.c.counts)
                rows = connection.execute(shown)
                found |= {row.capture_id: row.sentence for row in rows}
        return found


_MOST_IMPORTANT = (finding.c.rank.desc(), finding.c.at.desc(), finding.c.id.desc())


def selected_findings() -> Select[Any]:
    """The rows of which ``finding_of_row`` makes findings."""
    return select(finding, said_important(finding).label("verdict"))


def open_trouble(page_id: ColumnElement[int]) -> ColumnElement[FindingKind | None]:
    """Of a page, the kind of what it was last told to suffer from or to have recovered from; NULL: of nothing."""
    told = finding.c.kind.in_((*TROUBLES, FindingKind.RECOVERED))
    query = select(finding.c.kind).where(finding.c.page_id == page_id, told)
    return query.order_by(finding.c.at.desc(), finding.c.id.desc()).limit(1).scalar_subquery()


def finding_of_row(row: Row[Any]) -> Finding:
    """The finding in a row of ``selected_findings``."""
    return Finding(**row._mapping)


def _conditions(wanted: Wanted) -> Sequence[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [finding.c.counts]
    if wanted.seen is not None:
        conditions.append(finding.c.seen_at.is_not(None) if wanted.seen else finding.c.seen_at.is_(None))
    if wanted.kinds:
        conditions.append(finding.c.kind.in_(list(wanted.kinds)))
    if wanted.page_id is not None:
        conditions.append(finding.c.page_id == wanted.page_id)
    if wanted.tag is not None:
        tagged = select(page_tag.c.page_id).where(page_tag.c.tag == wanted.tag)
        conditions.append(finding.c.page_id.in_(tagged))
    if wanted.since is not None:
        conditions.append(finding.c.at >= wanted.since)
    if wanted.cluster is not None:
        conditions.append(finding.c.cluster == wanted.cluster)
    if wanted.after_id is not None:
        conditions.append(finding.c.id > wanted.after_id)
    if wanted.muted is not None:
        muted = select(page.c.id).where(page.c.muted_at.is_not(None))
        conditions.append(finding.c.page_id.in_(muted) if wanted.muted else finding.c.page_id.not_in(muted))
    return conditions
