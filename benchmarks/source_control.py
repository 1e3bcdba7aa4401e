"""A control: the source's method on screenshots, plainly, and the same with one displacement cancelled for each pair.

M. T. Law's thesis (2015), section 4.4: GIST of 10 x 10 cells, quadruplets from time alone, one non-negative weight for
each cell. No frame, no rules, no words, no calibration. Whatever our model adds has to beat it: it is a row of the
tables of ``benchmarks.default_alone``. ``displaced`` moves each capture up or down as a whole, by what most of its
rows of pixels moved since the capture before, and does nothing else.
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
Pixels = NDArray[np.uint8]


def control_distances(
    versions: Sequence[PageVersion], training: slice, places: Sequence[int], seed: int = 0
) -> dict[str, FloatArray]:
    """Distances of the pairs (place, place + 1) by both controls, learned from the versions of ``training``.

    Each of shape (places,).
    """
    found, pairs = {}, np.array([(place, place + 1) for place in places])
    as_they_stand = plain(versions)
    for name, features in ((PLAIN, as_they_stand), (DISPLACED, displaced(versions, as_they_stand))):
        weights = learned(features[training], versions[training], seed)
        found[name] = np.asarray(region_distances_of(features, pairs) @ weights)
    return found


def learned(features: NDArray[np.float32], versions: Sequence[PageVersion], seed: int) -> FloatArray:
    """One weight for each cell, by the quadruplets that time gives, shape (cells,)."""
    first = versions[0].captured_at
    hours = np.array([(version.captured_at - first).total_seconds() / 3600.0 for version in versions])
    constraints = constraints_of(hours, seed)
    table = region_distances_of(features, constraints.pairs)
    table = table / table.sum(axis=1).mean()
    closer, farther = table[constraints.closer], table[constraints.farther]
    return np.asarray(QuadrupletMetric().fit(None, (closer, farther), deltas=constraints.deltas).weights_)


def plain(versions: Sequence[PageVersion]) -> NDArray[np.float32]:
    """GIST of every capture as it stands, shape (versions, cells, filters)."""
    gist = GistGrid(grid=GRID)
    known = [version.features_of(gist.feature_layout) for version in versions]
    return np.stack(
        [
            gist.transform([version.pixels()])[0] if item is None else item
            for item, version in zip(known, versions, strict=True)
        ]
    )


def displaced(versions: Sequence[PageVersion], as_they_stand: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same, each capture moved to where the one before stands."""
    gist, found = GistGrid(grid=GRID), as_they_stand.copy()
    before, offset = versions[0].pixels(), 0
    for row, version in enumerate(versions[1:], 1):
        pixels = version.pixels()
        offset += displacement(before, pixels)
        if offset:
            found[row] = gist.transform([moved(pixels, offset)])[0]
        before = pixels
    return found


def displacement(before: Pixels, after: Pixels) -> int:
    """By how many pixels most rows moved down that stand once in each capture; 0 where there are none."""
    first, second = _rows_once(before), _rows_once(after)
    votes = Counter(second[name] - row for name, row in first.items() if name in second)
    return votes.most_common(1)[0][0] if votes else 0


def moved(pixels: Pixels, offset: int) -> Pixels:
    """The capture moved up by so many pixels; what was never captured repeats the nearest row."""
    rows = np.clip(np.arange(VIEW_HEIGHT_PX) + offset, 0, len(pixels) - 1)
    return np.ascontiguousarray(pixels[rows])


def _rows_once(pixels: Pixels) -> dict[bytes, int]:
    names = [row.tobytes() for row in pixels]
    times = Counter(names)
    return {name: row for row, name in enumerate(names) if times[name] == 1}
