"""What is learned from the training rows of one fold."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.multiclass import OneVsOneClassifier
from sklearn.svm import LinearSVC

from changemodel.classify.linear_rules import LinearLearner, variance_ratios


def two_classes(n: int = 40, d: int = 6, shift: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    codes = np.tile([0, 1], n // 2)
    x = rng.normal(size=(n, d))
    x[codes == 1, 0] += shift
    return x, codes


def learner(**changed: object) -> LinearLearner:
    told = {"estimator": "svc", "costs": (1.0,), "classes": 2, "standardize": False, **changed}
    return LinearLearner(**told)


def objective(w: np.ndarray, x: np.ndarray, codes: np.ndarray, cost: float) -> float:
    """Half the squared norm and C times the squared hinges, the constant feature regularised as the others are."""
    signs = 2.0 * codes - 1.0
    hinges = np.maximum(0.0, 1.0 - signs * (np.hstack([x, np.ones((len(x), 1))]) @ w))
    return 0.5 * float(w @ w) + cost * float((hinges**2).sum())


@pytest.mark.parametrize("cost", [0.001, 1.0, 1000.0])
def test_the_machine_minimises_the_source_s_objective(cost: float) -> None:
    x, codes = two_classes()
    rule = learner(costs=(cost,)).rules(x, codes[None], None)
    w = np.append(rule.coef[0, 1] - rule.coef[0, 0], rule.intercept[0, 1] - rule.intercept[0, 0])
    best = minimize(objective, np.zeros(7), args=(x, codes, cost), method="BFGS", options={"gtol": 1e-8}).fun
    assert objective(w, x, codes, cost) == pytest.approx(best, rel=1e-4)
    theirs = LinearSVC(C=cost, dual=False, tol=1e-8).fit(x, codes)
    assert w == pytest.approx(np.append(theirs.coef_[0], theirs.intercept_), rel=1e-3, abs=1e-4)


def test_of_more_classes_every_pair_votes() -> None:
    x, _ = two_classes(60)
    codes = np.tile([0, 1, 2], 20)
    x[np.arange(60), codes] += 1.0
    rule = learner(classes=3).rules(x, codes[None], None)
    theirs = OneVsOneClassifier(LinearSVC(dual=False)).fit(x, codes)
    assert np.array_equal(rule.codes(x)[0], theirs.predict(x))
    assert rule.values(x)[0] == pytest.approx(theirs.decision_function(x), rel=1e-3, abs=1e-3)


def test_scaling_is_undone_in_the_rule() -> None:
    x, codes = two_classes()
    plain = learner(standardize=True).rules(x, codes[None], None)
    moved = learner(standardize=True).rules(1e6 * x + 1e7, codes[None], None)
    assert moved.values(1e6 * x + 1e7) == pytest.approx(plain.values(x), rel=1e-6, abs=1e-6)


def test_the_discriminant_is_that_of_least_squares_where_rows_are_many() -> None:
    x, codes = two_classes(2000, 3)
    rule = learner(estimator="lda").rules(x, codes[None], None)
    theirs = LinearDiscriminantAnalysis(solver="lsqr", priors=[0.5, 0.5]).fit(x, codes)
    assert (rule.codes(x)[0] == theirs.predict(x)).mean() > 0.99


def test_the_discriminant_learns_all_exchanged_labels_as_it_learns_each() -> None:
    x, codes = two_classes()
    labels = np.random.default_rng(1).permuted(np.tile(codes, (5, 1)), axis=1)
    together = learner(estimator="lda").rules(x, labels, None)
    one_by_one = [learner(estimator="lda").rules(x, row[None], None).coef[0] for row in labels]
    assert together.coef == pytest.approx(np.array(one_by_one))


def test_more_columns_than_rows_are_no_obstacle() -> None:
    x, codes = two_classes(20, 500, shift=8.0)
    for estimator in ("svc", "lda"):
        rule = learner(estimator=estimator, standardize=True).rules(x, codes[None], None)
        assert (rule.codes(x)[0] == codes).all()


@pytest.mark.parametrize("estimator", ["svc", "lda"])
def test_constant_columns_say_nothing(estimator: str) -> None:
    x, codes = two_classes()
    told = learner(estimator=estimator, standardize=True)
    padded = np.hstack([x, np.full((len(x), 2), 7.0)])
    rule = told.rules(padded, codes[None], None)
    assert np.abs(rule.coef[..., -2:]).max() < 1e-12
    assert variance_ratios(padded, codes)[-2:].tolist() == [0.0, 0.0]


def test_screening_keeps_the_columns_that_tell_classes_apart() -> None:
    x, codes = two_classes(40, 10, shift=4.0)
    for estimator in ("svc", "lda"):
        rule = learner(estimator=estimator, screening_percentile=10.0).rules(x, codes[None], None)
        assert np.flatnonzero(np.abs(rule.coef[0]).max(axis=0)).tolist() == [0]


def test_the_cost_is_chosen_in_inner_folds_and_the_smallest_of_equals() -> None:
    x, codes = two_classes(40, 2, shift=20.0)
    costs = (1000.0, 0.001, 1.0)
    assert learner(costs=costs, standardize=True).rules(x, codes[None], None).cost.tolist() == [0.001]


def test_with_a_single_row_of_a_class_the_middle_cost_is_taken() -> None:
    x, codes = two_classes(12)
    codes = np.array([1] + [0] * 11)
    assert learner(costs=(0.1, 1.0, 10.0)).rules(x, codes[None], None).cost.tolist() == [1.0]


def test_a_class_that_was_not_seen_is_never_answered() -> None:
    x, codes = two_classes()
    for estimator in ("svc", "lda"):
        rule = learner(estimator=estimator, classes=3).rules(x, codes[None], None)
        assert set(rule.codes(10 * x)[0].tolist()) <= {0, 1}
