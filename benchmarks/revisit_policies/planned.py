"""The best that visits can do for freshness where changes are Poisson: planned from the true rates and hours.

Of a Poisson process nothing that is seen says anything of what comes, so that with rates and hours known the best
visits to a page can be planned ahead: those that cost least, a visit costing the price ``L / w`` and an hour out of
date 1. On a grid of times that is a shortest path: with ``F(i, j)`` the hours that a capture at ``i`` is expected to
stay fresh until ``j``, and the value of a capture at ``i``

    V(i) = max_j F(i, j) - L / w + V(j),

solved backwards, for all pages at once. For *any* price, ``sum w V + L x budget`` is no less than what anybody can
reach who keeps the budget on average (weak duality): the least of them over the prices is the bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.revisit_simulation import VisitLog
from benchmarks.revisit_worlds import World
from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.rate import FloatArray, IntArray

STEP_H = 0.25
"""Of the grid: the ticks of ``benchmarks.revisit_simulation``."""
WEEKS = 3
"""As many as are judged."""
_WEEK_H = 168
_PRICES = 9  # steps of the bisection
_PRICE_RANGE = -6.0, 6.0  # of its logarithm


@dataclass(frozen=True, kw_only=True)
class Plan:
    """When to come back, for every page and every step of the week at which it may have been captured."""

    wait: NDArray[np.int16]
    """Steps until the next visit, shape (pages, steps of a week)."""
    bound: float
    """No policy has a larger expected freshness."""
    fresh: float
    """Expected freshness of this plan."""
    per_page_a_day: float
    """What it spends."""


def best_plan(world: World, per_page_a_day: float) -> Plan:
    """The plan at the price at which it meets the budget."""
    expected, fresh_h = _steps(world)
    low, high = _PRICE_RANGE
    best: Plan | None = None
    for _ in range(_PRICES):
        price = float(np.exp((low + high) / 2))
        plan = _plan_at(world, price, per_page_a_day, expected, fresh_h)
        low, high = (
            ((low + high) / 2, high) if plan.per_page_a_day > per_page_a_day else (low, (low + high) / 2)
        )
        if best is None or plan.bound < best.bound:
            best = plan
    assert best is not None
    return best


def expected_freshness(world: World, interval_h: float) -> float:
    """Of visits to every page at fixed intervals, whole steps long, begun at any of them."""
    expected, fresh_h = _steps(world)
    length = round(interval_h / STEP_H)
    total = np.zeros(world.pages)
    for late in range(length):
        waits = np.roll(expected, -late, axis=1).reshape(world.pages, -1, length)
        fresh = np.roll(fresh_h, -late, axis=1).reshape(waits.shape)
        total += np.sum(np.exp(waits - np.cumsum(waits, axis=2)) * fresh, axis=(1, 2)) / length
    return float(np.average(total / _WEEK_H, weights=world.weight))


def freshness_to_expect(world: World, log: VisitLog) -> float:
    """Expected freshness, after the warm-up, of visits that were made: what chance adds to the changes drawn is gone.

    Between two visits to a page nothing is learned that could move the second, so that a page is fresh ``t`` hours
    after a visit with the probability that nothing came since, whichever policy made it.
    """
    expected, fresh_h = _steps(world)
    steps, warm = (round(hours / STEP_H) for hours in (world.horizon_h, world.warm_h))
    order = np.argsort(log.at_h, kind="stable")
    step_of, page_of = np.round(log.at_h[order] / STEP_H).astype(np.intp), log.page[order]
    begins = np.searchsorted(step_of, np.arange(steps + 1))
    fresh, total = np.ones(world.pages), np.zeros(world.pages)
    for at in range(steps):
        fresh[page_of[begins[at] : begins[at + 1]]] = 1.0
        hour = at % expected.shape[1]
        if at >= warm:
            total += fresh * fresh_h[:, hour]
        fresh *= np.exp(-expected[:, hour])
    return float(np.average(total, weights=world.weight) / ((steps - warm) * STEP_H))


class Planned:
    """Visits as planned; where more is planned than the budget pays for, what is longest overdue comes first."""

    def __init__(self, name: str, world: World) -> None:
        self.name = name
        self._world = world

    def start(self, fleet: Fleet) -> None:
        plan = best_plan(self._world, fleet.budget_per_h * 24 / fleet.pages)
        self._wait_h = plan.wait * STEP_H
        self._due_h = self._after(np.arange(fleet.pages), np.zeros(fleet.pages))

    def see(self, visits: Visits) -> None:
        self._due_h[visits.page] = self._after(visits.page, visits.at_h)

    def index(self, now_h: float) -> FloatArray:
        return now_h - self._due_h

    def _after(self, page: IntArray, at_h: FloatArray) -> FloatArray:
        step = np.round(at_h / STEP_H).astype(np.intp) % self._wait_h.shape[1]
        return np.asarray(at_h + self._wait_h[page, step])


def _steps(world: World) -> tuple[FloatArray, FloatArray]:
    """Changes expected in each step of the week, and hours that what is fresh at its begin stays so within it."""
    speed = np.repeat(world.known_speed, round(1 / STEP_H), axis=1)
    expected = np.maximum(world.true_per_h[0], 1e-9)[:, None] * speed[world.host] * STEP_H
    return expected, STEP_H * -np.expm1(-expected) / expected


def _plan_at(
    world: World, price: float, per_page_a_day: float, expected: FloatArray, fresh_h: FloatArray
) -> Plan:
    pages, week = expected.shape
    steps, longest = week * WEEKS, round(world.ceiling_h / STEP_H)
    shortest = max(1, round(world.floor_h / STEP_H))
    cost, rows = price / world.weight, np.arange(pages)
    value, visits, fresh = (np.zeros((pages, steps + 1)) for _ in range(3))
    stays = np.zeros((pages, longest))  # F(i, i + 1 + m), m the column
    wait = np.zeros((pages, week), dtype=np.int16)
    for at in range(steps - 1, -1, -1):
        stays[:, 1:] = stays[:, :-1] * np.exp(-expected[:, at % week])[:, None]
        stays[:, 0] = 0.0
        stays += fresh_h[:, at % week][:, None]
        far = min(longest, steps - at)
        worth = stays[:, :far] + value[:, at + 1 : at + 1 + far] - cost[:, None]
        if at + far == steps:
            worth[:, -1] += cost  # nobody need come when it is over
        worth[:, : min(shortest, far) - 1] = -np.inf
        chosen = np.argmax(worth, axis=1)
        value[:, at] = worth[rows, chosen]
        visits[:, at] = visits[rows, at + 1 + chosen] + (at + 1 + chosen < steps)
        fresh[:, at] = fresh[rows, at + 1 + chosen] + stays[rows, chosen]
        if at < week:
            wait[:, at] = chosen + 1
    hours, weight = steps * STEP_H, world.weight
    paid = price * per_page_a_day / 24 * hours * pages
    return Plan(
        wait=wait,
        bound=float((np.sum(weight * value[:, 0]) + paid) / (weight.sum() * hours)),
        fresh=float(np.average(fresh[:, 0], weights=weight) / hours),
        per_page_a_day=float(visits[:, 0].mean() * 24 / hours),
    )
