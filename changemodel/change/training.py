"""Learning one page's distance from its history: from region distances to weights, without labels.

The middle of ``ChangeModel.fit``: what comes in is when the versions were captured and how far apart their
regions are; what goes out are weights, how they were chosen, and whether there was enough to learn from.
Source: M. T. Law's thesis (2015), sections 4.3 and 4.4; with labels, the semi-supervised objective (2.10).

Three choices are ours. *Balance:* the penalty lies on weight times usual change of a region, not on the
bare weight, which would cost a pale region more than a garish one, so that the largest advertisement would
be the cheapest thing to listen to. *Cost:* C is chosen by how well a metric learned on one half of the days
keeps the order of time in the other half, both ways; it is the smallest that does about as well as the
best, since a large C also fits what is accidental. Where even that metric keeps little order, nothing on
the page follows time and nothing is learned. *Unit:* weights are scaled so that successive captures are at
distance 1 in the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.region_metric import RegionMetric
from changemodel.change.temporal import (
    Rhythm,
    TemporalConstraints,
    constraints_within,
    successive_within,
)
from changemodel.metric.quadruplet_metric import metric_problem
from changemodel.metric.quadruplets import FloatArray, IntArray, LabelledPairs, QuadrupletFeatures
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorSolution, solve

C_GRID = (1.0, 10.0, 100.0, 1000.0)
"""Costs of all constraints together that are tried, smallest first."""

C_UNTRIED = 10.0
"""The cost where the history is too short to hold days out."""

MIN_CHANGED_PAIRS = 10
"""Successive pairs that must differ before anything is learned."""

MIN_CONSTRAINTS = 50
"""Constraints that there must be, and in each half of the days for C to be chosen on them."""

MIN_ORDER = 0.6
"""Share of the time order that a metric must keep on days it has not seen. Chance is 0.5; of four
rendered front pages, the hours put in random order reached at most 0.56, in their own order at least 0.66."""

HELD_OUT_TOLERANCE = 0.03
BALANCE_FLOOR = 1e-3  # of the mean region: a region that changes less is taken to change that much

PairDistances = Callable[[IntArray], FloatArray]
"""Region distances of pairs of versions: (n, 2) -> (n, regions)."""


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """How a page's history becomes constraints, and what they cost."""

    gamma_h: float = 4.0
    window_h: float = 6.0
    constraints: int = 10_000
    C: float | None = None  # of all constraints together; None: chosen on held-out days
    random_state: int = 0


@dataclass(frozen=True, kw_only=True)
class PageHistory:
    """A page's versions as training sees them."""

    times_h: FloatArray  # strictly increasing
    distances: PairDistances
    labelled_pairs: IntArray  # (n, 2) versions
    labels: FloatArray  # (n,) +1 important, -1 not
    groups: Sequence[IntArray] = ()  # versions of each look, where the page flaps: see ``states``


@dataclass(frozen=True, kw_only=True)
class Training:
    """What was learned, or why nothing was."""

    metric: RegionMetric | None  # None: not enough change
    scale: float  # mean total distance of successive pairs; 1 where these do not differ
    successive: IntArray  # (n, 2) versions
    between: FloatArray  # (n, regions) distances of the successive pairs, not divided
    details: dict[str, Any]


def train(history: PageHistory, settings: TrainingSettings) -> Training:
    """Learn region weights from time alone, and from labels where there are some."""
    rhythm = Rhythm.of(history.times_h, gamma_h=settings.gamma_h, window_h=settings.window_h)
    lengths = {"gamma_h": settings.gamma_h, "window_h": settings.window_h}
    groups = history.groups or [np.arange(len(history.times_h))]
    successive = successive_within(history.times_h, groups, **lengths)
    between = history.distances(successive)
    constraints = constraints_within(
        history.times_h, groups, limit=settings.constraints, random_state=settings.random_state, **lengths
    )
    details = _counts(rhythm, between, constraints, history)
    scale = float(between.sum(axis=1).mean()) if between.any() else 1.0
    reason = _too_little(details)
    weights = None
    if reason is None:
        with one_blas_thread():
            weights, reason = _learn(history, constraints, between, settings.C, details)
    metric = None
    if weights is not None:
        metric = RegionMetric(weights=weights, scale=scale)
        metric = metric.scaled(1.0 / float(metric.distance(between).mean()))
    details["reason"] = reason
    return Training(metric=metric, scale=scale, successive=successive, between=between, details=details)


def order_kept(weights: FloatArray, quadruplets: QuadrupletFeatures) -> float:
    """Share of quadruplets whose farther pair is farther; equal distances count half, so that chance is 0.5."""
    near, far = quadruplets.closer @ weights, quadruplets.farther @ weights
    return float((near < far).mean() + 0.5 * (near == far).mean()) if len(quadruplets) else 1.0


def _learn(
    history: PageHistory,
    constraints: TemporalConstraints,
    between: FloatArray,
    cost: float | None,
    details: dict[str, Any],
) -> tuple[FloatArray | None, str | None]:
    """Weights of bare region distances, or why there are none."""
    units = _balance(between)
    quadruplets = constraints.features(history.distances(constraints.pairs) / units)
    chosen = _chosen_cost(quadruplets, *_halves(constraints, history.times_h))
    details |= chosen
    if cost is not None:
        details["C"] = cost
    elif chosen["held_out_order"] is not None and chosen["held_out_order"] < MIN_ORDER:
        return None, "no region's changes follow the order of time"
    pairs = LabelledPairs.of(history.distances(history.labelled_pairs) / units, history.labels)
    solution = _fit(quadruplets, pairs, details["C"])
    weights = solution.omega[: len(units)]
    details |= {
        "order_before": order_kept(units, quadruplets),
        "order_after": order_kept(weights, quadruplets),
        "objective": solution.objective,
        "converged": solution.converged,
        "iterations": solution.iterations,
        "kkt_residual": solution.kkt_residual,
    }
    if not (between @ (weights / units)).any():
        return None, "no region's changes follow the order of time"
    return weights / units, None


def _fit(quadruplets: QuadrupletFeatures, pairs: LabelledPairs, cost: float) -> VectorSolution:
    """Labels together weigh as much as time does: few of them, but a person's."""
    problem = metric_problem(
        quadruplets,
        pairs,
        quadruplet_cost=cost / max(1, len(quadruplets)),
        pair_cost=cost / max(1, len(pairs)),
    )
    return solve(problem)


def _balance(between: FloatArray) -> FloatArray:
    """What each region's distance is divided by, so that all change alike and the total is 1 in the mean."""
    usual: FloatArray = between.mean(axis=0)
    usual = np.maximum(usual, BALANCE_FLOOR * usual.mean())
    return usual * usual.size


def _halves(constraints: TemporalConstraints, times_h: FloatArray) -> tuple[NDArray[np.bool_], ...]:
    """Which constraints lie wholly in the first half of the time, and wholly in the second."""
    middle = 0.5 * (times_h[0] + times_h[-1])
    around = constraints.pairs[constraints.farther]
    return times_h[around[:, 1]] <= middle, times_h[around[:, 0]] >= middle


def _chosen_cost(
    quadruplets: QuadrupletFeatures, first: NDArray[np.bool_], second: NDArray[np.bool_]
) -> dict[str, Any]:
    """The smallest C whose metrics keep about as much order in the other half of the days as the best."""
    if min(first.sum(), second.sum()) < MIN_CONSTRAINTS:
        return {"C": C_UNTRIED, "C_tried": {}, "held_out_order": None}
    halves = _only(quadruplets, first), _only(quadruplets, second)
    kept = {cost: _order_across(*halves, cost) for cost in C_GRID}
    enough = max(kept.values()) - HELD_OUT_TOLERANCE
    chosen = next(cost for cost in C_GRID if kept[cost] >= enough)
    return {"C": chosen, "C_tried": {f"{c:g}": v for c, v in kept.items()}, "held_out_order": kept[chosen]}


def _order_across(first: QuadrupletFeatures, second: QuadrupletFeatures, cost: float) -> float:
    """Mean order kept in each half by the metric that was learned in the other."""
    none = LabelledPairs.none(first.closer.shape[1])
    forward = order_kept(_fit(first, none, cost).omega, second)
    backward = order_kept(_fit(second, none, cost).omega, first)
    return 0.5 * (forward + backward)


def _only(quadruplets: QuadrupletFeatures, kept: NDArray[np.bool_]) -> QuadrupletFeatures:
    return QuadrupletFeatures(
        closer=quadruplets.closer[kept], farther=quadruplets.farther[kept], deltas=quadruplets.deltas[kept]
    )


def _counts(
    rhythm: Rhythm, between: FloatArray, constraints: TemporalConstraints, history: PageHistory
) -> dict[str, Any]:
    return {
        "step_h": rhythm.step_h,
        "gamma_h": rhythm.gamma_h,
        "window_h": rhythm.window_h,
        "successive_pairs": len(between),
        "changed_pairs": int(between.any(axis=1).sum()),
        "constraints": len(constraints),
        "strict": constraints.n_strict,
        "relaxed": len(constraints) - constraints.n_strict,
        "labels": len(history.labels),
    }


def _too_little(details: dict[str, Any]) -> str | None:
    if details["changed_pairs"] < MIN_CHANGED_PAIRS:
        return (
            f"{details['changed_pairs']} of {details['successive_pairs']} successive captures differ, "
            f"at least {MIN_CHANGED_PAIRS} are needed"
        )
    if details["constraints"] < MIN_CONSTRAINTS:
        return (
            f"the captures give {details['constraints']} constraints, at least {MIN_CONSTRAINTS} are needed"
        )
    return None
