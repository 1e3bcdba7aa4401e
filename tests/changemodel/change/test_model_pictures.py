"""A model of drawn screenshots: the story matters, the advertisement and the banner do not."""

from datetime import timedelta

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.feature_reader import signature_of
from changemodel.features.gist import GistGrid
from tests.changemodel.change.worlds import START, drawn_version
from tests.changemodel.features.front_pages import with_inserted


@pytest.fixture(scope="module")
def drawn() -> list[PageVersion]:
    """A page of one changing story and an advertisement that changes each hour; some hours have a banner above."""
    rng = np.random.default_rng(0)
    story, versions = 0, []
    for hour in range(24):
        story += int(rng.random() < 0.4)
        versions.append(drawn_version(hour, story, int(rng.integers(6)), banner=hour % 9 == 5))
    return versions


@pytest.fixture(scope="module")
def drawn_model(drawn: list[PageVersion]) -> ChangeModel:
    return ChangeModel(grid=8).fit(drawn)


def test_screenshots_teach_that_the_story_matters_and_the_advertisement_does_not(
    drawn_model: ChangeModel,
) -> None:
    before = drawn_version(100, 50, 0)
    story, advert = drawn_version(101, 51, 0), drawn_version(101, 50, 1)
    assert drawn_model.picture_state_ == "learned"
    assert drawn_model.distance(before, story) > 10 * drawn_model.distance(before, advert)
    assert drawn_model.compare(before, story).important
    assert not drawn_model.compare(before, advert).important


def test_a_banner_above_an_otherwise_equal_page_is_less_than_a_twentieth_of_an_important_change(
    drawn_model: ChangeModel,
) -> None:
    before = drawn_version(100, 50, 0)
    pushed, story = drawn_version(101, 50, 0, banner=True), drawn_version(101, 51, 0)
    score = drawn_model.compare(before, pushed)
    assert score.displacement_px == 90
    assert score.distance < 0.05 * drawn_model.distance(before, story)
    assert not score.important


def test_without_history_a_banner_is_put_back_too() -> None:
    before, story = drawn_version(100, 50, 0), drawn_version(101, 51, 0)
    pushed = drawn_version(101, 50, 0, banner=True)
    model = ChangeModel.euclidean(grid=8)
    assert model.compare(before, pushed).displacement_px == 90
    assert model.distance(before, pushed) < 0.2 * model.distance(before, story)
    assert model.distance(before, pushed) == model.distance(pushed, before)


def test_a_banner_of_half_a_screen_is_told_as_the_displacement_of_most_content(
    drawn_model: ChangeModel,
) -> None:
    before = drawn_version(100, 50, 0)
    page = np.asarray(before.screenshot)
    pushed = PageVersion(
        captured_at=before.captured_at + timedelta(hours=1), screenshot=with_inserted(page, 0, 500)
    )
    for model in (drawn_model, ChangeModel.euclidean(grid=8)):
        score = model.compare(before, pushed)
        assert score.displacement_px == 500
        assert score.displacements_px is not None
        assert (score.displacements_px[-1] == 500).any()


def test_without_alignment_a_banner_changes_everything() -> None:
    before, pushed = drawn_version(100, 50, 0), drawn_version(101, 50, 0, banner=True)
    model = ChangeModel.euclidean(grid=8, align=False)
    assert model.compare(before, pushed).displacement_px == 0
    assert model.distance(before, pushed) > 10 * ChangeModel.euclidean(grid=8).distance(before, pushed)


def test_features_that_a_model_made_spare_it_the_screenshot(
    drawn: list[PageVersion], drawn_model: ChangeModel
) -> None:
    a, b = drawn[3], drawn[20]
    page = np.asarray(a.screenshot)
    pushed = PageVersion(captured_at=b.captured_at, screenshot=with_inserted(page, 0, 90))
    kept = [
        PageVersion(
            captured_at=v.captured_at,
            features=drawn_model.features(v),
            feature_layout=drawn_model.feature_layout_,
            signatures=signature_of(v),
            row_features=GistGrid(grid=drawn_model.grid).row_features(v.pixels()),
        )
        for v in (a, b, pushed)
    ]
    assert drawn_model.distance(kept[0], kept[1]) == drawn_model.distance(a, b)
    moved = drawn_model.compare(kept[0], kept[2])
    assert moved.displacement_px == 90
    assert moved.distance == drawn_model.distance(a, pushed)


def test_screenshots_of_different_sizes_are_compared_over_the_view(drawn_model: ChangeModel) -> None:
    small = PageVersion(captured_at=START, screenshot=np.zeros((600, 400, 3), dtype=np.uint8))
    assert drawn_model.distance(small, drawn_version(1, 1, 1)) > 0


def test_a_model_of_screenshots_survives_saving_bit_for_bit(
    drawn: list[PageVersion], drawn_model: ChangeModel, tmp_path
) -> None:
    drawn_model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    fresh = PageVersion(captured_at=START, screenshot=drawn[5].screenshot)
    assert loaded.feature_layout_ == drawn_model.feature_layout_
    np.testing.assert_array_equal(loaded.features(fresh), drawn_model.features(fresh))
    ours, theirs = drawn_model.compare(drawn[0], fresh), loaded.compare(drawn[0], fresh)
    assert (ours.distance, ours.probability, ours.displacement_px) == (
        theirs.distance,
        theirs.probability,
        theirs.displacement_px,
    )
