"""The importance map on the first screen, and over one capture, moved to where its content is.

Usually it is drawn from what words and pictures say together (``joint_map``), else it is the pictures' own. A banner
pushes news down, a takeover pushes it off the screen: over a single capture the map must go with the content. What the
text adds lies on the blocks of its sections, where the capture has them; what the picture adds is moved as its rows are
(``features.row_moves``).
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


@dataclass(frozen=True, kw_only=True, eq=False)
class ImportanceMap:
    """Where importance lies; made once by a fit.

    Attributes
    ----------
    usual : float array, shape (grid, grid)
        Each cell's share; sums to 1.
    words : float array, shape (regions,)
        The share of each region of the text; sums to 1 together with ``picture``.
    picture : float array, shape (grid * grid,)
        Of each cell of the picture, where it usually stands.
    """

    usual: FloatArray
    words: FloatArray
    picture: FloatArray

    @classmethod
    def of(cls, pairs: JointPairs | None, pictured: FloatArray) -> Self:
        """From the pairs that text and picture decide together; where these do not say where, the pictures' own map,
        (grid, grid)."""
        shares = None if pairs is None else pairs.shares()
        usual = pictured if shares is None else shares.reshape(pictured.shape)
        if pairs is not None:
            words, picture = pairs.sources()
            if words.any() or picture.any():
                return cls(usual=usual, words=words, picture=picture)
        return cls(usual=usual, words=np.zeros(0), picture=usual.ravel())

    def over(self, version: PageVersion, shift: Shift | None, drift: TextDrift | None) -> FloatArray:
        """The map over a capture, (grid, grid): sums to 1, or is 0 where what matters stands below the first screen.

        ``shift``: of its rows, see ``joint_map``. Where no box says where the words stand, the usual map is moved.
        """
        grid = len(self.usual)
        telling = {} if drift is None or not self.words.any() else self._telling(version, drift)
        if drift is None or not telling:
            return _whole(moved_map(self.usual, shift))
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
        return {
            "importance_map": self.usual,
            f"{_PREFIX}words": self.words,
            f"{_PREFIX}picture": self.picture,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        return cls(
            usual=arrays["importance_map"],
            words=arrays[f"{_PREFIX}words"],
            picture=arrays[f"{_PREFIX}picture"],
        )


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
