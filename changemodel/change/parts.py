"""The parts of a page's history (picture, text, links, images) as numbers of pairs of versions.

What ``combined_distance`` puts together: one number of each pair for the text (``text_drift``), the links and the
images (Jaccard distances), and one for each cell of the picture. Source: M. T. Law's thesis (2015), (4.7), the hybrid
distance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from changemodel.change.calibration import Verdicts
from changemodel.change.decision import PairNumbers
from changemodel.change.history import among, hours_of, labelled_rows, structures_of
from changemodel.change.region_metric import RegionMetric
from changemodel.change.text_drift import TextDrift
from changemodel.change.training import PageHistory, PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion


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
    passing: bool = False  # whether the text leaves out furniture, which the others show

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

    def weighed_by(self, beside: RegionMetric | None, pairs: IntArray) -> FloatArray:
        """All parts of pairs as they are weighed, the picture first if there is one, (n, 2) -> (n, parts)."""
        measured = self.measured(pairs)
        if self.cells is None:
            return measured
        seen = np.zeros(len(pairs)) if beside is None else beside.distance(self.cells(pairs))
        return np.column_stack([seen, measured])

    @property
    def days(self) -> float:
        """From the first version to the last."""
        return float(self.times_h[-1] - self.times_h[0]) / 24.0


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
        "links": lambda pairs: structures_of(kept, pairs)[:, 0],
        "images": lambda pairs: structures_of(kept, pairs)[:, 1],
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
        passing=not drift.furniture,
    )
