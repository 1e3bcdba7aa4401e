"""The change model: learns from a page's history what matters on it, and scores how much changed.

The façade of the package, and the order of its steps: versions into one frame (``framing``), constraints
from time and weights from them (``training``), a decision (``calibration``), a map (``importance``).
Source: M. T. Law's thesis (2015), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from changemodel.change import persistence
from changemodel.change.calibration import Calibration, Labels, checked_labels
from changemodel.change.decision import PairEvidence, Reading, decide
from changemodel.change.framing import FeatureReader
from changemodel.change.history import History, in_time_order, structural_distances
from changemodel.change.importance import equal_shares
from changemodel.change.noise import PageNoise
from changemodel.change.region_metric import RegionMetric
from changemodel.change.score import ChangeScore
from changemodel.change.states import ReturningState, groups_of
from changemodel.change.training import PageHistory, Training, TrainingSettings, train
from changemodel.errors import InvalidInput, LayoutMismatch, NotFitted
from changemodel.features.frame import Frame, FramedFeatures
from changemodel.features.gist import GistGrid
from changemodel.features.motion import Motion, displacements
from changemodel.features.regions import region_distances
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

State = Literal["learned", "not-enough-change"]

__all__ = ["ChangeModel", "ChangeScore", "State"]


class ChangeModel(BaseEstimator):  # type: ignore[misc]
    """How much a page changed, whether that is important, and where importance lies on it.

    Before ``fit`` it compares by the Euclidean distance of the features and decides nothing.

    Parameters
    ----------
    grid : int
        Cells along each side of the view.
    metric : {"diagonal", "full"}
        Family of the learned metric: one weight per region, or a matrix that also weighs how regions change
        together, as far as held-out days confirm it.
    align : bool
        Whether content that a banner pushed down is put back before comparing.
    random_state : int
        Seed of the draw where there are more constraints than ``constraints``.
    gamma_h : float, optional
        Hours from which on a pair must be farther by the margin; stretched where captures are further apart
        than one hour. None: from the page's own rhythm, between 4 and 48 hours.
    window_h : float, optional
        Hours around a successive pair from which it is compared; stretched likewise. None: 1.5 gamma.
    constraints : int
        Most constraints used.
    k : int
        Successive pairs that are taken as important, and as unimportant, to learn the decision from.
    C : float, optional
        Cost of breaking the constraints, all together; None: chosen on held-out days.

    Attributes
    ----------
    state_ : {"learned", "not-enough-change"}
        In the second, ``compare`` falls back to the Euclidean distance and decides nothing but that identical
        versions are not important; ``details_["reason"]`` says why.
    importance_map_ : float array, shape (grid, grid), >= 0, sums to 1
        Each region's share of what makes changes important; all equal when nothing was learned.
    weights_ : float array, shape (grid * grid,), >= 0
        Of the metric: distance = weights . region distances / scale.
    scale_ : float
        Mean total of the region distances of successive captures.
    feature_layout_ : str or None
        Name of the features that the model compares; ``features`` makes them.
    noise_ : PageNoise
        What comes and goes on the page: looks of the whole page, of each region, numbers in the text of blocks.
    details_ : dict
        What learning did, as JSON-able values: counts of constraints, chosen C, convergence, order of time
        kept before and after learning.
    """

    def __init__(  # noqa: PLR0913  scikit-learn's contract: one keyword for each hyperparameter
        self,
        *,
        grid: int = 10,
        metric: str = "diagonal",
        align: bool = True,
        random_state: int = 0,
        gamma_h: float | None = None,
        window_h: float | None = None,
        constraints: int = 10_000,
        k: int = 25,
        C: float | None = None,
    ) -> None:
        self.grid = grid
        self.metric = metric
        self.align = align
        self.random_state = random_state
        self.gamma_h = gamma_h
        self.window_h = window_h
        self.constraints = constraints
        self.k = k
        self.C = C

    @classmethod
    def euclidean(cls, grid: int = 10, *, align: bool = True) -> Self:
        """A model that is not fitted: plain distance of the features, no decision."""
        return cls(grid=grid, align=align)

    def fit(self, versions: Iterable[PageVersion], labels: Labels | None = None) -> Self:
        """Learn from a page's history.

        Parameters
        ----------
        versions : iterable of PageVersion
            In any order: sorted by ``captured_at`` here. Of versions captured at the same time the last one
            given counts.
        labels : iterable of (before, after, important) or mapping of (before, after) to important, optional
            A person's verdicts on pairs of these versions, named by ``captured_at``. They replace what would
            be assumed of these pairs.

        Raises
        ------
        InvalidInput
            Fewer than three versions at different times, or parameters out of range.
        InvalidConstraints
            Labels that contradict each other or speak of other versions.
        LayoutMismatch
            Precomputed features that do not fit each other or the grid.
        """
        self._check_parameters()
        given = list(versions)
        ordered = in_time_order(given)
        verdicts = checked_labels(labels)
        reader = FeatureReader.of(ordered, GistGrid(grid=self.grid), align=self.align)
        history = History(ordered, reader, verdicts)
        training = train(_for_training(history), self._training_settings())
        self._reader = reader
        self.feature_layout_ = reader.layout
        self.noise_ = history.noise
        self.details_: dict[str, Any] = {
            "versions": len(ordered),
            "dropped_duplicates": len(given) - len(ordered),
            "training_digest": history.digest(),
            "noise": history.noise.details(),
            **training.details,
        }
        self._use(history, training)
        return self

    def distance(self, a: PageVersion, b: PageVersion) -> float:
        """Learned distance of two versions; 0 for identical pictures, the same both ways."""
        return float(self._contributions(*self._read_both(a, b)).sum())

    def compare(
        self, before: PageVersion, after: PageVersion, recent: Sequence[PageVersion] = ()
    ) -> ChangeScore:
        """Everything that can be said about the change from one version to another.

        Parameters
        ----------
        before, after : PageVersion
        recent : sequence of PageVersion
            Versions captured before ``before``, for a page that flaps between looks: where ``after`` goes back to
            a look that the page had before (``ChangeScore.returning_state``), it is compared with the newest of
            these that has this look. Where there is none, such a change is not important.
        """
        state = self._returning_state(before, after)
        if state is None:
            return self._plain_score(before, after)
        states = {item: self.noise_.states.state_of(self._reader.read(item).placed) for item in recent}
        same = [item for item in recent if states[item] == state.state]
        if not same:
            score = self._plain_score(before, after)
            return replace(score, returning_state=state, important=False, probability=0.0)
        last = max(same, key=lambda item: item.captured_at)
        state = replace(state, compared_with=last.captured_at)
        return replace(self._plain_score(last, after), returning_state=state)

    def _plain_score(self, before: PageVersion, after: PageVersion) -> ChangeScore:
        first, second = self._read_both(before, after)
        regions = self._contributions(first, second)
        distance = float(regions.sum())
        probability, important = self._decision(distance, first, second, structural_distances(before, after))
        return ChangeScore(
            distance=distance,
            probability=probability,
            important=important,
            regions=regions.reshape(self.grid, self.grid),
            displacement_px=second.displacement_px - first.displacement_px,
            displacements_px=displacements(first.placed, second.placed, self.grid),
            links_added=after.links - before.links,
            links_removed=before.links - after.links,
            images_added=after.images - before.images,
            images_removed=before.images - after.images,
        )

    def _returning_state(self, before: PageVersion, after: PageVersion) -> ReturningState | None:
        if not self._is_fitted() or not len(self.noise_.states):
            return None
        first, second = self._read_both(before, after)
        return self.noise_.states.returning(first.placed, second.placed, before.captured_at)

    def features(self, version: PageVersion) -> NDArray[np.float32]:
        """The features of a version as this model compares them, shape (grid * grid, values).

        Kept with their name, ``feature_layout_``, they spare the model the screenshot:
        ``PageVersion(features=..., feature_layout=...)``. Before ``fit``, those of the screenshot
        as it stands.
        """
        return self._current_reader().read(version).features

    def save(self, path: Path | str) -> str:
        """Write the fitted model into a folder, as arrays and JSON; return the digest of what was written."""
        self._check_fitted()
        return persistence.save(Path(path), self._saved())

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The model that ``save`` wrote: the same scores, bit for bit.

        Raises
        ------
        UnreadableModel
            The folder holds no model, a damaged one, or one of another format.
        LayoutMismatch
            Features are not made like the model's any more: fit it again.
        """
        saved = persistence.load(Path(path))
        model = cls(**saved.hyperparameters)
        model._restore(saved)
        return model

    def _check_parameters(self) -> None:
        if self.metric not in ("diagonal", "full"):
            raise InvalidInput(f'metric is {self.metric!r}: pass "diagonal" or "full"')
        for name, least in (("grid", 1), ("constraints", 1), ("k", 1)):
            value = getattr(self, name)
            if not isinstance(value, int | np.integer) or value < least:
                raise InvalidInput(f"{name} is {value!r}: pass an integer of at least {least}")
        for name in ("gamma_h", "window_h", "C"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and value > 0):
                raise InvalidInput(f"{name} is {value!r}: pass a positive number")

    def _training_settings(self) -> TrainingSettings:
        return TrainingSettings(
            metric=self.metric,
            gamma_h=self.gamma_h,
            window_h=self.window_h,
            constraints=self.constraints,
            C=self.C,
            random_state=self.random_state,
        )

    def _use(self, history: History, training: Training) -> None:
        """Metric, map and decision from what was learned, or the state in which there are none."""
        n_regions = training.between.shape[1]
        self._calibration: Calibration | None = None
        if training.metric is None:
            self.state_: State = "not-enough-change"
            self._set_metric(RegionMetric.euclidean(n_regions, training.scale))
            self.importance_map_ = self._as_grid(equal_shares(n_regions))
            return
        visual = Reading(name="visual", distances=history.distances, metric=training.metric)
        decision = decide(_evidence(history, training, [visual]), self.k)
        self.state_ = "learned"
        self._set_metric(decision.importance["visual"].metric)
        self.importance_map_ = self._as_grid(decision.importance["visual"].shares)
        self._calibration = decision.calibration
        self.details_ |= decision.details

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
        if not hasattr(self, "_reader"):
            self._reader = FeatureReader.plain(GistGrid(grid=self.grid))
        return self._reader

    def _read_both(self, a: PageVersion, b: PageVersion) -> tuple[FramedFeatures, FramedFeatures]:
        """Both versions in the page's frame; before ``fit``, the later one in the frame of the earlier."""
        reader = self._current_reader()
        if not self._is_fitted():
            if a.screenshot is None and b.screenshot is None:
                reader = FeatureReader.of([a, b], reader.gist, align=False)
            elif self.align and a.screenshot is not None and b.screenshot is not None:
                reader = reader.against(a if a.captured_at <= b.captured_at else b)
        return reader.read(a), reader.read(b)

    def _contributions(self, a: FramedFeatures, b: FramedFeatures) -> FloatArray:
        """What each region adds to the distance, (grid * grid,)."""
        moved = Motion.of(a.placed, b.placed, self.grid)
        distances = region_distances(a.features, b.features) * moved.remaining
        return self._metric.contributions(distances) if self._is_fitted() else distances

    def _decision(
        self, distance: float, a: FramedFeatures, b: FramedFeatures, structure: tuple[float, float]
    ) -> tuple[float | None, bool | None]:
        """Probability and decision; None before ``fit``, and where nothing was learned to decide by."""
        if not self._is_fitted():
            return None, None
        if self._calibration is not None:
            links, images = structure
            parts = self._calibration.hybrid.row({"visual": distance, "links": links, "images": images})
            return float(self._calibration.probability(parts)), bool(self._calibration.important(parts))
        same = np.array_equal(a.features, b.features, equal_nan=True) and not any(structure)
        return (0.0, False) if same else (None, None)

    def _saved(self) -> persistence.SavedModel:
        frame = self._reader.frame
        arrays = self._metric.to_arrays() | {"importance_map": self.importance_map_}
        if frame is not None:
            arrays |= {f"frame_{name}": array for name, array in frame.to_arrays().items()}
        arrays |= {f"noise_{name}": array for name, array in self.noise_.to_arrays().items()}
        if self._calibration is not None:
            arrays |= self._calibration.to_arrays()
        facts = {
            "state": self.state_,
            "feature_layout": self.feature_layout_,
            "gist_layout": self._reader.gist.feature_layout,
            "details": self.details_,
        }
        return persistence.SavedModel(hyperparameters=self.get_params(), facts=facts, arrays=arrays)

    def _restore(self, saved: persistence.SavedModel) -> None:
        arrays, facts = saved.arrays, saved.facts
        self._reader = _restored_reader(saved, GistGrid(grid=self.grid))
        self.state_ = facts["state"]
        self.feature_layout_ = facts["feature_layout"]
        self.details_ = facts["details"]
        self.noise_ = PageNoise.from_saved(_with_prefix(arrays, "noise_"), self.details_["noise"])
        self._set_metric(RegionMetric.from_arrays(arrays))
        self.importance_map_ = arrays["importance_map"]
        self._calibration = Calibration.from_arrays(arrays) if "slope" in arrays else None


def _evidence(history: History, training: Training, readings: list[Reading]) -> PairEvidence:
    return PairEvidence(
        successive=training.successive,
        readings=readings,
        measured={
            "links": lambda pairs: history.structure(pairs)[:, 0],
            "images": lambda pairs: history.structure(pairs)[:, 1],
        },
        labelled_pairs=history.labelled_pairs,
        labels=history.labels,
    )


def _for_training(history: History) -> PageHistory:
    return PageHistory(
        times_h=history.times_h,
        distances=history.distances,
        labelled_pairs=history.labelled_pairs,
        labels=history.labels,
        groups=groups_of(history.looks),
    )


def _restored_reader(saved: persistence.SavedModel, gist: GistGrid) -> FeatureReader:
    arrays = _with_prefix(saved.arrays, "frame_")
    frame = Frame.from_arrays(arrays) if arrays else None
    reader = FeatureReader(gist, frame, saved.facts["feature_layout"])
    made_here = frame is not None or saved.facts["feature_layout"] == saved.facts["gist_layout"]
    if made_here and saved.facts["gist_layout"] != gist.feature_layout:
        raise LayoutMismatch(
            f"the model compares features of layout {saved.facts['gist_layout']!r}, this program makes "
            f"{gist.feature_layout!r}: fit the model again"
        )
    return reader


def _with_prefix(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): item for name, item in arrays.items() if name.startswith(prefix)}
