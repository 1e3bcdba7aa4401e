"""The Newton step over omega >= 0, against SciPy's non-negative least squares and plain linear algebra."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import nnls

from changemodel.metric import nonnegative_step as steps
from changemodel.metric.nonnegative_step import newton_step, nonnegative_step

Array = NDArray[np.float64]


def model(seed: int, rows: int, scale: float = 1.0) -> tuple[Array, Array, Array]:
    """A, gradient and omega of which about a third is 0."""
    rng = np.random.default_rng(seed)
    omega = rng.exponential(size=8) * (rng.random(8) < 0.67)
    return scale * rng.normal(size=(rows, 8)), 5.0 * rng.normal(size=8), omega


def least(zone: Array, gradient: Array, omega: Array) -> Array:
    """The same step by non-negative least squares: |L^T x - L^-1 (H omega - gradient)| over x = omega + d."""
    hessian = np.eye(len(omega)) + zone.T @ zone
    root = np.linalg.cholesky(hessian)
    found, _ = nnls(root.T, np.linalg.solve(root, hessian @ omega - gradient))
    return np.asarray(found - omega)


@pytest.mark.parametrize("largest", [np.inf, 0.0], ids=["cholesky", "singular values"])
@pytest.mark.parametrize("rows", [0, 3, 40])
def test_the_step_is_that_of_nonnegative_least_squares(
    rows: int, largest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "LARGEST_SQUARE", largest)
    for seed in range(40):
        zone, gradient, omega = model(seed, rows)
        found = nonnegative_step(zone, gradient, omega)
        np.testing.assert_allclose(found, least(zone, gradient, omega), atol=1e-9)
        assert (omega + found >= 0.0).all()


def test_exchanging_one_entry_at_a_time_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_EXCHANGES", 0)
    for seed in range(40):
        zone, gradient, omega = model(seed, 12)
        np.testing.assert_allclose(
            nonnegative_step(zone, gradient, omega), least(zone, gradient, omega), atol=1e-9
        )


@pytest.mark.parametrize("largest", [np.inf, 0.0], ids=["cholesky", "singular values"])
@pytest.mark.parametrize("rows", [0, 3, 20])
def test_without_a_bound_it_is_newtons(rows: int, largest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "LARGEST_SQUARE", largest)
    zone, gradient, _ = model(0, rows)
    expected = -np.linalg.solve(np.eye(8) + zone.T @ zone, gradient)
    np.testing.assert_allclose(newton_step(zone, gradient), expected, atol=1e-12)


def test_squares_beside_which_one_is_lost_still_give_a_descent() -> None:
    """A is 1e10 times as large as I: what lies beside its rows is moved by I alone."""
    for seed in range(20):
        zone, gradient, omega = model(seed, 3, scale=1e10)
        found = nonnegative_step(zone, gradient, omega)
        assert float(gradient @ found) < 0.0
        expected = least(zone / 1e5, gradient, omega)  # as hard constraints for all that can be seen
        np.testing.assert_allclose(zone @ found, zone @ expected, atol=1e-3 * np.abs(zone).max())
