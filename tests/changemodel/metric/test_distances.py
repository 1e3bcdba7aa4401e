import numpy as np
import pytest

from changemodel.metric.distances import bilinear, chi_squared, kernel_mahalanobis, mahalanobis, minkowski
from tests.changemodel.metric.worlds import random_psd

RNG = np.random.default_rng(0)
X, Z = RNG.random((20, 5)), RNG.random((20, 5))


@pytest.mark.parametrize("p", [1.0, 1.5, 2.0, 3.0, np.inf])
def test_minkowski_equals_a_plain_loop(p: float) -> None:
    for x, z, found in zip(X, Z, minkowski(X, Z, p), strict=True):
        plain = (
            max(abs(x - z))
            if np.isinf(p)
            else sum(abs(a - b) ** p for a, b in zip(x, z, strict=True)) ** (1 / p)
        )
        assert found == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("p", [0.5, 0.0, -1.0, np.nan])
def test_minkowski_refuses_what_is_no_metric(p: float) -> None:
    with pytest.raises(ValueError, match="triangle inequality"):
        minkowski(X, Z, p)


def test_chi_squared_equals_a_plain_loop_and_takes_empty_bins() -> None:
    x, z = X / X.sum(axis=1, keepdims=True), Z / Z.sum(axis=1, keepdims=True)
    x[:, 2] = z[:, 2] = 0.0
    for a, b, found in zip(x, z, chi_squared(x, z), strict=True):
        plain = 0.5 * sum((p - q) ** 2 / (p + q) for p, q in zip(a, b, strict=True) if p + q > 0)
        assert found == pytest.approx(plain, abs=1e-12)
    np.testing.assert_array_equal(chi_squared(x, x), np.zeros(20))


def test_mahalanobis_and_bilinear_equal_plain_loops() -> None:
    matrix, mean = random_psd(1, 5) + np.eye(5), RNG.random(5)
    inverse = np.linalg.inv(matrix)
    for row, (x, z) in enumerate(zip(X, Z, strict=True)):
        assert mahalanobis(X, mean, matrix)[row] == pytest.approx(
            (x - mean) @ inverse @ (x - mean), abs=1e-12
        )
        assert bilinear(X, Z, matrix)[row] == pytest.approx(x @ matrix @ z, abs=1e-12)


def test_the_linear_kernel_gives_the_linear_metric() -> None:
    training, rows = RNG.random((7, 5)), RNG.random((3, 7))
    moved = (X - Z) @ (rows @ training).T
    found = kernel_mahalanobis(X @ training.T, Z @ training.T, rows)
    np.testing.assert_allclose(found, (moved**2).sum(axis=1), atol=1e-12)
