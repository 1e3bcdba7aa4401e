"""Boosted trees as plain arrays: what an ensemble learned, to be kept in a file and asked anywhere.

Trees are grown by scikit-learn; its estimators can only be kept by pickle, which ties a file to one version of the
library and runs code when it is read. Source: Friedman, "Greedy function approximation: a gradient boosting machine",
2001.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray

MOST_LEAVES = 32
"""Of a tree: the bits of one number."""

_EVERY_LEAF = np.uint32(0xFFFFFFFF)
_MANTISSA_BITS, _EXPONENT_OF_ONE = 23, 127  # IEEE 754, of 32 bits


@dataclass(frozen=True, eq=False)
class BoostedTrees:
    """An ensemble of binary trees; its log odds are the sum of one leaf of each, and of ``start``.

    A value rules out the leaves on the left of every node whose threshold it is above; the first leaf of a tree that no
    column rules out counts (Lucchese et al., "QuickScorer", SIGIR 2015). What each column rules out is kept in a table.

    Attributes
    ----------
    start : float array, shape ()
    roots : int array, shape (trees,)
        The first node of each tree; a node's left side follows it, then its right side.
    column : int array, shape (nodes,)
        The column that a node asks of; -1: a leaf.
    threshold : float array, shape (nodes,)
        A row goes left where its value is not above.
    right : int array, shape (nodes,)
        The first node of the right side; of a leaf itself.
    missing_left : bool array, shape (nodes,)
        Where a row goes whose value is NaN.
    value : float array, shape (nodes,)
        Of a leaf.
    """

    start: NDArray[np.float64]
    roots: NDArray[np.int32]
    column: NDArray[np.int16]
    threshold: NDArray[np.float64]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float32]

    @classmethod
    def of(cls, fitted: HistGradientBoostingClassifier) -> Self:
        """The trees of a fitted binary classifier without categories. Private to scikit-learn: a test holds them
        against its own decision.

        Raises
        ------
        InvalidInput
            A tree has more than ``MOST_LEAVES``.
        """
        trees = [round_[0].nodes for round_ in fitted._predictors]
        most = max(int(tree["is_leaf"].sum()) for tree in trees)
        if most > MOST_LEAVES:
            raise InvalidInput(
                f"a tree has {most} leaves: grow them with max_leaf_nodes={MOST_LEAVES} or less"
            )
        roots = np.cumsum([0] + [len(tree) for tree in trees])[:-1]
        nodes = np.concatenate(trees)
        offset = np.repeat(roots, [len(tree) for tree in trees])
        leaf = nodes["is_leaf"].astype(bool)
        return cls(
            start=np.array(fitted._baseline_prediction, dtype=np.float64).reshape(()),
            roots=roots.astype(np.int32),
            column=np.where(leaf, -1, nodes["feature_idx"]).astype(np.int16),
            threshold=nodes["num_threshold"].astype(np.float64),
            right=np.where(leaf, np.arange(len(nodes)), nodes["right"] + offset).astype(np.int32),
            missing_left=nodes["missing_go_to_left"].astype(bool),
            value=nodes["value"].astype(np.float32),
        )

    @property
    def leaf_count(self) -> int:
        """Of all trees together."""
        return len(self._leaves[0])

    def log_odds(self, rows: ArrayLike, shared: int = 0, beside: ArrayLike = 0.0) -> FloatArray:
        """Of each row, (n, columns) -> (n,). The first ``shared`` columns are asked once of rows that follow each other
        and are the same there: it takes a part of the time where many are. ``beside`` is added to the values of the
        leaves, (leaves,).

        Raises
        ------
        InvalidInput
            The rows have fewer columns than the trees ask of.
        """
        values = self._leaves[0] + np.asarray(beside, dtype=np.float32)
        found: FloatArray = self.start + values[self.leaves_of(rows, shared)].sum(axis=1, dtype=np.float64)
        return found

    def leaves_of(self, rows: ArrayLike, shared: int = 0) -> NDArray[np.intp]:
        """In which leaf of each tree each row stands, (n, columns) -> (n, trees); as for ``log_odds``."""
        given = np.asarray(rows, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] <= self.column.max(initial=-1):
            raise InvalidInput(
                f"rows of shape {given.shape} lack columns: the trees ask of {self.column.max() + 1}"
            )
        starts, lengths = _runs(given[:, :shared])
        left = np.repeat(self._left_by(given[starts], 0, shared), lengths, axis=0)
        left &= self._left_by(given, shared, given.shape[1])
        lowest = (left & -left).astype(np.float32)  # of which the exponent says where it stands
        first = (lowest.view(np.int32) >> _MANTISSA_BITS) - _EXPONENT_OF_ONE
        found: NDArray[np.intp] = first + self._leaves[1]
        return found

    @cached_property
    def digest(self) -> str:
        """Names the ensemble: another one has another."""
        said = b"".join(getattr(self, item.name).tobytes() for item in fields(self))
        return hashlib.sha256(said).hexdigest()

    def _left_by(self, rows: FloatArray, start: int, stop: int) -> NDArray[np.uint32]:
        """The leaves of each tree that no column from ``start`` to ``stop`` rules out, as bits, (rows, trees)."""
        left = np.full((len(rows), len(self.roots)), _EVERY_LEAF)
        kept, columns, missing = np.empty_like(left), rows.T.copy(), np.isnan(rows.T)
        for column, (thresholds, table) in self._tables.items():
            if start <= column < stop:
                above = thresholds.searchsorted(columns[column])
                above[missing[column]] = len(thresholds) + 1
                left &= table.take(above, axis=0, out=kept, mode="clip")  # "raise" would copy once more
        return left

    @cached_property
    def _leaves(self) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
        """The values of all leaves, and which is the first of each tree."""
        return self.value[self.column < 0], self._leaves_before[self.roots]

    @cached_property
    def _leaves_before(self) -> NDArray[np.intp]:
        """How many leaves precede each node, those of earlier trees included."""
        leaf = self.column < 0
        return np.asarray(np.cumsum(leaf) - leaf)

    @cached_property
    def _tables(self) -> dict[int, tuple[FloatArray, NDArray[np.uint32]]]:
        """Of each column its thresholds, ascending, and the leaves that are left of each tree, as bits, for a value
        above none of them, above the first, ..., above all; then for one that is missing."""
        found = {}
        for column in np.unique(self.column[self.column >= 0]).tolist():
            nodes = np.flatnonzero(self.column == column)
            nodes = nodes[np.argsort(self.threshold[nodes], kind="stable")]
            table = np.full((len(nodes) + 2, len(self.roots)), _EVERY_LEAF)
            for row, node in enumerate(nodes.tolist()):
                tree = np.searchsorted(self.roots, node, side="right") - 1
                others = ~self._on_the_left(node, int(self.roots[tree]))
                table[row + 1] = table[row]
                table[row + 1, tree] &= others
                if not self.missing_left[node]:
                    table[-1, tree] &= others
            found[column] = (self.threshold[nodes], table)
        return found

    def _on_the_left(self, node: int, root: int) -> np.uint32:
        """The leaves on the left of a node, the first leaf of its tree the lowest bit."""
        first, end = (
            int(self._leaves_before[at] - self._leaves_before[root]) for at in (node, self.right[node])
        )
        return np.uint32((1 << end) - (1 << first))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        return cls(**{item.name: arrays[item.name] for item in fields(cls)})


def _runs(rows: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where runs of equal rows start, and how long each is."""
    differs = ((rows[1:] != rows[:-1]) & ~(np.isnan(rows[1:]) & np.isnan(rows[:-1]))).any(axis=1)
    starts = np.concatenate([np.zeros(min(1, len(rows)), dtype=np.intp), np.flatnonzero(differs) + 1])
    return starts, np.diff(starts, append=len(rows))
