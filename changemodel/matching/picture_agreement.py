"""Whether a query is a part of a picture, pixel by pixel: the share of its tiles that the picture explains.

Tiles of the query that show anything are correlated with the place where they should be in the picture; the sign does
not count, so that a dark picture of a light page agrees. What is laid over it, or stands around it, costs its tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.features.images import Pixels
from changemodel.matching.extras import opencv
from changemodel.matching.gallery import Box, FloatArray, grey
from changemodel.matching.geometry import Placement

LARGEST_PX = 900
"""A query's longer side, when it is compared; larger ones are shrunk to it."""
TILE_PX = 20
SHOWS = 6.0
"""Standard deviation of grey values above which a tile shows something."""
ALIKE = 0.6
"""Correlation from which a tile is explained."""


@dataclass(frozen=True)
class Agreement:
    """Tiles that show anything, those that the picture explains, their mean correlation, and where they lie in it.

    ``expected`` is the picture as the query should show it, ``tiles_explained`` which tiles (rows, columns) are.
    """

    tiles: int
    explained: int
    correlation: float
    region: Box | None
    expected: NDArray[np.float32] = field(repr=False)
    tiles_explained: NDArray[np.bool_] = field(repr=False)

    @property
    def share(self) -> float:
        """Of the tiles that show anything, those that are explained."""
        return self.explained / self.tiles if self.tiles else 0.0


@dataclass(frozen=True)
class Rivalry:
    """How a picture stands beside the others at its place.

    ``apart`` is how far the query is from it where any of them differ, 0 to 1. ``margin`` is how much farther its rival
    is, as a share of what sets these two apart, -1 to 1, and ``near`` how far the picture is there; None: no rival.
    """

    apart: float
    margin: float | None
    near: float


def agreement(query: Pixels, picture: Pixels, placed: Placement) -> Agreement:
    """Compare a query with the picture as it is placed there."""
    seen, factor = prepared(query)
    expected, inside = warped(picture, placed, factor, seen.shape)
    there, found = _tiles(seen), _tiles(expected)
    shows = there.std(axis=2) > SHOWS
    alike = np.where(_tiles(inside).min(axis=2) > 0.0, _correlation(there, found), 0.0)
    explained = shows & (alike >= ALIKE)
    mean = float(alike[shows].mean()) if shows.any() else 0.0
    region = _region(explained, placed, factor, picture.shape[:2])
    return Agreement(int(shows.sum()), int(explained.sum()), mean, region, expected, explained)


def rivalries(query: Pixels, agreed: Sequence[Agreement]) -> list[Rivalry]:
    """How far the query is from each of some pictures at one place, where these differ, and from each one's rival.

    What all of them show alike says nothing of which it is: an overlay, a frame or compression cost each as much.
    Light and dark are brought together by a line through the pixels of the tiles that the best picture explains; a
    pixel that is three times their distance from it away counts 1, one that is farther no more, so that what is laid
    over does not decide. The rival of the nearest is the one that it leads least, that of every other is the nearest.
    """
    seen, _ = prepared(query)
    shown = np.stack([one.expected for one in agreed])
    differing = np.ptp(shown, axis=0) > 0.0
    best = max(agreed, key=lambda one: one.explained)
    if not differing.any() or not best.explained:
        return [Rivalry(0.0, None, 0.0)] * len(agreed)
    there, expected = (
        _tiles(seen)[best.tiles_explained].ravel(),
        _tiles(best.expected)[best.tiles_explained].ravel(),
    )
    gain, bias = np.polyfit(expected, there, 1)
    most = max(3.0 * float(np.sqrt(np.mean((there - gain * expected - bias) ** 2))), 1.0)
    values = gain * shown[:, differing] / most
    return _against_the_nearest(np.minimum(np.abs((seen[differing] - bias) / most - values), 1.0), values)


def _against_the_nearest(away: NDArray[Any], values: NDArray[Any]) -> list[Rivalry]:
    """Of pictures (rows): ``away`` is how far each pixel is, ``values`` what the picture shows, in the same unit."""
    apart = away.mean(axis=1)
    nearest = int(np.argmin(apart))
    # a pixel cannot be farther from one than from the other by more than both differ: shares lie between -1 and 1
    weights = np.minimum(np.abs(values - values[nearest]), 1.0)
    total = weights.sum(axis=1)
    rivals = np.flatnonzero(total)
    if not len(rivals):
        return [Rivalry(float(value), None, 0.0) for value in apart]
    whole = np.maximum(total, np.finfo(float).tiny)
    margins = (away[nearest] - away).sum(axis=1) / whole
    near = (away * weights).sum(axis=1) / whole
    rival = rivals[np.argmax(margins[rivals])]
    alike = total == 0.0  # the nearest, and what is the same as it
    margins[alike] = -margins[rival]
    near[alike] = (away[nearest] * weights[rival]).sum() / whole[rival]
    return [Rivalry(*map(float, row)) for row in zip(apart, margins, near, strict=True)]


def prepared(query: Pixels) -> tuple[NDArray[np.float32], float]:
    """A query in grey at the size at which it is compared, and that size by its own."""
    cv2 = opencv()
    height, width = query.shape[:2]
    factor = min(1.0, LARGEST_PX / max(height, width))
    size = (max(round(width * factor), TILE_PX), max(round(height * factor), TILE_PX))
    return cv2.resize(grey(query), size, interpolation=cv2.INTER_AREA).astype(np.float32), factor


def warped(
    picture: Pixels, placed: Placement, factor: float, shape: tuple[int, ...]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The picture as the query should show it, and where it is there at all."""
    cv2 = opencv()
    shown, scale = grey(picture), placed.scale * factor
    if scale < 0.7:  # blurred as shrinking does, before it is sampled
        sigma = 0.5 * (1.0 / scale - 1.0)
        shown = cv2.GaussianBlur(shown, (0, 0), max(sigma, 0.3))
    # pixel centres: the middle of the first pixel is 0.5
    shift = [factor * part + 0.5 * (scale - 1.0) for part in placed.shift]
    matrix = np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]])
    size = (shape[1], shape[0])
    expected = cv2.warpAffine(shown.astype(np.float32), matrix, size)
    inside = cv2.warpAffine(np.ones(shown.shape, dtype=np.float32), matrix, size)
    return expected, (inside > 0.99).astype(np.float32)


def _tiles(values: NDArray[np.float32]) -> FloatArray:
    """Shape (rows, columns, pixels of a tile)."""
    rows, columns = values.shape[0] // TILE_PX, values.shape[1] // TILE_PX
    cut = values[: rows * TILE_PX, : columns * TILE_PX].reshape(rows, TILE_PX, columns, TILE_PX)
    return np.asarray(cut.transpose(0, 2, 1, 3).reshape(rows, columns, -1), dtype=np.float64)


def _correlation(a: FloatArray, b: FloatArray) -> FloatArray:
    """Of each tile, without its sign."""
    a, b = a - a.mean(axis=2, keepdims=True), b - b.mean(axis=2, keepdims=True)
    length = np.sqrt((a**2).sum(axis=2) * (b**2).sum(axis=2))
    return np.asarray(np.abs((a * b).sum(axis=2)) / np.maximum(length, 1e-6))


def _region(
    explained: NDArray[np.bool_], placed: Placement, factor: float, shape: tuple[int, ...]
) -> Box | None:
    """The box around the explained tiles, in pixels of the picture; stray ones at the edge do not count."""
    if not explained.any():
        return None
    spans = []
    for axis in (0, 1):
        counts = explained.sum(axis=axis)
        full = np.flatnonzero(counts >= max(1, 0.1 * counts.max()))
        spans.append((full[0] * TILE_PX / factor, (full[-1] + 1) * TILE_PX / factor))
    corners = np.array([[spans[0][0], spans[1][0]], [spans[0][1], spans[1][1]]])
    (left, top), (right, bottom) = placed.into_picture(corners)
    left, right = (float(np.clip(x, 0, shape[1])) for x in (left, right))
    top, bottom = (float(np.clip(y, 0, shape[0])) for y in (top, bottom))
    return round(left), round(top), round(right - left), round(bottom - top)
