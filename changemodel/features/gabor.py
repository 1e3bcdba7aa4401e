"""The Gabor filters of GIST, as real gains over frequency, whole or cut down to where they are not zero.

Source: A. Oliva, A. Torralba, "Modeling the shape of the scene" (2001), in the form of the published
programs: a filter of scale s and orientation j of n has the centre c = 0.3 / 1.85^s cycles per pixel and, at
the frequency f in the direction t, the gain

    exp(-3.5 (f / c - 1)^2 - 2 pi (16 n^2 / 32^2) (t + pi j / n)^2)

Used by ``gist`` (whole filters) and ``fast_gist`` (boxes).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

_TOP_FREQUENCY = 0.3  # cycles per pixel, scale 0
_SCALE_RATIO = 1.85
_RADIAL_SHARPNESS = 3.5


@dataclass(frozen=True)
class GaborFilter:
    """One filter: its scale, its angle in [0, pi) and the number of orientations that share the half circle.

    It is one-sided: its response to a real image is complex, and the modulus of that the local strength.
    """

    scale: int
    angle: float
    n_orientations: int

    def radial(self, frequency: FloatArray) -> FloatArray:
        """Gain over the distance from zero frequency, 1 at the centre."""
        centre = _TOP_FREQUENCY / _SCALE_RATIO**self.scale
        gain: FloatArray = np.exp(-_RADIAL_SHARPNESS * (frequency / centre - 1) ** 2)
        return gain

    def angular(self, direction: FloatArray) -> FloatArray:
        """Gain over the direction in radians, 1 at minus ``angle``."""
        turned = direction + self.angle
        turned = turned + 2 * np.pi * (turned < -np.pi) - 2 * np.pi * (turned > np.pi)
        sharpness = 16 * self.n_orientations**2 / 32**2
        gain: FloatArray = np.exp(-2 * np.pi * sharpness * turned**2)
        return gain


@dataclass(frozen=True)
class FilterBox:
    """The rectangle of a centred (fftshifted) spectrum outside which a filter is as good as zero."""

    scale: int
    rows: slice
    columns: slice
    gain: NDArray[np.float32]


def filters(orientations: Sequence[int]) -> list[GaborFilter]:
    """The filters in the order of the descriptor: scales from fine to coarse, orientations within."""
    return [
        GaborFilter(scale, np.pi / count * index, count)
        for scale, count in enumerate(orientations)
        for index in range(count)
    ]


def gains(orientations: Sequence[int], shape: tuple[int, int]) -> Iterator[FloatArray]:
    """Every filter over the whole spectrum of an image, in the order of ``numpy.fft``."""
    fy, fx = np.fft.fftfreq(shape[0])[:, None], np.fft.fftfreq(shape[1])[None, :]
    frequency, direction = np.hypot(fx, fy), np.arctan2(fy, fx)
    for item in filters(orientations):
        yield item.radial(frequency) * item.angular(direction)


def boxes(orientations: Sequence[int], shape: tuple[int, int], threshold: float) -> list[FilterBox]:
    """Every filter cut down to the smallest rectangle that holds all gains above ``threshold``."""
    fy, fx = (np.fft.fftshift(np.fft.fftfreq(side)) for side in shape)
    fy, fx = fy[:, None], fx[None, :]
    frequency, direction = np.hypot(fx, fy), np.arctan2(fy, fx)
    return [
        _box(item.scale, item.radial(frequency) * item.angular(direction), threshold)
        for item in filters(orientations)
    ]


def _box(scale: int, gain: FloatArray, threshold: float) -> FilterBox:
    present = np.asarray(gain > threshold)
    rows, columns = _extent(np.any(present, axis=1)), _extent(np.any(present, axis=0))
    return FilterBox(scale, rows, columns, gain[rows, columns].astype(np.float32))


def _extent(present: NDArray[Any]) -> slice:
    where = np.flatnonzero(present)
    return slice(int(where[0]), int(where[-1]) + 1)
