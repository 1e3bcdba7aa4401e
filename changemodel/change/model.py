"""The change model: learns from a page's history what matters on it, and scores how much changed.

Start with the steps in the package's ``__init__``. Source: M. T. Law's thesis (2015), chapter 4; docs/deciding.md says
what is added to it.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logit
from sklearn.base import BaseEstimator
from sklearn.metrics import accuracy_score

from changemodel.arguments import file_path, number_from_0, whole_number
from changemodel.change import persistence
from changemodel.change.alerts import AlertThreshold
from changemodel.change.asking import ask
from changemodel.change.calibration import Calibration, Labels, checked_labels
from changemodel.change.history import in_time_order
from changemodel.change.page_model import PageModel
from changemodel.change.parameters import Parameters, checked_parameters
from changemodel.change.picture_reading import State
from changemodel.change.prior import Prior, checked_prior
from changemodel.change.progress import Progress, after_a_while
from changemodel.change.region_metric import RegionMetric
from changemodel.change.saving import restored, saved
from changemodel.change.score import ChangeScore
from changemodel.change.text_reading import TextReading
from changemodel.errors import InvalidInput, NotFitted
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion, check_pairs, check_version, check_versions

__all__ = ["ChangeModel", "ChangeScore", "State"]


class ChangeModel(BaseEstimator):  # type: ignore[misc]
    """Scores how much a page changed, whether that is important, and where.

    Before ``fit`` it compares by the Euclidean distance of the features and does not decide.

    Parameters
    ----------
    grid : int
        Cells along each side of the view.
    metric : {"diagonal", "full"}
        Family of the learned metric: one weight per region, or a matrix that also weighs how regions change
        together, as far as held-out days confirm it.
    align : bool
        Whether moved content is compared at its new place.
    read : {"both", "pictures", "text"}
        What is compared: the cells of a grid over the first screen, the text of the page's blocks, or both. With both,
        their weights are learned from the page's history; a part that the versions lack is left out.
    random_state : int
        Seed of the sample where there are more constraints than ``constraints``.
    gamma_h : float, optional
        Hours from which on a pair must be farther apart by the margin; longer where captures are more than an hour
        apart. None: from the page's history, between 4 and 48 hours.
    window_h : float, optional
        Hours around a successive pair within which it is compared; longer likewise. None: 1.5 gamma.
    constraints : int
        Largest number of constraints.
    k : int, optional
        Number of successive pairs that count as important, and as unimportant, when the decision of the screenshots is
        learned. None: those above the page's usual noise, and all others.
    C : float, optional
        Total cost of violated constraints; None: chosen on held-out days.
    experience : bool
        Whether the classifier that was trained on other pages takes part in the distance of the text.
    alerts_per_week : float, optional
        Most important changes a week, see ``threshold_for``. None: no limit.
    regions : {"both", "grid", "blocks"}, optional
        The former name of ``read``, deprecated.

    Attributes
    ----------
    state_ : {"learned", "prior", "not-enough-change"}
        Of screenshots and text together. "prior": the page's history is too short, and the prior is used.
        "not-enough-change": there is no prior either; novelty decides if there is text.
    picture_state_ : {"learned", "prior", "not-enough-change"}
        Of the screenshots alone. "not-enough-change": ``compare`` uses their Euclidean distance, and without text only
        decides that identical versions are not important. ``details_["reason"]`` says why.
    text_drift_ : TextDrift or None
        Weights of the text's sections; None without text, or where the history teaches nothing.
    parts_ : Calibration or None
        Weights of picture, text, links and images, and the threshold. None without ``text_drift_``, or where the
        history teaches nothing about the parts.
    experience_ : Experience or None
        The behaviour of the page's sections, as input of the trained classifier. None where it is not used: fewer than
        36 visits with blocks, visits less than half an hour or more than a day and a half apart, or fewer than five
        sections that changed.
    illustrations_ : frozenset of str
        Sections of images that change together with important text: when such a section changes alone, it raises the
        distance but no alarm.
    labelled_sections_ : mapping of str to bool
        Sections whose changes a person called important, or unimportant, twice: they always count, or never.
    text_ : TextReading or None
        The texts that the page has shown. Decides by novelty from the third version on, until there is ``parts_``,
        and beside it on a page that seldom has new text. None without text, or if ``read`` is "pictures".
    importance_map_ : float array, shape (grid, grid), >= 0, sums to 1
        Each region's share of what makes changes important; that of the screenshots alone where there is no ``parts_``
        or no box places the text; all equal when nothing was learned.
    picture_map_ : float array, shape (grid, grid), >= 0, sums to 1
        Each region's share of the pictures' distance on pairs that the pictures alone call important.
    weights_ : float array, shape (grid * grid,), >= 0
        Of the metric: distance = weights . region distances / scale.
    scale_ : float
        Mean total of the region distances of successive captures.
    feature_layout_ : str or None
        Name of the features that the model compares; ``features`` makes them.
    noise_ : PageNoise
        What recurs: states of the page, states of each region, numbers in the text of blocks.
    details_ : dict
        What learning did, as JSON values: counts of constraints, chosen C, convergence.
    """

    def __init__(  # noqa: PLR0913  scikit-learn's contract: one keyword for each hyperparameter
        self,
        *,
        grid: int = 10,
        metric: str = "diagonal",
        align: bool = True,
        read: str = "both",
        random_state: int = 0,
        gamma_h: float | None = None,
        window_h: float | None = None,
        constraints: int = 10_000,
        k: int | None = None,
        C: float | None = None,
        experience: bool = True,
        alerts_per_week: float | None = None,
        regions: str | None = None,
    ) -> None:
        self.grid = grid
        self.metric = metric
        self.align = align
        self.read = read
        self.random_state = random_state
        self.gamma_h = gamma_h
        self.window_h = window_h
        self.constraints = constraints
        self.k = k
        self.C = C
        self.experience = experience
        self.alerts_per_week = alerts_per_week
        self.regions = regions
        self._page: PageModel | None = None

    @classmethod
    def euclidean(cls, grid: int = 10, *, align: bool = True) -> Self:
        """A model that is not fitted: plain distance of the features, no decision."""
        return cls(grid=grid, align=align)

    def fit(
        self,
        versions: Iterable[PageVersion],
        labels: Labels | None = None,
        *,
        prior: Prior | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Learn from a page's history.

        Parameters
        ----------
        versions : iterable of PageVersion
            In any order. Of versions with the same ``captured_at`` the last one counts.
        labels : iterable of (before, after, important) or mapping of (before, after) to important, optional
            Verdicts on pairs of these versions, or of their ``captured_at``. Labels on identical versions are ignored
            and counted in ``details_["labels_without_change"]``.
        prior : Prior, optional
            From models of other pages: used where the page's history is too short, otherwise the starting point, with
            less weight the more constraints the page has.
        progress : callable of (done, steps, what), optional
            Called with the progress of a fit that takes more than two seconds: of "pictures", then of "learning"; for
            example ``print``.

        Raises
        ------
        InvalidInput
            Fewer than three versions at different times, none with what is ``read``, or parameters out of range.
        InvalidConstraints
            Labels that contradict each other or speak of other versions.
        LayoutMismatch
            Precomputed features that do not fit each other or the grid.
        """
        parameters = checked_parameters(self.get_params())
        given, verdicts = check_versions(versions), checked_labels(labels)
        told = after_a_while(progress)
        self._hold(PageModel.fit(given, verdicts, parameters, checked_prior(prior), told))
        return self

    def _hold(self, page: PageModel) -> None:
        """A page's model, and what of it people look at."""
        pictures, reading = page.reading.pictures, page.reading
        self._page = page
        self.picture_state_: State = pictures.state or "not-enough-change"
        self.weights_, self.scale_ = pictures.metric.weights, pictures.metric.scale
        self.feature_layout_, self.noise_ = pictures.reader.layout, pictures.noise
        self.picture_map_ = pictures.as_grid(pictures.shares)
        self.importance_map_ = page.importance.usual
        self.text_, self.text_drift_, self.experience_ = reading.text, reading.drift, reading.experience
        self.illustrations_, self.labelled_sections_ = reading.illustrations, reading.labelled_sections
        self.details_ = dict(page.details)

    def threshold_for(self, alerts_per_week: float) -> AlertThreshold:
        """Where about so many alarms a week would have been raised on the learning window, see ``alerts``.

        Raises
        ------
        NotFitted
            Before ``fit``, or nothing was learned to decide by.
        InvalidInput
            A budget that is no number or negative.
        """
        page = self._page
        if page is None or not page.window.log_odds.size:
            raise NotFitted("no decision was learned from this page yet: an alert budget needs its history")
        return page.window.threshold_for(alerts_per_week)

    def ask(
        self, versions: Iterable[PageVersion], n: int = 1, labels: Labels | None = None
    ) -> list[tuple[PageVersion, PageVersion]]:
        """The successive pairs that a person should be asked about next, see ``asking``; fewer than n where
        fewer are left.

        Parameters
        ----------
        versions : iterable of PageVersion
        n : int
        labels : as for ``fit``, optional
            What was answered already; pairs of other versions are ignored.

        Raises
        ------
        NotFitted
            Before ``fit``.
        InvalidInput
            ``n`` is no integer of at least 0; fewer than three versions at different times.
        """
        page, wanted = self._fitted(), whole_number(n, "n", 0)
        return ask(page, in_time_order(check_versions(versions)), checked_labels(labels), wanted)

    @property
    def state_(self) -> State:
        """What was learned, of pictures and words together; ``NotFitted`` before ``fit``."""
        found = self._fitted().reading
        if found.state != found.pictures.state:
            warnings.warn(
                f"state_ is now of pictures and words together ({found.state}), no longer of the pictures alone: that "
                f"is picture_state_ ({found.pictures.state})",
                FutureWarning,
                stacklevel=2,
            )
        return found.state

    @property
    def parts_(self) -> Calibration | None:
        """How the parts make one distance and one decision; None where time taught nothing of the text."""
        joint = None if self._page is None else self._page.reading.joint
        return None if joint is None else joint.calibration

    @property
    def calibration_(self) -> Calibration | None:
        """How distances of pictures become decisions; None before ``fit`` and where nothing was learned."""
        return None if self._page is None else self._page.reading.pictures.calibration

    @property
    def metric_(self) -> RegionMetric:
        """The learned metric over region distances; ``NotFitted`` before ``fit``."""
        return self._fitted().reading.pictures.metric

    def with_text(self, reading: TextReading | None) -> Self:
        """The same model with another textual reading, for example one that has read more versions since."""
        page = self._current()
        return self._holding(replace(page, reading=replace(page.reading, text=reading)))

    def with_decisions_of(self, other: ChangeModel) -> Self:
        """The same model with another one's alert budget, and what a person said of its sections."""
        page, their = self._current(), other._current()
        reading = replace(page.reading, labelled_sections=their.reading.labelled_sections)
        return self._holding(replace(page, reading=reading, alarm_above=their.alarm_above))

    def with_sections_told(self, sections: Mapping[str, bool]) -> Self:
        """The same model, in which new text of these sections of the page always counts (True) or never (False).

        Parameters
        ----------
        sections : mapping of str to bool
            By ``section_of`` the paths of their blocks.
        """
        page = self._current()
        told = {**page.reading.labelled_sections, **sections}
        silent = frozenset(section for section, heard in sections.items() if not heard)
        drift = page.reading.drift if page.reading.drift is None else page.reading.drift.without(silent)
        return self._holding(
            replace(page, reading=replace(page.reading, labelled_sections=told, drift=drift))
        )

    def with_alarm_above(self, probability: float) -> Self:
        """The same model, which calls a change important above this probability, whatever its alert budget was.

        Raises
        ------
        InvalidInput
            No number between 0 and 1.
        """
        above = number_from_0(probability, "probability")
        if not 0.0 < above < 1.0:
            raise InvalidInput(f"probability is {above:g}: pass a number between 0 and 1")
        return self._holding(replace(self._current(), alarm_above=float(logit(above))))

    def distance(self, a: PageVersion, b: PageVersion) -> float:
        """Distance of two versions, as in ``compare`` without a returning state; 0 for identical ones.

        Symmetric, except where novelty decides in one direction only.
        """
        return self._current().distance(check_version(a, "a"), check_version(b, "b"))

    def decision_function(self, pairs: Iterable[tuple[PageVersion, PageVersion]]) -> FloatArray:
        """How surely each change is important.

        Parameters
        ----------
        pairs : iterable of (before, after)

        Returns
        -------
        float array, shape (pairs,)
            Log odds of an important change, minus those of the threshold: positive where ``compare`` returns
            ``important``. NaN where the model does not decide.

        Raises
        ------
        NotFitted
            Before ``fit``.
        """
        page = self._fitted()
        found = [page.log_odds(before, after) for before, after in check_pairs(pairs)]
        above = page.alarm_above or 0.0
        return np.array([np.nan if odds is None else odds - above for odds in found], dtype=np.float64)

    def predict(self, pairs: Iterable[tuple[PageVersion, PageVersion]]) -> NDArray[np.bool_]:
        """Which changes are important, by ``decision_function``; False where the model does not decide."""
        return self.decision_function(pairs) > 0.0

    def score(self, pairs: Iterable[tuple[PageVersion, PageVersion]], labels: ArrayLike) -> float:
        """The share of pairs on which model and labels agree, for cross-validation.

        Parameters
        ----------
        pairs : iterable of (before, after)
        labels : bool array, shape (pairs,)
            Whether each change is important.
        """
        return float(accuracy_score(np.asarray(labels, dtype=bool), self.predict(pairs)))

    def compare(
        self, before: PageVersion, after: PageVersion, recent: Sequence[PageVersion] = ()
    ) -> ChangeScore:
        """Compares two versions: distance, probability, decision and reasons.

        If one has only a screenshot and the other only text, the distance is 0 and ``important`` is None. Blocks are
        not compared with plain text; of such a pair only the screenshots are.

        Parameters
        ----------
        before, after : PageVersion
        recent : sequence of PageVersion
            Versions captured before ``before``, for a page that switches between states: where ``after`` shows an
            earlier state again (``ChangeScore.returning_state``), its screenshot is compared with the newest of these
            in that state. Where there is none, the screenshot raises no alarm.

        Raises
        ------
        InvalidInput
            Something else than versions; a version whose screenshot cannot be read is named by its time.
        """
        earlier = check_versions(recent, "recent")
        return self._current().compare(
            check_version(before, "before"), check_version(after, "after"), earlier
        )

    def importance_on(self, version: PageVersion) -> FloatArray:
        """The importance map over one version's first screen; it follows content that moved down.

        Returns
        -------
        float array, shape (grid, grid), >= 0
            Sums to 1; all 0 where the important content is below the first screen.

        Raises
        ------
        NotFitted
            Before ``fit``.
        """
        return self._fitted().importance_on(check_version(version, "version"))

    def features(self, version: PageVersion) -> NDArray[np.float32]:
        """The features of a version as this model compares them, shape (grid * grid, values).

        Stored with ``feature_layout_`` they replace the screenshot:
        ``PageVersion(features=..., feature_layout=..., signatures=..., row_features=...)``. With ``signatures``
        (``alignment.row_signatures``) moved content is aligned to whole cells, with ``row_features``
        (``GistGrid.row_features``) exactly.
        """
        page, version = self._current(), check_version(version, "version")
        return page.reading.pictures.reader.read(page.known(version)).features.copy()

    def save(self, path: Path | str) -> str:
        """Write the fitted model into a folder, as arrays and JSON; return the digest of what was written.

        Raises
        ------
        NotFitted
            Before ``fit``.
        InvalidInput
            The path is that of a file, or nothing can be written there.
        """
        page = self._fitted()
        return persistence.save(file_path(path, "path"), saved(page))

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
        kept = persistence.load(file_path(path, "path"), cls._get_param_names())
        model = cls(**kept.hyperparameters)
        model._hold(restored(kept, Parameters(**model.get_params())))
        return model

    def _current(self) -> PageModel:
        """What comparing goes by, with the parameters of the last fit: those set since count from the next one on."""
        return _plain(checked_parameters(self.get_params())) if self._page is None else self._page

    def _fitted(self) -> PageModel:
        if self._page is None or self._page.reading.pictures.state is None:
            raise NotFitted("the model is not fitted yet: call fit with some days of versions first")
        return self._page

    def _holding(self, page: PageModel) -> Self:
        """A copy with another page model."""
        model = copy.copy(self)
        if page.reading.pictures.state is None:
            model._page = page
        else:
            model._hold(page)
        return model


_plain = lru_cache(maxsize=4)(PageModel.plain)
