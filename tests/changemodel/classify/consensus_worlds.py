"""Classes in Gaussian clouds, and small problems whose optimum another program finds."""

import numpy as np
from scipy.optimize import minimize

from changemodel.classify.crammer_singer import FloatArray, IntArray, Problem, Rows


def clouds(
    n: int = 120, d: int = 5, classes: int = 3, spread: float = 1.0, seed: int = 0
) -> tuple[FloatArray, IntArray]:
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(classes, d))
    codes = np.arange(n) % classes
    return centres[codes] + spread * rng.normal(size=(n, d)), codes


def rows_of(X: FloatArray, codes: IntArray, costs: FloatArray | None = None) -> Rows:
    n_classes = int(codes.max()) + 1
    table = 1.0 - np.eye(n_classes) if costs is None else costs
    return Rows(points=X, codes=codes, weights=np.ones(len(codes)), costs=table)


def small_problem(seed: int = 0, costs: FloatArray | None = None) -> Problem:
    """(4.9) of one split with random alpha and mean, as ``Problem`` has it."""
    rng = np.random.default_rng(seed)
    X, codes = clouds(24, 4, 3, seed=seed)
    ridge, rho = 0.7, 2.0
    alpha, mean = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    strength = ridge + rho
    return Problem(rows=rows_of(X, codes, costs), centre=(rho * mean - alpha) / strength, strength=strength)


def optimum_by_slsqp(problem: Problem) -> float:
    """Weights and slacks with the margins as constraints."""
    rows, (K, d) = problem.rows, problem.rows.shape
    n = len(rows)

    def value(free: FloatArray) -> float:
        away = free[: K * d].reshape(K, d) - problem.centre
        return 0.5 * problem.strength * float(np.vdot(away, away)) + float(free[K * d :].sum())

    def slope(free: FloatArray) -> FloatArray:
        away = free[: K * d].reshape(K, d) - problem.centre
        return np.concatenate([problem.strength * away.ravel(), np.ones(n)])

    jacobian = np.zeros((n * K, K * d + n))
    offsets = np.empty(n * K)
    for i in range(n):
        for c in range(K):
            row = jacobian[i * K + c]
            row[K * d + i] = 1.0
            row[c * d : (c + 1) * d] -= rows.points[i]
            row[rows.codes[i] * d : (rows.codes[i] + 1) * d] += rows.points[i]
            offsets[i * K + c] = -rows.costs[rows.codes[i], c]
    start = np.concatenate([problem.centre.ravel(), np.full(n, 50.0)])
    constraint = {
        "type": "ineq",
        "fun": lambda free: jacobian @ free + offsets,
        "jac": lambda free: jacobian,
    }
    found = minimize(
        value,
        start,
        jac=slope,
        constraints=[constraint],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    assert found.success
    return float(found.fun)
