"""Binary reconstructive embedding: bits whose Hamming distances are near Euclidean ones, by exact coordinate steps.

B. Kulis and T. Darrell (2009): bit p of x is set where sum over anchors of W_pq x_pq . x is above 0; W is changed one
number at a time, to the exact minimiser of sum over pairs of (|x_i - x_j|^2 / 2 - share of differing bits)^2.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.codes.packed_bits import BoolArray, FloatArray
from changemodel.evaluation.code_baselines.nonlinear_hashing import HashFunctions


class ReconstructiveEmbedding(HashFunctions):
    """``trace_`` is the objective after each sweep over one anchor of each bit."""

    def __init__(
        self, n_bits: int = 32, anchors: int = 20, pairs: int = 3000, sweeps: int = 5, seed: int = 0
    ) -> None:
        self.n_bits, self.anchors, self.pairs, self.sweeps, self.seed = n_bits, anchors, pairs, sweeps, seed

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Learn on unit-norm points; labels are not looked at."""
        rng = np.random.default_rng(self.seed)
        points = np.asarray(X, dtype=np.float64)
        self._mean = points.mean(axis=0)
        unit = self._unit(points)
        self._anchors = np.stack(
            [unit[rng.choice(len(unit), self.anchors, replace=False)] for _ in range(self.n_bits)]
        )
        self._weights = rng.normal(size=(self.n_bits, self.anchors))
        i, j = rng.integers(len(unit), size=(2, self.pairs))
        wanted = 0.5 * ((unit[i] - unit[j]) ** 2).sum(axis=1)
        bits = self._bits(unit)
        differing = (bits[i] != bits[j]).astype(np.float64)
        self.trace_ = [_loss(wanted, differing)]
        for _ in range(self.sweeps):
            for p in rng.permutation(self.n_bits):
                self._step(int(p), int(rng.integers(self.anchors)), unit, (i, j), wanted, differing)
            self.trace_.append(_loss(wanted, differing))
        return self

    def bits(self, X: ArrayLike) -> BoolArray:
        """Where each bit's sum is above 0."""
        return self._bits(self._unit(np.asarray(X, dtype=np.float64)))

    def _unit(self, points: FloatArray) -> FloatArray:
        moved = points - self._mean
        return np.asarray(moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-12))

    def _bits(self, unit: FloatArray) -> BoolArray:
        return np.stack(
            [(unit @ a.T) @ w > 0.0 for a, w in zip(self._anchors, self._weights, strict=True)], axis=1
        )

    def _step(
        self,
        p: int,
        q: int,
        unit: FloatArray,
        pairs: tuple[NDArray[np.int64], NDArray[np.int64]],
        wanted: FloatArray,
        differing: FloatArray,
    ) -> None:
        """The best value of W_pq: between two thresholds at which some point's bit flips."""
        kernel = unit @ self._anchors[p].T
        rest = kernel @ self._weights[p] - kernel[:, q] * self._weights[p, q]
        slope = np.where(np.abs(kernel[:, q]) < 1e-12, 1e-12, kernel[:, q])
        cuts = np.unique(-rest / slope)
        tried = np.append((cuts[1:] + cuts[:-1]) / 2.0, self._weights[p, q])
        i, j = pairs
        others = differing.sum(axis=1) - differing[:, p]
        on = rest[:, None] + kernel[:, [q]] * tried > 0.0
        flips = on[i] != on[j]
        losses = ((wanted[:, None] - (others[:, None] + flips) / self.n_bits) ** 2).sum(axis=0)
        best = int(losses.argmin())
        if losses[best] < losses[-1]:
            self._weights[p, q] = tried[best]
            differing[:, p] = flips[:, best]


def _loss(wanted: FloatArray, differing: FloatArray) -> float:
    return float(((wanted - differing.mean(axis=1)) ** 2).sum())
