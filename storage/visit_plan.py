"""What decided when a page is visited next: JSON that is kept beside the sentence which says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

DecidedBy = Literal[
    "rule", "floor", "ceiling", "budget", "host", "hint", "failures", "hold", "robots", "spare"
]
"""What set the time; ``host``: its limit of visits, ``spare``: a visit that the budget had left."""


class RhythmValues(TypedDict):
    """A rhythm of a page, in hours; ``weight``: how sure it is, 0 to 1."""

    period_h: float
    tick_h: float
    weight: float


class VisitPlan(TypedDict, total=False):
    """What programs ask of a plan. Empty where a person made the page due; older databases lack some keys."""

    decided_by: DecidedBy
    interval_h: float | None
    """From the visit before; None: it has nothing to do with that."""
    rule: str
    """Of a page that has one, be it that something else decided this time."""
    rhythm: RhythmValues
    """By which the time was chosen."""
    validators: Mapping[str, str]
    """What the page's server gave to ask by whether it has changed: values by lower-case header."""
