"""The map of a page whose parts decide together lies where the important words stand."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from changemodel.change.joint_map import JointPairs
from changemodel.change.model import ChangeModel
from changemodel.change.prior import Prior
from changemodel.change.uncertainty import bootstrap_map
from changemodel.version import PageVersion
from tests.changemodel.change.test_text_drift import sentence
from tests.changemodel.change.worlds import LAYOUT, START

NEWS = np.zeros((10, 10), dtype=bool)
NEWS[:3, :6] = True


def history(
    *, hours: int = 120, pictures: bool = True, boxes: bool = True, news_top: int = 0
) -> list[PageVersion]:
    """Three stories above on the left, of which one is replaced now and then; promotions that are new at every visit
    below, whose pictures change more than those of the stories."""
    draw, noise, stories, versions = random.Random(1), np.random.default_rng(1), [1, 2, 3], []
    for hour in range(hours):
        if hour and draw.random() < 0.25:
            stories = [1000 + hour, *stories[:2]]
        blocks = [
            _block("article", row, sentence(story, 20), (0, news_top + 100 * row, 600, 100), boxes)
            for row, story in enumerate(stories)
        ]
        promoted = [sentence(draw.getrandbits(40), 20) for _ in range(3)]
        blocks += [
            _block("div.promo", row, text, (0, 600 + 100 * row, 1000, 100), boxes)
            for row, text in enumerate(promoted)
        ]
        features = np.full((10, 10, 32), 0.1)
        features[:3, :6] += 0.1 * np.random.default_rng(stories[0]).normal(size=(3, 6, 32))
        features[6:9] += noise.normal(size=(3, 10, 32))
        picture = {"features": features.reshape(100, 32), "feature_layout": LAYOUT} if pictures else {}
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks, **picture))
    return versions


def _block(
    tag: str, row: int, text: str, box: tuple[int, int, int, int], boxes: bool
) -> dict[str, str | int]:
    sides = dict(zip(("x_px", "y_px", "width_px", "height_px"), box, strict=True)) if boxes else {}
    return {"path": f"body>main>{tag}:nth-of-type({row + 1})>p", "text": text, **sides}


@pytest.fixture(scope="module")
def versions() -> list[PageVersion]:
    return history()


@pytest.fixture(scope="module")
def model(versions: list[PageVersion]) -> ChangeModel:
    return ChangeModel().fit(versions)


def _pairs(**given: object) -> JointPairs:
    """Two cells: important pairs change the first one's words, all pairs change the second one's."""
    usual: dict[str, object] = {
        "seconds": np.zeros(4),
        "important": np.array([True, True, False, False]),
        "told": np.array([[3.0], [3.0], [1.0], [1.0]]),
        "words": np.array([[1.0, 1.0], [3.0, 1.0], [0.0, 1.0], [0.0, 1.0]]),
        "seen": None,
        "picture": None,
        "eye": np.ones(1),
    }
    return JointPairs(**(usual | given))  # type: ignore[arg-type]


def test_the_map_lies_on_the_words_that_make_changes_important(model: ChangeModel) -> None:
    assert model.parts_ is not None
    assert model.importance_map_.shape == (10, 10)
    assert (model.importance_map_ >= 0).all()
    assert model.importance_map_.sum() == pytest.approx(1.0)
    assert model.importance_map_[NEWS].sum() > 0.95


def test_a_page_without_pictures_has_a_map(versions: list[PageVersion]) -> None:
    model = ChangeModel(read="text").fit(versions)
    assert model.importance_map_[NEWS].sum() > 0.95
    assert np.unique(model.picture_map_).size == 1


def test_where_no_box_is_known_the_map_is_the_pictures_own() -> None:
    model = ChangeModel().fit(history(boxes=False))
    assert model.parts_ is not None
    np.testing.assert_array_equal(model.importance_map_, model.picture_map_)


def test_words_below_the_first_screen_leave_the_pictures_map() -> None:
    model = ChangeModel().fit(history(news_top=1400))
    np.testing.assert_array_equal(model.importance_map_, model.picture_map_)


def test_a_picture_alone_keeps_its_own_map(versions: list[PageVersion]) -> None:
    model = ChangeModel(read="pictures").fit(versions)
    np.testing.assert_array_equal(model.importance_map_, model.picture_map_)


def test_both_maps_survive_a_round_trip_bit_for_bit(model: ChangeModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.importance_map_, model.importance_map_)
    np.testing.assert_array_equal(loaded.picture_map_, model.picture_map_)


def test_a_prior_for_pictures_is_made_of_the_pictures_own_maps(model: ChangeModel) -> None:
    prior = Prior.from_models([model])
    assert prior is not None
    np.testing.assert_array_equal(prior.importance, model.picture_map_.ravel())


def test_the_interval_is_that_of_the_same_map(model: ChangeModel, versions: list[PageVersion]) -> None:
    interval = bootstrap_map(model, versions, 20)
    shown = model.importance_map_ > 0.005
    inside = (model.importance_map_ >= interval.low) & (model.importance_map_ <= interval.high)
    assert inside[shown].mean() > 0.7
    assert interval.mean[NEWS].sum() > 0.95
    assert interval.mean.sum() == pytest.approx(1.0)


def test_what_changes_as_much_without_news_carries_none() -> None:
    np.testing.assert_allclose(_pairs().shares(), [1.0, 0.0])


def test_words_count_by_how_much_the_picture_differs_to_the_eye() -> None:
    words = np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    found = _pairs(words=words, seen=np.tile([9.0, 1.0], (4, 1))).shares()
    np.testing.assert_allclose(found, [0.75, 0.25])


def test_text_and_picture_share_the_map_as_they_share_the_distance() -> None:
    seen = np.array([[1.0, 1.0], [1.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
    words = np.array([[1.0, 0.0], [3.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    found = _pairs(words=words, seen=seen, picture=3.0 * seen).shares()
    np.testing.assert_allclose(found, [6.0 / 18.0, 12.0 / 18.0])  # 6 of the words, 2 x 6 of the picture


def test_one_large_change_is_no_more_than_two_usual_ones() -> None:
    """Of three important pairs one is a hundred times larger: it counts as the median one does."""
    words = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 100.0], [0.0, 0.0]])
    important = np.array([True, True, True, False])
    found = _pairs(words=words, told=words, important=important)
    np.testing.assert_allclose(found.shares(), [2.0 / 3.0, 1.0 / 3.0])
    np.testing.assert_allclose(np.concatenate(found.sources()), [2.0 / 3.0, 1.0 / 3.0, 0.0, 0.0])


@pytest.mark.parametrize("important", [np.zeros(4, dtype=bool), np.array([False, False, True, True])])
def test_where_no_important_pair_says_where_there_is_no_joint_map(important: np.ndarray) -> None:
    assert _pairs(important=important, words=np.zeros((4, 2))).shares() is None


def test_all_pairs_important_leave_nothing_to_take_away() -> None:
    found = _pairs(important=np.ones(4, dtype=bool), told=np.ones((4, 1))).shares()
    np.testing.assert_allclose(found, [0.5, 0.5])
