from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.asking import pairs_to_ask
from changemodel.errors import NotFitted
from tests.changemodel.change.worlds import START, World, features_version, simulated
from tests.conftest import LONG_TESTS

NONE = np.empty(0, dtype=np.intp)
SILENT = np.zeros(4, dtype=bool)


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def test_the_least_sure_pair_comes_first() -> None:
    assert pairs_to_ask(np.array([0.9, 0.45, 0.01]), ["a", "b", "c"], NONE, 3, alarmed=SILENT[:3])[0] == 1


def test_every_other_question_is_about_a_change_that_rang_while_there_are_any() -> None:
    alarmed = np.array([False, False, True, True, False])
    chances = np.array([0.5, 0.4, 0.99, 1.0, 0.3])
    rows = pairs_to_ask(chances, list("abcde"), NONE, 5, alarmed=alarmed).tolist()
    assert rows[0] == 0
    assert rows[1] in {2, 3}
    assert sorted(rows) == [0, 1, 2, 3, 4]
    assert pairs_to_ask(chances, list("abcde"), np.array([0]), 1, alarmed=alarmed).tolist()[0] in {2, 3}


def test_what_comes_next_stands_away_from_what_was_asked() -> None:
    rows = pairs_to_ask(np.array([0.5, 0.51, 0.52, 0.7]), ["a", "b", "c", "d"], NONE, 2, alarmed=SILENT)
    assert rows.tolist() == [0, 3]


def test_answered_pairs_and_what_looks_like_them_are_not_asked_again() -> None:
    assert pairs_to_ask(
        np.full(4, 0.5), ["a", "a", "b", None], np.array([0]), 9, alarmed=SILENT
    ).tolist() == [2]


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


def test_pictures_that_are_not_read_are_not_asked_of() -> None:
    """Nor are they opened: two versions that read the same are the same to a model of words."""
    versions = [
        PageVersion(START + timedelta(hours=hour), b"no picture", text=f"Notice {hour // 9}\nAlways here")
        for hour in range(40)
    ]
    asked = ChangeModel(read="text").fit(versions).ask(versions, 9)
    assert sorted(versions.index(after) for _, after in asked) == [9, 18, 27, 36]


def test_before_fit_nothing_is_asked(world: World) -> None:
    with pytest.raises(NotFitted):
        ChangeModel().ask(world.versions)


def hard(seed: int) -> World:
    return simulated(seed, days=8, rate=0.7, unrest=0.15)


def test_questions_meet_mistakes_more_often_than_pairs_drawn_at_random() -> None:
    mistaken, asked = [], []
    for seed in range(6 if LONG_TESTS else 2):
        world = hard(seed)
        training = world.versions[:120]
        model = ChangeModel(gamma_h=4.0).fit(training)
        wrong = {
            before.captured_at: (model.compare(before, after).important is True) is not bool(real)
            for (before, after), real in zip(pairwise(training), world.important[:119], strict=True)
        }
        mistaken += wrong.values()
        asked += [wrong[before.captured_at] for before, _ in model.ask(training, 12)]
    assert np.mean(asked) > 1.5 * np.mean(mistaken)
