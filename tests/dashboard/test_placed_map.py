"""The importance map is drawn where the content of the capture stands, not where it usually does."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from lxml import html

from dashboard.timeline import placed_importance
from storage.collection import Collection
from storage.records import StoredCapture, StoredModel
from tests.dashboard.conftest import CAPTURES, serving
from tests.dashboard.sample import clock

LOWER = [[0.0] * 10 for _ in range(8)] + [[0.1] * 10, [0.0] * 10]


@pytest.fixture
def own(sample: Path, tmp_path: Path) -> Iterator[Collection]:
    shutil.copytree(sample, tmp_path / "own")
    with Collection.open(tmp_path / "own") as collection:
        yield collection


def _newest(collection: Collection) -> tuple[StoredCapture, StoredModel]:
    model = collection.repository.current_model(1)
    assert model is not None
    (capture,) = collection.repository.captures(1, good_only=True, newest_first=True, limit=1)
    return capture, model


def _laid_on_newest(collection: Collection, importance: object) -> None:
    capture, _ = _newest(collection)
    score = collection.repository.score_of(capture.id)
    assert score is not None
    collection.record_score(replace(score, explanation={**score.explanation, "importance": importance}))


def _page(collection: Collection, address: str) -> str:
    with serving(collection, clock(CAPTURES)) as site:
        return httpx.get(site + address).raise_for_status().text


def _tops(collection: Collection, address: str) -> list[set[str]]:
    """Where the cells of each importance map of a page begin."""
    maps = html.fromstring(_page(collection, address)).cssselect(".overlay-importance")
    return [{cell.get("y") for cell in drawn.cssselect("rect")} for drawn in maps]


def test_the_newest_screenshot_has_the_map_that_was_laid_on_it(own: Collection) -> None:
    _laid_on_newest(own, LOWER)
    assert _tops(own, "/page/1") == [{"800"}]


def test_a_comparison_has_a_map_over_each_screenshot(own: Collection) -> None:
    _laid_on_newest(own, LOWER)
    capture, _ = _newest(own)
    before, after = _tops(own, f"/page/1/compare?after={capture.id}")
    assert after == {"800"}
    assert before != {"800"}  # that capture was scored before: the usual map


def test_a_map_that_an_older_model_laid_stays_with_the_capture(own: Collection) -> None:
    _laid_on_newest(own, LOWER)
    capture, model = _newest(own)
    newer = own.repository.save_model(replace(model, path=f"{model.path}-newer"))
    assert placed_importance(own.repository, capture, newer).is_placed


def test_below_the_first_screen_nothing_is_drawn_and_that_is_said(own: Collection) -> None:
    _laid_on_newest(own, [[0.0] * 10] * 10)
    assert _tops(own, "/page/1") == []
    assert "the important content is below the first screen" in _page(own, "/page/1")
