import numpy as np
import pytest

from changemodel.errors import InvalidConstraints
from changemodel.metric.losses import margin_loss
from changemodel.metric.quadruplets import LabelledPairs, QuadrupletFeatures, Quadruplets, share_in_order

POINTS = np.random.default_rng(0).normal(size=(8, 3))
WEIGHTS = np.array([0.5, 2.0, 1.0])


def distance(i: int, j: int) -> float:
    return float(WEIGHTS @ (POINTS[i] - POINTS[j]) ** 2)


def loss_of(quadruplets: Quadruplets) -> list[float]:
    features = quadruplets.squared_differences(POINTS)
    return list(margin_loss(features.rows @ WEIGHTS, features.deltas))


def test_a_quadruplet_means_that_its_first_pair_is_closer() -> None:
    features = Quadruplets.of([[0, 1, 2, 3]]).squared_differences(POINTS)
    assert features.closer[0] @ WEIGHTS == pytest.approx(distance(0, 1))
    assert features.farther[0] @ WEIGHTS == pytest.approx(distance(2, 3))
    assert features.satisfied(WEIGHTS) == float(distance(0, 1) < distance(2, 3))


def test_triplets_cost_as_much_as_their_direct_loss() -> None:
    triplets = [[0, 1, 2], [3, 4, 5]]
    direct = [margin_loss(distance(i, far) - distance(i, near), 1.0) for i, near, far in triplets]
    np.testing.assert_allclose(loss_of(Quadruplets.from_triplets(triplets)), direct, atol=1e-12)


def test_dissimilar_pairs_cost_as_much_as_their_direct_loss() -> None:
    direct = [margin_loss(distance(0, 1), 2.0), margin_loss(distance(2, 3), 2.0)]
    np.testing.assert_allclose(
        loss_of(Quadruplets.from_dissimilar_pairs([[0, 1], [2, 3]], 2.0)), direct, atol=1e-12
    )


def test_similar_pairs_cost_as_much_as_their_direct_loss() -> None:
    direct = [margin_loss(-distance(0, 1), -0.5), margin_loss(-distance(2, 3), -0.5)]
    np.testing.assert_allclose(
        loss_of(Quadruplets.from_similar_pairs([[0, 1], [2, 3]], 0.5)), direct, atol=1e-12
    )


def test_pair_sets_give_each_combination_once() -> None:
    quadruplets = Quadruplets.from_pair_sets([[0, 1], [1, 2]], [[3, 4], [4, 5], [5, 6]])
    assert len(quadruplets) == 6
    assert len({tuple(row) for row in quadruplets.indices}) == 6
    assert {tuple(row[:2]) for row in quadruplets.indices} == {(0, 1), (1, 2)}


def test_quadruplets_add_up() -> None:
    both = Quadruplets.of([[0, 1, 2, 3]], 0.0) + Quadruplets.from_triplets([[0, 1, 2]])
    np.testing.assert_array_equal(both.indices, [[0, 1, 2, 3], [0, 1, 0, 2]])
    np.testing.assert_array_equal(both.deltas, [0.0, 1.0])


def test_rows_of_a_table_equal_given_features() -> None:
    table = np.arange(12.0).reshape(4, 3)
    features = QuadrupletFeatures.from_pairs(table, [0, 1], [2, 3], 0.0)
    np.testing.assert_array_equal(features.rows, table[[2, 3]] - table[[0, 1]])


def test_equal_distances_satisfy_relaxed_constraints_only() -> None:
    assert share_in_order([1.0, 1.0], [1.0, 1.0], [0.0, 1.0]) == 0.5


def test_no_constraints_are_all_satisfied() -> None:
    assert share_in_order([], [], []) == 1.0


def test_rows_of_labelled_pairs_put_dissimilar_above_and_similar_below_the_threshold() -> None:
    pairs = LabelledPairs.of([[3.0], [1.0]], [1, -1])
    np.testing.assert_allclose(pairs.rows @ np.array([1.0, 2.0]), [1.0, 1.0])


@pytest.mark.parametrize(
    ("indices", "message"),
    [
        ([[0, 1, 2]], r"integers \(n, 4\)"),
        ([[0.5, 1, 2, 3]], "integers"),
        ([[0, 1, 2, 99]], "rows 0 to 99, there are rows 0 to 7"),
        ([[0, 1, 2, -1]], "rows -1 to 2"),
    ],
)
def test_wrong_index_tuples_are_refused(indices: list[list[float]], message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        Quadruplets.of(indices).squared_differences(POINTS)


def test_nan_features_are_refused_with_their_number() -> None:
    with pytest.raises(InvalidConstraints, match="1 NaN or infinite"):
        QuadrupletFeatures.of([[1.0, np.nan]], [[1.0, 2.0]])


def test_infinities_that_cancel_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="2 NaN or infinite"):
        QuadrupletFeatures.of([[np.inf, -np.inf]], [[1.0, 2.0]])


def test_different_numbers_of_closer_and_farther_pairs_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="one row per quadruplet"):
        QuadrupletFeatures.of(np.ones((2, 3)), np.ones((3, 3)))


def test_other_labels_than_plus_and_minus_one_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match=r"-1 .* \+1"):
        LabelledPairs.of([[1.0]], [0])


def test_as_many_deltas_as_quadruplets_are_wanted() -> None:
    with pytest.raises(InvalidConstraints, match="deltas"):
        Quadruplets.of([[0, 1, 2, 3]], [1.0, 0.0])
