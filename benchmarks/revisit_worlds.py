"""Synthetic webs for ``benchmarks.revisit``: all changes of all pages, drawn once and replayed for every policy.

A world is an event log. Each change carries whether it mattered, and whether the scorer will notice it: the noise of
the scorer is drawn with the changes, so that all policies meet the same scorer. Times are hours since a Monday.

The rates' spread and the shares that matter were chosen before any policy was compared, so that visits at fixed
intervals of 1 to 36 hours come out as in an independent simulation of the same kind (1 h: 0.965 fresh, 0.296 lost;
12 h: 0.849 and 0.681; 36 h: 0.717 and 0.817).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from crawler.scheduling.rate import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

PAGES, DAYS, WARM_DAYS = 300, 28, 7
PAGES_OF_A_HOST = 50
FLOOR_H, CEILING_H = 1.0, 168.0
_MEDIAN_PER_H, _SPREAD = 1.5 / 24, 1.6
_LEAST_PER_H, _MOST_PER_H = 0.02 / 24, 4.0
_STEP_H = 1.0


@dataclass(frozen=True, kw_only=True)
class World:
    """Pages, their changes in the order of page and time, and what a crawler is told of them."""

    name: str
    horizon_h: float
    warm_h: float
    """What happens before is not judged."""
    weight: FloatArray
    believed_weight: FloatArray
    host: IntArray
    until_h: FloatArray
    """When each page ceases to exist."""
    page: IntArray
    at_h: FloatArray
    important: BoolArray
    noticed: BoolArray
    """Changes that the scorer calls important, rightly or not."""
    true_per_h: FloatArray
    """Important changes an hour, for policies that may know them; shape (phases, pages), phases of equal length."""
    hour_speed: FloatArray | None = None
    """How fast changes come in each hour of the week, mean 1, for policies that may know it; shape (hosts, 168).
    None: nobody knows."""
    host_per_h: FloatArray | None = None
    floor_h: float = FLOOR_H
    ceiling_h: float = CEILING_H

    @property
    def pages(self) -> int:
        return len(self.weight)

    @property
    def known_speed(self) -> FloatArray:
        """``hour_speed``, level where nobody knows it."""
        return np.ones((int(self.host.max()) + 1, 168)) if self.hour_speed is None else self.hour_speed

    @cached_property
    def all_changes(self) -> Changes:
        return Changes.of(self, np.ones(len(self.page), dtype=bool))

    @cached_property
    def important_changes(self) -> Changes:
        return Changes.of(self, self.important)

    @cached_property
    def noticed_changes(self) -> Changes:
        return Changes.of(self, self.noticed)


@dataclass(frozen=True, kw_only=True)
class Changes:
    """Some of a world's changes, to be counted between two moments."""

    page: IntArray
    at_h: FloatArray
    key: FloatArray  # page * stride + time: one sorted array for all pages
    stride: float

    @classmethod
    def of(cls, world: World, chosen: BoolArray) -> Changes:
        stride = 2.0 * world.horizon_h + 1.0
        page, at_h = world.page[chosen], world.at_h[chosen]
        return cls(page=page, at_h=at_h, key=page * stride + at_h, stride=stride)

    def place(self, page: IntArray, at_h: FloatArray | float) -> IntArray:
        """How many changes, of this page and of all before it, lie up to a moment."""
        return np.searchsorted(self.key, page * self.stride + at_h, side="right")

    def between(self, page: IntArray, start_h: FloatArray, end_h: FloatArray | float) -> IntArray:
        """How many changes of each page lie after one moment and up to another."""
        return self.place(page, end_h) - self.place(page, start_h)


def poisson(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """Rates from one change in seven weeks to four an hour, 30 % churners, newsrooms that sleep."""
    return _world("poisson", seed, pages, days)


def mixed(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """The same web with a fifth of its pages periodic and a fifth bursty."""
    return _world("mixed", seed, pages, days, periodic=0.2, bursty=0.2)


def periodic(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """Most pages change by the clock."""
    return _world("periodic", seed, pages, days, periodic=0.8)


def bursty(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """Most pages change in bursts of six."""
    return _world("bursty", seed, pages, days, bursty=0.8)


def regime_shift(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """At half time every page takes over another one's rate."""
    return _world("regime shift", seed, pages, days, shift=True)


def churners(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """Two pages in three change all the time, and hardly ever in a way that matters."""
    return _world("churners", seed, pages, days, churning=0.67)


def noisy_scorer(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """The scorer misses 30 % of the important changes and flags 20 % of the others."""
    return _world("noisy scorer", seed, pages, days, missed=0.3, flagged=0.2)


def runaways(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """A tenth of the pages seem to change importantly at every visit, and do not: a detector's false alarm."""
    world = _world("runaways", seed, pages, days)
    at_h = np.arange(0.05, world.horizon_h, 0.25)
    runaway = np.arange(0, pages, 10)
    page = np.concatenate([world.page, np.repeat(runaway, len(at_h))])
    times = np.concatenate([world.at_h, np.tile(at_h, len(runaway))])
    false = np.zeros(len(runaway) * len(at_h), dtype=bool)
    order = np.lexsort((times, page))
    return replace(
        world,
        page=page[order],
        at_h=times[order],
        important=np.concatenate([world.important, false])[order],
        noticed=np.concatenate([world.noticed, ~false])[order],
    )


def errors(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """One decision in ten is wrong, either way."""
    return _world("errors", seed, pages, days, missed=0.1, flagged=0.1)


def wrong_weights(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """The curator's weights are off by a factor of two, up or down."""
    world = _world("wrong weights", seed, pages, days)
    error = np.exp(np.random.default_rng([seed, 1]).normal(0, 0.7, pages))
    return replace(world, believed_weight=world.weight * error)


def host_caps(seed: int, pages: int = PAGES, days: int = DAYS) -> World:
    """A third of the hosts take one visit an hour."""
    world = _world("host caps", seed, pages, days)
    limits = np.full(int(world.host.max()) + 1, np.inf)
    limits[::3] = PAGES_OF_A_HOST / 50
    return replace(world, host_per_h=limits)


WORLDS: dict[str, Callable[..., World]] = {
    make.__name__.replace("_", " "): make
    for make in (
        poisson,
        mixed,
        periodic,
        bursty,
        regime_shift,
        churners,
        noisy_scorer,
        errors,
        runaways,
        wrong_weights,
        host_caps,
    )
}
"""By name."""


def _world(  # noqa: PLR0913 - one world's traits, all by name
    name: str,
    seed: int,
    pages: int,
    days: int,
    *,
    periodic: float = 0.0,
    bursty: float = 0.0,
    churning: float = 0.3,
    shift: bool = False,
    missed: float = 0.0,
    flagged: float = 0.0,
) -> World:
    rng = np.random.default_rng(seed)
    horizon_h = 24.0 * days
    weight = np.exp(rng.normal(0, 1, pages))
    host = np.arange(pages) // PAGES_OF_A_HOST
    rate, share = _rates(rng, pages, churning)
    phases = [(rate, share)]
    if shift:
        other = rng.permutation(pages)
        phases.append((rate[other], share[other]))
    clock = _Clock(rng, int(host.max()) + 1, horizon_h)
    kind = rng.random(pages)
    logs = []
    for page in range(pages):
        draw = _periodic if kind[page] < periodic else _bursty if kind[page] < periodic + bursty else _poisson
        for number, (rates, shares) in enumerate(phases):
            span = (horizon_h * number / len(phases), horizon_h * (number + 1) / len(phases))
            at_h = np.sort(draw(rng, rates[page], span, clock, host[page]))
            logs.append((np.full(len(at_h), page), at_h, rng.random(len(at_h)) < shares[page]))
    page_of, at_h, important = (np.concatenate(column) for column in zip(*logs, strict=True))
    luck = rng.random(len(at_h))
    return World(
        name=name,
        horizon_h=horizon_h,
        warm_h=24.0 * min(WARM_DAYS, days // 4),
        weight=weight,
        believed_weight=weight,
        host=host,
        until_h=np.full(pages, horizon_h),
        page=page_of,
        at_h=at_h,
        important=important,
        noticed=np.where(important, luck >= missed, luck < flagged),
        true_per_h=np.array([rates * shares for rates, shares in phases]),
        hour_speed=clock.week,
    )


def _rates(rng: Generator, pages: int, churning: float) -> tuple[FloatArray, FloatArray]:
    """Changes an hour, and the share of them that matters."""
    rate = np.clip(_MEDIAN_PER_H * np.exp(rng.normal(0, _SPREAD, pages)), _LEAST_PER_H, _MOST_PER_H)
    churns = rng.random(pages) < churning
    share = np.where(churns, 0.005, rng.uniform(0.05, 1.0, pages))
    return np.where(churns, np.minimum(4 * rate, _MOST_PER_H), rate), share


class _Clock:
    """When each host's newsroom works: time as it counts there."""

    def __init__(self, rng: Generator, hosts: int, horizon_h: float) -> None:
        hours = np.arange(0, horizon_h, _STEP_H) + _STEP_H / 2
        peak, depth = rng.uniform(0, 24, (hosts, 1)), rng.uniform(0.3, 1.5, (hosts, 1))
        speed = np.exp(depth * np.cos(2 * np.pi * (hours - peak) / 24))
        speed *= np.where(hours % 168 >= 120, rng.uniform(0.3, 1.0, (hosts, 1)), 1.0)
        speed /= speed.mean(axis=1, keepdims=True)
        self._passed = np.hstack([np.zeros((hosts, 1)), np.cumsum(speed * _STEP_H, axis=1)])
        self._edges = np.arange(self._passed.shape[1]) * _STEP_H
        self.week = _whole_week(speed)

    def passed(self, host: int, time_h: FloatArray) -> FloatArray:
        return np.asarray(np.interp(time_h, self._edges, self._passed[host]))

    def moment(self, host: int, passed: FloatArray) -> FloatArray:
        return np.asarray(np.interp(passed, self._passed[host], self._edges))


def _whole_week(speed: FloatArray) -> FloatArray:
    """The first 168 hours, which repeat; a world that ends sooner says nothing of the rest of its week."""
    week = np.ones((len(speed), 168))
    week[:, : speed.shape[1]] = speed[:, :168]
    return week


def _poisson(rng: Generator, rate: float, span: tuple[float, float], clock: _Clock, host: int) -> FloatArray:
    start, end = clock.passed(host, np.array(span))
    return clock.moment(host, rng.uniform(start, end, rng.poisson(rate * (end - start))))


def _periodic(rng: Generator, rate: float, span: tuple[float, float], clock: _Clock, host: int) -> FloatArray:
    """By the clock, a few per cent early or late."""
    period = 1 / rate
    times = np.arange(span[0] + rng.uniform(0, period), span[1], period)
    times = times + rng.normal(0, 0.03 * period, len(times))
    return times[(times >= span[0]) & (times < span[1])]


def _bursty(rng: Generator, rate: float, span: tuple[float, float], clock: _Clock, host: int) -> FloatArray:
    """Bursts of six changes on average, over about two hours."""
    starts = _poisson(rng, rate / 6, span, clock, host)
    sizes = rng.geometric(1 / 6, len(starts))
    times = np.repeat(starts, sizes) + rng.exponential(1.0, int(sizes.sum()))
    return times[times < span[1]]
