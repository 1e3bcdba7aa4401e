"""The map's interval holds the map, is wide where days disagree, and says when it cannot be had."""

import numpy as np
import pytest

from changemodel import ChangeModel
from changemodel.change.uncertainty import MapInterval, bootstrap_map
from changemodel.errors import InvalidInput, NotFitted
from tests.changemodel.change.worlds import World, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0, days=8)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


@pytest.fixture(scope="module")
def interval(world: World, model: ChangeModel) -> MapInterval:
    return bootstrap_map(model, world.versions, 12)


def test_most_of_the_map_lies_in_its_interval(model: ChangeModel, interval: MapInterval) -> None:
    shown = model.importance_map_ > 0.005
    inside = (model.importance_map_ >= interval.low) & (model.importance_map_ <= interval.high)
    assert inside[shown].mean() > 0.7
    assert interval.draws == 12
    assert interval.mean.sum() == pytest.approx(1.0)
    assert (interval.low <= interval.high).all()


def test_news_is_important_on_all_days_and_the_rest_on_none(world: World, interval: MapInterval) -> None:
    assert interval.mean.ravel()[world.news].sum() > 0.75
    assert interval.low.ravel()[world.news].sum() > 2 * interval.low.ravel()[~world.news].sum()


def test_draws_are_repeatable(world: World, model: ChangeModel) -> None:
    first, second = (bootstrap_map(model, world.versions, 2, random_state=3) for _ in range(2))
    np.testing.assert_array_equal(first.low, second.low)


def test_a_map_that_was_not_learned_has_no_interval(world: World) -> None:
    with pytest.raises(NotFitted, match="no map yet"):
        bootstrap_map(ChangeModel(), world.versions)


def test_too_few_days_and_draws_are_refused(world: World, model: ChangeModel) -> None:
    with pytest.raises(InvalidInput, match="span 2 days"):
        bootstrap_map(model, world.versions[:40])
    with pytest.raises(InvalidInput, match="n is 1: pass an integer of at least 2"):
        bootstrap_map(model, world.versions, 1)
