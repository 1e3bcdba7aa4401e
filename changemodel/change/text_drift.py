"""Weights of a page's sections of text, learned from the order of time.

The learned distance of ``training``, with the sections of the page for regions: what drifts counts, what comes and
goes, or is new at every visit, does not. One of the parts that ``combined_distance`` puts together. Source: M. T. Law's
thesis (2015), chapter 4, on the words of the page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import Verdicts, choose_pairs
from changemodel.change.clocked_sections import sections_by_the_clock
from changemodel.change.day_counts import numbers_counting_days
from changemodel.change.decision import importance_of
from changemodel.change.history import hours_of, labelled_rows, slow_settings
from changemodel.change.noise_text import noise_of_blocks, words_follow_the_day
from changemodel.change.region_metric import RegionMetric
from changemodel.change.training import PageHistory, TrainingSettings, train
from changemodel.change.worthless_sections import worthless_sections
from changemodel.features.blocks import BlockPage, each_once, page_of
from changemodel.features.page_text import PageText, text_distances
from changemodel.features.table_rows import TableRows
from changemodel.features.text_regions import TextRegions
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

_PREFIX = "drift_"


class TextDrift:
    """The learned distance of a page's text.

    Parameters
    ----------
    regions : TextRegions
    metric : RegionMetric
        Over the regions; the distance is 1 in the mean of successive versions.
    shares : float array, shape (regions,)
        Of what makes changes important; sums to 1.
    noise : frozenset of str
        Sections whose words or figures change often, without a meaning: they add nothing.
    furniture : bool
        Whether navigation and the like is read.
    """

    def __init__(
        self,
        regions: TextRegions,
        metric: RegionMetric,
        shares: FloatArray,
        noise: frozenset[str] = frozenset(),
        furniture: bool = True,
    ) -> None:
        self.regions = regions
        self.metric = metric
        self.shares = shares
        self.noise = noise
        self.furniture = furniture
        self._read: WeakKeyDictionary[BlockPage, PageText] = WeakKeyDictionary()

    @classmethod
    def fit(
        cls,
        versions: Sequence[PageVersion],
        verdicts: Verdicts,
        settings: TrainingSettings,
        k: int | None = None,
        *,
        must_last: bool = True,
        furniture: bool = True,
    ) -> TextDrift | None:
        """Learn from versions in time order that have text; None where time teaches too little.

        ``must_last``: whether what is forgotten within hours (``FORGETFUL``) counts as noise; ``furniture``: whether
        navigation and the like is read.

        Raises
        ------
        InvalidConstraints
            A verdict speaks of a time when no version was captured.
        """
        pages = [page_of(version, furniture=furniture) for version in versions]
        labelled_pairs, labels = labelled_rows(versions, verdicts)
        moments = [version.captured_at for version in versions]
        clocked = sections_by_the_clock(pages, moments) if must_last else ()
        regions = _regions(pages, versions, clocked)
        texts = each_once(regions.read, pages)

        def distances(pairs: IntArray) -> FloatArray:
            return text_distances(texts, pairs)

        history = PageHistory(
            times_h=hours_of(versions), distances=distances, labelled_pairs=labelled_pairs, labels=labels
        )
        training = train(history, slow_settings(settings, history.times_h))
        if training.metric is None:
            return None
        between = training.between
        chosen = choose_pairs(training.metric.distance(between), ~between.any(axis=1), k)
        learned = importance_of(training.metric, between, between[chosen.rows[chosen.labels > 0]])
        drift = cls(regions, learned.metric, learned.shares, furniture=furniture)
        drift._read.update(zip(pages, texts, strict=True))
        return drift.without(drift._worthless_among(versions, must_last=must_last))

    @classmethod
    def of_sections(
        cls,
        versions: Sequence[PageVersion],
        worth: Mapping[str, float],
        alarms: NDArray[np.bool_],
        distance: float,
        *,
        furniture: bool = True,
    ) -> TextDrift:
        """With the worth of each section known from elsewhere; others are worth nothing.

        Parameters
        ----------
        versions : sequence of PageVersion
        worth : mapping of str to float
        alarms : bool array, shape (n_versions - 1,)
            From which version to the next an important change is.
        distance : float
            Of these in the mean.
        furniture : bool
        """
        pages = [page_of(version, furniture=furniture) for version in versions]
        regions = _regions(pages, versions)
        weights = np.zeros(len(regions.names))
        for section, value in worth.items():
            weights[list(regions.rows_of(section))] = value
        places = np.flatnonzero(alarms)
        texts = each_once(regions.read, pages)
        between = text_distances(texts, np.stack([places, places + 1], axis=1))
        scale = float((between @ weights).mean()) / distance
        metric = RegionMetric(weights=weights, scale=scale if scale > 0.0 else 1.0)
        drift = cls(regions, metric, metric.shares(between), furniture=furniture)
        drift._read.update(zip(pages, texts, strict=True))
        return drift

    def without(self, noise: frozenset[str]) -> TextDrift:
        """The same with nothing of these sections either."""
        noise |= self.noise
        kept = np.array([name.removeprefix("#") not in noise for name in self.regions.names])
        metric = replace(self.metric, weights=np.where(kept, self.metric.weights, 0.0))
        drift = TextDrift(self.regions, metric, self.shares, noise, self.furniture)
        drift._read = self._read
        return drift

    def _worthless_among(self, versions: Sequence[PageVersion], *, must_last: bool) -> frozenset[str]:
        texts = [self._text(version) for version in versions]
        return worthless_sections(
            self._rows_by_section(), self.metric, texts, hours_of(versions), must_last=must_last
        )

    def _rows_by_section(self) -> dict[str, list[int]]:
        """Of each section its words' and its figures' regions; nothing of the rest of the page."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(self.regions.names):
            rows.setdefault(name.removeprefix("#"), []).append(row)
        rows.pop("other", None)
        return rows

    @property
    def silenced(self) -> frozenset[str]:
        """Sections of which nothing is heard: noise, and what is renewed by the clock."""
        return self.noise | self.regions.clocked

    def unread_rows(self, version: PageVersion) -> frozenset[int]:
        """The blocks of furniture that is not read, by their places."""
        if self.furniture:
            return frozenset()
        return frozenset(row for row, known in enumerate(page_of(version).furniture) if known)

    def distance(self, before: PageVersion, after: PageVersion) -> float:
        """Learned distance of what two versions say, >= 0."""
        return float(self.distances([before, after], np.array([[0, 1]]))[0])

    def distances(self, versions: Sequence[PageVersion], pairs: IntArray) -> FloatArray:
        """The same of pairs of versions, given by their places, (n, 2) -> (n,)."""
        texts = [self._text(version) for version in versions]
        return self.metric.distance(text_distances(texts, pairs))

    def contributions(self, before: PageVersion, after: PageVersion) -> FloatArray:
        """What each region adds to the distance of two versions, (regions,)."""
        texts = [self._text(before), self._text(after)]
        found: FloatArray = self.metric.contributions(text_distances(texts, np.array([[0, 1]])))[0]
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: every number that a distance depends on."""
        arrays = self.regions.to_arrays() | {"shares": self.shares} | self.metric.to_arrays()
        arrays["noise"] = np.array(sorted(self.noise), dtype=np.str_)
        arrays["furniture"] = np.array(self.furniture)
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> TextDrift | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        if not own:
            return None
        noise, furniture = frozenset(own["noise"].tolist()), bool(own["furniture"])
        return cls(
            TextRegions.from_arrays(own), RegionMetric.from_arrays(own), own["shares"], noise, furniture
        )

    def _text(self, version: PageVersion) -> PageText:
        page = page_of(version, furniture=self.furniture)
        found = self._read.get(page)
        if found is None:
            found = self._read[page] = self.regions.read(page)
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {
            "regions": self.regions,
            "metric": self.metric,
            "shares": self.shares,
            "noise": self.noise,
            "furniture": self.furniture,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def _regions(
    pages: Sequence[BlockPage],
    versions: Sequence[PageVersion],
    clocked: Collection[str] = (),
) -> TextRegions:
    rows = TableRows.of(pages)
    counted = numbers_counting_days(pages, [version.captured_at for version in versions], rows)
    return TextRegions.of(pages, *_timed(pages, versions), counted, rows, clocked)


def _timed(pages: Sequence[BlockPage], versions: Sequence[PageVersion]) -> tuple[list[str], list[str]]:
    """Paths of the blocks in which the day or the hour of capture stands, then of those where it does in words, too."""
    moments = [version.captured_at for version in versions]
    timed = [block.path for block in noise_of_blocks(pages, moments) if block.text_class in ("date", "clock")]
    visits: dict[str, list[tuple[datetime, str]]] = {path: [] for path in timed}
    for page, moment in zip(pages, moments, strict=True):
        for block in page.blocks:
            if block.path in visits:
                visits[block.path].append((moment, block.text))
    dated = [path for path, seen in visits.items() if words_follow_the_day(seen)]
    return timed, dated
