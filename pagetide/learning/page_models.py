"""Learns a page's model from its stored captures: which captures, when again, what is stored.

A model is learned from the newest good captures of one rendering profile, never from errors, walls or failed visits
(``specs`` of the method: Law 2015, chapter 4): as many as hold enough change. Before a page's own history suffices,
models of other pages stand in. After the first model, the page's earlier captures get their
decisions too, so that its timeline and its change rate start with what is already known.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise, takewhile
from typing import cast

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import PairLabel
from changemodel.change.model import ChangeModel
from changemodel.change.prior import Prior
from changemodel.change.progress import Progress
from changemodel.change.uncertainty import bootstrap_map
from changemodel.classify.page_type_tree import UNKNOWN
from changemodel.errors import ChangeModelError
from changemodel.version import PageVersion
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.prior import kind_of
from pagetide.errors import NothingToDo
from pagetide.learning.effect import effect_of_answers
from pagetide.learning.labelling import labelled_captures, verdicts
from pagetide.learning.regions_as_labels import region_sections, region_verdicts
from pagetide.learning.scoring import Scorer
from pagetide.learning.window import first_size, fit_on_enough
from pagetide.settings.collection_settings import LearningSettings
from storage.collection import Collection
from storage.errors import DiskFull, StorageError
from storage.model_details import MapInterval, ModelDetails
from storage.plurals import counted
from storage.records import ModelState, Page, Role, StoredCapture, StoredModel, StoredScore

logger = logging.getLogger(__name__)


EARLIEST = 3
"""Good captures from which on models of other pages may stand in."""

PRIOR_MODELS = 25
"""Models that a prior is the mean of, at most: the newest of the pages that are most like the new one."""


DRAWS = 20
"""Maps learned from days drawn anew, by which it is told how sure a map is: about a second for a week of hours."""


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A page's next model that is not stored yet, and the captures that it was learned from, oldest first."""

    model: ChangeModel
    captures: Sequence[StoredCapture]
    told: ModelDetails


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The score of a capture that was not decided on, not stored yet, and when both of the pair were captured."""

    before_at: datetime
    after_at: datetime
    score: StoredScore


class Learner:
    """Learns the models of a collection's pages and stores them.

    Parameters
    ----------
    settings_for
        The learning settings of the page with a URL.
    writing
        Held while the collection is written: fitting itself runs outside it.
    """

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer,
        settings_for: Callable[[str], LearningSettings],
        rates: Rates,
        writing: AbstractContextManager[object],
    ) -> None:
        self._collection = collection
        self._scorer = scorer
        self._settings_for = settings_for
        self._rates = rates
        self._writing = writing
        self._looked_at = 0  # number of the newest capture when it was last asked which pages are due
        self._heard: dict[int, datetime] = {}  # when the last answer was given that a page was learned from
        self._learning = threading.Lock()  # one page at a time: two of them only fight over the cores

    def learn_due(self, now: datetime, should_stop: Callable[[], bool] = lambda: False) -> list[StoredModel]:
        """Learn every active page that has enough new captures since its last model.

        Only pages that were captured since the last call are looked at, and of those that have enough captures.
        ``should_stop`` is asked before each page, and while one is learned; what is left is looked at by the next call.
        """
        repository, settings = self._collection.repository, self._settings_for("")
        newest = repository.newest_capture_id()
        may_be = repository.pages_to_learn(
            first=min(EARLIEST, settings.first_after_versions),
            again=settings.refit_after_versions,
            after_capture=self._looked_at,
        )
        damaged, self._scorer.without_model = self._scorer.without_model, set()
        pages = takewhile(lambda _: not should_stop(), repository.pages_of({*may_be, *damaged}))
        learned = [self._learned(page, now, should_stop) for page in pages if self.is_due(page)]
        if not should_stop():
            self._looked_at = newest
        return [model for model in learned if model is not None]

    def learn_answered(
        self, now: datetime, should_stop: Callable[[], bool] = lambda: False
    ) -> list[StoredModel]:
        """Learn the pages about which people said something since their last model, each answer once."""
        told = self._collection.repository.answered_since_model()
        fresh = {page_id: at for page_id, at in told.items() if self._heard.get(page_id) != at}
        pages = takewhile(lambda _: not should_stop(), self._collection.repository.pages_of(fresh))
        learned = []
        for page in pages:
            self._heard[page.id] = fresh[page.id]
            learned.append(self._learned(page, now, should_stop))
        return [model for model in learned if model is not None]

    def _learned(self, page: Page, now: datetime, should_stop: Callable[[], bool]) -> StoredModel | None:
        """The page's next model; what keeps one page from learning never keeps the others."""
        try:
            with self._learning:
                return self.learn(page, now, should_stop)
        except DiskFull:
            raise
        except Exception:  # the boundary of one page
            logger.exception(
                "%s could not be learned; the other pages are", page.url, extra={"page_id": page.id}
            )
            return None

    def is_due(self, page: Page) -> bool:
        """Whether the page has enough captures for a first model, or enough new ones for the next.

        Where other pages have learned, a first model that they stand in for is due after three captures.
        """
        settings = self._settings_for(page.url)
        model = self._collection.repository.current_model(page.id)
        if model is None or not self._scorer.is_readable(model):
            captures = len(self._window(page, settings.window_versions))
            return captures >= settings.first_after_versions or (
                captures >= EARLIEST and self._others_learned()
            )
        if model.state is not ModelState.LEARNED and model.versions < settings.first_after_versions:
            return len(self._window(page, settings.window_versions)) >= settings.first_after_versions
        newest = self._collection.repository.captures(
            page.id, good_only=True, newest_first=True, limit=settings.refit_after_versions
        )
        if len(newest) < settings.refit_after_versions or newest[-1].id <= model.last_capture_id:
            return False
        learned_from = self._collection.repository.capture(model.last_capture_id).profile_digest
        if learned_from == newest[0].profile_digest:
            return True
        # another profile: the old model serves until there is as much to learn from as a first one needs
        return len(self._window(page, settings.window_versions)) >= settings.first_after_versions

    def learn(
        self,
        page: Page,
        now: datetime,
        should_stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> StoredModel:
        """Fit, save and register the page's model; decide on the captures that were not decided yet.

        The model learns from the newest captures: as many as hold enough change, up to the longest window. What
        people said of older pairs joins them. ``should_stop`` is asked before each pair that is decided; those that are
        left wait for the page's next model. ``progress``: as for ``ChangeModel.fit``.

        Raises
        ------
        NothingToDo
            The page has fewer than three good captures.
        """
        earlier = self._collection.repository.current_model(page.id)
        fitted = self.fitted(page, progress)
        stored = self.keep(page, fitted, now)
        self._decide_undecided(stored, fitted.captures, earlier, now, should_stop)
        return stored

    def fitted(self, page: Page, progress: Progress | None = None) -> Fitted:
        """The page's next model; nothing is stored, but what was computed of captures once and for all.

        Raises
        ------
        NothingToDo
            The page has fewer than three good captures.
        """
        settings = self._settings_for(page.url)
        earlier = self._collection.repository.current_model(page.id)
        size = settings.window_versions if earlier is None else _size_after(earlier, settings)
        captures = self._window(page, size)
        if len(captures) < EARLIEST:
            raise NothingToDo(
                f"{page.url} has {counted(len(captures), 'good capture')}; a model needs at least {EARLIEST}, and "
                f"{settings.first_after_versions} to be worth something. Run the crawl first."
            )
        prior = self._prior(page, captures[-1].profile_digest, settings)
        model, captures = fit_on_enough(
            lambda size: self._described(self._window(page, size)),
            lambda window: self._fit(page, window, settings, prior, progress),
            size,
            settings,
            page.url,
        )
        newest = captures[-settings.window_versions :]
        told = self._map_interval(model, newest) | self._effect(model, earlier, newest)
        return Fitted(model=model, captures=captures, told={**told, "settings": settings.digest})

    def keep(self, page: Page, fitted: Fitted, now: datetime) -> StoredModel:
        """Save and register a model as the page's newest."""
        with self._writing:
            stored = self._register(page, fitted.model, fitted.captures, now, fitted.told)
        logger.info("learned %s from %d captures: %s", page.url, len(fitted.captures), stored.state)
        return stored

    def is_up_to_date(self, page: Page) -> bool:
        """Whether a fit would learn nothing new: no capture, no answer and no other setting since the last one."""
        repository = self._collection.repository
        model = repository.current_model(page.id)
        if model is None or model.state is not ModelState.LEARNED or not self._scorer.is_readable(model):
            return False
        newest = repository.captures(page.id, good_only=True, newest_first=True, limit=1)
        return (
            [item.id for item in newest] == [model.last_capture_id]
            and model.details.get("settings") == self._settings_for(page.url).digest
            and page.id not in repository.answered_since_model()
        )

    def candidates(self, page: Page) -> list[StoredCapture]:
        """The captures that the page's next model may learn from, oldest first."""
        return self._window(page, self._settings_for(page.url).longest_window_versions)

    def _described(self, captures: list[StoredCapture]) -> list[StoredCapture]:
        """The captures, with what the model computes of each kept: else each step of a fit computes it again."""
        if self._collection.read_only:
            return captures
        found = []
        for item in captures:
            stored = item
            try:
                made = (
                    None if Role.FEATURES in stored.artifacts else self._scorer.versions.description(stored)
                )
            except StorageError:  # whoever reads it names it in the log
                made = None
            if made is not None:
                with self._writing:
                    stored = self._collection.add_features(stored, made)
            found.append(stored)
        return found

    def _window(self, page: Page, size: int) -> list[StoredCapture]:
        """The newest good captures of the newest profile, oldest first."""
        newest = self._collection.repository.captures(page.id, good_only=True, newest_first=True, limit=size)
        same_profile = [item for item in newest if item.profile_digest == newest[0].profile_digest]
        return same_profile[::-1]

    def _fit(
        self,
        page: Page,
        captures: Sequence[StoredCapture],
        settings: LearningSettings,
        prior: Prior | None,
        progress: Progress | None,
    ) -> ChangeModel:
        labelled = labelled_captures(self._collection, page, captures[-1].profile_digest)
        by_id = {item.id: item for item in (*labelled, *captures)}
        readable = self._scorer.versions.readable(list(by_id.values()))
        said = verdicts(self._collection, page, [item for item, _ in readable])
        versions = [version for _, version in readable]

        def fitted(told: Sequence[PairLabel]) -> ChangeModel:
            return ChangeModel(
                grid=settings.grid,
                metric=settings.metric,
                constraints=settings.constraints,
                random_state=settings.random_state,
                alerts_per_week=settings.alerts_per_week,
            ).fit(versions, told, prior=prior, progress=progress)

        model = fitted(said)
        captures_at = {version.captured_at: capture for capture, version in readable}

        def usual(before: PageVersion, after: PageVersion) -> bool | None:
            known = self._scorer.texts.reading_before(captures_at[after.captured_at])
            return model.with_text(known).compare(before, after).important

        told = region_verdicts(page.regions, versions, said, usual)
        model = fitted([*said, *told]) if told else model
        sections = region_sections(page.regions, versions) if page.regions else {}
        return model.with_sections_told(sections) if sections else model

    def _others_learned(self) -> bool:
        return bool(self._collection.repository.newest_models(ModelState.LEARNED, limit=1))

    def _prior(self, page: Page, profile_digest: str, settings: LearningSettings) -> Prior | None:
        """What the pages taught that are most like this one and have its look: of its host before others; among these
        of its type before those of its address's kind (``kind_of`` its address), and these before others."""
        repository = self._collection.repository
        for host in (page.host, None):
            newest = repository.newest_models(ModelState.LEARNED, limit=4 * PRIOR_MODELS, of_host=host)
            others = [
                item
                for item in newest
                if item.page_id != page.id
                and repository.capture(item.last_capture_id).profile_digest == profile_digest
            ]
            alike = self._of_its_type(page, others) or self._of_its_address_kind(page, others) or others
            usable = [item for item in alike[:PRIOR_MODELS] if self._scorer.is_readable(item)]
            models = [self._scorer.load(item) for item in usable]
            prior = Prior.from_models([model for model in models if model.grid == settings.grid])
            if prior is not None:
                return prior
        return None

    def _of_its_type(self, page: Page, models: Sequence[StoredModel]) -> list[StoredModel]:
        """The models of pages that have the type of a page; none where its type is unknown."""
        types = self._collection.repository.page_types([page.id, *(item.page_id for item in models)])
        own = types.pop(page.id, None)
        if own is None or own.type == UNKNOWN:
            return []
        alike = {page_id for page_id, found in types.items() if found.type == own.type}
        return [item for item in models if item.page_id in alike]

    def _of_its_address_kind(self, page: Page, models: Sequence[StoredModel]) -> list[StoredModel]:
        kind, repository = kind_of(page.url), self._collection.repository
        return [item for item in models if kind_of(repository.page(item.page_id).url) == kind]

    def _map_interval(self, model: ChangeModel, captures: Sequence[StoredCapture]) -> ModelDetails:
        """How sure the importance map is, as JSON under the key that is shown; nothing of less than some days."""
        if model.picture_state_ != "learned":
            return {}
        try:
            versions = [version for _, version in self._scorer.versions.readable(captures)]
            interval = bootstrap_map(model, versions, DRAWS)
        except ChangeModelError as error:
            logger.debug("no interval for the map of %s: %s", captures[-1].url, error)
            return {}
        told: MapInterval = {
            "low": _rounded(interval.low),
            "high": _rounded(interval.high),
            "draws": interval.draws,
        }
        return {"map_interval": told}

    def _effect(
        self, model: ChangeModel, earlier: StoredModel | None, captures: Sequence[StoredCapture]
    ) -> ModelDetails:
        """What answers changed, where there were some since the earlier model."""
        answered = () if earlier is None else self._collection.repository.answered_since_model()
        if earlier is None or earlier.page_id not in answered or not self._scorer.is_readable(earlier):
            return {}
        readable = self._scorer.versions.readable(captures)
        return {"answers": effect_of_answers(self._scorer.load(earlier), model, readable)}

    def _register(
        self,
        page: Page,
        model: ChangeModel,
        captures: Sequence[StoredCapture],
        now: datetime,
        told: ModelDetails,
    ) -> StoredModel:
        path = f"models/{page.id}/{now:%Y%m%d%H%M%S}-{captures[-1].id}"
        digest = model.save(self._collection.path / path)
        shown = model.picture_state_ != "not-enough-change"
        return self._collection.repository.save_model(
            StoredModel(
                page_id=page.id,
                fitted_at=now,
                state=ModelState(model.picture_state_),
                path=path,
                digest=digest,
                first_capture_id=captures[0].id,
                last_capture_id=captures[-1].id,
                versions=len(captures),
                importance=_rows(model.importance_map_) if shown or model.parts_ is not None else (),
                weights=_rows(model.weights_.reshape(model.grid, model.grid)) if shown else (),
                details={**cast("ModelDetails", model.details_), **told},
            )
        )

    def _decide_undecided(
        self,
        model: StoredModel,
        captures: Sequence[StoredCapture],
        earlier: StoredModel | None,
        now: datetime,
        should_stop: Callable[[], bool],
    ) -> None:
        """Decide what nobody decided, and anew what only other pages' models or only the unchanged text decided.

        The lock is taken for one pair at a time: a window may hold more than a thousand, and visits go on meanwhile.
        """
        if model.state is ModelState.NOT_ENOUGH_CHANGE:
            return
        stood_in = stand_in(earlier)
        new = []
        for pair in takewhile(lambda _: not should_stop(), pairwise(captures)):
            self._scorer.versions.readable(pair)  # read and remembered before the lock is taken
            with self._writing:
                decision = self._decision(pair, stood_in, now)
                decided = None if decision is None else self._kept(decision)
            if decided is not None:
                new.append((pair[0].started_at, pair[1].started_at, decided))
        self._move_rate(model.page_id, captures[0].started_at, new)

    def decisions(self, page: Page, stood_in: int | None, now: datetime) -> list[Decision]:
        """What ``learn`` decides of the captures of the page's model once that is stored; nothing is stored."""
        model = self._collection.repository.current_model(page.id)
        if model is None or model.state is ModelState.NOT_ENOUGH_CHANGE:
            return []
        pairs = pairwise(self._window(page, model.versions))
        found = (self._decision(pair, stood_in, now) for pair in pairs)
        return [decision for decision in found if decision is not None]

    def keep_decisions(self, page: Page, decisions: Sequence[Decision]) -> None:
        """Store decisions, and let the belief about the page's rate learn from them."""
        new = []
        for decision in decisions:
            with self._writing:
                decided = self._kept(decision)
            if decided is not None:
                new.append((decision.before_at, decision.after_at, decided))
        if decisions:
            self._move_rate(page.id, decisions[0].before_at, new)

    def _move_rate(
        self, page_id: int, since: datetime, new: Sequence[tuple[datetime, datetime, bool]]
    ) -> None:
        with self._writing, self._collection.database.writing():
            page = self._collection.repository.page(page_id)
            # read anew: visits that went on meanwhile have decided on newer captures
            pairs = self._collection.repository.decided_pairs(page.id, since=since)
            rate = self._rates.after_pairs(page, pairs, new)
            self._collection.repository.set_rate(page.id, rate, observations=len(pairs))

    def _decision(
        self, pair: tuple[StoredCapture, StoredCapture], stood_in: int | None, now: datetime
    ) -> Decision | None:
        """The score of a pair of which nothing was known; None where there is no new one."""
        before, after = pair
        known = self._collection.repository.score_of(after.id)
        if known is not None and known.important is not None and not _is_open_again(known, stood_in):
            return None
        try:
            score = self._scorer.score(before, after, now)
        except StorageError as error:
            logger.warning("%s: capture %d is not scored: %s", after.url, after.id, error)
            return None
        return Decision(before_at=before.started_at, after_at=after.started_at, score=score)

    def _kept(self, decision: Decision) -> bool | None:
        """Store a decision; what it says, None where somebody had decided before."""
        known = self._collection.repository.score_of(decision.score.after_id)
        kept = self._collection.record_score(decision.score)
        return kept.important if known is None or known.important is None else None


def stand_in(model: StoredModel | None) -> int | None:
    """The number of a model that other pages lent, whose decisions the page's own makes anew."""
    return model.id if model is not None and model.state is ModelState.PRIOR else None


def _is_open_again(known: StoredScore, stood_in: int | None) -> bool:
    """Whether the page's own model has more to say than what decided: another page's model, or a text without news."""
    if known.model_id is None:
        return known.important is False
    return known.model_id == stood_in


def _size_after(earlier: StoredModel, settings: LearningSettings) -> int:
    return first_size(earlier.versions, earlier.details.get("changes", 0.0), settings)


def _rounded(grid: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(value), 4) for value in row] for row in grid]


def _rows(grid: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(value) for value in row) for row in grid)
