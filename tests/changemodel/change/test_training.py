import numpy as np
import pytest

from changemodel.change.training import (
    C_UNTRIED,
    MIN_CHANGED_PAIRS,
    PageHistory,
    Training,
    TrainingSettings,
    order_kept,
    train,
)
from changemodel.features.regions import region_distances_of
from changemodel.metric.quadruplets import QuadrupletFeatures
from tests.changemodel.change.worlds import START, simulated


def history_of(
    features: np.ndarray, hours: np.ndarray | None = None, labels: dict | None = None
) -> PageHistory:
    labels = labels or {}
    return PageHistory(
        times_h=np.arange(float(len(features))) if hours is None else hours,
        distances=lambda pairs: region_distances_of(features, pairs),
        labelled_pairs=np.array(list(labels), dtype=np.intp).reshape(-1, 2),
        labels=np.array(list(labels.values()), dtype=float),
    )


def world_history(seed: int = 0, scale: np.ndarray | float = 1.0, **options: float) -> PageHistory:
    world = simulated(seed, **options)
    hours = np.array([(v.captured_at - START).total_seconds() / 3600 for v in world.versions])
    return history_of(np.stack([v.features for v in world.versions]) * scale, hours)


def learned(history: PageHistory, **settings: float) -> Training:
    return train(history, TrainingSettings(**settings))


def test_learning_keeps_more_of_the_order_of_time() -> None:
    details = learned(world_history()).details
    assert details["order_after"] > details["order_before"] + 0.1
    assert details["reason"] is None


def test_successive_captures_are_at_distance_one_in_the_mean() -> None:
    training = learned(world_history())
    assert training.metric.distance(training.between).mean() == pytest.approx(1.0)


def test_a_pale_region_counts_as_much_as_a_contrasted_one() -> None:
    contrast = np.where(np.arange(100) % 2 == 0, 0.3, 1.0)[None, :, None]
    histories = world_history(adverts=1.0), world_history(adverts=1.0, scale=contrast)
    plain, dimmed = (learned(history, C=10.0) for history in histories)
    contributions = [t.metric.contributions(t.between).mean(axis=0) for t in (plain, dimmed)]
    np.testing.assert_allclose(contributions[0], contributions[1], rtol=1e-3, atol=1e-6)


def test_the_smallest_cost_that_does_about_as_well_as_the_best_is_chosen() -> None:
    details = learned(world_history()).details
    best = max(details["C_tried"].values())
    good = [float(cost) for cost, kept in details["C_tried"].items() if kept >= best - 0.03]
    assert details["C"] == min(good)


def test_a_history_too_short_to_hold_days_out_uses_a_fixed_cost() -> None:
    rng = np.random.default_rng(0)
    walk = np.cumsum(rng.normal(size=(12, 4, 8)), axis=0)
    details = learned(history_of(walk)).details
    assert details["C"] == C_UNTRIED
    assert details["held_out_order"] is None


@pytest.mark.parametrize("changed", [0, 1, MIN_CHANGED_PAIRS - 1])
def test_too_few_changed_pairs_are_not_learned(changed: int) -> None:
    features = np.zeros((60, 4, 8))
    for change in range(changed):
        features[6 * (change + 1) :] += 1.0
    training = learned(history_of(features))
    assert training.metric is None
    assert training.details["reason"].startswith(f"{changed} of 59")


def test_labels_move_the_weights() -> None:
    history = world_history(rate=0.6)
    labelled = history_of(
        np.stack([v.features for v in simulated(0, rate=0.6).versions]),
        history.times_h,
        {(3, 4): 1.0, (7, 8): -1.0},
    )
    assert not np.allclose(learned(history).metric.weights, learned(labelled).metric.weights)
    assert learned(labelled).details["labels"] == 2


def test_no_weight_is_negative() -> None:
    for seed in range(3):
        assert (learned(world_history(seed)).metric.weights >= 0).all()


def test_equal_distances_keep_half_of_the_order() -> None:
    features = QuadrupletFeatures.of([[1.0], [1.0], [2.0]], [[1.0], [2.0], [1.0]])
    assert order_kept(np.ones(1), features) == pytest.approx(0.5)
    assert order_kept(np.zeros(1), features) == 0.5


def test_a_page_that_rests_for_half_of_its_history_is_learned_from_the_other_half() -> None:
    """A page that is not worked on at the weekend: what rests can hold no day out, and contradicts nothing."""
    features = np.ones((120, 4, 3))
    for hour in range(60, 120):
        features[hour, 0] = hour // 4
    kept = learned(history_of(features))
    assert kept.details["held_out_order"] is None
    assert kept.details["reason"] is None
    assert kept.metric is not None
    assert kept.metric.weights[0] > 0.0
