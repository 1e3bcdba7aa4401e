"""How far hints of a host can be trusted, learned from visits, and what they are worth in hours.

A page whose host announces a share ``q`` of its important changes, and calls falsely ``n`` times an hour, is fresh
``t`` hours after its capture and ``k`` hints later with probability ``exp(-a (t + b k))``, where
``a = (1 - q) D`` and ``b = -ln(n / (q D + n)) / a`` (Busa-Fekete et al., arXiv 2502.02430). So the schedule takes
``t + b k`` for the hours in which changes may have come and ``a`` for the rate: a host that announces all its changes
is left in peace until it does, and one that calls at random gains nothing by it. A copy is as stale as hours have
passed, whatever was announced (``due_time``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from storage.records import RateBelief

CONDITIONAL = "conditional"
ANNOUNCED = "announced"
"""Kinds of hints that are trusted for themselves; keys of a host's memory."""

_KNOWN_CHANGES = 3.0
"""Changes seen with and without a hint that outweigh the first guess of the recall."""
_FIRST_RECALL = 0.25
_FIRST_FALSE_PER_H = 1 / 24
_FIRST_HOURS = 24.0
_KEPT = 0.98
"""Of what was known stays after one more comparison: hosts mend their ways, or lose them."""
_MOST_H = 24.0 * 365
MOST_RECALL = 0.95
"""Nobody is trusted further: without any hint a page is still visited, twenty times less often."""
LEAST_PRECISION = 0.1
"""Announcements that are right less often are not counted: they would tell no more than the hours that passed. Such are
sitemaps that date every page with the hour at which they were made."""


@dataclass(frozen=True, kw_only=True)
class HintTrust:
    """What comparisons of captures showed of one kind of hints of one host."""

    announced: float = 0.0
    """Important changes before which a hint had come."""
    silent: float = 0.0
    """Important changes without one."""
    false: float = 0.0
    """Hints after which nothing important had changed."""
    hours: float = 0.0
    """In which they came, or could have come."""

    @property
    def recall(self) -> float:
        """Share of the important changes that a hint announces; a careful guess while little is known."""
        known = self.announced + _FIRST_RECALL * _KNOWN_CHANGES
        return min(MOST_RECALL, known / (self.announced + self.silent + _KNOWN_CHANGES))

    @property
    def precision(self) -> float:
        """Share of the hints after which something important had changed."""
        return (self.announced + 0.5) / (self.announced + self.false + 1.0)

    @property
    def is_heeded(self) -> bool:
        """Whether announcements are counted."""
        return self.precision >= LEAST_PRECISION

    @property
    def false_per_h(self) -> float:
        """Hints an hour after which nothing important had changed."""
        return (self.false + _FIRST_FALSE_PER_H * _FIRST_HOURS) / (self.hours + _FIRST_HOURS)

    def after(self, *, important: float, hints: int, hours: float) -> HintTrust:
        """What is known after one more comparison of captures so far apart, with so many hints in between.

        ``important`` says whether something important had changed, or how likely that is where nobody has decided.
        """
        faded = HintTrust(**{name: value * _KEPT for name, value in asdict(self).items()})
        return replace(
            faded,
            announced=faded.announced + important * (hints > 0),
            silent=faded.silent + important * (hints == 0),
            false=faded.false + (1 - important) * hints,
            hours=faded.hours + hours,
        )

    def unannounced(self, belief: RateBelief) -> RateBelief:
        """The belief of the changes that come without a hint, ``a``."""
        return RateBelief(shape=belief.shape, scale_h=belief.scale_h / (1 - self.recall))

    def worth_h(self, belief: RateBelief) -> float:
        """Hours by which one hint makes a capture older, ``b``."""
        rate = belief.shape / belief.scale_h
        silent = (1 - self.recall) * rate
        called = np.log1p(self.recall * rate / self.false_per_h)
        return float(min(called / silent, _MOST_H))

    def as_json(self) -> dict[str, float]:
        """What JSON can hold of it; with what follows from it, for whoever shows it."""
        told = {**asdict(self), "recall": self.recall, "precision": self.precision}
        return {name: round(value, 4) for name, value in told.items()}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any] | None) -> Self:
        """The trust of which ``as_json`` was kept; nothing is known of a host without."""
        own = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in (kept or {}).items() if name in own})


@dataclass(frozen=True, kw_only=True)
class Announcements:
    """What announces a page's changes, how far it is trusted, and what it has announced since the last capture."""

    trust: HintTrust
    after_h: tuple[float, ...] = ()
    """Hours after the last capture at which it spoke."""

    def calls(self, belief: RateBelief) -> AnnouncementTimes:
        """What that counts for a page of whose changes ``belief`` is believed."""
        return AnnouncementTimes(
            after_h=np.array(self.after_h, dtype=float), worth_h=self.trust.worth_h(belief)
        )


@dataclass(frozen=True, kw_only=True)
class AnnouncementTimes:
    """Moments since a capture at which changes became more likely at once."""

    after_h: NDArray[np.float64]
    """Hours after the capture."""
    worth_h: float
    """Hours in which changes may have come that each of them stands for."""

    def passed_h(self, until_h: NDArray[np.float64]) -> NDArray[np.float64]:
        """The hours for which those up to some moments after the capture stand."""
        return self.worth_h * np.searchsorted(np.sort(self.after_h), until_h, side="right").astype(float)
