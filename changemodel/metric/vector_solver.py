"""Newton solvers of the vector quadruplet problem: a non-negative diagonal metric, or one free row of
weights.

``quadruplet_metric`` and ``change.model`` hand their constraints to ``solve``. Source: M. T. Law's thesis
(2015), (2.10) and appendix B. With omega = [w; b] the smooth form (B.1), (B.2) is

    F(omega) = 1/2 |omega|^2 + sum_i cost_i L_{delta_i}^h(omega . row_i)

where a row is z_q = c_kl - c_ij for a quadruplet and y_p c_p, c_p = [features; -1], for a labelled pair.

The default solver is Newton with Armijo backtracking; under omega >= 0 it is a two-metric projected Newton
method (Bertsekas 1982). The source's own algorithm 4 (full step, then clipping) is kept as ``mode="thesis"``:
it cycles without converging on ordinary problems, and says so through ``converged``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from changemodel.metric.losses import SMOOTHING, zone_start
from changemodel.metric.threads import one_blas_thread

FloatArray = NDArray[np.float64]
Mode = Literal["safeguarded", "thesis"]

ARMIJO = 1e-4
MAX_HALVINGS = 60
LONGEST_STEP = 1e12  # relative to omega: halving cannot bring back a step that is longer by many digits
LARGEST_ROW = 1e6
"""Longer rows are scaled to 1 before solving: the solution is so small there that its active set is not seen."""


@dataclass(frozen=True, kw_only=True)
class VectorProblem:
    """Constraints ``omega . rows[i] >= deltas[i]``, each with its cost per unit of violation."""

    rows: FloatArray  # (n_constraints, e)
    deltas: FloatArray  # (n_constraints,)
    costs: FloatArray  # (n_constraints,)
    h: float = SMOOTHING

    @cached_property
    def starts(self) -> FloatArray:
        """Margin from which each constraint costs nothing."""
        return zone_start(self.deltas, self.h)

    def objective(self, omega: FloatArray) -> float:
        """F(omega)."""
        return self.objective_at(omega, self.slack(omega))

    def gradient(self, omega: FloatArray) -> FloatArray:
        """Gradient of F, equation (B.5)."""
        return self.gradient_at(omega, self.slack(omega))

    def hessian(self, omega: FloatArray) -> FloatArray:
        """Generalised Hessian of F, equation (B.6); its smallest eigenvalue is at least 1."""
        return self.hessian_at(self.slack(omega), np.arange(omega.size))

    def slack(self, omega: FloatArray) -> FloatArray:
        """By how much each constraint lies below the margin from which it costs nothing; 0 when it does
        not."""
        values = self.rows @ omega
        np.subtract(self.starts, values, out=values)
        return np.maximum(values, 0.0, out=values)

    def objective_at(self, omega: FloatArray, slack: FloatArray) -> float:
        """F(omega) from its slack."""
        capped = np.minimum(slack, 2.0 * self.h)
        losses = capped * (2.0 * slack - capped)
        return 0.5 * float(omega @ omega) + float(self.costs @ losses) / (4.0 * self.h)

    def gradient_at(self, omega: FloatArray, slack: FloatArray) -> FloatArray:
        """Gradient from the slack."""
        slopes = np.minimum(slack, 2.0 * self.h) * self.costs
        return omega - (slopes @ self.rows) / (2.0 * self.h)

    def hessian_at(self, slack: FloatArray, free: NDArray[np.intp]) -> FloatArray:
        """Rows and columns ``free`` of the Hessian, from the slack."""
        zone = self.zone_at(slack, free)
        hessian = zone.T @ zone
        hessian[np.diag_indices_from(hessian)] += 1.0
        return hessian

    def zone_at(self, slack: FloatArray, free: NDArray[np.intp]) -> FloatArray:
        """A, with I + A^T A the Hessian: a row of each constraint in the quadratic zone."""
        curved = np.flatnonzero((slack > 0.0) & (slack <= 2.0 * self.h))
        zone: FloatArray = self.rows[np.ix_(curved, free)]
        zone *= np.sqrt(self.costs[curved] / (2.0 * self.h))[:, None]
        return zone

    @cached_property
    def row_norm(self) -> float:
        """Length of the longest row."""
        return float(np.sqrt(np.einsum("ij,ij->i", self.rows, self.rows).max(initial=0.0)))

    def scaled(self, factor: float) -> VectorProblem:
        """The problem of factor * omega: its objective is factor^2 times this one's."""
        return replace(self, rows=self.rows / factor, costs=self.costs * factor**2)


@dataclass(frozen=True, kw_only=True)
class VectorSolution:
    """Where a solver stopped, and how far from the optimum that can be."""

    omega: FloatArray
    objective: float
    iterations: int
    converged: bool
    kkt_residual: float  # |omega - P(omega - gradient)|, P the projection on the constraint set
    gap_bound: float  # objective - optimum is at most this: F is 1-strongly convex


def solve(
    problem: VectorProblem,
    *,
    nonnegative: bool = True,
    mode: Mode = "safeguarded",
    start: FloatArray | None = None,
    max_iterations: int = 300,
    tolerance: float = 1e-10,
) -> VectorSolution:
    """Minimise the problem's objective, over omega >= 0 unless ``nonnegative`` is False.

    Parameters
    ----------
    problem : VectorProblem
    nonnegative : bool
        True: two-metric projected Newton. False: Newton with backtracking over all of R^e.
    mode : {"safeguarded", "thesis"}
        "thesis" is algorithm 4: full steps with clipping. Its ``converged`` is often False, and that is its
        nature.
    start : float array, shape (e,), optional
        Default: zeros, or ones in mode "thesis" as in the source.
    max_iterations : int
    tolerance : float
        Stop when the KKT residual is at most ``tolerance * max(1, |omega|)``, or at rounding level.

    Returns
    -------
    VectorSolution
        ``converged`` is True when the residual reached the tolerance, or when no further decrease can be seen
        in double precision and ``gap_bound`` proves the objective right to 12 digits.
    """
    with one_blas_thread():
        if mode == "thesis":
            return _solve_as_thesis(problem, nonnegative, start, max_iterations)
        if problem.row_norm > LARGEST_ROW:
            return _solve_scaled(problem, nonnegative, start, max_iterations, tolerance)
        return _solve_safeguarded(problem, nonnegative, start, max_iterations, tolerance)


def _solve_scaled(
    problem: VectorProblem,
    nonnegative: bool,
    start: FloatArray | None,
    max_iterations: int,
    tolerance: float,
) -> VectorSolution:
    """Solve with rows of length 1, and tell the result in the units asked for."""
    factor = 2.0 ** np.ceil(np.log2(problem.row_norm))  # a power of 2 changes no digit
    first = None if start is None else np.asarray(start) * factor
    found = _solve_safeguarded(problem.scaled(factor), nonnegative, first, max_iterations, tolerance)
    state = _State.at(problem, found.omega / factor, nonnegative)
    return state.solution(found.iterations, converged=found.converged)


def _solve_safeguarded(
    problem: VectorProblem,
    nonnegative: bool,
    start: FloatArray | None,
    max_iterations: int,
    tolerance: float,
) -> VectorSolution:
    """Newton steps that are proved to decrease the objective, until the residual is small."""
    size = problem.rows.shape[1]
    omega = np.zeros(size) if start is None else np.array(start, dtype=np.float64)
    state = _State.at(problem, np.maximum(omega, 0.0) if nonnegative else omega, nonnegative)
    for iteration in range(max_iterations):
        if state.residual <= tolerance * state.scale or state.least_slope <= state.rounding():
            return state.solution(iteration, converged=True)
        moved = _step(state)
        if moved is None:
            return state.solution(iteration, converged=state.is_proved())
        state = moved
    return state.solution(max_iterations, converged=False)


@dataclass(frozen=True)
class _State:
    """One iterate with what is known of it."""

    problem: VectorProblem
    omega: FloatArray
    nonnegative: bool
    slack: FloatArray
    value: float
    gradient: FloatArray

    @classmethod
    def at(cls, problem: VectorProblem, omega: FloatArray, nonnegative: bool) -> _State:
        slack = problem.slack(omega)
        value = problem.objective_at(omega, slack)
        return cls(problem, omega, nonnegative, slack, value, problem.gradient_at(omega, slack))

    @property
    def residual(self) -> float:
        """KKT residual |omega - P(omega - gradient)|."""
        if not self.nonnegative:
            return float(np.linalg.norm(self.gradient))
        return float(np.linalg.norm(self.omega - np.maximum(self.omega - self.gradient, 0.0)))

    @property
    def scale(self) -> float:
        """What the tolerance is relative to: max(1, |omega|)."""
        return max(1.0, float(np.linalg.norm(self.omega)))

    @property
    def gap_bound(self) -> float:
        """Half the squared norm of the least subgradient: bounds F - min F because F is 1-strongly convex."""
        least = self._least_subgradient
        return 0.5 * float(least @ least)

    @property
    def least_slope(self) -> float:
        """Norm of the least subgradient, which a small omega does not hide as it hides in the residual."""
        return float(np.linalg.norm(self._least_subgradient))

    @property
    def _least_subgradient(self) -> FloatArray:
        if not self.nonnegative:
            return self.gradient
        return np.where(self.omega > 0.0, self.gradient, np.minimum(self.gradient, 0.0))

    def rounding(self) -> float:
        """Size of the rounding error in the gradient: a slope below it means nothing."""
        h = self.problem.h
        pull = float(np.minimum(self.slack, 2.0 * h) @ self.problem.costs) / (2.0 * h)
        return float(np.finfo(np.float64).eps) * pull * self.problem.row_norm

    def is_proved(self) -> bool:
        """Whether the objective is right to 12 digits, by the gap bound."""
        return self.gap_bound <= 1e-12 * max(abs(self.value), np.finfo(np.float64).tiny)

    def solution(self, iterations: int, *, converged: bool) -> VectorSolution:
        return VectorSolution(
            omega=self.omega,
            objective=self.value,
            iterations=iterations,
            converged=converged,
            kkt_residual=self.residual,
            gap_bound=self.gap_bound,
        )


def _step(state: _State) -> _State | None:
    """One safeguarded Newton step; None when no step length decreases the objective."""
    held = np.zeros(state.omega.size, dtype=bool)
    if state.nonnegative:
        held = (state.omega <= min(1e-3, state.residual)) & (state.gradient > 0.0)
    free = np.flatnonzero(~held)
    direction = -state.gradient
    direction[free] = _newton_direction(state, free)
    slope_free = float(state.gradient[free] @ direction[free])
    noise = 4.0 * np.finfo(np.float64).eps * abs(state.value)
    length = min(1.0, LONGEST_STEP * state.scale / max(float(np.linalg.norm(direction[free])), 1.0))
    for _ in range(MAX_HALVINGS):
        omega = state.omega + length * direction
        if state.nonnegative:
            np.maximum(omega, 0.0, out=omega)
        slack = state.problem.slack(omega)
        value = state.problem.objective_at(omega, slack)
        promised = -length * slope_free + float(state.gradient[held] @ (state.omega - omega)[held])
        if value <= state.value - ARMIJO * promised + (noise if promised <= noise / ARMIJO else 0.0):
            gradient = state.problem.gradient_at(omega, slack)
            return _State(state.problem, omega, state.nonnegative, slack, value, gradient)
        length *= _shrink(promised, value - state.value)
    return None


def _newton_direction(state: _State, free: NDArray[np.intp]) -> FloatArray:
    hessian, gradient = state.problem.hessian_at(state.slack, free), state.gradient[free]
    try:
        factor = cho_factor(hessian, lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:  # beside squares above 1e16 the 1 on the diagonal is lost, and H no longer definite
        return _direction_of_zone(state.problem.zone_at(state.slack, free), gradient)
    direction: FloatArray = -cho_solve(factor, gradient, check_finite=False)
    return direction


def _direction_of_zone(zone: FloatArray, gradient: FloatArray) -> FloatArray:
    """-(I + A^T A)^-1 gradient from the singular values of A, which are never squared into the 1."""
    _, values, vectors = np.linalg.svd(zone, full_matrices=False)
    along = vectors @ gradient
    direction: FloatArray = -(gradient - vectors.T @ along) - vectors.T @ (along / (1.0 + values**2))
    return direction


def _shrink(promised: float, rise: float) -> float:
    """Factor for the step length: the minimum of the parabola through what was seen, kept in [0.05, 0.5]."""
    return float(np.clip(promised / (2.0 * (rise + promised)), 0.05, 0.5)) if rise + promised > 0.0 else 0.5


def _solve_as_thesis(
    problem: VectorProblem, nonnegative: bool, start: FloatArray | None, max_iterations: int
) -> VectorSolution:
    """Algorithm 4 with step 1: omega <- P(omega - H^-1 gradient) until it stands still."""
    if not np.isin(problem.deltas, (0.0, 1.0)).all():
        raise ValueError(
            'mode="thesis" knows the margins 0 and 1 only; give such deltas or use mode="safeguarded".'
        )
    omega = np.ones(problem.rows.shape[1]) if start is None else np.array(start, dtype=np.float64)
    everything = np.arange(omega.size)
    state = _State.at(problem, omega, nonnegative)
    for iteration in range(max_iterations):
        moved = state.omega + _newton_direction(state, everything)
        if nonnegative:
            moved = np.maximum(moved, 0.0)
        step = moved - state.omega
        state = _State.at(problem, moved, nonnegative)
        if float(step @ step) <= 1e-12:
            return state.solution(iteration + 1, converged=True)
    return state.solution(max_iterations, converged=False)
