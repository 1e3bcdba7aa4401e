import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.metric.cone import (
    correlation,
    factor,
    is_in_fantope,
    numerical_rank,
    project_fantope,
    project_psd,
    smallest_projector,
    smallest_sum,
    truncate,
)
from tests.changemodel.metric.worlds import random_psd


def symmetric(seed: int, d: int = 6) -> np.ndarray:
    matrix = np.random.default_rng(seed).normal(size=(d, d))
    return matrix + matrix.T


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_the_projection_leaves_an_orthogonal_negative_rest(seed: int) -> None:
    matrix = symmetric(seed)
    projected = project_psd(matrix)
    rest = matrix - projected
    assert np.linalg.eigvalsh(projected)[0] >= -1e-10
    assert np.linalg.eigvalsh(rest)[-1] <= 1e-10
    assert abs(np.vdot(rest, projected)) <= 1e-9
    np.testing.assert_allclose(project_psd(projected), projected, atol=1e-10)


def test_the_projection_is_nearer_than_a_thousand_competitors() -> None:
    matrix = symmetric(3)
    distance = np.linalg.norm(matrix - project_psd(matrix))
    others = (project_psd(matrix) + 0.3 * (random_psd(s, 6) - 2 * np.eye(6)) for s in range(1000))
    assert all(np.linalg.norm(matrix - project_psd(other)) >= distance for other in others)


@pytest.mark.parametrize("rank", [1, 3, 6])
def test_a_truncation_has_its_rank_and_the_largest_eigenvalues(rank: int) -> None:
    matrix = random_psd(0, 6)
    kept = np.linalg.eigvalsh(truncate(matrix, rank))[-rank:]
    np.testing.assert_allclose(kept, np.linalg.eigvalsh(matrix)[-rank:], atol=1e-9)
    assert numerical_rank(truncate(matrix, rank)) == rank


@pytest.mark.parametrize("rank", [1, 3, 6])
@pytest.mark.parametrize("seed", range(5))
def test_a_truncation_of_any_symmetric_matrix_stays_and_is_the_nearest_of_its_rank(
    seed: int, rank: int
) -> None:
    matrix = symmetric(seed)
    kept = truncate(matrix, rank)
    np.testing.assert_allclose(truncate(kept, rank), kept, atol=1e-10)
    distance = np.linalg.norm(matrix - kept)
    for other in range(200):
        near = kept + 0.1 * symmetric(other)
        for competitor in (random_psd(other, 6, rank), truncate(near, rank)):
            assert np.linalg.norm(matrix - competitor) >= distance - 1e-12


@pytest.mark.parametrize("rank", [1, 3, 6])
def test_a_factor_gives_the_matrix_back_with_as_many_rows_as_its_rank(rank: int) -> None:
    matrix = random_psd(1, 6, rank)
    rows = factor(matrix)
    assert rows.shape == (rank, 6)
    np.testing.assert_allclose(rows.T @ rows, matrix, atol=1e-10)


def test_a_correlation_is_one_with_itself_and_never_more() -> None:
    found = correlation(random_psd(3, 6, 2))
    np.testing.assert_allclose(np.diag(found), np.ones(6))
    assert np.abs(found).max() <= 1.0 + 1e-12
    assert not correlation(np.diag([1.0, 0.0]))[1].any()


def test_the_zero_matrix_has_rank_zero_and_no_factor_rows() -> None:
    assert numerical_rank(np.zeros((3, 3))) == 0
    assert factor(np.zeros((3, 3))).shape == (0, 3)


@pytest.mark.parametrize("k", range(1, 7))
def test_the_projector_on_the_smallest_eigenvectors_lies_in_the_fantope(k: int) -> None:
    matrix = random_psd(2, 6)
    projector = smallest_projector(matrix, k)
    assert is_in_fantope(projector, k)
    assert is_in_fantope(np.eye(6) - projector, 6 - k)
    np.testing.assert_allclose(projector @ projector, projector, atol=1e-10)
    assert np.vdot(projector, matrix) == pytest.approx(smallest_sum(matrix, k), abs=1e-9)


def test_the_regulariser_is_the_trace_less_the_largest_eigenvalues() -> None:
    matrix = random_psd(4, 6)
    largest = np.linalg.eigvalsh(matrix)[-2:].sum()
    assert smallest_sum(matrix, 4) == pytest.approx(np.trace(matrix) - largest)
    assert smallest_sum(matrix, 6) == pytest.approx(np.trace(matrix))


def test_the_regulariser_vanishes_exactly_at_the_rank_asked_for() -> None:
    assert smallest_sum(random_psd(5, 6, 2), 4) == pytest.approx(0.0, abs=1e-9)
    assert smallest_sum(random_psd(5, 6, 3), 4) > 1e-3


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_the_regulariser_is_concave_with_the_projector_as_supergradient(seed: int, k: int) -> None:
    a, b = random_psd(seed, 6), random_psd(seed + 1, 6)
    assert smallest_sum((a + b) / 2, k) >= (smallest_sum(a, k) + smallest_sum(b, k)) / 2 - 1e-9
    slope = smallest_projector(a, k)
    assert smallest_sum(a, k) + np.vdot(slope, b - a) >= smallest_sum(b, k) - 1e-9


@pytest.mark.parametrize("k", [1, 3, 5])
def test_the_projector_is_the_gradient_where_eigenvalues_differ(k: int) -> None:
    matrix, direction = random_psd(6, 6), symmetric(7)
    step = 1e-6
    ahead, behind = smallest_sum(matrix + step * direction, k), smallest_sum(matrix - step * direction, k)
    assert (ahead - behind) / (2 * step) == pytest.approx(
        np.vdot(smallest_projector(matrix, k), direction), abs=1e-6
    )


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_the_fantope_projection_lands_in_the_fantope_and_stays(seed: int, p: int) -> None:
    projected = project_fantope(symmetric(seed), p)
    assert is_in_fantope(projected, p)
    np.testing.assert_allclose(project_fantope(projected, p), projected, atol=1e-8)
