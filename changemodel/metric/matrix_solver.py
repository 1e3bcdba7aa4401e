"""The solver of the full-matrix quadruplet problem: quasi-Newton on a factor, with a certificate.

``quadruplet_metric``, ``lmnn`` and ``working_set`` call ``solve_factored``. With M = L^T L the constraint
M >= 0 is gone and L-BFGS applies; with as many rows as features a local minimum of the factored problem is
one of the convex problem (Burer and Monteiro 2005).

The certificate: the pulls of the constraints are a feasible point of the dual problem, so that with S their
matrix less G, and S+ its projection on the cone,

    F(M) - min F <= ridge/2 |M - S+/ridge|^2 + <M, S+ - S>       (and the same for b),

which costs one eigendecomposition.

Two things make a step cheap. It looks only at the constraints that are broken or near to it; between rounds
of steps all are looked at again. And it works in single precision where the tolerance allows; what is
reported is recomputed in double precision from all constraints. Tried and left out, because they were
slower here: Newton-CG on L, semismooth Newton on the augmented Lagrangian of M >= 0, and paths in C or h.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, minimize

from changemodel.metric.cone import FloatArray, clipped, spectrum
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.threads import one_blas_thread

CORRECTIONS = 20
FIRST_ROUND = 20  # steps; each round has twice as many as the one before
LEAST_NEAR = 1000  # with fewer constraints than this all are looked at in every step
LEAST_SINGLE = 1e-4  # the finest tolerance for which single precision is enough
LARGEST_SINGLE = 1e6  # of differences, costs and margins: products of larger ones may leave single precision
SMALLEST_START = 1e-3
STILL = 1e-9  # a round that lowers the objective by less than this share has found its end
ROUNDING = 1e-13  # objectives that differ by this share are the same
CHECK_EVERY = 4  # steps between two certificates
SPARE = 0.8  # stop a little below the tolerance: the last word has the certificate over all constraints


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
    max_iterations: int = 1000,
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
        Steps of L-BFGS, over all rounds.
    tolerance : float
        Stop when the gap bound is at most this share of the objective.

    Returns
    -------
    MatrixSolution
        The last point. ``converged`` tells that its gap bound meets the tolerance; without a ridge, where
        there is no bound, that L-BFGS could not lower the objective any more.

    Raises
    ------
    ValueError
        For the hinge, which is not smooth.
    """
    if problem.h <= 0.0:
        raise ValueError("the factored solver needs a smooth loss: give h > 0")
    with one_blas_thread():
        rows = _first_rows(problem, n_rows or problem.width) if start is None else np.array(start)
        return _in_rounds(problem, rows, threshold, max_iterations, tolerance)


def _in_rounds(
    problem: MatrixProblem, rows: FloatArray, threshold: float, max_iterations: int, tolerance: float
) -> MatrixSolution:
    """L-BFGS over the constraints that are near to being broken, then a look at all, until that is enough."""
    light = problem.single() if tolerance >= LEAST_SINGLE and _fits_single(problem) else problem
    solution, iterations, steps = _certified(problem, rows, threshold, tolerance), 0, FIRST_ROUND
    while not solution.converged and iterations < max_iterations:
        near = _near(problem, solution.rows, solution.threshold)
        whole = len(near) == len(problem)
        steps = max_iterations - iterations if whole else min(steps, max_iterations - iterations)
        search = _Search(light.part(near), solution.rows.shape, tolerance)
        before = solution.objective
        rows, threshold = search.run(solution.rows, solution.threshold, steps)
        solution = _certified(problem, rows, threshold, tolerance)
        iterations += search.iterations
        steps *= 2
        if solution.objective >= before - STILL * abs(before):
            if light is problem:
                still = problem.ridge <= 0.0 and search.stands_still
                return replace(solution, iterations=iterations, converged=solution.converged or still)
            light = problem  # what single precision cannot lower, double precision may
    return replace(solution, iterations=iterations)


def zero_if_as_good(problem: MatrixProblem, solution: MatrixSolution) -> MatrixSolution:
    """The zero matrix in place of one that keeps the constraints no better: L only ever comes near to 0.

    What it comes near with is rounding, of full rank by any share of its largest eigenvalue.
    """
    zero = np.zeros_like(solution.matrix)
    value = problem.objective(zero, solution.threshold)
    if value > solution.objective + ROUNDING * abs(solution.objective):
        return solution
    slack = problem.slack(zero, solution.threshold)
    bound = gap_bound(problem, zero, solution.threshold, slack)
    return replace(solution, matrix=zero, objective=value, gap_bound=bound, rows=np.zeros_like(solution.rows))


def gap_bound(problem: MatrixProblem, matrix: FloatArray, threshold: float, slack: FloatArray) -> float:
    """How far F(M, b) can lie above its minimum; nan when ridge = 0."""
    if problem.ridge <= 0.0:
        return float("nan")
    pulls = problem.pulls(slack)
    return _gap(problem, matrix, threshold, problem.pull_matrix(pulls), pulls)


def _near(problem: MatrixProblem, rows: FloatArray, threshold: float) -> NDArray[np.intp]:
    """The constraints that are broken, and as many again that are nearest to it; all where L has few rows.

    There the problem is not convex, and from where the others were forgotten no step may lead back.
    """
    if len(rows) < problem.width:
        return np.arange(len(problem))
    shortfall = problem.shortfall(*_products(problem, rows), threshold)
    count = max(2 * int(np.count_nonzero(shortfall > 0.0)), LEAST_NEAR)
    if count >= len(problem):
        return np.arange(len(problem))
    return np.sort(np.argpartition(-shortfall, count)[:count])


def _fits_single(problem: MatrixProblem) -> bool:
    tables = (problem.left, problem.right, problem.costs, problem.deltas)
    return all(float(np.abs(table).max(initial=0.0)) <= LARGEST_SINGLE for table in tables)


def _products(problem: MatrixProblem, rows: NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """Both sides of the products that are margins: two narrow ones are cheaper than one wide one."""
    if 2 * len(rows) < problem.width:
        return problem.left @ rows.T, problem.right @ rows.T
    return problem.left @ (rows.T @ rows), problem.right


def _certified(
    problem: MatrixProblem, rows: FloatArray, threshold: float, tolerance: float
) -> MatrixSolution:
    """What is known of a point, from all constraints."""
    matrix = rows.T @ rows
    slack = np.maximum(problem.shortfall(*_products(problem, rows), threshold), 0.0)
    value = problem.regularisation(matrix, threshold) + problem.loss(slack)
    gap = gap_bound(problem, matrix, threshold, slack)
    return MatrixSolution(
        matrix=matrix,
        threshold=threshold,
        objective=value,
        iterations=0,
        converged=gap <= tolerance * max(abs(value), np.finfo(np.float64).tiny),
        gap_bound=gap,
        rows=rows,
    )


class _Search:
    """One L-BFGS run: remembers the last evaluation for the certificate."""

    def __init__(self, problem: MatrixProblem, shape: tuple[int, ...], tolerance: float) -> None:
        self.problem, self.shape, self.tolerance = problem, shape, tolerance
        self.stands_still = False
        self.iterations = 0
        self._last: tuple[FloatArray, FloatArray, FloatArray, FloatArray, float] | None = None

    def run(self, rows: FloatArray, threshold: float, max_iterations: int) -> tuple[FloatArray, float]:
        """L and b after at most so many steps, or where the gap is proved small enough."""
        bounds = [(None, None)] * rows.size + [(0.0, None)] if self.problem.has_threshold else None
        found = minimize(
            self._both,
            np.append(rows.ravel(), threshold),
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            callback=self._stop_when_proved,
            options={
                "maxiter": max_iterations,
                "maxfun": 20 * max_iterations,
                "maxcor": CORRECTIONS,
                "ftol": 1e-15,
                "gtol": 1e-12,
            },
        )
        self.stands_still = found.status == 0
        return found.x[:-1].reshape(self.shape), float(found.x[-1])

    def _both(self, point: FloatArray) -> tuple[float, FloatArray]:
        """F and its gradient in L and b: 2 L times the gradient in M."""
        problem, rows, threshold = self.problem, point[:-1].reshape(self.shape), float(point[-1])
        matrix = rows.T @ rows
        precise = problem.left.dtype == np.float64
        used: NDArray[Any] = rows if precise else rows.astype(np.float32)
        slack = np.maximum(problem.shortfall(*_products(problem, used), threshold), 0.0)
        pulls = problem.pulls(slack)
        pull_matrix = problem.pull_matrix(pulls if precise else pulls.astype(np.float32)).astype(np.float64)
        slope, slope_b = problem.gradient_from(matrix, threshold, pull_matrix, pulls)
        value = problem.regularisation(matrix, threshold) + problem.loss(slack)
        self._last = (point.copy(), matrix, pull_matrix, pulls, value)
        return value, np.append((2.0 * rows @ slope).ravel(), slope_b if problem.has_threshold else 0.0)

    def _stop_when_proved(self, intermediate_result: OptimizeResult) -> None:
        self.iterations += 1
        if self.problem.ridge <= 0.0 or (self.iterations > CHECK_EVERY and self.iterations % CHECK_EVERY):
            return
        point = intermediate_result.x
        if self._last is None or not np.array_equal(self._last[0], point):
            self._both(point)
        assert self._last is not None
        _, matrix, pull_matrix, pulls, value = self._last
        if _gap(self.problem, matrix, float(point[-1]), pull_matrix, pulls) <= SPARE * self.tolerance * abs(
            value
        ):
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
