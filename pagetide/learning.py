"""From a page's stored captures to its change model: which captures, when again, what is kept of the result.

A model is learned from the newest good captures of one rendering profile, never from errors or failed visits
(``specs`` of the method: Law 2015, chapter 4). After the first model, the page's earlier captures get their
decisions too, so that its timeline and its change rate start with what is already known.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from changemodel.change.model import ChangeModel
from crawler.change_rate import updated
from pagetide.errors import NothingToDo
from pagetide.scoring import Scorer
from pagetide.settings import LearningSettings
from storage.collection import Collection
from storage.records import ModelState, Page, RateBelief, StoredCapture, StoredModel

logger = logging.getLogger(__name__)


class Learner:
    """Learns the models of a collection's pages and stores them."""

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer,
        settings: LearningSettings,
        half_life: timedelta,
        writing: AbstractContextManager[object],
    ) -> None:
        self._collection = collection
        self._scorer = scorer
        self._settings = settings
        self._half_life = half_life
        self._writing = writing  # held while the collection is written: fitting itself runs outside it

    def learn_due(self, now: datetime) -> list[StoredModel]:
        """Learn every active page that has enough new captures since its last model."""
        pages = self._collection.repository.pages(active=True)
        return [self.learn(page, now) for page in pages if self.is_due(page)]

    def is_due(self, page: Page) -> bool:
        """Whether the page has enough captures for a first model, or enough new ones for the next."""
        model = self._collection.repository.current_model(page.id)
        if model is None:
            return len(self._window(page)) >= self._settings.first_after_versions
        newest = self._collection.repository.captures(
            page.id, good_only=True, newest_first=True, limit=self._settings.refit_after_versions
        )
        if len(newest) < self._settings.refit_after_versions or newest[-1].id <= model.last_capture_id:
            return False
        learned_from = self._collection.repository.capture(model.last_capture_id).profile_digest
        if learned_from == newest[0].profile_digest:
            return True
        # another profile: the old model serves until there is as much to learn from as a first one needs
        return len(self._window(page)) >= self._settings.first_after_versions

    def learn(self, page: Page, now: datetime) -> StoredModel:
        """Fit, save and register the page's model; decide on the captures that were not decided yet.

        Raises
        ------
        NothingToDo
            The page has fewer than three good captures.
        """
        captures = self._window(page)
        if len(captures) < 3:
            raise NothingToDo(
                f"{page.url} has {len(captures)} good captures; a model needs at least 3, and "
                f"{self._settings.first_after_versions} to be worth something. Run the crawl first."
            )
        versions = [self._scorer.versions.version(capture) for capture in captures]
        settings = self._settings
        model = ChangeModel(
            grid=settings.grid, constraints=settings.constraints, random_state=settings.random_state
        ).fit(versions)
        with self._writing:
            stored = self._register(page, model, captures, now)
            self._decide_undecided(stored, captures, now)
        logger.info("learned %s from %d captures: %s", page.url, len(captures), stored.state)
        return stored

    def _window(self, page: Page) -> list[StoredCapture]:
        """The newest good captures of the newest profile, oldest first."""
        newest = self._collection.repository.captures(
            page.id, good_only=True, newest_first=True, limit=self._settings.window_versions
        )
        same_profile = [item for item in newest if item.profile_digest == newest[0].profile_digest]
        return same_profile[::-1]

    def _register(
        self, page: Page, model: ChangeModel, captures: Sequence[StoredCapture], now: datetime
    ) -> StoredModel:
        path = f"models/{page.id}/{now:%Y%m%d%H%M%S}-{captures[-1].id}"
        digest = model.save(self._collection.path / path)
        learned = model.state_ == "learned"
        return self._collection.repository.save_model(
            StoredModel(
                page_id=page.id,
                fitted_at=now,
                state=ModelState.LEARNED if learned else ModelState.NOT_ENOUGH_CHANGE,
                path=path,
                digest=digest,
                first_capture_id=captures[0].id,
                last_capture_id=captures[-1].id,
                versions=len(captures),
                importance=_rows(model.importance_map_) if learned else (),
                weights=_rows(model.weights_.reshape(model.grid, model.grid)) if learned else (),
                details=model.details_,
            )
        )

    def _decide_undecided(self, model: StoredModel, captures: Sequence[StoredCapture], now: datetime) -> None:
        if model.state is not ModelState.LEARNED:
            return
        for before, after in pairwise(captures):
            known = self._collection.repository.score_of(after.id)
            if known is None or known.important is None:
                self._collection.record_score(self._scorer.score(before, after, now))
        self._collection.repository.set_rate(model.page_id, self._believed_rate(captures))

    def _believed_rate(self, captures: Sequence[StoredCapture]) -> RateBelief:
        """The belief that the decisions on these captures lead to, from the prior on."""
        belief = RateBelief()
        for before, after in pairwise(captures):
            score = self._collection.repository.score_of(after.id)
            if score is not None and score.important is not None:
                belief = updated(
                    belief, score.important, after.started_at - before.started_at, self._half_life
                )
        return belief


def _rows(grid: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(value) for value in row) for row in grid)
