"""Distances of the cells of two versions, where moved content is compared at its new place.

A banner pushes all down, a paragraph what follows it, a headline that wraps the rest of its column alone. The cells
of a regular grid all "change" then (M. T. Law's thesis, 2015, the known weakness of the regular grid). Here the rows
of both pictures, in bands (``alignment.row_signatures``), vote for displacements by what occurs once in each; every
tile of each column takes the displacement at which most of its own rows, of those around it in the column, of the
column and of the page are found again, by exact pixels. The strengths of GIST (``row_gist``) are then compared tile
by tile where each stands in the other version. From the earlier version's tiles what came in cannot be seen, from the
later one's what went: the distance is the mean of both.

Where no displacement has enough votes the distances are those of the cells as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from changemodel.features.alignment import BANDS, SIGNATURE_ROWS
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.row_gist import RowGist
from changemodel.features.version_rows import VersionRows, band_shares
from changemodel.metric.quadruplets import FloatArray, IntArray

MIN_VOTES = 24
"""Row bands that must agree on a displacement: about one line of text across a column of three bands."""

MAX_MOVES = 8
"""Displacements followed at once, those of most row bands."""

TILES = 50
"""Tiles down the view at least; as many more as a whole number in each cell asks for."""

_REACH_TILES = 3.0  # over which the votes of a tile fade in its column
_AROUND, _COLUMN, _PAGE = 0.5, 0.01, 0.001  # votes beside a tile's own: they decide where it has none
_KNOWN_SHARE = 0.5  # of a cell that must be in both pictures, else nothing is known of it


@dataclass(frozen=True, eq=False)
class RowMoves:
    """Where the tiles of two versions stand in the other one.

    Attributes
    ----------
    down, up : int array, shape (tiles, grid)
        How much lower each tile of the earlier version stands in the later one, and of the later one in the earlier.
    """

    down: IntArray
    up: IntArray

    @classmethod
    def between(cls, before: VersionRows, after: VersionRows, grid: int) -> RowMoves | None:
        """None where nothing moved."""
        moves = displacements(before, after)
        if not moves:
            return None
        down = _chosen(before, after, [0, *moves], grid)
        up = _chosen(after, before, [0, *(-move for move in moves)], grid)
        return cls(down, up) if down.any() or up.any() else None

    def distances(self, before: RowGist, after: RowGist) -> FloatArray:
        """Distance of each cell, (grid * grid,)."""
        found: FloatArray = 0.5 * (_compared(before, after, self.down) + _compared(after, before, self.up))
        return found

    @cached_property
    def cells(self) -> IntArray:
        """How much lower most of each cell of the later version stands there than in the earlier one, (grid, grid)."""
        grid = self.up.shape[1]
        lower: IntArray = np.rint(-np.median(self.up.reshape(grid, -1, grid), axis=1)).astype(np.intp)
        return lower

    @cached_property
    def most_px(self) -> int:
        """The same of most tiles."""
        values, counts = np.unique(-self.up, return_counts=True)
        return int(values[counts.argmax()])

    @cached_property
    def rows_px(self) -> IntArray:
        """The same of most columns for each row of the earlier version's view, (1000,)."""
        edges = _edges(self.down.shape[1])
        return np.repeat(np.rint(np.median(self.down, axis=1)).astype(np.intp), np.diff(edges))


def displacements(before: VersionRows, after: VersionRows) -> list[int]:
    """By how many rows parts of a page moved down, those of most row bands first; 0 is not among them."""
    (keys_a, rows_a), (keys_b, rows_b) = before.once, after.once
    if not keys_a.size or not keys_b.size:
        return []
    at = np.minimum(np.searchsorted(keys_a, keys_b), keys_a.size - 1)
    same = keys_a[at] == keys_b
    moves = rows_b[same] - rows_a[at[same]]
    votes = np.bincount(moves[moves != 0] + SIGNATURE_ROWS, minlength=2 * SIGNATURE_ROWS + 1)
    enough = np.flatnonzero(votes >= MIN_VOTES)
    best = enough[np.argsort(-votes[enough], kind="stable")[:MAX_MOVES]]
    return [int(place) - SIGNATURE_ROWS for place in best]


def _chosen(here: VersionRows, there: VersionRows, moves: Sequence[int], grid: int) -> IntArray:
    """The displacement of each tile here, (tiles, grid)."""
    edges = _edges(grid)
    votes = np.stack([_found_again(here, there, move, edges) for move in moves]) @ band_shares(grid)
    column = votes.sum(axis=1, keepdims=True)
    around = np.matmul(_fading(len(edges) - 1), votes)
    score = votes + _AROUND * around + _COLUMN * column + _PAGE * column.sum(axis=2, keepdims=True)
    chosen: IntArray = np.array(moves, dtype=np.intp)[score.argmax(axis=0)]
    return chosen


def _found_again(here: VersionRows, there: VersionRows, move: int, edges: IntArray) -> FloatArray:
    """How many row bands of each tile stand ``move`` rows lower there, (tiles, ``BANDS``)."""
    found = np.zeros((VIEW_HEIGHT_PX, BANDS))
    start = max(0, -move)
    stop = max(start, min(VIEW_HEIGHT_PX, SIGNATURE_ROWS - move))
    own = slice(start, stop)
    found[own] = (here.rows[own] == there.rows[start + move : stop + move]) & here.telling[own]
    sums: FloatArray = np.add.reduceat(found, edges[:-1], axis=0)
    return sums


def _compared(here: RowGist, there: RowGist, moves: IntArray) -> FloatArray:
    """Distance of each cell here from what its tiles show there, (grid * grid,); 0 where too little is known."""
    grid = moves.shape[1]
    edges = np.repeat(_edges(grid)[:, None], grid, axis=1)
    top, bottom = edges[:-1] + moves, edges[1:] + moves
    known = (top >= 0) & (bottom <= there.end_px)
    own = here.above(edges)
    difference = (own[1:] - own[:-1] - there.above(bottom) + there.above(top)) * known[..., None]
    height = (np.diff(edges, axis=0) * known).reshape(grid, -1, grid).sum(axis=1)
    summed = difference.reshape(grid, -1, grid, difference.shape[-1]).sum(axis=1, dtype=np.float64)
    means = summed / np.maximum(height, 1)[..., None]
    distances = np.square(means).sum(axis=-1)
    distances[height < _KNOWN_SHARE * VIEW_HEIGHT_PX / grid] = 0.0
    return np.asarray(distances.ravel())


@lru_cache(maxsize=8)
def _edges(grid: int) -> IntArray:
    """The first row of each tile, and the end: a whole number of tiles to a cell."""
    tiles = grid * -(-TILES // grid)
    return np.arange(tiles + 1) * VIEW_HEIGHT_PX // tiles


@lru_cache(maxsize=8)
def _fading(tiles: int) -> FloatArray:
    apart = np.abs(np.arange(tiles)[:, None] - np.arange(tiles)[None])
    fading: FloatArray = np.exp(-apart / _REACH_TILES)
    return fading
