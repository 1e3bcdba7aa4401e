"""The price of a budget for very many pages, and for hosts that take fewer visits than the price would send.

``value.price_of_budget`` solves every page's interval at every step. From ``SOLVED_PAGES`` pages on the
demand ``sum 1/t`` is estimated from a sample instead, in which a page appears with a probability proportional to a
rough guess of its own visits: a page drawn with probability ``p`` counts as ``1 / (n p)`` pages, all counted visits are
alike but for the error of the guess, and the sampled demand is within a few tenths of a per cent of the full one
(at most 0.2 % in twelve fleets of 400,000 pages).

Hosts come after: the optimum with a limit per host gives every host whose pages would ask for more a price of its own,
at which they ask for just that (the multipliers of the host constraints; Kolobov et al., SIGIR 2019), and shares what
is left of the budget among all others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize.elementwise import find_root

from crawler.scheduling.rate import FloatArray, IntArray
from crawler.scheduling.value import (
    PageColumns,
    interval_h,
    price_of_budget,
    rows_of,
    urgency,
    weighted_price,
)

SOLVED_PAGES = 50_000
"""Up to here every page is solved; beyond, a sample of as many."""
_FIRST_LOOK = 5_000
_TOLERANCE = 1e-10  # of a price's logarithm
_PIECE = 1 << 15
_SMALLEST_SHARE = 0.2
"""A guess may be five times too low before a page's weight in the sample grows beyond control."""


def price_of_fleet(watch: PageColumns, budget_per_h: float) -> float:
    """The price at which the pages ask for ``budget_per_h`` visits per hour, within 1 %, for any number of pages.

    The sample is drawn with a fixed seed: the same pages, the same price.
    """
    pages = len(watch.weight)
    if pages <= SOLVED_PAGES:
        return price_of_budget(watch, budget_per_h)
    if budget_per_h * float(watch.floor_h.max()) >= pages and budget_per_h >= np.sum(1 / watch.floor_h):
        return 0.0  # the first condition is cheap, and needed for the second
    rng = np.random.default_rng(0)
    look = rng.integers(0, pages, _FIRST_LOOK)
    first = price_of_budget(rows_of(watch, look), budget_per_h * _FIRST_LOOK / pages)
    guess = _guessed_per_h(watch, first)
    passed = np.cumsum(guess)
    guess_sum = float(passed[-1])
    points = (np.arange(SOLVED_PAGES) + rng.random()) * (guess_sum / SOLVED_PAGES)
    drawn = np.minimum(np.searchsorted(passed, points), pages - 1)
    counted = guess_sum / (SOLVED_PAGES * guess[drawn])
    return weighted_price(rows_of(watch, drawn), budget_per_h, counted)


def _guessed_per_h(watch: PageColumns, price: float) -> FloatArray:
    """Visits per hour by the two ends of the index: a parabola for short waits, a line for long ones.

    ``U ~ w D (1 + kappa D) t^2 / 2`` while little has changed and ``U ~ w (t - 1/D)`` when all has. Worked out for a
    piece of the fleet at a time: what stays in the processor's cache takes a third of the time.
    """
    per_h = np.empty(len(watch.weight))
    for start in range(0, len(per_h), _PIECE):
        part = slice(start, start + _PIECE)
        weight = watch.weight[part]
        rate = watch.shape[part] / watch.scale_h[part]
        with np.errstate(divide="ignore", over="ignore"):
            short_h2 = 2 * price / (weight * rate * (1 + watch.kappa_h * rate))
            interval = np.sqrt(short_h2) + 0.5 * (1 - watch.linear) * price / weight
        per_h[part] = 1 / np.clip(interval, watch.floor_h[part], watch.ceiling_h[part])
    return np.maximum(per_h, _SMALLEST_SHARE * float(per_h.mean()), out=per_h)


@dataclass(frozen=True, kw_only=True)
class HostPrices:
    """What a visit costs on each host."""

    common: float
    """The price on hosts that are not full."""
    of_host: FloatArray
    """The price on each host; the common one, or a higher one where the host is full."""


def prices_with_hosts(
    watch: PageColumns, host: IntArray, host_per_h: FloatArray, budget_per_h: float
) -> HostPrices:
    """Prices at which the budget is met and no host is asked for more visits per hour than it takes.

    Hosts that overflow at the common price are pinned at their own; what they leave lowers the common price, at which
    others may overflow: repeated until none does. A host that takes less than its pages' ceilings ask for gets the
    price that sends all its pages there; what is still too much has to wait.
    """
    hosts = len(host_per_h)
    most = host_per_h * (1 + 1e-9)
    may_fill = np.bincount(host, 1 / watch.floor_h, hosts) > most  # few hosts have so many pages
    pinned = np.zeros(hosts, dtype=bool)
    own = np.zeros(hosts)
    while True:
        free = ~pinned[host]
        left = budget_per_h - float(np.sum(host_per_h[pinned]))
        least = float(np.sum(1 / watch.ceiling_h[free]))
        common = price_of_fleet(rows_of(watch, free), max(left, least)) if free.any() else 0.0
        looked_at = free & may_fill[host]
        asked = np.bincount(host[looked_at], 1 / interval_h(rows_of(watch, looked_at), common), hosts)
        full = ~pinned & (asked > most)
        if not full.any():
            break
        own[full] = _own_prices(watch, host, host_per_h, full)
        pinned |= full
    return HostPrices(common=common, of_host=np.where(pinned, np.maximum(own, common), common))


def intervals_at(watch: PageColumns, prices: FloatArray, start_h: FloatArray | None = None) -> FloatArray:
    """Hours after which each page is worth its own price: ``U / price`` is the ``U`` of a page of another weight."""
    costs = prices > 0
    weight = np.divide(watch.weight, prices, out=np.zeros_like(watch.weight), where=costs)
    return np.where(costs, interval_h(replace(watch, weight=weight), 1.0, start_h), watch.floor_h)


def _own_prices(
    watch: PageColumns, host: IntArray, host_per_h: FloatArray, full: NDArray[np.bool_]
) -> FloatArray:
    """The price on each of the full hosts at which its pages ask for what it takes.

    A host with very many pages is solved from a sample of them, the others all at once: one by one, the steps of ten
    thousand small hosts would take a minute.
    """
    numbers = np.flatnonzero(full)
    place = np.full(len(full), -1)
    place[numbers] = np.arange(len(numbers))
    rows = np.flatnonzero(full[host])
    rows = rows[np.argsort(host[rows], kind="stable")]
    counts = np.bincount(place[host[rows]], minlength=len(numbers))
    ends = np.cumsum(counts)
    own = np.zeros(len(numbers))
    large = counts > SOLVED_PAGES
    for number in np.flatnonzero(large):
        part = rows_of(watch, rows[ends[number] - counts[number] : ends[number]])
        own[number] = price_of_fleet(part, float(host_per_h[numbers[number]]))
    if not large.all():
        part = rows_of(watch, rows[~np.repeat(large, counts)])
        own[~large] = _prices_of_groups(part, counts[~large], host_per_h[numbers[~large]])
    return own


def _prices_of_groups(watch: PageColumns, counts: IntArray, per_h: FloatArray) -> FloatArray:
    """``price_of_budget`` for groups of pages that stand behind each other, so many in each."""
    group = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    worth = np.maximum.reduceat(urgency(watch, watch.ceiling_h), starts)
    at_floor = urgency(watch, watch.floor_h)
    cheapest = np.minimum.reduceat(np.where(at_floor > 0, at_floor, np.inf), starts)
    solvable = (worth > 0) & (np.add.reduceat(1 / watch.ceiling_h, starts) < per_h)
    prices = worth.copy()
    wait_h = np.sqrt(watch.floor_h * watch.ceiling_h)

    def excess(log_price: FloatArray, number: FloatArray) -> FloatArray:
        """Logarithm of what the pages of some groups ask for beside what they may."""
        chosen = number.astype(np.intp)
        price = np.zeros(len(counts))
        price[chosen] = np.exp(log_price)
        rows = np.flatnonzero(price[group])
        wait_h[rows] = intervals_at(rows_of(watch, rows), price[group[rows]], wait_h[rows])
        asked = np.bincount(group[rows], 1 / wait_h[rows], len(counts))
        return np.asarray(np.log(asked[chosen] / per_h[chosen]))

    wanted = np.flatnonzero(solvable)
    if len(wanted):
        ends = np.log(cheapest[wanted]), np.log(worth[wanted])
        found = find_root(excess, ends, args=(wanted.astype(float),), tolerances={"xatol": _TOLERANCE})
        prices[wanted] = np.exp(found.x)
    return prices


@dataclass
class PriceController:
    """Corrects the solved price slowly by what visits really cost: failures, hosts at rest, pages switched off.

    An integral controller on the logarithm of ``demanded / capacity``: where more pages fall due than can be visited
    the price rises, where capacity is idle it falls. ``correction`` multiplies the solved price.
    """

    gain: float = 0.1
    """Share of the error that one step corrects."""
    correction: float = 1.0
    most: float = 10.0
    """The correction stays between ``1 / most`` and ``most``."""

    def step(self, demanded_per_h: float, capacity_per_h: float) -> float:
        """The correction after a step in which so many visits fell due and so many could be made."""
        if capacity_per_h > 0:
            error = np.log((demanded_per_h + 1e-9) / capacity_per_h)
            moved = np.log(self.correction) + self.gain * float(np.clip(error, -1.0, 1.0))
            self.correction = float(np.exp(np.clip(moved, -np.log(self.most), np.log(self.most))))
        return self.correction
