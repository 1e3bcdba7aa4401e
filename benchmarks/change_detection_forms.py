"""The model in its forms on one split: the default, parts of it, with labels; all on the same versions.

Every form is fitted and asked as the default is, on the captures themselves: each puts content back, follows what
moved and knows returning looks as its own options say. What does not depend on the options that differ (features in
the frame, what moved between two captures) is computed once and shared, which changes nothing but the time it takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.history import SiteHistory
from benchmarks.pages.site import Truth
from changemodel.change.model import ChangeModel
from changemodel.change.score import ChangeScore
from changemodel.evaluation.ranking import balanced_accuracy
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion

SOURCE, NOT_ALIGNED, D_W, D_M = "D_w, as published", "D_w, not aligned", "D_w", "D_M"
HYBRID = "D_w, links, images"
TEXTUAL = "blocks' text, learned"
DEFAULT, DEFAULT_DISTANCE = "default: decision", "default: distance"
OURS = (SOURCE, NOT_ALIGNED, D_W, D_M, HYBRID, TEXTUAL, DEFAULT_DISTANCE, DEFAULT)

PICTURE: Mapping[str, Any] = {"read": "pictures"}
"""Options of the model that reads the picture alone."""

FEW_LABELS = 5
LABELLED = "accuracy, 5 labels a class"
LABEL_DRAWS = 5
"""Times that the few labels are drawn: which pairs a person happens to be asked about decides much."""

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class Forms:
    """The model in its forms, fitted on one split.

    Parameters
    ----------
    site : SiteHistory
    features : float32 array, shape (captures, cells, values)
        GIST of each capture as it stands.
    training : slice
        Captures to learn from.
    places : sequence of int
        Successive pairs to judge, by the place of the earlier capture.
    seed : int
    """

    def __init__(
        self,
        site: SiteHistory,
        features: NDArray[np.float32],
        training: slice,
        places: Sequence[int],
        seed: int,
    ) -> None:
        self._site, self._features = site, features
        self._training, self._places, self._seed = training, places, seed
        self.default = self._fitted({})
        self._said = self._scores(self.default)

    def distances(self) -> dict[str, FloatArray]:
        """What each form says of the test pairs."""
        return {
            SOURCE: distances_of(self._scores_of({**PICTURE, "align": False}, self._unfollowed)),
            NOT_ALIGNED: distances_of(self._scores_of({**PICTURE, "align": False})),
            D_W: distances_of(self._picture_said),
            D_M: distances_of(self._scores_of({**PICTURE, "metric": "full"})),
            HYBRID: decisions_of(self._picture_said),
            TEXTUAL: decisions_of(self._scores_of({"read": "text"})),
            DEFAULT_DISTANCE: distances_of(self._said),
            DEFAULT: decisions_of(self._said),
        }

    def decision(self, truth: BoolArray) -> dict[str, float | None]:
        """How the default model decides, and the model that reads the picture alone; without labels and with a few."""
        found = _judged(self._said, truth) | self._with_labels({}, truth)
        picture = _judged(self._picture_said, truth) | self._with_labels(PICTURE, truth)
        return found | {f"picture: {name}": value for name, value in picture.items()}

    def _with_labels(self, options: Mapping[str, Any], truth: BoolArray) -> dict[str, float | None]:
        """Mean and spread over draws of the labels."""
        fitted = [self._fitted(options, labels=self._labels(draw)) for draw in range(LABEL_DRAWS)]
        labelled = [100 * balanced_accuracy(_important(self._scores(model)), truth) for model in fitted]
        return {
            LABELLED: float(np.mean(labelled)),
            f"{LABELLED}, spread": float(np.std(labelled)),
        }

    @cached_property
    def _picture_said(self) -> list[ChangeScore]:
        """What the picture alone says of the test pairs."""
        return self._scores_of(PICTURE)

    @cached_property
    def _unfollowed(self) -> list[PageVersion]:
        """The captures without what tells where their content stands: features of the picture as it is."""
        layout = GistGrid(grid=self.default.grid).feature_layout
        return [
            replace(version, screenshot=None, signatures=None, features=item, feature_layout=layout)
            for version, item in zip(self._site.versions, self._features, strict=True)
        ]

    def _labels(self, number: int) -> list[tuple[Any, Any, bool]]:
        """Labels of training pairs drawn by chance, as many important as not."""
        start, stop = self._training.start, self._training.stop
        draw = np.random.default_rng((self._seed, start, number))
        chosen = []
        for kind in (Truth.SIMILAR, Truth.DISSIMILAR):
            all_places = [place for place in range(start, stop - 1) if self._site.truths[place] is kind]
            for place in draw.permutation(all_places)[:FEW_LABELS]:
                before, after = self._site.versions[place], self._site.versions[place + 1]
                chosen.append((before.captured_at, after.captured_at, kind is Truth.DISSIMILAR))
        return chosen

    def _scores_of(
        self, options: Mapping[str, Any], versions: Sequence[PageVersion] | None = None
    ) -> list[ChangeScore]:
        return self._scores(self._fitted(options, versions), versions)

    def _fitted(
        self, options: Mapping[str, Any], versions: Sequence[PageVersion] | None = None, labels: Any = None
    ) -> ChangeModel:
        model = ChangeModel(random_state=self._seed, **options)
        return model.fit((versions or self._site.versions)[self._training], labels)

    def _scores(self, model: ChangeModel, versions: Sequence[PageVersion] | None = None) -> list[ChangeScore]:
        read = versions or self._site.versions
        return [model.compare(read[place], read[place + 1]) for place in self._places]


def _judged(scores: Sequence[ChangeScore], truth: BoolArray) -> dict[str, float | None]:
    decided = _important(scores)
    nothing = all(item.important is None for item in scores)
    return {
        "accuracy": None if nothing else 100 * balanced_accuracy(decided, truth),
        "recall": 100 * float(decided[truth].mean()) if truth.any() else None,
        "alarms": float(decided.sum()),
        "true alarms": float((decided & truth).sum()),
    }


def _important(scores: Sequence[ChangeScore]) -> BoolArray:
    return np.array([item.important is True for item in scores])


def distances_of(scores: Sequence[ChangeScore]) -> FloatArray:
    """How far apart the pairs are."""
    return np.array([item.distance for item in scores])


def decisions_of(scores: Sequence[ChangeScore]) -> FloatArray:
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
