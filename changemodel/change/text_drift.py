"""What matters in a text that is always new: weights of its sections from the order of time.

The learned distance of ``training``, with the sections of the page for regions: what drifts counts, what comes and
goes does not. It decides where ``text_reading`` abstains and no picture has been learned. Source: M. T. Law's
thesis (2015), chapter 4, on the words of the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import Calibration, Verdicts
from changemodel.change.decision import PairEvidence, Reading, decide
from changemodel.change.history import hours_of, labelled_rows, structural_distances
from changemodel.change.region_metric import RegionMetric
from changemodel.change.training import PageHistory, TrainingSettings, train
from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.text_regions import TextRegions, text_distances
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

_PREFIX = "drift_"


@dataclass(frozen=True, kw_only=True)
class TextDrift:
    """Weights of a page's sections, and the decision over them."""

    regions: TextRegions
    metric: RegionMetric
    shares: FloatArray  # (sections + 1,) of what makes changes important
    calibration: Calibration

    @classmethod
    def fit(
        cls, versions: Sequence[PageVersion], verdicts: Verdicts, settings: TrainingSettings, k: int
    ) -> TextDrift | None:
        """Learn from versions in time order that have text; None where time teaches too little."""
        pages = [_page(version) for version in versions]
        regions = TextRegions.of(pages)
        histograms = np.stack([regions.histograms(page) for page in pages])

        def distances(pairs: IntArray) -> FloatArray:
            return text_distances(histograms, pairs)

        def links(pairs: IntArray) -> FloatArray:
            both = [(versions[i], versions[j]) for i, j in pairs.tolist()]
            return np.array([structural_distances(a, b)[0] for a, b in both], dtype=np.float64)

        labelled_pairs, labels = labelled_rows(versions, verdicts)
        history = PageHistory(
            times_h=hours_of(versions), distances=distances, labelled_pairs=labelled_pairs, labels=labels
        )
        training = train(history, settings)
        if training.metric is None:
            return None
        evidence = PairEvidence(
            successive=training.successive,
            readings=[Reading(name="text", distances=distances, metric=training.metric)],
            measured={"links": links},
            labelled_pairs=labelled_pairs,
            labels=labels,
        )
        decision = decide(evidence, k)
        learned = decision.importance["text"]
        return cls(
            regions=regions, metric=learned.metric, shares=learned.shares, calibration=decision.calibration
        )

    def decide(self, before: PageVersion, after: PageVersion) -> tuple[float, bool]:
        """Probability and decision of a change from one version to another."""
        histograms = np.stack([self.regions.histograms(_page(version)) for version in (before, after)])
        regions = text_distances(histograms, np.array([[0, 1]]))[0]
        row = self.calibration.hybrid.row(
            {"text": float(self.metric.distance(regions)), "links": structural_distances(before, after)[0]}
        )
        return float(self.calibration.probability(row)), bool(self.calibration.important(row))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: every number that a decision depends on."""
        own = {"sections": np.array(self.regions.sections, dtype=np.str_), "shares": self.shares}
        arrays = own | self.metric.to_arrays() | self.calibration.to_arrays()
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> TextDrift | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        if not own:
            return None
        return cls(
            regions=TextRegions(tuple(own["sections"].tolist())),
            metric=RegionMetric.from_arrays(own),
            shares=own["shares"],
            calibration=Calibration.from_arrays(own),
        )


def _page(version: PageVersion) -> BlockPage:
    return block_page(version.blocks, version.text)
