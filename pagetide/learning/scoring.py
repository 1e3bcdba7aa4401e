"""A capture compared with the previous good one, by the page's own model or, before there is one, without."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import cast

import numpy as np

from changemodel.change.explanation import RegionPart, region_parts, sentence_parts
from changemodel.change.model import ChangeModel, ChangeScore
from changemodel.change.sentence_classifier import JudgedSentence
from changemodel.change.text_reading import BlockDifference
from changemodel.errors import ChangeModelError
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from pagetide.learning.baselines import same_look
from pagetide.learning.page_texts import PageTexts
from pagetide.learning.versions import VersionReader
from storage.collection import Collection
from storage.records import ModelState, RenderingProfile, StoredCapture, StoredModel, StoredScore
from storage.score_explanation import ChangedBlock, ChangedRegion, ChangedSentence, ScoreExplanation

logger = logging.getLogger(__name__)

_KEPT_MODELS = 256  # the last one of each of so many pages
_TOLD_BLOCKS = 40  # of a score: the least usual ones
_TOLD_WORDS = 60  # of a block or a sentence
_TOLD_STORIES = 12  # of a score: those that are worth most
_TOLD_SENTENCES = 12  # of a score: the likeliest news
_TOLD_PARTS = 12  # regions of a score: those with the largest shares
_LEAST_SHARE = 0.01
_RECENT = 12  # captures among which the last one of a returning look is searched


@dataclass
class _LastModel:
    """The model of a page that was last asked for, with its path; those before it are not needed any more."""

    read: tuple[str, ChangeModel] | None = None


class Scorer:
    """Scores captures of a collection; models are read from disk once and kept."""

    def __init__(self, collection: Collection, *, grid: int) -> None:
        self._collection = collection
        self.versions = VersionReader(collection, GistGrid(grid=grid))
        self.texts = PageTexts(collection, self.versions)
        self._euclidean = ChangeModel.euclidean(grid=grid)
        self.without_model: set[int] = set()
        """Pages whose model was found damaged."""
        self._last_models = lru_cache(maxsize=_KEPT_MODELS)(lambda page_id: _LastModel())
        self._profile = lru_cache(maxsize=_KEPT_MODELS)(self._profile_of)

    def model_of(self, page_id: int) -> tuple[ChangeModel, StoredModel | None]:
        """The page's model, learned or standing in, or plain Euclidean distance and None while there is none.

        Where the picture shows too little change, what the text taught decides, if it taught what the parts are worth.
        """
        stored = self._collection.repository.current_model(page_id)
        if stored is None or not self.is_readable(stored):
            return self._euclidean, None
        if stored.state is ModelState.NOT_ENOUGH_CHANGE and self.load(stored).parts_ is None:
            # nothing was learned of the picture nor of the text, which is read all the same: within its alert budget,
            # and as people said of its sections
            return self._euclidean.with_decisions_of(self.load(stored)), None
        return self.load(stored), stored

    def load(self, stored: StoredModel) -> ChangeModel:
        """A stored model.

        Raises
        ------
        ChangeModelError, OSError
            Its files are damaged or gone.
        """
        last = self._last_models(stored.page_id)
        read = last.read
        if read is None or read[0] != stored.path:
            last.read = read = stored.path, ChangeModel.load(self._collection.path / stored.path)
        return read[1]

    def is_readable(self, stored: StoredModel) -> bool:
        """Whether a stored model can be used; the log says why not. Its page is due to learn the next one."""
        try:
            self.load(stored)
        except (ChangeModelError, OSError) as error:
            self.without_model.add(stored.page_id)
            logger.warning(
                "model %s cannot be used until its page has learned the next one: %s", stored.path, error
            )
            return False
        return True

    def model_for(self, after: StoredCapture) -> tuple[ChangeModel, StoredModel | None]:
        """The model that a capture is scored by: its page's, unless that was learned from another look of the page.

        It knows of the page's text what the captures before this one have shown, and raises an alarm above a person's
        threshold.
        """
        model, stored = self.model_of(after.page_id)
        if stored is not None and not same_look(self._profile(stored.last_capture_id), after.profile):
            model, stored = self._euclidean, None
        model = model.with_text(self.texts.reading_before(after))
        above = self._own_alarm(after.page_id)
        return (model if above is None else model.with_alarm_above(above)), stored

    def score_newest(self, after: StoredCapture, now: datetime) -> StoredScore | None:
        """Compare a capture with the previous good one of its page and profile; None where there is none.

        Then the page's textual reading has one more version, unless this is a capture of the page's past: an archive
        may bring such.
        """
        version = self.versions.version(after)
        before = self._readable_before(after)
        score = None if before is None else self._score(before, after, version, now)
        newest = self._collection.repository.captures(
            after.page_id, good_only=True, newest_first=True, limit=1
        )
        if newest and newest[0].id == after.id:
            self.texts.remember(after, version)
        return score

    def _readable_before(self, after: StoredCapture) -> StoredCapture | None:
        """The last good capture of the same page and profile that can be read."""
        before = self._collection.repository.previous_good(after)
        while before is not None and not self.versions.readable([before]):
            before = self._collection.repository.previous_good(before)
        return before

    def score(self, before: StoredCapture, after: StoredCapture, now: datetime) -> StoredScore:
        """What the page's current model says of two of its captures; nothing is stored.

        News is what the page's captures before the later of the two had not shown.
        """
        return self._score(before, after, self.versions.version(after), now)

    def _score(
        self, before: StoredCapture, after: StoredCapture, version: PageVersion, now: datetime
    ) -> StoredScore:
        model, stored = self.model_for(after)
        earlier = self.versions.version(before)
        result = model.compare(earlier, version)
        if result.returning_state is not None:
            result = model.compare(earlier, version, self._recent(before))
        parts = region_parts(model, earlier, version, result)
        told = _visual_explanation(result, parts)
        if sentences := sentence_parts(model, earlier, version)[:_TOLD_SENTENCES]:
            told["sentences"] = [_told_sentence(sentence) for sentence in sentences]
        if result.stories:
            told["stories"] = [str(story) for story in result.stories[:_TOLD_STORIES]]
        if stored is not None and stored.importance:
            told["importance"] = np.round(model.importance_on(version), 4).tolist()
        if self._own_alarm(after.page_id) is not None:
            told["alarm_by"] = "person"
        return _as_stored(result, told, (before, after), stored, now)

    def _recent(self, before: StoredCapture) -> list[PageVersion]:
        """The good captures up to one, among which a page that flaps between looks has shown each of them."""
        recent = self._collection.repository.captures(
            before.page_id, until=before.started_at, good_only=True, newest_first=True, limit=_RECENT
        )
        alike = [item for item in recent if item.profile_digest == before.profile_digest]
        return [version for _, version in self.versions.readable(alike)]

    def _own_alarm(self, page_id: int) -> float | None:
        """The alarm threshold that a person set for a page; None: none."""
        return self._collection.repository.page(page_id).alarm_above

    def _profile_of(self, capture_id: int) -> RenderingProfile:
        return self._collection.repository.capture(capture_id).profile


def _as_stored(
    score: ChangeScore,
    seen: ScoreExplanation,
    captures: tuple[StoredCapture, StoredCapture],
    model: StoredModel | None,
    now: datetime,
) -> StoredScore:
    before, after = captures
    return StoredScore(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        scored_at=now,
        model_id=None if model is None else model.id,
        distance=score.distance,
        probability=score.probability,
        important=score.important,
        regions=tuple(tuple(float(value) for value in row) for row in score.regions),
        displacement_px=score.displacement_px,
        links_added=tuple(sorted(score.links_added)),
        links_removed=tuple(sorted(score.links_removed)),
        images_added=tuple(sorted(score.images_added)),
        images_removed=tuple(sorted(score.images_removed)),
        explanation={**_explanation(score), **seen, **_shares(score), **_budget(score)},
    )


def _shares(score: ChangeScore) -> ScoreExplanation:
    """What each part adds to the distance, as JSON; nothing where only the picture or the words were asked."""
    return {"by_part": dict(score.by_part)} if set(score.by_part) not in ({"visual"}, {"text"}, set()) else {}


def _budget(score: ChangeScore) -> ScoreExplanation:
    """Where alarms begin by the page's alert budget, as JSON; nothing where it has none."""
    return {} if score.alarm_above is None else {"alarm_above": score.alarm_above}


def _explanation(score: ChangeScore) -> ScoreExplanation:
    """What the text says, as JSON."""
    if score.text_distance is None:
        return {}
    return {
        "text_distance": score.text_distance,
        "text_important": score.text_important,
        "blocks_changed": len(score.blocks),
        "blocks": [_told(block) for block in score.blocks[:_TOLD_BLOCKS]],
    }


def _visual_explanation(score: ChangeScore, parts: Sequence[RegionPart]) -> ScoreExplanation:
    """What the picture says beside the regions' numbers, as JSON; nothing where no picture changed."""
    found: ScoreExplanation = {}
    if told := [_told_region(part) for part in parts[:_TOLD_PARTS] if part.share >= _LEAST_SHARE]:
        found["parts"] = told
    if (state := score.to_dict()["returning_state"]) is not None:
        found["returning_state"] = state
    return found


def _told_region(part: RegionPart) -> ChangedRegion:
    return cast("ChangedRegion", part.to_dict())  # the model knows no types of storage


def _told(block: BlockDifference) -> ChangedBlock:
    return {
        "path": block.path,
        "kind": block.kind,
        "added": " ".join(block.words_added[:_TOLD_WORDS]),
        "removed": " ".join(block.words_removed[:_TOLD_WORDS]),
        "furniture": block.furniture,
        "returns": block.returns,
        "chance": block.chance,
    }


def _told_sentence(sentence: JudgedSentence) -> ChangedSentence:
    words = sentence.text.split()
    return cast("ChangedSentence", sentence.to_dict() | {"text": " ".join(words[:_TOLD_WORDS])})
