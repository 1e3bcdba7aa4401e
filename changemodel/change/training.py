"""Learns a page's distance from its history: from region distances to weights, without labels.

The middle of ``ChangeModel.fit``: what comes in is when the versions were captured and how far apart their
regions are; what goes out are weights, how they were chosen, and whether there was enough to learn from.
Source: M. T. Law's thesis (2015), sections 4.3 and 4.4; with labels, the semi-supervised objective (2.10).

Five choices are ours. *Balance:* the penalty lies on weight times usual change of a region, not on the
bare weight, which would cost a pale region more than a garish one, so that the largest advertisement would
be the cheapest thing to listen to. Usual is between the mean over all successive captures, by which a corner
that changed once would cost nothing and shout when it changes again, and the mean over those in which it changed.
*Cost:* C is chosen by how well a metric learned on one half of the days keeps the order of time in the other
half, both ways; it is the smallest that does about as well as the best, since a large C also fits what is
accidental. Where even that metric keeps little order, nothing on the page follows time and nothing is learned.
*Unit:* weights are scaled so that successive captures are at distance 1 in the mean. *Rhythm:* gamma is the
smallest at which time can be told (``temporal``). *Prior:* the map of other pages is the centre of the regulariser,
and fades as the page's own constraints become many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.matrix_training import Constraints, fit_matrix
from changemodel.change.region_metric import RegionMetric
from changemodel.change.temporal import (
    USUAL_GAMMA_H,
    Rhythm,
    TemporalConstraints,
    chosen_gamma_h,
    constraints_within,
    effective_changes,
    gammas_to_try,
    successive_within,
    waiting_h,
)
from changemodel.metric.quadruplet_metric import metric_problem
from changemodel.metric.quadruplets import FloatArray, IntArray, LabelledPairs, QuadrupletFeatures
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorProblem, solve

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

PRIOR_CONSTRAINTS = 500
"""Own constraints of a page that count as much as the prior map; a day of hourly captures has about as many."""

FIRST_LOOK_CONSTRAINTS = 3000
"""Constraints with which each gamma is tried."""

HELD_OUT_TOLERANCE = 0.03
BALANCE_FLOOR = 1e-3  # of the mean region: a region that changes less is taken to change that much

PairDistances = Callable[[IntArray], FloatArray]
"""Region distances of pairs of versions: (n, 2) -> (n, regions)."""


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """How a page's history becomes constraints, and what they cost."""

    metric: str = "diagonal"  # or "full"
    gamma_h: float | None = None  # None: from the page's own rhythm
    window_h: float | None = None  # None: one and a half gamma
    constraints: int = 10_000
    C: float | None = None  # of all constraints together; None: chosen on held-out days
    random_state: int | None = 0
    centre: FloatArray | None = None  # (regions,) shares of a prior map, sum to 1; None: no prior
    seldom: float = 0.5  # how dear a region is that seldom changes, see ``_balance``


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
    rhythm, orders = _rhythm(history, settings)
    successive = _successive(history, rhythm)
    between = history.distances(successive)
    constraints = _constraints(history, rhythm, settings, settings.constraints)
    details = _counts(rhythm, between, constraints, history)
    details["gamma_tried"] = {f"{gamma:g}": order for gamma, order in orders.items()}
    scale = float(between.sum(axis=1).mean()) if between.any() else 1.0
    reason, metric = _too_little(details), None
    if reason is None:
        with one_blas_thread():
            metric, reason = _learn(history, constraints, between, settings, details)
    if metric is not None:
        metric = replace(metric, scale=scale)
        metric = metric.scaled(1.0 / float(metric.distance(between).mean()))
        distances = metric.distance(between)
        details |= {
            "changes": effective_changes(distances),
            "waiting_h": waiting_h(distances, rhythm.step_h),
        }
    details["reason"] = reason
    return Training(metric=metric, scale=scale, successive=successive, between=between, details=details)


def order_kept(weights: FloatArray, quadruplets: QuadrupletFeatures) -> float:
    """Share of quadruplets whose farther pair is farther; equal distances count half, so that chance is 0.5."""
    near, far = quadruplets.closer @ weights, quadruplets.farther @ weights
    return float((near < far).mean() + 0.5 * (near == far).mean()) if len(quadruplets) else 1.0


def _rhythm(history: PageHistory, settings: TrainingSettings) -> tuple[Rhythm, dict[float, float]]:
    """The lengths to learn with, and the order kept at each gamma that was tried."""
    times = history.times_h
    usual = Rhythm.of(times, gamma_h=settings.gamma_h or USUAL_GAMMA_H, window_h=settings.window_h)
    if settings.gamma_h is not None:
        return usual, {}
    span = float(times[-1] - times[0]) if len(times) else 0.0
    rhythms = [usual.lasting(gamma) for gamma in gammas_to_try(span, usual.step_h)]
    between = history.distances(_successive(history, usual))
    if len(rhythms) < 2 or not between.any():
        return usual, {}
    with one_blas_thread():
        kept = {rhythm.gamma_h: _order_at(rhythm, history, between, settings) for rhythm in rhythms}
    orders = {gamma: order for gamma, order in kept.items() if order is not None}
    chosen = usual.lasting(chosen_gamma_h(orders)) if orders else usual
    return (chosen if settings.window_h is None else replace(chosen, window_h=usual.window_h)), orders


def _order_at(
    rhythm: Rhythm, history: PageHistory, between: FloatArray, settings: TrainingSettings
) -> float | None:
    """Order kept on days not learned from with these lengths, by a cheap look; None: too few constraints."""
    constraints = _constraints(history, rhythm, settings, FIRST_LOOK_CONSTRAINTS)
    quadruplets = constraints.features(
        history.distances(constraints.pairs) / _balance(between, settings.seldom)
    )
    halves = _halves(quadruplets, constraints, history.times_h)
    return None if halves is None else _order_across(*halves, C_UNTRIED, None)


def _successive(history: PageHistory, rhythm: Rhythm) -> IntArray:
    return successive_within(history.times_h, _groups(history), rhythm)


def _groups(history: PageHistory) -> Sequence[IntArray]:
    return history.groups or [np.arange(len(history.times_h))]


def _constraints(
    history: PageHistory, rhythm: Rhythm, settings: TrainingSettings, limit: int
) -> TemporalConstraints:
    limit = min(limit, settings.constraints)
    return constraints_within(
        history.times_h, _groups(history), rhythm, limit=limit, random_state=settings.random_state
    )


def _learn(
    history: PageHistory,
    constraints: TemporalConstraints,
    between: FloatArray,
    settings: TrainingSettings,
    details: dict[str, Any],
) -> tuple[RegionMetric | None, str | None]:
    """The metric over bare region distances, or why there is none."""
    units = _balance(between, settings.seldom)
    quadruplets = constraints.features(history.distances(constraints.pairs) / units)
    centre = _centre(settings.centre, len(quadruplets), details)
    halves = _halves(quadruplets, constraints, history.times_h)
    details |= _chosen_cost(halves, centre)
    if settings.C is not None:
        details["C"] = settings.C
    elif details["held_out_order"] is not None and details["held_out_order"] < MIN_ORDER:
        return None, "no region's changes follow the order of time"
    pairs = _labelled(history, units)
    weights, pair_threshold = _solved(quadruplets, pairs, details["C"], centre, details)
    details |= {
        "pair_threshold": pair_threshold,
        "order_before": order_kept(units, quadruplets),
        "order_after": order_kept(weights, quadruplets),
    }
    if not (between @ (weights / units)).any():
        return None, "no region's changes follow the order of time"
    metric = RegionMetric(weights=weights / units, scale=1.0)
    if settings.metric != "full":
        return metric, None
    none, cost = LabelledPairs.none(len(units)), details["C"]
    matrix, chosen = fit_matrix(
        Constraints(quadruplets=quadruplets, pairs=pairs),
        weights,
        halves,
        lambda some: _fit(some, none, cost, centre),
    )
    details |= chosen
    return RegionMetric.full(matrix / np.sqrt(np.outer(units, units)), 1.0), None


def _labelled(history: PageHistory, units: FloatArray) -> LabelledPairs:
    """What a person said, but of pairs in which no region differs: no weights could tell these apart."""
    distances = history.distances(history.labelled_pairs)
    differing = distances.any(axis=1)
    return LabelledPairs.of(distances[differing] / units, history.labels[differing])


def _centre(shares: FloatArray | None, n: int, details: dict[str, Any]) -> FloatArray | None:
    """Where the weights are drawn to: the prior map, the less the more constraints the page has itself."""
    if shares is None:
        return None
    pull = PRIOR_CONSTRAINTS / (PRIOR_CONSTRAINTS + n)
    details["prior_pull"] = pull
    return np.asarray(pull * shares.size * shares, dtype=np.float64)


def _solved(
    quadruplets: QuadrupletFeatures,
    pairs: LabelledPairs,
    cost: float,
    centre: FloatArray | None,
    details: dict[str, Any],
) -> tuple[FloatArray, float | None]:
    """Weights, and b of labelled pairs (None without any); how it went is added to the details."""
    solution = solve(_problem(quadruplets, pairs, cost, centre))
    details |= {
        "objective": solution.objective,
        "converged": solution.converged,
        "iterations": solution.iterations,
        "kkt_residual": solution.kkt_residual,
    }
    width = quadruplets.closer.shape[1]
    return solution.omega[:width], float(solution.omega[width]) if len(pairs) else None


def _fit(
    quadruplets: QuadrupletFeatures, pairs: LabelledPairs, cost: float, centre: FloatArray | None = None
) -> FloatArray:
    return solve(_problem(quadruplets, pairs, cost, centre)).omega[: quadruplets.closer.shape[1]]


def _problem(
    quadruplets: QuadrupletFeatures, pairs: LabelledPairs, cost: float, centre: FloatArray | None
) -> VectorProblem:
    """Labels together weigh as much as time does: few of them, but a person's."""
    problem = metric_problem(
        quadruplets,
        pairs,
        quadruplet_cost=cost / max(1, len(quadruplets)),
        pair_cost=cost / max(1, len(pairs)),
    )
    return problem if centre is None else centred(problem, centre)


def centred(problem: VectorProblem, centre: FloatArray) -> VectorProblem:
    """The same problem with 1/2 |w - centre|^2 in place of 1/2 |w|^2, up to a constant.

    The difference is -centre . w, which is the loss of one more constraint, of cost 1, whose margin is out of
    reach: |w - centre|^2 <= 2 F(centre) at the optimum, which bounds centre . w.
    """
    row = np.zeros(problem.rows.shape[1])
    row[: len(centre)] = centre
    size = float(np.linalg.norm(centre))
    reach = size + np.sqrt(size**2 + 2.0 * problem.objective(row))
    return replace(
        problem,
        rows=np.vstack([problem.rows, row]),
        deltas=np.append(problem.deltas, 2.0 * size * reach + 2.0),
        costs=np.append(problem.costs, 1.0),
    )


def _balance(between: FloatArray, seldom: float) -> FloatArray:
    """What each region's distance is divided by, so that all change alike and the total is about 1 in the mean.

    With ``seldom`` 0 its mean change, with 1 the mean of those changes that were any, else between them.
    """
    mean: FloatArray = between.mean(axis=0)
    changed = (between > 0.0).mean(axis=0)
    usual: FloatArray = mean / np.where(changed > 0.0, changed, 1.0) ** seldom
    usual = np.maximum(usual, BALANCE_FLOOR * usual.mean())
    return usual * usual.size


def _halves(
    quadruplets: QuadrupletFeatures, constraints: TemporalConstraints, times_h: FloatArray
) -> tuple[QuadrupletFeatures, QuadrupletFeatures] | None:
    """The constraints that lie wholly in the first half of the time, and in the second; None: too few, or a weekend."""
    middle = 0.5 * (times_h[0] + times_h[-1])
    around = constraints.pairs[constraints.farther]
    first, second = times_h[around[:, 1]] <= middle, times_h[around[:, 0]] >= middle
    telling = (quadruplets.closer != quadruplets.farther).any(axis=1)
    if min((first & telling).sum(), (second & telling).sum()) < MIN_CONSTRAINTS:
        return None
    return _only(quadruplets, first), _only(quadruplets, second)


def _chosen_cost(
    halves: tuple[QuadrupletFeatures, QuadrupletFeatures] | None, centre: FloatArray | None
) -> dict[str, Any]:
    """The smallest C whose metrics keep about as much order in the other half of the days as the best."""
    if halves is None:
        return {"C": C_UNTRIED, "C_tried": {}, "held_out_order": None}
    kept = {cost: _order_across(*halves, cost, centre) for cost in C_GRID}
    enough = max(kept.values()) - HELD_OUT_TOLERANCE
    chosen = next(cost for cost in C_GRID if kept[cost] >= enough)
    return {"C": chosen, "C_tried": {f"{c:g}": v for c, v in kept.items()}, "held_out_order": kept[chosen]}


def _order_across(
    first: QuadrupletFeatures, second: QuadrupletFeatures, cost: float, centre: FloatArray | None
) -> float:
    """Mean order kept in each half by the metric that was learned in the other."""
    none = LabelledPairs.none(first.closer.shape[1])
    forward = order_kept(_fit(first, none, cost, centre), second)
    backward = order_kept(_fit(second, none, cost, centre), first)
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
        "changes": 0.0,
        "waiting_h": None,
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
