"""Regularisers of a matrix, each with its (sub)gradient.

Those of the source, to compare the learners' own with, which compute theirs within their solvers. Source: M. T. Law's
thesis (2015), sections 1.3.3 and 3.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class Regulariser(NamedTuple):
    """A function of a symmetric matrix and its gradient, at kinks one of its subgradients."""

    value: Callable[[FloatArray], float]
    gradient: Callable[[FloatArray], FloatArray]


L1 = Regulariser(lambda m: float(np.abs(m).sum()), np.sign)
FROBENIUS = Regulariser(lambda m: 0.5 * float(np.vdot(m, m)), lambda m: m)
TRACE = Regulariser(lambda m: float(np.trace(m)), lambda m: np.eye(len(m)))


def similar_distances(differences: FloatArray) -> Regulariser:
    """Sum of the distances of similar pairs, given by their differences (n, d): linear in M."""
    scatter = differences.T @ differences
    return Regulariser(lambda m: float(np.vdot(m, scatter)), lambda m: scatter)


def log_det(reference: FloatArray) -> Regulariser:
    """The LogDet divergence D(M, M0) of (1.6); infinite where M is not positive definite."""
    inverse = np.linalg.inv(reference)

    def value(matrix: FloatArray) -> float:
        ratio = matrix @ inverse
        if np.linalg.eigvalsh(matrix)[0] <= 0.0:
            return float("inf")
        return float(np.trace(ratio) - np.linalg.slogdet(ratio)[1]) - len(matrix)

    return Regulariser(value, lambda m: inverse - np.linalg.inv(m))
