"""The distances and similarities that learned ones are compared with, one row of ``x`` with one of ``z`` each.

Source: M. T. Law's thesis (2015), section 1.3. Every function takes two float arrays of shape (n, d) and gives
n values; 0 is nearest for distances, larger is more alike for ``bilinear``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


def minkowski(x: ArrayLike, z: ArrayLike, p: float) -> FloatArray:
    """(sum of |x - z|^p)^(1/p): 1 is Manhattan, 2 Euclidean.

    Raises ``ValueError`` for p < 1, where the triangle inequality fails.
    """
    if not p >= 1.0:
        raise ValueError(f"p={p!r}: below 1 the triangle inequality fails; give p >= 1")
    if np.isinf(p):
        largest: FloatArray = np.abs(_difference(x, z)).max(axis=1)
        return largest
    distances: FloatArray = (np.abs(_difference(x, z)) ** p).sum(axis=1) ** (1.0 / p)
    return distances


def chi_squared(x: ArrayLike, z: ArrayLike) -> FloatArray:
    """Half the sum of (x - z)^2 / (x + z), of histograms; a bin that is empty in both counts 0."""
    total = np.asarray(x, dtype=np.float64) + np.asarray(z, dtype=np.float64)
    square = _difference(x, z) ** 2
    distances: FloatArray = 0.5 * np.divide(square, total, out=np.zeros_like(square), where=total > 0.0).sum(
        axis=1
    )
    return distances


def mahalanobis(x: ArrayLike, mean: ArrayLike, covariance: ArrayLike) -> FloatArray:
    """Squared distance of points to a distribution, (1.1)."""
    difference = _difference(x, mean)
    solved = np.linalg.solve(np.asarray(covariance, dtype=np.float64), difference.T)
    distances: FloatArray = np.einsum("ij,ji->i", difference, solved)
    return distances


def bilinear(x: ArrayLike, z: ArrayLike, matrix: ArrayLike) -> FloatArray:
    """The similarity x^T M z, for any matrix (d, e)."""
    values: FloatArray = np.einsum("ij,jk,ik->i", np.asarray(x), np.asarray(matrix), np.asarray(z))
    return values


def kernel_mahalanobis(x: ArrayLike, z: ArrayLike, rows: ArrayLike) -> FloatArray:
    """|P (k_x - k_z)|^2: ``x`` and ``z`` hold kernel values with the N training points, ``rows`` is P, (e, N).

    With the linear kernel and L = P X it is the metric of L.
    """
    moved = _difference(x, z) @ np.asarray(rows, dtype=np.float64).T
    distances: FloatArray = (moved**2).sum(axis=1)
    return distances


def _difference(x: ArrayLike, z: ArrayLike) -> FloatArray:
    difference: FloatArray = np.asarray(x, dtype=np.float64) - np.asarray(z, dtype=np.float64)
    return difference
