import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel.codes.unlabelled_bits import ITQ, LSH
from changemodel.errors import InvalidInput


@parametrize_with_checks([LSH(n_bits=8), ITQ(n_bits=8, steps=5)])
def test_they_keep_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


def test_few_points_of_many_features_have_codes_of_full_length() -> None:
    x = np.random.default_rng(0).normal(size=(3, 50))
    assert ITQ(n_bits=64).fit(x).transform(x).shape == (3, 8)


def test_equal_points_are_refused() -> None:
    with pytest.raises(InvalidInput, match="the same"):
        ITQ().fit(np.ones((3, 2)))
