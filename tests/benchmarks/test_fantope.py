import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.fantope import FULL, METHODS, Size, World, best_of, measure, report

SMALL = Size(features=6, rank=2, points=100, train=100, held_out=200, iterations=20, seeds=1)


@pytest.mark.slow
def test_the_source_s_fantope_row_comes_out_at_its_full_size() -> None:
    size = replace(FULL, held_out=50_000)
    run = best_of("Fantope", ({"mu": 1.0},), World(0, size), 0, size)
    assert run.accuracy >= 96.5
    assert run.rank == 10
    assert run.distance <= 0.08


def test_every_method_is_in_the_table_with_what_was_published() -> None:
    told = json.loads(report(measure(SMALL), SMALL, "python -m benchmarks.fantope --json"))
    assert set(told["spread"]) == set(METHODS)
    assert {f"{method}_accuracy" for method in METHODS} == set(told["baselines"])
    assert told["published"]["Fantope"] == [97.5, 10, 0.04]


def test_a_world_is_the_same_bits_for_the_same_seed() -> None:
    first, again, other = (World(seed, SMALL) for seed in (0, 0, 1))
    assert first.points.tobytes() == again.points.tobytes()
    assert first.train.tobytes() == again.train.tobytes()
    assert first.points.tobytes() != other.points.tobytes()


def test_accuracy_is_the_share_of_quadruplets_in_order_and_distance_ignores_the_scale() -> None:
    world = World(0, replace(SMALL, features=2, rank=1))
    world.points = np.array([[0.0, 5.0], [1.0, 0.0], [3.0, 9.0], [7.0, 2.0]])
    quadruplets = np.array([[0, 1, 0, 2], [0, 2, 0, 1], [1, 2, 2, 3], [0, 3, 1, 2]])
    first = np.diag([1.0, 0.0])  # distances 1 < 9, 9 > 1, 4 < 16, 49 > 4
    assert world.accuracy(first, quadruplets) == 50.0
    second = np.diag([0.0, 1.0])  # 25 > 16, 16 < 25, 81 > 49, 9 < 81
    assert world.accuracy(second, quadruplets) == 50.0
    assert world.accuracy(first, quadruplets[[0, 2]]) == 100.0
    world.truth = np.diag([4.0, 0.0])
    assert world.distance(first) == 0.0
    assert world.distance(np.array([[2.0, 1.0], [1.0, 0.0]])) == 0.5
