import numpy as np
import pytest

from changemodel.metric.surrogates import (
    EXPONENTIAL,
    HINGE,
    SQUARED_HINGE,
    Surrogate,
    logistic,
    modified_huber,
    zero_one,
)

ALL = {
    "hinge": HINGE,
    "squared hinge": SQUARED_HINGE,
    "exponential": EXPONENTIAL,
    "huber": modified_huber(0.3),
    "logistic": logistic(),
    "steep logistic": logistic(3.0),
}
MARGINS = np.linspace(-2.9, 2.95, 400)


@pytest.mark.parametrize("loss", ALL.values(), ids=ALL)
def test_slopes_equal_finite_differences_off_the_kinks(loss: Surrogate) -> None:
    t = MARGINS[np.abs(MARGINS - 1.0) > 1e-3]
    numeric = (loss.value(t + 1e-6) - loss.value(t - 1e-6)) / 2e-6
    np.testing.assert_allclose(loss.slope(t), numeric, rtol=1e-6, atol=5e-6)


@pytest.mark.parametrize("name", ["hinge", "squared hinge", "exponential"])
def test_a_surrogate_bounds_the_number_of_errors(name: str) -> None:
    assert (ALL[name].value(MARGINS) >= zero_one(MARGINS)).all()


def test_the_logistic_loss_bounds_the_errors_only_when_shifted_to_one_at_zero() -> None:
    assert (logistic().value(MARGINS) - np.log(2) + 1 >= zero_one(MARGINS)).all()
    assert logistic().value(np.zeros(1))[0] < zero_one(np.zeros(1))[0]


def test_the_logistic_loss_is_finite_far_away() -> None:
    far = np.array([-1e3, 1e3])
    np.testing.assert_allclose(logistic(2.0).value(far), [1e3, 0.0])
    np.testing.assert_allclose(logistic(2.0).slope(far), [-1.0, 0.0])
