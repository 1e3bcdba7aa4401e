import numpy as np
import pytest

from benchmarks.verification import (
    BETWEEN,
    LOWER,
    UPPER,
    best_threshold,
    class_mean,
    mean_and_error,
    methods,
    principal_rows,
    quadruplets,
    squared_norms,
    stand_in,
)
from changemodel.metric.cone import factor, numerical_rank


def test_pairs_become_quadruplets_with_the_two_bounds() -> None:
    found = quadruplets(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([-1.0, 1.0]))
    np.testing.assert_array_equal(found.closer, [[1.0, 2.0], [0.0, 0.0]])
    np.testing.assert_array_equal(found.farther, [[0.0, 0.0], [3.0, 4.0]])
    np.testing.assert_array_equal(found.deltas, [-UPPER, LOWER])
    assert UPPER < BETWEEN < LOWER


def test_the_first_directions_are_orthonormal() -> None:
    rows = principal_rows(stand_in().differences, 5)
    np.testing.assert_allclose(rows @ rows.T, np.eye(5), atol=1e-10)


def test_the_first_directions_hold_the_most_variance() -> None:
    differences = stand_in().differences
    found = squared_norms(differences @ principal_rows(differences, 5).T).sum()
    rng = np.random.default_rng(0)
    others = (np.linalg.qr(rng.normal(size=(differences.shape[1], 5)))[0] for _ in range(100))
    assert found >= max(squared_norms(differences @ other).sum() for other in others)
    largest = np.sort(np.linalg.eigvalsh(differences.T @ differences))[-5:].sum()
    assert found == pytest.approx(largest, rel=1e-6)


def test_a_strong_fantope_has_its_rank_and_beats_the_euclidean_distance() -> None:
    pairs = stand_in(n=600)
    x, y, new_x, new_y = pairs.split(3)
    known = methods(pairs.rank)
    matrix = known["Fantope, mu=1"](x, y)
    assert numerical_rank(matrix) <= pairs.rank

    def accuracy(matrix: np.ndarray) -> float:
        rows = factor(matrix)
        fitted = best_threshold(squared_norms(x @ rows.T), y)
        return class_mean(squared_norms(new_x @ rows.T), new_y, fitted)

    assert accuracy(matrix) > accuracy(known["Euclidean"](x, y)) + 3.0


def test_figures_are_class_means_with_their_standard_error() -> None:
    assert class_mean(np.array([0.5, 2.0, 2.0, 2.0]), np.array([-1.0, -1.0, 1.0, 1.0]), 1.0) == 75.0
    assert mean_and_error([1.0, 2.0, 3.0, 4.0]) == pytest.approx((2.5, np.sqrt(5 / 3) / 2))
