"""The type of each page: the classifier's, or a person's, of which the newest counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    select,
    union_all,
)

from storage.database.engine import Database
from storage.database.schema import capture, page_type, type_correction
from storage.queries.batches import batches


@dataclass(frozen=True, kw_only=True)
class FoundType:
    """What a classifier found: a name of the tree of types or "unknown", and how probable that is."""

    page_id: int
    type: str
    probability: float
    model_id: str  # names the classifier: another one has another
    at: datetime


@dataclass(frozen=True, kw_only=True)
class TypeCorrection:
    """A person's word on the type of a page; of several the newest counts, and wins over any classifier."""

    page_id: int
    type: str | None  # None: an earlier word is taken back
    said_at: datetime
    said_by: str = ""
    note: str = ""
    id: int | None = None


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
        Names the classifier that found it; empty where a person said it.
    said_by : str or None
        The person who said it; None: a classifier found it.
    """

    page_id: int
    type: str
    probability: float
    model_id: str
    at: datetime
    said_by: str | None


class PageTypeQueries:
    """What the repository knows of the types of pages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_found_type(self, found: FoundType) -> None:
        """Replace what a classifier found of a page; what a person said stays the page's type."""
        with self._database.writing() as connection:
            connection.execute(delete(page_type).where(page_type.c.page_id == found.page_id))
            connection.execute(insert(page_type).values(**asdict(found)))

    def found_type(self, page_id: int) -> FoundType | None:
        """What a classifier found of a page, also where a person said another type; None: nothing yet."""
        with self._database.reading() as connection:
            row = connection.execute(select(page_type).where(page_type.c.page_id == page_id)).one_or_none()
        return None if row is None else FoundType(**row._mapping)

    def page_type(self, page_id: int) -> StoredPageType | None:
        """The type of a page; None where nothing was found or said yet."""
        return self.page_types([page_id]).get(page_id)

    def page_types(self, page_ids: Iterable[int]) -> dict[int, StoredPageType]:
        """The types of those of the pages that have one, by the number of the page."""
        found = {}
        with self._database.reading() as connection:
            for some in batches(page_ids):
                for row in connection.execute(select(_current(some))):
                    found[row.page_id] = StoredPageType(**row._mapping)
        return found

    def type_names(self) -> dict[int, str]:
        """The name of the type of each page that has one, by the number of the page."""
        current = _current()
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(select(current.c.page_id, current.c.type))}

    def count_types(self) -> dict[str, int]:
        """How many pages are of each type, the most frequent first."""
        current = _current()
        count = func.count().label("count")
        query = select(current.c.type, count).group_by(current.c.type).order_by(count.desc(), current.c.type)
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def pages_of_types(self, names: Collection[str]) -> list[int]:
        """The numbers of the pages of any of these types, in the order in which the pages were added."""
        query = of_types(names)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def pages_to_classify(self, model_id: str) -> list[int]:
        """The numbers of the pages that have captures, and no finding of the classifier of that name."""
        found = exists().where(page_type.c.page_id == capture.c.page_id, page_type.c.model_id == model_id)
        query = select(capture.c.page_id).where(~found).distinct().order_by(capture.c.page_id)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())


def of_types(names: Collection[str]) -> Select[Any]:
    """The numbers of the pages of any of these types, in the order in which the pages were added."""
    current = _current()
    return select(current.c.page_id).where(current.c.type.in_(names)).order_by(current.c.page_id)


def has_capture() -> ColumnElement[bool]:
    """Of a row of ``type_correction``, whether its page has a capture."""
    return exists().where(capture.c.page_id == type_correction.c.page_id)


def newest_words(page_ids: Collection[int] | None = None) -> Select[Any]:
    """What people say of the types of all pages, or of some, now: the newest word on each that was not taken back.

    The newest by the time when it was said: archives may be read back in any order.
    """
    said = type_correction
    newest_first = (said.c.said_at.desc(), said.c.id.desc())
    rank = func.row_number().over(partition_by=said.c.page_id, order_by=newest_first).label("rank")
    ranks = select(said, rank)
    if page_ids is not None:
        ranks = ranks.where(said.c.page_id.in_(page_ids))
    ranked = ranks.subquery()
    return select(
        ranked.c.page_id,
        ranked.c.type,
        literal(1.0).label("probability"),
        literal("").label("model_id"),
        ranked.c.said_at.label("at"),
        ranked.c.said_by,
    ).where(ranked.c.rank == 1, ranked.c.type.is_not(None))


def _current(page_ids: Collection[int] | None = None) -> Subquery:
    """The type of all pages, or of some: what a person said, else what was found."""
    words, found = newest_words(page_ids), page_type
    findings = select(found, null().label("said_by"))
    if page_ids is not None:
        findings = findings.where(found.c.page_id.in_(page_ids))
    corrected = words.with_only_columns(words.selected_columns.page_id)
    return union_all(words, findings.where(found.c.page_id.not_in(corrected))).subquery()
