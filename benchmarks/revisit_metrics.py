"""What a policy's visits were worth: freshness, lost versions, delay, and how long pages waited."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from benchmarks.revisit_simulation import VisitLog
from benchmarks.revisit_worlds import Changes, World
from crawler.scheduling.rate import FloatArray, IntArray

WEEK_H = 168.0


@dataclass(frozen=True, kw_only=True)
class Quality:
    """Every figure is weighted by the pages' true weights, over the time after the warm-up."""

    fresh: float
    """Share of time in which the newest capture shows the newest important version."""
    lost: float
    """Share of important versions that were replaced before a capture."""
    delay_h: float
    """Mean time from an important change to the next capture."""
    delay_p90_h: float
    delay_p99_h: float
    harmonic: float
    """Mean over time of ``H_n``, n important changes unseen (Kolobov et al. 2019)."""
    age_h: float
    """Mean over time of how long the newest capture has been outdated."""
    useful: float
    """Share of captures that brought an important change home (not weighted)."""
    longest_wait_h: float
    """Longest time between two captures of one page (not weighted)."""
    per_page_a_day: float
    """Captures spent."""


LARGER_IS_BETTER = frozenset({"fresh", "useful"})


def measure(world: World, log: VisitLog) -> Quality:
    """Judge a log of visits."""
    waits = _waits(world, log)
    changes = world.important_changes
    weight = world.weight
    lived_h = np.maximum(np.minimum(world.until_h, world.horizon_h) - world.warm_h, 0.0)
    delays, lost, judged = _fates(world, waits, changes)
    event_weight = weight[changes.page[judged]]
    fresh_h, age_h2, harmonic_h = _staleness(world, waits, changes)
    total = float(np.sum(weight * lived_h))
    after = waits.end_h > world.warm_h
    useful = waits.visited & after
    found = changes.between(waits.page, waits.start_h, waits.end_h) > 0
    return Quality(
        fresh=float(np.sum(weight * fresh_h)) / total,
        lost=_mean(lost[judged], event_weight),
        delay_h=_mean(delays[judged], event_weight),
        delay_p90_h=_quantile(delays[judged], event_weight, 0.9),
        delay_p99_h=_quantile(delays[judged], event_weight, 0.99),
        harmonic=float(np.sum(weight * harmonic_h)) / total,
        age_h=float(np.sum(weight * age_h2)) / total,
        useful=float(np.mean(found[useful])) if useful.any() else 0.0,
        longest_wait_h=float(np.max((waits.end_h - waits.start_h)[after], initial=0.0)),
        per_page_a_day=float(np.sum(log.at_h > world.warm_h)) * 24 / float(np.sum(lived_h)),
    )


@dataclass(frozen=True, kw_only=True)
class PageSums:
    """What became of the important changes of each page: sums, to be added up over any choice of pages."""

    judged: FloatArray
    lost: FloatArray
    delay_h: FloatArray


def sums_by_page(world: World, log: VisitLog) -> PageSums:
    """The figures ``lost`` and ``delay_h`` of ``measure`` before they are divided, by page."""
    changes = world.important_changes
    delays, lost, judged = _fates(world, _waits(world, log), changes)
    page, weight = changes.page[judged], world.weight[changes.page[judged]]
    judged_sum, lost_sum, delay_sum = (
        np.bincount(page, weight * values, world.pages).astype(np.float64)
        for values in (np.ones(len(page)), lost[judged], delays[judged])
    )
    return PageSums(judged=judged_sum, lost=lost_sum, delay_h=delay_sum)


def mean_and_spread(results: list[Quality]) -> tuple[dict[str, float], dict[str, float]]:
    """Mean and standard deviation over seeds, by figure."""
    table = {
        item.name: np.array([getattr(result, item.name) for result in results]) for item in fields(Quality)
    }
    spread = {
        name: float(np.std(values, ddof=1)) if len(values) > 1 else 0.0 for name, values in table.items()
    }
    return {name: float(np.mean(values)) for name, values in table.items()}, spread


@dataclass(frozen=True, kw_only=True)
class _Waits:
    """The times between captures, in the order of page and time; the last of a page ends with the page."""

    page: IntArray
    start_h: FloatArray
    end_h: FloatArray
    visited: np.ndarray  # False where no visit ended it
    key: FloatArray


def _waits(world: World, log: VisitLog) -> _Waits:
    pages = np.arange(world.pages)
    ends = np.minimum(world.until_h, world.horizon_h)
    page = np.concatenate([pages, log.page, pages])
    at_h = np.concatenate([np.zeros(world.pages), log.at_h, ends])
    last = np.concatenate([np.zeros(world.pages + len(log.page), bool), np.ones(world.pages, bool)])
    order = np.lexsort((last, at_h, page))
    page, at_h, last = page[order], at_h[order], last[order]
    begins = np.flatnonzero(page[:-1] == page[1:])
    stride = world.important_changes.stride
    return _Waits(
        page=page[begins],
        start_h=at_h[begins],
        end_h=at_h[begins + 1],
        visited=~last[begins + 1],
        key=page[begins] * stride + at_h[begins],
    )


def _fates(world: World, waits: _Waits, changes: Changes) -> tuple[FloatArray, FloatArray, np.ndarray]:
    """Of each important change: hours until the next capture, whether it was replaced before, whether to judge it.

    A change that is neither captured nor replaced when the world ends is not judged.
    """
    wait = np.searchsorted(waits.key, changes.key, side="left") - 1
    # A capture at the moment of a change has it: the change lies in the wait that this capture ends.
    delay_h = waits.end_h[wait] - changes.at_h
    following = np.append(changes.at_h[1:], np.inf)
    same_page = np.append(changes.page[1:] == changes.page[:-1], False)
    replaced = same_page & (following <= waits.end_h[wait])
    judged = (changes.at_h > world.warm_h) & (waits.visited[wait] | replaced)
    return delay_h, replaced.astype(float), judged


def _staleness(world: World, waits: _Waits, changes: Changes) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Per page: hours fresh, the integral of the age, and the integral of ``H_n``, after the warm-up."""
    start_h, end_h = np.maximum(waits.start_h, world.warm_h), np.maximum(waits.end_h, world.warm_h)
    first = changes.place(waits.page, waits.start_h)
    count = changes.place(waits.page, waits.end_h) - first
    at_h = np.append(changes.at_h, np.inf)
    first_at_h = np.where(count > 0, at_h[np.minimum(first, len(changes.at_h))], np.inf)
    stale_from = np.clip(first_at_h, start_h, end_h)
    fresh_h = np.bincount(waits.page, stale_from - start_h, world.pages)
    ages = np.where(
        count > 0, ((end_h - first_at_h) ** 2 - np.maximum(start_h - first_at_h, 0) ** 2) / 2, 0.0
    )
    ages = np.where(end_h > start_h, ages, 0.0)
    age_h2 = np.bincount(waits.page, np.where(np.isfinite(ages), ages, 0.0), world.pages)
    wait = np.searchsorted(waits.key, changes.key, side="left") - 1
    rank = np.arange(len(changes.at_h)) - first[wait] + 1
    unseen_h = np.maximum(end_h[wait] - np.maximum(changes.at_h, world.warm_h), 0.0)
    harmonic_h = np.bincount(changes.page, unseen_h / rank, world.pages)
    return fresh_h.astype(np.float64), age_h2.astype(np.float64), harmonic_h.astype(np.float64)


def _mean(values: FloatArray, weights: FloatArray) -> float:
    """The weighted mean; 0 where there was nothing to miss."""
    return float(np.average(values, weights=weights)) if len(values) else 0.0


def _quantile(values: FloatArray, weights: FloatArray, share: float) -> float:
    if not len(values):
        return 0.0
    order = np.argsort(values)
    passed = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(passed, share * passed[-1])])
