"""A control: the source's method on screenshots, plainly, and the same with one displacement cancelled for each pair.

M. T. Law's thesis (2015), section 4.4: GIST of 10 x 10 cells, quadruplets from time alone, one non-negative weight for
each cell. No frame, no rules, no words, no calibration. Whatever our model adds has to beat it: it is a row of the
tables of ``benchmarks.default_alone``. ``Displaced`` moves the later capture of a pair up or down as a whole, by what
most of its rows of pixels moved, and does nothing else.
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
        self._versions = versions
        self._gist = GistGrid(grid=GRID)
        self._rows = [rows_once(version.pixels()) for version in versions]
        self._moved: dict[tuple[int, int], NDArray[np.float32]] = {}

    def __call__(self, pairs: IntArray) -> FloatArray:
        """See the class."""
        return np.array(
            [
                region_distances_of(np.stack([self.features[a], self._later(a, b)]), [(0, 1)])[0]
                for a, b in np.asarray(pairs).tolist()
            ]
        )

    def _later(self, earlier: int, later: int) -> NDArray[np.float32]:
        offset = displacement(self._rows[earlier], self._rows[later])
        if not offset:
            return np.asarray(self.features[later])
        if (later, offset) not in self._moved:
            picture = moved(self._versions[later].pixels(), offset)
            self._moved[later, offset] = self._gist.transform([picture])[0]
        return self._moved[later, offset]


def rows_once(pixels: Pixels) -> Rows:
    """The rows of pixels that stand once in a capture, with their places."""
    names = [row.tobytes() for row in pixels]
    times = Counter(names)
    return {hash(name): row for row, name in enumerate(names) if times[name] == 1}


def displacement(before: Rows, after: Rows) -> int:
    """By how many pixels most rows moved down that both captures have; 0 where there are none."""
    votes = Counter(after[name] - row for name, row in before.items() if name in after)
    return votes.most_common(1)[0][0] if votes else 0


def moved(pixels: Pixels, offset: int) -> Pixels:
    """The capture moved up by so many pixels; what was never captured repeats the nearest row."""
    rows = np.clip(np.arange(VIEW_HEIGHT_PX) + offset, 0, len(pixels) - 1)
    return np.ascontiguousarray(pixels[rows])


def _hours(versions: Sequence[PageVersion]) -> FloatArray:
    first = versions[0].captured_at
    return np.array([(version.captured_at - first).total_seconds() / 3600.0 for version in versions])
