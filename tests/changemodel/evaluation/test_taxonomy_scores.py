"""Row H3: accuracies that know a tree of classes."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import balanced_accuracy_score

from changemodel import ClassTree, class_mean_accuracy, mean_tree_distance, taxonomy_accuracy
from changemodel.errors import InvalidInput

EDGES = [("all", "a"), ("all", "b"), ("a", "a1"), ("a", "a2"), ("b", "b1"), ("b", "b2")]
TRUTH = ["a1", "a1", "a1", "a1", "a2", "a2", "b1", "b2"]
PREDICTED = ["a1", "a2", "b1", "a1", "a1", "a1", "b1", "a1"]
"""By hand: a1: 0, 0.5, 1, 0 lost; a2: 0.5, 0.5; b1: 0; b2: 1."""


def paths(names: list[str]) -> list[tuple[str, str]]:
    return [(name[0], name) for name in names]


def test_a_sibling_counts_half() -> None:
    expected = (2.5 / 4 + 0.5 + 1.0 + 0.0) / 4
    assert taxonomy_accuracy(TRUTH, PREDICTED, EDGES) == pytest.approx(expected)


def test_the_standard_accuracy_is_the_mean_over_classes() -> None:
    expected = (0.5 + 0.0 + 1.0 + 0.0) / 4
    assert class_mean_accuracy(TRUTH, PREDICTED, EDGES) == pytest.approx(expected)
    assert balanced_accuracy_score(TRUTH, PREDICTED) == pytest.approx(expected)


def test_the_tree_distance_is_counted_in_edges() -> None:
    assert mean_tree_distance(TRUTH, PREDICTED, EDGES) == pytest.approx((0 + 2 + 4 + 0 + 2 + 2 + 0 + 4) / 8)


@pytest.mark.parametrize("score", [taxonomy_accuracy, class_mean_accuracy, mean_tree_distance])
@pytest.mark.parametrize("form", [list, np.array, pd.DataFrame])
def test_paths_bring_their_tree(score, form) -> None:
    told = score(form(paths(TRUTH)), form(paths(PREDICTED)))
    assert told == score(TRUTH, PREDICTED, EDGES)
    assert told == score(paths(TRUTH), PREDICTED, ClassTree.of(EDGES))


def test_without_siblings_both_accuracies_are_the_same() -> None:
    alone = [("all", "a"), ("all", "b"), ("a", "a1"), ("b", "b1")]
    truth, predicted = ["a1", "a1", "b1"], ["b1", "a1", "b1"]
    assert taxonomy_accuracy(truth, predicted, alone) == class_mean_accuracy(truth, predicted, alone) == 0.75


@pytest.mark.parametrize("seed", range(5))
def test_the_taxonomy_accuracy_is_never_the_lower_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, predicted = rng.choice(["a1", "a2", "b1", "b2"], size=(2, 30))
    assert taxonomy_accuracy(truth, predicted, EDGES) >= class_mean_accuracy(truth, predicted, EDGES)


def test_an_inner_class_is_a_sibling_of_what_is_below_it() -> None:
    assert taxonomy_accuracy([("a", "")], [("a", "a1")]) == 0.5


def test_what_a_sibling_costs_can_be_chosen() -> None:
    assert taxonomy_accuracy(["a1"], ["a2"], EDGES, sibling_cost=0.2) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("truth", "predicted", "tree", "message"),
    [
        (["a1"], ["a3"], EDGES, "no class 'a3'"),
        (["a9"], ["a1"], EDGES, "no class 'a9'"),
        (["a1"], ["a1"], None, "no tree says how these are related"),
        (["a1", "a2"], ["a1"], EDGES, "1 predictions for 2 labels"),
        ([], [], EDGES, "0 predictions for 0 labels"),
        ([("a", "")], [("", "a1")], None, "without gaps"),
    ],
)
def test_what_cannot_be_judged_is_refused(truth, predicted, tree, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        taxonomy_accuracy(truth, predicted, tree)


@pytest.mark.parametrize("cost", [-0.1, 1.5, "half", float("nan")])
def test_a_cost_out_of_its_range_is_refused(cost: object) -> None:
    with pytest.raises(InvalidInput, match="sibling_cost is"):
        taxonomy_accuracy(["a1"], ["a1"], EDGES, sibling_cost=cost)  # type: ignore[arg-type]
