"""Candidates for the nearest patch by p-stable hashing: the baseline of nearest-neighbour classification by patches.

M. Datar et al. (2004): tables of keys floor((a . x + b) / width), 20 to a table.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class StableHashing:
    """Buckets of stored points; a query's candidates are those of its buckets in all tables."""

    def __init__(self, tables: int = 25, functions: int = 20, width: float = 0.25, seed: int = 0) -> None:
        self.tables, self.functions, self.width, self.seed = tables, functions, width, seed

    def fit(self, X: FloatArray) -> Self:
        """Put the points into their buckets."""
        rng = np.random.default_rng(self.seed)
        self._normals = rng.normal(size=(self.tables, self.functions, X.shape[1]))
        self._offsets = rng.uniform(0.0, self.width, size=(self.tables, self.functions))
        self._buckets: list[dict[bytes, list[int]]] = []
        for keys in self._keys(X):
            buckets: dict[bytes, list[int]] = {}
            for row, key in enumerate(keys):
                buckets.setdefault(key.tobytes(), []).append(row)
            self._buckets.append(buckets)
        return self

    def candidates(self, queries: FloatArray) -> list[set[int]]:
        """Stored rows that share a bucket with each query."""
        found: list[set[int]] = [set() for _ in queries]
        for buckets, keys in zip(self._buckets, self._keys(queries), strict=True):
            for rows, key in zip(found, keys, strict=True):
                rows.update(buckets.get(key.tobytes(), ()))
        return found

    def _keys(self, X: FloatArray) -> NDArray[np.int64]:
        projected = np.einsum("tfd,nd->tnf", self._normals, X) + self._offsets[:, None]
        return np.asarray(np.floor(projected / self.width), dtype=np.int64)
