from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from changemodel.metric.vector_solver import VectorProblem, solve

COSTS = (1e-3, 1e-2, 1e-1, 1.0, 10.0)


def problem_of(
    seed: int, cost: float, n_strict: int = 400, n_relaxed: int = 200, n_pairs: int = 100
) -> VectorProblem:
    """The problem of metric-learning §19.1: d = 10, Gaussian features, b as the eleventh unknown."""
    rng = np.random.default_rng(seed)
    n = n_strict + n_relaxed
    quadruplets = np.hstack([rng.normal(size=(n, 10)), np.zeros((n, 1))])
    labels = rng.choice([-1.0, 1.0], size=(n_pairs, 1))
    pairs = labels * np.hstack([rng.normal(size=(n_pairs, 10)), -np.ones((n_pairs, 1))])
    deltas = np.concatenate([np.ones(n_strict), np.zeros(n_relaxed), np.ones(n_pairs)])
    return VectorProblem(
        rows=np.vstack([quadruplets, pairs]), deltas=deltas, costs=np.full(n + n_pairs, cost)
    )


def page_like(seed: int, n: int, d: int, cost: float) -> VectorProblem:
    """Constraints between squared differences, most of them right, some the wrong way round."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(300, d))
    closer, farther = (
        (points[rng.integers(300, size=n)] - points[rng.integers(300, size=n)]) ** 2 for _ in range(2)
    )
    truth = rng.exponential(size=d) * (rng.random(d) < 0.3)
    swap = (closer @ truth > farther @ truth) ^ (rng.random(n) < 0.05)
    rows = np.where(swap[:, None], closer - farther, farther - closer)
    return VectorProblem(rows=rows, deltas=(rng.random(n) < 0.6).astype(float), costs=np.full(n, cost))


def reference(problem: VectorProblem, nonnegative: bool) -> float:
    """The best objective that L-BFGS(-B) finds."""
    size = problem.rows.shape[1]
    best = minimize(
        problem.objective,
        np.zeros(size),
        jac=problem.gradient,
        method="L-BFGS-B",
        bounds=[(0, None)] * size if nonnegative else None,
        options={"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-11, "maxcor": 30},
    )
    return float(best.fun)


def test_gradient_equals_finite_differences() -> None:
    problem = problem_of(0, 0.3)
    omega = np.random.default_rng(1).normal(size=11)
    numeric = [
        (problem.objective(omega + e) - problem.objective(omega - e)) / 2e-6 for e in 1e-6 * np.eye(11)
    ]
    gradient = problem.gradient(omega)
    assert np.linalg.norm(gradient - numeric) <= 1e-6 * np.linalg.norm(gradient)
    np.testing.assert_allclose(gradient, numeric, rtol=1e-6)


def test_hessian_equals_finite_differences_of_the_gradient() -> None:
    problem = problem_of(0, 0.3)
    omega = np.random.default_rng(1).normal(size=11)
    numeric = [(problem.gradient(omega + e) - problem.gradient(omega - e)) / 2e-8 for e in 1e-8 * np.eye(11)]
    np.testing.assert_allclose(problem.hessian(omega), numeric, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("seed", range(4))
def test_objective_equals_lbfgs(seed: int, cost: float, nonnegative: bool) -> None:
    problem = problem_of(seed, cost)
    solution = solve(problem, nonnegative=nonnegative)
    assert solution.converged
    assert solution.objective <= reference(problem, nonnegative) * (1 + 1e-8)
    assert solution.gap_bound <= 1e-8 * solution.objective


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_projected_solver_reaches_the_kkt_point_in_sixty_iterations(seed: int, cost: float) -> None:
    solution = solve(problem_of(seed, cost))
    assert solution.converged
    assert solution.kkt_residual <= 1e-8
    assert solution.iterations <= 60
    assert (solution.omega >= 0).all()


@pytest.mark.parametrize("seed", range(2))
def test_plain_projected_gradients_creep_to_the_same_optimum(seed: int) -> None:
    problem = problem_of(seed, 1e-2)
    step = 1.0 / np.linalg.eigvalsh(np.eye(11) + 1e-2 / (2 * problem.h) * problem.rows.T @ problem.rows)[-1]
    omega = np.ones(11)
    for _ in range(3000):
        omega = np.maximum(omega - step * problem.gradient(omega), 0.0)
    np.testing.assert_allclose(omega, solve(problem).omega, atol=1e-4)


@pytest.mark.parametrize("cost", [1e-4, 1e-2, 1.0, 100.0])
@pytest.mark.parametrize("seed", range(2))
def test_ten_thousand_constraints_reach_the_optimum_of_lbfgsb(seed: int, cost: float) -> None:
    problem = page_like(seed, 10_000, 100, cost)
    solution = solve(problem)
    assert solution.converged
    assert solution.gap_bound <= 1e-10 * solution.objective
    assert solution.objective <= reference(problem, True) * (1 + 1e-8)


@pytest.mark.parametrize("cost", COSTS)
def test_backtracking_needs_fewer_than_a_hundred_iterations(cost: float) -> None:
    assert solve(problem_of(7, cost), nonnegative=False).iterations < 100


@pytest.mark.parametrize("nonnegative", [True, False])
def test_a_single_strict_constraint_has_the_closed_form_solution(nonnegative: bool) -> None:
    h, cost = 0.05, 2.0
    row = np.array([0.6, 1.1, 0.3])
    norm = float(row @ row)
    factor = cost * (1 + h) / (2 * h + cost * norm)
    assert abs(1 - factor * norm) <= h
    problem = VectorProblem(rows=row[None], deltas=np.ones(1), costs=np.array([cost]), h=h)
    np.testing.assert_allclose(solve(problem, nonnegative=nonnegative).omega, factor * row, atol=1e-10)


def test_a_single_cheap_constraint_moves_by_its_cost() -> None:
    row = np.array([0.6, 1.1, 0.3])
    problem = VectorProblem(rows=row[None], deltas=np.ones(1), costs=np.array([0.1]))
    np.testing.assert_allclose(solve(problem).omega, 0.1 * row, atol=1e-10)


def test_weights_vanish_with_the_cost() -> None:
    assert np.abs(solve(problem_of(0, 1e-12)).omega).max() < 1e-8


def test_the_bound_on_the_gap_holds_on_the_way() -> None:
    problem = problem_of(3, 1.0)
    optimum = solve(problem).objective
    for iterations in range(1, 12):
        early = solve(problem, max_iterations=iterations)
        assert early.objective - optimum <= early.gap_bound * (1 + 1e-9) + 1e-9


def test_stopping_early_says_so() -> None:
    solution = solve(problem_of(3, 1.0), max_iterations=2)
    assert not solution.converged
    assert solution.iterations == 2


def test_the_source_s_algorithm_does_not_converge_with_full_steps_and_ends() -> None:
    solution = solve(problem_of(0, 0.1), nonnegative=False, mode="thesis", max_iterations=200)
    assert not solution.converged
    assert solution.iterations == 200


def test_the_source_s_algorithm_equals_the_default_where_it_converges() -> None:
    problem = problem_of(0, 1e-3)
    thesis = solve(problem, nonnegative=False, mode="thesis")
    assert thesis.converged
    np.testing.assert_allclose(thesis.omega, solve(problem, nonnegative=False).omega, atol=1e-8)


def test_the_source_s_algorithm_refuses_other_margins() -> None:
    problem = VectorProblem(rows=np.eye(2), deltas=np.array([1.0, 0.5]), costs=np.ones(2))
    with pytest.raises(ValueError, match="margins 0 and 1"):
        solve(problem, mode="thesis")


def test_no_constraints_give_zero_weights() -> None:
    problem = VectorProblem(rows=np.empty((0, 3)), deltas=np.empty(0), costs=np.empty(0))
    solution = solve(problem)
    assert solution.converged
    np.testing.assert_array_equal(solution.omega, np.zeros(3))


def test_inputs_are_left_as_they_were() -> None:
    problem = problem_of(0, 1.0)
    rows, start = problem.rows.copy(), np.ones(11)
    solve(problem, start=start)
    np.testing.assert_array_equal(problem.rows, rows)
    np.testing.assert_array_equal(start, np.ones(11))


@pytest.mark.parametrize("scale", [1e5, 1e9, 1e30, 1e60])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_unscaled_rows_give_the_objective_that_scaled_ones_tend_to(scale: float, nonnegative: bool) -> None:
    problem = replace(problem_of(0, 1.0), rows=problem_of(0, 1.0).rows * scale)
    found = solve(problem, nonnegative=nonnegative)
    assert found.converged
    assert found.iterations <= 60
    limit = replace(problem, rows=problem.rows * (1e5 / scale))  # where the ridge no longer counts
    assert found.objective == pytest.approx(reference_of_scaled(limit, 1e5, nonnegative), rel=1e-6)


def reference_of_scaled(problem: VectorProblem, factor: float, nonnegative: bool) -> float:
    """The optimum by L-BFGS(-B) in factor * omega, whose rows are of ordinary size."""
    scaled = replace(problem, rows=problem.rows / factor)
    ridge = factor**-2.0

    def objective(omega: np.ndarray) -> float:
        return scaled.objective(omega) + 0.5 * (ridge - 1.0) * float(omega @ omega)

    found = minimize(
        objective,
        np.zeros(11),
        jac=lambda omega: scaled.gradient(omega) + (ridge - 1.0) * omega,
        method="L-BFGS-B",
        bounds=[(0, None)] * 11 if nonnegative else None,
        options={"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-11, "maxcor": 30},
    )
    return float(found.fun)


@pytest.mark.parametrize("mode", ["safeguarded", "thesis"])
@pytest.mark.parametrize("scale", [1e7, 1e9, 1e20])
def test_a_hessian_beside_which_one_is_lost_does_not_stop_a_solver(scale: float, mode: str) -> None:
    problem = page_like(0, 200, 60, 1.0)
    found = solve(replace(problem, rows=problem.rows * scale), mode=mode, max_iterations=50)
    assert np.isfinite(found.omega).all()
    assert np.isfinite(found.objective)


def test_rows_of_a_transform_are_learned_one_by_one_and_give_h_as_l_x() -> None:
    """Row Q4: each attribute orders the points by a signed direction of its own; L stacks them."""
    rng = np.random.default_rng(0)
    points, truth = rng.normal(size=(60, 5)), rng.normal(size=(2, 5))
    i, j = rng.integers(60, size=(2, 400))
    differences = points[i] - points[j]
    ordered = [differences * np.sign(differences @ direction)[:, None] for direction in truth]
    problems = [VectorProblem(rows=rows, deltas=np.ones(400), costs=np.full(400, 0.1)) for rows in ordered]
    transform = np.stack([solve(problem, nonnegative=False).omega for problem in problems])
    for problem, row in zip(problems, transform, strict=True):
        assert problem.objective(row) == pytest.approx(reference(problem, nonnegative=False), rel=1e-8)
    heights = points @ transform.T  # (images, attributes)
    for column, rows in enumerate(ordered):
        stronger = heights[i, column] - heights[j, column] > 0
        assert (stronger == (differences @ truth[column] > 0)).mean() > 0.97
        np.testing.assert_array_equal(
            np.abs(rows), np.abs(differences)
        )  # the same pairs, each row its own order
    assert (transform < 0).any()
