import numpy as np
import pytest

from changemodel.metric.regularisers import FROBENIUS, L1, TRACE, Regulariser, log_det, similar_distances
from tests.changemodel.metric.worlds import random_psd

POINT, REFERENCE = random_psd(0, 4) + np.eye(4), random_psd(1, 4) + np.eye(4)
ALL = {
    "l1": L1,
    "frobenius": FROBENIUS,
    "trace": TRACE,
    "similar": similar_distances(np.random.default_rng(0).normal(size=(9, 4))),
    "logdet": log_det(REFERENCE),
}


@pytest.mark.parametrize("regulariser", ALL.values(), ids=ALL)
def test_gradients_equal_finite_differences(regulariser: Regulariser) -> None:
    direction = random_psd(2, 4) - np.eye(4)
    ahead, behind = (regulariser.value(POINT + step * direction) for step in (1e-6, -1e-6))
    slope = float(np.vdot(regulariser.gradient(POINT), direction))
    assert (ahead - behind) / 2e-6 == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_the_logdet_divergence_has_its_invariances() -> None:
    divergence = log_det(REFERENCE).value(POINT)
    assert log_det(POINT).value(POINT) == pytest.approx(0.0, abs=1e-8)
    assert log_det(3.0 * REFERENCE).value(3.0 * POINT) == pytest.approx(divergence, abs=1e-8)
    turn = np.random.default_rng(3).normal(size=(4, 4))
    turned = log_det(turn.T @ REFERENCE @ turn).value(turn.T @ POINT @ turn)
    assert turned == pytest.approx(divergence, abs=1e-8)
    root = np.linalg.cholesky(np.linalg.inv(REFERENCE))
    assert log_det(np.eye(4)).value(root.T @ POINT @ root) == pytest.approx(divergence, abs=1e-8)


def test_half_the_divergence_is_that_of_two_gaussians() -> None:
    first, second = np.linalg.inv(REFERENCE), np.linalg.inv(POINT)  # covariances, equal means
    kl = 0.5 * (
        np.trace(np.linalg.inv(second) @ first)
        - 4
        + np.linalg.slogdet(second)[1]
        - np.linalg.slogdet(first)[1]
    )
    assert 0.5 * log_det(REFERENCE).value(POINT) == pytest.approx(kl, abs=1e-8)


def test_a_singular_matrix_is_infinitely_far() -> None:
    assert log_det(REFERENCE).value(random_psd(5, 4, 2)) == float("inf")
