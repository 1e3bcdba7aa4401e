import numpy as np
import pytest

from changemodel.change.region_metric import RegionMetric
from changemodel.errors import InvalidInput


def full(seed: int = 0, regions: int = 7) -> RegionMetric:
    rows = np.random.default_rng(seed).normal(size=(3, regions))
    return RegionMetric.full(rows.T @ rows, 2.5)


def distances(n: int = 20, regions: int = 7) -> np.ndarray:
    return np.random.default_rng(9).exponential(size=(n, regions))


def test_weights_give_the_weighted_sum() -> None:
    metric = RegionMetric(weights=np.array([1.0, 0.0, 3.0]), scale=2.0)
    np.testing.assert_allclose(metric.distance([[1.0, 5.0, 2.0]]), [3.5])
    np.testing.assert_allclose(metric.contributions([1.0, 5.0, 2.0]), [0.5, 0.0, 3.0])


def test_a_matrix_gives_c_m_c_as_a_plain_loop_does() -> None:
    metric, values = full(), distances()
    for row, found in zip(values, metric.distance(values), strict=True):
        roots = [float(np.sqrt(value)) for value in row]
        expected = sum(roots[i] * metric.matrix[i, j] * roots[j] for i in range(7) for j in range(7))
        assert found == pytest.approx(expected / metric.scale)


def test_contributions_sum_to_the_distance() -> None:
    metric, values = full(), distances()
    np.testing.assert_allclose(metric.contributions(values).sum(axis=1), metric.distance(values))


def test_a_diagonal_matrix_is_the_same_as_its_weights() -> None:
    weights = np.array([0.0, 1.0, 2.5, 0.3])
    plain = RegionMetric(weights=weights, scale=3.0)
    matrix = RegionMetric.full(np.diag(weights), 3.0)
    values = distances(regions=4)
    np.testing.assert_allclose(matrix.distance(values), plain.distance(values))
    np.testing.assert_allclose(matrix.shares(values), plain.shares(values))


def test_shares_are_not_negative_and_sum_to_one() -> None:
    for metric in (full(), RegionMetric(weights=np.ones(7), scale=1.0)):
        shares = metric.shares(distances())
        assert (shares >= 0).all()
        assert shares.sum() == pytest.approx(1.0)


def test_without_important_pairs_all_regions_share_equally() -> None:
    np.testing.assert_allclose(full().shares(np.empty((0, 7))), 1 / 7)


def test_the_leading_eigenvector_of_a_rank_one_matrix_is_its_vector() -> None:
    vector = np.array([0.6, -0.8, 0.0])
    np.testing.assert_allclose(
        RegionMetric.full(np.outer(vector, vector), 1.0).leading(), np.abs(vector), atol=1e-12
    )


def test_other_weights_of_single_regions_change_only_the_diagonal() -> None:
    metric = full()
    other = metric.with_weights(metric.weights + 1.0)
    np.testing.assert_allclose(other.matrix - metric.matrix, np.eye(7), atol=1e-12)


@pytest.mark.parametrize("metric", [full(), RegionMetric(weights=np.arange(7.0), scale=0.3)])
def test_arrays_bring_back_the_same_numbers_bit_for_bit(metric: RegionMetric) -> None:
    again = RegionMetric.from_arrays(metric.to_arrays())
    np.testing.assert_array_equal(again.contributions(distances()), metric.contributions(distances()))


def test_a_matrix_of_another_size_is_refused() -> None:
    with pytest.raises(InvalidInput, match="does not fit 3 regions"):
        RegionMetric(weights=np.ones(3), scale=1.0, matrix=np.eye(2))
