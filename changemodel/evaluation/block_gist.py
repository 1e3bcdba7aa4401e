"""GIST of one block of a screenshot at its own size, independent of its place on the page.

The prefilter and the filters of ``gist`` on the cut-out alone, mirrored at its edges, so that neighbours and place have
no part in it: a block that only moved has the same descriptor, bit for bit. Pooled over 4 x 4 parts of the block as
the published descriptor is over an image, and normalised to length 1, so that large blocks do not count for more
(Law 2015, section 4.2).
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from functools import lru_cache

import numpy as np
import scipy.fft
from numpy.typing import NDArray

from changemodel.errors import InvalidInput
from changemodel.features.fast_gist import mean_of_channels
from changemodel.features.gabor import FilterBox, boxes
from changemodel.features.images import Pixels

BLOCK_LAYOUT = "block-gist1-or8.8.8.8-parts4"  # changes whenever the numbers do
VALUES = 32 * 16

_ORIENTATIONS = (8, 8, 8, 8)
_PARTS = 4
_PADDING_PX = 32
_SMOOTHING_PX = 47.0  # the published prefilter's low-pass, four cycles on the side of a view of 1000 pixels
_CONTRAST_FLOOR = np.float32(0.2)
_FAINT = np.float32(0.1)  # length below which a block is nearly blank: it is not made longer than it is
_NEGLIGIBLE_GAIN = 3e-3
_STEP_PX = 32  # blocks are padded to multiples, so that few filter banks serve all
_KEPT = 8192  # descriptors, 2 kB each: most blocks of a page are the same from hour to hour

Float32 = NDArray[np.float32]


class BlockGist:
    """Descriptors of blocks; of pixels seen before the descriptor is remembered."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Float32] = OrderedDict()

    def __call__(self, block: Pixels) -> Float32:
        """The descriptor of a block's pixels (H, W, 3): ``VALUES`` values, length 1, of a blank block nearly 0.

        Raises
        ------
        InvalidInput
            The block has no pixels.
        """
        if block.ndim != 3 or block.size == 0:
            raise InvalidInput(f"a block of shape {block.shape} has no pixels: leave it out")
        content = np.ascontiguousarray(block)
        named = hashlib.blake2b(repr(block.shape).encode(), digest_size=16)
        named.update(content.data)
        name = named.digest()
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = _descriptor(content)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(name)
        return found


def _descriptor(block: Pixels) -> Float32:
    image = _prefiltered(mean_of_channels(_at_least(block, _PARTS)))
    height, width = image.shape
    shape = _padded_shape(height), _padded_shape(width)
    after = shape[0] - height - _PADDING_PX, shape[1] - width - _PADDING_PX
    padded = np.pad(image, ((_PADDING_PX, after[0]), (_PADDING_PX, after[1])), mode="symmetric")
    spectrum = np.fft.fftshift(scipy.fft.fft2(padded))
    means = [_part_means(spectrum, box, (height, width)) for box in _bank(shape)]
    values = np.concatenate(means)
    length = np.float32(np.linalg.norm(values))
    result: Float32 = (values / max(length, _FAINT)).astype(np.float32)
    return result


def _prefiltered(grey: Float32) -> Float32:
    """``gist.prefiltered`` with a low-pass of fixed width and mirrored edges."""
    logarithm = np.log1p(grey, dtype=np.float32)
    detail = logarithm - logarithm[0, 0]
    detail -= _smoothed(detail)
    contrast = np.sqrt(np.abs(_smoothed(np.square(detail))))
    balanced: Float32 = detail / (_CONTRAST_FLOOR + contrast)
    return balanced


def _smoothed(image: Float32) -> Float32:
    """Gaussian low-pass; the cosine transform mirrors the image at its edges."""
    rows, columns = (_gain(length) for length in image.shape)
    smooth: Float32 = scipy.fft.idctn(scipy.fft.dctn(image) * rows[:, None] * columns)
    return smooth


@lru_cache(maxsize=512)
def _gain(length: int) -> Float32:
    frequency = np.arange(length) / (2.0 * length)
    return np.exp(-2.0 * (np.pi * _SMOOTHING_PX * frequency) ** 2).astype(np.float32)


def _part_means(spectrum: NDArray[np.complex64], box: FilterBox, size: tuple[int, int]) -> Float32:
    """Mean strength of one filter in each part, (16,)."""
    response = np.zeros_like(spectrum)
    inside = (box.rows, box.columns)
    np.multiply(spectrum[inside], box.gain, out=response[inside])
    strength = np.abs(
        scipy.fft.ifft2(response, overwrite_x=True)
    )  # unshifted spectrum: the modulus is the same
    strength = strength[_PADDING_PX : _PADDING_PX + size[0], _PADDING_PX : _PADDING_PX + size[1]]
    rows, columns = (np.linspace(0, length, _PARTS + 1).astype(np.intp) for length in size)
    sums = np.add.reduceat(np.add.reduceat(strength, rows[:-1], axis=0), columns[:-1], axis=1)
    means: Float32 = (sums / np.outer(np.diff(rows), np.diff(columns))).astype(np.float32)
    return means.ravel()


@lru_cache(maxsize=128)
def _bank(shape: tuple[int, int]) -> tuple[FilterBox, ...]:
    return tuple(boxes(_ORIENTATIONS, shape, _NEGLIGIBLE_GAIN))


def _padded_shape(length: int) -> int:
    return -(-(length + 2 * _PADDING_PX) // _STEP_PX) * _STEP_PX


def _at_least(block: Pixels, side: int) -> Pixels:
    missing = [max(0, side - length) for length in block.shape[:2]]
    return np.pad(block, ((0, missing[0]), (0, missing[1]), (0, 0)), mode="edge") if any(missing) else block
