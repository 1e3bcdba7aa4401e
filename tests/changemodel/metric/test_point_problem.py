import numpy as np
import pytest

from changemodel.metric.point_problem import CombinedRows, PointProblem, signed_rows
from changemodel.metric.quadruplets import Quadruplets
from changemodel.metric.vector_solver import VectorProblem, solve


def both_problems(
    seed: int = 0, n: int = 300, d: int = 6, h: float = 0.05
) -> tuple[PointProblem, VectorProblem]:
    """Random signed quadruplets of random points, some pairs among them, in both forms."""
    rng = np.random.default_rng(seed)
    points, indices = rng.normal(size=(20, d)), rng.integers(20, size=(n, 4))
    indices[: n // 3, 1] = indices[: n // 3, 0]
    quadruplets = Quadruplets.of(indices)
    costs = rng.random(n)
    rows = CombinedRows(signed_rows(quadruplets, 20), points)
    dense = quadruplets.differences(points).rows
    return (
        PointProblem(rows=rows, deltas=quadruplets.deltas, costs=costs, h=h),
        VectorProblem(rows=dense, deltas=quadruplets.deltas, costs=costs, h=h),
    )


def test_it_is_the_problem_of_the_difference_vectors() -> None:
    points, dense = both_problems()
    omega = np.random.default_rng(1).normal(size=6)
    assert points.objective(omega) == pytest.approx(dense.objective(omega))
    np.testing.assert_allclose(points.gradient(omega), dense.gradient(omega), atol=1e-10)
    np.testing.assert_allclose(points.hessian(omega), dense.hessian(omega), atol=1e-10)
    assert points.row_norm >= dense.row_norm


@pytest.mark.parametrize("scale", [1.0, 1e8])
def test_the_solver_finds_the_same_row(scale: float) -> None:
    points, dense = both_problems(2)
    points, dense = points.scaled(1.0 / scale), dense.scaled(1.0 / scale)
    found, expected = solve(points, nonnegative=False), solve(dense, nonnegative=False)
    assert found.converged
    np.testing.assert_allclose(found.omega, expected.omega, rtol=1e-6, atol=1e-9 / scale)
