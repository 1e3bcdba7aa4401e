"""GIST: how strongly an image varies at each scale, in each direction, in each block of a grid.

``gist`` computes the published descriptor exactly, in the dialect of either program; ``GistGrid`` is what the
change model uses: the same descriptor of a page's screenshot, pooled over the grid of its regions, by the
fast path of ``fast_gist``. Source: A. Oliva, A. Torralba (2001); Law 2015, section 4.2 (grid, 8 orientations
x 4 scales).

The two dialects differ far more than by rounding, so every caller names the one meant:

- ``lmgist`` (the authors' MATLAB program): grey by the mean of the channels, stretched to 0..255,
  mirror-padded by 32 pixels before the filters.
- ``lear`` (INRIA's C program): values as they are, three channels one after another where the image has
  colour, no padding before the filters. That program is defined for square images only; here others follow
  the definition.

Both share the prefilter (``prefiltered``) and the filters (``gabor``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self, get_args

import numpy as np
import scipy.fft
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from changemodel.errors import InvalidImage, InvalidInput
from changemodel.features.fast_gist import FastGist
from changemodel.features.gabor import gains
from changemodel.features.images import (
    VIEW_HEIGHT_PX,
    VIEW_WIDTH_PX,
    ImageSource,
    given_by,
    load_image,
    view,
)
from changemodel.features.row_gist import RowFeatures, RowGist, cells_and_row_features
from changemodel.metric.threads import one_blas_thread

FloatArray = NDArray[np.float64]
Dialect = Literal["lmgist", "lear"]

LMGIST_PADDING = 32
MAX_SQUARE_PX = 16_000_000  # of the square that gist pads a picture to; at that, 3 GB are in use
LAYOUT_VERSION = 1  # grows whenever the numbers that GistGrid gives for a screenshot change

_PREFILTER_PADDING = 5
_PREFILTER_CYCLES = (
    4  # per image side: the low-pass whose output is taken away, and whose local strength divides
)
_CACHED_BANK_BYTES = 64_000_000


def gist(
    image: ImageSource,
    orientations: Sequence[int] = (8, 8, 8, 8),
    blocks: int = 4,
    dialect: Dialect = "lmgist",
) -> NDArray[np.float32]:
    """The published GIST descriptor of one image.

    Parameters
    ----------
    image
        Anything ``load_image`` reads, used at its own size. ``lmgist`` takes the central square of an image
        that is not square, as the MATLAB program does after its resizing; ``lear`` pads it to a square of its
        longer side. Of a square of more than 16 million pixels (about 4000 a side) there is no descriptor: scale
        such an image down before.
    orientations
        Number of orientations at each scale, from fine to coarse.
    blocks
        Blocks a side over which the strength is averaged.
    dialect
        ``"lmgist"`` or ``"lear"``, see the module. ``lear`` takes every file and every array (H, W, 3) as
        colour.

    Returns
    -------
    Vector of ``sum(orientations) * blocks**2`` values (three times as many for ``lear`` in colour), ordered
    by channel, filter, block column, block row. Within 2e-6 of both programs on square images. A constant
    image gives values below 1e-6.

    Raises
    ------
    InvalidInput
        A parameter is impossible, or the image is too large, or has fewer pixels a side than blocks.
    InvalidImage
        The image cannot be read.
    """
    _check_parameters(orientations, blocks, dialect)
    channels = _channels(image, dialect)
    if min(channels.shape[1:]) < blocks:
        raise InvalidInput(
            f"an image of {channels.shape[2]} x {channels.shape[1]} px has no {blocks} blocks a side"
        )
    padding = LMGIST_PADDING if dialect == "lmgist" else 0
    means = [block_means(item, orientations, blocks, padding) for item in prefiltered(channels)]
    return np.concatenate(means).transpose(0, 2, 1).ravel().astype(np.float32)


def prefiltered(channels: FloatArray) -> FloatArray:
    """Channels (C, H, W) in 0..255 with slow variation of brightness and of contrast taken out."""
    logarithm = np.log1p(channels)
    height, width = channels.shape[1:]
    side = _square_side(height, width)
    below, right = side - height - _PREFILTER_PADDING, side - width - _PREFILTER_PADDING
    padded = _mirror_padded(logarithm, (_PREFILTER_PADDING, below), (_PREFILTER_PADDING, right))
    cycles = np.fft.fftfreq(side) * side
    gain = np.exp(-(cycles**2) * np.log(2) / _PREFILTER_CYCLES**2)
    low_pass = gain[:, None] * gain[None, :]
    detail = padded - _filtered(padded, low_pass).real
    contrast = np.sqrt(np.abs(_filtered(detail.mean(axis=0) ** 2, low_pass)))
    balanced: FloatArray = detail / (0.2 + contrast)
    inner = slice(_PREFILTER_PADDING, _PREFILTER_PADDING + height)
    return balanced[:, inner, _PREFILTER_PADDING : _PREFILTER_PADDING + width]


def _square_side(height: int, width: int) -> int:
    """Of the square to which the prefilter pads."""
    side = max(height, width) + 2 * _PREFILTER_PADDING
    return side + side % 2


def block_means(image: FloatArray, orientations: Sequence[int], blocks: int, padding: int) -> FloatArray:
    """Mean strength of every filter's response in each block, shape (filters, block rows, block columns).

    The definition itself: one full-size inverse transform for each filter, in double precision. ``FastGist``
    is measured against this.
    """
    height, width = image.shape
    padded = _mirror_padded(image, (padding, padding), (padding, padding))
    spectrum = scipy.fft.fft2(padded)
    rows, columns = block_edges(height, blocks), block_edges(width, blocks)
    inner = (slice(padding, padding + height), slice(padding, padding + width))
    strengths = (
        np.abs(scipy.fft.ifft2(spectrum * gain))[inner] for gain in _bank(tuple(orientations), padded.shape)
    )
    return np.stack([_means(strength, rows, columns) for strength in strengths])


def block_edges(length: int, blocks: int) -> NDArray[np.intp]:
    """First pixel of each block along one side, and the end: the rounding of the published programs."""
    return np.linspace(0, length, blocks + 1).astype(np.intp)


class GistGrid(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """GIST of screenshots, one descriptor for each cell of a regular grid over the learned view.

    The descriptor is LMgist's of the whole view (``images.view``: the top 1000 x 1000 CSS pixels) with
    ``grid`` x ``grid`` blocks, with one deliberate difference: the grey values are not stretched to 0..255
    but taken as they are. Screenshots use the whole range already; where one does not, stretching would let a
    single dark pixel in an advertisement change every cell of the page.

    Computed by ``fast_gist.FastGist``. Against the exact path at the same working size (one full-size
    transform per filter, double precision) the L2 error of a cell's 32 values is, on the 149 screenshots of a real
    application (petclinic) at the default grid: relative to the cell's norm 1.5e-3 in the median of a typical page
    and 1.9e-3 of the worst; at most 1.2e-2 in a cell of a twentieth or more of the page's largest norm; at most 3.6e-3
    of that largest norm in any cell, a nearly blank one's own norm being no measure. Tested bounds: 2e-3, 1.5e-2 and
    5e-3; at size 500 3.5e-3, 1.5e-2 and 5e-3; at 250 4.5e-3, 3e-2 and 1e-2. With other filters than the default, of
    all cells together at most 8e-3.

    Parameters
    ----------
    grid
        Cells a side.
    orientations
        Number of orientations at each scale, from fine to coarse.
    size
        Working pixels a side, a divisor of 1000. At 1000 the finest filter sees strokes of letters; at 500
        and 250 it sees words and lines, in less than half and a fifth of the time. On two simulated front pages
        of 160 hourly versions (advertisement, carousel, clock and list as noise) the learned metric's MAP was
        .95 and .97 at 1000, .92 and .88 at 500, .87 and .76 at 250: a changed headline is fine detail, noise
        is mostly coarse.
    n_jobs
        Processes among which ``transform`` deals out screenshots, as in scikit-learn: None is this process alone,
        -1 one for each core; 0 is refused. Same bytes whatever the number. Threads instead:
        ``with joblib.parallel_config(backend="threading")``.

    Attributes
    ----------
    feature_layout : str
        Names everything that the numbers depend on; features of different layouts are never compared.
    """

    def __init__(
        self,
        grid: int = 10,
        orientations: Sequence[int] = (8, 8, 8, 8),
        size: int = VIEW_WIDTH_PX,
        n_jobs: int | None = None,
    ) -> None:
        self.grid = grid
        self.orientations = orientations
        self.size = size
        self.n_jobs = n_jobs

    @property
    def feature_layout(self) -> str:
        """Identifies dialect, view, working size, grid and filters of the features."""
        _check_parameters(self.orientations, self.grid, "lmgist")
        filters = ".".join(str(count) for count in self.orientations)
        return f"gist{LAYOUT_VERSION}-lmgist-view{VIEW_WIDTH_PX}-size{self.size}-grid{self.grid}-or{filters}"

    def fit(self, X: object = None, y: object = None) -> Self:
        """Check the parameters; there is nothing to learn."""
        self._engine()
        return self

    def transform(self, X: Sequence[ImageSource] | NDArray[Any]) -> NDArray[np.float32]:
        """Descriptors of screenshots.

        Parameters
        ----------
        X
            Screenshots: a list or array of anything ``load_image`` reads, of any sizes. Of thousands pass paths
            or functions that read them: a few are in memory at a time, whatever their number.

        Returns
        -------
        Array (screenshots, grid * grid, filters), cells row by row from the top left, filters by scale and
        orientation. A blank cell is near 0 and never NaN. A scikit-learn estimator takes a row for each
        screenshot: ``features.reshape(len(features), -1)``, which in a pipeline is a step of its own,
        ``FunctionTransformer`` of that function.

        Raises
        ------
        InvalidImage
            A screenshot cannot be read; the message names it by its index. Leave it out, or capture it again.
        """
        self._engine()
        if _is_single(X):
            raise InvalidInput("transform takes a list of screenshots: pass [screenshot] for a single one")
        result = np.empty((len(X), self.grid**2, sum(self.orientations)), dtype=np.float32)
        # max_nbytes: a mapped copy of each picture would stay on disk until the last one is done
        parallel = Parallel(n_jobs=self.n_jobs, return_as="generator", max_nbytes=None)
        with one_blas_thread():  # the products are thin: more threads only wait for each other
            calls = (delayed(_cells)(self, index, len(X), _sent(item)) for index, item in enumerate(X))
            for index, cells in enumerate(parallel(calls)):
                result[index] = cells
        return result

    def row_features(self, screenshot: ImageSource) -> RowFeatures:
        """What is kept of one screenshot, from which cells at any height are put together: the strengths down it.

        Bytes, shape (steps, grid, filters), a step for each 10 rows (``row_gist``).
        """
        return self.cells_and_row_features(screenshot)[1]

    def cells_and_row_features(self, screenshot: ImageSource) -> tuple[NDArray[np.float32], RowFeatures]:
        """What ``transform`` and ``row_features`` make of one screenshot, in the time of one of them."""
        return cells_and_row_features(load_image(screenshot), self._engine())

    def by_rows(self, screenshot: ImageSource) -> RowGist:
        """The same, ready to be compared."""
        return RowGist.of_features(self.row_features(screenshot))

    def _engine(self) -> FastGist:
        _check_parameters(self.orientations, self.grid, "lmgist")
        if not isinstance(self.size, int | np.integer) or self.size < self.grid or VIEW_WIDTH_PX % self.size:
            raise InvalidInput(
                f"size is {self.size!r}: pass a divisor of {VIEW_WIDTH_PX} not below the grid, "
                "such as 1000, 500 or 250"
            )
        if self.n_jobs is not None and (not isinstance(self.n_jobs, int | np.integer) or self.n_jobs == 0):
            raise InvalidInput(
                f"n_jobs is {self.n_jobs!r}: pass a number of processes, -1 for one of each core, or None for this "
                "process alone"
            )
        return FastGist.shared(
            int(self.size), int(self.grid), tuple(int(count) for count in self.orientations)
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        tags.no_validation = True
        tags.input_tags.two_d_array = False
        tags.input_tags.three_d_array = True
        return tags


def _is_single(X: object) -> bool:
    if isinstance(X, np.ndarray):
        return X.dtype != object and (X.ndim < 3 or (X.ndim == 3 and X.shape[2] in (3, 4)))
    return isinstance(X, bytes | bytearray | memoryview | str | Path) or not hasattr(X, "__len__")


def _sent(screenshot: ImageSource) -> ImageSource:
    """What another process needs of a screenshot: of a tall page's pixels the view alone."""
    if isinstance(screenshot, np.ndarray) and screenshot.dtype == np.uint8 and screenshot.ndim in (2, 3):
        return screenshot[:VIEW_HEIGHT_PX, :VIEW_WIDTH_PX]
    return screenshot


def _cells(grid: GistGrid, index: int, count: int, screenshot: ImageSource) -> NDArray[np.float32]:
    try:
        image = view(load_image(screenshot))
    except InvalidImage as error:
        if count == 1:
            raise
        raise InvalidImage(f"screenshot {index} of {count}: {error}, or leave this one out") from error
    with one_blas_thread():
        return grid._engine().cells(image)


def _check_parameters(orientations: Sequence[int], blocks: int, dialect: str) -> None:
    are_several = isinstance(orientations, Collection) and getattr(orientations, "ndim", 1) == 1
    counts = orientations if are_several else ()
    if len(counts) == 0 or any(not isinstance(n, int | np.integer) or n < 1 for n in counts):
        raise InvalidInput(
            f"orientations are {orientations!r}: pass a positive number for each scale, such as (8, 8, 8, 8)"
        )
    if not isinstance(blocks, int | np.integer) or blocks < 1:
        raise InvalidInput(f"the number of blocks a side is {blocks!r}: pass a positive integer")
    if dialect not in get_args(Dialect):
        raise InvalidInput(f"the GIST dialect {dialect!r} is unknown: pass 'lmgist' or 'lear'")


def _channels(image: ImageSource, dialect: Dialect) -> FloatArray:
    while callable(image):
        image = given_by(image)
    pixels = load_image(image)
    if dialect == "lmgist":
        pixels = _central_square(pixels)
    _check_square(*pixels.shape[:2])
    if dialect == "lmgist":
        return _stretched(pixels.mean(axis=2))[None]
    if _is_grey(image):
        return pixels[None, :, :, 0].astype(np.float64)
    return np.moveaxis(pixels, 2, 0).astype(np.float64)


def _check_square(height: int, width: int) -> None:
    side = _square_side(height, width)
    if side**2 > MAX_SQUARE_PX:
        raise InvalidInput(
            f"GIST of an image of {width} x {height} px needs a square of {side} px a side, more than "
            f"{MAX_SQUARE_PX} pixels: scale it down before"
        )


def _is_grey(image: ImageSource) -> bool:
    if callable(image) or isinstance(image, bytes | bytearray | memoryview | str | Path):
        return False
    array: NDArray[Any] = np.asarray(image)
    return array.ndim == 2 or array.shape[-1:] == (1,)  # an open file has no dimensions


def _central_square(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return pixels[top : top + side, left : left + side]


def _stretched(grey: FloatArray) -> FloatArray:
    raised: FloatArray = grey - grey.min()
    highest = raised.max()
    return raised * (255 / highest) if highest > 0 else raised


def _filtered(images: FloatArray, gain: FloatArray) -> NDArray[np.complex128]:
    result: NDArray[np.complex128] = scipy.fft.ifft2(scipy.fft.fft2(images) * gain)
    return result


def _mirror_padded(images: FloatArray, rows: tuple[int, int], columns: tuple[int, int]) -> FloatArray:
    return np.pad(images, [(0, 0)] * (images.ndim - 2) + [rows, columns], mode="symmetric")


def _means(strength: FloatArray, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> FloatArray:
    sums = np.add.reduceat(np.add.reduceat(strength, rows[:-1], axis=0), columns[:-1], axis=1)
    means: FloatArray = sums / np.outer(np.diff(rows), np.diff(columns))
    return means


def _bank(orientations: tuple[int, ...], shape: tuple[int, int]) -> Any:
    if sum(orientations) * shape[0] * shape[1] * 8 <= _CACHED_BANK_BYTES:
        return _cached_bank(orientations, shape)
    return gains(orientations, shape)


@lru_cache(maxsize=4)
def _cached_bank(orientations: tuple[int, ...], shape: tuple[int, int]) -> tuple[FloatArray, ...]:
    return tuple(gains(orientations, shape))
