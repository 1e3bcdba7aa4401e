"""The visual reading by blocks: each version as one descriptor for each region of the page, wherever that stands.

The counterpart of ``feature_reader``, whose regions are the cells of a grid. ``segmentation`` says which
regions there are and where they stand in a version, ``block_gist`` what they look like. Element k of
the distance is Euclidean (Law 2015, section 4.2), between 0 and the square root of 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput, InvalidVersion
from changemodel.evaluation.block_gist import BLOCK_LAYOUT, VALUES, BlockGist
from changemodel.evaluation.segmentation import Segmentation
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX, Pixels
from changemodel.features.regions import region_distances_of
from changemodel.version import PageVersion

LEAST_SEEN = 0.5  # of a region's rectangle that the screenshot must show

Float32 = NDArray[np.float32]


def shares_on_grid(shares: ArrayLike, rectangles: ArrayLike, grid: int) -> NDArray[np.float64]:
    """An importance map of regions as one of grid cells: each region's share spread evenly over its rectangle.

    Parameters
    ----------
    shares : float array, shape (regions,), >= 0
    rectangles : float array, shape (regions, 4)
        Left, top, right, bottom in pixels of the view, as ``Region.rectangle``.
    grid : int
        Cells a side.

    Returns
    -------
    Array (grid, grid) with the sum of ``shares``.
    """
    values, places = np.asarray(shares, dtype=np.float64), np.asarray(rectangles, dtype=np.float64)
    if values.ndim != 1 or places.shape != (len(values), 4):
        raise InvalidInput(f"{values.shape} shares do not fit rectangles of shape {places.shape}")
    across = _overlap(places[:, 0], places[:, 2], VIEW_WIDTH_PX, grid)
    down = _overlap(places[:, 1], places[:, 3], VIEW_HEIGHT_PX, grid)
    cells: NDArray[np.float64] = np.einsum("k,kr,kc->rc", values, down, across)
    return cells


def _overlap(
    starts: NDArray[np.float64], stops: NDArray[np.float64], side: int, grid: int
) -> NDArray[np.float64]:
    """Share of each stretch that lies in each cell, (stretches, cells)."""
    edges = np.linspace(0, side, grid + 1)
    inside = np.minimum(stops[:, None], edges[1:]) - np.maximum(starts[:, None], edges[:-1])
    inside = np.maximum(inside, 0.0)
    overlap: NDArray[np.float64] = inside / inside.sum(axis=1, keepdims=True)
    return overlap


class BlockReader:
    """Reads versions region by region of one page's segmentation.

    Parameters
    ----------
    segmentation : Segmentation
    """

    def __init__(self, segmentation: Segmentation) -> None:
        self.segmentation = segmentation
        self._gist = BlockGist()
        self._features: WeakKeyDictionary[PageVersion, Float32] = WeakKeyDictionary()

    @classmethod
    def of(cls, versions: Sequence[PageVersion]) -> Self:
        """The reader for a page with these versions, in time order; those without blocks do not count.

        Raises
        ------
        InvalidInput
            No version has visible blocks.
        """
        return cls(Segmentation.fit([version.blocks for version in versions if version.blocks is not None]))

    @property
    def layout(self) -> str:
        """Names the features; those of different layouts are not compared."""
        return f"{BLOCK_LAYOUT}-segments{self.segmentation.identity}"

    def read(self, version: PageVersion) -> Float32:
        """Descriptors (regions, values): 0 where a region is not there, NaN where the screenshot does not reach.

        Raises
        ------
        InvalidVersion
            The version has no screenshot or no blocks.
        """
        found = self._features.get(version)
        if found is None:
            found = self._features[version] = self._read(version)
        return found

    def distances(self, versions: Sequence[PageVersion], pairs: ArrayLike) -> NDArray[np.float64]:
        """Region distances of pairs of versions, given by their indices (n, 2) -> (n, regions)."""
        return np.sqrt(region_distances_of(np.stack([self.read(version) for version in versions]), pairs))

    def _read(self, version: PageVersion) -> Float32:
        if version.screenshot is None or version.blocks is None:
            missing = "screenshot" if version.screenshot is None else "blocks"
            raise InvalidVersion(
                f"the version of {version.captured_at} has no {missing}: pass it, or use the grid as regions"
            )
        image = version.pixels()
        places = self.segmentation.locate(version.blocks)
        return np.stack([self.described(image, place) for place in places])

    def described(self, image: Pixels, place: NDArray[np.float64]) -> Float32:
        """The descriptor of what stands in a rectangle (left, top, right, bottom), see ``read``."""
        if np.isnan(place).any():
            return np.zeros(VALUES, dtype=np.float32)
        left, top, right, bottom = np.rint(place).astype(np.intp).tolist()
        part = image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        if part.size == 0 or part.shape[0] * part.shape[1] < LEAST_SEEN * (right - left) * (bottom - top):
            return np.full(VALUES, np.nan, dtype=np.float32)
        return self._gist(part)
