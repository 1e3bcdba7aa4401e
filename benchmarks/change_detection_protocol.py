"""The protocol of the source over generated sites: split i learns from five days, and is judged on all others.

M. T. Law's thesis (2015), section 4.4: test pairs are successive captures that are similar or dissimilar; identical
and ambiguous ones are left out. AP_S, AP_D and their mean MAP rank them; the decision without labels is judged by its
balanced accuracy, recall and alarms; the map by the share of its mass on cells that the site declares as news.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.change_detection_lsml import LSML, lsml_distances
from benchmarks.change_detection_peers import PAIR_PEERS, cropped, triplet_weights
from benchmarks.sites.history import SiteHistory
from benchmarks.sites.site import Truth
from changemodel.change.model import ChangeModel
from changemodel.change.score import ChangeScore
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from changemodel.features.gist import GistGrid
from changemodel.features.regions import region_distances_of
from changemodel.version import PageVersion

GRID = 10
TRAINING_VERSIONS = 120
"""Five days of hourly captures."""

FEW_LABELS = 5

FloatArray = NDArray[np.float64]
Versions = Mapping[int, PageVersion] | Sequence[PageVersion]
"""By place in the history."""

EUCLIDEAN, CROP, TRIPLETS = "Euclidean GIST", "hand-set crop", "triplets"
SOURCE, D_W, D_M, HYBRID = "D_w, not aligned", "D_w", "D_M", "D_w, links, images"
TEXTUAL, DEFAULT, DEFAULT_DISTANCE = "blocks' text, learned", "default: decision", "default: distance"
OURS = (SOURCE, D_W, D_M, HYBRID, TEXTUAL, DEFAULT_DISTANCE, DEFAULT)


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
    decision: Mapping[str, float | None]  # accuracy, recall, alarms, true alarms, accuracy with labels
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
    pairs = _Pairs(site)
    numbers = range(min(splits, len(site.versions) // TRAINING_VERSIONS))
    found = [_split(site, pairs, number, lsml=lsml, seed=seed) for number in numbers]
    return SiteFindings(name=site.name, hard=site.hard, captures=len(site.versions), splits=found)


class _Pairs:
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


def _split(site: SiteHistory, pairs: _Pairs, number: int, *, lsml: bool, seed: int) -> SplitFindings:
    training = slice(number * TRAINING_VERSIONS, (number + 1) * TRAINING_VERSIONS)
    places = judged_pairs(site.truths, training)
    truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    news = site.news_cells(training, GRID)
    ours = _Ours(site, training, places, seed)
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
        map_on_news=100 * float(ours.default.importance_map_[news].sum()),
        state=ours.default.state_,
    )


class _Ours:
    """The model in its forms, fitted on one split.

    Content is put back where it usually stands once, by the default model; the other forms compare those features.
    """

    def __init__(self, site: SiteHistory, training: slice, places: Sequence[int], seed: int) -> None:
        self._site, self._training, self._places, self._seed = site, training, places, seed
        self.default = self._fitted({}, site.versions)
        self._said = self._scores(self.default, site.versions)
        read = {place for pair in places for place in (pair, pair + 1)} | set(
            range(training.start, training.stop)
        )
        self._framed = {place: self._in_frame(site.versions[place]) for place in sorted(read)}

    def distances(self) -> dict[str, FloatArray]:
        """What each form says of the test pairs; forms that this version of the model does not have are left out."""
        visual = {"regions": "grid"} if _knows("regions") else {}
        diagonal = self._scores_of(visual) if visual else self._said
        plain = self._fitted({**visual, "align": False}, self._site.versions)
        found = {
            DEFAULT: _decisions(self._said),
            DEFAULT_DISTANCE: _distances(self._said),
            D_W: _distances(diagonal),
            HYBRID: _decisions(diagonal),
            SOURCE: _distances(self._scores(plain, self._site.versions)),
        }
        if _has_full():
            found[D_M] = _distances(self._scores_of({**visual, "metric": "full"}))
        if visual:
            found[TEXTUAL] = _decisions(self._scores_of({"regions": "blocks"}))
        return {name: found[name] for name in OURS if name in found}

    def decision(self, truth: NDArray[np.bool_]) -> dict[str, float | None]:
        """How the default model decides, without labels and with a few."""
        decided = np.array([item.important is True for item in self._said])
        with_labels = np.array([item.important is True for item in self._scores_of({}, self._labels())])
        nothing = all(item.important is None for item in self._said)
        return {
            "accuracy": None if nothing else 100 * balanced_accuracy(decided, truth),
            "recall": 100 * float(decided[truth].mean()) if truth.any() else None,
            "alarms": float(decided.sum()),
            "true alarms": float((decided & truth).sum()),
            "accuracy, 5 labels a class": 100 * balanced_accuracy(with_labels, truth),
        }

    def _labels(self) -> list[tuple[Any, Any, bool]]:
        """Labels of training pairs drawn by chance, as many important as not."""
        draw = np.random.default_rng((self._seed, self._training.start))
        start, stop = self._training.start, self._training.stop
        chosen = []
        for kind in (Truth.SIMILAR, Truth.DISSIMILAR):
            all_places = [place for place in range(start, stop - 1) if self._site.truths[place] is kind]
            for place in draw.permutation(all_places)[:FEW_LABELS]:
                before, after = self._site.versions[place], self._site.versions[place + 1]
                chosen.append((before.captured_at, after.captured_at, kind is Truth.DISSIMILAR))
        return chosen

    def _in_frame(self, version: PageVersion) -> PageVersion:
        """The version with the features that the default model compares, and without its screenshot."""
        features = self.default.features(version)
        return replace(
            version,
            screenshot=None,
            signatures=None,
            features=features,
            feature_layout=self.default.feature_layout_,
        )

    def _scores_of(self, options: Mapping[str, Any], labels: Any = None) -> list[ChangeScore]:
        return self._scores(self._fitted(options, self._framed, labels), self._framed)

    def _fitted(self, options: Mapping[str, Any], versions: Versions, labels: Any = None) -> ChangeModel:
        model = ChangeModel(random_state=self._seed, **options)
        learned = [versions[place] for place in range(self._training.start, self._training.stop)]
        return model.fit(learned, labels)

    def _scores(self, model: ChangeModel, versions: Versions) -> list[ChangeScore]:
        return [model.compare(versions[place], versions[place + 1]) for place in self._places]


def _knows(parameter: str) -> bool:
    return parameter in ChangeModel().get_params()


def _has_full() -> bool:
    return "full" in (ChangeModel.__doc__ or "").partition("metric :")[2].partition("\n")[0]


def _distances(scores: Sequence[ChangeScore]) -> FloatArray:
    return np.array([item.distance for item in scores])


def _decisions(scores: Sequence[ChangeScore]) -> FloatArray:
    """The probability of an important change; where two are equal to the last digit, words and distance decide."""
    rows = [(item.probability or 0.0, item.text_distance or 0.0, item.distance) for item in scores]
    order = sorted(range(len(rows)), key=rows.__getitem__)
    ranks = np.empty(len(rows))
    place = -1
    for index, item in enumerate(order):
        if index == 0 or rows[item] != rows[order[index - 1]]:
            place += 1
        ranks[item] = place
    return ranks


def _ranked(values: FloatArray, truth: NDArray[np.bool_]) -> Ranked:
    ranking = rank_changes(values, truth)
    return Ranked(100 * ranking.map, 100 * ranking.ap_similar, 100 * ranking.ap_dissimilar)


def mean_and_spread(values: Iterator[float] | Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation over the splits."""
    given = np.array(list(values), dtype=np.float64)
    return float(given.mean()), float(given.std())
