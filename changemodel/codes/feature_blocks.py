"""Histogram blocks, each L1-normalised, lifted so that linear rules act as additive kernels do.

The 13 blocks that the source encodes are ``PICODES_BLOCKS``. The map is A. Vedaldi and A. Zisserman's for homogeneous
additive kernels; scikit-learn has it for chi-squared alone (``AdditiveChi2Sampler``). Source: A. Bergamo, L. Torresani,
A. Fitzgibbon, "PiCoDes" (NIPS 2011), section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import choice, positive_number, whole_number
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]

PICODES_BLOCKS = (
    960,
    *(20 * 4**level for level in range(4)),
    *(40 * 4**level for level in range(4)),
    *(300 * 4**level for level in range(3)),
    5000,
)
"""Colour GIST; PHOG over 180 and over 360 degrees, levels 0 to 3; self-similarity, levels 0 to 2; words of SIFT."""
PICODES_STEPS = (0.8, 0.8, 0.7, 0.7, 0.6, 0.8, 0.7, 0.7, 0.6, 0.6, 0.6, 0.7, 0.7)
"""Sampling step of each of these blocks, as in the authors' released extractor."""

ZERO = 1e-10
"""Entries below it are taken for 0."""


def _intersection(frequency: FloatArray) -> FloatArray:
    return np.asarray((2.0 / np.pi) / (1.0 + 4.0 * frequency**2), dtype=np.float64)


def _chi2(frequency: FloatArray) -> FloatArray:
    return np.asarray(1.0 / np.cosh(np.pi * frequency), dtype=np.float64)


def _jensen_shannon(frequency: FloatArray) -> FloatArray:
    damped = np.cosh(np.pi * frequency) * (1.0 + 4.0 * frequency**2)
    return np.asarray((2.0 / np.log(4.0)) / damped, dtype=np.float64)


SPECTRA: dict[str, Callable[[FloatArray], FloatArray]] = {
    "intersection": _intersection,
    "chi2": _chi2,
    "jensen_shannon": _jensen_shannon,
}


def lifted(values: FloatArray, kernel: str, order: int, step: float | FloatArray) -> FloatArray:
    """Each column as 2 order + 1 columns whose products approximate the kernel, shape (n, (2 order + 1) columns).

    ``step`` is one number, or one for each column.
    """
    spacing = np.broadcast_to(np.asarray(step, dtype=np.float64), values.shape[1:])
    spectrum = SPECTRA[kernel]
    usable = np.where(values < ZERO, 1.0, values)
    size = np.sqrt(np.where(values < ZERO, 0.0, values) * spacing)
    parts = [size * np.sqrt(spectrum(np.zeros(1)))]
    for j in range(1, order + 1):
        amplitude = size * np.sqrt(2.0 * spectrum(j * spacing))
        phase = j * spacing * np.log(usable)
        parts += [amplitude * np.cos(phase), amplitude * np.sin(phase)]
    return np.stack(parts, axis=2).reshape(len(values), -1)


def normalised_blocks(values: FloatArray, blocks: Sequence[int]) -> FloatArray:
    """Each block of columns divided by its sum in each row; a block of zeros stays."""
    found = np.empty_like(values)
    begin = 0
    for size in blocks:
        part = values[:, begin : begin + size]
        total = part.sum(axis=1, keepdims=True)
        found[:, begin : begin + size] = part / np.where(total > 0.0, total, 1.0)
        begin += size
    return found


class LiftedBlocks(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """L1 normalisation of blocks of columns, then an explicit feature map.

    Parameters
    ----------
    blocks : sequence of int, optional
        Columns of each block; together all of them. None: one block.
    kernel : {"intersection", "chi2", "jensen_shannon"}
    order : int
        Each column becomes 2 order + 1.
    step : float, or one for each block
        Between the sampled frequencies.
    """

    def __init__(
        self,
        *,
        blocks: Sequence[int] | None = None,
        kernel: str = "intersection",
        order: int = 1,
        step: float | Sequence[float] = 0.7,
    ) -> None:
        self.blocks = blocks
        self.kernel = kernel
        self.order = order
        self.step = step

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Check the parameters against X.

        Raises
        ------
        ValueError
            NaN.
        InvalidInput
            Blocks that do not make up the columns, a parameter out of its range, values below 0.
        """
        values = validate_data(self, X, dtype=np.float64)
        _refuse_negative(values)
        whole_number(self.order, "order", 0)
        choice(self.kernel, "kernel", SPECTRA)
        blocks = (
            [values.shape[1]] if self.blocks is None else [whole_number(b, "a block", 1) for b in self.blocks]
        )
        if sum(blocks) != values.shape[1]:
            raise InvalidInput(
                f"blocks of {sum(blocks)} columns together meet an X of {values.shape[1]}: name each column once"
            )
        steps = [float(positive_number(s, "step")) for s in np.atleast_1d(np.asarray(self.step)).tolist()]
        if len(steps) not in (1, len(blocks)):
            raise InvalidInput(
                f"{len(steps)} steps for {len(blocks)} blocks: pass one, or one for each block"
            )
        self.block_sizes_ = np.array(blocks)
        self.steps_ = np.repeat(np.broadcast_to(steps, len(blocks)), blocks)
        return self

    def transform(self, X: ArrayLike) -> FloatArray:
        """Lifted rows, shape (n, (2 order + 1) n_features)."""
        check_is_fitted(self)
        values = validate_data(self, X, dtype=np.float64, reset=False)
        _refuse_negative(values)
        return lifted(
            normalised_blocks(values, self.block_sizes_.tolist()), self.kernel, self.order, self.steps_
        )

    def __sklearn_tags__(self) -> Any:
        """Histograms only."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = []
        return tags


def _refuse_negative(values: FloatArray) -> None:
    if values.size and values.min() < 0.0:
        raise InvalidInput("Negative values in data passed to LiftedBlocks: it takes histograms, at least 0")
