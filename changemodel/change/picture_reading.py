"""Compares the pictures of a page: the metric over the cells of a grid, its decision, recurring states.

Steps of a fit: features of the versions (``feature_reader``), constraints from time and a metric from them
(``training``), a decision and a map (``decision``), or a prior in their place. Source: M. T. Law's thesis
(2015), chapter 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np

from changemodel.change.calibration import Calibration, Verdicts
from changemodel.change.feature_reader import FeatureReader, ReadVersion
from changemodel.change.history import History, measured_distances, text_digest
from changemodel.change.labelled import PART, Learned, learned
from changemodel.change.noise import PageNoise
from changemodel.change.parameters import Parameters
from changemodel.change.prior import Prior
from changemodel.change.region_metric import RegionMetric, equal_shares
from changemodel.change.states import ReturningState
from changemodel.change.verdict import Look
from changemodel.features.gist import GistGrid
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

State = Literal["learned", "prior", "not-enough-change"]


@dataclass(frozen=True, kw_only=True, eq=False)
class PictureReading:
    """How the pictures of a page are compared; made once by a fit.

    Attributes
    ----------
    reads : {"both", "pictures", "text"}
    reader : FeatureReader
    metric : RegionMetric
    shares : float array, shape (grid * grid,)
        The pictures' own importance map.
    noise : PageNoise
    calibration : Calibration or None
        How distances become decisions; None where nothing was learned, and no prior stands in.
    state : State or None
        What the pictures taught; None before a fit.
    """

    reads: str
    reader: FeatureReader
    metric: RegionMetric
    shares: FloatArray
    noise: PageNoise
    calibration: Calibration | None = None
    state: State | None = None

    @classmethod
    def plain(cls, parameters: Parameters) -> Self:
        """Before a fit: the Euclidean distance of the features, and no decision."""
        cells = parameters.grid**2
        return cls(
            reads=parameters.reads,
            reader=FeatureReader.plain(GistGrid(grid=parameters.grid), align=parameters.align),
            metric=RegionMetric.euclidean(cells),
            shares=equal_shares(cells),
            noise=PageNoise.fit([], [], parameters.grid),
        )

    @classmethod
    def unread(
        cls, ordered: Sequence[PageVersion], verdicts: Verdicts, parameters: Parameters
    ) -> tuple[Self, dict[str, Any]]:
        """Of a page whose pictures are not read, or too few to learn from; and what to say of that."""
        noise = PageNoise.fit(ordered, [None] * len(ordered), parameters.grid)
        plain = cls.plain(parameters)
        reason = "no picture is read" if plain.reads == "text" else "fewer than 3 versions have a picture"
        details = {
            "training_digest": text_digest(ordered, verdicts),
            "reason": reason,
            "noise": noise.details(),
        }
        return replace(plain, noise=noise, state="not-enough-change"), details

    @classmethod
    def fit(
        cls, history: History, parameters: Parameters, prior: Prior | None
    ) -> tuple[Self, dict[str, Any]]:
        """Learned from the pictures of a page, or the state in which nothing was; and what learning did, as JSON."""
        centre = None if prior is None else prior.importance_on(parameters.grid)
        found = learned(history, parameters.training(centre), parameters.k)
        noise = PageNoise.fit(history.versions, history.rows, parameters.grid, history.states)
        metric, shares, calibration, state = _decision_of(found, prior)
        details = {"training_digest": history.digest(), **found.details(), "noise": noise.details()}
        if prior is not None and state == "prior":
            details |= prior.details()
        reading = cls(
            reads=parameters.reads,
            reader=history.reader,
            metric=metric,
            shares=shares,
            noise=noise,
            calibration=calibration,
            state=state,
        )
        return reading, details

    @property
    def grid(self) -> int:
        """Cells along each side of the view."""
        return self.reader.gist.grid

    def as_grid(self, values: FloatArray) -> FloatArray:
        """Values of the cells, (grid * grid,) -> (grid, grid)."""
        return values.reshape(self.grid, self.grid)

    def seen(self, versions: Sequence[PageVersion]) -> list[PageVersion]:
        """The versions whose picture is read."""
        return seen_of(versions, self.reads)

    def read_both(self, a: PageVersion, b: PageVersion) -> tuple[ReadVersion, ReadVersion]:
        """What is read of two pictures."""
        reader = self._reader_for(a, b)
        return reader.read(a), reader.read(b)

    def look(self, a: PageVersion, b: PageVersion) -> Look:
        """What the pictures say of two versions, told from the earlier one, so that both ways agree; nothing where they
        are not read."""
        if len(self.seen([a, b])) < 2:
            return Look(np.zeros(self.grid**2), np.zeros(self.grid**2), is_read=False)
        reader, sign = self._reader_for(a, b), -1 if b.captured_at < a.captured_at else 1
        first, second = (a, b) if sign > 0 else (b, a)
        moves = reader.moves(first, second)
        changes = reader.distances(first, second, moves)
        regions = self.metric.contributions(changes)
        known = reader.read(a).rows is not None and reader.read(b).rows is not None
        cells = np.zeros((self.grid, self.grid), dtype=np.intp) if moves is None else sign * moves.cells
        return Look(
            regions,
            changes,
            self._log_odds(regions, reader.read(a), reader.read(b), measured_distances(a, b)),
            0 if moves is None else sign * moves.most_px,
            cells if known else None,
            calibration=self.calibration,
        )

    def look_across(
        self, before: PageVersion, after: PageVersion, recent: Sequence[PageVersion] = ()
    ) -> tuple[Look, ReturningState | None]:
        """What the pictures say; where a look of the page returns, since it was last seen among ``recent``.

        Where none of these has the look, its return is taken as no more important than no change.
        """
        look, state = self.look(before, after), self._returning_state(before, after)
        if state is None:
            return look, None
        states = self.noise.states
        same = [
            item for item in self.seen(recent) if states.state_of(self.reader.read(item).rows) == state.state
        ]
        if not same:
            return replace(look, log_odds=-np.inf), state
        last = max(same, key=lambda item: item.captured_at)
        return self.look(last, after), replace(state, compared_with=last.captured_at)

    def _reader_for(self, a: PageVersion, b: PageVersion) -> FeatureReader:
        """The page's reader; before a fit one of these two, the later one's rows named by the earlier one's."""
        if self.state is not None:
            return self.reader
        first, second = sorted((a, b), key=lambda item: item.captured_at)
        return FeatureReader.of([first, second], self.reader.gist, align=self.reader.align)

    def _returning_state(self, before: PageVersion, after: PageVersion) -> ReturningState | None:
        if not len(self.noise.states) or len(self.seen([before, after])) < 2:
            return None
        first, second = self.read_both(before, after)
        return self.noise.states.returning(first.rows, second.rows, before.captured_at)

    def _log_odds(
        self, regions: FloatArray, a: ReadVersion, b: ReadVersion, measured: Mapping[str, float]
    ) -> float | None:
        """Of an important change; None before a fit, and where nothing was learned to decide by."""
        if self.state is None:
            return None
        if self.calibration is not None:
            named = {"visual": float(regions.sum()), **measured}
            return float(self.calibration.log_odds(self.calibration.hybrid.row(named)))
        same = np.array_equal(a.features, b.features, equal_nan=True) and not any(measured.values())
        return -np.inf if same else None


def seen_of(versions: Sequence[PageVersion], reads: str) -> list[PageVersion]:
    """The versions whose picture is read, where ``reads`` is read of them."""
    if reads == "pictures":
        return list(versions)
    return [] if reads == "text" else [version for version in versions if version.is_pictured]


def _decision_of(
    found: Learned, prior: Prior | None
) -> tuple[RegionMetric, FloatArray, Calibration | None, State]:
    """Metric, map, decision and state: what was learned, else the prior, or where there is none, the Euclidean
    distance."""
    if found.decision is not None:
        importance = found.decision.importance[PART]
        return importance.metric, importance.shares, found.decision.calibration, "learned"
    if prior is not None:
        return prior.metric, prior.importance, prior.calibration, "prior"
    cells = found.training.between.shape[1]
    metric = RegionMetric.euclidean(cells, found.training.scale)
    return metric, equal_shares(cells), None, "not-enough-change"
