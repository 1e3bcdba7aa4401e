"""Scores good captures that have no score yet, and updates the page's change rate.

A capture, visited or ingested, is stored before it is compared, so a crash, a damaged file or an error of the model may
leave it without a score. It then stays on storage's list, with the error, and is tried again: at its page's next visit,
by an hourly tick, by the next ingest, and when the page learns its next model.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import takewhile

from crawler.scheduling.announcements import Hinting
from crawler.scheduling.beliefs import Rates
from pagetide.learning.baselines import difference
from pagetide.learning.file_changes import score_file
from pagetide.learning.scoring import Scorer
from storage.collection import Collection
from storage.errors import DiskFull, StorageError
from storage.records import Page, StoredCapture, StoredScore

logger = logging.getLogger(__name__)


class WaitingScores:
    """The captures of a collection that wait for their score.

    Parameters
    ----------
    writing
        Held while a page's captures are scored: the scorer and the beliefs take one capture at a time.
    """

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer,
        hinting: Hinting,
        rates: Rates,
        writing: AbstractContextManager[object],
    ) -> None:
        self._collection = collection
        self._scorer = scorer
        self._hinting = hinting
        self._rates = rates
        self._writing = writing

    def score_all(self, now: datetime, should_stop: Callable[[], bool] = lambda: False) -> None:
        """Try every capture that waits, page by page; no further page once ``should_stop`` says so."""
        pages = self._collection.repository.pages_with_unscored()
        for page_id in takewhile(lambda _: not should_stop(), pages):
            self.score_page(page_id, now, should_stop)

    def score_page(
        self, page_id: int, now: datetime, should_stop: Callable[[], bool] = lambda: False
    ) -> list[StoredScore | None]:
        """Score what waits of a page, oldest first: the score of each, None for one that has none.

        A capture that cannot be scored keeps its place on the list; those after it are tried all the same. The lock is
        taken for one at a time: an archive may have brought thousands, and visits go on meanwhile.
        """
        repository = self._collection.repository
        scores: list[StoredScore | None] = []
        for capture in takewhile(lambda _: not should_stop(), repository.unscored(page_id)):
            with self._writing:
                if repository.is_unscored(capture.id):  # a visit may have scored it meanwhile
                    scores.append(self._tried(capture, now))
        return scores

    def _tried(self, capture: StoredCapture, now: datetime) -> StoredScore | None:
        """The score of one capture; an error is logged and kept, and never ends a visit."""
        try:
            score = self._compared(capture, now)
        except DiskFull:
            raise
        except (
            Exception
        ) as error:  # the boundary of one capture: its bytes are stored, only their score is late
            logger.error(
                "%s: capture %d is kept, but could not be scored; it is tried again later: %s",
                capture.url,
                capture.id,
                error,
                exc_info=not isinstance(error, StorageError),  # damaged bytes are no mistake of ours
                extra={"page_id": capture.page_id, "capture_id": capture.id},
            )
            self._collection.repository.scoring_failed(capture.id, f"{type(error).__name__}: {error}")
            return None
        return self._kept(capture, score)

    def _compared(self, capture: StoredCapture, now: datetime) -> StoredScore | None:
        if capture.file_digest is not None:
            return score_file(self._collection, capture, now)
        described = self._scorer.versions.describe(capture)
        with self._collection.database.snapshot():
            score = self._scorer.score_newest(described, now)
            if score is None:
                self._tell_new_baseline(capture)
        return score

    def _kept(self, capture: StoredCapture, score: StoredScore | None) -> StoredScore | None:
        """Keep the score and what it teaches; a first capture has nothing to be compared with.

        Captures of other tools teach a page's rate when its priors and its models are fitted, all together: none of
        them is news about how a host answers now, or what its feeds have told.
        """
        if score is None:
            self._collection.repository.needs_no_score(capture.id)
            return None
        with self._collection.scored(score) as kept:
            if not capture.origin:
                self._learn(self._collection.repository.page(capture.page_id), capture, kept)
        return kept

    def _learn(self, page: Page, capture: StoredCapture, score: StoredScore) -> None:
        """Move the belief about the page's rate: censored bits count as observations, undecided pairs do not."""
        repository = self._collection.repository
        before = repository.capture(score.before_id)
        if capture.started_at <= before.started_at:
            logger.warning(
                "%s: the clock says this capture is not later than the one before it, so it says nothing of the "
                "page's rate; check this machine's clock if this recurs",
                page.url,
                extra={"page_id": page.id, "capture_id": capture.id},
            )
            return
        important = bool(score.distance) if "file" in score.explanation else score.important
        if important is None:
            self._learn_undecided(page, before, capture, score)
            return
        pair = (before.started_at, capture.started_at, important)
        self._hinting.learn(page, pair)
        rate = self._rates.after_pair(page, pair)
        repository.set_rate(page.id, rate, observations=page.observations + 1)

    def _learn_undecided(
        self, page: Page, before: StoredCapture, capture: StoredCapture, score: StoredScore
    ) -> None:
        rate, chance = self._rates.undecided(page, before, capture, score)
        if chance is not None:
            self._hinting.learn(page, (before.started_at, capture.started_at, chance))
        self._collection.repository.set_rate(page.id, rate)

    def _tell_new_baseline(self, capture: StoredCapture) -> None:
        """Say why a capture is compared with none of the page's earlier ones."""
        newest = self._collection.repository.captures(
            capture.page_id, good_only=True, newest_first=True, limit=2
        )
        if len(newest) == 2:
            reason = difference(newest[1].profile, newest[0].profile)
            logger.info("%s: new baseline: %s", capture.url, reason, extra={"page_id": capture.page_id})
