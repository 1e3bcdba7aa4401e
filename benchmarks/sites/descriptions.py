"""Features and row signatures of put-together captures, made once and kept beside the rendered panels.

The product describes each capture when it is stored (``pagetide.versions``); so does the benchmark, so that fitting on
another split, or running again, computes only what alignment moves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from benchmarks.sites.compose import HEIGHT_PX, Composed
from benchmarks.sites.sheets import opened
from changemodel.features.alignment import row_signatures
from changemodel.features.gist import GistGrid
from pagetide.versions import Description

_BATCH = 24
_VERSION = 1  # of the signatures; features name their own layout


def descriptions(pages: Sequence[Composed], kept: Path) -> dict[str, Description]:
    """The description of each page by its identity; those that are not kept yet are made now."""
    gist = GistGrid(grid=10)
    layout = f"{gist.feature_layout} signatures{_VERSION}"
    with opened(kept) as store:
        store.execute(
            "create table if not exists description (page text, layout text, arrays blob, primary key (page, layout))"
        )
        found = {page.identity: _read(store, page.identity, layout) for page in pages}
        missing = {page.identity: page for page in pages if found[page.identity] is None}
        waiting = list(missing.items())
        for start in range(0, len(waiting), _BATCH):
            for identity, page in waiting[start : start + _BATCH]:
                found[identity] = _described(page, gist)
            _keep(store, {key: found[key] for key, _ in waiting[start : start + _BATCH]}, layout)
    return {key: item for key, item in found.items() if item is not None}


def _described(page: Composed, gist: GistGrid) -> Description:
    picture = page.picture(HEIGHT_PX)
    return Description(gist.transform([picture])[0], gist.feature_layout, row_signatures(picture))


def _read(store: sqlite3.Connection, identity: str, layout: str) -> Description | None:
    row = store.execute(
        "select arrays from description where page = ? and layout = ?", (identity, layout)
    ).fetchone()
    return None if row is None else Description.from_bytes(row[0])


def _keep(store: sqlite3.Connection, made: dict[str, Description | None], layout: str) -> None:
    rows = [(key, layout, item.to_bytes()) for key, item in made.items() if item is not None]
    with store:
        store.executemany("insert or replace into description values (?, ?, ?)", rows)
