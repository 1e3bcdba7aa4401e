from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from changemodel import FantopeMetric, QuadrupletMetric
from changemodel.errors import InvalidConstraints
from changemodel.metric.cone import factor
from changemodel.metric.constraint_input import LARGEST, LARGEST_UNSCALED
from changemodel.metric.quadruplets import QuadrupletFeatures, Quadruplets
from tests.changemodel.metric.worlds import ordered, random_psd

TRUTH = random_psd(0, 5, 2)


def world(seed: int, n: int = 1500) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(80, 5))
    return points, ordered(points, TRUTH, rng, n)


def test_the_full_metric_orders_unseen_pairs_where_a_diagonal_one_cannot() -> None:
    points, quadruplets = world(0)
    new_points, new_quadruplets = world(1)
    full = QuadrupletMetric(metric="full").fit(points, quadruplets)
    diagonal = QuadrupletMetric().fit(points, quadruplets)
    assert full.score(new_points, new_quadruplets) > 0.97
    assert full.score(new_points, new_quadruplets) > diagonal.score(new_points, new_quadruplets) + 0.05


def test_the_thesis_s_method_learns_the_same_order() -> None:
    points, quadruplets = world(0)
    metric = QuadrupletMetric(metric="full", mode="thesis", max_iterations=400).fit(points, quadruplets)
    assert metric.score(quadruplets) > 0.97


def test_the_learned_distance_is_a_metric_by_its_root() -> None:
    points, quadruplets = world(0)
    metric = QuadrupletMetric(metric="full").fit(points, quadruplets)
    rows = np.random.default_rng(0).integers(80, size=(300, 3))
    ab, bc, ac = (np.sqrt(metric.pair_distance(rows[:, side])) for side in ([0, 1], [1, 2], [0, 2]))
    assert (ac <= ab + bc + 1e-9).all()


@pytest.mark.parametrize("rank", [1, 3, 5])
def test_the_distance_is_that_of_the_factor_and_euclidean_for_the_identity(rank: int) -> None:
    """Row M1."""
    points = np.random.default_rng(0).normal(size=(80, 5))
    rows = np.random.default_rng(1).integers(80, size=(200, 2))
    difference = points[rows[:, 0]] - points[rows[:, 1]]
    metric = QuadrupletMetric(metric="full").fit(points, [[0, 1, 2, 3]])
    matrix = random_psd(7, 5, rank)
    metric._keep(matrix)
    direct = np.array([phi @ matrix @ phi for phi in difference])
    moved = points @ factor(matrix).T
    by_factor = ((moved[rows[:, 0]] - moved[rows[:, 1]]) ** 2).sum(axis=1)
    np.testing.assert_allclose(metric.pair_distance(rows), direct, atol=1e-10)
    np.testing.assert_allclose(by_factor, direct, atol=1e-10)
    metric._keep(np.eye(5))
    np.testing.assert_allclose(metric.pair_distance(rows), (difference**2).sum(axis=1), atol=1e-10)


def test_row_numbers_points_and_differences_give_the_same_distance() -> None:
    points, quadruplets = world(0)
    metric = QuadrupletMetric(metric="full").fit(points, quadruplets)
    pairs = quadruplets[:6, :2]
    formed = points[pairs]
    by_rows = metric.pair_distance(pairs)
    np.testing.assert_allclose(metric.pair_distance(formed), by_rows)
    np.testing.assert_allclose(metric.pair_distance(formed[:, 0] - formed[:, 1]), by_rows)
    moved = metric.transform(points)
    np.testing.assert_allclose(((moved[pairs[:, 0]] - moved[pairs[:, 1]]) ** 2).sum(axis=1), by_rows)


def test_labelled_pairs_learn_a_threshold_between_the_classes() -> None:
    points, quadruplets = world(0)
    pairs = quadruplets[:400, :2]
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    ordered_pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    difference = points[ordered_pairs[:, 0]] - points[ordered_pairs[:, 1]]
    distances = np.einsum("ij,ij->i", difference @ TRUTH, difference)
    labels = np.where(distances > np.median(distances), 1, -1)
    metric = QuadrupletMetric(metric="full", C=10.0).fit(points, pairs=ordered_pairs, pair_labels=labels)
    decided = np.where(metric.pair_distance(ordered_pairs) > metric.threshold_, 1, -1)
    assert (decided == labels).mean() > 0.95


def test_refitting_as_diagonal_and_full_forgets_the_other() -> None:
    points, quadruplets = world(0)
    metric = QuadrupletMetric().fit(points, quadruplets)
    assert metric.weights_.shape == (5,)
    metric.set_params(metric="full").fit(points, quadruplets)
    assert not hasattr(metric, "weights_")
    assert metric.matrix_.shape == (5, 5)


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_a_pair_with_both_labels_is_refused(metric: str) -> None:
    with pytest.raises(InvalidConstraints, match="rows 0 and 1 is called both"):
        QuadrupletMetric(metric=metric).fit(np.eye(3), pairs=[[0, 1], [1, 0]], pair_labels=[1, -1])


@settings(max_examples=150, deadline=None)
@given(
    points=arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-1e3, 1e3)),
    rows=arrays(np.int64, st.tuples(st.integers(0, 5), st.just(4)), elements=st.integers(-1, 7)),
    scale=st.sampled_from([1.0, 1e-20, 1e3, 1e6, 1e12, 1e25, 1e40]),
    learner=st.sampled_from(["diagonal", "full", "fantope"]),
    spoil=st.booleans(),
)
def test_any_input_gives_a_finite_metric_or_a_clear_error(
    points: np.ndarray, rows: np.ndarray, scale: float, learner: str, spoil: bool
) -> None:
    points = points * scale
    if spoil:
        points = points.copy()
        points[0, 0] = np.nan
    metric = FantopeMetric(1, max_iterations=20) if learner == "fantope" else QuadrupletMetric(metric=learner)
    sound = not spoil and len(rows) > 0 and rows.min() >= 0 and rows.max() < len(points)
    if not sound:
        with pytest.raises(ValueError, match=r"NaN|rows|nothing to learn"):
            metric.fit(points, rows)
        return
    differences = np.abs(
        np.vstack([points[rows[:, 0]] - points[rows[:, 1]], points[rows[:, 2]] - points[rows[:, 3]]])
    )
    if differences.max() > (LARGEST if learner == "diagonal" else LARGEST_UNSCALED):
        with pytest.raises(InvalidConstraints, match="too large to compute with"):
            metric.fit(points, rows)
        return
    metric.fit(points, rows)
    assert np.isfinite(metric.matrix_).all()
    assert np.linalg.eigvalsh(metric.matrix_)[0] >= -1e-9 * max(1.0, float(np.abs(metric.matrix_).max()))
    assert (metric.pair_distance(rows[:, :2]) >= 0.0).all()


@pytest.mark.parametrize("n", [50, 5000])
@pytest.mark.parametrize("mode", ["safeguarded", "thesis"])
def test_of_constraints_that_all_contradict_each_other_nothing_is_learned(mode: str, n: int) -> None:
    points, quadruplets = world(0, n=n)
    both = np.vstack([quadruplets, quadruplets[:, [2, 3, 0, 1]]])
    metric = QuadrupletMetric(metric="full", mode=mode, max_iterations=50).fit(points, both)
    assert metric.rank_ == QuadrupletMetric().fit(points, both).rank_ == 0
    assert not metric.matrix_.any()
    assert metric.transform(points).shape == (80, 0)
    assert metric.objective_ == pytest.approx(2.0 * n)


def test_a_stream_of_contradictions_learns_nothing_either() -> None:
    points, quadruplets = world(0, n=100)
    both = np.vstack([quadruplets, quadruplets[:, [2, 3, 0, 1]]])
    metric = QuadrupletMetric(metric="full").fit(points, lambda: np.array_split(both, 3))
    assert metric.rank_ == 0
    assert metric.objective_ == pytest.approx(200.0)


def test_a_weak_cost_still_counts_the_rank_of_what_was_learned() -> None:
    points, quadruplets = world(0)
    metric = QuadrupletMetric(metric="full", C=1e-9).fit(points, quadruplets)
    assert metric.rank_ > 0
    assert metric.score(quadruplets) > 0.8


def test_a_lazy_stream_gives_the_metric_of_all_its_quadruplets() -> None:
    points, quadruplets = world(0, n=6000)
    exact = {"metric": "full", "C": 0.05, "tolerance": 1e-6}
    whole = QuadrupletMetric(**exact, max_iterations=3000).fit(points, quadruplets)
    calls = []

    def batches() -> Iterator[np.ndarray]:
        calls.append(1)
        yield from np.array_split(quadruplets, 7)

    streamed = QuadrupletMetric(**exact).fit(points, batches)
    assert streamed.converged_
    assert streamed.n_iter_ == len(calls) > 1
    assert streamed.objective_ == pytest.approx(whole.objective_, rel=1e-5)
    np.testing.assert_allclose(streamed.matrix_, whole.matrix_, atol=1e-2 * np.abs(whole.matrix_).max())
    assert streamed.threshold_ is None
    np.testing.assert_allclose(
        streamed.pair_distance(quadruplets[:9, :2]), whole.pair_distance(quadruplets[:9, :2]), rtol=0.05
    )


def test_a_stream_of_pair_features_and_of_row_numbers_are_the_same() -> None:
    points, quadruplets = world(0, n=500)
    parts = np.array_split(quadruplets, 3)

    def features() -> Iterator[QuadrupletFeatures]:
        return (Quadruplets.of(part, 0.5).differences(points) for part in parts)

    by_features = QuadrupletMetric(metric="full").fit(quadruplets=features)
    by_rows = QuadrupletMetric(metric="full").fit(points, lambda: iter(parts), deltas=0.5)
    np.testing.assert_array_equal(by_features.matrix_, by_rows.matrix_)
    assert by_features.n_features_in_ == 5


def test_a_stream_that_is_not_worked_off_says_so() -> None:
    points, quadruplets = world(0, n=3000)
    early = QuadrupletMetric(metric="full", max_iterations=1).fit(points, lambda: [quadruplets])
    assert not early.converged_
    assert np.isnan(early.gap_bound_)
    assert early.n_iter_ == 1


@pytest.mark.parametrize(
    ("parameters", "more", "message"),
    [
        ({}, {}, 'metric="full"'),
        ({"metric": "full", "mode": "thesis"}, {}, "safeguarded"),
        ({"metric": "full"}, {"pairs": [[0, 1]], "pair_labels": [1]}, "no labelled pairs"),
    ],
)
def test_what_a_stream_cannot_do_is_refused(
    parameters: dict[str, str], more: dict[str, object], message: str
) -> None:
    points, quadruplets = world(0, n=50)
    with pytest.raises(ValueError, match=message):
        QuadrupletMetric(**parameters).fit(points, lambda: [quadruplets], **more)


def test_a_stream_that_does_not_begin_anew_is_refused() -> None:
    points, quadruplets = world(0, n=50)
    once = iter([quadruplets])
    with pytest.raises(InvalidConstraints, match="50 quadruplets and then 0"):
        QuadrupletMetric(metric="full").fit(points, lambda: once)
    with pytest.raises(InvalidConstraints, match="rows"):
        QuadrupletMetric(metric="full").fit(points, lambda: [quadruplets + 80])
