"""A picture that has no say beside the words orders what they call equal."""

from __future__ import annotations

import numpy as np
import pytest

from changemodel.change import combined_distance, silent_changes
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.version import PageVersion
from tests.changemodel.change.test_combined_distance import fitted, judged

Fitted = tuple[ChangeModel, list[PageVersion], np.ndarray]


@pytest.fixture(scope="module")
def unheard() -> Fitted:
    """A model in which the picture has no say, with the versions after those it learned from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(silent_changes, "UNSPOKEN_A_DAY", 0.0)
        return fitted(picture="own", campaign=True)


def test_a_picture_that_has_no_say_still_tells_changes_without_a_word_from_none(unheard: Fitted) -> None:
    model, versions, important = unheard
    assert model.details_["parts"]["decided_by"] == "text"
    scores = judged(model, versions)
    distances = [score.distance for score in scores]
    assert rank_changes(distances, important).map > 0.98
    silent = [score for score in scores if score.by_part.get("text", 0.0) == 0.0]
    assert not any(score.important for score in silent)
    loudest = max(score.by_part.get("visual", 0.0) for score in scores)
    assert model.parts_ is not None
    assert loudest < 0.1 * model.parts_.hybrid.threshold, (
        "the least word that counts comes before any picture"
    )


def test_without_it_they_would_be_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent_changes, "UNSPOKEN_A_DAY", 0.0)
    monkeypatch.setattr(combined_distance, "QUIET", 0.0)
    model, versions, important = fitted(picture="own", campaign=True)
    distances = [score.distance for score in judged(model, versions)]
    assert rank_changes(distances, important).map < 0.9
