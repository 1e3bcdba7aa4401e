import numpy as np
import pytest
from scipy import sparse
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel.classify.stacked_svc import StackedLinearSVC
from changemodel.errors import InvalidInput


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([StackedLinearSVC()])
def test_it_keeps_scikit_learn_s_contract(estimator, check) -> None:
    check(estimator)


def points(n: int = 240, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two columns that tell three classes, and forty that tell nothing."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    told = np.column_stack([np.cos(2.1 * y), np.sin(2.1 * y)]) + rng.normal(scale=0.5, size=(n, 2))
    return np.hstack([rng.normal(size=(n, 40)), told]), y


def test_a_block_that_tells_nothing_counts_little() -> None:
    X, y = points()
    learner = StackedLinearSVC(blocks={"noise": (0, 40), "told": (40, 42)}).fit(sparse.csr_matrix(X), y)
    new_X, new_y = points(seed=1)
    together = LinearSVC().fit(X, y)
    assert learner.score(new_X, new_y) > together.score(new_X, new_y)


def test_its_weights_are_its_scores() -> None:
    X, y = points()
    learner = StackedLinearSVC(blocks={"noise": (0, 40), "told": (40, 42)}).fit(X, y)
    np.testing.assert_allclose(X @ learner.coef_.T + learner.intercept_, learner.decision_function(X))


def test_where_nothing_can_be_held_out_the_svm_of_all_columns_decides() -> None:
    X, y = points(30)
    learner = StackedLinearSVC().fit(X, y, groups=np.zeros(30))
    np.testing.assert_allclose(learner.coef_, LinearSVC(random_state=0).fit(X, y).coef_)


def test_a_class_of_one_point_is_learned() -> None:
    X, y = points()
    y[0] = 7
    assert StackedLinearSVC().fit(X, y).decision_function(X).shape == (240, 4)


def test_one_class_and_blocks_outside_are_refused() -> None:
    X, y = points(12)
    with pytest.raises(InvalidInput, match="one class"):
        StackedLinearSVC().fit(X, np.zeros(12))
    with pytest.raises(InvalidInput, match="'a' is columns 40 to 50 of 42"):
        StackedLinearSVC(blocks={"a": (40, 50)}).fit(X, y)
