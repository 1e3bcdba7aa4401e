"""Quadruplets from class labels, and the metric in scikit-learn's pipelines."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import SupervisedQuadrupletMetric, quadruplets_from_labels
from changemodel.errors import InvalidInput


def test_the_near_pair_is_of_one_class_and_the_far_pair_of_two() -> None:
    y = np.array(["a", "b", "a", "c", "b", "b", "d"])
    i, j, k, far = quadruplets_from_labels(y, 400, random_state=0).T
    assert (y[i] == y[j]).all()
    assert (i != j).all()
    assert (y[k] != y[far]).all()
    assert set(y[i]) == {"a", "b"}
    assert set(k) | set(far) == set(range(7))


def test_a_seed_gives_the_same_quadruplets() -> None:
    y = [0, 0, 1, 1]
    np.testing.assert_array_equal(*(quadruplets_from_labels(y, 9, random_state=3) for _ in range(2)))


@pytest.mark.parametrize(("y", "words"), [([1, 1, 1], "1 class"), ([1, 2, 3], "no two points")])
def test_labels_without_quadruplets_are_refused(y: list[int], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        quadruplets_from_labels(y)


def test_a_pipeline_scales_learns_and_is_tuned_by_a_grid() -> None:
    X, y = load_wine(return_X_y=True)
    metric = SupervisedQuadrupletMetric(n_quadruplets=500, random_state=0)
    pipeline = make_pipeline(StandardScaler(), metric, KNeighborsClassifier(3))
    search = GridSearchCV(pipeline, {"supervisedquadrupletmetric__C": [0.01, 1.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([SupervisedQuadrupletMetric(n_quadruplets=80, random_state=0)])
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)
