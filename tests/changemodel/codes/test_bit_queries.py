import numpy as np
import pytest
from sklearn.svm import LinearSVC

from changemodel.codes.bit_queries import BitSVM, WeightedCodes, inspect_bit, precision_at
from changemodel.codes.byte_tables import byte_planes, distance_table, scan
from changemodel.codes.margin_systems import ClassWeights
from changemodel.codes.packed_bits import lowest, unpack
from changemodel.codes.triplets import mine_triplets
from changemodel.errors import InvalidInput
from tests.changemodel.codes.worlds import digits, learned, pairs, picodes, votes_wrong


def coded(seed: int = 0, weights: str = "class") -> tuple[WeightedCodes, np.ndarray]:
    data, code = digits(seed), learned(seed, weights=weights)
    return WeightedCodes(code.transform(data.x), code.weights_, data.y), code.transform(data.new_x)


def test_a_rule_scores_the_same_by_bits_and_by_bytes() -> None:
    data, code = pairs(0), picodes(0)
    codes = code.transform(data.new_x)
    rule = BitSVM(n_bits=32).fit(codes, data.new_y)
    dense = unpack(codes, 32) @ rule.coef_.T + rule.intercept_
    assert np.abs(rule.decision_function(codes) - dense).max() < 1e-4
    assert rule.C_ in rule.costs
    assert (rule.predict(codes) == rule.classes_[dense.argmax(axis=1)]).all()


def test_examples_of_one_class_are_refused_with_what_to_do() -> None:
    codes = np.zeros((3, 4), dtype=np.uint8)
    with pytest.raises(InvalidInput, match="1 class: give examples of another"):
        BitSVM().fit(codes, [1, 1, 1])
    with pytest.raises(InvalidInput, match="2 classes for 3 codes"):
        BitSVM().fit(codes, [1, 0])


def test_a_rule_meets_only_codes_of_its_length() -> None:
    codes = np.arange(8, dtype=np.uint8).reshape(4, 2)
    rule = BitSVM().fit(codes, [0, 0, 1, 1])
    with pytest.raises(InvalidInput, match="same model"):
        rule.decision_function(np.zeros((1, 3), dtype=np.uint8))


def test_one_example_of_each_class_is_enough() -> None:
    codes = np.array([[0], [255]], dtype=np.uint8)
    assert BitSVM().fit(codes, ["a", "b"]).predict(codes).tolist() == ["a", "b"]


def test_precision_is_that_counted_by_hand() -> None:
    scores = np.array([0.9, 0.1, 0.8, 0.8, 0.5])
    assert precision_at(scores, [1, 1, 0, 1, 0], 3) == pytest.approx(2 / 3)
    order = np.arange(100.0)[::-1]
    assert precision_at(order, np.arange(100) % 5 == 0, 25) == pytest.approx(0.2)


def test_the_inspector_shows_both_ends_of_a_bit_in_order() -> None:
    data, code = digits(0), learned(0)
    low, high = inspect_bit(code, data.x, 3)
    projected = code.decision_function(data.x)[:, 3]
    assert len(low) == len(high) == 10
    assert (np.diff(projected[low]) >= 0).all()
    assert (np.diff(projected[high]) <= 0).all()
    assert projected[low[0]] == projected.min()
    turned = learned(0).__class__()
    turned.coef_, turned.intercept_, turned.n_features_in_ = (
        -code.coef_,
        -code.intercept_,
        code.n_features_in_,
    )
    assert inspect_bit(turned, data.x, 3)[0].tolist() == high.tolist()
    with pytest.raises(InvalidInput, match="bit is 99"):
        inspect_bit(code, data.x, 99)


def test_equal_weights_make_all_orders_the_same() -> None:
    stored, queries = coded()
    equal = WeightedCodes(
        stored.codes, np.full((learned(0, weights="class").n_bits_, 10), 2.0), stored.classes
    )
    plain = equal.distances(queries[0], "none")
    assert np.allclose(equal.distances(queries[0], "mean"), 2.0 * plain)
    assert np.allclose(equal.distances(queries[0], "item"), 2.0 * plain)
    nearest = [np.sort(plain[equal.classes == c])[:3].mean() for c in range(10)]
    assert equal.votes(queries[0]).argmax() == int(np.argmin(nearest))


def test_pairs_of_classes_decide_as_the_learned_margins_do() -> None:
    data, code = digits(0), learned(0, weights="class")
    stored, queries = coded()
    wrong = np.mean(
        [stored.votes(query).argmax() != y for query, y in zip(queries[:300], data.new_y, strict=False)]
    )
    assert wrong < 0.12
    steps = ClassWeights(mine_triplets(data.x, data.y, 1, 1), data.y, 1)
    for column in code.bits(data.x).T:
        steps.add(column)
    margins, t = steps.margins(code.weights_.ravel()), steps.triplets
    by_class = np.stack(
        [scan(byte_planes(stored.codes), distance_table(w, stored.codes[0])) for w in code.weights_.T]
    )
    for row in np.flatnonzero(t.anchor == 0):
        both = by_class[data.y[0]] + by_class[data.y[t.far[row]]]
        assert 2.0 * (both[t.far[row]] - both[t.near[row]]) == pytest.approx(margins[row], abs=1e-3)


@pytest.mark.parametrize("order", ["none", "mean", "item"])
def test_every_order_reads_digits(order: str) -> None:
    data = digits(1)
    stored, queries = coded(1)
    distances = np.array([stored.distances(query, order) for query in queries])
    assert votes_wrong(distances, data) < 0.15


def test_a_shortlist_of_all_is_the_weighted_ranking() -> None:
    stored, queries = coded(2)
    for query in queries[:20]:
        whole = lowest(stored.distances(query), 10)
        assert stored.two_stages(query, len(stored.codes), 10).tolist() == whole.tolist()
        assert set(stored.two_stages(query, 50, 10)) <= set(lowest(stored.distances(query, "none"), 50))


def test_a_large_archive_is_ranked_from_its_bytes() -> None:
    codes = np.random.default_rng(0).integers(256, size=(200_000, 256), dtype=np.uint8)
    assert codes.nbytes == 51_200_000
    rule = BitSVM(costs=(0.1,)).fit(codes[:200], np.arange(200) % 2)
    planes = byte_planes(codes)
    scores = rule.scores_of(planes)[:, 0]
    expected = LinearSVC.decision_function(_machine_of(rule), unpack(codes[-50:], 2048))
    assert np.abs(scores[-50:] - expected).max() < 1e-4


def _machine_of(rule: BitSVM) -> LinearSVC:
    machine = LinearSVC()
    machine.coef_, machine.intercept_, machine.classes_, machine.n_features_in_ = (
        rule.coef_,
        rule.intercept_,
        rule.classes_,
        2048,
    )
    return machine
