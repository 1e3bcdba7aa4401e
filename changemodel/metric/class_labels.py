"""Class labels in the forms of scikit-learn and hiclass: names, or a path for each point.

``taxonomy_metric`` and ``evaluation.taxonomy_scores`` read ``y`` through here. Whatever form it has, every label
becomes a path in a tree of classes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import column_or_1d

from changemodel.errors import InvalidInput
from changemodel.metric.class_tree import NO_NAME, ClassTree, Path, as_paths


def are_paths(y: Any) -> bool:
    """Whether labels are rows of names: an array (n, 2 levels or more), a DataFrame, or sequences.

    Raises
    ------
    InvalidInput
        Labels of more than two dimensions.
    """
    if hasattr(y, "ndim"):
        if y.ndim > 2:
            raise InvalidInput(
                f"y has shape {y.shape}: pass one class for each point, or one row of names, its path"
            )
        return bool(y.ndim == 2 and y.shape[1] > 1)
    return isinstance(y, Iterable) and any(
        isinstance(row, list | tuple | np.ndarray) and len(row) > 1 for row in y
    )


def label_paths(y: Any, tree: ClassTree | None = None) -> list[Path]:
    """The path of each label; of a name without a tree, that name alone.

    Raises
    ------
    InvalidInput
        A class that the tree does not have; a row with a gap, or without a name.
    """
    if are_paths(y):
        rows = as_paths(y)
        if tree is None:
            return rows
        known = {row: tree.path(row) for row in dict.fromkeys(rows)}
        return [known[row] for row in rows]
    names = column_or_1d(y, warn=True)
    if tree is None:
        return [(name,) for name in names.tolist()]
    found = {name: tree.path(name) for name in dict.fromkeys(names.tolist())}
    return [found[name] for name in names.tolist()]


def padded(paths: list[Path], like: Any) -> NDArray[Any]:
    """Paths as the rows of one array, shorter ones ending in empty strings; of objects where those it is like are."""
    levels = max(map(len, paths))
    rows = np.full((len(paths), levels), NO_NAME, dtype=object)
    for row, path in zip(rows, paths, strict=True):
        row[: len(path)] = path
    if isinstance(like, np.ndarray) and like.dtype.kind == "O":
        return rows
    if all(isinstance(name, str) for name in rows.flat):
        return rows.astype(str)
    return np.array(rows.tolist()) if all(len(path) == levels for path in paths) else rows
