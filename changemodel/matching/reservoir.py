"""Batches of pairs from groups of patches, half of them matches, in one pass over the groups.

Source: X. Han (2016), algorithm 2.1, with J. Vitter's algorithm R. All patches of a group match each other. The very
first batch has one negative pair less: only one group has been seen when it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TRIES = 1000


@dataclass(frozen=True)
class Pair:
    """Rows of two patches, and whether they match."""

    match: bool
    first: int
    second: int


class ReservoirSampler:
    """Draws batches from groups, which come round again and again in a new order.

    Parameters
    ----------
    groups : sequence of int arrays
        Rows of the patches of each group; a group of one patch gives negatives only.
    size : int
        Patches that are kept for negatives; too few overfit (the source: 128 are, 16,384 are not).
    rng : numpy.random.Generator
    """

    def __init__(self, groups: Sequence[NDArray[np.int64]], *, size: int, rng: np.random.Generator) -> None:
        self.groups, self.size, self.rng = list(groups), size, rng
        self.kept: list[tuple[int, int]] = []  # (row, group)
        self.seen = 0
        self._stream = self._rounds()

    def batch(self, n_groups: int = 16) -> list[Pair]:
        """A positive and a negative pair of each of so many groups."""
        found: list[Pair] = []
        for _ in range(n_groups):
            number, rows = self._next()
            first, second = (int(row) for row in self.rng.choice(rows, 2, replace=False))
            positive = Pair(True, first, second)
            self._keep(number, rows)
            found += [positive, self._negative() or positive]
        return found

    def _next(self) -> tuple[int, NDArray[np.int64]]:
        for number in self._stream:
            if len(self.groups[number]) > 1:
                return number, self.groups[number]
            self._keep(number, self.groups[number])
        raise StopIteration

    def _rounds(self) -> Iterator[int]:
        while True:
            yield from self.rng.permutation(len(self.groups)).tolist()

    def _keep(self, group: int, rows: NDArray[np.int64]) -> None:
        for row in rows.tolist():
            self.seen += 1
            if len(self.kept) < self.size:
                self.kept.append((row, group))
            elif self.rng.random() < self.size / self.seen:
                self.kept[int(self.rng.integers(self.size))] = (row, group)

    def _negative(self) -> Pair | None:
        for _ in range(TRIES):
            first, second = (self.kept[int(place)] for place in self.rng.integers(len(self.kept), size=2))
            if first[1] != second[1]:
                return Pair(False, first[0], second[0])
        return None
