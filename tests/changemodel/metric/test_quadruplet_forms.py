"""Quadruplets in each form they may come in, to each learner of quadruplets, and through scikit-learn's tools."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import check_is_fitted

from changemodel import FantopeMetric, QuadrupletMetric
from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import QuadrupletFeatures, Quadruplets
from tests.changemodel.metric.worlds import ordered

TRUTH = np.diag([3.0, 0.0, 1.0, 0.0])


def diagonal() -> QuadrupletMetric:
    return QuadrupletMetric()


def full() -> QuadrupletMetric:
    return QuadrupletMetric(metric="full")


def fantope() -> FantopeMetric:
    return FantopeMetric(2, max_iterations=60)


def world(seed: int = 0, n: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Points of four features, as many as a quadruplet has rows, and quadruplets ordered by ``TRUTH``."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(50, 4))
    return points, ordered(points, TRUTH, rng, n)


every_learner = pytest.mark.parametrize("make", [diagonal, full, fantope])
Maker = Callable[[], QuadrupletMetric | FantopeMetric]


@every_learner
def test_quadruplets_of_points_give_the_metric_of_index_tuples(make: Maker) -> None:
    points, quadruplets = world()
    expected = make().fit(points, quadruplets)
    for fitted in (
        make().fit(points[quadruplets]),
        make().fit(quadruplets=points[quadruplets]),
        make().fit(points[quadruplets].tolist(), None),
        make().fit(points, points[quadruplets]),
    ):
        np.testing.assert_array_equal(fitted.matrix_, expected.matrix_)
        assert fitted.n_features_in_ == 4


@every_learner
def test_score_takes_what_fit_takes_in_its_order(make: Maker) -> None:
    points, quadruplets = world()
    new_points, new_quadruplets = world(1)
    metric = make().fit(points, quadruplets)
    expected = metric.score(new_points, new_quadruplets)
    assert expected > 0.9
    assert metric.score(new_points[new_quadruplets]) == expected
    assert metric.score(quadruplets=new_quadruplets, X=new_points) == expected
    assert metric.score(new_points, Quadruplets.of(new_quadruplets)) == expected
    assert metric.score(quadruplets) == metric.score(points, quadruplets)
    assert metric.score(Quadruplets.of(quadruplets)) == metric.score(points, quadruplets)


def test_one_argument_may_be_pair_features() -> None:
    points, quadruplets = world()
    metric = diagonal().fit(points, quadruplets)
    features = Quadruplets.of(quadruplets).squared_differences(points)
    assert metric.score(features) == metric.score((features.closer, features.farther)) > 0.9


@every_learner
def test_the_two_arguments_in_the_other_order_are_refused(make: Maker) -> None:
    points, quadruplets = world()
    metric = make().fit(points, quadruplets)
    with pytest.raises(InvalidConstraints, match=r"the order is \(X, quadruplets\)"):
        metric.score(quadruplets, points)
    with pytest.raises(InvalidConstraints, match=r"the order is \(X, quadruplets\)"):
        make().fit(quadruplets, points)
    with pytest.raises(InvalidConstraints, match="came first"):
        metric.score(Quadruplets.of(quadruplets), points)


def test_points_of_whole_numbers_are_no_quadruplets() -> None:
    rng = np.random.default_rng(0)
    points = rng.integers(20, size=(50, 4))
    quadruplets = ordered(points.astype(float), TRUTH, rng, 200)
    metric = diagonal().fit(points, quadruplets)
    assert metric.score(points, quadruplets) > 0.9


@every_learner
def test_nothing_to_score_is_refused(make: Maker) -> None:
    with pytest.raises(InvalidConstraints, match="no quadruplets to score"):
        make().fit(*world()).score()


@every_learner
def test_cross_validation_cuts_quadruplets_of_points_into_folds(make: Maker) -> None:
    points, quadruplets = world()
    scores = cross_val_score(make(), points[quadruplets], cv=KFold(3), error_score="raise")
    assert scores.shape == (3,)
    assert scores.min() > 0.9
    first = slice(100, None), slice(0, 100)
    train, test = (points[quadruplets][part] for part in first)
    assert scores[0] == make().fit(train).score(test)


def test_a_grid_is_searched_with_quadruplets_of_points() -> None:
    points, quadruplets = world()
    search = GridSearchCV(diagonal(), {"C": [1e-3, 1.0], "metric": ["diagonal", "full"]}, error_score="raise")
    search.fit(points[quadruplets])
    assert search.best_score_ > 0.9
    assert search.score(points[quadruplets]) == search.best_estimator_.score(points, quadruplets)
    ranks = GridSearchCV(fantope(), {"n_components": [1, 2]}, cv=KFold(2), error_score="raise")
    assert ranks.fit(points[quadruplets]).best_params_ == {"n_components": 2}


def test_margins_are_cut_into_folds_with_their_quadruplets() -> None:
    points, quadruplets = world()
    deltas = np.linspace(0.5, 1.5, len(quadruplets))
    scores = cross_val_score(
        diagonal(), points[quadruplets], cv=3, params={"deltas": deltas}, error_score="raise"
    )
    assert scores.min() > 0.9


@every_learner
def test_a_pipeline_is_fitted_scored_and_gives_a_table(make: Maker) -> None:
    points, quadruplets = world()
    names = ["a", "b", "c", "d"]
    frame = pd.DataFrame(points * 7.0, columns=names)
    pipeline = make_pipeline(StandardScaler(), make()).set_output(transform="pandas")
    pipeline.fit(frame, quadruplets)
    assert pipeline.score(frame, quadruplets) > 0.9
    moved = pipeline.transform(frame)
    kind = type(pipeline[-1]).__name__.lower()
    assert list(moved.columns) == [f"{kind}{i}" for i in range(len(pipeline[-1].components_))]
    assert list(pipeline.get_feature_names_out()) == list(moved.columns)


@every_learner
@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.ones((5, 3, 4)), r"shape \(5, 3, 4\): pass the four points"),
        (np.full((5, 4, 4), np.nan), "points of quadruplets hold 80 NaN"),
        (np.full((5, 4, 4), np.inf), "points of quadruplets hold 80 NaN or infinite"),
        (np.full((5, 4, 4), 1j), "points of quadruplets hold complex numbers"),
        (np.ones((5, 4, 0)), "pass one column at least"),
        (np.empty((0, 4, 4)), "nothing to learn from"),
        (np.arange(80.0).reshape(5, 4, 4) * 1e31, "too large to compute with"),
    ],
)
def test_quadruplets_of_points_that_are_none_are_refused(make: Maker, X: np.ndarray, message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        make().fit(X)


@every_learner
def test_quadruplets_of_points_take_no_second_argument_and_no_other_width(make: Maker) -> None:
    points, quadruplets = world()
    metric = make().fit(points, quadruplets)
    for ask in (metric.score, make().fit):
        with pytest.raises(InvalidConstraints, match=r"y=None"):
            ask(points[quadruplets], np.ones(len(quadruplets)))
    with pytest.raises(InvalidConstraints, match="3 columns, 4 are expected"):
        metric.score(points[quadruplets][:, :, :3])


@every_learner
@pytest.mark.parametrize(
    "quadruplets",
    [
        ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)),
        ((0, 1, 2, 3), (4, 5, 6, 7)),
        ((0, 1, 2, 3),),
        (np.ones((2, 4)), np.ones((2, 4)), np.ones(2)),
    ],
)
def test_a_tuple_that_is_no_pair_of_tables_is_refused(make: Maker, quadruplets: tuple[object, ...]) -> None:
    points, good = world()
    for ask in (make().fit, make().fit(points, good).score):
        with pytest.raises(InvalidConstraints, match=r"a tuple of \d: pass row numbers as a list"):
            ask(points, quadruplets)


def test_a_list_of_tuples_is_a_table_of_row_numbers() -> None:
    points, quadruplets = world()
    fitted = diagonal().fit(points, [tuple(row) for row in quadruplets.tolist()])
    np.testing.assert_array_equal(fitted.weights_, diagonal().fit(points, quadruplets).weights_)


@every_learner
def test_a_fit_that_fails_leaves_the_last_one_as_it_was(make: Maker) -> None:
    points, quadruplets = world()
    metric = make().fit(pd.DataFrame(points, columns=list("abcd")), quadruplets)
    before = {name: value for name, value in vars(metric).items()}
    for X, rows in (
        (points[:, :3], [[0, 1, 2, 999]]),
        (points[:, :2], None),
        (np.arange(72.0).reshape(9, 4, 2) * 1e31, None),
    ):
        with pytest.raises(InvalidConstraints):
            metric.fit(X, rows)
        assert vars(metric) == before
    assert metric.score(quadruplets) > 0.9


@every_learner
def test_a_first_fit_that_fails_leaves_it_unfitted(make: Maker) -> None:
    points, _ = world()
    metric: BaseEstimator = make()
    with pytest.raises(InvalidConstraints):
        metric.fit(points, [[0, 1, 2, 999]])
    for ask in (
        check_is_fitted,
        lambda it: it.transform(points),
        lambda it: it.score(points, [[0, 1, 2, 3]]),
    ):
        with pytest.raises(NotFittedError):
            ask(metric)


def test_a_stream_that_fails_leaves_the_last_fit_as_it_was() -> None:
    points, quadruplets = world()
    metric = full().fit(points, quadruplets)
    before = metric.matrix_.copy()
    with pytest.raises(InvalidConstraints):
        metric.fit(points[:, :3], lambda: [quadruplets, quadruplets + 50])
    np.testing.assert_array_equal(metric.matrix_, before)
    assert metric.n_features_in_ == 4


def test_a_wrong_start_leaves_the_last_fit_as_it_was() -> None:
    points, quadruplets = world()
    metric = fantope().fit(points, quadruplets)
    before = metric.matrix_.copy()
    with pytest.raises(ValueError, match="start has shape"):
        metric.fit(points[:, :3], quadruplets, start=np.eye(7))
    np.testing.assert_array_equal(metric.matrix_, before)
    assert metric.score(quadruplets) > 0.9


def test_names_of_columns_are_forgotten_by_a_fit_without_them() -> None:
    points, quadruplets = world()
    metric = diagonal().fit(pd.DataFrame(points, columns=list("abcd")), quadruplets)
    features = Quadruplets.of(quadruplets).squared_differences(points)
    assert not hasattr(metric.fit(quadruplets=features), "feature_names_in_")


@pytest.mark.parametrize(("before", "after"), [("diagonal", "full"), ("full", "diagonal")])
def test_what_is_set_after_a_fit_counts_from_the_next_one(before: str, after: str) -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric(metric=before).fit(points, quadruplets)
    expected = metric.pair_distance(quadruplets[:, :2])
    metric.set_params(metric=after)
    np.testing.assert_array_equal(metric.pair_distance(quadruplets[:, :2]), expected)
    assert metric.score(points, quadruplets) > 0.9


def test_a_stream_may_give_quadruplets_of_points() -> None:
    points, quadruplets = world()
    parts = np.array_split(quadruplets, 3)
    of_points = full().fit(quadruplets=lambda: (points[part] for part in parts))
    of_rows = full().fit(points, lambda: iter(parts))
    np.testing.assert_array_equal(of_points.matrix_, of_rows.matrix_)


@every_learner
@pytest.mark.parametrize(
    ("features", "message"),
    [
        (np.ones((3, 4)) * 1j, "closer pairs hold complex numbers"),
        (np.ones((3, 0)), r"shape \(3, 0\): pass one column at least"),
        ([["a", "b"]], "hold what is no number"),
    ],
)
def test_pair_features_that_are_none_are_refused(make: Maker, features: object, message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        make().fit(None, (features, features))
    if make is not fantope:
        with pytest.raises(InvalidConstraints, match=message.replace("closer", "labelled")):
            make().fit(pairs=np.asarray(features), pair_labels=[1] * len(features))


@every_learner
@pytest.mark.parametrize(
    ("deltas", "message"),
    [
        (np.full(300, np.nan), "deltas hold 300 NaN or infinite values"),
        (np.inf, "deltas hold 300 NaN or infinite values"),
        (1e308, r"deltas reach 1e\+308: pass margins of at most 1e\+12"),
        (-1e308, "deltas reach"),
        (1j, "deltas hold complex numbers"),
        ([1.0, 2.0], r"deltas of shape \(2,\) for 300 quadruplets"),
    ],
)
def test_margins_that_are_none_are_refused_for_what_they_are(
    make: Maker, deltas: object, message: str
) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        make().fit(*world(), deltas=deltas)


@every_learner
@pytest.mark.parametrize("form", [(2, 4), (2, 2, 4)])
def test_distances_of_complex_pairs_are_refused(make: Maker, form: tuple[int, ...]) -> None:
    metric = make().fit(*world())
    with pytest.raises(InvalidConstraints, match="pairs hold complex numbers"):
        metric.pair_distance(np.ones(form) * 1j)


def test_a_table_of_features_alone_is_named_when_it_is_no_quadruplets() -> None:
    features = QuadrupletFeatures.of(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(InvalidConstraints, match=r"or quadruplets=\.\.\. alone"):
        diagonal().fit(features)
