"""The importance map over one capture: put where its content stands there.

``importance_map_`` says where importance usually lies on the first screen. A banner pushes news down, a takeover pushes
it off the screen: over a single capture the map must go with the content. What the text adds lies on the blocks of its
sections, where the capture has them; what the picture adds is moved as its rows are (``features.row_moves``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.change.joint_map import Boxes, JointPairs, Shift, block_boxes, spread_on_blocks
from changemodel.change.text_drift import TextDrift
from changemodel.features.blocks import page_of
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

_PREFIX = "map_"

LEAST = 0.01
"""Of the importance that must stand on the first screen; with less there is no map of it."""


@dataclass(frozen=True, eq=False)
class MapSources:
    """What the map over a capture is drawn from; both sum to 1 together.

    Attributes
    ----------
    words : float array, shape (regions,)
        The share of each region of the text.
    picture : float array, shape (grid * grid,)
        Of each cell of the picture, where it usually stands.
    """

    words: FloatArray
    picture: FloatArray

    @classmethod
    def of(cls, pairs: JointPairs | None, importance_map: FloatArray) -> Self:
        """From the pairs that text and picture decide together, or the map alone where there are none."""
        if pairs is not None:
            words, picture = pairs.sources()
            if words.any() or picture.any():
                return cls(words, picture)
        return cls(np.zeros(0), importance_map.ravel())

    def over(
        self, version: PageVersion, shift: Shift | None, drift: TextDrift | None, importance_map: FloatArray
    ) -> FloatArray:
        """The map over a capture, (grid, grid): sums to 1, or is 0 where what matters stands below the first screen.

        ``shift``: of its rows, see ``joint_map``. Where no box says where the words stand, the usual map is moved.
        """
        grid = len(importance_map)
        telling = {} if drift is None or not self.words.any() else self._telling(version, drift)
        if drift is None or not telling:
            return _whole(moved_map(importance_map, shift))
        cells = spread_on_blocks(drift, self.words, telling, grid).reshape(grid, grid)
        return _whole(cells + moved_map(self.picture.reshape(grid, grid), shift))

    def _telling(self, version: PageVersion, drift: TextDrift) -> Boxes:
        """The blocks whose sections matter, but for what comes and goes amid them."""
        page = page_of(version)
        passing = {(page.blocks[row].path, page.blocks[row].text) for row in drift.unread_rows(version)}
        return {
            (path, text): box
            for (path, text), box in block_boxes(version).items()
            if (path, text) not in passing and self.words[list(drift.regions.rows_of(path))].any()
        }

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {f"{_PREFIX}words": self.words, f"{_PREFIX}picture": self.picture}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others; of an older model the map alone."""
        if f"{_PREFIX}words" not in arrays:
            return cls(np.zeros(0), arrays["importance_map"].ravel())
        return cls(arrays[f"{_PREFIX}words"], arrays[f"{_PREFIX}picture"])


def moved_map(values: FloatArray, shift: Shift | None) -> FloatArray:
    """Cells of the usual view, (grid, grid), where their rows stand in a picture; what leaves the view is lost."""
    if shift is None or not np.any(shift):
        return values
    grid = len(values)
    rows = np.arange(min(len(shift), VIEW_HEIGHT_PX))
    cell = rows * grid // VIEW_HEIGHT_PX
    there = rows + np.asarray(shift)[rows]
    seen = (there >= 0) & (there < VIEW_HEIGHT_PX)
    moved = np.zeros_like(values)
    heights = np.bincount(cell, minlength=grid)[:, None]
    np.add.at(moved, there[seen] * grid // VIEW_HEIGHT_PX, (values / heights)[cell[seen]])
    return moved


def _whole(cells: FloatArray) -> FloatArray:
    total = float(cells.sum())
    return cells / total if total >= LEAST else np.zeros_like(cells)
