"""GIST by rows, from which cells at any height are computed.

A cell of GIST is the mean strength of each filter over the cell's pixels. Kept as running sums down each column of the
grid, the mean over any stretch of rows is one difference. So what moved is compared where it stands now, without
drawing a picture anew for each displacement.

What is kept of a picture is small: each strength as one byte, 45 kB a picture, so that it can stand beside the features
of a version and no picture is read again. A picture that is at hand is rounded alike: the distances are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput
from changemodel.features.alignment import SIGNATURE_ROWS
from changemodel.features.fast_gist import FastGist
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX, Pixels, view
from changemodel.metric.threads import one_blas_thread

STEP_PX = 10
"""Rows that share one entry; in between, strengths are taken to be even."""

_LOWER_FROM_PX = 900  # below it the lower view tells: at its lower end a view knows nothing of what follows

_FULL_STRENGTH = 1.0
"""Above that all are kept as that. Stripes of full contrast reach 0.6, a bright spot on a blank page 0.8."""

Float32 = NDArray[np.float32]
RowFeatures = NDArray[np.uint8]
"""Square roots of the strengths, 255 for the full one, shape (steps, grid, filters)."""


@dataclass(frozen=True, eq=False)
class RowGist:
    """Running sums of the strengths down a picture.

    Attributes
    ----------
    sums : float32 array, shape (steps + 1, grid, filters)
        Of all rows above each step, times their height in pixels.
    step_px : float
        Height of a step.
    """

    sums: Float32
    step_px: float

    @classmethod
    def of_cells(cls, features: NDArray[np.floating], grid: int) -> Self:
        """From the cells alone, (grid * grid, filters): even within each cell. What a version without a picture has."""
        step = VIEW_HEIGHT_PX / grid
        return cls(_running(np.nan_to_num(features).reshape(grid, grid, -1), step), step)

    @classmethod
    def of_features(cls, kept: RowFeatures) -> Self:
        """From what ``cells_and_row_features`` kept of a picture."""
        strengths = np.square(kept.astype(np.float32) / 255.0) * _FULL_STRENGTH
        return cls(_running(strengths, STEP_PX), STEP_PX)

    @property
    def end_px(self) -> float:
        """To which row strengths are known."""
        return (len(self.sums) - 1) * self.step_px

    def above(self, rows: NDArray[np.number]) -> Float32:
        """The sums above rows, one for each column, (n, grid) -> (n, grid, filters)."""
        place = np.clip(rows / self.step_px, 0.0, len(self.sums) - 1.0)
        upper = np.minimum(place.astype(np.intp), len(self.sums) - 2)
        share = (place - upper).astype(np.float32)[..., None]
        columns = np.arange(self.sums.shape[1])
        found: Float32 = self.sums[upper, columns]
        if share.any():
            found = found + share * (self.sums[upper + 1, columns] - found)
        return found


def cells_and_row_features(pixels: Pixels, engine: FastGist) -> tuple[Float32, RowFeatures]:
    """The cells of a picture's view, and what is kept of its top rows; as many as signatures are made of.

    ``pixels`` are (rows, width, 3), the cells (grid * grid, filters).
    """
    steps, height = VIEW_HEIGHT_PX // STEP_PX, min(len(pixels), SIGNATURE_ROWS)
    with one_blas_thread():
        cells, strengths = engine.cells_and_rows(view(pixels), steps)
        if height > VIEW_HEIGHT_PX:
            top = -((VIEW_HEIGHT_PX - height) // STEP_PX) * STEP_PX
            _, lower = engine.cells_and_rows(view(pixels[top:height, :VIEW_WIDTH_PX]), steps)
            last = min(_LOWER_FROM_PX, VIEW_HEIGHT_PX) // STEP_PX
            strengths = np.concatenate([strengths[:last], lower[last - top // STEP_PX :]])
    shares = np.clip(strengths / _FULL_STRENGTH, 0.0, 1.0)
    kept: RowFeatures = np.rint(255.0 * np.sqrt(shares)).astype(np.uint8)
    return cells, kept


def check_row_features(kept: object, features: NDArray[np.floating] | None) -> None:
    """Raise InvalidInput for anything that is no row features, or not of the grid of these features."""
    if not isinstance(kept, np.ndarray) or kept.dtype != np.uint8 or kept.ndim != 3 or not kept.size:
        raise InvalidInput(
            "row_features are no array of bytes, (steps, grid, filters): pass what GistGrid.row_features gave"
        )
    if features is not None and features.shape != (kept.shape[1] ** 2, kept.shape[2]):
        raise InvalidInput(
            f"row_features have shape {kept.shape}, the features {features.shape}: make both with one GistGrid"
        )


def _running(strengths: NDArray[np.floating], step_px: float) -> Float32:
    summed = np.cumsum(strengths * step_px, axis=0, dtype=np.float64)
    return np.concatenate([np.zeros_like(summed[:1]), summed]).astype(np.float32)
