"""Names the rows of a table by the column whose words are distinct and stable.

A word in a table says something of its row: "heard" of one case, "adjourned" of another. Read as a bag of words, two
cases that swap these words have not changed. Which column names the rows is learned from the versions of a page: its
words, numbers aside, differ from row to row and stay from visit to visit. A table without such a column, a ranking
whose lines have nothing but a place that stays, has rows without names, and is read as a bag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from changemodel.features.blocks import BlockPage, each_once, masked_text, section_of

MIN_ROWS = 3
"""Rows in the mean that a table must have for its words to be read by row."""

MOSTLY = 0.8
"""Share of the names that must stay from visit to visit."""

DIFFERENT = 0.95
"""Share of the rows that must have a name of their own."""

_ROW = re.compile(r"^(.*>tr[^>]*)>t[dh]")


@dataclass(frozen=True)
class TableRows:
    """The columns that name the rows of a page's tables.

    Parameters
    ----------
    columns
        Their sections, as ``blocks.section_of`` names them.
    """

    columns: frozenset[str] = frozenset()

    @classmethod
    def of(cls, pages: Sequence[BlockPage]) -> TableRows:
        """What names the rows in versions in time order."""
        seen: dict[str, list[dict[str, str]]] = {}
        for columns in each_once(_columns, pages):
            for section, names in columns.items():
                seen.setdefault(section, []).append(names)
        best: dict[str, tuple[float, str]] = {}
        for section, visits in sorted(seen.items()):
            stays = _stays(visits)
            table = section_of(next(iter(visits[0])))
            if stays is not None and stays > best.get(table, (0.0, ""))[0]:
                best[table] = stays, section
        return cls(frozenset(section for _, section in best.values()))

    def names(self, page: BlockPage) -> Mapping[str, str]:
        """What the row of each cell is called, by the cell's path; the cells that name the rows are left out."""
        called: dict[str, str] = {}
        for block in page.blocks if self.columns else ():
            row = row_of(block.path)
            if row is not None and section_of(block.path) in self.columns:
                called.setdefault(row, masked_text(block.text))
        return {
            block.path: called[row]
            for block in (page.blocks if called else ())
            if (row := row_of(block.path)) in called and section_of(block.path) not in self.columns
        }


@lru_cache(maxsize=16384)
def row_of(path: str) -> str | None:
    """The path of the innermost table row that a block stands in; None outside of tables."""
    found = _ROW.match(path)
    return None if found is None else found.group(1)


def _columns(page: BlockPage) -> dict[str, dict[str, str]]:
    """What stands in each row of each column, numbers masked, by the column's section and the row's path."""
    found: dict[str, dict[str, str]] = {}
    for block in page.blocks:
        row = row_of(block.path)
        if row is not None and block.text:
            found.setdefault(section_of(block.path), {}).setdefault(row, masked_text(block.text))
    return found


def _stays(visits: Sequence[Mapping[str, str]]) -> float | None:
    """Share of a column's words that stay from visit to visit; None for a column that names no rows."""
    if np.mean([len(names) for names in visits]) < MIN_ROWS:
        return None
    sets = [{name for name in names.values() if any(map(str.isalpha, name))} for names in visits]
    different = sum(map(len, sets)) / sum(map(len, visits))
    shared = [len(a & b) / max(1, len(a | b)) for a, b in pairwise(sets)]
    stays = float(np.mean(shared)) if shared else 1.0
    return stays if different >= DIFFERENT and stays >= MOSTLY else None
