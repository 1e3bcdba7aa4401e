"""Trees kept as arrays say what the estimator said that grew them."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from changemodel.errors import InvalidInput
from changemodel.metric.boosted_trees import MOST_LEAVES, BoostedTrees


def _grown(seed: int = 0) -> tuple[HistGradientBoostingClassifier, np.ndarray]:
    draw = np.random.default_rng(seed)
    rows = draw.normal(size=(600, 5))
    rows[draw.random(rows.shape) < 0.2] = np.nan
    labels = np.nan_to_num(rows[:, 0]) - np.isnan(rows[:, 3]) + draw.normal(size=600) > 0
    return HistGradientBoostingClassifier(max_iter=30, random_state=seed).fit(rows, labels), rows


def test_log_odds_are_those_of_the_estimator_also_where_values_are_missing() -> None:
    fitted, rows = _grown()
    trees = BoostedTrees.of(fitted)
    np.testing.assert_allclose(trees.log_odds(rows), fitted.decision_function(rows), atol=1e-6)


@pytest.mark.parametrize("shared", [0, 1, 3, 5])
def test_columns_that_neighbours_share_are_asked_once_and_say_the_same(shared: int) -> None:
    fitted, rows = _grown()
    trees = BoostedTrees.of(fitted)
    rows[:, :3] = np.repeat(rows[::6, :3], 6, axis=0)
    np.testing.assert_array_equal(trees.log_odds(rows, shared), trees.log_odds(rows))
    assert trees.log_odds(np.empty((0, 5)), shared).shape == (0,)


def test_arrays_bring_the_trees_back_to_the_bit() -> None:
    fitted, rows = _grown()
    trees = BoostedTrees.of(fitted)
    back = BoostedTrees.from_arrays(trees.to_arrays())
    np.testing.assert_array_equal(back.log_odds(rows), trees.log_odds(rows))


def test_no_rows_have_no_odds_and_rows_that_lack_columns_are_refused() -> None:
    trees = BoostedTrees.of(_grown()[0])
    assert trees.log_odds(np.empty((0, 5))).shape == (0,)
    with pytest.raises(InvalidInput, match="lack columns"):
        trees.log_odds(np.zeros((1, 2)))


def test_trees_of_one_leaf_and_of_the_most_leaves_answer_and_larger_ones_are_refused() -> None:
    _, rows = _grown()
    labels = np.random.default_rng(1).random(600) < 0.5
    for leaves, least in ((2, 600), (32, 5), (33, 5)):
        fitted = HistGradientBoostingClassifier(
            max_iter=5, max_leaf_nodes=leaves, min_samples_leaf=least, random_state=0
        ).fit(rows, labels)
        if leaves > MOST_LEAVES:
            with pytest.raises(InvalidInput, match="max_leaf_nodes=32"):
                BoostedTrees.of(fitted)
            continue
        np.testing.assert_allclose(
            BoostedTrees.of(fitted).log_odds(rows), fitted.decision_function(rows), atol=1e-6
        )
