"""A model is of the trees that it was learned with: other trees, another model."""

import copy
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from changemodel.change import sentence_trees
from changemodel.change.model import ChangeModel
from changemodel.change.sentence_trees import APART, HOURLY, news_classifier_digest, provenance
from changemodel.errors import UnreadableModel
from changemodel.version import PageVersion

START = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.fixture
def other_trees(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program that ships trees of which one leaf is another."""
    stored = {name: dict(sentence_trees._stored(name)) for name in (HOURLY, APART)}
    stored[HOURLY] = copy.deepcopy(stored[HOURLY])
    stored[HOURLY]["value"][-1] += 1.0
    monkeypatch.setattr(sentence_trees, "_stored", stored.__getitem__)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    sentence_trees.grown_trees.cache_clear()
    news_classifier_digest.cache_clear()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    versions = [
        PageVersion(captured_at=START + timedelta(hours=hour), text=f"Notice {hour // 6} of the harbour")
        for hour in range(12)
    ]
    ChangeModel().fit(versions).save(tmp_path / "model")
    return tmp_path / "model"


def test_a_model_is_read_by_the_program_that_has_its_trees(saved: Path) -> None:
    assert ChangeModel.load(saved).picture_state_


def test_a_model_of_other_trees_is_refused_with_what_to_do(
    saved: Path, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("other_trees")
    with pytest.raises(UnreadableModel, match="fit the model again"):
        ChangeModel.load(saved)


@pytest.mark.parametrize("name", [HOURLY, APART])
def test_the_trees_say_where_they_come_from(name: str) -> None:
    assert provenance(name)["command"] == "python -m benchmarks.experience --write"
    assert provenance(name)["commit"]
