"""Places the lines of a plain text relative to the lines that are always there.

A version that brings text alone says nothing of its structure. What stands between two lines that are there at nearly
every visit is one place, whatever comes and goes there: a lead stays where it is when what is above it changes. When
such a line is replaced one day by one that begins with the same word ("Director: ..."), this stands in for it: what is
below keeps its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import PLAIN, line_name
from changemodel.features.structure import normalised_text

NEARLY_ALL = 0.9
"""Share of the versions in which a line must stand, and in each of these only once."""

_LINES = "standing_lines"


class StandingLines:
    """The lines of a page's text that are nearly always there.

    Parameters
    ----------
    lines : sequence of str
        From top to bottom, as ``blocks.line_name`` names them.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)
        self._ranks = {name: rank for rank, name in enumerate(self._lines)}

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Of the texts of a page's versions."""
        rows: dict[str, list[int]] = {}
        for text in texts:
            page = [line_name(line) for line in _lines_of(text)]
            times = Counter(page)
            for row, name in enumerate(page):
                if times[name] == 1:
                    rows.setdefault(name, []).append(row)
        standing = [name for name, found in rows.items() if len(found) >= NEARLY_ALL * len(texts)]
        return cls(sorted(standing, key=lambda name: (float(np.mean(rows[name])), name)))

    def blocks(self, text: str) -> list[dict[str, Any]]:
        """The lines as blocks of a version: each in the place that begins with the standing line above it."""
        lines = _lines_of(text) or [""]
        standing = self._standing([line_name(line) for line in lines])
        found, above = [], ""
        for row, line in enumerate(lines):
            found.append({"path": f"{PLAIN}{above}", "text": line, "links": (), "linked_chars": 0})
            above = standing.get(row, above)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {_LINES: np.array(self._lines, dtype=np.str_)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        return cls(arrays[_LINES].tolist()) if _LINES in arrays else None

    def _standing(self, names: Sequence[str]) -> dict[int, str]:
        """By row the standing lines of a version, and those for which another line stands in there."""
        found = {row: name for row, name in enumerate(names) if name in self._ranks}
        there = set(found.values())
        bounds = [(-1, -1), *((row, self._ranks[name]) for row, name in found.items())]
        for (row, first), (below, last) in pairwise([*bounds, (len(names), len(self._lines))]):
            at = row + 1
            for name in self._lines[first + 1 : last]:
                alike = next((i for i in range(at, below) if _begin_alike(names[i], name)), None)
                if alike is not None and name not in there:
                    found[alike], at = name, alike + 1
        return found


def _begin_alike(a: str, b: str) -> bool:
    """With the same word, a number aside."""
    word = a.split(" ", 1)[0]
    return word == b.split(" ", 1)[0] and any(map(str.isalpha, word))


def _lines_of(text: str) -> list[str]:
    return [words for line in text.splitlines() if (words := normalised_text(line))]
