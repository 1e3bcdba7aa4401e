"""Texts without regard to case, in the database: SQLite's own ``lower`` knows ASCII only, so it gets Python's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

NAME = "casefold"
"""Of the function that SQLite connections are given."""


class Folded(FunctionElement[str]):
    """A text in which upper and lower case are one."""

    type = Text()
    inherit_cache = True


@compiles(Folded)
def _in_sqlite(element: Folded, compiler: Any, **named: Any) -> str:
    return f"{NAME}({compiler.process(element.clauses, **named)})"


@compiles(Folded, "postgresql")
def _in_postgresql(element: Folded, compiler: Any, **named: Any) -> str:
    return f"lower({compiler.process(element.clauses, **named)})"
