"""Rounds of ``lmnn``: find the triplets that are broken, minimise over all that were ever broken, and again.

Broken triplets are found from distances (``neighbours.impostors``), so that those that hold are never formed. Source:
Weinberger and Saul, "Distance metric learning for large margin nearest neighbor classification", 2009.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from changemodel.metric.cone import FloatArray
from changemodel.metric.neighbours import impostors
from changemodel.metric.quadruplets import IntArray

ROUNDS = 15
CAP = 100_000
SETTLED = 1e-4
COLLAPSED = 1e-3


@dataclass
class Rounds:
    """Rounds of: find what is broken, minimise over all that was ever broken."""

    points: FloatArray  # (n, d)
    codes: IntArray  # (n,), the class of each
    neighbours: IntArray  # (m, 2)
    margin: float
    unit: float = 1.0  # that the points were divided by
    kept: IntArray = field(default_factory=lambda: np.empty((0, 3), dtype=np.intp))
    room: int = CAP
    stands_for: int = 1  # triplets, each that is kept
    count: int = 0
    objective: float = np.inf
    converged: bool = False

    @property
    def width(self) -> int:
        """d, the number of features."""
        return int(self.points.shape[1])

    @property
    def differences(self) -> FloatArray:
        """Of target neighbours, (m, d)."""
        found: FloatArray = self.points[self.neighbours[:, 0]] - self.points[self.neighbours[:, 1]]
        return found

    def run(
        self, minimise: Callable[[Rounds, FloatArray], tuple[FloatArray, float]], first: FloatArray
    ) -> FloatArray:
        """L after the last round, begun at ``first``; triplets that were broken in an earlier run are kept."""
        rows, self.objective, self.converged = first, np.inf, False
        for number in range(ROUNDS):
            self.count += 1
            self.converged = not self._join(rows) and number > 0
            if self.converged:
                break
            previous = self.objective
            # where no triplet was broken the pull alone brought L to 0, from which no step leads away
            start = rows if np.linalg.norm(rows) > COLLAPSED * np.linalg.norm(first) else first
            rows, self.objective = minimise(self, start)
            self.converged = abs(previous - self.objective) <= SETTLED * abs(self.objective)
            if self.converged:
                break
        return rows

    def _join(self, rows: FloatArray) -> int:
        """How many triplets join the kept ones; of more than there is room for, an even share is looked at."""
        broken, _ = impostors(self.points @ rows.T, self.neighbours, self.codes, self.margin)
        joined = np.unique(np.concatenate([self.kept, self._share(broken)]), axis=0)
        new = len(joined) - len(self.kept)
        while len(joined) > self.room:
            self.stands_for *= 2
            joined = self._share(joined)
        self.kept = joined
        return new

    def _share(self, triplets: IntArray) -> IntArray:
        """One of each ``stands_for`` of all triplets, the same ones always."""
        order = np.random.default_rng(0).permutation(len(self.points))
        share: IntArray = triplets[order[triplets].sum(axis=1) % self.stands_for == 0]
        return share
