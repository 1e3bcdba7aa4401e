"""The rows of a version's picture as hashes that are equal where pixels are equal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import BANDS, SIGNATURE_ROWS, Signatures, recognisable
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.metric.quadruplets import FloatArray, IntArray

_PAGE_ENDED = np.uint32(2)  # the signature of rows below the end of a short page: nothing to recognise


@dataclass(frozen=True, eq=False)
class VersionRows:
    """A version's row signatures, (1400, 10): 0 where rows are not known."""

    rows: Signatures

    @classmethod
    def of(cls, signatures: Signatures) -> Self:
        """As ``alignment.row_signatures`` gives them; below the end of a short page nothing is to be recognised."""
        rows = np.zeros((SIGNATURE_ROWS, BANDS), dtype=np.uint32)
        rows[: len(signatures)] = signatures[:SIGNATURE_ROWS]
        if len(signatures) < VIEW_HEIGHT_PX:
            rows[len(signatures) :] = _PAGE_ENDED
        return cls(rows)

    @cached_property
    def keys(self) -> NDArray[np.uint64]:
        """What the version's row bands show, wherever they stand: sorted, each once."""
        return np.unique(row_keys(self.rows))

    @cached_property
    def telling(self) -> NDArray[np.bool_]:
        """Which row bands can be recognised elsewhere."""
        return recognisable(self.rows)

    @cached_property
    def once(self) -> tuple[NDArray[np.uint64], IntArray]:
        """Row bands that occur once, as sorted keys with their rows."""
        values, first, counts = np.unique(row_keys(self.rows), return_index=True, return_counts=True)
        return values[counts == 1], np.nonzero(self.telling)[0][first[counts == 1]]


def row_keys(rows: Signatures) -> NDArray[np.uint64]:
    """One number for each recognisable row band, of what it shows and its band, row by row."""
    at, bands = np.nonzero(recognisable(rows))
    return rows[at, bands].astype(np.uint64) | (bands.astype(np.uint64) << np.uint64(32))


@lru_cache(maxsize=8)
def band_shares(grid: int) -> FloatArray:
    """Which part of each band of a row lies in each column of the grid, (bands, grid)."""
    bands, cells = np.linspace(0, 1, BANDS + 1), np.linspace(0, 1, grid + 1)
    left = np.maximum(bands[:-1, None], cells[None, :-1])
    right = np.minimum(bands[1:, None], cells[None, 1:])
    shares: FloatArray = np.maximum(right - left, 0.0) * BANDS
    return np.where(shares > 1e-9, shares, 0.0)
