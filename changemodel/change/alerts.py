"""The threshold for an alert budget: how many alarms a week a person wants.

A step after the decision. The threshold is the one at which about as many alarms would have been raised on the
learning window: not "is this important", but "is this among the k most important changes of a usual week".
The probability of a change stays what it is. The source decides by the SVM's threshold alone; this is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from changemodel.arguments import number_from_0
from changemodel.metric.quadruplets import FloatArray

HOURS_A_WEEK = 168.0

LEAST_VISITS, MOST_ALARMS = 36, 0.4
"""Visits that tell what is news on a page, and the share of them at which it has some: what raises an alarm more often
takes all
that is new for news."""


@dataclass(frozen=True, kw_only=True)
class AlertThreshold:
    """Where alarms begin, and what that means on the learning window."""

    log_odds: float  # alarms are raised above these
    alerts_per_week: float  # that would have been raised on the learning window
    weeks: float  # how long that was

    @property
    def probability(self) -> float:
        """The same, as a probability."""
        return float(expit(self.log_odds))

    def details(self) -> dict[str, float]:
        """For ``ChangeModel.details_``."""
        return {
            "alert_probability": self.probability,
            "alerts_on_window": self.alerts_per_week,
            "window_weeks": self.weeks,
        }


@dataclass(frozen=True, kw_only=True, eq=False)
class LearningWindow:
    """The changes that a page's decision was learned from, as it sees them."""

    log_odds: FloatArray  # (n_changes,) of the successive pairs that differ
    watched_h: float  # time between the captures of these pairs, gaps left out
    visits: int = 0  # captures that were compared with the one before, identical ones included

    @property
    def tells_news(self) -> bool:
        """Whether the model separates news from noise: enough visits seen, and an alarm at few of them."""
        return self.visits >= LEAST_VISITS and not self.alarms_mostly

    @property
    def alarms_mostly(self) -> bool:
        """Whether it raises an alarm at so many visits that all new text counts as news."""
        return int((self.log_odds > 0.0).sum()) > MOST_ALARMS * self.visits

    def threshold_for(self, alerts_per_week: float) -> AlertThreshold:
        """See ``alert_threshold``; never below even odds: a budget that is larger than what is important is not used
        up by what is not."""
        weeks = self.watched_h / HOURS_A_WEEK
        value = max(0.0, alert_threshold(self.log_odds, weeks, alerts_per_week))
        raised = int((self.log_odds > value).sum())
        return AlertThreshold(log_odds=value, alerts_per_week=raised / weeks if weeks else 0.0, weeks=weeks)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {
            "window_log_odds": self.log_odds,
            "window_h": np.array(self.watched_h),
            "window_visits": np.array(self.visits),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> LearningWindow:
        """What ``to_arrays`` gave, among others."""
        return cls(
            log_odds=arrays["window_log_odds"],
            watched_h=float(arrays["window_h"]),
            visits=int(arrays["window_visits"]),
        )


def alert_threshold(values: ArrayLike, weeks: float, alerts_per_week: float) -> float:
    """The value above which at most ``alerts_per_week`` changes of the window lie.

    With n = the budget over the whole window, rounded, the threshold lies half way between the n-th and the next
    largest value. Of equal values at the border none is above it: the budget is a ceiling. With less than half an alarm
    allowed on the window it is the largest value seen: only what exceeds all that was seen raises an alarm; with a
    budget of 0 nothing does: infinity. With more allowed than there were changes, every change does: minus infinity.

    Parameters
    ----------
    values : float array, shape (n_changes,)
        Log odds of the successive pairs that differ.
    weeks : float
        How long they were watched.
    alerts_per_week : float

    Raises
    ------
    InvalidInput
        A budget that is no number or negative.
    """
    number_from_0(alerts_per_week, "alerts_per_week")
    if alerts_per_week == 0:
        return np.inf
    ranked = np.sort(np.asarray(values, dtype=np.float64))[::-1]
    whole = np.floor(alerts_per_week * weeks + 0.5)
    if whole >= ranked.size:
        return -np.inf
    allowed = int(whole)
    if allowed == 0:
        return float(ranked[0])
    above, below = float(ranked[allowed - 1]), float(ranked[allowed])
    if above == below:
        return above
    middle = 0.5 * (above + below)
    return middle if middle < above else below  # between two neighbouring floats lies none
