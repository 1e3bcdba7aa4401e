"""What a visit to a page is worth after some time, when it is worth a price, and which price meets a budget.

Every revisit policy is an index with a price (Olston & Pandey, WWW 2008, eq. 4): with ``c(s)`` the expected
loss rate ``s`` hours after a capture, visiting every ``t`` hours is cheapest where

    U(t) = integral_0^t s c'(s) ds = L,

the price ``L`` of a visit being the Lagrange multiplier of the budget, one number for all pages. The index
here adds two losses, each integrated over the belief ``D ~ Gamma(a, b)`` of the rate, ``r = b / (b + t)``:

* harmonic staleness (Kolobov et al., NeurIPS 2019): ``t - I`` with ``I = b / (a - 1) (1 - r^(a-1))``; without
  bound in ``t``, so no page is ever given up;
* completeness, the share of versions lost: ``1 - r^a - (a t / b) r^(a+1)``, at most 1.

``U = w (staleness + kappa completeness)`` in weighted hours, strictly increasing in ``t``. In a share ``linear`` of the
staleness every unseen change counts in full instead of the n-th as 1/n: the delay of Sia, Cho & Cho (TKDE 2007),
``(a / b) t^2 / 2``, which brings fast pages more visits. All functions take arrays, one element per page, times in
hours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.rate import FloatArray

_STEPS = 100
_TOLERANCE = 1e-10  # of a logarithm, hence relative


@dataclass(frozen=True, kw_only=True)
class PageColumns:
    """The pages of a schedule as arrays of one length, and what a lost version is worth."""

    shape: FloatArray
    scale_h: FloatArray
    weight: FloatArray
    floor_h: FloatArray
    ceiling_h: FloatArray
    kappa_h: float = 12.0
    linear: float = 0.0
    """Share of the staleness in which every unseen change counts in full, between 0 and 1."""


@dataclass(frozen=True, kw_only=True)
class Aim:
    """What a schedule is for, in the two numbers of the index that say so."""

    kappa_intervals: float
    """Worth of a lost version in hours of staleness, as a multiple of the fleet's mean interval: it scales with how
    scarce visits are."""
    linear: float
    """Share of the staleness in which every unseen change counts in full (``value``)."""

    def kappa_h(self, mean_interval_h: float) -> float:
        """What a lost version is worth, in hours, to a fleet whose pages are visited so often on average."""
        return self.kappa_intervals * mean_interval_h


AIMS: Mapping[str, Aim] = MappingProxyType(
    {
        "freshness": Aim(kappa_intervals=0.0, linear=0.0),
        "balanced": Aim(kappa_intervals=0.5, linear=0.5),
        "archive": Aim(kappa_intervals=2.0, linear=1.0),
        "versions": Aim(kappa_intervals=30.0, linear=1.0),
    }
)
"""By name. ``freshness`` keeps the newest capture up to date, ``balanced`` has the shortest delay and most of either;
``versions`` loses the fewest important versions and pays for it with some of both freshness and delay. ``archive`` asks
for versions and delay alone and is ahead of the others' best in both at once, for half a point of freshness; when rates
shift it is late. On training worlds (Poisson, seeds 100 to 103, 150 pages, two visits a day; lost and delay): 0.333 and
2.39 h; PPaC lost 0.340, Sia took 2.53 h; among bursts PPaC lost fewer. There ``versions`` loses 0.607, PPaC 0.609 (the
same seeds); ten intervals, half of them linear, lost 0.611."""


CHANGES_PER_FLOOR = 0.5
"""More changes within a page's floor are not counted.

Of a page that changes faster, visits tell little of how often it does, and cannot keep up with it. Without a limit
such pages take the visits of all others.
"""


def held_to_floor(columns: PageColumns) -> PageColumns:
    """The pages, none believed to change more often than ``CHANGES_PER_FLOOR`` says."""
    least_h = columns.shape * columns.floor_h / CHANGES_PER_FLOOR
    return replace(columns, scale_h=np.maximum(columns.scale_h, least_h))


def harmonic(a: FloatArray, b: FloatArray, t: FloatArray) -> FloatArray:
    """Index of harmonic staleness: ``E[(x - 1 + exp(-x)) / D]`` with ``x = D t``, in hours."""
    return t - _discounted(a, b, t)


def completeness(a: FloatArray, b: FloatArray, t: FloatArray) -> FloatArray:
    """Index of completeness: ``E[1 - exp(-x)(1 + x)]``, between 0 and 1."""
    u = t / b
    survived = np.exp(-a * np.log1p(u))
    return 1 - survived - a * u * survived / (1 + u)


def urgency(watch: PageColumns, t: FloatArray) -> FloatArray:
    """What a visit is worth ``t`` hours after the last one, in weighted hours of staleness."""
    return _urgency_and_slope(watch, t)[0]


def interval_h(watch: PageColumns, price: float, start_h: FloatArray | None = None) -> FloatArray:
    """Hours after which each page is worth ``price``, between its floor and its ceiling.

    Newton on ``log U`` over ``log t``, whose slope lies between 0 and 2, kept inside a shrinking bracket; only for
    pages that are worth the price between the two, since the others would approach their bound by halves.
    """
    if price <= 0:
        return watch.floor_h.copy()
    at_floor = urgency(watch, watch.floor_h) >= price
    found = np.where(at_floor, watch.floor_h, watch.ceiling_h)
    free = np.flatnonzero(~at_floor & (urgency(watch, watch.ceiling_h) > price))
    if len(free):
        start = None if start_h is None else start_h[free]
        found[free] = _crossing_h(rows_of(watch, free), float(np.log(price)), start)
    return found


def rows_of(watch: PageColumns, rows: NDArray[np.generic]) -> PageColumns:
    """Some of the pages: row numbers, or a mask."""
    return replace(
        watch,
        shape=watch.shape[rows],
        scale_h=watch.scale_h[rows],
        weight=watch.weight[rows],
        floor_h=watch.floor_h[rows],
        ceiling_h=watch.ceiling_h[rows],
    )


def _crossing_h(watch: PageColumns, target: float, start_h: FloatArray | None) -> FloatArray:
    """Where ``log U`` is ``target``, for pages that are worth less at their floor and more at their ceiling."""
    low, high = np.log(watch.floor_h), np.log(watch.ceiling_h)
    x = 0.5 * (low + high) if start_h is None else np.clip(np.log(start_h), low, high)
    for _ in range(_STEPS):
        value, slope = _log_urgency(watch, x)
        below = value < target
        low, high = np.where(below, x, low), np.where(below, high, x)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = x + (target - value) / slope
        inside = (step >= low) & (step <= high)  # a solution is a bound of its own bracket
        moved = np.where(inside, step, 0.5 * (low + high))
        done = np.max(np.abs(moved - x), initial=0.0) < _TOLERANCE
        x = moved
        if done:
            break
    return np.asarray(np.exp(x))


def price_of_budget(watch: PageColumns, budget_per_h: float) -> float:
    """The price at which all pages together ask for ``budget_per_h`` visits per hour.

    0 when the budget pays for every page at its floor; when it does not pay for every page at its ceiling,
    the lowest price that sends every page there.
    """
    return weighted_price(watch, budget_per_h, np.ones_like(watch.weight))


def weighted_price(watch: PageColumns, budget_per_h: float, counted: FloatArray) -> float:
    """The same where each page stands for ``counted`` pages like it."""
    if np.sum(counted / watch.floor_h) <= budget_per_h:
        return 0.0
    worth = urgency(watch, watch.ceiling_h)
    if not worth.any() or np.sum(counted / watch.ceiling_h) >= budget_per_h:
        return float(worth.max())
    at_floor = urgency(watch, watch.floor_h)
    low, high = float(np.log(at_floor[at_floor > 0].min())), float(np.log(worth.max()))
    x, interval = 0.5 * (low + high), np.sqrt(watch.floor_h * watch.ceiling_h)
    for _ in range(_STEPS):
        interval = interval_h(watch, float(np.exp(x)), interval)
        rate = float(np.sum(counted / interval))
        low, high = (x, high) if rate > budget_per_h else (low, x)
        step = _price_step(watch, interval, x, budget_per_h / rate, counted)
        step = step if low <= step <= high else 0.5 * (low + high)
        if abs(step - x) < _TOLERANCE:
            break
        x = step
    return float(np.exp(x))


def _price_step(
    watch: PageColumns, interval: FloatArray, x: float, ratio: float, counted: FloatArray
) -> float:
    """Newton on the log of the rate over ``log L``: ``d(1/t)/d log L = -L / (t^2 U'(t))`` off the clamps."""
    free = (interval > watch.floor_h) & (interval < watch.ceiling_h)
    slope_u = _urgency_and_slope(watch, interval)[1]
    moving = np.divide(counted * np.exp(x), interval**2 * slope_u, out=np.zeros_like(interval), where=free)
    slope = -float(np.sum(moving)) / float(np.sum(counted / interval))
    return x + float(np.log(ratio)) / slope if slope < 0 else float("nan")


def _discounted(a: FloatArray, b: FloatArray, t: FloatArray) -> FloatArray:
    """``I = integral_0^t E[exp(-D s)] ds``, which is ``b log(1 + t/b)`` at ``a = 1``."""
    log_r, e = -np.log1p(t / b), a - 1
    power = np.expm1(e * log_r)
    return -b * np.divide(power, e, out=log_r.copy(), where=e != 0)


def _urgency_and_slope(watch: PageColumns, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    a, b = watch.shape, watch.scale_h
    u = t / b
    survived = np.exp(-a * np.log1p(u))
    next_survived = a * u * survived / (1 + u)  # (a t / b) r^(a+1)
    value = harmonic(a, b, t) + watch.kappa_h * (1 - survived - next_survived)
    slope = 1 - survived + watch.kappa_h * (a + 1) * next_survived / (b * (1 + u))
    if watch.linear:
        value += watch.linear * (0.5 * a * u * t - harmonic(a, b, t))
        slope += watch.linear * (a * u - 1 + survived)
    return watch.weight * value, watch.weight * slope


def _log_urgency(watch: PageColumns, log_t: FloatArray) -> tuple[FloatArray, FloatArray]:
    t = np.exp(log_t)
    value, slope = _urgency_and_slope(watch, t)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(value), slope * t / value
