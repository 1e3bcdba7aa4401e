"""Constraints on linear scores of points, solved without forming the difference vectors.

``relative_attributes`` learns its rows with it. A constraint of two or four points has a row that is their signed sum.
Tens of thousands of these come from a few hundred points, so that products go through the points, and the Hessian of
``vector_solver`` through an (n_points, n_points) matrix of how often two points meet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from changemodel.metric.cone import factor
from changemodel.metric.quadruplets import FloatArray, Quadruplets
from changemodel.metric.vector_solver import VectorProblem


def signed_rows(quadruplets: Quadruplets, n_points: int) -> sparse.csr_array:
    """S, shape (n, n_points): S @ points are the rows (x_k - x_l) - (x_i - x_j)."""
    count = len(quadruplets)
    signs = np.tile([-1.0, 1.0, 1.0, -1.0], count)
    rows = np.repeat(np.arange(count), 4)
    return sparse.csr_array((signs, (rows, quadruplets.indices.ravel())), shape=(count, n_points))


class CombinedRows:
    """The rows S @ points, of which products are formed and never the rows."""

    __array_ufunc__ = None  # so that array @ rows comes here

    def __init__(self, signs: sparse.csr_array, points: FloatArray) -> None:
        self.signs, self.points = signs, points
        self.shape = (signs.shape[0], points.shape[1])

    def __matmul__(self, weights: FloatArray) -> FloatArray:
        found: FloatArray = self.signs @ (self.points @ weights)
        return found

    def __rmatmul__(self, slopes: FloatArray) -> FloatArray:
        found: FloatArray = (self.signs.T @ slopes) @ self.points
        return found

    def __truediv__(self, divisor: float) -> CombinedRows:
        return CombinedRows(self.signs, self.points / divisor)


@dataclass(frozen=True, kw_only=True)
class PointProblem(VectorProblem):
    """The problem of ``vector_solver`` with rows that are signed sums of points."""

    rows: Any  # CombinedRows

    @cached_property
    def row_norm(self) -> float:
        """No row is longer than that: at most four points meet in one."""
        longest = np.sqrt(np.einsum("ij,ij->i", self.rows.points, self.rows.points).max(initial=0.0))
        return 4.0 * float(longest)

    def zone_at(self, slack: FloatArray) -> FloatArray:
        """A, square, with I + A^T A the Hessian."""
        curved = np.flatnonzero((slack > 0.0) & (slack <= 2.0 * self.h))
        signs = self.rows.signs[curved]
        meetings = signs.T @ (signs * (self.costs[curved] / (2.0 * self.h))[:, None])
        return factor(self.rows.points.T @ (meetings @ self.rows.points), tolerance=0.0)

    def scaled(self, divisor: float) -> VectorProblem:
        """The problem of divisor * omega."""
        return replace(self, rows=self.rows / divisor, costs=self.costs * divisor**2)
