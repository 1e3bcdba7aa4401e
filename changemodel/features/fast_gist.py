"""The GIST of a screenshot's grid cells in some tens of milliseconds: what ``gist.GistGrid`` runs.

Equal to ``gist.block_means`` of ``gist.prefiltered`` up to a stated error, by four observations:

1. A filter's gain is as good as zero outside a small one-sided rectangle of the spectrum (``gabor.boxes``).
   Only that rectangle is transformed back, moved to zero frequency: a shift of the spectrum does not change
   the modulus.
2. What comes back is the modulus on a coarser raster. Its mean over a cell is a linear functional of these
   samples; the weights are those of the band-limited interpolation, not of areas, and keep the cell's edges
   exact.
3. The modulus has a wider band than the response. Rasters are therefore finer than the rectangle asks for,
   the more so the coarser the scale, where it costs little (``_OVERSAMPLING``).
4. The prefilter's low-pass is a separable Gaussian of a few cycles per image: a product of thin matrices.

Single precision throughout. Filters, rectangles and weights are computed once for each layout and shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy.fft
from numpy.typing import NDArray

from changemodel.features.gabor import FilterBox, boxes

Float32 = NDArray[np.float32]

PADDING_PX = 32

_PREFILTER_PADDING = 5
_PREFILTER_CYCLES = 4
_CONTRAST_FLOOR = np.float32(0.2)
_NEGLIGIBLE_GAIN = 3e-3
_NEGLIGIBLE_LOW_PASS = 1e-7
_OVERSAMPLING = (1.2, 1.2, 1.6, 2.0)  # by scale; further scales as the last
_BLOCK_SAMPLES = 128 * 1024  # complex samples transformed at a time: they stay in the cache until pooled


@dataclass(frozen=True)
class _Response:
    """One filter's way from the spectrum to the cells."""

    box: FilterBox
    row_weights: Float32  # (grid, raster rows)
    column_weights: Float32  # (raster columns, grid)

    @property
    def row_samples(self) -> int:
        """Rows of the coarse raster."""
        return len(self.row_weights[0])

    def cells(self, spectrum: NDArray[np.complex64], row_weights: Float32 | None = None) -> Float32:
        """Mean modulus in each cell, (grid, grid); with other ``row_weights`` in as many rows as these have."""
        gain = self.box.gain
        columns, rows = self.column_weights.shape[0], self.row_samples
        part = np.zeros((rows, gain.shape[1]), dtype=np.complex64)
        np.multiply(spectrum[self.box.rows, self.box.columns], gain, out=part[: gain.shape[0]])
        part = scipy.fft.ifft(part, axis=0, overwrite_x=True)
        pooled = np.empty((rows, self.column_weights.shape[1]), dtype=np.float32)
        step = max(1, _BLOCK_SAMPLES // columns)
        for start in range(0, rows, step):
            block = scipy.fft.ifft(part[start : start + step], n=columns, axis=1)
            np.matmul(np.abs(block), self.column_weights, out=pooled[start : start + step])
        return (self.row_weights if row_weights is None else row_weights) @ pooled


class FastGist:
    """Cells of one layout: working size, grid and orientations. Immutable, so threads may share it."""

    def __init__(self, size: int, grid: int, orientations: tuple[int, ...]) -> None:
        self.size = size
        self.grid = grid
        self._low_pass = _LowPass(size + 2 * _PREFILTER_PADDING)
        side = size + 2 * PADDING_PX
        self._responses = [
            _response(box, size, grid) for box in boxes(orientations, (side, side), _NEGLIGIBLE_GAIN)
        ]

    @staticmethod
    @lru_cache(maxsize=4)
    def shared(size: int, grid: int, orientations: tuple[int, ...]) -> FastGist:
        """The engine of a layout; built once."""
        return FastGist(size, grid, orientations)

    def cells(self, view: NDArray[np.uint8]) -> Float32:
        """Descriptors of a square view (side, side, 3), shape (grid * grid, filters), cells row by row."""
        return self.cells_of_prefiltered(self.prefiltered(working_grey(view, self.size)))

    def cells_and_rows(self, view: NDArray[np.uint8], steps: int) -> tuple[Float32, Float32]:
        """What ``cells`` gives, and the mean strengths in equal steps down each column, (steps, grid, filters)."""
        spectrum = _spectrum(self.prefiltered(working_grey(view, self.size)))
        found = np.stack(
            [
                response.cells(
                    spectrum, _cell_and_step_weights(self.size, self.grid, steps, response.row_samples)
                )
                for response in self._responses
            ],
            axis=2,
        )
        return found[: self.grid].reshape(self.grid**2, -1), found[self.grid :]

    def prefiltered(self, grey: Float32) -> Float32:
        """``gist.prefiltered`` of one grey image of the working size, values in 0..255."""
        logarithm = np.log1p(grey, dtype=np.float32)
        logarithm -= logarithm[0, 0]  # the low-pass passes constants: a blank page is exactly blank
        detail = _mirror_padded(logarithm, _PREFILTER_PADDING, _PREFILTER_PADDING + self.size % 2)
        detail -= self._low_pass(detail)
        contrast = self._low_pass(np.square(detail))
        np.sqrt(np.abs(contrast, out=contrast), out=contrast)
        contrast += _CONTRAST_FLOOR
        detail /= contrast
        inner = slice(_PREFILTER_PADDING, _PREFILTER_PADDING + self.size)
        return detail[inner, inner]

    def cells_of_prefiltered(self, image: Float32) -> Float32:
        """The filters' part alone: descriptors of a prefiltered image."""
        spectrum = _spectrum(image)
        result = np.empty((self.grid**2, len(self._responses)), dtype=np.float32)
        for index, response in enumerate(self._responses):
            result[:, index] = response.cells(spectrum).ravel()
        return result


def working_grey(view: NDArray[np.uint8], size: int) -> Float32:
    """Mean of the channels, and of whole blocks of pixels where the working size is smaller than the view."""
    grey = mean_of_channels(view)
    step = view.shape[0] // size
    if step == 1:
        return grey
    blocks: Float32 = grey.reshape(size, step, size, step).mean(axis=(1, 3), dtype=np.float32)
    return blocks


def mean_of_channels(pixels: NDArray[np.uint8]) -> Float32:
    """Grey as LMgist takes it, (H, W, 3) -> (H, W) in 0..255."""
    total = pixels[..., 0].astype(np.uint16)
    total += pixels[..., 1]
    total += pixels[..., 2]
    return np.divide(total, 3, dtype=np.float32)


class _LowPass:
    """The prefilter's circular Gaussian low-pass, in the few cosines and sines that it lets through."""

    def __init__(self, side: int) -> None:
        side += side % 2
        highest = int(_PREFILTER_CYCLES * np.sqrt(np.log(1 / _NEGLIGIBLE_LOW_PASS) / np.log(2))) + 1
        cycles = np.concatenate([[0], np.repeat(np.arange(1, min(highest, side // 2 - 1) + 1), 2)])
        phase = 2 * np.pi * cycles[:, None] * np.arange(side) / side
        waves = np.where(np.arange(len(cycles))[:, None] % 2 == 0, np.cos(phase), np.sin(phase))
        waves = waves * np.where(cycles == 0, 1, np.sqrt(2))[:, None] / np.sqrt(side)
        gain = np.exp(-(cycles**2) * np.log(2) / _PREFILTER_CYCLES**2)
        self._waves = waves.astype(np.float32)  # (waves, side), orthonormal rows
        self._waves_transposed = np.ascontiguousarray(self._waves.T)
        self._gain = np.outer(gain, gain).astype(np.float32)

    def __call__(self, image: Float32) -> Float32:
        coefficients = ((self._waves @ image) @ self._waves_transposed) * self._gain
        result: Float32 = self._waves_transposed @ (coefficients @ self._waves)
        return result


def _response(box: FilterBox, size: int, grid: int) -> _Response:
    side = size + 2 * PADDING_PX
    oversampling = _OVERSAMPLING[min(box.scale, len(_OVERSAMPLING) - 1)]
    rows, columns = (
        scipy.fft.next_fast_len(int(np.ceil(extent * oversampling))) for extent in box.gain.shape
    )
    scale = rows * columns / side**2  # the small inverse transform divides by its own number of samples
    row_weights = _pooling_weights(size, grid, rows).astype(np.float32)
    column_weights = (_pooling_weights(size, grid, columns) * scale).T.astype(np.float32)
    return _Response(box, row_weights, np.ascontiguousarray(column_weights))


@lru_cache(maxsize=256)
def _cell_and_step_weights(size: int, grid: int, steps: int, samples: int) -> Float32:
    weights = [_pooling_weights(size, count, samples) for count in (grid, steps)]
    return np.concatenate(weights).astype(np.float32)


def _spectrum(image: Float32) -> NDArray[np.complex64]:
    return np.asarray(np.fft.fftshift(scipy.fft.fft2(_mirror_padded(image, PADDING_PX, PADDING_PX))))


def _pooling_weights(size: int, grid: int, samples: int) -> NDArray[np.float64]:
    """Weights (grid, samples) that average the band-limited function through a periodic raster over each
    cell."""
    side = size + 2 * PADDING_PX
    edges = np.linspace(0, size, grid + 1).astype(np.intp) + PADDING_PX
    position = np.arange(side)
    inside = (position >= edges[:-1, None]) & (position < edges[1:, None])
    spectrum = np.fft.fft(inside / np.diff(edges)[:, None], axis=1)
    cycles = np.rint(np.fft.fftfreq(samples) * samples).astype(np.intp)
    kept = np.abs(cycles) <= min((samples - 1) // 2, (side - 1) // 2)
    coarse = np.zeros((grid, samples), dtype=np.complex128)
    coarse[:, kept] = spectrum[:, cycles[kept] % side]
    return np.fft.ifft(coarse, axis=1).real


def _mirror_padded(image: Float32, before: int, after: int) -> Float32:
    return np.pad(image, (before, after), mode="symmetric")
