from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from changemodel.metric.cone import project_psd
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.quadruplets import LabelledPairs, QuadrupletFeatures
from changemodel.metric.subgradient import descend
from changemodel.metric.vector_solver import VectorProblem, solve
from tests.changemodel.metric.worlds import random_problem, random_psd

EXACT = {"max_iterations": 3000, "tolerance": 1e-8}


def one_dissimilar_pair(cost: float, lower: float, h: float) -> tuple[MatrixProblem, np.ndarray]:
    difference = np.array([[0.6, 1.1, 0.3]])
    features = QuadrupletFeatures.of(np.zeros((1, 3)), difference, lower)
    return MatrixProblem.of(features, quadruplet_cost=cost, h=h), difference.T @ difference


def dual_bound(problem: MatrixProblem) -> float:
    """The largest dual value L-BFGS-B finds: a lower bound of the objective by another route."""

    def negative(alpha: np.ndarray) -> tuple[float, np.ndarray]:
        matrix = project_psd(problem.pull_matrix(alpha))
        b = max(-float(problem.labels @ alpha), 0.0)
        margins = np.einsum("ij,ij->i", problem.left @ matrix, problem.right) - b * problem.labels
        smooth = problem.h * alpha / problem.costs
        value = alpha @ (problem.starts - smooth) - 0.5 * (np.vdot(matrix, matrix) + b * b)
        return -float(value), -(problem.starts - 2 * smooth - margins)

    bounds = [(0.0, cost) for cost in problem.costs]
    options = {"maxiter": 5000, "ftol": 1e-15, "gtol": 1e-9}
    found = minimize(
        negative, np.zeros(len(problem)), jac=True, method="L-BFGS-B", bounds=bounds, options=options
    )
    return -float(found.fun)


def test_margins_are_differences_of_distances() -> None:
    problem, matrix = random_problem(n_pairs=7), random_psd(1, 5)
    margins = np.einsum("ij,ij->i", problem.left @ matrix, problem.right)
    far, near = (problem.right + problem.left)[:60] / 2, (problem.right - problem.left)[:60] / 2
    for q in range(60):
        assert margins[q] == pytest.approx(far[q] @ matrix @ far[q] - near[q] @ matrix @ near[q])
    pair = problem.right[60]
    assert margins[60] == pytest.approx(problem.labels[60] * (pair @ matrix @ pair))


@pytest.mark.parametrize("n_pairs", [0, 20])
def test_the_gradient_equals_finite_differences(n_pairs: int) -> None:
    problem = replace(random_problem(n_pairs=n_pairs), linear=random_psd(3, 5))
    matrix, b, step = random_psd(2, 5) / 10, 0.7, 1e-6
    slope, slope_b = problem.gradient(matrix, b)
    for seed in range(5):
        direction = random_psd(seed, 5) - 3 * np.eye(5)
        ahead = problem.objective(matrix + step * direction, b)
        behind = problem.objective(matrix - step * direction, b)
        assert (ahead - behind) / (2 * step) == pytest.approx(np.vdot(slope, direction), rel=1e-5)
    numeric = (problem.objective(matrix, b + step) - problem.objective(matrix, b - step)) / (2 * step)
    assert numeric == pytest.approx(slope_b, rel=1e-5)


@pytest.mark.parametrize("cost", [0.1, 10.0])
def test_one_dissimilar_pair_has_the_closed_form_solution(cost: float) -> None:
    problem, outer = one_dissimilar_pair(cost, 2.0, 1e-4)
    exact = min(cost, 2.0 / np.vdot(outer, outer)) * outer
    np.testing.assert_allclose(solve_factored(problem, **EXACT).matrix, exact, atol=2e-3)
    hinge, _ = one_dissimilar_pair(cost, 2.0, 0.0)
    assert descend(hinge).objective == pytest.approx(hinge.objective(exact), abs=1e-6)


@pytest.mark.parametrize("n_pairs", [0, 25])
@pytest.mark.parametrize("cost", [1e-2, 0.3, 3.0])
def test_the_objective_meets_the_dual_bound(cost: float, n_pairs: int) -> None:
    problem = random_problem(4, cost=cost, n_pairs=n_pairs)
    solution = solve_factored(problem, **EXACT)
    assert solution.objective == pytest.approx(dual_bound(problem), rel=1e-5)
    assert np.linalg.eigvalsh(solution.matrix)[0] >= -1e-10
    assert solution.threshold >= 0.0


def test_the_bound_on_the_gap_holds_on_the_way() -> None:
    problem = random_problem(3, cost=1.0, n_pairs=10)
    optimum = solve_factored(problem, **EXACT).objective
    for iterations in range(12):
        early = solve_factored(problem, max_iterations=iterations)
        assert early.objective - optimum <= early.gap_bound * (1 + 1e-9) + 1e-9


@pytest.mark.parametrize("h", [0.05, 0.005])
def test_diagonal_data_give_the_diagonal_learner_s_solution(h: float) -> None:
    rng = np.random.default_rng(0)
    n, d = 80, 4
    near, far = (np.eye(d)[rng.integers(d, size=n)] * rng.normal(size=(n, 1)) for _ in range(2))
    features = QuadrupletFeatures.of(near, far)
    full = solve_factored(MatrixProblem.of(features, quadruplet_cost=0.3, h=h), **EXACT)
    rows = features.farther**2 - features.closer**2
    weights = solve(VectorProblem(rows=rows, deltas=np.ones(n), costs=np.full(n, 0.3), h=h)).omega
    np.testing.assert_allclose(full.matrix, np.diag(weights), atol=1e-3)
    hinge = descend(MatrixProblem.of(features, quadruplet_cost=0.3, h=0.0), max_iterations=5000)
    np.testing.assert_allclose(hinge.matrix, np.diag(np.diag(hinge.matrix)), atol=1e-12)
    np.testing.assert_allclose(np.diag(hinge.matrix), weights, atol=1e-2 if h == 0.05 else 2e-3)


def test_the_source_s_method_comes_within_one_percent_of_the_optimum() -> None:
    problem = random_problem(5, n=300, cost=0.02, h=0.0)
    optimum = solve_factored(replace(problem, h=1e-3), **EXACT)
    found = descend(problem, max_iterations=3000)
    assert found.objective <= problem.objective(optimum.matrix) * 1.01
    assert found.gap_bound >= 0.0


def test_a_combined_problem_without_one_kind_is_the_other_kind_s_problem() -> None:
    rng = np.random.default_rng(0)
    features = QuadrupletFeatures.of(rng.normal(size=(30, 4)), rng.normal(size=(30, 4)))
    pairs = LabelledPairs.of(rng.normal(size=(20, 4)), rng.choice([-1, 1], 20))
    empty = QuadrupletFeatures.of(np.empty((0, 4)), np.empty((0, 4)))
    for combined, alone in (
        ({"quadruplet_cost": 0.5, "pair_cost": 0.0}, MatrixProblem.of(features, quadruplet_cost=0.5, h=0.05)),
        ({"quadruplet_cost": 0.0, "pair_cost": 0.5}, MatrixProblem.of(empty, pairs, pair_cost=0.5, h=0.05)),
    ):
        both = MatrixProblem.of(features, pairs, h=0.05, **combined)
        np.testing.assert_allclose(
            solve_factored(both, **EXACT).objective, solve_factored(alone, **EXACT).objective, rtol=1e-6
        )


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-8])
def test_a_prior_that_makes_the_objective_negative_is_solved_as_well(tolerance: float) -> None:
    problem = replace(random_problem(4, cost=0.01), linear=-random_psd(3, 5))
    solution = solve_factored(problem, tolerance=tolerance)
    optimum = solve_factored(problem, tolerance=1e-10).objective
    assert optimum < 0.0
    assert solution.converged
    assert solution.objective - optimum <= tolerance * abs(optimum)


@pytest.mark.parametrize("seed", range(3))
def test_looking_at_near_constraints_only_finds_the_optimum_of_all(seed: int) -> None:
    problem = random_problem(seed, n=6000, cost=3e-3, d=8)
    solution = solve_factored(problem, tolerance=1e-4)
    assert solution.converged
    assert solution.objective - solution.gap_bound <= solve_factored(problem, tolerance=1e-7).objective
    assert solution.gap_bound <= 1e-4 * solution.objective


def test_few_rows_bound_the_rank() -> None:
    solution = solve_factored(random_problem(n=200), n_rows=2, max_iterations=200)
    assert np.linalg.matrix_rank(solution.matrix, tol=1e-9) <= 2


def test_no_constraints_give_the_zero_matrix() -> None:
    empty = QuadrupletFeatures.of(np.empty((0, 3)), np.empty((0, 3)))
    solution = solve_factored(MatrixProblem.of(empty, h=0.05))
    np.testing.assert_allclose(solution.matrix, np.zeros((3, 3)), atol=1e-12)
    assert solution.converged


def test_the_hinge_is_refused_where_a_smooth_loss_is_needed() -> None:
    with pytest.raises(ValueError, match="smooth loss"):
        solve_factored(random_problem(h=0.0))


def test_the_hinge_is_the_least_sum_of_slacks() -> None:
    """Row Q2: (2.7) is its slack form (2.6), with quadruplets and labelled pairs together."""
    problem, matrix, threshold = random_problem(3, n=30, n_pairs=10, h=0.0), random_psd(3, 5) / 20.0, 0.4
    distances = np.einsum("ni,ij,nj->n", problem.left, matrix, problem.right)
    margins = distances - problem.labels * threshold  # of a labelled pair, as asked for by its label
    slacks = linprog(
        problem.costs, A_ub=-np.eye(40), b_ub=margins - problem.deltas, bounds=(0, None)
    )  # margin + slack >= delta, slack >= 0
    total = problem.objective(matrix, threshold) - problem.regularisation(matrix, threshold)
    assert total == pytest.approx(slacks.fun, rel=1e-9)
    assert slacks.fun > 1.0
