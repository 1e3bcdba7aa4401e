"""What a fitted model says, and what it says of itself."""

import copy
import json
import pickle
from datetime import timedelta, timezone
from itertools import pairwise

import numpy as np
import pytest
from sklearn.base import clone

from changemodel import ChangeModel, PageVersion
from changemodel.change.training import MIN_CHANGED_PAIRS
from tests.changemodel.change.worlds import World, features_version, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def distances(model: ChangeModel, versions: list[PageVersion]) -> np.ndarray:
    return np.array([model.distance(a, b) for a, b in pairwise(versions)])


def test_the_distance_of_identical_versions_is_zero_and_not_important(
    world: World, model: ChangeModel
) -> None:
    version = world.versions[3]
    again = features_version(500, version.features)
    score = model.compare(version, again)
    assert (score.distance, score.important, score.probability) == (0.0, False, 0.0)
    assert model.distance(version, version) == 0.0


def test_distances_are_the_same_both_ways(world: World, model: ChangeModel) -> None:
    a, b = world.versions[2:4]
    assert model.distance(a, b) == model.distance(b, a) > 0


def test_regions_sum_to_the_distance(world: World, model: ChangeModel) -> None:
    a, b = world.versions[5], world.versions[50]
    score = model.compare(a, b)
    assert score.regions.shape == (10, 10)
    assert (score.regions >= 0).all()
    assert score.regions.sum() == pytest.approx(score.distance)
    assert score.distance == model.distance(a, b)


def test_one_is_the_usual_distance_of_successive_captures(world: World, model: ChangeModel) -> None:
    successive = [
        model.distance(a, b)
        for a, b in pairwise(world.versions)
        if b.captured_at - a.captured_at == timedelta(hours=1)
    ]
    assert np.mean(successive) == pytest.approx(1.0)


def test_the_probability_says_what_the_decision_says(world: World, model: ChangeModel) -> None:
    scores = [model.compare(a, b) for a, b in pairwise(world.versions)]
    assert all((score.probability > 0.5) == score.important for score in scores)


def test_links_and_images_that_come_and_go_are_listed(model: ChangeModel, world: World) -> None:
    features = world.versions[0].features
    before = features_version(0, features, links=("a", "b"), images=("x",))
    after = features_version(1, features, links=("b", "c"), images=())
    score = model.compare(before, after)
    assert (score.links_added, score.links_removed) == ({"c"}, {"a"})
    assert (score.images_added, score.images_removed) == (set(), {"x"})
    assert score.distance == 0.0


def test_fits_are_repeatable(world: World, model: ChangeModel) -> None:
    again = ChangeModel().fit(world.versions)
    np.testing.assert_array_equal(again.weights_, model.weights_)
    assert again.details_ == model.details_


def test_versions_out_of_order_and_in_other_time_zones_give_the_same_model(
    world: World, model: ChangeModel
) -> None:
    tokyo = timezone(timedelta(hours=9))
    shuffled = [
        PageVersion(
            captured_at=v.captured_at.astimezone(tokyo), features=v.features, feature_layout=v.feature_layout
        )
        for v in np.random.default_rng(0).permutation(np.array(world.versions, dtype=object))
    ]
    again = ChangeModel().fit(shuffled)
    np.testing.assert_array_equal(again.weights_, model.weights_)
    assert again.details_ == model.details_


def test_of_versions_captured_at_the_same_time_the_last_one_counts(world: World, model: ChangeModel) -> None:
    wrong = features_version(0, np.ones((100, 32)))
    again = ChangeModel().fit([wrong, *world.versions])
    assert again.details_["dropped_duplicates"] == 1
    np.testing.assert_array_equal(again.weights_, model.weights_)


def test_a_region_that_never_changed_is_not_ignored_when_it_does(world: World, model: ChangeModel) -> None:
    before = world.versions[0]
    still = np.flatnonzero(np.ptp(np.stack([v.features for v in world.versions]), axis=0).max(axis=1) == 0)
    features = np.array(before.features)
    features[still[0]] += 1.0
    assert model.distance(before, features_version(1, features)) > 0


def test_a_static_history_is_not_learned_and_says_so() -> None:
    features = np.random.default_rng(0).random((100, 32))
    model = ChangeModel().fit([features_version(hour, features) for hour in range(120)])
    assert model.picture_state_ == "not-enough-change"
    assert "0 of 119" in model.details_["reason"]
    np.testing.assert_allclose(model.importance_map_, 0.01)


def test_too_few_changes_are_not_learned_and_fall_back_to_the_euclidean_distance() -> None:
    rng = np.random.default_rng(0)
    states = rng.random((MIN_CHANGED_PAIRS, 100, 32))
    versions = [features_version(hour, states[min(hour // 12, 9)]) for hour in range(120)]
    model = ChangeModel().fit(versions)
    assert model.picture_state_ == "not-enough-change"
    score = model.compare(versions[0], versions[12])
    assert score.distance == pytest.approx(((states[0] - states[1]) ** 2).sum() / model.scale_, rel=1e-5)
    assert (score.important, score.probability) == (None, None)
    assert model.compare(versions[0], versions[1]).important is False


@pytest.mark.parametrize("seed", range(5))
def test_noise_that_does_not_follow_time_is_not_learned(seed: int) -> None:
    rng = np.random.default_rng(seed)
    versions = [features_version(hour, rng.random((100, 32))) for hour in range(120)]
    model = ChangeModel().fit(versions)
    assert model.picture_state_ == "not-enough-change"
    assert "order of time" in model.details_["reason"]


def test_details_are_json_able_and_tell_what_learning_did(model: ChangeModel) -> None:
    details = json.loads(json.dumps(model.details_, allow_nan=False))
    assert details == model.details_
    assert details["converged"]
    assert details["order_after"] > details["order_before"] + 0.1
    assert details["strict"] + details["relaxed"] == details["constraints"] > 1000
    assert details["C"] in [float(tried) for tried in details["C_tried"]]


def test_more_constraints_than_the_limit_are_drawn(world: World) -> None:
    model = ChangeModel(constraints=500).fit(world.versions)
    assert model.details_["constraints"] == 500
    assert model.picture_state_ == "learned"


def test_a_given_cost_is_used(world: World) -> None:
    assert ChangeModel(C=7.0).fit(world.versions).details_["C"] == 7.0


def test_before_fit_the_distance_is_euclidean_and_nothing_is_decided() -> None:
    rng = np.random.default_rng(0)
    a, b = (features_version(hour, rng.random((100, 32))) for hour in (0, 1))
    score = ChangeModel.euclidean(grid=10).compare(a, b)
    assert score.distance == pytest.approx(((a.features - b.features) ** 2).sum(), rel=1e-5)
    assert (score.probability, score.important) == (None, None)


def test_a_model_can_be_cloned_copied_and_sent_to_another_process(world: World, model: ChangeModel) -> None:
    assert clone(model).get_params() == model.get_params()
    pair = world.versions[0], world.versions[9]
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other.distance(*pair) == model.distance(*pair)
