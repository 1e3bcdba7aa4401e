"""Rows W09 and W14, the calibration of the probability, and histories no model should stumble over."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from changemodel import ChangeModel, PageVersion
from changemodel.errors import InvalidInput
from changemodel.evaluation.ranking import balanced_accuracy
from tests.changemodel.change.worlds import START, World, features_version, simulated

SEEDS = range(4)


def hard(seed: int) -> World:
    """News that changes by little, in cells that flicker themselves: hard to decide without help."""
    return simulated(seed, days=8, rate=0.7, unrest=0.15)


def accuracy(model: ChangeModel, world: World) -> float:
    decided = [model.compare(a, b).important is True for a, b in pairwise(world.versions[120:])]
    return balanced_accuracy(decided, world.important[120:])


def drawn_labels(world: World, per_class: int, seed: int) -> list[tuple[object, object, bool]]:
    chance = np.random.default_rng(seed)
    kinds = [np.flatnonzero(world.important[:119] == kind) for kind in (True, False)]
    rows = np.concatenate([chance.choice(rows, per_class, replace=False) for rows in kinds])
    return [
        (world.versions[row].captured_at, world.versions[row + 1].captured_at, bool(world.important[row]))
        for row in rows.tolist()
    ]


def test_five_labels_per_class_raise_the_accuracy_beyond_its_spread() -> None:
    worlds = [hard(seed) for seed in SEEDS]
    gains = [
        accuracy(
            ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120], drawn_labels(world, 5, seed)), world
        )
        - accuracy(ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120]), world)
        for seed, world in zip(SEEDS, worlds, strict=True)
    ]
    assert np.mean(gains) > np.std(gains) / np.sqrt(len(gains))


def test_labels_that_only_confirm_change_nothing() -> None:
    world = hard(0)
    alone = ChangeModel(gamma_h=4.0).fit(world.versions[:120])
    told = ChangeModel(gamma_h=4.0).fit(world.versions[:120], confirmed(alone, world))
    assert told.details_["labels_taught"] == "nothing"
    assert told.details_["labels"] == 20
    np.testing.assert_array_equal(told.weights_, alone.weights_)
    for a, b in pairwise(world.versions[120:130]):
        assert told.compare(a, b).probability == alone.compare(a, b).probability


def confirmed(model: ChangeModel, world: World) -> list[tuple[object, object, bool]]:
    """What a model decides of the first pairs, as a person's labels."""
    pairs = pairwise(world.versions[:21])
    return [(a.captured_at, b.captured_at, model.compare(a, b).important is True) for a, b in pairs]


def test_the_decision_learns_of_labels_before_the_metric_does() -> None:
    world = hard(0)
    alone = ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120])
    told = ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120], drawn_labels(world, 5, 1))
    assert told.details_["labels_taught"] == "decision"
    assert told.details_["pair_threshold"] is None
    assert told.details_["objective"] == alone.details_["objective"]
    assert told.calibration_ is not None
    assert alone.calibration_ is not None
    assert told.calibration_.hybrid.threshold != alone.calibration_.hybrid.threshold


def test_labels_that_contradict_the_metric_itself_learn_another_with_a_threshold_of_their_own() -> None:
    world = hard(1)
    told = ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120], drawn_labels(world, 5, 1))
    assert told.details_["labels_taught"] == "metric"
    assert told.details_["pair_threshold"] >= 0.0
    assert ChangeModel(gamma_h=4.0, k=25).fit(world.versions[:120]).details_["pair_threshold"] is None


@pytest.mark.parametrize("important", [True, False])
def test_a_label_on_identical_versions_teaches_nothing_and_is_counted(important: bool) -> None:
    world = simulated(1)
    last = world.versions[-1]
    again = PageVersion(
        captured_at=last.captured_at + timedelta(hours=1),
        features=last.features,
        feature_layout=last.feature_layout,
    )
    versions = [*world.versions, again]
    told = ChangeModel().fit(versions, [(last.captured_at, again.captured_at, important)])
    assert told.details_["labels_without_change"] == 1
    np.testing.assert_array_equal(told.weights_, ChangeModel().fit(versions).weights_)
    assert told.compare(last, again).important is False


def test_a_label_on_identical_words_is_counted_too() -> None:
    versions = [PageVersion(START + timedelta(hours=hour), text=f"Notice {hour // 9}") for hour in range(40)]
    labels = [(versions[row], versions[row + 1], True) for row in (2, 8, 12)]
    assert ChangeModel().fit(versions, labels).details_["labels_without_change"] == 2


def test_the_probability_is_about_as_often_right_as_it_says() -> None:
    """Reliability: in each fifth of the probabilities, the share of important changes is near their mean."""
    said, true = [], []
    for seed in SEEDS:
        world = simulated(seed, days=10, rate=0.4, unrest=0.1)
        model = ChangeModel().fit(world.versions[:120])
        said += [model.compare(a, b).probability for a, b in pairwise(world.versions[120:])]
        true += world.important[120:].tolist()
    probabilities, truth = np.array(said), np.array(true)
    fifths = np.array_split(np.argsort(probabilities), 5)
    shares = np.array([truth[rows].mean() for rows in fifths])
    means = np.array([probabilities[rows].mean() for rows in fifths])
    assert (np.diff(shares) >= -0.05).all()
    assert np.abs(shares - means).mean() < 0.2


HOURS = st.lists(st.floats(0.0, 400.0), min_size=0, max_size=40)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hours=HOURS, seed=st.integers(0, 9), kind=st.sampled_from(["noise", "drift", "same", "holes"]))
def test_any_history_is_learned_or_said_to_be_too_little(
    hours: Sequence[float], seed: int, kind: str
) -> None:
    """Times out of order, twice, with gaps; all alike; without data here and there: a model or a clear error."""
    versions = [
        features_version(hour, look) for hour, look in zip(hours, looks(len(hours), seed, kind), strict=True)
    ]
    if len({version.captured_at for version in versions}) < 3:
        with pytest.raises(InvalidInput, match="different times"):
            ChangeModel(grid=3).fit(versions)
        return
    model = ChangeModel(grid=3).fit(versions)
    assert model.picture_state_ in ("learned", "not-enough-change")
    assert (model.picture_state_ == "learned") is (model.details_["reason"] is None)
    assert np.isfinite(model.weights_).all()
    assert (model.weights_ >= 0).all()
    assert model.importance_map_.sum() == pytest.approx(1.0)
    score = model.compare(versions[0], versions[-1])
    assert np.isfinite(score.distance)
    assert score.distance >= 0
    assert score.probability is None or 0.0 <= score.probability <= 1.0


def looks(n: int, seed: int, kind: str) -> np.ndarray:
    rng = np.random.default_rng(seed)
    states = rng.normal(size=(n, 9, 4))
    if kind == "drift":
        return np.cumsum(states, axis=0)
    if kind == "same":
        return np.ones((n, 9, 4))
    if kind == "holes":
        states[:, rng.integers(9)] = np.nan
    return states


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_a_static_history_gives_no_map_but_says_that_it_is_too_early(metric: str) -> None:
    look = np.random.default_rng(0).random((100, 32))
    model = ChangeModel(metric=metric).fit([features_version(hour, look) for hour in range(200)])
    assert model.picture_state_ == "not-enough-change"
    np.testing.assert_allclose(model.importance_map_, 0.01)
    assert "0 of 199 successive captures differ" in model.details_["reason"]
    assert model.compare(features_version(0, look), features_version(1, look)).important is False
