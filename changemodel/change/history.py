"""A page's versions in order: times, features, links, images, and labels of pairs."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Self

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import Verdicts
from changemodel.change.decision import PairEvidence, Reading
from changemodel.change.feature_reader import FeatureReader
from changemodel.change.states import StateBank, groups_of
from changemodel.change.temporal import longest_gamma
from changemodel.change.training import PageHistory, TrainingSettings
from changemodel.errors import InvalidConstraints, InvalidInput, LayoutMismatch
from changemodel.features.blocks import page_of
from changemodel.features.regions import region_distances_of
from changemodel.features.structure import jaccard_distance
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion, names_of_one_kind

MIN_VERSIONS = 3


class History:
    """Versions in time order.

    Parameters
    ----------
    versions : sequence of PageVersion
        As ``in_time_order`` gives them.
    reader : FeatureReader
    verdicts : mapping of (UTC time, UTC time) to bool
        As ``calibration.checked_labels`` gives them.
    """

    def __init__(
        self,
        versions: Sequence[PageVersion],
        reader: FeatureReader,
        verdicts: Mapping[tuple[datetime, datetime], bool],
    ) -> None:
        self.versions = versions
        self.reader = reader
        self.times_h = hours_of(versions)
        self.features = _stacked(versions, reader)
        self.rows = [reader.read(version).rows for version in versions]
        self.labelled_pairs, self.labels = labelled_rows(versions, verdicts)
        self._moved: dict[tuple[int, int], FloatArray | None] = {}
        self.states, self.looks = StateBank.fit(self.rows, [item.captured_at for item in versions])

    def judged_by(self, verdicts: Verdicts) -> Self:
        """The same versions with what another person said; what was computed of their pairs is shared."""
        history = copy.copy(self)
        history.labelled_pairs, history.labels = labelled_rows(self.versions, verdicts)
        return history

    def distances(self, pairs: IntArray) -> FloatArray:
        """Region distances of pairs of versions, what moved put back, (n, 2) -> (n, regions)."""
        found: FloatArray = region_distances_of(self.features, pairs)
        for row, (i, j) in enumerate(pairs.tolist()):
            moved = self._where_moved(min(i, j), max(i, j))
            if moved is not None:
                found[row] = moved
        return found

    def _where_moved(self, i: int, j: int) -> FloatArray | None:
        """The distances of two versions between which something moved, kept: training asks for the same pairs several
        times."""
        if (i, j) not in self._moved:
            before, after = self.versions[i], self.versions[j]
            moves = self.reader.moves(before, after)
            self._moved[i, j] = None if moves is None else self.reader.distances(before, after, moves)
        return self._moved[i, j]

    def structure(self, pairs: IntArray) -> FloatArray:
        """Jaccard distances of links and images, (n, 2) -> (n, 2)."""
        return structures_of(self.versions, pairs)

    def for_training(self) -> PageHistory:
        """The history as training sees it, read by its pictures."""
        return PageHistory(
            times_h=self.times_h,
            distances=self.distances,
            labelled_pairs=self.labelled_pairs,
            labels=self.labels,
            groups=groups_of(self.looks),
        )

    def evidence(self, successive: IntArray, readings: Sequence[Reading]) -> PairEvidence:
        """The pairs of the history as the decision sees them."""
        return PairEvidence(
            successive=successive,
            readings=readings,
            measured={
                "links": lambda pairs: self.structure(pairs)[:, 0],
                "images": lambda pairs: self.structure(pairs)[:, 1],
            },
            labelled_pairs=self.labelled_pairs,
            labels=self.labels,
        )

    def digest(self) -> str:
        """Names what was learned from: SHA-256 of times, features, links, images and labels."""
        digest = hashlib.sha256(self.times_h.tobytes() + self.features.tobytes())
        for version in self.versions:
            digest.update(repr((sorted(version.links), sorted(version.image_names))).encode())
        digest.update(self.labelled_pairs.astype(np.int64).tobytes() + self.labels.tobytes())
        return digest.hexdigest()


def structural_distances(a: PageVersion, b: PageVersion) -> tuple[float, float]:
    """Jaccard distances of links and of images of two versions; images by names of one kind."""
    return jaccard_distance(a.links, b.links), jaccard_distance(*names_of_one_kind(a, b))


def structures_of(versions: Sequence[PageVersion], pairs: IntArray) -> FloatArray:
    """The same of pairs of versions, (n, 2) -> (n, 2)."""
    both = [structural_distances(versions[i], versions[j]) for i, j in pairs.tolist()]
    return np.array(both, dtype=np.float64).reshape(-1, 2)


def measured_distances(a: PageVersion, b: PageVersion) -> dict[str, float]:
    """The same of two versions, by name."""
    links, images = structural_distances(a, b)
    return {"links": links, "images": images}


def in_time_order(versions: Sequence[PageVersion]) -> list[PageVersion]:
    """Sorted by time; of versions captured at the same time the last one given.

    Raises
    ------
    InvalidInput
        Fewer than three are left.
    """
    by_time = {version.captured_at: version for version in versions}
    if len(by_time) < MIN_VERSIONS:
        raise InvalidInput(
            f"too few versions at different times, {len(by_time)} of {len(versions)}: a change model needs at least "
            f"{MIN_VERSIONS}, and some days of captures to be worth something"
        )
    return [by_time[moment] for moment in sorted(by_time)]


def among(verdicts: Verdicts, ordered: Sequence[PageVersion], seen: Sequence[PageVersion]) -> Verdicts:
    """The verdicts but for those on versions whose picture is not read; times that no version has stay in."""
    unread = {version.captured_at for version in ordered} - {version.captured_at for version in seen}
    return {pair: said for pair, said in verdicts.items() if unread.isdisjoint(pair)}


def text_digest(versions: Sequence[PageVersion], verdicts: Verdicts) -> str:
    """Names what a model without pictures was learned from: times, words, links, images and labels."""
    digest = hashlib.sha256()
    for version in versions:
        blocks = [(block.path, block.text) for block in page_of(version).blocks]
        said = (version.captured_at, version.text, blocks, sorted(version.links), sorted(version.image_names))
        digest.update(repr(said).encode(errors="surrogatepass"))
    digest.update(repr(sorted(verdicts.items())).encode())
    return digest.hexdigest()


def labelled_rows(
    versions: Sequence[PageVersion], verdicts: Mapping[tuple[datetime, datetime], bool]
) -> tuple[IntArray, FloatArray]:
    """Which versions a person compared, shape (n, 2), and +1 for each pair called important, -1 for each other.

    Raises
    ------
    InvalidConstraints
        A verdict speaks of a time when no version was captured.
    """
    rows = {version.captured_at: row for row, version in enumerate(versions)}
    pairs = np.array([[_row(rows, moment) for moment in pair] for pair in verdicts], dtype=np.intp)
    labels = np.array([1.0 if important else -1.0 for important in verdicts.values()])
    return pairs.reshape(-1, 2), labels


def hours_of(versions: Sequence[PageVersion]) -> FloatArray:
    """When each was captured, in hours since the first."""
    first = versions[0].captured_at
    return np.array([(version.captured_at - first).total_seconds() / 3600.0 for version in versions])


def _stacked(versions: Sequence[PageVersion], reader: FeatureReader) -> NDArray[np.float32]:
    features = [reader.read(version).features for version in versions]
    shapes = {item.shape for item in features}
    if len(shapes) > 1:
        raise LayoutMismatch(
            f"the versions have features of different shapes ({sorted(shapes)}): make them anew"
        )
    return np.stack(features)


def _row(rows: Mapping[datetime, int], moment: datetime) -> int:
    if moment not in rows:
        raise InvalidConstraints(
            f"a label speaks of {moment.isoformat()}, when none of the versions was captured: leave it out"
        )
    return rows[moment]


def slow_settings(settings: TrainingSettings, times_h: FloatArray) -> TrainingSettings:
    """The settings for distances that are 0 unless something changed: the longest gamma, no prior, one weight each,
    and what seldom changes is cheap to listen to."""
    gamma = settings.gamma_h or longest_gamma(times_h)
    return replace(settings, metric="diagonal", gamma_h=gamma, centre=None, seldom=0.0)
