"""Boosted trees as plain arrays: what an ensemble learned, to be kept in a file and asked anywhere.

Trees are grown by scikit-learn; its estimators can only be kept by pickle, which ties a file to one version of the
library and runs code when it is read. Source: Friedman, "Greedy function approximation: a gradient boosting machine",
2001.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray


@dataclass(frozen=True, eq=False)
class BoostedTrees:
    """An ensemble of binary trees; its log odds are the sum of one leaf of each, and of ``start``.

    Attributes
    ----------
    start : float array, shape ()
    roots : int array, shape (trees,)
        The first node of each tree.
    column : int array, shape (nodes,)
        The column that a node asks of; -1: a leaf.
    threshold : float array, shape (nodes,)
        A row goes left where its value is not above.
    left, right : int array, shape (nodes,)
        Nodes; those of a leaf are itself.
    missing_left : bool array, shape (nodes,)
        Where a row goes whose value is NaN.
    value : float array, shape (nodes,)
        Of a leaf.
    """

    start: NDArray[np.float64]
    roots: NDArray[np.int32]
    column: NDArray[np.int16]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float32]

    @classmethod
    def of(cls, fitted: HistGradientBoostingClassifier) -> Self:
        """The trees of a fitted binary classifier without categories. Private to scikit-learn: a test holds them
        against its own decision."""
        trees = [round_[0].nodes for round_ in fitted._predictors]
        roots = np.cumsum([0] + [len(tree) for tree in trees])[:-1]
        nodes = np.concatenate(trees)
        at = np.arange(len(nodes))
        offset = np.repeat(roots, [len(tree) for tree in trees])
        leaf = nodes["is_leaf"].astype(bool)
        return cls(
            start=np.array(fitted._baseline_prediction, dtype=np.float64).reshape(()),
            roots=roots.astype(np.int32),
            column=np.where(leaf, -1, nodes["feature_idx"]).astype(np.int16),
            threshold=nodes["num_threshold"].astype(np.float64),
            left=np.where(leaf, at, nodes["left"] + offset).astype(np.int32),
            right=np.where(leaf, at, nodes["right"] + offset).astype(np.int32),
            missing_left=nodes["missing_go_to_left"].astype(bool),
            value=nodes["value"].astype(np.float32),
        )

    def log_odds(self, rows: ArrayLike) -> FloatArray:
        """Of each row, (n, columns) -> (n,).

        Raises
        ------
        InvalidInput
            The rows have fewer columns than the trees ask of.
        """
        given = np.asarray(rows, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] <= self.column.max(initial=-1):
            raise InvalidInput(
                f"rows of shape {given.shape} lack columns: the trees ask of {self.column.max() + 1}"
            )
        nodes = np.tile(self.roots, len(given))
        asking = np.arange(len(nodes))  # which of them are no leaf yet: trees are of uneven depth
        of_row = np.repeat(np.arange(len(given)) * given.shape[1], len(self.roots))
        values = given.ravel()
        while True:
            at = nodes[asking]
            column = self.column[at]
            inner = np.flatnonzero(column >= 0)
            if not len(inner):
                break
            asking, at = asking[inner], at[inner]
            asked = values[of_row[asking] + column[inner]]
            goes_left = (asked <= self.threshold[at]) | (np.isnan(asked) & self.missing_left[at])
            nodes[asking] = np.where(goes_left, self.left[at], self.right[at])
        sums = self.value[nodes].reshape(len(given), len(self.roots)).sum(axis=1, dtype=np.float64)
        found: FloatArray = self.start + sums
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        return cls(**{item.name: arrays[item.name] for item in fields(cls)})
