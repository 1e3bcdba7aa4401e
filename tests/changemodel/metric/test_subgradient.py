from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from changemodel.metric.cone import numerical_rank
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.quadruplets import Quadruplets
from changemodel.metric.subgradient import (
    PullMatrix,
    SpectralPenalty,
    StepRule,
    descend,
    descend_factor,
    majorise,
    split,
    true_objective,
)
from tests.changemodel.metric.worlds import low_rank_world, random_problem, random_psd


def low_rank_problem() -> MatrixProblem:
    points, train, _ = low_rank_world(0, n=800, n_test=10)
    features = Quadruplets.of(train).differences(points)
    return MatrixProblem.of(features, quadruplet_cost=1 / 800, h=0.0, ridge=0.0)


@pytest.mark.parametrize("h", [0.0, 0.2])
def test_the_incremental_subgradient_equals_the_recomputed_one_after_500_steps(h: float) -> None:
    problem, rng = random_problem(n=200, h=h), np.random.default_rng(0)
    pulled, matrix = PullMatrix(problem), random_psd(0, 5) / 10
    for _ in range(500):
        matrix = matrix + 0.01 * (random_psd(int(rng.integers(99)), 5) - 5 * np.eye(5))
        slack = problem.slack(matrix)
        found = pulled.at(slack)
    np.testing.assert_allclose(found, problem.pull_matrix(problem.pulls(slack)), atol=1e-9)
    assert pulled.recomputed < 250


def test_more_iterations_never_give_a_worse_matrix() -> None:
    problem = random_problem(n=200, h=0.0)
    values = [descend(problem, max_iterations=count).objective for count in (1, 5, 20, 80, 320)]
    assert values == sorted(values, reverse=True)


def test_the_identity_for_a_projector_is_the_trace() -> None:
    problem = low_rank_problem()
    whole = descend(problem, SpectralPenalty(k=20, mu=0.01), max_iterations=60)
    trace = descend(problem, SpectralPenalty(gamma=0.01), max_iterations=60)
    np.testing.assert_allclose(whole.matrix, trace.matrix, atol=1e-8)


def test_a_stronger_trace_lowers_the_rank_down_to_nothing() -> None:
    problem = low_rank_problem()
    found = [
        descend(problem, SpectralPenalty(gamma=mu)).matrix
        for mu in (0.0, 1e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 10.0)
    ]
    ranks = [numerical_rank(matrix) for matrix in found]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] > 10 > ranks[-2] > 0
    traces = [float(np.trace(matrix)) for matrix in found]
    assert traces == sorted(traces, reverse=True)
    assert not found[-1].any()


def test_no_trace_beside_the_fantope_is_the_fantope() -> None:
    problem = low_rank_problem()
    plain = descend(problem, SpectralPenalty(k=16, mu=0.5), max_iterations=100)
    both = descend(
        problem, SpectralPenalty(k=16, mu=0.5, gamma=0.0), start=np.zeros((20, 20)), max_iterations=100
    )
    np.testing.assert_array_equal(plain.matrix, both.matrix)


def test_majorisation_never_raises_the_true_objective() -> None:
    problem, penalty = low_rank_problem(), SpectralPenalty(k=16, mu=0.01)
    start = descend(problem, max_iterations=300).matrix
    solution, history = majorise(problem, penalty, start=start)
    assert all(after <= before + 1e-12 for before, after in pairwise(history))
    assert solution.objective == pytest.approx(true_objective(problem, penalty, solution.matrix))
    direct = descend(problem, penalty, start=start)
    assert solution.objective <= 1.01 * direct.objective


def test_the_gradient_in_the_factor_equals_finite_differences() -> None:
    problem = random_problem(h=0.0)
    rows = np.random.default_rng(1).normal(size=(2, 5))
    slope = 2 * rows @ problem.gradient(rows.T @ rows)[0]
    direction, step = np.random.default_rng(2).normal(size=(2, 5)), 1e-7
    ahead, behind = rows + step * direction, rows - step * direction
    numeric = (problem.objective(ahead.T @ ahead) - problem.objective(behind.T @ behind)) / (2 * step)
    assert numeric == pytest.approx(np.vdot(slope, direction), rel=1e-6)


def test_factor_descent_keeps_zero_and_dependence() -> None:
    problem = random_problem(h=0.0)
    assert not descend_factor(problem, np.zeros((3, 5)), max_iterations=20).matrix.any()
    row = np.random.default_rng(0).normal(size=5)
    solution = descend_factor(problem, np.vstack([row, 2 * row]), max_iterations=20)
    assert np.linalg.matrix_rank(solution.rows, tol=1e-9) == 1


def test_early_stopping_returns_the_best_scored_iterate() -> None:
    problem, scores = random_problem(n=200, h=0.0), []

    def score(matrix: np.ndarray) -> float:
        scores.append(-abs(float(np.trace(matrix)) - 0.5))
        return scores[-1]

    solution = descend(problem, max_iterations=200, score=score)
    assert -abs(float(np.trace(solution.matrix)) - 0.5) == pytest.approx(max(scores))
    assert max(scores) > scores[-1]


def test_smooth_and_hinge_agree_as_the_corner_sharpens() -> None:
    problem = random_problem(6, h=0.0, cost=0.05)
    smooth = solve_factored(replace(problem, h=1e-3), max_iterations=2000, tolerance=1e-7)
    assert descend(problem, max_iterations=3000).objective == pytest.approx(
        problem.objective(smooth.matrix), rel=1e-2
    )


def test_splitting_off_the_cone_ends_where_the_projected_subgradient_does() -> None:
    problem = replace(random_problem(5, n=100, d=8, cost=1 / 100, h=0.0), ridge=0.02)
    found, distances = split(problem)
    assert found.objective == pytest.approx(descend(problem, max_iterations=3000).objective, rel=1e-2)
    optimum = solve_factored(replace(problem, h=1e-3), max_iterations=5000, tolerance=1e-6)
    assert found.objective <= 1.01 * problem.objective(optimum.matrix)
    assert distances[-1] < 0.02 * max(distances)
    assert found.converged
    assert np.linalg.eigvalsh(found.matrix)[0] >= -1e-12


def test_a_descent_that_dies_at_a_kink_goes_on_with_falling_steps() -> None:
    problem = replace(random_problem(5, n=60, d=8, cost=0.1, h=0.0), ridge=0.2)
    optimum = solve_factored(replace(problem, h=1e-3), max_iterations=5000, tolerance=1e-6)
    assert descend(problem, max_iterations=3000).objective <= 1.05 * problem.objective(optimum.matrix)


def test_steps_that_fall_from_the_start_find_the_same_optimum() -> None:
    """Section 7: eta_t = eta_0 / sqrt(t + 1), eta_0 relative to the first gradient."""
    rule = StepRule(2.0, falling=True)
    slope = np.full((2, 2), 2.0)  # of norm 4
    assert [rule.next(objective, slope) for objective in (5.0, 9.0, 1.0)] == pytest.approx(
        [0.5, 0.5 / 2**0.5, 0.5 / 3**0.5]
    )
    problem = random_problem(6, h=0.0, cost=0.05)
    adapted = descend(problem, max_iterations=3000)
    fallen = descend(problem, falling=True, max_iterations=3000)
    assert fallen.objective == pytest.approx(adapted.objective, rel=1e-2)
    assert fallen.converged


def test_where_no_constraint_is_broken_a_second_stretch_takes_no_step() -> None:
    rule = StepRule(1.0)
    rule.start_second(best=0.0, size=1e6)
    assert rule.next(0.0, np.zeros((3, 3))) == 0.0


@pytest.mark.parametrize("step", [1.0, 1e3, 1e12])
def test_steps_too_long_for_a_factor_are_taken_back(step: float) -> None:
    problem = low_rank_problem()
    rows = np.random.default_rng(0).normal(size=(4, 20)) / np.sqrt(20)
    found = descend_factor(problem, rows, step=step, max_iterations=400)
    assert found.objective < 0.8 * problem.objective(rows.T @ rows)
    assert np.isfinite(found.rows).all()
