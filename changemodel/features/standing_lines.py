"""Where the lines of a plain text stand, told by the lines that are always there.

A version that brings text alone says nothing of its structure. What stands between two lines that are there at nearly
every visit is one place, whatever comes and goes there: a lead stays where it is when what is above it changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
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
    lines : collection of str
        As ``blocks.line_name`` names them.
    """

    def __init__(self, lines: Collection[str]) -> None:
        self._lines = frozenset(lines)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Of the texts of a page's versions."""
        once: Counter[str] = Counter()
        for text in texts:
            names = Counter(line_name(line) for line in _lines_of(text))
            once.update(name for name, count in names.items() if count == 1)
        return cls([name for name, count in once.items() if count >= NEARLY_ALL * len(texts)])

    def blocks(self, text: str) -> list[dict[str, Any]]:
        """The lines as blocks of a version: each in the place that begins with the standing line above it."""
        found, above = [], ""
        for line in _lines_of(text) or [""]:
            found.append({"path": f"{PLAIN}{above}", "text": line, "links": (), "linked_chars": 0})
            name = line_name(line)
            above = name if name in self._lines else above
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {_LINES: np.array(sorted(self._lines), dtype=np.str_)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        return cls(arrays[_LINES].tolist()) if _LINES in arrays else None


def _lines_of(text: str) -> list[str]:
    return [words for line in text.splitlines() if (words := normalised_text(line))]
