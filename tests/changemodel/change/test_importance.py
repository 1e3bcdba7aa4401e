import numpy as np
import pytest

from changemodel.change.region_metric import equal_shares, importance_shares
from changemodel.errors import InvalidInput


def test_shares_are_weight_times_typical_distance() -> None:
    shares = importance_shares([2.0, 1.0, 0.0], [[1.0, 4.0, 9.0], [3.0, 8.0, 9.0]])
    np.testing.assert_allclose(shares, [0.4, 0.6, 0.0])


def test_shares_are_not_negative_and_sum_to_one() -> None:
    rng = np.random.default_rng(0)
    shares = importance_shares(rng.random(100), rng.random((25, 100)))
    assert (shares >= 0).all()
    assert shares.sum() == pytest.approx(1.0)


def test_a_pale_region_is_as_important_as_a_contrasted_one_that_drifts_alike() -> None:
    drift = np.random.default_rng(0).random((25, 1))
    np.testing.assert_allclose(importance_shares([100.0, 1.0], drift * [0.01, 1.0]), [0.5, 0.5])


@pytest.mark.parametrize("distances", [np.zeros((3, 4)), np.empty((0, 4))])
def test_without_anything_to_share_all_regions_are_equal(distances: np.ndarray) -> None:
    np.testing.assert_array_equal(importance_shares(np.ones(4), distances), equal_shares(4))


def test_weights_of_another_number_of_regions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="do not fit"):
        importance_shares(np.ones(3), np.ones((2, 4)))
