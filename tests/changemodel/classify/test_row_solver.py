import numpy as np
import pytest

from changemodel.classify.row_solver import (
    nearest_shares,
    solve_row,
    theta_by_fixed_point,
    theta_by_sorting,
)


def row(n_classes: int, seed: int):
    rng = np.random.default_rng(seed)
    bounds = np.zeros(n_classes)
    bounds[rng.integers(n_classes)] = 0.8
    shares = rng.dirichlet(np.ones(n_classes))
    return bounds - 0.8 * shares, rng.normal(size=n_classes), 1.7, bounds


@pytest.mark.parametrize("n_classes", [3, 10, 100])
def test_both_ways_to_solve_a_row_agree(n_classes: int) -> None:
    beta, gradient, square, bounds = row(n_classes, n_classes)
    exact = solve_row(beta, gradient, square, bounds, theta_by_sorting)
    fixed = solve_row(beta, gradient, square, bounds, theta_by_fixed_point)
    np.testing.assert_allclose(fixed, exact, atol=1e-6)


@pytest.mark.parametrize("n_classes", [3, 10, 100])
def test_a_solved_row_is_feasible_and_no_feasible_move_lowers_it(n_classes: int) -> None:
    beta, gradient, square, bounds = row(n_classes, n_classes + 1)
    new = solve_row(beta, gradient, square, bounds)
    assert abs(new.sum()) < 1e-12
    assert np.all(new <= bounds)

    def value(at):
        return 0.5 * square * at @ at + (gradient - square * beta) @ at

    rng = np.random.default_rng(0)
    for _ in range(500):
        other = bounds - 0.8 * rng.dirichlet(np.full(n_classes, 0.2))
        assert value(new + rng.random() * (other - new)) >= value(new) - 1e-12


def test_shares_of_many_rows_are_the_nearest_points_of_the_simplex() -> None:
    values = np.random.default_rng(0).normal(scale=2.0, size=(50, 7))
    for value, share in zip(values, nearest_shares(values), strict=True):
        theta = theta_by_sorting(value, 1.0)
        np.testing.assert_allclose(share, np.maximum(value - theta, 0.0), atol=1e-12)
        assert share.sum() == pytest.approx(1.0)
