from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.metric.quadruplets import QuadrupletFeatures, Quadruplets

TRUTH = np.array([3.0, 0.0, 1.0, 0.0, 0.0])


def world(seed: int = 0, n_points: int = 60, n: int = 1500) -> tuple[np.ndarray, np.ndarray]:
    """Points and quadruplets that the diagonal metric TRUTH keeps by a margin."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n_points, TRUTH.size))
    tuples = rng.integers(n_points, size=(n, 4))
    near = (points[tuples[:, 0]] - points[tuples[:, 1]]) ** 2 @ TRUTH
    far = (points[tuples[:, 2]] - points[tuples[:, 3]]) ** 2 @ TRUTH
    tuples[near > far] = tuples[near > far][:, [2, 3, 0, 1]]
    return points, tuples[np.abs(near - far) > 0.5]


def test_learns_which_features_order_the_pairs() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets)
    assert metric.score(quadruplets) > 0.99
    assert metric.weights_[[0, 2]].min() > 10 * metric.weights_[[1, 3, 4]].max()
    assert metric.weights_[0] > metric.weights_[2]


def test_unseen_quadruplets_are_ordered_better_than_by_the_euclidean_distance() -> None:
    points, quadruplets = world(0)
    new_points, new_quadruplets = world(1)
    metric = QuadrupletMetric().fit(points, quadruplets)
    euclidean = Quadruplets.of(new_quadruplets).squared_differences(new_points).satisfied(np.ones(5))
    assert metric.score(new_points, new_quadruplets) > max(0.97, euclidean)


def test_pair_features_give_the_same_metric_as_index_tuples() -> None:
    points, quadruplets = world()
    features = Quadruplets.of(quadruplets).squared_differences(points)
    expected = QuadrupletMetric().fit(points, quadruplets).weights_
    from_object = QuadrupletMetric().fit(quadruplets=features).weights_
    from_arrays = QuadrupletMetric().fit(quadruplets=(features.closer, features.farther)).weights_
    np.testing.assert_allclose(from_object, expected, atol=1e-10)
    np.testing.assert_allclose(from_arrays, expected, atol=1e-10)


def test_transform_makes_the_squared_euclidean_distance_the_learned_one() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets)
    moved = metric.transform(points)
    pairs = quadruplets[:, :2]
    expected = ((moved[pairs[:, 0]] - moved[pairs[:, 1]]) ** 2).sum(axis=1)
    np.testing.assert_allclose(metric.pair_distance(pairs), expected, atol=1e-10)


def test_pair_distance_takes_rows_points_and_pair_features() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets)
    pairs = quadruplets[:5, 2:]
    formed = points[pairs]
    by_rows = metric.pair_distance(pairs)
    np.testing.assert_allclose(metric.pair_distance(formed), by_rows)
    np.testing.assert_allclose(metric.pair_distance((formed[:, 0] - formed[:, 1]) ** 2), by_rows)
    assert (by_rows >= 0).all()


def test_labelled_pairs_learn_a_threshold_between_the_classes() -> None:
    rng = np.random.default_rng(0)
    features = rng.random((80, 2))
    features[40:, 0] += 2.0
    labels = np.repeat([-1, 1], 40)
    metric = QuadrupletMetric(C=10.0).fit(pairs=features, pair_labels=labels)
    distances = metric.pair_distance(features)
    assert distances[:40].max() < metric.threshold_ < distances[40:].min()


def test_no_labelled_pairs_no_threshold() -> None:
    points, quadruplets = world()
    assert QuadrupletMetric().fit(points, quadruplets).threshold_ is None


def test_labelled_pairs_join_quadruplets() -> None:
    points, quadruplets = world()
    distances = Quadruplets.of(quadruplets).squared_differences(points)
    labels = np.where(distances.closer @ TRUTH > 8.0, 1, -1)
    metric = QuadrupletMetric().fit(points, quadruplets, pairs=quadruplets[:, :2], pair_labels=labels)
    decided = np.where(metric.pair_distance(quadruplets[:, :2]) > metric.threshold_, 1, -1)
    assert (decided == labels).mean() > 0.95
    assert metric.score(quadruplets) > 0.97


def test_relaxed_quadruplets_alone_need_no_weights() -> None:
    points, quadruplets = world()
    np.testing.assert_array_equal(
        QuadrupletMetric().fit(points, quadruplets, deltas=0.0).weights_, np.zeros(5)
    )


def test_fit_leaves_its_inputs_as_they_were_and_forgets_the_last_fit() -> None:
    points, quadruplets = world(0)
    other_points, other_quadruplets = world(1)
    before = points.copy(), quadruplets.copy()
    metric = QuadrupletMetric().fit(other_points, other_quadruplets).fit(points, quadruplets)
    np.testing.assert_array_equal(points, before[0])
    np.testing.assert_array_equal(quadruplets, before[1])
    np.testing.assert_array_equal(metric.weights_, QuadrupletMetric().fit(points, quadruplets).weights_)


def test_parameters_survive_clone() -> None:
    metric = clone(QuadrupletMetric(C=3.0, h=0.1))
    assert metric.get_params()["C"] == 3.0
    assert metric.get_params()["h"] == 0.1


def test_questions_before_fit_are_refused() -> None:
    with pytest.raises(NotFittedError):
        QuadrupletMetric().pair_distance(np.zeros((1, 2), dtype=int))


def test_convergence_is_reported() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets)
    assert metric.converged_
    assert metric.n_iter_ < 60
    assert metric.kkt_residual_ < 1e-8
    assert not QuadrupletMetric(C=1.0, mode="thesis").fit(points, quadruplets).converged_


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"metric": "cosine"}, "metric is 'cosine': pass 'diagonal', 'full'"),
        ({"metric": ["full"]}, r"metric is \['full'\]: pass 'diagonal', 'full'"),
        ({"C": 0.0}, "C is 0.0: pass a positive number"),
        ({"C": True}, "C is True"),
        ({"mode": "fast"}, "thesis"),
        ({"h": -1.0}, "h is -1.0"),
    ],
)
def test_wrong_parameters_are_refused_at_fit(parameters: dict[str, object], message: str) -> None:
    points, quadruplets = world()
    with pytest.raises(InvalidInput, match=message):
        QuadrupletMetric(**parameters).fit(points, quadruplets)


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(InvalidConstraints, match="nothing to learn from"):
        QuadrupletMetric().fit(np.ones((3, 2)))


def test_index_tuples_without_points_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="need the points"):
        QuadrupletMetric().fit(quadruplets=[[0, 1, 2, 3]])


def test_labels_without_pairs_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="belong together"):
        QuadrupletMetric().fit(np.ones((3, 2)), [[0, 1, 1, 2]], pair_labels=[1])


def test_pairs_of_another_width_are_refused() -> None:
    features = QuadrupletFeatures.of(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(InvalidConstraints, match="different numbers of features"):
        QuadrupletMetric().fit(quadruplets=features, pairs=np.ones((1, 4)), pair_labels=[1])


@pytest.mark.parametrize("scale", [1e4, 1e7, 1e25])
def test_unscaled_features_of_many_contradictions_are_solved(scale: float) -> None:
    rng = np.random.default_rng(0)
    points, quadruplets = rng.normal(size=(60, 30)), rng.integers(60, size=(300, 4))
    found = QuadrupletMetric().fit(points * scale, quadruplets)
    near_limit = QuadrupletMetric().fit(points * 100.0, quadruplets)
    assert found.converged_
    assert found.objective_ == pytest.approx(near_limit.objective_, rel=1e-6)
    np.testing.assert_allclose(found.weights_ * scale**2, near_limit.weights_ * 1e4, atol=1e-5)


def test_features_beyond_double_precision_are_refused() -> None:
    points, quadruplets = world()
    for metric, scales in (("diagonal", (1e31, 1e160, 1e307)), ("full", (1e13, 1e28, 1e160, 1e307))):
        for scale in scales:
            with pytest.raises(InvalidConstraints, match="too large to compute with"):
                QuadrupletMetric(metric=metric).fit(points * scale, quadruplets)


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_distances_and_scores_beyond_double_precision_are_refused(metric: str) -> None:
    points, quadruplets = world()
    points[-1] = 1e200  # which no quadruplet speaks of
    learned = QuadrupletMetric(metric=metric).fit(points, quadruplets[(quadruplets < 59).all(axis=1)])
    for pairs in ([[0, 59]], np.full((1, 5), 1e200), points[[[0, 59]]]):
        with pytest.raises(InvalidConstraints, match="too large to compute with"):
            learned.pair_distance(pairs)
    with pytest.raises(InvalidConstraints, match="too large to compute with"):
        learned.score(points, [[0, 1, 2, 59]])


def test_points_of_small_whole_numbers_have_their_distance() -> None:
    points, quadruplets = world()
    learned = QuadrupletMetric(metric="full").fit(points, quadruplets)
    pair = np.array([[[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]])
    expected = learned.pair_distance(pair.astype(float))
    np.testing.assert_array_equal(learned.pair_distance(pair.astype(np.uint8)), expected)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"h": 10.0}, "h is 10.0: pass a number from 1e-12 to 0.5"),
        ({"h": 1e-308}, "h is 1e-308: pass a number from 1e-12 to 0.5"),
        ({"max_iterations": -3}, "max_iterations is -3: pass an integer"),
        ({"max_iterations": 2.5}, "max_iterations is 2.5: pass an integer"),
        ({"pair_C": np.nan}, "pair_C is nan"),
        ({"pair_C": 1e200}, r"pair_C is 1e\+200: pass a number from"),
        ({"C": "much"}, "C is 'much': pass a positive number"),
        ({"C": 1e200}, r"C is 1e\+200: pass a number from 1e-100 to 1e\+12"),
        ({"C": 10**400}, "C is 1000.*: pass a positive number"),
        ({"tolerance": 0.0}, "tolerance is 0.0"),
    ],
)
@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_parameters_out_of_their_range_are_refused(
    parameters: dict[str, object], message: str, metric: str
) -> None:
    points, quadruplets = world()
    with pytest.raises(InvalidInput, match=message):
        QuadrupletMetric(metric=metric, **parameters).fit(points, quadruplets)


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_fractions_of_other_types_are_numbers_and_stay_as_they_were_given(metric: str) -> None:
    points, quadruplets = world(n=200)
    given = {"C": Fraction(1, 2), "h": Fraction(1, 8), "tolerance": Fraction(1, 1000)}
    learned = QuadrupletMetric(metric=metric, **given).fit(points, quadruplets)
    assert {name: learned.get_params()[name] for name in given} == given
    plain = QuadrupletMetric(metric=metric, C=0.5, h=0.125, tolerance=0.001).fit(points, quadruplets)
    np.testing.assert_array_equal(learned.matrix_, plain.matrix_)


@pytest.mark.parametrize(("metric", "scale"), [("diagonal", 1e29), ("full", 1e11), ("full", 1e-11)])
@pytest.mark.parametrize("C", [1e-100, 1e12])
@pytest.mark.parametrize("h", [1e-12, 0.5])
@pytest.mark.parametrize("delta", [1e-12, 1e12, -1e12])
def test_parameters_at_their_limits_leave_finite_numbers(
    metric: str, scale: float, C: float, h: float, delta: float
) -> None:
    points, quadruplets = world(n=100)
    learned = QuadrupletMetric(metric=metric, C=C, h=h, max_iterations=100)
    learned.fit(points * scale, quadruplets, deltas=delta)
    assert np.isfinite(learned.matrix_).all()
    assert np.isfinite(learned.objective_)
    assert np.isfinite(learned.pair_distance(quadruplets[:, :2])).all()


def test_a_corner_sharper_than_the_source_s_is_taken() -> None:
    points, quadruplets = world()
    assert QuadrupletMetric(h=0.001).fit(points, quadruplets).converged_


def test_row_numbers_of_pairs_without_points_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="need the points X"):
        QuadrupletMetric().fit(pairs=[[0, 1], [1, 2], [3, 5]], pair_labels=[1, -1, 1])


@pytest.mark.parametrize("width", [2, 5])
def test_pair_features_beside_points_are_refused(width: int) -> None:
    points, _ = world()
    with pytest.raises(InvalidConstraints, match="row numbers as integers"):
        QuadrupletMetric().fit(points, pairs=np.ones((3, width)), pair_labels=[1, -1, 1])


def test_quadruplet_features_of_another_width_than_the_points_are_refused() -> None:
    points, quadruplets = world()
    with pytest.raises(InvalidConstraints, match="3 columns, 5 are expected"):
        QuadrupletMetric().fit(points, (np.ones((2, 3)), np.ones((2, 3))))
    metric = QuadrupletMetric().fit(points, quadruplets)
    with pytest.raises(InvalidConstraints, match="3 columns, 5 are expected"):
        metric.score((np.ones((2, 3)), np.ones((2, 3))))


def test_no_pairs_beside_points_are_none() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets, pairs=np.empty((0, 2)), pair_labels=[])
    assert metric.threshold_ is None


def test_points_of_another_width_are_refused_by_score() -> None:
    points, quadruplets = world()
    metric = QuadrupletMetric().fit(points, quadruplets)
    with pytest.raises(ValueError, match="3 features"):
        metric.score(points[:, :3], quadruplets)


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_a_distance_of_nan_is_refused(metric: str) -> None:
    points, quadruplets = world()
    learned = QuadrupletMetric(metric=metric).fit(points, quadruplets)
    for pairs in (np.full((1, 5), np.nan), np.full((1, 2, 5), np.inf)):
        with pytest.raises(InvalidConstraints, match="NaN or infinite"):
            learned.pair_distance(pairs)


def test_pair_features_below_zero_are_refused_where_they_are_squares() -> None:
    points, quadruplets = world()
    with pytest.raises(InvalidConstraints, match="below 0"):
        QuadrupletMetric().fit(points, quadruplets).pair_distance(-np.ones((1, 5)))
    full = QuadrupletMetric(metric="full").fit(points, quadruplets)
    assert (full.pair_distance(-np.ones((1, 5))) >= 0.0).all()
