"""The sub-problem of one split: both solvers against each other, scipy and liblinear."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_matrix, random_array
from sklearn.svm import LinearSVC

from changemodel.classify.crammer_singer import Effort, Problem, Rows, Solution
from changemodel.classify.proximal_newton import _Curvature, solve_by_newton
from changemodel.classify.row_solver import nearest_shares
from changemodel.classify.sequential_dual import PassSettings, solve_by_passes
from tests.changemodel.classify.consensus_worlds import clouds, optimum_by_slsqp, rows_of, small_problem

TIGHT = Effort(share=1e-10, passes=5000)


def sequential(problem: Problem, effort: Effort = TIGHT, **settings) -> Solution:
    return solve_by_passes(problem, None, effort, PassSettings(**settings))


def newton(problem: Problem, effort: Effort = TIGHT) -> Solution:
    return solve_by_newton(problem, None, effort)


@pytest.mark.parametrize("solve", [newton, sequential])
@pytest.mark.parametrize("seed", [0, 1])
def test_it_reaches_the_optimum_that_scipy_finds(solve, seed: int) -> None:
    problem = small_problem(seed)
    found = solve(problem)
    assert found.objective == pytest.approx(optimum_by_slsqp(problem), rel=1e-6)
    assert 0.0 <= found.gap < 1e-6


def test_the_weights_printed_in_the_source_to_begin_with_miss_the_optimum() -> None:
    problem = small_problem()
    printed = replace(problem, centre=-problem.centre)
    found = newton(printed)
    right = problem.primal(found.weights, problem.rows.scores(found.weights))
    assert right > 1.01 * newton(problem).objective


def test_the_fixed_point_row_solver_ends_at_the_same_optimum() -> None:
    problem = small_problem()
    fixed = sequential(problem, row_solver="fixed_point")
    assert fixed.objective == pytest.approx(newton(problem).objective, rel=1e-8)


@pytest.mark.parametrize("solve", [newton, sequential])
def test_one_split_without_penalty_has_the_weights_of_liblinear(solve) -> None:
    X, codes = clouds(120, 5, 3)
    problem = Problem(rows=rows_of(X, codes), centre=np.zeros((3, 5)), strength=10.0)
    theirs = LinearSVC(
        C=0.1, multi_class="crammer_singer", fit_intercept=False, tol=1e-10, max_iter=100_000, random_state=0
    ).fit(X, codes)
    np.testing.assert_allclose(solve(problem).weights, theirs.coef_, atol=1e-4)


def test_shrinking_changes_no_objective() -> None:
    X, codes = clouds(300, 6, 4, spread=0.6)
    problem = Problem(rows=rows_of(X, codes), centre=np.zeros((4, 6)), strength=1.0)
    effort = Effort(share=1e-8, passes=5000)
    kept, shrunk = (sequential(problem, effort, shrinking=on) for on in (False, True))
    assert shrunk.objective == pytest.approx(kept.objective, rel=1e-6)


@pytest.mark.parametrize("solve", [newton, sequential])
def test_sparse_rows_give_what_dense_ones_give(solve) -> None:
    problem = small_problem()
    sparse = replace(problem, rows=replace(problem.rows, points=csr_matrix(problem.rows.points)))
    np.testing.assert_allclose(solve(sparse).weights, solve(problem).weights, atol=1e-7)


@pytest.mark.parametrize("solve", [newton, sequential])
def test_sparse_rows_of_200_000_features_are_learned_from(solve) -> None:
    X = csr_matrix(random_array((60, 200_000), density=1e-4, rng=np.random.default_rng(0)))
    codes = np.arange(60) % 3
    problem = Problem(rows=rows_of(X, codes), centre=np.zeros((3, 200_000)), strength=0.1)
    found = solve(problem, Effort(share=1e-4))
    assert found.gap <= 1e-4 * found.objective
    assert np.mean(problem.rows.scores(found.weights).argmax(axis=1) == codes) == 1.0


def test_passes_stop_early_when_told_so() -> None:
    X, codes = clouds(400, 8, 5, spread=3.0)
    problem = Problem(rows=rows_of(X, codes), centre=np.zeros((5, 8)), strength=0.01)
    found = solve_by_passes(problem, None, Effort(gap=np.inf, passes=5), PassSettings(epsilon=1e-6))
    assert found.steps == 5
    assert found.gap > 0.0


def test_rows_that_are_all_zero_cost_what_they_must_and_stop_nothing() -> None:
    X, codes = clouds(60, 4, 3)
    X[:6] = 0.0
    problem = Problem(rows=rows_of(X, codes), centre=np.zeros((3, 4)), strength=1.0)
    assert sequential(problem).objective == pytest.approx(newton(problem).objective, rel=1e-8)


@pytest.mark.parametrize("seed", [0, 1])
def test_weighted_rows_count_as_rows_that_are_repeated(seed: int) -> None:
    X, codes = clouds(50, 4, 3, seed=seed)
    times = np.random.default_rng(seed).integers(1, 4, size=50)
    weighted = Rows(points=X, codes=codes, weights=times.astype(float), costs=1.0 - np.eye(3))
    repeated = rows_of(np.repeat(X, times, axis=0), np.repeat(codes, times))
    found = [
        newton(Problem(rows=rows, centre=np.zeros((3, 4)), strength=1.0)) for rows in (weighted, repeated)
    ]
    np.testing.assert_allclose(found[0].weights, found[1].weights, atol=1e-6)


def test_both_ways_to_a_newton_step_find_the_same() -> None:
    X, codes = clouds(80, 6, 4)
    rng = np.random.default_rng(0)
    rows = replace(rows_of(X, codes), weights=rng.uniform(0.5, 2.0, size=80))
    curvature = _Curvature.of(rows, nearest_shares(rng.normal(size=(80, 4))), 3.0, 2.0)
    right = rng.normal(size=(4, 6))
    right -= right.mean(axis=0)
    by_rows, by_gradients = curvature._by_rows(right), curvature._by_gradients(right)
    np.testing.assert_allclose(curvature.times(by_rows), right, atol=1e-9)
    np.testing.assert_allclose(by_gradients, by_rows, atol=1e-3 * np.abs(by_rows).max())


@pytest.mark.parametrize("solve", [newton, sequential])
def test_features_of_any_unit_are_solved(solve) -> None:
    X, codes = clouds(60, 4, 3)
    found = {}
    for unit in (1e-6, 1.0, 1e3):
        problem = Problem(rows=rows_of(X * unit, codes), centre=np.zeros((3, 4)), strength=unit**2)
        found[unit] = solve(problem, Effort(share=1e-6, passes=5000)).objective
    assert found[1e-6] == pytest.approx(found[1.0], rel=1e-5)
    assert found[1e3] == pytest.approx(found[1.0], rel=1e-5)


def test_costs_of_0_and_1_are_the_plain_problem() -> None:
    plain, costly = small_problem(), small_problem(costs=1.0 - np.eye(3))
    assert newton(costly).objective == pytest.approx(newton(plain).objective, rel=1e-12)
