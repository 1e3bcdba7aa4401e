"""Policies that are told what no policy can know: the true rates, and the hours of the week at which hosts change."""

from __future__ import annotations

import numpy as np

from benchmarks.revisit_policies.priced_index import IndexSettings, PricedIndex
from benchmarks.revisit_policies.rates import KnownRates
from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.rate import FloatArray, IntArray

_SURE = 1e6  # the shape of a belief that leaves nothing open


class KnownHours(HourProfiles):
    """The true profiles, which no visit changes."""

    def __init__(self, speed: FloatArray) -> None:
        super().__init__(len(speed))
        self._set(np.arange(len(speed)), speed)

    def learn(
        self,
        hosts: IntArray,
        start_h: FloatArray,
        end_h: FloatArray,
        important: np.ndarray,
        rate_per_h: FloatArray,
    ) -> None:
        """Nothing is left to learn."""


class Informed(PricedIndex):
    """The product's own index, hours included, told rates and hours: what learning costs is what it is ahead."""

    def __init__(self, name: str, settings: IndexSettings, rates: KnownRates, speed: FloatArray) -> None:
        super().__init__(settings, name)
        self._rates, self._speed = rates, speed

    def start(self, fleet: Fleet) -> None:
        super().start(fleet)
        self._rates.start(fleet)
        self.profiles = KnownHours(self._speed)
        self._tell()

    def see(self, visits: Visits) -> None:
        self._rates.see(visits)
        self._tell()
        self.last_h[visits.page] = visits.at_h
        self._harmonic[visits.page] = 0.0

    def _tell(self) -> None:
        self.shape = np.full(self._fleet.pages, _SURE)
        self.scale_h = _SURE / self._rates.per_h()
