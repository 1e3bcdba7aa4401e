"""Rounds of the consensus against the optimum of all rows, on the settings of the source's checks."""

import numpy as np
import pytest

from changemodel.classify.consensus_rounds import Agreed, ConsensusRounds, Course, Stops
from changemodel.classify.crammer_singer import Effort, Problem, Rows, Solution
from changemodel.classify.crews import LocalCrew
from changemodel.classify.proximal_newton import solve_by_newton
from changemodel.classify.sequential_dual import PassSettings
from changemodel.classify.shards import Penalty, ShardPlan, split_rows
from tests.changemodel.classify.consensus_worlds import clouds, rows_of

RIDGE = 10.0  # lambda
X, CODES = clouds(120, 5, 3)
ROWS = rows_of(X, CODES)


def optimum(ridge: float = RIDGE) -> Solution:
    return solve_by_newton(
        Problem(rows=ROWS, centre=np.zeros((3, 5)), strength=ridge), None, Effort(share=1e-13)
    )


def parts(n_splits: int) -> list[Rows]:
    splits = split_rows(120, n_splits, 1, np.random.RandomState(0))
    return [ROWS.take(split) for split in splits]


def agree(
    n_splits: int,
    rho: float,
    rounds: int,
    *,
    ridge: float | None = None,
    crew=None,
    stops: Stops | None = None,
    keep=None,
    judge=None,
    **plan,
) -> tuple[Agreed, Course]:
    penalty = Penalty(per_feature=np.full(5, rho))
    plan = ShardPlan(ridge=RIDGE / n_splits if ridge is None else ridge, penalty=penalty, **plan)
    course = Course(anchors=np.zeros((n_splits, 3, 5)), penalty=penalty)
    stops = stops or Stops(tolerance=1e-12, rounds=rounds)
    crew = LocalCrew(parts(n_splits)) if crew is None else crew
    return ConsensusRounds(crew, plan, stops, keep=keep, judge=judge).run(course), course


def test_splits_agree_on_the_optimum_of_all_rows() -> None:
    found, _ = agree(3, 30.0, 100)
    best = optimum()
    assert found.objective <= best.objective * (1 + 1e-4)
    np.testing.assert_allclose(found.mean, best.weights, atol=1e-2)


def test_the_bound_is_below_the_optimum_and_nears_it() -> None:
    found, course = agree(3, 30.0, 100)
    best = optimum().objective
    bounds = [line.bound for line in course.trace]
    assert all(bound <= best * (1 + 1e-12) for bound in bounds)
    assert bounds[-1] > best * (1 - 1e-3)
    assert found.bound == bounds[-1]


def test_the_alphas_of_all_splits_add_up_to_0_in_every_round() -> None:
    sums = []
    agree(3, 30.0, 20, keep=lambda course: sums.append(np.linalg.norm(course.alphas.sum(axis=0))))
    assert len(sums) == 20
    assert max(sums) < 1e-10


def test_one_split_without_penalty_is_the_optimum_after_one_round() -> None:
    found, course = agree(1, 0.0, 5)
    assert course.rounds == 1
    assert found.objective == pytest.approx(optimum().objective, rel=1e-10)


def test_one_split_with_a_penalty_nears_the_optimum_round_by_round() -> None:
    _, course = agree(1, 10.0, 12, stops=Stops(tolerance=None, rounds=12))
    gaps = [line.objective / optimum().objective - 1 for line in course.trace]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 1e-3


def test_lambda_is_divided_by_the_splits() -> None:
    best = optimum().weights
    np.testing.assert_allclose(agree(1, 30.0, 150)[0].mean, best, atol=1e-2)
    undivided = agree(3, 30.0, 150, ridge=RIDGE)[0].mean
    np.testing.assert_allclose(undivided, optimum(3 * RIDGE).weights, atol=1e-2)
    assert np.abs(undivided - best).max() > 0.05


def test_averaging_is_the_first_round_without_penalty() -> None:
    alone = [
        solve_by_newton(
            Problem(rows=part, centre=np.zeros((3, 5)), strength=RIDGE / 3), None, Effort(share=1.5e-3)
        ).weights
        for part in parts(3)
    ]
    found, course = agree(3, 0.0, 1, stops=Stops(tolerance=None, rounds=1))
    np.testing.assert_array_equal(found.mean, np.mean(alone, axis=0))
    assert course.trace[0].objective >= agree(3, 30.0, 20)[0].objective


def test_multipliers_that_are_kept_get_nearer_than_ones_set_back_in_each_round() -> None:
    few = Stops(tolerance=None, rounds=20, passes=2)
    settings = {"solver": "sequential", "passes": PassSettings(epsilon=1e-6)}
    kept, _ = agree(3, 30.0, 20, stops=few, warm=True, **settings)
    reset, _ = agree(3, 30.0, 20, stops=few, warm=False, **settings)
    assert kept.objective < reset.objective


def test_the_trace_has_time_round_pass_and_accuracy_of_the_averaged_weights() -> None:
    stops = Stops(tolerance=None, rounds=2, passes=3, by_pass=True)
    settings = {"solver": "sequential", "passes": PassSettings(epsilon=1e-9)}

    def judge(weights) -> float:
        return float(np.mean((X @ weights.T).argmax(axis=1) == CODES))

    _, course = agree(3, 30.0, 2, stops=stops, judge=judge, **settings)
    assert [(line.round, line.passes) for line in course.trace if line.objective is None] == [
        (0, 1), (0, 2), (0, 3), (1, 4), (1, 5), (1, 6),
    ]  # fmt: skip
    assert [line.passes for line in course.trace if line.objective is not None] == [3, 6]
    assert all(0.0 < line.accuracy <= 1.0 for line in course.trace)
    seconds = [line.seconds for line in course.trace]
    assert seconds == sorted(seconds)


def test_two_numbers_for_each_weight_travel_in_a_round_and_no_row_does() -> None:
    numbers = []

    class CountingCrew(LocalCrew):
        def ask_each(self, method, arguments):
            answers = super().ask_each(method, arguments)
            if method != "begin":
                told = sum(np.size(one) for mine in arguments for one in mine if isinstance(one, np.ndarray))
                said = sum(np.size(getattr(one, "weights", ())) for one in answers)
                numbers.append(told + said)
            return answers

    agree(3, 30.0, 4, crew=CountingCrew(parts(3)))
    assert sum(numbers[:8]) == 4 * 3 * 2 * 15  # rounds, splits, there and back, K d


def test_overlapping_splits_have_each_row_as_often_as_asked() -> None:
    splits = split_rows(103, 8, 2, np.random.RandomState(0))
    np.testing.assert_array_equal(np.bincount(np.concatenate(splits)), 2)
    assert max(map(len, splits)) - min(map(len, splits)) <= 2


def test_a_shard_without_time_answers_with_what_it_has() -> None:
    found, course = agree(3, 30.0, 3, stops=Stops(tolerance=None, rounds=3, seconds=1e-9))
    assert course.rounds == 3
    assert course.passes == 0
    assert np.isfinite(found.mean).all()


def test_rounds_end_when_accuracy_no_longer_grows() -> None:
    values = iter([0.1, 0.5, 0.7, 0.6, 0.7, 0.2, 0.9])
    stops = Stops(tolerance=1e-12, rounds=50, patience=2)
    found, course = agree(3, 30.0, 50, stops=stops, judge=lambda _: next(values))
    assert course.rounds == 5
    assert found.accuracy == 0.7


def test_splits_may_differ_in_size() -> None:
    uneven = [ROWS.take(np.arange(0, 100)), ROWS.take(np.arange(100, 120))]
    found, _ = agree(2, 30.0, 200, crew=LocalCrew(uneven))
    assert found.objective <= optimum().objective * (1 + 1e-3)


def test_a_split_that_lacks_a_class_agrees_with_the_others() -> None:
    order = np.argsort(CODES, kind="stable")
    apart = [ROWS.take(order[:70]), ROWS.take(order[70:])]
    found, _ = agree(2, 5.0, 300, crew=LocalCrew(apart))
    assert found.objective <= optimum().objective * (1 + 1e-3)
