"""The cone of positive semidefinite matrices: projections, factors, ranks, and the Fantope.

What ``matrix_problem``, ``matrix_solver`` and ``fantope_metric`` share. Source: M. T. Law's thesis (2015),
chapter 3 and appendix A. Eigenvalues are in ascending order throughout, as LAPACK gives them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

RANK_TOLERANCE = 1e-10
"""Eigenvalues up to this share of the largest count as zero."""


class Spectrum(NamedTuple):
    """Eigenvalues, ascending, and their eigenvectors as columns."""

    values: FloatArray  # (d,)
    vectors: FloatArray  # (d, d)

    @property
    def matrix(self) -> FloatArray:
        """The matrix again, from its non-zero eigenvalues."""
        kept = self.values != 0.0
        matrix: FloatArray = (self.vectors[:, kept] * self.values[kept]) @ self.vectors[:, kept].T
        return matrix


def spectrum(matrix: ArrayLike) -> Spectrum:
    """Eigendecomposition of the symmetric part of a matrix."""
    array = np.asarray(matrix, dtype=np.float64)
    values, vectors = np.linalg.eigh(0.5 * (array + array.T))
    return Spectrum(values, vectors)


def clipped(spectrum_: Spectrum) -> Spectrum:
    """The spectrum of the nearest positive semidefinite matrix: negative eigenvalues become 0."""
    return Spectrum(np.maximum(spectrum_.values, 0.0), spectrum_.vectors)


def project_psd(matrix: ArrayLike) -> FloatArray:
    """The nearest positive semidefinite matrix in the Frobenius norm."""
    return clipped(spectrum(matrix)).matrix


def truncate(matrix: ArrayLike, rank: int) -> FloatArray:
    """The nearest positive semidefinite matrix of at most ``rank``; rank 1 gives l_1 v_1 v_1^T."""
    values, vectors = clipped(spectrum(matrix))
    values[: max(values.size - rank, 0)] = 0.0
    return Spectrum(values, vectors).matrix


def factor(matrix: ArrayLike, tolerance: float = RANK_TOLERANCE) -> FloatArray:
    """L, shape (rank, d), with L^T L = M: rows by falling eigenvalue, those of zero eigenvalues left out."""
    values, vectors = clipped(spectrum(matrix))
    kept = np.flatnonzero(values > tolerance * values[-1])[::-1]
    rows: FloatArray = np.sqrt(values[kept])[:, None] * vectors[:, kept].T
    return rows


def correlation(matrix: ArrayLike) -> FloatArray:
    """M read as a covariance: M_ij / sqrt(M_ii M_jj), which says what features count together; 0 of unused."""
    array = np.asarray(matrix, dtype=np.float64)
    sizes = np.sqrt(np.outer(np.diag(array), np.diag(array)))
    found: FloatArray = np.divide(array, sizes, out=np.zeros_like(array), where=sizes > 0.0)
    return found


def numerical_rank(matrix: ArrayLike, tolerance: float = RANK_TOLERANCE) -> int:
    """Number of eigenvalues above ``tolerance`` times the largest; 0 for the zero matrix."""
    values = spectrum(matrix).values
    return int(np.count_nonzero(values > tolerance * values[-1])) if values[-1] > 0.0 else 0


def smallest_sum(matrix: ArrayLike, k: int) -> float:
    """R(M) of (3.2): the sum of the k smallest eigenvalues; on the cone 0 exactly when rank M <= d - k."""
    return float(spectrum(matrix).values[:k].sum())


def smallest_projector(matrix: ArrayLike, k: int) -> FloatArray:
    """W(M) of (3.4): the projector on the k smallest eigenvectors, a supergradient of ``smallest_sum``.

    It is the gradient where the k-th and the next eigenvalue differ; at ties it follows LAPACK's order.
    """
    vectors = spectrum(matrix).vectors[:, :k]
    projector: FloatArray = vectors @ vectors.T
    return projector


def is_in_fantope(matrix: ArrayLike, p: int, tolerance: float = 1e-9) -> bool:
    """Whether 0 <= F <= I and tr F = p, (3.9)."""
    values = spectrum(matrix).values
    inside = bool(values[0] >= -tolerance and values[-1] <= 1.0 + tolerance)
    return inside and abs(float(values.sum()) - p) <= tolerance * values.size


def project_fantope(matrix: ArrayLike, p: int) -> FloatArray:
    """The nearest matrix of the Fantope of order p: eigenvalues moved by one number, clipped to [0, 1]."""
    values, vectors = spectrum(matrix)
    low, high = values[0] - 1.0, values[-1]
    for _ in range(100):
        middle = 0.5 * (low + high)
        if np.clip(values - middle, 0.0, 1.0).sum() > p:
            low = middle
        else:
            high = middle
    return Spectrum(np.clip(values - 0.5 * (low + high), 0.0, 1.0), vectors).matrix
