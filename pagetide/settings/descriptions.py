"""Every setting with its default and meaning, read from the settings classes."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from datetime import timedelta
from functools import cache
from typing import Any

from crawler.settings import PageCrawlSettings
from pagetide.settings.collection_settings import OVERRIDE, SECTIONS

OF_ONE_PAGE = f"{OVERRIDE}.crawl"
"""The table of what a page may have of its own in crawling."""


def describe() -> list[tuple[str, str, Any, str]]:
    """Every setting as (section, key, default, what it does), in the order of the classes."""
    return [row for section, kind in SECTIONS.items() for row in _described(section, kind)]


def describe_override() -> list[tuple[str, str, Any, str]]:
    """The same of what a page may have of its own in crawling."""
    return _described(OF_ONE_PAGE, PageCrawlSettings)


def as_toml(default: object) -> str:
    """A default as TOML writes it; a setting that is unset by default shows an empty string."""
    if isinstance(default, timedelta):
        hours = default.total_seconds() / 3600
        return f'"{hours / 24:g}d"' if hours >= 48 and hours % 24 == 0 else f'"{hours:g}h"'
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, int | float):
        return repr(default)
    return json.dumps("" if default is None else default)


def _described(section: str, kind: type) -> list[tuple[str, str, Any, str]]:
    return [
        (section, item.name, _default_of(item), _docstrings(kind).get(item.name, ""))
        for item in fields(kind)
        if f"{section}.{item.name}" not in SECTIONS
    ]


def _default_of(item: Field[Any]) -> Any:
    if item.default is not MISSING:
        return item.default
    assert item.default_factory is not MISSING
    return item.default_factory()


@cache
def _docstrings(kind: type) -> Mapping[str, str]:
    """The string literal that follows each field in the class's source."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        before.target.id: after.value.value
        for before, after in zip(body.body, body.body[1:], strict=False)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }
