"""The alarm threshold of a page: its model's or a person's, and what another one would give."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from dashboard.presenters import count
from storage.queries.alarm_history import AlarmHistory
from storage.queries.repository import Repository
from storage.records import Page, StoredModel

LEAST_PERCENT, MOST_PERCENT = 0.1, 99.9
EVEN = 0.5
"""Where alarms begin without an alert budget and without a person's word."""


@dataclass(frozen=True, kw_only=True)
class AlarmThreshold:
    """Where alarms of a page begin, as probabilities, and what that is worth on its own history."""

    learned: float  # by the model
    own: float | None  # as a person says; None: nobody did
    tried: float  # that is asked about; else what counts
    history: AlarmHistory

    @property
    def now(self) -> float:
        """What counts."""
        return self.learned if self.own is None else self.own

    @property
    def percent(self) -> float:
        """What is asked about, in per cent, within what can be set."""
        return as_percent(self.tried)

    @property
    def odds(self) -> float:
        """Its log odds, by which the slider goes."""
        share = self.percent / 100.0
        return round(math.log(share / (1.0 - share)), 2)

    @property
    def probabilities(self) -> str:
        """Those of the history as JSON, for the page's script."""
        return json.dumps([round(value, 6) for value in self.history.probabilities])

    def alarms_text(self, above: float) -> str:
        """How many alarms a threshold would have given."""
        alarms = count(self.history.alarms(above), "alarm")
        a_week = self.history.per_week(above)
        return alarms if a_week is None else f"{alarms}, {a_week:.1f} a week"


def alarm_threshold(
    repository: Repository, page: Page, model: StoredModel | None, *, tried_percent: float | None = None
) -> AlarmThreshold | None:
    """The threshold of a page; None where no change of it has a probability yet."""
    history = repository.alarm_history(page.id)
    if not history.probabilities:
        return None
    learned = EVEN if model is None else float(model.details.get("alert_probability", EVEN))
    counts = learned if page.alarm_above is None else page.alarm_above
    tried = counts if tried_percent is None else tried_percent / 100.0
    return AlarmThreshold(learned=learned, own=page.alarm_above, tried=tried, history=history)


def as_percent(probability: float) -> float:
    """A probability in per cent, to a tenth, within what can be set."""
    return min(max(round(probability * 100.0, 1), LEAST_PERCENT), MOST_PERCENT)
