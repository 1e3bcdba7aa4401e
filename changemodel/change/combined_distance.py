"""Combines the parts of a change into one distance and one decision.

For versions that bring text, after each part was learned or measured by itself. A pair of versions has one number for
each part (``parts``), and time says what a part is worth, by the same constraints that weigh the regions within one
(``training``): a picture that only shows which advertisement was served, or a text that is new at every visit, violates
the order of time and gets next to nothing, in the distance and in the decision. The distance is the weighted sum of the
parts; a change is important where it exceeds one threshold.

Words are the same to the letter where nothing changed, a picture never is. So the cells of the picture are weighed
once more, beside the words: words are cheap there, and a cell gets what time needs it for besides, such as a chart
that is replaced under the same words. Only cells that stand are weighed (``silent_changes.standing``). Where that
keeps no more of the order of days not learned from than the words do, these decide alone; so they do where furniture
is not read, which the words leave out and links and pictures do not. What has no say still orders, quietly, what
words call equal (``QUIET``): a rank is no alarm, and between two versions with the same words nothing else can tell
more from less. Source: M. T. Law's thesis (2015), (4.7), the hybrid distance; that its weights follow from time, and
not from the pairs that its own parts call far, is ours: on a page that seldom changes most of the farthest pairs are
noise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from changemodel.change.calibration import BoolArray, Calibration, fit_slope
from changemodel.change.classes import NEGLIGIBLE, NEGLIGIBLE_WORDS, threshold_of
from changemodel.change.history import slow_settings
from changemodel.change.hybrid import Hybrid
from changemodel.change.parts import PartHistory
from changemodel.change.region_metric import RegionMetric
from changemodel.change.silent_changes import SPOKEN, SilentChanges, standing
from changemodel.change.training import MIN_CHANGED_PAIRS, Training, TrainingSettings, train
from changemodel.metric.quadruplets import FloatArray, IntArray

ABOUT_AS_MUCH = 0.01
"""Share of the order of days not learned from that all parts may fall short of the text alone and still have a say: the
picture of a page adds little to it that is replaced once a day. In windows of training sites (rendered, by a script
that is not kept) it is 0.002 at most where a picture matters, and 0.024 and 0.026 on two where only words do."""

CLEARLY = 0.05
"""How much more of it all parts must keep to have a say even where hardly a change without a word raised an alarm. In
26 windows of training sites (likewise) it is 0.13 on dich, whose drawings none of the words tell and where none raised
an alarm, 0.04 at most
where the words rank unseen pairs better, and 0.07 and 0.09 on two where both do so without a mistake."""

NOISY = 0.003
"""How much more of it all parts must keep for the words alone to be called noise, if these call three changes or more
(``silent_changes.SPOKEN``) important that all parts do not."""

WORDS_ARE_CHEAPER = 64
"""How much less the weight of a change of words costs than that of the same change of a cell. On the training site
where words and a drawing are important 16 to 256 ranked the pairs alike; with 1 or 4 cells get what words explain."""

QUIET = 0.01
"""Where words decide alone: how loud the largest change of all other parts is beside the words' threshold. It orders
what words call equal, and raises no alarm. In 83 windows of training and of known sites (rendered, by a script that is
not kept) MAP and alarms are the same with 0.003 to 0.1; with 0.5 four more alarms, three of them true."""

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
    successive pairs, and ``hybrid.threshold`` is where important changes begin. Either the text decides alone, or the
    picture is added to what it says, or the text is noise and all parts decide as time weighs them (``_candidates``);
    where labels contradict the one that is preferred more than another, that one is taken.

    Parameters
    ----------
    history : PartHistory
    settings : TrainingSettings
        Of the page; the gamma is the longest one, see ``slow_settings``.

    Returns
    -------
    joined : Joined or None
    details : dict
        What joining did, as JSON-able values.
    """
    slow = slow_settings(settings, history.times_h)
    few = replace(slow, constraints=min(settings.constraints, PART_CONSTRAINTS))
    text = _by_itself(history, few)
    whole = _beside(history, replace(few, seldom=settings.seldom), text)
    found = _candidates(history, text, whole)
    if not found:
        return None, {"reason": whole.training.details["reason"]}
    told = history.labels > 0
    contradicted = [
        int((_alarms(history, item.joined, history.labelled_pairs) != told).sum()) for item in found
    ]
    tried, chosen = found[int(np.argmin(contradicted))]
    training = tried.training
    hybrid = chosen.calibration.hybrid
    between = history.weighed_by(chosen.beside, training.successive)
    return chosen, {
        "reason": None,
        "weights": hybrid.by_part(),
        "threshold": hybrid.threshold,
        "gamma_h": training.details["gamma_h"],
        "held_out_order": training.details.get("held_out_order"),
        "decided_by": tried.name,
        "held_out_tried": {item.name: item.order_kept() for item in (text, whole) if item.is_learned},
        "changes": training.details["changes"],
        "important_successive_pairs": int(chosen.calibration.important(between).sum()),
    }


class _Tried(NamedTuple):
    """One way to weigh the parts: by the text alone, or text, links, images and cells side by side."""

    name: str
    training: Training
    weighed: BoolArray  # of the parts beside the text, then of the cells, those that are

    def weights(self, others: int) -> tuple[FloatArray, RegionMetric | None]:
        """Those of the text and of so many other parts, and the metric beside them."""
        assert self.training.metric is not None
        weights, scale = self.training.metric.weights, self.training.metric.scale
        if len(weights) == 1:
            return np.append(weights / scale, np.zeros(others)), None
        text, rest = weights[:WORDS_ARE_CHEAPER].sum(keepdims=True), weights[WORDS_ARE_CHEAPER:]
        rest = rest * self.weighed  # what is 0 in every pair has some weight
        beside = RegionMetric(weights=rest[others:], scale=scale) if rest[others:].any() else None
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
    n columns costs an n-th of what it costs on one. Links and images show what the text leaves out, too, and count
    nothing where it does."""
    others = np.full(len(history.numbers) - 1, not history.passing)
    weighed = np.append(others, _cells_weighed(history, text))

    def columns(pairs: IntArray) -> FloatArray:
        measured = history.measured(pairs)
        cells = [] if history.cells is None else [history.cells(pairs)]
        beside = np.hstack([measured[:, 1:], *cells]) * weighed
        return np.hstack([np.repeat(measured[:, :1], WORDS_ARE_CHEAPER, axis=1), beside])

    return _Tried("all", train(history.seen_by(columns), settings), weighed)


def _cells_weighed(history: PartHistory, text: _Tried) -> BoolArray:
    """The cells that stand while no word changes; all of them where words decide nothing."""
    if history.cells is None:
        return np.zeros(0, dtype=np.bool_)
    visits = _each_to_the_next(history)
    if not text.is_learned:
        return np.ones(history.cells(visits[:1]).shape[1], dtype=np.bool_)
    return standing(history.cells, ~_alarms(history, _decided(history, text), visits), history.days)


def _each_to_the_next(history: PartHistory) -> IntArray:
    visits = np.arange(len(history.times_h) - 1)
    return np.stack([visits, visits + 1], axis=1)


def _alarms(history: PartHistory, joined: Joined, pairs: IntArray) -> BoolArray:
    return joined.calibration.important(history.weighed_by(joined.beside, pairs))


class _Candidate(NamedTuple):
    tried: _Tried
    joined: Joined


def _candidates(history: PartHistory, text: _Tried, whole: _Tried) -> list[_Candidate]:
    """What was learned, in the order in which it is preferred."""
    found = [_Candidate(item, _decided(history, item)) for item in (text, whole) if item.is_learned]
    if len(found) < 2:
        return found
    alone, every = found
    both = _Candidate(whole, _with_its_words(history, every, alone.joined))
    ordered = _Candidate(text, _in_order(history, every, alone.joined))
    gain, known = _order_gained(text, whole)
    if _has_a_say(_silent(history, both.joined, alone.joined), gain, known=known, passing=history.passing):
        return [both, ordered, every]
    visits = _each_to_the_next(history)
    missed = _alarms(history, alone.joined, visits) & ~_alarms(history, every.joined, visits)
    is_noise = gain > NOISY and missed.sum() >= SPOKEN and not history.passing
    return [every, ordered, both] if is_noise else [ordered, both, every]


def _order_gained(text: _Tried, whole: _Tried) -> tuple[float, bool]:
    """How much more of the order of time all parts keep than the text, and whether that is of days not learned from."""
    kept = [item.order_kept() for item in (text, whole)]
    known = None not in kept
    if not known:  # too short a history to hold days out, or too few words
        kept = [item.order_kept("order_after") for item in (text, whole)]
    return (kept[1] or 0.0) - (kept[0] or 0.0), known


def _has_a_say(silent: SilentChanges, gain: float, *, known: bool, passing: bool) -> bool:
    """Whether the picture is added to the words. Where the text leaves out what comes and goes, that keeps the order by
    not returning, with new pictures each time: there it must keep clearly more of it, or the words be rare."""
    if passing:
        return silent.may_speak and (gain > CLEARLY or not known)
    if gain > CLEARLY and known:
        return silent.are_bearable
    return silent.may_speak and gain > -ABOUT_AS_MUCH


def _with_its_words(history: PartHistory, every: _Candidate, text: Joined) -> Joined:
    """All parts, the words so loud that what they alone call important is important."""
    hybrid, words = every.joined.calibration.hybrid, text.calibration.hybrid
    at = hybrid.parts.index("text")
    louder = words.weights[at] * hybrid.threshold / words.threshold if words.threshold > 0.0 else 0.0
    weights = hybrid.weights.copy()
    weights[at] = max(weights[at], louder)
    pairs = every.tried.training.successive
    usual = float((history.weighed_by(every.joined.beside, pairs) @ weights).mean())
    beside = every.joined.beside and replace(every.joined.beside, scale=every.joined.beside.scale * usual)
    rest = [
        weight if name == "visual" else weight / usual
        for name, weight in zip(hybrid.parts, weights, strict=True)
    ]
    quieter = replace(hybrid, weights=np.array(rest), threshold=hybrid.threshold / usual)
    return _calibrated(history, quieter, beside, pairs)


def _in_order(history: PartHistory, every: _Candidate, text: Joined) -> Joined:
    """The text, and so little of all other parts that they decide nothing, and tell apart what it calls equal."""
    hybrid, words = every.joined.calibration.hybrid, text.calibration.hybrid
    others = hybrid.weights * [name != "text" for name in hybrid.parts]
    largest = float((history.weighed_by(every.joined.beside, _each_to_the_next(history)) @ others).max())
    if largest <= 0.0:
        return text
    quiet = replace(
        hybrid,
        weights=words.weights + others * (QUIET * words.threshold / largest),
        threshold=words.threshold,
    )
    return _calibrated(history, quiet, every.joined.beside, every.tried.training.successive)


def _silent(history: PartHistory, whole: Joined, text: Joined) -> SilentChanges:
    visits = _each_to_the_next(history)
    every, said = _alarms(history, whole, visits), _alarms(history, text, visits)
    hybrid = whole.calibration.hybrid
    weights = hybrid.weights * [name != "text" for name in hybrid.parts]

    def besides(pairs: IntArray) -> FloatArray:
        return history.weighed_by(whole.beside, pairs) @ weights

    before = np.flatnonzero(every & ~said)
    return SilentChanges.of(besides, before, visits=len(history.times_h), days=history.days)


def _decided(history: PartHistory, tried: _Tried) -> Joined:
    """The threshold, and the probability that goes with it."""
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
    return _calibrated(history, hybrid, beside, tried.training.successive)


def _calibrated(
    history: PartHistory, hybrid: Hybrid, beside: RegionMetric | None, successive: IntArray
) -> Joined:
    pairs = [history.weighed_by(beside, item) for item in (successive, history.labelled_pairs)]
    assumed, told = (hybrid.decision(numbers) for numbers in pairs)
    signs = np.concatenate([np.where(assumed > 0.0, 1.0, -1.0), history.labels])
    slope = fit_slope(np.concatenate([assumed, told]), signs)
    return Joined(calibration=Calibration(hybrid=hybrid, slope=slope), beside=beside)
