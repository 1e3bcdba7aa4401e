"""The index behind the schedule, as a policy for many pages at once, looked at every quarter of an hour.

``U = w (harmonic + kappa completeness)`` in the hours that count (``crawler.scheduling.due_time`` defines it): pages
are served in the order of ``U``, and the ``U`` of the last page served is the price. The product asks instead when a
page's ``U`` reaches a price that was solved for; ``benchmarks.revisit_daemon`` shows what lies between the two.

The prior and how far a belief fades were chosen on training worlds (seeds 100 to 103 of ``benchmarks.revisit``), never
on the seeds that the benchmark reports.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.due_time import burst_delay, staleness_rate
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.period import FEWEST, NEWEST, Rhythms, fitted_rhythm
from crawler.scheduling.rate import HALF_LIFE, BoolArray, FloatArray
from crawler.scheduling.rate_memory import RateMemories
from crawler.scheduling.value import AIMS, Aim, PageColumns, completeness, urgency

_BALANCED = AIMS["balanced"]


@dataclass(frozen=True, kw_only=True)
class IndexSettings:
    """The knobs of the index."""

    aim: Aim = _BALANCED
    """What the schedule is for."""
    half_life_h: float | None = HALF_LIFE.total_seconds() / 3600
    """Age at which an observation counts half while a page behaves as believed; None: nothing is ever forgotten."""
    on_evidence: bool = True
    """Whether more is forgotten when bits contradict the belief (``rate_memory``)."""
    by_hour: bool = True
    """Whether hosts' hours of the week are learned."""
    by_rhythm: bool = True
    """Whether pages' own rhythms are learned; without hours of the week they are not."""
    prior_shape: float = 0.5
    prior_scale_h: float = 12.0
    """What is believed of a page before anything is known of any: a gamma with this shape and scale, a change a day
    give or take a lot, since pages differ by orders of magnitude."""


class PricedIndex:
    """The default policy, as ``simulated_pages.FleetPolicy``."""

    def __init__(self, settings: IndexSettings | None = None, name: str = "pagetide") -> None:
        self.name = name
        self._settings = settings or IndexSettings()

    def start(self, fleet: Fleet) -> None:
        """Believe the prior of every page."""
        self._fleet = fleet
        self._kappa_h = self._settings.aim.kappa_h(fleet.mean_interval_h)
        self.shape = np.full(fleet.pages, self._settings.prior_shape)
        self.scale_h = np.full(fleet.pages, self._settings.prior_scale_h)
        self._memories = RateMemories.of(self.shape, self.scale_h)
        self.last_h = np.zeros(fleet.pages)
        self.profiles = HourProfiles(fleet.hosts)
        self.rhythms = FleetRhythms(fleet.pages)
        self._pages = np.arange(fleet.pages)
        self._harmonic = np.zeros(fleet.pages)  # U_harm up to self._now_h
        self._now_h = 0.0

    def see(self, visits: Visits) -> None:
        """Update beliefs and profiles, what was known having faded."""
        page, settings = visits.page, self._settings
        host, start_h = self._fleet.host[page], visits.at_h - visits.elapsed_h
        counted_h = passed_h = visits.elapsed_h
        a, b = self.shape[page], self.scale_h[page]
        if settings.by_hour:
            counted_h = self.profiles.operational_h(host, start_h, visits.at_h)
            passed_h = self.rhythms.operational_h(page, start_h, visits.at_h, counted_h)
            passed_h = self.rhythms.stretched_h(page, passed_h, a / b)
            self.profiles.learn(host, start_h, visits.at_h, visits.important, a / b)
        if settings.by_hour and settings.by_rhythm:
            self.rhythms.learn(page, visits.at_h, visits.important, counted_h)
        self._believe(visits, passed_h)
        self.last_h[page] = visits.at_h
        self._harmonic[page] = 0.0

    def _believe(self, visits: Visits, passed_h: FloatArray) -> None:
        """Take the bits of some visits into what is believed of their pages, what was known having faded."""
        page, settings = visits.page, self._settings
        memories = self._memories.at(page).updated(
            visits.important,
            visits.elapsed_h,
            passed_h,
            settings.half_life_h,
            on_evidence=settings.on_evidence,
        )
        memories = memories.no_faster(self.rhythms.least_scale_h(page, np.ones(len(page))))
        self._memories.put(page, memories)
        self.shape[page], self.scale_h[page] = memories.believed()

    def index(self, now_h: float) -> FloatArray:
        """``U`` of every page; a clock that goes back is taken to stand still until it is where it was."""
        now_h = max(now_h, self._now_h)
        if not self._settings.by_hour:
            return urgency(self._watch(), now_h - self.last_h)
        fleet = self._fleet
        passed = self._passed_h(now_h)
        self._add_staleness(now_h)
        value = self._harmonic + self._kappa_h * completeness(self.shape, self.scale_h, passed)
        speed = self.rhythms.at(self._pages, now_h, self.profiles.at(fleet.host, now_h))
        return fleet.weight * value * burst_delay(passed, now_h - self.last_h, speed)

    def _add_staleness(self, now_h: float) -> None:
        """Continue the integral of ``U_harm`` from the last call by the rule of the midpoint."""
        start_h: FloatArray | float = self._now_h
        if (self.last_h > self._now_h).any():
            start_h = np.maximum(self.last_h, self._now_h)
        step_h = np.maximum(now_h - start_h, 0.0)
        middle_h = start_h + step_h / 2
        passed = self._passed_h(middle_h)
        speed = self.profiles.at(self._fleet.host, middle_h)
        if self.rhythms.weight.any():  # a tick is shorter than a step may be
            jump_h = self._passed_h(now_h) - self._passed_h(start_h)
            mean = np.divide(jump_h, step_h, out=speed.copy(), where=step_h > 0)
            speed = np.where(self.rhythms.weight > 0, mean, speed)
        self._harmonic += step_h * staleness_rate(
            self.shape, self.scale_h, middle_h - self.last_h, speed, passed, self._settings.aim.linear
        )
        self._now_h = now_h

    def _passed_h(self, time_h: FloatArray | float) -> FloatArray:
        """``G`` of each page since its last capture."""
        counted_h = self.profiles.operational_h(self._fleet.host, self.last_h, time_h)
        return self.rhythms.operational_h(self._pages, self.last_h, time_h, counted_h)

    def _watch(self) -> PageColumns:
        fleet = self._fleet
        return PageColumns(
            shape=self.shape,
            scale_h=self.scale_h,
            weight=fleet.weight,
            floor_h=fleet.floor_h,
            ceiling_h=fleet.ceiling_h,
            kappa_h=self._kappa_h,
            linear=self._settings.aim.linear,
        )


class FleetRhythms(Rhythms):
    """The rhythms of a fleet, with the observations that they are fitted to.

    To save time a page is fitted anew when its observations have grown by an eighth, and after each while it has a
    rhythm; the product fits at every visit (``beliefs``).
    """

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self._edge_h: list[list[float]] = [[0.0] for _ in range(pages)]
        self._bits: list[list[tuple[bool, float]]] = [[] for _ in range(pages)]
        self._next_fit = np.full(pages, FEWEST)

    def learn(
        self, page: NDArray[np.intp], at_h: FloatArray, important: BoolArray, counted_h: FloatArray
    ) -> None:
        """One more observation of each of these pages, each since the page's one before, the first since time 0."""
        for row, moment, *bit in zip(page, at_h, important, counted_h, strict=True):
            edges, bits = self._edge_h[row], self._bits[row]
            edges.append(float(moment))
            bits.append((bool(bit[0]), float(bit[1])))
            self._next_fit[row] -= 1
            del edges[: -NEWEST - 1], bits[:-NEWEST]
            if self._next_fit[row] <= 0:
                yes, counted = (np.array(column) for column in zip(*bits, strict=True))
                self.set(row, fitted_rhythm(np.array(edges), yes, counted))
                self._next_fit[row] = 1 if self.weight[row] else max(1, len(bits) // 8)
