"""The full metric D_M from a page's constraints, as far as days that it has not seen confirm it.

A step of ``training``. Source: M. T. Law's thesis (2015), (4.6) with the problem (2.7): D_M = c^T M c, c the
element-wise square root of region distances, M positive semidefinite. A hundred regions give M five thousand
numbers, and a few days of one page are few witnesses for them. So M is mixed with the diagonal metric of the
same constraints, (1 - share) Diag(w) + share M, and both the cost and the share are those that keep most of
the order of time in the half of the days that the metric was not learned from, both ways: of those that do
about as well as the best, the smallest share. Where none helps, the full metric is the diagonal one: it is
never preferred without evidence. The mixture is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from changemodel.metric.losses import SMOOTHING
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution, solve_factored
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures

FULL_C_GRID = (10.0, 100.0, 1000.0)
"""Costs of all constraints together that are tried for M."""

SHARES = (0.25, 0.5, 0.75, 1.0)
"""Shares of M that are tried beside none."""

HALF_CONSTRAINTS = 2000
"""Constraints of each half of the days on which cost and share are chosen."""

ABOUT_AS_WELL = 0.01
"""Order kept that a larger share must gain. On simulated pages of our own, gains below half of this told nothing
of how changes ranked later; chosen there."""

CHOOSING_STEPS, STEPS = 30, 60
TOLERANCE = 1e-2  # of the objective: the order of the pairs settles long before the optimum

WeightsOf = Callable[[QuadrupletFeatures], FloatArray]
"""The diagonal metric of some constraints."""


@dataclass(frozen=True, kw_only=True)
class Constraints:
    """What M is learned from, over balanced region distances (not their roots)."""

    quadruplets: QuadrupletFeatures
    pairs: LabelledPairs
    centre: FloatArray | None = None  # weights of a prior, (regions,)


def fit_matrix(
    constraints: Constraints,
    weights: FloatArray,
    halves: tuple[QuadrupletFeatures, QuadrupletFeatures] | None,
    weights_of: WeightsOf,
    cost: float | None,
) -> tuple[FloatArray, dict[str, Any]]:
    """M, in the units of ``weights``, and how it was chosen.

    Parameters
    ----------
    constraints : Constraints
    weights : float array, shape (regions,)
        The diagonal metric of all constraints.
    halves : two QuadrupletFeatures, or None
        Constraints of both halves of the days; None where the history is too short to hold days out: then
        nothing confirms M, and the diagonal metric is what is given.
    weights_of : callable
    cost : float, optional
        Of all constraints together; None: chosen.
    """
    if halves is None:
        return np.diag(weights), {"full_share": 0.0, "full_C": None, "full_tried": {}}
    tried = _tried(halves, weights_of, FULL_C_GRID if cost is None else (cost,))
    best = max(tried.values())
    enough = [key for key, order in tried.items() if order >= best - ABOUT_AS_WELL]
    chosen_cost, share = min(enough, key=lambda key: (key[1], -tried[key]))
    details: dict[str, Any] = {
        "full_share": share,
        "full_C": chosen_cost,
        "full_tried": {f"C {c:g}, share {s:g}": order for (c, s), order in tried.items()},
        "full_held_out_order": tried[chosen_cost, share],
    }
    if share == 0.0:
        return np.diag(weights), details
    solution = _solve(constraints, chosen_cost, STEPS)
    details |= {"full_converged": solution.converged, "full_gap_bound": solution.gap_bound}
    near = constraints.quadruplets.closer
    mixed = _mixed(np.diag(weights), solution.matrix, share, near)
    return mixed * float((near @ weights).mean()), details


def _tried(
    halves: tuple[QuadrupletFeatures, QuadrupletFeatures], weights_of: WeightsOf, costs: tuple[float, ...]
) -> dict[tuple[float, float], float]:
    """Order kept across the halves by cost and share; share 0 first, so that it wins where nothing is better."""
    kept: dict[tuple[float, float], list[float]] = {}
    for learned, judged in (halves, halves[::-1]):
        some = _some(learned)
        diagonal = np.diag(weights_of(learned))
        near, far = np.sqrt(judged.closer), np.sqrt(judged.farther)
        kept.setdefault((costs[0], 0.0), []).append(_order(diagonal, near, far))
        for cost in costs:
            none = LabelledPairs.none(some.closer.shape[1])
            matrix = _solve(Constraints(quadruplets=some, pairs=none), cost, CHOOSING_STEPS).matrix
            for share in SHARES:
                mixed = _mixed(diagonal, matrix, share, learned.closer)
                kept.setdefault((cost, share), []).append(_order(mixed, near, far))
    return {key: float(np.mean(values)) for key, values in kept.items()}


def _solve(constraints: Constraints, cost: float, steps: int) -> MatrixSolution:
    quadruplets, pairs = constraints.quadruplets, constraints.pairs
    roots = QuadrupletFeatures(
        closer=np.sqrt(quadruplets.closer), farther=np.sqrt(quadruplets.farther), deltas=quadruplets.deltas
    )
    problem = MatrixProblem.of(
        roots,
        LabelledPairs(features=np.sqrt(pairs.features), labels=pairs.labels),
        quadruplet_cost=cost / max(1, len(quadruplets)),
        pair_cost=cost / max(1, len(pairs)),
        h=SMOOTHING,
        linear=None if constraints.centre is None else -np.diag(constraints.centre),
    )
    return solve_factored(problem, max_iterations=steps, tolerance=TOLERANCE)


def _mixed(diagonal: FloatArray, matrix: FloatArray, share: float, near: FloatArray) -> FloatArray:
    """Both matrices at the same mean distance 1 of the near pairs, then mixed."""
    roots = np.sqrt(near)

    def unit(metric: FloatArray) -> FloatArray:
        mean = float(np.einsum("ij,ij->i", roots @ metric, roots).mean())
        return metric / mean if mean > 0.0 else metric

    return (1.0 - share) * unit(diagonal) + share * unit(matrix)


def _order(matrix: FloatArray, near: FloatArray, far: FloatArray) -> float:
    """Share of quadruplets whose farther pair is farther; equal ones count half."""
    closer = np.einsum("ij,ij->i", near @ matrix, near)
    farther = np.einsum("ij,ij->i", far @ matrix, far)
    return float((closer < farther).mean() + 0.5 * (closer == farther).mean())


def _some(quadruplets: QuadrupletFeatures) -> QuadrupletFeatures:
    """Evenly spread constraints, at most ``HALF_CONSTRAINTS``."""
    rows = np.unique(np.linspace(0, len(quadruplets) - 1, HALF_CONSTRAINTS).astype(np.intp))
    return QuadrupletFeatures(
        closer=quadruplets.closer[rows], farther=quadruplets.farther[rows], deltas=quadruplets.deltas[rows]
    )
