"""The protocol of the source over generated sites: split i learns from five days, and is judged on all others.

M. T. Law's thesis (2015), section 4.4: test pairs are successive captures that are similar or dissimilar; identical
and ambiguous ones are left out. AP_S, AP_D and their mean MAP rank them; the decision without labels is judged by its
balanced accuracy, recall and alarms; the map, as it lies over each capture, by the share of its mass on declared news.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks.change_detection_forms import Forms
from benchmarks.change_detection_lsml import LSML, lsml_distances
from benchmarks.change_detection_peers import PAIR_PEERS, cropped, triplet_weights
from benchmarks.pages.history import SiteHistory, covered
from benchmarks.pages.site import Truth
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.gist import GistGrid
from changemodel.features.regions import region_distances_of

GRID = 10
TRAINING_VERSIONS = 120
"""Five days of hourly captures."""

FloatArray = NDArray[np.float64]

EUCLIDEAN, CROP, TRIPLETS = "Euclidean GIST", "hand-set crop", "triplets"


@dataclass(frozen=True)
class Ranked:
    """Average precisions of one ranking, percent."""

    map: float
    ap_similar: float
    ap_dissimilar: float


@dataclass(frozen=True, kw_only=True)
class SplitFindings:
    """One split of one site."""

    scores: Mapping[str, Ranked]
    important: int  # test pairs that are dissimilar
    unimportant: int
    decision: Mapping[str, float | None]
    """Accuracy, recall, alarms, true alarms; accuracy with a few labels, and its spread over draws of these."""
    map_on_news: float  # percent of the map's mass
    state: str


@dataclass(frozen=True, kw_only=True)
class SiteFindings:
    """One site's splits."""

    name: str
    hard: str
    captures: int
    splits: Sequence[SplitFindings] = field(default_factory=tuple)


def evaluate(site: SiteHistory, *, splits: int, lsml: bool, seed: int = 0) -> SiteFindings:
    """Judge every distance on every split of a site."""
    pairs = PlainPairs(site)
    numbers = range(min(splits, len(site.versions) // TRAINING_VERSIONS))
    found = [_split(site, pairs, number, lsml=lsml, seed=seed) for number in numbers]
    return SiteFindings(name=site.name, hard=site.hard, captures=len(site.versions), splits=found)


class PlainPairs:
    """What does not depend on the split: plain features of all captures, distances of all successive pairs."""

    def __init__(self, site: SiteHistory) -> None:
        self._site = site
        first = site.versions[0].captured_at
        self.times_h = np.array([(item.captured_at - first).total_seconds() / 3600 for item in site.versions])
        successive = np.arange(len(site.versions) - 1)
        self.successive = np.column_stack([successive, successive + 1])

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """Plain GIST of every capture."""
        gist = GistGrid(grid=GRID)
        known = [version.features_of(gist.feature_layout) for version in self._site.versions]
        return np.stack(
            [
                gist.transform([version.screenshot])[0] if item is None else item  # type: ignore[list-item]
                for item, version in zip(known, self._site.versions, strict=True)
            ]
        )

    @cached_property
    def regions(self) -> FloatArray:
        """Region distances of the successive pairs, where content stands as it stands."""
        return region_distances_of(self.features, self.successive)

    @cached_property
    def peers(self) -> dict[str, FloatArray]:
        """Distances of the peers that learn nothing; of the pairs that are judged, 0 elsewhere."""
        found = {name: np.zeros(len(self.successive)) for name in PAIR_PEERS}
        for place, (before, after) in enumerate(self.successive):
            if self._site.truths[place] in (Truth.SIMILAR, Truth.DISSIMILAR):
                both = self._site.versions[before], self._site.versions[after]
                for name, distance in PAIR_PEERS.items():
                    found[name][place] = distance(*both)
        return found


def judged_pairs(truths: Sequence[Truth], training: slice) -> list[int]:
    """Places of the successive pairs that are judged: similar or dissimilar, and no end of them learned from."""
    return [
        place
        for place, kind in enumerate(truths)
        if kind in (Truth.SIMILAR, Truth.DISSIMILAR)
        and not (training.start <= place < training.stop or training.start <= place + 1 < training.stop)
    ]


def _split(site: SiteHistory, pairs: PlainPairs, number: int, *, lsml: bool, seed: int) -> SplitFindings:
    training = slice(number * TRAINING_VERSIONS, (number + 1) * TRAINING_VERSIONS)
    places = judged_pairs(site.truths, training)
    truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    news = site.news_cells(training, GRID)
    ours = Forms(site, pairs.features, training, places, seed)
    distances = {name: values[places] for name, values in pairs.peers.items()}
    distances[EUCLIDEAN] = pairs.regions[places].sum(axis=1)
    distances[CROP] = cropped(pairs.regions[places], news)
    weights = triplet_weights(pairs.features[training], pairs.times_h[training], seed)
    distances[TRIPLETS] = pairs.regions[places] @ weights
    if lsml:
        distances[LSML] = lsml_distances(
            pairs.features[training], pairs.times_h[training], pairs.regions[places], seed
        )
    distances |= ours.distances()
    return SplitFindings(
        scores={name: _ranked(values, truth) for name, values in distances.items()},
        important=int(truth.sum()),
        unimportant=int((~truth).sum()),
        decision=ours.decision(truth),
        map_on_news=100 * map_on_news(site, ours.default, training),
        state=ours.default.picture_state_,
    )


def map_on_news(site: SiteHistory, model: ChangeModel, training: slice) -> float:
    """Share of the map's mass on cells with declared news, in the mean of the captures not learned from; those that
    show none on the first screen are left out, and where the map is on none of it, none of its mass is on news."""
    shares = []
    for place, boxes in enumerate(site.news_boxes):
        news = covered(boxes, GRID)
        if news.any() and not training.start <= place < training.stop:
            shares.append(float(model.importance_on(site.versions[place])[news].sum()))
    return float(np.mean(shares))


def _ranked(values: FloatArray, truth: NDArray[np.bool_]) -> Ranked:
    ranking = rank_changes(values, truth)
    return Ranked(100 * ranking.map, 100 * ranking.ap_similar, 100 * ranking.ap_dissimilar)


def mean_and_spread(values: Iterator[float] | Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation over the splits."""
    given = np.array(list(values), dtype=np.float64)
    return float(given.mean()), float(given.std())
