"""A control: the source's method on screenshots, plainly, and the same with one displacement cancelled for each pair.

M. T. Law's thesis (2015), section 4.4: GIST of 10 x 10 cells, quadruplets from time alone, one non-negative weight for
each cell. No frame, no rules, no words, no calibration. Whatever our model adds has to beat it: it is a row of the
tables of ``default_alone`` and ``pictures_alone``. ``Displaced`` moves the later capture of a pair up or down
as a whole, by what most of its rows of pixels moved, and does nothing else. A moved capture is not drawn anew, which
would take minutes of GIST: its cells are put together from the strengths down the picture (``features.row_gist``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.change_detection_peers import constraints_of
from changemodel.features.gist import GistGrid
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.regions import region_distances_of
from changemodel.features.row_gist import RowGist
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.version import PageVersion

PLAIN, DISPLACED = "source", "source, moved back"
GRID = 10

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
Pixels = NDArray[np.uint8]
Rows = dict[int, int]


def control_distances(
    versions: Sequence[PageVersion], training: slice, places: Sequence[int], seed: int = 0
) -> dict[str, FloatArray]:
    """Distances of the pairs (place, place + 1) by both controls, learned from the versions of ``training``.

    Each of shape (places,).
    """
    found, judged = {}, np.array([(place, place + 1) for place in places])
    times, plain = _hours(versions[training]), Plain(versions)
    for name, measured in ((PLAIN, plain), (DISPLACED, Displaced(versions, plain))):
        weights = learned(measured, times, range(len(versions))[training].start, seed)
        found[name] = np.asarray(measured(judged) @ weights)
    return found


def learned(measured: Plain, times_h: FloatArray, first: int, seed: int) -> FloatArray:
    """One weight for each cell, by the quadruplets that time gives, shape (cells,).

    ``times_h`` are those of the versions from ``first`` on.
    """
    constraints = constraints_of(times_h, seed)
    table = measured(constraints.pairs + first)
    table = table / table.sum(axis=1).mean()
    closer, farther = table[constraints.closer], table[constraints.farther]
    return np.asarray(QuadrupletMetric().fit(None, (closer, farther), deltas=constraints.deltas).weights_)


class Plain:
    """The distances of the cells of pairs of captures as they stand, (pairs, 2) -> (pairs, cells)."""

    def __init__(self, versions: Sequence[PageVersion]) -> None:
        gist = GistGrid(grid=GRID)
        known = [version.features_of(gist.feature_layout) for version in versions]
        self.features = np.stack(
            [
                gist.transform([version.pixels()])[0] if item is None else item
                for item, version in zip(known, versions, strict=True)
            ]
        )

    def __call__(self, pairs: IntArray) -> FloatArray:
        """See the class."""
        return region_distances_of(self.features, pairs)


class Displaced(Plain):
    """The same, the later capture of each pair moved to where most of the earlier one stands."""

    def __init__(self, versions: Sequence[PageVersion], plain: Plain) -> None:
        self.features = plain.features
        self._rows = [rows_once(version.pixels()) for version in versions]
        self._strengths = [strengths_of(version) for version in versions]

    def __call__(self, pairs: IntArray) -> FloatArray:
        """See the class."""
        return np.array([self._distances(a, b) for a, b in np.asarray(pairs).tolist()])

    def _distances(self, earlier: int, later: int) -> FloatArray:
        offset = displacement(self._rows[earlier], self._rows[later])
        if offset:
            cells = [moved(self._strengths[earlier], 0), moved(self._strengths[later], offset)]
        else:
            cells = [self.features[earlier], self.features[later]]
        return np.asarray(region_distances_of(np.stack(cells), [(0, 1)])[0])


def strengths_of(version: PageVersion) -> RowGist:
    """Down a capture, as it brings them or from its pixels."""
    if version.row_features is not None:
        return RowGist.of_features(version.row_features)
    return GistGrid(grid=GRID).by_rows(version.pixels())


def rows_once(pixels: Pixels) -> Rows:
    """The rows of pixels that stand once in a capture, with their places."""
    names = [row.tobytes() for row in pixels]
    times = Counter(names)
    return {hash(name): row for row, name in enumerate(names) if times[name] == 1}


def displacement(before: Rows, after: Rows) -> int:
    """By how many pixels most rows moved down that both captures have; 0 where there are none."""
    votes = Counter(after[name] - row for name, row in before.items() if name in after)
    return votes.most_common(1)[0][0] if votes else 0


def moved(strengths: RowGist, offset: int) -> NDArray[np.float32]:
    """The cells of a capture moved up by so many pixels, (cells, filters); what was never captured is blank."""
    height = VIEW_HEIGHT_PX // GRID
    edges = np.repeat(np.arange(GRID + 1)[:, None] * height + offset, GRID, axis=1)
    cells = np.diff(strengths.above(edges), axis=0) / height
    return np.asarray(cells.reshape(GRID * GRID, -1), dtype=np.float32)


def _hours(versions: Sequence[PageVersion]) -> FloatArray:
    first = versions[0].captured_at
    return np.array([(version.captured_at - first).total_seconds() / 3600.0 for version in versions])
