"""The parts of a change in one distance and one decision.

Last step of ``ChangeModel.fit`` for versions that bring text, after each part was learned or measured by itself. A pair
of versions has one number for each part (``parts``), and time says what a part is worth, by the same constraints that
weigh the regions within one (``training``): a picture that only shows which advertisement was served, or a text that is
new at every visit, violates the order of time and gets next to nothing, in the distance and in the decision. The
distance is the weighted sum of the parts; a change is important where it exceeds one threshold.

Words are the same to the letter where nothing changed, a picture never is. So the cells of the picture are weighed once
more, beside the words: words are cheap there, and a cell gets what time needs it for besides, such as a chart that is
replaced under the same words. Only cells that stand are weighed (``silent_changes.standing``). Where that keeps no more
of the order of days not learned from than the words do, these decide alone; so they do where entries come and go amid
the news (``passing_entries``, ``unsettled_lists``), which the words leave out and links and pictures do not. Source:
M. T. Law's thesis (2015), (4.7), the hybrid distance; that its weights follow from time, and not from the pairs that
its own parts call far, is ours: on a page that seldom changes most of the farthest pairs are noise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from changemodel.change.calibration import BoolArray, Calibration, fit_slope
from changemodel.change.classes import NEGLIGIBLE, NEGLIGIBLE_WORDS, threshold_of
from changemodel.change.history import told_slowly
from changemodel.change.hybrid import Hybrid
from changemodel.change.parts import PartHistory
from changemodel.change.region_metric import RegionMetric
from changemodel.change.silent_changes import SilentChanges, standing
from changemodel.change.training import MIN_CHANGED_PAIRS, Training, TrainingSettings, train
from changemodel.metric.quadruplets import FloatArray, IntArray

ABOUT_ALL = 0.003
"""Share of the order of days not learned from that the text alone may fall short of all parts, and still is enough. Of
the training family it fell short by 0.006 on the site where an important drawing changes beside important words, and by
0.0003 at most where only words are important: there, whatever the picture added lowered the ranking of unseen pairs.
``python -m benchmarks.constants ABOUT_ALL`` tries other values."""

CLEARLY = 0.05
"""How much more of the order of days not learned from all parts must keep than the text alone to have a say even where
hardly a change without a word rang in the window."""

WORDS_ARE_CHEAPER = 64
"""How much less the weight of a change of words costs than that of the same change of a cell. On the training site
where words and a drawing are important 16 to 256 ranked the pairs alike; with 1 or 4 cells get what words explain."""

PART_CONSTRAINTS = 3000
"""Constraints that the parts' weights are learned from: as many as ``training`` tries each gamma with, so that the
distances of these pairs are known already."""


@dataclass(frozen=True, kw_only=True)
class Joined:
    """How the parts make one distance and one decision.

    Attributes
    ----------
    calibration : Calibration
        Over the parts by name; the visual one is the picture's distance by ``beside``.
    beside : RegionMetric or None
        Over the cells of the picture: what it adds to the words. None where no picture has a say.
    """

    calibration: Calibration
    beside: RegionMetric | None


def join_parts(history: PartHistory, settings: TrainingSettings) -> tuple[Joined | None, dict[str, Any]]:
    """The weights of the parts, the threshold and the probability; None where time teaches nothing of them.

    Distance and decision are one: ``hybrid.weights`` weigh the parts so that the distance is 1 in the mean of the
    successive pairs, and ``hybrid.threshold`` is where important changes begin. The text alone is preferred to all
    parts, see ``ABOUT_ALL`` and ``SilentChanges``; where labels contradict one of the two more than the other, the
    other is taken.

    Parameters
    ----------
    history : PartHistory
    settings : TrainingSettings
        Of the page; the gamma is the longest one, see ``told_slowly``.

    Returns
    -------
    joined : Joined or None
    details : dict
        What joining did, as JSON-able values.
    """
    slow = told_slowly(settings, history.times_h)
    few = replace(slow, constraints=min(settings.constraints, PART_CONSTRAINTS))
    text = _by_itself(history, few)
    whole = _beside(history, replace(few, seldom=settings.seldom), text)
    tried = _in_order(history, text, whole)
    if not tried:
        return None, {"reason": whole.training.details["reason"]}
    found = [_decided(history, item) for item in tried]
    told = history.labels > 0
    contradicted = [
        int((item.calibration.important(numbers) != told).sum())
        for item, numbers in (
            (item, history.weighed_by(item.beside, history.labelled_pairs)) for item in found
        )
    ]
    row = int(np.argmin(contradicted))
    chosen, training = found[row], tried[row].training
    hybrid = chosen.calibration.hybrid
    between = history.weighed_by(chosen.beside, training.successive)
    return chosen, {
        "reason": None,
        "weights": hybrid.by_part(),
        "threshold": hybrid.threshold,
        "gamma_h": training.details["gamma_h"],
        "held_out_order": training.details.get("held_out_order"),
        "decided_by": tried[row].name,
        "held_out_tried": {item.name: item.training.details.get("held_out_order") for item in tried},
        "important_successive_pairs": int(chosen.calibration.important(between).sum()),
    }


class _Tried(NamedTuple):
    """One way to weigh the parts: by the text alone, or text, links, images and cells side by side."""

    name: str
    training: Training
    cells: BoolArray  # those that are weighed

    def weights(self, others: int) -> tuple[FloatArray, RegionMetric | None]:
        """Those of the text and of so many other parts, and the metric beside them."""
        assert self.training.metric is not None
        weights, scale = self.training.metric.weights, self.training.metric.scale
        if len(weights) == 1:
            return np.append(weights / scale, np.zeros(others)), None
        text, rest = weights[:WORDS_ARE_CHEAPER].sum(keepdims=True), weights[WORDS_ARE_CHEAPER:]
        cells = rest[others:] * self.cells  # what is 0 in every pair has some weight
        beside = RegionMetric(weights=cells, scale=scale) if cells.any() else None
        return np.append(text, rest[:others]) / scale, beside

    @property
    def is_learned(self) -> bool:
        """Whether time taught something."""
        return self.training.metric is not None

    def order_kept(self, of: str = "held_out_order") -> float | None:
        """The share of the order of time kept, of days not learned from unless told; None: too few to measure."""
        return None if (kept := self.training.details.get(of)) is None else float(kept)


def _by_itself(history: PartHistory, settings: TrainingSettings) -> _Tried:
    """The text as time weighs it; as it is where it changes too seldom for a part of its own to be learned: time taught
    its sections already, and silenced what is noise among them. Nothing where it never changed, or did so often and
    kept no order."""
    across = replace(history, groups=())  # looks are the picture's: words are the same in each of them
    alone = train(across.seen_by(lambda pairs: history.numbers["text"](pairs)[:, None]), settings)
    if alone.metric is None and 0 < alone.details["changed_pairs"] < MIN_CHANGED_PAIRS:
        alone = replace(alone, metric=RegionMetric(weights=np.ones(1), scale=alone.scale))
    return _Tried("text", alone, np.zeros(0, dtype=np.bool_))


def _beside(history: PartHistory, settings: TrainingSettings, text: _Tried) -> _Tried:
    """Text, links, images and cells side by side. The text stands there ``WORDS_ARE_CHEAPER`` times: the same weight on
    n columns costs an n-th of what it costs on one."""
    weighed = _cells_weighed(history, text)

    def columns(pairs: IntArray) -> FloatArray:
        measured = history.measured(pairs)
        cells = [] if history.cells is None else [history.cells(pairs) * weighed]
        return np.hstack([np.repeat(measured[:, :1], WORDS_ARE_CHEAPER, axis=1), measured[:, 1:], *cells])

    return _Tried("all", train(history.seen_by(columns), settings), weighed)


def _cells_weighed(history: PartHistory, text: _Tried) -> BoolArray:
    """The cells that stand while no word changes; all of them where words decide nothing."""
    if history.cells is None:
        return np.zeros(0, dtype=np.bool_)
    visits = _each_to_the_next(history)
    if not text.is_learned:
        return np.ones(history.cells(visits[:1]).shape[1], dtype=np.bool_)
    return standing(history.cells, ~_rings(history, _decided(history, text), visits), history.days)


def _each_to_the_next(history: PartHistory) -> IntArray:
    visits = np.arange(len(history.times_h) - 1)
    return np.stack([visits, visits + 1], axis=1)


def _rings(history: PartHistory, joined: Joined, pairs: IntArray) -> BoolArray:
    return joined.calibration.important(history.weighed_by(joined.beside, pairs))


def _in_order(history: PartHistory, text: _Tried, whole: _Tried) -> list[_Tried]:
    """What was learned, the first to be taken unless labels contradict it. Where both were, all parts come first if
    they have a say; never where the text leaves out what comes and goes: with new words each time that keeps the order
    by not returning."""
    found = [item for item in (text, whole) if item.is_learned]
    if len(found) < 2 or history.passing:
        return found
    return [whole, text] if _has_a_say(history, text, whole) else [text, whole]


def _has_a_say(history: PartHistory, text: _Tried, whole: _Tried) -> bool:
    kept = [item.order_kept() for item in (text, whole)]
    known = None not in kept
    if not known:  # too short a history to hold days out, or too few words
        kept = [item.order_kept("order_after") for item in (text, whole)]
    gain = (kept[1] or 0.0) - (kept[0] or 0.0)
    silent = _silent(history, _decided(history, whole), _decided(history, text))
    if gain <= ABOUT_ALL:
        return known and gain > -ABOUT_ALL and silent.tell
    return silent.may_speak or (known and gain > CLEARLY and silent.are_bearable)


def _silent(history: PartHistory, whole: Joined, text: Joined) -> SilentChanges:
    visits = _each_to_the_next(history)
    every, said = _rings(history, whole, visits), _rings(history, text, visits)
    hybrid = whole.calibration.hybrid
    weights = hybrid.weights * [name != "text" for name in hybrid.parts]

    def besides(pairs: IntArray) -> FloatArray:
        return history.weighed_by(whole.beside, pairs) @ weights

    return SilentChanges.of(
        besides,
        np.flatnonzero(every & ~said),
        visits=len(history.times_h),
        days=history.days,
        missed=int((said & ~every).sum()),
    )


def _decided(history: PartHistory, tried: _Tried) -> Joined:
    """The threshold, and the logistic curve through it."""
    measured, beside = tried.weights(others=len(history.numbers) - 1)
    numbers = history.weighed_by(beside, tried.training.successive)
    told = history.weighed_by(beside, history.labelled_pairs)
    visual = [] if history.cells is None else [1.0 if beside is not None else 0.0]
    weights = np.append(visual, measured)
    threshold = threshold_of(
        numbers @ weights,
        told @ weights,
        history.labels,
        negligible=NEGLIGIBLE if measured[1:].any() or beside is not None else NEGLIGIBLE_WORDS,
    )
    names = (*(["visual"] if visual else []), *history.numbers)
    hybrid = Hybrid(weights=weights, threshold=threshold, parts=names)
    decisions = np.concatenate([hybrid.decision(numbers), hybrid.decision(told)])
    signs = np.concatenate([np.where(hybrid.decision(numbers) > 0.0, 1.0, -1.0), history.labels])
    return Joined(calibration=Calibration(hybrid=hybrid, slope=fit_slope(decisions, signs)), beside=beside)
