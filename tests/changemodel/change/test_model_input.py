"""What a model refuses, and what it makes of odd input."""

from datetime import timedelta

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.errors import InvalidConstraints, InvalidInput, InvalidVersion, LayoutMismatch, NotFitted
from tests.changemodel.change.worlds import START, World, features_version, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def test_saving_before_fit_is_refused(tmp_path) -> None:
    with pytest.raises(NotFitted, match="call fit"):
        ChangeModel().save(tmp_path)


def test_nan_regions_hold_no_change(world: World) -> None:
    versions = list(world.versions)
    gaps = np.array(versions[10].features)
    gaps[:30] = np.nan
    versions[10] = PageVersion(
        captured_at=versions[10].captured_at, features=gaps, feature_layout="simulated"
    )
    model = ChangeModel().fit(versions)
    assert model.state_ == "learned"
    assert np.isfinite(model.weights_).all()
    np.testing.assert_array_equal(
        model.compare(versions[10], versions[40]).regions.ravel()[:30], np.zeros(30)
    )


@pytest.mark.parametrize(
    ("features", "message"),
    [(np.full((100, 32), np.nan), "all NaN"), (np.full((100, 32), np.inf), "infinite")],
)
def test_features_without_numbers_are_refused(world: World, features: np.ndarray, message: str) -> None:
    with pytest.raises(InvalidVersion, match=message):
        ChangeModel().fit([*world.versions, features_version(900, features)])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_fewer_than_three_versions_are_refused(world: World, n: int) -> None:
    with pytest.raises(InvalidInput, match="at least 3"):
        ChangeModel().fit(world.versions[:n])


def test_three_versions_at_one_time_are_refused(world: World) -> None:
    with pytest.raises(InvalidInput, match="1 different times"):
        ChangeModel().fit([world.versions[0]] * 3)


def test_three_versions_are_enough_to_say_that_there_is_not_enough(world: World) -> None:
    assert ChangeModel().fit(world.versions[:3]).state_ == "not-enough-change"


def test_labels_of_other_versions_are_refused(world: World) -> None:
    stranger = (world.versions[0].captured_at, START + timedelta(days=99), True)
    with pytest.raises(InvalidConstraints, match="none of the versions"):
        ChangeModel().fit(world.versions, [stranger])


def test_contradicting_labels_are_refused(world: World) -> None:
    a, b = (version.captured_at for version in world.versions[:2])
    with pytest.raises(InvalidConstraints, match="important and not important"):
        ChangeModel().fit(world.versions, [(a, b, True), (b, a, False)])


def test_features_of_another_grid_are_refused(world: World) -> None:
    with pytest.raises(LayoutMismatch, match="grid of 8"):
        ChangeModel(grid=8).fit(world.versions)


def test_features_of_another_layout_are_refused(world: World, model: ChangeModel) -> None:
    other = PageVersion(captured_at=START, features=np.ones((100, 32)), feature_layout="other")
    with pytest.raises(LayoutMismatch, match="'simulated'"):
        model.distance(world.versions[0], other)
    with pytest.raises(LayoutMismatch, match="different layouts"):
        ChangeModel().fit([*world.versions, other])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"metric": "cosine"}, "diagonal"),
        ({"grid": 0}, "grid is 0"),
        ({"k": 2.5}, "k is 2.5"),
        ({"gamma_h": -1}, "gamma_h"),
        ({"C": float("nan")}, "C is nan"),
    ],
)
def test_parameters_out_of_range_are_refused(world: World, parameters: dict, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ChangeModel(**parameters).fit(world.versions)


@pytest.mark.parametrize("question", ["fit", "compare", "distance", "ask"])
def test_pictures_and_paths_in_place_of_versions_are_refused_in_words(
    model: ChangeModel, question: str
) -> None:
    pictures = [np.zeros((5, 5), np.uint8), "page.png"]
    arguments = [pictures] if question in ("fit", "ask") else pictures
    with pytest.raises(InvalidInput, match="no page version: PageVersion"):
        getattr(model, question)(*arguments)
