from fractions import Fraction

import numpy as np
import pytest

from changemodel.errors import InvalidInput
from changemodel.metric.parameter_checks import number_within


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), Fraction(4, 2)])
def test_a_number_comes_back_as_a_plain_float(value: object) -> None:
    found = number_within(value, "C", 1.0, 3.0)
    assert type(found) is float
    assert found == 2.0


@pytest.mark.parametrize("value", [1.0, 3.0])
def test_the_limits_are_within(value: float) -> None:
    assert number_within(value, "C", 1.0, 3.0) == value


@pytest.mark.parametrize("value", [0.5, 3.5, -1, np.nan, np.inf, True, "2", None, 10**400])
def test_what_lies_outside_or_is_no_number_is_refused_by_its_name(value: object) -> None:
    with pytest.raises(InvalidInput, match="C is"):
        number_within(value, "C", 1.0, 3.0)


def test_0_is_taken_where_it_is_the_least() -> None:
    assert number_within(0, "mu", 0.0, 3.0) == 0.0
