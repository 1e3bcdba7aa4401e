"""How a model was learned, as stored JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class AnswersEffect(TypedDict):
    """What the answers that a model was learned from changed, of its last changes.

    ``rang`` and ``rings``: how many raised an alarm by the model before and by this one; ``came`` and ``went``: the
    captures at which only this one does, or only that before.
    """

    changes: int
    rang: int
    rings: int
    came: Sequence[int]
    went: Sequence[int]


class MapInterval(TypedDict):
    """Between which 90 % of the importance maps lie that were learned from days drawn anew, ``draws`` of them."""

    low: Sequence[Sequence[float]]
    high: Sequence[Sequence[float]]
    draws: int


class ModelDetails(TypedDict, total=False):
    """Those of ``ChangeModel.details_``, with what the collection adds; models of older versions lack some keys."""

    changes: float
    """How many changes the text was learned from, as it counts them."""
    prior_models: int
    """Of how many other pages the model is that stands in."""
    alert_probability: float
    """The alarm threshold by its alert budget."""
    answers: AnswersEffect
    map_interval: MapInterval
    settings: str
    """Digest of the learning settings."""
