"""What a model learns of simulated pages: ranking, map, decision, labels."""

from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from tests.changemodel.change.worlds import START, World, features_version, simulated
from tests.conftest import LONG_TESTS

SEEDS = (0, 1, 2) if LONG_TESTS else (0,)


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
