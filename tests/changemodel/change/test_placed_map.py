"""The map over one capture goes where its content stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from changemodel.change.model import ChangeModel
from changemodel.change.placed_map import moved_map
from changemodel.errors import NotFitted
from changemodel.version import PageVersion
from tests.changemodel.change.test_joint_map import history

NEWS = np.zeros((10, 10), dtype=bool)
NEWS[:3, :6] = True


@pytest.fixture(scope="module")
def versions() -> list[PageVersion]:
    return history()


@pytest.fixture(scope="module")
def model(versions: Sequence[PageVersion]) -> ChangeModel:
    return ChangeModel().fit(versions)


def _pushed_down(version: PageVersion, by_px: int) -> PageVersion:
    assert version.blocks is not None
    blocks = [{**block, "y_px": block["y_px"] + by_px} for block in version.blocks]
    return replace(version, blocks=blocks)


def test_it_lies_on_the_news_of_the_capture(model: ChangeModel, versions: Sequence[PageVersion]) -> None:
    found = model.importance_on(versions[-1])
    assert found.shape == (10, 10)
    assert found.sum() == pytest.approx(1.0)
    assert found[NEWS].sum() > 0.99


def test_a_banner_takes_it_down_with_the_news(model: ChangeModel, versions: Sequence[PageVersion]) -> None:
    found = model.importance_on(_pushed_down(versions[-1], 400))
    assert found[4:7, :6].sum() > 0.99
    assert found.sum() == pytest.approx(1.0)


def test_below_the_first_screen_there_is_nothing_to_draw(
    model: ChangeModel, versions: Sequence[PageVersion]
) -> None:
    assert not model.importance_on(_pushed_down(versions[-1], 2000)).any()


def test_without_boxes_it_is_the_usual_map(model: ChangeModel, versions: Sequence[PageVersion]) -> None:
    bare = replace(versions[-1], blocks=None, text="words")
    np.testing.assert_allclose(model.importance_on(bare), model.importance_map_)


def test_a_model_of_pictures_alone_has_its_own_map_over_a_capture(versions: Sequence[PageVersion]) -> None:
    model = ChangeModel(read="pictures").fit(versions)
    np.testing.assert_allclose(model.importance_on(versions[-1]), model.picture_map_)


def test_it_is_the_same_from_a_saved_model(
    model: ChangeModel, versions: Sequence[PageVersion], tmp_path: Path
) -> None:
    model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.importance_on(versions[3]), model.importance_on(versions[3]))


def test_before_fit_there_is_none(versions: Sequence[PageVersion]) -> None:
    with pytest.raises(NotFitted):
        ChangeModel().importance_on(versions[0])


def test_rows_that_were_pushed_down_take_their_importance_with_them() -> None:
    frame = np.zeros((10, 10))
    frame[2, 3], frame[9, 0] = 0.6, 0.4
    shift = np.concatenate([np.zeros(100), np.full(900, 250)]).astype(np.int16)
    moved = moved_map(frame, shift)
    assert moved[4, 3] == pytest.approx(0.3)
    assert moved[5, 3] == pytest.approx(0.3)
    assert moved.sum() == pytest.approx(0.6)  # the rest left the view
    np.testing.assert_array_equal(moved_map(frame, None), frame)
    assert moved_map(frame, np.full(1000, -100))[1, 3] == pytest.approx(0.6)
