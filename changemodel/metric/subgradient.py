"""The source's projected subgradient method, with spectral penalties and an incremental subgradient.

``fantope_metric``, ``lmnn`` and ``QuadrupletMetric(metric="full", mode="thesis")`` call ``descend``. Source: M. T.
Law's thesis (2015), algorithms 1 to 3, equations (2.11), (3.7), (3.8), (3.15) and section 2.3.3. Subgradient
steps need not lower the objective: the step length grows by 2 % after a decrease and shrinks by 30 % after an
increase, as in the author's release, and the best matrix seen is what is returned. That rule alone can die at a
kink, 40 % above the optimum in a trial; so a second stretch follows from the best matrix, whose steps fall as
1 / sqrt(t), the source's other rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from changemodel.metric.cone import FloatArray, clipped, factor, project_psd, spectrum
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution, gap_bound
from changemodel.metric.threads import one_blas_thread

GROW, SHRINK = 1.02, 0.7
SMALLEST_CHANGE, SMALLEST_STEP = 1e-11, 1e-13
REFRESH = 100
SECOND_REACH = 0.3  # first step of the second stretch, relative to the size of the matrix
DIVERGED = 1e-3  # how much shorter steps become that left double precision
PATIENCE, LEAST_GAIN = 100, 1e-5
INNER_STEPS = 150


@dataclass(frozen=True, kw_only=True)
class SpectralPenalty:
    """mu times the sum of the k smallest eigenvalues, plus gamma times the trace."""

    k: int = 0
    mu: float = 0.0
    gamma: float = 0.0

    def value(self, values: FloatArray) -> float:
        """Of a matrix with these ascending eigenvalues."""
        return self.mu * float(values[: self.k].sum()) + self.gamma * float(values.sum())

    def gradient(self, vectors: FloatArray) -> FloatArray:
        """mu W + gamma I, from eigenvectors in ascending order."""
        smallest = vectors[:, : self.k]
        slope: FloatArray = self.mu * (smallest @ smallest.T)
        slope[np.diag_indices_from(slope)] += self.gamma
        return slope


class PullMatrix:
    """S = sum of pulls_q (C_kl - C_ij), kept up to date by the constraints whose state changed.

    Constraints that pull with their full cost form the cached part; those on the rounded corner of a smooth
    loss are few and summed anew. When more constraints changed than now pull, and every ``REFRESH`` calls,
    the sum is made from scratch, which also stops rounding errors from adding up.
    """

    def __init__(self, problem: MatrixProblem) -> None:
        self.problem = problem
        self.recomputed = 0
        self._full = np.zeros(len(problem), dtype=bool)
        self._sum = np.zeros((problem.width, problem.width))
        self._calls = 0

    def at(self, slack: FloatArray) -> FloatArray:
        """S for this slack."""
        problem = self.problem
        full = slack > 0.0 if problem.h == 0.0 else slack >= 2.0 * problem.h
        changed = full != self._full
        if self._calls % REFRESH == 0 or np.count_nonzero(changed) > np.count_nonzero(full):
            self._sum = problem.pull_matrix(problem.costs * full)
            self.recomputed += 1
        elif changed.any():
            signs = full.astype(np.float64) - self._full
            self._sum = self._sum + problem.pull_matrix(problem.costs * signs)
        self._calls += 1
        self._full = full
        if problem.h == 0.0:
            return self._sum
        return self._sum + problem.pull_matrix(np.where(full, 0.0, problem.pulls(slack)))


class StepRule:
    """The step length: adapted to whether the objective fell; once that dies, falling as 1 / sqrt(t).

    ``falling``: step / sqrt(t) from the start, the source's plain rule.
    """

    def __init__(self, step: float, *, falling: bool = False) -> None:
        self.step = step
        self.falling = falling
        self.second = False
        self._reach, self._count = 0.0, 0
        self._previous: float | None = None
        self._best = float("inf")
        self._since = 0

    def stands_still(self, objective: float) -> bool:
        """Whether the objective no longer moves, or the steps have become nothing."""
        if self.second or self.falling:
            gained = self._best == float("inf") or objective < self._best - LEAST_GAIN * abs(self._best)
            self._since = 0 if gained else self._since + 1
            self._best = objective if gained else self._best
            return self._since >= PATIENCE
        same = self._previous is not None and abs(self._previous - objective) < SMALLEST_CHANGE
        return same or self.step < SMALLEST_STEP

    def start_second(self, best: float, size: float) -> None:
        """From the best matrix so far, of this objective and this size."""
        self.second, self._best, self._since, self._reach = True, best, 0, SECOND_REACH * size
        self._count = 0

    def next(self, objective: float, slope: FloatArray) -> float:
        """The step from here; the first is divided by the size of the gradient where that is above 1."""
        length = float(np.linalg.norm(slope))
        if self.second:
            self._count += 1
            if length < np.finfo(np.float64).tiny:  # nowhere to go
                return 0.0
            return self._reach / float(length * self._count**0.5)
        if self._previous is None:
            self.step /= max(1.0, length)
        elif not self.falling:
            self.step *= GROW if objective < self._previous else SHRINK
        self._previous = objective
        self._count += 1
        return self.step / float(self._count**0.5) if self.falling else self.step


@dataclass
class Best:
    """The best iterate, by the objective or by a score that the caller gives."""

    score: Callable[[FloatArray], float] | None = None
    value: float = float("inf")
    matrix: FloatArray | None = None
    threshold: float = 0.0
    rows: FloatArray | None = None

    def offer(
        self, objective: float, matrix: FloatArray, threshold: float = 0.0, rows: FloatArray | None = None
    ) -> None:
        """Keep this iterate if it is the best so far."""
        value = objective if self.score is None else -self.score(matrix)
        if value < self.value:
            self.value, self.matrix, self.threshold, self.rows = value, matrix, threshold, rows


def descend(
    problem: MatrixProblem,
    penalty: SpectralPenalty | None = None,
    *,
    start: FloatArray | None = None,
    step: float = 1.0,
    falling: bool = False,
    max_iterations: int = 1500,
    score: Callable[[FloatArray], float] | None = None,
) -> MatrixSolution:
    """Algorithms 1 and 2: a subgradient step, the projection on the cone, a new penalty matrix W, and again.

    Parameters
    ----------
    problem : MatrixProblem
        h = 0 is the hinge of the source.
    penalty : SpectralPenalty, optional
    start : float array, shape (d, d), optional
        Default: zero.
    step : float
        First step length, relative to the size of the first gradient where that is above 1.
    falling : bool
        Steps of ``step / sqrt(t)`` in place of adapted ones.
    max_iterations : int
    score : callable, optional
        Early stopping: larger is better on data held out; the iterate that scores best is returned.

    Returns
    -------
    MatrixSolution
        ``converged`` tells that the best objective fell by less than 0.001 % in the last 100 steps, not that
        it is the least one: a subgradient proves nothing. ``gap_bound`` is nan with a penalty that is not
        convex, or without a ridge.
    """
    penalty = penalty or SpectralPenalty()
    with one_blas_thread():
        descent = _Descent(problem, penalty, StepRule(step, falling=falling), Best(score))
        solution = descent.run(start, 0.0, max_iterations)
    if penalty != SpectralPenalty():
        return solution
    slack = problem.slack(solution.matrix, solution.threshold)
    return replace(solution, gap_bound=gap_bound(problem, solution.matrix, solution.threshold, slack))


def majorise(
    problem: MatrixProblem,
    penalty: SpectralPenalty,
    *,
    start: FloatArray | None = None,
    step: float = 1.0,
    rounds: int = 15,
    inner_steps: int = INNER_STEPS,
    score: Callable[[FloatArray], float] | None = None,
) -> tuple[MatrixSolution, list[float]]:
    """Algorithm 3: minimise the convex majoriser mu <W, M> + loss with W fixed, then renew W.

    Each round starts at the last matrix and keeps its best iterate, so that the true objective never rises.
    With a ``score`` the rounds are the same, and the start or the round's end that scores best is returned.

    Returns
    -------
    (MatrixSolution, list of float)
        The solution, and the true objective before the first round and after each.
    """
    matrix = np.zeros((problem.width, problem.width)) if start is None else np.array(start)
    threshold, history = 0.0, [true_objective(problem, penalty, matrix)]
    rule, kept = StepRule(step), Best(score)
    kept.offer(history[0], matrix)
    with one_blas_thread():
        for _ in range(rounds):
            fixed = penalty.gradient(spectrum(matrix).vectors)
            linear = fixed if problem.linear is None else problem.linear + fixed
            majoriser = replace(problem, linear=linear)
            descent = _Descent(majoriser, SpectralPenalty(), rule, Best())
            inner = descent.run(matrix, threshold, inner_steps)
            matrix, threshold = inner.matrix, inner.threshold
            history.append(true_objective(problem, penalty, matrix, threshold))
            kept.offer(history[-1], matrix, threshold)
            if rule.step < SMALLEST_STEP:
                break
    still = history[-2] - history[-1] < 1e-6 * max(abs(history[-1]), 1e-12)
    count = len(history) - 1
    if score is None or kept.matrix is None:
        return _solution(matrix, threshold, history[-1], count, still), history
    value = true_objective(problem, penalty, kept.matrix, kept.threshold)
    return _solution(kept.matrix, kept.threshold, value, count, still), history


def split(
    problem: MatrixProblem, *, rho: float = 0.05, rounds: int = 400, inner_steps: int = 20
) -> tuple[MatrixSolution, list[float]]:
    """ADMM for the cone, (3.15): subgradient steps on a free X drawn to Z, and the projection Z of X + U.

    For problems whose constraints are all quadruplets. A comparison: ``descend`` and ``solve_factored`` are
    faster.

    Returns
    -------
    (MatrixSolution, list of float)
        Z with its objective, and |X - Z| after each round, which goes to 0.
    """
    free, dual = np.zeros((2, problem.width, problem.width))
    kept, distances = free, []
    with one_blas_thread():
        for count in range(1, rounds + 1):
            for step in range(inner_steps):
                slope, _ = problem.gradient(free)
                slope = slope + rho * (free - kept + dual)
                free = free - slope / ((rho + problem.ridge) * (count + step + 1.0))
            kept = project_psd(free + dual)
            dual = dual + free - kept
            distances.append(float(np.linalg.norm(free - kept)))
    still = distances[-1] <= 1e-2 * max(float(np.linalg.norm(kept)), 1e-12)
    return _solution(kept, 0.0, problem.objective(kept), rounds, still), distances


def true_objective(
    problem: MatrixProblem, penalty: SpectralPenalty, matrix: FloatArray, threshold: float = 0.0
) -> float:
    """The problem's objective with the penalty of the matrix itself."""
    return problem.objective(matrix, threshold) + penalty.value(np.maximum(spectrum(matrix).values, 0.0))


def descend_factor(
    problem: MatrixProblem,
    rows: FloatArray,
    *,
    step: float = 1.0,
    max_iterations: int = 1500,
    score: Callable[[FloatArray], float] | None = None,
) -> MatrixSolution:
    """L-descent: subgradient steps on L with M = L^T L, which bounds the rank by the rows of L.

    The problem is not convex in L; L = 0 is a fixed point, and dependent rows stay dependent.
    """
    rows = np.array(rows, dtype=np.float64)
    pulled, rule, best, iteration = PullMatrix(problem), StepRule(step), Best(score), 0
    still = False
    with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
        for iteration in range(max_iterations + 1):
            matrix = rows.T @ rows
            slack = np.maximum(problem.shortfall(problem.left @ rows.T, problem.right @ rows.T), 0.0)
            objective = problem.regularisation(matrix) + problem.loss(slack)
            if best.rows is not None and not np.isfinite(objective):
                rows = best.rows  # steps that are too long multiply L, each of them
                rule.step *= DIVERGED
                continue
            best.offer(objective, matrix, rows=rows)
            still = rule.stands_still(objective)
            if still or iteration == max_iterations:
                break
            slope, _ = problem.gradient_from(matrix, 0.0, pulled.at(slack), problem.pulls(slack))
            direction = 2.0 * rows @ slope
            rows = rows - rule.next(objective, direction) * direction
    assert best.matrix is not None
    assert best.rows is not None
    solution = _solution(best.matrix, 0.0, problem.objective(best.matrix), iteration, still)
    return replace(solution, rows=best.rows)


@dataclass(frozen=True)
class _Descent:
    """One run of projected subgradients on M."""

    problem: MatrixProblem
    penalty: SpectralPenalty
    rule: StepRule
    best: Best

    def run(self, start: FloatArray | None, threshold: float, max_iterations: int) -> MatrixSolution:
        problem, iteration = self.problem, 0
        lowest = self.best if self.best.score is None else Best()
        first = np.zeros((problem.width, problem.width)) if start is None else start
        state, pulled = clipped(spectrum(first)), PullMatrix(problem)
        for iteration in range(max_iterations + 1):
            matrix = state.matrix
            slack = problem.slack(matrix, threshold)
            objective = problem.regularisation(matrix, threshold) + problem.loss(slack)
            objective += self.penalty.value(state.values)
            for best in {id(best): best for best in (self.best, lowest)}.values():
                best.offer(objective, matrix, threshold)
            still = self.rule.stands_still(objective)
            if still and not (self.rule.second or self.rule.falling) and lowest.matrix is not None:
                self.rule.start_second(lowest.value, float(np.linalg.norm(lowest.matrix)))
                state, threshold = clipped(spectrum(lowest.matrix)), lowest.threshold
                continue
            if still or iteration == max_iterations:
                break
            slope, slope_b = problem.gradient_from(matrix, threshold, pulled.at(slack), problem.pulls(slack))
            slope = slope + self.penalty.gradient(state.vectors)
            step = self.rule.next(objective, slope)
            state = clipped(spectrum(matrix - step * slope))
            threshold = max(threshold - step * slope_b, 0.0) if problem.has_threshold else 0.0
        assert self.best.matrix is not None
        value = true_objective(problem, self.penalty, self.best.matrix, self.best.threshold)
        return _solution(self.best.matrix, self.best.threshold, value, iteration, still)


def _solution(
    matrix: FloatArray, threshold: float, objective: float, iterations: int, converged: bool
) -> MatrixSolution:
    return MatrixSolution(
        matrix=matrix,
        threshold=threshold,
        objective=objective,
        iterations=iterations,
        converged=converged,
        gap_bound=float("nan"),
        rows=factor(matrix),
    )
