"""A picture that has no say beside the words orders what they call equal."""

from __future__ import annotations

import pytest

from changemodel.change import combined_distance, silent_changes
from changemodel.evaluation.ranking import rank_changes
from tests.changemodel.change.test_combined_distance import fitted, judged


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent_changes, "UNSPOKEN_A_DAY", 0.0)


@pytest.mark.usefixtures("unheard")
def test_a_picture_that_has_no_say_still_tells_changes_without_a_word_from_none() -> None:
    model, versions, important = fitted(picture="own", campaign=True)
    assert model.details_["parts"]["decided_by"] == "text"
    scores = judged(model, versions)
    distances = [score.distance for score in scores]
    assert rank_changes(distances, important).map > 0.98
    silent = [score for score in scores if score.by_part.get("text", 0.0) == 0.0]
    assert not any(score.important for score in silent)


@pytest.mark.usefixtures("unheard")
def test_without_it_they_would_be_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combined_distance, "QUIET", 0.0)
    model, versions, important = fitted(picture="own", campaign=True)
    distances = [score.distance for score in judged(model, versions)]
    assert rank_changes(distances, important).map < 0.9


@pytest.mark.usefixtures("unheard")
def test_the_least_word_that_counts_comes_before_any_picture() -> None:
    model, versions, _ = fitted(picture="own", campaign=True)
    scores = judged(model, versions)
    loudest = max(score.by_part.get("visual", 0.0) for score in scores)
    assert model.parts_ is not None
    assert loudest < 0.1 * model.parts_.hybrid.threshold
