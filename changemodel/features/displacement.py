"""How far content was displaced from version to version, told for a page's regions and for most of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.metric.quadruplets import IntArray

_Flags = NDArray[np.bool_]


def in_cells(shifts: IntArray, grid: int) -> IntArray:
    """What was put back row by row, (1000,), as the median of each row of cells, (grid, grid)."""
    if not shifts.any():
        return np.zeros((grid, grid), dtype=np.intp)
    rows = [int(np.median(part)) if part.size else 0 for part in np.array_split(shifts, grid)]
    return np.repeat(np.array(rows, dtype=np.intp)[:, None], grid, axis=1)


def most_displaced(shifts: IntArray, stayed: _Flags, followed: tuple[_Flags, IntArray] | None) -> int:
    """How much lower most row bands of the view stand that were found again; of equals the least, 0 of none.

    Parameters
    ----------
    shifts
        How much further the frame put each row of the later version back than of the earlier one, (1000,), pixels.
    stayed
        Row bands (rows, bands) that can be recognised and are where they were in the frame.
    followed
        Row bands that stand elsewhere in it, and by how much lower each; None where there are none.
    """
    per_row = stayed[:VIEW_HEIGHT_PX].sum(axis=1)
    found = np.repeat(shifts, per_row)
    if followed is not None:
        rows, bands = np.nonzero(followed[0][:VIEW_HEIGHT_PX])
        found = np.concatenate([found, followed[1][rows, bands] + shifts[rows]])
    if found.size == 0:
        return 0
    least = int(found.min())
    votes = np.bincount(found - least)
    best = np.flatnonzero(votes == votes.max()) + least
    return int(best[np.abs(best).argmin()])
