"""Newton solvers of the vector quadruplet problem: a non-negative diagonal metric, or one free row of
weights.

``quadruplet_metric`` and ``change.training`` hand their constraints to ``solve``. Source: M. T. Law's thesis
(2015), (2.10) and appendix B. With omega = [w; b] the smooth form (B.1), (B.2) is

    F(omega) = 1/2 |omega|^2 + sum_i cost_i L_{delta_i}^h(omega . row_i)

where a row is z_q = c_kl - c_ij for a quadruplet and y_p c_p, c_p = [features; -1], for a labelled pair.

The default solver is Newton; under omega >= 0 each step minimises the quadratic model over that set
(``nonnegative_step``), so that the line along it stays in the set and its least point costs no product with the
rows. The source's own algorithm 4 (full step, then clipping) is kept as ``mode="thesis"``: it cycles without
converging on ordinary problems, and says so through ``converged``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from changemodel.metric.losses import SMOOTHING, zone_start
from changemodel.metric.nonnegative_step import hessian_of, newton_step, nonnegative_step
from changemodel.metric.threads import one_blas_thread

FloatArray = NDArray[np.float64]
Mode = Literal["safeguarded", "thesis"]

FLAT = 0.1
"""A full step that ends on a rise is taken where this rises by at most this share of the first fall."""

SHORTER = 0.125
MOST_SHORTER = 340
"""Steps are looked for down to SHORTER to this power."""

NEARLY = 0.02
"""How exactly, relative to it, the length of a shorter step is found."""

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
        return hessian_of(self.zone_at(self.slack(omega)))

    def slack(self, omega: FloatArray) -> FloatArray:
        """By how much each constraint lies below the margin from which it costs nothing; 0 when it does
        not."""
        return self.slack_at(self.rows @ omega)

    def slack_at(self, margins: FloatArray) -> FloatArray:
        """The slack from the margins rows @ omega."""
        slack = self.starts - margins
        return np.maximum(slack, 0.0, out=slack)

    def objective_at(self, omega: FloatArray, slack: FloatArray) -> float:
        """F(omega) from its slack."""
        capped = np.minimum(slack, 2.0 * self.h)
        losses = capped * (2.0 * slack - capped)
        return 0.5 * float(omega @ omega) + float(self.costs @ losses) / (4.0 * self.h)

    def gradient_at(self, omega: FloatArray, slack: FloatArray) -> FloatArray:
        """Gradient from the slack."""
        slopes = np.minimum(slack, 2.0 * self.h) * self.costs
        return omega - (slopes @ self.rows) / (2.0 * self.h)

    def zone_at(self, slack: FloatArray) -> FloatArray:
        """A, with I + A^T A the Hessian: a row of each constraint in the quadratic zone."""
        curved = np.flatnonzero((slack > 0.0) & (slack <= 2.0 * self.h))
        zone: FloatArray = self.rows[curved]
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
        True: Newton over that set. False: Newton with backtracking over all of R^e.
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
        if state.is_solved(tolerance):
            state = state.anew()
            if state.is_solved(tolerance):
                return state.solution(iteration, converged=True)
        moved = _step(state)
        if moved is None:
            state = state.anew()
            return state.solution(iteration, converged=state.is_solved(tolerance) or state.is_proved())
        state = moved
    return state.anew().solution(max_iterations, converged=False)


@dataclass(frozen=True)
class _State:
    """One iterate with what is known of it."""

    problem: VectorProblem
    omega: FloatArray
    nonnegative: bool
    margins: FloatArray
    slack: FloatArray
    value: float
    gradient: FloatArray

    @classmethod
    def at(
        cls, problem: VectorProblem, omega: FloatArray, nonnegative: bool, margins: FloatArray | None = None
    ) -> _State:
        """The state at omega; ``margins`` are rows @ omega where they are known."""
        margins = problem.rows @ omega if margins is None else margins
        slack = problem.slack_at(margins)
        value = problem.objective_at(omega, slack)
        return cls(problem, omega, nonnegative, margins, slack, value, problem.gradient_at(omega, slack))

    def anew(self) -> _State:
        """The same without the rounding of margins that were carried from step to step."""
        return self.at(self.problem, self.omega, self.nonnegative)

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

    def is_solved(self, tolerance: float) -> bool:
        """Whether the residual is small, or the slope no more than rounding."""
        return self.residual <= tolerance * self.scale or self.least_slope <= self.rounding()

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
    zone = state.problem.zone_at(state.slack)
    if state.nonnegative:
        direction = nonnegative_step(zone, state.gradient, state.omega)
    else:
        direction = newton_step(zone, state.gradient)
    along = state.problem.rows @ direction
    length = _length(state, direction, along)
    if length is None:
        return None
    omega = state.omega + length * direction
    if state.nonnegative:  # by rounding it may lie below
        np.maximum(omega, 0.0, out=omega)
    return _State.at(state.problem, omega, state.nonnegative, state.margins + length * along)


def _length(state: _State, direction: FloatArray, along: FloatArray) -> float | None:
    """Part of the direction, at most all of it, that ends about where the objective is least along it, and lower
    than it began; None when there is no such part. ``along``: rows @ direction."""
    problem, h = state.problem, state.problem.h
    pull, bend = float(state.omega @ direction), float(direction @ direction)
    below, weighed = problem.starts - state.margins, problem.costs * along / (2.0 * h)

    def slope(length: float) -> float:
        return pull + length * bend - float(weighed @ np.clip(below - length * along, 0.0, 2.0 * h))

    last = slope(1.0)
    if last <= 0.0:  # falling all the way, as the objective is convex
        return 1.0
    if last <= -FLAT * slope(0.0):
        value = problem.objective_at(state.omega + direction, problem.slack_at(state.margins + along))
        if value <= state.value * (1.0 + 4.0 * np.finfo(np.float64).eps):
            return 1.0
    longer = 1.0
    for _ in range(MOST_SHORTER):
        shorter = SHORTER * longer
        if slope(shorter) < 0.0:
            return float(brentq(slope, shorter, longer, xtol=NEARLY * shorter, rtol=NEARLY))
        longer = shorter
    return None


def _solve_as_thesis(
    problem: VectorProblem, nonnegative: bool, start: FloatArray | None, max_iterations: int
) -> VectorSolution:
    """Algorithm 4 with step 1: omega <- P(omega - H^-1 gradient) until it stands still."""
    if not np.isin(problem.deltas, (0.0, 1.0)).all():
        raise ValueError(
            'mode="thesis" knows the margins 0 and 1 only; give such deltas or use mode="safeguarded".'
        )
    omega = np.ones(problem.rows.shape[1]) if start is None else np.array(start, dtype=np.float64)
    state = _State.at(problem, omega, nonnegative)
    for iteration in range(max_iterations):
        moved = state.omega + newton_step(problem.zone_at(state.slack), state.gradient)
        if nonnegative:
            moved = np.maximum(moved, 0.0)
        step = moved - state.omega
        state = _State.at(problem, moved, nonnegative)
        if float(step @ step) <= 1e-12:
            return state.solution(iteration + 1, converged=True)
    return state.solution(max_iterations, converged=False)
