"""Corrects the picture's model by labels, by as little as they require.

Labels that only confirm what time alone decides change nothing. Where they contradict it, the decision learns first, on
the metric that time taught; the metric itself is learned anew, with the semi-supervised objective (M. T. Law's thesis,
2015, (2.10)), where that contradicts the labels less. A metric of ten labels that weigh as much as all time ranks other
pairs somewhat better, but its distances of the labelled pairs are stretched, and a threshold between these is in the
wrong place for all others. Chosen on the training family of an earlier set of sites, read by picture alone with five
labels a class: ``python -m benchmarks.change_detection --family training`` has a table of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from changemodel.change.decision import Decision, Reading, decide
from changemodel.change.history import History
from changemodel.change.training import Training, TrainingSettings, train

PART = "visual"


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What a page's time, and its labels, teach of its pictures."""

    training: Training
    decision: Decision | None  # None: nothing was learned

    def details(self) -> dict[str, Any]:
        """As JSON-able values."""
        return ({} if self.decision is None else self.decision.details) | self.training.details


def learned(history: History, settings: TrainingSettings, k: int | None) -> Learned:
    """The metric and the decision of a history, by as little of its labels as does not contradict them.

    Parameters
    ----------
    history : History
    settings : TrainingSettings
    k : int, optional
        As for ``decision.decide``.
    """
    alone = history.judged_by({})
    by_time = _learned(alone, train(alone.for_training(), settings), k)
    if not len(history.labels):
        return by_time
    if by_time.decision is None:
        return _noted("metric", history, _learned(history, train(history.for_training(), settings), k))
    wrong = _contradicted(by_time, history)
    if not wrong:
        return _noted("nothing", history, by_time)
    moved = _learned(history, by_time.training, k)
    anew = _learned(history, train(history.for_training(), settings), k)
    if anew.decision is not None and _contradicted(anew, history) < _contradicted(moved, history):
        return _noted("metric", history, anew)
    return _noted("decision", history, moved)


def _learned(history: History, training: Training, k: int | None) -> Learned:
    if training.metric is None:
        return Learned(training=training, decision=None)
    reading = Reading(name=PART, distances=history.distances, metric=training.metric)
    return Learned(training=training, decision=decide(history.evidence(training.successive, [reading]), k))


def _contradicted(found: Learned, history: History) -> int:
    """How many labels a decision contradicts; identical versions are never important, whatever is said of them."""
    assert found.decision is not None
    distances = found.decision.importance[PART].metric.distance(history.distances(history.labelled_pairs))
    numbers = np.column_stack([distances, history.structure(history.labelled_pairs)])
    wrong = found.decision.calibration.important(numbers) != (history.labels > 0)
    return int((wrong & numbers.any(axis=1)).sum())


def _noted(what: str, history: History, found: Learned) -> Learned:
    """With what the labels taught among the details: "nothing", "decision" or "metric"."""
    details = {**found.training.details, "labels": len(history.labels), "labels_taught": what}
    return replace(found, training=replace(found.training, details=details))
