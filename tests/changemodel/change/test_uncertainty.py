"""The map's interval holds the map, is wide where days disagree, and says when it cannot be had."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.uncertainty import MapInterval, bootstrap_map
from changemodel.errors import InvalidInput, NotFitted
from tests.changemodel.change.worlds import START, World, sentence, simulated


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
    with pytest.raises(NotFitted, match="learned no map"):
        bootstrap_map(ChangeModel(), world.versions)


def test_too_few_days_and_draws_are_refused(world: World, model: ChangeModel) -> None:
    with pytest.raises(InvalidInput, match="of 2 spans of 1 days"):
        bootstrap_map(model, world.versions[:40])
    with pytest.raises(InvalidInput, match="n is 1: pass an integer of at least 2"):
        bootstrap_map(model, world.versions, 1)


def _worded(hour: int, *, boxes: bool = True) -> PageVersion:
    box = {"x_px": 0.0, "width_px": 500.0, "height_px": 100.0} if boxes else {}
    advert, story = (np.random.default_rng([kind, number]) for kind, number in ((0, hour), (1, hour // 8)))
    texts = [sentence(advert), sentence(story), "What stands here stays as it is for good"]
    blocks = [
        {"path": path, "text": text, "links": (), **({"y_px": 100.0 * row, **box} if box else {})}
        for row, (path, text) in enumerate(zip(("aside", "main>p", "main>h1"), texts, strict=True))
    ]
    return PageVersion(START + timedelta(hours=hour), blocks=blocks)


def test_a_map_of_words_alone_has_an_interval() -> None:
    versions = [_worded(hour) for hour in range(96)]
    model = ChangeModel().fit(versions)
    interval = bootstrap_map(model, versions, 5)
    assert interval.mean.sum() == pytest.approx(1.0)
    assert interval.low[1, :5].sum() > 0.5  # the news


def test_versions_without_what_the_map_is_drawn_from_are_refused(world: World, model: ChangeModel) -> None:
    words = [_worded(hour) for hour in range(96)]
    with pytest.raises(InvalidInput, match="none of the versions has a picture"):
        bootstrap_map(model, words)
    with pytest.raises(InvalidInput, match="goes by the words"):
        bootstrap_map(ChangeModel().fit(words), world.versions)
    boxless = [_worded(hour, boxes=False) for hour in range(96)]
    with pytest.raises(InvalidInput, match="blocks with boxes"):
        bootstrap_map(ChangeModel().fit(boxless), boxless)


def test_of_a_page_visited_monthly_spans_of_years_are_drawn() -> None:
    world = simulated(1, days=13)
    monthly = [
        replace(version, captured_at=START + timedelta(days=30 * month))
        for month, version in enumerate(world.versions)
    ]
    model = ChangeModel().fit(monthly)
    assert model.picture_state_ == "learned"
    assert bootstrap_map(model, monthly, 5).mean.ravel()[world.news].sum() > 0.6


def test_of_a_page_visited_daily_spans_of_days_are_drawn(world: World) -> None:
    daily = [
        replace(version, captured_at=START + timedelta(days=day))
        for day, version in enumerate(world.versions)
    ]
    model = ChangeModel().fit(daily)
    assert model.picture_state_ == "learned"
    interval = bootstrap_map(model, daily, 5)
    assert interval.mean.ravel()[world.news].sum() > 0.6
    with pytest.raises(InvalidInput, match="of 2 spans of 24 days"):
        bootstrap_map(model, daily[:48])
