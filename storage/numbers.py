"""Numbers of captures: none is given twice, though SQLite gives the highest again when its row was removed.

Browsers keep the pictures of a capture by its number for ever, and people write numbers down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from storage.schema import capture, state

_HIGHEST = "highest capture number"


def remember_highest(connection: Connection) -> None:
    """Note the highest number so far, before captures are removed."""
    if connection.dialect.name == "sqlite":  # servers count by themselves
        highest = max(_noted(connection), _newest(connection))
        connection.execute(delete(state).where(state.c.key == _HIGHEST))
        connection.execute(insert(state).values(key=_HIGHEST, value=highest))


def numbered(connection: Connection, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """New rows of ``capture``, with numbers of their own where the database would give some again."""
    noted = _noted(connection) if connection.dialect.name == "sqlite" else 0
    if noted <= 0 or noted <= _newest(connection):
        return list(rows)
    return [{"id": number, **row} for number, row in enumerate(rows, noted + 1)]


def _noted(connection: Connection) -> int:
    return int(connection.execute(select(state.c.value).where(state.c.key == _HIGHEST)).scalar() or 0)


def _newest(connection: Connection) -> int:
    return int(connection.execute(select(func.max(capture.c.id))).scalar() or 0)
