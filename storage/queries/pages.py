"""Pages in the database: added, found, switched on and off, scheduled by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from storage.database.engine import Database
from storage.database.schema import host, page
from storage.errors import NotStored
from storage.queries.batches import batches
from storage.records import Page, RateBelief
from storage.regions import PageRegion
from storage.urls import host_of, page_key
from storage.visit_plan import VisitPlan


class PageQueries:
    """What the repository knows of pages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_page(
        self,
        url: str,
        *,
        at: datetime,
        weight: float = 1.0,
        floor: timedelta | None = None,
        ceiling: timedelta | None = None,
        due_at: datetime | None = None,
        rate: RateBelief | None = None,
    ) -> Page:
        """Watch ``url``, as its page key writes it; a page with the same key is returned as it is, unchanged."""
        values = {"weight": weight, "floor": floor, "ceiling": ceiling, "due_at": due_at}
        with self._database.writing() as connection:
            row, _ = _added(connection, url, at, rate or RateBelief(), values)
        return page_of(row)

    def add_pages(
        self, pages: Iterable[tuple[str, float]], *, at: datetime, due_at: datetime | None = None
    ) -> Iterator[tuple[Page, bool]]:
        """Watch many URLs with their weights, some in one transaction: each page, and whether it is new."""
        for some in batches(pages):  # a transaction each: others can write in between
            with self._database.writing() as connection:
                found = [
                    _added(connection, url, at, RateBelief(), {"weight": weight, "due_at": due_at})
                    for url, weight in some
                ]
            yield from ((page_of(row), is_new) for row, is_new in found)

    def page(self, page_id: int) -> Page:
        """The page of that number."""
        with self._database.reading() as connection:
            row = connection.execute(selected_pages().where(page.c.id == page_id)).one_or_none()
        if row is None:
            raise NotStored(
                f"There is no page {page_id} in this collection. `pagetide status` lists the pages."
            )
        return page_of(row)

    def find_page(self, url: str) -> Page | None:
        """The page with the same page key as ``url``."""
        with self._database.reading() as connection:
            row = connection.execute(selected_pages().where(page.c.url_key == page_key(url))).one_or_none()
        return None if row is None else page_of(row)

    def pages(self, *, active: bool | None = None, limit: int | None = None, offset: int = 0) -> list[Page]:
        """All pages, or those that are (not) active, in the order in which they were added, or some of them."""
        query = selected_pages().order_by(page.c.id).limit(limit).offset(offset or None)
        if active is not None:
            query = query.where(page.c.active.is_(active))
        with self._database.reading() as connection:
            return [page_of(row) for row in connection.execute(query)]

    def set_active(self, page_id: int, active: bool) -> None:
        """Switch the visits of a page on or off; what was captured stays."""
        self._change(page_id, active=active)

    def set_due(
        self,
        page_id: int,
        due_at: datetime | None,
        reason: str,
        *,
        exempt: bool = False,
        plan: VisitPlan | None = None,
    ) -> None:
        """Schedule a page from outside a visit; None takes it off the schedule.

        The budget does not hold an ``exempt`` visit back. ``plan`` is what decided, for those who show it.
        """
        values = {"due_at": due_at, "due_reason": reason, "exempt": exempt, "plan": dict(plan or {})}
        self._change(page_id, **values)

    def set_rate(self, page_id: int, rate: RateBelief, *, observations: int | None = None) -> None:
        """Replace the belief about a page's rate of important change, as after learning it anew.

        ``observations`` is how many pairs of captures it was learned from; None: as many as before.
        """
        counted = {} if observations is None else {"observations": observations}
        self._change(page_id, **rate_values(rate), **counted)

    def _change(self, page_id: int, **values: Any) -> None:
        with self._database.writing() as connection:
            changed = connection.execute(update(page).where(page.c.id == page_id).values(**values)).rowcount
        if not changed:
            raise NotStored(
                f"There is no page {page_id} in this collection. `pagetide status` lists the pages."
            )


def _added(
    connection: Connection, url: str, at: datetime, rate: RateBelief, values: Mapping[str, Any]
) -> tuple[Row[Any], bool]:
    """The row of a page, and whether it was not there before."""
    key = page_key(url)
    found = selected_pages().where(page.c.url_key == key)
    row = connection.execute(found).one_or_none()
    if row is not None:
        return row, False
    connection.execute(
        insert(page).values(
            url=key,
            url_key=key,
            host_id=_host_id(connection, host_of(url)),
            added_at=at,
            active=True,
            **rate_values(rate),
            due_reason="new page" if values["due_at"] is not None else "",
            **values,
        )
    )
    return connection.execute(found).one(), True


def selected_pages() -> Select[Any]:
    """The rows of which ``page_of`` makes pages."""
    return select(page, host.c.name.label("host_name")).join(host, page.c.host_id == host.c.id)


def _host_id(connection: Connection, name: str) -> int:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(host).values(name=name).on_conflict_do_nothing())
    return int(connection.execute(select(host.c.id).where(host.c.name == name)).scalar_one())


def rate_values(rate: RateBelief) -> dict[str, Any]:
    """The columns of a page that hold a belief."""
    return {
        "rate_shape": rate.shape,
        "rate_scale_h": rate.scale_h,
        "rate_memory": dict(rate.memory),
    }


def page_of(row: Row[Any]) -> Page:
    """The page in a row of the page table joined with ``host.name AS host_name``."""
    return Page(
        id=row.id,
        url=row.url,
        url_key=row.url_key,
        host=row.host_name,
        added_at=row.added_at,
        title=row.title,
        active=row.active,
        weight=row.weight,
        floor=row.floor,
        ceiling=row.ceiling,
        rate=RateBelief(
            shape=row.rate_shape,
            scale_h=row.rate_scale_h,
            memory=row.rate_memory,
        ),
        due_at=row.due_at,
        due_reason=row.due_reason,
        last_visit_at=row.last_visit_at,
        failures=row.failures,
        quarantined_at=row.quarantined_at,
        observations=row.observations,
        exempt=row.exempt,
        attempt=row.attempt,
        plan=row.plan,
        muted_at=row.muted_at,
        retired_at=row.retired_at,
        note=row.note,
        alarm_above=row.alarm_above,
        regions=tuple(PageRegion.from_json(kept) for kept in row.regions),
    )
