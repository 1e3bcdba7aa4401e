"""Policies held against each other: who is better at equal captures, and how many captures equal quality takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchmarks.revisit_metrics import LARGER_IS_BETTER, Quality, mean_and_spread
from benchmarks.revisit_policies.roster import ARCHIVE, FRESHEST, MOST_VERSIONS, OURS

Results = dict[tuple[str, float, str], list[Quality]]
"""World, captures per page and day, policy: a result for each seed."""

SETTINGS = (OURS, ARCHIVE, MOST_VERSIONS, FRESHEST)
"""Ours, in the order in which they are asked for."""
HOURLY = "fixed hourly"


def policies(results: Results) -> list[str]:
    """Everybody who played, in the order of the roster."""
    return list(dict.fromkeys(policy for *_, policy in results))


def others(results: Results) -> list[str]:
    """The baselines: no setting or part of ours, nobody who knows the true rates, no larger budget."""
    return [
        name
        for name in policies(results)
        if not name.startswith((OURS, "oracle")) and name not in (HOURLY, *SETTINGS)
    ]


def winners(
    results: Results, world: str, rate: float, baseline: str, figures: Sequence[str] = ("lost", "delay_h")
) -> list[str]:
    """Which of our settings are better than a baseline in each of the figures, by their means over the seeds."""
    theirs = mean_and_spread(results[world, rate, baseline])[0]
    found = []
    for setting in SETTINGS:
        mine = mean_and_spread(results[world, rate, setting])[0]
        gains = [(mine[name] - theirs[name]) * (1 if name in LARGER_IS_BETTER else -1) for name in figures]
        if all(gain > 0 for gain in gains):
            found.append(setting)
    return found


def captures_needed(
    results: Results, world: str, figure: str, goal_rate: float, goal_policy: str = OURS
) -> dict[str, float | None]:
    """Captures per page and day at which each policy is as good as ours at one budget; None: beyond the curve.

    Between two budgets the figure is taken to be linear in the logarithm of the budget.
    """
    goal = mean_and_spread(results[world, goal_rate, goal_policy])[0][figure]
    sign = 1.0 if figure in LARGER_IS_BETTER else -1.0
    rates = sorted({rate for name, rate, _ in results if name == world})
    needed: dict[str, float | None] = {}
    for policy in policies(results):
        curve = [
            (rate, sign * mean_and_spread(results[world, rate, policy])[0][figure])
            for rate in rates
            if (world, rate, policy) in results
        ]
        needed[policy] = crossing(curve, sign * goal)
    return needed


def crossing(curve: Sequence[tuple[float, float]], goal: float) -> float | None:
    """Where a curve of (budget, quality) reaches a quality; its first budget where it begins above."""
    if curve and curve[0][1] >= goal:
        return curve[0][0]
    for (low, below), (high, above) in pairwise(curve):
        if below < goal <= above:
            return float(low * (high / low) ** ((goal - below) / (above - below)))
    return None
