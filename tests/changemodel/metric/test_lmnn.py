from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_digits
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted

from changemodel import LMNN
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.cone import factor
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.neighbours import impostors, pairs_from_labels, target_neighbours, triplets_of
from changemodel.metric.quadruplets import Quadruplets
from changemodel.metric.triplet_rounds import Rounds
from tests.changemodel.metric.worlds import labelled_world


@parametrize_with_checks([LMNN()])
def test_it_keeps_scikit_learn_s_contract(estimator: LMNN, check) -> None:
    check(estimator)


@pytest.mark.parametrize("metric", ["full", "diagonal"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_ten_neighbours_in_the_learned_space_beat_the_euclidean_ones(seed: int, metric: str) -> None:
    points, labels = labelled_world(seed)
    train = np.arange(labels.size) % 2 == 0
    learned = LMNN(metric=metric).fit(points[train], labels[train])

    def accuracy(moved: np.ndarray) -> float:
        votes = KNeighborsClassifier(10).fit(moved[train], labels[train])
        return float(votes.score(moved[~train], labels[~train]))

    assert accuracy(learned.transform(points)) > accuracy(points) + 0.1


def test_it_is_the_quadruplet_problem_of_all_triplets() -> None:
    points, labels = labelled_world(0, per_class=4)
    points = points[:, :10]
    learned = LMNN(max_iterations=500).fit(points, labels)
    neighbours = target_neighbours(points, labels, 3)
    near = points[neighbours[:, 0]] - points[neighbours[:, 1]]
    triplets = Quadruplets.from_triplets(triplets_of(neighbours, labels)).differences(points)
    weight = 0.5 / len(neighbours)
    problem = MatrixProblem.of(
        triplets, quadruplet_cost=weight, h=0.05, ridge=0.0, linear=weight * near.T @ near
    )
    whole = solve_factored(problem, max_iterations=3000)
    assert problem.objective(learned.matrix_) == pytest.approx(whole.objective, rel=1e-2)


def test_the_diagonal_one_is_the_diagonal_problem_of_all_triplets() -> None:
    """Row B3: Q1 with triplets for quadruplets and the sum of similar distances, M = Diag(w)."""
    points, labels = labelled_world(0, per_class=4)
    points = points[:, :10]
    learned = LMNN(metric="diagonal").fit(points, labels)
    neighbours = target_neighbours(points, labels, 3)
    near = points[neighbours[:, 0]] - points[neighbours[:, 1]]
    triplets = Quadruplets.from_triplets(triplets_of(neighbours, labels)).differences(points)
    weight = 0.5 / len(neighbours)
    problem = MatrixProblem.of(
        triplets, quadruplet_cost=weight, h=0.05, ridge=0.0, linear=weight * near.T @ near
    )
    found = minimize(
        lambda w: (problem.objective(np.diag(w)), np.diag(problem.gradient(np.diag(w))[0])),
        np.full(10, 0.1),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, None)] * 10,
        options={"maxiter": 5000, "ftol": 1e-14},
    )
    np.testing.assert_array_equal(learned.matrix_, np.diag(np.diag(learned.matrix_)))
    assert problem.objective(learned.matrix_) == pytest.approx(found.fun, rel=1e-3)


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_its_objective_falls_from_the_first_metric(metric: str) -> None:
    """Row B3, over all triplets: from the scaled Euclidean metric on, with more steps never higher."""
    points, labels = labelled_world(0, per_class=4)
    points = points[:, :10]
    neighbours = target_neighbours(points, labels, 3)
    near = points[neighbours[:, 0]] - points[neighbours[:, 1]]
    triplets = Quadruplets.from_triplets(triplets_of(neighbours, labels)).differences(points)
    weight = 0.5 / len(neighbours)
    problem = MatrixProblem.of(
        triplets, quadruplet_cost=weight, h=0.05, ridge=0.0, linear=weight * near.T @ near
    )
    values = [problem.objective(np.eye(10) / (near**2).sum(axis=1).mean())]
    for steps in (1, 5, 20, 100):
        values.append(
            problem.objective(LMNN(metric=metric, max_iterations=steps).fit(points, labels).matrix_)
        )
    assert values[1] < values[0]
    assert all(after <= before * (1 + 1e-3) for before, after in pairwise(values))


@pytest.mark.parametrize(("n_components", "mu"), [(1, 0.1), (4, 0.0), (4, 100.0), (11, 1e-6)])
def test_the_learned_space_has_the_dimensions_that_were_asked_for(n_components: int, mu: float) -> None:
    points, labels = labelled_world(0, per_class=6)
    points = points[:, :11]
    learned = LMNN(n_components=n_components, mu=mu, max_iterations=20).fit(points, labels)
    moved = learned.transform(points)
    assert moved.shape == (len(points), n_components)
    assert learned.rank_ <= n_components
    np.testing.assert_allclose(learned.components_.T @ learned.components_, learned.matrix_, atol=1e-12)
    pairs = np.random.default_rng(0).integers(len(points), size=(50, 2))
    expected = ((moved[pairs[:, 0]] - moved[pairs[:, 1]]) ** 2).sum(axis=1)
    np.testing.assert_allclose(learned.pair_distance(pairs), expected, atol=1e-9)


def test_dimensions_beyond_the_rank_are_zero() -> None:
    learned = LMNN(n_components=2).fit([[0.0, 0.0], [1.0, 0.0], [4.0, 0.0], [5.0, 0.0]], [0, 0, 1, 1])
    assert learned.rank_ == 1
    assert learned.transform([[3.0, 1.0]]).shape == (1, 2)
    assert not learned.components_[1].any()


def test_a_metric_of_few_dimensions_is_learned_and_not_cut_out_of_the_whole_one() -> None:
    points, labels = load_digits(return_X_y=True)
    points = points[:500] / 5.0
    train = np.arange(500) % 2 == 0
    whole = LMNN().fit(points[train], labels[:500][train])
    narrow = LMNN(n_components=4).fit(points[train], labels[:500][train])
    cut = points @ factor(whole.matrix_)[:4].T
    votes = KNeighborsClassifier(3).fit(cut[train], labels[:500][train])
    assert whole.rank_ > 4
    assert narrow.score(points[~train], labels[:500][~train]) > votes.score(cut[~train], labels[:500][~train])


def test_of_more_broken_triplets_than_there_is_room_for_an_even_share_is_kept() -> None:
    points, labels = labelled_world(0, per_class=20)
    neighbours = target_neighbours(points, labels, 3)
    broken, _ = impostors(points, neighbours, labels, 1.05)
    rounds = Rounds(points, labels, neighbours, 1.05, room=5000)
    assert rounds._join(np.eye(30)) > 0
    assert 2000 < len(rounds.kept) <= 5000 < len(broken)
    assert rounds.stands_for * len(rounds.kept) == pytest.approx(len(broken), rel=0.05)
    assert rounds._join(np.eye(30)) == 0


def test_a_penalty_lowers_the_rank() -> None:
    points, labels = labelled_world(0, per_class=6)
    points = points[:, :11]
    plain = LMNN().fit(points, labels)
    assert plain.rank_ > 4
    weak = LMNN(mu=1e-6, max_iterations=20).fit(points, labels)
    assert weak.objective_ == pytest.approx(plain.objective_, rel=3e-2)
    traces = [
        float(np.trace(LMNN(mu=mu, max_iterations=10).fit(points, labels).matrix_)) for mu in (1e-3, 1e-1)
    ]
    assert traces[1] < traces[0]


def test_target_neighbours_equal_a_plain_search() -> None:
    points, labels = labelled_world(1, per_class=5)
    pairs = target_neighbours(points, labels, 2)
    assert len(pairs) == 2 * len(points)
    for i in range(len(points)):
        same = [j for j in range(len(points)) if labels[j] == labels[i] and j != i]
        nearest = sorted(same, key=lambda j: float(((points[i] - points[j]) ** 2).sum()))[:2]
        assert set(pairs[pairs[:, 0] == i][:, 1]) == set(nearest)


def test_there_is_a_triplet_for_every_neighbour_and_stranger() -> None:
    points, labels = labelled_world(1, per_class=5)
    triplets = triplets_of(target_neighbours(points, labels, 2), labels)
    assert len(triplets) == 60 * 2 * 55
    assert (labels[triplets[:, 0]] == labels[triplets[:, 1]]).all()
    assert (labels[triplets[:, 0]] != labels[triplets[:, 2]]).all()


def test_impostors_are_the_broken_triplets() -> None:
    points, labels = labelled_world(2, per_class=5)
    neighbours = target_neighbours(points, labels, 2)
    found, slack = impostors(points, neighbours, labels, 1.0, block=7)
    features = Quadruplets.from_triplets(triplets_of(neighbours, labels)).squared_differences(points)
    margins = (features.farther - features.closer).sum(axis=1)
    assert len(found) == np.count_nonzero(margins < 1.0)
    assert slack.sum() == pytest.approx((1.0 - margins)[margins < 1.0].sum())


def test_pairs_of_labels_cover_all_pairs_once() -> None:
    similar, dissimilar = pairs_from_labels(["a", "b", "a", "b"])
    np.testing.assert_array_equal(similar, [[0, 2], [1, 3]])
    assert len(dissimilar) == 4


def test_classes_of_one_point_each_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="single point"):
        LMNN().fit(np.eye(3), [0, 1, 2])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"metric": "cosine"}, "metric is 'cosine': pass 'full', 'diagonal'"),
        ({"pull": 1.0}, "pull is 1.0: pass a share"),
        ({"n_neighbors": 0}, "n_neighbors is 0: pass an integer of at least 1"),
        ({"h": 0.0}, "h is 0.0"),
        ({"h": 1e308}, r"h is 1e\+308: pass a number from 1e-12 to 1e\+12"),
        ({"mu": -1.0}, "mu is -1.0"),
        ({"mu": 1e200}, r"mu is 1e\+200: pass a number from 0 to 1e\+72"),
        ({"mu": 1.0, "metric": "diagonal"}, "mu is 1.0: pass 0 unless"),
        ({"mu": 1.0, "n_components": 0}, "n_components is 0"),
        ({"n_components": 5}, "n_components is 5: pass at most the 4 features"),
        ({"n_components": 2, "metric": "diagonal"}, "n_components is 2: pass None unless"),
        ({"n_neighbors": 1.5}, "n_neighbors is 1.5: pass an integer"),
        ({"max_iterations": 0}, "max_iterations is 0: pass an integer"),
    ],
)
def test_wrong_parameters_are_refused_at_fit(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        LMNN(**parameters).fit(np.eye(4), [0, 0, 1, 1])


def test_fractions_of_other_types_are_numbers_and_stay_as_they_were_given() -> None:
    points, labels = labelled_world(0, per_class=3)
    given = {"pull": Fraction(1, 2), "h": Fraction(1, 20), "mu": Fraction(1, 100)}
    learned = LMNN(max_iterations=2, **given).fit(points, labels)
    assert {name: learned.get_params()[name] for name in given} == given
    plain = LMNN(max_iterations=2, pull=0.5, h=0.05, mu=0.01).fit(points, labels)
    np.testing.assert_array_equal(learned.matrix_, plain.matrix_)


@pytest.mark.parametrize("value", [0.0, 1.0, 1e160])
def test_points_that_are_all_the_same_are_refused(value: float) -> None:
    with pytest.raises(InvalidConstraints, match="all points are the same"):
        LMNN().fit(np.full((8, 3), value), [0, 0, 0, 0, 1, 1, 1, 1])


def test_neighbours_that_coincide_leave_a_matrix_of_ordinary_size() -> None:
    points = np.repeat(np.eye(2), 4, axis=0)
    learned = LMNN().fit(points, [0, 0, 0, 0, 1, 1, 1, 1])
    assert 0.1 < np.trace(learned.matrix_) < 100.0
    assert learned.score(points, [0, 0, 0, 0, 1, 1, 1, 1]) == 1.0


def test_points_too_near_for_their_squares_are_refused() -> None:
    points, labels = labelled_world(0, per_class=3)
    with pytest.raises(InvalidConstraints, match="too near to compute with"):
        LMNN().fit(points * 1e-155, labels)


@pytest.mark.parametrize("metric", ["full", "diagonal"])
@pytest.mark.parametrize("scale", [1e-20, 1e-8, 1e6, 1e25])
def test_the_unit_of_the_points_does_not_matter(scale: float, metric: str) -> None:
    points, labels = labelled_world(0, per_class=6)
    points = points[:, :11]
    plain = LMNN(metric=metric).fit(points, labels)
    learned = LMNN(metric=metric).fit(points * scale, labels)
    assert learned.objective_ == pytest.approx(plain.objective_, rel=1e-3)
    assert np.trace(learned.matrix_) * scale**2 == pytest.approx(np.trace(plain.matrix_), rel=2e-2)


def test_the_unit_of_the_points_does_not_matter_to_a_penalty_in_that_unit() -> None:
    points, labels = labelled_world(0, per_class=6)
    points = points[:, :6]
    plain, learned = (
        LMNN(mu=0.01 * unit**2, max_iterations=10).fit(points * unit, labels).objective_
        for unit in (1.0, 1e8)
    )
    assert learned == pytest.approx(plain, rel=2e-2)


@pytest.mark.parametrize("scale", [1e31, 1e160])
def test_points_beyond_double_precision_are_refused(scale: float) -> None:
    points, labels = labelled_world(0, per_class=3)
    with pytest.raises(InvalidConstraints, match="too large to compute with"):
        LMNN().fit(points * scale, labels)


def test_distances_beyond_double_precision_are_refused() -> None:
    points, labels = labelled_world(0, per_class=3)
    learned = LMNN(max_iterations=2).fit(points, labels)
    assert np.isfinite(learned.pair_distance(np.full((1, 30), 1e30))).all()
    far = np.full((1, 30), 1e200)
    for ask in (learned.pair_distance, learned.predict, learned.predict_proba, learned.kneighbors):
        with pytest.raises(InvalidConstraints, match="too large to compute with"):
            ask(far)


def test_of_few_points_all_others_are_neighbours() -> None:
    learned = LMNN().fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    distances, rows = learned.kneighbors()
    assert distances.shape == (3, 2)
    assert sorted(rows[0].tolist()) == [1, 2]
    assert learned.kneighbors([[0.0]], return_distance=False).shape == (1, 3)


def test_the_nearest_point_decides_a_tie_of_the_vote() -> None:
    points = np.array([[0.0], [1.0], [4.0], [5.0]])
    labels = ["far", "far", "near", "near"]
    learned = LMNN(n_neighbors=2).fit(points, labels)
    assert list(learned.predict([[2.49], [2.51]])) == ["far", "near"]


@pytest.mark.parametrize("n_neighbors", [2, 5])
def test_the_vote_equals_a_plain_count(n_neighbors: int) -> None:
    points, labels = labelled_world(0, per_class=6)
    learned = LMNN(n_neighbors=n_neighbors, max_iterations=2).fit(points, labels)
    new = np.random.default_rng(0).normal(size=(100, 30))
    found, shares = learned.predict(new), learned.predict_proba(new)
    for i, near in enumerate(labels[learned.kneighbors(new, return_distance=False)].tolist()):
        most = max(near.count(code) for code in near)
        assert found[i] == next(code for code in near if near.count(code) == most)
        np.testing.assert_allclose(shares[i], [near.count(c) / n_neighbors for c in range(12)], atol=1e-8)
    np.testing.assert_array_equal(learned.classes_[shares.argmax(axis=1)], found)


def test_neighbours_are_those_of_the_learned_distance() -> None:
    points, labels = labelled_world(0, per_class=4)
    learned = LMNN(max_iterations=5).fit(points, labels)
    distances, rows = learned.kneighbors(points[:5], n_neighbors=4)
    for i in range(5):
        all_pairs = np.column_stack([np.full(len(points), i), np.arange(len(points))])
        expected = np.sqrt(np.sort(learned.pair_distance(all_pairs))[:4])
        np.testing.assert_allclose(distances[i], expected, atol=1e-6)
    assert rows[:, 0].tolist() == [0, 1, 2, 3, 4]
    assert (learned.kneighbors(return_distance=False) != np.arange(len(points))[:, None]).all()


def test_shares_of_the_votes_can_be_scored_in_a_search() -> None:
    points, labels = labelled_world(0, per_class=6)
    search = GridSearchCV(
        LMNN(max_iterations=2), {"n_neighbors": [1, 3]}, scoring="roc_auc_ovr", cv=2, error_score="raise"
    ).fit(points, labels)
    assert 0.5 < search.best_score_ <= 1.0


def test_predictions_do_not_depend_on_the_form_of_the_output() -> None:
    points, labels = labelled_world(0, per_class=4)
    learned = LMNN(max_iterations=2).fit(pd.DataFrame(points).add_prefix("f"), labels)
    plain = learned.predict(pd.DataFrame(points).add_prefix("f"))
    learned.set_output(transform="pandas")
    moved = learned.transform(pd.DataFrame(points).add_prefix("f"))
    assert (
        list(moved.columns)
        == list(learned.get_feature_names_out())
        == [f"lmnn{i}" for i in range(30)][: learned.rank_]
    )
    np.testing.assert_array_equal(learned.predict(pd.DataFrame(points).add_prefix("f")), plain)


def test_a_fit_that_fails_leaves_the_last_one_as_it_was() -> None:
    points, labels = labelled_world(0, per_class=4)
    learned = LMNN(max_iterations=2).fit(points, labels)
    before = learned.predict(points)
    for spoiled, classes in ((np.eye(3), [0, 1, 2]), (np.ones((4, 2)), [0, 0, 1, 1]), (np.eye(4), [0] * 4)):
        with pytest.raises(ValueError, match=r"class|same"):
            learned.fit(spoiled, classes)
        np.testing.assert_array_equal(learned.predict(points), before)
        assert learned.classes_.tolist() == list(range(12))
        with pytest.raises(NotFittedError):
            check_is_fitted(_after_failing(LMNN(), spoiled, classes))


def _after_failing(estimator: LMNN, points: np.ndarray, labels: list[int]) -> LMNN:
    with pytest.raises(ValueError, match=r"class|same"):
        estimator.fit(points, labels)
    return estimator


@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_classes_that_the_first_metric_parts_well_are_still_learned(metric: str) -> None:
    points = np.array([[0.0], [1.0], [4.0], [5.0]])
    learned = LMNN(n_neighbors=2, metric=metric).fit(points, [0, 0, 1, 1])
    assert learned.matrix_[0, 0] == pytest.approx(1.0 / 8.0, rel=0.1)  # 1 + M <= 9 M, the pull keeps it there
