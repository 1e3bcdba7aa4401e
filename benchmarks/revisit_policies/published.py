"""Policies from papers: an index over believed rates, or rates of visits solved for the budget once a day.

Written from the papers' formulas. Where a paper asks for rates of visits (Azar, LambdaCrawl, Sia) the index is elapsed
time x rate: the pages furthest behind their rate come first.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.revisit_policies.rates import Elapsed, LikelyRates, Rates
from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.value import PageColumns, urgency

Formula = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Weights, rates per hour and elapsed hours become an index."""
_EPOCH_H = 24.0


class IndexPolicy:
    """An index of weight, believed rate and elapsed time."""

    def __init__(self, name: str, formula: Formula, rates: Rates | None = None) -> None:
        self.name = name
        self._formula = formula
        self._rates = rates or LikelyRates()

    def start(self, fleet: Fleet) -> None:
        self._fleet, self._elapsed = fleet, Elapsed(fleet)
        self._rates.start(fleet)

    def see(self, visits: Visits) -> None:
        self._elapsed.see(visits)
        self._rates.see(visits)

    def index(self, now_h: float) -> FloatArray:
        return self._formula(self._fleet.weight, self._rates.per_h(), self._elapsed.until(now_h))


def uniform(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
    """Every page equally often: what a fixed interval is at a given budget."""
    return elapsed_h


def proportional(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
    """Visits in proportion to changes."""
    return rate * elapsed_h


def weighted_proportional(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
    """Visits in proportion to weight x changes: greedy for expected important changes."""
    return weight * rate * elapsed_h


def binary_freshness(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
    """Cho & Garcia-Molina, TODS 2003: ``w (1 - exp(-x)(1 + x)) / D``; bounded, so it gives fast pages up."""
    x = rate * elapsed_h
    return np.asarray(weight * (1 - np.exp(-x) * (1 + x)) / rate)


def harmonic_staleness(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
    """Deterministic visits for Kolobov's harmonic penalty: ``w (x - 1 + exp(-x)) / D``."""
    x = rate * elapsed_h
    return np.asarray(weight * (x + np.expm1(-x)) / rate)


def harmonic_and_completeness(kappa_h: float) -> Formula:
    """The product's own index, for rates that are known."""

    def formula(weight: FloatArray, rate: FloatArray, elapsed_h: FloatArray) -> FloatArray:
        sure = np.full_like(rate, 1e6)
        watch = PageColumns(
            shape=sure,
            scale_h=sure / rate,
            weight=weight,
            floor_h=weight,
            ceiling_h=weight,
            kappa_h=kappa_h,
        )
        return urgency(watch, elapsed_h)

    return formula


Solution = Callable[[FloatArray, FloatArray, float], FloatArray]
"""Weights, rates and a budget per hour become visits per hour."""


class RatePolicy:
    """Visits per hour for each page, solved anew once a day."""

    def __init__(self, name: str, solution: Solution, rates: Rates | None = None) -> None:
        self.name = name
        self._solution = solution
        self._rates = rates or LikelyRates()

    def start(self, fleet: Fleet) -> None:
        self._fleet, self._elapsed = fleet, Elapsed(fleet)
        self._rates.start(fleet)
        self._solved_at_h = -np.inf

    def see(self, visits: Visits) -> None:
        self._elapsed.see(visits)
        self._rates.see(visits)

    def index(self, now_h: float) -> FloatArray:
        if now_h - self._solved_at_h >= _EPOCH_H:
            fleet = self._fleet
            self._visits_per_h = self._solution(fleet.weight, self._rates.per_h(), fleet.budget_per_h)
            self._solved_at_h = now_h
        return self._visits_per_h * self._elapsed.until(now_h)


def azar(weight: FloatArray, rate: FloatArray, budget_per_h: float) -> FloatArray:
    """Azar et al., PNAS 2018: ``r = max(0, sqrt(w D / L) - D)``, exact by sorting on ``w / D``."""
    order = np.argsort(-weight / rate)
    roots = np.sqrt(weight * rate)[order]
    scale = (budget_per_h + np.cumsum(rate[order])) / np.cumsum(roots)  # 1 / sqrt(L) of each prefix
    kept = scale * roots > rate[order]
    prefix = int(np.flatnonzero(kept)[-1]) if kept.any() else 0
    return np.asarray(np.maximum(0.0, scale[prefix] * np.sqrt(weight * rate) - rate))


def lambda_crawl(weight: FloatArray, rate: FloatArray, budget_per_h: float) -> FloatArray:
    """Kolobov et al., NeurIPS 2019, harmonic: ``r = (sqrt(D^2 + 4 w D / L) - D) / 2``, bisection on ``L``."""

    def visits(price: float) -> FloatArray:
        return np.asarray((np.sqrt(rate**2 + 4 * weight * rate / price) - rate) / 2)

    return visits(_bisected(lambda price: float(visits(price).sum()), budget_per_h))


def binary_lambda_crawl(weight: FloatArray, rate: FloatArray, budget_per_h: float) -> FloatArray:
    """The same paper's binary variant with the floor of 0.4 x the uniform rate that did best there."""
    least = 0.4 * budget_per_h / len(weight)
    return least + azar(weight, rate, budget_per_h - least * len(weight))


def lambda_crawl_approximation(weight: FloatArray, rate: FloatArray, budget_per_h: float) -> FloatArray:
    """The same paper's shortcut where weight and rate go together: ``r = R w / sum w``."""
    return np.asarray(budget_per_h * weight / weight.sum())


def _bisected(demand: Callable[[float], float], budget_per_h: float) -> float:
    low, high = -40.0, 40.0  # of the logarithm of the price
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if demand(np.exp(middle)) > budget_per_h else (low, middle)
    return float(np.exp((low + high) / 2))


class Longevity:
    """Olston & Pandey, WWW 2008: refresh when ``t D*(t) - integral D* = integral s dD*(s)`` reaches the threshold.

    ``D*``, the page's divergence after ``s`` hours, is measured: of pairs of captures about ``s`` hours apart, the
    share between which something important changed, smoothed with the fleet's average and made monotone. The paper
    measures how many shingles differ; a policy here sees one bit.
    """

    name = "Olston-Pandey"
    _FLEET_PAIRS = 2.0  # what the fleet's average counts, in pairs

    def start(self, fleet: Fleet) -> None:
        self._fleet, self._elapsed = fleet, Elapsed(fleet)
        self._lag_h = np.geomspace(0.5, 400.0, 20)
        self._changed = np.zeros((fleet.pages, len(self._lag_h)))
        self._pairs = np.zeros_like(self._changed)
        self._quiet_h = np.zeros(fleet.pages)
        self._worth = np.cumsum(np.ones_like(self._changed), axis=1)
        self._next_fit_h = 0.0

    def see(self, visits: Visits) -> None:
        self._elapsed.see(visits)
        self._count(visits.page, visits.elapsed_h, visits.important)
        # A quiet spell over several visits is one long pair without a change.
        quiet_h = np.where(visits.important, 0.0, self._quiet_h[visits.page] + visits.elapsed_h)
        longer = ~visits.important & (quiet_h > visits.elapsed_h)
        self._count(visits.page[longer], quiet_h[longer], visits.important[longer])
        self._quiet_h[visits.page] = quiet_h

    def index(self, now_h: float) -> FloatArray:
        if now_h >= self._next_fit_h:
            self._fit()
            self._next_fit_h = now_h + 6.0
        place = np.searchsorted(self._lag_h, self._elapsed.until(now_h)).clip(max=len(self._lag_h) - 1)
        elapsed_h = self._elapsed.until(now_h)
        before_h = np.where(place > 0, self._lag_h[place - 1], 0.0)
        rows = np.arange(len(place))
        low = np.where(place > 0, self._worth[rows, place - 1], 0.0)
        part = np.clip((elapsed_h - before_h) / (self._lag_h[place] - before_h), 0.0, 1.0)
        return np.asarray(self._fleet.weight * (low + part * (self._worth[rows, place] - low)))

    def _count(self, page: np.ndarray, lag_h: FloatArray, changed: np.ndarray) -> None:
        place = np.searchsorted(self._lag_h, lag_h).clip(max=len(self._lag_h) - 1)
        self._changed[page, place] += changed
        self._pairs[page, place] += 1

    def _fit(self) -> None:
        total = self._pairs.sum(axis=0)
        average = (self._changed.sum(axis=0) + 1 - np.exp(-self._lag_h / 24)) / (total + 1)
        divergence = (self._changed + self._FLEET_PAIRS * average) / (self._pairs + self._FLEET_PAIRS)
        divergence = np.maximum.accumulate(divergence, axis=1)
        steps = np.diff(divergence, axis=1, prepend=0.0)
        self._worth = np.cumsum(steps * self._lag_h, axis=1)


class _ByHour:
    """Policies that know the hours at which a host changes."""

    def __init__(self) -> None:
        self._rates = LikelyRates()

    def start(self, fleet: Fleet) -> None:
        self._fleet, self._last_h = fleet, np.zeros(fleet.pages)
        self._profiles = HourProfiles(fleet.hosts)
        self._rates.start(fleet)

    def see(self, visits: Visits) -> None:
        page, start_h = visits.page, visits.at_h - visits.elapsed_h
        rate = self._rates.per_h()[page]
        self._profiles.learn(self._fleet.host[page], start_h, visits.at_h, visits.important, rate)
        self._rates.see(visits)
        self._last_h[page] = visits.at_h


class PPaC(_ByHour):
    """Ben Saad & Gancarski, JCDL 2011: urgency = weight x importance of changes at this hour x elapsed time."""

    name = "PPaC"

    def index(self, now_h: float) -> FloatArray:
        importance = self._rates.per_h() * self._profiles.at(self._fleet.host, now_h)
        return np.asarray(self._fleet.weight * importance * (now_h - self._last_h))


class Sia(_ByHour):
    """Sia, Cho & Cho, TKDE 2007: visits in proportion to ``sqrt(w D)``, inside the day when the burst is over.

    A retrieval is best where ``lambda(t_j) (t_{j+1} - t_j) = integral_{t_{j-1}}^{t_j} lambda``: the index, elapsed time
    x visits per hour, is weighted by how far that condition is met, within a factor of two.
    """

    name = "Sia"

    def index(self, now_h: float) -> FloatArray:
        fleet = self._fleet
        wanted = np.sqrt(fleet.weight * self._rates.per_h())
        gap_h = wanted.sum() / (wanted * fleet.budget_per_h)
        gathered = self._profiles.operational_h(fleet.host, self._last_h, now_h)
        met = gathered / (self._profiles.at(fleet.host, now_h) * gap_h)
        return np.asarray((now_h - self._last_h) / gap_h * np.sqrt(np.clip(met, 0.25, 4.0)))
