import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import ConsensusSVC
from changemodel.errors import InvalidInput, NotFitted, UnreadableModel
from tests.changemodel.classify.consensus_worlds import clouds
from tests.conftest import LONG_TESTS

X, CODES = clouds(150, 6, 4, spread=0.8)
NAMES = np.array(["article", "forum", "notice", "service"])[CODES]


def fitted(**parameters) -> ConsensusSVC:
    return ConsensusSVC(**parameters).fit(X, NAMES)


SPLITS_DIFFER = {
    f"check_sample_weight_equivalence_on_{kind}_data": "other rows are other splits: the same within tol only"
    for kind in ("dense", "sparse")
}


def expected_failures(estimator: ConsensusSVC) -> dict[str, str]:
    return SPLITS_DIFFER if estimator.n_splits == 2 else {}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [ConsensusSVC()] + LONG_TESTS * [ConsensusSVC(n_splits=2, tol=1e-3)],
    expected_failed_checks=expected_failures,
)
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


def test_it_is_the_classifier_of_liblinear_with_an_intercept() -> None:
    theirs = LinearSVC(C=0.5, multi_class="crammer_singer", tol=1e-10, max_iter=100_000, random_state=0)
    theirs.fit(X, NAMES)
    ours = fitted(C=0.5, tol=1e-10)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)


@pytest.mark.parametrize("n_splits", [1, 2, 5])
def test_the_objective_it_reports_is_that_of_its_weights(n_splits: int) -> None:
    model = fitted(C=0.5, n_splits=n_splits, tol=1e-3, fit_intercept=False, random_state=0)
    margins = X @ model.coef_.T + 1.0
    rows = np.arange(len(X))
    margins[rows, CODES] -= 1.0
    slacks = (margins - margins[rows, CODES][:, None]).max(axis=1)
    assert model.objective_ == pytest.approx(0.5 * np.sum(model.coef_**2) + 0.5 * slacks.sum())
    assert model.dual_bound_ <= fitted(C=0.5, tol=1e-9, fit_intercept=False).objective_
    assert model.gap_ <= 1e-3
    assert model.converged_


def test_the_published_way_ends_after_its_rounds_without_a_warning() -> None:
    model = fitted(
        n_splits=4, rho=1.0, tol=None, max_rounds=2, solver="sequential", max_passes=5, warm_duals=False
    )
    assert model.n_iter_ == 2
    assert model.n_passes_ <= 10
    assert model.score(X, NAMES) > 0.6
    assert set(model.rho_) == {1.0}


def test_a_tolerance_that_was_missed_is_warned_of_with_the_gap() -> None:
    with pytest.warns(ConvergenceWarning, match=r"after 1 rounds the duality gap is .* above tol"):
        assert not fitted(n_splits=4, max_rounds=1).converged_


def test_averaging_is_one_round_of_splits_that_know_nothing_of_each_other() -> None:
    averaged = fitted(n_splits=3, strategy="averaging", random_state=0)
    untied = fitted(n_splits=3, rho=0, max_rounds=1, tol=None, random_state=0)
    assert averaged.n_iter_ == 1
    np.testing.assert_allclose(averaged.coef_, untied.coef_, atol=0.05)
    assert averaged.objective_ > fitted(n_splits=3, random_state=0, tol=1e-3).objective_


def test_one_vs_all_has_the_weights_of_binary_machines() -> None:
    model = fitted(strategy="one_vs_all", fit_intercept=False, tol=1e-9)
    for code, weights in enumerate(model.coef_):
        binary = LinearSVC(loss="hinge", fit_intercept=False, tol=1e-10, max_iter=1_000_000, random_state=0)
        np.testing.assert_allclose(weights, binary.fit(X, code == CODES).coef_[0], atol=1e-3)
    assert model.gap_ <= 1e-9


def test_processes_share_the_classes_of_one_vs_all() -> None:
    serial, parallel = (fitted(strategy="one_vs_all", n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_allclose(parallel.coef_, serial.coef_, atol=1e-12)


def test_dearer_confusions_become_rarer() -> None:
    hard, codes = clouds(600, 3, 3, spread=1.5)
    costs = 1.0 - np.eye(3)
    plain = ConsensusSVC(costs=costs).fit(hard, codes).predict(hard)
    costs[0, 1] = 10.0
    careful = ConsensusSVC(costs=costs).fit(hard, codes).predict(hard)
    assert np.sum(careful[codes == 0] == 1) < 0.5 * np.sum(plain[codes == 0] == 1)


@pytest.mark.parametrize("solver", ["newton", "sequential"])
def test_class_weights_and_sample_weights_are_the_same_thing(solver: str) -> None:
    by_class = ConsensusSVC(class_weight={"forum": 5.0}, solver=solver, tol=1e-8).fit(X, NAMES)
    by_row = ConsensusSVC(solver=solver, tol=1e-8).fit(X, NAMES, np.where(NAMES == "forum", 5.0, 1.0))
    np.testing.assert_allclose(by_class.coef_, by_row.coef_, atol=1e-3)


def test_overlapping_splits_end_at_the_same_optimum() -> None:
    found = fitted(n_splits=4, overlap=2, tol=1e-3, random_state=0)
    assert found.objective_ == pytest.approx(fitted(tol=1e-8).objective_, rel=1e-3)


def test_sparse_rows_in_splits_end_at_the_optimum_of_dense_ones() -> None:
    sparse = ConsensusSVC(n_splits=3, tol=1e-3, random_state=0).fit(csr_matrix(X), NAMES)
    assert sparse.objective_ == pytest.approx(fitted(tol=1e-8).objective_, rel=1e-3)
    np.testing.assert_array_equal(sparse.predict(csr_matrix(X)), sparse.predict(X))


def test_model_selection_never_sees_the_test_fold() -> None:
    grid = {"C": [0.01, 1.0], "rho": [1.0, 3.0], "max_rounds": [1, 2]}
    search = GridSearchCV(ConsensusSVC(n_splits=2, tol=None, random_state=0), grid, cv=4)
    train, test = next(KFold(4, shuffle=True, random_state=0).split(X))
    chosen = search.fit(X[train], NAMES[train]).best_params_
    poisoned = NAMES.copy()
    poisoned[test] = "article"
    assert clone(search).fit(X[train], poisoned[train]).best_params_ == chosen
    assert search.score(X[test], NAMES[test]) > 0.5


def test_a_later_fit_begins_where_the_last_one_ended() -> None:
    model = ConsensusSVC(n_splits=3, tol=1e-3, warm_start=True, random_state=0).fit(X, NAMES)
    rounds = model.n_iter_
    assert model.fit(X, NAMES).n_iter_ < rounds
    assert model.fit(X[:, :4], NAMES).coef_.shape == (4, 4)


# partial_fit


def test_rounds_over_shards_end_at_the_optimum_of_all_rows() -> None:
    model = ConsensusSVC(C=0.1, tol=1e-9)
    for _ in range(15):
        for number in range(3):
            model.partial_fit(
                X[number::3], NAMES[number::3], classes=np.unique(NAMES), shard=f"host {number}"
            )
    whole = fitted(C=0.1, tol=1e-9)
    assert model.dual_bound_ == pytest.approx(whole.objective_, rel=2e-3)
    assert model.dual_bound_ <= whole.objective_ * (1 + 1e-9)
    np.testing.assert_allclose(model.coef_, whole.coef_, atol=0.05)


def test_a_first_shard_alone_is_learned_as_by_fit() -> None:
    model = ConsensusSVC(tol=1e-8).partial_fit(X, NAMES, classes=np.unique(NAMES))
    np.testing.assert_allclose(model.coef_, fitted(tol=1e-8).coef_, atol=1e-3)


def test_a_shard_may_lack_classes() -> None:
    model = ConsensusSVC()
    for name in np.unique(NAMES):
        model.partial_fit(X[name == NAMES], NAMES[name == NAMES], classes=np.unique(NAMES))
    assert model.n_iter_ == 4
    assert set(model.predict(X)) <= set(NAMES)


def test_shards_after_a_fit_go_on_from_it() -> None:
    model = fitted(C=0.01)
    before = model.coef_.copy()
    model.partial_fit(X[:30], NAMES[:30], shard="new")
    assert 0.0 < np.abs(model.coef_ - before).max() < np.abs(before).max()


def test_a_class_that_was_not_announced_is_refused_by_name_and_changes_nothing() -> None:
    model = ConsensusSVC().partial_fit(X, NAMES, classes=np.unique(NAMES))
    before = model.coef_.copy()
    with pytest.raises(InvalidInput, match="y holds \\['login'\\]"):
        model.partial_fit(X[:2], ["login", "forum"])
    np.testing.assert_array_equal(model.coef_, before)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "classes must be passed"),
        ({"classes": ["forum"]}, "1 class"),
    ],
)
def test_the_first_shard_needs_all_classes(arguments, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ConsensusSVC().partial_fit(X, NAMES, **arguments)


def test_balanced_weights_need_all_rows() -> None:
    with pytest.raises(InvalidInput, match="balanced"):
        ConsensusSVC(class_weight="balanced").partial_fit(X, NAMES, classes=np.unique(NAMES))


# checkpoints, saving


def test_a_fit_that_was_stopped_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "rounds"
    whole = ConsensusSVC(n_splits=3, tol=1e-3, random_state=0).fit(X, NAMES)
    with pytest.warns(ConvergenceWarning):
        ConsensusSVC(n_splits=3, tol=1e-3, max_rounds=3, checkpoint=folder).fit(X, NAMES)
    going_on = ConsensusSVC(n_splits=3, tol=1e-3, checkpoint=folder).fit(X, NAMES)
    assert [line["round"] for line in going_on.trace_] == list(range(1, going_on.n_iter_ + 1))
    assert going_on.converged_
    assert going_on.objective_ == pytest.approx(whole.objective_, rel=2e-3)
    assert ConsensusSVC(n_splits=3, tol=1e-3, checkpoint=folder).fit(X, NAMES).n_iter_ == going_on.n_iter_


def test_a_checkpoint_holds_arrays_and_json_only(tmp_path: Path) -> None:
    ConsensusSVC(n_splits=3, tol=None, max_rounds=2, checkpoint=tmp_path).fit(X, NAMES)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".npz"]
    assert json.loads((tmp_path / "model.json").read_text())["facts"]["rounds"] == 2
    with np.load(next(tmp_path.glob("*.npz")), allow_pickle=False) as arrays:
        assert arrays["alphas"].shape == (3, 4, 7)


@pytest.mark.parametrize("change", ["rows", "C"])
def test_a_checkpoint_of_another_fit_is_refused_and_kept(tmp_path: Path, change: str) -> None:
    ConsensusSVC(n_splits=3, tol=None, max_rounds=2, checkpoint=tmp_path).fit(X, NAMES)
    before = (tmp_path / "model.json").read_bytes()
    other = ConsensusSVC(n_splits=3, C=2.0 if change == "C" else 1.0, checkpoint=tmp_path)
    with pytest.raises(InvalidInput, match="other data or parameters"):
        other.fit(X + (change == "rows"), NAMES)
    assert (tmp_path / "model.json").read_bytes() == before


@pytest.mark.parametrize("labels", [NAMES, CODES])
def test_a_saved_classifier_comes_back_with_the_same_scores(tmp_path: Path, labels) -> None:
    model = ConsensusSVC(n_splits=2, tol=1e-3, class_weight={labels[0]: 2.0}).fit(X, labels)
    model.save(tmp_path / "types")
    found = ConsensusSVC.load(tmp_path / "types")
    np.testing.assert_array_equal(found.decision_function(X), model.decision_function(X))
    np.testing.assert_array_equal(found.predict(X), model.predict(X))
    assert found.get_params() == model.get_params()
    assert found.gap_ == model.gap_
    more, same = (one.partial_fit(X[:20], labels[:20]).coef_ for one in (found, model))
    np.testing.assert_array_equal(more, same)


def test_what_was_not_fitted_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(NotFitted, match="Call fit first"):
        ConsensusSVC().save(tmp_path)


def test_a_damaged_or_foreign_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableModel, match="holds no model"):
        ConsensusSVC.load(tmp_path)
    fitted().save(tmp_path)
    path = next(tmp_path.glob("*.npz"))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UnreadableModel, match="damaged"):
        ConsensusSVC.load(tmp_path)
    ConsensusSVC(n_splits=3, tol=None, max_rounds=2, checkpoint=tmp_path / "rounds").fit(X, NAMES)
    with pytest.raises(UnreadableModel, match="no ConsensusSVC"):
        ConsensusSVC.load(tmp_path / "rounds")


def test_it_can_be_pickled_by_those_who_must() -> None:
    model = fitted()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).coef_, model.coef_)


# bad input


def test_one_class_is_refused_and_the_last_fit_stays() -> None:
    model = fitted()
    before = model.coef_.copy()
    with pytest.raises(InvalidInput, match="y holds 1 class"):
        model.fit(X, ["forum"] * len(X))
    np.testing.assert_array_equal(model.coef_, before)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e60])
def test_numbers_that_cannot_be_computed_with_are_refused(bad: float) -> None:
    broken = X.copy()
    broken[3, 2] = bad
    with pytest.raises(ValueError, match=r"NaN|infinity|scale them"):
        ConsensusSVC().fit(broken, NAMES)


@pytest.mark.parametrize("n_splits", [1, 4])
def test_a_class_of_one_row_is_a_class(n_splits: int) -> None:
    labels = NAMES.copy()
    labels[0] = "login"
    model = ConsensusSVC(C=10.0, n_splits=n_splits, tol=1e-2, random_state=0).fit(X, labels)
    assert "login" in model.classes_
    assert model.coef_.shape == (5, 6)


@pytest.mark.parametrize("n_splits", [1, 3])
def test_constant_features_change_nothing_but_what_an_intercept_does(n_splits: int) -> None:
    padded = np.column_stack([X, np.zeros(len(X)), np.ones(len(X))])
    model = ConsensusSVC(n_splits=n_splits, tol=1e-3, fit_intercept=False, random_state=0).fit(padded, NAMES)
    with_intercept = fitted(tol=1e-8)
    assert model.objective_ == pytest.approx(with_intercept.objective_, rel=1e-3)
    np.testing.assert_allclose(model.coef_[:, 6], 0.0, atol=1e-12)


@pytest.mark.parametrize("n_splits", [1, 2])
def test_more_features_than_rows_are_learned_from(n_splits: int) -> None:
    wide, codes = clouds(30, 2000, 3)
    model = ConsensusSVC(n_splits=n_splits, tol=1e-3, random_state=0).fit(wide, codes)
    assert model.score(wide, codes) == 1.0
    assert model.converged_


@pytest.mark.parametrize("n_splits", [1, 3])
def test_features_in_very_different_units_are_learned_from(n_splits: int) -> None:
    units = 10.0 ** np.array([-4, 0, 3, 1, -2, 2])
    model = ConsensusSVC(C=1.0, n_splits=n_splits, tol=1e-3, random_state=0).fit(X * units, NAMES)
    assert model.converged_
    assert model.score(X * units, NAMES) > 0.6


def test_a_label_that_fit_never_saw_counts_as_wrong() -> None:
    model = fitted()
    strange = np.where(NAMES == "forum", "login", NAMES)
    assert model.score(X, strange) < model.score(X, NAMES)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"C": 0.0}, "C is 0.0"),
        ({"C": "large"}, "C is 'large'"),
        ({"rho": -1.0}, "rho is -1.0"),
        ({"n_splits": 0}, "n_splits is 0"),
        ({"n_splits": 1000}, "X has 150 rows"),
        ({"n_splits": 2, "overlap": 3}, "overlap is 3"),
        ({"tol": 0.0}, "tol is 0.0"),
        ({"solver": "sgd"}, "solver is 'sgd'"),
        ({"strategy": "one"}, "strategy is 'one'"),
        ({"row_solver": "bisection"}, "row_solver is 'bisection'"),
        ({"trace_passes": True}, 'solver="sequential"'),
        ({"patience": 2}, "validation"),
        ({"costs": np.ones((4, 4))}, "being right costs 0"),
        ({"costs": np.zeros((2, 2))}, r"shape \(2, 2\)"),
        ({"n_jobs": 0}, "n_jobs is 0"),
        ({"client": "tcp://127.0.0.1"}, "pass a distributed.Client"),
        ({"checkpoint": 3}, "checkpoint is 3"),
        ({"max_seconds": -1}, "max_seconds is -1"),
    ],
)
def test_parameters_out_of_their_range_are_named(parameters, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        fitted(**parameters)


def test_validation_rows_are_judged_in_every_round_and_end_the_fit_by_patience() -> None:
    model = ConsensusSVC(n_splits=4, tol=1e-6, patience=3, random_state=0)
    model.fit(X[::2], NAMES[::2], validation=(X[1::2], NAMES[1::2]))
    seen = [line["accuracy"] for line in model.trace_]
    assert len(seen) == model.n_iter_ < 100
    assert model.score(X[1::2], NAMES[1::2]) == pytest.approx(max(seen))


def test_rows_without_weight_are_left_out_with_the_classes_that_only_they_have() -> None:
    weights = (NAMES != "forum").astype(float)
    assert list(ConsensusSVC().fit(X, NAMES, weights).classes_) == ["article", "notice", "service"]
    with pytest.raises(ValueError, match=r"0 for all rows|non-zero"):
        ConsensusSVC().fit(X, NAMES, np.zeros(len(X)))
