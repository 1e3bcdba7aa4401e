import copy
import json
import pickle
from datetime import timedelta, timezone
from itertools import pairwise

import numpy as np
import pytest
from sklearn.base import clone

from changemodel import ChangeModel, PageVersion
from changemodel.change.framing import signature_of
from changemodel.change.training import MIN_CHANGED_PAIRS
from changemodel.errors import InvalidConstraints, InvalidInput, InvalidVersion, LayoutMismatch, NotFitted
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from tests.changemodel.change.worlds import START, World, drawn_version, features_version, simulated

SEEDS = (0, 1, 2)


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def distances(model: ChangeModel, versions: list[PageVersion]) -> np.ndarray:
    return np.array([model.distance(a, b) for a, b in pairwise(versions)])


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.7])
@pytest.mark.parametrize("seed", SEEDS)
def test_learned_distances_rank_unseen_important_changes_far_above_euclidean_ones(
    seed: int, rate: float
) -> None:
    world = simulated(seed, days=12, rate=rate)
    unseen = world.versions[120:]
    learned = rank_changes(distances(ChangeModel().fit(world.versions[:120]), unseen), world.important[120:])
    euclidean = rank_changes(distances(ChangeModel.euclidean(), unseen), world.important[120:])
    assert learned.map > 0.97
    assert learned.map > euclidean.map + 0.3


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.7])
@pytest.mark.parametrize("seed", SEEDS)
def test_at_least_four_fifths_of_the_map_lie_on_the_news(seed: int, rate: float) -> None:
    world = simulated(seed, rate=rate)
    importance = ChangeModel().fit(world.versions).importance_map_
    assert importance.shape == (10, 10)
    assert (importance >= 0).all()
    assert importance.sum() == pytest.approx(1.0)
    assert importance.ravel()[world.news].sum() >= 0.8


@pytest.mark.parametrize("seed", SEEDS)
def test_the_decision_finds_unseen_important_changes_without_a_label(seed: int) -> None:
    world = simulated(seed, days=12)
    model = ChangeModel().fit(world.versions[:120])
    decided = [model.compare(a, b).important for a, b in pairwise(world.versions[120:])]
    assert balanced_accuracy(decided, world.important[120:]) > 0.9


@pytest.mark.parametrize("seed", SEEDS)
def test_five_labels_per_class_do_not_lower_the_accuracy(seed: int) -> None:
    world = simulated(seed, days=12, rate=0.6)
    training, unseen = world.versions[:120], world.versions[120:]
    rows = [np.flatnonzero(world.important[:119] == kind)[:5] for kind in (True, False)]
    labels = [
        (training[row].captured_at, training[row + 1].captured_at, bool(world.important[row]))
        for row in np.concatenate(rows)
    ]

    def accuracy(model: ChangeModel) -> float:
        decided = [model.compare(a, b).important for a, b in pairwise(unseen)]
        return balanced_accuracy(decided, world.important[120:])

    with_labels = ChangeModel().fit(training, labels)
    assert with_labels.details_["labels"] == 10
    assert accuracy(with_labels) >= accuracy(ChangeModel().fit(training)) - 0.02


def test_a_person_who_calls_every_change_unimportant_is_believed(world: World, model: ChangeModel) -> None:
    pair = max(pairwise(world.versions), key=lambda both: model.distance(*both))
    assert model.compare(*pair).important
    quiet = [(a.captured_at, b.captured_at, False) for a, b in pairwise(world.versions)]
    assert not ChangeModel().fit(world.versions, quiet).compare(*pair).important


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


def test_links_that_change_with_the_news_count_in_the_decision(world: World) -> None:
    stories = np.concatenate([[0], np.cumsum(world.important)])
    versions = [
        features_version(
            (v.captured_at - START) / timedelta(hours=1), v.features, links=(f"s{n}", f"s{n - 1}")
        )
        for v, n in zip(world.versions, stories, strict=True)
    ]
    weights = ChangeModel().fit(versions).details_["hybrid_weights"]
    assert weights["links"] > 0
    assert weights["images"] == 0


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
    assert model.state_ == "not-enough-change"
    assert "0 of 119" in model.details_["reason"]
    np.testing.assert_allclose(model.importance_map_, 0.01)


def test_too_few_changes_are_not_learned_and_fall_back_to_the_euclidean_distance() -> None:
    rng = np.random.default_rng(0)
    states = rng.random((MIN_CHANGED_PAIRS, 100, 32))
    versions = [features_version(hour, states[min(hour // 12, 9)]) for hour in range(120)]
    model = ChangeModel().fit(versions)
    assert model.state_ == "not-enough-change"
    score = model.compare(versions[0], versions[12])
    assert score.distance == pytest.approx(((states[0] - states[1]) ** 2).sum() / model.scale_, rel=1e-5)
    assert (score.important, score.probability) == (None, None)
    assert model.compare(versions[0], versions[1]).important is False


@pytest.mark.parametrize("seed", range(5))
def test_noise_that_does_not_follow_time_is_not_learned(seed: int) -> None:
    rng = np.random.default_rng(seed)
    versions = [features_version(hour, rng.random((100, 32))) for hour in range(120)]
    model = ChangeModel().fit(versions)
    assert model.state_ == "not-enough-change"
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
    assert model.state_ == "learned"


def test_a_given_cost_is_used(world: World) -> None:
    assert ChangeModel(C=7.0).fit(world.versions).details_["C"] == 7.0


def test_before_fit_the_distance_is_euclidean_and_nothing_is_decided() -> None:
    rng = np.random.default_rng(0)
    a, b = (features_version(hour, rng.random((100, 32))) for hour in (0, 1))
    score = ChangeModel.euclidean(grid=10).compare(a, b)
    assert score.distance == pytest.approx(((a.features - b.features) ** 2).sum(), rel=1e-5)
    assert (score.probability, score.important) == (None, None)


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


def test_a_model_can_be_cloned_copied_and_sent_to_another_process(world: World, model: ChangeModel) -> None:
    assert clone(model).get_params() == model.get_params()
    pair = world.versions[0], world.versions[9]
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other.distance(*pair) == model.distance(*pair)


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
    assert drawn_model.state_ == "learned"
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
    assert model.distance(before, pushed) < 0.05 * model.distance(before, story)
    assert model.distance(before, pushed) == model.distance(pushed, before)


def test_without_alignment_a_banner_changes_everything() -> None:
    before, pushed = drawn_version(100, 50, 0), drawn_version(101, 50, 0, banner=True)
    model = ChangeModel.euclidean(grid=8, align=False)
    assert model.compare(before, pushed).displacement_px == 0
    assert model.distance(before, pushed) > 10 * ChangeModel.euclidean(grid=8).distance(before, pushed)


def test_features_that_a_model_made_spare_it_the_screenshot(
    drawn: list[PageVersion], drawn_model: ChangeModel
) -> None:
    a, b = drawn[3], drawn[20]
    kept = [
        PageVersion(
            captured_at=v.captured_at,
            features=drawn_model.features(v),
            feature_layout=drawn_model.feature_layout_,
            signatures=signature_of(v),
        )
        for v in (a, b)
    ]
    assert drawn_model.distance(*kept) == drawn_model.distance(a, b)


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
