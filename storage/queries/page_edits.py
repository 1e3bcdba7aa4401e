"""Columns of pages that people set, of one page or of many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, case, literal, select, update

from storage.database.schema import host, page, page_tag
from storage.queries.batches import batches


@dataclass(frozen=True, kw_only=True)
class PageGroup:
    """The pages with a tag; where none is named, those of a host."""

    host: str = ""
    tag: str = ""

    def condition(self) -> ColumnElement[bool]:
        """The group as a condition on the ``page`` table."""
        if self.tag:
            return page.c.id.in_(select(page_tag.c.page_id).where(page_tag.c.tag == self.tag))
        return page.c.host_id.in_(select(host.c.id).where(host.c.name == self.host))


def page_row(connection: Connection, number: int) -> Row[Any] | None:
    """The row of the page of that number."""
    return connection.execute(select(page).where(page.c.id == number)).one_or_none()


def has_pages(connection: Connection, group: PageGroup) -> bool:
    """Whether there is a page of that group."""
    return connection.execute(select(page.c.id).where(group.condition()).limit(1)).first() is not None


def pages_in(connection: Connection, group: PageGroup) -> list[int]:
    """The pages of that group, by number."""
    return list(connection.execute(select(page.c.id).where(group.condition()).order_by(page.c.id)).scalars())


def update_page(connection: Connection, number: int, values: Mapping[str, Any]) -> None:
    """Set columns of a page."""
    connection.execute(update(page).where(page.c.id == number).values(**values))


def update_pages(connection: Connection, numbers: Iterable[int], values: Mapping[str, Any]) -> None:
    """Set the same columns of many pages."""
    for some in batches(numbers):
        connection.execute(update(page).where(page.c.id.in_(some)).values(**values))


def update_group(
    connection: Connection, group: PageGroup, *, active: bool, values: Mapping[str, Any]
) -> Sequence[Row[Any]]:
    """Set columns of the pages of a group that are active, or that rest without being retired; what was in them."""
    wanted = (group.condition(), page.c.retired_at.is_(None), page.c.active.is_(active))
    columns: list[Any] = [page.c.id, *(page.c[name] for name in values)]
    rows = connection.execute(select(*columns).where(*wanted)).all()
    connection.execute(update(page).where(*wanted).values(**values))
    return rows


def due_not_before(at: datetime) -> ColumnElement[datetime]:
    """As a value of ``due_at``: what it is, or ``at`` where that is past or nothing was planned."""
    return case((page.c.due_at > at, page.c.due_at), else_=literal(at, page.c.due_at.type))
