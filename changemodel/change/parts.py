"""The parts of a change in one distance and one decision: what is seen, what is read, links, images.

Last step of ``ChangeModel.fit`` for versions that bring text, after each part was learned or measured by itself. A pair
of versions has one number for each part, and time says what a part is worth, by the same constraints that weigh the
regions within one (``training``): a picture that only shows which advertisement was served, or a text that is new at
every visit, violates the order of time and gets next to nothing, in the distance and in the decision. The distance is
the weighted sum of the parts; a change is important where it exceeds one threshold. Where one part keeps the order of
time about as well as all together, it decides alone. Source: M. T. Law's thesis (2015),
(4.7), the hybrid distance; that its weights follow from time, and not from the pairs that its own parts call far, is
ours: on a page that seldom changes most of the farthest pairs are noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from changemodel.change.calibration import MOST_COUNTED, Calibration, Verdicts, fit_slope
from changemodel.change.decision import PairNumbers
from changemodel.change.history import among, hours_of, labelled_rows, structural_distances
from changemodel.change.hybrid import Hybrid
from changemodel.change.rhythm import USUAL_GAMMA_H, longest_gamma
from changemodel.change.temporal import Rhythm, constraints_within
from changemodel.change.training import PageHistory, Training, TrainingSettings, order_kept, train
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

if TYPE_CHECKING:
    from changemodel.change.text_drift import TextDrift

NEGLIGIBLE = 0.06
"""Share of the mean distance below which changes are alike. Of the training family and other seeds of it, 0.05 to 0.2
decided about equally well where the text decides; below, noise is split on pages that seldom change, and 0.5 leaves
out small news."""

PREFERRED = ("text", "visual")
"""Parts that may decide alone, in this order; links and images follow what is shown."""

ABOUT_ALL = 0.01
"""Share of the order that a part alone may fall short of all parts, and still is enough: chosen on the training family,
where the text kept 0.95 to 0.999 alone, and whatever the picture added to that lowered the ranking of unseen pairs."""

PART_CONSTRAINTS = 3000
"""Constraints that the parts' weights are learned from: as many as ``training`` tries each gamma with, so that the
distances of these pairs are known already."""


def told_slowly(settings: TrainingSettings, times_h: FloatArray) -> TrainingSettings:
    """The settings for distances that are 0 unless something changed: the longest gamma, no prior, one weight each."""
    gamma = settings.gamma_h or longest_gamma(times_h)
    return replace(settings, metric="diagonal", gamma_h=gamma, centre=None)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the pictures of a page's versions say."""

    versions: Sequence[PageVersion]
    distances: PairNumbers  # learned
    groups: Sequence[IntArray] = ()  # versions of each look, where the page flaps


@dataclass(frozen=True, kw_only=True)
class PartHistory:
    """A page's versions as the parts see them: one number of each pair for each part."""

    times_h: FloatArray
    numbers: Mapping[str, PairNumbers]  # by part, in the order of the parts
    labelled_pairs: IntArray = field(default_factory=lambda: np.empty((0, 2), dtype=np.intp))
    labels: FloatArray = field(default_factory=lambda: np.empty(0))  # +1 important, -1 not
    groups: Sequence[IntArray] = ()  # versions of each look, where the page flaps

    def distances(self, pairs: IntArray) -> FloatArray:
        """All parts of pairs of versions, (n, 2) -> (n, parts)."""
        return np.column_stack([number(pairs) for number in self.numbers.values()])


def join_parts(history: PartHistory, settings: TrainingSettings) -> tuple[Calibration | None, dict[str, Any]]:
    """The weights of the parts, the threshold and the probability; None where time teaches nothing of them.

    Distance and decision are one: ``hybrid.weights`` weigh the parts so that the distance is 1 in the mean of the
    successive pairs, and ``hybrid.threshold`` is where important changes begin.

    Parameters
    ----------
    history : PartHistory
    settings : TrainingSettings
        Of the page; the gamma is the longest one, see ``told_slowly``.

    Returns
    -------
    calibration : Calibration or None
    details : dict
        What joining did, as JSON-able values.
    """
    few = replace(
        told_slowly(settings, history.times_h), constraints=min(settings.constraints, PART_CONSTRAINTS)
    )
    seen = PageHistory(
        times_h=history.times_h,
        distances=history.distances,
        labelled_pairs=history.labelled_pairs,
        labels=history.labels,
        groups=history.groups,
    )
    training = train(seen, few)
    if training.metric is None:
        return None, {"reason": training.details["reason"]}
    told = history.distances(history.labelled_pairs)
    tried = _weights_to_try(training, _order_alone(seen, few), tuple(history.numbers))
    found = [_decided(training.between, told, history.labels, weights) for weights in tried]
    contradicted = [int((item.important(told) != (history.labels > 0)).sum()) for item in found]
    best = found[int(np.argmin(contradicted))]
    calibration = replace(best, hybrid=replace(best.hybrid, parts=tuple(history.numbers)))
    return calibration, {
        "reason": None,
        "weights": calibration.hybrid.by_part(),
        "threshold": calibration.hybrid.threshold,
        "gamma_h": training.details["gamma_h"],
        "held_out_order": training.details["held_out_order"],
        "important_successive_pairs": int(calibration.important(training.between).sum()),
    }


def _order_alone(history: PageHistory, settings: TrainingSettings) -> FloatArray:
    """Share of the order of time that each part keeps by itself."""
    times = history.times_h
    constraints = constraints_within(
        times,
        history.groups or [np.arange(len(times))],
        Rhythm.of(times, gamma_h=settings.gamma_h or USUAL_GAMMA_H, window_h=settings.window_h),
        limit=settings.constraints,
        random_state=settings.random_state,
    )
    quadruplets = constraints.features(history.distances(constraints.pairs))
    return np.array([order_kept(row, quadruplets) for row in np.eye(quadruplets.closer.shape[1])])


def _weights_to_try(training: Training, alone: FloatArray, parts: Sequence[str]) -> list[FloatArray]:
    """Weights of the parts, the first ones to be taken unless labels contradict them.

    One part that by itself keeps about as much of the order as all together do is enough, and the others add what
    is noise to it; first the text, which is the same to the letter where nothing changed. Then all, as time weighs
    them.
    """
    assert training.metric is not None
    joint = training.metric.weights / training.metric.scale
    enough = max(float(training.details["order_after"]), float(alone.max())) - ABOUT_ALL
    order = [name for name in PREFERRED if name in parts]
    rows = [row for row in map(parts.index, order) if alone[row] >= enough]
    usual = training.between.mean(axis=0)
    return [*(np.eye(len(parts))[row] / usual[row] for row in rows if usual[row] > 0.0), joint]


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
        What the pictures say; None where they taught nothing.
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
    if seen is not None and places is not None:
        rows = np.array([places[id(item)] for item in kept], dtype=np.intp)
        numbers = {"visual": lambda pairs: seen.distances(rows[pairs]), **numbers}
        groups = [np.flatnonzero(np.isin(rows, group)) for group in seen.groups]
    return PartHistory(
        times_h=hours_of(kept),
        numbers=numbers,
        labelled_pairs=labelled_pairs,
        labels=labels,
        groups=[group for group in groups if len(group)],
    )


def threshold_of(distances: ArrayLike, told: ArrayLike = (), labels: ArrayLike = ()) -> float:
    """Where important changes begin, among the successive pairs of a page.

    The pairs fall into two classes, the usual unrest and what stands out of it, where the variance between the
    classes is largest (Otsu 1979), on a logarithmic scale: changes differ by factors. Distances far below the mean,
    ``NEGLIGIBLE`` of it, are all alike, as identical pairs are. With labels the border moves to where it contradicts
    least: a person's verdict counts for up to ``MOST_COUNTED`` pairs, together as much as all pairs, and an assumed
    class the less the nearer the pair stands to the border.

    Parameters
    ----------
    distances : float array, shape (n,), >= 0
        Of the successive pairs.
    told, labels : float array, shape (m,)
        Distances of the pairs that a person judged, and +1 important, -1 not.
    """
    values = np.asarray(distances, dtype=np.float64)
    unit = NEGLIGIBLE * float(values.mean()) or 1.0
    places = np.sort(np.log(unit + values))
    border = _two_classes(places)
    if np.size(told):
        border = _with_labels(places, border, np.log(unit + np.asarray(told)), np.asarray(labels))
    return max(0.0, float(np.exp(border)) - unit)


def _two_classes(places: FloatArray) -> float:
    """Otsu's border of sorted values; above them all where they are all equal."""
    below = np.arange(1, len(places))
    sums = np.cumsum(places)
    means = sums[:-1] / below, (sums[-1] - sums[:-1]) / (len(places) - below)
    between = below * (len(places) - below) * (means[1] - means[0]) ** 2
    between[places[1:] == places[:-1]] = -1.0
    if not between.size or between.max() <= 0.0:
        return float(places[-1])
    row = int(np.argmax(between))
    return float(0.5 * (places[row] + places[row + 1]))


def _with_labels(places: FloatArray, border: float, told: FloatArray, labels: FloatArray) -> float:
    """The border that contradicts least of what was told and assumed; of equal ones the nearest to the assumed."""
    reach = max(float(np.abs(places - border).max()), np.finfo(np.float64).tiny)
    doubt = np.minimum(1.0, np.abs(places - border) / reach)
    count = min(MOST_COUNTED, max(1.0, len(places) / len(told)))
    values = np.concatenate([places, told])
    signs = np.concatenate([np.where(places > border, 1.0, -1.0), labels])
    costs = np.concatenate([doubt, np.full(len(told), count)])
    edges = np.unique(values)
    tried = np.concatenate([[border, edges[0] - 1.0, edges[-1] + 1.0], 0.5 * (edges[1:] + edges[:-1])])
    wrong = [float(costs[(values > at) != (signs > 0)].sum()) for at in tried.tolist()]
    least = min(wrong)
    candidates = tried[np.isclose(wrong, least)]
    return float(candidates[np.argmin(np.abs(candidates - border))])


def _decided(numbers: FloatArray, told: FloatArray, labels: FloatArray, weights: FloatArray) -> Calibration:
    """The threshold, and the logistic curve through it."""
    threshold = threshold_of(numbers @ weights, told @ weights, labels)
    hybrid = Hybrid(weights=weights, threshold=threshold)
    decisions = np.concatenate([hybrid.decision(numbers), hybrid.decision(told)])
    signs = np.concatenate([np.where(hybrid.decision(numbers) > 0.0, 1.0, -1.0), labels])
    return Calibration(hybrid=hybrid, slope=fit_slope(decisions, signs))


def _structural(versions: Sequence[PageVersion], pairs: IntArray) -> FloatArray:
    both = [(versions[i], versions[j]) for i, j in pairs.tolist()]
    return np.array([structural_distances(a, b) for a, b in both], dtype=np.float64).reshape(-1, 2)
