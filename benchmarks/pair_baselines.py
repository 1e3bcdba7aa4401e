"""Metric learners that the source compares with, as short as they can be: baselines of the benchmarks.

``benchmarks.verification`` runs them. Source: M. T. Law's thesis (2015), sections 1.3.4 and 3.4, with the papers named
below. NCA comes from scikit-learn, RA from ``RelativeAttributes``, triplets and Schultz and Joachims from
``QuadrupletMetric``. Pairs are given by their differences (n, d), labels +1 dissimilar and -1 similar.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from changemodel.metric.cone import FloatArray, project_psd
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.metric.quadruplets import IntArray, QuadrupletFeatures
from changemodel.metric.surrogates import logistic


def squared_norms(rows: FloatArray) -> FloatArray:
    """Of each row."""
    norms: FloatArray = np.einsum("ij,ij->i", rows, rows)
    return norms


def mmc(similar: FloatArray, dissimilar: FloatArray, iterations: int = 200) -> FloatArray:
    """MMC (Xing and others 2002), (1.3): the least sum of similar D over sum of dissimilar sqrt(D) >= 1.

    Both are homogeneous, so that the ratio of the one to the square of the other is minimised over L, and
    the result scaled until the constraint holds with equality.
    """
    d, scatter = similar.shape[1], similar.T @ similar

    def both(flat: FloatArray) -> tuple[float, FloatArray]:
        rows = flat.reshape(d, d)
        moved = dissimilar @ rows.T
        roots = np.sqrt(np.maximum(squared_norms(moved), 1e-300))
        pull, push = float(np.vdot(rows @ scatter, rows)), float(roots.sum())
        slope = 2.0 * rows @ scatter / pull - 2.0 * (moved / roots[:, None]).T @ dissimilar / push
        return float(np.log(pull) - 2.0 * np.log(push)), slope.ravel()

    found = minimize(both, np.eye(d).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": iterations})
    rows = found.x.reshape(d, d)
    matrix: FloatArray = rows.T @ rows / np.sqrt(squared_norms(dissimilar @ rows.T)).sum() ** 2
    return matrix


def schultz_joachims(triplets: QuadrupletFeatures, h: float = 0.05) -> FloatArray:
    """Schultz and Joachims (2004), (1.4) with A = I: one weight per feature, least |M|^2 + sum of violations.

    ``QuadrupletMetric`` has one half before the square: its C is a half here. Features are squared
    differences.
    """
    return QuadrupletMetric(C=0.5, h=h).fit(quadruplets=triplets).matrix_


def itml(
    pairs: FloatArray,
    labels: FloatArray,
    bounds: tuple[float, float],
    *,
    gamma: float = 1.0,
    sweeps: int = 10,
) -> FloatArray:
    """ITML (Davis and others 2007): the matrix nearest I in LogDet with D <= u if similar, D >= l if not.

    Cyclic Bregman projections; ``gamma`` weighs slack, very large means hard bounds. ``bounds`` = (u, l).
    """
    matrix = np.eye(pairs.shape[1])
    goals = np.where(labels < 0.0, *bounds)
    duals, signs = np.zeros(len(pairs)), -labels
    for _ in range(sweeps):
        for c, (x, sign) in enumerate(zip(pairs, signs, strict=True)):
            moved = matrix @ x
            p = float(x @ moved)
            if p <= 1e-12:
                continue
            alpha = min(duals[c], sign * gamma / (gamma + 1.0) * (1.0 / p - 1.0 / goals[c]))
            goals[c] = gamma * goals[c] / (gamma + sign * alpha * goals[c])
            duals[c] -= alpha
            matrix += sign * alpha / (1.0 - sign * alpha * p) * np.outer(moved, moved)
    return matrix


def ldml_loss(
    matrix: FloatArray, b: float, pairs: FloatArray, labels: FloatArray
) -> tuple[float, FloatArray, float]:
    """Minus the log-likelihood of LDML, p(similar) = 1 / (1 + exp(D - b)), and its gradients in M and b."""
    margins = labels * (np.einsum("ij,ij->i", pairs @ matrix, pairs) - b)
    slopes = labels * logistic().slope(margins)
    return float(logistic().value(margins).sum()), pairs.T @ (pairs * slopes[:, None]), -float(slopes.sum())


def ldml(pairs: FloatArray, labels: FloatArray, iterations: int = 100) -> tuple[FloatArray, float]:
    """LDML (Guillaumin and others 2009): logistic regression of pairs on a matrix, projected at the end."""
    d = pairs.shape[1]

    def both(point: FloatArray) -> tuple[float, FloatArray]:
        value, slope, slope_b = ldml_loss(point[:-1].reshape(d, d), point[-1], pairs, labels)
        return value, np.append(slope.ravel(), slope_b)

    start = np.append(np.eye(d).ravel(), float(squared_norms(pairs).mean()))
    found = minimize(both, start, jac=True, method="L-BFGS-B", options={"maxiter": iterations})
    return project_psd(found.x[:-1].reshape(d, d)), float(found.x[-1])


def nca_value(rows: FloatArray, points: FloatArray, labels: IntArray) -> tuple[float, FloatArray]:
    """The objective of NCA (Goldberger and others 2004), at most n, and its gradient in L.

    Point i picks j != i with a probability in proportion to exp(-|L x_i - L x_j|^2); the value is how many are
    expected to pick their own class. Scikit-learn's ``NeighborhoodComponentsAnalysis`` maximises it; this checks that.
    """
    moved = points @ rows.T
    squares = squared_norms((moved[:, None] - moved[None]).reshape(-1, len(rows))).reshape(len(points), -1)
    np.fill_diagonal(squares, np.inf)
    shares = np.exp(squares.min(axis=1, keepdims=True) - squares)
    shares /= shares.sum(axis=1, keepdims=True)
    own = shares * (labels[:, None] == labels[None])
    right = own.sum(axis=1)
    weights = right[:, None] * shares - own  # of C_ij = (x_i - x_j)(x_i - x_j)^T
    both = weights + weights.T
    scatter = points.T @ (np.diag(both.sum(axis=1)) - both) @ points
    return float(right.sum()), 2.0 * rows @ scatter


def pcca_loss(
    rows: FloatArray, pairs: FloatArray, labels: FloatArray, beta: float = 3.0
) -> tuple[float, FloatArray]:
    """The objective of PCCA, sum of logistic losses of labels (D - 1), and its gradient in L."""
    moved = pairs @ rows.T
    margins = labels * (squared_norms(moved) - 1.0)
    slopes = -labels * expit(-beta * margins)
    return float(logistic(beta).value(margins).sum()), 2.0 * (moved * slopes[:, None]).T @ pairs


def pcca(pairs: FloatArray, labels: FloatArray, start: FloatArray, iterations: int) -> FloatArray:
    """PCCA (Mignon and Jurie 2012): L of few rows. It overfits: ``iterations`` is its regulariser."""

    def both(flat: FloatArray) -> tuple[float, FloatArray]:
        value, slope = pcca_loss(flat.reshape(start.shape), pairs, labels)
        return value, slope.ravel()

    found = minimize(both, start.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": iterations})
    rows: FloatArray = found.x.reshape(start.shape)
    return rows
