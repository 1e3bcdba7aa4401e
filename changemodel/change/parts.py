"""The parts of a change in one distance and one decision: what is seen, what is read, links, images.

Last step of ``ChangeModel.fit`` for versions that bring text, after each part was learned or measured by itself. A pair
of versions has one number for each part, and time says what a part is worth, by the same constraints that weigh the
regions within one (``training``): a picture that only shows which advertisement was served, or a text that is new at
every visit, violates the order of time and gets next to nothing, in the distance and in the decision. The distance is
the weighted sum of the parts; a change is important where it exceeds one threshold.

Words are the same to the letter where nothing changed, a picture never is. So the cells of the picture are weighed once
more, beside the words: words are cheap there, and a cell gets what time needs it for besides, such as a chart that is
replaced under the same words. Where that keeps no more of the order of days not learned from than the words do, these
decide alone; so they do where entries come and go amid the news (``passing_entries``, ``unsettled_lists``), which the
words leave out and links and pictures do not. Source: M. T. Law's thesis (2015), (4.7), the hybrid distance; that its
weights follow from time, and not from the pairs that its own parts call far, is ours: on a page that seldom changes
most of the farthest pairs are noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from changemodel.change.calibration import Calibration, Verdicts, fit_slope
from changemodel.change.classes import NEGLIGIBLE, NEGLIGIBLE_WORDS, threshold_of
from changemodel.change.decision import PairNumbers
from changemodel.change.history import among, hours_of, labelled_rows, structural_distances
from changemodel.change.hybrid import Hybrid
from changemodel.change.region_metric import RegionMetric
from changemodel.change.rhythm import longest_gamma
from changemodel.change.silent_changes import unrest
from changemodel.change.training import (
    MIN_CHANGED_PAIRS,
    PageHistory,
    PairDistances,
    Training,
    TrainingSettings,
    train,
)
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

if TYPE_CHECKING:
    from changemodel.change.text_drift import TextDrift

ABOUT_ALL = 0.003
"""Share of the order of days not learned from that the text alone may fall short of all parts, and still is enough. Of
the training family it fell short by 0.006 on the site where an important drawing changes beside important words, and by
0.0003 at most where only words are important: there, whatever the picture added lowered the ranking of unseen pairs.
``python -m benchmarks.constants ABOUT_ALL`` tries other values; likewise for the two constants below."""

SPOKEN = 3
"""Successive pairs that all parts must decide otherwise than the text alone, or what else there is has no say: how it
matters was not learned. Counted when the rule was only of what is important without words (by a script that is not
kept), it was 8 and 11 where a drawing matters beside words, 2 at most where only words do. Counted in both directions
now, since words that are new at every visit never stay; ``benchmarks.constants`` tries other values."""

UNSPOKEN_A_DAY = 3.0
"""Changes a day that all parts may call important where the text alone calls none, or what else there is has no say:
what would ring so often without a word is unrest. Only what lasts (``STEADY``) is counted. In windows of the training
family (rendered, by a script that is not kept, when all was counted) it is 1.6 to 2.2 where a drawing matters beside
words, 3.6 to 9.8 on four sites where only words do, and less on others: such a picture follows time as well, and only a
person's labels tell. A page without words is not asked."""

STEADY = 0.4
"""Unrest (``silent_changes``) up to which a change lasts; at least half of what all parts call important without a word
must, or what else there is has no say. Of 24 windows of the training family with three such changes or more (rendered,
by a script that is not kept) their median is 0.01 to 0.37 on nine windows of five sites where a picture matters, 0.44
to 0.9 on eight of ten where only words do."""

TELLING = 5
"""Changes without a word from which on nearly all (``NEARLY_ALL``) lasting tells that pictures matter even where the
words keep about as much of the order of time: a picture that is replaced once a day adds little to it."""

NEARLY_ALL = 0.8

WORDS_ARE_CHEAPER = 64
"""How much less the weight of a change of words costs than that of the same change of a cell. On the training site
where words and a drawing are important 16 to 256 ranked the pairs alike; with 1 or 4 cells get what words explain."""

PART_CONSTRAINTS = 3000
"""Constraints that the parts' weights are learned from: as many as ``training`` tries each gamma with, so that the
distances of these pairs are known already."""


def told_slowly(settings: TrainingSettings, times_h: FloatArray) -> TrainingSettings:
    """The settings for distances that are 0 unless something changed: the longest gamma, no prior, one weight each,
    and what seldom changes is cheap to listen to."""
    gamma = settings.gamma_h or longest_gamma(times_h)
    return replace(settings, metric="diagonal", gamma_h=gamma, centre=None, seldom=0.0)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the pictures of a page's versions say."""

    versions: Sequence[PageVersion]
    cells: PairDistances  # bare, without what moved or recurs
    groups: Sequence[IntArray] = ()  # versions of each look, where the page flaps


@dataclass(frozen=True, kw_only=True)
class PartHistory:
    """A page's versions as the parts see them: one number of each pair for the text, the links, the images."""

    times_h: FloatArray
    numbers: Mapping[str, PairNumbers]  # by part, the text first
    cells: PairDistances | None = None  # of the picture, (n, 2) -> (n, cells); None where no picture is read
    labelled_pairs: IntArray = field(default_factory=lambda: np.empty((0, 2), dtype=np.intp))
    labels: FloatArray = field(default_factory=lambda: np.empty(0))  # +1 important, -1 not
    groups: Sequence[IntArray] = ()  # versions of each look, where the page flaps
    passing: bool = False  # whether the text leaves out what comes and goes, which the others show

    def measured(self, pairs: IntArray) -> FloatArray:
        """Text, links and images of pairs of versions, (n, 2) -> (n, parts)."""
        return np.column_stack([number(pairs) for number in self.numbers.values()])

    def seen_by(self, distances: PairDistances) -> PageHistory:
        """The history as training sees it, by these distances."""
        return PageHistory(
            times_h=self.times_h,
            distances=distances,
            labelled_pairs=self.labelled_pairs,
            labels=self.labels,
            groups=self.groups,
        )


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
    parts, see ``ABOUT_ALL`` and ``SPOKEN``; where labels contradict one of the two more than the other, the other is
    taken.

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
    across = replace(history, groups=())  # looks are the picture's: words are the same in each of them
    alone = train(across.seen_by(lambda pairs: history.numbers["text"](pairs)[:, None]), few)
    whole = _beside(history, replace(few, seldom=settings.seldom))
    tried = _in_order([_by_itself(alone), whole], text_first=history.passing)
    if not tried:
        return None, {"reason": whole.training.details["reason"]}
    found = [_decided(history, item.training.successive, *item.weights(history)) for item in tried]
    if len(tried) == 2 and not history.passing:
        names = [item.name for item in tried]
        whole_at, text_at = names.index("all"), names.index("text")
        silent = _silent(history, found[whole_at], found[text_at], alone.successive)
        speaks = silent.may_speak if names[0] == "all" else silent.tells and _about_equal(tried)
        if speaks is not (names[0] == "all"):
            tried, found = tried[::-1], found[::-1]
    told = history.labels > 0
    contradicted = [
        int((item.calibration.important(numbers) != told).sum())
        for item, numbers in (
            (item, _numbers(history, item.beside, history.labelled_pairs)) for item in found
        )
    ]
    row = int(np.argmin(contradicted))
    chosen, training = found[row], tried[row].training
    hybrid = chosen.calibration.hybrid
    between = _numbers(history, chosen.beside, training.successive)
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

    def weights(self, history: PartHistory) -> tuple[FloatArray, RegionMetric | None]:
        """Those of text, links and images, and the metric beside them."""
        assert self.training.metric is not None
        weights, scale = self.training.metric.weights, self.training.metric.scale
        others = len(history.numbers) - 1
        if len(weights) == 1:
            return np.append(weights / scale, np.zeros(others)), None
        text, rest = weights[:WORDS_ARE_CHEAPER].sum(keepdims=True), weights[WORDS_ARE_CHEAPER:]
        cells = rest[others:]
        beside = RegionMetric(weights=cells, scale=scale) if cells.any() else None
        return np.append(text, rest[:others]) / scale, beside


@dataclass(frozen=True)
class _Silent:
    """What all parts call important and the text alone does not."""

    unrest: FloatArray  # of each such change
    missed: int  # that the text alone calls important, and all parts do not
    days: float

    @property
    def lasting(self) -> int:
        """Changes after which all stands still again."""
        return int((self.unrest <= STEADY).sum())

    @property
    def may_speak(self) -> bool:
        """Whether there are enough (``SPOKEN``), about half of them lasting, and not all the time
        (``UNSPOKEN_A_DAY``)."""
        steady = 2 * self.lasting >= len(self.unrest)
        return (
            len(self.unrest) + self.missed >= SPOKEN and steady and self.lasting <= UNSPOKEN_A_DAY * self.days
        )

    @property
    def tells(self) -> bool:
        """Whether it is plain that pictures matter: nearly all last, and nothing is missed for them."""
        enough = self.lasting >= max(TELLING, NEARLY_ALL * len(self.unrest))
        return self.may_speak and enough and not self.missed


def _silent(history: PartHistory, whole: Joined, text: Joined, successive: IntArray) -> _Silent:
    every, said = (
        item.calibration.important(_numbers(history, item.beside, successive)) for item in (whole, text)
    )
    weights = whole.calibration.hybrid.weights * [name != "text" for name in whole.calibration.hybrid.parts]

    def besides(pairs: IntArray) -> FloatArray:
        return _numbers(history, whole.beside, pairs) @ weights

    return _Silent(
        unrest(besides, successive[every & ~said], len(history.times_h)),
        int((said & ~every).sum()),
        float(history.times_h[-1] - history.times_h[0]) / 24.0,
    )


def _about_equal(tried: Sequence[_Tried]) -> bool:
    kept = [_kept(item, "held_out_order") for item in tried]
    return None not in kept and abs((kept[0] or 0.0) - (kept[1] or 0.0)) < ABOUT_ALL


def _by_itself(alone: Training) -> _Tried:
    """The text as time weighs it; as it is where it changes too seldom for a part of its own to be learned: time taught
    its sections already, and silenced what is noise among them. Nothing where it never changed, or did so often and
    kept no order."""
    if alone.metric is None and 0 < alone.details["changed_pairs"] < MIN_CHANGED_PAIRS:
        alone = replace(alone, metric=RegionMetric(weights=np.ones(1), scale=alone.scale))
    return _Tried("text", alone)


def _beside(history: PartHistory, settings: TrainingSettings) -> _Tried:
    """Text, links, images and cells side by side. The text stands there ``WORDS_ARE_CHEAPER`` times: the same weight on
    n columns costs an n-th of what it costs on one."""

    def columns(pairs: IntArray) -> FloatArray:
        measured = history.measured(pairs)
        cells = [] if history.cells is None else [history.cells(pairs)]
        return np.hstack([np.repeat(measured[:, :1], WORDS_ARE_CHEAPER, axis=1), measured[:, 1:], *cells])

    return _Tried("all", train(history.seen_by(columns), settings))


def _in_order(tried: Sequence[_Tried], *, text_first: bool) -> list[_Tried]:
    """What was learned, the first to be taken unless labels contradict it: the first that keeps about as much of the
    order of time as the best; what kept too little to be measured comes last. Or the text, whatever it keeps: what
    comes and goes with new words each time keeps the order by never returning, and the text is without it."""
    found = [item for item in tried if item.training.metric is not None]
    if text_first:
        return found
    kept = [_kept(item, "held_out_order") for item in found]
    if None in kept:  # too short a history to hold days out
        kept = [_kept(item, "order_after") for item in found]
    known = [order or 0.0 for order in kept]
    enough = max(known, default=0.0) - ABOUT_ALL
    return sorted(found, key=lambda item: known[found.index(item)] < enough)


def _kept(item: _Tried, order: str) -> float | None:
    return None if (kept := item.training.details.get(order)) is None else float(kept)


def _numbers(history: PartHistory, beside: RegionMetric | None, pairs: IntArray) -> FloatArray:
    """The parts of pairs of versions as they are weighed, the picture first, (n, 2) -> (n, parts)."""
    measured = history.measured(pairs)
    if history.cells is None:
        return measured
    seen = np.zeros(len(pairs)) if beside is None else beside.distance(history.cells(pairs))
    return np.column_stack([seen, measured])


def parts_of(
    versions: Sequence[PageVersion],
    verdicts: Verdicts,
    drift: TextDrift,
    seen: Seen | None = None,
) -> PartHistory:
    """The parts of versions in time order that have text, of those with a picture where pictures have a metric.

    Parameters
    ----------
    versions : sequence of PageVersion
    verdicts : mapping
        A person's, as ``calibration.checked_labels`` gives them; those on other versions are left out.
    drift : TextDrift
    seen : Seen, optional
        The pictures; None where they taught nothing.
    """
    places = None if seen is None else {id(version): row for row, version in enumerate(seen.versions)}
    kept = [item for item in versions if places is None or id(item) in places]
    known = among(verdicts, versions, kept)
    labelled_pairs, labels = labelled_rows(kept, known)
    numbers: dict[str, PairNumbers] = {
        "text": lambda pairs: drift.distances(kept, pairs),
        "links": lambda pairs: _structural(kept, pairs)[:, 0],
        "images": lambda pairs: _structural(kept, pairs)[:, 1],
    }
    groups: Sequence[IntArray] = ()
    cells: PairDistances | None = None
    if seen is not None and places is not None:
        rows = np.array([places[id(item)] for item in kept], dtype=np.intp)
        groups = [np.flatnonzero(np.isin(rows, group)) for group in seen.groups]

        def cells(pairs: IntArray) -> FloatArray:
            return seen.cells(rows[pairs])

    return PartHistory(
        times_h=hours_of(kept),
        numbers=numbers,
        cells=cells,
        labelled_pairs=labelled_pairs,
        labels=labels,
        groups=[group for group in groups if len(group)],
        passing=drift.leaves_out,
    )


def _decided(
    history: PartHistory, successive: IntArray, measured: FloatArray, beside: RegionMetric | None
) -> Joined:
    """The threshold, and the logistic curve through it."""
    numbers = _numbers(history, beside, successive)
    told = _numbers(history, beside, history.labelled_pairs)
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


def _structural(versions: Sequence[PageVersion], pairs: IntArray) -> FloatArray:
    both = [(versions[i], versions[j]) for i, j in pairs.tolist()]
    return np.array([structural_distances(a, b) for a, b in both], dtype=np.float64).reshape(-1, 2)
