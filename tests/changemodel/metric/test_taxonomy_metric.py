"""Rows H1 and H2, and what the estimator takes, refuses and gives."""

import pickle
from functools import cache

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import ClassTree, TaxonomyMetric, class_mean_accuracy, taxonomy_accuracy
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.taxonomy_quadruplets import Draws, taxonomy_quadruplets
from changemodel.metric.vector_solver import VectorProblem
from tests.changemodel.metric.worlds import labelled_world
from tests.conftest import LONG_TESTS

EDGES = [("root", "a"), ("root", "b"), ("a", "a1"), ("a", "a2"), ("b", "b1"), ("b", "b2")]
NAMES = np.array(["a1", "a2", "b1", "b2"])


@parametrize_with_checks([TaxonomyMetric()] + LONG_TESTS * [TaxonomyMetric(metric="diagonal")])
def test_it_keeps_scikit_learn_s_contract(estimator: TaxonomyMetric, check) -> None:
    check(estimator)


@cache
def stand_in(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """40 training points of each class of the stand-in and 25 others, with the paths of their classes."""
    points, labels = labelled_world(seed, per_class=65)
    paths = np.array([(f"parent {label // 4}", f"leaf {label}") for label in labels])
    train = np.arange(labels.size) % 65 < 40
    return points[train], paths[train], points[~train], paths[~train]


def small_world(seed: int = 0, per_class: int = 12, width: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Four classes below two parents, told apart by the first three features; names of classes."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(4), per_class)
    centres = np.array([[0, 0, 0], [0, 2, 0], [4, 0, 0], [4, 0, 2.0]])
    signal = centres[codes] + rng.normal(scale=0.5, size=(codes.size, 3))
    return np.hstack([signal, rng.normal(scale=2.0, size=(codes.size, width - 3))]), NAMES[codes]


def as_rows(names: np.ndarray) -> np.ndarray:
    return np.array([(name[0], name) for name in names])


def test_ten_neighbours_are_right_more_often_the_more_the_metric_can_learn() -> None:
    standard, by_tree = [], []
    for seed in range(4 if LONG_TESTS else 2):
        train, paths, test, truth = stand_in(seed)
        codes = np.unique(paths[:, 1], return_inverse=True)
        plain = KNeighborsClassifier(10).fit(train, codes[1]).predict(test)
        of_code = {name: path for name, path in zip(paths[:, 1], paths, strict=True)}
        predicted = [np.array([of_code[codes[0][code]] for code in plain])]
        for metric in ("diagonal", "full"):
            predicted.append(TaxonomyMetric(metric=metric).fit(train, paths).predict(test))
        standard.append([class_mean_accuracy(truth, found) for found in predicted])
        by_tree.append([taxonomy_accuracy(truth, found) for found in predicted])
    assert (np.diff(standard, axis=1) > 0).all(axis=1).mean() >= 0.75
    assert (np.diff(by_tree, axis=1) > 0).all(axis=1).mean() >= 0.75
    assert (np.array(by_tree) >= np.array(standard)).all()


@pytest.mark.parametrize(("metric", "slack"), [("diagonal", 0.01), ("full", 0.06)])
def test_a_linear_machine_on_the_learned_space_is_hardly_worse_than_on_the_points(
    metric: str, slack: float
) -> None:
    train, paths, test, truth = stand_in(0)

    def best(*steps: object) -> float:
        machines = [make_pipeline(*steps, LinearSVC(C=C, max_iter=20_000)) for C in (0.01, 0.1)]
        fitted = [machine.fit(train, paths[:, 1]) for machine in machines]
        return max(machine.score(test, truth[:, 1]) for machine in fitted)

    tree = [(path[0], path[1]) for path in paths] + [("all", f"parent {k}") for k in range(3)]
    assert best(TaxonomyMetric(tree, metric=metric)) >= best(StandardScaler()) - slack


def test_the_full_one_solves_its_problem() -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES, scale=False, max_iterations=1000).fit(points, names)
    problem = problem_of(points, names, learned.tree_)
    whole = solve_factored(problem, max_iterations=5000)
    assert learned.objective_ == pytest.approx(problem.objective(learned.matrix_), rel=1e-6)
    assert learned.objective_ == pytest.approx(whole.objective, rel=1e-2)
    assert learned.converged_
    assert np.linalg.eigvalsh(learned.matrix_).min() > -1e-12


def problem_of(points: np.ndarray, names: np.ndarray, tree: ClassTree) -> MatrixProblem:
    codes = np.searchsorted(NAMES, names)
    made = taxonomy_quadruplets(points, codes, tree.kinship(NAMES), random=np.random.RandomState(0))
    near = points[made.neighbours[:, 0]] - points[made.neighbours[:, 1]]
    features = made.both.differences(points)
    return MatrixProblem.of(
        features, quadruplet_cost=3.0 / len(features), h=0.05, ridge=0.0, linear=near.T @ near / len(near)
    )


def test_the_diagonal_one_solves_its_problem() -> None:
    points, names = small_world()
    points /= points.std(axis=0)
    learned = TaxonomyMetric(EDGES, metric="diagonal", C=7.0, scale=True).fit(points, names)
    codes = np.searchsorted(NAMES, names)
    random, draws = np.random.RandomState(0), Draws(farther="drawn")
    made = taxonomy_quadruplets(points, codes, learned.tree_.kinship(NAMES), draws, random=random)
    z = made.both.squared_differences(points).rows
    usual = np.linalg.norm(z, axis=1).mean()
    problem = VectorProblem(rows=z / usual, deltas=np.ones(len(z)), costs=np.full(len(z), 7.0 / len(z)))
    found = minimize(
        lambda w: (problem.objective(w), problem.gradient(w)),
        np.ones(5),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, None)] * 5,
        options={"maxiter": 5000, "ftol": 1e-15, "gtol": 1e-10},
    )
    assert learned.objective_ == pytest.approx(found.fun, rel=1e-8)
    np.testing.assert_array_equal(learned.matrix_, np.diag(np.diag(learned.matrix_)))
    assert problem.objective(np.diag(learned.matrix_) * usual) == pytest.approx(found.fun, rel=1e-8)


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_distances_are_those_of_the_learned_space(metric: str) -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES, metric=metric).fit(points, names)
    moved = learned.transform(points)
    pairs = np.random.default_rng(0).integers(len(points), size=(20, 2))
    expected = ((moved[pairs[:, 0]] - moved[pairs[:, 1]]) ** 2).sum(axis=1)
    np.testing.assert_allclose(learned.pair_distance(pairs), expected)
    differences = points[pairs[:, 0]] - points[pairs[:, 1]]
    by_matrix = np.einsum("ij,jk,ik->i", differences, learned.matrix_, differences)
    np.testing.assert_allclose(by_matrix, expected)


@pytest.mark.parametrize(
    "tree", [EDGES, EDGES[::-1], nx.DiGraph(EDGES), ClassTree.of(EDGES), ClassTree.from_paths(as_rows(NAMES))]
)
def test_a_tree_beside_names_is_the_same_as_paths(tree: object) -> None:
    points, names = small_world()
    by_paths = TaxonomyMetric().fit(points, as_rows(names))
    by_names = TaxonomyMetric(tree).fit(points, names)
    np.testing.assert_allclose(by_names.matrix_, by_paths.matrix_)
    np.testing.assert_array_equal(by_names.predict(points), by_paths.predict(points)[:, 1])
    assert by_names.classes_.tolist() == NAMES.tolist()
    assert by_paths.classes_.tolist() == as_rows(NAMES).tolist()


@pytest.mark.parametrize("form", [np.array, pd.DataFrame, lambda rows: [tuple(row) for row in rows]])
def test_predicted_classes_have_the_form_of_the_given_ones(form) -> None:
    points, names = small_world()
    rows = as_rows(names)
    rows[names == "b2"] = ["b2", ""]  # a shorter path
    learned = TaxonomyMetric().fit(points, form(rows.tolist()))
    predicted = learned.predict(points)
    assert predicted.shape == rows.shape
    assert (predicted == rows).all(axis=1).mean() > 0.8
    assert learned.score(points, form(rows.tolist())) == (predicted == rows).all(axis=1).mean()


def test_rows_of_different_lengths_are_paths() -> None:
    points, names = small_world()
    rows = [["b2"] if name == "b2" else [name[0], name] for name in names]
    learned = TaxonomyMetric().fit(points, rows)
    assert learned.classes_.tolist() == [["a", "a1"], ["a", "a2"], ["b", "b1"], ["b2", ""]]


def test_a_path_may_end_at_an_inner_class() -> None:
    points, names = small_world()
    rows = as_rows(names)
    rows[names == "b2"] = ["b", ""]
    learned = TaxonomyMetric().fit(points, rows)
    assert ["b", ""] in learned.predict(points).tolist()
    truth = [("b", "b1")] * len(points)
    assert learned.taxonomy_score(points[names == "b2"], truth[:12]) == pytest.approx(0.5, abs=0.1)


def test_the_same_name_below_two_parents_is_two_classes() -> None:
    points, names = small_world()
    rows = np.array([(name[0], "other" if name[1] == "1" else name) for name in names])
    learned = TaxonomyMetric().fit(points, rows)
    assert learned.classes_.tolist() == [["a", "a2"], ["a", "other"], ["b", "b2"], ["b", "other"]]
    assert learned.score(points, rows) > 0.9


def test_paths_of_numbers_stay_numbers() -> None:
    points, names = small_world()
    codes = np.searchsorted(NAMES, names)
    learned = TaxonomyMetric().fit(points, np.column_stack([codes // 2, codes]))
    assert learned.predict(points).dtype.kind == "i"


def test_without_a_tree_all_classes_are_siblings() -> None:
    points, names = small_world()
    alone = TaxonomyMetric().fit(points, names)
    flat = TaxonomyMetric(ClassTree.flat(NAMES.tolist())).fit(points, names)
    np.testing.assert_array_equal(alone.matrix_, flat.matrix_)
    assert alone.n_quadruplets_ == 48 * 3 * 12
    assert TaxonomyMetric(EDGES).fit(points, names).n_quadruplets_ == 2 * 48 * 3 * 12


def test_the_most_frequent_of_the_nearest_is_predicted_and_the_nearest_decides_a_tie() -> None:
    points, names = small_world(per_class=8)
    learned = TaxonomyMetric(EDGES, n_votes=2).fit(points, names)
    new = np.random.default_rng(1).normal(loc=1.0, size=(40, 5))
    _, rows = learned.kneighbors(new)
    np.testing.assert_array_equal(learned.predict(new), names[rows[:, 0]])
    assert learned.predict_proba(new).shape == (40, 4)


@pytest.mark.parametrize(("smallest", "votes"), [(12, 10), (5, 5), (1, 10)])
def test_no_more_points_vote_than_a_small_class_has(smallest: int, votes: int) -> None:
    points, names = small_world()
    kept = np.arange(len(names)) >= 12 - smallest
    learned = TaxonomyMetric(EDGES).fit(points[kept], names[kept])
    shares = learned.predict_proba(points) * votes
    np.testing.assert_allclose(shares, shares.round(), atol=1e-6)
    assert (shares.round() % 2 == 1).any()


def test_a_second_fit_gives_the_same_and_another_seed_draws_others() -> None:
    points, names = small_world()
    first, again = (TaxonomyMetric(EDGES).fit(points, names) for _ in range(2))
    assert first.matrix_.tobytes() == again.matrix_.tobytes()
    other = TaxonomyMetric(EDGES, random_state=1).fit(points, names)
    assert (other.matrix_ != first.matrix_).any()


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_the_units_of_features_do_not_matter(metric: str) -> None:
    points, names = small_world()
    units = np.array([1e-9, 1e9, 1.0, 1e4, 1e-4])
    plain = TaxonomyMetric(EDGES, metric=metric, scale=True).fit(points, names)
    other = TaxonomyMetric(EDGES, metric=metric, scale=True).fit(points * units, names)
    np.testing.assert_allclose(other.transform(points * units), plain.transform(points), atol=1e-4)
    np.testing.assert_array_equal(other.predict(points * units), plain.predict(points))


def test_features_in_units_of_their_own_are_scaled_without_being_asked() -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES).fit(points * [1e-9, 1e-9, 1e-9, 1.0, 1e9], names)
    assert learned.scale_
    assert learned.score(points * [1e-9, 1e-9, 1e-9, 1.0, 1e9], names) > 0.9


def test_main_directions_keep_their_sizes_without_being_asked() -> None:
    points, names = small_world()
    noise = np.random.default_rng(1).normal(scale=1e-3, size=(len(points), 20))
    points = np.hstack([points[:, :3], noise])
    learned = TaxonomyMetric(EDGES).fit(points, names)
    assert not learned.scale_
    by_hand = TaxonomyMetric(EDGES, scale=False).fit(points, names)
    np.testing.assert_array_equal(learned.matrix_, by_hand.matrix_)


@pytest.mark.parametrize("unit", [1e-25, 1e25])
def test_unscaled_points_of_any_size_are_learned_alike(unit: float) -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES, scale=False).fit(points * unit, names)
    assert learned.score(points * unit, names) > 0.9


@pytest.mark.parametrize("scale", [True, False, "auto"])
@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_constant_features_do_not_count(metric: str, scale: bool | str) -> None:
    points, names = small_world()
    points = np.insert(points, 2, 1e6, axis=1)
    learned = TaxonomyMetric(EDGES, metric=metric, scale=scale).fit(points, names)
    assert not learned.matrix_[2].any()
    shifted = points + np.eye(6)[2] * 7.0
    np.testing.assert_array_equal(learned.predict(shifted), learned.predict(points))


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_more_features_than_points_are_learned_from(metric: str) -> None:
    points, names = small_world(per_class=12, width=80)
    learned = TaxonomyMetric(EDGES, metric=metric).fit(points, names)
    assert learned.rank_ <= (47 if metric == "full" else 80)
    assert learned.score(points, names) > 0.8


def test_directions_in_which_no_two_points_differ_do_not_count() -> None:
    points, names = small_world()
    doubled = np.hstack([points, points])
    learned = TaxonomyMetric(EDGES).fit(doubled, names)
    apart = np.concatenate([np.ones(5), -np.ones(5)]) * doubled.std(axis=0)
    assert apart @ learned.matrix_ @ apart == pytest.approx(0.0, abs=1e-12)


def test_a_class_of_one_point_is_known() -> None:
    points, names = small_world()
    names[0] = "a3"
    learned = TaxonomyMetric([*EDGES, ("a", "a3")], n_votes=1).fit(points, names)
    assert learned.predict(points[:1]).tolist() == ["a3"]


def test_two_points_of_two_classes_and_a_third_are_enough() -> None:
    learned = TaxonomyMetric().fit([[0.0], [1.0], [9.0]], ["a", "a", "b"])
    assert learned.predict([[0.4]]).tolist() == ["a"]


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_classes_that_nothing_tells_apart_are_learned_without_an_error(metric: str) -> None:
    rng = np.random.default_rng(0)
    learned = TaxonomyMetric(EDGES, metric=metric).fit(
        rng.normal(size=(40, 3)), rng.permutation(np.repeat(NAMES, 10))
    )
    assert np.isfinite(learned.transform(rng.normal(size=(5, 3)))).all()
    assert set(learned.predict(rng.normal(size=(5, 3)))) <= set(NAMES)


def test_a_class_that_fit_did_not_see_is_wrong_and_as_far_as_the_tree_says() -> None:
    points, names = small_world()
    seen = names != "a2"
    learned = TaxonomyMetric(EDGES).fit(points[seen], names[seen])
    assert learned.score(points[:12], ["a2"] * 12) == 0.0
    assert learned.taxonomy_score(points[:12], ["a2"] * 12) == pytest.approx(0.5, abs=0.05)
    by_paths = TaxonomyMetric().fit(points[seen], as_rows(names[seen]))
    assert by_paths.score(points[:12], [("a", "a2")] * 12) == 0.0
    assert by_paths.taxonomy_score(points[:12], [("a", "a2")] * 12) == pytest.approx(0.5, abs=0.05)


def test_a_class_that_the_tree_does_not_have_is_refused_with_its_name() -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES).fit(points, names)
    for judge in (learned.score, learned.taxonomy_score):
        with pytest.raises(InvalidInput, match="no class 'c7'"):
            judge(points[:1], ["c7"])
    with pytest.raises(InvalidInput, match="no class 'c7'"):
        TaxonomyMetric(EDGES).fit(points, np.where(names == "a1", "c7", names))


def test_scores_weigh_points_and_classes() -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES).fit(points, names)
    right = learned.predict(points) == names
    assert learned.score(points, names) == right.mean()
    assert learned.score(points, names, sample_weight=right * 1.0) == 1.0
    assert learned.taxonomy_score(points, names) == taxonomy_accuracy(names, learned.predict(points), EDGES)


BAD_LABELS = {
    "one class": (lambda n: ["a1"] * n, None, "y holds 1 class"),
    "one path": (lambda n: [("a", "a1")] * n, None, "y holds 1 class"),
    "each alone": (lambda n: [(row % 2, row) for row in range(n)], None, "every class has a single point"),
    "too few": (lambda n: ["a1", "a2"], None, "inconsistent numbers of samples"),
    "too few paths": (lambda n: [("a", "a1"), ("a", "a2")], None, "inconsistent numbers of samples"),
    "a gap": (lambda n: [("a", "", "x"), ("a", "b", "y")] * (n // 2), None, "row 0 .*without gaps"),
    "no name": (lambda n: [("a", "x"), ("", "")] * (n // 2), None, "row 1 .*at least"),
    "missing": (lambda n: [("a", "x"), (None, float("nan"))] * (n // 2), None, "row 1 .*at least"),
    "three dimensions": (lambda n: np.zeros((n, 2, 2)), None, r"y has shape \(\d+, 2, 2\)"),
    "numbers": (lambda n: np.linspace(0, 1, n), None, "continuous"),
    "nothing": (lambda n: None, None, "y to be passed"),
    "two trees": (lambda n: ["a1", "b1"] * (n // 2), [("a", "a1"), ("b", "b1")], "2 separate trees"),
    "a cycle": (lambda n: ["a1", "b1"] * (n // 2), [("a1", "b1"), ("b1", "a1")], "cycle"),
    "two parents": (lambda n: ["a1", "a2"] * (n // 2), [*EDGES, ("b", "a1")], "below 'a' and below 'b'"),
    "no edges": (lambda n: ["a1", "a2"] * (n // 2), [], "no edges"),
    "other paths": (lambda n: [("a", "a1"), ("b", "a2")] * (n // 2), EDGES, "no class"),
}


@pytest.mark.parametrize(("labels", "tree", "message"), BAD_LABELS.values(), ids=BAD_LABELS.keys())
def test_labels_that_cannot_be_learned_from_are_refused_and_the_last_fit_stays(
    labels, tree, message: str
) -> None:
    points, names = small_world()
    learned = TaxonomyMetric(EDGES).fit(points, names)
    before = learned.transform(points)
    with pytest.raises(ValueError, match=message):
        learned.set_params(tree=tree).fit(points, labels(len(points)))
    np.testing.assert_array_equal(learned.transform(points), before)


@pytest.mark.parametrize(
    ("spoil", "error", "message"),
    [
        (lambda points: np.where(points > 1, np.nan, points), ValueError, "NaN"),
        (np.ones_like, InvalidConstraints, "all points are the same"),
        (lambda points: points * 1e-40, InvalidConstraints, "too near to compute with"),
        (lambda points: points * 1e35, InvalidConstraints, "too large to compute with"),
        (lambda points: points[:, 0], ValueError, "Expected 2D array"),
    ],
)
def test_points_that_cannot_be_learned_from_are_refused(spoil, error: type[Exception], message: str) -> None:
    points, names = small_world()
    with pytest.raises(error, match=message):
        TaxonomyMetric(EDGES).fit(spoil(points), names)


@pytest.mark.parametrize(
    "parameters",
    [
        {"metric": "cosine"},
        {"n_neighbors": 0},
        {"n_draws": 0},
        {"farther": "farthest"},
        {"n_votes": 0.5},
        {"C": 0.0},
        {"C": 1e13},
        {"h": -1.0},
        {"scale": 1},
        {"scale": "always"},
        {"max_iterations": 0},
        {"random_state": "zero"},
    ],
)
def test_a_parameter_out_of_its_range_is_refused(parameters: dict[str, object]) -> None:
    points, names = small_world()
    with pytest.raises(ValueError, match=str(next(iter(parameters.values())))):
        TaxonomyMetric(EDGES, **parameters).fit(points, names)  # type: ignore[arg-type]


def test_before_fit_nothing_can_be_asked() -> None:
    points, names = small_world()
    for ask in (TaxonomyMetric().predict, TaxonomyMetric().transform):
        with pytest.raises(NotFittedError):
            ask(points)
    for judge in (TaxonomyMetric().score, TaxonomyMetric().taxonomy_score):
        with pytest.raises(NotFittedError):
            judge(points, names)


def test_it_works_with_what_scikit_learn_has_around_estimators() -> None:
    points, names = small_world()
    rows = as_rows(names)
    folds = KFold(3, shuffle=True, random_state=0)
    assert cross_val_score(TaxonomyMetric(), points, rows, cv=folds).mean() > 0.8
    search = GridSearchCV(TaxonomyMetric(EDGES), {"metric": ["full", "diagonal"]}, cv=3).fit(points, names)
    assert search.best_score_ > 0.8
    frame = clone(TaxonomyMetric(EDGES)).set_output(transform="pandas").fit(points, names).transform(points)
    assert frame.columns[0] == "taxonomymetric0"
    learned = TaxonomyMetric(EDGES).fit(points, names)
    again = pickle.loads(pickle.dumps(learned))
    np.testing.assert_array_equal(again.predict(points), learned.predict(points))
