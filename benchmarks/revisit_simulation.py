"""Plays a policy against a world: at every tick the pages of largest index, as far as the budget goes.

The budget is spent out of the bucket by which the crawl spends it (``crawler.scheduling.budget``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.revisit_worlds import World
from benchmarks.simulated_pages import Fleet, FleetPolicy, Visits
from crawler.scheduling.budget import TokenBucket
from crawler.scheduling.rate import FloatArray, IntArray

TICK_H = 0.25
SAVED_H = 24.0
"""Hours of the budget that can be saved."""


@dataclass(frozen=True, kw_only=True)
class VisitLog:
    """Which page was visited when, in order of time."""

    page: IntArray
    at_h: FloatArray


def play(world: World, policy: FleetPolicy, per_page_a_day: float, *, tick_h: float = TICK_H) -> VisitLog:
    """Every visit of a policy that may spend so many captures per page and day.

    Every page was captured at time 0, at no cost. What a tick cannot spend, because pages were visited within their
    floor or their hosts take no more, is spent later, but not more than a day's worth. Nothing is lent. Every
    policy has the same floor and ceiling.
    """
    rng = np.random.default_rng(0)
    fleet = _fleet(world, per_page_a_day)
    jitter = rng.random(world.pages) * 1e-9  # equal pages take turns in any order, the same for all policies
    last_h = np.zeros(world.pages)
    policy.start(fleet)
    room = _HostRoom(fleet, tick_h)
    pages, times = [], []
    bucket = TokenBucket()
    ticks = round(world.horizon_h / tick_h)
    for number in range(1, ticks):
        now_h = number * tick_h
        alive = world.until_h > now_h
        rate = per_page_a_day / 24 * np.count_nonzero(alive)
        room.pass_tick()
        index = policy.index(now_h) * (1 + jitter) + jitter
        bucket.fill(tick_h * rate, SAVED_H * rate)
        elapsed_h = now_h - last_h
        index = np.where(elapsed_h >= fleet.ceiling_h, np.inf, index)
        index = np.where(alive & (elapsed_h >= fleet.floor_h - 1e-9), index, -np.inf)
        chosen = room.take(index, bucket.whole)
        if not len(chosen):
            continue
        bucket.spend(len(chosen))
        seen = _seen(world, chosen, now_h, last_h[chosen])
        last_h[chosen] = now_h
        pages.append(chosen)
        times.append(np.full(len(chosen), now_h))
        policy.see(seen)
    empty = np.zeros(0)
    return VisitLog(
        page=np.concatenate(pages) if pages else empty.astype(np.intp),
        at_h=np.concatenate(times) if times else empty,
    )


def _fleet(world: World, per_page_a_day: float) -> Fleet:
    return Fleet(
        weight=world.believed_weight,
        host=world.host,
        floor_h=np.full(world.pages, world.floor_h),
        ceiling_h=np.full(world.pages, world.ceiling_h),
        budget_per_h=world.pages * per_page_a_day / 24,
        host_per_h=world.host_per_h,
    )


class _HostRoom:
    """How many visits each host still takes."""

    def __init__(self, fleet: Fleet, tick_h: float) -> None:
        self._host = fleet.host
        self._per_tick = None if fleet.host_per_h is None else fleet.host_per_h * tick_h
        self._room = np.zeros(fleet.hosts)

    def pass_tick(self) -> None:
        """A host that was left alone does not take more at once later: one visit at most is saved up."""
        if self._per_tick is not None:
            self._room = np.minimum(self._room + self._per_tick, np.maximum(1.0, self._per_tick))

    def take(self, index: FloatArray, count: int) -> IntArray:
        """The pages of largest index, as many as budget and hosts allow."""
        if count <= 0:
            return np.zeros(0, dtype=np.intp)
        if self._per_tick is None:
            return _largest(index, count)
        order = np.argsort(-index, kind="stable")
        order = order[np.isfinite(index[order]) | (index[order] > 0)]
        hosts = self._host[order]
        grouped = np.argsort(hosts, kind="stable")
        starts = np.searchsorted(hosts[grouped], hosts[grouped])
        rank = np.empty(len(order))
        rank[grouped] = np.arange(len(order)) - starts
        chosen = order[rank + 1 <= self._room[hosts] + 1e-9][:count]
        np.subtract.at(self._room, self._host[chosen], 1.0)
        return chosen


def _largest(index: FloatArray, count: int) -> IntArray:
    chosen = np.argpartition(-index, count)[:count] if count < len(index) else np.arange(len(index))
    return np.sort(chosen[index[chosen] > -np.inf])


def _seen(world: World, page: IntArray, now_h: float, last_h: FloatArray) -> Visits:
    return Visits(
        page=page,
        at_h=np.full(len(page), now_h),
        elapsed_h=now_h - last_h,
        changed=world.all_changes.between(page, last_h, now_h) > 0,
        important=world.noticed_changes.between(page, last_h, now_h) > 0,
    )
