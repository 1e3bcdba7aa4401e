"""The quadruplet problem of a full matrix: its constraints, objective and gradient.

``matrix_solver`` minimises it. Source: M. T. Law's thesis (2015), (2.7), (2.10) and (2.11). Over positive
semidefinite M, and b >= 0 where there are labelled pairs,

    F(M, b) = a/2 (|M|^2 + b^2) + <G, M> + sum_q cost_q L_{delta_q}^h(margin_q)

with a fixed matrix G (the sum of similar pairs of LMNN, a multiple of I for the trace). Margins are
D(k, l) - D(i, j) for a quadruplet, y_p (D_p - b) for a labelled pair. h = 0 is the hinge.

No outer product of a constraint is ever formed. With p, q the two differences of a quadruplet,
q^T M q - p^T M p = (q - p)^T M (q + p) for symmetric M: one matrix product gives all margins, one all
gradients.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from changemodel.metric.cone import FloatArray
from changemodel.metric.losses import zone_start
from changemodel.metric.quadruplets import LabelledPairs, QuadrupletFeatures


@dataclass(frozen=True, kw_only=True)
class MatrixProblem:
    """Constraints ``left_q^T M right_q - labels_q b >= deltas_q``, each with its cost."""

    left: FloatArray  # (n, d)
    right: FloatArray  # (n, d)
    labels: FloatArray  # (n,), 0 for quadruplets, +1 or -1 for labelled pairs
    deltas: FloatArray  # (n,)
    costs: FloatArray  # (n,)
    h: float
    ridge: float = 1.0  # a
    linear: FloatArray | None = None  # G, (d, d) symmetric

    @classmethod
    def of(
        cls,
        quadruplets: QuadrupletFeatures,
        pairs: LabelledPairs | None = None,
        *,
        quadruplet_cost: float = 1.0,
        pair_cost: float = 1.0,
        h: float,
        ridge: float = 1.0,
        linear: FloatArray | None = None,
    ) -> MatrixProblem:
        """The problem of quadruplets and pairs whose features are differences of points."""
        pairs = LabelledPairs.none(quadruplets.closer.shape[1]) if pairs is None else pairs
        n, m = len(quadruplets), len(pairs)
        near, far = quadruplets.closer, quadruplets.farther
        return cls(
            left=np.vstack([far - near, pairs.labels[:, None] * pairs.features]),
            right=np.vstack([far + near, pairs.features]),
            labels=np.concatenate([np.zeros(n), pairs.labels]),
            deltas=np.concatenate([quadruplets.deltas, np.ones(m)]),
            costs=np.concatenate([np.full(n, quadruplet_cost), np.full(m, pair_cost)]),
            h=h,
            ridge=ridge,
            linear=linear,
        )

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def width(self) -> int:
        """d, the number of features."""
        return int(self.left.shape[1])

    @cached_property
    def has_threshold(self) -> bool:
        """Whether b is part of the problem: without labelled pairs it is 0 at the optimum."""
        return bool(self.labels.any())

    @cached_property
    def starts(self) -> FloatArray:
        """Margin from which each constraint costs nothing."""
        return zone_start(self.deltas, self.h)

    def part(self, rows: NDArray[np.intp]) -> MatrixProblem:
        """The same problem with some of its constraints."""
        fields = ("left", "right", "labels", "deltas", "costs")
        return replace(self, **{name: getattr(self, name)[rows] for name in fields})

    def single(self) -> MatrixProblem:
        """The same problem in single precision: products twice as fast, margins right to six digits."""
        return replace(self, left=self.left.astype(np.float32), right=self.right.astype(np.float32))

    def slack(self, matrix: FloatArray, threshold: float = 0.0) -> FloatArray:
        """By how much each constraint lies below the margin from which it costs nothing; 0 if it does not."""
        slack: FloatArray = np.maximum(self.shortfall(self.left @ matrix, self.right, threshold), 0.0)
        return slack

    def shortfall(self, left: FloatArray, right: FloatArray, threshold: float = 0.0) -> FloatArray:
        """The slack before it is cut at 0, from both sides of the products, in any common basis."""
        values: FloatArray = self.starts - np.einsum("ij,ij->i", left, right)
        if self.has_threshold:
            values += threshold * self.labels
        return values

    def loss(self, slack: FloatArray) -> float:
        """Sum of the costs of all violations."""
        if self.h == 0.0:
            return float(self.costs @ slack)
        capped = np.minimum(slack, 2.0 * self.h)
        return float(self.costs @ (capped * (2.0 * slack - capped))) / (4.0 * self.h)

    def pulls(self, slack: FloatArray) -> FloatArray:
        """How hard each constraint pulls, in [0, cost]: minus the derivative of its loss in the margin."""
        if self.h == 0.0:
            pulls: FloatArray = self.costs * (slack > 0.0)
        else:
            pulls = self.costs * np.minimum(slack, 2.0 * self.h) / (2.0 * self.h)
        return pulls

    def pull_matrix(self, pulls: FloatArray) -> FloatArray:
        """S = sum of pulls_q (C_kl - C_ij), the direction in which the constraints move M."""
        rows = np.flatnonzero(pulls)
        half = self.left[rows].T @ (self.right[rows] * pulls[rows, None])
        matrix: FloatArray = 0.5 * (half + half.T)
        return matrix

    def objective(self, matrix: FloatArray, threshold: float = 0.0) -> float:
        """F(M, b)."""
        return self.regularisation(matrix, threshold) + self.loss(self.slack(matrix, threshold))

    def regularisation(self, matrix: FloatArray, threshold: float = 0.0) -> float:
        """F without its constraints."""
        value = 0.5 * self.ridge * (float(np.vdot(matrix, matrix)) + threshold**2)
        return value if self.linear is None else value + float(np.vdot(self.linear, matrix))

    def gradient(self, matrix: FloatArray, threshold: float = 0.0) -> tuple[FloatArray, float]:
        """Gradient (a subgradient for h = 0) of F in M and in b, equation (2.11)."""
        pulls = self.pulls(self.slack(matrix, threshold))
        return self.gradient_from(matrix, threshold, self.pull_matrix(pulls), pulls)

    def gradient_from(
        self, matrix: FloatArray, threshold: float, pull_matrix: FloatArray, pulls: FloatArray
    ) -> tuple[FloatArray, float]:
        """Gradient from what the constraints pull."""
        slope = self.ridge * matrix - pull_matrix
        if self.linear is not None:
            slope = slope + self.linear
        return slope, self.ridge * threshold + float(self.labels @ pulls)
