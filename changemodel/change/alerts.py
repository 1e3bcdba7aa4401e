"""A threshold by an alert budget: how many alarms a week a person wants to see.

A step after the decision. The threshold is the one at which about as many alarms would have been raised on the
learning window: not "is this important", but "is this among the k most important changes of a usual week".
The probability of a change stays what it is. The source decides by the SVM's threshold alone; this is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from changemodel.change.calibration import Calibration
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray

HOURS_A_WEEK = 168.0


@dataclass(frozen=True, kw_only=True)
class AlertThreshold:
    """Where alarms begin, and what that means on the learning window."""

    decision: float  # alarms are raised above this decision value
    probability: float  # the same, as a probability
    alerts_per_week: float  # that would have been raised on the learning window
    weeks: float  # how long that was


@dataclass(frozen=True, kw_only=True, eq=False)
class LearningWindow:
    """The changes that a page's decision was learned from, as it sees them."""

    decisions: FloatArray  # (n_changes,) decision values of the successive pairs that differ
    watched_h: float  # time between the captures of these pairs, gaps left out

    @classmethod
    def of(cls, calibration: Calibration, parts: FloatArray, watched_h: float) -> LearningWindow:
        """From the part distances of the successive pairs, shape (n, parts)."""
        return cls(
            decisions=calibration.hybrid.decision(parts[(parts > 0.0).any(axis=1)]), watched_h=watched_h
        )

    @property
    def weeks(self) -> float:
        """How long the page was watched."""
        return self.watched_h / HOURS_A_WEEK

    def threshold_for(self, alerts_per_week: float, calibration: Calibration) -> AlertThreshold:
        """See ``alert_threshold``."""
        value = alert_threshold(self.decisions, self.weeks, alerts_per_week)
        raised = int((self.decisions > value).sum())
        return AlertThreshold(
            decision=value,
            probability=float(expit(calibration.slope * value)),
            alerts_per_week=raised / self.weeks,
            weeks=self.weeks,
        )

    def within_budget(
        self, calibration: Calibration, alerts_per_week: float | None
    ) -> tuple[Calibration, dict[str, Any]]:
        """The calibration with alarms that keep the budget, and what that means; the same without a budget."""
        if alerts_per_week is None:
            return calibration, {}
        found = self.threshold_for(alerts_per_week, calibration)
        details = {
            "alerts_per_week": float(alerts_per_week),
            "alert_probability": found.probability,
            "alerts_on_window": found.alerts_per_week,
            "window_weeks": found.weeks,
        }
        return replace(calibration, alarm_above=found.decision), details

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {"window_decisions": self.decisions, "window_h": np.array(self.watched_h)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> LearningWindow:
        """What ``to_arrays`` gave."""
        return cls(decisions=arrays["window_decisions"], watched_h=float(arrays["window_h"]))


def checked_budget(alerts_per_week: float) -> float:
    """The budget; refused where it is no number or negative."""
    if not np.isfinite(alerts_per_week) or alerts_per_week < 0:
        raise InvalidInput(f"alerts_per_week is {alerts_per_week!r}: pass a number of at least 0")
    return float(alerts_per_week)


def alert_threshold(decisions: ArrayLike, weeks: float, alerts_per_week: float) -> float:
    """The decision value above which at most ``alerts_per_week`` successive pairs of the window lie.

    With n = the budget over the whole window, rounded, the threshold lies half way between the n-th and the
    next largest decision value. Of equal values at the border none is above it: the budget is a ceiling. With
    less than half an alarm allowed on the window it is the largest value seen: only what exceeds all that was
    seen raises an alarm. With more allowed than there were changes, every change does: minus infinity.

    Parameters
    ----------
    decisions : float array, shape (n_changes,)
        Decision values of the successive pairs that differ.
    weeks : float
        How long they were watched.
    alerts_per_week : float

    Raises
    ------
    InvalidInput
        A budget that is no number or negative.
    """
    checked_budget(alerts_per_week)
    values = np.sort(np.asarray(decisions, dtype=np.float64))[::-1]
    allowed = int(np.floor(alerts_per_week * weeks + 0.5))
    if allowed >= values.size:
        return -np.inf
    if allowed == 0:
        return float(values[0])
    above, below = float(values[allowed - 1]), float(values[allowed])
    if above == below:
        return above
    middle = 0.5 * (above + below)
    return middle if middle < above else below  # between two neighbouring floats lies none
