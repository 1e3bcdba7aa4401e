"""Which model a page's captures are scored by."""

import gc
import shutil
import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from changemodel.change.explanation import explain
from changemodel.change.model import ChangeModel
from pagetide.learning.scoring import Scorer
from storage.records import ModelState, StoredModel
from tests.changemodel.change.test_sentence_classifier import hourly_history
from tests.changemodel.change.test_text_drift import front_page
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture


def _registered(visits: Visits, model: ChangeModel, stories: tuple[int, int] = (0, 0)) -> StoredModel:
    collection = visits.app.collection
    for hour, story in enumerate(stories):
        visits.visit(capture(hour, story, 0))
    first, last = collection.repository.captures(visits.page.id)
    path = Path("models") / str(visits.page.id) / "fitted"
    return collection.repository.save_model(
        StoredModel(
            page_id=visits.page.id,
            fitted_at=START,
            state=ModelState(model.picture_state_),
            path=str(path),
            digest=model.save(collection.path / path),
            first_capture_id=first.id,
            last_capture_id=last.id,
            versions=2,
            importance=(),
            weights=(),
            details=model.details_,
        )
    )


def test_what_the_text_taught_decides_where_the_picture_shows_too_little_change(visits: Visits) -> None:
    versions, _ = front_page(120)
    fitted = ChangeModel(read="text").fit(versions)
    assert fitted.parts_ is not None
    stored = _registered(visits, fitted)
    assert stored.state is ModelState.NOT_ENOUGH_CHANGE
    scorer = Scorer(visits.app.collection, grid=10)
    model, used = scorer.model_of(visits.page.id)
    assert used == stored
    expected, found = (item.compare(versions[3], versions[4]) for item in (fitted, model))
    assert (found.distance, found.important) == (expected.distance, expected.important)


def test_a_model_that_learned_nothing_does_not_decide(visits: Visits) -> None:
    versions, _ = front_page(4)
    fitted = ChangeModel(read="text").fit(versions)
    assert fitted.parts_ is None
    _registered(visits, fitted)
    assert Scorer(visits.app.collection, grid=10).model_of(visits.page.id)[1] is None


def test_the_map_is_laid_on_the_capture_that_is_scored(visits: Visits) -> None:
    versions, _ = front_page(120)
    fitted = ChangeModel(read="text").fit(versions)
    stored = _registered(visits, fitted)
    rows = tuple(tuple(row) for row in fitted.importance_map_.tolist())
    visits.app.collection.repository.save_model(replace(stored, importance=rows))
    before, after = visits.app.collection.repository.captures(visits.page.id)
    scored = Scorer(visits.app.collection, grid=10).score(before, after, START)
    laid = np.array(scored.explanation["importance"])
    assert laid.shape == (10, 10)
    assert laid.sum() == pytest.approx(1.0, abs=0.01)


def test_what_other_pages_taught_is_kept_with_the_score(visits: Visits) -> None:
    fitted = ChangeModel(read="text").fit(hourly_history())
    assert fitted.experience_ is not None
    _registered(visits, fitted, (0, 1))
    before, after = visits.app.collection.repository.captures(visits.page.id)
    scorer = Scorer(visits.app.collection, grid=10)
    scored = scorer.score(before, after, START)
    pair = [scorer.versions.version(item) for item in (before, after)]
    expected = [sentence.to_dict() for sentence in explain(fitted, *pair).sentences]
    assert scored.explanation.get("sentences", []) == expected
    assert expected


def test_a_model_that_was_superseded_is_not_kept_in_memory(visits: Visits) -> None:
    versions, _ = front_page(6)
    older = _registered(visits, ChangeModel(read="text").fit(versions))
    folder = visits.app.collection.path
    newer = replace(older, path="models/newer")
    shutil.copytree(folder / older.path, folder / newer.path)
    scorer = Scorer(visits.app.collection, grid=10)
    first = weakref.ref(scorer.load(older))
    assert scorer.load(newer) is scorer.load(newer)
    gc.collect()
    assert first() is None
