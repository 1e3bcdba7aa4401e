"""Solvers of the full-matrix quadruplet problem: factored quasi-Newton, and the source's subgradient method.

``quadruplet_metric``, ``lmnn`` and ``working_set`` call ``solve_factored``; ``fantope_metric`` calls
``subgradient.descend``. With M = L^T L the constraint M >= 0 is gone and L-BFGS applies; with as many rows as
features a local minimum of the factored problem is one of the convex problem (Burer and Monteiro 2005).

The certificate: the pulls of the constraints are a feasible point of the dual problem, so that with S their
matrix less G, and S+ its projection on the cone,

    F(M) - min F <= ridge/2 |M - S+/ridge|^2 + <M, S+ - S>       (and the same for b),

which costs one eigendecomposition.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from changemodel.metric.cone import FloatArray, clipped, spectrum
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.threads import one_blas_thread

CORRECTIONS = 15
SMALLEST_START = 1e-3
CHECK_EVERY = 4


@dataclass(frozen=True, kw_only=True)
class MatrixSolution:
    """Where a solver stopped, and how far from the optimum that can be."""

    matrix: FloatArray  # (d, d), positive semidefinite
    threshold: float
    objective: float
    iterations: int
    converged: bool
    gap_bound: float  # objective - optimum is at most this; nan when ridge = 0 gives no bound
    rows: FloatArray  # L, (n_rows, d), with L^T L = matrix


def solve_factored(
    problem: MatrixProblem,
    *,
    n_rows: int | None = None,
    start: FloatArray | None = None,
    threshold: float = 0.0,
    max_iterations: int = 60,
    tolerance: float = 1e-3,
) -> MatrixSolution:
    """Minimise the smooth problem over the factor L by L-BFGS.

    Parameters
    ----------
    problem : MatrixProblem
        With h > 0.
    n_rows : int, optional
        Rows of L, the greatest rank of M; default d, for which the problem keeps no false minimum.
    start : float array, shape (n_rows, d), optional
        First L; zero is a fixed point. Default: from what the constraints pull at M = 0.
    threshold : float
        First b.
    max_iterations : int
    tolerance : float
        Stop when the gap bound is at most this share of the objective.

    Raises
    ------
    ValueError
        For the hinge, which is not smooth.
    """
    if problem.h <= 0.0:
        raise ValueError("the factored solver needs a smooth loss: give h > 0")
    with one_blas_thread():
        rows = _first_rows(problem, n_rows or problem.width) if start is None else np.array(start)
        return _Search(problem, rows.shape, tolerance).run(rows, threshold, max_iterations)


def gap_bound(problem: MatrixProblem, matrix: FloatArray, threshold: float, slack: FloatArray) -> float:
    """How far F(M, b) can lie above its minimum; nan when ridge = 0."""
    if problem.ridge <= 0.0:
        return float("nan")
    pulls = problem.pulls(slack)
    return _gap(problem, matrix, threshold, problem.pull_matrix(pulls), pulls)


class _Search:
    """One L-BFGS run: remembers the last evaluation for the certificate."""

    def __init__(self, problem: MatrixProblem, shape: tuple[int, ...], tolerance: float) -> None:
        self.problem, self.shape, self.tolerance = problem, shape, tolerance
        self.converged = False
        self.gap = float("nan")
        self.iterations = 0
        self._last: tuple[bytes, FloatArray, FloatArray, FloatArray, float] | None = None

    def run(self, rows: FloatArray, threshold: float, max_iterations: int) -> MatrixSolution:
        point = np.append(rows.ravel(), threshold)
        bounds = [(None, None)] * rows.size + [(0.0, None)]
        options = {"maxiter": max_iterations, "maxcor": CORRECTIONS, "ftol": 1e-15, "gtol": 1e-12}
        if max_iterations > 0:
            found = minimize(
                self._both,
                point,
                jac=True,
                method="L-BFGS-B",
                bounds=bounds,
                callback=self._stop_when_proved,
                options=options | {"maxfun": 20 * max_iterations},
            )
            point = np.asarray(found.x, dtype=np.float64)
            # where no bound exists, the gradient or a decrease below rounding has to do
            self.converged = self.converged or (self.problem.ridge <= 0.0 and found.status == 0)
        value, _ = self._both(point)
        rows, matrix, threshold, gap = self._certified(point)
        proved = gap <= self.tolerance * max(value, np.finfo(np.float64).tiny)
        return MatrixSolution(
            matrix=matrix,
            threshold=threshold,
            objective=value,
            iterations=self.iterations,
            converged=self.converged or proved,
            gap_bound=gap,
            rows=rows,
        )

    def _both(self, point: FloatArray) -> tuple[float, FloatArray]:
        """F and its gradient in L and b: 2 L times the gradient in M."""
        problem, rows, threshold = self.problem, point[:-1].reshape(self.shape), float(point[-1])
        matrix = rows.T @ rows
        if 2 * len(rows) < problem.width:  # two narrow products are cheaper than one wide one
            slack = problem.slack_of(problem.left @ rows.T, problem.right @ rows.T, threshold)
        else:
            slack = problem.slack(matrix, threshold)
        pulls = problem.pulls(slack)
        pull_matrix = problem.pull_matrix(pulls)
        slope, slope_b = problem.gradient_from(matrix, threshold, pull_matrix, pulls)
        value = problem.regularisation(matrix, threshold) + problem.loss(slack)
        self._last = (point.tobytes(), matrix, pull_matrix, pulls, value)
        return value, np.append((2.0 * rows @ slope).ravel(), slope_b if problem.has_threshold else 0.0)

    def _certified(self, point: FloatArray) -> tuple[FloatArray, FloatArray, float, float]:
        if self._last is None or self._last[0] != point.tobytes():
            self._both(point)
        assert self._last is not None
        _, matrix, pull_matrix, pulls, _ = self._last
        threshold = float(point[-1])
        gap = float("nan")
        if self.problem.ridge > 0.0:
            gap = _gap(self.problem, matrix, threshold, pull_matrix, pulls)
        return point[:-1].reshape(self.shape), matrix, threshold, gap

    def _stop_when_proved(self, point: FloatArray) -> None:
        self.iterations += 1
        if self.problem.ridge <= 0.0 or (self.iterations > CHECK_EVERY and self.iterations % CHECK_EVERY):
            return
        *_, gap = self._certified(point)
        assert self._last is not None
        if gap <= self.tolerance * self._last[4]:
            self.converged = True
            raise StopIteration


def _gap(
    problem: MatrixProblem,
    matrix: FloatArray,
    threshold: float,
    pull_matrix: FloatArray,
    pulls: FloatArray,
) -> float:
    ridge = problem.ridge
    wanted = pull_matrix if problem.linear is None else pull_matrix - problem.linear
    best = clipped(spectrum(wanted)).matrix
    wanted_b = -float(problem.labels @ pulls)
    best_b = max(wanted_b, 0.0)
    distance = matrix - best / ridge
    bound = 0.5 * ridge * (float(np.vdot(distance, distance)) + (threshold - best_b / ridge) ** 2)
    return bound + float(np.vdot(matrix, best - wanted)) + threshold * (best_b - wanted_b)


def _first_rows(problem: MatrixProblem, n_rows: int) -> FloatArray:
    """Where the constraints pull from M = 0, as far as that lowers the objective, and a little everywhere."""
    slack = problem.slack(np.zeros((problem.width, problem.width)))
    pull_matrix = problem.pull_matrix(problem.pulls(slack))
    values, vectors = clipped(
        spectrum(pull_matrix if problem.linear is None else pull_matrix - problem.linear)
    )
    if values[-1] <= 0.0:
        values = np.ones_like(values)
    values = np.maximum(values, SMALLEST_START * values[-1])
    matrix = (vectors * values) @ vectors.T
    values *= _best_scale(problem, matrix)
    rows: FloatArray = (vectors * np.sqrt(values)).T[::-1][:n_rows]
    return rows


def _best_scale(problem: MatrixProblem, matrix: FloatArray) -> float:
    """The best of a wide grid of multiples of M; margins are linear in the multiple."""
    if not len(problem):
        return 0.0
    margins = np.einsum("ij,ij->i", problem.left @ matrix, problem.right)
    scales = np.geomspace(1e-6, 1e6, 37) / max(float(np.abs(margins).mean()), 1e-12)
    values = [
        problem.regularisation(scale * matrix)
        + problem.loss(np.maximum(problem.starts - scale * margins, 0.0))
        for scale in scales
    ]
    return float(scales[int(np.argmin(values))])
