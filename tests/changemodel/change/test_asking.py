from itertools import pairwise

import numpy as np
import pytest

from changemodel import ChangeModel
from changemodel.change.asking import pairs_to_ask
from changemodel.errors import NotFitted
from changemodel.evaluation.ranking import balanced_accuracy
from changemodel.version import PageVersion
from tests.changemodel.change.worlds import World, features_version, simulated

NONE = np.empty(0, dtype=np.intp)


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def test_the_least_sure_pair_comes_first() -> None:
    assert pairs_to_ask(np.array([0.9, 0.45, 0.01]), ["a", "b", "c"], NONE, 3)[0] == 1


def test_what_comes_next_stands_away_from_what_was_asked() -> None:
    rows = pairs_to_ask(np.array([0.5, 0.51, 0.52, 0.7]), ["a", "b", "c", "d"], NONE, 2)
    assert rows.tolist() == [0, 3]


def test_answered_pairs_and_what_looks_like_them_are_not_asked_again() -> None:
    assert pairs_to_ask(np.full(4, 0.5), ["a", "a", "b", None], np.array([0]), 9).tolist() == [2]


def test_questions_are_pairs_of_different_looks_each_once(world: World, model: ChangeModel) -> None:
    still = world.versions[-1]
    hours = (still.captured_at - world.versions[0].captured_at).total_seconds() / 3600
    looks = [still.features, world.versions[-2].features] * 4 + [still.features] * 3
    again = [features_version(hours + 1 + n, look) for n, look in enumerate(looks)]
    asked = model.ask([*world.versions[-5:], *again], n=50)
    seen = {frozenset((a.features.tobytes(), b.features.tobytes())) for a, b in asked}
    assert len(seen) == len(asked) == 4
    assert all(len(look) == 2 for look in seen)


def test_what_was_answered_is_not_asked(world: World, model: ChangeModel) -> None:
    first = model.ask(world.versions, 3)
    labels = [(a.captured_at, b.captured_at, True) for a, b in first]
    second = model.ask(world.versions, 3, labels)
    assert not {a.captured_at for a, _ in first} & {a.captured_at for a, _ in second}


def test_a_model_without_a_decision_asks_too() -> None:
    rng = np.random.default_rng(0)
    versions = [features_version(hour, rng.random((100, 32))) for hour in range(3)]
    assert len(ChangeModel().fit(versions).ask(versions, 2)) == 2


def test_before_fit_nothing_is_asked(world: World) -> None:
    with pytest.raises(NotFitted):
        ChangeModel().ask(world.versions)


def hard(seed: int) -> World:
    return simulated(seed, days=8, rate=0.7, unrest=0.15)


def accuracy(model: ChangeModel, world: World) -> float:
    decided = [model.compare(a, b).important for a, b in pairwise(world.versions[120:])]
    return balanced_accuracy([item is True for item in decided], world.important[120:])


def labelled(world: World, asked: list[tuple[PageVersion, PageVersion]]) -> list[tuple[object, object, bool]]:
    truth = {
        pair[0].captured_at: bool(real)
        for pair, real in zip(pairwise(world.versions), world.important, strict=True)
    }
    return [(a.captured_at, b.captured_at, truth[a.captured_at]) for a, b in asked]


def answers(world: World, n: int, *, active: bool, seed: int) -> float:
    training = world.versions[:120]
    pairs = list(pairwise(training))
    if not active:
        drawn = np.random.default_rng(seed).choice(len(pairs), n, replace=False)
        return accuracy(
            ChangeModel(gamma_h=4.0, k=25).fit(training, labelled(world, [pairs[row] for row in drawn])),
            world,
        )
    labels: list[tuple[object, object, bool]] = []
    while len(labels) < n:
        labels += labelled(
            world, ChangeModel(gamma_h=4.0, k=25).fit(training, labels).ask(training, 4, labels)
        )
    return accuracy(ChangeModel(gamma_h=4.0, k=25).fit(training, labels), world)


def test_questions_chosen_teach_more_than_pairs_drawn_at_random() -> None:
    worlds = [hard(seed) for seed in range(4)]
    chosen = [answers(world, 12, active=True, seed=0) for world in worlds]
    drawn = [answers(world, 12, active=False, seed=seed) for world in worlds for seed in (0, 1)]
    assert np.mean(chosen) > np.mean(drawn)
