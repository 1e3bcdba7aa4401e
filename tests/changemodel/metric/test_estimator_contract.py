"""scikit-learn's own checks, for learners whose second argument is tuples of rows instead of labels."""

from typing import Any, Self

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from changemodel import FantopeMetric, QuadrupletMetric


class _FromTargets(BaseEstimator):
    """Makes quadruplets of the targets that the checks pass: nearer in y, nearer in the metric."""

    def fit(self, X: Any, y: Any) -> Self:
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        _, targets = validate_data(self, X, y, dtype=np.float64)
        if targets.dtype.kind in "OUS":
            check_classification_targets(targets)
        codes = np.unique(targets, return_inverse=True)[1].ravel()
        rows = np.random.default_rng(0).integers(len(codes), size=(80, 4))
        near, far = (
            np.abs(codes[rows[:, 0]] - codes[rows[:, 1]]),
            np.abs(codes[rows[:, 2]] - codes[rows[:, 3]]),
        )
        rows[near > far] = rows[near > far][:, [2, 3, 0, 1]]
        super().fit(X, rows)
        return self

    def score(self, X: Any, y: Any = None) -> float:
        return float(self.transform(X).sum())


class DiagonalFromTargets(_FromTargets, QuadrupletMetric):
    pass


class FantopeFromTargets(_FromTargets, FantopeMetric):
    pass


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [DiagonalFromTargets(), DiagonalFromTargets(metric="full"), FantopeFromTargets(1, max_iterations=20)]
)
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)
