"""The part of ``ChangeModel`` that reads pictures: the metric over the grid's cells, its decision.

Steps of a fit: features of the versions (``feature_reader``), constraints from time and a metric from them
(``training``), a decision and a map (``decision``), or a prior in their place. Source: M. T. Law's thesis
(2015), chapter 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from changemodel.change.calibration import Calibration, Verdicts
from changemodel.change.feature_reader import FeatureReader, ReadVersion
from changemodel.change.history import History, measured_distances, text_digest
from changemodel.change.importance import equal_shares
from changemodel.change.labelled import PART, Learned, learned
from changemodel.change.noise import PageNoise
from changemodel.change.parameters import FORMER
from changemodel.change.prior import Prior
from changemodel.change.region_metric import RegionMetric
from changemodel.change.states import ReturningState
from changemodel.change.training import Training, TrainingSettings
from changemodel.change.verdict import Look
from changemodel.errors import NotFitted
from changemodel.features.gist import GistGrid
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

State = Literal["learned", "prior", "not-enough-change"]


class PictureReading:
    """What ``ChangeModel`` does with pictures; the hyperparameters are its own."""

    grid: int
    metric: str
    align: bool
    read: str
    regions: str | None
    random_state: int
    gamma_h: float | None
    window_h: float | None
    constraints: int
    k: int | None
    C: float | None
    details_: dict[str, Any]
    state_: State
    noise_: PageNoise
    importance_map_: FloatArray
    picture_map_: FloatArray
    _calibration: Calibration | None

    def _training_settings(self, prior: Prior | None) -> TrainingSettings:
        return TrainingSettings(
            metric=self.metric,
            gamma_h=self.gamma_h,
            window_h=self.window_h,
            constraints=self.constraints,
            C=self.C,
            random_state=self.random_state,
            centre=None if prior is None else prior.importance_on(self.grid),
        )

    @property
    def _reads(self) -> str:
        """What is read, also where a caller says it by its former name."""
        return self.read if self.regions is None else FORMER[self.regions]

    def _seen(self, versions: Sequence[PageVersion]) -> list[PageVersion]:
        """The versions whose picture is read."""
        if self._reads == "pictures":
            return list(versions)
        return [] if self._reads == "text" else [version for version in versions if version.is_pictured]

    def _fit_pictures(
        self,
        ordered: Sequence[PageVersion],
        verdicts: Verdicts,
        prior: Prior | None,
    ) -> History:
        history = self._history(ordered, verdicts)
        found = learned(history, self._training_settings(prior), self.k)
        self._reader = history.reader
        self.feature_layout_ = history.reader.layout
        self._set_noise(PageNoise.fit(ordered, history.rows, self.grid, history.states))
        self.details_ |= {"training_digest": history.digest(), **found.details()}
        self._use(found, prior)
        return history

    def _history(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> History:
        """The versions as pictures; models of the same versions may share it, see ``History.judged_by``."""
        reader = FeatureReader.of(ordered, GistGrid(grid=self.grid), align=self.align)
        return History(ordered, reader, verdicts)

    def _use_no_pictures(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> None:
        """The state of a model that reads no picture."""
        self._reader = FeatureReader.plain(GistGrid(grid=self.grid))
        self.feature_layout_ = self._reader.layout
        self._calibration: Calibration | None = None
        self.state_: State = "not-enough-change"
        self._set_metric(RegionMetric.euclidean(self.grid**2))
        self.importance_map_ = self.picture_map_ = self._as_grid(equal_shares(self.grid**2))
        read = "no picture is read" if self._reads == "text" else "fewer than 3 versions have a picture"
        self._set_noise(PageNoise.fit(ordered, [None] * len(ordered), self.grid))
        self.details_ |= {"training_digest": text_digest(ordered, verdicts), "reason": read}

    def _use(self, found: Learned, prior: Prior | None) -> None:
        """Metric, map and decision from what was learned, or the state in which there are none."""
        self._calibration = None
        if found.decision is None:
            self._stand_in(found.training, prior)
            return
        importance = found.decision.importance[PART]
        self.state_ = "learned"
        self._set_metric(importance.metric)
        self.importance_map_ = self.picture_map_ = self._as_grid(importance.shares)
        self._calibration = found.decision.calibration

    def _stand_in(self, training: Training, prior: Prior | None) -> None:
        """Nothing was learned: the prior, or where there is none, the Euclidean distance."""
        n_regions = training.between.shape[1]
        if prior is None:
            self.state_ = "not-enough-change"
            self._set_metric(RegionMetric.euclidean(n_regions, training.scale))
            self.importance_map_ = self.picture_map_ = self._as_grid(equal_shares(n_regions))
            return
        self.state_ = "prior"
        self._set_metric(prior.metric)
        self.importance_map_ = self.picture_map_ = self._as_grid(prior.importance)
        self._calibration = prior.calibration
        self.details_ |= prior.details()

    def _set_noise(self, noise: PageNoise) -> None:
        self.noise_ = noise
        self.details_ |= {"noise": noise.details()}

    def _set_metric(self, metric: RegionMetric) -> None:
        self._metric = metric
        self.weights_, self.scale_ = metric.weights, metric.scale

    def _as_grid(self, values: FloatArray) -> FloatArray:
        return values.reshape(self.grid, self.grid)

    def _is_fitted(self) -> bool:
        return hasattr(self, "state_")

    def _check_fitted(self) -> None:
        if not self._is_fitted():
            raise NotFitted("the model is not fitted yet: call fit with some days of versions first")

    def _current_reader(self) -> FeatureReader:
        if not self._is_fitted() and not (hasattr(self, "_reader") and self._reader.gist.grid == self.grid):
            self._reader = FeatureReader.plain(GistGrid(grid=self.grid), align=self.align)
        return self._reader

    def _reader_for(self, a: PageVersion, b: PageVersion) -> FeatureReader:
        """The model's reader; before ``fit`` one of these two, the later one's rows named by the earlier one's."""
        reader = self._current_reader()
        if self._is_fitted():
            return reader
        return FeatureReader.of(
            sorted((a, b), key=lambda item: item.captured_at), reader.gist, align=self.align
        )

    def _read_both(self, a: PageVersion, b: PageVersion) -> tuple[ReadVersion, ReadVersion]:
        reader = self._reader_for(a, b)
        return reader.read(a), reader.read(b)

    def _look(self, a: PageVersion, b: PageVersion) -> Look:
        """What the pictures say of two versions, told from the earlier one, so that both ways agree; nothing where they
        are not read."""
        if len(self._seen([a, b])) < 2:
            return Look(np.zeros(self.grid**2), np.zeros(self.grid**2), is_read=False)
        reader, sign = self._reader_for(a, b), -1 if b.captured_at < a.captured_at else 1
        first, second = (a, b) if sign > 0 else (b, a)
        moves = reader.moves(first, second)
        changes = reader.distances(first, second, moves)
        regions = self._metric.contributions(changes) if self._is_fitted() else changes
        known = reader.read(a).rows is not None and reader.read(b).rows is not None
        cells = np.zeros((self.grid, self.grid), dtype=np.intp) if moves is None else sign * moves.cells
        return Look(
            regions,
            changes,
            self._log_odds(regions, reader.read(a), reader.read(b), measured_distances(a, b)),
            0 if moves is None else sign * moves.most_px,
            cells if known else None,
            calibration=self._calibration if self._is_fitted() else None,
        )

    def _look_across(
        self, before: PageVersion, after: PageVersion, recent: Sequence[PageVersion] = ()
    ) -> tuple[Look, ReturningState | None]:
        """What the pictures say; where a look of the page returns, since it was last seen among ``recent``.

        Where none of these has the look, its return is taken as no more important than no change.
        """
        look, state = self._look(before, after), self._returning_state(before, after)
        if state is None:
            return look, None
        states = self.noise_.states
        seen = self._seen(recent)
        same = [item for item in seen if states.state_of(self._reader.read(item).rows) == state.state]
        if not same:
            return replace(look, log_odds=-np.inf), state
        last = max(same, key=lambda item: item.captured_at)
        return self._look(last, after), replace(state, compared_with=last.captured_at)

    def _returning_state(self, before: PageVersion, after: PageVersion) -> ReturningState | None:
        if not self._is_fitted() or not len(self.noise_.states) or len(self._seen([before, after])) < 2:
            return None
        first, second = self._read_both(before, after)
        return self.noise_.states.returning(first.rows, second.rows, before.captured_at)

    def _log_odds(
        self, regions: FloatArray, a: ReadVersion, b: ReadVersion, measured: Mapping[str, float]
    ) -> float | None:
        """Of an important change; None before ``fit``, and where nothing was learned to decide by."""
        if not self._is_fitted():
            return None
        if self._calibration is not None:
            named = {"visual": float(regions.sum()), **measured}
            return float(self._calibration.log_odds(self._calibration.hybrid.row(named)))
        same = np.array_equal(a.features, b.features, equal_nan=True) and not any(measured.values())
        return -np.inf if same else None
