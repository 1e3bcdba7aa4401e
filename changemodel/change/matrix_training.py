"""Learns the full metric D_M from a page's constraints, as far as held-out days confirm it.

A step of ``training``. Source: M. T. Law's thesis (2015), (4.6) with the problem (2.7): D_M = c^T M c, c the
element-wise square root of region distances, M positive semidefinite. A hundred regions give M five thousand
numbers, and a few days of one page are few witnesses for them. So beside M as in the source (*free*) stands one that
starts from the diagonal metric of the same constraints (*near*, ours): the regulariser of (2.7) draws M to that metric
instead of to 0, on the regions that it weighs and in its units, 1/2 |M' - I|^2 with c' = sqrt(w) c.

Of both and the diagonal metric itself, that is taken which keeps most of the order of time in the half of the days
that it was not learned from, both ways; the diagonal one where none keeps more, and the free one only where it keeps
far more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from changemodel.metric.losses import SMOOTHING
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution, solve_factored
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures

DIAGONAL, NEAR, FREE = "diagonal", "near", "free"

NEEDED = {DIAGONAL: 0.0, NEAR: 0.0005, FREE: 0.03}
"""Order kept that each form must gain over the diagonal one. Chosen on the training sites of an earlier set of sites:
NEAR by this rule raised the mean MAP on eight histories from 88.4 to 89.9, by -0.1 to 6.5; taken always, it lost 3.9
on one of them, and held-out days told so. FREE was better only on simulated pages whose regions tell nothing alone,
where it gained 0.14 of the order."""

MATRIX_C = 1000.0
"""Cost of all constraints together for a matrix: for NEAR, 30 to 3000 did about as well."""

HALF_CONSTRAINTS = 2000
"""Constraints of each half of the days that the matrices are tried with."""

CHOOSING_STEPS, STEPS = 40, 60
TOLERANCE = 1e-2  # of the objective: the order of the pairs settles long before the optimum

_WEIGHED = 1e-3  # of the largest weight: regions below are left out of the matrix

WeightsOf = Callable[[QuadrupletFeatures], FloatArray]
"""The diagonal metric of some constraints."""


@dataclass(frozen=True, kw_only=True)
class Constraints:
    """What M is learned from, over balanced region distances (not their roots)."""

    quadruplets: QuadrupletFeatures
    pairs: LabelledPairs


def fit_matrix(
    constraints: Constraints,
    weights: FloatArray,
    halves: tuple[QuadrupletFeatures, QuadrupletFeatures] | None,
    weights_of: WeightsOf,
) -> tuple[FloatArray, dict[str, Any]]:
    """M, and how it was chosen; its unit is any.

    Parameters
    ----------
    constraints : Constraints
    weights : float array, shape (regions,)
        The diagonal metric of all constraints.
    halves : two QuadrupletFeatures, or None
        Constraints of both halves of the days; None where the history is too short to hold days out: then
        nothing confirms M, and the diagonal metric is what is given.
    weights_of : callable
    """
    if halves is None:
        return np.diag(weights), {"full_form": DIAGONAL, "full_tried": {}}
    tried = _tried(halves, weights_of)
    chosen = _chosen(tried)
    details: dict[str, Any] = {
        "full_form": chosen,
        "full_tried": tried,
        "full_held_out_order": tried[chosen],
    }
    if chosen == NEAR:
        return _near(constraints, weights, STEPS, details), details
    if chosen == FREE:
        return _free(constraints, STEPS, details), details
    return np.diag(weights), details


def _chosen(tried: Mapping[str, float]) -> str:
    """The form that gains most beyond what it needs; of equal ones the first, the diagonal one."""
    return max(tried, key=lambda form: tried[form] - tried[DIAGONAL] - NEEDED[form])


def _tried(
    halves: tuple[QuadrupletFeatures, QuadrupletFeatures], weights_of: WeightsOf
) -> Mapping[str, float]:
    """Order kept across the halves by form, the diagonal one first."""
    kept: dict[str, list[float]] = {form: [] for form in NEEDED}
    for learned, judged in (halves, halves[::-1]):
        weights = weights_of(learned)
        none = LabelledPairs.none(len(weights))
        some = Constraints(quadruplets=_some(learned), pairs=none)
        matrices = {
            DIAGONAL: np.diag(weights),
            NEAR: _near(some, weights, CHOOSING_STEPS, {}),
            FREE: _free(some, CHOOSING_STEPS, {}),
        }
        near, far = np.sqrt(judged.closer), np.sqrt(judged.farther)
        for form, matrix in matrices.items():
            kept[form].append(_order(matrix, near, far))
    return {form: float(np.mean(orders)) for form, orders in kept.items()}


def _near(constraints: Constraints, weights: FloatArray, steps: int, details: dict[str, Any]) -> FloatArray:
    """The matrix near the diagonal metric."""
    regions = np.flatnonzero(weights > _WEIGHED * weights.max())
    if not regions.size:
        return np.diag(weights)
    units = np.sqrt(weights[regions])
    solution = _solved(constraints, lambda values: np.sqrt(values[:, regions]) * units, steps, near=True)
    details |= _how(solution)
    matrix = np.zeros((len(weights), len(weights)))
    matrix[np.ix_(regions, regions)] = solution.matrix * np.outer(units, units)
    return matrix


def _free(constraints: Constraints, steps: int, details: dict[str, Any]) -> FloatArray:
    """M as in the source."""
    solution = _solved(constraints, np.sqrt, steps)
    details |= _how(solution)
    return solution.matrix


def _how(solution: MatrixSolution) -> dict[str, Any]:
    return {"full_converged": solution.converged, "full_gap_bound": solution.gap_bound}


def _solved(
    constraints: Constraints,
    features: Callable[[FloatArray], FloatArray],
    steps: int,
    *,
    near: bool = False,
) -> MatrixSolution:
    """The matrix over some features of region distances, drawn to 0 or to the identity."""
    quadruplets, pairs = constraints.quadruplets, constraints.pairs
    closer, farther = features(quadruplets.closer), features(quadruplets.farther)
    problem = MatrixProblem.of(
        QuadrupletFeatures(closer=closer, farther=farther, deltas=quadruplets.deltas),
        LabelledPairs(features=features(pairs.features), labels=pairs.labels),
        quadruplet_cost=MATRIX_C / max(1, len(quadruplets)),
        pair_cost=MATRIX_C / max(1, len(pairs)),
        h=SMOOTHING,
        linear=-np.eye(closer.shape[1]) if near else None,
    )
    return solve_factored(problem, max_iterations=steps, tolerance=TOLERANCE)


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
