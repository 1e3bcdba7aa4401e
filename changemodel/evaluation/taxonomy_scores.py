"""Scores by a tree of classes: a mistake between siblings costs less than one between distant classes.

``TaxonomyMetric.taxonomy_score`` calls them, and so may anybody with two lists of classes. Source: M. T. Law's thesis
(2015), section 2.5: the mean over classes of 1 - the mean of Delta, with Delta = 0 for the right class, 0.5 for a
sibling, 1 otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from changemodel.arguments import number_from_0
from changemodel.errors import InvalidInput
from changemodel.metric.class_labels import are_paths, label_paths
from changemodel.metric.class_tree import ClassTree, Path

SIBLING = 1
SIBLING_COST = 0.5


def taxonomy_accuracy(
    y_true: Any, y_pred: Any, tree: Any = None, *, sibling_cost: float = SIBLING_COST
) -> float:
    """Mean over classes of the accuracy of their points, where a sibling in place of the class counts half.

    Parameters
    ----------
    y_true, y_pred : array, shape (n,) or (n, n_levels)
        Names of classes, or their paths, as ``TaxonomyMetric`` takes them.
    tree : ``ClassTree``, edges (parent, child), or a directed graph, optional
        None: that of the paths.
    sibling_cost : float
        What a sibling costs, from 0 to 1; a class and its own parent are siblings, too.

    Returns
    -------
    float in [0, 1], at least ``class_mean_accuracy``

    Raises
    ------
    InvalidInput
        Nothing to judge; not as many predictions as labels; names without a tree; a class that the tree does not have.
    """
    cost = number_from_0(sibling_cost, "sibling_cost")
    if cost > 1:
        raise InvalidInput(f"sibling_cost is {sibling_cost!r}: pass a number from 0 to 1")
    return accuracy_of_paths(*_paths(y_true, y_pred, tree), cost)


def class_mean_accuracy(y_true: Any, y_pred: Any, tree: Any = None) -> float:
    """Mean over classes of the share of their points that are right: the standard accuracy of the source.

    ``sklearn.metrics.balanced_accuracy_score``, also for paths. Arguments and errors as of ``taxonomy_accuracy``.
    """
    return accuracy_of_paths(*_paths(y_true, y_pred, tree), 1.0)


def mean_tree_distance(y_true: Any, y_pred: Any, tree: Any = None) -> float:
    """Mean over points of the edges between the class and the predicted one: 0 where all are right, 2 for a sibling.

    Arguments and errors as of ``taxonomy_accuracy``.
    """
    truth, predicted, known = _paths(y_true, y_pred, tree)
    classes, rows, columns = _numbered(truth, predicted)
    return float(known.distances(classes)[rows, columns].mean())


def accuracy_of_paths(
    truth: list[Path], predicted: list[Path], tree: ClassTree, sibling_cost: float
) -> float:
    """``taxonomy_accuracy`` of what was checked and read."""
    classes, rows, columns = _numbered(truth, predicted)
    kin = tree.kinship(classes)[rows, columns]
    costs = np.where(kin == SIBLING, sibling_cost, np.minimum(kin, 1))
    members = np.bincount(rows)
    sums = np.bincount(rows, weights=1.0 - costs)
    return float((sums[members > 0] / members[members > 0]).mean())


def _paths(y_true: Any, y_pred: Any, tree: Any) -> tuple[list[Path], list[Path], ClassTree]:
    known = None if tree is None else ClassTree.of(tree)
    if known is None and not (are_paths(y_true) and are_paths(y_pred)):
        raise InvalidInput(
            "classes are told by their names, and no tree says how these are related: pass tree=..."
        )
    truth, predicted = label_paths(y_true, known), label_paths(y_pred, known)
    if len(truth) != len(predicted) or not truth:
        raise InvalidInput(
            f"{len(predicted)} predictions for {len(truth)} labels: pass one for each, and some"
        )
    return truth, predicted, known or ClassTree.from_paths([*truth, *predicted])


def _numbered(truth: list[Path], predicted: list[Path]) -> tuple[list[Path], list[int], list[int]]:
    """The classes that occur, and the place among them of each point's class and of its prediction."""
    numbers = {path: number for number, path in enumerate(dict.fromkeys([*truth, *predicted]))}
    return list(numbers), [numbers[path] for path in truth], [numbers[path] for path in predicted]
