"""Sheets of the list of pages, and counts by state, computed by the database.

A collection may hold a million pages; a sheet shows fifty. The states are those that the dashboard names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, literal, select
from sqlalchemy.sql.expression import ScalarSelect

from storage.database.engine import Database
from storage.database.folding import Folded
from storage.database.schema import capture, finding, model, page, page_tag
from storage.findings import FindingKind
from storage.queries.findings import open_trouble
from storage.queries.page_types import of_types
from storage.records import ModelState, ResponseKind

_SAID = {
    ModelState.LEARNED: "learned",
    ModelState.PRIOR: "prior",
    ModelState.NOT_ENOUGH_CHANGE: "not-enough-change",
}
_LIKE_ESCAPES = str.maketrans({"%": r"\%", "_": r"\_", "\\": r"\\"})


@dataclass(frozen=True, kw_only=True)
class HealthFigures:
    """How a collection is, in few numbers that are cheap to have."""

    pages: int
    failing: int  # quarantined ones included
    gone: int
    overdue: int
    last_visit_at: datetime | None
    visited: int  # pages visited since the moment before which others are overdue


@dataclass(frozen=True, kw_only=True)
class PagesWanted:
    """Which pages a list shows."""

    words: Sequence[str] = ()  # all stand in title or URL, whatever their case
    state: str = ""  # as the list's form names it; empty: any
    types: Sequence[str] = ()  # any of them; none: any at all
    tag: str = ""


class PageSheets:
    """Looks through all pages of a collection for the list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def states(self) -> dict[str, int]:
        """How many pages are in each state."""
        rows = select(_state().label("state")).subquery()
        query = select(rows.c.state, func.count()).group_by(rows.c.state)
        with self._database.reading() as connection:
            return {state: count for state, count in connection.execute(query)}

    def health(self, overdue_at: datetime) -> HealthFigures:
        """How many pages fail, are gone, and were due before that moment; and when the last visit was."""
        failing = page.c.active & (page.c.failures > 0)
        overdue = page.c.active & (page.c.due_at < overdue_at)
        figures = select(
            func.count(),
            func.count().filter(failing),
            func.count().filter(overdue),
            func.max(page.c.last_visit_at),
            func.count().filter(page.c.last_visit_at >= overdue_at),
        ).select_from(page)
        ever_gone = select(finding.c.page_id).where(finding.c.kind == FindingKind.GONE)
        is_gone = open_trouble(page.c.id) == FindingKind.GONE
        gone = select(func.count()).select_from(page).where(page.c.active, page.c.id.in_(ever_gone), is_gone)
        with self._database.reading() as connection:
            pages, failures, late, last_visit_at, visited = connection.execute(figures).one()
            lost = int(connection.execute(gone).scalar_one())
        return HealthFigures(
            pages=pages,
            failing=failures,
            gone=lost,
            overdue=late,
            last_visit_at=last_visit_at,
            visited=visited,
        )

    def sheet(self, asked: PagesWanted, *, sort: str, offset: int, limit: int) -> tuple[list[int], int]:
        """Numbers of the pages of a sheet in an order that the list's form names, and how many are wanted at all."""
        wanted = _wanted(asked)
        counted = select(func.count()).select_from(page).where(*wanted)
        shown = _sorted(select(page.c.id).where(*wanted), sort).offset(offset).limit(limit)
        with self._database.reading() as connection:
            found = int(connection.execute(counted).scalar_one())
            return list(connection.execute(shown).scalars()), found

    def numbered(self, *, after: int, limit: int) -> list[int]:
        """Numbers of the pages that were added after that one, in their order."""
        query = select(page.c.id).where(page.c.id > after).order_by(page.c.id).limit(limit)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def planned(self, *, offset: int, limit: int) -> list[int]:
        """Numbers of the pages whose visits come next, soonest first."""
        query = (
            select(page.c.id)
            .where(page.c.active, page.c.due_at.is_not(None))
            .order_by(page.c.due_at, page.c.id)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query.offset(offset).limit(limit)).scalars())

    def count_planned(self, until: Sequence[datetime]) -> list[int]:
        """How many visits are planned at all, and how many up to each of these moments."""
        query = select(func.count()).select_from(page).where(page.c.active, page.c.due_at.is_not(None))
        with self._database.reading() as connection:
            return [
                int(connection.execute(item).scalar_one())
                for item in (query, *(query.where(page.c.due_at <= moment) for moment in until))
            ]

    def retired(self, *, limit: int) -> tuple[list[int], int]:
        """The pages that were retired last, the last first, and how many are retired."""
        wanted = page.c.retired_at.is_not(None)
        newest = select(page.c.id).where(wanted).order_by(page.c.retired_at.desc(), page.c.id).limit(limit)
        with self._database.reading() as connection:
            ids = list(connection.execute(newest).scalars())
            count = select(func.count()).select_from(page).where(wanted)
            return ids, int(connection.execute(count).scalar_one())

    def unplanned(self, *, limit: int) -> tuple[list[int], int]:
        """The first active pages of which no visit is planned, and how many there are."""
        wanted = (page.c.active, page.c.due_at.is_(None))
        with self._database.reading() as connection:
            found = connection.execute(
                select(page.c.id).where(*wanted).order_by(page.c.id).limit(limit)
            ).scalars()
            ids = list(found)
            return ids, int(
                connection.execute(select(func.count()).select_from(page).where(*wanted)).scalar_one()
            )


def _wanted(asked: PagesWanted) -> list[ColumnElement[bool]]:
    wanted: list[ColumnElement[bool]] = [
        Folded(_searched()).like(f"%{word.translate(_LIKE_ESCAPES)}%", escape="\\") for word in asked.words
    ]
    if asked.state:
        wanted.append(_state() == asked.state)
    if asked.types:
        wanted.append(page.c.id.in_(of_types(asked.types)))
    if asked.tag:
        wanted.append(page.c.id.in_(select(page_tag.c.page_id).where(page_tag.c.tag == asked.tag)))
    return wanted


def _state() -> ColumnElement[str]:
    """The key of a page's state."""
    visited = select(capture.c.id).where(capture.c.page_id == page.c.id).correlate(page).exists()
    newest = select(model.c.state).where(model.c.page_id == page.c.id).order_by(model.c.id.desc()).limit(1)
    modelled = newest.correlate(page).scalar_subquery()
    return case(
        (page.c.retired_at.is_not(None), "retired"),
        (~page.c.active, "paused"),
        (page.c.quarantined_at.is_not(None), "quarantined"),
        (page.c.failures > 0, "failing"),
        (open_trouble(page.c.id) == FindingKind.GONE, "gone"),
        (~visited, "waiting"),
        (_newest_kind() == ResponseKind.NOT_HTML, "file"),
        else_=case(*((modelled == state, key) for state, key in _SAID.items()), else_="learning"),
    )


def _newest_kind() -> ScalarSelect[ResponseKind]:
    """What a page's newest visit met."""
    newest = select(capture.c.response_kind).where(capture.c.page_id == page.c.id)
    newest = newest.order_by(capture.c.started_at.desc(), capture.c.id.desc()).limit(1)
    return newest.correlate(page).scalar_subquery()


def _searched() -> ColumnElement[str]:
    return page.c.title + literal(" ") + page.c.url


def _sorted(query: Select[Any], sort: str) -> Select[Any]:
    """In the order of that name; pages that are alike in it by their titles."""
    address = func.replace(func.replace(page.c.url, "https://", ""), "http://", "")
    titled = Folded(func.coalesce(func.nullif(func.trim(page.c.title), ""), address))
    if sort == "next":
        query = query.order_by(page.c.active.is_(False), page.c.due_at.is_(None), page.c.due_at)
    elif sort == "captures":
        counts = (
            select(capture.c.page_id, func.count().label("captures")).group_by(capture.c.page_id).subquery()
        )
        query = query.outerjoin(counts, counts.c.page_id == page.c.id)
        query = query.order_by(func.coalesce(counts.c.captures, 0).desc())
    elif sort == "added":
        query = query.order_by(page.c.added_at.desc())
    elif sort == "change":
        last = _last_important()
        query = query.order_by(last.is_(None), last.desc())
    return query.order_by(titled, page.c.id)


def _last_important() -> ScalarSelect[datetime | None]:
    """When the newest important change of a page was captured: the end of its part of an index, however many it has."""
    changes = select(finding.c.at).where(finding.c.page_id == page.c.id, finding.c.kind == FindingKind.CHANGE)
    return changes.where(finding.c.counts).order_by(finding.c.at.desc()).limit(1).scalar_subquery()
