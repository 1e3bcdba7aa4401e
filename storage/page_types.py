"""The type of each page: what a classifier found, or what a person said instead."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from storage.database import Database
from storage.schema import page_type

_NAMED = 500  # pages in one statement


@dataclass(frozen=True, kw_only=True)
class StoredPageType:
    """The current type of a page.

    Attributes
    ----------
    type : str
        A name of the tree of types, or "unknown".
    probability : float, 0 to 1
        That the page is of this type; 1 where a person said it.
    model_id : str
        Names the model that found it; empty where a person said it.
    said_by : str or None
        The person who corrected it; None: the model found it.
    """

    page_id: int
    type: str
    probability: float
    model_id: str
    at: datetime
    said_by: str | None = None


class PageTypeQueries:
    """What the repository knows of the types of pages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_page_type(self, found: StoredPageType) -> bool:
        """Replace the type of a page; False where a person has said it and a model now finds another."""
        mine = page_type.c.page_id == found.page_id
        with self._database.writing() as connection:
            said_by = connection.execute(select(page_type.c.said_by).where(mine)).scalar()
            if said_by is not None and found.said_by is None:
                return False
            connection.execute(delete(page_type).where(mine))
            connection.execute(insert(page_type).values(**asdict(found)))
        return True

    def page_type(self, page_id: int) -> StoredPageType | None:
        """The type of a page; None where nothing was found yet."""
        return self.page_types([page_id]).get(page_id)

    def page_types(self, page_ids: Collection[int]) -> dict[int, StoredPageType]:
        """The types of those of the pages that have one, by the number of the page."""
        numbers, found = list(page_ids), {}
        with self._database.reading() as connection:
            for start in range(0, len(numbers), _NAMED):
                some = page_type.c.page_id.in_(numbers[start : start + _NAMED])
                for row in connection.execute(select(page_type).where(some)):
                    found[row.page_id] = StoredPageType(**row._mapping)
        return found

    def type_names(self) -> dict[int, str]:
        """The name of the type of each page that has one, by the number of the page."""
        with self._database.reading() as connection:
            query = select(page_type.c.page_id, page_type.c.type)
            return {row.page_id: row.type for row in connection.execute(query)}

    def pages_of_types(self, types: Collection[str]) -> list[int]:
        """The numbers of the pages of any of these types, in the order in which the pages were added."""
        query = select(page_type.c.page_id).where(page_type.c.type.in_(types)).order_by(page_type.c.page_id)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())
