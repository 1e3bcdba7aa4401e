from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import RelativeAttributes
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.attribute_orders import osr_order, pubfig_order
from changemodel.metric.attribute_sampling import AttributeSampler
from changemodel.metric.vector_solver import VectorProblem, solve
from tests.changemodel.metric.worlds import attribute_world
from tests.conftest import LONG_TESTS

STRATEGIES = ("ra", "qwsl", "oqwsl")
ORDER = pubfig_order().to_numpy()


def small_world(seed: int = 0, *, noise: float = 0.5) -> tuple[np.ndarray, np.ndarray, pd.DataFrame]:
    """Six classes of eight images in twelve features, and how they show three qualities."""
    order = pd.DataFrame(
        {"open": [1, 2, 3, 4, 5, 6], "tall": [3, 1, 1, 2, 4, 4], "dark": [2, 2, 1, 3, 1, 3]},
        index=list("abcdef"),
    )
    points, codes, _ = attribute_world(order.to_numpy(), seed, d=12, per_class=8, noise=noise)
    return points, order.index.to_numpy()[codes], order


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([RelativeAttributes()] + LONG_TESTS * [RelativeAttributes(strategy="ra")])
def test_it_keeps_scikit_learn_s_contract(estimator: RelativeAttributes, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_recovers_the_latent_order(strategy: str) -> None:
    points, labels, order = small_world(noise=0.1)
    learned = RelativeAttributes(strategy=strategy, random_state=0).fit(points, labels, order)
    assert learned.score(points, labels) > 0.98
    assert learned.converged_
    means = pd.DataFrame(learned.transform(points), columns=order.columns).groupby(labels).mean()
    assert all(means[name].corr(order[name]) > 0.9 for name in order)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_the_baseline_is_at_the_optimum_of_the_ranking_problem_with_squared_losses(reduction: str) -> None:
    points, labels, order = small_world(noise=1.5)
    learned = RelativeAttributes(strategy="ra", C=3.0, reduction=reduction, n_image_pairs=None).fit(
        points, labels, order
    )
    unit = points - points.mean(axis=0)
    spread = np.sqrt((unit**2).sum(axis=1).mean())
    codes = np.unique(labels, return_inverse=True)[1]
    i, j = np.triu_indices(len(points), 1)
    for number, places in enumerate(order.to_numpy().T):
        away = np.sign(places[codes[i]] - places[codes[j]])
        other = codes[i] != codes[j]
        difference = (points[i] - points[j])[other] / spread
        ordered, equal = (difference * away[other, None])[away[other] != 0], difference[away[other] == 0]
        cost = 3.0 if reduction == "sum" else 3.0 / len(difference)

        def objective(
            w: np.ndarray, ordered: np.ndarray = ordered, equal: np.ndarray = equal, cost: float = cost
        ) -> float:
            broken = np.maximum(1 - ordered @ w, 0)
            return 0.5 * (w @ w + cost * (broken @ broken + ((equal @ w) ** 2).sum()))

        best = minimize(
            objective, np.zeros(12), method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-9, "maxfun": 10**6}
        )
        mine = objective(learned.components_[number] * spread)
        assert mine == pytest.approx(best.fun, rel=1e-6)
        assert learned.objective_[number] == pytest.approx(mine, rel=1e-6)
        assert learned.gap_bound_[number] <= 1e-6 * mine


def test_a_row_is_the_solution_of_the_vector_problem_of_its_quadruplets() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes(C=50.0, random_state=np.random.RandomState(3)).fit(
        points, labels, order[["open"]]
    )
    unit = points - points.mean(axis=0)
    unit /= np.sqrt((unit**2).sum(axis=1).mean())
    seed = np.random.RandomState(3).randint(2**31 - 1)
    codes = np.unique(labels, return_inverse=True)[1]
    sampler = AttributeSampler(strategy="oqwsl", border_pairs=True)
    rows = sampler.draw(np.arange(6), codes, np.random.default_rng(seed)).ordered.differences(unit).rows
    costs = np.full(len(rows), 50.0 / len(rows))
    expected = solve(VectorProblem(rows=rows, deltas=np.ones(len(rows)), costs=costs), nonnegative=False)
    direction = learned.components_[0] / np.linalg.norm(learned.components_[0])
    np.testing.assert_allclose(direction, expected.omega / np.linalg.norm(expected.omega), atol=1e-5)
    assert learned.objective_[0] == pytest.approx(expected.objective, rel=1e-8)


def test_scores_are_points_times_rows_and_rows_do_not_depend_on_each_other() -> None:
    points, labels, order = small_world()
    whole = RelativeAttributes(random_state=0).fit(points, labels, order)
    alone = RelativeAttributes(random_state=0).fit(points, labels, order[["dark"]])
    np.testing.assert_allclose(whole.decision_function(points), points @ whole.components_.T)
    np.testing.assert_array_equal(whole.components_[2], alone.components_[0])


def test_columns_are_named_by_the_attributes() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes().set_output(transform="pandas").fit(points, labels, order)
    assert learned.transform(points).columns.tolist() == ["open", "tall", "dark"]
    assert isinstance(learned.decision_function(points), np.ndarray)
    unnamed = RelativeAttributes().fit(points, labels, order.to_numpy())
    assert unnamed.get_feature_names_out().tolist() == [f"relativeattributes{number}" for number in range(3)]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("factor", "offset"), [(1e9, 0.0), (1e-9, 0.0), (1.0, 1e5)])
def test_neither_a_unit_nor_an_offset_changes_what_is_learned(
    strategy: str, factor: float, offset: float
) -> None:
    points, labels, order = small_world()
    usual = RelativeAttributes(strategy=strategy, random_state=0).fit(points, labels, order)
    moved = RelativeAttributes(strategy=strategy, random_state=0).fit(factor * points + offset, labels, order)
    np.testing.assert_allclose(moved.components_ * factor, usual.components_, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_more_features_than_rows_are_learned_in_what_the_points_span(strategy: str) -> None:
    points, labels, order = small_world()
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(300, 12)))[0]
    narrow = RelativeAttributes(strategy=strategy, random_state=0).fit(points, labels, order)
    wide = RelativeAttributes(strategy=strategy, random_state=0).fit(points @ turn.T, labels, order)
    np.testing.assert_allclose(wide.components_ @ turn, narrow.components_, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(
        wide.transform(points @ turn.T), narrow.transform(points), rtol=1e-3, atol=1e-3
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_however_little_violations_cost_the_direction_is_learned(strategy: str) -> None:
    points, labels, order = small_world()
    little, least = (
        RelativeAttributes(strategy=strategy, C=C, random_state=0).fit(points, labels, order)
        for C in (1e-9, 1e-100)
    )
    assert least.score(points, labels) > 0.8
    np.testing.assert_allclose(least.components_ * 1e91, little.components_, rtol=1e-6)


def test_a_constant_feature_weighs_nothing() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes(random_state=0).fit(
        np.hstack([points, np.full((len(points), 1), 7.7)]), labels, order
    )
    np.testing.assert_allclose(learned.components_[:, -1], 0.0, atol=1e-12)


def test_classes_of_one_image_are_compared_like_others() -> None:
    points, labels, order = small_world()
    few = np.flatnonzero(np.append(True, labels[1:] != labels[:-1]))
    learned = RelativeAttributes().fit(points[few], labels[few], order)
    assert learned.score(points[few], labels[few]) > 0.9


def test_two_classes_are_enough() -> None:
    points, labels, order = small_world()
    two = np.isin(labels, ["a", "f"])
    assert (
        RelativeAttributes().fit(points[two], labels[two], order[["open"]]).score(points[two], labels[two])
        == 1.0
    )


def test_classes_of_the_order_that_are_not_in_y_do_not_count() -> None:
    points, labels, order = small_world()
    some = labels != "c"
    learned = RelativeAttributes(random_state=0).fit(points[some], labels[some], order)
    assert learned.levels_[:, 0].tolist() == [0, 1, 2, 3, 4]


def test_numbers_are_their_own_order() -> None:
    points, labels, order = small_world()
    grades = order["open"].loc[labels].to_numpy()
    learned = RelativeAttributes(random_state=0).fit(points, grades)
    named = RelativeAttributes(random_state=0).fit(points, labels, order[["open"]])
    np.testing.assert_array_equal(learned.components_, named.components_)


def test_grid_search_and_pipelines_pass_the_order_on() -> None:
    points, labels, order = small_world()
    pipeline = make_pipeline(StandardScaler(), RelativeAttributes(random_state=0))
    search = GridSearchCV(pipeline, {"relativeattributes__C": [1.0, 100.0]}, cv=3, error_score="raise")
    search.fit(points, labels, relativeattributes__order=order)
    assert search.best_score_ > 0.5  # its folds leave whole classes out
    folds, params = StratifiedKFold(3), {"order": order}
    assert (cross_val_score(RelativeAttributes(), points, labels, params=params, cv=folds) > 0.8).all()


def test_the_score_is_the_share_of_pairs_in_order() -> None:
    points, labels, order = small_world(noise=2.0)
    learned = RelativeAttributes().fit(points, labels, order)
    scores, levels = learned.transform(points)[:, 0], order["open"].loc[labels].to_numpy()
    i, j = np.triu_indices(len(points), 1)
    counted = levels[i] != levels[j]
    plain = (np.sign(scores[i] - scores[j]) == np.sign(levels[i] - levels[j]))[counted].mean()
    assert learned.scores_by_attribute(points, labels)[0] == pytest.approx(plain)
    assert learned.score(points, labels) == pytest.approx(learned.scores_by_attribute(points, labels).mean())


def test_scoring_leaves_out_attributes_that_order_none_of_the_classes() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes().fit(points, labels, order)
    some = np.isin(labels, ["b", "c"])  # alike in "tall"
    assert np.isnan(learned.scores_by_attribute(points[some], labels[some])).tolist() == [False, True, False]
    with pytest.raises(InvalidInput, match="no two classes"):
        learned.score(points[labels == "a"], labels[labels == "a"])


def test_scoring_takes_classes_that_the_order_names_though_fit_did_not_see_them() -> None:
    points, labels, order = small_world()
    seen = ~np.isin(labels, ["b", "e"])
    learned = RelativeAttributes().fit(points[seen], labels[seen], order)
    assert learned.score(points[~seen], labels[~seen]) > 0.6


def test_scoring_takes_another_order_of_the_same_attributes() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes().fit(points, labels, order)
    assert learned.score(points, labels, -order) == pytest.approx(1.0 - learned.score(points, labels))
    with pytest.raises(InvalidInput, match="2 attributes, and 3 were learned"):
        learned.score(points, labels, order[["open", "dark"]])


def test_scoring_refuses_classes_that_the_order_does_not_name() -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes().fit(points, labels, order)
    with pytest.raises(InvalidConstraints, match="where 'unheard' of y stand"):
        learned.score(points[:3], ["a", "b", "unheard"])


@pytest.mark.parametrize(
    ("settings", "attribute"),
    [({"border_pairs": False, "p": 3, "beyond": "strict"}, "Natural"), ({"border_pairs": False}, "near")],
)
def test_an_attribute_of_which_no_pair_of_classes_can_be_used_is_refused(
    settings: Any, attribute: str
) -> None:
    order = osr_order().assign(near=[1, 2, 2, 2, 2, 2, 2, 2])
    points, codes, _ = attribute_world(order.to_numpy(), 0, d=12, per_class=3)
    labels = order.index.to_numpy()[codes]
    with pytest.raises(InvalidConstraints, match=f"can use none for '{attribute}'.*border_pairs=True"):
        RelativeAttributes(**settings).fit(points, labels, order)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda X, y, o: (X, np.full(len(y), "a"), o), InvalidInput, "1 class"),
        (lambda X, y, o: (X * np.nan, y, o), ValueError, "NaN"),
        (lambda X, y, o: (X * 0 + 3.3, y, o), InvalidConstraints, "all points are the same"),
        (lambda X, y, o: (X * 1e40, y, o), InvalidConstraints, "too large"),
        (lambda X, y, o: (X, y, o.drop("c")), InvalidConstraints, "where 'c' of y stand"),
        (lambda X, y, o: (X, y, None), InvalidInput, "pass order"),
        (lambda X, y, o: (X, y, o.T), InvalidConstraints, r"order\.T"),
        (lambda X, y, o: (X, y[:-1], o), ValueError, "inconsistent"),
        (lambda X, y, o: (X, np.linspace(0, 1, len(y)), o), ValueError, "continuous"),
        (lambda X, y, o: (X, y, pd.concat([o, o])), InvalidConstraints, "more than one row"),
    ],
)
def test_what_cannot_be_learned_from_is_refused_and_leaves_the_last_fit(
    change: Any, error: Any, message: str
) -> None:
    points, labels, order = small_world()
    learned = RelativeAttributes(random_state=0).fit(points, labels, order)
    before = learned.transform(points)
    with pytest.raises(error, match=message):
        learned.fit(*change(points, labels, order))
    np.testing.assert_array_equal(learned.transform(points), before)


@pytest.mark.parametrize(
    "settings",
    [
        {"strategy": "svm"},
        {"p": 0},
        {"p": 1.5},
        {"beyond": "both"},
        {"border_pairs": "yes"},
        {"n_class_pairs": 0},
        {"n_image_pairs": -1},
        {"C": 0.0},
        {"C": np.nan},
        {"reduction": "max"},
        {"h": 0.9},
        {"max_iterations": 0},
        {"tolerance": -1.0},
    ],
)
def test_parameters_out_of_range_are_named(settings: dict[str, Any]) -> None:
    points, labels, order = small_world()
    with pytest.raises(InvalidInput, match=next(iter(settings))):
        RelativeAttributes(**settings).fit(points, labels, order)


def test_a_new_one_is_not_fitted() -> None:
    with pytest.raises(NotFittedError):
        clone(RelativeAttributes()).transform(np.ones((2, 2)))


def test_used_up_iterations_are_told() -> None:
    points, labels, order = small_world(noise=2.0)
    learned = RelativeAttributes(max_iterations=1, random_state=0).fit(points, labels, order)
    assert not learned.converged_
    assert learned.n_iter_ == 1
    assert (learned.gap_bound_ > 0).all()
