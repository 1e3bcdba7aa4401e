"""Rows W06 and the order D_M >= D_w >= Euclidean of the specification."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from changemodel import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from tests.changemodel.change.worlds import World, covered, features_version, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return covered(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel(metric="full").fit(world.versions[:120])


def mean_precision(model: ChangeModel, world: World) -> float:
    found = [model.distance(a, b) for a, b in pairwise(world.versions[119:])]
    return rank_changes(found, world.important[119:]).map


def test_regions_that_tell_only_together_are_learned_by_the_full_metric(
    world: World, model: ChangeModel
) -> None:
    diagonal = ChangeModel().fit(world.versions[:120])
    assert model.details_["full_form"] != "diagonal"
    assert mean_precision(model, world) > mean_precision(diagonal, world) + 0.03


def test_in_the_mean_full_is_no_worse_than_diagonal_and_diagonal_no_worse_than_euclidean() -> None:
    worlds = [simulated(0, days=10, unrest=0.1), simulated(1, days=10), covered(2, days=10)]
    models = [ChangeModel(metric="full"), ChangeModel()]
    full, diagonal = (
        np.mean([mean_precision(item.fit(world.versions[:120]), world) for world in worlds])
        for item in models
    )
    euclidean = np.mean([mean_precision(ChangeModel.euclidean(), world) for world in worlds])
    assert full >= diagonal - 1e-9
    assert diagonal > euclidean


def test_the_matrix_is_positive_semidefinite(model: ChangeModel) -> None:
    matrix = model.metric_.matrix
    assert matrix is not None
    np.testing.assert_allclose(matrix, matrix.T)
    values = np.linalg.eigvalsh(matrix)
    assert values[0] >= -1e-9 * values[-1]


def test_regions_sum_to_the_distance_and_the_map_to_one(world: World, model: ChangeModel) -> None:
    score = model.compare(world.versions[3], world.versions[77])
    assert score.regions.sum() == pytest.approx(score.distance)
    assert model.importance_map_.sum() == pytest.approx(1.0)
    assert (model.importance_map_ >= 0).all()


def test_one_is_the_usual_distance_of_successive_captures(world: World, model: ChangeModel) -> None:
    found = [model.distance(a, b) for a, b in pairwise(world.versions[:120])]
    assert np.mean(found) == pytest.approx(1.0, rel=0.02)


def test_identical_versions_are_at_distance_zero(world: World, model: ChangeModel) -> None:
    assert model.distance(world.versions[5], world.versions[5]) == 0.0


def test_a_full_metric_survives_saving_bit_for_bit(world: World, model: ChangeModel, tmp_path: Path) -> None:
    model.save(tmp_path)
    loaded = ChangeModel.load(tmp_path)
    for a, b in pairwise(world.versions[:20]):
        ours, theirs = model.compare(a, b), loaded.compare(a, b)
        assert (ours.distance, ours.probability) == (theirs.distance, theirs.probability)
        np.testing.assert_array_equal(ours.regions, theirs.regions)


def test_a_history_too_short_to_hold_days_out_stays_with_the_diagonal_metric() -> None:
    walk = np.cumsum(np.random.default_rng(0).normal(size=(12, 4, 8)), axis=0)
    short = [features_version(hour, look) for hour, look in enumerate(walk)]
    full, diagonal = (ChangeModel(grid=2, metric=metric).fit(short) for metric in ("full", "diagonal"))
    assert full.picture_state_ == diagonal.picture_state_ == "learned"
    assert full.details_["full_form"] == "diagonal"
    assert full.distance(short[0], short[7]) == pytest.approx(diagonal.distance(short[0], short[7]))
