"""Local features of a picture: upright SIFT on blobs, spread over the picture, with a wide support.

Source: D. Lowe (2004), as OpenCV computes it. Three things fit it to pages: screenshots are not turned, so features
are upright, which tells more apart; letters are alike everywhere, so a feature looks at twice the usual surroundings;
and a dark picture of a light page is the same gradients with the opposite sign, which changes places in the descriptor
(``inverted``), so that dark mode costs no second reading. Descriptors are the roots of L1-normalised histograms
(R. Arandjelović and A. Zisserman 2012): their inner product compares histograms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidImage
from changemodel.features.images import Pixels
from changemodel.matching.extras import opencv
from changemodel.matching.gallery import grey

SHRUNK = 2
"""Pictures are read at half size: features smaller than that do not outlive a messenger's compression."""
CELL_PX = 40
"""Of the shrunk picture; the strongest features of each cell come first, so that no part is without any."""
LARGEST_SIDE_PX = 30_000
"""What is longer is cut off: pages end sooner."""
SMALLEST_SIDE_PX = 32
N_DESCRIBED = 128

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class LocalFeatures:
    """Features of one picture, in its own pixels: centres (n, 2), diameters (n,), descriptors (n, 128)."""

    points: FloatArray
    sizes: FloatArray
    descriptors: FloatArray

    def __len__(self) -> int:
        return len(self.points)

    def joined(self, other: LocalFeatures) -> LocalFeatures:
        """These and those."""
        return LocalFeatures(
            np.concatenate([self.points, other.points]),
            np.concatenate([self.sizes, other.sizes]),
            np.concatenate([self.descriptors, other.descriptors]),
        )

    @property
    def inverted(self) -> FloatArray:
        """Descriptors of the same picture with light and dark exchanged: each gradient points the other way."""
        turned = np.roll(self.descriptors.reshape(-1, 16, 8), 4, axis=2)
        return np.asarray(turned.reshape(-1, N_DESCRIBED))


def local_features(pixels: Pixels, *, most: int, shrink_by: int = SHRUNK) -> LocalFeatures:
    """At most so many features of a picture, the best spread first; it is made that much smaller before.

    Raises
    ------
    InvalidImage
        The picture is smaller than 32 pixels a side.
    MissingExtra
        OpenCV is not installed.
    """
    if min(pixels.shape[:2]) < SMALLEST_SIDE_PX:
        size = f"{pixels.shape[1]} x {pixels.shape[0]}"
        raise InvalidImage(f"the picture is {size} pixels: pass one of at least {SMALLEST_SIDE_PX} a side")
    cv2 = opencv()
    small = shrunk(grey(pixels[:LARGEST_SIDE_PX, :LARGEST_SIDE_PX]), shrink_by)
    sift = cv2.SIFT_create(contrastThreshold=0.02)
    chosen = _widened(_spread(_distinct(sift.detect(small, None)), most))
    kept, described = sift.compute(small, chosen) if chosen else ((), None)
    if described is None:
        return LocalFeatures(
            *(np.empty(shape, dtype=np.float32) for shape in ((0, 2), (0,), (0, N_DESCRIBED)))
        )
    points = shrink_by * np.array([point.pt for point in kept], dtype=np.float32)
    sizes = shrink_by * np.array([point.size for point in kept], dtype=np.float32)
    return LocalFeatures(points, sizes, _rooted(described))


def shrunk(picture: NDArray[np.uint8], by: int = SHRUNK) -> NDArray[np.uint8]:
    """A grey picture that much smaller, each pixel the mean of those it stands for."""
    cv2 = opencv()
    height, width = picture.shape
    small = (max(width // by, 1), max(height // by, 1))
    return np.asarray(
        cv2.resize(picture[: small[1] * by, : small[0] * by], small, interpolation=cv2.INTER_AREA)
    )


def _distinct(points: tuple[object, ...]) -> list[object]:
    """One keypoint for each place and scale: those of a second direction are the same where features are upright."""
    seen: dict[tuple[float, float, float], object] = {}
    for point in points:
        seen.setdefault((*point.pt, point.size), point)  # type: ignore[attr-defined]
    return list(seen.values())


def _spread(points: list[object], most: int) -> list[object]:
    """The strongest of every cell, then the second of every cell, and so on."""
    if len(points) <= most:
        return points
    strength = np.array([point.response for point in points])  # type: ignore[attr-defined]
    cells = np.array([point.pt for point in points]) // CELL_PX  # type: ignore[attr-defined]
    cell = (cells[:, 1] * 100_000 + cells[:, 0]).astype(np.int64)
    order = np.lexsort((-strength, cell))
    _, begins, counts = np.unique(cell[order], return_index=True, return_counts=True)
    rank = np.empty(len(points), dtype=np.int64)
    rank[order] = np.arange(len(points)) - np.repeat(begins, counts)
    best = np.lexsort((-strength, rank))[:most]
    return [points[row] for row in best]


def _widened(points: list[object]) -> list[object]:
    """Upright, each read one octave higher: twice the surroundings."""
    cv2 = opencv()
    return [_upright(cv2, point) for point in points]


def _upright(cv2: object, point: object) -> object:
    octave = point.octave & 255  # type: ignore[attr-defined]
    signed = octave if octave < 128 else octave - 256
    packed = (point.octave & ~255) | ((signed + 1) & 255)  # type: ignore[attr-defined]
    return cv2.KeyPoint(*point.pt, 2 * point.size, 0.0, point.response, packed)  # type: ignore[attr-defined]


def _rooted(described: NDArray[np.float32]) -> FloatArray:
    total = np.maximum(described.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.sqrt(described / total), dtype=np.float32)
