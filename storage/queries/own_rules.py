"""Rules of visits that people gave to pages and tags."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select

from storage.database.engine import Database
from storage.database.schema import own_rule, page_tag
from storage.own_rules import OwnRule

_COLUMNS = tuple(own_rule.c[name] for name in OwnRule.__dataclass_fields__)


class OwnRuleQueries:
    """What the repository knows of them. They are given and taken through ``storage.actions.own_rules``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tag_rules(self) -> list[OwnRule]:
        """The rules of tags, by their names."""
        query = select(*_COLUMNS).where(own_rule.c.tag.is_not(None)).order_by(own_rule.c.tag)
        with self._database.reading() as connection:
            return [_rule(row) for row in connection.execute(query)]

    def rules_of_page(self, page_id: int) -> list[OwnRule]:
        """The rules that hold for a page; the first counts: its own, then of its tags' the one with most visits."""
        tags = select(page_tag.c.tag).where(page_tag.c.page_id == page_id)
        query = select(*_COLUMNS).where((own_rule.c.page_id == page_id) | own_rule.c.tag.in_(tags))
        with self._database.reading() as connection:
            return sorted(map(_rule, connection.execute(query)), key=_rank)

    def own_rules(self) -> dict[int, OwnRule]:
        """The rule that counts, for each page that has one."""
        of_tags = select(page_tag.c.page_id, *_COLUMNS[1:]).join(own_rule, own_rule.c.tag == page_tag.c.tag)
        of_pages = select(*_COLUMNS).where(own_rule.c.page_id.is_not(None))
        with self._database.reading() as connection:
            rows = [*connection.execute(of_tags), *connection.execute(of_pages)]
        found = sorted(((row.page_id, _rule(row)) for row in rows), key=lambda item: _rank(item[1]))
        return dict(reversed(found))


def find_rule(connection: Connection, page_id: int | None, tag: str | None) -> OwnRule | None:
    """The rule of a page, or of a tag."""
    row = connection.execute(select(*_COLUMNS).where(_of(page_id, tag))).one_or_none()
    return None if row is None else _rule(row)


def put_rule(connection: Connection, page_id: int | None, tag: str | None, rule: OwnRule | None) -> None:
    """Give a page, or a tag, this rule and no other; None: no rule."""
    connection.execute(delete(own_rule).where(_of(page_id, tag)))
    if rule is not None:
        connection.execute(insert(own_rule).values(**vars(rule)))


def _of(page_id: int | None, tag: str | None) -> ColumnElement[bool]:
    return own_rule.c.tag == tag if page_id is None else own_rule.c.page_id == page_id


def _rank(rule: OwnRule) -> tuple[bool, float, str]:
    return rule.tag is not None, -rule.per_h, rule.tag or ""


def _rule(row: Row[tuple[object, ...]]) -> OwnRule:
    values = dict(row._mapping)
    return OwnRule(**values | ({"page_id": None} if values["tag"] is not None else {}))
